//! Rate limits, and trouble on demand.

use std::time::Instant;

use super::*;
use crate::sandbox::{Fault, Trouble};

#[tokio::test]
async fn routes_and_tokens_are_limited_each_for_itself() {
    let mut stage = Stage::with(SandboxConfig { rate_limits: true, ..config() }).await;
    let path = format!("/channels/{}/messages", stage.channel);
    for left in (0..5).rev() {
        let response = stage.bot.send("POST", &path, json!({"content": "x"})).await;
        assert_eq!(response.headers()["x-ratelimit-remaining"], left.to_string());
    }
    let refused = stage.bot.send("POST", &path, json!({"content": "x"})).await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["x-ratelimit-scope"], "user");
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=5).contains(&wait));
    assert!(refused.json::<Value>().await.unwrap()["retry_after"].as_f64().unwrap() <= 5.0);
    stage.sandbox.advance(5 * SECOND);
    assert_eq!(stage.post(json!({"content": "x"})).await.0, 200);

    for _ in 0..2 {
        let heard = stage.play(stage.ana).await;
        stage.answer(&heard, json!({"type": 4, "data": {"content": "x"}})).await;
        let mut statuses = Vec::new();
        for _ in 0..6 {
            statuses.push(stage.bot.patch(&stage.original(&heard), json!({"content": "y"})).await.0);
        }
        assert_eq!(statuses, [200, 200, 200, 200, 200, 429], "each token has its own");
    }
}

#[tokio::test]
async fn fifty_a_second_in_all_without_interactions() {
    let mut stage = Stage::with(SandboxConfig { rate_limits: true, ..config() }).await;
    let heard = stage.play(stage.ana).await;
    stage.sandbox.advance(SECOND);
    let mut refused = None;
    // The window is by the clock, which runs: a slow machine may need a second start.
    for n in 0..400_u64 {
        let response = stage.bot.send("GET", &format!("/channels/{}", 1000 + n), Value::Null).await;
        if response.status() == 429 {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    assert_eq!(refused.headers()["x-ratelimit-global"], "true");
    assert_eq!(refused.json::<Value>().await.unwrap()["global"], true);
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "x"}})).await.0, 204);
}

#[tokio::test]
async fn trouble_comes_as_asked_for() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let body = || json!({"content": "x"});
    let sandbox = &stage.sandbox;
    sandbox.fault(Fault::on("POST", "/channels/*/messages", 1, Trouble::Status { status: 500, retry_after_ms: 0 }));
    sandbox.fault(Fault::on("POST", "/channels/*/messages", 1, Trouble::Status { status: 429, retry_after_ms: 1500 }));
    assert_eq!(stage.bot.get(&path).await.0, 200);
    assert_eq!(stage.bot.send("POST", &path, body()).await.status(), 500);
    let refused = stage.bot.send("POST", &path, body()).await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"2".parse().unwrap()));
    sandbox.fault(Fault::any(1, Trouble::Close));
    assert!(stage.bot.request("POST", &path).json(&body()).send().await.is_err());
    assert!(sandbox.visible(stage.ana, stage.channel).is_empty());
    sandbox.fault(Fault::any(1, Trouble::LoseAnswer));
    assert!(stage.bot.request("POST", &path).json(&body()).send().await.is_err());
    assert_eq!(sandbox.visible(stage.ana, stage.channel).len(), 1, "it was done all the same");
    sandbox.fault(Fault::any(1, Trouble::Hang { ms: 80 }));
    let start = Instant::now();
    assert_eq!(stage.post(body()).await.0, 200);
    assert!(start.elapsed().as_millis() >= 80);
}

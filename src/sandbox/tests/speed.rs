//! Long channels and many moves.

use std::time::Instant;

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_channels_stay_fast() {
    let mut stage = Stage::with(SandboxConfig::fast()).await;
    for n in 0..10_000 {
        stage.sandbox.say(stage.ana, stage.channel, &n.to_string()).unwrap();
    }
    let id = stage.posted(json!({"content": "table", "components": rows(json!([button("draw")]))})).await;
    stage.bot.event("GUILD_CREATE").await;
    let start = Instant::now();
    for _ in 0..200 {
        let click = stage.click(stage.bo, id, "draw").await;
        assert_eq!(stage.answer(&click, json!({"type": 7, "data": {"content": "drawn"}})).await.0, 204);
    }
    let each = start.elapsed() / 200;
    assert_eq!(stage.sandbox.visible_last(stage.ana, stage.channel, 3).len(), 3);
    assert!(each.as_millis() < 20, "{each:?} for a click and its answer");
    eprintln!("a click and its answer, one at a time: {each:?}");
}

/// Not a test of speed, which depends on what else the machine does: it says how fast, and fails only when something is wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_moves_at_once() {
    let mut stage = Stage::with(SandboxConfig::fast()).await;
    let id = stage.posted(json!({"content": "table", "components": rows(json!([button("draw")]))})).await;
    stage.bot.event("GUILD_CREATE").await;
    let (count, start) = (2_000_u32, Instant::now());
    for _ in 0..count {
        stage.sandbox.send_click(stage.ana, stage.channel, id, "draw").unwrap();
    }
    let mut answers = tokio::task::JoinSet::new();
    for _ in 0..count {
        let data = stage.bot.event("INTERACTION_CREATE").await;
        let path =
            format!("/interactions/{}/{}/callback", data["id"].as_str().unwrap(), data["token"].as_str().unwrap());
        let request = stage.bot.request("POST", &path).json(&json!({"type": 7, "data": {"content": "drawn"}}));
        if answers.len() >= 100 {
            assert_eq!(answers.join_next().await.unwrap().unwrap(), 204);
        }
        answers.spawn(async move { request.send().await.unwrap().status().as_u16() });
    }
    assert!(answers.join_all().await.into_iter().all(|status| status == 204));
    assert_eq!(stage.sandbox.badly_answered().len(), 0);
    eprintln!("{:.0} moves a second", f64::from(count) / start.elapsed().as_secs_f64());
}

//! The driver over HTTP.

use super::*;

async fn ask(stage: &Stage, path: &str, body: Option<Value>) -> (u16, Value) {
    let url = format!("{}/sandbox/{path}", stage.sandbox.base_url());
    let http = reqwest::Client::new();
    let request = body.map_or_else(|| http.get(&url), |body| http.post(&url).json(&body));
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[tokio::test]
async fn everything_can_be_driven_from_elsewhere() {
    let mut stage = Stage::new().await;
    let clock = reqwest::get(stage.sandbox.clock_url()).await.unwrap().text().await.unwrap();
    ask(&stage, "clock", Some(json!({"advance": 100}))).await;
    let later = reqwest::get(stage.sandbox.clock_url()).await.unwrap().text().await.unwrap();
    assert!(later.parse::<i64>().unwrap() >= clock.parse::<i64>().unwrap() + 100_000);

    let (_, overview) = ask(&stage, "", None).await;
    assert_eq!(overview["guilds"][0]["channels"][0]["id"], stage.channel.to_string(), "identifiers are strings");
    let (_, made) = ask(&stage, "members", Some(json!({"guild": stage.guild.to_string(), "name": "cy"}))).await;
    let cy = made["id"].as_str().unwrap().to_owned();

    let slash = json!({"member": cy, "channel": stage.channel.to_string(), "command": "play"});
    let url = format!("{}/sandbox/slash", stage.sandbox.base_url());
    let asked = tokio::spawn(async move {
        reqwest::Client::new().post(url).json(&slash).send().await.unwrap().json::<Value>().await
    });
    let data = stage.bot.event("INTERACTION_CREATE").await;
    let heard = Heard { id: id_of(&data), token: data["token"].as_str().unwrap().into(), data };
    let answer = json!({"content": "hand", "flags": 64, "components": rows(json!([button("draw")]))});
    stage.answer(&heard, json!({"type": 4, "data": answer})).await;
    assert_eq!(asked.await.unwrap().unwrap()["answers"][0]["accepted"], true);

    let (_, seen) = ask(&stage, &format!("visible?member={cy}&channel={}&last=1", stage.channel), None).await;
    assert_eq!(seen[0]["content"], "hand");
    let click_it =
        json!({"member": stage.ana, "channel": stage.channel, "message": seen[0]["id"], "custom_id": "draw"});
    let (status, refused) = ask(&stage, "click", Some(click_it)).await;
    assert_eq!((status, refused["refused"].as_str()), (409, Some("the member sees no such message")));
    assert_eq!(ask(&stage, "slash", Some(json!({}))).await.0, 400);
    assert_eq!(ask(&stage, "nothing", None).await.0, 404);

    let fault = json!({"times": 1, "method": "GET", "path": "/users/@me", "kind": "status", "status": 503});
    assert_eq!(ask(&stage, "faults", Some(fault)).await.0, 200);
    assert_eq!(stage.bot.get("/users/@me").await.0, 503);
    ask(&stage, "gateway", Some(json!({"do": "reconnect"}))).await;
    loop {
        if stage.bot.socket.next().await.unwrap()["op"] == 7 {
            break;
        }
    }
    for path in ["requests", "violations", "outcomes", "badly_answered", "commands", "notes", "gateway"] {
        assert_eq!(ask(&stage, path, None).await.0, 200, "{path}");
    }
}

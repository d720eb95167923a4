//! Channels: what the bot may do where, files, nonces, threads.

use super::*;
use crate::sandbox::permissions::*;

#[tokio::test]
async fn knows_who_asks() {
    let mut stage = Stage::new().await;
    assert_eq!(stage.bot.get("/users/@me").await.1["id"], stage.sandbox.bot().to_string());
    for path in ["/oauth2/applications/@me", "/applications/@me"] {
        assert_eq!(stage.bot.get(path).await.1["id"], stage.app().to_string());
    }
    assert_eq!(stage.bot.get("/gateway/bot").await.1["session_start_limit"]["remaining"], 999);
    assert_eq!(stage.bot.get(&format!("/applications/{}/commands", stage.app())).await.1[0]["name"], "play");
    assert_eq!(stage.bot.get(&format!("/applications/{}/commands", stage.sandbox.bot())).await.1["code"], 10_002);
    assert_eq!(stage.bot.get("/nonsense").await.0, 404);
    stage.bot.token = "wrong".into();
    assert_eq!(stage.bot.get("/users/@me").await.0, 401);
    assert_eq!(stage.bot.get("/gateway").await.0, 200);
}

#[tokio::test]
async fn serves_guilds_channels_and_members() {
    let stage = Stage::new().await;
    let member = stage.bot.get(&format!("/guilds/{}/members/{}", stage.guild, stage.ana)).await.1;
    assert_eq!(member["user"]["username"], "ana");
    assert_eq!(stage.bot.get(&format!("/guilds/{}/members/5", stage.guild)).await.1["code"], 10_007);
    assert_eq!(stage.bot.get(&format!("/guilds/{}", stage.guild)).await.1["name"], "Cards");
    assert_eq!(stage.bot.get(&format!("/guilds/{}/channels", stage.guild)).await.1[0]["name"], "table");
    assert_eq!(stage.bot.get(&format!("/channels/{}", stage.channel)).await.1["name"], "table");
    assert_eq!(stage.bot.get("/channels/5").await.1["code"], 10_003);
}

#[tokio::test]
async fn permissions_decide() {
    let stage = Stage::new().await;
    let (sandbox, bot) = (&stage.sandbox, stage.sandbox.bot());
    let code = async |body: Value| stage.post(body).await.1["code"].as_u64().unwrap_or(0);
    sandbox.deny(stage.channel, bot, SEND_MESSAGES);
    assert_eq!(code(json!({"content": "x"})).await, 50_013);
    sandbox.allow(stage.channel, bot, SEND_MESSAGES);
    assert_eq!(code(json!({"content": "x"})).await, 0);
    sandbox.deny(stage.channel, bot, EMBED_LINKS);
    assert_eq!(code(json!({"embeds": [{"title": "x"}]})).await, 50_013);
    sandbox.deny(stage.channel, stage.guild, VIEW_CHANNEL);
    assert_eq!(code(json!({"content": "x"})).await, 50_001, "denied to everyone");
    assert!(sandbox.visible(stage.ana, stage.channel).is_empty());
    let role = sandbox.add_role(stage.guild, "players", 0, &[stage.ana, bot]);
    sandbox.allow(stage.channel, role, VIEW_CHANNEL);
    assert_eq!(code(json!({"content": "x"})).await, 0, "and allowed to a role");
    let theirs = sandbox.say(stage.ana, stage.channel, "mine").unwrap();
    let path = format!("/channels/{}/messages/{theirs}", stage.channel);
    assert_eq!(stage.bot.patch(&path, json!({"content": "x"})).await.1["code"], 50_005);
    assert_eq!(stage.bot.delete(&path).await.1["code"], 50_013);
    sandbox.allow(stage.channel, bot, MANAGE_MESSAGES);
    assert_eq!(stage.bot.delete(&path).await.0, 204);
    sandbox.set_outage(stage.guild, true);
    assert_eq!(code(json!({"content": "x"})).await, 50_001);
    sandbox.delete_channel(stage.channel);
    assert_eq!(code(json!({"content": "x"})).await, 10_003);
}

#[tokio::test]
async fn an_interaction_is_answered_even_where_the_bot_may_not_write() {
    let mut stage = Stage::new().await;
    stage.sandbox.deny(stage.channel, stage.sandbox.bot(), VIEW_CHANNEL);
    let heard = stage.play(stage.ana).await;
    assert_eq!(heard.data["app_permissions"], "0");
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "here"}})).await.0, 204);
    assert_eq!(stage.last(stage.bo).content, "here");
}

#[tokio::test]
async fn threads_are_archived_and_locked() {
    let stage = Stage::new().await;
    let body = json!({"name": "round", "type": 11});
    let (status, thread) = stage.bot.post(&format!("/channels/{}/threads", stage.channel), body).await;
    assert_eq!((status, thread["type"].as_u64()), (201, Some(11)));
    let thread = id_of(&thread);
    let path = format!("/channels/{thread}/messages");
    let message = id_of(&stage.bot.post(&path, json!({"content": "x"})).await.1);
    let one = format!("{path}/{message}");
    stage.sandbox.set_archived(thread, true);
    assert_eq!(stage.bot.patch(&one, json!({"content": "y"})).await.1["code"], 50_083);
    assert_eq!(stage.bot.post(&path, json!({"content": "z"})).await.0, 200, "writing takes it out of the archive");
    assert_eq!(stage.bot.patch(&one, json!({"content": "y"})).await.0, 200);
    stage.sandbox.set_locked(thread, true);
    assert_eq!(stage.bot.post(&path, json!({"content": "z"})).await.1["code"], 160_005);
    stage.sandbox.deny(stage.channel, stage.sandbox.bot(), SEND_MESSAGES_IN_THREADS);
    assert_eq!(stage.bot.post(&path, json!({"content": "z"})).await.1["code"], 50_013, "the parent's overwrites count");

    let table = stage.posted(json!({"content": "table"})).await;
    let below = format!("/channels/{}/messages/{table}/threads", stage.channel);
    let (status, started) = stage.bot.post(&below, json!({"name": "talk"})).await;
    assert_eq!((status, id_of(&started)), (201, table), "a message's thread has the message's identifier");
    assert_eq!(stage.bot.post(&below, json!({"name": "talk"})).await.1["code"], 160_004);
    let archive = json!({"archived": true});
    assert_eq!(stage.bot.patch(&format!("/channels/{table}"), archive).await.1["thread_metadata"]["archived"], true);
}

#[tokio::test]
async fn a_nonce_guards_against_posting_twice() {
    let stage = Stage::new().await;
    let body = json!({"content": "x", "nonce": "n1", "enforce_nonce": true});
    let first = stage.posted(body.clone()).await;
    assert_eq!(stage.posted(body.clone()).await, first);
    let loose = json!({"content": "x", "nonce": "n1"});
    assert_ne!(stage.posted(loose).await, first);
    stage.sandbox.advance(600 * SECOND);
    assert_ne!(stage.posted(body).await, first);
}

#[tokio::test]
async fn old_messages_take_few_edits() {
    let stage = Stage::new().await;
    let id = stage.posted(json!({"content": "x"})).await;
    let path = format!("/channels/{}/messages/{id}", stage.channel);
    for _ in 0..10 {
        assert_eq!(stage.bot.patch(&path, json!({"content": "y"})).await.0, 200);
    }
    stage.sandbox.advance(3601 * SECOND);
    for _ in 0..5 {
        assert_eq!(stage.bot.patch(&path, json!({"content": "y"})).await.0, 200);
    }
    assert_eq!(stage.bot.patch(&path, json!({"content": "y"})).await.1["code"], 30_046);
}

#[tokio::test]
async fn files_come_stay_and_go() {
    let stage = Stage::new().await;
    let form = |body: Value, name: &'static str| {
        let part = reqwest::multipart::Part::bytes(b"picture".to_vec()).file_name(name).mime_str("image/png").unwrap();
        reqwest::multipart::Form::new().text("payload_json", body.to_string()).part("files[0]", part)
    };
    let path = format!("/channels/{}/messages", stage.channel);
    let send = async |method: &str, path: &str, form| {
        stage.bot.request(method, path).multipart(form).send().await.unwrap().json::<Value>().await.unwrap()
    };
    // serenity writes the identifier as a number, which the specification forbids and the documentation allows.
    let body = json!({"content": "c", "attachments": [{"id": 0, "filename": "a.png"}]});
    let made = send("POST", &path, form(body, "ignored.png")).await;
    assert_eq!(made["attachments"][0]["filename"], "a.png", "{made}");
    let kept = made["attachments"][0]["id"].clone();
    let bytes = reqwest::get(made["attachments"][0]["url"].as_str().unwrap()).await.unwrap().bytes().await.unwrap();
    assert_eq!(&*bytes, b"picture");
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let both = send("PATCH", &one, form(json!({"attachments": [{"id": kept}, {"id": "0"}]}), "b.png")).await;
    assert_eq!(both["attachments"].as_array().unwrap().len(), 2);
    let only = send("PATCH", &one, form(json!({"attachments": [{"id": "0"}]}), "c.png")).await;
    assert_eq!(only["attachments"][0]["filename"], "c.png");
    assert_eq!(stage.bot.patch(&one, json!({"attachments": []})).await.1["attachments"], json!([]));
}

#[tokio::test]
async fn an_empty_message_is_none() {
    let stage = Stage::new().await;
    assert_eq!(stage.post(json!({"content": "  "})).await.1["code"], 50_006);
    assert_eq!(stage.post(json!({"components": rows(json!([button("a")]))})).await.1["code"], 50_006);
    assert_eq!(stage.post(json!({"content": " x "})).await.1["content"], "x");
    let broken = stage.bot.request("POST", "/channels/1/messages").body("{").send().await.unwrap();
    assert_eq!(broken.json::<Value>().await.unwrap()["code"], 50_109);
}

#[tokio::test]
async fn emojis_of_the_application() {
    let stage = Stage::new().await;
    let path = format!("/applications/{}/emojis", stage.app());
    let image = "data:image/png;base64,aGVsbG8=";
    let (status, made) = stage.bot.post(&path, json!({"name": "king", "image": image})).await;
    assert_eq!(status, 201);
    assert_eq!(stage.bot.post(&path, json!({"name": "king", "image": image})).await.1["code"], 50_035);
    assert_eq!(stage.bot.get(&path).await.1["items"][0]["id"], made["id"]);
    assert_eq!(stage.bot.delete(&format!("{path}/{}", made["id"].as_str().unwrap())).await.0, 204);
}

//! Pings: a new message that names somebody and may, and nothing else.

use super::*;
use crate::sandbox::permissions::VIEW_CHANNEL;

#[tokio::test]
async fn only_new_messages_ping_and_only_whom_they_may() {
    let stage = Stage::new().await;
    let pings = |member: Id| stage.sandbox.notifications(member).len();
    let name = format!("<@{}> <@{}>", stage.ana, stage.bo);
    let id = stage
        .posted(json!({"content": name, "allowed_mentions": {"parse": [], "users": [stage.ana.to_string()]}}))
        .await;
    assert_eq!((pings(stage.ana), pings(stage.bo)), (1, 0));
    let path = format!("/channels/{}/messages/{id}", stage.channel);
    let edit = json!({"content": format!("{name}!"), "allowed_mentions": {"parse": ["users"]}});
    let (_, edited) = stage.bot.patch(&path, edit).await;
    assert_eq!(edited["mentions"].as_array().unwrap().len(), 2);
    assert_eq!((pings(stage.ana), pings(stage.bo)), (1, 0), "an edit never pings");
    stage.posted(json!({"content": name, "allowed_mentions": {"parse": ["users"]}, "flags": 4096})).await;
    assert_eq!(pings(stage.ana), 1, "silent messages do not ping");
    stage.sandbox.deny(stage.channel, stage.bo, VIEW_CHANNEL);
    stage.posted(json!({"content": name, "allowed_mentions": {"parse": ["users"]}})).await;
    assert_eq!((pings(stage.ana), pings(stage.bo)), (2, 0), "who can't see it is not pinged");
    stage.posted(json!({"content": "@everyone", "allowed_mentions": {"parse": ["everyone"]}})).await;
    assert_eq!(pings(stage.ana), 2, "without the permission nobody is everyone");
}

#[tokio::test]
async fn answers_ping_as_messages_do() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    let content = format!("<@{}>", stage.bo);
    let data = json!({"content": content, "allowed_mentions": {"parse": ["users"]}});
    stage.answer(&heard, json!({"type": 4, "data": data})).await;
    assert_eq!(stage.sandbox.notifications(stage.bo)[0].content, content);
    let root = format!("/webhooks/{}/{}", stage.app(), heard.token);
    let private = json!({"content": content, "flags": 64, "allowed_mentions": {"parse": ["users"]}});
    assert_eq!(stage.bot.post(&root, private).await.0, 200);
    assert_eq!(stage.sandbox.notifications(stage.bo).len(), 1, "what somebody can't see does not ping them");
}

//! Interactions: who may click, how and when the bot may answer.

use super::*;
use crate::sandbox::Refused;

#[tokio::test]
async fn an_answer_comes_once_and_in_time() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    assert_eq!(heard.data["member"]["user"]["id"], stage.ana.to_string());
    assert_eq!(heard.data["app_permissions"], heard.data["member"]["permissions"]);
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "hi"}})).await, (204, 0));
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "hi"}})).await, (400, 40_060));
    assert!(stage.outcome(&heard).answered() && !stage.outcome(&heard).answered_once());
    assert_eq!(stage.sandbox.badly_answered().len(), 1);

    let late = stage.play(stage.ana).await;
    stage.sandbox.advance(3 * SECOND);
    assert_eq!(stage.answer(&late, json!({"type": 4, "data": {"content": "hi"}})).await, (404, 10_062));
    assert!(!stage.outcome(&late).answered());
    let wrong = Heard { id: heard.id, token: late.token.clone(), data: Value::Null };
    assert_eq!(stage.answer(&wrong, json!({"type": 6})).await, (404, 10_062));
}

#[tokio::test]
async fn the_driver_waits_for_the_answer_or_the_deadline() {
    let stage = Stage::new().await;
    let (sandbox, ana, channel) = (stage.sandbox.clone(), stage.ana, stage.channel);
    let waiting = tokio::spawn(async move { sandbox.slash(ana, channel, "play", &[]).await.unwrap() });
    stage.sandbox.wait_until(SECOND, || (!stage.sandbox.outcomes().is_empty()).then_some(())).await.unwrap();
    stage.sandbox.advance(3 * SECOND);
    assert!(!waiting.await.unwrap().answered());
    assert_eq!(stage.sandbox.badly_answered().len(), 1);
}

#[tokio::test]
async fn an_ephemeral_message_is_its_members_alone() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    let data = json!({"content": "your hand", "flags": 64, "components": rows(json!([button("draw")]))});
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": data})).await.0, 204);
    let hand = stage.last(stage.ana);
    assert!(hand.is_ephemeral());
    assert!(stage.sandbox.visible(stage.bo, stage.channel).is_empty());
    assert_eq!(stage.sandbox.click(stage.bo, &hand, "draw").await.unwrap_err(), Refused::NoSuchMessage);

    let path = format!("/channels/{}/messages/{}", stage.channel, hand.id);
    assert_eq!(stage.bot.patch(&path, json!({"content": "x"})).await.1["code"], 10_008);
    assert_eq!(stage.bot.delete(&path).await.1["code"], 10_008);
    assert_eq!(stage.bot.get(&format!("/channels/{}/messages", stage.channel)).await.1, json!([]));

    let click = stage.click(stage.ana, hand.id, "draw").await;
    assert_eq!(click.data["message"]["flags"], 64);
    assert_eq!(stage.answer(&click, json!({"type": 7, "data": {"content": "drawn", "attachments": []}})).await.0, 204);
    assert_eq!(stage.last(stage.ana).content, "drawn");
    assert_eq!(stage.last(stage.ana).buttons().len(), 1, "what an edit does not name stays");

    stage.sandbox.restart_client(stage.ana, stage.channel);
    assert!(stage.sandbox.visible(stage.ana, stage.channel).is_empty());
}

#[tokio::test]
async fn each_click_renews_the_fifteen_minutes() {
    let mut stage = Stage::new().await;
    let first = stage.play(stage.ana).await;
    let data = json!({"content": "hand", "flags": 64, "components": rows(json!([button("draw")]))});
    stage.answer(&first, json!({"type": 4, "data": data})).await;
    stage.sandbox.advance(14 * 60 * SECOND);
    let hand = stage.last(stage.ana);
    let second = stage.click(stage.ana, hand.id, "draw").await;
    assert_eq!(stage.answer(&second, json!({"type": 6})).await.0, 204);
    assert_eq!(stage.bot.patch(&stage.original(&first), json!({"content": "a"})).await.0, 200);
    stage.sandbox.advance(60 * SECOND);
    let (status, body) = stage.bot.patch(&stage.original(&first), json!({"content": "b"})).await;
    assert_eq!((status, body["code"].as_u64()), (401, Some(50_027)));
    assert_eq!(stage.bot.patch(&stage.original(&second), json!({"content": "c"})).await.0, 200);
    assert_eq!(stage.last(stage.ana).content, "c");
    assert_eq!(stage.sandbox.invalid_requests(), 1);
}

#[tokio::test]
async fn a_deferred_answer_thinks_first() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    assert_eq!(stage.bot.patch(&stage.original(&heard), json!({"content": "x"})).await.1["code"], 10_015);
    assert_eq!(stage.answer(&heard, json!({"type": 5, "data": {"flags": 64}})).await.0, 204);
    assert!(stage.last(stage.ana).is_loading());
    stage.sandbox.advance(60 * SECOND);
    assert_eq!(stage.bot.patch(&stage.original(&heard), json!({"content": "done"})).await.0, 200);
    let message = stage.sandbox.shown(&stage.outcome(&heard), SECOND).await.unwrap();
    assert_eq!((message.content.as_str(), message.viewer), ("done", Some(stage.ana)));

    let heard = stage.play(stage.ana).await;
    stage.answer(&heard, json!({"type": 5, "data": {"flags": 64}})).await;
    let root = format!("/webhooks/{}/{}", stage.app(), heard.token);
    let (_, first) = stage.bot.post(&root, json!({"content": "one"})).await;
    assert_eq!(first["flags"], 64, "the first follow-up fulfils the promise, as private as it was");
    let (_, second) = stage.bot.post(&root, json!({"content": "two"})).await;
    assert_eq!(second["flags"], 0);
    let path = format!("{root}/messages/{}", second["id"].as_str().unwrap());
    assert_eq!(stage.bot.get(&path).await.1["content"], "two");
    assert_eq!(stage.bot.delete(&path).await.0, 204);
    assert_eq!(stage.bot.get(&path).await.1["code"], 10_008);
    assert_eq!(stage.bot.delete(&stage.original(&heard)).await.0, 204, "also an ephemeral one");
}

#[tokio::test]
async fn updates_need_a_message_and_promises_stay_as_they_were() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    assert_eq!(stage.answer(&heard, json!({"type": 6})).await, (400, 50_035));
    assert_eq!(stage.answer(&heard, json!({"type": 7, "data": {"content": "x"}})).await, (400, 50_035));
    let table = stage.posted(json!({"content": "table", "components": rows(json!([button("hand")]))})).await;
    let click = stage.click(stage.bo, table, "hand").await;
    let body = json!({"type": 7, "data": {"content": "secret", "flags": 64}});
    assert_eq!(stage.answer(&click, body).await, (400, 50_035), "a public message can't become ephemeral");
    assert!(stage.sandbox.violations().iter().any(|violation| violation.text.contains("become ephemeral")));
    assert_eq!(stage.last(stage.ana).content, "table");
    stage.sandbox.delete_message(stage.channel, table);
    assert_eq!(stage.answer(&click, json!({"type": 7, "data": {"content": "gone"}})).await, (404, 10_008));
}

#[tokio::test]
async fn with_response_tells_what_was_made() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    let path = format!("/interactions/{}/{}/callback?with_response=true", heard.id, heard.token);
    let (status, body) = stage.bot.post(&path, json!({"type": 4, "data": {"content": "hi", "flags": 64}})).await;
    assert_eq!(status, 200);
    assert_eq!(body["interaction"]["response_message_ephemeral"], true);
    assert_eq!(body["resource"]["message"]["content"], "hi");
}

#[tokio::test]
async fn components_are_clicked_only_as_they_stand() {
    let stage = Stage::new().await;
    let off = json!({"type": 2, "style": 2, "label": "Off", "custom_id": "off", "disabled": true});
    let id = stage.posted(json!({"content": "t", "components": rows(json!([button("on"), off]))})).await;
    let click = |custom_id: &str| stage.sandbox.send_click(stage.ana, stage.channel, id, custom_id);
    assert_eq!(click("off").unwrap_err(), Refused::Disabled("off".into()));
    assert_eq!(click("none").unwrap_err(), Refused::NoSuchComponent("none".into()));
    let path = format!("/channels/{}/messages/{id}", stage.channel);
    assert_eq!(stage.bot.patch(&path, json!({"components": []})).await.0, 200);
    assert_eq!(click("on").unwrap_err(), Refused::NoSuchComponent("on".into()));
}

#[tokio::test]
async fn choosing_the_same_again_sends_nothing() {
    let mut stage = Stage::new().await;
    let id = stage.posted(json!({"content": "t", "components": rows(json!([menu("pick")]))})).await;
    let choose = |member: Id, values: &[&str]| stage.sandbox.send_select(member, stage.channel, id, "pick", values);
    assert_eq!(choose(stage.ana, &["q"]), Err(Refused::SameChoice), "the default is shown as chosen");
    let sent = choose(stage.ana, &["k", "q"]).unwrap();
    assert_eq!(choose(stage.ana, &["q", "k"]), Err(Refused::SameChoice));
    assert_eq!(choose(stage.ana, &["x"]), Err(Refused::BadValue("pick".into())));
    assert_eq!(choose(stage.ana, &[]), Err(Refused::WrongNumber("pick".into())));
    assert!(choose(stage.bo, &["k"]).is_ok(), "another client remembers for itself");
    let heard = stage.heard(sent).await;
    assert_eq!(heard.data["data"]["values"], json!(["k", "q"]));

    stage.answer(&heard, json!({"type": 7, "data": {"components": rows(json!([menu("pick")]))}})).await;
    let again = stage.sandbox.send_select(stage.ana, stage.channel, id, "pick", &["k", "q"]);
    assert_eq!(again, Err(Refused::SameChoice), "an update does not make a client forget");
}

#[tokio::test]
async fn a_modal_opens_and_comes_back() {
    let mut stage = Stage::new().await;
    let heard = stage.play(stage.ana).await;
    let input = json!({"type": 4, "custom_id": "name", "label": "Name", "style": 1, "max_length": 5});
    let modal = json!({"custom_id": "rename", "title": "Rename", "components": rows(json!([input]))});
    assert_eq!(stage.answer(&heard, json!({"type": 9, "data": modal})).await.0, 204);
    assert!(stage.sandbox.modal(stage.ana).is_some());
    let long = stage.sandbox.submit_modal(stage.ana, &[("name", "too long")]).await;
    assert_eq!(long.unwrap_err(), Refused::BadValue("name".into()));
    let (sandbox, ana) = (stage.sandbox.clone(), stage.ana);
    let waiting = tokio::spawn(async move { sandbox.submit_modal(ana, &[("name", "Ana")]).await.unwrap() });
    let data = stage.bot.event("INTERACTION_CREATE").await;
    assert_eq!(data["data"]["components"][0]["components"][0]["value"], "Ana");
    let heard = Heard { id: id_of(&data), token: data["token"].as_str().unwrap().into(), data };
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "renamed"}})).await.0, 204);
    assert!(waiting.await.unwrap().answered_once());
    assert_eq!(stage.sandbox.modal(stage.ana), None);
}

#[tokio::test]
async fn commands_are_used_as_they_are_registered() {
    let mut stage = Stage::new().await;
    let option = |kind: u64, name: &str| json!({"type": kind, "name": name, "description": "d"});
    let mut points = option(4, "points");
    points["required"] = true.into();
    points["min_value"] = 1.into();
    let mut word = option(3, "word");
    word["autocomplete"] = true.into();
    let new = json!({"type": 1, "name": "new", "description": "d", "options": [points, option(6, "partner"), word]});
    let command =
        json!([{"name": "canasta", "description": "d", "options": [new], "default_member_permissions": 2048}]);
    assert_eq!(stage.bot.put(&format!("/applications/{}/commands", stage.app()), command).await.0, 200);

    let (sandbox, ana, bo, channel) = (stage.sandbox.clone(), stage.ana, stage.bo, stage.channel);
    let use_it = |path: &str, options: &[(&str, Value)]| sandbox.send_slash(ana, channel, path, options);
    assert_eq!(use_it("play", &[]), Err(Refused::NoSuchCommand("play".into())), "it was overwritten");
    assert_eq!(use_it("canasta", &[]), Err(Refused::NoSuchCommand("canasta".into())));
    assert_eq!(use_it("canasta new", &[]), Err(Refused::MissingOption("points".into())));
    assert_eq!(use_it("canasta new", &[("points", json!(0))]), Err(Refused::BadValue("points".into())));
    assert_eq!(use_it("canasta new", &[("x", json!(0))]), Err(Refused::NoSuchOption("x".into())));
    let id = use_it("canasta new", &[("points", json!(500)), ("partner", json!(bo))]).unwrap();
    let heard = stage.heard(id).await;
    assert_eq!(heard.data["data"]["options"][0]["options"][1]["value"], bo.to_string());
    assert_eq!(heard.data["data"]["resolved"]["users"][bo.to_string()]["username"], "bo");

    let options = [("word", json!("ca"))];
    let waiting =
        tokio::spawn(async move { sandbox.autocomplete(ana, channel, "canasta new", &options, "word").await });
    let data = stage.bot.event("INTERACTION_CREATE").await;
    assert_eq!(data["type"], 4);
    let heard = Heard { id: id_of(&data), token: data["token"].as_str().unwrap().into(), data };
    let body = json!({"type": 8, "data": {"choices": [{"name": "canasta", "value": "canasta"}]}});
    assert_eq!(stage.answer(&heard, body).await.0, 204);
    assert_eq!(waiting.await.unwrap().unwrap().completions[0]["name"], "canasta");

    let other = stage.sandbox.add_guild("Elsewhere");
    let path = format!("/applications/{}/guilds/{other}/commands", stage.app());
    assert_eq!(stage.bot.put(&path, json!([{"name": "local", "description": "d"}])).await.0, 200);
    let local = stage.sandbox.send_slash(ana, channel, "local", &[]);
    assert_eq!(local, Err(Refused::NoSuchCommand("local".into())), "a guild's commands are that guild's alone");

    stage.sandbox.deny(channel, ana, 2048);
    assert_eq!(
        stage.sandbox.send_slash(ana, channel, "canasta new", &[("points", json!(5))]),
        Err(Refused::NotAllowed)
    );
    stage.sandbox.leave(stage.guild, ana);
    assert_eq!(stage.sandbox.send_slash(ana, channel, "canasta new", &[]), Err(Refused::NoAccess));
}

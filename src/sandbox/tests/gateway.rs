//! Sessions: who gets in, what they hear, what a resume brings back.

use super::*;
use crate::sandbox::tests::bot::Socket;

#[tokio::test]
async fn refuses_a_wrong_token_and_what_it_does_not_know() {
    let stage = Stage::new().await;
    for (frame, code) in [
        (json!({"op": 2, "d": {"token": "wrong", "intents": 1}}), 4004),
        (json!({"op": 2, "d": {"token": stage.sandbox.token(), "intents": 1 << 15}}), 4014),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 99, "d": {}}), 4001),
    ] {
        let mut socket = Socket::open(&stage.sandbox).await;
        assert_eq!(socket.next().await.unwrap()["d"]["heartbeat_interval"], 41_250);
        socket.say(frame).await;
        assert_eq!(socket.next().await, Err(code));
    }
}

#[tokio::test]
async fn greets_with_guilds_and_answers_heartbeats() {
    let stage = Stage::new().await;
    let mut bot = Bot::connect(&stage.sandbox, 1).await;
    let guild = bot.event("GUILD_CREATE").await;
    assert_eq!(guild["id"], stage.guild.to_string());
    assert_eq!(guild["channels"][0]["name"], "table");
    assert_eq!(guild["member_count"], 4);
    assert_eq!(
        guild["members"].as_array().unwrap().len(),
        1,
        "without presences only the bot's own member comes along"
    );
    bot.socket.say(json!({"op": 1, "d": bot.seq})).await;
    assert_eq!(bot.socket.next().await.unwrap()["op"], 11);
    bot.socket.say(json!({"op": 2, "d": {"token": bot.token, "intents": 1}})).await;
    assert_eq!(bot.socket.next().await, Err(4005));
}

#[tokio::test]
async fn guilds_alone_bring_no_messages() {
    let mut stage = Stage::new().await;
    let mut other = Bot::connect(&stage.sandbox, 1 | 1 << 9).await;
    let id = stage.posted(json!({"content": "hello"})).await;
    let told = other.event("MESSAGE_CREATE").await;
    assert_eq!((told["id"].as_str(), told["content"].as_str()), (Some(&*id.to_string()), Some("hello")));
    stage.sandbox.say(stage.ana, stage.channel, "secret").unwrap();
    assert_eq!(other.event("MESSAGE_CREATE").await["content"], "", "what members write is hidden without its intent");
    stage.sandbox.delete_message(stage.channel, id);
    assert_eq!(other.event("MESSAGE_DELETE").await["id"], id.to_string());
    stage.bot.event("GUILD_CREATE").await;
    assert!(stage.bot.socket.quiet().await);
}

#[tokio::test]
async fn tells_of_channels_threads_and_outages() {
    let mut stage = Stage::new().await;
    let thread = stage.sandbox.add_thread(stage.channel, stage.ana, "round");
    assert_eq!(stage.bot.event("THREAD_CREATE").await["parent_id"], stage.channel.to_string());
    stage.sandbox.set_archived(thread, true);
    assert_eq!(stage.bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"], true);
    stage.sandbox.delete_channel(thread);
    assert_eq!(stage.bot.event("THREAD_DELETE").await["id"], thread.to_string());
    stage.sandbox.delete_channel(stage.channel);
    assert_eq!(stage.bot.event("CHANNEL_DELETE").await["id"], stage.channel.to_string());
    stage.sandbox.set_outage(stage.guild, true);
    assert_eq!(stage.bot.event("GUILD_DELETE").await["unavailable"], true);
    stage.sandbox.set_outage(stage.guild, false);
    stage.bot.event("GUILD_CREATE").await;
    stage.sandbox.remove_bot(stage.guild);
    assert!(stage.bot.event("GUILD_DELETE").await.get("unavailable").is_none());
}

#[tokio::test]
async fn a_resume_brings_what_was_missed() {
    let mut stage = Stage::new().await;
    stage.bot.event("GUILD_CREATE").await;
    stage.sandbox.cut_gateway();
    assert_eq!(stage.bot.socket.next().await, Err(0));
    let id = stage.sandbox.send_slash(stage.ana, stage.channel, "play", &[]).unwrap();
    stage.bot.resume(&stage.sandbox).await;
    let heard = stage.heard(id).await;
    stage.bot.event("RESUMED").await;
    assert_eq!(stage.answer(&heard, json!({"type": 4, "data": {"content": "here"}})).await, (204, 0));
    assert!(stage.outcome(&heard).delivered);
    assert_eq!((stage.sandbox.identifies(), stage.sandbox.resumes()), (1, 1));
}

#[tokio::test]
async fn a_session_that_is_over_cannot_be_resumed() {
    let mut stage = Stage::new().await;
    stage.bot.event("GUILD_CREATE").await;
    stage.sandbox.ask_reconnect();
    assert_eq!(stage.bot.socket.next().await.unwrap()["op"], 7);
    stage.sandbox.invalidate_session(false);
    assert_eq!(stage.bot.socket.next().await.unwrap()["d"], false);
    stage.bot.resume(&stage.sandbox).await;
    assert_eq!(stage.bot.socket.next().await.unwrap()["op"], 9);
    let id = stage.sandbox.send_slash(stage.ana, stage.channel, "play", &[]).unwrap();
    assert!(!stage.sandbox.outcome(id).unwrap().delivered, "nobody is there to hear of it");
}

#[tokio::test]
async fn payloads_hold_to_the_specification_where_it_speaks_of_their_parts() {
    let mut stage = Stage::new().await;
    let Some(schemas) = stage.sandbox.shared.schemas.clone() else { return };
    let check = |name: &str, value: &Value| {
        let problems = schemas.named(name, value);
        assert!(problems.is_empty(), "{name}: {problems:?} in {value:#}");
    };
    let thread = stage.sandbox.add_thread(stage.channel, stage.ana, "round");
    stage.sandbox.deny(stage.channel, stage.ana, 1 << 15);
    let heard = stage.play(stage.ana).await;
    let picks = json!([{"type": 1, "components": [button("draw")]}, {"type": 1, "components": [menu("pick")]}]);
    let data = json!({"content": format!("<@{}>", stage.ana), "embeds": [{"title": "t"}], "components": picks,
        "allowed_mentions": {"parse": []}});
    stage.answer(&heard, json!({"type": 4, "data": data})).await;
    let table = stage.last(stage.ana).id;
    let click = stage.click(stage.ana, table, "draw").await;
    stage.answer(&click, json!({"type": 4, "data": {"content": "more", "components": picks}})).await;
    let more = stage.last(stage.ana).id;
    let again = stage.click(stage.ana, more, "draw").await;
    for heard in [&heard, &click, &again] {
        check("GuildMemberResponse", &heard.data["member"]);
        check("GuildChannelResponse", &heard.data["channel"]);
    }
    check("MessageResponse", &click.data["message"]);
    check("MessageResponse", &again.data["message"]);
    let mut other = Bot::connect(&stage.sandbox, 1).await;
    let guild = other.event("GUILD_CREATE").await;
    check("GuildResponse", &guild);
    check("GuildChannelResponse", &guild["channels"][0]);
    check("GuildMemberResponse", &guild["members"][0]);
    check("GuildRoleResponse", &guild["roles"][1]);
    check("ThreadResponse", &guild["threads"][0]);
    assert_eq!(guild["threads"][0]["id"], thread.to_string());
}

#[tokio::test]
async fn who_identifies_anew_gives_up_the_lost_session() {
    let mut stage = Stage::new().await;
    stage.sandbox.cut_gateway();
    let lost = (stage.bot.session.clone(), stage.bot.seq);
    stage.bot = Bot::connect(&stage.sandbox, 1).await;
    stage.bot.event("GUILD_CREATE").await;
    assert_eq!(stage.sandbox.connected(), 1);
    (stage.bot.session, stage.bot.seq) = lost;
    stage.bot.resume(&stage.sandbox).await;
    assert_eq!(stage.bot.socket.next().await.unwrap()["op"], 9);
}

#[tokio::test]
async fn too_many_frames_close_the_connection() {
    let mut stage = Stage::new().await;
    stage.bot.event("GUILD_CREATE").await;
    // A minute may end in between: at most two minutes' worth is sent.
    for _ in 0..250 {
        stage.bot.socket.shout(json!({"op": 1, "d": null})).await;
    }
    loop {
        match stage.bot.socket.next().await {
            Ok(frame) => assert_eq!(frame["op"], 11),
            Err(code) => return assert!(code == 4008 || code == 0),
        }
    }
}

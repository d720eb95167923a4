//! From the start of the program to a table: what Discord or the database make of it, and commands that come twice, too
//! late for the bot's version, or where a table can't be kept.

use std::time::Duration;

use canasta::sandbox::permissions::{SEND_MESSAGES, SEND_MESSAGES_IN_THREADS};
use canasta::sandbox::{AnswerKind, Fault, Trouble};
use serde_json::json;

use super::party::{Party, SOON};
use super::trouble::failure_in;

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_it_while_discord_is_silent() {
    let mut party = Party::unlimited(4).await;
    party.end_bot().await;
    // It asks who it is, and where the gateway is.
    for request in [0, 1] {
        party.sandbox.fault(Fault::any(1, Trouble::Hold).after(request));
        let held = party.sandbox.held();
        party.begin_bot();
        let waits = party.sandbox.wait_until(SOON, || (party.sandbox.held() > held).then_some(())).await;
        assert!(waits.is_some(), "request {request} of a start is not sent: {}", party.log());
        let took = party.end_bot().await;
        assert!(took < Duration::from_secs(5), "{took:?} after request {request}");
        party.sandbox.clear_faults();
    }
    party.start_bot().await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_discord_does_not_take_at_first_are_registered_later() {
    let mut party = Party::unlimited(4).await;
    party.end_bot().await;
    party.another_stand_in().await;
    let broken = Trouble::Status { status: 500, retry_after_ms: 0 };
    party.sandbox.fault(Fault::on("PUT", "/applications/*/commands", 1, broken));
    // It waits for the commands.
    party.start_bot().await;
    assert!(party.log().contains("the commands are not registered"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_twice_opens_one_table() {
    let party = Party::unlimited(4).await;
    let sent = party.sandbox.send_slash(party.members[0], party.channel, "canasta new", &[]).expect("sent");
    assert!(party.sandbox.deliver_again(sent));
    assert!(party.sandbox.answered(sent).await.expect("known").answered_once());
    // What came before it was looked at before.
    assert!(party.told(1, "new", &[]).await.contains("Table 2"));
    let tables = party.told(0, "tables", &[]).await;
    assert!(tables.contains("Table 2") && !tables.contains("Table 3"), "{tables}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_of_another_version_is_answered_with_a_number_that_the_log_has() {
    let party = Party::unlimited(4).await;
    let (base, application) = (party.sandbox.base_url(), party.sandbox.application());
    let url = format!("{base}/api/v10/applications/{application}/commands");
    let old = json!({"name": "meld", "description": "of an older version", "type": 1});
    let request = reqwest::Client::new().post(url).header("authorization", format!("Bot {}", party.sandbox.token()));
    request.json(&old).send().await.expect("sent").error_for_status().expect("registered");
    let outcome = party.sandbox.slash(party.members[0], party.channel, "meld", &[]).await.expect("sent");
    assert!(outcome.answered_once(), "{outcome:?}");
    let told = party.sandbox.shown(&outcome, SOON).await.expect("an answer");
    assert_eq!(told.viewer, Some(party.members[0]));
    assert!(told.content.contains("went wrong"), "{}", told.content);
    assert!(party.log().contains(&format!("failure={}", failure_in(&told))), "{}\n{}", told.content, party.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_promises_a_command_its_answer() {
    let party = Party::unlimited(4).await;
    let host = party.members[0];
    let outcome = party.slowly(2500, party.slash(host, "new", &[])).await;
    assert_eq!(outcome.answer().expect("answered").kind, AnswerKind::DeferredMessage);
    let told = party.sandbox.shown(&outcome, SOON).await.expect("the answer");
    assert!(told.viewer == Some(host) && told.content.contains("Table 1"), "{told:?}");
    party.board_when("is a lobby", |board| board.button("Leave").is_some()).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_promises_who_draws_at_the_table_a_hand() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (player, _, _) = party.about_to_draw().await;
    let board = party.board().expect("a table");
    let draw = board.button("Draw").expect("to draw").custom_id;
    let outcome = party.slowly(2500, party.click(player, &board, &draw)).await;
    assert_eq!(outcome.answer().expect("answered").kind, AnswerKind::DeferredMessage);
    let hand = party.sandbox.shown(&outcome, SOON).await.expect("the hand");
    assert!(hand.viewer == Some(player) && hand.content.contains("Your turn: meld"), "{hand:?}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_discord_did_not_take_leaves_the_one_before() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (player, hand, _) = party.about_to_draw().await;
    let lost = Trouble::Status { status: 404, retry_after_ms: 0 };
    party.sandbox.fault(Fault::on("POST", "/interactions/*/*/callback", 1, lost));
    let board = party.board().expect("a table");
    let my_hand = board.button("My hand").expect("to see the hand").custom_id;
    // For three seconds the member waits for an answer.
    let outcome = party.sandbox.click(player, &board, &my_hand).await.expect("sent");
    assert!(!outcome.answered());
    assert!(party.sandbox.message(party.channel, hand.id).is_some(), "no hand is left");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_discord_took_without_saying_so_is_the_open_one() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (player, hand, _) = party.about_to_draw().await;
    party.sandbox.fault(Fault::on("POST", "/interactions/*/*/callback", 1, Trouble::LoseAnswer));
    let board = party.board().expect("a table");
    let my_hand = board.button("My hand").expect("to see the hand").custom_id;
    assert!(party.sandbox.click(player, &board, &my_hand).await.expect("sent").answered());
    let gone = || party.sandbox.message(party.channel, hand.id).is_none().then_some(());
    assert!(party.sandbox.wait_until(SOON, gone).await.is_some(), "two hands are left");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_thread_the_bot_needs_what_threads_need() {
    let mut party = Party::unlimited(4).await;
    let (channel, bot) = (party.channel, party.sandbox.bot());
    party.channel = party.sandbox.add_thread(channel, party.members[0], "a thread");
    party.sandbox.deny(channel, bot, SEND_MESSAGES_IN_THREADS);
    let told = party.told(0, "new", &[]).await;
    assert!(told.contains("Send Messages in Threads"), "{told}");
    party.sandbox.allow(channel, bot, SEND_MESSAGES_IN_THREADS);
    let told = party.told(0, "new", &[("thread", true.into())]).await;
    assert!(told.contains("A thread can't have a thread"), "{told}");
    // In the channel itself it may not write.
    party.sandbox.deny(channel, bot, SEND_MESSAGES);
    assert!(party.told(0, "new", &[]).await.contains("Table 1"));
    party.board_when("is a lobby", |board| board.button("Leave").is_some()).await;
    party.assert_clean();
}

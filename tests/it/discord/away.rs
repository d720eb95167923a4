//! What members and administrators take away, and what comes back: messages, channels, threads, permissions, the bot.

use std::time::Duration;

use canasta::sandbox::permissions::SEND_MESSAGES;
use canasta::sandbox::{Outcome, SandboxConfig};
use canasta::table::Phase;
use rand::{SeedableRng, rngs::StdRng};
use sqlx::{Connection, Executor, SqliteConnection};

use super::party::{EAGER, Party, SOON};
use super::player::{sensible, step};
use super::trouble::unlimited;

impl Party {
    /// Plays by commands, as who sees no table message does, for so many steps.
    async fn play_unseen(&self, steps: u64, rng: &mut StdRng) {
        let step = self.stored(1).await.0.table.step;
        while let table = self.stored(1).await.0.table
            && table.step < step + steps
        {
            let player = table.to_act().next().expect("somebody").user.0;
            self.slash(player, "hand", &[]).await;
            let hand = self.private(player).expect("the hand");
            let used = sensible(&hand, EAGER, rng).expect("something to do");
            let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
            match values.as_slice() {
                [] => self.click(player, &hand, &used.custom_id).await,
                values => self.select(player, &hand, &used.custom_id, values).await,
            };
        }
    }

    /// The message of the table shows how it stands in the database.
    async fn shown_as_it_is(&self) -> canasta::sandbox::Message {
        let now = self.stored(1).await.0.table.step;
        self.board_when("is shown as it is", |board| step(board) == Some(now)).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_comes_back() {
    let party = unlimited().await;
    party.open("classic", 4, "one round").await;
    let board = party.until_draw(&mut StdRng::seed_from_u64(6)).await;
    let player = Party::waited_for(&board).expect("somebody");
    party.click_board(player, "My hand").await;
    let hand = party.private(player).expect("the hand");
    party.sandbox.delete_message(party.channel, board.id);
    party.click(player, &hand, &hand.button("Draw").expect("to draw").custom_id).await;
    party.board_when("comes back", |back| step(back) > step(&board)).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_be_posted_the_old_message_shows_the_table() {
    let mut rng = StdRng::seed_from_u64(6);
    let party = unlimited().await;
    party.open("classic", 4, "one round").await;
    for member in &party.members {
        party.slash(*member, "pings", &[("when", party.choice("pings", "when", "always"))]).await;
    }
    let before = party.board().expect("a table");
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    // Some turns pass: each time the next player is to be called, and can't be.
    party.play_unseen(12, &mut rng).await;
    let edited = party.shown_as_it_is().await;
    assert_eq!(edited.id, before.id);
    let table = party.stored(1).await.0.table;
    let player = table.to_act().next().expect("somebody").user.0;
    assert!(edited.content.contains(&format!("▶ <@{player}>")), "{}", edited.content);
    // Discord bans who is refused too often.
    let refused = party.log().matches("a table is not posted anew").count();
    // That the permission was taken lets it be tried once more.
    assert!((1..=2).contains(&refused), "{}", party.log());
    party.sandbox.allow(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let called = party.board_when("calls its player", |board| board.id > before.id).await;
    assert_eq!(Party::waited_for(&called), Some(player));
    party.play_to_the_end(6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_takes_its_table_along() {
    let party = unlimited().await;
    party.open("classic", 4, "one round").await;
    let other = party.sandbox.add_channel(party.guild, "elsewhere");
    party.sandbox.delete_channel(party.channel);
    let ended = async {
        while party.stored(1).await.0.table.phase != Phase::Closed {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(SOON, ended).await.expect("the table ends");
    let outcome = party.sandbox.slash(party.members[0], other, "canasta tables", &[]).await.expect("a command");
    let shown = party.sandbox.shown(&outcome, SOON).await.expect("an answer");
    assert!(!shown.content.contains("Table 1"), "{}", shown.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_a_locked_thread_rests_and_goes_on() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut party = unlimited().await;
    let thread = party.sandbox.add_thread(party.channel, party.members[0], "cards");
    party.channel = thread;
    party.open("classic", 4, "one round").await;
    let before = party.board().expect("a table");
    party.sandbox.set_archived(thread, true);
    party.sandbox.set_locked(thread, true);
    party.play_unseen(6, &mut rng).await;
    assert_eq!(party.board().expect("a table").content, before.content);
    party.sandbox.set_locked(thread, false);
    party.shown_as_it_is().await;
    // What is archived comes out of the archive by the next move.
    party.sandbox.set_archived(thread, true);
    party.play_unseen(3, &mut rng).await;
    party.shown_as_it_is().await;
    assert!(party.sandbox.badly_answered().is_empty(), "{:#?}", party.sandbox.badly_answered());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_waited_out() {
    let mut rng = StdRng::seed_from_u64(8);
    let party = unlimited().await;
    party.open("classic", 4, "one round").await;
    let board = party.until_draw(&mut rng).await;
    party.sandbox.set_outage(party.guild, true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    party.sandbox.set_outage(party.guild, false);
    assert_eq!(party.removed_servers().await, 0);
    party.play_once(&mut rng).await;
    party.board_when("goes on", |now| step(now) > step(&board)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_removed_the_bot_is_forgotten_after_thirty_days() {
    let mut party = unlimited().await;
    party.open("classic", 4, "one round").await;
    // One server removes the bot while it looks, another while it is away.
    let other = party.sandbox.add_guild("Other cards");
    party.sql(&format!("update tables set guild_id = {other}")).await;
    // That the bot is in a server is heard a moment after the connection.
    tokio::time::sleep(Duration::from_millis(300)).await;
    party.sandbox.remove_bot(party.guild);
    while party.removed_servers().await < 1 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    party.end_bot().await;
    party.sandbox.remove_bot(other);
    party.start_bot().await;
    while party.removed_servers().await < 2 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    party.stored(1).await;
    party.end_bot().await;
    party.sql("update removed_guilds set removed_at = removed_at - 31 * 24 * 3600 * 1000").await;
    party.start_bot().await;
    while party.count("select count(*) from tables").await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(party.removed_servers().await, 0);
}

impl Party {
    /// SQL past the bot.
    async fn sql(&self, sql: &str) {
        let mut conn = self.connection().await;
        conn.execute(sqlx::AssertSqlSafe(sql.to_owned())).await.expect("it is done");
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let mut conn = self.connection().await;
        sqlx::query_scalar(sql).fetch_one(&mut conn).await.expect("a number")
    }

    async fn connection(&self) -> SqliteConnection {
        let url = format!("sqlite://{}", self.database().display());
        SqliteConnection::connect(&url).await.expect("a connection")
    }

    async fn removed_servers(&self) -> i64 {
        self.count("select count(*) from removed_guilds").await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_tables_in_one_channel_leave_no_click_unanswered() {
    let config = SandboxConfig { rate_limits: true, ..SandboxConfig::default() };
    let party = Party::with(config, 5).await;
    for member in &party.members {
        party.slash(*member, "new", &[("computers", 3.into())]).await;
    }
    // Everybody clicks as fast as they can, on whatever hand they have.
    let rounds = party.members.iter().map(|member| async {
        let mut rng = StdRng::seed_from_u64(*member);
        for _ in 0..20 {
            let hand = party.private(*member).expect("the hand");
            let Some(used) = sensible(&hand, EAGER, &mut rng) else {
                if let Some(refresh) = hand.button("Refresh") {
                    answered(party.sandbox.click(*member, &hand, &refresh.custom_id).await);
                }
                continue;
            };
            let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
            answered(match values.as_slice() {
                [] => party.sandbox.click(*member, &hand, &used.custom_id).await,
                values => party.sandbox.select(*member, &hand, &used.custom_id, values).await,
            });
        }
    });
    futures_util::future::join_all(rounds).await;
    let unanswered = party.sandbox.badly_answered();
    assert!(unanswered.is_empty(), "{unanswered:#?}");
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

/// A hand that was drawn anew under the finger takes no click: everything else is answered.
fn answered<E>(outcome: Result<Outcome, E>) {
    if let Ok(outcome) = outcome {
        assert!(outcome.answered_once(), "{outcome:?}");
    }
}

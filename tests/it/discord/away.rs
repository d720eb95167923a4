//! What members and administrators take away, and what comes back: messages, channels, threads, permissions, the bot.

use std::time::Duration;

use canasta::engine::BySeat;
use canasta::sandbox::permissions::SEND_MESSAGES;
use canasta::sandbox::{Outcome, SandboxConfig};
use canasta::table::{Rest, Table};
use rand::{SeedableRng, rngs::StdRng};
use sqlx::{Connection, Executor, SqliteConnection};

use super::party::{EAGER, Party, SOON};
use super::player::{sensible, step, uses};

const REMOVED_SERVERS: &str = "select count(*) from removed_guilds";

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
            let used = sensible(&hand, &uses(&hand), EAGER, rng).expect("something to do");
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
    let party = Party::unlimited(4).await;
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
async fn a_table_on_an_old_message_that_takes_no_more_edits_is_posted_anew() {
    let config = SandboxConfig { rate_limits: false, old_edits_per_hour: 0, ..SandboxConfig::default() };
    let party = Party::with(config, 4).await;
    party.open("classic", 4, "one round").await;
    party.until_draw(&mut StdRng::seed_from_u64(6)).await;
    // Whoever it waits for is called, and nobody again: the message gets old.
    party.sandbox.advance(Duration::from_mins(3));
    party.until_shown_is_kept().await;
    party.sandbox.advance(Duration::from_mins(62));
    let old = party.board().expect("a table");
    let player = Party::waited_for(&old).expect("somebody");
    party.slash(player, "hand", &[]).await;
    let hand = party.private(player).expect("the hand");
    party.click(player, &hand, &hand.button("Draw").expect("to draw").custom_id).await;
    let new = party.board_when("goes on", |board| step(board) > step(&old)).await;
    assert!(new.id > old.id, "an old message is edited");
    let gone = || party.sandbox.message(party.channel, old.id).is_none().then_some(());
    assert!(party.sandbox.wait_until(SOON, gone).await.is_some(), "the old message stays");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_be_posted_the_old_message_shows_the_table() {
    let mut rng = StdRng::seed_from_u64(6);
    let party = Party::unlimited(4).await;
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

impl Party {
    /// The table of the database, once it is as it should be.
    async fn stored_when(&self, is_so: impl Fn(&Table) -> bool) -> Table {
        let stored = async {
            loop {
                let table = self.stored(1).await.0.table;
                if is_so(&table) {
                    return table;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(SOON, stored).await.unwrap_or_else(|_| panic!("the table never is so:\n{}", self.log()))
    }

    fn refused_requests(&self) -> usize {
        self.sandbox.requests().iter().filter(|request| request.code == 10_003).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_is_deleted_rests_until_a_player_takes_it_elsewhere() {
    let mut rng = StdRng::seed_from_u64(9);
    let mut party = Party::unlimited(4).await;
    party.open_with(4, &[("target", "one round"), ("clock", "5 minutes a turn")]).await;
    party.play_once(&mut rng).await;
    party.sandbox.delete_channel(party.channel);
    party.stored_when(|table| table.rest == Some(Rest::ChannelGone)).await;
    // Neither the time nor a new start brings it on.
    party.sandbox.advance(Duration::from_mins(30));
    party.kill_bot().await;
    party.start_bot().await;
    party.channel = party.sandbox.add_channel(party.guild, "elsewhere");
    let told = party.told(0, "tables", &[]).await;
    assert!(told.contains("Table 1 ·") && told.contains("/canasta table takes it there"), "{told}");
    let hand = party.told(0, "hand", &[]).await;
    assert!(hand.contains("is gone, so it rests"), "{hand}");
    let resting = party.stored(1).await.0.table;
    assert!(resting.timing.overdue.is_none() && resting.computer_to_act().is_none());

    // Not where the bot may not post.
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let told = party.told(1, "table", &[]).await;
    assert!(told.contains("Send Messages"), "{told}");
    party.sandbox.allow(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let told = party.told(1, "table", &[]).await;
    assert!(told.contains("Table 1 stands here now"), "{told}");
    party.board_when("stands here", |board| Party::waited_for(board).is_some()).await;
    let table = party.stored_when(|table| table.rest.is_none()).await;
    assert!(table.deadline().is_some_and(|at| at > party.sandbox.now() + 4 * 60_000), "all of the turn's time");
    party.play_to_the_end(9).await;
    assert!(party.refused_requests() <= 1, "what is gone is asked for again and again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_vanished_unnoticed_is_asked_for_once() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    party.end_bot().await;
    party.sandbox.delete_channel(party.channel);
    // As if its message were older than the table.
    party.sql("update tables set shown_version = 0").await;
    for _ in 0..2 {
        party.start_bot().await;
        party.stored_when(|table| table.rest == Some(Rest::ChannelGone)).await;
        party.end_bot().await;
    }
    assert_eq!(party.refused_requests(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_vanished_unnoticed_is_taken_elsewhere_at_once() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    party.kill_bot().await;
    party.sandbox.delete_channel(party.channel);
    party.start_bot().await;
    party.channel = party.sandbox.add_channel(party.guild, "elsewhere");
    let told = party.told(0, "table", &[]).await;
    assert!(told.contains("Table 1 stands here now"), "{told}");
    party.board_when("stands here", |board| Party::waited_for(board).is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_tables_without_a_channel_each_is_taken_elsewhere() {
    let mut party = Party::unlimited(4).await;
    for _ in 0..2 {
        party.slash(party.members[0], "new", &[("computers", 3.into())]).await;
    }
    party.sandbox.delete_channel(party.channel);
    party.stored_when(|table| table.rest == Some(Rest::ChannelGone)).await;
    party.channel = party.sandbox.add_channel(party.guild, "elsewhere");
    let mut told = [party.told(0, "table", &[]).await, party.told(0, "table", &[]).await];
    told.sort();
    for (told, number) in told.iter().zip(1..) {
        assert!(told.contains(&format!("Table {number} stands here now")), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_post_it_says_what_it_lacks() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let told = party.told(0, "table", &[]).await;
    assert!(told.contains("Send Messages"), "{told}");
    // Where it may post, that is no answer.
    let elsewhere = party.sandbox.add_channel(party.guild, "elsewhere");
    let outcome = party.sandbox.slash(party.members[0], elsewhere, "canasta table", &[]).await.expect("an answer");
    let told = party.sandbox.shown(&outcome, SOON).await.expect("a message").content;
    assert!(told.contains(&format!("I may not post in <#{}>", party.channel)), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_can_be_called_no_turn_runs_out() {
    let mut rng = StdRng::seed_from_u64(10);
    let party = Party::unlimited(4).await;
    party.open_with(4, &[("target", "one round"), ("clock", "5 minutes a turn")]).await;
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    // It is noticed when the next player is to be called.
    party.sandbox.advance(Duration::from_mins(2));
    party.play_unseen(6, &mut rng).await;
    party.stored_when(|table| table.rest == Some(Rest::Barred)).await;
    let before = party.board().expect("a table");
    party.sandbox.advance(Duration::from_mins(30));
    // The bot looks at the clock now and then: it is to see this before it may post.
    tokio::time::sleep(Duration::from_millis(500)).await;
    party.sandbox.allow(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let table = party.stored_when(|table| table.rest.is_none()).await;
    assert_eq!((table.timing.overdue, table.timing.missed), (None, BySeat::default()));
    party.board_when("calls its player", |board| board.id > before.id && board.content.contains(":R>")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_server_that_has_the_bot_back_computer_players_play_on() {
    let mut party = Party::unlimited(1).await;
    let me = party.members[0];
    party.slash(me, "new", &[("computers", 3.into())]).await;
    let mut rng = StdRng::seed_from_u64(11);
    while party.stored(1).await.0.table.computer_to_act().is_none() {
        party.play_once(&mut rng).await;
    }
    party.kill_bot().await;
    // As if the bot had been removed at this moment.
    let removed = format!("insert into removed_guilds values ({}, {})", party.guild, party.sandbox.now());
    party.sql(&removed).await;
    party.sql("update tables set computer_next = 0, state = json_set(state, '$.rest', 'BotRemoved')").await;
    // A table that can't be read keeps no other from going on.
    party
        .sql(
            "insert into tables (table_id, guild_id, channel_id, phase, version, step, state, seated, opened_at, \
             changed_at) select 0, guild_id, channel_id, phase, 1, 0, 'damaged', '[]', 0, 0 from tables",
        )
        .await;
    party.start_bot().await;
    party.stored_when(|table| table.rest.is_none() && table.to_act().any(|member| member.user.0 == me)).await;
    party.board_when("waits for the member", |board| Party::waited_for(board) == Some(me)).await;
    assert_eq!(party.count(REMOVED_SERVERS).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_a_locked_thread_rests_and_goes_on() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut party = Party::unlimited(4).await;
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
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let board = party.until_draw(&mut rng).await;
    party.sandbox.set_outage(party.guild, true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    party.sandbox.set_outage(party.guild, false);
    assert_eq!(party.count(REMOVED_SERVERS).await, 0);
    party.play_once(&mut rng).await;
    party.board_when("goes on", |now| step(now) > step(&board)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_removed_the_bot_is_forgotten_after_thirty_days() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    // One server removes the bot while it looks, another while it is away.
    let other = party.sandbox.add_guild("Other cards");
    party.sql(&format!("update tables set guild_id = {other}")).await;
    // That the bot is in a server is heard a moment after the connection.
    tokio::time::sleep(Duration::from_millis(300)).await;
    party.sandbox.remove_bot(party.guild);
    party.count_becomes(REMOVED_SERVERS, 1).await;
    party.end_bot().await;
    party.sandbox.remove_bot(other);
    party.start_bot().await;
    party.count_becomes(REMOVED_SERVERS, 2).await;
    party.stored_when(|table| table.rest == Some(Rest::BotRemoved)).await;
    party.end_bot().await;
    party.sql("update removed_guilds set removed_at = removed_at - 31 * 24 * 3600 * 1000").await;
    party.start_bot().await;
    party.count_becomes("select count(*) from tables", 0).await;
    assert_eq!(party.count(REMOVED_SERVERS).await, 0);
}

impl Party {
    /// SQL past the bot.
    pub(super) async fn sql(&self, sql: &str) {
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

    async fn count_becomes(&self, sql: &'static str, wanted: i64) {
        let counted = async {
            while self.count(sql).await != wanted {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let became = tokio::time::timeout(SOON, counted).await;
        assert!(became.is_ok(), "{sql} never is {wanted}:\n{}", self.log());
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
            let Some(used) = sensible(&hand, &uses(&hand), EAGER, &mut rng) else {
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

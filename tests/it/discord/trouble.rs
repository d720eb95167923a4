//! Trouble at Discord, on the way there, and on this machine; and every command.

use std::time::Duration;

use canasta::sandbox::permissions::{CREATE_PUBLIC_THREADS, SEND_MESSAGES};
use canasta::sandbox::{AnswerKind, Fault, Id, Message, Trouble};
use canasta::table::Phase;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::Value;
use sqlx::{Connection, Executor, SqliteConnection};

use super::party::{Party, SOON};
use super::player::step;

/// Under which number the log has what the member was told of.
pub(super) fn failure_in(told: &Message) -> &str {
    let mut words = told.content.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_number = |word: &&str| word.len() > 10 && word.chars().all(|letter| letter.is_ascii_hexdigit());
    words.rfind(is_number).unwrap_or_default()
}

impl Party {
    /// What `/canasta …` says to the member alone.
    pub(super) async fn told(&self, member: usize, command: &str, options: &[(&str, Value)]) -> String {
        let outcome = self.slash(self.members[member], command, options).await;
        let shown: Message = self.sandbox.shown(&outcome, SOON).await.expect("an answer to read");
        assert_eq!(shown.viewer, Some(self.members[member]), "/canasta {command} is answered to all");
        shown.content
    }

    /// What comes of something while nothing can be written for so long.
    pub(super) async fn slowly<T>(&self, ms: u64, what: impl Future<Output = T>) -> T {
        let url = format!("sqlite://{}", self.database().display());
        let mut other = SqliteConnection::connect(&url).await.expect("a connection");
        other.execute("begin exclusive").await.expect("locked");
        let release = async {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            other.execute("rollback").await.expect("unlocked");
        };
        tokio::join!(what, release).0
    }

    /// Plays until somebody may draw: who, their hand, and its button for it.
    pub(super) async fn about_to_draw(&self) -> (Id, Message, String) {
        let board = self.until_draw(&mut StdRng::seed_from_u64(7)).await;
        let player = Party::waited_for(&board).expect("somebody");
        self.click_board(player, "My hand").await;
        let hand = self.private(player).expect("the hand");
        let draw = hand.button("Draw").expect("to draw").custom_id;
        (player, hand, draw)
    }

    /// Plays until somebody may draw from the table's message; that message.
    pub(super) async fn until_draw(&self, rng: &mut StdRng) -> Message {
        loop {
            let board = self.board_when("waits", |board| Party::waited_for(board).is_some()).await;
            if board.button("Draw").is_some_and(|draw| !draw.disabled) {
                return board;
            }
            self.play_once(rng).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_discord_are_waited_out() {
    let mut rng = StdRng::seed_from_u64(4);
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let messages = "/channels/*/messages";
    let wait = Trouble::Status { status: 429, retry_after_ms: 200 };
    let broken = Trouble::Status { status: 500, retry_after_ms: 0 };
    for (method, path, trouble) in [
        ("POST", messages, broken),
        ("POST", messages, wait),
        ("POST", messages, Trouble::LoseAnswer),
        ("PATCH", "/channels/*/messages/*", broken),
        ("PATCH", "/channels/*/messages/*", wait),
        ("DELETE", "/channels/*/messages/*", broken),
    ] {
        party.sandbox.fault(Fault::on(method, path, 2, trouble));
        for _ in 0..12 {
            party.play_once(&mut rng).await;
        }
        party.sandbox.clear_faults();
    }
    party.play_to_the_end(4).await;
    assert!(party.sandbox.badly_answered().is_empty(), "{:#?}", party.sandbox.badly_answered());
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_becomes_of_the_gateway_the_game_goes_on() {
    let mut rng = StdRng::seed_from_u64(5);
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "5000 points").await;
    let sandbox = &party.sandbox;
    let troubles: [(&dyn Fn(), bool); 4] = [
        (&|| sandbox.cut_gateway(), true),
        (&|| sandbox.ask_reconnect(), true),
        (&|| sandbox.invalidate_session(true), true),
        (&|| sandbox.invalidate_session(false), false),
    ];
    for (number, (trouble, resumes)) in troubles.into_iter().enumerate() {
        let before = sandbox.resumes();
        trouble();
        if resumes {
            let resumed = sandbox.wait_until(SOON, || (sandbox.resumes() > before).then_some(())).await;
            assert!(resumed.is_some(), "not resumed after trouble {number}: {}", party.log());
        } else {
            // It begins a new session, and hears nothing meanwhile.
            for connected in [false, true] {
                let so = || ((sandbox.connected() > 0) == connected).then_some(());
                assert!(sandbox.wait_until(SOON, so).await.is_some(), "no new session: {}", party.log());
            }
        }
        for _ in 0..10 {
            party.play_once(&mut rng).await;
        }
    }
    assert!(sandbox.violations().is_empty());
    assert!(sandbox.badly_answered().is_empty(), "{:#?}", sandbox.badly_answered());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_called_by_its_tables_number() {
    let party = Party::unlimited(4).await;
    let told = party.told(0, "new", &[("thread", true.into())]).await;
    let id: u64 = told.split(['#', '>']).nth(1).and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("{told}"));
    let requests = party.sandbox.requests();
    let made = requests.iter().find(|request| request.path.ends_with("/threads")).expect("a thread");
    assert_eq!(made.body["name"], "Canasta · table 1");
    let lobby = || party.sandbox.visible_last(party.members[0], id, 5).pop();
    assert!(party.sandbox.wait_until(SOON, lobby).await.is_some_and(|lobby| lobby.content.contains("Table 1")));
    assert!(party.board().is_none(), "the lobby stands in the channel as well");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_table_where_it_could_not_be_kept() {
    let party = Party::unlimited(4).await;
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    let told = party.told(0, "new", &[]).await;
    assert!(told.contains("Send Messages"), "{told}");
    party.sandbox.allow(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    party.sandbox.deny(party.channel, party.sandbox.bot(), CREATE_PUBLIC_THREADS);
    let told = party.told(0, "new", &[("thread", true.into())]).await;
    assert!(told.contains("Create Public Threads") && told.contains("without a thread, would work"), "{told}");
    assert!(party.board().is_none());
    let tables = party.told(0, "tables", &[]).await;
    assert!(!tables.contains("https://"), "{tables}");
    let target = party.choice("new", "target", "another number (set it by Options)");
    let told = party.told(0, "new", &[("target", target), ("computers", 3.into())]).await;
    assert!(told.contains("Set how many points win with its Options"), "{told}");
    party.board_when("waits for its options", |board| board.button("Start").is_some()).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_defers_the_answer() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (player, hand, draw) = party.about_to_draw().await;
    let outcome = party.slowly(2500, party.click(player, &hand, &draw)).await;
    let answer = outcome.answer().expect("answered");
    assert_eq!(answer.kind, AnswerKind::DeferredUpdate);
    assert!((1400..2400).contains(&answer.after), "{answer:?}");
    let drawn = || party.sandbox.message(party.channel, hand.id).filter(|now| step(now) > step(&hand));
    assert!(party.sandbox.wait_until(SOON, drawn).await.is_some(), "the hand never shows what was drawn");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_ends_only_once_its_host_confirms_it() {
    let party = Party::unlimited(4).await;
    party.told(0, "new", &[]).await;
    let [host, guest] = [party.members[0], party.members[1]];
    party.click_board(guest, "End the table").await;
    let refused = party.private(guest).expect("an answer").content;
    assert!(refused.contains("Only the host, Ana, can end this table; or, in its channel, a member"), "{refused}");
    party.click_board(host, "End the table").await;
    let asked = party.private(host).expect("the question");
    assert!(asked.content.contains("End table 1?"), "{}", asked.content);
    assert!(party.board().expect("a lobby").button("Leave").is_some());
    party.click(host, &asked, &asked.button("End the table").expect("to end it").custom_id).await;
    let closed = party.board_when("has ended", |board| board.content.contains("has ended")).await;
    assert!(closed.buttons().is_empty() && !closed.content.contains("free"), "{closed:?}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_about_a_lobby_ends_no_game() {
    let party = Party::unlimited(4).await;
    party.told(0, "new", &[("players", party.choice("new", "players", "2, each alone"))]).await;
    let [host, guest] = [party.members[0], party.members[1]];
    party.click_board(guest, "Join East").await;
    party.click_board(host, "End the table").await;
    let asked = party.private(host).expect("the question");
    party.click_board(host, "Start").await;
    party.board_when("is dealt", |board| board.button("My hand").is_some()).await;
    party.click(host, &asked, &asked.button("End the table").expect("to end it").custom_id).await;
    let again = party.sandbox.message(party.channel, asked.id).expect("the question");
    assert!(again.content.contains("End table 1 for good?"), "{}", again.content);
    assert_eq!(party.stored(1).await.0.table.phase, Phase::Playing);
    party.click(host, &again, &again.button("End the game").expect("to end it").custom_id).await;
    party.board_when("has ended", |board| board.content.contains("has ended")).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_join_shows_in_the_lobby_for_all() {
    let party = Party::unlimited(4).await;
    party.told(0, "new", &[]).await;
    let board = party.board_when("is a lobby", |board| board.button("Leave").is_some()).await;
    let join = board.buttons().into_iter().find(|button| button.label.starts_with("Join")).expect("a seat").custom_id;
    let guest = party.members[1];
    let outcome = party.slowly(2500, party.click(guest, &board, &join)).await;
    assert_eq!(outcome.answer().expect("answered").kind, AnswerKind::DeferredUpdate);
    party.board_when("shows the guest", |board| board.content.contains(&guest.to_string())).await;
    assert!(party.private(guest).is_none(), "the guest has a lobby of their own");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_after_a_while_leaves_the_hand() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (player, hand, draw) = party.about_to_draw().await;
    // Longer than the bot waits for the database.
    party.slowly(8000, party.click(player, &hand, &draw)).await;
    let told = || party.private(player).filter(|told| told.content.contains("went wrong"));
    let told = party.sandbox.wait_until(SOON, told).await.expect("the player is told");
    assert_ne!(told.id, hand.id);
    assert!(party.log().contains(&format!("failure={}", failure_in(&told))), "{}\n{}", told.content, party.log());
    let left = party.sandbox.message(party.channel, hand.id).expect("the hand is still there");
    assert_eq!(left.content, hand.content);
    assert!(party.sandbox.violations().is_empty());
    party.click(player, &hand, &draw).await;
    party.board_when("goes on", |board| step(board) > step(&hand)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_it_soon() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let took = party.end_bot().await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    party.start_bot().await;
    party.play_once(&mut StdRng::seed_from_u64(8)).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_answered() {
    let party = Party::unlimited(4).await;
    for (command, word) in [
        ("hand", "You sit at no table"),
        ("table", "You sit at no table"),
        ("leave", "You sit at no table"),
        ("end", "You sit at no table"),
        ("rules", "anasta"),
        ("help", "Playing here"),
        ("stats", "Ana"),
        ("leaderboard", ""),
        ("tables", ""),
    ] {
        let told = party.told(0, command, &[]).await;
        assert!(told.contains(word) && !told.is_empty(), "/canasta {command} says {told:?}");
    }
    party.open("classic", 4, "one round").await;
    let before = party.board().expect("a table").id;
    for _ in 0..2 {
        let told = party.told(0, "table", &[]).await;
        let place = format!("/{}/{}", party.channel, party.board().expect("a table").id);
        assert!(told.contains("at the bottom") && told.contains(&place), "{told}");
    }
    let after = party.board().expect("a table").id;
    assert!(after > before, "the table is not at the bottom");
    let boards = || party.sandbox.visible(party.members[0], party.channel);
    let one = || (boards().iter().filter(|message| message.viewer.is_none()).count() == 1).then_some(());
    assert!(party.sandbox.wait_until(SOON, one).await.is_some(), "two tables are shown");
    assert!(party.told(0, "hand", &[]).await.contains("Table 1"));
    assert!(party.told(0, "tables", &[]).await.contains("Table 1"));
    party.play_to_the_end(9).await;
    assert!(party.told(0, "stats", &[]).await.contains('1'));
    assert!(party.told(0, "leaderboard", &[]).await.contains("Ana"));
    party.click_board(party.members[0], "Rematch").await;
    assert!(party.told(1, "end", &[]).await.contains("Only the host"));
    assert!(party.told(0, "end", &[]).await.contains("End table 1 for good?"));
    let asked = party.private(party.members[0]).expect("the question");
    let [end, keep] = ["End the game", "Keep playing"].map(|label| asked.button(label).expect(label).custom_id);
    party.click(party.members[0], &asked, &keep).await;
    let kept = party.private(party.members[0]).expect("the answer");
    assert!(kept.id == asked.id && kept.content.contains("Nothing was ended") && kept.buttons().is_empty(), "{kept:?}");
    party.board_when("goes on", |board| board.button("My hand").is_some()).await;
    party.end().await;
    assert!(party.private(party.members[0]).expect("the answer").content.contains("Table 1 has ended"));
    let board = party.board_when("has ended", |board| board.content.contains("has ended")).await;
    assert!(board.content.contains("PILE") && board.button("My hand").is_none(), "{board:?}");
    // The buttons of the first question are gone; were they pressed all the same, nothing would come of it.
    assert!(party.sandbox.click(party.members[0], &asked, &end).await.is_err());
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_application_on_the_same_database_registers_its_own_commands() {
    let mut party = Party::unlimited(4).await;
    party.end_bot().await;
    party.another_stand_in().await;
    assert!(party.sandbox.commands().is_empty());
    // It waits for the commands.
    party.start_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_bot_on_the_same_database_is_turned_away() {
    let party = Party::unlimited(4).await;
    let second = party.program("run").output().await.expect("it runs");
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && told.contains("another bot is running"), "{told}");
    let checked = party.program("check").output().await.expect("it runs");
    assert!(checked.status.success(), "{checked:?}");
    party.open("classic", 4, "one round").await;
    party.assert_clean();
}

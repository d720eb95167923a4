//! Time passes: turns are warned of and played by the computer, lobbies close, silence can be broken.

use std::time::Duration;

use canasta::sandbox::{Id, Message};

use super::party::{Party, SOON};

const MINUTE: Duration = Duration::from_mins(1);

fn has_deadline(board: &Message) -> bool {
    board.content.contains(":R>")
}

impl Party {
    /// A game for two with this clock.
    async fn with_clock(clock: &str) -> Self {
        let party = Self::unlimited(2).await;
        let choice = |option: &str, name: &str| party.choice("new", option, name);
        let options = [("players", choice("players", "2, each alone")), ("clock", choice("clock", clock))];
        party.slash(party.members[0], "new", &options).await;
        party.click_board(party.members[1], "Join East").await;
        party.click_board(party.members[0], "Start").await;
        party.board_when("is dealt", |board| board.button("My hand").is_some()).await;
        party
    }

    /// Whom the table waits for now, and whom it does not.
    async fn waiting_and_other(&self) -> (Id, Id) {
        let board = self.board_when("waits for somebody", |board| Party::waited_for(board).is_some()).await;
        let waiting = Party::waited_for(&board).expect("just seen");
        (waiting, *self.members.iter().find(|member| **member != waiting).expect("two play"))
    }

    /// Until the database knows that the newest state is shown: a crash before that may call somebody once more.
    pub(crate) async fn until_shown_is_kept(&self) {
        for _ in 0..200 {
            let stored = self.stored(1).await.0;
            if stored.shown.version >= stored.version {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("what is shown is never kept");
    }

    fn pings(&self, member: Id) -> usize {
        self.sandbox.notifications(member).len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_warned_of_and_then_played_even_after_a_crash() {
    let mut party = Party::with_clock("5 minutes a turn").await;
    let (away, other) = party.waiting_and_other().await;
    party.board_when("shows until when", has_deadline).await;
    assert_eq!(party.pings(away), 0, "who has just clicked is here");
    party.sandbox.advance(MINUTE);
    let pinged = party.sandbox.wait_until(SOON, || (party.pings(away) > 0).then_some(())).await;
    assert!(pinged.is_some(), "who does not click any more is away");
    party.sandbox.advance(3 * MINUTE);
    party.board_when("shows that little time is left", |board| board.content.contains('⏳')).await;
    assert_eq!(party.pings(away), 2, "one warning");
    party.until_shown_is_kept().await;

    party.kill_bot().await;
    party.start_bot().await;
    party.sandbox.advance(2 * MINUTE);
    party.board_when("waits for the other", |board| Party::waited_for(board) == Some(other)).await;
    assert_eq!(party.pings(away), 2);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_pinged_has_half_of_a_short_turn_left() {
    let party = Party::with_clock("90 seconds a turn").await;
    let (away, _) = party.waiting_and_other().await;
    party.board_when("shows until when", has_deadline).await;
    party.sandbox.advance(MINUTE / 2);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(party.pings(away), 0, "there is time to click yet");
    party.sandbox.advance(MINUTE / 4);
    let pinged = party.sandbox.wait_until(SOON, || (party.pings(away) > 0).then_some(())).await;
    assert!(pinged.is_some(), "half of the turn is over");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_hand_tells_that_the_computer_played_it() {
    let party = Party::with_clock("5 minutes a turn").await;
    let (away, other) = party.waiting_and_other().await;
    party.click_board(away, "My hand").await;
    party.sandbox.advance(6 * MINUTE);
    party.board_when("waits for the other", |board| Party::waited_for(board) == Some(other)).await;
    // Also as soon as the time is up, while the computer has still to play.
    let told = |hand: &Message| {
        ["the computer plays this turn for", "\n> Robot for ", "Waiting for your turn"]
            .iter()
            .all(|told| hand.content.contains(told))
    };
    let told = party.sandbox.wait_until(SOON, || party.private(away).filter(told)).await;
    assert!(told.is_some(), "{:?}", party.private(away));
    // And so is everybody else.
    let name = if away == party.members[0] { "Ana" } else { "Cy" };
    let board = party.board().expect("a table").content;
    let told = format!("Time was up: the computer plays this turn for {name}.\nRobot for {name} ");
    assert!(board.contains(&told), "{board}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_ended_while_the_bot_was_down_is_not_lost() {
    let mut party = Party::with_clock("5 minutes a turn").await;
    let (away, other) = party.waiting_and_other().await;
    party.until_shown_is_kept().await;
    party.kill_bot().await;
    party.sandbox.advance(6 * MINUTE);
    party.start_bot().await;
    let board = party.board_when("shows that little time is left", |board| board.content.contains('⏳')).await;
    assert_eq!(Party::waited_for(&board), Some(away));
    assert_eq!(party.pings(away), 1, "the warning");
    party.click_board(away, "Draw").await;
    party.sandbox.advance(2 * MINUTE);
    party.board_when("waits for the other", |board| Party::waited_for(board) == Some(other)).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_warned_before_an_outage_is_warned_again_after_it() {
    let mut party = Party::with_clock("5 minutes a turn").await;
    let (away, _) = party.waiting_and_other().await;
    party.sandbox.advance(4 * MINUTE);
    party.board_when("shows that little time is left", |board| board.content.contains('⏳')).await;
    party.until_shown_is_kept().await;
    let before = party.pings(away);
    party.kill_bot().await;
    party.sandbox.advance(2 * MINUTE);
    party.start_bot().await;
    let warned = party.sandbox.wait_until(SOON, || (party.pings(away) > before).then_some(())).await;
    assert!(warned.is_some(), "{:?}", party.board());
    assert_eq!((party.waiting_and_other().await.0, party.pings(away)), (away, before + 1));
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_no_pings_gets_none() {
    let party = Party::with_clock("5 minutes a turn").await;
    let (away, other) = party.waiting_and_other().await;
    party.slash(away, "pings", &[("when", party.choice("pings", "when", "never"))]).await;
    let told = party.private(away).expect("an answer").content;
    assert!(told.contains("never"), "{told}");
    party.sandbox.advance(4 * MINUTE);
    party.board_when("shows that little time is left", |board| board.content.contains('⏳')).await;
    party.sandbox.advance(2 * MINUTE);
    party.board_when("waits for the other", |board| Party::waited_for(board) == Some(other)).await;
    assert_eq!(party.pings(away), 0);
    assert_eq!(party.pings(other), 1);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_played_for_until_a_click() {
    let party = Party::with_clock("90 seconds a turn").await;
    for turn in 0.. {
        let (stored, _) = party.stored(1).await;
        let away = |member: &Id| {
            let seat = stored.table.members().find(|(_, seated)| seated.user.0 == *member).map(|(seat, _)| seat);
            seat.is_some_and(|seat| stored.table.computers[seat].is_some())
        };
        if party.members.iter().all(away) {
            break;
        }
        assert!(turn < 40, "nobody counts as away");
        party.sandbox.advance(2 * MINUTE);
        tokio::time::sleep(Duration::from_millis(1500)).await;
    }
    // The computers play, whatever the time: a click on anything, and the next turn is the member's.
    let host = party.members[0];
    party.click_board(host, "Log").await;
    let board = party.board_when("waits for the member", |board| Party::waited_for(board) == Some(host)).await.content;
    let played = board.lines().filter(|line| line.starts_with("Robot for "));
    assert!(board.contains("\nAna is back") && played.count() > 1, "{board}");
    // Who comes back by asking for the hand is back in it.
    let hand = party.told(1, "hand", &[]).await;
    assert!(!hand.contains("You are away"), "{hand}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_that_nobody_uses_ends() {
    let party = Party::unlimited(2).await;
    party.slash(party.members[0], "new", &[]).await;
    party.board_when("is a lobby", |board| board.button("Start").is_some()).await;
    party.sandbox.advance(31 * MINUTE);
    party.board_when("has ended", |board| board.content.contains("has ended") && board.buttons().is_empty()).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_day_of_silence_a_player_starts_a_clock() {
    let party = Party::with_clock("none").await;
    let (away, other) = party.waiting_and_other().await;
    let board = party.board().expect("a table");
    assert!(!has_deadline(&board) && board.button("Start a clock").is_none(), "{}", board.content);
    party.sandbox.advance(25 * 60 * MINUTE);
    party.click_board(other, "Start a clock").await;
    let board = party.board_when("has a clock", has_deadline).await;
    assert_eq!(Party::waited_for(&board), Some(away));
    assert!(board.content.contains("started a clock: 24 hours a turn."), "{}", board.content);
    party.board_when("offers none", |board| board.button("Start a clock").is_none()).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_sets_the_clock_and_what_becomes_of_left_seats_by_options() {
    let party = Party::unlimited(2).await;
    let [host, guest] = [party.members[0], party.members[1]];
    party.slash(host, "new", &[("players", party.choice("new", "players", "2, each alone"))]).await;
    party.click_board(host, "Options").await;
    for wanted in ["Clock: 90 seconds a turn", "Left seats: wait for somebody"] {
        let options = party.private(host).expect("the options");
        let chosen = options.selects().into_iter().find_map(|menu| {
            let choice = menu.choices.iter().find(|choice| choice.label == wanted)?;
            Some((menu.custom_id.clone(), choice.value.clone()))
        });
        let (menu, value) = chosen.unwrap_or_else(|| panic!("no {wanted} in {options:?}"));
        party.select(host, &options, &menu, &[&value]).await;
        let told = party.private(host).expect("the options").content;
        assert!(told.contains(&format!("✓ {wanted}")), "{told}");
        party.board_when("tells everybody", |board| board.content.contains(wanted)).await;
    }
    party.click_board(guest, "Join East").await;
    let options = party.private(host).expect("the options");
    party.click_board(host, "Start").await;
    party.board_when("has a clock", has_deadline).await;
    // What can't be set any more is no longer offered.
    let menu = options.selects().into_iter().next().expect("a menu of options");
    party.select(host, &options, &menu.custom_id, &["target"]).await;
    let over = |message: &Message| message.content.starts_with("The game has begun.") && message.selects().is_empty();
    let told = party.sandbox.wait_until(SOON, || party.sandbox.message(party.channel, options.id).filter(over)).await;
    assert!(told.is_some(), "{:?}", party.sandbox.message(party.channel, options.id));
    assert!(party.stored(1).await.0.table.left_seats_wait);
    party.assert_clean();
}

//! One member and the computer: a game begins at once, computer players move by themselves, also after a crash, and
//! play on for who leaves.

use canasta::sandbox::Message;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;

use super::party::{Party, SOON};

/// One member alone, and one who looks on.
async fn alone() -> Party {
    let party = Party::unlimited(2).await;
    party.slash(party.members[0], "new", &[("computers", json!(3))]).await;
    // A bot that has just started may show the lobby for a moment.
    party.board_when("is a game", |board| board.button("My hand").is_some()).await;
    party
}

impl Party {
    /// The table once it waits for the first member, and whether another round was dealt before: with luck, one ends
    /// after a few turns.
    async fn own_turn(&self) -> (Message, bool) {
        let me = self.members[0];
        let mut dealt = false;
        loop {
            let now = |board: &Message| Party::waited_for(board) == Some(me) || board.button("Deal").is_some();
            let board = self.board_when("waits for the member or is over", now).await;
            if board.button("Deal").is_none() {
                return (board, dealt);
            }
            self.click_board(me, "Deal").await;
            self.board_when("is dealt again", |board| board.button("Deal").is_none()).await;
            dealt = true;
        }
    }

    /// Clicks for the first member through one turn of theirs.
    async fn play_a_turn(&self, rng: &mut StdRng) {
        self.own_turn().await;
        let me = Some(self.members[0]);
        while self.board().is_some_and(|board| Party::waited_for(&board) == me) {
            self.play_once(rng).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solo_game_begins_at_once_and_the_computer_plays_its_seats() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut party = alone().await;
    let me = party.members[0];
    let hand = party.private(me).expect("the hand is shown at once");
    assert!(hand.content.contains("round 1 · North") && hand.button("Draw").is_some(), "{}", hand.content);
    for _ in 0..3 {
        party.play_a_turn(&mut rng).await;
    }
    // Killed while the computer is to move: it moves after the start.
    party.kill_bot().await;
    party.start_bot().await;
    party.play_a_turn(&mut rng).await;
    let board = party.board().expect("a table");
    assert!(board.content.contains("Robot"), "{}", board.content);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_seats_computer_players_in_the_lobby() {
    let party = Party::unlimited(2).await;
    let (host, guest) = (party.members[0], party.members[1]);
    party.slash(host, "new", &[]).await;
    party.click_board(guest, "Join East").await;
    let add = |board: &Message| {
        board
            .selects()
            .into_iter()
            .find(|menu| menu.placeholder.contains("computer"))
            .map(|menu| menu.custom_id.clone())
    };
    for choice in ["e normal", "n easy"] {
        let board = party.board_when("offers computer players", |board| add(board).is_some()).await;
        let menu = add(&board).expect("just seen");
        // Only the host may.
        party.select(guest, &board, &menu, &[choice]).await;
        party.select(host, &board, &menu, &[choice]).await;
    }
    let board = party.board_when("is full", |board| board.content.contains("All seats")).await;
    assert!(board.content.contains("Robot South (easy)"), "{}", board.content);
    party.click_board(host, "Start").await;
    party.board_when("is a game", |board| board.button("My hand").is_some()).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_on_for_who_leaves_until_they_come_back() {
    let party = Party::unlimited(3).await;
    let (host, guest) = (party.members[0], party.members[1]);
    party.slash(host, "new", &[("computers", json!(2))]).await;
    party.click_board(guest, "Join North").await;
    party.click_board(host, "Start").await;
    party.slash(host, "leave", &[]).await;
    // The partner is called: whoever left holds nobody up.
    party.board_when("waits for the partner", |board| Party::waited_for(board) == Some(guest)).await;
    party.click_board(host, "Take the free seat").await;
    let board = party.board_when("has its player again", |board| board.button("Take the free seat").is_none()).await;
    assert!(board.content.contains("Ana"), "{}", board.content);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_in_a_row_are_shown_with_one_edit_that_tells_what_all_did() {
    let mut rng = StdRng::seed_from_u64(2);
    let party = alone().await;
    let me = party.members[0];
    for _ in 0..3 {
        party.play_a_turn(&mut rng).await;
        let (board, dealt) = party.own_turn().await;
        if dealt {
            continue;
        }
        // The hand is open: it is shown the new state as well.
        let pushed = || party.private(me).filter(|hand| hand.button("Draw").is_some_and(|draw| !draw.disabled));
        let hand = party.sandbox.wait_until(SOON, pushed).await.expect("the hand");
        for robot in ["Robot East", "Robot South", "Robot West"] {
            let did = |line: &str| line.trim_start_matches("> ").starts_with(robot);
            for shown in [&board.content, &hand.content] {
                assert!(shown.lines().any(did), "what {robot} did is not in {shown}");
            }
        }
    }
    // East plays first: one turn shown after the other, the table would say so of the two others in each row.
    let shown = party.sandbox.requests().into_iter().filter(|request| request.path.starts_with("/channels/"));
    let texts = shown.map(|request| request.body["content"].as_str().unwrap_or_default().to_owned());
    let between = texts.filter(|text| text.contains("▶ Robot South") || text.contains("▶ Robot West"));
    assert!(between.count() < 3, "computer players in a row are shown one by one");
    party.assert_clean();
}

//! People as they are: with names that mean mischief, gone from the server without a word, leaving a game for others.

use std::time::Duration;

use canasta::sandbox::permissions::MENTION_EVERYONE;
use canasta::sandbox::{Id, Message};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;

use super::party::{Party, SOON};
use super::player::step;

const MINUTE: Duration = Duration::from_mins(1);

/// So many members, the first four of them in a game; the others look on.
async fn game_of_four(members: usize, choices: &[(&str, &str)]) -> Party {
    let party = Party::unlimited(members).await;
    party.open_with(4, choices).await;
    party
}

impl Party {
    /// Plays until the table waits for somebody else than the host: who that is.
    async fn until_a_guest_is_to_play(&self, rng: &mut StdRng) -> Id {
        loop {
            let board = self.board_when("waits", |board| Party::waited_for(board).is_some()).await;
            match Party::waited_for(&board) {
                Some(player) if player != self.members[0] => return player,
                _ => drop(self.play_once(rng).await),
            }
        }
    }

    /// Plays until the round is over.
    async fn play_the_round(&self, rng: &mut StdRng) {
        while self.board().expect("a table").button("Deal").is_none() {
            self.play_once(rng).await;
        }
    }

    /// The table waits for somebody whom this member is not.
    async fn goes_on_without(&self, gone: Id) {
        self.board_when("goes on", |board| Party::waited_for(board).is_some_and(|player| player != gone)).await;
    }

    /// The others give up the seat of whoever is absent, and that is decided.
    async fn replace(&self, gone: Id, whom: Option<Id>) {
        let others: Vec<Id> = self.members[..4].iter().copied().filter(|member| *member != gone).collect();
        self.propose_to_replace(others[0], whom).await;
        for other in &others[1..] {
            self.click_board(*other, "Yes").await;
        }
        self.board_when("offers the seat", |board| board.button("Take the free seat").is_some()).await;
    }

    /// Everything that the bot ever wrote, for whomever.
    fn texts(&self) -> Vec<String> {
        let requests = self.sandbox.requests();
        let bodies = requests.iter().flat_map(|request| [&request.body["content"], &request.body["data"]["content"]]);
        bodies.filter_map(|content| content.as_str().map(str::to_owned)).collect()
    }
}

/// What of a text is markup, or could be: without blocks of code, and without what is escaped.
fn markup(text: &str) -> String {
    let plain = text.split("```").step_by(2).collect::<String>();
    let mut letters = plain.chars();
    let mut left = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter => left.push(letter),
        }
    }
    left
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_mean_mischief_are_shown_as_they_are() {
    let mut party = Party::unlimited(0).await;
    let onlooker = party.sandbox.add_member(party.guild, "Eve");
    let emoji = "🃏".repeat(32);
    let names = [&format!("<@{onlooker}>"), "@everyone", "||x|| ``` `a", &emoji];
    party.members = names.map(|name| party.sandbox.add_member(party.guild, name)).to_vec();
    // Right to left, and with a mark that turns around what follows.
    let turned = party.sandbox.add_member(party.guild, "\u{202e}שלום");
    party.members.push(turned);
    // Were it not for its care, the bot could call everybody.
    party.sandbox.allow(party.channel, party.sandbox.bot(), MENTION_EVERYONE);

    party.slash(turned, "new", &[("computers", json!(2))]).await;
    party.click_board(party.members[1], "Join North").await;
    party.board_when("is a full lobby", |board| board.content.contains("All seats")).await;
    party.click_board(turned, "Options").await;
    party.slash(onlooker, "tables", &[]).await;
    party.click_board(turned, "End the table").await;
    let asked = party.private(turned).expect("the question");
    party.click(turned, &asked, &asked.button("End the table").expect("to end it").custom_id).await;
    party.board_when("has ended", |board| board.content.contains("has ended")).await;

    party.open("classic", 4, "one round").await;
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..40 {
        party.play_once(&mut rng).await;
    }
    let board = party.board_when("is a table", |board| board.content.contains("PILE")).await.content;
    for shown in ["@everyone ", "||x|| '''", "🃏🃏🃏"] {
        assert!(board.contains(shown), "{shown} is not in {board}");
    }
    party.click_board(onlooker, "Log").await;
    let log = party.private(onlooker).expect("the log").content;
    assert!(log.contains("@\u{200b}everyone") && log.contains("\\|\\|x\\|\\|"), "{log}");
    party.play_to_the_end(3).await;
    for member in &party.members {
        party.slash(*member, "stats", &[]).await;
        let stats = party.private(*member).expect("the statistics");
        party.click(*member, &stats, &stats.button("Show here").expect("to show them").custom_id).await;
    }
    party.slash(onlooker, "leaderboard", &[]).await;
    let best = party.private(onlooker).expect("the leaderboard");
    assert!(best.content.contains("everyone"), "{}", best.content);
    party.click(onlooker, &best, &best.button("Show here").expect("to show it").custom_id).await;

    for text in party.texts() {
        let markup = markup(&text);
        let mischief = ["@everyone", "||", "`", "\u{202e}", &format!("<@{onlooker}>")];
        // In a block of code nothing is read but its end.
        let found = mischief.iter().find(|mark| markup.contains(**mark));
        assert!(found.is_none() && !text.contains('\u{202e}'), "{found:?} in {text}");
        assert!(text.matches("```").count() % 2 == 0, "{text}");
    }
    assert_eq!(party.sandbox.notifications(onlooker), [], "who only looks on is called");
    for member in &party.members {
        let calls = party.sandbox.notifications(*member);
        assert!(calls.iter().all(|call| call.content.contains(&format!("▶ <@{member}>"))), "{calls:?}");
    }
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_the_server_holds_nobody_up() {
    let mut rng = StdRng::seed_from_u64(4);
    let party = game_of_four(5, &[("clock", "5 minutes a turn")]).await;
    let gone = party.until_a_guest_is_to_play(&mut rng).await;
    let calls = party.sandbox.notifications(gone).len();
    party.sandbox.leave(party.guild, gone);
    // The others are answered, and the clock runs on.
    let told = party.slash(party.members[0], "hand", &[]).await;
    assert!(party.sandbox.shown(&told, SOON).await.is_some_and(|hand| hand.content.contains("Table 1")));
    party.sandbox.advance(4 * MINUTE);
    party.board_when("shows that little time is left", |board| board.content.contains('⏳')).await;
    party.sandbox.advance(2 * MINUTE);
    party.goes_on_without(gone).await;
    party.play_once(&mut rng).await;
    party.replace(gone, Some(gone)).await;
    let heir = party.members[4];
    party.click_board(heir, "Take the free seat").await;
    assert!(party.private(heir).expect("the hand").content.contains("Table 1"));
    let before = step(&party.board().expect("a table"));
    while party.board().is_some_and(|board| Party::waited_for(&board) != Some(heir)) {
        party.play_once(&mut rng).await;
    }
    party.play_once(&mut rng).await;
    party.board_when("goes on", |board| step(board) > before).await;
    assert_eq!(party.sandbox.notifications(gone).len(), calls, "who is gone is called");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_account_is_deleted_can_be_replaced() {
    let mut rng = StdRng::seed_from_u64(5);
    let party = game_of_four(4, &[("target", "one round")]).await;
    let gone = party.until_a_guest_is_to_play(&mut rng).await;
    party.sandbox.delete_account(gone);
    // Who has no account can't be named: whom the table waits for is meant.
    party.sandbox.advance(6 * MINUTE);
    party.replace(gone, None).await;
    party.goes_on_without(gone).await;
    party.play_to_the_end(5).await;
    // The computer has played to the end: that counts apart.
    assert!(party.told(0, "stats", &[]).await.contains("With computer players (counted apart): 1 game"));
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_was_left_waits_where_the_host_wants_it() {
    let mut rng = StdRng::seed_from_u64(6);
    let party = Party::unlimited(5).await;
    party.open_lobby(&[("left_seats", "wait for somebody")]).await;
    // More than a round brings: it must not end the game.
    party.set_option("target", "20000").await;
    party.begin(4).await;
    let leaver = party.until_a_guest_is_to_play(&mut rng).await;
    party.slash(leaver, "leave", &[]).await;
    assert!(party.private(leaver).expect("an answer").content.contains("Your seat waits"));
    let left = party.board_when("offers the seat", |board| board.button("Take the free seat").is_some()).await;
    assert_eq!(Party::waited_for(&left), None);
    assert!(left.content.contains("the seat is free, and waits for somebody"), "{}", left.content);
    // Longer than the computer takes for a move.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(party.board().as_ref().and_then(step), step(&left), "somebody plays for who left");

    let heir = party.members[4];
    party.click_board(heir, "Take the free seat").await;
    party.board_when("waits for the heir", |board| Party::waited_for(board) == Some(heir)).await;
    party.play_once(&mut rng).await;
    // Somebody else leaves: who has seen a hand of this round can't have that seat.
    let others = party.members[1..4].iter().copied();
    let second = others.clone().find(|member| *member != leaver).expect("three guests");
    party.slash(second, "leave", &[]).await;
    party.click_board(leaver, "Take the free seat").await;
    let told = party.private(leaver).expect("an answer").content;
    assert!(told.contains("You have seen the hand of Eve"), "{told}");
    party.click_board(second, "Take the free seat").await;
    let taken = |board: &Message| board.button("Take the free seat").is_none();
    party.board_when("has its player again", taken).await;
    party.play_the_round(&mut rng).await;
    // The round is scored: now any seat can be had.
    party.slash(second, "leave", &[]).await;
    party.click_board(leaver, "Take the free seat").await;
    party.board_when("is full", taken).await;
    party.click_board(leaver, "Deal").await;
    party.board_when("is dealt again", |board| board.button("Deal").is_none()).await;
    party.play_once(&mut rng).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_open_hand_learns_of_the_end_and_of_the_next_deal() {
    let mut rng = StdRng::seed_from_u64(9);
    let party = game_of_four(4, &[("target", "one round")]).await;
    for member in &party.members {
        party.click_board(*member, "My hand").await;
    }
    while party.board().expect("a table").button("Rematch").is_none() {
        party.play_once(&mut rng).await;
    }
    let all_hands_say = async |what: &str, says: &dyn Fn(&str) -> bool| {
        for member in &party.members {
            let said = || party.private(*member).filter(|hand| says(&hand.content));
            let hand = party.sandbox.wait_until(SOON, said).await;
            assert!(hand.is_some(), "{what}: {:?}", party.private(*member).map(|hand| hand.content));
        }
    };
    all_hands_say("the end", &|hand| hand.contains("won the game!")).await;
    party.click_board(party.members[1], "Rematch").await;
    all_hands_say("new cards", &|hand| hand.contains("our turn") && !hand.contains("won the game!")).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_tells_who_left_and_who_took_the_seat() {
    let mut rng = StdRng::seed_from_u64(8);
    let mut party = game_of_four(5, &[("target", "one round")]).await;
    let names = ["Ana", "Cy", "Bo", "Di"];
    let mut leaver = party.members[0];
    while leaver == party.members[0] {
        party.play_once(&mut rng).await;
        leaver = Party::waited_for(&party.until_draw(&mut rng).await).expect("somebody");
    }
    let place = party.members.iter().position(|member| *member == leaver).expect("a guest");
    // So there is a line of theirs.
    party.click_board(leaver, "Draw").await;
    party.slash(leaver, "leave", &[]).await;
    let left = format!("{} left: the computer plays on.", names[place]);
    party.board_when("tells who left", |board| board.content.contains(&left)).await;
    let hand = party.sandbox.wait_in(party.channel, SOON, |message| {
        (message.viewer == Some(leaver) && message.content.contains("You don't sit at this table")).then_some(())
    });
    hand.await.expect("the hand is another's now");
    party.goes_on_without(leaver).await;
    let heir = party.members[4];
    party.click_board(heir, "Take the free seat").await;
    let took = format!("Eve took {}'s seat.", names[place]);
    party.board_when("tells who took the seat", |board| board.content.contains(&took)).await;

    party.kill_bot().await;
    party.start_bot().await;
    party.play_once(&mut rng).await;
    let board = party.board_when("is drawn anew", |board| board.content.contains(&took)).await.content;
    let lines: Vec<&str> = board.lines().collect();
    let at = |line: &str| {
        lines.iter().position(|told| told.starts_with(line)).unwrap_or_else(|| panic!("no {line}: {board}"))
    };
    // Each by the name of who did it, in its order: the guest drew, the computer ended the turn, Eve came.
    assert!(at(&format!("{} ", names[place])) < at(&left), "{board}");
    assert!(at(&left) < at("Robot") && at("Robot") < at(&took), "{board}");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_a_seat_that_was_left_until_somebody_takes_it() {
    let mut rng = StdRng::seed_from_u64(7);
    let party = game_of_four(5, &[]).await;
    let leaver = party.until_a_guest_is_to_play(&mut rng).await;
    party.slash(leaver, "leave", &[]).await;
    party.goes_on_without(leaver).await;
    let heir = party.members[4];
    let listed = party.told(4, "tables", &[]).await;
    assert!(listed.contains("Tables you can join**\n- [Table 1]") && listed.contains("1 seat free"), "{listed}");
    party.click_board(heir, "Take the free seat").await;
    let hand = party.private(heir).expect("the hand").content;
    assert!(hand.contains("Table 1"), "{hand}");
    while party.board().is_some_and(|board| Party::waited_for(&board) != Some(heir)) {
        party.play_once(&mut rng).await;
    }
    party.play_once(&mut rng).await;
    // Nobody sits twice at a table.
    party.slash(party.members[0], "leave", &[]).await;
    party.click_board(heir, "Take the free seat").await;
    assert!(party.private(heir).expect("an answer").content.contains("You sit there already"));
    party.board_when("names the new host", |board| board.content.contains("is the host of this table now")).await;
    party.assert_clean();
}

//! What players decide together, in public, whatever happens to the bot meanwhile.

use std::time::Duration;

use canasta::sandbox::{Id, Message};
use serde_json::json;

use super::party::{Party, SOON};

impl Party {
    async fn propose(&self, member: usize, about: &str, whom: Option<usize>) {
        let mut options = vec![("about", self.choice("vote", "about", about))];
        options.extend(whom.map(|whom| ("member", json!(self.members[whom].to_string()))));
        self.slash(self.members[member], "vote", &options).await;
    }

    /// Begins the vote on whether to replace somebody, or whoever is absent, as soon as the bot has seen the clock move.
    pub(crate) async fn propose_to_replace(&self, by: Id, whom: Option<Id>) {
        let about = ("about", self.choice("vote", "about", "replace an absent player"));
        let options: Vec<_> = [about].into_iter().chain(whom.map(|whom| ("member", json!(whom.to_string())))).collect();
        for _ in 0..100 {
            self.slash(by, "vote", &options).await;
            if self.private(by).is_some_and(|told| told.content.contains("vote is open")) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no vote: {:?}", self.private(by).map(|told| told.content));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_pause_a_game_replace_who_is_absent_and_end_it() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    party.propose(0, "pause the game", None).await;
    party.board_when("asks whether to pause", |board| board.content.contains("Ana asks: pause the game? 1 of 3")).await;
    party.click_board(party.members[1], "Yes").await;
    party.board_when("counts two", |board| board.content.contains("2 of 3")).await;
    // A vote outlives the program.
    party.kill_bot().await;
    party.start_bot().await;
    party.click_board(party.members[2], "Yes").await;
    let paused = party.board_when("is paused", |board| board.content.contains("is paused")).await;
    assert!(paused.button("Yes").is_none(), "{paused:?}");
    party.click_board(party.members[3], "Go on").await;
    let on = party.board_when("goes on", |board| board.button("Go on").is_none()).await.content;
    assert!(on.contains("The game was paused.\nDi ended the pause."), "{on}");
    party.propose(1, "replace an absent player", Some(0)).await;
    let refused = party.private(party.members[1]).expect("an answer").content;
    assert!(refused.contains("Ana is not absent"), "{refused}");
    party.sandbox.advance(Duration::from_mins(6));
    party.propose_to_replace(party.members[1], Some(party.members[0])).await;
    for member in [2, 3] {
        party.click_board(party.members[member], "Yes").await;
    }
    let seat_left = |board: &Message| board.button("Take the free seat").is_some();
    let board = party.board_when("offers the seat", seat_left).await.content;
    assert!(board.contains("Ana was absent and was voted out: the computer plays on."), "{board}");
    party.propose(1, "pause the game", None).await;
    for member in [2, 3] {
        party.click_board(party.members[member], "No").await;
    }
    let lost = "The vote is over: the game is not paused.";
    party.board_when("tells that the vote is lost", |board| board.content.contains(lost)).await;
    party.propose(1, "end the game", None).await;
    party.click_board(party.members[2], "Yes").await;
    let ended = "The players have ended this table by a vote.";
    party.board_when("has ended", |board| board.content.contains(ended)).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_to_vote_and_seems_away_is_pinged_once() {
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let board = party.board_when("waits for somebody", |board| Party::waited_for(board).is_some()).await;
    let away = Party::waited_for(&board).expect("just seen");
    let others: Vec<usize> = (0..4).filter(|member| party.members[*member] != away).collect();
    let [asks, here, never] = others[..] else { panic!("four play: {others:?}") };
    let when = ("when", party.choice("pings", "when", "never"));
    party.slash(party.members[never], "pings", &[when]).await;
    party.sandbox.advance(Duration::from_mins(3));
    let pings = |party: &Party| party.members.iter().map(|it| party.sandbox.notifications(*it).len()).sum::<usize>();
    party.sandbox.wait_until(SOON, || (pings(&party) == 1).then_some(())).await.expect("called for the turn");
    party.click_board(party.members[here], "My hand").await;
    party.propose(asks, "pause the game", None).await;
    let called = || (party.sandbox.notifications(away).len() == 2).then_some(());
    party.sandbox.wait_until(SOON, called).await.expect("called for the vote");
    let asked = party.board_when("asks", |board| board.content.contains("Still to vote: <@")).await;
    // Neither for what is said nor after a restart, when nobody is known to be here.
    party.click_board(party.members[here], "No").await;
    party.board_when("asks two", |board| !board.content.contains(&format!("<@{}>", party.members[here]))).await;
    party.until_shown_is_kept().await;
    party.kill_bot().await;
    party.start_bot().await;
    party.click_board(party.members[never], "Yes").await;
    let board = party.board_when("counts two", |board| board.content.contains("2 of 3")).await;
    assert_eq!((board.id, pings(&party)), (asked.id, 2), "the turn and the vote");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_to_vote_is_pinged_once_they_seem_away_and_not_again() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let board = party.board_when("waits for somebody", |board| Party::waited_for(board).is_some()).await;
    let to_play = Party::waited_for(&board).expect("just seen");
    let asks = party.members.iter().position(|member| *member == to_play).expect("seated");
    let [away, here, votes] = [1, 2, 3].map(|after| (asks + after) % 4);
    let pings = || party.members.iter().map(|it| party.sandbox.notifications(*it).len()).collect::<Vec<_>>();
    let pinged = async |whom: &[usize]| {
        let wanted: Vec<usize> = (0..4).map(|member| usize::from(whom.contains(&member))).collect();
        let rung = party.sandbox.wait_until(SOON, || (pings() == wanted).then_some(())).await;
        assert!(rung.is_some(), "{:?} instead of {wanted:?}", pings());
    };
    party.sandbox.advance(Duration::from_mins(3));
    // For the turn: who asks has voted by that.
    pinged(&[asks]).await;
    for member in [asks, here, votes] {
        party.click_board(party.members[member], "My hand").await;
    }
    party.propose(asks, "pause the game", None).await;
    party.board_when("asks", |board| board.content.contains("Still to vote")).await;
    pinged(&[asks, away]).await;
    party.sandbox.advance(Duration::from_mins(3));
    pinged(&[asks, away, here, votes]).await;
    party.click_board(party.members[votes], "No").await;
    let named = format!("<@{}>", party.members[votes]);
    party.board_when("asks the others", |board| !board.content.contains(&named)).await;
    party.sandbox.advance(Duration::from_mins(3));
    party.until_shown_is_kept().await;
    pinged(&[asks, away, here, votes]).await;
    party.assert_clean();
}

impl Party {
    /// Waits until the hand that this member has open says so.
    async fn hand_says(&self, member: Id, words: &str) {
        let says = || {
            let seen = self.sandbox.visible_last(member, self.channel, 50);
            let hand = |message: &&Message| message.viewer == Some(member) && message.content.contains(words);
            seen.iter().find(hand).map(|_| ())
        };
        assert!(self.sandbox.wait_until(SOON, says).await.is_some(), "no hand of {member} says: {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_hands_follow_what_their_players_can_do() {
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    for member in &party.members {
        party.click_board(*member, "My hand").await;
    }
    let says = async |words: [&str; 4]| {
        for (member, words) in party.members.iter().zip(words) {
            party.hand_says(*member, words).await;
        }
    };
    let board = party.board_when("waits for somebody", |board| Party::waited_for(board).is_some()).await;
    let to_play = Party::waited_for(&board).expect("just seen");
    let playing = party.members.iter().position(|member| *member == to_play).expect("seated");
    let mut waiting = ["Waiting for your turn."; 4];
    waiting[playing] = "Your turn: ";
    says(waiting).await;
    // Whoever decides or ends the pause does not click on a hand.
    let asks = (playing + 1) % 4;
    party.propose(asks, "pause the game", None).await;
    party.click_board(party.members[(asks + 1) % 4], "Yes").await;
    party.click_board(to_play, "Yes").await;
    says(["The game is paused"; 4]).await;
    let paused = party.board_when("is paused", |board| board.button("Go on").is_some()).await;
    assert!(paused.button("Draw").is_some_and(|draw| draw.disabled), "{paused:?}");
    party.click_board(party.members[asks], "Go on").await;
    says(waiting).await;
    party.sandbox.advance(Duration::from_mins(6));
    let by = party.members[asks];
    let voted_out = (asks + 1) % 4;
    party.propose_to_replace(by, Some(party.members[voted_out])).await;
    for member in (0..4).filter(|member| ![asks, voted_out].contains(member)) {
        party.click_board(party.members[member], "Yes").await;
    }
    party.hand_says(party.members[voted_out], "You don't sit at this table any more.").await;
    party.assert_clean();
}

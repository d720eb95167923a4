//! What players decide together, in public, whatever happens to the bot meanwhile.

use std::time::Duration;

use canasta::sandbox::{Id, Message};
use serde_json::json;

use super::party::Party;
use super::trouble::unlimited;

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
    let mut party = unlimited().await;
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

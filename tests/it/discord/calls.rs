//! How players learn that a table waits for them: with a message that rings, or by the one that stands there.

use std::time::Duration;

use canasta::discord::click::{HandVerb, Verb};
use canasta::sandbox::{Id, Message};
use rand::{SeedableRng, rngs::StdRng};

use super::party::{Party, SOON};
use super::player::step;

const MINUTE: Duration = Duration::from_mins(1);

impl Party {
    /// A game of four members who have just clicked.
    async fn begun() -> Self {
        let party = Self::unlimited(4).await;
        party.open("classic", 4, "one round").await;
        party
    }

    /// How often a message of the bot has rung for anybody.
    fn rung(&self) -> usize {
        self.members.iter().map(|member| self.sandbox.notifications(*member).len()).sum()
    }

    /// Plays until the table, shown as it is, waits for somebody else; who that is.
    async fn until_the_turn_passes(&self, rng: &mut StdRng) -> Id {
        let whose = |board: &Message| Party::waited_for(board).filter(|_| board.button("My hand").is_some());
        let before = whose(&self.board_when("waits", |board| whose(board).is_some()).await);
        let board = loop {
            self.play_once(rng).await;
            let told = Some(self.told_step());
            let board = self.board_when("shows what was told", |board| step(board) >= told).await;
            if whose(&board).is_some() && whose(&board) != before {
                break board;
            }
        };
        whose(&board).expect("just seen")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_changes_in_place_for_who_is_here() {
    let party = Party::begun().await;
    let mut rng = StdRng::seed_from_u64(21);
    let message = party.board().expect("a table").id;
    for _ in 0..3 {
        party.until_the_turn_passes(&mut rng).await;
    }
    assert_eq!(party.board().expect("a table").id, message);
    assert_eq!(party.rung(), 0, "everybody has just clicked");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_out_of_sight_is_posted_anew() {
    let party = Party::begun().await;
    let mut rng = StdRng::seed_from_u64(22);
    let message = party.board().expect("a table").id;
    // Eleven minutes in which everybody stays.
    for _ in 0..33 {
        party.sandbox.advance(MINUTE / 3);
        tokio::time::sleep(Duration::from_millis(150)).await;
        for member in &party.members {
            party.click_board(*member, "My hand").await;
        }
    }
    assert_eq!(party.board().expect("a table").id, message);
    party.until_the_turn_passes(&mut rng).await;
    party.board_when("is posted anew", |board| board.id != message).await;
    let gone = || party.sandbox.message(party.channel, message).is_none().then_some(());
    party.sandbox.wait_until(SOON, gone).await.expect("the old one goes");
    assert_eq!(party.rung(), 0, "nobody was away");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_pinged_once_for_a_turn() {
    let party = Party::begun().await;
    let mut rng = StdRng::seed_from_u64(23);
    let player = party.until_the_turn_passes(&mut rng).await;
    let pings = || party.sandbox.notifications(player).len();
    assert_eq!(pings(), 0);
    party.sandbox.advance(MINUTE);
    party.sandbox.wait_until(SOON, || (pings() == 1).then_some(())).await.expect("away by now");
    // The draw changes the table: no reason to ring again.
    party.click_board(player, "My hand").await;
    let hand = party.private(player).expect("a hand");
    let draw = super::player::uses(&hand).into_iter().find(|used| used.verb == Verb::Hand(HandVerb::Draw));
    party.click(player, &hand, &draw.expect("to draw").custom_id).await;
    party.sandbox.advance(5 * MINUTE);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(pings(), 1);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_table_stays_where_it_is_and_in_the_hands_it_is_over() {
    let party = Party::begun().await;
    let mut rng = StdRng::seed_from_u64(24);
    for _ in 0..3 {
        party.until_the_turn_passes(&mut rng).await;
    }
    // The host too, who ends it in another message.
    party.click_board(party.members[0], "My hand").await;
    let offers = |member: Id| {
        let seen = party.sandbox.visible_last(member, party.channel, 50);
        seen.iter().filter(|message| message.viewer == Some(member)).any(|message| !message.buttons().is_empty())
    };
    let open: Vec<Id> = party.members.iter().copied().filter(|member| offers(*member)).collect();
    assert!(open.len() > 1 && open.contains(&party.members[0]), "{open:?}");
    party.end().await;
    let board = party.board_when("has ended", |board| board.content.contains("has ended")).await;
    let ended = "Ana, the host, has ended this table.";
    assert!(board.content.contains(ended), "{}", board.content);
    for member in open {
        let told = party.sandbox.wait_until(SOON, || party.private(member).filter(|hand| hand.content == ended)).await;
        assert!(told.is_some() || member == party.members[0], "{:?}", party.private(member));
        let over = || (!offers(member)).then_some(());
        party.sandbox.wait_until(SOON, over).await.expect("an open hand offers nothing any more");
    }
    // Whoever was called is not reminded of what is over.
    party.sandbox.advance(5 * MINUTE);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(party.board().expect("a table").id, board.id);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_begins_calls_everybody_who_is_away() {
    let mut party = Party::unlimited(4).await;
    party.slash(party.members[0], "new", &[("players", party.choice("new", "players", "4, in partnerships"))]).await;
    for (member, side) in party.members[1..].iter().zip(["East", "North", "East"]) {
        party.click_board(*member, &format!("Join {side}")).await;
    }
    // After a start, only who has clicked since then is here.
    party.kill_bot().await;
    party.start_bot().await;
    party.click_board(party.members[0], "Start").await;
    let board = party.board_when("is dealt", |board| board.button("My hand").is_some()).await;
    for member in &party.members {
        assert!(board.content.contains(&format!("<@{member}>")), "{}", board.content);
        let pings = party.sandbox.notifications(*member).len();
        assert_eq!(pings, usize::from(*member != party.members[0]), "the host has just clicked");
    }
    party.assert_clean();
}

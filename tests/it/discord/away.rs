//! What members and administrators take away, and what comes back: messages, channels, threads, permissions, the bot.

use std::time::Duration;

use canasta::sandbox::permissions::SEND_MESSAGES;
use canasta::table::Phase;
use rand::{SeedableRng, rngs::StdRng};

use super::party::{Party, SOON};
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
            let used = sensible(&hand, rng).expect("something to do");
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
    assert_eq!(refused, 1, "{}", party.log());
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

//! The end of a game: its result stays where it is, whoever leaves or takes a seat, and the next game stands below it.

use std::time::Duration;

use canasta::sandbox::permissions::SEND_MESSAGES;
use canasta::sandbox::{Fault, Id, Message, SandboxConfig, Trouble};

use super::party::{Party, SOON};

/// A game that is over: the first of these members in it, the others look on.
async fn won(members: usize, players: u64) -> (Party, Message) {
    won_where(SandboxConfig { rate_limits: false, ..SandboxConfig::default() }, members, players).await
}

async fn won_where(config: SandboxConfig, members: usize, players: u64) -> (Party, Message) {
    let party = Party::with(config, members).await;
    let players_name = if players == 2 { "2, each alone" } else { "4, in partnerships" };
    party.open_with(players, &[("players", players_name), ("target", "one round")]).await;
    party.play_to_the_end(13).await;
    let result = party.board_when("has its result", |board| board.button("Rematch").is_some()).await;
    (party, result)
}

/// The hands and the sheet of a result: all that stands in columns.
fn columns(message: &Message) -> String {
    message.content.split("```").skip(1).step_by(2).collect()
}

impl Party {
    /// The new game stands below the result, which can't be clicked any more and says what it said.
    async fn assert_result_stays_above(&self, result: &Message) {
        let dealt = |board: &Message| board.id > result.id && board.button("My hand").is_some();
        self.board_when("is dealt anew below", dealt).await;
        let still = || self.sandbox.message(self.channel, result.id).filter(|message| message.buttons().is_empty());
        let still = self.sandbox.wait_until(SOON, still).await.expect("the result stays, without its buttons");
        assert_eq!(still.content, result.content);
        let two = || (self.public() == 2).then_some(());
        assert!(self.sandbox.wait_until(SOON, two).await.is_some(), "a message is left over, or missing");
    }

    /// How many messages there are for all.
    fn public(&self) -> usize {
        self.sandbox.visible(self.members[0], self.channel).iter().filter(|message| !message.is_ephemeral()).count()
    }

    /// Whoever looks up a round finds the sheets that its result shows, and a way back.
    async fn looks_up_the_round(&self, member: Id, result: &Message) {
        self.click_board(member, "All rounds").await;
        let all = self.private(member).expect("all rounds");
        // The first choice: the only round, and from there back to all.
        let chosen = async || {
            let shown = self.private(member).expect("an answer");
            let menu = &shown.selects()[0];
            self.select(member, &shown, &menu.custom_id, &[&menu.choices[0].value]).await;
            self.private(member).expect("an answer")
        };
        let one = chosen().await;
        let sheets = one.content.split("```").nth(1).expect("sheets");
        // Items that brought nobody anything are left out; these lines are always there.
        assert!(result.content.contains(sheets) && sheets.contains("Before"), "{}", one.content);
        let back = chosen().await;
        assert_eq!((one.id, back.id, &back.content), (all.id, all.id, &all.content));
    }

    async fn asks_for_a_rematch(&self, member: Id) {
        self.click_board(member, "Rematch").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_a_won_game_is_not_in_the_rematch_and_its_result_stays() {
    let (party, result) = won(5, 4).await;
    let [ana, _, bo, di, eve] = party.members[..] else { panic!("five members") };
    party.looks_up_the_round(eve, &result).await;
    let stats = party.told(2, "stats", &[]).await;
    let listed = async |member| party.told(member, "tables", &[]).await.contains("a rematch is a click away");
    assert!(listed(2).await && !listed(4).await, "a game is listed for who played it alone");
    party.click_board(bo, "Leave").await;
    let told = party.private(bo).expect("an answer").content;
    assert_eq!(told, "You have left table 1. A rematch begins without you.");
    assert!(!listed(2).await && listed(3).await);
    for command in ["hand", "table"] {
        assert!(party.told(3, command, &[]).await.contains("a rematch is a click away"));
    }
    party.board_when("tells who is left", |board| board.content.contains("Rematch: Ana · Cy · Robot South")).await;
    assert_eq!(party.told(3, "leave", &[]).await, "You have left table 1. A rematch begins without you.");
    assert!(party.told(3, "leave", &[]).await.contains("You sit at no table"), "nobody leaves twice");
    party.click_board(eve, "Take the free seat").await;
    let would_play = "Rematch: Ana · Cy · Eve · Robot West";
    let board = party.board_when("tells who is there", |board| board.content.contains(would_play)).await;
    assert_eq!((board.id, columns(&board)), (result.id, columns(&result)), "another round than was played");
    let winners =
        |message: &Message| message.content.lines().find(|line| line.contains("won the game!")).map(str::to_owned);
    assert!(winners(&board).is_some_and(|line| line.contains("(North–South)") || line.contains("(East–West)")));
    assert_eq!(winners(&board), winners(&result));
    assert_eq!(party.told(2, "stats", &[]).await, stats, "a result has changed");

    party.asks_for_a_rematch(di).await;
    let told = party.private(di).expect("an answer").content;
    assert_eq!(told, "You don't sit at this table.\nTable 1 · classic, one round · over");
    party.asks_for_a_rematch(eve).await;
    party.assert_result_stays_above(&board).await;
    let table = party.stored(1).await.0.table;
    let seated: Vec<Id> = table.members().map(|(_, member)| member.user.0).collect();
    assert_eq!(seated, [ana, party.members[1], eve]);
    party.play_to_the_end(14).await;
    assert_eq!(party.public(), 2);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_won_game_that_everybody_left_offers_no_rematch() {
    let (party, result) = won(2, 2).await;
    for member in &party.members {
        party.click_board(*member, "Leave").await;
    }
    assert_eq!(party.private(party.members[1]).expect("an answer").content, "You have left table 1.");
    let board = party.board_when("has ended", |board| board.content.contains("has ended")).await;
    assert!(board.button("Rematch").is_none() && board.button("Leave").is_none(), "{board:?}");
    assert_eq!((board.id, columns(&board)), (result.id, columns(&result)));
    party.assert_clean();
}

/// The bot dies as the new table is posted: before that, and before it hears of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_stays_though_the_bot_dies_as_another_game_begins() {
    for trouble in [Trouble::Hold, Trouble::HoldAnswer] {
        let (mut party, result) = won(2, 2).await;
        party.sandbox.fault(Fault::on("POST", "/channels/*/messages", 1, trouble));
        party.asks_for_a_rematch(party.members[0]).await;
        let held = party.sandbox.wait_until(SOON, || (party.sandbox.held() > 0).then_some(())).await;
        assert!(held.is_some(), "the table is not posted");
        party.kill_bot().await;
        party.sandbox.clear_faults();
        party.start_bot().await;
        // After a start nobody is known to be here.
        let waits = party.board_when("waits for somebody", |board| Party::waited_for(board).is_some()).await;
        let player = Party::waited_for(&waits).expect("just seen");
        let pinged = || (party.sandbox.notifications(player).len() == 1).then_some(());
        assert!(party.sandbox.wait_until(SOON, pinged).await.is_some(), "nobody is called");
        party.assert_result_stays_above(&result).await;
        assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_buttons_of_a_result_go_though_discord_has_trouble() {
    let (party, result) = won(2, 2).await;
    let broken = Trouble::Status { status: 500, retry_after_ms: 0 };
    party.sandbox.fault(Fault::on("PATCH", &format!("/channels/*/messages/{}", result.id), 1, broken));
    party.asks_for_a_rematch(party.members[0]).await;
    party.assert_result_stays_above(&result).await;
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_be_posted_the_next_game_takes_the_place_of_the_result() {
    let (party, result) = won(2, 2).await;
    party.sandbox.deny(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    party.asks_for_a_rematch(party.members[0]).await;
    let board = party.board_when("is dealt", |board| board.button("My hand").is_some()).await;
    assert_eq!(board.id, result.id);
    party.sandbox.allow(party.channel, party.sandbox.bot(), SEND_MESSAGES);
    party.board_when("is posted again", |board| board.id > result.id).await;
    let one = || (party.public() == 1).then_some(());
    assert!(party.sandbox.wait_until(SOON, one).await.is_some(), "a table stands there twice");
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_somebody_deleted_holds_up_no_rematch() {
    let (party, result) = won(2, 2).await;
    party.sandbox.fault(Fault::on("POST", "/channels/*/messages", 1, Trouble::Hang { ms: 500 }));
    party.asks_for_a_rematch(party.members[0]).await;
    assert!(party.sandbox.delete_message(party.channel, result.id));
    party.board_when("is dealt", |board| board.id > result.id && board.button("My hand").is_some()).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(party.public(), 1);
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_result_that_takes_no_edits_holds_up_no_rematch() {
    let config = SandboxConfig { rate_limits: false, old_edits_per_hour: 0, ..SandboxConfig::default() };
    let (party, result) = won_where(config, 2, 2).await;
    party.until_shown_is_kept().await;
    party.sandbox.advance(Duration::from_mins(62));
    party.asks_for_a_rematch(party.members[0]).await;
    party.board_when("is dealt below", |board| board.id > result.id && board.button("My hand").is_some()).await;
    party.until_shown_is_kept().await;
    assert_eq!(party.public(), 2, "the new game is posted more than once");
    party.assert_clean();
}

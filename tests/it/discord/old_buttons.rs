//! Buttons that nobody should press any more, or never could: one friendly answer, and nothing changes.

use canasta::discord::click::{AfterVerb as A, BoardVerb as B, Click, HandVerb as H, ListVerb, LobbyVerb as L, Verb};
use canasta::engine::rules::OPTIONS;
use canasta::engine::{Rank, Team};
use canasta::sandbox::{AnswerKind, Id, Message, Outcome};
use canasta::table::{TableId, UserId};
use serde_json::{Value, json};

use super::party::{Party, SOON};
use super::player::step;

/// Every verb there is, and what is chosen where it stands on a menu.
fn all_verbs(somebody: Id) -> Vec<(Verb, Option<String>)> {
    let mut all: Vec<(Verb, Option<String>)> =
        Click::plain_verbs().map(|verb| (verb, chosen_for(verb, somebody))).collect();
    all.extend(OPTIONS.iter().map(|option| (Verb::Lobby(L::SetOption(option.key)), Some("1500".to_owned()))));
    all.extend(Rank::ALL.map(|rank| (Verb::Hand(H::DiscardSure(rank)), None)));
    all.extend(Team::ALL.map(|team| (Verb::Lobby(L::Join(team)), None)));
    all.push((Verb::Board(B::LogPage(3)), None));
    all.extend([true, false].map(|yes| (Verb::Board(B::Vote { yes, until: 5 }), None)));
    let lists = [ListVerb::Page(0), ListVerb::Page(9), ListVerb::ShowPage(3), ListVerb::ShowStats(UserId(somebody))];
    all.extend(lists.map(|verb| (Verb::List(verb), None)));
    all
}

/// What is chosen in the menu of this verb, if it stands on one.
fn chosen_for(verb: Verb, somebody: Id) -> Option<String> {
    let chosen = match verb {
        Verb::List(ListVerb::Leave | ListVerb::End | ListVerb::Post) => "99",
        Verb::List(ListVerb::Propose) => "99 pause",
        Verb::Lobby(L::PickOption) => "target",
        Verb::Lobby(L::Remove) => return Some(somebody.to_string()),
        Verb::Lobby(L::AddComputer) => "n easy",
        Verb::Lobby(L::SetClock) => "300000",
        Verb::Lobby(L::SetLeftSeats) => "wait",
        Verb::Hand(H::TakeWith) => "K-K200",
        Verb::Hand(H::Pick) => "K300",
        Verb::Hand(H::Discard | H::BuildRank) => "K",
        Verb::After(A::SheetOf) => "1 500 -20",
        _ => return None,
    };
    Some(chosen.to_owned())
}

/// Whether the host may use it on a game at the step it carries, and things change: those are left to other tests.
fn is_a_right(verb: Verb, user: Id, host: Id) -> bool {
    verb == Verb::Board(B::End) && user == host
}

impl Party {
    /// A message of the bot with one component on it, whatever the program would say to that.
    async fn post(&self, custom_id: &str, value: Option<&str>) -> Message {
        let component = match value {
            None => json!({"type": 2, "style": 2, "label": "old", "custom_id": custom_id}),
            Some(value) => {
                json!({"type": 3, "custom_id": custom_id, "options": [{"label": "old", "value": value}]})
            }
        };
        let body = json!({"content": "old", "components": [{"type": 1, "components": [component]}]});
        let url = format!("{}/api/v10/channels/{}/messages", self.sandbox.base_url(), self.channel);
        let request = reqwest::Client::new().post(url).header("authorization", format!("Bot {}", self.sandbox.token()));
        let made: Value = request.json(&body).send().await.expect("posted").json().await.expect("an answer");
        let id = made["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("not posted: {made}"));
        self.sandbox.message(self.channel, id).expect("just posted")
    }

    /// Uses an old component; the message goes away again, or the table would be looked for in it.
    async fn press_old(&self, member: Id, custom_id: &str, value: Option<&str>) -> Outcome {
        let message = self.post(custom_id, value).await;
        let outcome = match value {
            None => self.click(member, &message, custom_id).await,
            Some(value) => self.select(member, &message, custom_id, &[value]).await,
        };
        self.sandbox.delete_message(self.channel, message.id);
        outcome
    }

    /// Every verb at this step by this member changes nothing, and is answered to them alone.
    async fn assert_all_refused(&self, what: &str, member: Id, at: u64) {
        let before = self.stored(1).await.0;
        for (verb, value) in all_verbs(self.members[1]) {
            if is_a_right(verb, member, self.members[0]) {
                continue;
            }
            let id = Click::new(TableId(1), at, verb).encode();
            let outcome = self.press_old(member, &id, value.as_deref()).await;
            self.assert_friendly(&format!("{what}: {verb:?}"), verb, &outcome);
        }
        let after = self.stored(1).await.0;
        assert_eq!((after.version, after.table), (before.version, before.table), "{what}: something changed");
    }

    fn assert_friendly(&self, what: &str, verb: Verb, outcome: &Outcome) {
        let kind = outcome.answer().expect("answered").kind;
        // Lists are turned over in place, or shown to all: they belong to no table.
        if matches!(verb, Verb::List(_)) {
            return;
        }
        assert_eq!(kind, AnswerKind::Message, "{what}");
        let message = outcome.message.and_then(|id| self.sandbox.message(self.channel, id)).expect("a message");
        assert_eq!(message.viewer, Some(outcome.user), "{what} is answered to all");
        assert!(!message.content.is_empty(), "{what} is answered with nothing");
        assert!(!message.content.contains("went wrong"), "{what}: {}", message.content);
    }
}

/// A game three steps on, and somebody who does not sit there.
async fn a_game() -> (Party, u64) {
    let mut rng = <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(3);
    let party = Party::unlimited(5).await;
    party.open("classic", 4, "5000 points").await;
    while party.board().and_then(|board| step(&board)).unwrap_or(0) < 4 {
        party.play_once(&mut rng).await;
    }
    let now = party.stored(1).await.0.table.step;
    (party, now)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_verb_too_late_or_by_strangers() {
    let (mut party, now) = a_game().await;
    for member in [0, 1, 2, 3] {
        party.assert_all_refused("stale", party.members[member], 1).await;
    }
    party.assert_all_refused("foreign", party.members[4], now).await;
    party.kill_bot().await;
    party.start_bot().await;
    party.assert_all_refused("stale after a restart", party.members[1], 1).await;
    party.assert_all_refused("foreign after a restart", party.members[4], now).await;
    party.end().await;
    for member in [0, 1, 4] {
        party.assert_all_refused("ended", party.members[member], now).await;
    }
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_verb_of_a_game_that_is_won() {
    let party = Party::unlimited(5).await;
    party.open("classic", 4, "one round").await;
    party.play_to_the_end(3).await;
    let now = party.stored(1).await.0.table.step;
    for member in [0, 1] {
        party.assert_all_refused("stale", party.members[member], now - 1).await;
    }
    party.assert_all_refused("foreign", party.members[4], now).await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_wrote_is_answered() {
    let (party, now) = a_game().await;
    let before = party.stored(1).await.0;
    for id in ["c", "c0", "c11.0.p", "c11.0.p.0!", "c11.zz.p.0--", "vote:5", "\u{1F0CF}", "c1-1.1.m.0"] {
        let outcome = party.press_old(party.members[0], id, None).await;
        party.assert_friendly(id, Verb::Board(B::MyHand), &outcome);
    }
    for (verb, value) in all_verbs(party.members[1]).into_iter().filter_map(|(verb, value)| Some((verb, value?))) {
        let at = Click::new(TableId(1), now, verb).encode();
        for nonsense in ["?", &format!("{value}{value}")] {
            let outcome = party.press_old(party.members[1], &at, Some(nonsense)).await;
            party.assert_friendly(&format!("{verb:?} {nonsense}"), verb, &outcome);
        }
    }
    let missing = Click::new(TableId(99), 1, Verb::Board(B::Draw)).encode();
    let outcome = party.press_old(party.members[0], &missing, None).await;
    party.assert_friendly("no such table", Verb::Board(B::Draw), &outcome);
    let after = party.stored(1).await.0;
    assert_eq!((after.version, after.table), (before.version, before.table));
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_click_twice_and_two_clicks_at_once() {
    let (party, now) = a_game().await;
    let mut rng = <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(3);
    let draws = |board: &Message| board.button("Draw").filter(|button| !button.disabled);
    let mut board = party.board().expect("a table");
    while draws(&board).is_none() {
        party.play_once(&mut rng).await;
        board = party.board_when("waits", |board| Party::waited_for(board).is_some()).await;
    }
    let before = party.stored(1).await.0.table.step;
    assert!(before >= now);
    let (player, draw) = (Party::waited_for(&board).expect("somebody"), draws(&board).expect("seen"));
    let send = || party.sandbox.send_click(player, party.channel, board.id, &draw.custom_id).expect("sent");
    let both = [send(), send()];
    assert!(party.sandbox.deliver_again(both[0]));
    for id in both {
        assert!(party.sandbox.answered(id).await.expect("known").answered_once());
    }
    party.board_when("goes on", |board| step(board) == Some(before + 1)).await;
    assert_eq!(party.stored(1).await.0.table.step, before + 1);
    let told = |id: Id| party.sandbox.message(party.channel, party.sandbox.outcome(id)?.message?);
    let refused = |id: &&Id| told(**id).is_some_and(|message| message.content.contains("went on meanwhile"));
    // The hand that was opened first gives way to the second: the one that is left says so, or the refusal does.
    let seen = party.sandbox.wait_until(SOON, || both.iter().find(refused)).await;
    assert!(seen.is_some() || both.iter().any(|id| told(*id).is_none()), "nobody is told");
    party.assert_clean();
}

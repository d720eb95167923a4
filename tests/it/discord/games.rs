//! Whole games by clicks alone, in every rule set.

use std::time::Duration;

use canasta::discord::click::{HandVerb, Verb};
use canasta::discord::draft::Draft;
use canasta::discord::panel::hand::{self, Beside, Hand, Told};
use canasta::discord::panel::{Frame, Panel};
use canasta::engine::Seat;
use canasta::engine::notation::parse_position;
use canasta::i18n::Lang;
use canasta::sandbox::{Id, Message};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;

use super::party::{EAGER, Party};
use super::player::{sensible, uses, waited_for};

/// Before a player looks at the table again.
const A_MOMENT: Duration = Duration::from_millis(20);

impl Party {
    /// A table with this rule set, everybody seated, the first round dealt.
    pub(crate) async fn open(&self, rules: &str, players: u64, target: &str) {
        let players_name = if players == 2 { "2, each alone" } else { "4, in partnerships" };
        self.open_with(players, &[("rules", rules), ("players", players_name), ("target", target)]).await;
    }

    /// The same with these choices of `/canasta new`, by their names.
    pub(crate) async fn open_with(&self, players: u64, choices: &[(&str, &str)]) {
        self.open_lobby(choices).await;
        self.begin(players).await;
    }

    /// A table with these choices of `/canasta new`, that waits for players.
    pub(crate) async fn open_lobby(&self, choices: &[(&str, &str)]) {
        let options: Vec<_> = choices.iter().map(|(name, text)| (*name, self.choice("new", name, text))).collect();
        self.slash(self.members[0], "new", &options).await;
    }

    /// The host sets an option of the table that waits for players, by its key and value.
    pub(crate) async fn set_option(&self, key: &str, value: &str) {
        let host = self.members[0];
        self.click_board(host, "Options").await;
        // First which option, then its value.
        for chosen in [key, value] {
            let options = self.private(host).expect("the options");
            let menus = options.selects();
            let menu = menus.iter().find(|menu| menu.choices.iter().any(|choice| choice.value == chosen));
            let menu = menu.unwrap_or_else(|| panic!("no {chosen} in {options:?}"));
            self.select(host, &options, &menu.custom_id, &[chosen]).await;
        }
    }

    /// The other members sit down, and the first round is dealt.
    pub(crate) async fn begin(&self, players: u64) {
        let host = self.members[0];
        let sides: &[&str] =
            if players == 2 { &["Join"] } else { &["Join East–West", "Join North–South", "Join East–West"] };
        for (member, label) in self.members[1..].iter().zip(sides) {
            let label = if *label == "Join" { self.last_join().await } else { (*label).to_owned() };
            self.click_board(*member, &label).await;
        }
        self.click_board(host, "Start").await;
        self.board_when("is dealt", |board| board.button("My hand").is_some()).await;
    }

    async fn last_join(&self) -> String {
        let board = self.board_when("offers a seat", |board| !board.buttons().is_empty()).await;
        let joins: Vec<String> =
            board.buttons().into_iter().map(|button| button.label).filter(|label| label.starts_with("Join")).collect();
        joins.last().cloned().expect("a seat is free")
    }

    /// The value of a command's choice by its name.
    pub(crate) fn choice(&self, command: &str, option: &str, name: &str) -> serde_json::Value {
        let commands = json!(self.sandbox.commands());
        let find = |list: &serde_json::Value, key: &str, wanted: &str| {
            let list = list.as_array().cloned().unwrap_or_default();
            list.into_iter().find(|item| item[key] == wanted).unwrap_or_else(|| panic!("no {wanted} in {commands}"))
        };
        let command = find(&find(&commands, "name", "canasta")["options"], "name", command);
        let option = find(&command["options"], "name", option);
        find(&option["choices"], "name", name)["value"].clone()
    }

    /// Whom the table waits for.
    pub(crate) fn waited_for(board: &Message) -> Option<Id> {
        waited_for(board)
    }

    /// One use of the hand of whoever is to act; the number of clicks it took.
    pub(crate) async fn play_once(&self, rng: &mut StdRng) -> u32 {
        let board = self
            .board_when("waits for somebody or is over", |board| {
                Party::waited_for(board).is_some()
                    || board.button("Deal").is_some()
                    || board.button("Rematch").is_some()
            })
            .await;
        self.assert_getting_on(&board);
        let Some(player) = Party::waited_for(&board) else {
            tokio::time::sleep(A_MOMENT).await;
            return 0;
        };
        let called = |hand: &Message| !hand.content.contains("Waiting for your turn");
        let hand =
            self.private(player).filter(|hand| called(hand) && sensible(hand, &uses(hand), EAGER, rng).is_some());
        let mut clicks = 0;
        let hand = match hand {
            Some(hand) => hand,
            None => {
                let my_hand = board.button("My hand").expect("on every table");
                if self.sandbox.click(player, &board, &my_hand.custom_id).await.is_err() {
                    // The table was drawn anew under the finger: look again.
                    return clicks;
                }
                clicks += 1;
                self.private(player).expect("the hand is shown")
            }
        };
        // Discord allows few edits a second: until the table is drawn anew it may still call a player who has played.
        let Some(used) = sensible(&hand, &uses(&hand), EAGER, rng).filter(|_| called(&hand)) else {
            tokio::time::sleep(A_MOMENT).await;
            return clicks;
        };
        let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
        let outcome = match values.as_slice() {
            [] => self.sandbox.click(player, &hand, &used.custom_id).await,
            values => self.sandbox.select(player, &hand, &used.custom_id, values).await,
        };
        // A hand that was drawn anew under the finger is looked at again.
        if let Ok(outcome) = outcome {
            assert!(outcome.answered_once(), "not answered once:\n{outcome:?}\n{}", self.log());
        }
        clicks + 1
    }

    /// Plays until somebody has won; the number of clicks.
    pub(crate) async fn play_to_the_end(&self, seed: u64) -> u32 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut clicks = 0;
        for _ in 0..20_000 {
            let board = self.board().expect("a table");
            if board.button("Rematch").is_some() {
                return clicks;
            }
            if board.button("Deal").is_some() {
                self.click_board(self.members[0], "Deal").await;
                clicks += 1;
                self.board_when("is dealt again", |board| board.button("Deal").is_none()).await;
                continue;
            }
            clicks += self.play_once(&mut rng).await;
        }
        panic!("the game does not end: {:?}", self.board().map(|board| board.content));
    }
}

/// A panel as a message.
fn shown(panel: &Panel) -> Message {
    let message = json!({
        "id": 1, "channel": 2, "author": 3, "content": panel.content, "components": panel.components, "embeds": [],
        "attachments": [], "flags": 0, "created": 0, "edits": 0, "mentions": [], "mention_roles": [],
        "mention_everyone": false,
    });
    serde_json::from_value(message).expect("a message")
}

#[test]
fn below_the_minimum_a_player_puts_down_only_what_reaches_it() {
    let round = parse_position("turn N drawn\nhand N KKKQQQ45\npile 4c").expect("a position");
    let (view, frame) = (round.view(Seat::North), Frame::without_table(Lang::default(), *round.rules()));
    let (draft, beside) = (Draft::default(), Beside::default());
    let hand =
        shown(&hand::panel(&frame, &Hand { view: &view, draft: &draft, render: 0, beside, told: Told::Nothing }));
    let all = uses(&hand);
    // Three kings, three queens, or both.
    let pick = Verb::Hand(HandVerb::Pick);
    assert_eq!(all.iter().filter(|used| used.verb == pick).count(), 3, "{all:?}");
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..20 {
        let used = sensible(&hand, &all, 1.0, &mut rng).expect("something");
        let both = used.values.iter().all(|cards| cards.contains('K') && cards.contains('Q'));
        assert!(used.verb == pick && both, "{used:?}");
    }
}

async fn plays(rules: &str, players: u64) {
    let party = Party::unlimited(players as usize).await;
    party.open(rules, players, "1500 points").await;
    let clicks = party.play_to_the_end(7).await;
    println!("{rules} with {players}: {clicks} clicks");
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_classic() {
    plays("classic", 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_playout() {
    plays("playout", 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_concealed() {
    plays("concealed", 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_wild_with_two() {
    plays("wild", 2).await;
}

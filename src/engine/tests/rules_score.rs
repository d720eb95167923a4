//! The sheet, item by item, and the end of the game.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json, to_value};

use super::given::{When, given};
use crate::engine::card::{Card, Rank, Suit};
use crate::engine::event::{Ending, Event};
use crate::engine::game::{CannotDeal, Game};
use crate::engine::notation::{parse_action, parse_position};
use crate::engine::pack::Pack;
use crate::engine::score::Sheet;
use crate::engine::seat::{Seat, Team};

/// East ends the round with the stock.
fn ended(rules: &str, position: &str) -> When {
    given(&format!("rules {rules} empty-stock=round-ends; stock; turn E drawn; hand E 45; {position}"))
        .when("E discard 4")
        .then_ended(Ending::StockEmpty)
}

fn sheet(rules: &str, position: &str) -> Sheet {
    ended(rules, position).sheet()
}

#[test]
fn card_values() {
    let worth = |card: &str| sheet("classic", &format!("hand N {card}")).left_in_hands;
    assert_eq!(worth("*"), -50);
    for card in ["A", "2"] {
        assert_eq!(worth(card), -20);
    }
    for card in ["K", "Q", "J", "T", "9", "8"] {
        assert_eq!(worth(card), -10);
    }
    for card in ["7", "6", "5", "4", "3s", "3c"] {
        assert_eq!(worth(card), -5);
    }
    assert_eq!(sheet("classic", "melds NS AA* KK2 777").melded_cards, 90 + 40 + 15);
}

#[test]
fn both_hands_of_a_side_count_against_it() {
    let sheets = ended("classic", "hand N KA; hand S *; hand W 8").sheets();
    assert_eq!(sheets[Team::NorthSouth].left_in_hands, -80);
    assert_eq!(sheets[Team::EastWest].left_in_hands, -15);
}

#[test]
fn canastas_of_each_kind() {
    let sheet = sheet("wild", "melds NS 7777777 KKKKK22 2222222 QQQQQQ");
    assert_eq!((sheet.canastas.natural, sheet.canastas.mixed, sheet.canastas.wild), (1, 1, 1));
    assert_eq!(sheet.canasta_bonus, 500 + 300 + 2000);
}

#[test]
fn red_threes_count_for_a_side_with_a_meld_and_against_one_without() {
    for rules in ["classic", "playout", "concealed", "wild"] {
        for (laid, points) in [("", 0), ("3h", 100), ("3h3d", 200), ("3h3d3d", 300), ("3h3h3d3d", 800)] {
            assert_eq!(sheet(rules, &format!("melds NS 444; laid NS {laid}")).red_threes, points);
            assert_eq!(sheet(rules, &format!("laid NS {laid}; melds EW 444")).red_threes, -points);
        }
        // The stock ended the round, nobody went out: against all the same.
        assert_eq!(sheet(rules, "laid NS 3h3h3d3d").total(), -800);
    }
}

#[test]
fn black_threes_left_in_hand() {
    for (rules, points) in [("classic", -15), ("playout", -15), ("concealed", -15), ("wild", -110)] {
        assert_eq!(sheet(rules, "hand N 3s; hand S K").left_in_hands, points, "{rules}");
    }
    assert_eq!(sheet("wild", "hand N 3s3c3c").left_in_hands, -300);
    // Melded ones are five each everywhere.
    assert_eq!(sheet("wild", "melds NS 3s3s3c").melded_cards, 15);
}

#[test]
fn going_out_earns_what_the_rules_say() {
    for (rules, points) in [("classic", 100), ("playout", 100), ("concealed", 100), ("wild", 0)] {
        let start = given(&format!("rules {rules}; turn N drawn had-melded; melds NS 8888888; hand N 4"));
        let sheets = start.when("N discard 4").then_out(false).sheets();
        assert_eq!((sheets[Team::NorthSouth].going_out, sheets[Team::EastWest].going_out), (points, 0), "{rules}");
    }
}

#[test]
fn a_sheet_adds_up() {
    let position = "melds NS KKKKKKK 222*4444; concealed NS 1; laid NS 3h3d; hand S 9A; hand N 4";
    let start = given(&format!("rules concealed; turn N drawn had-melded; {position}"));
    let sheet = start.when("N discard 4").sheet();
    let items = (sheet.melded_cards, sheet.canasta_bonus, sheet.concealed_canastas, sheet.red_threes);
    assert_eq!(items, (70 + 60 + 50 + 20, 500 + 300, 100, 200));
    assert_eq!((sheet.going_out, sheet.left_in_hands), (100, -30));
    assert_eq!(sheet.total(), 200 + 800 + 100 + 200 + 100 - 30);
}

/// A game with these totals, in the middle of a round.
fn game(position: &str) -> Game {
    let round = parse_position(&position.replace(';', "\n")).unwrap();
    let value: Value = json!({
        "rules": to_value(round.rules()).unwrap(),
        "totals": to_value(round.public().totals).unwrap(),
        "dealer": to_value(round.public().dealer).unwrap(),
        "round": to_value(&round).unwrap(),
        "sheets": [],
        "winner": null,
    });
    serde_json::from_value(value).unwrap()
}

/// East ends the round: north and south have seven natural kings on the table (570), the others what is said.
fn winner(rules: &str, totals: &str, more: &str) -> (Option<Team>, Game) {
    let mut game = game(&format!("rules {rules}; totals {totals}; stock; turn E drawn; hand E 44; {more}"));
    let events = game.decide(Seat::East, &parse_action("discard 4").unwrap()).unwrap();
    let won = events.iter().find_map(|event| match event {
        Event::GameWon { team } => Some(*team),
        _ => None,
    });
    for event in &events {
        game.apply(event);
    }
    assert_eq!(game.winner(), won);
    (won, game)
}

#[test]
fn the_higher_total_wins_once_a_side_has_reached_the_target() {
    let win = |totals: &str, more: &str| winner("classic", totals, more).0;
    // A four is left to east.
    assert_eq!(win("4430 0", "melds NS KKKKKKK"), Some(Team::NorthSouth));
    assert_eq!(win("4425 0", "melds NS KKKKKKK"), None);
    assert_eq!(win("4430 5100", "melds NS KKKKKKK"), Some(Team::EastWest));
    assert_eq!(win("4900 5005", ""), Some(Team::EastWest));
    assert_eq!(win("4900 5000", ""), None);
    assert_eq!(win("4600 5010", "melds NS KKKKKKK"), Some(Team::NorthSouth));
}

#[test]
fn a_tie_at_or_over_the_target_goes_on() {
    let (won, game) = winner("classic", "4430 5005", "melds NS KKKKKKK");
    assert_eq!((won, game.totals()[Team::NorthSouth], game.totals()[Team::EastWest]), (None, 5000, 5000));
    assert!(game.deal(&Pack::sorted()).is_ok(), "another round is played");
    let (won, game) = winner("classic", "5430 6005", "melds NS KKKKKKK");
    assert_eq!((won, game.totals()[Team::NorthSouth], game.totals()[Team::EastWest]), (None, 6000, 6000));
}

#[test]
fn both_falling_below_the_target_after_a_tie_go_on() {
    let (won, game) = winner("classic", "5000 5000", "hand N A; hand W A");
    assert_eq!((won, game.totals()[Team::NorthSouth], game.totals()[Team::EastWest]), (None, 4980, 4975));
    assert!(game.deal(&Pack::sorted()).is_ok());
    // One of them falling below decides it.
    assert_eq!(winner("classic", "5000 5000", "").0, Some(Team::NorthSouth));
}

#[test]
fn a_won_game_is_dealt_no_more() {
    let (_, game) = winner("classic", "5000 0", "");
    assert_eq!(game.deal(&Pack::sorted()), Err(CannotDeal::GameOver));
    let (_, game) = winner("classic", "0 0", "");
    assert!(game.deal(&Pack::sorted()).is_ok());
    let running = self::game("turn N drawn; hand N 45");
    assert_eq!(running.deal(&Pack::sorted()), Err(CannotDeal::RoundInPlay));
}

#[test]
fn the_deal_goes_round_and_totals_grow() {
    let (_, game) = winner("classic", "100 200", "dealer W; melds NS KKKKKKK; laid NS 3h");
    assert_eq!((game.totals()[Team::NorthSouth], game.totals()[Team::EastWest]), (770, 195));
    assert_eq!((game.dealer(), game.sheets().len()), (Seat::North, 1));
    let mut next = game.clone();
    for event in game.deal(&Pack::sorted()).unwrap() {
        next.apply(&event);
    }
    let public = next.round().unwrap().public();
    assert_eq!((public.dealer, public.turn.seat), (Seat::North, Seat::East));
    assert_eq!(public.totals, *game.totals());
    let (_, two) = winner("classic players=2", "0 0", "dealer E");
    assert_eq!(two.dealer(), Seat::North);
}

#[test]
fn the_minimum_is_fixed_at_the_deal() {
    // 1400 before the round, and a canasta of 570 on the table: the other seat's minimum does not move with it.
    let start = given("totals 1400 0; turn N drawn; hand N KKKKKKKAA2; melds EW 888");
    let next = start.when("N meld KKKKKKK").then_legal();
    assert_eq!(next.view(Seat::North).public.minimum(Team::NorthSouth), 50);
    let start = given("totals 1400 0; turn N to-draw; laid NS 3h3h3d3d; hand N AA267");
    assert_eq!(start.view(Seat::North).minimum_needed(), Some(50));
}

#[test]
fn a_game_of_one_round_ends_with_it_unless_it_is_a_tie() {
    assert_eq!(winner("classic target=one-round", "0 0", "").0, Some(Team::NorthSouth));
    assert_eq!(winner("classic target=one-round", "0 0", "hand S 4").0, None);
    assert_eq!(winner("classic target=500", "0 0", "melds NS KKKKKKK").0, Some(Team::NorthSouth));
    assert_eq!(winner("classic target=500", "0 0", "melds NS KKKKKK").0, None);
}

#[test]
fn ranks_have_their_values_whatever_the_suit() {
    for suit in Suit::ALL {
        assert_eq!(Card::new(Rank::Ace, suit).rank().value(), 20);
        assert_eq!(Card::new(Rank::Three, suit).is_red_three(), matches!(suit, Suit::Diamonds | Suit::Hearts));
        assert_eq!(Card::new(Rank::Three, suit).is_black_three(), matches!(suit, Suit::Clubs | Suit::Spades));
    }
}

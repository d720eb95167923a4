//! What fuzzing found, kept from coming back.

use crate::engine::notation::{ParseError, Problem, parse_cards, parse_position, parse_seat, print_position};
use crate::engine::{ByTeam, Cards, Counts, Event, Pack, Rank, Round, RuleSet, Rules, Seat, moves};

/// Fifteen cards of every kind: more than 256.
fn every_kind() -> String {
    let naturals = "3456789TJQKA2".chars().flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
    naturals.map(|card| card.repeat(15)).collect::<String>() + &"*".repeat(15)
}

fn problem(text: &str) -> Problem {
    parse_position(text).map_err(|ParseError { problem, .. }| problem).unwrap_err()
}

#[test]
fn counting_more_cards_than_a_byte_holds_does_not_overflow() {
    let cards = parse_cards(&every_kind()).unwrap();
    assert_eq!(cards.len(), u8::MAX);
    assert_eq!(Counts::of(&cards).total(), u8::MAX);
    assert_eq!(Counts::default().with(Rank::Two, 200).with(Rank::Joker, 200).wilds(), u8::MAX);
    assert!(Cards::EMPTY.is_empty());
}

#[test]
fn a_position_holds_no_more_cards_than_the_pack() {
    assert_eq!(problem(&format!("hand N {}", every_kind())), Problem::NotAPack);
    let many = "KcKdKhKs".repeat(14);
    assert_eq!(problem(&format!("hand N {many}\nmelds NS {many}")), Problem::NotAPack);
    assert!(parse_position(&format!("hand N {many}")).is_ok());
}

#[test]
fn what_was_put_down_fits_into_a_pack() {
    let kings = "K".repeat(100);
    assert_eq!(problem(&format!("put-down {kings} {kings}")), Problem::TooManyOfARank);
}

#[test]
fn a_red_three_is_no_part_of_a_meld() {
    assert!(matches!(problem("melds NS 3d3h3d"), Problem::Unexpected { .. }));
    let position = parse_position("melds NS 333 KKK2\nlaid NS 3d").unwrap();
    assert_eq!(parse_position(&print_position(&position)).as_ref(), Ok(&position));
}

#[test]
fn rules_that_were_never_validated_do_not_panic() {
    let rules = Rules { players: 200, dealt: 200, drawn: 200, canastas: 200, ..RuleSet::Wild.rules(4) };
    let (mut round, _) = Round::deal(&rules, ByTeam::default(), Seat::North, &Pack::sorted());
    for seat in Seat::ALL {
        if let Some(action) = moves::safe(&round.view(seat)) {
            let _ = round.play(seat, &action);
        }
    }
}

#[test]
fn events_that_do_not_fit_do_not_panic() {
    let mut round = parse_position("concealed NS 255").unwrap();
    let seat = parse_seat("N").unwrap();
    let cards = parse_cards("Kc").unwrap();
    round.apply(&Event::Melded { seat, rank: Rank::King, cards, concealed_canasta: true });
    assert_eq!(round.public().sides[seat.team()].concealed_canastas, 255);
}

//! Any text: reading it never panics, and what could be read prints as a text that reads as the same.
#![no_main]

use canasta::engine::notation::{
    Transcript, parse_action, parse_card, parse_cards, parse_position, parse_rules, parse_seat, print_action,
    print_position, print_rules, seat_letter,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(card) = parse_card(text) {
        assert_eq!(parse_card(&card.to_string()), Ok(card));
    }
    if let Ok(cards) = parse_cards(text) {
        assert_eq!(parse_cards(&cards.to_string()), Ok(cards));
    }
    if let Ok(seat) = parse_seat(text) {
        assert_eq!(parse_seat(&seat_letter(seat).to_string()), Ok(seat));
    }
    if let Ok(action) = parse_action(text) {
        assert_eq!(parse_action(&print_action(&action)), Ok(action));
    }
    if let Ok(rules) = parse_rules(text) {
        assert_eq!(parse_rules(&print_rules(&rules)), Ok(rules));
    }
    if let Ok(position) = parse_position(text) {
        let printed = print_position(&position);
        assert!(parse_position(&printed).as_ref() == Ok(&position), "{printed}");
    }
    if let Ok(transcript) = Transcript::parse(text) {
        let printed = transcript.to_string();
        assert_eq!(Transcript::parse(&printed).map(|again| again.to_string()), Ok(printed));
        // Whether it can be replayed or not: no panic.
        let _ = transcript.replay(|_, _, _| {});
    }
});

//! Any position, reachable or not, and any actions in it: no panic. A line a fact, then a line an action: `N draw`.
#![no_main]

use canasta::engine::notation::{parse_action, parse_position, parse_seat, print_position};
use canasta::engine::{Seat, any_take, moves, way_out_by_pile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let is_action = |line: &&str| line.starts_with(['N', 'E', 'S', 'W']);
    let facts: String = text.lines().filter(|line| !is_action(line)).map(|line| format!("{line}\n")).collect();
    let Ok(mut round) = parse_position(&facts) else { return };
    for line in text.lines().filter(is_action).take(30) {
        let Some((seat, action)) = line.split_once(' ') else { continue };
        if let (Ok(seat), Ok(action)) = (parse_seat(seat), parse_action(action)) {
            let _ = round.play(seat, &action);
        }
    }
    for seat in Seat::ALL {
        let view = round.view(seat);
        let _ = (any_take(&view), way_out_by_pile(&view));
        for action in moves::actions(&view) {
            assert!(round.decide(seat, &action).is_ok(), "what is offered is accepted");
        }
        if let Some(action) = moves::safe(&view) {
            let _ = round.play(seat, &action);
        }
    }
    let _ = print_position(&round);
});

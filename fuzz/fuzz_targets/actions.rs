//! Any rules that can be played, any pack, any actions by any seat: nothing panics, what is illegal changes nothing,
//! cards are conserved, following the events gives the state, and every round comes to an end.
#![no_main]

use arbitrary::{Result, Unstructured};
use canasta::engine::{Action, Event, Game, Illegal, Round, Seat, moves};
use canasta_fuzz::{action, assert_conserved, assert_moves, pack, rules, seat};
use libfuzzer_sys::fuzz_target;

/// No round of 108 cards needs more actions.
const LONGEST: usize = 5000;

fuzz_target!(|bytes: &[u8]| {
    // An input too short to say everything ends the game early.
    let _ = play(&mut Unstructured::new(bytes));
});

fn play(bytes: &mut Unstructured<'_>) -> Result<()> {
    let Ok(mut game) = Game::new(rules(bytes)?, seat(bytes)?) else { unreachable!("the rules were validated") };
    while !bytes.is_empty() {
        let Ok(events) = game.deal(&pack(bytes)?) else { break };
        follow(&mut game, &events);
        assert_conserved(round(&game));
        play_round(&mut game, bytes)?;
        finish(&mut game);
    }
    Ok(())
}

fn follow(game: &mut Game, events: &[Event]) {
    for event in events {
        game.apply(event);
    }
}

fn round(game: &Game) -> &Round {
    game.round().expect("a round was dealt")
}

fn play_round(game: &mut Game, bytes: &mut Unstructured<'_>) -> Result<()> {
    while !round(game).is_over() && !bytes.is_empty() {
        let to_act = round(game).public().to_act().next().expect("somebody is to act");
        let seat = if bytes.ratio(1, 16)? { seat(bytes)? } else { to_act };
        let action = action(bytes, &round(game).view(seat))?;
        if step(game, seat, &action).is_ok() {
            assert_moves(round(game));
        }
    }
    Ok(())
}

/// One action, on the game by its events and on the round directly: both must agree.
fn step(game: &mut Game, seat: Seat, action: &Action) -> core::result::Result<(), Illegal> {
    let before = game.clone();
    let mut played = round(game).clone();
    let outcome = played.play(seat, action);
    let events = game.decide(seat, action);
    assert!(*game == before, "deciding changed the game");
    match (&outcome, events) {
        (Ok(direct), Ok(events)) => {
            follow(game, &events);
            assert!(events.starts_with(direct));
            assert!(*round(game) == played, "the events do not lead to the state");
            assert_conserved(&played);
        }
        (Err(reason), Err(same)) => {
            assert_eq!(*reason, same);
            assert!(*round(game) == played, "an illegal action changed the round");
        }
        _ => panic!("the game and its round disagree"),
    }
    outcome.map(|_| ())
}

/// With the safe move of whoever is to act, a round ends.
fn finish(game: &mut Game) {
    for _ in 0..LONGEST {
        let Some(seat) = round(game).public().to_act().next() else { return };
        let action = moves::safe(&round(game).view(seat)).expect("who is to act has a safe move");
        let Ok(events) = game.decide(seat, &action) else { panic!("a safe move was refused") };
        follow(game, &events);
    }
    panic!("the round does not end:\n{}", canasta::engine::notation::print_position(round(game)));
}

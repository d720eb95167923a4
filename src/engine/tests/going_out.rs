//! Going out, initial melds and pile takes: what `going_out.rs` and `opening.rs` find, against trying everything.

use super::super::notation::print_action;
use super::super::{
    Action, Ending, Event, Placement, Position, Question, Rank, Round, Stage, Take, View, WayOut, any_take,
    best_opening, way_out_by_pile,
};
use super::brute::Brute;
use super::positions::{Met, Wanted, look_at, view_of_turn};

type Holds = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, brute: &T) -> Holds {
    if engine == brute { Ok(()) } else { Err(format!("{what}: {engine:?}, but trying everything: {brute:?}")) }
}

#[test]
fn a_way_out_is_found_exactly_where_there_is_one() {
    let wanted = Wanted { stage: Stage::Drawn, melds: None };
    look_at(
        15_000,
        wanted,
        way_out_is_exact,
        &[
            ("possible", 200),
            ("impossible", 200),
            ("with a last discard", 80),
            ("without a last discard", 80),
            ("with black threes", 10),
            ("by completing a canasta", 50),
            ("by completing two canastas", 2),
            ("with a meld of wild cards", 3),
            ("refused by the partner", 20),
            ("bound and possible", 10),
        ],
    );
}

#[test]
fn a_way_out_is_found_without_melds_too() {
    let wanted = Wanted { stage: Stage::Drawn, melds: Some(false) };
    look_at(
        15_000,
        wanted,
        way_out_is_exact,
        &[
            ("possible", 80),
            ("impossible", 200),
            ("with a last discard", 10),
            ("without a last discard", 20),
            ("with black threes", 5),
            ("with a meld of wild cards", 5),
            ("below the minimum", 4),
        ],
    );
}

fn way_out_is_exact(round: &Round, met: &mut Met) -> Holds {
    let view = view_of_turn(round);
    let position = Position::of(&view);
    let brute = Brute::of(&view);
    let possible = brute.can_go_out();
    let way = position.way_out();
    same("can_go_out", &position.can_go_out(), &possible)?;
    same("way_out", &way.is_some(), &possible)?;
    met.note("possible", possible);
    met.note("impossible", !possible);
    met.note("refused by the partner", position.refused);
    let Some(way) = way else { return Ok(()) };
    same("points of the way out", &Some(points_of(&position, &way)), &brute.most_points_out())?;
    met.note("bound and possible", position.bound);
    note_way(&brute, &way, met);
    let mut round = round.clone();
    if round.turn.question == Question::Waiting {
        // Nothing can be done until it is answered; the way out is for afterwards.
        round.turn.question = Question::UsedUp;
    }
    go_out(round, &way)
}

fn points_of(position: &Position<'_>, way: &WayOut) -> i32 {
    let bonus = |position: &Position<'_>| -> i32 {
        position.melds.iter().filter_map(|(_, meld)| meld.canasta()).map(|canasta| i32::from(canasta.bonus())).sum()
    };
    let cards: i32 = way.melds.iter().map(|placement| i32::from(placement.value())).sum();
    cards + bonus(&position.after(&way.melds)) - bonus(position)
}

fn note_way(brute: &Brute<'_>, way: &WayOut, met: &mut Met) {
    let value: u16 = way.melds.iter().map(|placement| placement.value()).sum();
    let after = brute.put_down(&way.melds, None).map_or(0, |after| after.canastas());
    let canastas = after - brute.start().canastas();
    let lays = |rank: Rank| way.melds.iter().any(|placement| placement.rank == rank);
    met.note("with a last discard", way.discard.is_some());
    met.note("without a last discard", way.discard.is_none());
    met.note("with black threes", lays(Rank::Three));
    met.note("with a meld of wild cards", lays(Rank::Two));
    met.note("below the minimum", brute.minimum().is_some_and(|need| value < need));
    met.note("by completing a canasta", canastas == 1);
    met.note("by completing two canastas", canastas == 2);
}

/// Plays it; the last event but one is that the player went out.
fn go_out(mut round: Round, way: &WayOut) -> Holds {
    let melds = (!way.melds.is_empty()).then(|| Action::Meld(way.melds.clone()));
    let seat = round.turn.seat;
    for action in melds.into_iter().chain(way.discard.map(Action::Discard)) {
        let text = print_action(&action);
        round.play(seat, &action).map_err(|reason| format!("{text}, of a way out: {reason}"))?;
    }
    let out = round.hands[seat].is_empty() && round.ended == Some(Ending::WentOut);
    if out { Ok(()) } else { Err(format!("not out after {way:?}")) }
}

#[test]
fn the_best_initial_meld_is_the_best() {
    let wanted = Wanted { stage: Stage::Drawn, melds: Some(false) };
    look_at(
        20_000,
        wanted,
        best_opening_is_exact,
        &[
            ("some", 300),
            ("none", 50),
            ("reaches the minimum", 100),
            ("below the minimum", 100),
            ("could put down more but for keeping a card", 50),
            ("bound", 20),
        ],
    );
}

fn best_opening_is_exact(round: &Round, met: &mut Met) -> Holds {
    let view = view_of_turn(round);
    let position = Position::of(&view);
    let brute = Brute::of(&view);
    let (best, need) = (brute.best_opening(false), brute.minimum().unwrap_or(0));
    let opening = best_opening(&position, None);
    same("best_opening", &opening.value, &best)?;
    same("what it puts down", &value_of(&opening.placements), &best)?;
    note_opening(&brute, None, best, need, met);
    met.note("bound", position.bound);
    let legal = brute.is_legal(&Action::Meld(opening.placements));
    same("the best initial meld is legal", &(best >= need && view.to_play()), &(best >= need && legal))
}

fn value_of(placements: &[Placement]) -> u16 {
    placements.iter().map(|placement| placement.value()).sum()
}

fn note_opening(brute: &Brute<'_>, upcard: Option<Rank>, best: u16, need: u16, met: &mut Met) {
    let more = brute.plays(upcard).iter().any(|play| value_of(play) + upcard.map_or(0, Rank::value) > best);
    met.note("some", best > 0);
    met.note("none", best == 0);
    met.note("reaches the minimum", best >= need);
    met.note("below the minimum", (1..need).contains(&best));
    met.note("could put down more but for keeping a card", more && best > 0);
}

#[test]
fn the_best_initial_meld_with_the_pile_is_the_best() {
    let wanted = Wanted { stage: Stage::ToDraw, melds: Some(false) };
    look_at(
        30_000,
        wanted,
        best_take_is_exact,
        &[
            ("some", 100),
            ("none", 50),
            ("reaches the minimum", 50),
            ("below the minimum", 10),
            ("could put down more but for keeping a card", 5),
            ("under a black three", 2),
        ],
    );
}

fn best_take_is_exact(round: &Round, met: &mut Met) -> Holds {
    let view = view_of_turn(round);
    let brute = Brute::of(&view);
    let (Some(upcard), Some(take)) = (brute.upcard(), Take::of(&view)) else { return Ok(()) };
    let (best, need) = (brute.best_opening(true), brute.minimum().unwrap_or(0));
    let opening = best_opening(&Position::of(&view), Some(&take));
    same("best_opening with the pile", &opening.value, &best)?;
    note_opening(&brute, Some(upcard), best, need, met);
    met.note("under a black three", best > 0 && upcard == Rank::Three);
    if best > 0 {
        same("what it puts down", &(value_of(&opening.placements) + upcard.value()), &best)?;
    }
    let legal = brute.is_legal(&Action::TakePile(opening.placements));
    same("the best take is legal", &(best >= need), &(best >= need && legal))
}

#[test]
fn a_take_is_found_exactly_where_there_is_one() {
    let wanted = Wanted { stage: Stage::ToDraw, melds: None };
    look_at(
        20_000,
        wanted,
        takes_are_exact,
        &[
            ("some take", 100),
            ("no take, though the pile is not blocked", 100),
            ("only with other melds", 5),
            ("goes out", 50),
            ("goes out from a side without melds", 3),
            ("goes out under a black three", 5),
            ("takes below the minimum", 2),
        ],
    );
}

fn takes_are_exact(round: &Round, met: &mut Met) -> Holds {
    let view = view_of_turn(round);
    let brute = Brute::of(&view);
    let take = any_take(&view);
    same("any_take", &take.is_some(), &brute.can_take())?;
    met.note("some take", take.is_some());
    met.note("no take, though the pile is not blocked", take.is_none() && brute.upcard().is_some());
    if let Some(Action::TakePile(placements)) = &take {
        let value = value_of(placements) + brute.upcard().map_or(0, Rank::value);
        met.note("only with other melds", placements.len() > 1);
        met.note("takes below the minimum", brute.minimum().is_some_and(|need| value < need));
        same("any_take is legal", &brute.is_legal(&Action::TakePile(placements.clone())), &true)?;
    }
    way_out_by_pile_is_exact(round, &view, &brute, met)
}

fn way_out_by_pile_is_exact(round: &Round, view: &View, brute: &Brute<'_>, met: &mut Met) -> Holds {
    let way = way_out_by_pile(view);
    same("way_out_by_pile", &way.is_some(), &brute.can_go_out_by_pile())?;
    let Some((take, way)) = way else { return Ok(()) };
    met.note("goes out", true);
    met.note("goes out from a side without melds", brute.minimum().is_some());
    met.note("goes out under a black three", brute.upcard() == Some(Rank::Three));
    let mut round = round.clone();
    let events =
        round.play(view.seat, &take).map_err(|reason| format!("{}, to go out: {reason}", print_action(&take)))?;
    if events.iter().any(|event| matches!(event, Event::WentOut { .. })) { Ok(()) } else { go_out(round, &way) }
}

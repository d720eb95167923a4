//! The easy player: opens as soon as it can, lays off what fits, takes the pile when that looks like a lot, throws away
//! a single card of little value. It does not watch the others. Must never know a hidden card.

use rand::{Rng, RngExt};

use super::go_out;
use crate::engine::{Action, Placements, Position, Question, Rank, Stage, View, moves};

/// How many wild cards an easy player spends at most on opening.
const WILDS_TO_OPEN: u8 = 2;
/// How many cards it wants to keep while it can't go out.
const KEEP: u8 = 3;

pub(super) fn choose(view: &View, rng: &mut impl Rng) -> Option<Action> {
    let turn = &view.public.turn;
    if turn.question == Question::Waiting {
        return Some(Action::AnswerPartner(true));
    }
    match turn.stage {
        Stage::ToDraw => draw(view, rng),
        Stage::Drawn => play(view, rng),
    }
}

fn draw(view: &View, rng: &mut impl Rng) -> Option<Action> {
    let takes = moves::takes(view);
    let fewest_wilds = takes.into_iter().min_by_key(|take| match take {
        Action::TakePile(placements) => wilds(placements),
        _ => u8::MAX,
    });
    let wants = view.public.stock == 0 || view.public.pile.len() >= rng.random_range(3..9);
    fewest_wilds.filter(|_| wants).or_else(|| moves::safe(view))
}

fn play(view: &View, rng: &mut impl Rng) -> Option<Action> {
    let position = Position::of(view);
    if let Some(way) = position.way_out() {
        return Some(go_out(way));
    }
    let melds = moves::melds(view).into_iter().find(|action| match action {
        Action::Meld(placements) => {
            let left = position.after(placements).hand.total();
            let spent = if position.minimum.is_some() { WILDS_TO_OPEN } else { wilds_worth(&position, placements) };
            wilds(placements) <= spent && left >= KEEP
        }
        _ => false,
    });
    melds.or_else(|| discard(view, rng)).or_else(|| moves::safe(view))
}

fn wilds(placements: &Placements) -> u8 {
    placements.iter().map(|placement| placement.meld().wilds()).sum()
}

/// Wild cards are for canastas.
fn wilds_worth(position: &Position<'_>, placements: &Placements) -> u8 {
    if position.after(placements).canastas_missing() < position.canastas_missing() { u8::MAX } else { 0 }
}

/// The cheapest card of those it has fewest of, with a little chance.
fn discard(view: &View, rng: &mut impl Rng) -> Option<Action> {
    let worth = |rank: Rank| {
        let fits = !view.meld(rank).is_empty();
        u16::from(view.held.get(rank)) * 20 + rank.value() + if rank.is_wild() { 500 } else { 0 } + u16::from(fits) * 60
    };
    moves::discards(view).min_by_key(|&rank| worth(rank) + rng.random_range(0..50)).map(Action::Discard)
}

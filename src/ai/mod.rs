//! Computer players: they see a view and the history their seat saw, and choose among what is offered. Must never
//! know a hidden card.

pub mod arena;
mod easy;
mod normal;
mod random;
mod reading;
#[cfg(test)]
mod tests;

pub use random::choose_at_random;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::engine::{Action, Question, Seen, View, WayOut};

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Legal, at random: the measure for the others.
    Random,
    /// Sensible and forgiving: plays its own cards and does not look at what others do.
    Easy,
    /// What a good club player does.
    Normal,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Easy, Self::Normal];

    /// The name, as the command line and the store write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Normal => "normal",
        }
    }

    /// The level of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// What this player does; none if it is not to act, or waits for the partner's answer. `history`: the round's
    /// events as this seat saw them. The choice depends on nothing else but `rng`.
    pub fn choose(self, view: &View, history: &[Seen], rng: &mut impl Rng) -> Option<Action> {
        let turn = &view.public.turn;
        if turn.question == Question::Waiting && turn.seat == view.seat {
            return None;
        }
        match self {
            Self::Random => choose_at_random(view, rng),
            Self::Easy => easy::choose(view, rng),
            Self::Normal => normal::choose(view, history),
        }
    }
}

/// The next step on a way out.
fn go_out(way: WayOut) -> Action {
    match way.discard.filter(|_| way.melds.is_empty()) {
        Some(rank) => Action::Discard(rank),
        None => Action::Meld(way.melds),
    }
}

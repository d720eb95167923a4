//! Plays legally and at random: the measure that every other strategy must beat.

use rand::{Rng, seq::IteratorRandom};

use crate::engine::{Action, View, moves};

/// One of the actions offered, each as likely as the others; none if this seat is not to act.
pub fn choose_at_random(view: &View, rng: &mut impl Rng) -> Option<Action> {
    let mut all = moves::actions(view);
    let chosen = (0..all.len()).choose(rng)?;
    Some(all.swap_remove(chosen))
}

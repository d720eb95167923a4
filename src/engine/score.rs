//! The score sheet of a round, item by item, and what counts as going out concealed. Must never change anything.

use serde::{Deserialize, Serialize};

use super::card::Rank;
use super::cards::Counts;
use super::meld::Canasta;
use super::rules::{ConcealedBy, Rules};
use super::view::{Side, Turn};

/// One side's score of a round, in points; every item as it adds up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// The cards in the melds.
    pub melded_cards: i32,
    /// How many canastas of each kind.
    pub canastas: Canastas,
    /// Their bonuses.
    pub canasta_bonus: i32,
    /// The bonus for canastas put down in one placement from the hand.
    pub concealed_canastas: i32,
    /// Red threes, for or against the side.
    pub red_threes: i32,
    /// Going out, concealed or not.
    pub going_out: i32,
    /// The cards left in the hands: never above zero.
    pub left_in_hands: i32,
}

/// How many canastas of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Canastas {
    /// Of natural cards alone.
    pub natural: u8,
    /// Of natural and wild cards.
    pub mixed: u8,
    /// Of wild cards alone.
    pub wild: u8,
    /// How many of the first two were put down in one placement from the hand.
    pub concealed: u8,
}

impl Sheet {
    /// The side's score of the round.
    pub const fn total(&self) -> i32 {
        self.melded_cards
            + self.canasta_bonus
            + self.concealed_canastas
            + self.red_threes
            + self.going_out
            + self.left_in_hands
    }

    /// The sheet of a side. `out`: it went out, concealed or not.
    ///
    /// Sources: all four; the amounts that differ are options.
    pub fn new(rules: &Rules, side: &Side, hands: &[Counts], out: Option<bool>) -> Self {
        let canastas = count_canastas(side);
        let bonus = |canasta: Canasta, n: u8| i32::from(canasta.bonus()) * i32::from(n);
        let in_hand = |hand: &Counts| {
            let black_threes = hand.get(Rank::Three);
            let others = hand.without(Rank::Three, black_threes);
            i32::from(others.value()) + i32::from(black_threes) * i32::from(rules.black_three_left)
        };
        Self {
            melded_cards: i32::from(Counts::of(&side.melded).value()),
            canastas,
            canasta_bonus: bonus(Canasta::Natural, canastas.natural)
                + bonus(Canasta::Mixed, canastas.mixed)
                + bonus(Canasta::Wild, canastas.wild),
            concealed_canastas: i32::from(rules.concealed_canasta) * i32::from(canastas.concealed),
            red_threes: red_threes(side),
            going_out: match out {
                None => 0,
                Some(false) => i32::from(rules.going_out),
                Some(true) => i32::from(rules.concealed_out),
            },
            left_in_hands: -hands.iter().map(in_hand).sum::<i32>(),
        }
    }
}

fn count_canastas(side: &Side) -> Canastas {
    let of = |kind| side.melds.iter().filter(|(_, meld)| meld.canasta() == Some(kind)).count() as u8;
    Canastas {
        natural: of(Canasta::Natural),
        mixed: of(Canasta::Mixed),
        wild: of(Canasta::Wild),
        concealed: side.concealed_canastas,
    }
}

/// Source: all four; against a side without a meld (000 says so where the other side goes out; taken as general).
fn red_threes(side: &Side) -> i32 {
    let points = match side.red_threes.red_threes() {
        4.. => 800,
        n => i32::from(n) * 100,
    };
    if side.melds.is_empty() { -points } else { points }
}

/// Whether the player who goes out this turn does so concealed: found at the end of the turn, not declared.
///
/// Source: 000 (with its mercy rule), 001, 003 (where the whole side must have had no meld).
pub fn is_concealed(rules: &Rules, turn: &Turn) -> bool {
    let nothing_before = match rules.concealed_by {
        ConcealedBy::Player => !turn.had_melded,
        ConcealedBy::Side => turn.ranks_before.is_empty(),
    };
    let complete = turn.put_down.iter().all(|(rank, meld)| {
        let new = rules.mercy || !turn.ranks_before.contains(rank);
        new && meld.check(rank, rules).is_ok()
    });
    nothing_before && complete && turn.put_down.canastas() > 0
}

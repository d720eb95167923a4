//! The pack: two packs of 52 cards and four jokers, in an order. Must never know where the cards go.

use rand::{RngExt, seq::SliceRandom};

use super::card::Card;

/// All 108 cards in an order, the first to be dealt first.
///
/// The order is a secret until the round is over: its `Debug` output does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pack([Card; Pack::SIZE]);

impl Pack {
    /// How many cards two packs with their jokers have.
    pub const SIZE: usize = 108;

    /// The pack in order: every kind twice, then two more jokers.
    pub fn sorted() -> Self {
        let mut cards = [Card::JOKER; Self::SIZE];
        for (place, card) in cards.iter_mut().zip(Card::kinds().flat_map(|card| [card, card])) {
            *place = card;
        }
        Self(cards)
    }

    /// The pack in random order.
    pub fn shuffled(rng: &mut impl RngExt) -> Self {
        let mut pack = Self::sorted();
        pack.0.shuffle(rng);
        pack
    }

    /// A pack in a given order; none if the cards are not exactly those of the pack.
    pub fn from_cards(cards: &[Card]) -> Option<Self> {
        let order: [Card; Self::SIZE] = cards.try_into().ok()?;
        let mut given = order;
        given.sort_unstable();
        (given == Self::sorted().0).then_some(Self(order))
    }

    /// The cards in order.
    pub const fn cards(&self) -> &[Card; Self::SIZE] {
        &self.0
    }
}

//! Cards in an order, the top one last: the stock and the discard pile. Must never know which of them it is.

use super::card::Card;
use super::cards::Counts;
use super::pack::Pack;

/// A stack of at most 108 cards, kept in place.
#[derive(Clone, Copy)]
pub struct Stack {
    cards: [Card; Pack::SIZE],
    len: u8,
}

impl Stack {
    /// No cards.
    pub const EMPTY: Self = Self { cards: [Card::JOKER; Pack::SIZE], len: 0 };

    /// Puts a card on top; false, and nothing changes, if 108 cards lie there.
    pub fn push(&mut self, card: Card) -> bool {
        let place = self.cards.get_mut(usize::from(self.len));
        let fits = place.is_some();
        if let Some(place) = place {
            *place = card;
            self.len += 1;
        }
        fits
    }

    /// Takes the top card off.
    pub fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }

    /// The top card.
    pub fn top(&self) -> Option<Card> {
        self.cards().last().copied()
    }

    /// All cards, the top one last.
    pub fn cards(&self) -> &[Card] {
        self.cards.get(..usize::from(self.len)).unwrap_or(&[])
    }

    /// How many cards.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// No card at all.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards below the top one, counted by rank; red threes are left out.
    pub fn counts_below_top(&self) -> Counts {
        let below = self.cards().split_last().map_or(&[][..], |(_, below)| below);
        below.iter().filter(|card| !card.is_red_three()).map(|card| card.rank()).collect()
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Stack {}

impl FromIterator<Card> for Stack {
    /// Beyond 108 cards the rest is dropped.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut stack = Self::EMPTY;
        for card in cards {
            stack.push(card);
        }
        stack
    }
}

//! Cards without an order: [`Cards`], a multiset with suits, and [`Counts`], how many of each rank.
//! Must never know whose cards they are or what may be done with them.

use super::card::{Card, Rank, Suit};

/// A multiset of cards: a hand, the cards a side has melded. It has no order that could leak how it was come by.
///
/// Up to fifteen cards of one kind fit; two packs hold at most four (jokers).
// A nibble a kind, sixteen bits a rank: the counts of all ranks fall out of four additions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards([u64; 4]);

const KIND_MAX: u8 = 15;
/// The nibbles of the red threes (diamonds and hearts), in the first word.
const RED_THREES: u64 = 0x0ff0;

impl Cards {
    /// No cards.
    pub const EMPTY: Self = Self([0; 4]);

    const fn place(card: Card) -> (usize, u32) {
        ((card.kind() / 16) as usize, (card.kind() % 16) as u32 * 4)
    }

    /// How many of this very kind.
    pub const fn count(&self, card: Card) -> u8 {
        let (word, shift) = Self::place(card);
        ((self.0[word] >> shift) & 0xf) as u8
    }

    /// Adds a card; false, and nothing changes, if there are already fifteen of its kind.
    pub fn insert(&mut self, card: Card) -> bool {
        let (word, shift) = Self::place(card);
        let fits = self.count(card) < KIND_MAX;
        if fits {
            self.0[word] += 1 << shift;
        }
        fits
    }

    /// Takes one card out; false, and nothing changes, if there is none of its kind.
    pub fn remove(&mut self, card: Card) -> bool {
        let (word, shift) = Self::place(card);
        let there = self.count(card) > 0;
        if there {
            self.0[word] -= 1 << shift;
        }
        there
    }

    /// Takes `n` cards of a rank out, lowest suits first (suits never matter); of threes only black ones.
    /// Fewer come out if there are fewer.
    #[must_use = "the cards are out of the hand"]
    pub fn remove_rank(&mut self, rank: Rank, n: u8) -> Self {
        let mut taken = Self::EMPTY;
        let mut missing = n;
        // All four suits of a joker are the same card: the later ones find none left or none missing.
        for card in Suit::ALL.map(|suit| Card::new(rank, suit)).into_iter().filter(|card| !card.is_red_three()) {
            while missing > 0 && self.remove(card) {
                taken.insert(card);
                missing -= 1;
            }
        }
        taken
    }

    /// The red threes in it.
    #[must_use]
    pub const fn red_threes_in(&self) -> Self {
        Self([self.0[0] & RED_THREES, 0, 0, 0])
    }

    /// How many red threes.
    pub const fn red_threes(&self) -> u8 {
        self.red_threes_in().len()
    }

    /// How many cards.
    pub const fn len(&self) -> u8 {
        // Two nibbles of four words add up to at most 120 in a byte, two bytes to 240 in a lane.
        let mut bytes = 0;
        let mut word = 0;
        while word < 4 {
            bytes += (self.0[word] & 0x0f0f_0f0f_0f0f_0f0f) + (self.0[word] >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
            word += 1;
        }
        let lanes = (bytes & 0x00ff_00ff_00ff_00ff) + (bytes >> 8 & 0x00ff_00ff_00ff_00ff);
        let sum = lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48;
        // No hand comes near 256 cards.
        if sum > u8::MAX as u64 { u8::MAX } else { sum as u8 }
    }

    /// No card at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The cards one by one, in order of kind.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        let mut left = *self;
        std::iter::from_fn(move || left.pop_lowest())
    }

    fn pop_lowest(&mut self) -> Option<Card> {
        let (number, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let nibble = word.trailing_zeros() / 4;
        *word -= 1 << (nibble * 4);
        Card::from_kind(number as u8 * 16 + nibble as u8)
    }

    /// Adds all of `other`.
    pub fn extend_from(&mut self, other: &Self) {
        for card in other.iter() {
            self.insert(card);
        }
    }

    /// Takes all of `other` out; what is not there is passed over.
    pub fn remove_all(&mut self, other: &Self) {
        for card in other.iter() {
            self.remove(card);
        }
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::EMPTY;
        for card in cards {
            all.insert(card);
        }
        all
    }
}

/// How many cards of each rank: all that matters for playing. Threes are black ones; red threes are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts([u8; Rank::COUNT]);

impl Counts {
    /// Counts a multiset.
    pub fn of(cards: &Cards) -> Self {
        let mut counts = [0; 16];
        for (word, four) in cards.0.iter().zip(counts.chunks_exact_mut(4)) {
            let pairs = (word & 0x0f0f_0f0f_0f0f_0f0f) + (word >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
            let ranks = (pairs & 0x00ff_00ff_00ff_00ff) + (pairs >> 8 & 0x00ff_00ff_00ff_00ff);
            for (lane, count) in four.iter_mut().enumerate() {
                *count = (ranks >> (lane * 16)) as u8;
            }
        }
        let mut all = [0; Rank::COUNT];
        all.copy_from_slice(&counts[..Rank::COUNT]);
        all[Rank::Three.index()] -= cards.red_threes();
        Self(all)
    }

    /// How many of a rank.
    pub const fn get(&self, rank: Rank) -> u8 {
        self.0[rank.index()]
    }

    /// Twos and jokers together.
    pub const fn wilds(&self) -> u8 {
        self.get(Rank::Two).saturating_add(self.get(Rank::Joker))
    }

    /// How many cards.
    pub fn total(&self) -> u8 {
        // Sums of a wider type are added many at once.
        let sum: u16 = self.0.iter().map(|&count| u16::from(count)).sum();
        sum.min(u8::MAX.into()) as u8
    }

    /// The points of all cards together.
    pub fn value(&self) -> u16 {
        self.ranks().map(|(rank, n)| rank.value() * u16::from(n)).sum()
    }

    /// The ranks of which there is a card, with their numbers.
    pub fn ranks(&self) -> impl Iterator<Item = (Rank, u8)> + '_ {
        Rank::ALL.into_iter().map(|rank| (rank, self.get(rank))).filter(|&(_, n)| n > 0)
    }

    /// `n` more of a rank.
    #[must_use]
    pub fn with(mut self, rank: Rank, n: u8) -> Self {
        self.0[rank.index()] = self.get(rank).saturating_add(n);
        self
    }

    /// `n` fewer of a rank, at least none.
    #[must_use]
    pub fn without(mut self, rank: Rank, n: u8) -> Self {
        self.0[rank.index()] = self.get(rank).saturating_sub(n);
        self
    }

    /// The cards of both.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_add(more);
        }
        self
    }

    /// The cards left when those of the other are gone, at least none of each rank.
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        for (count, fewer) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_sub(fewer);
        }
        self
    }

    /// Of each rank, no more than the other has.
    #[must_use]
    pub fn at_most(mut self, other: &Self) -> Self {
        for (count, most) in self.0.iter_mut().zip(other.0) {
            *count = (*count).min(most);
        }
        self
    }
}

impl FromIterator<Rank> for Counts {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        let mut all = Self::default();
        for rank in ranks {
            let count = &mut all.0[rank.index()];
            *count = count.saturating_add(1);
        }
        all
    }
}

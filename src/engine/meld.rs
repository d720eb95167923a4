//! Melds as they lie on the table, and what a player wants to add to them. Knows which compositions are legal melds;
//! must never know whose turn it is or what may be done when.

use serde::{Deserialize, Serialize};

use super::card::Rank;
use super::cards::Counts;
use super::illegal::Illegal;
use super::rules::{Rules, WildLimit, WildMelds};

/// A meld of this many cards is a canasta.
pub const CANASTA: u8 = 7;
/// No meld of natural cards holds more wild cards than this.
pub(super) const MOST_WILDS: u8 = 3;
/// The rank under which a meld of wild cards alone is kept.
pub const WILD: Rank = Rank::Two;

/// The kind of a canasta.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Canasta {
    /// Natural cards alone.
    Natural,
    /// Natural and wild cards.
    Mixed,
    /// Wild cards alone.
    Wild,
}

impl Canasta {
    /// The bonus at the end of the round, besides the cards.
    pub const fn bonus(self) -> u16 {
        match self {
            Self::Natural => 500,
            Self::Mixed => 300,
            Self::Wild => 2000,
        }
    }

    /// What a meld is worth besides its cards.
    pub(super) fn points(canasta: Option<Self>) -> i32 {
        canasta.map_or(0, |canasta| i32::from(canasta.bonus()))
    }
}

/// What a player adds to the meld of a rank, from the hand. With [`WILD`] as the rank: to the meld of wild cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// The rank of the meld; three stands for black threes.
    pub rank: Rank,
    /// Cards of that rank from the hand; the upcard of a taken pile is not among them.
    pub naturals: u8,
    /// Twos from the hand.
    pub twos: u8,
    /// Jokers from the hand.
    pub jokers: u8,
}

impl Placement {
    /// Natural cards alone.
    pub const fn naturals(rank: Rank, naturals: u8) -> Self {
        Self { rank, naturals, twos: 0, jokers: 0 }
    }

    /// How many cards leave the hand.
    pub const fn len(self) -> u8 {
        self.naturals.saturating_add(self.twos).saturating_add(self.jokers)
    }

    /// No card leaves the hand: a bare lay-off of the upcard, or nothing at all.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cards that leave the hand.
    pub fn counts(self) -> Counts {
        Counts::default().with(self.rank, self.naturals).with(Rank::Two, self.twos).with(Rank::Joker, self.jokers)
    }

    /// A hand without these cards.
    #[must_use]
    pub(super) fn taken_from(self, hand: Counts) -> Counts {
        hand.without(self.rank, self.naturals).without(Rank::Two, self.twos).without(Rank::Joker, self.jokers)
    }

    /// The points of the cards that leave the hand.
    pub fn value(self) -> u16 {
        let points = |rank: Rank, n: u8| rank.value() * u16::from(n);
        points(self.rank, self.naturals) + points(Rank::Two, self.twos) + points(Rank::Joker, self.jokers)
    }

    /// These cards as a meld of their own.
    pub const fn meld(self) -> Meld {
        Meld { naturals: self.naturals, twos: self.twos, jokers: self.jokers }
    }
}

/// How many cards of each sort lie in one meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Meld {
    /// Cards of the meld's rank.
    pub naturals: u8,
    /// Twos.
    pub twos: u8,
    /// Jokers.
    pub jokers: u8,
}

impl Meld {
    /// How many cards.
    pub const fn len(self) -> u8 {
        self.naturals.saturating_add(self.wilds())
    }

    /// Nothing lies there.
    pub const fn is_empty(self) -> bool {
        self.naturals | self.twos | self.jokers == 0
    }

    /// Twos and jokers.
    pub const fn wilds(self) -> u8 {
        self.twos.saturating_add(self.jokers)
    }

    /// This meld with more cards.
    #[must_use]
    pub const fn with(self, more: Self) -> Self {
        Self {
            naturals: self.naturals.saturating_add(more.naturals),
            twos: self.twos.saturating_add(more.twos),
            jokers: self.jokers.saturating_add(more.jokers),
        }
    }

    /// This meld with the upcard of the pile.
    #[must_use]
    pub const fn with_upcard(self) -> Self {
        self.with(Self { naturals: 1, twos: 0, jokers: 0 })
    }

    /// The canasta that it is, if it is one.
    pub const fn canasta(self) -> Option<Canasta> {
        match (self.len() >= CANASTA, self.naturals, self.wilds()) {
            (false, ..) => None,
            (true, 0, _) => Some(Canasta::Wild),
            (true, _, 0) => Some(Canasta::Natural),
            (true, ..) => Some(Canasta::Mixed),
        }
    }

    /// Whether these cards are a meld of the rank.
    ///
    /// Sources: all four for size, two naturals and three wild cards; the wild limit and wild-card melds are options.
    pub fn check(self, rank: Rank, rules: &Rules) -> Result<(), Illegal> {
        match rank {
            Rank::Joker => Err(Illegal::NotAMeldRank),
            Rank::Three if self.wilds() > 0 => Err(Illegal::BlackThreesWithWilds),
            Rank::Three if self.naturals < 3 => Err(Illegal::TooFewCards { rank, have: self.naturals, need: 3 }),
            Rank::Three => Ok(()),
            WILD => self.check_wild(rules),
            _ => self.check_natural(rank, rules),
        }
    }

    fn check_wild(self, rules: &Rules) -> Result<(), Illegal> {
        if rules.wild_melds == WildMelds::No {
            return Err(Illegal::NoWildMelds);
        }
        if self.naturals > 0 {
            return Err(Illegal::NotAMeldRank);
        }
        if self.len() < CANASTA {
            return Err(Illegal::WildMeldTooSmall { have: self.len(), need: CANASTA });
        }
        Ok(())
    }

    fn check_natural(self, rank: Rank, rules: &Rules) -> Result<(), Illegal> {
        if self.naturals < 2 {
            return Err(Illegal::TooFewNaturals { rank, have: self.naturals, need: 2 });
        }
        if self.len() < 3 {
            return Err(Illegal::TooFewCards { rank, have: self.len(), need: 3 });
        }
        let most = rules.wild_limit.most(self.naturals);
        if self.wilds() > most {
            return Err(Illegal::TooManyWilds { rank, naturals: self.naturals, wilds: self.wilds(), most });
        }
        Ok(())
    }
}

impl WildLimit {
    /// The most wild cards that a meld with so many naturals may hold.
    pub fn most(self, naturals: u8) -> u8 {
        let beside = match self {
            Self::AtMostThree => MOST_WILDS,
            Self::NotMoreThanNaturals => naturals,
            Self::FewerThanNaturals => naturals.saturating_sub(1),
        };
        beside.min(MOST_WILDS)
    }
}

/// All melds of a side by number, at most one of each rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Placement>", from = "Written")]
pub struct Melds([Meld; Self::RANKS]);

/// Melds as they are stored.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    /// Those that there are.
    There(Vec<Placement>),
    /// As older versions wrote them: one of each rank, empty ones too.
    OfEachRank([Meld; Melds::RANKS]),
}

impl From<Written> for Melds {
    fn from(written: Written) -> Self {
        match written {
            Written::There(placements) => placements.into_iter().collect(),
            Written::OfEachRank(melds) => Self(melds),
        }
    }
}

impl FromIterator<Placement> for Melds {
    fn from_iter<I: IntoIterator<Item = Placement>>(placements: I) -> Self {
        let mut melds = Self::default();
        for placement in placements {
            melds.add(placement.rank, placement.meld());
        }
        melds
    }
}

impl From<Melds> for Vec<Placement> {
    fn from(melds: Melds) -> Self {
        let there = |(rank, Meld { naturals, twos, jokers })| Placement { rank, naturals, twos, jokers };
        melds.iter().map(there).collect()
    }
}

impl Melds {
    // Three (black threes), four to ace, two (wild cards).
    const RANKS: usize = Rank::Two.index() + 1;

    /// The ranks under which there can be a meld, in order.
    pub fn ranks() -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().take(Self::RANKS)
    }

    /// The meld of a rank; an empty one if there is none.
    pub fn get(&self, rank: Rank) -> Meld {
        self.0.get(rank.index()).copied().unwrap_or_default()
    }

    /// Adds to the meld of a rank. Whether that is allowed is not asked here.
    pub fn add(&mut self, rank: Rank, more: Meld) {
        if let Some(meld) = self.0.get_mut(rank.index()) {
            *meld = meld.with(more);
        }
    }

    /// The melds there are, by rank.
    pub fn iter(&self) -> impl Iterator<Item = (Rank, Meld)> + '_ {
        Self::ranks().zip(self.0).filter(|(_, meld)| !meld.is_empty())
    }

    /// Whether there is no meld.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, meld| any | meld.naturals | meld.twos | meld.jokers) == 0
    }

    /// How many canastas.
    pub fn canastas(&self) -> u8 {
        self.0.iter().filter(|meld| meld.len() >= CANASTA).count() as u8
    }

    /// The ranks there are melds of.
    pub fn rank_set(&self) -> RankSet {
        self.iter().map(|(rank, _)| rank).collect()
    }
}

/// A set of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct RankSet(u16);

impl RankSet {
    /// Whether the rank is in it.
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 == 1
    }

    /// No rank is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |&rank| self.contains(rank))
    }
}

impl FromIterator<Rank> for RankSet {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        Self(ranks.into_iter().fold(0, |set, rank| set | 1 << rank.index()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_melds_there_are_get_written_and_older_tables_read_as_well() {
        let kings = Placement { rank: Rank::King, naturals: 3, twos: 1, jokers: 0 };
        let melds: Melds = [kings].into_iter().collect();
        let text = serde_json::to_string(&melds).unwrap();
        assert_eq!(text, r#"[{"rank":"K","naturals":3,"twos":1,"jokers":0}]"#);
        assert_eq!(serde_json::from_str::<Melds>(&text).unwrap(), melds);
        let older = serde_json::to_string(&melds.0).unwrap();
        assert_eq!(serde_json::from_str::<Melds>(&older).unwrap(), melds);
    }
}

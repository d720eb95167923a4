//! One card: its rank, its suit, what it is worth. Must never know about hands, melds or rule options.

/// A rank, in the order in which hands are shown: threes first, jokers last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
    Two,
    Joker,
}

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 14;

    /// All ranks in order; `Rank::ALL[rank.index()] == rank`.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
        Self::Two,
        Self::Joker,
    ];

    /// The ranks of which ordinary melds are made: four to ace.
    pub const NATURAL: [Self; 11] = [
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The position in [`Rank::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Twos and jokers stand for any card of a meld.
    pub const fn is_wild(self) -> bool {
        matches!(self, Self::Two | Self::Joker)
    }

    /// Points of one card of this rank; a three counts as a black one, red threes are bonus cards and worth nothing here.
    pub const fn value(self) -> u16 {
        match self {
            Self::Three | Self::Four | Self::Five | Self::Six | Self::Seven => 5,
            Self::Eight | Self::Nine | Self::Ten | Self::Jack | Self::Queen | Self::King => 10,
            Self::Ace | Self::Two => 20,
            Self::Joker => 50,
        }
    }
}

/// A suit. Suits never matter but for the colour of threes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }
}

/// One of 53 kinds of card: four of each rank from three to two, and the joker (jokers are interchangeable).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many kinds of card there are.
    pub const KINDS: u8 = 53;

    /// The joker.
    pub const JOKER: Self = Self(52);

    /// The card of a rank and a suit; the suit of a joker is ignored.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        match rank {
            Rank::Joker => Self::JOKER,
            _ => Self(rank as u8 * 4 + suit as u8),
        }
    }

    /// All kinds of card, in order of rank, then suit.
    pub fn kinds() -> impl Iterator<Item = Self> {
        (0..Self::KINDS).map(Self)
    }

    /// The kind of a number in [`Card::kinds`].
    pub const fn from_kind(kind: u8) -> Option<Self> {
        if kind < Self::KINDS { Some(Self(kind)) } else { None }
    }

    /// The number of this kind in [`Card::kinds`].
    pub const fn kind(self) -> u8 {
        self.0
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// The suit; none for the joker.
    pub const fn suit(self) -> Option<Suit> {
        match self.0 {
            52.. => None,
            kind => Some(Suit::ALL[(kind % 4) as usize]),
        }
    }

    /// A two or a joker.
    pub const fn is_wild(self) -> bool {
        self.rank().is_wild()
    }

    /// A three of diamonds or hearts: a bonus card.
    pub const fn is_red_three(self) -> bool {
        match (self.rank(), self.suit()) {
            (Rank::Three, Some(suit)) => suit.is_red(),
            _ => false,
        }
    }

    /// A three of clubs or spades: blocks the pile.
    pub const fn is_black_three(self) -> bool {
        match (self.rank(), self.suit()) {
            (Rank::Three, Some(suit)) => !suit.is_red(),
            _ => false,
        }
    }
}

//! Who sits where: seats, the two sides, and values kept for each of them. Must never know who the people are.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A place at the table, clockwise: north, east, south, west. With two players only the first two are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Seat {
    North,
    East,
    South,
    West,
}

impl Seat {
    /// All four seats, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The seats in use at a table of so many players, clockwise.
    pub fn at_table(players: u8) -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().take(usize::from(players))
    }

    /// The next seat clockwise, to this one's left.
    #[must_use]
    pub const fn next(self, players: u8) -> Self {
        Self::ALL[(self as usize + 1) % if players == 2 { 2 } else { 4 }]
    }

    /// The seat opposite, if this player has a partner.
    pub const fn partner(self, players: u8) -> Option<Self> {
        match players {
            4 => Some(Self::ALL[(self as usize + 2) % 4]),
            _ => None,
        }
    }

    /// The side this seat plays for.
    pub const fn team(self) -> Team {
        match self {
            Self::North | Self::South => Team::NorthSouth,
            Self::East | Self::West => Team::EastWest,
        }
    }
}

/// One of the two sides. With two players each side is one player: north, and east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Team {
    NorthSouth,
    EastWest,
}

impl Team {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::NorthSouth, Self::EastWest];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::NorthSouth => Self::EastWest,
            Self::EastWest => Self::NorthSouth,
        }
    }

    /// The seats of this side at a table of so many players.
    pub fn seats(self, players: u8) -> impl Iterator<Item = Seat> {
        Seat::at_table(players).filter(move |seat| seat.team() == self)
    }
}

/// A value for each seat; those of seats not in use stay at their default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// A value for every seat.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(value))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ByTeam<T>([T; 2]);

impl<T> ByTeam<T> {
    /// A value for both sides.
    pub fn from_fn(value: impl FnMut(Team) -> T) -> Self {
        Self(Team::ALL.map(value))
    }
}

impl<T> Index<Team> for ByTeam<T> {
    type Output = T;
    fn index(&self, team: Team) -> &T {
        &self.0[team as usize]
    }
}

impl<T> IndexMut<Team> for ByTeam<T> {
    fn index_mut(&mut self, team: Team) -> &mut T {
        &mut self.0[team as usize]
    }
}

//! A draft: melds put together and not yet played. It travels in the `custom_id` of every component of a hand, four
//! characters a rank, so that the server keeps nothing half-made. Must never know whether it may be played: `check` does.

use crate::engine::notation::rank_letter;
use crate::engine::{Action, Card, Counts, Illegal, Melds, Placement, Placements, Rank, Stage, View};

/// What the melds are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// To be melded, now or in a turn to come.
    #[default]
    Meld,
    /// To take the pile under an upcard of this rank, which is placed already, locked and counted.
    Take(Rank),
}

/// Whether the player puts melds together card by card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Building {
    /// No: whole melds are picked.
    #[default]
    No,
    /// Yes; no rank has been chosen.
    Choosing,
    /// Yes; cards go to the meld of this rank.
    Rank(Rank),
}

/// Melds put together and not yet played.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Draft {
    /// What for.
    pub mode: Mode,
    /// Card by card?
    pub building: Building,
    /// In order of rank, none empty, none twice.
    placements: Placements,
}

/// Sorts of cards that go to a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Sort {
    Natural,
    Two,
    Joker,
}

/// The most cards of a sort that one character can tell: more than a pack holds of any rank.
const MOST: u8 = 35;

impl Draft {
    /// A draft of these melds.
    pub fn of(mode: Mode, placements: &[Placement]) -> Self {
        let mut draft = Self { mode, ..Self::default() };
        for placement in placements {
            draft.put(*placement);
        }
        draft
    }

    /// This draft, put together in this way.
    #[must_use]
    pub fn at(mut self, building: Building) -> Self {
        self.building = building;
        self
    }

    /// The placements, in order of rank; the upcard's stands only here if cards join it.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Nothing has been put together.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.mode == Mode::Meld
    }

    /// What goes to the meld of a rank.
    pub fn get(&self, rank: Rank) -> Placement {
        let found = self.placements.iter().find(|placement| placement.rank == rank);
        found.copied().unwrap_or(Placement::naturals(rank, 0))
    }

    /// Replaces what goes to the meld of a rank.
    fn set(&mut self, placement: Placement) {
        self.placements.retain(|other| other.rank != placement.rank);
        if !placement.is_empty() {
            let at = self.placements.partition_point(|other| other.rank < placement.rank);
            self.placements.insert(at, placement);
        }
    }

    /// Adds to the meld of a rank; there is none of jokers.
    pub fn put(&mut self, more: Placement) {
        if more.rank == Rank::Joker {
            return;
        }
        let before = self.get(more.rank);
        let sum = |one: u8, other: u8| one.saturating_add(other).min(MOST);
        self.set(Placement {
            rank: more.rank,
            naturals: sum(before.naturals, more.naturals),
            twos: sum(before.twos, more.twos),
            jokers: sum(before.jokers, more.jokers),
        });
    }

    /// The cards of the hand in it.
    pub fn used(&self) -> Counts {
        self.placements.iter().fold(Counts::default(), |used, placement| used.plus(&placement.counts()))
    }

    /// The cards of the hand that stay.
    pub fn left(&self, view: &View) -> Counts {
        view.held.minus(&self.used())
    }

    /// The first rank of which the hand holds too few cards.
    pub fn lacking(&self, view: &View) -> Option<Illegal> {
        let used = self.used();
        let mut lacking = used.ranks().filter(|&(rank, need)| view.held.get(rank) < need);
        lacking.next().map(|(rank, need)| Illegal::NotInHand { rank, have: view.held.get(rank), need })
    }

    /// This draft as far as it still holds for the player: after others' turns or the player's own, a hand that no
    /// longer covers it drops it, and a take is only for the upcard that lies there.
    #[must_use]
    pub fn fitted(mut self, view: &View) -> Self {
        let to_draw = view.to_play() && view.public.turn.stage == Stage::ToDraw;
        if let Mode::Take(rank) = self.mode
            && !(to_draw && view.upcard().map(Card::rank) == Some(rank))
        {
            self.mode = Mode::Meld;
        }
        if self.lacking(view).is_some() || view.public.ended.is_some() {
            return Self::default();
        }
        self
    }

    /// This draft for taking the pile.
    #[must_use]
    pub fn for_take(mut self, upcard: Rank) -> Self {
        self.mode = Mode::Take(upcard);
        self.building = Building::Rank(upcard);
        self
    }

    /// Whether one more card of this sort can go to the meld of a rank.
    pub fn can_add(&self, view: &View, rank: Rank, sort: Sort) -> bool {
        let held = match sort {
            Sort::Natural if rank.is_wild() => return false,
            Sort::Natural => rank,
            // Black threes take no wild cards.
            _ if rank == Rank::Three || rank == Rank::Joker => return false,
            Sort::Two => Rank::Two,
            Sort::Joker => Rank::Joker,
        };
        self.left(view).get(held) > 0
    }

    /// One more card; nothing changes if there is none.
    pub fn add(&mut self, view: &View, rank: Rank, sort: Sort) {
        if self.can_add(view, rank, sort) {
            let one = |of: Sort| u8::from(of == sort);
            let (naturals, twos, jokers) = (one(Sort::Natural), one(Sort::Two), one(Sort::Joker));
            self.put(Placement { rank, naturals, twos, jokers });
        }
    }

    /// One natural fewer.
    pub fn remove_natural(&mut self, rank: Rank) {
        let placement = self.get(rank);
        self.set(Placement { naturals: placement.naturals.saturating_sub(1), ..placement });
    }

    /// One wild card fewer, the dearer first.
    pub fn remove_wild(&mut self, rank: Rank) {
        let placement = self.get(rank);
        self.set(match placement.jokers {
            0 => Placement { twos: placement.twos.saturating_sub(1), ..placement },
            jokers => Placement { jokers: jokers - 1, ..placement },
        });
    }

    /// Its points, the upcard's included.
    pub fn value(&self) -> u16 {
        let upcard = match self.mode {
            Mode::Meld => 0,
            Mode::Take(rank) => rank.value(),
        };
        upcard + self.placements.iter().map(|placement| placement.value()).sum::<u16>()
    }

    /// The side's melds as they would lie there after it.
    pub fn melds_after(&self, view: &View) -> Melds {
        let mut melds = view.side().melds;
        for placement in &self.placements {
            melds.add(placement.rank, placement.meld());
        }
        if let Mode::Take(rank) = self.mode {
            melds.add(rank, Placement::naturals(rank, 1).meld());
        }
        melds
    }

    /// The action that plays it.
    pub fn action(&self) -> Action {
        match self.mode {
            Mode::Meld => Action::Meld(self.placements.clone()),
            Mode::Take(upcard) => {
                let others = self.placements.iter().copied().filter(|placement| placement.rank != upcard);
                Action::TakePile(std::iter::once(self.get(upcard)).chain(others).collect())
            }
        }
    }

    /// The draft that would be played by a meld or a take; none for another action.
    pub fn from_action(action: &Action, upcard: Option<Rank>) -> Option<Self> {
        match action {
            Action::Meld(placements) => Some(Self::of(Mode::Meld, placements)),
            Action::TakePile(placements) => Some(Self::of(Mode::Take(upcard?), placements)),
            _ => None,
        }
    }

    /// As text: what for, how, and four characters a rank. A plain empty draft is an empty text.
    pub fn code(&self) -> String {
        if *self == Self::default() {
            return String::new();
        }
        let mode = match self.mode {
            Mode::Meld => '-',
            Mode::Take(rank) => rank_letter(rank),
        };
        let building = match self.building {
            Building::No => '-',
            Building::Choosing => '+',
            Building::Rank(rank) => rank_letter(rank),
        };
        format!("{mode}{building}{}", code_of(&self.placements))
    }

    /// The draft of a text; none if it is not exactly what [`Draft::code`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let Some(mode) = letters.next() else { return Some(Self::default()) };
        let mode = if mode == '-' { Mode::Meld } else { Mode::Take(rank_of(mode)?) };
        let building = match letters.next()? {
            '-' => Building::No,
            '+' => Building::Choosing,
            letter => Building::Rank(rank_of(letter)?),
        };
        let placements = placements_of(letters.as_str())?;
        let draft = Self::of(mode, &placements).at(building);
        (draft.code() == text).then_some(draft)
    }
}

/// Placements as text, four characters each.
pub fn code_of(placements: &[Placement]) -> String {
    let digit = |n: u8| char::from_digit(u32::from(n.min(MOST)), 36).unwrap_or('0');
    let code = |placement: &Placement| {
        [rank_letter(placement.rank), digit(placement.naturals), digit(placement.twos), digit(placement.jokers)]
    };
    placements.iter().flat_map(code).collect()
}

/// The placements of a text; none if it is not one. Whether they make sense is not asked.
pub fn placements_of(text: &str) -> Option<Vec<Placement>> {
    let letters: Vec<char> = text.chars().collect();
    let digit = |letter: char| letter.to_digit(36).map(|n| n as u8);
    let placements = letters.chunks(4).map(|chunk| match *chunk {
        [rank, naturals, twos, jokers] => Some(Placement {
            rank: rank_of(rank)?,
            naturals: digit(naturals)?,
            twos: digit(twos)?,
            jokers: digit(jokers)?,
        }),
        _ => None,
    });
    placements.take(Rank::COUNT + 1).collect()
}

/// The rank of a letter.
pub fn rank_of(letter: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|&rank| rank_letter(rank) == letter)
}

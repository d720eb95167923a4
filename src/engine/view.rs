//! What may be known: [`Public`] by everybody, [`View`] by one seat. Legality, menus and computer players see
//! nothing else. Both are built field by field in `round.rs`; they must never hold another seat's hand or the stock.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank};
use super::cards::{Cards, Counts};
use super::event::{Ending, Hands};
use super::illegal::{Blocker, Bound};
use super::meld::{Meld, Melds, RankSet};
use super::rules::{Freezing, Rules};
use super::seat::{BySeat, ByTeam, Seat, Team};
use super::stack::Stack;

/// What everybody may know of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The rules in force.
    pub rules: Rules,
    /// Who dealt.
    pub dealer: Seat,
    /// The sides' totals before the round.
    pub totals: ByTeam<i32>,
    /// How many cards each seat holds; red threes waiting to be laid are among them.
    pub hand_sizes: BySeat<u8>,
    /// How many cards the stock has.
    pub stock: u8,
    /// The pile. Every card in it was once face up; panels show only the upcard and the number.
    pub pile: Stack,
    /// What lies before the two sides.
    pub sides: ByTeam<Side>,
    /// The turn in progress.
    pub turn: Turn,
    /// Why the round ended, and all hands face up.
    pub ended: Option<(Ending, Hands)>,
}

/// What one seat may know of a round: what everybody knows, and its own hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// This seat's hand; red threes waiting to be laid are in it.
    pub hand: Cards,
    /// The hand by rank; red threes waiting to be laid are not counted.
    pub held: Counts,
    /// What everybody knows.
    pub public: Public,
}

/// What lies before one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// Its melds.
    pub melds: Melds,
    /// The cards in them.
    pub melded: Cards,
    /// Its red threes.
    pub red_threes: Cards,
    /// How many of its canastas were put down in one placement from the hand.
    pub concealed_canastas: u8,
}

/// The turn in progress, all of it public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose turn.
    pub seat: Seat,
    /// How far it is.
    pub stage: Stage,
    /// The pile was taken this turn.
    pub took_pile: bool,
    /// The question to the partner.
    pub question: Question,
    /// Why the player must go out this turn, if so.
    pub bound: Option<Bound>,
    /// The player had put down cards in an earlier turn.
    pub had_melded: bool,
    /// The ranks of the side's melds when the turn began.
    pub ranks_before: RankSet,
    /// What was put down this turn, upcard included.
    pub put_down: Melds,
    /// Cards in the hand that came from below the upcard this turn, counted in the player's favour.
    pub from_pile: Counts,
}

/// How far a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Draw or take the pile.
    ToDraw,
    /// Meld, discard.
    Drawn,
}

/// The question to the partner, in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// Not asked.
    NotAsked,
    /// Asked; the partner is to answer.
    Waiting,
    /// Taken back or not answered: used up.
    UsedUp,
    /// The partner said yes.
    Yes,
    /// The partner said no.
    No,
}

impl Turn {
    /// A turn that begins.
    pub fn new(seat: Seat, had_melded: bool, ranks_before: RankSet) -> Self {
        Self {
            seat,
            stage: Stage::ToDraw,
            took_pile: false,
            question: Question::NotAsked,
            bound: None,
            had_melded,
            ranks_before,
            put_down: Melds::default(),
            from_pile: Counts::default(),
        }
    }

    /// The seats that may act in this turn, the one waited for first.
    pub(super) fn to_act(self, players: u8) -> impl Iterator<Item = Seat> + use<> {
        let asked = match self.question {
            Question::Waiting => self.seat.partner(players),
            _ => None,
        };
        asked.into_iter().chain([self.seat])
    }
}

impl Public {
    /// The seats that may act now: the player whose turn it is, and while a question waits, the partner too.
    pub fn to_act(&self) -> impl Iterator<Item = Seat> + use<> {
        let running = self.ended.is_none();
        self.turn.to_act(self.rules.players).filter(move |_| running)
    }

    /// The points this side's initial meld must reach; fixed at the deal.
    pub fn minimum(&self, team: Team) -> u16 {
        Rules::minimum(self.totals[team])
    }

    /// Whether a card in the pile freezes it to both sides.
    pub fn iced(&self) -> bool {
        let red_threes_freeze = self.rules.freezing == Freezing::WildAndRedThree;
        self.pile.cards().iter().any(|card| card.is_wild() || (red_threes_freeze && card.is_red_three()))
    }

    /// Whether the pile is frozen to this side.
    pub fn frozen_to(&self, team: Team) -> bool {
        self.sides[team].melds.is_empty() || self.iced()
    }

    /// What blocks the pile, whatever the options say.
    pub fn blocker(&self) -> Option<Blocker> {
        match self.pile.top()? {
            card if card.is_wild() => Some(Blocker::Wild),
            card if card.is_red_three() => Some(Blocker::RedThree),
            card if card.is_black_three() => Some(Blocker::BlackThree),
            _ => None,
        }
    }
}

impl View {
    /// The side of this seat.
    pub const fn team(&self) -> Team {
        self.seat.team()
    }

    /// What lies before this side.
    pub fn side(&self) -> &Side {
        &self.public.sides[self.team()]
    }

    /// The side's meld of a rank.
    pub fn meld(&self, rank: Rank) -> Meld {
        self.side().melds.get(rank)
    }

    /// The points that this side's initial meld must still reach; none once it has melded.
    pub fn minimum_needed(&self) -> Option<u16> {
        self.side().melds.is_empty().then(|| self.public.minimum(self.team()))
    }

    /// The upcard.
    pub fn upcard(&self) -> Option<Card> {
        self.public.pile.top()
    }

    /// It is this seat's turn, and no question waits.
    pub fn to_play(&self) -> bool {
        let turn = &self.public.turn;
        self.public.ended.is_none() && turn.seat == self.seat && turn.question != Question::Waiting
    }
}

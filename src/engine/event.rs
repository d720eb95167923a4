//! What happened, with the very cards: events are what is stored, and folding them gives the state.
//! [`Seen`] is an event as one seat, or the public, may know it. Must never hold a rule.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank};
use super::cards::Cards;
use super::illegal::Bound;
use super::pack::Pack;
use super::score::Sheet;
use super::seat::{BySeat, ByTeam, Seat, Team};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A round began: each player got the cards due from the front of the pack, one at a time from the dealer's left.
    Dealt {
        /// Who dealt.
        dealer: Seat,
        /// The whole pack, in order. Boxed: no other event is as large, and histories are kept in memory.
        pack: Box<Pack>,
    },
    /// The top of the stock was turned up onto the pile.
    TurnedUp {
        /// The card.
        card: Card,
    },
    /// A red three was laid.
    RedThreeLaid {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Card,
        /// Where it came from.
        from: Origin,
    },
    /// The top of the stock replaced a red three of the deal.
    Replaced {
        /// Whose.
        seat: Seat,
        /// The new card.
        card: Card,
    },
    /// A player's turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// The top of the stock was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The whole pile went into a hand, the upcard included.
    PileTaken {
        /// Whose.
        seat: Seat,
    },
    /// Cards went from the hand to the side's meld of a rank.
    Melded {
        /// Whose hand.
        seat: Seat,
        /// The meld's rank.
        rank: Rank,
        /// The cards.
        cards: Cards,
        /// It was a canasta put down in one placement from the hand, for which these rules give a bonus.
        concealed_canasta: bool,
    },
    /// From now on this player must go out this turn.
    BoundToGoOut {
        /// Who.
        seat: Seat,
        /// Why.
        cause: Bound,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The partner was asked: may I go out?
    PartnerAsked {
        /// By whom.
        seat: Seat,
    },
    /// The question was taken back, or not answered in time.
    QuestionWithdrawn {
        /// By whom.
        seat: Seat,
    },
    /// The partner answered.
    PartnerAnswered {
        /// Who answered.
        seat: Seat,
        /// Yes: the asker must go out this turn; no: the asker can't.
        yes: bool,
    },
    /// With an empty stock, the pile was declined.
    Passed {
        /// By whom.
        seat: Seat,
    },
    /// A player went out.
    WentOut {
        /// Who.
        seat: Seat,
        /// Whether concealed.
        concealed: bool,
    },
    /// The round is over and scored; all hands are face up.
    RoundEnded {
        /// Why.
        ending: Ending,
        /// The sheets of both sides.
        sheets: ByTeam<Sheet>,
    },
    /// A side won the game.
    GameWon {
        /// Which.
        team: Team,
    },
}

/// Where a red three came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// The player's hand: dealt, or taken with the pile.
    Hand,
    /// The top of the stock.
    Stock,
}

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// A player went out.
    WentOut,
    /// A turn ended with an empty stock.
    StockEmpty,
    /// The stock is empty and the player to act can't take the pile.
    NoTake,
    /// The stock is empty and the player to act declined the pile.
    Passed,
    /// The last card of the stock was a red three.
    LastRedThree,
}

/// An event as one seat, or the public, may know it. It is built case by case: what a new event hides stays hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A round began.
    Dealt {
        /// Who dealt.
        dealer: Seat,
    },
    /// A card drawn, or replacing a red three: known to its owner alone.
    Drew {
        /// By whom.
        seat: Seat,
        /// The card, for its owner.
        card: Option<Card>,
    },
    /// The round is over: all hands are face up.
    RoundEnded {
        /// Why.
        ending: Ending,
        /// The sheets of both sides.
        sheets: ByTeam<Sheet>,
    },
    /// Something that happened in front of everybody.
    Public(Event),
}

impl Event {
    /// The event as this seat may know it; without a seat, as everybody may.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Seen {
        match self {
            Self::Dealt { dealer, pack: _ } => Seen::Dealt { dealer: *dealer },
            Self::Drew { seat, card } | Self::Replaced { seat, card } => {
                Seen::Drew { seat: *seat, card: (viewer == Some(*seat)).then_some(*card) }
            }
            Self::RoundEnded { ending, sheets } => Seen::RoundEnded { ending: *ending, sheets: *sheets },
            Self::TurnedUp { .. }
            | Self::RedThreeLaid { .. }
            | Self::TurnBegan { .. }
            | Self::PileTaken { .. }
            | Self::Melded { .. }
            | Self::BoundToGoOut { .. }
            | Self::Discarded { .. }
            | Self::PartnerAsked { .. }
            | Self::QuestionWithdrawn { .. }
            | Self::PartnerAnswered { .. }
            | Self::Passed { .. }
            | Self::WentOut { .. }
            | Self::GameWon { .. } => Seen::Public(self.clone()),
        }
    }

    /// Everything these events let a seat, or the public, know.
    pub fn history(events: &[Self], viewer: Option<Seat>) -> Vec<Seen> {
        events.iter().map(|event| event.seen_by(viewer)).collect()
    }
}

/// All hands, face up at the end of the round.
pub type Hands = BySeat<Cards>;

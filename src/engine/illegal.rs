//! Why an action is refused, with the numbers the player must be told. No words: those are in `i18n`.
//! Must never carry anything the refused player may not know.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::card::Rank;
use super::seat::Seat;

/// The reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("illegal action: {self:?}")]
pub enum Illegal {
    /// The round is over.
    RoundOver,
    /// Somebody else is to act.
    NotYourTurn {
        /// Who.
        to_act: Seat,
    },
    /// Draw or take the pile first.
    DrawFirst,
    /// The turn's card has been drawn or the pile taken; neither can be done again.
    AlreadyDrawn,
    /// The partner has been asked and has not answered.
    QuestionPending,
    /// Nobody has asked.
    NoQuestion,
    /// The stock is empty: take the pile, or pass.
    StockEmpty,
    /// Passing is for an empty stock alone.
    CannotPass,
    /// The stock is empty, the pile is open and its upcard fits an own meld: it must be taken.
    MustTake {
        /// The upcard's rank.
        rank: Rank,
    },

    /// There is no pile.
    PileEmpty,
    /// The upcard can't be taken.
    PileBlocked {
        /// What blocks it.
        by: Blocker,
    },
    /// The pile is frozen: a pair of the upcard's rank from the hand is needed.
    PileFrozen {
        /// The upcard's rank.
        rank: Rank,
        /// How many naturals of it were put with it.
        have: u8,
        /// How many the hand holds.
        held: u8,
        /// Whether it is frozen by a card in it, so to both sides; otherwise because this side has not melded.
        iced: bool,
    },
    /// The pile is open: the upcard needs a pair, a natural and a wild card, or an own meld of its rank.
    UpcardNeedsMore {
        /// The upcard's rank.
        rank: Rank,
    },
    /// The upcard must be melded at once: nothing was placed with its rank.
    UpcardNotUsed {
        /// The upcard's rank.
        rank: Rank,
    },
    /// A single card can't take a pile of a single card.
    OneCardForOne,

    /// The hand does not hold these cards.
    NotInHand {
        /// Of which rank.
        rank: Rank,
        /// How many it holds.
        have: u8,
        /// How many were named.
        need: u8,
    },
    /// Nothing was named to put down.
    NothingPlaced,
    /// A rank appears twice in one action.
    RankTwice {
        /// Which.
        rank: Rank,
    },
    /// There is no meld of that rank.
    NotAMeldRank,
    /// A meld needs three cards.
    TooFewCards {
        /// The meld's rank.
        rank: Rank,
        /// How many it would have.
        have: u8,
        /// How many it needs.
        need: u8,
    },
    /// A meld needs two naturals.
    TooFewNaturals {
        /// The meld's rank.
        rank: Rank,
        /// How many it would have.
        have: u8,
        /// How many it needs.
        need: u8,
    },
    /// The whole meld would hold too many wild cards.
    TooManyWilds {
        /// The meld's rank.
        rank: Rank,
        /// Its naturals.
        naturals: u8,
        /// The wild cards it would have.
        wilds: u8,
        /// The most it may have.
        most: u8,
    },
    /// These rules know no melds of wild cards alone.
    NoWildMelds,
    /// A meld of wild cards is a canasta from the start.
    WildMeldTooSmall {
        /// How many it would have.
        have: u8,
        /// How many it needs.
        need: u8,
    },
    /// Black threes take no wild cards.
    BlackThreesWithWilds,
    /// Black threes go down only in the turn in which the player goes out.
    BlackThreesOnlyGoingOut,
    /// The initial meld does not reach the minimum.
    BelowMinimum {
        /// The points put down.
        have: u16,
        /// The minimum.
        need: u16,
        /// The most this player can put down now in a play legal but for the minimum.
        best: u16,
    },

    /// This would leave no card, or one, to a player who can't go out.
    MustKeepCard {
        /// The cards left.
        left: u8,
        /// The side's canastas then.
        canastas: u8,
        /// How many it needs to go out.
        need: u8,
    },
    /// The player must go out this turn, and could not after this.
    BoundToGoOut {
        /// Why.
        cause: Bound,
    },
    /// The pile can't be taken like this: afterwards there is no way to go out this turn, and this take asks for one.
    NoWayOut {
        /// What asks for it.
        cause: Bound,
    },
    /// The partner said no: no going out this turn.
    PartnerSaidNo,

    /// Without a partner there is nobody to ask.
    NoPartner,
    /// The partner can be asked once a turn.
    AlreadyAsked,
    /// The partner can be asked only after drawing, before any meld.
    TooLateToAsk,
    /// Ask only when going out is possible.
    CannotGoOut {
        /// The side's canastas.
        canastas: u8,
        /// How many it needs to go out.
        need: u8,
    },
}

/// An upcard that can't be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocker {
    /// A two or a joker.
    Wild,
    /// A red three turned up at the deal.
    RedThree,
    /// A black three.
    BlackThree,
}

/// Why a player must go out this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// The partner was asked and said yes.
    PartnerSaidYes,
    /// Black threes were laid.
    BlackThreesLaid,
    /// The pile was taken from under a black three.
    BlackThreeTaken,
    /// The pile was taken with less than the minimum.
    TakenBelowMinimum,
}

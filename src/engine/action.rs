//! What a player can do, in ranks: which very cards are meant is for `decide` to choose.
//! Must never know whether it is allowed.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::card::Rank;
use super::meld::Placement;

/// What goes down in one action. Nearly always up to four placements: these need no memory of their own.
pub type Placements = SmallVec<[Placement; 4]>;

/// One action of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Draw from the stock.
    Draw,
    /// Take the pile: the placement of the upcard's rank says what joins it from the hand; more melds may come
    /// with it, as an initial meld often needs.
    TakePile(Placements),
    /// Put down melds and lay-offs, all at once.
    Meld(Placements),
    /// End the turn with a card of this rank; three is a black three.
    Discard(Rank),
    /// Ask the partner: may I go out?
    AskPartner,
    /// Take the question back.
    WithdrawQuestion,
    /// Answer the partner's question.
    AnswerPartner(bool),
    /// Decline the pile when the stock is empty.
    Pass,
}

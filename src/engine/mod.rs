//! The rules of Canasta, complete and alone: no input or output, no clock, no language, no user of anything.
//!
//! An [`Action`] speaks ranks; [`Round::decide`] asks [`check`] whether it is legal for what the player may know
//! (a [`View`]) and answers with [`Event`]s, which speak cards; [`Round::apply`] follows them. No function here
//! panics, whatever it is given; the laws in `tests/` hold it to that.

mod action;
mod assign;
mod card;
mod cards;
mod check;
mod decide;
mod event;
mod game;
mod going_out;
mod illegal;
mod meld;
pub mod moves;
pub mod notation;
mod opening;
mod pack;
mod round;
pub mod rules;
mod score;
mod seat;
mod stack;
#[cfg(test)]
pub(crate) mod tests;
mod view;

pub use action::{Action, Placements};
pub use card::{Card, Rank, Suit};
pub use cards::{Cards, Counts};
pub use check::{Plan, Play, check};
pub use event::{Ending, Event, Hands, Origin, Seen};
pub use game::{CannotDeal, Game};
pub use going_out::{Position, WayOut};
pub use illegal::{Blocker, Bound, Illegal};
pub use meld::{CANASTA, Canasta, Meld, Melds, Placement, RankSet, WILD};
pub use opening::{Opening, Take, any_take, best_opening, way_out_by_pile};
pub use pack::Pack;
pub use round::Round;
pub use rules::{RuleSet, Rules};
pub use score::{Canastas, Sheet, is_concealed};
pub use seat::{BySeat, ByTeam, Seat, Team};
pub use stack::Stack;
pub use view::{Public, Question, Side, Stage, Turn, View};

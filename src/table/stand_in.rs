//! For whom the computer plays at a point of a history: for who is away, and in a turn whose time was up. It follows
//! what happens, and what happened to people backwards, too. Must never know a name or a card.

use super::Incident;
use crate::engine::{BySeat, Seat};

/// The seats that no person played before all of this happened, if after it no person plays those of `now`.
pub fn computers_before<'a>(
    now: BySeat<bool>,
    incidents: impl DoubleEndedIterator<Item = &'a Incident>,
) -> BySeat<bool> {
    all_before(now, incidents, true)
}

/// These seats before all of this happened. `vacant`: what was said of a seat where nobody sat.
fn all_before<'a>(
    mut seats: BySeat<bool>,
    incidents: impl DoubleEndedIterator<Item = &'a Incident>,
    vacant: bool,
) -> BySeat<bool> {
    for incident in incidents.rev() {
        match incident {
            Incident::Left { seat, away, .. } => seats[*seat] = *away,
            Incident::SatDown { seat, .. } => seats[*seat] = vacant,
            Incident::Back { seat, .. } => seats[*seat] = true,
            Incident::Away { seat } => seats[*seat] = false,
            _ => {}
        }
    }
    seats
}

/// Where the computer plays for a member.
#[derive(Clone, Debug, Default)]
pub struct StandIn {
    away: BySeat<bool>,
    turn: Option<Seat>,
    /// The computer plays the rest of the turn for its player.
    turn_is_lost: bool,
}

impl StandIn {
    /// As it was before all of this happened, for whoever is away after it.
    pub fn before<'a>(incidents: impl DoubleEndedIterator<Item = &'a Incident>, away: BySeat<bool>) -> Self {
        Self { away: all_before(away, incidents, false), ..Self::default() }
    }

    /// Whether the computer plays for the member at this seat.
    pub fn plays_for(&self, seat: Seat) -> bool {
        self.away[seat] || (self.turn_is_lost && self.is_in_turn(seat))
    }

    /// Whether the turn in play is this seat's.
    pub fn is_in_turn(&self, seat: Seat) -> bool {
        self.turn == Some(seat)
    }

    /// A turn began.
    pub const fn turn_begins(&mut self, seat: Seat) {
        self.turn = Some(seat);
        self.turn_is_lost = false;
    }

    /// This happened.
    pub fn follow(&mut self, happened: &Incident) {
        match happened {
            Incident::Left { seat, .. } => {
                self.away[*seat] = false;
                self.turn_is_lost &= !self.is_in_turn(*seat);
            }
            Incident::TimeUp { seat } => self.turn_is_lost |= self.is_in_turn(*seat),
            Incident::Away { seat } => self.away[*seat] = true,
            Incident::Back { seat, computer_ends } => {
                self.away[*seat] = false;
                self.turn_is_lost |= *computer_ends;
            }
            _ => {}
        }
    }
}

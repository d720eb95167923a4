//! Who plays each seat at a point of a story, as its words call them. It follows what happens to people, forwards and
//! backwards. Must never know a card.

use super::lang::{Lang, text};
use super::say::{Names, incident, without_member};
use crate::engine::{BySeat, Seat};
use crate::table::{Incident, Member};

/// How the seats were called before all of this happened to people, where they are called this now.
pub fn names_before<'a>(lang: Lang, names: Names, incidents: impl DoubleEndedIterator<Item = &'a Incident>) -> Names {
    let mut cast = Cast::new(lang, names);
    incidents.rev().for_each(|incident| cast.undo(incident));
    cast.names
}

/// Who plays.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    lang: Lang,
    names: Names,
    /// Who left each seat last.
    left: BySeat<Option<Member>>,
    /// The computer plays on for this member.
    away: BySeat<bool>,
    turn: Option<Seat>,
    /// The computer plays the rest of the turn for its player.
    turn_is_lost: bool,
}

impl Cast {
    /// Everybody plays their own seat.
    pub(super) fn new(lang: Lang, names: Names) -> Self {
        let (left, away) = (BySeat::default(), BySeat::default());
        Self { lang, names, left, away, turn: None, turn_is_lost: false }
    }

    /// For these members the computer plays on.
    pub(super) const fn with_away(mut self, away: BySeat<bool>) -> Self {
        self.away = away;
        self
    }

    /// How the seats are called now, whoever plays them for their members.
    pub(super) const fn names(&self) -> &Names {
        &self.names
    }

    /// The name of who plays this seat now.
    pub(super) fn player(&self, seat: Seat) -> String {
        let name = self.names[seat].as_str();
        if self.away[seat] || (self.turn_is_lost && self.turn == Some(seat)) {
            return self.lang.say("stand-in-name", &[("name", text(name))]);
        }
        name.to_owned()
    }

    /// This in words, before it is followed.
    pub(super) fn words(&self, happened: &Incident) -> String {
        incident(self.lang, &self.names, &self.left, happened)
    }

    pub(super) fn is_in_turn(&self, seat: Seat) -> bool {
        self.turn == Some(seat)
    }

    pub(super) const fn turn_begins(&mut self, seat: Seat) {
        self.turn = Some(seat);
        self.turn_is_lost = false;
    }

    /// This happened.
    pub(super) fn follow(&mut self, happened: &Incident) {
        match happened {
            Incident::Left { seat, member, computer, .. } => {
                self.names[*seat] = without_member(self.lang, *seat, *computer);
                self.away[*seat] = false;
                self.turn_is_lost &= self.turn != Some(*seat);
                self.left[*seat] = Some(member.clone());
            }
            Incident::SatDown { seat, member, .. } => self.names[*seat].clone_from(&member.name),
            Incident::TimeUp { seat } => self.turn_is_lost |= self.turn == Some(*seat),
            Incident::Away { seat } => self.away[*seat] = true,
            Incident::NoLongerWaits { seat } => self.names[*seat] = without_member(self.lang, *seat, true),
            Incident::Back { seat } => {
                self.away[*seat] = false;
                // The computer ends the turn that it is in.
                self.turn_is_lost |= self.turn == Some(*seat);
            }
            Incident::Unanswered { .. }
            | Incident::Paused
            | Incident::WentOn { .. }
            | Incident::ClockStarted { .. }
            | Incident::VoteFailed(_) => {}
        }
    }

    /// This has not happened yet.
    pub(super) fn undo(&mut self, happened: &Incident) {
        match happened {
            Incident::Left { seat, member, away, .. } => {
                self.names[*seat].clone_from(&member.name);
                self.away[*seat] = *away;
            }
            Incident::SatDown { seat, computer, .. } => {
                self.names[*seat] = without_member(self.lang, *seat, *computer);
                self.away[*seat] = false;
            }
            Incident::Away { seat } => self.away[*seat] = false,
            Incident::NoLongerWaits { seat } => self.names[*seat] = without_member(self.lang, *seat, false),
            Incident::Back { seat } => self.away[*seat] = true,
            Incident::TimeUp { .. }
            | Incident::Unanswered { .. }
            | Incident::Paused
            | Incident::WentOn { .. }
            | Incident::ClockStarted { .. }
            | Incident::VoteFailed(_) => {}
        }
    }
}

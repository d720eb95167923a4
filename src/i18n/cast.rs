//! Who plays each seat at a point of a story, as its words call them. It follows what happens to people, forwards and
//! backwards. Must never know a card.

use super::lang::{Lang, text};
use super::say::{Names, incident, without_member};
use crate::engine::{BySeat, Seat};
use crate::table::{Incident, Member, StandIn};

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
    stand_in: StandIn,
}

impl Cast {
    /// Everybody plays their own seat.
    pub(super) fn new(lang: Lang, names: Names) -> Self {
        Self { lang, names, left: BySeat::default(), stand_in: StandIn::default() }
    }

    /// As it was before all of this happened, for whoever is away after it.
    pub(super) fn before<'a>(
        mut self,
        incidents: impl DoubleEndedIterator<Item = &'a Incident> + Clone,
        away: BySeat<bool>,
    ) -> Self {
        self.stand_in = StandIn::before(incidents.clone(), away);
        incidents.rev().for_each(|incident| self.undo(incident));
        self
    }

    /// How the seats are called now, whoever plays them for their members.
    pub(super) const fn names(&self) -> &Names {
        &self.names
    }

    /// Where the computer plays for a member.
    pub(super) const fn stand_in(&self) -> &StandIn {
        &self.stand_in
    }

    /// The name of who plays this seat now.
    pub(super) fn player(&self, seat: Seat) -> String {
        let name = self.names[seat].as_str();
        if self.stand_in.plays_for(seat) {
            return self.lang.say("stand-in-name", &[("name", text(name))]);
        }
        name.to_owned()
    }

    /// This in words, before it is followed.
    pub(super) fn words(&self, happened: &Incident) -> String {
        incident(self.lang, &self.names, &self.left, happened)
    }

    pub(super) const fn turn_begins(&mut self, seat: Seat) {
        self.stand_in.turn_begins(seat);
    }

    /// This happened.
    pub(super) fn follow(&mut self, happened: &Incident) {
        self.stand_in.follow(happened);
        match happened {
            Incident::Left { seat, member, computer, .. } => {
                self.names[*seat] = without_member(self.lang, *seat, *computer);
                self.left[*seat] = Some(member.clone());
            }
            Incident::SatDown { seat, member, .. } => self.names[*seat].clone_from(&member.name),
            Incident::NoLongerWaits { seat } => self.names[*seat] = without_member(self.lang, *seat, true),
            _ => {}
        }
    }

    /// This has not happened yet.
    fn undo(&mut self, happened: &Incident) {
        match happened {
            Incident::Left { seat, member, .. } => self.names[*seat].clone_from(&member.name),
            Incident::SatDown { seat, computer, .. } => {
                self.names[*seat] = without_member(self.lang, *seat, *computer);
            }
            Incident::NoLongerWaits { seat } => self.names[*seat] = without_member(self.lang, *seat, false),
            _ => {}
        }
    }
}

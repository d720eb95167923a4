//! What happens to the people at a table beside the cards: who leaves, sits down, is away, is back. It stands in the
//! history at its place among the events. Must never change a table.

use serde::{Deserialize, Serialize};

use super::{Change, Member, Motion, Phase, Table, UserId};
use crate::engine::{Event, Seat, Seen};

/// Something that happened to the people at a table while a game is in play or just won. Whoever comes or goes is named
/// as they were then: others may sit there by the time it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Incident {
    /// A member sits there no more.
    Left {
        /// Where.
        seat: Seat,
        /// Who.
        member: Member,
        /// How that came.
        leaving: Leaving,
        /// The computer plays the seat; without it, the seat waits for somebody.
        computer: bool,
        /// It had played for them already.
        away: bool,
    },
    /// A member sat down where somebody had left.
    SatDown {
        /// Where.
        seat: Seat,
        /// Who.
        member: Member,
        /// The computer had played the seat; without it, the seat had waited.
        computer: bool,
    },
    /// The host's place has passed to this member: they may end the table now.
    NewHost {
        /// Who.
        seat: Seat,
    },
    /// The time of a turn was over: the computer plays the rest of it.
    TimeUp {
        /// Whose.
        seat: Seat,
    },
    /// It was over so often that the computer plays on for this member.
    Away {
        /// Who.
        seat: Seat,
    },
    /// It was over so often that the computer plays on at a seat that had waited for somebody.
    NoLongerWaits {
        /// Where.
        seat: Seat,
    },
    /// The partner did not answer in time: the question counts as not asked.
    Unanswered {
        /// Who did not.
        seat: Seat,
    },
    /// For whom the computer plays is here again.
    Back {
        /// Who.
        seat: Seat,
        /// It had begun their turn, and ends it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        computer_ends: bool,
    },
    /// The players decided that nobody plays for now.
    Paused,
    /// A player ended the pause.
    WentOn {
        /// Who.
        seat: Seat,
    },
    /// A player started a clock.
    ClockStarted {
        /// Who.
        seat: Seat,
    },
    /// A vote is over, and nothing comes of it.
    VoteFailed(Failed),
}

/// What a vote that came to nothing was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Failed {
    /// The end of the game.
    End,
    /// A pause.
    Pause,
    /// To give up a seat.
    Replace {
        /// Which.
        seat: Seat,
    },
    /// The same, until its player did something here.
    IsHere {
        /// Which.
        seat: Seat,
    },
}

/// How a member came to leave a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Leaving {
    /// They left a game in play.
    InPlay,
    /// They left where nobody plays on: the game was won, or ends by it.
    AfterPlay,
    /// They were absent, and the others gave up their seat.
    VotedOut,
    /// They were away when the game was won, and another begins without them.
    NotInRematch,
}

impl Incident {
    /// The same with the names of those who came or went made into others.
    #[must_use]
    pub fn with_names(mut self, made: impl Fn(&str) -> String) -> Self {
        if let Self::Left { member, .. } | Self::SatDown { member, .. } = &mut self {
            member.name = made(&member.name);
        }
        self
    }
}

/// One entry of a table's history. What happened at the cards is stored as such, bare: so it was when nothing else was
/// told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entry<E = Event> {
    /// To people. Boxed: it is rare, and histories are kept in memory.
    Happened(Box<Incident>),
    /// At the cards.
    #[serde(untagged)]
    Played(E),
}

impl<E> Entry<E> {
    /// What happened to people, if this did.
    pub const fn incident(&self) -> Option<&Incident> {
        match self {
            Self::Played(_) => None,
            Self::Happened(incident) => Some(incident),
        }
    }
}

impl Entry {
    /// What happened at the cards, if this did.
    pub const fn event(&self) -> Option<&Event> {
        match self {
            Self::Played(event) => Some(event),
            Self::Happened(_) => None,
        }
    }

    /// The entry as this seat may know it; without a seat, as everybody may.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Entry<Seen> {
        match self {
            Self::Played(event) => Entry::Played(event.seen_by(viewer)),
            Self::Happened(incident) => Entry::Happened(incident.clone()),
        }
    }
}

impl Change {
    /// Notes what this did to people at the table as it was `before`, once its time is kept; `by` somebody, if by
    /// anybody.
    pub fn note_incidents(&mut self, before: &Table, by: Option<UserId>) {
        // In a lobby everybody sees who is there.
        if before.phase == Phase::Lobby {
            return;
        }
        let after = &self.table;
        let own = by.and_then(|user| before.seat_of(user));
        // Who leaves may decide a vote by it, so theirs comes first.
        let seats = own.into_iter().chain(after.seats_in_use().filter(|seat| Some(*seat) != own));
        let at_seats = seats.filter_map(|seat| at_seat(before, after, seat, by));
        let heir = (after.host != before.host && after.phase != Phase::Closed).then(|| after.host_seat());
        let at_table = own.into_iter().flat_map(|seat| at_table(before, after, seat));
        let incidents = at_seats
            .chain(heir.map(|seat| Incident::NewHost { seat }))
            .chain(at_table)
            .chain(unanswered(before, after))
            .chain(failed(before, after, by).map(Incident::VoteFailed))
            .map(|incident| Entry::Happened(Box::new(incident)));
        // What was played after that, was played by who sits there now.
        self.entries.splice(0..0, incidents.collect::<Vec<_>>());
    }
}

fn at_seat(before: &Table, after: &Table, seat: Seat, by: Option<UserId>) -> Option<Incident> {
    let stood_in = |table: &Table| table.is_computers(seat);
    let overdue = |table: &Table| table.timing.overdue == Some(seat);
    let time_up = || (overdue(after) && !overdue(before)).then_some(Incident::TimeUp { seat });
    match (&before.seats[seat], &after.seats[seat]) {
        (Some(member), None) => {
            let leaving = leaving(before, after, by == Some(member.user));
            let computer = after.computers[seat].is_some();
            Some(Incident::Left { seat, member: member.clone(), leaving, computer, away: stood_in(before) })
        }
        (None, Some(member)) => {
            Some(Incident::SatDown { seat, member: member.clone(), computer: before.computers[seat].is_some() })
        }
        (None, None) if before.computers[seat].is_none() && after.computers[seat].is_some() => {
            Some(Incident::NoLongerWaits { seat })
        }
        (None, None) => time_up(),
        (Some(_), Some(_)) => match (stood_in(before), stood_in(after)) {
            (false, true) => Some(Incident::Away { seat }),
            (true, false) => Some(Incident::Back { seat, computer_ends: after.computers[seat].is_some() }),
            _ => time_up(),
        },
    }
}

fn leaving(before: &Table, after: &Table, of_their_own: bool) -> Leaving {
    let won = before.phase == Phase::Won;
    match of_their_own {
        true if won || after.phase == Phase::Closed => Leaving::AfterPlay,
        true => Leaving::InPlay,
        false if won && after.phase == Phase::Playing => Leaving::NotInRematch,
        false => Leaving::VotedOut,
    }
}

fn unanswered(before: &Table, after: &Table) -> Option<Incident> {
    let asked = before.round().filter(|_| after.timing.unanswered && !before.timing.unanswered)?;
    Some(Incident::Unanswered { seat: asked.to_act().next()? })
}

/// What of a vote that was open and is over did not come about.
fn failed(before: &Table, after: &Table, by: Option<UserId>) -> Option<Failed> {
    let vote = before.vote.as_ref().filter(|_| before.phase == Phase::Playing)?;
    let is_open = after.vote.as_ref().is_some_and(|now| now.until == vote.until);
    if is_open || after.phase == Phase::Closed {
        return None;
    }
    match vote.motion {
        Motion::End => Some(Failed::End),
        Motion::Pause => (!after.paused).then_some(Failed::Pause),
        Motion::Replace(user) => {
            let seat = after.seat_of(user)?;
            Some(if by == Some(user) { Failed::IsHere { seat } } else { Failed::Replace { seat } })
        }
    }
}

/// What somebody who sits there did to all.
fn at_table(before: &Table, after: &Table, seat: Seat) -> impl Iterator<Item = Incident> {
    let paused = (after.paused && !before.paused).then_some(Incident::Paused);
    let went_on = (before.paused && !after.paused).then_some(Incident::WentOn { seat });
    let clock = (after.timing.pace != before.timing.pace).then_some(Incident::ClockStarted { seat });
    [paused, went_on, clock].into_iter().flatten()
}

#[cfg(test)]
impl Incident {
    /// One of each kind; where it makes a difference, the computer plays the seat.
    pub(crate) fn examples(seat: Seat, member: &Member) -> Vec<Self> {
        let left = |leaving| Self::Left { seat, member: member.clone(), leaving, computer: true, away: false };
        let mut all = vec![
            left(Leaving::InPlay),
            left(Leaving::AfterPlay),
            left(Leaving::VotedOut),
            left(Leaving::NotInRematch),
            Self::SatDown { seat, member: member.clone(), computer: true },
            Self::NewHost { seat },
            Self::TimeUp { seat },
            Self::Away { seat },
            Self::NoLongerWaits { seat },
            Self::Unanswered { seat },
            Self::Back { seat, computer_ends: false },
            Self::Back { seat, computer_ends: true },
            Self::Paused,
            Self::WentOn { seat },
            Self::ClockStarted { seat },
        ];
        let failed = [Failed::End, Failed::Pause, Failed::Replace { seat }, Failed::IsHere { seat }];
        all.extend(failed.map(Self::VoteFailed));
        all
    }
}

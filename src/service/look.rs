//! A table as it is now, with the history of its round: what happened, since when, and who may know it. Must never decide
//! anything, nor ask the store.

use std::sync::Arc;

use super::Shown;
use crate::engine::{ByTeam, Cards, Event, Public, Seat, Seen, Sheet};
use crate::store::Stored;
use crate::table::{Change, Entry, Incident, Phase, StandIn, Table};

/// A table as it is now.
#[derive(Clone, Debug)]
pub struct Look {
    /// The table.
    pub table: Arc<Table>,
    /// The store's number of this state.
    pub version: u64,
    /// Which message shows the table, and what it shows.
    pub shown: Shown,
    /// What happened in the round in play, or in the one just ended, each with the step that it came with.
    round: Arc<Vec<(u64, Entry)>>,
}

impl Look {
    /// A table as it is stored, with the history of its round: each entry with the step that it came with.
    pub(super) fn new(stored: Stored, round: Vec<(u64, Entry)>) -> Self {
        let Stored { table, version, shown } = stored;
        Self { table: Arc::new(table), version, shown, round: Arc::new(round) }
    }

    /// What everybody may know of the round in play, or of the one just ended.
    pub fn public(&self) -> Option<Public> {
        Some(self.table.round()?.public())
    }

    /// What happened in this round, as a seat, or everybody, may know it.
    pub fn history(&self, viewer: Option<Seat>) -> impl Iterator<Item = Entry<Seen>> + '_ {
        self.round.iter().map(move |(_, entry)| entry.seen_by(viewer))
    }

    /// What a seat knows of what happened at the cards in this round.
    pub(super) fn seen_by(&self, seat: Seat) -> impl Iterator<Item = Seen> + '_ {
        self.round.iter().filter_map(move |(_, entry)| Some(entry.event()?.seen_by(Some(seat))))
    }

    /// What happened to people in this round.
    pub fn incidents(&self) -> impl DoubleEndedIterator<Item = &Incident> {
        self.round.iter().filter_map(|(_, entry)| entry.incident())
    }

    /// What happened to people since the round was over; nothing while it is in play.
    pub fn incidents_after_round(&self) -> impl DoubleEndedIterator<Item = &Incident> {
        let over = self.last_place(|event| matches!(event, Event::RoundEnded { .. })).unwrap_or(self.round.len());
        self.round[over..].iter().filter_map(|(_, entry)| entry.incident())
    }

    /// What was played, but for all that was while the computer played for this seat's member; each with its place in the
    /// history.
    fn played_without_stand_in(&self, seat: Seat) -> impl Iterator<Item = (usize, &Event)> {
        let mut stand_in = StandIn::before(self.incidents(), self.table.away());
        self.round.iter().enumerate().filter_map(move |(place, (_, entry))| match entry {
            Entry::Happened(incident) => {
                stand_in.follow(incident);
                None
            }
            Entry::Played(event) => {
                if let Event::TurnBegan { seat } = event {
                    stand_in.turn_begins(*seat);
                }
                Some((place, event)).filter(|_| !stand_in.plays_for(seat))
            }
        })
    }

    /// The place in the history after this seat's last discard, but for those of the computer for its member.
    pub fn since_turn_of(&self, seat: Seat) -> usize {
        let discarded = |event: &Event| matches!(event, Event::Discarded { seat: by, .. } if *by == seat);
        let last = self.played_without_stand_in(seat).filter(|(_, event)| discarded(event)).last();
        last.map_or(0, |(place, _)| place + 1)
    }

    /// Whether this seat's member went out without the computer that plays for who is away.
    pub fn went_out(&self, seat: Seat) -> bool {
        let out = |event: &Event| matches!(event, Event::WentOut { seat: by, .. } if *by == seat);
        self.table.went_out(seat) && self.played_without_stand_in(seat).any(|(_, event)| out(event))
    }

    /// What a seat knows of what happened at the cards in the turn in play.
    pub fn turn_in_play(&self, seat: Seat) -> impl Iterator<Item = Seen> + '_ {
        let turn = self.last_place(|event| matches!(event, Event::TurnBegan { .. })).unwrap_or(0);
        self.round[turn..].iter().filter_map(move |(_, entry)| Some(entry.event()?.seen_by(Some(seat))))
    }

    /// What this seat took with the pile in the turn in play: everybody has seen those cards lie there. Red threes don't
    /// stay in a hand.
    pub fn took(&self, seat: Seat) -> Cards {
        let (mut pile, mut taken) = (Cards::EMPTY, Cards::EMPTY);
        for event in self.round.iter().filter_map(|(_, entry)| entry.event()) {
            match event {
                Event::TurnedUp { card } | Event::Discarded { card, .. } if !card.is_red_three() => {
                    pile.insert(*card);
                }
                Event::PileTaken { seat: by } => {
                    let all = std::mem::take(&mut pile);
                    taken = if *by == seat { all } else { Cards::EMPTY };
                }
                Event::TurnBegan { .. } => taken = Cards::EMPTY,
                _ => {}
            }
        }
        taken
    }

    /// The place in the history from which on the turn in play and so many before it began.
    pub fn before_last_turns(&self, turns: usize) -> usize {
        self.turns().rev().nth(turns).unwrap_or(0)
    }

    /// How many turns of the round have begun.
    pub(super) fn turns_begun(&self) -> usize {
        self.turns().count()
    }

    /// Where in the history turns began.
    fn turns(&self) -> impl DoubleEndedIterator<Item = usize> {
        let began = |(_, (_, entry)): &(usize, &(u64, Entry))| matches!(entry.event(), Some(Event::TurnBegan { .. }));
        self.round.iter().enumerate().filter(began).map(|(place, _)| place)
    }

    /// Where in the history such an event stands last.
    fn last_place(&self, is_it: impl Fn(&Event) -> bool) -> Option<usize> {
        self.round.iter().rposition(|(_, entry)| entry.event().is_some_and(&is_it))
    }

    /// The step at which somebody's turn came, or a partner was asked, last; none while nobody is to do anything.
    pub fn last_call(&self) -> Option<u64> {
        // A computer player needs no call.
        let plays = self.table.phase == Phase::Playing && !self.table.paused && !self.table.round()?.is_over();
        if self.table.computer_to_act().is_some() || !plays {
            return None;
        }
        let called = |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::PartnerAsked { .. });
        self.last_place(called).map(|place| self.round[place].0)
    }

    /// The sheets of the rounds that are over.
    pub fn sheets(&self) -> &[ByTeam<Sheet>] {
        self.table.game.as_ref().map_or(&[], |game| game.sheets())
    }

    /// What has been committed since.
    pub(super) fn follow(&mut self, change: Change, version: u64) {
        let step = change.table.step;
        let log = Arc::make_mut(&mut self.round);
        if change.table.round_began != self.table.round_began {
            log.clear();
        }
        log.extend(change.entries.into_iter().map(|entry| (step, entry)));
        self.table = Arc::new(change.table);
        self.version = version;
    }
}

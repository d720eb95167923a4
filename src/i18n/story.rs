//! A run of events told line by line: what one player did in a turn shares a line. It follows the few public facts that
//! the words need, from the events alone. Must never know a card that is not in a [`Seen`].

use super::lang::Lang;
use super::say::{Act, Names, What, happened, what_happened};
use crate::engine::{ByTeam, Cards, Counts, Event, Meld, Melds, Public, Rank, Seat, Seen};

/// The teller of a round.
#[derive(Clone, Debug)]
pub struct Story {
    lang: Lang,
    names: Names,
    players: u8,
    pile: u8,
    melds: ByTeam<Melds>,
    open: Option<(Seat, Vec<Act>)>,
    /// What this player does goes without saying.
    silent: Option<Seat>,
    lines: Vec<String>,
}

impl Story {
    /// A story that begins with a deal.
    pub fn new(lang: Lang, names: Names, players: u8) -> Self {
        Self { lang, names, players, pile: 0, melds: ByTeam::default(), open: None, silent: None, lines: Vec::new() }
    }

    /// A story that begins in the middle of a round.
    pub fn from(lang: Lang, names: Names, public: &Public) -> Self {
        let melds = ByTeam::from_fn(|team| public.sides[team].melds);
        Self { pile: public.pile.len(), melds, ..Self::new(lang, names, public.rules.players) }
    }

    /// This story, told to a player who knows what they did themselves.
    #[must_use]
    pub fn of_the_others(mut self, than: Seat) -> Self {
        self.silent = Some(than);
        self
    }

    /// Tells one event.
    pub fn tell(&mut self, seen: &Seen) {
        match what_happened(self.lang, seen, self.pile, |team| self.melds[team], self.players) {
            What::Nothing => {}
            What::Did(seat, _) | What::Befell(seat, _) if self.silent == Some(seat) => {}
            What::Line(line) => {
                self.end_line();
                self.lines.push(line);
            }
            What::Befell(seat, act) => {
                self.end_line();
                self.lines.push(happened(self.lang, &self.names, seat, &[act]));
            }
            What::Did(seat, act) => match &mut self.open {
                Some((same, all)) if *same == seat => all.push(act),
                _ => {
                    self.end_line();
                    self.open = Some((seat, vec![act]));
                }
            },
        }
        self.follow(seen);
    }

    /// Passes over an event: what is told later still fits what happened here.
    pub fn skip(&mut self, seen: &Seen) {
        self.follow(seen);
    }

    /// The lines told since this was asked last. What one player does after that begins a new line.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.end_line();
        std::mem::take(&mut self.lines)
    }

    /// The lines that are complete, leaving open what the player to act has done so far.
    pub fn take_complete_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    fn end_line(&mut self) {
        if let Some((seat, did)) = self.open.take() {
            self.lines.push(happened(self.lang, &self.names, seat, &did));
        }
    }

    fn follow(&mut self, seen: &Seen) {
        match seen {
            Seen::Dealt { .. } => {
                self.pile = 0;
                self.melds = ByTeam::default();
            }
            Seen::Public(Event::TurnedUp { .. } | Event::Discarded { .. }) => self.pile = self.pile.saturating_add(1),
            Seen::Public(Event::PileTaken { .. }) => self.pile = 0,
            Seen::Public(Event::Melded { seat, rank, cards, .. }) => {
                self.melds[seat.team()].add(*rank, meld_of(cards));
            }
            Seen::Public(Event::TurnBegan { .. }) => self.end_line(),
            Seen::Drew { .. } | Seen::RoundEnded { .. } | Seen::Public(_) => {}
        }
    }
}

/// Cards of one meld, by sort.
pub(super) fn meld_of(cards: &Cards) -> Meld {
    let counts = Counts::of(cards);
    let (twos, jokers) = (counts.get(Rank::Two), counts.get(Rank::Joker));
    Meld { naturals: counts.total().saturating_sub(counts.wilds()), twos, jokers }
}

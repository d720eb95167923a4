//! A run of events told line by line: what one player did in a turn shares a line, and what happened to people stands
//! on lines of its own. It follows the few public facts that the words need, from what it is told alone: a line names
//! who sat there when it happened. Must never know a card that is not in a [`Seen`].

#[cfg(test)]
mod tests;

use super::cast::Cast;
use super::lang::Lang;
use super::say::{Act, Names, What, game_won, happened, what_happened};
use crate::engine::{BySeat, ByTeam, Cards, Counts, Event, Meld, Melds, Public, Rank, Seat, Seen};
use crate::table::Incident;

/// The teller of a round.
#[derive(Clone, Debug)]
pub struct Story {
    lang: Lang,
    cast: Cast,
    players: u8,
    pile: u8,
    melds: ByTeam<Melds>,
    open: Option<(Seat, Vec<Act>)>,
    /// Why a question is taken back is told already.
    unanswered: bool,
    /// What this player does goes without saying.
    silent: Option<Seat>,
    /// That player's doings in the turn in play: they are told after all if the computer ends it.
    unsaid: Vec<Act>,
    /// Who has won stands elsewhere.
    without_winner: bool,
    lines: Vec<String>,
}

impl Story {
    /// A story that begins with a deal.
    pub fn new(lang: Lang, names: Names, players: u8) -> Self {
        let (cast, melds) = (Cast::new(lang, names), ByTeam::default());
        let (open, unanswered, silent, unsaid) = (None, false, None, Vec::new());
        let (without_winner, lines) = (false, Vec::new());
        Self { lang, cast, players, pile: 0, melds, open, unanswered, silent, unsaid, without_winner, lines }
    }

    /// A story that begins in the middle of a round.
    pub fn from(lang: Lang, names: Names, public: &Public) -> Self {
        let melds = ByTeam::from_fn(|team| public.sides[team].melds);
        Self { pile: public.pile.len(), melds, ..Self::new(lang, names, public.rules.players) }
    }

    /// This story, told to a player who knows what they did themselves, and not what the computer played for them.
    #[must_use]
    pub fn of_the_others(mut self, than: Seat) -> Self {
        self.silent = Some(than);
        self
    }

    /// This story for where it is told anyway who has won.
    #[must_use]
    pub const fn without_winner(mut self) -> Self {
        self.without_winner = true;
        self
    }

    /// This story with the names of now and who is away now, told from before all of this happened to people.
    #[must_use]
    pub fn from_before<'a>(
        mut self,
        incidents: impl DoubleEndedIterator<Item = &'a Incident> + Clone,
        away: BySeat<bool>,
    ) -> Self {
        self.cast = self.cast.before(incidents, away);
        self
    }

    /// Tells one event.
    pub fn tell(&mut self, seen: &Seen) {
        let is_told = match seen {
            Seen::Public(Event::QuestionWithdrawn { .. }) => self.unanswered,
            Seen::Public(Event::PartnerAnswered { .. }) => self.is_own_turn(),
            _ => false,
        };
        if is_told {
            return self.follow(seen);
        }
        match what_happened(self.lang, seen, self.pile, |team| self.melds[team]) {
            What::Nothing => {}
            What::Won(_) if self.without_winner => {}
            What::Did(seat, act) | What::Befell(seat, act) if self.goes_without_saying(seat, &act) => {
                self.unsaid.push(act);
            }
            What::Line(line) => {
                self.end_line();
                self.lines.push(line);
            }
            What::Won(team) => {
                self.end_line();
                self.lines.push(game_won(self.lang, self.cast.names(), team, self.players));
            }
            What::Befell(seat, act) => {
                self.end_line();
                self.lines.push(happened(self.lang, &self.name(seat), &[act]));
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

    /// Tells what happened to people; the names in it as they are to stand.
    pub fn tell_incident(&mut self, incident: &Incident) {
        self.end_line();
        if matches!(incident, Incident::TimeUp { seat } if self.silent == Some(*seat)) {
            let begun = std::mem::take(&mut self.unsaid);
            self.lines.extend((!begun.is_empty()).then(|| happened(self.lang, &self.lang.word("you"), &begun)));
        }
        if !self.silent.is_some_and(|seat| is_own(incident, seat)) {
            self.lines.push(self.cast.words(incident));
        }
        self.follow_people(incident);
    }

    /// Passes over what happened to people.
    pub fn skip_incident(&mut self, happened: &Incident) {
        self.follow_people(happened);
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
            self.lines.push(happened(self.lang, &self.name(seat), &did));
        }
    }

    /// Whether a player knows this of themselves. Their red threes are laid at the deal, or when the round ends, without
    /// anything that they do.
    fn goes_without_saying(&self, seat: Seat, act: &Act) -> bool {
        let did_it = self.cast.stand_in().is_in_turn(seat) || !act.is_draw();
        self.is_you(seat) && did_it
    }

    /// Whether this is told to who plays this seat.
    fn is_you(&self, seat: Seat) -> bool {
        self.silent == Some(seat) && !self.cast.stand_in().plays_for(seat)
    }

    /// Whether this is told to who plays the turn in play: what they may do stands in their hand.
    fn is_own_turn(&self) -> bool {
        self.silent.is_some_and(|seat| self.is_you(seat) && self.cast.stand_in().is_in_turn(seat))
    }

    fn name(&self, seat: Seat) -> String {
        if self.is_you(seat) { self.lang.word("you") } else { self.cast.player(seat) }
    }

    fn follow_people(&mut self, happened: &Incident) {
        self.unanswered |= matches!(happened, Incident::Unanswered { .. });
        self.cast.follow(happened);
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
            Seen::Public(Event::TurnBegan { seat }) => {
                self.end_line();
                self.unanswered = false;
                self.unsaid.clear();
                self.cast.turn_begins(*seat);
            }
            Seen::Drew { .. } | Seen::RoundEnded { .. } | Seen::Public(_) => {}
        }
    }
}

/// Whether a player knows this of themselves: that somebody left the seat before them, that they are the host now, or
/// that the computer plays for them, they may not.
fn is_own(happened: &Incident, own: Seat) -> bool {
    match happened {
        Incident::SatDown { seat, .. }
        | Incident::Back { seat, .. }
        | Incident::WentOn { seat }
        | Incident::ClockStarted { seat } => *seat == own,
        Incident::Left { .. }
        | Incident::NewHost { .. }
        | Incident::TimeUp { .. }
        | Incident::Away { .. }
        | Incident::NoLongerWaits { .. }
        | Incident::Unanswered { .. }
        | Incident::Paused
        | Incident::VoteFailed(_) => false,
    }
}

/// Cards of one meld, by sort.
pub(super) fn meld_of(cards: &Cards) -> Meld {
    let counts = Counts::of(cards);
    let (twos, jokers) = (counts.get(Rank::Two), counts.get(Rank::Joker));
    Meld { naturals: counts.total().saturating_sub(counts.wilds()), twos, jokers }
}

//! A game: rounds to the target, ties, the deal going round. Must never know who plays or how events are kept.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::action::Action;
use super::event::Event;
use super::illegal::Illegal;
use super::pack::Pack;
use super::round::Round;
use super::rules::{Rules, Target, Unplayable};
use super::score::Sheet;
use super::seat::{ByTeam, Seat, Team};

/// A game in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    rules: Rules,
    totals: ByTeam<i32>,
    /// Who deals next, or dealt the round in play.
    dealer: Seat,
    round: Option<Round>,
    sheets: Vec<ByTeam<Sheet>>,
    winner: Option<Team>,
}

/// Why no round can be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CannotDeal {
    /// A round is in play.
    #[error("a round is in play")]
    RoundInPlay,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

impl Game {
    /// A game before its first deal. The first dealer is the caller's random choice.
    ///
    /// # Errors
    /// If these rules can't be played.
    pub fn new(rules: Rules, first_dealer: Seat) -> Result<Self, Unplayable> {
        rules.validate()?;
        let dealer = if rules.players == 2 { Seat::ALL[first_dealer as usize % 2] } else { first_dealer };
        Ok(Self { rules, totals: ByTeam::default(), dealer, round: None, sheets: Vec::new(), winner: None })
    }

    /// The rules in force.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The sides' points, without the round in play.
    pub const fn totals(&self) -> &ByTeam<i32> {
        &self.totals
    }

    /// The round in play, or the one just ended.
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// The sheets of all rounds so far.
    pub fn sheets(&self) -> &[ByTeam<Sheet>] {
        &self.sheets
    }

    /// Who has won.
    pub const fn winner(&self) -> Option<Team> {
        self.winner
    }

    /// Who deals next, or dealt the round in play.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// What follows from dealing this pack.
    ///
    /// # Errors
    /// If a round is in play or the game is over.
    pub fn deal(&self, pack: &Pack) -> Result<Vec<Event>, CannotDeal> {
        if self.winner.is_some() {
            return Err(CannotDeal::GameOver);
        }
        if self.round.as_ref().is_some_and(|round| !round.is_over()) {
            return Err(CannotDeal::RoundInPlay);
        }
        Ok(Round::deal(&self.rules, self.totals, self.dealer, pack).1)
    }

    /// What follows from a player's action; the state stays as it is.
    ///
    /// # Errors
    /// The reason why the action is illegal.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        let round = self.round.as_ref().ok_or(Illegal::RoundOver)?;
        let mut events = round.decide(seat, action)?;
        if let Some(Event::RoundEnded { sheets, .. }) = events.last() {
            events.extend(self.winner_after(sheets).map(|team| Event::GameWon { team }));
        }
        Ok(events)
    }

    /// Follows an event. Total, as [`Round::apply`] is.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Dealt { dealer, pack } => {
                self.dealer = *dealer;
                self.round = Some(Round::dealt(&self.rules, self.totals, *dealer, pack));
            }
            Event::GameWon { team } => self.winner = Some(*team),
            _ => {
                if let Some(round) = &mut self.round {
                    round.apply(event);
                }
                if let Event::RoundEnded { sheets, .. } = event {
                    self.totals = self.totals_with(sheets);
                    self.sheets.push(*sheets);
                    self.dealer = self.dealer.next(self.rules.players);
                }
            }
        }
    }

    fn totals_with(&self, sheets: &ByTeam<Sheet>) -> ByTeam<i32> {
        ByTeam::from_fn(|team| self.totals[team].saturating_add(sheets[team].total()))
    }

    /// Source: 000; at the target the higher total wins, a tie goes on until it is broken.
    fn winner_after(&self, sheets: &ByTeam<Sheet>) -> Option<Team> {
        let totals = self.totals_with(sheets);
        let [ours, theirs] = Team::ALL.map(|team| totals[team]);
        let reached = match self.rules.target {
            Target::OneRound => true,
            Target::Points(points) => ours.max(theirs) >= i32::from(points),
        };
        match ours.cmp(&theirs) {
            _ if !reached => None,
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Team::NorthSouth),
            std::cmp::Ordering::Less => Some(Team::EastWest),
        }
    }
}

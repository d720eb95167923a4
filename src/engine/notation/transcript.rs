//! A whole game as text: the rules, the first dealer, every pack in its order, every action.

use thiserror::Error;

use super::words::{action_of, rules_of, seat_of};
use super::{Parsed, cards::pack_of, lines, print_action, print_rules, seat_letter};
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::game::{CannotDeal, Game};
use crate::engine::illegal::Illegal;
use crate::engine::pack::Pack;
use crate::engine::rules::{Rules, Unplayable};
use crate::engine::seat::Seat;

/// What was recorded of a game: enough to play it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The rules in force.
    pub rules: Rules,
    /// Who dealt first.
    pub first_dealer: Seat,
    /// What was done, in order, each with its line in the text (0: not read from one).
    pub steps: Vec<(usize, Step)>,
}

/// One step of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A round was dealt from this pack.
    Deal(Pack),
    /// A player acted.
    Act(Seat, Action),
}

/// Why a transcript can't be played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum ReplayError {
    #[error("the rules can't be played: {0}")]
    Unplayable(#[from] Unplayable),
    #[error("line {line}: {reason}")]
    CannotDeal { line: usize, reason: CannotDeal },
    #[error("line {line}: {reason}")]
    Illegal { line: usize, reason: Illegal },
}

impl Transcript {
    /// A game before its first deal.
    pub const fn new(rules: Rules, first_dealer: Seat) -> Self {
        Self { rules, first_dealer, steps: Vec::new() }
    }

    /// Records a step.
    pub fn push(&mut self, step: Step) {
        self.steps.push((0, step));
    }

    /// Reads a transcript.
    ///
    /// # Errors
    /// If a line is not understood, with its place. Whether the actions are legal only [`Transcript::replay`] tells.
    pub fn parse(text: &str) -> Parsed<Self> {
        let mut all = lines(text);
        let mut first = all.next().unwrap_or_else(|| super::Words::new(1, ""));
        expect(&mut first, "rules")?;
        let rules = rules_of(&mut first)?;
        let mut second = all.next().unwrap_or_else(|| super::Words::new(first.line + 1, ""));
        expect(&mut second, "dealer")?;
        let mut transcript = Self::new(rules, seat_of(second.next())?);
        second.end()?;
        for mut words in all {
            let line = words.line;
            let head = words.next();
            let step = if head.text == "deal" {
                let pack = pack_of(words.next())?;
                words.end()?;
                Step::Deal(pack)
            } else {
                Step::Act(seat_of(head)?, action_of(&mut words)?)
            };
            transcript.steps.push((line, step));
        }
        Ok(transcript)
    }

    /// Plays the game again; `watch` sees the game after every step, and what the step brought about.
    ///
    /// # Errors
    /// The first step that the rules refuse.
    pub fn replay(&self, mut watch: impl FnMut(&Game, &Step, &[Event])) -> Result<Game, ReplayError> {
        let mut game = Game::new(self.rules, self.first_dealer)?;
        for (line, step) in &self.steps {
            let line = *line;
            let events = match step {
                Step::Deal(pack) => game.deal(pack).map_err(|reason| ReplayError::CannotDeal { line, reason })?,
                Step::Act(seat, action) => {
                    game.decide(*seat, action).map_err(|reason| ReplayError::Illegal { line, reason })?
                }
            };
            for event in &events {
                game.apply(event);
            }
            watch(&game, step, &events);
        }
        Ok(game)
    }
}

fn expect(words: &mut super::Words<'_>, keyword: &'static str) -> Parsed<()> {
    let word = words.next();
    if word.text == keyword { Ok(()) } else { Err(word.unexpected(keyword)) }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Deal(pack) => write!(f, "deal {pack}"),
            Self::Act(seat, action) => write!(f, "{} {}", seat_letter(*seat), print_action(action)),
        }
    }
}

impl std::fmt::Display for Transcript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "rules {}", print_rules(&self.rules))?;
        writeln!(f, "dealer {}", seat_letter(self.first_dealer))?;
        self.steps.iter().try_for_each(|(_, step)| writeln!(f, "{step}"))
    }
}

//! Random rules and random rounds for proptest, made so that a failing round shrinks to a short transcript.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::StdRng};

use crate::engine::notation::{Step, Transcript};
use crate::engine::rules::{OPTIONS, Values};
use crate::engine::{Action, Event, Game, Pack, RuleSet, Rules, Seat, moves};

/// Any rules that can be played, every option at random.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    proptest::collection::vec(any::<u16>(), OPTIONS.len()).prop_filter_map("not playable", |choices| {
        let mut rules = RuleSet::Classic.rules(4);
        for (option, choice) in OPTIONS.iter().zip(choices) {
            let value = match option.values {
                Values::Named(names) => choice % names.len() as u16,
                Values::Number { least, most, .. } => least + choice % (most - least + 1),
            };
            option.set(&mut rules, value);
        }
        rules.validate().ok().map(|()| rules)
    })
}

/// A round to be played: the pack by its seed, and at each step which of the offered actions is taken.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) pack: u64,
    pub(super) choices: Vec<u8>,
}

/// Rounds long enough that most end by themselves.
pub(super) fn any_plan() -> impl Strategy<Value = Plan> {
    (any::<u64>(), proptest::collection::vec(any::<u8>(), 0..300)).prop_map(|(pack, choices)| Plan { pack, choices })
}

/// A game of one round in play, with what was done so far.
pub(super) struct Playing {
    pub(super) game: Game,
    pub(super) transcript: Transcript,
    pub(super) events: Vec<Event>,
}

impl Playing {
    /// Deals the round.
    pub(super) fn deal(rules: Rules, pack: u64) -> Self {
        let game = Game::new(rules, Seat::North).expect("playable");
        let transcript = Transcript::new(rules, Seat::North);
        let mut playing = Self { game, transcript, events: Vec::new() };
        let pack = Pack::shuffled(&mut StdRng::seed_from_u64(pack));
        let events = playing.game.deal(&pack).expect("no round in play");
        playing.follow(Step::Deal(pack), events);
        playing
    }

    fn follow(&mut self, step: Step, events: Vec<Event>) {
        for event in &events {
            self.game.apply(event);
        }
        self.transcript.push(step);
        self.events.extend(events);
    }

    /// Who acts next and what is chosen; none when the round is over. Once the choices are used up, the way that
    /// `safe` goes.
    pub(super) fn choose(&self, choice: Option<u8>) -> Option<(Seat, Action)> {
        let round = self.game.round()?;
        let seats: Vec<Seat> = round.to_act().collect();
        let choice_or_first = usize::from(choice.unwrap_or(0));
        let seat = *seats.get(choice_or_first % seats.len().max(1))?;
        let view = round.view(seat);
        let offered = moves::actions(&view);
        let action = match choice {
            Some(choice) if !offered.is_empty() => offered[usize::from(choice) % offered.len()].clone(),
            _ => moves::safe(&view)?,
        };
        Some((seat, action))
    }

    /// Acts; the events it caused.
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, TestCaseError> {
        let decided = self.game.decide(seat, &action);
        let step = Step::Act(seat, action);
        let events = decided.map_err(|reason| self.failed(&format!("{step} was offered, but: {reason}")))?;
        self.follow(step, events.clone());
        Ok(events)
    }

    /// A failure that shows how the round came to it.
    pub(super) fn failed(&self, what: &str) -> TestCaseError {
        TestCaseError::fail(format!("{what}\nafter\n{}", self.transcript))
    }

    /// Fails unless it holds.
    pub(super) fn must(&self, holds: bool, what: &str) -> Result<(), TestCaseError> {
        if holds { Ok(()) } else { Err(self.failed(what)) }
    }
}

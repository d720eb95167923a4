//! Two levels of computer players against each other, over many deals, each deal played twice with the sides swapped:
//! what is left of the difference is skill. Must never know who asks.
// Counts of rounds and of microseconds are far below 2^52.
#![allow(clippy::cast_precision_loss)]

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use serde::Serialize;

use super::Level;
use crate::engine::rules::{Target, Unplayable};
use crate::engine::{Ending, Event, Game, Pack, Rules, Seat, Seen, Team, View, moves};

/// The two-sided quantile of the normal distribution for 95 %.
const Z: f64 = 1.96;
/// A move is counted in microseconds, up to a minute.
const LONGEST: Duration = Duration::from_mins(1);

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The level measured.
    pub a: Level,
    /// The level it is measured against.
    pub b: Level,
    /// The rules; with the target of one round, each deal is a game of its own.
    pub rules: Rules,
    /// How many games, swapped ones included; an odd number is rounded up.
    pub games: u32,
    /// Where chance begins: the same number plays the same games.
    pub seed: u64,
}

/// How it came out, from the side of `a`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u32,
    /// The share of games won, between 0 and 1; a tie counts half.
    pub win_rate_a: f64,
    /// Where the true share lies with 95 % certainty (Wilson): from here
    pub ci_low: f64,
    /// to here.
    pub ci_high: f64,
    /// The points a round more than the other side, on average.
    pub score_diff: f64,
    /// The 95 % interval of it: this much to either side.
    pub score_diff_ci: f64,
    /// Rounds played.
    pub rounds: u32,
    /// The share of rounds that ended by going out, between 0 and 1.
    pub going_out: f64,
    /// Rounds a second, on all cores together.
    pub rounds_per_second: f64,
    /// The time for choosing a move, both levels together: the median, in milliseconds.
    pub move_p50_ms: f64,
    /// And the 99th percentile, in milliseconds.
    pub move_p99_ms: f64,
    /// Choices that were not legal; a safe action was played instead.
    pub illegal: u32,
}

/// What one pair of games, or all of them, came to.
struct Tally {
    games: u32,
    wins: f64,
    rounds: u32,
    went_out: u32,
    illegal: u32,
    /// The sum over pairs of deals, and of the squares.
    pairs: f64,
    diff: f64,
    squares: f64,
    /// Microseconds.
    moves: Histogram<u32>,
}

/// Plays a contest on all cores; `done` is told of every pair of games.
///
/// # Errors
/// If the rules can't be played.
pub fn play(contest: &Contest, done: impl Fn() + Sync) -> Result<Report, Unplayable> {
    contest.rules.validate()?;
    let began = Instant::now();
    let pairs = contest.games.div_ceil(2);
    let all = (0..pairs)
        .into_par_iter()
        .map(|pair| {
            let tally = play_pair(contest, pair);
            done();
            tally
        })
        .reduce(Tally::new, |one, other| one.plus(&other));
    Ok(all.report(began.elapsed()))
}

fn play_pair(contest: &Contest, pair: u32) -> Tally {
    let mut tally = Tally::new();
    let mut diff = 0.0;
    for a in Team::ALL {
        // The same cards both times; what the players choose at random differs.
        let mut chance = StdRng::seed_from_u64(contest.seed.wrapping_add(u64::from(pair).wrapping_mul(0x9e37_79b9)));
        let mut match_ = Match { contest, a, choices: StdRng::seed_from_u64(chance.random()), tally: &mut tally };
        diff += match_.play(&mut chance);
    }
    tally.pairs = 1.0;
    tally.diff = diff / 2.0;
    tally.squares = tally.diff * tally.diff;
    tally
}

/// One game.
struct Match<'a> {
    contest: &'a Contest,
    /// The side that `a` plays.
    a: Team,
    choices: StdRng,
    tally: &'a mut Tally,
}

impl Match<'_> {
    /// The points a round that `a` was ahead.
    fn play(&mut self, chance: &mut StdRng) -> f64 {
        let rules = self.contest.rules;
        let dealer = Seat::ALL[chance.random_range(0..usize::from(rules.players))];
        let Ok(mut game) = Game::new(rules, dealer) else { return 0.0 };
        while game.winner().is_none() {
            let Ok(events) = game.deal(&Pack::shuffled(chance)) else { break };
            self.play_round(&mut game, &events);
            if rules.target == Target::OneRound {
                break;
            }
        }
        let ahead = f64::from(game.totals()[self.a] - game.totals()[self.a.other()]);
        self.tally.games += 1;
        self.tally.wins += if ahead > 0.0 { 1.0 } else { f64::from(u8::from(ahead == 0.0)) / 2.0 };
        ahead / game.sheets().len().max(1) as f64
    }

    fn play_round(&mut self, game: &mut Game, dealt: &[Event]) {
        let mut seen = [const { Vec::new() }; 4];
        follow(game, &mut seen, dealt);
        while let Some(view) = game.round().and_then(|round| Some(round.view(round.to_act().next()?))) {
            let events = self.act(game, &view, &seen[view.seat as usize]);
            if events.is_empty() {
                break;
            }
            follow(game, &mut seen, &events);
        }
        let ending = game.round().and_then(|round| round.public().ended).map(|(ending, _)| ending);
        self.tally.rounds += 1;
        self.tally.went_out += u32::from(ending == Some(Ending::WentOut));
    }

    /// What follows from the choice of the seat to act; nothing only if there is no legal action at all.
    fn act(&mut self, game: &Game, view: &View, seen: &[Seen]) -> Vec<Event> {
        let level = if view.seat.team() == self.a { self.contest.a } else { self.contest.b };
        let began = Instant::now();
        let action = level.choose(view, seen, &mut self.choices);
        let micros = began.elapsed().as_micros().min(LONGEST.as_micros());
        self.tally.moves.saturating_record(micros as u64);
        if let Some(Ok(events)) = action.map(|action| game.decide(view.seat, &action)) {
            return events;
        }
        self.tally.illegal += 1;
        moves::safe(view).and_then(|action| game.decide(view.seat, &action).ok()).unwrap_or_default()
    }
}

fn follow(game: &mut Game, seen: &mut [Vec<Seen>; 4], events: &[Event]) {
    for event in events {
        game.apply(event);
        for (seat, seen) in Seat::ALL.into_iter().zip(seen.iter_mut()) {
            seen.push(event.seen_by(Some(seat)));
        }
    }
}

impl Tally {
    fn new() -> Self {
        Self {
            games: 0,
            wins: 0.0,
            rounds: 0,
            went_out: 0,
            illegal: 0,
            pairs: 0.0,
            diff: 0.0,
            squares: 0.0,
            moves: histogram(),
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.games += other.games;
        self.wins += other.wins;
        self.rounds += other.rounds;
        self.went_out += other.went_out;
        self.illegal += other.illegal;
        self.pairs += other.pairs;
        self.diff += other.diff;
        self.squares += other.squares;
        // Both have the same bounds: this can't fail.
        let _ = self.moves.add(&other.moves);
        self
    }

    fn report(&self, took: Duration) -> Report {
        let (ci_low, ci_high) = wilson(self.wins, f64::from(self.games));
        let pairs = self.pairs.max(1.0);
        let mean = self.diff / pairs;
        let variance = (self.squares / pairs - mean * mean).max(0.0) * pairs / (pairs - 1.0).max(1.0);
        let ms = |quantile: f64| self.moves.value_at_quantile(quantile) as f64 / 1000.0;
        Report {
            games: self.games,
            win_rate_a: self.wins / f64::from(self.games.max(1)),
            ci_low,
            ci_high,
            score_diff: mean,
            score_diff_ci: Z * (variance / pairs).sqrt(),
            rounds: self.rounds,
            going_out: f64::from(self.went_out) / f64::from(self.rounds.max(1)),
            rounds_per_second: f64::from(self.rounds) / took.as_secs_f64().max(f64::MIN_POSITIVE),
            move_p50_ms: ms(0.5),
            move_p99_ms: ms(0.99),
            illegal: self.illegal,
        }
    }
}

fn histogram() -> Histogram<u32> {
    // Three digits; these bounds are always allowed.
    Histogram::new_with_bounds(1, LONGEST.as_micros() as u64, 3).unwrap_or_else(|_| unreachable!("bounds from 1 on"))
}

/// Wilson's interval: good also where nearly every game is won.
fn wilson(wins: f64, games: f64) -> (f64, f64) {
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let share = wins / games;
    let z2 = Z * Z;
    let middle = share + z2 / (2.0 * games);
    let reach = Z * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z2 / games;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::RuleSet;

    fn contest(a: Level, b: Level, games: u32) -> Report {
        let rules = Rules { target: Target::OneRound, ..RuleSet::Classic.rules(4) };
        play(&Contest { a, b, rules, games, seed: 1 }, || {}).unwrap()
    }

    #[test]
    fn equal_players_with_the_same_deals_are_even() {
        let report = contest(Level::Normal, Level::Normal, 20);
        assert_eq!((report.games, report.illegal), (20, 0));
        assert!(report.score_diff.abs() < f64::EPSILON, "{report:?}");
        assert!((report.win_rate_a - 0.5).abs() < f64::EPSILON, "{report:?}");
    }

    #[test]
    fn the_stronger_level_wins_more() {
        for (stronger, weaker) in [(Level::Normal, Level::Easy), (Level::Easy, Level::Random)] {
            let report = contest(stronger, weaker, 200);
            assert!(report.win_rate_a > 0.55 && report.score_diff > 0.0, "{stronger:?}: {report:?}");
        }
    }

    #[test]
    fn an_interval_holds_its_share_and_narrows() {
        let (low, high) = wilson(90.0, 100.0);
        assert!(low < 0.9 && 0.9 < high);
        let (lower, higher) = wilson(900.0, 1000.0);
        assert!(low < lower && higher < high);
        assert!(wilson(100.0, 100.0).0 < 1.0);
    }
}

//! How fast the rules are: whole random rounds, the search for a way out, one decision. Run by `cargo bench --bench engine`.
//!
//! Every number is the best of several passes, for these machines are shared; it ends with lines `metric NAME VALUE`.
#![allow(clippy::expect_used, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::Instant;

use canasta::ai::choose_at_random;
use canasta::engine::notation::parse_position;
use canasta::engine::{Action, ByTeam, Pack, Position, Round, RuleSet, Rules, Seat, View};
use rand::{SeedableRng, rngs::StdRng};

const PASSES: u32 = 5;
const ROUNDS: u32 = 4_000;

/// A hand of 35 cards with six wild cards, three melds on the table: the most there is to assign.
const WORST: &str = "
rules concealed canastas=2
turn N drawn had-melded
melded N
melds NS 444 555 666
hand N 777 888 999 TTT JJJ QQQ KKK AAA 44 55 6 2222 **
";

/// Seconds of the fastest of several passes.
fn fastest(mut pass: impl FnMut()) -> f64 {
    let one = |()| {
        let start = Instant::now();
        pass();
        start.elapsed().as_secs_f64()
    };
    std::iter::repeat_n((), PASSES as usize).map(one).fold(f64::INFINITY, f64::min)
}

/// One random round, every action offered by `moves` and checked by `play`.
fn play_round(rules: &Rules, rng: &mut StdRng, mut watch: impl FnMut(&Round, Seat, &Action)) {
    let (mut round, _) = Round::deal(rules, ByTeam::default(), Seat::North, &Pack::shuffled(rng));
    while let Some(seat) = round.to_act().next() {
        let action = choose_at_random(&round.view(seat), rng).expect("a seat to act has moves");
        watch(&round, seat, &action);
        round.play(seat, &action).expect("what is offered is legal");
    }
}

fn rounds_per_second(rules: &Rules) -> f64 {
    let seconds = fastest(|| {
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..ROUNDS {
            play_round(rules, &mut rng, |_, _, _| {});
        }
    });
    f64::from(ROUNDS) / seconds
}

/// Decisions of random rounds: the state, who acts, and what.
fn decisions() -> Vec<(Round, Seat, Action)> {
    let mut all = Vec::new();
    let mut rng = StdRng::seed_from_u64(2);
    for set in RuleSet::ALL {
        for _ in 0..25 {
            play_round(&set.rules(4), &mut rng, |round, seat, action| all.push((round.clone(), seat, action.clone())));
        }
    }
    all
}

fn microseconds_a_search(views: &[View]) -> f64 {
    let seconds = fastest(|| {
        for view in views {
            black_box(Position::of(view).way_out());
        }
    });
    seconds * 1e6 / f64::from(views.len() as u32)
}

fn main() {
    let two_players = ("wild_two_players", RuleSet::Wild.rules(2));
    for (name, rules) in RuleSet::ALL.map(|set| (set.name(), set.rules(4))).into_iter().chain([two_players]) {
        println!("metric rounds_per_second.{name} {:.0}", rounds_per_second(&rules));
    }

    let decisions = decisions();
    let melding = |action: &Action| matches!(action, Action::Meld(_) | Action::Discard(_) | Action::AskPartner);
    let turns: Vec<View> =
        decisions.iter().filter(|(_, _, action)| melding(action)).map(|(round, seat, _)| round.view(*seat)).collect();
    println!("metric going_out.usual_us {:.3}", microseconds_a_search(&turns));
    let worst = parse_position(WORST).expect("a position").view(Seat::North);
    println!("metric going_out.worst_us {:.3}", microseconds_a_search(&vec![worst; 200]));

    let seconds = fastest(|| {
        for (round, seat, action) in &decisions {
            black_box(round.decide(*seat, action).is_ok());
        }
    });
    println!("metric decide_ns {:.0}", seconds * 1e9 / decisions.len() as f64);
    println!("metric round_bytes {}", size_of::<Round>());
}

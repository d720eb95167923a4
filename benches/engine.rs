use std::time::Instant;

use canasta::ai::choose_at_random;
use canasta::engine::*;
use rand::{SeedableRng, rngs::StdRng};

fn main() {
    for set in RuleSet::ALL {
        let mut rng = StdRng::seed_from_u64(1);
        let rules = set.rules(4);
        let start = Instant::now();
        let mut actions = 0u32;
        let n = 2000;
        let mut outs = 0;
        for _ in 0..n {
            let (mut round, _) = Round::deal(&rules, ByTeam::default(), Seat::North, &Pack::shuffled(&mut rng));
            while !round.is_over() {
                let seat = round.public().to_act().next().unwrap();
                let Some(action) = choose_at_random(&round.view(seat), &mut rng) else {
                    println!("{}", notation::print_position(&round));
                    return;
                };
                if let Err(e) = round.play(seat, &action) {
                    println!("{e} {}\n{}", notation::print_action(&action), notation::print_position(&round));
                    return;
                }
                actions += 1;
            }
            if matches!(round.public().ended, Some((Ending::WentOut, _))) {
                outs += 1;
            }
        }
        let t = start.elapsed().as_secs_f64();
        println!(
            "{} {:.0} rounds/s, {:.0} ns/action, {:.1} actions/round, {outs} out, size {}",
            set.name(),
            n as f64 / t,
            t * 1e9 / f64::from(actions),
            f64::from(actions) / n as f64,
            std::mem::size_of::<Round>()
        );
    }
}

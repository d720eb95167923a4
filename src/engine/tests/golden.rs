//! Golden games: whole games on file, with what every step brought about. A change of the rules shows as a change of
//! these files, to be read before it is kept: `CANASTA_GOLDEN=write cargo test --lib golden` writes them anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};

use crate::engine::notation::{Step, Transcript};
use crate::engine::rules::Target;
use crate::engine::{Event, Game, Pack, RuleSet, Rules, Seat, Sheet, Team, moves};

/// The games on file: a name, its rules, and the seed that made it.
fn games() -> Vec<(&'static str, Rules, u64)> {
    let short = |set: RuleSet, players| Rules { target: Target::Points(1500), ..set.rules(players) };
    vec![
        ("classic", short(RuleSet::Classic, 4), 1),
        ("playout", short(RuleSet::Playout, 4), 2),
        ("concealed", short(RuleSet::Concealed, 4), 3),
        ("wild", short(RuleSet::Wild, 4), 4),
        ("wild_two_players", short(RuleSet::Wild, 2), 5),
        ("two_cards_drawn", Rules { drawn: 2, canastas: 2, ..short(RuleSet::Playout, 4) }, 6),
    ]
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/tests/golden").join(format!("{name}.txt"))
}

/// A game played by mostly useful moves: the first offered half of the time, any otherwise.
fn played(rules: Rules, seed: u64) -> Transcript {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(rules, Seat::West).unwrap();
    let mut transcript = Transcript::new(rules, Seat::West);
    while game.winner().is_none() {
        let turn = game.round().and_then(|round| Some((round.to_act().next()?, round)));
        let (step, events) = match turn {
            None => {
                let pack = Pack::shuffled(&mut rng);
                (Step::Deal(pack), game.deal(&pack).unwrap())
            }
            Some((seat, round)) => {
                let offered = moves::actions(&round.view(seat));
                let action =
                    [&offered[0], offered.choose(&mut rng).unwrap()].choose(&mut rng).copied().unwrap().clone();
                let events = game.decide(seat, &action).unwrap();
                (Step::Act(seat, action), events)
            }
        };
        for event in &events {
            game.apply(event);
        }
        transcript.push(step);
    }
    transcript
}

/// The transcript with what each step brought about, as comments.
fn annotated(transcript: &Transcript) -> String {
    let text = transcript.to_string();
    let (head, _) = text.split_at(text.match_indices('\n').nth(1).unwrap().0 + 1);
    let mut lines = head.to_owned();
    transcript
        .replay(|game, step, events| {
            writeln!(lines, "{step}").unwrap();
            for event in events.iter().filter_map(told) {
                writeln!(lines, "# {event}").unwrap();
            }
            if let Some(Event::RoundEnded { .. }) =
                events.iter().find(|event| matches!(event, Event::RoundEnded { .. }))
            {
                let totals = game.totals();
                writeln!(lines, "# totals {} {}", totals[Team::NorthSouth], totals[Team::EastWest]).unwrap();
            }
        })
        .unwrap();
    lines
}

/// An event as it is stored; what the step's own line says is left out.
fn told(event: &Event) -> Option<String> {
    match event {
        Event::Dealt { .. } | Event::TurnBegan { .. } => None,
        Event::RoundEnded { ending, sheets } => {
            let sheet = |team: Team| {
                let Sheet {
                    melded_cards, canasta_bonus, concealed_canastas, red_threes, going_out, left_in_hands, ..
                } = sheets[team];
                format!("{melded_cards}+{canasta_bonus}+{concealed_canastas}+{red_threes}+{going_out}{left_in_hands:+}")
            };
            Some(format!("{ending:?}: {} and {}", sheet(Team::NorthSouth), sheet(Team::EastWest)))
        }
        event => Some(serde_json::to_string(event).unwrap()),
    }
}

#[test]
fn golden_games_play_as_they_are_written() {
    for (name, rules, seed) in games() {
        let path = path(name);
        if std::env::var("CANASTA_GOLDEN").is_ok_and(|value| value == "write") {
            std::fs::write(&path, annotated(&played(rules, seed))).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap();
        let transcript = Transcript::parse(&written).unwrap();
        assert_eq!(transcript.rules, rules, "{name}");
        let again = annotated(&transcript);
        let line = written.lines().zip(again.lines()).position(|(written, again)| written != again);
        let at = line.map(|line| (line + 1, written.lines().nth(line), again.lines().nth(line)));
        assert!(written == again, "{name}.txt plays otherwise from line {at:?}");
    }
}

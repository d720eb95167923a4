//! What holds for every level: choices are legal under any rules, and come from nothing but what the seat saw.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::StdRng};

use super::Level;
use crate::engine::notation::{parse_action, parse_position, print_action};
use crate::engine::tests::cases;
use crate::engine::tests::laws::hidden_cards_shuffled;
use crate::engine::tests::strategies::any_rules;
use crate::engine::{Action, ByTeam, Event, Pack, Question, Round, Rules, Seat, Seen, Stage, View};

/// A round among players of these levels, one for each side, watched at every choice.
fn play(
    rules: &Rules,
    levels: ByTeam<Level>,
    seed: u64,
    mut watch: impl FnMut(&Round, &View, &[Seen], &Action) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut round, dealt) = Round::deal(rules, ByTeam::default(), Seat::North, &Pack::shuffled(&mut rng));
    let mut histories = Seat::ALL.map(|seat| Event::history(&dealt, Some(seat)));
    while let Some(seat) = round.to_act().next() {
        let view = round.view(seat);
        let history = &histories[seat as usize];
        let action = levels[seat.team()].choose(&view, history, &mut rng);
        let action = action.ok_or_else(|| TestCaseError::fail(format!("{view:?} has no choice")))?;
        watch(&round, &view, history, &action)?;
        let events = round.play(seat, &action).map_err(|illegal| {
            TestCaseError::fail(format!("{:?} chose {}: {illegal}", levels[seat.team()], print_action(&action)))
        })?;
        for (seat, seen) in Seat::ALL.into_iter().zip(&mut histories) {
            seen.extend(events.iter().map(|event| event.seen_by(Some(seat))));
        }
    }
    Ok(())
}

fn any_levels() -> impl Strategy<Value = ByTeam<Level>> {
    let level = || proptest::sample::select(Level::ALL.as_slice());
    (level(), level()).prop_map(|(one, other)| {
        let mut levels = [one, other].into_iter();
        ByTeam::from_fn(|_| levels.next().unwrap_or(Level::Normal))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_choice_is_legal_under_any_rules(rules in any_rules(), levels in any_levels(), seed in any::<u64>()) {
        play(&rules, levels, seed, |_, _, _, _| Ok(()))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_choice_depends_on_a_hidden_card(rules in any_rules(), levels in any_levels(), seed in any::<u64>()) {
        play(&rules, levels, seed, |round, view, history, _| {
            let choose = |view: &View| {
                levels[view.team()].choose(view, history, &mut StdRng::seed_from_u64(seed))
            };
            let other = hidden_cards_shuffled(round, view.seat, seed).view(view.seat);
            prop_assert_eq!(choose(view), choose(&other));
            Ok(())
        })?;
    }
}

/// What this level does at a position, given in the card notation, without a history.
fn choice(level: Level, position: &str, seat: Seat) -> String {
    let round = parse_position(position).unwrap();
    let action = level.choose(&round.view(seat), &[], &mut StdRng::seed_from_u64(1)).unwrap();
    print_action(&action)
}

#[test]
fn a_normal_player_takes_a_big_pile_it_can_take() {
    let position = "turn N to-draw\npile 4 5 6 7 8 9 K\nmelds NS 444\nhand N KK 59TJ";
    assert_eq!(choice(Level::Normal, position, Seat::North), "take KK");
}

#[test]
fn a_normal_player_completes_a_canasta() {
    let position = "turn N drawn\nmelds NS KKKKKK\nhand N K 5679TJ";
    assert_eq!(choice(Level::Normal, position, Seat::North), "meld K");
}

#[test]
fn a_normal_player_does_not_discard_what_the_opponents_collect() {
    let position = "turn N drawn\npile 4 5 6 7 8\nmelds EW 9999\nmelds NS KKK\nhand N 9 J 5 QQ";
    assert_ne!(choice(Level::Normal, position, Seat::North), "discard 9");
}

#[test]
fn a_player_who_waits_for_the_partner_does_nothing() {
    let mut round = parse_position("turn N drawn\nmelds NS KKKKKKK\nhand N 5\nhand S 66778899").unwrap();
    round.play(Seat::North, &parse_action("ask").unwrap()).unwrap();
    for level in Level::ALL {
        let rng = &mut StdRng::seed_from_u64(1);
        assert_eq!(level.choose(&round.view(Seat::North), &[], rng), None);
        let answer = level.choose(&round.view(Seat::South), &[], rng);
        assert!(matches!(answer, Some(Action::AnswerPartner(_))), "{level:?}: {answer:?}");
    }
}

#[test]
fn normal_players_ask_each_other_and_keep_their_word() {
    let mut asked = 0;
    let mut answered = [0, 0];
    let levels = ByTeam::from_fn(|_| Level::Normal);
    for seed in 0..200 {
        let rules = crate::engine::RuleSet::Classic.rules(4);
        play(&rules, levels, seed, |_, view, _, action| {
            let turn = &view.public.turn;
            asked += u32::from(*action == Action::AskPartner);
            if let Action::AnswerPartner(yes) = action {
                answered[usize::from(*yes)] += 1;
            }
            let no = turn.question == Question::No && turn.stage == Stage::Drawn;
            prop_assert!(!no || view.held.total() > 1 || !matches!(action, Action::Discard(_)));
            Ok(())
        })
        .unwrap();
    }
    assert!(asked > 0 && answered[1] > 0, "asked {asked}, answered no and yes {answered:?}");
}

//! The laws: what holds in every round of every rule set and of any options.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::cases;
use super::strategies::{Plan, Playing, any_plan, any_rules};
use crate::engine::notation::{
    Transcript, parse_action, parse_position, parse_rules, print_action, print_position, print_rules,
};
use crate::engine::{Card, Cards, Event, Game, Pack, Round, RuleSet, Rules, Seat, Team, check, moves};

/// More than any round takes: every discard leaves the stock smaller or the hands shorter.
const MOST_ACTIONS: usize = 20_000;

fn for_random_rounds(
    rules: &BoxedStrategy<Rules>,
    usual: u32,
    law: impl Fn(Rules, &Plan) -> Result<(), TestCaseError>,
) {
    let config = Config { cases: cases(usual), failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&(rules.clone(), any_plan()), |(rules, plan)| law(rules, &plan));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

fn of(set: RuleSet) -> BoxedStrategy<Rules> {
    prop_oneof![4 => Just(set.rules(4)), 1 => Just(set.rules(2))].boxed()
}

/// Plays a round by the plan, then by `safe`, and asks `law` after every action.
fn play(
    rules: Rules,
    plan: &Plan,
    mut law: impl FnMut(&Playing, &[Event], usize) -> Result<(), TestCaseError>,
) -> Result<Playing, TestCaseError> {
    let mut playing = Playing::deal(rules, plan.pack);
    let dealt = playing.events.clone();
    law(&playing, &dealt, 0)?;
    for step in 0..MOST_ACTIONS {
        let Some((seat, action)) = playing.choose(plan.choices.get(step).copied()) else { break };
        let events = playing.act(seat, action)?;
        law(&playing, &events, step + 1)?;
    }
    let over = playing.game.round().is_some_and(Round::is_over);
    playing.must(over, "the round does not end")?;
    Ok(playing)
}

fn round(playing: &Playing) -> &Round {
    playing.game.round().expect("dealt")
}

fn all_cards(round: &Round) -> Cards {
    let mut all: Cards = round.stock.cards().iter().chain(round.pile.cards()).copied().collect();
    for seat in Seat::ALL {
        all.extend_from(&round.hands[seat]);
    }
    for team in Team::ALL {
        all.extend_from(&round.sides[team].melded);
        all.extend_from(&round.sides[team].red_threes);
    }
    all
}

/// Laws 1, 2, 4, 5, 6, 7, and the arithmetic of the sheets.
fn keeps_the_books(rules: Rules, plan: &Plan) -> Result<(), TestCaseError> {
    let whole: Cards = Pack::sorted().cards().iter().copied().collect();
    let mut shadow = Game::new(rules, Seat::North).expect("playable");
    let mut played = shadow.clone();
    let playing = play(rules, plan, |playing, events, _| {
        for event in events {
            shadow.apply(event);
            let dealt = shadow.round().expect("dealt");
            playing.must(all_cards(dealt) == whole, "cards are lost or made")?;
        }
        playing.must(shadow == playing.game, "the events do not give the state")?;
        only_the_seats_to_act_have_moves(playing)?;
        melds_agree_with_their_cards(playing)
    })?;
    // The same game by `Round::play`, which does not go through `apply` of the outside.
    let mut direct = None;
    for (_, step) in &playing.transcript.steps {
        match step {
            crate::engine::notation::Step::Deal(pack) => {
                for event in played.deal(pack).expect("first deal") {
                    played.apply(&event);
                }
                direct = played.round().cloned();
            }
            crate::engine::notation::Step::Act(seat, action) => {
                direct.as_mut().expect("dealt").play(*seat, action).expect("played before");
            }
        }
    }
    playing.must(direct.as_ref() == playing.game.round(), "play and decide disagree")
}

fn only_the_seats_to_act_have_moves(playing: &Playing) -> Result<(), TestCaseError> {
    let round = round(playing);
    let to_act: Vec<Seat> = round.to_act().collect();
    for seat in Seat::ALL {
        let view = round.view(seat);
        let offered = moves::actions(&view);
        let acts = to_act.contains(&seat);
        playing.must(offered.is_empty() != acts, "moves for a seat that is not to act, or none for one that is")?;
        playing.must(moves::safe(&view).is_some() == acts, "no safe action")?;
        for action in offered.iter().chain(moves::safe(&view).iter()) {
            let verdict = check(&view, action);
            playing.must(verdict.is_ok(), &format!("{} is offered, but {verdict:?}", print_action(action)))?;
            let text = print_action(action);
            playing.must(parse_action(&text).as_ref() == Ok(action), &format!("'{text}' does not read back"))?;
        }
    }
    Ok(())
}

fn melds_agree_with_their_cards(playing: &Playing) -> Result<(), TestCaseError> {
    let round = round(playing);
    for team in Team::ALL {
        let side = &round.sides[team];
        let lengths: u8 = side.melds.iter().map(|(_, meld)| meld.len()).sum();
        playing.must(lengths == side.melded.len(), "melds and melded cards differ")?;
        for (rank, meld) in side.melds.iter() {
            let legal = meld.check(rank, round.rules());
            playing.must(legal.is_ok(), &format!("on the table: {rank} {meld:?}: {legal:?}"))?;
        }
        let red = side.red_threes;
        playing.must(red.len() == red.red_threes(), "other cards among the red threes")?;
        playing.must(side.melded.red_threes() == 0, "a red three is melded")?;
    }
    for seat in Seat::at_table(round.rules().players).filter(|_| !round.is_over()) {
        playing.must(!round.hands[seat].is_empty(), "an empty hand in a round that goes on")?;
    }
    let turn_hand = round.hands[round.turn.seat];
    playing.must(turn_hand.red_threes() == 0, "a red three stays in the hand of the seat to act")
}

/// Law 3, by views: whatever a seat can't see may be shuffled, and nothing it is shown or offered changes.
fn keeps_secrets(rules: Rules, plan: &Plan) -> Result<(), TestCaseError> {
    play(rules, plan, |playing, events, step| {
        if step % 9 != 0 {
            return Ok(());
        }
        let round = round(playing);
        let said = format!("{round:?} {events:?}");
        for seat in Seat::at_table(rules.players) {
            let other = hidden_cards_shuffled(round, seat, plan.pack ^ step as u64);
            let (view, same) = (round.view(seat), other.view(seat));
            if !round.is_over() {
                playing.must(view == same, "a view tells hidden cards")?;
                playing.must(round.public() == other.public(), "the public view tells hidden cards")?;
                playing.must(moves::actions(&view) == moves::actions(&same), "what is offered tells hidden cards")?;
            }
            playing.must(format!("{view:?}") == format!("{same:?}"), "the debug text of a view shows cards")?;
            playing.must(said == format!("{other:?} {events:?}"), "the debug text of a round shows cards")?;
        }
        seen_by_others(playing, events)
    })?;
    Ok(())
}

pub(crate) fn hidden_cards_shuffled(round: &Round, viewer: Seat, seed: u64) -> Round {
    let mut other = round.clone();
    let hidden = |seat: &Seat| *seat != viewer;
    let mut cards: Vec<Card> = round.stock.cards().to_vec();
    cards.extend(Seat::ALL.iter().filter(|seat| hidden(seat)).flat_map(|&seat| round.hands[seat].iter()));
    cards.shuffle(&mut StdRng::seed_from_u64(seed));
    other.stock = cards.drain(..usize::from(round.stock.len())).collect();
    for seat in Seat::ALL.into_iter().filter(hidden) {
        other.hands[seat] = cards.drain(..usize::from(round.hands[seat].len())).collect();
    }
    other
}

fn seen_by_others(playing: &Playing, events: &[Event]) -> Result<(), TestCaseError> {
    for event in events {
        let own = match event {
            Event::Drew { seat, .. } | Event::Replaced { seat, .. } => Some(*seat),
            _ => None,
        };
        for viewer in Seat::ALL.into_iter().map(Some).chain([None]) {
            let shows = matches!(event.seen_by(viewer), crate::engine::Seen::Drew { card: Some(_), .. });
            playing.must(shows == (own.is_some() && own == viewer), "a drawn card is shown to the wrong seat")?;
        }
    }
    Ok(())
}

/// Law 8: what is printed reads back, and plays again to the same end.
fn reads_back(rules: Rules, plan: &Plan) -> Result<(), TestCaseError> {
    let text = print_rules(&rules);
    prop_assert_eq!(parse_rules(&text), Ok(rules));
    let stored = serde_json::to_string(&rules).expect("rules are stored");
    prop_assert_eq!(serde_json::from_str::<Rules>(&stored).ok(), Some(rules));
    let playing = play(rules, plan, |playing, events, step| {
        if step % 11 != 0 {
            return Ok(());
        }
        let text = print_position(round(playing));
        let again = parse_position(&text).map_err(|error| playing.failed(&format!("{error} in\n{text}")))?;
        playing.must(&again == round(playing), &format!("the position reads back otherwise:\n{text}"))?;
        let stored = serde_json::to_string(&playing.game).expect("a game is stored");
        playing.must(
            serde_json::from_str::<Game>(&stored).ok().as_ref() == Some(&playing.game),
            "a stored game differs",
        )?;
        let stored = serde_json::to_string(events).expect("events are stored");
        let loaded = serde_json::from_str::<Vec<Event>>(&stored);
        playing.must(loaded.as_deref().ok() == Some(events), "stored events differ")
    })?;
    let text = playing.transcript.to_string();
    let again = Transcript::parse(&text).map_err(|error| playing.failed(&error.to_string()))?;
    playing.must(again.to_string() == text, "the transcript prints otherwise")?;
    let end = again.replay(|_, _, _| {}).map_err(|error| playing.failed(&error.to_string()))?;
    playing.must(end == playing.game, "the transcript plays otherwise")
}

macro_rules! law {
    ($law:ident: $($name:ident = $rules:expr, $rounds:literal;)+) => {
        mod $law {
            use super::*;
            $(
                #[test]
                fn $name() {
                    for_random_rounds(&$rules, $rounds, super::$law);
                }
            )+
        }
    };
}

law! { keeps_the_books:
    classic = of(RuleSet::Classic), 2000;
    playout = of(RuleSet::Playout), 2000;
    concealed = of(RuleSet::Concealed), 2000;
    wild = of(RuleSet::Wild), 2000;
    any_options = any_rules().boxed(), 2000;
}

law! { keeps_secrets:
    rule_sets = proptest::sample::select(RuleSet::ALL.to_vec()).prop_map(|set| set.rules(4)).boxed(), 300;
    any_options = any_rules().boxed(), 300;
}

law! { reads_back:
    rule_sets = proptest::sample::select(RuleSet::ALL.to_vec()).prop_map(|set| set.rules(4)).boxed(), 300;
    any_options = any_rules().boxed(), 300;
}

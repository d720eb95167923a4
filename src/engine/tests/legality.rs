//! `check.rs` and `moves.rs` against trying everything: the same actions are legal, and what is offered is enough.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::super::notation::{print_action, print_position};
use super::super::{Action, Ending, Illegal, Placements, Plan, Rank, Round, Seat, Stage, View, check, moves};
use super::brute::Brute;
use super::positions::{Met, Wanted, comes_about, look_at, view_of_turn};

type Holds = Result<(), String>;

#[test]
fn after_the_draw_the_same_actions_are_legal() {
    look_at(
        8000,
        Wanted { stage: Stage::Drawn, melds: None },
        check_is_exact,
        &[
            ("legal", 5000),
            ("several melds, legal", 3000),
            ("bound, legal", 500),
            ("below the minimum", 500),
            ("must keep a card", 500),
            ("black threes only going out", 200),
            ("bound to go out", 200),
            ("partner said no", 100),
            ("cannot go out", 50),
            ("too many wild cards", 300),
        ],
    );
}

#[test]
fn before_the_draw_the_same_actions_are_legal() {
    look_at(
        8000,
        Wanted { stage: Stage::ToDraw, melds: None },
        check_is_exact,
        &[
            ("legal", 5000),
            ("several melds, legal", 3000),
            ("below the minimum", 200),
            ("must keep a card", 100),
            ("black threes only going out", 100),
            ("blocked", 1000),
            ("frozen to one side", 1000),
            ("iced", 500),
            ("must take", 10),
            ("no way out", 20),
            ("one card for one", 20),
        ],
    );
}

fn check_is_exact(round: &Round, met: &mut Met) -> Holds {
    let view = view_of_turn(round);
    let brute = Brute::of(&view);
    let actions = tried(&brute);
    for action in &actions {
        compare(&view, &brute, action, met)?;
    }
    for seat in Seat::at_table(round.rules.players).filter(|&seat| seat != view.seat) {
        let view = round.view(seat);
        let brute = Brute::of(&view);
        for action in simple_actions().chain(actions.iter().take(3).cloned()) {
            compare(&view, &brute, &action, met)?;
        }
    }
    Ok(())
}

fn compare(view: &View, brute: &Brute<'_>, action: &Action, met: &mut Met) -> Holds {
    let legal = brute.is_legal(action);
    let checked = check(view, action);
    let bound = match &checked {
        Ok(Plan::Meld(play) | Plan::Take(play)) => play.bound.or(view.public.turn.bound).is_some(),
        _ => false,
    };
    if legal && brute.after(action).is_some_and(|(_, expected)| expected != bound) {
        return Err(format!("{}: check says {checked:?}, bound or not", print_action(action)));
    }
    if checked.is_ok() != legal {
        let brute = if legal { "legal" } else { "illegal" };
        return Err(format!("{}: {brute}, but check says {checked:?}", print_action(action)));
    }
    if let Err(Illegal::BelowMinimum { have, need, best }) = checked {
        let take = matches!(action, Action::TakePile(_));
        let expected = (Some(need), brute.best_opening(take));
        if (brute.minimum(), best) != expected || have >= need {
            return Err(format!("{}: {checked:?}, but trying everything: {expected:?}", print_action(action)));
        }
    }
    note(view, action, checked.err(), met);
    Ok(())
}

fn note(view: &View, action: &Action, refusal: Option<Illegal>, met: &mut Met) {
    let several = matches!(action, Action::Meld(all) | Action::TakePile(all) if all.len() > 1);
    met.note("legal", refusal.is_none());
    met.note("several melds, legal", several && refusal.is_none());
    met.note("bound, legal", view.public.turn.bound.is_some() && refusal.is_none());
    match refusal {
        Some(Illegal::MustKeepCard { .. }) => met.note("must keep a card", true),
        Some(Illegal::BelowMinimum { .. }) => met.note("below the minimum", true),
        Some(Illegal::PileFrozen { iced: true, .. }) => met.note("iced", true),
        Some(Illegal::PileFrozen { .. }) => met.note("frozen to one side", true),
        Some(Illegal::PileBlocked { .. }) => met.note("blocked", true),
        Some(Illegal::BlackThreesOnlyGoingOut) => met.note("black threes only going out", true),
        Some(Illegal::BoundToGoOut { .. }) => met.note("bound to go out", true),
        Some(Illegal::NoWayOut { .. }) => met.note("no way out", true),
        Some(Illegal::PartnerSaidNo) => met.note("partner said no", true),
        Some(Illegal::OneCardForOne) => met.note("one card for one", true),
        Some(Illegal::MustTake { .. }) => met.note("must take", true),
        Some(Illegal::CannotGoOut { .. }) => met.note("cannot go out", true),
        Some(Illegal::TooManyWilds { .. }) => met.note("too many wild cards", true),
        _ => {}
    }
}

fn simple_actions() -> impl Iterator<Item = Action> {
    [
        Action::Draw,
        Action::AskPartner,
        Action::WithdrawQuestion,
        Action::AnswerPartner(true),
        Action::AnswerPartner(false),
        Action::Pass,
        Action::Meld(Placements::new()),
        Action::TakePile(Placements::new()),
    ]
    .into_iter()
    .chain(Rank::ALL.map(Action::Discard))
}

/// Every action without cards, every discard, every play of legal melds, every single placement that can be named,
/// and some of them put together at random.
fn tried(brute: &Brute<'_>) -> Vec<Action> {
    const MIXED: usize = 60;
    let single = brute.any_placements();
    let mut rng = StdRng::seed_from_u64(single.len() as u64);
    let mut plays = brute.plays(None);
    let with_upcard = brute.upcard().map(|rank| brute.plays(Some(rank)));
    plays.extend(with_upcard.into_iter().flatten());
    plays.extend(single.iter().map(|placement| Placements::from_slice(&[*placement])));
    for _ in 0..MIXED {
        let mut play = plays[rng.random_range(0..plays.len())].clone();
        play.push(single[rng.random_range(0..single.len())]);
        play.rotate_right(rng.random_range(0..2));
        plays.push(play);
    }
    let melds = plays.iter().cloned().map(Action::Meld);
    let takes = plays.iter().cloned().map(Action::TakePile);
    simple_actions().chain(melds).chain(takes).collect()
}

#[test]
fn what_is_offered_is_legal_and_enough() {
    look_at(
        8000,
        Wanted { stage: Stage::Drawn, melds: None },
        offers_are_enough,
        &[("comes about", 500), ("an initial meld", 50), ("bound", 20)],
    );
    look_at(
        8000,
        Wanted { stage: Stage::ToDraw, melds: None },
        offers_are_enough,
        &[
            ("comes about", 500),
            ("a take", 100),
            ("an initial meld", 20),
            ("the round ended without a take", 10),
            ("bound", 5),
        ],
    );
}

/// The position itself, and those that a few random legal actions lead to.
fn offers_are_enough(round: &Round, met: &mut Met) -> Holds {
    const ACTIONS: usize = 6;
    let view = view_of_turn(round);
    if !comes_about(round, &Brute::of(&view)) {
        return Ok(());
    }
    met.note("comes about", true);
    let mut rng = StdRng::seed_from_u64(u64::from(view.hand.len()));
    let mut round = round.clone();
    for number in 0..ACTIONS {
        let shown = |reason| format!("{reason}, after {number} actions in\n{}", print_position(&round));
        let legal = offers_of(&round, met).map_err(shown)?;
        let Some((seat, action)) = legal.choose(&mut rng) else { break };
        round = played(&round, *seat, action, met).map_err(shown)?;
    }
    Ok(())
}

/// Every legal action of everybody.
fn offers_of(round: &Round, met: &mut Met) -> Result<Vec<(Seat, Action)>, String> {
    let mut all = Vec::new();
    for seat in Seat::at_table(round.rules.players) {
        let view = round.view(seat);
        offers_to(&view)?;
        let legal = Brute::of(&view).legal_actions();
        if seat == round.turn.seat {
            is_enough(&view, &legal, met)?;
        }
        all.extend(legal.into_iter().map(|action| (seat, action)));
    }
    Ok(all)
}

/// Plays an action: the cards lie where they should, and the round ends where it should.
fn played(round: &Round, seat: Seat, action: &Action, met: &mut Met) -> Result<Round, String> {
    let text = print_action(action);
    let mut after = round.clone();
    after.play(seat, action).map_err(|reason| format!("{text}: {reason}"))?;
    let view = round.view(seat);
    let expected = Brute::of(&view).after(action);
    let turn_goes_on = after.ended.is_none() && after.turn.seat == seat;
    if let Some((table, bound)) = expected
        && (table != *Brute::of(&after.view(seat)).start() || (turn_goes_on && bound != after.turn.bound.is_some()))
    {
        return Err(format!("{text} leads to\n{}", print_position(&after)));
    }
    met.note("bound", turn_goes_on && after.turn.bound.is_some());
    let no_take = after.ended == Some(Ending::NoTake);
    met.note("the round ended without a take", no_take);
    let to_take = after.turn.stage == Stage::ToDraw && after.stock.is_empty() && (no_take || after.ended.is_none());
    let can_take = Brute::of(&view_of_turn(&after)).can_take();
    if to_take && can_take == no_take {
        return Err(format!("{text} leads to an end without a take: {no_take}\n{}", print_position(&after)));
    }
    Ok(after)
}

fn is_enough(view: &View, legal: &[Action], met: &mut Met) -> Holds {
    let offered = moves::actions(view);
    let takes = |all: &[Action]| all.iter().any(|action| matches!(action, Action::TakePile(_)));
    let melds = |all: &[Action]| all.iter().any(|action| matches!(action, Action::Meld(_)));
    let opens = view.minimum_needed().is_some() && melds(legal);
    met.note("a take", takes(legal));
    met.note("an initial meld", opens);
    if takes(legal) && !takes(&offered) {
        return Err("a take is legal, none is offered".to_owned());
    }
    if opens && !melds(&offered) {
        return Err("an initial meld is legal, none is offered".to_owned());
    }
    met.note("a lay-off", melds(legal) && !opens);
    if melds(legal) && !melds(&offered) {
        return Err("a meld or lay-off is legal, none is offered".to_owned());
    }
    let simple = |action: &&Action| !matches!(action, Action::TakePile(_) | Action::Meld(_));
    match legal.iter().filter(simple).find(|action| !offered.contains(action)) {
        Some(missing) => Err(format!("{} is not offered", print_action(missing))),
        None => Ok(()),
    }
}

fn offers_to(view: &View) -> Holds {
    let brute = Brute::of(view);
    let offered = moves::actions(view);
    if let Some(action) = offered.iter().find(|action| check(view, action).is_err() || !brute.is_legal(action)) {
        return Err(format!("{} is offered but illegal", print_action(action)));
    }
    let safe = moves::safe(view);
    let to_act = view.public.to_act().any(|seat| seat == view.seat);
    match safe {
        Some(action) if !brute.is_legal(&action) => Err(format!("{} is not safe", print_action(&action))),
        None if to_act => Err("no safe action".to_owned()),
        Some(_) if !to_act => Err("a safe action for who is not to act".to_owned()),
        _ => Ok(()),
    }
}

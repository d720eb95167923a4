//! What the fuzz targets share: rules and actions out of arbitrary bytes, and the laws that hold after every step.

use arbitrary::{Result, Unstructured};
use canasta::engine::rules::OPTIONS;
use canasta::engine::{
    Action, Cards, Pack, Placement, Placements, Rank, Round, RuleSet, Rules, Seat, View, moves, notation,
};
use rand::{SeedableRng, rngs::StdRng};

/// Rules that can be played: a rule set with any options changed; a change that makes them unplayable is left out.
pub fn rules(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    let players = if bytes.ratio(1, 3)? { 2 } else { 4 };
    let mut rules = bytes.choose(&RuleSet::ALL)?.rules(players);
    for _ in 0..bytes.int_in_range(0..=4)? {
        let option = bytes.choose_iter(OPTIONS.iter())?;
        let mut changed = rules;
        if option.set(&mut changed, bytes.arbitrary::<u16>()? % 600) && changed.validate().is_ok() {
            rules = changed;
        }
    }
    Ok(rules)
}

/// A pack: shuffled by a seed, then a few cards exchanged, so that small changes of the input change it a little.
pub fn pack(bytes: &mut Unstructured<'_>) -> Result<Pack> {
    let mut rng = StdRng::seed_from_u64(bytes.arbitrary::<u16>()?.into());
    let mut cards = *Pack::shuffled(&mut rng).cards();
    for _ in 0..bytes.int_in_range(0..=20)? {
        let last = cards.len() - 1;
        cards.swap(bytes.int_in_range(0..=last)?, bytes.int_in_range(0..=last)?);
    }
    Ok(Pack::from_cards(&cards).expect("exchanging cards keeps the pack whole"))
}

/// Any seat, in use or not.
pub fn seat(bytes: &mut Unstructured<'_>) -> Result<Seat> {
    bytes.choose(&Seat::ALL).copied()
}

/// An action that is offered, one that is nearly so, or any nonsense.
pub fn action(bytes: &mut Unstructured<'_>, view: &View) -> Result<Action> {
    let offered = moves::actions(view);
    match bytes.int_in_range(0..=7)? {
        0 => nonsense(bytes),
        1 if !offered.is_empty() => {
            let mut action = bytes.choose(&offered)?.clone();
            spoil(bytes, &mut action)?;
            Ok(action)
        }
        2 => Ok(Action::Discard(*bytes.choose(&Rank::ALL)?)),
        _ if offered.is_empty() => nonsense(bytes),
        _ => bytes.choose(&offered).cloned(),
    }
}

fn nonsense(bytes: &mut Unstructured<'_>) -> Result<Action> {
    Ok(match bytes.int_in_range(0..=7)? {
        0 => Action::Draw,
        1 => Action::TakePile(placements(bytes)?),
        2 => Action::Meld(placements(bytes)?),
        3 => Action::Discard(*bytes.choose(&Rank::ALL)?),
        4 => Action::AskPartner,
        5 => Action::WithdrawQuestion,
        6 => Action::AnswerPartner(bytes.arbitrary()?),
        _ => Action::Pass,
    })
}

fn placements(bytes: &mut Unstructured<'_>) -> Result<Placements> {
    (0..bytes.int_in_range(0..=4)?).map(|_| placement(bytes)).collect()
}

fn placement(bytes: &mut Unstructured<'_>) -> Result<Placement> {
    let rank = *bytes.choose(&Rank::ALL)?;
    let mut count = |usual: u8| if bytes.ratio(1, 16)? { bytes.arbitrary() } else { bytes.int_in_range(0..=usual) };
    Ok(Placement { rank, naturals: count(5)?, twos: count(2)?, jokers: count(2)? })
}

/// Changes a play a little.
fn spoil(bytes: &mut Unstructured<'_>, action: &mut Action) -> Result<()> {
    let (Action::Meld(all) | Action::TakePile(all)) = action else { return Ok(()) };
    match bytes.int_in_range(0..=3)? {
        0 => all.push(placement(bytes)?),
        1 => drop(all.pop()),
        _ => {
            if let Some(placement) = all.first_mut() {
                let count = match bytes.int_in_range(0..=2)? {
                    0 => &mut placement.naturals,
                    1 => &mut placement.twos,
                    _ => &mut placement.jokers,
                };
                *count = if bytes.arbitrary()? { count.saturating_add(1) } else { count.saturating_sub(1) };
            }
        }
    }
    Ok(())
}

/// Every card of the pack is somewhere, and in one place only.
pub fn assert_conserved(round: &Round) {
    let text = notation::print_position(round);
    let stock = text.lines().find_map(|line| line.strip_prefix("stock ")).expect("a position has a stock");
    let mut all = notation::parse_cards(stock).expect("the stock can be read");
    let public = round.public();
    for seat in Seat::ALL {
        all.extend_from(&round.view(seat).hand);
    }
    for team in canasta::engine::Team::ALL {
        all.extend_from(&public.sides[team].melded);
        all.extend_from(&public.sides[team].red_threes);
    }
    for &card in public.pile.cards() {
        assert!(all.insert(card));
    }
    assert!(all == Pack::sorted().cards().iter().copied().collect::<Cards>(), "cards were lost or made:\n{text}");
}

/// Only those who are to act have moves, they have at least one, and what is offered is accepted.
pub fn assert_moves(round: &Round) {
    let to_act: Vec<Seat> = round.public().to_act().collect();
    for seat in Seat::ALL {
        let view = round.view(seat);
        let offered = moves::actions(&view);
        let text = || notation::print_position(round);
        assert_eq!(!offered.is_empty(), to_act.contains(&seat), "{seat:?} {offered:?}\n{}", text());
        assert_eq!(moves::safe(&view).is_some(), to_act.contains(&seat), "{seat:?}\n{}", text());
        for action in offered.iter().chain(&moves::safe(&view)) {
            assert!(round.decide(seat, action).is_ok(), "{seat:?} {}\n{}", notation::print_action(action), text());
        }
    }
}

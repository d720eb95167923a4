//! Every legal action can be reached by clicks on what the panels offer. Must never click what is off.

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::phone::Phone;
use crate::discord::click::HandVerb;
use crate::discord::draft::{Draft, Mode, Sort};
use crate::discord::offers::{self, Phase};
use crate::discord::panel::hand::Told;
use crate::engine::notation::{print_action, print_position, rank_letter};
use crate::engine::tests::brute::Brute;
use crate::engine::tests::positions::{Wanted, comes_about, position};
use crate::engine::{
    Action, ByTeam, Card, Melds, Pack, Placement, Placements, Rank, Round, RuleSet, Seat, Stage, View, any_take, check,
    moves,
};

/// Clicks until the hand plays this action; false if it is out of reach.
fn reach(phone: &mut Phone, action: &Action) -> bool {
    match action {
        Action::Draw => phone.press(HandVerb::Draw),
        Action::Pass => phone.press(HandVerb::Pass),
        Action::AskPartner => phone.press(HandVerb::Ask),
        Action::WithdrawQuestion => phone.press(HandVerb::Withdraw),
        Action::AnswerPartner(yes) => phone.press(HandVerb::Answer(*yes)),
        Action::Discard(rank) => {
            let value = rank_letter(*rank).to_string();
            let chosen = phone.choose(HandVerb::Discard, &[value]);
            chosen && (!phone.played.is_empty() || phone.press(HandVerb::DiscardSure(*rank)))
        }
        Action::Meld(placements) => {
            phone.press(HandVerb::Build)
                && placements.iter().all(|placement| choose_rank(phone, placement.rank) && put(phone, *placement))
                && phone.press(HandVerb::Play)
        }
        Action::TakePile(placements) => {
            let upcard = phone.round.public().pile.top().map(Card::rank);
            // The upcard's meld is the first to be built.
            let (first, others): (Vec<Placement>, Vec<Placement>) =
                placements.iter().partition(|placement| Some(placement.rank) == upcard);
            phone.press(HandVerb::BuildTake)
                && first.iter().all(|placement| put(phone, *placement))
                && others.iter().all(|placement| choose_rank(phone, placement.rank) && put(phone, *placement))
                && phone.press(HandVerb::Play)
        }
    }
}

fn choose_rank(phone: &mut Phone, rank: Rank) -> bool {
    phone.choose(HandVerb::BuildRank, &[rank_letter(rank).to_string()])
}

fn put(phone: &mut Phone, placement: Placement) -> bool {
    let presses = [
        (HandVerb::AddNatural, placement.naturals),
        (HandVerb::AddTwo, placement.twos),
        (HandVerb::AddJoker, placement.jokers),
    ];
    presses.into_iter().all(|(verb, times)| (0..times).all(|_| phone.press(verb)))
}

fn in_order(action: &Action) -> Action {
    let sorted = |placements: &[Placement]| {
        let mut all = Placements::from(placements);
        all.sort_by_key(|placement| placement.rank);
        all
    };
    match action {
        Action::Meld(placements) => Action::Meld(sorted(placements)),
        Action::TakePile(placements) => Action::TakePile(sorted(placements)),
        other => other.clone(),
    }
}

/// Melds and takes put together at random, as far as they are legal.
fn random_plays(view: &View, rng: &mut StdRng) -> Vec<Action> {
    let upcard = view.upcard().map(Card::rank);
    let ranks: Vec<Rank> = Melds::ranks()
        .filter(|&rank| view.held.get(rank) > 0 || !view.meld(rank).is_empty() || upcard == Some(rank))
        .collect();
    let mut all = Vec::new();
    for _ in 0..60 {
        let mut placements = Placements::new();
        for &rank in &ranks {
            if rng.random_range(0..3) == 0 || upcard == Some(rank) {
                let most = |sort: Sort| match sort {
                    Sort::Natural if rank.is_wild() => 0,
                    Sort::Natural => view.held.get(rank),
                    Sort::Two => view.held.get(Rank::Two).min(2),
                    Sort::Joker => view.held.get(Rank::Joker).min(1),
                };
                let mut some = |sort: Sort| rng.random_range(0..=most(sort));
                let (naturals, twos, jokers) = (some(Sort::Natural), some(Sort::Two), some(Sort::Joker));
                placements.push(Placement { rank, naturals, twos, jokers });
            }
        }
        all.extend([Action::TakePile(placements.clone()), Action::Meld(placements)]);
    }
    all.retain(|action| check(view, action).is_ok());
    all.dedup();
    all
}

/// How many actions these are, each of them within reach.
fn all_within_reach<'a>(round: &Round, seat: Seat, actions: impl Iterator<Item = &'a Action>) -> usize {
    let mut phone = Phone::new(round.clone(), seat);
    phone.follows = false;
    let mut count = 0;
    for action in actions {
        phone.show(&Draft::default(), 0, Told::Nothing);
        let found = reach(&mut phone, action);
        let played = phone.played.iter().map(in_order).collect::<Vec<_>>();
        let shown = || format!("{}\n{}", print_position(round), super::rendered(&phone.panel));
        assert!(found && played == [in_order(action)], "{}: played {played:?}\n{}", print_action(action), shown());
        count += 1;
    }
    count
}

/// Plays a round at random; at some positions every known legal action must be within reach.
fn walk(rule_set: RuleSet, players: u8, seed: u64) -> usize {
    let mut rng = StdRng::seed_from_u64(seed);
    let pack = Pack::shuffled(&mut rng);
    let (mut round, _) = Round::deal(&rule_set.rules(players), ByTeam::default(), Seat::North, &pack);
    let mut reached = 0;
    for _ in 0..400 {
        let Some(seat) = round.to_act().choose(&mut rng) else { break };
        let view = round.view(seat);
        let offered = moves::actions(&view);
        // Where nothing is offered there is nothing to put together either.
        assert_eq!(moves::takes(&view).is_empty(), any_take(&view).is_none(), "{}", print_position(&round));
        if rng.random_range(0..4) == 0 {
            let plays = random_plays(&view, &mut rng);
            reached += all_within_reach(&round, seat, offered.iter().chain(&plays));
        }
        let action = offered[rng.random_range(0..offered.len())].clone();
        round.play(seat, &action).expect("offered");
    }
    reached
}

#[test]
fn every_legal_action_of_a_small_hand_is_within_reach() {
    let mut reached = 0;
    for seed in 0..400 {
        let stage = if seed % 2 == 0 { Stage::ToDraw } else { Stage::Drawn };
        let round = position(seed, Wanted { stage, melds: None });
        let Some(seat) = round.to_act().next() else { continue };
        let view = round.view(seat);
        let brute = Brute::of(&view);
        if comes_about(&round, &brute) {
            let actions = brute.legal_actions();
            // Hands with wild cards have thousands: a share of them will do.
            let share = actions.len() / 40 + 1;
            reached += all_within_reach(&round, seat, actions.iter().step_by(share));
        }
    }
    assert!(reached > 2000, "{reached}");
}

/// Whether all of these go down in this play, be it with more.
fn is_part(placements: &[Placement], play: &[Placement]) -> bool {
    placements.iter().all(|part| {
        let whole = play.iter().find(|whole| whole.rank == part.rank);
        whole.is_some_and(|whole| {
            part.naturals <= whole.naturals && part.twos <= whole.twos && part.jokers <= whole.jokers
        })
    })
}

#[test]
fn every_meld_on_offer_can_be_part_of_a_legal_play() {
    let (mut met, mut none, mut beside) = (0, 0, 0);
    for seed in 0..1200 {
        let round = position(seed, Wanted { stage: Stage::Drawn, melds: None });
        let Some(seat) = round.to_act().next() else { continue };
        let view = round.view(seat);
        let brute = Brute::of(&view);
        if offers::phase(&view) != Phase::Drawn || !comes_about(&round, &brute) {
            continue;
        }
        let legal: Vec<Placements> = (brute.legal_actions().into_iter())
            .filter_map(|action| if let Action::Meld(placements) = action { Some(placements) } else { None })
            .collect();
        let offered = offers::melds(&view, &Draft::default());
        let shown = || format!("{}\n{offered:?}", print_position(&round));
        assert_eq!(offered.is_empty(), legal.is_empty(), "{}", shown());
        none += u32::from(offered.is_empty());
        // Where points are missing, more of them may have to be picked than there are.
        for offer in offered.iter().filter(|_| view.minimum_needed().is_none()) {
            met += 1;
            assert!(legal.iter().any(|play| is_part(&offer.placements, play)), "{offer:?} of {}", shown());
            let draft = Draft::of(Mode::Meld, &offer.placements);
            for more in offers::melds(&view, &draft) {
                beside += 1;
                let mut both = draft.clone();
                more.placements.iter().for_each(|placement| both.put(*placement));
                let fits = legal.iter().any(|play| is_part(both.placements(), play));
                assert!(fits, "{more:?} beside {offer:?} of {}", shown());
            }
        }
    }
    assert!(met > 500 && none > 50 && beside > 200, "{met} {none} {beside}");
}

#[test]
fn legal_actions_of_random_rounds_are_within_reach() {
    let mut reached = 0;
    for set in RuleSet::ALL {
        for seed in 0..6 {
            reached += walk(set, if seed % 3 == 0 { 2 } else { 4 }, seed);
        }
    }
    assert!(reached > 1000, "{reached}");
}

//! Faults that other programs for card games had: in each of these situations ours does the right thing. The numbers
//! of the list are those of the collection they come from.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::given::{Given, given, number_of_cards};
use crate::engine::card::Rank;
use crate::engine::event::{Ending, Event};
use crate::engine::game::Game;
use crate::engine::illegal::{Blocker, Illegal};
use crate::engine::meld::Placement;
use crate::engine::notation::{parse_position, print_position};
use crate::engine::pack::Pack;
use crate::engine::round::Round;
use crate::engine::rules::{RuleSet, Rules, TurnedOver};
use crate::engine::seat::{ByTeam, Seat, Team};
use crate::engine::{Action, Placements, moves};

const fn keep(left: u8) -> Illegal {
    Illegal::MustKeepCard { left, canastas: 0, need: 1 }
}

#[test]
fn fault_1_melding_down_to_one_card_or_none_without_a_canasta_is_refused() {
    given("turn N drawn; melds NS 888; hand N KKK").when("N meld KKK").then_refused(keep(0));
    given("turn N drawn; melds NS 888; hand N KKK4").when("N meld KKK").then_refused(keep(1));
}

#[test]
fn fault_2_the_last_cards_melded_with_a_canasta_are_out_at_once() {
    let when = given("turn N drawn; melds NS 8888888; hand N KKK").when("N meld KKK");
    when.then_out(false).then_ended(Ending::WentOut);
}

#[test]
fn fault_3_the_seventh_card_that_empties_the_hand_is_out() {
    given("turn N drawn; melds NS 888888; hand N 8").when("N meld 8").then_out(false).then_ended(Ending::WentOut);
}

#[test]
fn fault_4_a_black_three_blocks_for_the_next_player_and_only_for_that_one() {
    let start = given("stock 9999; turn N drawn; hand N 3s4; hand E 3c3cK7; hand S KK56; melds EW KKK; melds NS 888");
    let blocked = start.when("N discard 3").then_legal();
    blocked.when("E take 33").then_refused(Illegal::PileBlocked { by: Blocker::BlackThree });
    let open = blocked.when("E draw").when("E discard K").then("pile 3K");
    open.when("S take KK").then("melds NS 888 KKK; hand S 356");
}

#[test]
fn fault_5_a_black_three_neither_freezes_nor_thaws() {
    given("turn N to-draw; melds NS KKK; hand N 45; pile 3sK").when("N take K+").then("melds NS KKKK");
    let frozen = Illegal::PileFrozen { rank: Rank::King, have: 0, held: 0, iced: true };
    given("turn N to-draw; melds NS KKK; hand N 45; pile 23sK").when("N take K+").then_refused(frozen);
}

#[test]
fn fault_6_a_natural_on_a_wild_card_leaves_the_pile_frozen() {
    let next = given("turn W drawn; hand W K4; hand N 45; melds NS KKK; pile 92").when("W discard K");
    next.when("N take K+").then_refused(Illegal::PileFrozen { rank: Rank::King, have: 0, held: 0, iced: true });
}

#[test]
fn fault_7_a_frozen_pile_joins_an_own_meld_only_with_a_pair() {
    let start = given("turn N to-draw; melds NS KKK; hand N KK45; pile 2K");
    start.when("N take K+").then_refused(Illegal::PileFrozen { rank: Rank::King, have: 0, held: 2, iced: true });
    start.when("N take K").then_refused(Illegal::PileFrozen { rank: Rank::King, have: 1, held: 2, iced: true });
    start.when("N take KK").then("melds NS KKKKKK; hand N 245");
}

#[test]
fn fault_8_an_open_pile_takes_a_natural_and_a_wild_card_or_an_own_meld() {
    given("turn N to-draw; melds NS 888; hand N K245; pile 9K").when("N take K2").then("melds NS 888 KK2");
    given("turn N to-draw; melds NS KKK; hand N 45; pile 9K").when("N take K+").then("melds NS KKKK; hand N 459");
}

#[test]
fn fault_9_a_frozen_pile_is_taken_by_four_of_the_rank_or_a_pair_and_another_meld() {
    let start = given("turn N to-draw; hand N QQQQ67; totals -5 0; pile 2Q");
    start.when("N take QQQQ").then("melds NS QQQQQ; hand N 267");
    let start = given("turn N to-draw; hand N QQJJ267; pile 9Q");
    start.when("N take QQ JJ2").then("melds NS QQQ JJ2; hand N 967");
}

#[test]
fn fault_10_the_pair_that_earns_the_pile_is_melded_with_the_upcard() {
    let when = given("turn N to-draw; melds NS 888; hand N KK67; pile 2K").when("N take KK");
    let melded = when.events().iter().filter(|event| matches!(event, Event::Melded { .. })).count();
    assert_eq!(melded, 1, "one meld");
    when.then("melds NS 888 KKK; hand N 267");
}

#[test]
fn fault_11_a_taken_pile_is_no_longer_frozen() {
    let start = given("turn N to-draw; melds NS 888; hand N KK67; pile 2K; melds EW 666; hand E 45");
    let next = start.when("N take KK").when("N discard 6").then_legal();
    assert!(!next.round.public().iced());
    next.when("E take 6+").then("melds EW 6666");
}

#[test]
fn fault_12_a_second_meld_of_a_rank_extends_the_first() {
    given("turn N drawn; melds NS KKK; hand N KKK67").when("N meld KKK").then("melds NS KKKKKK");
    given("turn N to-draw; melds NS KKK; hand N KK67; pile 9K").when("N take KK").then("melds NS KKKKKK");
}

#[test]
fn fault_13_an_initial_meld_is_all_or_nothing() {
    let start = given("totals 1500 0; turn N drawn; hand N AA2KKK67");
    let refused = Illegal::BelowMinimum { have: 60, need: 90, best: 90 };
    start.when("N meld AA2").then_refused(refused).then("melds NS; hand N AA2KKK67; turn N drawn");
    start.when("N meld AA2 QQQ").then_refused(Illegal::NotInHand { rank: Rank::Queen, have: 0, need: 3 });
    start.when("N meld AA2 KKK").then("melds NS AA2 KKK");
}

#[test]
fn fault_14_two_melds_reach_the_minimum_together() {
    given("turn N drawn; hand N KKKQQQ67").when("N meld KKK QQQ").then("melds NS KKK QQQ");
}

#[test]
fn fault_15_the_minimum_does_not_move_during_the_round() {
    let start = given("totals 1400 0; turn E drawn; melds EW 8888888; laid NS 3h3h3d3d; hand E 45; hand S KKKQQQ67");
    assert_eq!(start.view(Seat::South).minimum_needed(), Some(50));
    let next = start.when("E discard 4").when("S draw").then_legal();
    assert_eq!(next.view(Seat::South).minimum_needed(), Some(50));
    next.when("S meld KKK QQQ").then("melds NS KKK QQQ");
}

#[test]
fn fault_16_no_bonus_for_going_out_when_the_stock_ends_the_round() {
    let start = given("stock; turn N drawn; melds NS 8888888; hand N 45");
    let sheets = start.when("N discard 4").then_ended(Ending::StockEmpty).sheets();
    assert_eq!((sheets[Team::NorthSouth].going_out, sheets[Team::EastWest].going_out), (0, 0));
}

#[test]
fn fault_17_an_empty_stock_does_not_end_the_round_while_the_pile_can_be_taken() {
    let start = |melds: &str| given(&format!("rules playout; stock; turn W drawn; hand W K4; hand N KK45; {melds}"));
    let offered = start("melds NS 888").when("W discard K").then_not_over().then_legal();
    offered.when("N take KK").then_not_over();
    offered.when("N pass").then_ended(Ending::Passed);
    let forced = start("melds NS KKK").when("W discard K").then_not_over();
    forced.when("N pass").then_refused(Illegal::MustTake { rank: Rank::King });
}

#[test]
fn fault_18_a_red_three_as_the_last_card_ends_the_round() {
    let start = given("stock 3h; turn N to-draw; hand N 45; pile K");
    start.when("N draw").then_ended(Ending::LastRedThree).then("laid NS 3h; stock; hand N 45");
}

#[test]
fn fault_19_kings_named_for_wild_cards_are_refused() {
    let start = given("turn N drawn; melds NS 888; hand N **245");
    start.when("N meld KKK").then_refused(Illegal::NotInHand { rank: Rank::King, have: 0, need: 3 });
    start.when("N meld K+**2").then_refused(Illegal::TooFewNaturals { rank: Rank::King, have: 0, need: 2 });
}

#[test]
fn fault_20_no_order_of_the_pack_leaves_a_card_up_that_must_be_turned_over() {
    let mut rng = StdRng::seed_from_u64(20);
    for set in RuleSet::ALL {
        let rules = set.rules(4);
        let mut special = 0;
        for _ in 0..500 {
            let pack = Pack::shuffled(&mut rng);
            let (round, _) = Round::deal(&rules, ByTeam::default(), Seat::North, &pack);
            let upcard = round.pile.top().unwrap();
            special += u32::from(upcard.is_wild() || upcard.is_red_three());
            let black_three = upcard.is_black_three() && rules.turned_over == TurnedOver::WildOrAnyThree;
            assert!(!black_three, "{}", set.name());
        }
        assert_eq!(special > 0, rules.turned_over == TurnedOver::Never, "{}", set.name());
    }
}

/// Plays random rounds; `watch` sees every state, and the events that led to it.
fn play_at_random(rules: &Rules, seed: u64, mut watch: impl FnMut(&Round, Seat, &Action, &[Event])) {
    let mut rng = StdRng::seed_from_u64(seed);
    let pack = Pack::shuffled(&mut rng);
    let totals = ByTeam::from_fn(|_| *[0, -100, 1700, 3200].choose(&mut rng).unwrap());
    let (mut round, _) = Round::deal(rules, totals, Seat::North, &pack);
    for _ in 0..5000 {
        let seats: Vec<Seat> = round.public().to_act().collect();
        let Some(seat) = seats.choose(&mut rng).copied() else { return };
        let offered = moves::actions(&round.view(seat));
        let action = offered.choose(&mut rng).unwrap_or_else(|| panic!("nothing offered\n{}", print_position(&round)));
        let events = round
            .decide(seat, action)
            .unwrap_or_else(|reason| panic!("{action:?}: {reason:?}\n{}", print_position(&round)));
        watch(&round, seat, action, &events);
        for event in &events {
            round.apply(event);
            assert_eq!(number_of_cards(&round), Pack::SIZE, "{event:?}");
        }
    }
    panic!("the round does not end");
}

fn all_rules() -> impl Iterator<Item = Rules> {
    RuleSet::ALL.into_iter().flat_map(|set| [set.rules(4), set.rules(2)])
}

#[test]
fn fault_21_no_card_is_ever_lost() {
    for (number, rules) in all_rules().enumerate() {
        for seed in 0..40 {
            // The count is taken after every event.
            play_at_random(&rules, seed * 8 + number as u64, |_, _, _, _| ());
        }
    }
}

#[test]
fn fault_22_a_rule_chosen_is_still_in_force_after_deal_and_storage() {
    let mut rules = RuleSet::Classic.rules(4);
    rules.set("mercy", "no").unwrap();
    rules.set("drawn", "2").unwrap();
    let mut game = Game::new(rules, Seat::North).unwrap();
    for event in game.deal(&Pack::sorted()).unwrap() {
        game.apply(&event);
    }
    let stored = serde_json::to_string(&game).unwrap();
    let reloaded: Game = serde_json::from_str(&stored).unwrap();
    assert_eq!(*reloaded.rules(), rules);
    assert_eq!(*reloaded.round().unwrap().rules(), rules);
    assert!(reloaded == game);
}

#[test]
fn fault_23_the_deal_is_one_change_that_ends_in_the_first_turn() {
    for rules in all_rules() {
        let mut game = Game::new(rules, Seat::North).unwrap();
        let events = game.deal(&Pack::shuffled(&mut StdRng::seed_from_u64(23))).unwrap();
        for event in &events {
            game.apply(event);
        }
        let round = game.round().unwrap();
        let seats: Vec<Seat> = round.public().to_act().collect();
        assert_eq!(seats, [Seat::East]);
        assert!(!moves::actions(&round.view(Seat::East)).is_empty());
        assert!(events.iter().any(|event| matches!(event, Event::TurnBegan { seat: Seat::East })));
    }
}

#[test]
fn fault_24_what_is_offered_is_legal_even_without_a_stock() {
    for (number, rules) in all_rules().enumerate() {
        let mut endings = BTreeSet::new();
        for seed in 0..40 {
            play_at_random(&rules, 7000 + seed * 8 + number as u64, |round, seat, _, events| {
                // `play_at_random` panics at a refusal; the way back must be legal too.
                let safe = moves::safe(&round.view(seat)).expect("a safe action");
                assert!(round.decide(seat, &safe).is_ok(), "{safe:?}\n{}", print_position(round));
                endings.extend(events.iter().filter_map(|event| match event {
                    Event::RoundEnded { ending, .. } => Some(format!("{ending:?}")),
                    _ => None,
                }));
            });
        }
        assert!(!endings.is_empty());
    }
}

#[test]
fn fault_24_nonsense_is_refused_without_a_panic() {
    let mut rng = StdRng::seed_from_u64(24);
    for (number, rules) in all_rules().enumerate() {
        play_at_random(&rules, 9000 + number as u64, |round, _, _, _| {
            for seat in Seat::ALL {
                let action = nonsense(&mut rng);
                if let Ok(events) = round.decide(seat, &action) {
                    let mut next = round.clone();
                    for event in &events {
                        next.apply(event);
                    }
                    assert_eq!(number_of_cards(&next), Pack::SIZE);
                }
            }
        });
    }
}

fn nonsense(rng: &mut StdRng) -> Action {
    let rank = |rng: &mut StdRng| *Rank::ALL.choose(rng).unwrap();
    let mut placements = Placements::new();
    for _ in 0..rng.random_range(0..4) {
        let most = *[3, 9, u8::MAX].choose(rng).unwrap();
        let (naturals, twos, jokers) =
            (rng.random_range(0..=most), rng.random_range(0..=most), rng.random_range(0..=most));
        placements.push(Placement { rank: rank(rng), naturals, twos, jokers });
    }
    match rng.random_range(0..8) {
        0 => Action::Draw,
        1 | 2 => Action::TakePile(placements),
        3 | 4 => Action::Meld(placements),
        5 => Action::Discard(rank(rng)),
        6 => Action::AskPartner,
        _ => Action::Pass,
    }
}

#[test]
fn fault_25_each_refusal_has_its_own_reason() {
    // Nobody hears "not your turn" for a card: each of these is north's own fault, and no two are told the same.
    let start = given("turn N drawn; melds NS 888; hand N KK2*3s3s3cAQ");
    let steps = [
        "draw",
        "take KK",
        "meld",
        "meld KK",
        "meld K2*",
        "meld KK2*",
        "meld 333",
        "meld 3332",
        "meld JJJ",
        "pass",
        "meld KK2 KK*",
        "meld 2222222",
        "answer yes",
    ];
    let reasons: Vec<String> = steps
        .iter()
        .map(|step| {
            let action = crate::engine::notation::parse_action(step).unwrap();
            let reason = start.round.decide(Seat::North, &action).unwrap_err();
            assert!(!matches!(reason, Illegal::NotYourTurn { .. }), "{step}");
            format!("{reason:?}").split(' ').next().unwrap().to_owned()
        })
        .collect();
    let wanted = [
        "AlreadyDrawn",
        "AlreadyDrawn",
        "NothingPlaced",
        "TooFewCards",
        "TooFewNaturals",
        "TooManyWilds",
        "BlackThreesOnlyGoingOut",
        "BlackThreesWithWilds",
        "NotInHand",
        "CannotPass",
        "RankTwice",
        "NotInHand",
        "NoQuestion",
    ];
    assert_eq!(reasons, wanted);
}

#[test]
fn fault_27_after_storage_every_view_is_as_before_in_every_phase() {
    for (number, rules) in all_rules().enumerate() {
        play_at_random(&rules, 2700 + number as u64, |round, _, _, _| {
            let stored = serde_json::to_string(round).unwrap();
            let reloaded: Round = serde_json::from_str(&stored).unwrap();
            let read = parse_position(&print_position(round)).unwrap();
            for seat in Seat::ALL {
                assert!(reloaded.view(seat) == round.view(seat));
                assert!(read.view(seat) == round.view(seat), "{}", print_position(round));
            }
        });
    }
}

#[test]
fn fault_27_a_pending_question_survives_storage() {
    let asked = given("turn N drawn had-melded; melds NS 8888888; hand N KKKQ; hand S AA").when("N ask").then_legal();
    let stored = serde_json::to_string(&asked.round).unwrap();
    let reloaded = Given { round: serde_json::from_str(&stored).unwrap() };
    let yes = reloaded.when("S answer yes").then("turn N drawn said-yes");
    let stored = serde_json::to_string(&yes.round).unwrap();
    let reloaded = Given { round: serde_json::from_str(&stored).unwrap() };
    let cause = crate::engine::Bound::PartnerSaidYes;
    reloaded.when("N discard Q").then_refused(Illegal::BoundToGoOut { cause });
}

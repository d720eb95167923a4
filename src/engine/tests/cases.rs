//! The sources' own examples, run as data from `tests/data/cases.json`: none may be skipped.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::Value;
use smallvec::smallvec;

use super::given::{Given, given};
use crate::engine::action::Action;
use crate::engine::card::Rank;
use crate::engine::check::check;
use crate::engine::going_out::Position;
use crate::engine::illegal::{Blocker, Illegal};
use crate::engine::meld::{Canasta, Placement};
use crate::engine::notation::parse_action;
use crate::engine::opening::{any_take, best_opening};
use crate::engine::rules::{RuleSet, Rules};
use crate::engine::score::Sheet;
use crate::engine::seat::{Seat, Team};
use crate::engine::{Counts, View};

struct Case(Value);

impl Case {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("{}: {key}", self.0["id"]))
    }

    fn number(&self, key: &str) -> i32 {
        i32::try_from(self.0[key].as_i64().unwrap_or_else(|| panic!("{}: {key}", self.0["id"]))).unwrap()
    }

    fn number_or_none(&self, key: &str) -> i32 {
        if self.0[key].is_null() { 0 } else { self.number(key) }
    }

    fn flag(&self, key: &str) -> bool {
        self.0[key].as_bool().unwrap_or_else(|| panic!("{}: {key}", self.0["id"]))
    }

    fn cards(&self, key: &str) -> String {
        self.0[key].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect()
    }

    /// Plays, each as the words of an action.
    fn plays(&self, key: &str) -> Vec<String> {
        let melds = |play: &Value| {
            let words = play.as_array().unwrap().iter().map(|meld| meld.as_str().unwrap().replace(' ', ""));
            words.collect::<Vec<_>>().join(" ")
        };
        self.0[key].as_array().into_iter().flatten().map(melds).collect()
    }

    fn numbers(&self, key: &str) -> Vec<i64> {
        self.0[key].as_array().into_iter().flatten().map(|number| number.as_i64().unwrap()).collect()
    }
}

/// Runs all cases of a kind, and says how many there were.
fn run(kind: &str, test: impl Fn(&Case)) -> usize {
    let all: Value = serde_json::from_str(include_str!("../../../tests/data/cases.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    let known = ["meld", "take_pile", "initial_meld", "minimum", "score"];
    assert!(cases.iter().all(|case| known.contains(&case["kind"].as_str().unwrap())), "a case of an unknown kind");
    let of_kind = cases.iter().filter(|case| case["kind"] == kind);
    of_kind.map(|case| test(&Case(case.clone()))).count()
}

#[test]
fn none_of_the_cases_is_skipped() {
    let numbers = ["meld", "take_pile", "initial_meld", "minimum", "score"].map(|kind| run(kind, |_| ()));
    assert_eq!(numbers, [22, 12, 6, 8, 10]);
    assert_eq!(numbers.iter().sum::<usize>(), 58);
}

#[test]
fn melds_of_the_sources() {
    assert!(run("meld", meld_case) > 0);
}

/// The cards as one meld of a side that has melded before, with two cards to spare.
fn meld_case(case: &Case) {
    let cards = case.cards("cards");
    let position = given(&format!("rules {}; turn N drawn; melds NS 888; hand N {cards} 67", case.text("rule_set")));
    if case.0["because"] == "ranks differ" {
        assert!(parse_action(&format!("meld {cards}")).is_err());
        assert_no_meld(&case.cards("cards"), case.text("rule_set"));
        return;
    }
    let when = position.when(&format!("N meld {cards}"));
    if !case.flag("legal") {
        let reason = position.round.decide(Seat::North, &parse_action(&format!("meld {cards}")).unwrap()).unwrap_err();
        assert_eq!(reason_of(reason), case.text("because"), "{}", case.text("id"));
        assert_no_meld(&case.cards("cards"), case.text("rule_set"));
        return;
    }
    let melds = when.round().sides[Team::NorthSouth].melds;
    let canasta = melds.iter().find_map(|(_, meld)| meld.canasta());
    let wanted = case.0["canasta"].as_str().map(|kind| match kind {
        "natural" => Canasta::Natural,
        "mixed" => Canasta::Mixed,
        "wild" => Canasta::Wild,
        _ => panic!("no such canasta: {kind}"),
    });
    assert_eq!(canasta, wanted, "{}", case.text("id"));
}

/// No play puts down all of these cards at once.
fn assert_no_meld(cards: &str, rules: &str) {
    let position = given(&format!("rules {rules}; turn N drawn; hand N {cards} 67"));
    let view = position.view(Seat::North);
    let all = Counts::of(&given(&format!("hand N {cards}")).round.hands[Seat::North]);
    let best = best_opening(&Position::of(&view), None);
    let down = best.placements.iter().fold(Counts::default(), |sum, placement| sum.plus(&placement.counts()));
    assert!(down != all, "all of {cards} would be put down");
}

fn reason_of(reason: Illegal) -> &'static str {
    match reason {
        Illegal::TooFewNaturals { .. } => "too few naturals",
        Illegal::TooManyWilds { wilds: 4, most: 3, naturals: 3.., .. } => "more than three wild cards",
        Illegal::TooManyWilds { wilds, naturals, .. } if wilds > naturals => "more wild cards than naturals",
        Illegal::TooManyWilds { .. } => "naturals must outnumber wild cards",
        Illegal::WildMeldTooSmall { .. } => "a wild-card meld is a canasta from the start",
        Illegal::NoWildMelds => "no wild-card melds in this rule set",
        Illegal::PileFrozen { iced: true, .. } => "frozen: a natural pair is needed",
        Illegal::PileFrozen { iced: false, .. } => "frozen to a side that has not melded",
        Illegal::PileBlocked { by: Blocker::Wild } => "blocked: wild upcard",
        Illegal::PileBlocked { by: Blocker::BlackThree } => "blocked: black three",
        _ => "another reason",
    }
}

#[test]
fn pile_takes_of_the_sources() {
    assert!(run("take_pile", take_case) > 0);
}

fn take_case(case: &Case) {
    let id = case.text("id");
    let upcard = case.text("upcard");
    let below = if case.flag("iced") && !matches!(upcard.chars().next(), Some('2' | '*')) { "2J" } else { "JT" };
    assert_eq!(case.number("pile_size"), 3);
    let melds = case.0["side_melds"].as_array().unwrap().iter().map(|meld| {
        let cards = meld.as_array().unwrap().iter().map(|card| card.as_str().unwrap());
        format!(" {}", cards.collect::<String>())
    });
    let melds: String = melds.collect();
    assert_eq!(melds.is_empty(), !case.flag("side_has_melded"));
    let position = given(&format!(
        "rules {}; totals {} 0; turn N to-draw; hand N {}; melds NS{melds}; pile {below} {upcard}",
        case.text("rule_set"),
        case.number("score"),
        case.cards("hand"),
    ));
    let view = position.view(Seat::North);
    assert_eq!(view.public.iced(), case.flag("iced"), "{id}");
    assert_eq!(any_take(&view).is_some(), case.flag("can_take"), "{id}");
    if case.flag("can_take") {
        let rank = &upcard[..1];
        let with = if case.0["with"].is_null() { format!("{rank}+") } else { case.cards("with") };
        let when = position.when(&format!("N take {with}"));
        assert_eq!(when.round().pile.len(), 0, "{id}");
        assert!(when.round().turn.took_pile);
    } else {
        let reasons = all_single_takes(&view).map(|action| check(&view, &action).expect_err(id));
        assert!(reasons.map(reason_of).any(|reason| reason == case.text("because")), "{id}");
    }
}

/// Every number of naturals, twos and jokers with the upcard.
fn all_single_takes(view: &View) -> impl Iterator<Item = Action> {
    let rank = view.upcard().unwrap().rank();
    let hand = view.held;
    (0..=hand.get(rank)).flat_map(move |naturals| {
        (0..=hand.get(Rank::Two)).flat_map(move |twos| {
            (0..=hand.get(Rank::Joker))
                .map(move |jokers| Action::TakePile(smallvec![Placement { rank, naturals, twos, jokers }]))
        })
    })
}

#[test]
fn initial_melds_of_the_sources() {
    assert!(run("initial_meld", initial_case) > 0);
}

fn initial_case(case: &Case) {
    let id = case.text("id");
    let (rules, score, hand) = (case.text("rule_set"), case.number("score"), case.cards("hand"));
    let position = given(&format!("rules {rules}; totals {score} 0; turn N drawn; hand N {hand}"));
    let view = position.view(Seat::North);
    let minimum = case.number("minimum") as u16;
    assert_eq!(view.minimum_needed(), Some(minimum), "{id}");
    let best = best_opening(&Position::of(&view), None).value;
    assert_eq!(best >= minimum, case.flag("possible"), "{id}");
    if !case.0["best_reachable"].is_null() {
        assert_eq!(i32::from(best), case.number("best_reachable"), "{id}");
    }
    let counts = case.numbers("counts");
    let accepts = case.plays("accepts");
    assert_eq!(accepts.len(), counts.len(), "{id}");
    for (play, count) in accepts.iter().zip(counts) {
        let when = position.when(&format!("N meld {play}"));
        let melded = Counts::of(&when.round().sides[Team::NorthSouth].melded).value();
        assert_eq!(i64::from(melded), count, "{id}: {play}");
    }
    let refuses = case.plays("refuses");
    let counts = case.numbers("refused_counts");
    assert_eq!(refuses.len(), counts.len(), "{id}");
    for (play, count) in refuses.iter().zip(counts) {
        let have = u16::try_from(count).unwrap();
        let when = position.when(&format!("N meld {play}"));
        if have >= minimum {
            // The 1800 points: enough, but a single card would be left.
            when.then_refused(Illegal::MustKeepCard { left: 1, canastas: 0, need: 1 });
            assert_eq!(value_of(play), have, "{id}");
        } else {
            when.then_refused(Illegal::BelowMinimum { have, need: minimum, best });
        }
    }
}

fn value_of(play: &str) -> u16 {
    let Action::Meld(placements) = parse_action(&format!("meld {play}")).unwrap() else { panic!("{play}") };
    placements.iter().map(|placement| placement.value()).sum()
}

#[test]
fn minimums_of_the_sources() {
    let test = |case: &Case| {
        let (score, minimum) = (case.number("score"), case.number("minimum") as u16);
        assert_eq!(Rules::minimum(score), minimum, "{}", case.text("id"));
        let position = given(&format!("rules {}; totals {score} 7; turn N drawn", case.text("rule_set")));
        assert_eq!(position.view(Seat::North).minimum_needed(), Some(minimum));
    };
    assert!(run("minimum", test) > 0);
}

/// The round one action before its end, and that action: played, it must come to the numbers of the case.
fn score_position(id: &str) -> (&'static str, &'static str) {
    match id {
        // 340 in melds, a mixed canasta among them: aces 160 + 2 20, kings 40, queens 40, nines 40, eights 40.
        "score-680" => (
            "turn N drawn had-melded; melds NS AAAAAAAA2 KKKK QQQQ 9999 8888; hand N 4; hand S 2KK88; hand E KQ",
            "N discard 4",
        ),
        "score-all-red-threes" => ("turn E drawn; melds NS KKK; laid NS 3h3h3d3d; hand E 45", "E discard 4"),
        "score-all-red-threes-no-meld" => ("turn E drawn; laid NS 3h3h3d3d; hand E 45", "E discard 4"),
        "score-two-red-threes-no-meld" => {
            ("turn E drawn; melds EW 8888888; laid NS 3h3d; hand E 4; hand N A4T; hand S T", "E discard 4")
        }
        "score-concealed-out-classic" => ("turn N drawn; hand N 555555588888", "N meld 5555555 88888"),
        "score-concealed-natural-canasta" => {
            ("turn E drawn; melds NS TTTTTTT; concealed NS 1; hand E 45", "E discard 4")
        }
        "score-concealed-mixed-canasta" => ("turn E drawn; melds NS TTTTT22; concealed NS 1; hand E 45", "E discard 4"),
        "score-wild-canasta" => ("turn E drawn; melds NS 2222***; hand E 45", "E discard 4"),
        "score-black-threes-in-hand-wild" | "score-black-threes-in-hand-classic" => {
            ("turn E drawn; melds NS KKK; hand E 45; hand N 3c3s", "E discard 4")
        }
        _ => panic!("no position for {id}"),
    }
}

#[test]
fn scores_of_the_sources() {
    assert!(run("score", score_case) > 0);
}

/// Positions are played to their end where the numbers of the case can lie on a table; the arithmetic of the sheet
/// is checked for all.
fn score_case(case: &Case) {
    let id = case.text("id");
    let sheet = arithmetic(case);
    assert_eq!(sheet.total(), case.number("expected"), "{id}: arithmetic");
    let played = played_sheet(case);
    assert_eq!(played.melded_cards, case.number("melded_cards"), "{id}");
    assert_eq!(i32::from(played.canastas.natural), case.number("natural_canastas"), "{id}");
    assert_eq!(i32::from(played.canastas.mixed), case.number("mixed_canastas"), "{id}");
    assert_eq!(i32::from(played.canastas.wild), case.number_or_none("wild_canastas"), "{id}");
    assert_eq!(i32::from(played.canastas.concealed), case.number_or_none("concealed_canastas"), "{id}");
    assert_eq!(played.total(), case.number("expected"), "{id}: {played:?}");
}

fn played_sheet(case: &Case) -> Sheet {
    let (position, step) = score_position(case.text("id"));
    let start: Given = given(&format!("rules {}; stock; pile 6; {position}", case.text("rule_set")));
    let when = start.when(step);
    let out = when.round().ended == Some(crate::engine::Ending::WentOut) && when.round().turn.seat == Seat::North;
    assert_eq!(out, case.flag("went_out"), "{}", case.text("id"));
    if out {
        return when.then_out(case.flag("concealed")).sheet();
    }
    when.sheet()
}

/// The sheet as the case's own numbers give it, through the rules' amounts.
fn arithmetic(case: &Case) -> Sheet {
    let rules = RuleSet::by_name(case.text("rule_set")).unwrap().rules(4);
    let hand = if case.0["hand"].is_null() { String::new() } else { case.cards("hand") };
    let hand = Counts::of(&given(&format!("hand N {hand}")).round.hands[Seat::North]);
    let side = given(&format!(
        "laid NS {}; melds NS {}",
        &"3h3h3d3d"[..2 * case.number("red_threes") as usize],
        if case.flag("has_melds") { "444" } else { "" },
    ));
    let side = &side.round.sides[Team::NorthSouth];
    let out = case.flag("went_out").then(|| case.flag("concealed"));
    let base = Sheet::new(&rules, side, &[hand], out);
    let bonus = |kind: Canasta, key: &str| i32::from(kind.bonus()) * case.number_or_none(key);
    Sheet {
        melded_cards: case.number("melded_cards"),
        canasta_bonus: bonus(Canasta::Natural, "natural_canastas")
            + bonus(Canasta::Mixed, "mixed_canastas")
            + bonus(Canasta::Wild, "wild_canastas"),
        concealed_canastas: i32::from(rules.concealed_canasta) * case.number_or_none("concealed_canastas"),
        left_in_hands: base.left_in_hands - case.number_or_none("cards_in_hands"),
        ..base
    }
}

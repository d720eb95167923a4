//! Every option by itself: each of its values matters in some position; the rule sets have the values of their
//! sources; rules survive text and storage; what can't be played is refused with its reason.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::given::{deal, given};
use crate::engine::notation::{Problem, parse_rules, print_rules};
use crate::engine::rules::{BadOption, OPTIONS, OptionSpec, RuleSet, Rules, Target, Unplayable, Values};
use crate::engine::seat::{Seat, Team};

/// What an option does, in one word, for each of these values.
#[track_caller]
fn each<const N: usize>(key: &str, values: [(&str, &str); N], outcome: impl Fn(&str) -> String) {
    for (value, wanted) in values {
        // From two rule sets: an option asks for no other.
        for set in ["playout", "wild"] {
            assert_eq!(outcome(&format!("{set} {key}={value}")), wanted, "{set} {key}={value}");
        }
    }
}

fn play(position: &str, steps: &[&str]) -> String {
    let mut at = given(position);
    for step in steps {
        let (seat, action) = step.split_once(' ').unwrap();
        let seat = crate::engine::notation::parse_seat(seat).unwrap();
        let action = crate::engine::notation::parse_action(action).unwrap();
        match at.round.decide(seat, &action) {
            Err(reason) => return format!("{reason:?}").split(' ').next().unwrap().to_owned(),
            Ok(_) => at = at.when(step).then_legal(),
        }
    }
    let ended = at.round.ended.map(|ending| format!("{ending:?}"));
    ended.unwrap_or_else(|| format!("{:?} {:?}", at.round.turn.seat, at.round.turn.stage))
}

fn sheet(position: &str, step: &str) -> crate::engine::Sheet {
    given(position).when(step).sheet()
}

#[test]
fn players() {
    each("players", [("2", "NoPartner"), ("4", "North Drawn")], |rules| {
        play(&format!("rules {rules}; turn N drawn; melds NS 8888888 KKKKKKK; hand N 4"), &["N ask"])
    });
    each("players", [("2", "North"), ("4", "South")], |rules| {
        let next = given(&format!("rules {rules}; turn E drawn; hand E 45; pile 9")).when("E discard 4");
        format!("{:?}", next.round().turn.seat)
    });
}

#[test]
fn dealt() {
    each("dealt", [("7", "7"), ("11", "11"), ("15", "15")], |rules| {
        deal(rules, &[], "Kc9c8c").0.round.hands[Seat::East].len().to_string()
    });
}

#[test]
fn drawn() {
    each("drawn", [("1", "1"), ("2", "2")], |rules| {
        let start = given(&format!("rules {rules}; turn N to-draw; stock 456"));
        start.when("N draw").round().hands[Seat::North].len().to_string()
    });
}

#[test]
fn turned_over() {
    let pile = |rules: &str| deal(rules, &[], "2c3h3sKc9c").0.round.pile.to_string();
    let values = [("wild-or-red-three", "2c3h3s"), ("wild-or-any-three", "2c3h3sKc"), ("never", "2c")];
    each("turned-over", values, pile);
}

#[test]
fn freezing() {
    each("freezing", [("wild-and-red-three", "PileFrozen"), ("wild-only", "North Drawn")], |rules| {
        play(&format!("rules {rules}; turn N to-draw; melds NS KKK; hand N 67; pile 3hK"), &["N take K+"])
    });
}

#[test]
fn red_threes() {
    each("red-threes", [("at-the-deal", "1"), ("at-the-first-turn", "0")], |rules| {
        let (start, _) = deal(rules, &["", "3h"], "Kc9c8c");
        start.round.sides[Team::EastWest].red_threes.len().to_string()
    });
}

#[test]
fn wild_limit() {
    let meld = |cards: &'static str| {
        move |rules: &str| {
            let start = format!("rules {rules}; turn N drawn; melds NS 888; hand N {cards}67");
            play(&start, &[&format!("N meld {cards}")])
        }
    };
    let [most, naturals, fewer] = ["at-most-three", "not-more-than-naturals", "fewer-than-naturals"];
    let (legal, refused) = ("North Drawn", "TooManyWilds");
    each("wild-limit", [(most, legal), (naturals, refused), (fewer, refused)], meld("KK222"));
    each("wild-limit", [(most, legal), (naturals, legal), (fewer, refused)], meld("KKK222"));
    each("wild-limit", [(most, legal), (naturals, legal), (fewer, refused)], meld("KK22"));
    each("wild-limit", [(most, legal), (naturals, legal), (fewer, legal)], meld("KKKK222"));
    each("wild-limit", [(most, refused), (naturals, refused), (fewer, refused)], meld("KKKKK2222"));
}

#[test]
fn wild_melds() {
    each("wild-melds", [("no", "NoWildMelds"), ("seven-at-once", "North Drawn")], |rules| {
        play(&format!("rules {rules}; turn N drawn; hand N 222222267"), &["N meld 2222222"])
    });
}

#[test]
fn canastas() {
    each("canastas", [("1", "WentOut"), ("2", "MustKeepCard")], |rules| {
        play(&format!("rules {rules}; turn N drawn; melds NS 8888888; hand N 4"), &["N discard 4"])
    });
}

#[test]
fn going_out() {
    each("going-out", [("0", "0"), ("100", "100"), ("150", "150")], |rules| {
        let start = format!("rules {rules}; turn N drawn had-melded; melds NS 8888888; hand N 4");
        sheet(&start, "N discard 4").going_out.to_string()
    });
}

#[test]
fn concealed_out() {
    each("concealed-out", [("100", "100"), ("200", "200"), ("1000", "1000")], |rules| {
        sheet(&format!("rules {rules}; turn N drawn; hand N 8888888"), "N meld 8888888").going_out.to_string()
    });
}

#[test]
fn concealed_by() {
    let bonus = |rules: &str| {
        let start = format!("rules {rules} going-out=70; turn N drawn; melded S; melds NS KKK; hand N 8888888");
        sheet(&start, "N meld 8888888").going_out.to_string()
    };
    each("concealed-by", [("player", "200"), ("side", "70")], bonus);
}

#[test]
fn mercy() {
    each("mercy", [("no", "70"), ("yes", "200")], |rules| {
        let rules = format!("{rules} going-out=70 concealed-by=player");
        let start = format!("rules {rules}; turn N drawn; melded S; melds NS KKK; hand N 8888888KKK");
        sheet(&start, "N meld 8888888 KKK").going_out.to_string()
    });
}

#[test]
fn concealed_minimum() {
    let (refused, out) = ("BelowMinimum", "WentOut");
    each("concealed-minimum", [("always", refused), ("after-take", out), ("never", out)], |rules| {
        play(&format!("rules {rules}; totals 3000 0; turn N drawn; hand N 4444444555"), &["N meld 4444444 555"])
    });
    each("concealed-minimum", [("always", refused), ("after-take", refused), ("never", out)], |rules| {
        let start = format!("rules {rules}; totals 3000 0; turn N to-draw; hand N 444444; pile 5 4");
        play(&start, &["N take 444444", "N discard 5"])
    });
}

#[test]
fn concealed_canasta() {
    each("concealed-canasta", [("0", "0"), ("100", "100"), ("250", "250")], |rules| {
        sheet(&format!("rules {rules}; turn N drawn; hand N 8888888"), "N meld 8888888").concealed_canastas.to_string()
    });
}

#[test]
fn empty_stock() {
    each("empty-stock", [("round-ends", "StockEmpty"), ("play-goes-on", "North ToDraw")], |rules| {
        play(&format!("rules {rules}; stock; turn W drawn; hand W K4; melds NS KKK; hand N 67"), &["W discard K"])
    });
    // Only where play goes on is a take forced.
    each("empty-stock", [("round-ends", "Passed"), ("play-goes-on", "MustTake")], |rules| {
        play(&format!("rules {rules}; stock; turn N to-draw; pile 4K; melds NS KKK; hand N 67"), &["N pass"])
    });
}

#[test]
fn last_red_three() {
    each("last-red-three", [("round-ends", "LastRedThree"), ("turn-goes-on", "North ToDraw")], |rules| {
        play(&format!("rules {rules}; stock 3h; turn N to-draw; pile 4K; melds NS KKK; hand N 67"), &["N draw"])
    });
}

#[test]
fn black_three_left() {
    each("black-three-left", [("0", "0"), ("5", "-5"), ("100", "-100")], |rules| {
        let start = format!("rules {rules}; turn E drawn; melds EW 8888888; hand E 4; hand N 3s");
        sheet(&start, "E discard 4").left_in_hands.to_string()
    });
}

#[test]
fn black_three_upcard() {
    each("black-three-upcard", [("never", "PileBlocked"), ("going-out", "WentOut")], |rules| {
        play(&format!("rules {rules}; turn N to-draw; melds NS 8888888; hand N 3s3c; pile 3s"), &["N take 33"])
    });
}

#[test]
fn one_card_for_one() {
    each("one-card-for-one", [("no", "OneCardForOne"), ("yes", "North Drawn")], |rules| {
        play(&format!("rules {rules}; turn N to-draw; melds NS KKKKKK; hand N 6; pile K"), &["N take K+"])
    });
}

#[test]
fn target_is_the_option_left() {
    // `rules_score.rs` plays to it. All the others are above.
    assert_eq!(OPTIONS.len(), 21);
    assert_eq!(parse_rules("classic target=one-round").unwrap().target, Target::OneRound);
    assert_eq!(parse_rules("classic target=3000").unwrap().target, Target::Points(3000));
}

/// The options table, rule set by rule set; what a source leaves open has the value of the last column.
#[test]
fn rule_sets_have_the_values_of_their_sources() {
    let common = "target 5000;drawn 1;wild-melds no;going-out 100;concealed-out 200;concealed-by player;mercy no;\
                  concealed-minimum always;concealed-canasta 0;last-red-three round-ends;black-three-left 5;\
                  black-three-upcard never;one-card-for-one no;turned-over wild-or-red-three;\
                  freezing wild-and-red-three;red-threes at-the-deal;wild-limit not-more-than-naturals;\
                  empty-stock play-goes-on";
    let own = [
        ("classic", "red-threes at-the-first-turn;wild-limit fewer-than-naturals;mercy yes;empty-stock round-ends"),
        ("playout", "wild-limit at-most-three"),
        ("concealed", "turned-over wild-or-any-three;freezing wild-only;concealed-canasta 100"),
        (
            "wild",
            "turned-over never;wild-melds seven-at-once;going-out 0;concealed-by side;concealed-minimum never;\
             empty-stock round-ends;black-three-left 100;black-three-upcard going-out",
        ),
    ];
    for (set, changes) in own {
        for (players, dealt, canastas) in [(4, "11", "1"), (2, "15", "2")] {
            let split = |text: &'static str| text.split(';').map(|pair| pair.trim().split_once(' ').unwrap());
            let mut wanted: BTreeMap<&str, &str> = split(common).chain(split(changes)).collect();
            let players_text = players.to_string();
            wanted.extend([("players", players_text.as_str()), ("dealt", dealt), ("canastas", canastas)]);
            let rules = RuleSet::by_name(set).unwrap().rules(players);
            let texts: Vec<String> = OPTIONS.iter().map(|option| option.text(&rules)).collect();
            let is: BTreeMap<&str, &str> =
                OPTIONS.iter().map(|option| option.key).zip(texts.iter().map(String::as_str)).collect();
            assert_eq!(is, wanted, "{set} with {players}");
            assert_eq!(rules.validate(), Ok(()));
        }
    }
    assert_eq!(RuleSet::default(), RuleSet::Classic);
}

#[test]
fn every_option_has_a_key_of_its_own_and_a_field_of_its_own() {
    let keys: BTreeSet<&str> = OPTIONS.iter().map(|option| option.key).collect();
    assert_eq!(keys.len(), OPTIONS.len());
    for option in OPTIONS {
        assert!(option.key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", option.key);
        assert_eq!(OptionSpec::by_key(option.key).unwrap().key, option.key);
        let base = RuleSet::Classic.rules(4);
        for value in some_values(option.values) {
            let mut rules = base;
            assert!(option.set(&mut rules, value));
            assert_eq!(option.value(&rules), Some(value), "{} {value}", option.key);
            let text = option.values.text(value);
            assert_eq!(option.values.parse(&text), Some(value));
            let changed: Vec<&str> = rules.changes_from(&base).map(|option| option.key).collect();
            let same = option.value(&base) == Some(value);
            assert_eq!(changed, if same { vec![] } else { vec![option.key] });
        }
    }
    assert!(OptionSpec::by_key("no-such-key").is_none());
}

fn some_values(values: Values) -> Vec<u16> {
    match values {
        Values::Named(names) => (0..names.len() as u16).collect(),
        Values::Number { least, most, zero } => {
            [least, least + 1, most - 1, most].into_iter().chain(zero.map(|_| 0)).collect()
        }
    }
}

fn random_rules(rng: &mut StdRng) -> Rules {
    loop {
        let mut rules = RuleSet::ALL[rng.random_range(0..4)].rules(if rng.random() { 2 } else { 4 });
        for option in OPTIONS.iter().filter(|_| rng.random_range(0..3) > 0).collect::<Vec<_>>() {
            let value = match option.values {
                Values::Named(names) => rng.random_range(0..names.len() as u16),
                Values::Number { zero: Some(_), .. } if rng.random_range(0..4) == 0 => 0,
                Values::Number { least, most, .. } => rng.random_range(least..=most),
            };
            assert!(option.set(&mut rules, value));
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

#[test]
fn rules_survive_text_and_storage() {
    let mut rng = StdRng::seed_from_u64(7);
    for _ in 0..1000 {
        let rules = random_rules(&mut rng);
        let text = print_rules(&rules);
        assert_eq!(parse_rules(&text), Ok(rules), "{text}");
        let stored = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&stored).unwrap(), rules, "{stored}");
    }
    for set in RuleSet::ALL {
        assert_eq!(print_rules(&set.rules(4)), set.name());
        assert_eq!(print_rules(&set.rules(2)), format!("{} players=2", set.name()));
    }
}

#[test]
fn an_option_missing_in_storage_has_the_value_of_the_default_rule_set() {
    let rules: Rules = serde_json::from_str(r#"{"mercy": "no"}"#).unwrap();
    assert_eq!(rules, Rules { mercy: false, ..RuleSet::Classic.rules(4) });
    let rules: Rules = serde_json::from_str(r#"{"players": "2"}"#).unwrap();
    assert_eq!(rules, RuleSet::Classic.rules(2));
}

#[test]
fn unknown_keys_and_values_are_errors() {
    let mut rules = RuleSet::Classic.rules(4);
    let before = rules;
    assert_eq!(rules.set("colour", "red"), Err(BadOption::UnknownKey("colour".into())));
    for (key, value) in [
        ("dealt", "6"),
        ("dealt", "26"),
        ("dealt", "eleven"),
        ("dealt", "-1"),
        ("dealt", ""),
        ("mercy", "maybe"),
        ("players", "3"),
        ("target", "499"),
        ("target", "20001"),
        ("target", "70000"),
        ("drawn", "0"),
        ("canastas", "3"),
        ("wild-limit", "2"),
    ] {
        let values = OptionSpec::by_key(key).unwrap().values;
        let wanted = BadOption::UnknownValue { key: OptionSpec::by_key(key).unwrap().key, value: value.into(), values };
        assert_eq!(rules.set(key, value), Err(wanted), "{key}={value}");
        assert!(parse_rules(&format!("classic {key}={value}")).is_err());
        assert!(serde_json::from_str::<Rules>(&format!(r#"{{"{key}": "{value}"}}"#)).is_err());
    }
    assert_eq!(rules, before);
    assert!(serde_json::from_str::<Rules>(r#"{"colour": "red"}"#).is_err());
    assert!(parse_rules("whist").is_err() && parse_rules("classic mercy").is_err() && parse_rules("").is_err());
    let error = parse_rules("classic colour=red").unwrap_err();
    assert_eq!((error.column, error.problem), (9, Problem::BadOption(BadOption::UnknownKey("colour".into()))));
}

#[test]
fn rules_that_cannot_be_played_say_why() {
    let classic = RuleSet::Classic.rules(4);
    let out_of_range = |rules: Rules, key: &str| match rules.validate() {
        Err(Unplayable::OutOfRange { key: given, values }) => {
            assert_eq!((given, values), (key, OptionSpec::by_key(key).unwrap().values));
        }
        other => panic!("{key}: {other:?}"),
    };
    out_of_range(Rules { players: 3, ..classic }, "players");
    out_of_range(Rules { dealt: 6, ..classic }, "dealt");
    out_of_range(Rules { drawn: 3, ..classic }, "drawn");
    out_of_range(Rules { canastas: 0, ..classic }, "canastas");
    out_of_range(Rules { target: Target::Points(0), ..classic }, "target");
    out_of_range(Rules { target: Target::Points(300), ..classic }, "target");
    out_of_range(Rules { going_out: 501, ..classic }, "going-out");
    out_of_range(Rules { black_three_left: 201, ..classic }, "black-three-left");
    // 4 hands, an upcard, twelve wild cards and four red threes before it, one drawn.
    assert_eq!(Rules { dealt: 22, ..classic }.validate(), Ok(()));
    let too_few = |need: u16, dealt_at_most: u8| Err(Unplayable::TooFewCards { need, have: 108, dealt_at_most });
    assert_eq!(Rules { dealt: 23, ..classic }.validate(), too_few(110, 22));
    assert_eq!(Rules { dealt: 25, ..classic }.validate(), too_few(118, 22));
    let concealed = RuleSet::Concealed.rules(4);
    assert_eq!(Rules { dealt: 21, ..concealed }.validate(), Ok(()));
    assert_eq!(Rules { dealt: 22, ..concealed }.validate(), too_few(110, 21));
    assert_eq!(Rules { dealt: 25, ..RuleSet::Wild.rules(4) }.validate(), Ok(()));
    let less = Rules { going_out: 200, concealed_out: 199, ..classic };
    assert_eq!(less.validate(), Err(Unplayable::ConcealedBelowGoingOut { concealed: 199, open: 200 }));
    assert_eq!(Rules { going_out: 200, concealed_out: 200, ..classic }.validate(), Ok(()));
    assert!(serde_json::from_str::<Rules>(r#"{"going-out": "300"}"#).is_err());
    assert!(parse_rules("classic going-out=300").is_err());
}

#[test]
fn a_game_starts_only_with_rules_that_can_be_played() {
    let bad = Rules { dealt: 24, ..RuleSet::Classic.rules(4) };
    assert!(crate::engine::Game::new(bad, Seat::North).is_err());
    let game = crate::engine::Game::new(RuleSet::Wild.rules(2), Seat::West).unwrap();
    assert_eq!(game.dealer(), Seat::East);
}

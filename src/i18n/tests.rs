//! Every language says everything: the same messages, with no value missing, and no message that nobody uses.

use std::collections::BTreeSet;
use std::path::Path;

use syn::visit::Visit;

use super::lang::{Lang, take_faults};
use super::say::{self, option_key, rule_set_key, value_key};
use crate::engine::rules::{BadOption, OPTIONS, OptionSpec, Unplayable, Values};
use crate::engine::{
    Blocker, Bound, BySeat, ByTeam, Canasta, CannotDeal, Card, Cards, Ending, Event, Illegal, Melds, Origin, Rank,
    RuleSet, Seat, Seen, Sheet, Suit, Team,
};
use crate::table::{Incident, Leaving, Member, UserId};

/// What is wrong with a text made from messages.
fn faults_of(text: &str) -> Vec<String> {
    let mut faults = take_faults();
    if text.is_empty() || text.contains(['{', '}']) {
        faults.push(format!("shown: '{text}'"));
    }
    faults
}

fn all_values(option: &OptionSpec) -> Vec<u16> {
    match option.values {
        Values::Named(names) => (0..names.len() as u16).collect(),
        Values::Number { least, most, zero } => [least, most].into_iter().chain(zero.map(|_| 0)).collect(),
    }
}

const BOUNDS: [Bound; 4] =
    [Bound::PartnerSaidYes, Bound::BlackThreesLaid, Bound::BlackThreeTaken, Bound::TakenBelowMinimum];
const ENDINGS: [Ending; 5] =
    [Ending::WentOut, Ending::StockEmpty, Ending::NoTake, Ending::Passed, Ending::LastRedThree];

/// Every refusal, with numbers that lead to every plural.
fn all_refusals() -> Vec<Illegal> {
    let mut all = vec![
        Illegal::RoundOver,
        Illegal::NotYourTurn { to_act: Seat::East },
        Illegal::DrawFirst,
        Illegal::AlreadyDrawn,
        Illegal::QuestionPending,
        Illegal::NoQuestion,
        Illegal::StockEmpty,
        Illegal::CannotPass,
        Illegal::MustTake { rank: Rank::Ten },
        Illegal::PileEmpty,
        Illegal::UpcardNeedsMore { rank: Rank::Ten },
        Illegal::UpcardNeedsMore { rank: Rank::Three },
        Illegal::UpcardNotUsed { rank: Rank::Ten },
        Illegal::OneCardForOne,
        Illegal::NothingPlaced,
        Illegal::RankTwice { rank: Rank::Ten },
        Illegal::NotAMeldRank,
        Illegal::NoWildMelds,
        Illegal::BlackThreesWithWilds,
        Illegal::BlackThreesOnlyGoingOut,
        Illegal::PartnerSaidNo,
        Illegal::NoPartner,
        Illegal::AlreadyAsked,
        Illegal::TooLateToAsk,
    ];
    all.extend([Blocker::Wild, Blocker::RedThree, Blocker::BlackThree].map(|by| Illegal::PileBlocked { by }));
    for n in [0, 1, 2, 5] {
        let rank = Rank::Ten;
        all.extend([true, false].map(|iced| Illegal::PileFrozen { rank, have: n, held: n + 1, iced }));
        all.push(Illegal::NotInHand { rank, have: n, need: n + 1 });
        all.push(Illegal::TooFewCards { rank, have: n, need: 3 });
        all.push(Illegal::TooFewNaturals { rank, have: n, need: 2 });
        all.push(Illegal::TooManyWilds { rank, naturals: n, wilds: n + 1, most: n });
        all.push(Illegal::WildMeldTooSmall { have: n, need: 7 });
        all.push(Illegal::BelowMinimum { have: u16::from(n), need: 50, best: 45 });
        all.push(Illegal::MustKeepCard { left: n, canastas: 0, need: 2 });
        all.push(Illegal::MustKeepCard { left: 0, canastas: n, need: n });
        all.push(Illegal::CannotGoOut { canastas: n, need: n + 1 });
    }
    all.push(Illegal::CannotGoOut { canastas: 1, need: 1 });
    all.extend(BOUNDS.map(|cause| Illegal::BoundToGoOut { cause }));
    all.extend(BOUNDS.map(|cause| Illegal::NoWayOut { cause }));
    all
}

fn all_seen() -> Vec<Seen> {
    let seat = Seat::West;
    let card = Card::new(Rank::Ten, Suit::Hearts);
    let red = Card::new(Rank::Three, Suit::Hearts);
    let black = Card::new(Rank::Three, Suit::Spades);
    let cards: Cards = [card, card, Card::JOKER].into_iter().collect();
    let sheets = ByTeam::<Sheet>::default();
    let mut all = vec![
        Seen::Dealt { dealer: seat },
        Seen::Drew { seat, card: None },
        Seen::Drew { seat, card: Some(card) },
        Seen::Public(Event::TurnedUp { card }),
        Seen::Public(Event::TurnedUp { card: red }),
        Seen::Public(Event::TurnedUp { card: black }),
        Seen::Public(Event::RedThreeLaid { seat, card: red, from: Origin::Stock }),
        Seen::Public(Event::PileTaken { seat }),
        Seen::Public(Event::Melded { seat, rank: Rank::Ten, cards, concealed_canasta: false }),
        Seen::Public(Event::Discarded { seat, card }),
        Seen::Public(Event::PartnerAsked { seat }),
        Seen::Public(Event::QuestionWithdrawn { seat }),
        Seen::Public(Event::Passed { seat }),
    ];
    for yes in [true, false] {
        all.push(Seen::Public(Event::PartnerAnswered { seat, yes }));
        all.push(Seen::Public(Event::WentOut { seat, concealed: yes }));
    }
    all.extend(BOUNDS.map(|cause| Seen::Public(Event::BoundToGoOut { seat, cause })));
    all.extend(ENDINGS.map(|ending| Seen::RoundEnded { ending, sheets }));
    all.extend(Team::ALL.map(|team| Seen::Public(Event::GameWon { team })));
    all
}

#[test]
fn every_refusal_has_words_of_its_own() {
    for lang in Lang::ALL {
        let names = say::seat_names(lang);
        let all = all_refusals();
        let texts: Vec<String> = all.iter().map(|illegal| say::illegal(lang, &names, illegal)).collect();
        for (illegal, text) in all.iter().zip(&texts) {
            assert_eq!(faults_of(text), [""; 0], "{illegal:?}");
        }
        for illegal in &all {
            let brief = say::briefly(lang, illegal).unwrap_or_else(|| "none".to_owned());
            assert_eq!(faults_of(&brief), [""; 0], "{illegal:?}");
            assert!(brief.chars().count() <= 45, "{illegal:?}: {brief}");
        }
        let kind = |illegal: &Illegal| format!("{illegal:?}").split([' ', '{']).next().map(str::to_owned);
        for (number, (one, its)) in all.iter().zip(&texts).enumerate() {
            for (other, theirs) in all.iter().zip(&texts).skip(number + 1) {
                assert!(kind(one) == kind(other) || its != theirs, "{one:?} and {other:?}: '{its}'");
            }
        }
    }
}

#[test]
fn every_event_has_words() {
    for lang in Lang::ALL {
        let names = say::seat_names(lang);
        for seen in all_seen() {
            for pile in [1, 2, 5] {
                let melds = Melds::default();
                let text = match say::what_happened(lang, &seen, pile, |_| melds) {
                    say::What::Nothing => continue,
                    say::What::Did(seat, act) | say::What::Befell(seat, act) => {
                        say::happened(lang, &names[seat], &[act.clone(), act])
                    }
                    say::What::Line(line) => line,
                    say::What::Won(team) => say::game_won(lang, &names, team, 4),
                };
                assert_eq!(faults_of(&text), [""; 0], "{seen:?}");
            }
        }
        for kind in [Canasta::Natural, Canasta::Mixed, Canasta::Wild] {
            assert_eq!(faults_of(&say::canasta(lang, kind)), [""; 0]);
        }
        for reason in [CannotDeal::GameOver, CannotDeal::RoundInPlay] {
            assert_eq!(faults_of(&say::cannot_deal(lang, reason)), [""; 0]);
        }
    }
}

/// Every sentence about people at least once.
fn all_incidents() -> Vec<Incident> {
    let (seat, member) = (Seat::West, Member { user: UserId(1), name: "Ana".to_owned() });
    let waits = |leaving| Incident::Left { seat, member: member.clone(), leaving, computer: false, away: false };
    let mut all = Incident::examples(seat, &member);
    all.extend([Leaving::InPlay, Leaving::VotedOut, Leaving::NotInRematch].map(waits));
    all
}

#[test]
fn everything_that_happens_to_people_has_words_of_its_own() {
    for lang in Lang::ALL {
        let mut texts = BTreeSet::new();
        for incident in all_incidents() {
            let text = say::incident(lang, &say::seat_names(lang), &BySeat::default(), &incident);
            assert_eq!(faults_of(&text), [""; 0], "{incident:?}");
            assert!(texts.insert(text.clone()), "{text}");
        }
    }
}

#[test]
fn every_option_and_value_has_words() {
    for lang in Lang::ALL {
        for option in OPTIONS {
            for text in [say::option(lang, option), say::help(lang, option)] {
                assert_eq!(faults_of(&text), [""; 0], "{option:?}");
                // A menu shows no more of what stands below a choice.
                assert!(text.chars().count() <= 100, "{text}");
            }
            for value in all_values(option) {
                assert_eq!(faults_of(&say::option_value(lang, option, value)), [""; 0], "{option:?} {value}");
                let mut rules = RuleSet::Classic.rules(4);
                option.set(&mut rules, value);
                // The same for the choice.
                let line = say::option_line(lang, option, &rules);
                assert!(line.chars().count() <= 100, "{line}");
            }
        }
        for set in RuleSet::ALL {
            let rules = set.rules(4);
            let changed = crate::engine::Rules { drawn: 2, target: crate::engine::rules::Target::OneRound, ..rules };
            let texts = [
                say::rule_set(lang, set),
                say::rule_set_line(lang, set, 4),
                say::rule_set_line(lang, set, 2),
                say::title(lang, &rules),
                say::title(lang, &changed),
            ];
            for text in texts {
                assert_eq!(faults_of(&text), [""; 0], "{set:?}");
            }
        }
    }
}

#[test]
fn every_unplayable_setting_has_words() {
    let values = Values::Number { least: 1, most: 2, zero: None };
    for lang in Lang::ALL {
        let texts = [
            say::unplayable(lang, &Unplayable::OutOfRange { key: "drawn", values }),
            say::unplayable(lang, &Unplayable::TooFewCards { need: 120, have: 108, dealt_at_most: 22 }),
            say::unplayable(lang, &Unplayable::ConcealedBelowGoingOut { concealed: 100, open: 200 }),
            say::bad_option(lang, &BadOption::UnknownKey("x".to_owned())),
            say::bad_option(lang, &BadOption::UnknownValue { key: "drawn", value: "7".to_owned(), values }),
        ];
        for text in texts {
            assert_eq!(faults_of(&text), [""; 0]);
        }
    }
}

/// The keys of a file of messages, attributes as `key.attribute`, each with the values that it names.
fn messages(file: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut all: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut id = String::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let head = line.split_once(" =").map(|(head, _)| head);
        match head {
            Some(head) if !line.starts_with(' ') => {
                head.clone_into(&mut id);
                all.push((id.clone(), BTreeSet::new()));
            }
            Some(head) if head.trim_start().starts_with('.') => {
                all.push((id.clone() + head.trim_start(), BTreeSet::new()));
            }
            _ => {}
        }
        let values = line.split('$').skip(1).map(|rest| {
            rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '-').collect::<String>()
        });
        if let Some((_, named)) = all.last_mut() {
            named.extend(values);
        }
    }
    all
}

#[test]
fn every_language_has_the_same_messages_with_the_same_values() {
    let english = messages(Lang::En.messages());
    let keys: BTreeSet<&String> = english.iter().map(|(key, _)| key).collect();
    assert_eq!(keys.len(), english.len(), "a key stands twice");
    for lang in Lang::ALL {
        let mut own = messages(lang.messages());
        own.sort();
        let mut english = english.clone();
        english.sort();
        assert_eq!(own, english, "{lang:?}");
        let read = fluent_bundle::FluentResource::try_new(lang.messages().to_owned());
        assert!(read.is_ok(), "{lang:?}: {:?}", read.err().map(|(_, errors)| errors));
        lang.word("welcome");
        assert_eq!(take_faults(), [""; 0], "{lang:?}");
    }
}

/// The keys that the program names in calls of `say` and `word`, and all its texts.
#[derive(Default)]
struct Named {
    keys: BTreeSet<String>,
    texts: BTreeSet<String>,
    in_key: bool,
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            syn::visit::visit_item_mod(self, module);
        }
    }

    /// The texts of a command of Discord go by its name, and by those of its options.
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let is_command =
            |attribute: &syn::Attribute| attribute.path().segments.iter().any(|part| part.ident == "poise");
        if function.attrs.iter().any(is_command) {
            let key = format!("command-{}", function.sig.ident);
            let option = |input: &syn::FnArg| match input {
                syn::FnArg::Typed(syn::PatType { pat, .. }) => match &**pat {
                    syn::Pat::Ident(option) => Some(format!("{key}.{}", option.ident)),
                    _ => None,
                },
                syn::FnArg::Receiver(_) => None,
            };
            let options = function.sig.inputs.iter().skip(1).filter_map(option);
            let all: Vec<String> = options.chain([key.clone()]).collect();
            self.keys.extend(all.iter().cloned());
            self.texts.extend(all);
        }
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let says = call.method == "say" || call.method == "word";
        for (at, arg) in call.args.iter().enumerate() {
            let before = std::mem::replace(&mut self.in_key, says && at == 0);
            self.visit_expr(arg);
            self.in_key = before;
        }
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let args = called.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
        // What is not a list of expressions (`matches!`) names no message.
        let mut inner = Self::default();
        for arg in args.iter().flatten() {
            inner.visit_expr(arg);
        }
        self.keys.append(&mut inner.keys);
        self.texts.append(&mut inner.texts);
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.texts.insert(text.value());
        // `.help` and the like are joined to a key.
        if self.in_key && !text.value().starts_with('.') {
            self.keys.insert(text.value());
        }
    }
}

fn visit_sources(folder: &Path, named: &mut Named) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            visit_sources(&path, named);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
            let source = std::fs::read_to_string(&path).unwrap_or_default();
            let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            named.visit_file(&file);
        }
    }
}

#[test]
fn every_key_named_exists_and_every_message_is_used() {
    let mut named = Named::default();
    for folder in ["src/discord", "src/i18n", "src/serve", "src/terminal"] {
        visit_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut named);
    }
    let mut made: BTreeSet<String> = BTreeSet::new();
    for option in OPTIONS {
        made.extend([option_key(option), option_key(option) + ".help"]);
        made.extend(all_values(option).into_iter().map(|value| value_key(option, value)));
    }
    for set in RuleSet::ALL {
        made.extend([rule_set_key(set), rule_set_key(set) + ".line"]);
    }
    let messages: BTreeSet<String> = messages(Lang::En.messages()).into_iter().map(|(key, _)| key).collect();
    assert!(named.keys.len() > 100, "the keys in the sources are found: {}", named.keys.len());
    let missing: Vec<&String> = named.keys.iter().chain(&made).filter(|key| !messages.contains(*key)).collect();
    assert_eq!(missing, [""; 0], "named, but there is no message");
    let unused: Vec<&String> =
        messages.iter().filter(|key| !named.texts.contains(*key) && !made.contains(*key)).collect();
    assert_eq!(unused, [""; 0], "a message that nobody says");
}

#[test]
fn a_missing_message_is_shown_as_its_key() {
    assert_eq!(Lang::En.word("no-such-message"), "no-such-message");
    assert_eq!(Lang::En.word("option-target.no-such"), "option-target.no-such");
    assert_eq!(take_faults().len(), 2);
    assert_eq!(Lang::En.word("happened"), "{$name} {$what}");
    assert_eq!(take_faults().len(), 1);
}

#[test]
fn a_refusal_tells_the_numbers() {
    let lang = Lang::En;
    let told = |illegal| say::illegal(lang, &say::seat_names(lang), &illegal);
    insta::assert_snapshot!(told(Illegal::BelowMinimum { have: 65, need: 90, best: 85 }), @"This puts down 65 points; your side's initial meld needs 90. The most you can put down now is 85.");
    insta::assert_snapshot!(told(Illegal::MustKeepCard { left: 1, canastas: 0, need: 1 }), @"This would leave you only 1 card, and you can't go out: your side needs 1 canasta for that and would have none. Keep one card to discard and one more.");
    insta::assert_snapshot!(told(Illegal::MustKeepCard { left: 0, canastas: 1, need: 1 }), @"This would leave you no card, and you can't go out this turn. Keep one card to discard and one more.");
    insta::assert_snapshot!(
        told(Illegal::TooManyWilds { rank: Rank::Ten, naturals: 2, wilds: 2, most: 1 }), @"The meld of 10 would have 2 natural cards and 2 wild cards; with so many natural cards it may have at most 1.");
    insta::assert_snapshot!(told(Illegal::PileFrozen { rank: Rank::Queen, have: 0, held: 0, iced: true }), @"The pile is frozen by a card in it: you need a pair of queens from your hand to go with the upcard, and there is none.");
    insta::assert_snapshot!(told(Illegal::PileFrozen { rank: Rank::Queen, have: 1, held: 1, iced: true }), @"The pile is frozen by a card in it: you need a pair of queens from your hand to go with the upcard, and there is only 1.");
    insta::assert_snapshot!(told(Illegal::PileFrozen { rank: Rank::Queen, have: 0, held: 2, iced: true }), @"The pile is frozen by a card in it: you need a pair of queens from your hand to go with the upcard, and you have chosen none yet.");
    insta::assert_snapshot!(told(Illegal::PileFrozen { rank: Rank::Queen, have: 1, held: 3, iced: true }), @"The pile is frozen by a card in it: you need a pair of queens from your hand to go with the upcard, and you have chosen only 1.");
    insta::assert_snapshot!(told(Illegal::NotInHand { rank: Rank::Two, have: 1, need: 2 }), @"You named 2 twos, and your hand has 1.");
    insta::assert_snapshot!(told(Illegal::NotInHand { rank: Rank::Ace, have: 0, need: 1 }), @"You named aces, and your hand has none.");
    insta::assert_snapshot!(told(Illegal::BoundToGoOut { cause: Bound::PartnerSaidYes }), @"The partner said yes: you must go out this turn. After this you could not.");
}

//! Rule sets, options and their values in words. The keys are made from the registry's own names, so that a new option
//! needs words in `locales/` and no code here. Must never know what an option does.

use crate::engine::rules::{BadOption, OptionSpec, Target, Unplayable, Values};
use crate::engine::{RuleSet, Rules};
use crate::i18n::lang::{Lang, text};

/// The name of a rule set.
pub fn rule_set(lang: Lang, set: RuleSet) -> String {
    lang.word(&rule_set_key(set))
}

/// What makes a rule set what it is for so many players, in one line.
pub fn rule_set_line(lang: Lang, set: RuleSet, players: u8) -> String {
    lang.say(&(rule_set_key(set) + ".line"), &[("players", players.into())])
}

pub(in crate::i18n) fn rule_set_key(set: RuleSet) -> String {
    format!("rule-set-{}", set.name())
}

/// The name of an option.
pub fn option(lang: Lang, option: &OptionSpec) -> String {
    lang.word(&option_key(option))
}

/// What an option is about.
pub fn help(lang: Lang, option: &OptionSpec) -> String {
    lang.word(&(option_key(option) + ".help"))
}

pub(in crate::i18n) fn option_key(option: &OptionSpec) -> String {
    format!("option-{}", option.key)
}

/// A value of an option in words.
pub fn option_value(lang: Lang, option: &OptionSpec, value: u16) -> String {
    lang.say(&value_key(option, value), &[("count", value.into())])
}

/// Each name has words of its own, and all numbers share theirs.
pub(in crate::i18n) fn value_key(option: &OptionSpec, value: u16) -> String {
    let named = match option.values {
        Values::Named(_) => true,
        Values::Number { zero, .. } => value == 0 && zero.is_some(),
    };
    let key = option_key(option);
    if named { format!("{key}.value-{}", option.values.text(value)) } else { key + ".number" }
}

/// An option with its value.
pub fn option_line(lang: Lang, option: &OptionSpec, rules: &Rules) -> String {
    let value = option.value(rules).map_or_else(String::new, |value| option_value(lang, option, value));
    lang.say("option-value", &[("label", text(self::option(lang, option))), ("value", text(value))])
}

/// The rules in a few words: the nearest rule set, how many options differ from it, and the target.
pub fn title(lang: Lang, rules: &Rules) -> String {
    let changes = |set: &RuleSet| {
        let base = Rules { target: rules.target, ..set.rules(rules.players) };
        rules.changes_from(&base).count()
    };
    let set = RuleSet::ALL.into_iter().min_by_key(changes).unwrap_or_default();
    let name = match changes(&set) {
        0 => rule_set(lang, set),
        n => lang.say("rule-set-changed", &[("set", text(rule_set(lang, set))), ("changes", n.into())]),
    };
    match rules.target {
        Target::OneRound => lang.say("title-one-round", &[("set", text(name))]),
        Target::Points(points) => lang.say("title-target", &[("set", text(name)), ("points", points.into())]),
    }
}

/// Why an option could not be set.
pub fn bad_option(lang: Lang, bad: &BadOption) -> String {
    match bad {
        BadOption::UnknownKey(key) => lang.say("bad-option-unknown-key", &[("key", text(key.as_str()))]),
        BadOption::UnknownValue { key, value, values } => lang.say(
            "bad-option-unknown-value",
            &[("key", text(*key)), ("value", text(value.as_str())), ("values", text(values.to_string()))],
        ),
    }
}

/// Why rules can't be played.
pub fn unplayable(lang: Lang, unplayable: &Unplayable) -> String {
    match unplayable {
        Unplayable::OutOfRange { key, values } => {
            lang.say("unplayable-out-of-range", &[("key", text(*key)), ("values", text(values.to_string()))])
        }
        Unplayable::TooFewCards { need, have, dealt_at_most } => lang.say(
            "unplayable-too-few-cards",
            &[("need", (*need).into()), ("have", (*have).into()), ("most", (*dealt_at_most).into())],
        ),
        Unplayable::ConcealedBelowGoingOut { concealed, open } => lang.say(
            "unplayable-concealed-below-going-out",
            &[("concealed", (*concealed).into()), ("open", (*open).into())],
        ),
    }
}

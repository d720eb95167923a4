//! The rules in force, option by option, from the registry of options. Must never know what an option does.

use super::frame::Frame;
use super::{Panel, Row};
use crate::discord::click::BoardVerb;
use crate::engine::rules::{OPTIONS, OptionSpec};
use crate::engine::{RuleSet, Rules};
use crate::i18n::say;
use crate::table::TableId;

/// The rules at a table; what was changed from the rule set is marked.
pub fn panel(frame: &Frame, set: RuleSet) -> Panel {
    let lang = frame.lang;
    let line = say::rule_set_line(lang, set, frame.rules.players);
    let heading = format!("{}\n{line}", heading(frame));
    let minimums = lang.word("rules-minimums");
    let lines = options(frame, set);
    Panel {
        content: format!("{heading}\n\n{}\n\n{minimums}", lines.join("\n")),
        components: vec![Row::buttons([frame.inform(BoardVerb::Help)])],
        ..Panel::default()
    }
}

/// What is played, and at which table, if it is at one.
pub(super) fn heading(frame: &Frame) -> String {
    let title = say::title(frame.lang, &frame.rules);
    match frame.table {
        TableId(0) => format!("**{title}**"),
        TableId(number) => format!("**{} · {title}**", frame.lang.say("table-number", &[("number", number.into())])),
    }
}

/// Every option with its value, one a line; what was changed from the rule set is marked.
pub(super) fn options(frame: &Frame, set: RuleSet) -> Vec<String> {
    let lang = frame.lang;
    let base = set.rules(frame.rules.players);
    let line = |option: &OptionSpec| {
        let line = say::option_line(lang, option, &frame.rules);
        let changed = option.value(&frame.rules) != option.value(&base);
        if changed { format!("**{line}**") } else { line }
    };
    OPTIONS.iter().map(line).collect()
}

/// The value of an option in words.
pub(super) fn option_value(frame: &Frame, option: &OptionSpec, rules: &Rules) -> String {
    option.value(rules).map_or_else(String::new, |value| say::option_value(frame.lang, option, value))
}

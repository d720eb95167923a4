//! The rules in force, option by option, from the registry of options. Must never know what an option does.

use super::frame::Frame;
use super::{Panel, Row};
use crate::discord::click::BoardVerb;
use crate::engine::RuleSet;
use crate::engine::rules::OPTIONS;
use crate::i18n::say;

/// The rules at a table; what was changed from the rule set is marked.
pub fn panel(frame: &Frame, set: RuleSet) -> Panel {
    let lang = frame.lang;
    let base = set.rules(frame.rules.players);
    let line = |option: &crate::engine::rules::OptionSpec| {
        let value = option.value(&frame.rules).map_or_else(String::new, |value| say::option_value(lang, option, value));
        let label = say::option(lang, option);
        let line = lang.say("option-value", &[("label", label.into()), ("value", value.into())]);
        let changed = option.value(&frame.rules) != option.value(&base);
        if changed { format!("**{line}**") } else { line }
    };
    let heading = format!("**{}**\n{}", say::title(lang, &frame.rules), say::rule_set_line(lang, set));
    let minimums = lang.word("rules-minimums");
    let lines: Vec<String> = OPTIONS.iter().map(line).collect();
    Panel {
        content: format!("{heading}\n\n{}\n\n{minimums}", lines.join("\n")),
        components: vec![Row::buttons([frame.inform(BoardVerb::Help)])],
        ..Panel::default()
    }
}

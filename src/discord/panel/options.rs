//! The host's own menus: of the options, first which, then to what, all from their registry; of the clock; of what
//! becomes of left seats; of who is to be sent away. Must never know what an option does.

use super::frame::{Frame, newest};
use super::lobby::remove_menu;
use super::rules::{heading, option_value, options};
use super::{Choice, Menu, Panel, Row, Style};
use crate::discord::click::{Click, LobbyVerb, Verb};
use crate::discord::commands::TargetChoice;
use crate::engine::Rules;
use crate::engine::rules::{OPTIONS, OptionSpec, Values};
use crate::i18n::say;
use crate::table::{Pace, Table};

/// The most options of a menu.
const MOST: usize = 25;
/// The clocks to choose from: none, and the fastest first.
const PACES: [Option<Pace>; 5] =
    [None, Some(Pace::NinetySeconds), Some(Pace::FiveMinutes), Some(Pace::Hour), Some(Pace::Day)];

/// All options with their values, and what else is the host's to decide. `render` rises with every rendering; `news` say
/// what came of the last choice.
pub fn panel(frame: &Frame, table: &Table, render: u8, news: &[String]) -> Panel {
    let lang = frame.lang;
    let choices = OPTIONS.iter().take(MOST).map(|option| {
        Choice::new(&say::option_line(lang, option, &table.rules), option.key).described(&say::help(lang, option))
    });
    let menu = Menu::new(id(frame, LobbyVerb::PickOption, render), lang.word("options-which"), choices.collect());
    let lines = std::iter::once(heading(frame)).chain(options(frame, table.rule_set)).chain(newest(news, 600));
    Panel {
        content: lines.collect::<Vec<_>>().join("\n"),
        components: [
            menu,
            clock_menu(frame, table, render),
            left_seats_menu(frame, table, render),
            remove_menu(frame, table, id(frame, LobbyVerb::Remove, render)),
        ]
        .map(Row::menu)
        .into(),
        ..Panel::default()
    }
}

fn clock_menu(frame: &Frame, table: &Table, render: u8) -> Menu {
    let choices = PACES.map(|pace| Choice {
        default: pace == table.timing.pace,
        ..Choice::new(&say::pace(frame.lang, pace), pace_code(pace))
    });
    Menu::new(id(frame, LobbyVerb::SetClock, render), frame.lang.word("pace-none"), choices.into())
}

fn pace_code(pace: Option<Pace>) -> String {
    pace.map_or(0, Pace::turn).to_string()
}

/// How long a turn may take, of a choice.
pub fn pace(code: &str) -> Option<Option<Pace>> {
    PACES.into_iter().find(|pace| pace_code(*pace) == code)
}

fn left_seats_menu(frame: &Frame, table: &Table, render: u8) -> Menu {
    let choices = [false, true].map(|wait| Choice {
        default: wait == table.left_seats_wait,
        ..Choice::new(&say::left_seats(frame.lang, wait), left_seats_code(wait))
    });
    Menu::new(id(frame, LobbyVerb::SetLeftSeats, render), say::left_seats(frame.lang, false), choices.into())
}

const fn left_seats_code(wait: bool) -> &'static str {
    if wait { "wait" } else { "computer" }
}

/// Whether left seats wait, of a choice.
pub fn left_seats(code: &str) -> Option<bool> {
    [false, true].into_iter().find(|wait| left_seats_code(*wait) == code)
}

/// The values of one option.
pub fn values(frame: &Frame, table: &Table, option: &'static OptionSpec, render: u8) -> Panel {
    let lang = frame.lang;
    let now = option.value(&table.rules);
    let offered = offered(option, now, option.value(&table.rule_set.rules(table.rules.players)));
    let choices = offered.into_iter().map(|value| Choice {
        default: Some(value) == now,
        ..Choice::new(&say::option_value(lang, option, value), option.values.text(value))
    });
    let set = id(frame, LobbyVerb::SetOption(option.key), render);
    let menu = Menu::new(set, lang.word("options-value"), choices.collect());
    let back = id(frame, LobbyVerb::BackToOptions, render);
    let back = super::Button::new(back, lang.word("button-back"), Style::Secondary);
    let current = lang.say("options-now", &[("value", option_value(frame, option, &table.rules).into())]);
    Panel {
        content: format!("**{}**\n{}\n{current}", say::option(lang, option), say::help(lang, option)),
        components: vec![Row::menu(menu), Row::buttons([back])],
        ..Panel::default()
    }
}

fn id(frame: &Frame, verb: LobbyVerb, render: u8) -> String {
    Click { render, ..Click::new(frame.table, frame.step, Verb::Lobby(verb)) }.encode()
}

/// What came of setting an option: everything that changed with it, or that nothing did.
pub fn changes(frame: &Frame, before: &Rules, key: &str) -> Vec<String> {
    let lang = frame.lang;
    let changed = OPTIONS.iter().filter(|option| option.value(before) != option.value(&frame.rules));
    let line = |option: &OptionSpec| {
        let [before, after] = [before, &frame.rules].map(|rules| option_value(frame, option, rules));
        let label = say::option(lang, option);
        lang.say("options-changed", &[("label", label.into()), ("before", before.into()), ("after", after.into())])
    };
    let lines: Vec<String> = changed.map(line).collect();
    if !lines.is_empty() {
        return lines;
    }
    let same = |option: &OptionSpec| {
        lang.say("options-unchanged", &[("option", say::option_line(lang, option, before).into())])
    };
    OptionSpec::by_key(key).map(same).into_iter().collect()
}

/// The values worth offering: all of them where a menu holds them; of long ranges even steps, the value in force, and
/// that of the rule set.
fn offered(option: &OptionSpec, now: Option<u16>, usual: Option<u16>) -> Vec<u16> {
    let (least, most, zero) = match option.values {
        Values::Named(names) => return (0..names.len() as u16).take(MOST).collect(),
        Values::Number { least, most, zero } => (least, most, zero.map(|_| 0)),
    };
    // Room for zero, both ends, the value in force and the usual one; of targets one more stands between two steps.
    let steps = (MOST - 5) as u16;
    let round = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500];
    let step = round.into_iter().find(|step| (most - least) / step < steps).unwrap_or(5000);
    let mut all: Vec<u16> = (least.div_ceil(step)..=most / step).map(|times| times * step).collect();
    all.extend(zero.into_iter().chain(now).chain(usual).chain([least, most]));
    if option.key == "target" {
        // What a table can be opened with, its options can come back to.
        all.extend(TargetChoice::values().filter_map(|value| option.values.parse(value)));
    }
    all.sort_unstable();
    all.dedup();
    all.truncate(MOST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::RuleSet;

    #[test]
    fn every_option_fits_a_menu_with_its_value() {
        assert!(OPTIONS.len() <= MOST);
        let rules = RuleSet::Classic.rules(4);
        for option in OPTIONS {
            let usual = option.value(&rules);
            let all = offered(option, usual, usual);
            assert!(all.len() <= MOST && all.contains(&usual.unwrap_or(0)), "{option:?}: {all:?}");
            assert!(all.iter().all(|value| option.values.contains(*value)), "{option:?}: {all:?}");
        }
    }
}

//! The lobby: what is to be played, who sits where, and what anybody or the host can do about it.
//! Must never know a rule.

use super::frame::Frame;
use super::table::mention;
use super::{Choice, Menu, Panel, Row, Style};
use crate::discord::click::{LobbyVerb, Verb};
use crate::engine::Team;
use crate::i18n::say;
use crate::table::{Phase, Table};

/// The lobby of a table. Nobody is pinged.
pub fn panel(frame: &Frame, table: &Table) -> Panel {
    let lang = frame.lang;
    let number = lang.say("table-number", &[("number", table.id.0.into())]);
    let mut lines = vec![format!("**{number} · {}**", say::title(lang, &table.rules))];
    lines.push(say::rule_set_line(lang, table.rule_set, table.rules.players));
    lines.extend(changes(frame, table));
    lines.push(String::new());
    lines.extend(Team::ALL.map(|team| side(frame, table, team)));
    lines.push(status(frame, table));
    let components = if table.phase == Phase::Lobby { buttons(frame, table) } else { Vec::new() };
    Panel { content: lines.join("\n"), components, ..Panel::default() }
}

/// The options that were changed from the rule set, one line each.
fn changes(frame: &Frame, table: &Table) -> Vec<String> {
    let lang = frame.lang;
    let base = table.rule_set.rules(table.rules.players);
    let changed = table.rules.changes_from(&base).filter(|option| option.key != "target");
    changed
        .map(|option| {
            let value = option.value(&table.rules).map_or_else(String::new, |v| say::option_value(lang, option, v));
            let label = say::option(lang, option);
            format!("- {}", lang.say("option-value", &[("label", label.into()), ("value", value.into())]))
        })
        .collect()
}

fn side(frame: &Frame, table: &Table, team: Team) -> String {
    let lang = frame.lang;
    let seats = team.seats(table.rules.players).filter_map(|seat| match &table.seats[seat] {
        // Where nobody can join any more, no seat is free.
        None => (table.phase == Phase::Lobby).then(|| lang.word("lobby-free")),
        Some(member) if member.user == table.host => {
            Some(lang.say("lobby-host", &[("name", mention(frame, seat).into())]))
        }
        Some(_) => Some(mention(frame, seat)),
    });
    let seats = seats.collect::<Vec<_>>().join(" · ");
    let seats = if seats.is_empty() { "–".to_owned() } else { seats };
    format!("**{}**: {seats}", say::team(lang, team, table.rules.players))
}

fn status(frame: &Frame, table: &Table) -> String {
    let lang = frame.lang;
    match (table.phase, table.free_seats()) {
        (Phase::Closed, _) => lang.word("lobby-closed"),
        (_, 0) => lang.word("lobby-full"),
        (_, free) => lang.say("lobby-waits", &[("free", free.into())]),
    }
}

fn buttons(frame: &Frame, table: &Table) -> Vec<Row> {
    let lang = frame.lang;
    let players = table.rules.players;
    let verb = |verb: LobbyVerb, key: &str, style: Style| frame.button(Verb::Lobby(verb), lang.word(key), style);
    let join = |team: Team| {
        let free = team.seats(players).any(|seat| table.seats[seat].is_none());
        let label = lang.say("button-join", &[("team", say::team(lang, team, players).into())]);
        frame.button(Verb::Lobby(LobbyVerb::Join(team)), label, Style::Success).on_if(free)
    };
    let [ours, theirs] = Team::ALL.map(join);
    let leave = verb(LobbyVerb::Leave, "button-leave", Style::Secondary);
    let start = verb(LobbyVerb::Start, "button-start", Style::Primary).on_if(table.free_seats() == 0);
    let host = [
        start,
        verb(LobbyVerb::Shuffle, "button-shuffle", Style::Secondary).on_if(table.members().count() > 1),
        verb(LobbyVerb::Options, "button-options", Style::Secondary),
        verb(LobbyVerb::Cancel, "button-cancel", Style::Danger),
    ];
    vec![Row::buttons([ours, theirs, leave]), Row::buttons(host)]
}

/// The menu of members whom the host can send away; it stands with the options, which only the host sees.
pub(super) fn remove_menu(frame: &Frame, table: &Table) -> Menu {
    let lang = frame.lang;
    let id = frame.id(Verb::Lobby(LobbyVerb::Remove));
    let others = table.members().filter(|(_, member)| member.user != table.host);
    let others: Vec<Choice> =
        others.map(|(seat, member)| Choice::new(&frame.names.plain[seat], member.user.0.to_string())).collect();
    if others.is_empty() {
        return Menu::off(id, &lang.word("remove-nobody"));
    }
    Menu::new(id, lang.word("remove-whom"), others)
}

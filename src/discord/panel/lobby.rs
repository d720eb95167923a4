//! The lobby: what is to be played, who sits where, and what anybody or the host can do about it.
//! Must never know a rule.

use super::frame::Frame;
use super::table::mention;
use super::{Choice, Menu, Panel, Row, Style};
use crate::ai::Level;
use crate::discord::click::{Click, LobbyVerb, RENDERS, Verb};
use crate::engine::{Seat, Team};
use crate::i18n::say;
use crate::table::{Phase, Table, UserId};

/// The levels that people can play with, the usual one first.
const OFFERED: [Level; 2] = [Level::Normal, Level::Easy];

/// The lobby of a table, of which this is the `version`. Nobody is pinged.
pub fn panel(frame: &Frame, table: &Table, version: u64) -> Panel {
    let lang = frame.lang;
    let number = lang.say("table-number", &[("number", table.id.0.into())]);
    let mut lines = vec![format!("**{number} · {}**", say::title(lang, &table.rules))];
    lines.push(say::rule_set_line(lang, table.rule_set, table.rules.players));
    lines.extend(changes(frame, table));
    lines.extend(table.timing.pace.map(|pace| format!("- {}", say::pace(lang, Some(pace)))));
    lines.extend(table.left_seats_wait.then(|| format!("- {}", say::left_seats(lang, true))));
    lines.push(String::new());
    lines.extend(Team::ALL.map(|team| side(frame, table, team)));
    lines.extend(made_room(frame, table));
    lines.push(status(frame, table));
    let components = if table.phase == Phase::Lobby { buttons(frame, table, version) } else { Vec::new() };
    Panel { content: lines.join("\n"), components, ..Panel::default() }
}

/// The options that were changed from the rule set, one line each.
fn changes(frame: &Frame, table: &Table) -> Vec<String> {
    let lang = frame.lang;
    let base = table.rule_set.rules(table.rules.players);
    let changed = table.rules.changes_from(&base).filter(|option| option.key != "target");
    changed.map(|option| format!("- {}", say::option_line(lang, option, &table.rules))).collect()
}

fn side(frame: &Frame, table: &Table, team: Team) -> String {
    let lang = frame.lang;
    let seats = team.seats(table.rules.players).filter_map(|seat| match &table.seats[seat] {
        None if table.computers[seat].is_some() => Some(computer_line(frame, table, seat)),
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

fn computer_line(frame: &Frame, table: &Table, seat: Seat) -> String {
    let level = table.computers[seat].map_or_else(String::new, |level| say::level(frame.lang, level));
    frame.lang.say("lobby-computer", &[("name", frame.names.text[seat].as_str().into()), ("level", level.into())])
}

/// That a computer player has just made room, and for whom.
fn made_room(frame: &Frame, table: &Table) -> Option<String> {
    let seat = table.made_room?;
    let computer = say::without_member(frame.lang, seat, true);
    let args = [("computer", computer.into()), ("name", frame.names.text[seat].as_str().into())];
    Some(frame.lang.say("lobby-made-room", &args))
}

fn status(frame: &Frame, table: &Table) -> String {
    let lang = frame.lang;
    match (table.phase, table.free_seats()) {
        (Phase::Closed, _) => frame.ended.clone(),
        (_, 0) if table.has_room() => lang.word("lobby-full-with-computers"),
        (_, 0) => lang.word("lobby-full"),
        (_, free) => lang.say("lobby-waits", &[("free", free.into())]),
    }
}

fn buttons(frame: &Frame, table: &Table, version: u64) -> Vec<Row> {
    let lang = frame.lang;
    let players = table.rules.players;
    let verb = |verb: LobbyVerb, key: &str, style: Style| frame.button(Verb::Lobby(verb), lang.word(key), style);
    let join = |team: Team| {
        let free = team.seats(players).any(|seat| table.seats[seat].is_none());
        let label = lang.say("button-join", &[("team", say::team(lang, team, players).into())]);
        frame.button(Verb::Lobby(LobbyVerb::Join(team)), label, Style::Success).on_if(free)
    };
    let [ours, theirs] = Team::ALL.map(join);
    let shuffle = verb(LobbyVerb::Shuffle, "button-shuffle", Style::Secondary).on_if(table.free_seats() < players - 1);
    let leave = verb(LobbyVerb::Leave, "button-leave", Style::Secondary);
    let start = verb(LobbyVerb::Start, "button-start", Style::Primary).on_if(table.free_seats() == 0);
    let host = [
        start,
        verb(LobbyVerb::Options, "button-options", Style::Secondary),
        verb(LobbyVerb::Cancel, "button-cancel", Style::Danger),
    ];
    vec![
        Row::buttons([ours, theirs, shuffle, leave]),
        Row::buttons(host),
        Row::menu(computer_menu(frame, table, version)),
    ]
}

/// The computer players that the host can seat.
fn computer_menu(frame: &Frame, table: &Table, version: u64) -> Menu {
    let lang = frame.lang;
    let players = table.rules.players;
    let free = Team::ALL.into_iter().filter(|team| team.seats(players).any(|seat| table.is_free(seat)));
    let choices = free.flat_map(|team| {
        OFFERED.map(|level| {
            let args = [("team", say::team(lang, team, players).into()), ("level", say::level(lang, level).into())];
            Choice::new(&lang.say("add-computer-choice", &args), computer_code(team, level))
        })
    });
    // A client keeps what was chosen as long as the menu is called the same, and sends the same choice only once.
    let render = (version % u64::from(RENDERS)) as u8;
    let verb = Verb::Lobby(LobbyVerb::AddComputer);
    let id = Click { render, ..Click::new(frame.table, frame.step, verb) }.encode();
    Menu::new(id, lang.word("add-computer"), choices.collect()).or_off(&lang.word("add-computer-full"))
}

fn computer_code(team: Team, level: Level) -> String {
    format!("{} {}", if team == Team::NorthSouth { "n" } else { "e" }, level.name())
}

/// The computer player of a choice: on which side, and how well it plays.
pub fn computer(code: &str) -> Option<(Team, Level)> {
    let all = Team::ALL.into_iter().flat_map(|team| OFFERED.map(|level| (team, level)));
    all.into_iter().find(|&(team, level)| computer_code(team, level) == code)
}

/// Who is to be sent away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// A member.
    Member(UserId),
    /// The computer player of a seat.
    Computer(Seat),
}

/// Who was chosen to be sent away.
pub fn removed(code: &str) -> Option<Removed> {
    match code.strip_prefix('c') {
        Some(number) => Seat::ALL.get(number.parse::<usize>().ok()?).copied().map(Removed::Computer),
        None => Some(Removed::Member(UserId(code.parse().ok()?))),
    }
}

/// The menu of members whom the host can send away; it stands with the options, which only the host sees.
pub(super) fn remove_menu(frame: &Frame, table: &Table, id: String) -> Menu {
    let lang = frame.lang;
    let others = table.members().filter(|(_, member)| member.user != table.host);
    let others = others.map(|(seat, member)| Choice::new(&frame.names.plain[seat], member.user.0.to_string()));
    let computers =
        table.computer_players().map(|(seat, _)| Choice::new(&frame.names.plain[seat], format!("c{}", seat as usize)));
    let others: Vec<Choice> = others.chain(computers).collect();
    if others.is_empty() {
        return Menu::off(id, &lang.word("remove-nobody"));
    }
    Menu::new(id, lang.word("remove-whom"), others)
}

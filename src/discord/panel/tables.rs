//! Lists of tables, each with a link to where it stands. Must never show what lies on a table.

use super::frame::Frame;
use super::{Choice, Menu, Panel, Row};
use crate::discord::click::{Click, ListVerb, Verb};
use crate::i18n::{Lang, say};
use crate::table::{Phase, Table, TableId, UserId};

/// The most that all lists of a message may take together.
const MOST: usize = 1900;
/// The most options of a menu.
const CHOICES: usize = 25;

/// A table of a list, and the message that shows it.
pub type Listed<'a> = (&'a Table, Option<u64>);

/// Lists of tables under their headings, for one member alone. Of a list that is too long its beginning is shown.
pub fn panel(lang: Lang, user: UserId, lists: &[(String, Vec<Listed<'_>>)]) -> Panel {
    let room = MOST / lists.len().max(1);
    let parts = lists.iter().map(|(heading, tables)| {
        let mut lines = beginning(lang, tables.iter().map(|listed| line(lang, user, *listed)).collect(), room);
        lines.insert(0, heading.clone());
        lines.join("\n")
    });
    Panel { content: parts.collect::<Vec<_>>().join("\n"), ..Panel::default() }
}

/// A list of tables under its heading with a menu to choose one from, for what the verb does with it. `what`: one word for
/// the verb, which comes back with the choice; or none.
pub fn choice(lang: Lang, user: UserId, list: (String, Vec<Listed<'_>>), verb: ListVerb, what: &str) -> Panel {
    let option = |(table, _): &Listed<'_>| {
        let label = format!("{} · {}", number(lang, table), say::title(lang, &table.rules));
        Choice::new(&label, format!("{} {what}", table.id.0).trim_end()).described(&so_far(lang, user, table))
    };
    let options = list.1.iter().take(CHOICES).map(option).collect();
    let id = Click::new(TableId(0), 0, Verb::List(verb)).encode();
    let menu = Menu::new(id, lang.word("tables-choose"), options);
    Panel { components: vec![Row::menu(menu)], ..panel(lang, user, &[list]) }
}

/// The table of a choice, and the word that came with it.
pub fn chosen(value: &str) -> Option<(TableId, &str)> {
    let (table, what) = value.split_once(' ').unwrap_or((value, ""));
    Some((TableId(table.parse().ok()?), what))
}

/// As many lines as have room, and how many are left out.
fn beginning(lang: Lang, mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.is_empty() {
        return vec![lang.word("tables-no-such")];
    }
    let mut length = 0;
    let fitting = lines.iter().take_while(|line| {
        length += line.chars().count() + 1;
        // Room for the heading and the last line.
        length + 100 <= most
    });
    let (shown, all) = (fitting.count(), lines.len());
    lines.truncate(shown);
    lines.extend((shown < all).then(|| lang.say("tables-more", &[("count", (all - shown).into())])));
    lines
}

/// A link, what is played, and how far it is; there is nowhere to go where the channel is gone.
fn line(lang: Lang, user: UserId, (table, message): Listed<'_>) -> String {
    let title = say::title(lang, &table.rules);
    if table.has_no_channel() {
        return format!("- {} · {title} · {}", number(lang, table), lang.word("tables-no-channel"));
    }
    let so_far = so_far(lang, user, table);
    format!("- {} · <#{}> · {title} · {so_far}", link(lang, table, message), table.channel.0)
}

fn number(lang: Lang, table: &Table) -> String {
    lang.say("table-number", &[("number", table.id.0.into())])
}

/// A link to the message that shows a table, or to its channel.
pub fn link(lang: Lang, table: &Table, message: Option<u64>) -> String {
    let place = format!("https://discord.com/channels/{}/{}", table.guild.0, table.channel.0);
    let place = message.map_or_else(|| place.clone(), |message| format!("{place}/{message}"));
    format!("[{}]({place})", number(lang, table))
}

/// How a table stands, in a line, for whoever does not sit there.
pub fn standing(frame: &Frame, table: &Table) -> String {
    let lang = frame.lang;
    let to_act = table.round().filter(|round| !round.is_over()).and_then(|round| round.to_act().next());
    let turn = to_act.map(|seat| lang.say("turn-to-play", &[("name", frame.names.text[seat].as_str().into())]));
    // Nobody's turn is theirs.
    let so_far = so_far(lang, UserId(0), table);
    let parts = [number(lang, table), say::title(lang, &table.rules), so_far];
    parts.into_iter().chain(turn).collect::<Vec<_>>().join(" · ")
}

fn so_far(lang: Lang, user: UserId, table: &Table) -> String {
    let free = |seats: usize| lang.say("tables-free", &[("free", seats.into())]);
    let round = || lang.say("tables-round", &[("round", Frame::of(lang, table).round.into())]);
    match table.phase {
        Phase::Lobby if table.free_seats() > 0 => free(table.free_seats().into()),
        Phase::Lobby if table.has_room() => lang.word("tables-room"),
        Phase::Lobby => lang.word("tables-full"),
        Phase::Won => lang.word("tables-over"),
        Phase::Playing if table.has_room_for(user) => format!("{} · {}", round(), free(table.seats_left().count())),
        _ if table.to_act().any(|member| member.user == user) => lang.word("tables-your-turn"),
        _ => round(),
    }
}

//! Lists of tables, each with a link to where it stands. Must never show what lies on a table.

use super::Panel;
use super::frame::Frame;
use crate::i18n::{Lang, say};
use crate::table::{Phase, Table, UserId};

/// The most that all lists of a message may take together.
const MOST: usize = 1900;

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
    let number = lang.say("table-number", &[("number", table.id.0.into())]);
    let title = say::title(lang, &table.rules);
    if table.has_no_channel() {
        return format!("- {number} · {title} · {}", lang.word("tables-no-channel"));
    }
    let place = format!("https://discord.com/channels/{}/{}", table.guild.0, table.channel.0);
    let place = message.map_or_else(|| place.clone(), |message| format!("{place}/{message}"));
    let free = |seats: usize| lang.say("tables-free", &[("free", seats.into())]);
    let round = || lang.say("tables-round", &[("round", Frame::of(lang, table).round.into())]);
    let so_far = match table.phase {
        Phase::Lobby => free(table.free_seats().into()),
        _ if table.seat_of(user).is_none() => format!("{} · {}", round(), free(table.seats_left().count())),
        _ if table.to_act().any(|member| member.user == user) => lang.word("tables-your-turn"),
        _ => round(),
    };
    format!("- [{number}]({place}) · {title} · {so_far}")
}

//! The members of a server by games won, page by page. Must never know where the numbers come from.

use super::frame::block;
use super::{Button, Panel, Row, Style};
use crate::discord::click::{Click, ListVerb, Verb};
use crate::discord::panel::names::clean;
use crate::i18n::{Lang, board};
use crate::service::Leaderboard;
use crate::table::TableId;
use unicode_width::UnicodeWidthStr;

/// A page; `private` if only the one who asked sees it, and may turn the page or show it to all.
pub fn panel(lang: Lang, list: &Leaderboard, private: bool) -> Panel {
    let heading = format!("**{}**", lang.word("leaderboard-heading"));
    let content = if list.rows.is_empty() {
        format!("{heading}\n{}", lang.word("leaderboard-none"))
    } else {
        format!("{heading}\n{}", block(&table(lang, list)))
    };
    let components = if private { vec![buttons(lang, list)] } else { Vec::new() };
    Panel { content, components, ..Panel::default() }
}

fn table(lang: Lang, list: &Leaderboard) -> String {
    let row = |place: &str, name: &str, wins: &str, games: &str, points: &str| {
        let numbers = format!(" {wins:>4} {games:>4} {points:>6}");
        // The name has what the numbers leave.
        let room = (board::WIDTH - "100 ".len()).saturating_sub(numbers.width());
        let name = board::fit(name, room);
        let gap = " ".repeat(room.saturating_sub(name.width()));
        format!("{place:>3} {name}{gap}{numbers}")
    };
    let word = |key: &str| board::fit(&lang.word(key), 6);
    let head = row("", "", &word("leaderboard-wins"), &word("leaderboard-games"), &word("leaderboard-points"));
    let lines = list.rows.iter().take(20).map(|line| {
        let name = clean(&line.name).replace('`', "'");
        let [wins, games] = [line.wins, line.games].map(|n| n.to_string());
        row(&line.place.to_string(), &name, &wins, &games, &line.points.to_string())
    });
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
}

fn buttons(lang: Lang, list: &Leaderboard) -> Row {
    let button = |verb: ListVerb, key: &str| {
        let id = Click::new(TableId(0), 0, Verb::List(verb)).encode();
        Button::new(id, lang.word(key), Style::Secondary)
    };
    let page = u16::try_from(list.page).unwrap_or(u16::MAX);
    let show = button(ListVerb::ShowPage(page), "button-show-here");
    if list.pages < 2 {
        return Row::buttons([show]);
    }
    // Off on the first page: its number is one that no other button has.
    let back = page.checked_sub(1).unwrap_or(u16::MAX);
    Row::buttons([
        button(ListVerb::Page(back), "button-page-back").on_if(page > 0),
        button(ListVerb::Page(page.saturating_add(1)), "button-page-on").on_if(list.page + 1 < list.pages),
        show,
    ])
}

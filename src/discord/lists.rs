//! What the service counts, as the lists that panels show. Must never know SQL.

use super::panel::{Panel, leaderboard};
use crate::i18n::Lang;
use crate::service::Leaderboard;

/// A page of the leaderboard; `private` if only the one who asked sees it.
pub(super) fn leaderboard(lang: Lang, counted: &Leaderboard, private: bool) -> Panel {
    let lines = counted.rows.iter().map(|row| leaderboard::Line {
        place: row.place,
        name: row.name.clone(),
        wins: row.wins,
        games: row.games,
        points: row.points,
    });
    let list = leaderboard::Leaderboard {
        page: u16::try_from(counted.page).unwrap_or(u16::MAX),
        pages: u16::try_from(counted.pages).unwrap_or(u16::MAX),
        lines: lines.collect(),
    };
    leaderboard::panel(lang, &list, private)
}

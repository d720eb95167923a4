//! A member's statistics. Must never know where the numbers come from.

use super::{Button, Panel, Row, Style};
use crate::discord::click::{Click, ListVerb, Verb};
use crate::discord::panel::names::{clean, escape};
use crate::i18n::Lang;
use crate::table::{TableId, UserId};

/// What one member did on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Who.
    pub user: UserId,
    /// The name last seen.
    pub name: String,
    /// Games finished.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Rounds finished.
    pub rounds: u32,
    /// Points of all rounds together.
    pub points: i64,
    /// The best round.
    pub best_round: Option<i32>,
    /// Times gone out, concealed or not.
    pub outs: u32,
    /// Times gone out concealed.
    pub concealed_outs: u32,
}

/// The statistics; `private` if only the one who asked sees them, and may show them to all.
pub fn panel(lang: Lang, stats: &Stats, private: bool) -> Panel {
    let name = escape(&clean(&stats.name));
    let line = |key: &str, value: String| lang.say(key, &[("value", value.into())]);
    let lines = if stats.games == 0 {
        vec![lang.word("stats-none")]
    } else {
        let share = u64::from(stats.wins) * 100 / u64::from(stats.games);
        vec![
            line("stats-games", stats.games.to_string()),
            lang.say("stats-wins", &[("value", stats.wins.into()), ("share", share.into())]),
            line("stats-rounds", stats.rounds.to_string()),
            line("stats-average", average(stats).to_string()),
            line("stats-best", stats.best_round.map_or_else(|| "–".to_owned(), |best| best.to_string())),
            lang.say("stats-outs", &[("value", stats.outs.into()), ("concealed", stats.concealed_outs.into())]),
        ]
    };
    let show = Click::new(TableId(0), 0, Verb::List(ListVerb::ShowStats(stats.user))).encode();
    let show = private.then(|| Row::buttons([Button::new(show, lang.word("button-show-here"), Style::Secondary)]));
    Panel {
        content: format!("**{name}**\n{}", lines.join("\n")),
        components: show.into_iter().collect(),
        ..Panel::default()
    }
}

fn average(stats: &Stats) -> i64 {
    stats.points / i64::from(stats.rounds.max(1))
}

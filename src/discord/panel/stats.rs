//! A member's statistics. Must never know how they were counted.

use super::{Button, Panel, Row, Style};
use crate::discord::click::{Click, ListVerb, Verb};
use crate::discord::panel::names::{clean, escape};
use crate::i18n::Lang;
use crate::service::Stats;
use crate::table::{Member, TableId};

/// What a member did on a server; `private` if only the one who asked sees it, and may show it to all.
pub fn panel(lang: Lang, whose: &Member, stats: &Stats, private: bool) -> Panel {
    // Nobody whom no table has seen has a name here; a mention shows one, and pings nobody.
    let name = match whose.name.as_str() {
        "" => format!("<@{}>", whose.user.0),
        name => escape(&clean(name)),
    };
    let mut lines = if stats.games == 0 { vec![lang.word("stats-none")] } else { lines(lang, stats) };
    if stats.computer_games > 0 {
        let args = [("games", stats.computer_games.into()), ("wins", stats.computer_wins.into())];
        lines.push(lang.say("stats-computers", &args));
    }
    if stats.left > 0 {
        lines.push(lang.say("stats-left", &[("games", stats.left.into())]));
    }
    let show = Click::new(TableId(0), 0, Verb::List(ListVerb::ShowStats(whose.user))).encode();
    let show = private.then(|| Row::buttons([Button::new(show, lang.word("button-show-here"), Style::Secondary)]));
    Panel {
        content: format!("**{name}**\n{}", lines.join("\n")),
        components: show.into_iter().collect(),
        ..Panel::default()
    }
}

fn lines(lang: Lang, stats: &Stats) -> Vec<String> {
    let line = |key: &str, value: String| lang.say(key, &[("value", value.into())]);
    let share = u64::from(stats.wins) * 100 / u64::from(stats.games.max(1));
    let average = stats.points / i64::from(stats.rounds.max(1));
    let canastas = [
        ("natural", stats.natural_canastas.into()),
        ("mixed", stats.mixed_canastas.into()),
        ("wild", stats.wild_canastas.into()),
    ];
    // Only some rules count them.
    let concealed = Some(stats.concealed_canastas).filter(|count| *count > 0);
    let mut lines = vec![
        line("stats-games", stats.games.to_string()),
        lang.say("stats-wins", &[("value", stats.wins.into()), ("share", share.into())]),
        line("stats-rounds", stats.rounds.to_string()),
        lang.say(
            "stats-points",
            &[("value", stats.points.to_string().into()), ("average", average.to_string().into())],
        ),
        line("stats-best", stats.best_round.map_or_else(|| "–".to_owned(), |best| best.to_string())),
        lang.say("stats-canastas", &canastas),
    ];
    lines.extend(concealed.map(|count| line("stats-concealed-canastas", count.to_string())));
    lines.push(lang.say("stats-outs", &[("value", stats.outs.into()), ("concealed", stats.concealed_outs.into())]));
    lines
}

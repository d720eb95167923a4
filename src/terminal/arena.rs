//! The arena of computer players at the command line: what is asked for, a progress bar, and the report.
//! Must never know how the players choose.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::setup::{Wishes, level, rules};
use super::{Done, Failure};
use crate::ai::arena::{Contest, Report, play};
use crate::engine::rules::Target;
use crate::i18n::{Lang, say};

/// Who plays how much against whom, in words.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The level measured.
    pub a: String,
    /// The level it is measured against.
    pub b: String,
    /// How many games.
    pub games: u32,
    /// Instead: how many deals, each a round of its own, played twice.
    pub deals: Option<u32>,
    /// Where chance begins.
    pub seed: u64,
    /// Whether the report is one JSON object.
    pub json: bool,
}

/// Plays a bout and reports.
///
/// # Errors
/// If a name or value is unknown, the rules can't be played, or the report can't be written.
pub fn arena(lang: Lang, wishes: &Wishes, bout: &Bout, mut output: impl Write) -> Done {
    let mut rules = rules(lang, wishes)?;
    let games = match bout.deals {
        None => bout.games,
        Some(deals) => {
            rules.target = Target::OneRound;
            deals.saturating_mul(2)
        }
    };
    let contest = Contest { a: level(lang, &bout.a)?, b: level(lang, &bout.b)?, rules, games, seed: bout.seed };
    // On a terminal only, and on the stream for errors: the report stays clean.
    let progress = ProgressBar::new(u64::from(games.div_ceil(2)) * 2).with_style(style());
    let report =
        play(&contest, || progress.inc(2)).map_err(|unplayable| Failure::Told(say::unplayable(lang, &unplayable)))?;
    progress.finish_and_clear();
    if bout.json {
        let json = serde_json::to_string(&report).map_err(std::io::Error::from)?;
        writeln!(output, "{json}")?;
    } else {
        output.write_all(words(lang, bout, &report).as_bytes())?;
    }
    Ok(())
}

fn style() -> ProgressStyle {
    // A template that does not read would only cost the bar its looks.
    ProgressStyle::with_template("{wide_bar} {pos}/{len} · {eta}").unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn words(lang: Lang, bout: &Bout, report: &Report) -> String {
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let args = [
        ("a", bout.a.as_str().into()),
        ("b", bout.b.as_str().into()),
        ("games", report.games.into()),
        ("wins", percent(report.win_rate_a).into()),
        ("low", percent(report.ci_low).into()),
        ("high", percent(report.ci_high).into()),
        ("diff", format!("{:+.0}", report.score_diff).into()),
        ("reach", format!("{:.0}", report.score_diff_ci).into()),
        ("rounds", report.rounds.into()),
        ("speed", format!("{:.0}", report.rounds_per_second).into()),
        ("out", percent(report.going_out).into()),
        ("median", format!("{:.3}", report.move_p50_ms).into()),
        ("slow", format!("{:.3}", report.move_p99_ms).into()),
        ("illegal", report.illegal.into()),
    ];
    lang.say("arena-report", &args) + "\n"
}

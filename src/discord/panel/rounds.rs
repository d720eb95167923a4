//! The rounds of a game: what each brought, and the sheet of any of them. Must never be given a round that is still in
//! play.

use super::frame::{Frame, block, newest};
use super::{Choice, Menu, Panel, Row};
use crate::discord::click::{AfterVerb, Verb};
use crate::engine::{ByTeam, Sheet, Team};
use crate::i18n::{say, sheet};

/// Discord's limit for the choices of a menu.
const CHOICES: usize = 25;
/// The choice of a menu that leads to all rounds.
const ALL: &str = "all";

/// All rounds of the game so far, one line each, their totals, and a menu for the sheets of one.
pub fn panel(frame: &Frame, sheets: &[ByTeam<Sheet>]) -> Panel {
    shown(frame, sheets, None, &totals(frame, sheets, 1800))
}

/// What was chosen of the menu: the sheets of a round and a way to the others, or all rounds. Nothing where that round is
/// not of this game: the table has gone on with another.
pub fn chosen(frame: &Frame, sheets: &[ByTeam<Sheet>], value: &str) -> Option<Panel> {
    if value == ALL && !sheets.is_empty() {
        return Some(panel(frame, sheets));
    }
    let index = sheets.iter().enumerate().position(|(index, both)| value_of(index, both) == value)?;
    let (earlier, rest) = sheets.split_at_checked(index)?;
    let before =
        ByTeam::from_fn(|team| earlier.iter().fold(0_i32, |total, both| total.saturating_add(both[team].total())));
    let text = sheet::sheets(&frame.board(), rest.first()?, &before, frame.rules.players);
    Some(shown(frame, sheets, Some(index), &text))
}

/// A round as a choice, by its number and what it brought: one of another game has the same number.
fn value_of(index: usize, both: &ByTeam<Sheet>) -> String {
    let [ours, theirs] = Team::ALL.map(|team| both[team].total());
    format!("{} {ours} {theirs}", index + 1)
}

/// Columns below what they are of: the round of this index, or all.
fn shown(frame: &Frame, sheets: &[ByTeam<Sheet>], index: Option<usize>, columns: &str) -> Panel {
    let lang = frame.lang;
    let number = lang.say("table-number", &[("number", frame.table.0.into())]);
    let what = index.map_or_else(|| lang.word("button-rounds"), |index| round(frame, index));
    let content = format!("**{number} · {what}**\n{}", block(columns));
    Panel { content, components: menu(frame, sheets, index).into_iter().collect(), ..Panel::default() }
}

fn round(frame: &Frame, index: usize) -> String {
    frame.lang.say("rounds-round", &[("round", (index + 1).into())])
}

/// The newest rounds to choose from, beside the one that is shown; from that a way leads back to all.
fn menu(frame: &Frame, sheets: &[ByTeam<Sheet>], shown: Option<usize>) -> Option<Row> {
    let lang = frame.lang;
    let all = shown.map(|_| Choice::new(&lang.word("button-rounds"), ALL));
    let choice = |(index, both): (usize, &ByTeam<Sheet>)| {
        let brought = Team::ALL
            .map(|team| format!("{} {}", say::team_short(lang, team, frame.rules.players), both[team].total()))
            .join(" · ");
        Choice::new(&round(frame, index), value_of(index, both)).described(&brought)
    };
    let others = sheets.iter().enumerate().rev().filter(|(index, _)| Some(*index) != shown);
    let choices: Vec<Choice> = all.into_iter().chain(others.map(choice)).take(CHOICES).collect();
    let id = frame.id(Verb::After(AfterVerb::SheetOf));
    (!sheets.is_empty()).then(|| Row::menu(Menu::new(id, lang.word("rounds-choose"), choices)))
}

/// The newest rounds, in at most so many characters, and the totals of all.
pub(super) fn totals(frame: &Frame, sheets: &[ByTeam<Sheet>], most: usize) -> String {
    const COLUMN: usize = 9;
    let lang = frame.lang;
    let line = |first: &str, columns: [String; 2]| {
        let [ours, theirs] = columns;
        format!("{first:<4}{ours:>COLUMN$}{theirs:>COLUMN$}")
    };
    let points = |totals: [i32; 2]| totals.map(|points| points.to_string());
    let mut lines = vec![line("", Team::ALL.map(|team| say::team_short(lang, team, frame.rules.players)))];
    let mut totals = [0_i32; 2];
    for (round, sheets) in sheets.iter().enumerate() {
        let scores = Team::ALL.map(|team| sheets[team].total());
        totals = [totals[0].saturating_add(scores[0]), totals[1].saturating_add(scores[1])];
        lines.push(line(&(round + 1).to_string(), points(scores)));
    }
    let total = line("=", points(totals));
    format!("{}\n{total}", newest(&lines, most).join("\n"))
}

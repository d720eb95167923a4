//! The rounds of a game: what each brought, and the sheet of any of them. Must never be given a round that is still in
//! play.

use super::frame::{Frame, block, newest};
use super::{Choice, Menu, Panel, Row};
use crate::discord::click::{AfterVerb, Verb};
use crate::engine::{ByTeam, Sheet, Team};
use crate::i18n::{say, sheet};

/// Discord's limit for the choices of a menu.
const CHOICES: usize = 25;

/// All rounds of the game so far, one line each, their totals, and a menu for the sheet of one.
pub fn panel(frame: &Frame, sheets: &[ByTeam<Sheet>]) -> Panel {
    Panel { content: block(&totals(frame, sheets, 1800)), components: menu(frame, sheets, None), ..Panel::default() }
}

/// The sheets of one round, counted from 1, and a way to the others: nothing if there is none of this number.
pub fn sheets_of(frame: &Frame, sheets: &[ByTeam<Sheet>], number: usize) -> Option<Panel> {
    let (earlier, rest) = sheets.split_at_checked(number.checked_sub(1)?)?;
    let both = rest.first()?;
    let before =
        ByTeam::from_fn(|team| earlier.iter().fold(0_i32, |total, sheets| total.saturating_add(sheets[team].total())));
    let heading = format!("**{}**", frame.lang.say("rounds-round", &[("round", number.into())]));
    let sheets_text = block(&sheet::sheets(&frame.board(), both, &before, frame.rules.players));
    Some(Panel {
        content: format!("{heading}\n{sheets_text}"),
        components: menu(frame, sheets, Some(number)),
        ..Panel::default()
    })
}

/// The newest rounds to choose from, beside the one that is shown; of which a way leads back to all.
fn menu(frame: &Frame, sheets: &[ByTeam<Sheet>], shown: Option<usize>) -> Vec<Row> {
    let lang = frame.lang;
    let all = shown.map(|_| Choice::new(&lang.word("button-rounds"), "0"));
    let choice = |(index, sheets): (usize, &ByTeam<Sheet>)| {
        let number = index + 1;
        let [ours, theirs] = Team::ALL
            .map(|team| format!("{} {}", say::team_short(lang, team, frame.rules.players), sheets[team].total()));
        let label = lang.say("rounds-round", &[("round", number.into())]);
        Choice::new(&label, number.to_string()).described(&format!("{ours} · {theirs}"))
    };
    let numbered = sheets.iter().enumerate().rev().filter(|(index, _)| Some(index + 1) != shown);
    let choices: Vec<Choice> = all.into_iter().chain(numbered.map(choice)).take(CHOICES).collect();
    if choices.is_empty() {
        return Vec::new();
    }
    let id = frame.id(Verb::After(AfterVerb::SheetOf));
    vec![Row::menu(Menu::new(id, lang.word("rounds-choose"), choices))]
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

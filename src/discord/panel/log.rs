//! What happened this round, page by page, the newest first. Must never be given more than its reader may know.

use super::frame::{Frame, newest};
use super::{Button, Panel, Row, Style};
use crate::discord::click::{AfterVerb, BoardVerb, Verb};

/// The most characters of a page.
const MOST: usize = 1850;

/// A page of the log, from lines told with the names for text: 0 is the newest, beyond the last is the last. After the
/// first round there is a way to what came of the others.
pub fn panel(frame: &Frame, lines: &[String], page: u16) -> Panel {
    let lang = frame.lang;
    let Page { number, kept, has_earlier } = Page::of(lines, page);
    let heading = format!("**{}**", lang.say("log-heading", &[("round", frame.round.into())]));
    let more = has_earlier.then(|| "…".to_owned());
    let nothing = lines.is_empty().then(|| lang.word("log-nothing"));
    let text: Vec<String> = std::iter::once(heading).chain(more).chain(kept).chain(nothing).collect();
    let turn =
        |page: u16, key: &str| frame.button(Verb::Board(BoardVerb::LogPage(page)), lang.word(key), Style::Secondary);
    let mut buttons: Vec<Button> = Vec::new();
    if has_earlier || number > 0 {
        buttons.push(turn(number.saturating_add(1), "button-page-back").on_if(has_earlier));
        // Off on the newest page: its number is one that no other button has.
        buttons.push(turn(number.checked_sub(1).unwrap_or(u16::MAX), "button-page-on").on_if(number > 0));
    }
    let rounds = frame.button(Verb::After(AfterVerb::Rounds), lang.word("button-rounds"), Style::Secondary);
    buttons.extend((frame.round > 1).then_some(rounds));
    let rows = (!buttons.is_empty()).then(|| Row::buttons(buttons));
    Panel { content: text.join("\n"), components: rows.into_iter().collect(), ..Panel::default() }
}

struct Page {
    number: u16,
    kept: Vec<String>,
    has_earlier: bool,
}

impl Page {
    fn of(lines: &[String], wanted: u16) -> Self {
        let mut rest = lines;
        let mut number = 0;
        loop {
            let kept = newest(rest, MOST);
            let (earlier, _) = rest.split_at(rest.len() - kept.len());
            if number == wanted || earlier.is_empty() {
                return Self { number, kept, has_earlier: !earlier.is_empty() };
            }
            (rest, number) = (earlier, number + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_pages_hold_every_line_once() {
        let lines: Vec<String> = (0..500).map(|line| format!("{line} did {}", "x".repeat(line % 90))).collect();
        let mut all: Vec<String> = Vec::new();
        for wanted in 0.. {
            let page = Page::of(&lines, wanted);
            assert_eq!(page.number, wanted);
            all.splice(0..0, page.kept);
            if !page.has_earlier {
                assert!(wanted > 5);
                assert_eq!(Page::of(&lines, u16::MAX).number, wanted, "beyond the last is the last");
                break;
            }
        }
        assert_eq!(all, lines);
        assert!(Page::of(&[], 3).kept.is_empty());
    }
}

//! What happened this round, the newest kept. Must never be given more than its reader may know.

use super::frame::{Frame, newest};
use super::{Panel, Row, Style};
use crate::discord::click::{AfterVerb, Verb};

/// The log, from lines told with the names for text, and after the first round a way to what came of the others.
pub fn panel(frame: &Frame, lines: &[String]) -> Panel {
    let heading = format!("**{}**", frame.lang.say("log-heading", &[("round", frame.round.into())]));
    let kept = newest(lines, 1850);
    let more = (kept.len() < lines.len()).then(|| "…".to_owned());
    let nothing = lines.is_empty().then(|| frame.lang.word("log-nothing"));
    let text: Vec<String> = std::iter::once(heading).chain(more).chain(kept).chain(nothing).collect();
    let sheet = frame.button(Verb::After(AfterVerb::Rounds), frame.lang.word("button-rounds"), Style::Secondary);
    let rows = (frame.round > 1).then(|| Row::buttons([sheet]));
    Panel { content: text.join("\n"), components: rows.into_iter().collect(), ..Panel::default() }
}

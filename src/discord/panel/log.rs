//! What happened this round, the newest kept. Must never be given more than its reader may know.

use super::Panel;
use super::frame::{Frame, newest};

/// The log, from lines told with the names for text.
pub fn panel(frame: &Frame, lines: &[String]) -> Panel {
    let heading = format!("**{}**", frame.lang.say("log-heading", &[("round", frame.round.into())]));
    let kept = newest(lines, 1850);
    let more = (kept.len() < lines.len()).then(|| "…".to_owned());
    let nothing = lines.is_empty().then(|| frame.lang.word("log-nothing"));
    let text: Vec<String> = std::iter::once(heading).chain(more).chain(kept).chain(nothing).collect();
    Panel { content: text.join("\n"), ..Panel::default() }
}

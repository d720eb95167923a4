//! A table that was ended in the middle of a round: how it stood, and what had been won. Must never be given more than
//! the public knows: the hands stay secret.

use super::frame::{Frame, block};
use super::rounds;
use super::{Panel, Row};
use crate::discord::click::BoardVerb;
use crate::engine::{ByTeam, Public, Sheet};
use crate::i18n::board;

/// The table message of a table that has ended. Nobody is pinged.
pub fn panel(frame: &Frame, public: &Public, sheets: &[ByTeam<Sheet>]) -> Panel {
    let lang = frame.lang;
    let number = lang.say("table-number", &[("number", frame.table.0.into())]);
    let heading = format!("{number} · {}", board::heading(&frame.board(), public));
    let mut lines = vec![heading, frame.ended_line()];
    lines.push(block(&board::body(&frame.board(), public, None)));
    // What the rest leaves of the message: the board of the worst table takes half of it.
    lines.extend((!sheets.is_empty()).then(|| block(&rounds::totals(frame, sheets, 600))));
    let row = Row::buttons([frame.inform(BoardVerb::Log), frame.inform(BoardVerb::Rules)]);
    Panel { content: lines.join("\n"), components: vec![row], ..Panel::default() }
}

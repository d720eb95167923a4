//! Ending a table is asked once more: a game may be in play. Must never end anything.

use super::frame::Frame;
use super::{Panel, Row, Style};
use crate::discord::click::{BoardVerb, Verb};

/// Whether the table is really to be ended, for the one who asked for it alone.
pub fn panel(frame: &Frame) -> Panel {
    let lang = frame.lang;
    let end = frame.button(Verb::Board(BoardVerb::End), lang.word("button-end"), Style::Danger);
    let keep = frame.inform(BoardVerb::KeepPlaying);
    Panel {
        content: lang.say("end-question", &[("number", frame.table.0.into())]),
        components: vec![Row::buttons([end, keep])],
        ..Panel::default()
    }
}

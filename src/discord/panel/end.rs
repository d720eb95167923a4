//! Ending a table is asked once more: a game may be in play. Must never end anything.

use super::frame::Frame;
use super::{Panel, Row, Style};
use crate::discord::click::{BoardVerb, Verb};
use crate::table::{Phase, Table};

/// Whether the table is really to be ended, for the one who asked for it alone.
pub fn panel(frame: &Frame, table: &Table) -> Panel {
    let lang = frame.lang;
    let (question, end, keep) = match table.phase {
        Phase::Lobby => ("end-question-lobby", "button-end-lobby", "button-keep-lobby"),
        _ => ("end-question", "button-end", "button-keep-playing"),
    };
    let end = frame.button(Verb::Board(BoardVerb::End), lang.word(end), Style::Danger);
    let keep = frame.button(Verb::Board(BoardVerb::KeepPlaying), lang.word(keep), Style::Secondary);
    Panel {
        content: lang.say(question, &[("number", table.id.0.into())]),
        components: vec![Row::buttons([end, keep])],
        ..Panel::default()
    }
}

//! Canasta in a terminal: [`play`] at one keyboard against the computer, [`replay`] of a record, and the [`arena`] of
//! computer players.
//! Everything is read from a `BufRead` and written to a `Write`. Must never hold a rule, nor a word of a language.

mod arena;
mod ask;
mod input;
mod menu;
mod play;
mod record;
mod replay;
mod setup;

use std::io;

use thiserror::Error;

use crate::i18n::{board as panel, sheet};

pub use arena::{Bout, arena};
pub use play::play;
pub use replay::replay;
pub use setup::{Setup, Wishes};

/// Why the terminal can't go on.
#[derive(Debug, Error)]
pub enum Failure {
    /// The reason, in words for the person who called.
    #[error("{0}")]
    Told(String),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// The reader of the output has gone, as `head` does: nothing to complain about.
    pub fn is_reader_gone(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

type Done = Result<(), Failure>;

//! The record of a game in a file, written step by step, so that a crash loses nothing. Must never be read back here.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::engine::notation::{Step, Transcript};
use crate::engine::{Rules, Seat};

/// A file that is always a whole transcript.
pub(super) struct Record {
    file: File,
}

impl Record {
    /// Begins a record; a file of that name is written over.
    pub(super) fn create(path: &Path, rules: &Rules, first_dealer: Seat) -> io::Result<Self> {
        let mut file = File::create(path)?;
        // A transcript without steps is its head.
        file.write_all(Transcript::new(*rules, first_dealer).to_string().as_bytes())?;
        Ok(Self { file })
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: &Step) -> io::Result<()> {
        self.file.write_all(format!("{step}\n").as_bytes())
    }
}

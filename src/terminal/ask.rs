//! Talking to the people at the keyboard: texts out, lines in. Must never know the game.

use std::io::{self, BufRead, Write};

/// A keyboard and a screen.
pub(super) struct Console<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> Console<R, W> {
    pub(super) const fn new(input: R, output: W) -> Self {
        Self { input, output }
    }

    /// Shows a text on lines of its own.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Wipes the screen and what can be scrolled back to.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        write!(self.output, "\x1b[2J\x1b[3J\x1b[H")
    }

    /// The next line typed; none at the end of the input. What is no UTF-8 comes as replacement characters.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

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

    /// Shows a text on lines of its own, sentences broken between words.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        text.split('\n').try_for_each(|line| writeln!(self.output, "{}", broken(line)))
    }

    /// Shows a text as it is.
    pub(super) fn show_exactly(&mut self, text: &str) -> io::Result<()> {
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

/// Most terminals are 80 wide.
const WIDTH: usize = 78;

/// A line, broken between words where it is too long; what follows is indented as the line was.
fn broken(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
    let mut whole = indent.clone();
    let mut width = indent.chars().count();
    for (number, word) in line.split_whitespace().enumerate() {
        let more = word.chars().count();
        if number > 0 && width + 1 + more > WIDTH {
            whole.push('\n');
            whole.push_str(&indent);
            width = indent.chars().count();
        } else if number > 0 {
            whole.push(' ');
            width += 1;
        }
        whole.push_str(word);
        width += more;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_words() {
        assert_eq!(broken(" K  Q Q   2"), " K  Q Q   2");
        let word = "abcdefghi ";
        let nine = word.repeat(9);
        assert_eq!(broken(&format!("  {nine}")), format!("  {}\n  abcdefghi abcdefghi", word.repeat(7).trim_end()));
        let long = "x".repeat(100);
        assert_eq!(broken(&long), long);
    }
}

//! Cards, actions, positions and transcripts as text: the language of tests, recordings and storage.
//! Whatever is printed can be read back. Must never know a spoken language: words for players are in `i18n`.
//!
//! Ranks are `3 4 5 6 7 8 9 T J Q K A 2`, suits `c d h s`, the joker is `*`: `Kh` is the king of hearts.

mod cards;
mod position;
mod transcript;
mod words;

use thiserror::Error;

pub use cards::{parse_card, parse_cards};
pub use position::{parse_position, print_position};
pub use transcript::{ReplayError, Step, Transcript};
pub use words::{parse_action, parse_rules, parse_seat, print_action, print_rules, rank_letter, seat_letter};

/// Why a text could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("expected {expected}, found '{found}'")]
    Unexpected { expected: &'static str, found: String },
    #[error("expected {expected}, found the end of the line")]
    Missing { expected: &'static str },
    #[error("more than fifteen cards of one kind")]
    TooManyOfAKind,
    #[error("more cards of a rank than two packs hold")]
    TooManyOfARank,
    #[error("a pack has 108 cards: every card twice and four jokers")]
    NotAPack,
    #[error("the naturals of a meld have one rank")]
    MixedRanks,
    #[error("{0}")]
    BadOption(#[from] super::rules::BadOption),
    #[error("{0}")]
    Unplayable(#[from] super::rules::Unplayable),
}

type Parsed<T> = Result<T, ParseError>;

/// A word of a line, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(self, problem: Problem) -> ParseError {
        ParseError { line: self.line, column: self.column, problem }
    }

    fn unexpected(self, expected: &'static str) -> ParseError {
        let problem = if self.text.is_empty() {
            Problem::Missing { expected }
        } else {
            Problem::Unexpected { expected, found: self.text.chars().take(20).collect() }
        };
        self.error(problem)
    }

    /// The part of this word from a character on.
    fn skip(self, skip: usize) -> Self {
        let text = self.text.char_indices().nth(skip).map_or("", |(at, _)| &self.text[at..]);
        Self { text, line: self.line, column: self.column + skip }
    }

    fn number<T: std::str::FromStr>(self, expected: &'static str) -> Parsed<T> {
        self.text.parse().map_err(|_| self.unexpected(expected))
    }
}

/// The words of one line, one after the other.
#[derive(Clone, Debug)]
struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    fn new(line: usize, text: &'a str) -> Self {
        Self { rest: text, line, column: 1 }
    }

    fn skip_blanks(&mut self) {
        let trimmed = self.rest.trim_start();
        self.column += self.rest[..self.rest.len() - trimmed.len()].chars().count();
        self.rest = trimmed;
    }

    /// The next word; an empty one at the end of the line.
    fn next(&mut self) -> Word<'a> {
        self.skip_blanks();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let word = Word { text: &self.rest[..end], line: self.line, column: self.column };
        self.column += word.text.chars().count();
        self.rest = &self.rest[end..];
        word
    }

    /// The words left.
    fn all(&mut self) -> Vec<Word<'a>> {
        std::iter::from_fn(|| Some(self.next()).filter(|word| !word.text.is_empty())).collect()
    }

    fn end(&mut self) -> Parsed<()> {
        let word = self.next();
        if word.text.is_empty() { Ok(()) } else { Err(word.unexpected("the end of the line")) }
    }
}

/// The lines of a text that say something: comments begin with `#`.
fn lines(text: &str) -> impl Iterator<Item = Words<'_>> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line.split_once('#').map_or(line, |(before, _)| before)))
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| Words::new(number, line))
}

//! A typed line: a number, a command, or an action in the notation, with the friendlier spellings that people use
//! (`discard 10`, `meld k k k 2`). Must never know what is legal.

use crate::engine::Action;
use crate::engine::notation::{ParseError, parse_action};

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Nothing,
    Number(usize),
    Act(Action),
    Help,
    Rules { explained: bool },
    Hint,
    Table,
    Quit,
}

/// A line that was not understood: at which character, from 1, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misread {
    pub(super) column: usize,
    pub(super) error: ParseError,
}

pub(super) fn read(line: &str) -> Result<Typed, Misread> {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(match words.as_slice() {
        [] => Typed::Nothing,
        ["help" | "h" | "?"] => Typed::Help,
        ["rules"] => Typed::Rules { explained: false },
        ["rules", "help"] => Typed::Rules { explained: true },
        ["hint"] => Typed::Hint,
        ["table"] => Typed::Table,
        ["quit" | "exit" | "q"] => Typed::Quit,
        [number] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Typed::Number(number.parse().unwrap_or(usize::MAX))
        }
        _ => Typed::Act(action(line)?),
    })
}

fn action(line: &str) -> Result<Action, Misread> {
    let spelled = Spelled::of(line);
    parse_action(&spelled.text).map_err(|error| {
        let end = line.trim_end().chars().count() + 1;
        let column = spelled.columns.get(error.column.saturating_sub(1)).copied().unwrap_or(end);
        Misread { column, error }
    })
}

/// A line in the spelling of the notation, and where each of its characters stood in the line as typed.
struct Spelled {
    text: String,
    columns: Vec<usize>,
}

impl Spelled {
    fn of(line: &str) -> Self {
        let mut spelled = Self { text: String::new(), columns: Vec::new() };
        let mut words = words(line).into_iter();
        let Some(verb) = words.next() else { return spelled };
        for (column, letter) in verb {
            letter.to_lowercase().for_each(|letter| spelled.push(column, letter));
        }
        let names_cards = matches!(spelled.text.as_str(), "take" | "meld" | "discard");
        let mut before = Vec::new();
        for word in words {
            let word = if names_cards { card_letters(&word) } else { lower_case(&word) };
            if !(names_cards && joins(&before, &word)) {
                spelled.push(word.first().map_or(0, |(column, _)| column.saturating_sub(1)), ' ');
                before.clear();
            }
            for &(column, letter) in &word {
                spelled.push(column, letter);
            }
            before.extend(word);
        }
        spelled
    }

    fn push(&mut self, column: usize, letter: char) {
        self.text.push(letter);
        self.columns.push(column);
    }
}

type Letters = Vec<(usize, char)>;

/// The words of a line, each letter with its place from 1.
fn words(line: &str) -> Vec<Letters> {
    let letters: Letters = line.chars().enumerate().map(|(at, letter)| (at + 1, letter)).collect();
    letters
        .split(|(_, letter)| letter.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(<[(usize, char)]>::to_vec)
        .collect()
}

fn lower_case(word: &Letters) -> Letters {
    word.iter().flat_map(|&(column, letter)| letter.to_lowercase().map(move |lower| (column, lower))).collect()
}

/// `10` is `T`, ranks are capitals, a joker has its own sign.
fn card_letters(word: &Letters) -> Letters {
    let column = word.first().map_or(1, |(column, _)| *column);
    let lower: String = word.iter().flat_map(|(_, letter)| letter.to_lowercase()).collect();
    if matches!(lower.as_str(), "joker" | "jokers") {
        return vec![(column, '*')];
    }
    let mut spelled = Letters::new();
    let mut letters = word.iter().copied().peekable();
    while let Some((column, letter)) = letters.next() {
        let letter = match letter {
            '1' if letters.next_if(|(_, next)| *next == '0').is_some() => 'T',
            '★' => '*',
            't' | 'j' | 'q' | 'k' | 'a' => letter.to_ascii_uppercase(),
            other => other,
        };
        spelled.push((column, letter));
    }
    spelled
}

/// `K K K 2` is one meld: a word of the rank of the word before, or one wild card, belongs to it.
fn joins(before: &[(usize, char)], word: &[(usize, char)]) -> bool {
    let Some((_, rank)) = before.first() else { return false };
    let wild = |letter: char| matches!(letter, '2' | '*');
    match word {
        [(_, only)] if wild(*only) => true,
        _ => !wild(*rank) && word.iter().all(|(_, letter)| letter == rank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::notation::print_action;

    fn understood(line: &str) -> String {
        match read(line) {
            Ok(Typed::Act(action)) => print_action(&action),
            Ok(other) => format!("{other:?}"),
            Err(misread) => format!("{} {}", misread.column, misread.error.problem),
        }
    }

    #[test]
    fn people_spell_as_they_like() {
        for (typed, meant) in [
            ("draw", "draw"),
            ("  Draw ", "draw"),
            ("discard 10", "discard T"),
            ("discard t", "discard T"),
            ("DISCARD k", "discard K"),
            ("discard joker", "discard *"),
            ("meld kkk 99★", "meld KKK 99*"),
            ("meld k k k 2  9 9 9", "meld KKK2 999"),
            ("meld 10 10 10", "meld TTT"),
            ("meld 101010 k+2", "meld TTT K+2"),
            ("meld 2 2 2 2 2 * *", "meld 22222**"),
            ("meld KKK 22222**", "meld KKK 22222**"),
            ("take q+", "take Q+"),
            ("Answer YES", "answer yes"),
            ("12", "Number(12)"),
            ("99999999999999999999999", "Number(18446744073709551615)"),
            ("", "Nothing"),
            ("Rules help", "Rules { explained: true }"),
            ("Q", "Quit"),
        ] {
            assert_eq!(understood(typed), meant, "{typed}");
        }
    }

    #[test]
    fn a_mistake_is_shown_where_it_was_typed() {
        for (typed, column) in
            [("melt KKK", 1), ("  meld 101010x", 14), ("meld K K K x", 12), ("discard", 8), ("answer maybe", 8)]
        {
            assert_eq!(read(typed).map_err(|misread| misread.column), Err(column), "{typed}");
        }
    }
}

//! Names as people chose them, made safe to show: without characters that can't be seen or turn the text around, cut to
//! twelve clusters, and escaped for where they stand. Must never trust a name.

use unicode_segmentation::UnicodeSegmentation;

use crate::engine::{BySeat, Seat};
use crate::i18n::{Lang, say};
use crate::table::Table;

/// How many clusters of a name are shown.
const LONGEST: usize = 12;
/// Beyond this, one cluster is a pile of marks.
const LONGEST_CLUSTER: usize = 8;

/// How the players are called, for each place where a name can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// For labels and placeholders, which show what they hold.
    pub plain: say::Names,
    /// For text, where marks would be read as markup.
    pub text: say::Names,
    /// For blocks of code.
    pub block: say::Names,
}

impl Names {
    /// The names at a table; a computer player is called by its place, and so is a seat without anybody.
    pub fn of(lang: Lang, table: &Table) -> Self {
        Self::new(&raw(lang, table))
    }

    /// Raw names made safe.
    pub fn new(raw: &BySeat<String>) -> Self {
        let plain = BySeat::from_fn(|seat| clean(&raw[seat]));
        let text = BySeat::from_fn(|seat| escape(&plain[seat]));
        let block = BySeat::from_fn(|seat| in_block(&plain[seat]));
        Self { plain, text, block }
    }
}

/// The names at a table as people chose them.
pub fn raw(lang: Lang, table: &Table) -> BySeat<String> {
    BySeat::from_fn(|seat: Seat| match (&table.seats[seat], table.computers[seat]) {
        (Some(member), _) => member.name.clone(),
        (None, computer) => say::without_member(lang, seat, computer.is_some()),
    })
}

/// A name as it may be stored and shown in a label.
pub fn clean(raw: &str) -> String {
    let seen: String = raw.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let seen: String = seen.chars().filter(|letter| !is_hidden(*letter)).collect();
    let seen = seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut clusters = seen.graphemes(true).map(|cluster| {
        let end = cluster.char_indices().nth(LONGEST_CLUSTER).map_or(cluster.len(), |(at, _)| at);
        &cluster[..end]
    });
    let (begin, rest): (String, Vec<&str>) =
        (clusters.by_ref().take(LONGEST - 1).collect(), clusters.take(2).collect());
    match rest[..] {
        [] if begin.trim_end().is_empty() => "?".to_owned(),
        [] => begin.trim_end().to_owned(),
        [last] => format!("{begin}{last}").trim_end().to_owned(),
        _ => format!("{}…", begin.trim_end()),
    }
}

/// Control characters, marks that turn the text around, and what takes no room. What joins clusters stays.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{e0000}'..='\u{e0fff}')
}

/// A raw name made safe for text.
pub fn in_text(raw: &str) -> String {
    escape(&clean(raw))
}

/// A clean name in a text: no mark in it is markup, a mention or a link.
pub fn escape(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            letter if letter.is_ascii_punctuation() && !matches!(letter, '@' | '.' | ',' | '\'') => {
                text.push('\\');
                text.push(letter);
            }
            // A mention needs its mark right before the word.
            '@' => text.push_str("@\u{200b}"),
            letter => text.push(letter),
        }
    }
    text
}

/// A clean name in a block of code: nothing there ends the block.
fn in_block(name: &str) -> String {
    name.replace('`', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_go_and_long_names_are_cut() {
        assert_eq!(clean("Ana"), "Ana");
        assert_eq!(clean("  a\n\tb  "), "a b");
        assert_eq!(clean("ab\u{202e}cd\u{200b}\u{0}\u{feff}"), "abcd");
        assert_eq!(clean("abcdefghijkl"), "abcdefghijkl");
        assert_eq!(clean("abcdefghijklm"), "abcdefghijk…");
        assert_eq!(clean(&clean("abcdefghij klm")), "abcdefghij…");
        assert_eq!(clean("👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦");
        assert_eq!(clean("\u{202e}\u{200b}"), "?");
        assert_eq!(clean(&format!("a{}", "\u{301}".repeat(50))).chars().count(), LONGEST_CLUSTER);
    }

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(escape("*_~`|>"), "\\*\\_\\~\\`\\|\\>");
        assert_eq!(escape("<@123>"), "\\<@\u{200b}123\\>");
        assert_eq!(escape("@everyone"), "@\u{200b}everyone");
        assert_eq!(escape("http://a.b"), "http\\:\\/\\/a.b");
        assert_eq!(in_block("a```b"), "a'''b");
    }
}

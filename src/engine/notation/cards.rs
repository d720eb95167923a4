//! Cards as text, and how they are stored: as that text. `Debug` of cards stays silent, so that no hand can slip into
//! a log or a panic text; `Display` is for those who are shown the cards.

use std::fmt::{self, Debug, Display, Formatter};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{Parsed, Problem, Word, words::rank_letter};
use crate::engine::card::{Card, Rank, Suit};
use crate::engine::cards::{Cards, Counts};
use crate::engine::pack::Pack;
use crate::engine::stack::Stack;

const SUIT_LETTERS: [char; 4] = ['c', 'd', 'h', 's'];

pub(super) fn rank_of(letter: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|&rank| rank_letter(rank) == letter)
}

fn suit_of(letter: char) -> Option<Suit> {
    Suit::ALL.into_iter().zip(SUIT_LETTERS).find(|&(_, own)| own == letter).map(|(suit, _)| suit)
}

/// A card, or a rank whose suit is not said.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Card(Card),
    Rank(Rank),
}

/// The cards of a word, one after the other; suits may be left out.
pub(super) fn named_cards(word: Word<'_>) -> Parsed<Vec<Named>> {
    let mut all = Vec::new();
    let mut letters = word.text.chars().enumerate().peekable();
    while let Some((at, letter)) = letters.next() {
        let rank = rank_of(letter).ok_or_else(|| word.skip(at).unexpected("a rank (3 to 9, T J Q K A 2) or *"))?;
        let suit = letters.peek().and_then(|&(_, letter)| suit_of(letter)).filter(|_| rank != Rank::Joker);
        if suit.is_some() {
            letters.next();
        }
        all.push(match (rank, suit) {
            (Rank::Joker, _) => Named::Card(Card::JOKER),
            (_, Some(suit)) => Named::Card(Card::new(rank, suit)),
            (_, None) => Named::Rank(rank),
        });
    }
    Ok(all)
}

/// The cards of a word, every one with its suit.
pub(super) fn full_cards(word: Word<'_>) -> Parsed<Vec<Card>> {
    let cards = named_cards(word)?.into_iter();
    let full: Option<Vec<Card>> = cards
        .map(|named| match named {
            Named::Card(card) => Some(card),
            Named::Rank(_) => None,
        })
        .collect();
    full.ok_or_else(|| word.unexpected("every card with its suit (c d h s)"))
}

fn word(text: &str) -> Word<'_> {
    Word { text, line: 1, column: 1 }
}

/// Reads one card: `Kh`, `*`.
///
/// # Errors
/// If the text is not one card.
pub fn parse_card(text: &str) -> Parsed<Card> {
    match full_cards(word(text))?.as_slice() {
        [card] => Ok(*card),
        _ => Err(word(text).unexpected("one card")),
    }
}

/// Reads cards: `KhKd2c*`.
///
/// # Errors
/// If the text is not cards with their suits, or more than fifteen of a kind.
pub fn parse_cards(text: &str) -> Parsed<Cards> {
    let mut cards = Cards::EMPTY;
    for card in full_cards(word(text))? {
        if !cards.insert(card) {
            return Err(word(text).error(Problem::TooManyOfAKind));
        }
    }
    Ok(cards)
}

impl Display for Card {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", rank_letter(self.rank()))?;
        self.suit().map_or(Ok(()), |suit| write!(f, "{}", SUIT_LETTERS[suit as usize]))
    }
}

fn display<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    cards.into_iter().map(Card::to_string).collect()
}

impl Display for Rank {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", rank_letter(*self))
    }
}

fn parse_rank(text: &str) -> Parsed<Rank> {
    super::words::rank_of(word(text))
}

impl Display for Cards {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl Display for Stack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&display(self.cards()))
    }
}

impl Display for Pack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&display(self.cards()))
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.ranks().try_for_each(|(rank, n)| (0..n).try_for_each(|_| write!(f, "{}", rank_letter(rank))))
    }
}

impl Debug for Card {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Card")
    }
}

impl Debug for Cards {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Cards({})", self.len())
    }
}

impl Debug for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Counts({})", self.total())
    }
}

impl Debug for Stack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Stack({})", self.len())
    }
}

impl Debug for Pack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Pack")
    }
}

fn parse_pack(text: &str) -> Parsed<Pack> {
    pack_of(word(text))
}

/// A whole pack in one word.
pub(super) fn pack_of(word: Word<'_>) -> Parsed<Pack> {
    Pack::from_cards(&full_cards(word)?).ok_or_else(|| word.error(Problem::NotAPack))
}

fn parse_stack(text: &str) -> Parsed<Stack> {
    let cards = full_cards(word(text))?;
    if cards.len() > Pack::SIZE { Err(word(text).error(Problem::NotAPack)) } else { Ok(cards.into_iter().collect()) }
}

/// Reads counts: ranks without suits.
pub(super) fn counts_of(word: Word<'_>) -> Parsed<Counts> {
    let mut counts = Counts::default();
    for named in named_cards(word)? {
        let rank = match named {
            Named::Card(card) => card.rank(),
            Named::Rank(rank) => rank,
        };
        if usize::from(counts.total()) >= Pack::SIZE {
            return Err(word.error(Problem::TooManyOfARank));
        }
        counts = counts.with(rank, 1);
    }
    Ok(counts)
}

fn parse_counts(text: &str) -> Parsed<Counts> {
    counts_of(word(text))
}

macro_rules! stored_as_text {
    ($type:ty, $parse:path) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $parse(&text).map_err(D::Error::custom)
            }
        }
    };
}

stored_as_text!(Rank, parse_rank);
stored_as_text!(Card, parse_card);
stored_as_text!(Cards, parse_cards);
stored_as_text!(Counts, parse_counts);
stored_as_text!(Stack, parse_stack);
stored_as_text!(Pack, parse_pack);

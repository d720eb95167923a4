//! Seats, rules, placements and actions as text.

use super::cards::{Named, counts_of, named_cards};
use super::{ParseError, Parsed, Problem, Word, Words};
use crate::engine::action::Action;
use crate::engine::card::Rank;
use crate::engine::meld::{Placement, WILD};
use crate::engine::rules::{RuleSet, Rules};
use crate::engine::seat::Seat;

/// The letter of a rank.
pub const fn rank_letter(rank: Rank) -> char {
    const LETTERS: [char; Rank::COUNT] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', '*'];
    LETTERS[rank.index()]
}

/// The letter of a seat.
pub const fn seat_letter(seat: Seat) -> char {
    ['N', 'E', 'S', 'W'][seat as usize]
}

/// Reads a seat: `N`, `E`, `S` or `W`.
///
/// # Errors
/// If the text is none of these.
pub fn parse_seat(text: &str) -> Parsed<Seat> {
    seat_of(Word { text, line: 1, column: 1 })
}

pub(super) fn seat_of(word: Word<'_>) -> Parsed<Seat> {
    let named = |seat: &Seat| word.text.chars().eq([seat_letter(*seat)]);
    Seat::ALL.into_iter().find(named).ok_or_else(|| word.unexpected("a seat (N E S W)"))
}

pub(super) fn rank_of(word: Word<'_>) -> Parsed<Rank> {
    match counts_of(word)?.ranks().collect::<Vec<_>>().as_slice() {
        [(rank, 1)] => Ok(*rank),
        _ => Err(word.unexpected("one rank")),
    }
}

/// Reads rules: a rule set and the options changed from it, `wild players=2 drawn=2`.
///
/// # Errors
/// If a name or value is unknown, or the rules can't be played.
pub fn parse_rules(text: &str) -> Parsed<Rules> {
    rules_of(&mut Words::new(1, text))
}

pub(super) fn rules_of(words: &mut Words<'_>) -> Parsed<Rules> {
    let first = words.next();
    let set = RuleSet::by_name(first.text).ok_or_else(|| first.unexpected("a rule set"))?;
    let changes = words.all();
    let players = if changes.iter().any(|word| word.text == "players=2") { 2 } else { 4 };
    let mut rules = set.rules(players);
    for word in changes {
        let (key, value) = word.text.split_once('=').ok_or_else(|| word.unexpected("option=value"))?;
        rules.set(key, value).map_err(|bad| word.error(bad.into()))?;
    }
    rules.validate().map_err(|unplayable| first.error(unplayable.into()))?;
    Ok(rules)
}

/// The shortest text that [`parse_rules`] reads as these rules.
pub fn print_rules(rules: &Rules) -> String {
    let changes = |set: RuleSet| {
        let base = set.rules(rules.players);
        let changed = rules.changes_from(&base).map(|option| format!(" {}={}", option.key, option.text(rules)));
        let players = if rules.players == 2 { " players=2" } else { "" };
        (set, players, changed.collect::<Vec<String>>())
    };
    let shortest = RuleSet::ALL.into_iter().map(changes).min_by_key(|(_, _, changed)| changed.len());
    shortest.map_or_else(String::new, |(set, players, changed)| format!("{}{players}{}", set.name(), changed.concat()))
}

/// `KK2*`: two kings, a two and a joker; `K+2`: a two onto the kings; `K+`: the bare upcard; `2222***`: wild cards.
pub(super) fn placement_of(word: Word<'_>) -> Parsed<Placement> {
    let (rank, cards) = match word.text.char_indices().nth(1) {
        Some((at, '+')) => {
            let rank = rank_of(Word { text: &word.text[..at], ..word })?;
            (Some(rank), word.skip(2))
        }
        _ => (None, word),
    };
    let mut placement = Placement::naturals(rank.unwrap_or(WILD), 0);
    let mut found = rank;
    for named in named_cards(cards)? {
        let card = match named {
            Named::Card(card) => card.rank(),
            Named::Rank(rank) => rank,
        };
        let count = match card {
            Rank::Two => &mut placement.twos,
            Rank::Joker => &mut placement.jokers,
            natural if found.is_none_or(|rank| rank == natural) => {
                found = Some(natural);
                &mut placement.naturals
            }
            _ => return Err(cards.error(Problem::MixedRanks)),
        };
        *count = count.checked_add(1).ok_or_else(|| cards.error(Problem::TooManyOfARank))?;
    }
    placement.rank = found.unwrap_or(WILD);
    if placement.is_empty() && rank.is_none() {
        return Err(word.unexpected("cards"));
    }
    Ok(placement)
}

pub(super) fn print_placement(placement: Placement) -> String {
    let letter = rank_letter(placement.rank);
    let wilds = "2".repeat(usize::from(placement.twos)) + &"*".repeat(usize::from(placement.jokers));
    match placement.naturals {
        0 if placement.rank == WILD && !placement.is_empty() => wilds,
        0 => format!("{letter}+{wilds}"),
        naturals => letter.to_string().repeat(usize::from(naturals)) + &wilds,
    }
}

/// Reads an action: `draw`, `take KK 999`, `meld KK2 K+*`, `discard 4`, `ask`, `withdraw`, `answer yes`, `pass`.
///
/// # Errors
/// If the text is no action, with the place of the first word that does not fit.
pub fn parse_action(text: &str) -> Parsed<Action> {
    action_of(&mut Words::new(1, text))
}

pub(super) fn action_of(words: &mut Words<'_>) -> Parsed<Action> {
    let verb = words.next();
    let placements = |words: &mut Words<'_>| words.all().into_iter().map(placement_of).collect::<Parsed<_>>();
    let action = match verb.text {
        "draw" => Action::Draw,
        "take" => Action::TakePile(placements(words)?),
        "meld" => Action::Meld(placements(words)?),
        "discard" => Action::Discard(rank_of(words.next())?),
        "ask" => Action::AskPartner,
        "withdraw" => Action::WithdrawQuestion,
        "answer" => Action::AnswerPartner(answer_of(words.next())?),
        "pass" => Action::Pass,
        _ => return Err(verb.unexpected("draw, take, meld, discard, ask, withdraw, answer or pass")),
    };
    words.end()?;
    Ok(action)
}

fn answer_of(word: Word<'_>) -> Result<bool, ParseError> {
    match word.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(word.unexpected("yes or no")),
    }
}

/// The text of an action, as [`parse_action`] reads it.
pub fn print_action(action: &Action) -> String {
    let with = |verb: &str, placements: &[Placement]| {
        let words = placements.iter().map(|placement| format!(" {}", print_placement(*placement)));
        verb.to_owned() + &words.collect::<String>()
    };
    match action {
        Action::Draw => "draw".to_owned(),
        Action::TakePile(placements) => with("take", placements),
        Action::Meld(placements) => with("meld", placements),
        Action::Discard(rank) => format!("discard {}", rank_letter(*rank)),
        Action::AskPartner => "ask".to_owned(),
        Action::WithdrawQuestion => "withdraw".to_owned(),
        Action::AnswerPartner(true) => "answer yes".to_owned(),
        Action::AnswerPartner(false) => "answer no".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}

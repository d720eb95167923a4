//! From the words of the command line to the rules in force and the seats that people play.
//! Must never know how the command line is written.

use std::path::PathBuf;

use super::Failure;
use crate::ai::Level;
use crate::engine::notation::{parse_seat, seat_letter};
use crate::engine::{RuleSet, Rules, Seat};
use crate::i18n::{Lang, say};

/// What was asked for, in words.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The name of a rule set; none: the usual one.
    pub rules: Option<String>,
    /// How many players; none: four.
    pub players: Option<u8>,
    /// The target, in points or `one-round`.
    pub target: Option<String>,
    /// Options, each `key=value`.
    pub options: Vec<String>,
    /// How well the other seats play; none: normally.
    pub level: Option<String>,
    /// The seats that people play; none: north.
    pub seats: Vec<String>,
    /// Where chance begins; none: anywhere.
    pub seed: Option<u64>,
    /// Where the game is recorded.
    pub record: Option<PathBuf>,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) lang: Lang,
    pub(super) rules: Rules,
    pub(super) level: Level,
    pub(super) people: Vec<Seat>,
    pub(super) seed: Option<u64>,
    pub(super) record: Option<PathBuf>,
}

impl Setup {
    /// What these words come to.
    ///
    /// # Errors
    /// If a name or value is unknown, or the rules can't be played.
    pub fn new(lang: Lang, wishes: &Wishes) -> Result<Self, Failure> {
        let rules = rules(lang, wishes)?;
        let level = wishes.level.as_deref().map_or(Ok(Level::Normal), |name| level(lang, name))?;
        let people = seats(lang, &wishes.seats, rules.players)?;
        Ok(Self { lang, rules, level, people, seed: wishes.seed, record: wishes.record.clone() })
    }
}

pub(super) fn rules(lang: Lang, wishes: &Wishes) -> Result<Rules, Failure> {
    let set = match &wishes.rules {
        None => RuleSet::default(),
        Some(name) => RuleSet::by_name(&name.to_lowercase()).ok_or_else(|| {
            let sets = RuleSet::ALL.map(RuleSet::name).join(", ");
            Failure::Told(lang.say("bad-rule-set", &[("name", name.as_str().into()), ("sets", sets.into())]))
        })?,
    };
    let changes = wishes.options.iter().map(|text| key_and_value(lang, text)).collect::<Result<Vec<_>, _>>()?;
    // What a rule set deals depends on the number of players, so that comes first, however it was said.
    let by_option = changes.iter().rev().find(|(key, _)| *key == "players").and_then(|(_, value)| value.parse().ok());
    let players = by_option.or(wishes.players).unwrap_or(4);
    let mut rules = set.rules(players);
    let target = wishes.target.iter().map(|target| ("target", target.as_str()));
    for (key, value) in changes.into_iter().chain(target) {
        rules.set(key, value).map_err(|bad| Failure::Told(say::bad_option(lang, &bad)))?;
    }
    rules.validate().map_err(|unplayable| Failure::Told(say::unplayable(lang, &unplayable)))?;
    Ok(rules)
}

/// The level of a name.
pub(super) fn level(lang: Lang, name: &str) -> Result<Level, Failure> {
    Level::named(&name.to_lowercase()).ok_or_else(|| {
        let levels = Level::ALL.map(Level::name).join(", ");
        Failure::Told(lang.say("bad-level", &[("name", name.into()), ("levels", levels.into())]))
    })
}

fn key_and_value(lang: Lang, text: &str) -> Result<(&str, &str), Failure> {
    let parts = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    parts.ok_or_else(|| Failure::Told(lang.say("bad-option-form", &[("text", text.into())])))
}

fn seats(lang: Lang, texts: &[String], players: u8) -> Result<Vec<Seat>, Failure> {
    if texts.is_empty() {
        return Ok(vec![Seat::North]);
    }
    let mut people = texts.iter().map(|text| seat(lang, text, players)).collect::<Result<Vec<_>, _>>()?;
    people.sort_unstable();
    people.dedup();
    Ok(people)
}

/// A seat of this table, by its letter or its name.
pub(super) fn seat(lang: Lang, text: &str, players: u8) -> Result<Seat, Failure> {
    let wanted = text.trim();
    let by_letter = parse_seat(&wanted.to_uppercase()).ok();
    let by_name = || Seat::ALL.into_iter().find(|&seat| say::seat(lang, seat).to_lowercase() == wanted.to_lowercase());
    let found = by_letter.or_else(by_name).filter(|seat| Seat::at_table(players).any(|at_table| at_table == *seat));
    found.ok_or_else(|| {
        let seats: Vec<String> = Seat::at_table(players).map(|seat| seat_letter(seat).to_string()).collect();
        let seats = seats.join(", ");
        Failure::Told(lang.say("bad-seat", &[("seat", wanted.into()), ("seats", seats.into())]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::Target;

    fn told(wishes: &Wishes) -> String {
        Setup::new(Lang::En, wishes).map_or_else(|failure| failure.to_string(), |_| "fine".to_owned())
    }

    #[test]
    fn two_players_get_the_values_for_two() {
        let wishes = Wishes { options: vec!["players=2".to_owned()], ..Wishes::default() };
        let rules = Setup::new(Lang::En, &wishes).map(|setup| (setup.rules.dealt, setup.rules.canastas)).ok();
        assert_eq!(rules, Some((15, 2)));
    }

    #[test]
    fn everything_asked_for_is_in_force() {
        let wishes = Wishes {
            rules: Some("Wild".to_owned()),
            target: Some("one-round".to_owned()),
            options: vec!["drawn=2".to_owned()],
            seats: vec!["s".to_owned(), "North".to_owned(), "N".to_owned()],
            ..Wishes::default()
        };
        let setup = Setup::new(Lang::En, &wishes).ok();
        let expected = Rules { target: Target::OneRound, drawn: 2, ..RuleSet::Wild.rules(4) };
        assert_eq!(setup.as_ref().map(|setup| setup.rules), Some(expected));
        assert_eq!(setup.map(|setup| setup.people), Some(vec![Seat::North, Seat::South]));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let option = |text: &str| Wishes { options: vec![text.to_owned()], ..Wishes::default() };
        insta::assert_snapshot!(told(&option("drawn")), @"“drawn” should be option=value, as in drawn=2.");
        insta::assert_snapshot!(told(&option("drawn=7")), @"“7” is no value of drawn; it can be: 1 to 2.");
        insta::assert_snapshot!(told(&option("speed=7")), @"There is no option “speed”.");
        insta::assert_snapshot!(told(&option("dealt=25")), @"At most 22 cards can be dealt to each here: dealing can take 118, and the pack has 108.");
        insta::assert_snapshot!(told(&Wishes { rules: Some("poker".to_owned()), ..Wishes::default() }), @"There is no rule set “poker”; there are: classic, playout, concealed, wild.");
        let south_of_two = Wishes { players: Some(2), seats: vec!["S".to_owned()], ..Wishes::default() };
        insta::assert_snapshot!(told(&south_of_two), @"“S” is no seat of this game; the seats are N, E.");
    }
}

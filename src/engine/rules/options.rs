//! The one registry of options. Help, menus, storage, validation and random tests read it; a new option is
//! one field of [`Rules`], one entry here, and one reader. Must never know words of a language: keys name them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::{
    BlackThreeUpcard, ConcealedBy, ConcealedMinimum, EmptyStock, Freezing, LastRedThree, RedThrees, RuleSet, Rules,
    Target, TurnedOver, WildLimit, WildMelds,
};
use crate::engine::pack::Pack;

/// The values that an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these names; its value is the place in the list.
    Named(&'static [&'static str]),
    /// A whole number, ends included; zero may have a name of its own.
    Number {
        /// The smallest.
        least: u16,
        /// The largest.
        most: u16,
        /// What zero is called, where it is allowed besides.
        zero: Option<&'static str>,
    },
}

impl Values {
    /// Whether this value is one of them.
    pub fn contains(self, value: u16) -> bool {
        match self {
            Self::Named(names) => usize::from(value) < names.len(),
            Self::Number { least, most, zero } => (least..=most).contains(&value) || (value == 0 && zero.is_some()),
        }
    }

    /// The text of a value, as [`Values::parse`] reads it.
    pub fn text(self, value: u16) -> String {
        let name = match self {
            Self::Named(names) => names.get(usize::from(value)).copied(),
            Self::Number { zero, .. } => zero.filter(|_| value == 0),
        };
        name.map_or_else(|| value.to_string(), str::to_owned)
    }

    /// The value of a text; none if it is not one of the values.
    pub fn parse(self, text: &str) -> Option<u16> {
        let value = match self {
            Self::Named(names) => names.iter().position(|name| *name == text).map(|place| place as u16),
            Self::Number { zero, .. } if zero == Some(text) => Some(0),
            Self::Number { .. } => text.parse().ok(),
        };
        value.filter(|&value| self.contains(value))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(names) => f.write_str(&names.join(", ")),
            Self::Number { least, most, zero: None } => write!(f, "{least} to {most}"),
            Self::Number { least, most, zero: Some(zero) } => write!(f, "{zero}, {least} to {most}"),
        }
    }
}

/// One option: its key, its values, and the field of [`Rules`] it stands for.
pub struct OptionSpec {
    /// Lower-case words joined by hyphens; the name in storage, on the command line and in the locales.
    pub key: &'static str,
    /// The values it can have.
    pub values: Values,
    get: fn(&Rules) -> Option<u16>,
    set: fn(&mut Rules, u16),
}

impl fmt::Debug for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key, self.values)
    }
}

impl OptionSpec {
    /// The option of a key.
    pub fn by_key(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// The value in these rules; none if the field holds something the option does not offer.
    pub fn value(&self, rules: &Rules) -> Option<u16> {
        (self.get)(rules).filter(|&value| self.values.contains(value))
    }

    /// The text of the value in these rules.
    pub fn text(&self, rules: &Rules) -> String {
        self.value(rules).map_or_else(|| "?".to_owned(), |value| self.values.text(value))
    }

    /// Changes the value; false, and nothing changes, if the option does not offer it.
    pub fn set(&self, rules: &mut Rules, value: u16) -> bool {
        let offered = self.values.contains(value);
        if offered {
            (self.set)(rules, value);
        }
        offered
    }
}

macro_rules! named {
    ($key:literal, $field:ident, $($name:literal => $value:expr),+) => {
        OptionSpec {
            key: $key,
            values: Values::Named(&[$($name),+]),
            get: |rules| [$($value),+].iter().position(|value| *value == rules.$field).map(|place| place as u16),
            set: |rules, place| if let Some(value) = [$($value),+].get(usize::from(place)) { rules.$field = *value },
        }
    };
}

macro_rules! number {
    ($key:literal, $field:ident: $kind:ty, $least:literal, $most:literal) => {
        OptionSpec {
            key: $key,
            values: Values::Number { least: $least, most: $most, zero: None },
            get: |rules| Some(u16::from(rules.$field)),
            set: |rules, value| rules.$field = value as $kind,
        }
    };
}

/// Every option, in the order in which menus and help show them.
pub static OPTIONS: &[OptionSpec] = &[
    named!("players", players, "2" => 2, "4" => 4),
    OptionSpec {
        key: "target",
        values: Values::Number { least: 500, most: 20_000, zero: Some("one-round") },
        get: |rules| match rules.target {
            Target::OneRound => Some(0),
            Target::Points(points) => Some(points).filter(|&points| points > 0),
        },
        set: |rules, value| {
            rules.target = match value {
                0 => Target::OneRound,
                points => Target::Points(points),
            }
        },
    },
    number!("dealt", dealt: u8, 7, 25),
    number!("drawn", drawn: u8, 1, 2),
    named!("turned-over", turned_over,
        "wild-or-red-three" => TurnedOver::WildOrRedThree,
        "wild-or-any-three" => TurnedOver::WildOrAnyThree,
        "never" => TurnedOver::Never),
    named!("freezing", freezing,
        "wild-and-red-three" => Freezing::WildAndRedThree,
        "wild-only" => Freezing::WildOnly),
    named!("red-threes", red_threes,
        "at-the-deal" => RedThrees::AtTheDeal,
        "at-the-first-turn" => RedThrees::AtTheFirstTurn),
    named!("wild-limit", wild_limit,
        "at-most-three" => WildLimit::AtMostThree,
        "not-more-than-naturals" => WildLimit::NotMoreThanNaturals,
        "fewer-than-naturals" => WildLimit::FewerThanNaturals),
    named!("wild-melds", wild_melds, "no" => WildMelds::No, "seven-at-once" => WildMelds::SevenAtOnce),
    number!("canastas", canastas: u8, 1, 2),
    number!("going-out", going_out: u16, 0, 500),
    number!("concealed-out", concealed_out: u16, 0, 1000),
    named!("concealed-by", concealed_by, "player" => ConcealedBy::Player, "side" => ConcealedBy::Side),
    named!("mercy", mercy, "no" => false, "yes" => true),
    named!("concealed-minimum", concealed_minimum,
        "always" => ConcealedMinimum::Always,
        "after-take" => ConcealedMinimum::AfterTake,
        "never" => ConcealedMinimum::Never),
    number!("concealed-canasta", concealed_canasta: u16, 0, 500),
    named!("empty-stock", empty_stock,
        "round-ends" => EmptyStock::RoundEnds,
        "play-goes-on" => EmptyStock::PlayGoesOn),
    named!("last-red-three", last_red_three,
        "round-ends" => LastRedThree::RoundEnds,
        "turn-goes-on" => LastRedThree::TurnGoesOn),
    number!("black-three-left", black_three_left: u16, 0, 200),
    named!("black-three-upcard", black_three_upcard,
        "never" => BlackThreeUpcard::Never,
        "going-out" => BlackThreeUpcard::GoingOut),
    named!("one-card-for-one", one_card_for_one, "no" => false, "yes" => true),
];

/// Why rules can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unplayable {
    /// An option has a value that it does not offer.
    #[error("{key}: not a value of this option (allowed: {values})")]
    OutOfRange {
        /// The option.
        key: &'static str,
        /// What it offers.
        values: Values,
    },
    /// The stock could run out at the deal.
    #[error("dealing can take {need} cards, the pack has {have}")]
    TooFewCards {
        /// The cards that the deal and the first draw can take.
        need: u16,
        /// The cards of the pack.
        have: u16,
        /// The most that could be dealt to each with all other options as they are.
        dealt_at_most: u8,
    },
    /// Going out concealed would earn less than going out.
    #[error("going out concealed earns {concealed} in all, less than the {open} for going out")]
    ConcealedBelowGoingOut {
        /// Points for going out concealed.
        concealed: u16,
        /// Points for going out.
        open: u16,
    },
}

/// Why an option could not be set from text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadOption {
    /// No option has this key.
    #[error("there is no option '{0}'")]
    UnknownKey(String),
    /// The option does not offer this value.
    #[error("{key}: '{value}' is not one of its values ({values})")]
    UnknownValue {
        /// The option.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// What it offers.
        values: Values,
    },
}

impl Rules {
    /// Whether these rules can be played.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn validate(&self) -> Result<(), Unplayable> {
        if let Some(option) = OPTIONS.iter().find(|option| option.value(self).is_none()) {
            return Err(Unplayable::OutOfRange { key: option.key, values: option.values });
        }
        let (need, have) = (self.most_cards_at_the_deal(), Pack::SIZE as u16);
        if need > have {
            let fewer_each = (need - have).div_ceil(u16::from(self.players)) as u8;
            return Err(Unplayable::TooFewCards { need, have, dealt_at_most: self.dealt.saturating_sub(fewer_each) });
        }
        if self.concealed_out < self.going_out {
            return Err(Unplayable::ConcealedBelowGoingOut { concealed: self.concealed_out, open: self.going_out });
        }
        Ok(())
    }

    /// Hands, upcards and replacements in the worst order of the pack, and the first draw.
    fn most_cards_at_the_deal(&self) -> u16 {
        const WILDS: u16 = 12;
        const RED_THREES: u16 = 4;
        const BLACK_THREES: u16 = 4;
        // Each red three costs one card, whether it is turned over or replaced.
        let turned = match self.turned_over {
            TurnedOver::Never => RED_THREES,
            TurnedOver::WildOrRedThree => WILDS + RED_THREES,
            TurnedOver::WildOrAnyThree => WILDS + RED_THREES + BLACK_THREES,
        };
        u16::from(self.players) * u16::from(self.dealt) + 1 + turned + u16::from(self.drawn)
    }

    /// Sets one option from text.
    ///
    /// # Errors
    /// If there is no such option or it does not offer the value; nothing changes then.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadOption> {
        let option = OptionSpec::by_key(key).ok_or_else(|| BadOption::UnknownKey(key.to_owned()))?;
        let parsed = option.values.parse(value).ok_or_else(|| BadOption::UnknownValue {
            key: option.key,
            value: value.to_owned(),
            values: option.values,
        })?;
        option.set(self, parsed);
        Ok(())
    }

    /// The options in which these rules differ from others.
    pub fn changes_from(&self, base: &Self) -> impl Iterator<Item = &'static OptionSpec> {
        OPTIONS.iter().filter(move |option| option.value(self) != option.value(base))
    }
}

/// Stored as a map from keys to texts. An option that did not exist when the rules were stored takes the value of
/// the default rule set.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(OPTIONS.iter().map(|option| (option.key, option.text(self))))
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = std::collections::BTreeMap::<String, String>::deserialize(deserializer)?;
        let players = if stored.get("players").is_some_and(|players| players == "2") { 2 } else { 4 };
        let mut rules = RuleSet::default().rules(players);
        for (key, value) in &stored {
            rules.set(key, value).map_err(de::Error::custom)?;
        }
        rules.validate().map_err(de::Error::custom)?;
        Ok(rules)
    }
}

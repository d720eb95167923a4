//! The languages, and how a message is found in one. Must never know what a message is for.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language. A new one is a variant here, a line in each of the two matches, and its file of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
}

/// A value that goes into a message: a number, by which the language chooses its plural, or a text.
pub type Arg<'a> = FluentValue<'a>;

type Bundle = FluentBundle<FluentResource>;

/// In the order of [`Lang::ALL`].
static BUNDLES: LazyLock<[Bundle; Lang::ALL.len()]> = LazyLock::new(|| Lang::ALL.map(load));

impl Lang {
    /// All languages.
    pub const ALL: [Self; 1] = [Self::En];

    /// The code by which it is known. Of a language beside English it is also the tag by which Discord knows it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
        }
    }

    /// Its file of messages.
    pub(super) const fn messages(self) -> &'static str {
        match self {
            Self::En => include_str!("../../locales/en.ftl"),
        }
    }

    /// The message of a key (`key` or `key.attribute`). A missing message is shown as its key: players are better
    /// served by a strange word than by a table that falls over.
    pub fn say(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.find(key, args).unwrap_or_else(|faults| {
            note_fault(&faults);
            faults.shown
        })
    }

    /// A message without values.
    pub fn word(self, key: &str) -> String {
        self.say(key, &[])
    }

    fn find(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> Result<String, Faults> {
        let missing = || Faults { shown: key.to_owned(), what: format!("{}: no message '{key}'", self.code()) };
        let bundle = &BUNDLES[self as usize];
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, attribute)| (id, Some(attribute)));
        let message = bundle.get_message(id).ok_or_else(missing)?;
        let pattern = match attribute {
            None => message.value(),
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
        };
        let pattern = pattern.ok_or_else(missing)?;
        let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if errors.is_empty() {
            return Ok(text);
        }
        let what = format!("{}: '{key}': {errors:?}", self.code());
        Err(Faults { shown: text, what })
    }
}

/// What is shown of a message that has faults, and what they are.
struct Faults {
    shown: String,
    what: String,
}

fn load(lang: Lang) -> Bundle {
    let language: LanguageIdentifier = lang.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // The marks that keep right-to-left names apart show up as boxes in many terminals.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(lang.messages().to_owned()).unwrap_or_else(|(readable, errors)| {
        note_fault(&Faults { shown: String::new(), what: format!("{}: {errors:?}", lang.code()) });
        readable
    });
    // Of a key that stands twice the first counts.
    if let Err(errors) = bundle.add_resource(resource) {
        note_fault(&Faults { shown: String::new(), what: format!("{}: {errors:?}", lang.code()) });
    }
    bundle
}

#[cfg(not(test))]
fn note_fault(faults: &Faults) {
    let _ = &faults.what;
}

#[cfg(test)]
thread_local! {
    static FAULTS: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[cfg(test)]
fn note_fault(faults: &Faults) {
    FAULTS.with_borrow_mut(|all| all.push(faults.what.clone()));
}

/// The faults of this thread's messages since it was asked last.
#[cfg(test)]
pub(crate) fn take_faults() -> Vec<String> {
    FAULTS.take()
}

/// A text as a value.
pub(super) fn text<'a>(text: impl Into<Cow<'a, str>>) -> Arg<'a> {
    Arg::String(text.into())
}

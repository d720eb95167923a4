//! What members read of the commands: every text is a message of `locales/`, in every language there is.
//! Must never know what a command does.

use std::borrow::Cow;

use poise::Command;

use crate::i18n::Lang;

/// A text in further languages, each by its code.
type Translations = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// A command with its texts, and those of all below it.
pub(super) fn worded<U, E>(mut command: Command<U, E>) -> Command<U, E> {
    let main = Lang::default();
    let others: Vec<Lang> = Lang::ALL.into_iter().filter(|lang| *lang != main).collect();
    put_into_words(&mut command, main, &others);
    command
}

/// The key of a command's text, and of those of its options, is made of their names in the code; of a choice the name
/// in the code is the key.
fn put_into_words<U, E>(command: &mut Command<U, E>, main: Lang, others: &[Lang]) {
    let key = format!("command-{}", command.name);
    command.description = Some(main.word(&key).into());
    command.description_localizations = translations(&key, others);
    for option in &mut command.parameters {
        let key = format!("{key}.{}", option.name);
        option.description = Some(main.word(&key).into());
        option.description_localizations = translations(&key, others);
        for choice in option.choices.to_mut() {
            choice.localizations = translations(&choice.name, others);
            choice.name = main.word(&choice.name).into();
        }
    }
    for below in &mut command.subcommands {
        put_into_words(below, main, others);
    }
}

fn translations(key: &str, langs: &[Lang]) -> Translations {
    langs.iter().map(|lang| (lang.code().into(), lang.word(key).into())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::commands::canasta;
    use super::*;
    use crate::i18n::take_faults;

    /// What Discord is told, of the command and everything below it.
    fn all_parts(value: &Value) -> Vec<&Value> {
        let lists = ["options", "choices"].into_iter().filter_map(|list| value[list].as_array());
        std::iter::once(value).chain(lists.flatten().flat_map(all_parts)).collect()
    }

    #[test]
    fn every_text_of_a_command_is_a_message_in_every_language() {
        let mut command = canasta();
        // English once more stands for a further language.
        put_into_words(&mut command, Lang::En, &[Lang::En]);
        assert_eq!(take_faults(), [""; 0]);
        let registered = json!(poise::builtins::create_application_commands(&[command]));
        let parts = all_parts(&registered[0]);
        assert!(parts.len() > 50, "{}", parts.len());
        for part in parts {
            let (text, translated) = match part["value"] {
                Value::Null => (&part["description"], &part["description_localizations"]),
                _ => (&part["name"], &part["name_localizations"]),
            };
            let length = text.as_str().map_or(0, |text| text.chars().count());
            assert!((1..=100).contains(&length), "{part}");
            assert_eq!(*translated, json!({ Lang::En.code(): text }), "{part}");
        }
    }
}

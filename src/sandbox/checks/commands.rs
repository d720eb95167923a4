//! Rules for slash commands that Discord's specification leaves out. It must never know what a command does.

use std::collections::HashSet;

use serde_json::Value;

use super::{at, known_fields, length, note};
use crate::sandbox::errors::Problem;

/// The languages Discord speaks.
const LOCALES: [&str; 34] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko", "ar",
    "he",
];
const COMMAND: [&str; 15] = [
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "dm_permission",
    "default_permission",
    "contexts",
    "integration_types",
    "handler",
    "type",
    "id",
    "nsfw",
    "version",
];
const OPTION: [&str; 15] = [
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "choices",
    "options",
    "channel_types",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
    "file_types",
];
/// All texts of one command together, in its longest language.
const TOTAL: usize = 8000;
const CHAT_INPUT: u64 = 1;
const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;

/// All commands at once.
pub(crate) fn list(body: &Value, problems: &mut Vec<Problem>) {
    let commands = body.as_array().map_or(&[][..], Vec::as_slice);
    let slash = commands.iter().filter(|command| kind(command) == CHAT_INPUT).count();
    if slash > 100 {
        note(problems, "", "APPLICATION_COMMANDS_TOO_MANY", "At most 100 slash commands");
    }
    let mut names = HashSet::new();
    for (index, command) in commands.iter().enumerate() {
        one(command, &index.to_string(), problems);
        if !names.insert((kind(command), command["name"].as_str())) {
            let text = "Application command names must be unique";
            note(problems, format!("{index}/name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text);
        }
    }
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(CHAT_INPUT)
}

/// One command.
pub(crate) fn one(command: &Value, path: &str, problems: &mut Vec<Problem>) {
    known_fields(command, &COMMAND, path, problems);
    if kind(command) == CHAT_INPUT {
        texts(command, path, problems);
        options(super::list(command, "options"), &at(path, "options"), 0, problems);
    } else {
        length(&command["name"], &at(path, "name"), 1, 32, problems);
        if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
            note(
                problems,
                at(path, "description"),
                "APPLICATION_COMMAND_INVALID_DESCRIPTION",
                "Only slash commands have one",
            );
        }
    }
    let total = size(command);
    if total > TOTAL {
        let text = format!("Command exceeds maximum size ({TOTAL}): {total}");
        note(problems, path, "APPLICATION_COMMAND_TOO_LARGE", text);
    }
}

/// Name and description, with their translations.
fn texts(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    name(&value["name"], &at(path, "name"), problems);
    if value["description"].as_str().is_none_or(str::is_empty) {
        note(problems, at(path, "description"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    length(&value["description"], &at(path, "description"), 1, 100, problems);
    for (locale, text, path) in translations(value, "name_localizations", path, problems) {
        let _ = locale;
        name(text, &path, problems);
    }
    for (_, text, path) in translations(value, "description_localizations", path, problems) {
        length(text, &path, 1, 100, problems);
    }
}

fn translations<'a>(
    value: &'a Value,
    key: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Vec<(&'a str, &'a Value, String)> {
    let mut found = Vec::new();
    for (locale, text) in value[key].as_object().into_iter().flatten() {
        let path = at(path, format!("{key}/{locale}"));
        if !LOCALES.contains(&locale.as_str()) {
            note(problems, &*path, "DICT_TYPE_KEY", "Discord does not speak this language");
        }
        found.push((locale.as_str(), text, path));
    }
    found
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case where the script has one.
fn name(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    let text = value.as_str().unwrap_or_default();
    length(value, path, 1, 32, problems);
    let allowed = |c: char| {
        c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '\u{0900}'..='\u{097f}' | '\u{0e00}'..='\u{0e7f}')
    };
    if text.is_empty() || !text.chars().all(allowed) || text.to_lowercase() != text {
        note(problems, path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn options(options: &[Value], path: &str, depth: u8, problems: &mut Vec<Problem>) {
    if options.len() > 25 {
        note(problems, path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
    }
    let option_kind = |option: &Value| option["type"].as_u64().unwrap_or(0);
    let subs = options.iter().filter(|option| matches!(option_kind(option), SUB_COMMAND | SUB_COMMAND_GROUP)).count();
    if subs > 0 && subs < options.len() {
        note(problems, path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and other options do not mix");
    }
    let (mut names, mut optional) = (HashSet::new(), false);
    for (index, option) in options.iter().enumerate() {
        let path = at(path, index);
        known_fields(option, &OPTION, &path, problems);
        texts(option, &path, problems);
        if !names.insert(option["name"].as_str()) {
            note(
                problems,
                at(&path, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
                "Option names must be unique",
            );
        }
        match option_kind(option) {
            SUB_COMMAND if depth == 2 => note(problems, path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Too deep"),
            SUB_COMMAND => self::options(super::list(option, "options"), &at(&path, "options"), 2, problems),
            SUB_COMMAND_GROUP if depth == 0 => {
                self::options(super::list(option, "options"), &at(&path, "options"), 1, problems);
            }
            SUB_COMMAND_GROUP => note(problems, path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Too deep"),
            _ => {
                let required = option["required"] == true;
                if required && optional {
                    let text = "Required options must be placed before non-required options";
                    note(problems, &*path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text);
                }
                optional |= !required;
                choices(option, &path, problems);
            }
        }
    }
}

fn choices(option: &Value, path: &str, problems: &mut Vec<Problem>) {
    let choices = super::list(option, "choices");
    if choices.len() > 25 {
        note(problems, at(path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
    }
    if option["autocomplete"] == true && !choices.is_empty() {
        let text = "An option has choices or completes, not both";
        note(problems, at(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", text);
    }
    let (mut names, mut values) = (HashSet::new(), HashSet::new());
    for (index, choice) in choices.iter().enumerate() {
        let path = at(path, format!("choices/{index}"));
        known_fields(choice, &["name", "name_localizations", "value"], &path, problems);
        length(&choice["name"], &at(&path, "name"), 1, 100, problems);
        length(&choice["value"], &at(&path, "value"), 0, 100, problems);
        for (_, text, path) in translations(choice, "name_localizations", &path, problems) {
            length(text, &path, 1, 100, problems);
        }
        if !names.insert(choice["name"].as_str()) || !values.insert(choice["value"].to_string()) {
            let text = "Choices must differ in name and value";
            note(problems, path, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", text);
        }
    }
}

/// The length of all texts, each in its longest language.
fn size(value: &Value) -> usize {
    let longest = |key: &str, translations: &str| {
        let plain = value[key].as_str().map_or(0, |text| text.chars().count());
        let translated = value[translations].as_object().into_iter().flat_map(|map| map.values());
        translated.filter_map(|text| text.as_str()).map(|text| text.chars().count()).fold(plain, usize::max)
    };
    let own = longest("name", "name_localizations") + longest("description", "description_localizations");
    let value_length = value["value"].as_str().map_or(0, |text| text.chars().count());
    let below = super::list(value, "options").iter().chain(super::list(value, "choices")).map(size).sum::<usize>();
    own + value_length + below
}

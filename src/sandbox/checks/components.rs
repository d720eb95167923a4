//! Rules for rows, buttons, selects and modals that Discord's specification leaves out. It must never know which message they
//! are on.

use std::collections::HashSet;

use serde_json::Value;

use super::{at, known_fields, length, list, note};
use crate::sandbox::errors::Problem;

const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const LINK: u64 = 5;
const PREMIUM: u64 = 6;

fn kind(component: &Value) -> u64 {
    component["type"].as_u64().unwrap_or(0)
}

/// All components of a message.
pub(crate) fn message(rows: &[Value], v2: bool, path: &str, problems: &mut Vec<Problem>) {
    let mut ids = HashSet::new();
    if !v2 && rows.len() > 5 {
        note(problems, path, "BASE_TYPE_MAX_LENGTH", "Must be 5 or fewer in length.");
    }
    let mut count = 0;
    for (index, top) in rows.iter().enumerate() {
        let path = at(path, index);
        if !v2 && kind(top) != ROW {
            note(
                problems,
                at(&path, "type"),
                "UNION_TYPE_CHOICES",
                "Only rows stand at the top without the newer components' flag",
            );
        }
        any(top, &path, &mut ids, &mut count, problems);
    }
    if count > 40 {
        note(problems, path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", format!("At most 40 components, not {count}"));
    }
}

fn any<'a>(
    component: &'a Value,
    path: &str,
    ids: &mut HashSet<&'a str>,
    count: &mut usize,
    problems: &mut Vec<Problem>,
) {
    *count += 1;
    let id = component["custom_id"].as_str();
    length(&component["custom_id"], &at(path, "custom_id"), 1, 100, problems);
    if id.is_some_and(|id| !ids.insert(id)) {
        note(
            problems,
            at(path, "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
    match kind(component) {
        ROW => row(component, path, problems),
        BUTTON => button(component, path, problems),
        STRING_SELECT => string_select(component, path, problems),
        5..=8 => select(component, path, &["channel_types"], problems),
        _ => {}
    }
    let children =
        list(component, "components").iter().enumerate().map(|(n, child)| (at(path, format!("components/{n}")), child));
    let accessory = component.get("accessory").map(|child| (at(path, "accessory"), child));
    for (path, child) in children.chain(accessory) {
        any(child, &path, ids, count, problems);
    }
}

fn row(row: &Value, path: &str, problems: &mut Vec<Problem>) {
    known_fields(row, &["type", "id", "components"], path, problems);
    let children = list(row, "components");
    let buttons = children.iter().filter(|child| kind(child) == BUTTON).count();
    let selects = children.len() - buttons;
    let path = at(path, "components");
    if children.is_empty() || buttons > 5 {
        note(problems, path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    } else if selects > 1 || (selects == 1 && buttons > 0) {
        note(problems, path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
    }
}

fn button(button: &Value, path: &str, problems: &mut Vec<Problem>) {
    let known = ["type", "id", "custom_id", "style", "label", "disabled", "url", "sku_id", "emoji"];
    known_fields(button, &known, path, problems);
    length(&button["label"], &at(path, "label"), 0, 80, problems);
    let style = button["style"].as_u64().unwrap_or(0);
    let words = button["label"].as_str().is_some_and(|label| !label.trim().is_empty());
    if !words && button["emoji"].is_null() && style != PREMIUM {
        note(problems, path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji");
    }
    emoji(&button["emoji"], &at(path, "emoji"), problems);
    let (id, url) = (button["custom_id"].is_string(), button["url"].is_string());
    let fits = match style {
        1..=4 => id && !url,
        LINK => url && !id,
        PREMIUM => !url && !id && button["sku_id"].is_string(),
        _ => false,
    };
    if !fits {
        note(
            problems,
            path,
            "BUTTON_COMPONENT_INVALID",
            "The style must be 1 to 4 with a custom id, or 5 with an address",
        );
    }
}

fn emoji(emoji: &Value, path: &str, problems: &mut Vec<Problem>) {
    known_fields(emoji, &["id", "name", "animated"], path, problems);
    let name = emoji["name"].as_str().unwrap_or_default();
    let numbered = !emoji["id"].is_null();
    // A letter or digit alone is no emoji; anything beyond ASCII is taken for one.
    if !emoji.is_null() && !numbered && (name.is_empty() || name.chars().all(|c| c.is_ascii_alphanumeric())) {
        note(problems, path, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

fn select(select: &Value, path: &str, more: &[&str], problems: &mut Vec<Problem>) {
    let known = [
        "type",
        "id",
        "custom_id",
        "placeholder",
        "min_values",
        "max_values",
        "disabled",
        "required",
        "default_values",
    ];
    known_fields(select, &[&known, more].concat(), path, problems);
    length(&select["placeholder"], &at(path, "placeholder"), 0, 150, problems);
    let (least, most) = (select["min_values"].as_u64().unwrap_or(1), select["max_values"].as_u64().unwrap_or(1));
    if least > most {
        note(problems, at(path, "min_values"), "NUMBER_TYPE_MAX", "At least must not be more than at most");
    }
}

fn string_select(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    select(value, path, &["options"], problems);
    let options = list(value, "options");
    let inside = at(path, "options");
    if !(1..=25).contains(&options.len()) {
        note(problems, &*inside, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.");
    }
    for bound in ["min_values", "max_values"] {
        if value[bound].as_u64().is_some_and(|bound| bound > options.len() as u64) {
            note(problems, at(path, bound), "NUMBER_TYPE_MAX", "There are fewer options than that");
        }
    }
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let path = at(&inside, index);
        known_fields(option, &["label", "value", "description", "default", "emoji"], &path, problems);
        for (key, least) in [("label", 1), ("value", 1), ("description", 0)] {
            length(&option[key], &at(&path, key), least, 100, problems);
        }
        emoji(&option["emoji"], &at(&path, "emoji"), problems);
        if !values.insert(option["value"].as_str()) {
            let text = "The specified option value is already used";
            note(problems, at(&path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text);
        }
    }
    let chosen = options.iter().filter(|option| option["default"] == true).count() as u64;
    if chosen > value["max_values"].as_u64().unwrap_or(1) {
        note(problems, inside, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are chosen than may be");
    }
}

/// A modal.
pub(crate) fn modal(data: &Value, problems: &mut Vec<Problem>) {
    known_fields(data, &["custom_id", "title", "components"], "data", problems);
    length(&data["custom_id"], "data/custom_id", 1, 100, problems);
    length(&data["title"], "data/title", 1, 45, problems);
    let rows = list(data, "components");
    if !(1..=5).contains(&rows.len()) {
        note(problems, "data/components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    let mut ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = format!("data/components/{index}");
        let inputs = list(row, "components").iter().chain(row.get("component"));
        for input in inputs {
            if kind(row) == ROW && kind(input) != TEXT_INPUT {
                note(problems, &*path, "UNION_TYPE_CHOICES", "A row of a modal holds one text input");
            }
            length(&input["label"], &at(&path, "label"), 1, 45, problems);
            length(&input["custom_id"], &at(&path, "custom_id"), 1, 100, problems);
            if !ids.insert(input["custom_id"].as_str()) {
                note(problems, &*path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
            }
        }
        if list(row, "components").len() > 1 {
            note(problems, path, "BASE_TYPE_MAX_LENGTH", "Must be 1 or fewer in length.");
        }
    }
}

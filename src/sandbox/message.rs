//! A message and the components on it, as a client shows them. It must never know how messages travel.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::state::Id;

/// Shown to one member only.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// "Thinking…": an answer was promised.
pub(crate) const LOADING: u64 = 1 << 7;
/// Posted without a sound.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Made of the newer components only.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
/// Link previews hidden.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;

/// A file on a message.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attachment {
    /// Its identifier.
    pub id: Id,
    /// Its name.
    pub filename: String,
    /// What is in it.
    #[serde(skip)]
    pub data: Arc<[u8]>,
    /// Its description, read out to those who can't see it.
    pub description: Option<String>,
    /// The kind of content its sender named.
    pub content_type: Option<String>,
}

/// Which interaction a message answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Origin {
    /// The interaction.
    pub interaction: Id,
    /// Who caused it.
    pub user: Id,
    /// As [`super::InteractionKind`], by Discord's number.
    pub kind: u8,
    /// The command's name, if it was a command.
    pub name: String,
    /// The message that was clicked, if one was.
    pub source: Option<Id>,
}

/// A message as it stands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Message {
    /// Its identifier.
    pub id: Id,
    /// The channel or thread it stands in.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// Its text.
    pub content: String,
    /// Its embeds, as they were sent.
    pub embeds: Vec<Value>,
    /// Its rows of components, as they were sent, each with the number Discord gives it.
    pub components: Arc<[Value]>,
    /// Its files.
    pub attachments: Vec<Attachment>,
    /// Discord's bits: 64 ephemeral, 128 "thinking…".
    pub flags: u64,
    /// When it was written, in unix milliseconds.
    pub created: i64,
    /// When it was last edited.
    pub edited: Option<i64>,
    /// How often it was edited.
    pub edits: u32,
    /// The only member who sees it, if it is ephemeral.
    pub viewer: Option<Id>,
    /// The interaction it answers.
    pub origin: Option<Origin>,
    /// Members named in the text.
    pub mentions: Vec<Id>,
    /// Roles named in the text.
    pub mention_roles: Vec<Id>,
    /// Whether the text names everyone and may.
    pub mention_everyone: bool,
    /// What its sender called it.
    pub nonce: Option<Value>,
    /// The message it answers.
    pub reply_to: Option<Id>,
}

/// A button on a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Button {
    /// What a click sends; empty for links.
    pub custom_id: String,
    /// Its words.
    pub label: String,
    /// Whether it is greyed.
    pub disabled: bool,
    /// 1 blue, 2 grey, 3 green, 4 red, 5 link.
    pub style: u64,
    /// The row it stands in, from 0.
    pub row: usize,
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What choosing it sends.
    pub value: String,
    /// Its words.
    pub label: String,
    /// The smaller words below.
    pub description: String,
    /// Whether it is chosen when the select first appears.
    pub chosen: bool,
}

/// A select menu on a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Select {
    /// What a choice sends.
    pub custom_id: String,
    /// Its words while nothing is chosen.
    pub placeholder: String,
    /// Whether it is greyed.
    pub disabled: bool,
    /// 3 for one of strings, 5 to 8 for users, roles, mentionables and channels.
    pub kind: u64,
    /// At least so many.
    pub min: usize,
    /// At most so many.
    pub max: usize,
    /// What can be chosen.
    pub choices: Vec<Choice>,
    /// The row it stands in, from 0.
    pub row: usize,
}

impl Message {
    /// Whether only one member sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.viewer.is_some()
    }

    /// Whether it says "thinking…".
    pub fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> Vec<Button> {
        self.leaves(|kind| kind == 2).map(|(row, value)| button(row, value)).collect()
    }

    /// All select menus, row by row.
    pub fn selects(&self) -> Vec<Select> {
        self.leaves(is_select).map(|(row, value)| select(row, value)).collect()
    }

    /// The button whose label is or contains these words.
    pub fn button(&self, label: &str) -> Option<Button> {
        let buttons = self.buttons();
        let found =
            buttons.iter().find(|b| b.label == label).or_else(|| buttons.iter().find(|b| b.label.contains(label)));
        found.cloned()
    }

    pub(crate) fn has_select(&self) -> bool {
        self.leaves(is_select).next().is_some()
    }

    /// The component with this `custom_id`, and its row.
    pub(crate) fn component(&self, custom_id: &str) -> Option<(usize, &Value)> {
        self.leaves(|_| true).find(|(_, value)| value["custom_id"] == custom_id)
    }

    /// What each component sends when it is used, row by row.
    pub fn custom_ids(&self) -> impl Iterator<Item = &str> {
        self.leaves(|_| true).filter_map(|(_, value)| value["custom_id"].as_str())
    }

    /// The components that are not containers themselves, each with its row.
    fn leaves(&self, keep: impl Fn(u64) -> bool) -> impl Iterator<Item = (usize, &Value)> {
        let leaves =
            self.components.iter().enumerate().flat_map(|(row, top)| Leaves(vec![top]).map(move |leaf| (row, leaf)));
        leaves.filter(move |(_, value)| keep(value["type"].as_u64().unwrap_or(0)))
    }
}

fn is_select(kind: u64) -> bool {
    matches!(kind, 3 | 5..=8)
}

/// What is still to be looked through, the next at the end.
struct Leaves<'a>(Vec<&'a Value>);

impl<'a> Iterator for Leaves<'a> {
    type Item = &'a Value;

    fn next(&mut self) -> Option<&'a Value> {
        loop {
            let component = self.0.pop()?;
            let children = component["components"].as_array();
            if children.is_none() && component.get("accessory").is_none() {
                return Some(component);
            }
            self.0.extend(component.get("accessory"));
            self.0.extend(children.into_iter().flatten().rev());
        }
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

pub(crate) fn button(row: usize, value: &Value) -> Button {
    Button {
        custom_id: text(value, "custom_id"),
        label: text(value, "label"),
        disabled: value["disabled"] == true,
        style: value["style"].as_u64().unwrap_or(0),
        row,
    }
}

pub(crate) fn select(row: usize, value: &Value) -> Select {
    let choice = |value: &Value| Choice {
        value: text(value, "value"),
        label: text(value, "label"),
        description: text(value, "description"),
        chosen: value["default"] == true,
    };
    Select {
        custom_id: text(value, "custom_id"),
        placeholder: text(value, "placeholder"),
        disabled: value["disabled"] == true,
        kind: value["type"].as_u64().unwrap_or(3),
        min: value["min_values"].as_u64().unwrap_or(1) as usize,
        max: value["max_values"].as_u64().unwrap_or(1) as usize,
        choices: value["options"].as_array().into_iter().flatten().map(choice).collect(),
        row,
    }
}

/// Components as Discord keeps them: without nulls, each with a number, selects with their bounds.
pub(crate) fn kept_components(mut sent: Value) -> Arc<[Value]> {
    let mut next = 1;
    let mut components = sent.as_array_mut().map(std::mem::take).unwrap_or_default();
    for component in &mut components {
        keep(component, &mut next);
    }
    components.into()
}

fn keep(component: &mut Value, next: &mut u64) {
    let Some(map) = component.as_object_mut() else { return };
    let number = map.get("id").and_then(Value::as_u64).filter(|id| *id != 0).unwrap_or(*next);
    *next += 1;
    map.retain(|_, value| !value.is_null());
    for child in map.get_mut("components").and_then(Value::as_array_mut).into_iter().flatten() {
        keep(child, next);
    }
    if let Some(accessory) = map.get_mut("accessory") {
        keep(accessory, next);
    }
    if let Some(options) = map.get_mut("options") {
        drop_nulls(options);
    }
    map.insert("id".to_owned(), number.into());
    if map.get("type").and_then(Value::as_u64).is_some_and(is_select) {
        map.entry("min_values").or_insert_with(|| 1.into());
        map.entry("max_values").or_insert_with(|| 1.into());
    }
}

/// Takes the nulls out, however deep.
pub(crate) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(drop_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

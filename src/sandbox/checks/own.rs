//! Rules for messages and answers that Discord's specification leaves out. It must never repeat a rule of components or commands.

use serde_json::Value;

use super::components;
use super::{at, known_fields, length, list, note};
use crate::sandbox::errors::Problem;
use crate::sandbox::mentions;
use crate::sandbox::message::{COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS};
use crate::sandbox::rest::Call;

/// Where a message's body stands: each place knows other fields and flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    ChannelNew,
    ChannelEdit,
    InteractionNew,
    InteractionEdit,
}

const NEW: [&str; 15] = [
    "content",
    "embeds",
    "allowed_mentions",
    "components",
    "attachments",
    "flags",
    "tts",
    "poll",
    "nonce",
    "enforce_nonce",
    "message_reference",
    "sticker_ids",
    "shared_client_theme",
    "thread_name",
    "applied_tags",
];
const EDIT: [&str; 6] = ["content", "embeds", "allowed_mentions", "components", "attachments", "flags"];
const ANSWER: [&str; 8] =
    ["content", "embeds", "allowed_mentions", "components", "attachments", "flags", "tts", "poll"];

impl Place {
    fn fields(self) -> &'static [&'static str] {
        match self {
            Place::ChannelNew => NEW.split_at(13).0,
            Place::ChannelEdit | Place::InteractionEdit => &EDIT,
            Place::InteractionNew => &ANSWER,
        }
    }

    fn flags(self) -> u64 {
        match self {
            Place::ChannelNew => SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2,
            Place::ChannelEdit => SUPPRESS_EMBEDS | COMPONENTS_V2,
            Place::InteractionNew => SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | EPHEMERAL,
            // A client library may repeat the flag when it edits; whether it fits is known only where the message is.
            Place::InteractionEdit => SUPPRESS_EMBEDS | COMPONENTS_V2 | EPHEMERAL,
        }
    }
}

/// A message's body.
pub(crate) fn message(body: &Value, place: Place, path: &str, problems: &mut Vec<Problem>) {
    if !body.is_object() {
        return;
    }
    known_fields(body, place.fields(), path, problems);
    length(&body["content"], &at(path, "content"), 0, 2000, problems);
    flags(body, place, path, problems);
    embeds(list(body, "embeds"), &at(path, "embeds"), problems);
    let v2 = body["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
    if v2 && (body["content"].as_str().is_some_and(|text| !text.is_empty()) || !list(body, "embeds").is_empty()) {
        note(problems, at(path, "content"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS", "The newer components stand alone");
    }
    components::message(list(body, "components"), v2, &at(path, "components"), problems);
    pings(body, path, problems);
    attachments(list(body, "attachments"), &at(path, "attachments"), problems);
}

fn flags(body: &Value, place: Place, path: &str, problems: &mut Vec<Problem>) {
    let sent = body["flags"].as_u64().unwrap_or(0);
    if sent & EPHEMERAL != 0 && place.flags() & EPHEMERAL == 0 {
        note(problems, at(path, "flags"), "EPHEMERAL_IN_CHANNEL", "Only an answer to an interaction can be ephemeral");
    } else if sent & !place.flags() != 0 {
        note(
            problems,
            at(path, "flags"),
            "FLAGS_NOT_ALLOWED",
            format!("Flags {} are not allowed here", sent & !place.flags()),
        );
    }
}

fn pings(body: &Value, path: &str, problems: &mut Vec<Problem>) {
    let named = mentions::named(body["content"].as_str().unwrap_or_default());
    let allowed = &body["allowed_mentions"];
    if !named.nobody() && allowed.is_null() {
        let text = "The text mentions somebody: say who may be pinged";
        note(problems, at(path, "allowed_mentions"), "ALLOWED_MENTIONS_ABSENT", text);
    }
    let path = at(path, "allowed_mentions");
    known_fields(allowed, &["parse", "users", "roles", "replied_user"], &path, problems);
    for kind in ["users", "roles"] {
        if list(allowed, "parse").iter().any(|word| word == kind) && !list(allowed, kind).is_empty() {
            let text = "A kind is either parsed or listed";
            note(problems, at(&path, kind), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text);
        }
    }
}

const EMBED: [&str; 13] = [
    "type",
    "url",
    "title",
    "color",
    "timestamp",
    "description",
    "author",
    "image",
    "thumbnail",
    "footer",
    "fields",
    "provider",
    "video",
];

fn embeds(embeds: &[Value], path: &str, problems: &mut Vec<Problem>) {
    if embeds.len() > 10 {
        note(problems, path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
    let mut total = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let path = at(path, index);
        known_fields(embed, &EMBED, &path, problems);
        let mut text = |value: &Value, key: &str, most: usize| {
            length(&value[key], &at(&path, key), 0, most, problems);
            total += value[key].as_str().map_or(0, |text| text.chars().count());
        };
        text(embed, "title", 256);
        text(embed, "description", 4096);
        text(&embed["footer"], "text", 2048);
        text(&embed["author"], "name", 256);
        for field in list(embed, "fields") {
            text(field, "name", 256);
            text(field, "value", 1024);
        }
    }
    if total > 6000 {
        note(problems, path, "MAX_EMBED_SIZE_EXCEEDED", format!("Embed size exceeds maximum size of 6000: {total}"));
    }
}

fn attachments(attachments: &[Value], path: &str, problems: &mut Vec<Problem>) {
    let known = ["id", "filename", "description", "duration_secs", "waveform", "title", "is_spoiler", "is_remix"];
    for (index, entry) in attachments.iter().enumerate() {
        known_fields(entry, &known, &at(path, index), problems);
    }
}

/// Every file that came must be listed, if there is a list, and every new one listed must have come.
pub(crate) fn uploads(call: &Call, problems: &mut Vec<Problem>) {
    let (body, path) = match call.body.get("data") {
        Some(data) if data.is_object() => (data, "data/attachments"),
        _ => (&call.body, "attachments"),
    };
    for entry in list(body, "attachments") {
        let id = entry["id"].as_u64().or_else(|| entry["id"].as_str()?.parse().ok());
        let came = call.files.iter().any(|file| Some(file.number) == id);
        // Identifiers of files that are there already are long; indices of new ones are short.
        if id.is_some_and(|id| id < 1000) && !came {
            note(problems, path, "ATTACHMENT_NOT_FOUND", "A listed file did not come along");
        }
    }
}

/// The first answer to an interaction.
pub(crate) fn callback(body: &Value, problems: &mut Vec<Problem>) {
    known_fields(body, &["type", "data"], "", problems);
    let data = &body["data"];
    match body["type"].as_u64() {
        Some(4) if data.is_null() => note(problems, "data", "BASE_TYPE_REQUIRED", "This field is required"),
        Some(4) => message(data, Place::InteractionNew, "data", problems),
        Some(5) => {
            known_fields(data, &ANSWER, "data", problems);
            flags(data, Place::InteractionNew, "data", problems);
        }
        Some(7) => message(&without_answer_fields(data), Place::InteractionEdit, "data", problems),
        Some(8) => completions(data, problems),
        Some(9) => components::modal(data, problems),
        Some(6) => {}
        _ => note(problems, "type", "BASE_TYPE_CHOICES", "Value must be one of {4, 5, 6, 7, 8, 9}."),
    }
}

/// An update may name `tts` and `poll` as any answer may; they do nothing there.
fn without_answer_fields(data: &Value) -> Value {
    let mut data = data.clone();
    if let Some(map) = data.as_object_mut() {
        map.remove("tts");
        map.remove("poll");
    }
    data
}

fn completions(data: &Value, problems: &mut Vec<Problem>) {
    let choices = list(data, "choices");
    if choices.len() > 25 {
        note(problems, "data/choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
    }
    for (index, choice) in choices.iter().enumerate() {
        let path = format!("data/choices/{index}");
        known_fields(choice, &["name", "name_localizations", "value"], &path, problems);
        length(&choice["name"], &at(&path, "name"), 1, 100, problems);
        length(&choice["value"], &at(&path, "value"), 0, 100, problems);
    }
}

/// An emoji of the application.
pub(crate) fn emoji(body: &Value, problems: &mut Vec<Problem>) {
    known_fields(body, &["name", "image"], "", problems);
    length(&body["name"], "name", 2, 32, problems);
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !body["name"].as_str().is_some_and(plain) {
        note(problems, "name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
    }
    // Base64 grows by a third.
    let image = body["image"].as_str().unwrap_or_default();
    if !image.starts_with("data:image/") || image.len() > (256 << 10) * 4 / 3 + 64 {
        note(problems, "image", "BINARY_TYPE_MAX_SIZE", "An image of at most 256 KiB as a data address");
    }
}

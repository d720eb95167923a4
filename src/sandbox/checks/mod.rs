//! What is wrong with a request, before anything is done with it: Discord's specification first, then the rules it leaves out.
//! It must never know the world: a check looks at the request alone.

mod commands;
mod components;
mod own;
mod schema;

use std::sync::Arc;

use serde_json::Value;

use super::Shared;
use super::errors::Problem;
use super::rest::{Call, Route};
pub(crate) use schema::Schemas;

/// Everything wrong with a request's body.
pub(crate) fn request(shared: &Arc<Shared>, call: &Call) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(schemas) = &shared.schemas {
        problems.extend(schemas.request(&call.method, call.route.template(), &call.body));
    }
    if shared.config.checks.own {
        own_rules(call, &mut problems);
    }
    problems
}

/// What is wrong with an answer of the stand-in itself.
pub(crate) fn answer(shared: &Shared, method: &str, template: &str, status: u16, body: &str) -> Vec<String> {
    match &shared.schemas {
        Some(schemas) if shared.config.checks.answers && !template.is_empty() => {
            let found = schemas.response(method, template, status, &serde_json::from_str(body).unwrap_or_default());
            found.iter().map(|problem| format!("the stand-in's own answer: {problem}")).collect()
        }
        _ => Vec::new(),
    }
}

fn own_rules(call: &Call, problems: &mut Vec<Problem>) {
    let body = &call.body;
    match (call.method.as_str(), &call.route) {
        ("POST", Route::Messages(_)) => own::message(body, own::Place::ChannelNew, "", problems),
        ("PATCH", Route::Message(..)) => own::message(body, own::Place::ChannelEdit, "", problems),
        ("POST", Route::Webhook(..)) => own::message(body, own::Place::InteractionNew, "", problems),
        ("PATCH", Route::WebhookMessage(..)) => own::message(body, own::Place::InteractionEdit, "", problems),
        ("POST", Route::Callback(..)) => own::callback(body, problems),
        ("PUT", Route::Commands(_) | Route::GuildCommands(..)) => commands::list(body, problems),
        ("POST", Route::Commands(_) | Route::GuildCommands(..)) => commands::one(body, "", problems),
        ("POST", Route::Emojis(_)) => own::emoji(body, problems),
        _ => {}
    }
    own::uploads(call, problems);
}

/// Notes a problem at a path.
pub(crate) fn note(problems: &mut Vec<Problem>, path: impl Into<String>, code: &'static str, text: impl Into<String>) {
    problems.push(Problem { path: path.into(), code, text: text.into() });
}

/// A path one step further down.
pub(crate) fn at(path: &str, key: impl std::fmt::Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}/{key}") }
}

/// Fields nobody knows, which Discord would pass over in silence: most often a slip of the pen.
pub(crate) fn known_fields(value: &Value, known: &[&str], path: &str, problems: &mut Vec<Problem>) {
    for key in value.as_object().into_iter().flat_map(|map| map.keys()) {
        if !known.contains(&key.as_str()) {
            note(problems, at(path, key), "UNKNOWN_FIELD", "This field does not exist");
        }
    }
}

/// A text within its bounds, counted in code points as Discord does. Absent and null are fine.
pub(crate) fn length(value: &Value, path: &str, least: usize, most: usize, problems: &mut Vec<Problem>) {
    let Some(text) = value.as_str() else { return };
    let count = text.chars().count();
    if count > most {
        note(problems, path, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length, not {count}."));
    } else if count < least {
        note(problems, path, "BASE_TYPE_MIN_LENGTH", format!("Must be {least} or more in length."));
    }
}

/// The list behind a key; nothing where it is absent or no list.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

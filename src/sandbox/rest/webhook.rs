//! What follows the first answer, through the interaction's token: follow-ups, edits, deletions. It must never know channels'
//! own endpoints or permissions: a token is all it takes.

use serde_json::Value;

use super::{Call, Reply, Which, callback, messages};
use crate::sandbox::errors::ApiError;
use crate::sandbox::message::LOADING;
use crate::sandbox::state::{Id, World};
use crate::sandbox::{Shared, render};

/// The interaction a token opens, while it does.
fn open(world: &World, call: &Call, app: Id, token: &str) -> Result<Id, ApiError> {
    if app != world.application {
        return Err(ApiError::unknown_webhook());
    }
    let id = world.tokens.get(token).copied().ok_or_else(ApiError::invalid_webhook_token)?;
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::invalid_webhook_token)?;
    if interaction.expired(call.now) {
        return Err(ApiError::invalid_webhook_token());
    }
    if !interaction.acknowledged() {
        return Err(ApiError::unknown_webhook());
    }
    Ok(id)
}

pub(super) fn root(
    shared: &Shared,
    world: &mut World,
    call: &mut Call,
    app: Id,
    token: &str,
) -> Result<Reply, ApiError> {
    if call.method != "POST" {
        return Err(ApiError::method_not_allowed());
    }
    let id = open(world, call, app, token)?;
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::unknown_webhook)?;
    let channel = interaction.channel;
    if !world.channels.contains_key(&channel) {
        return Err(ApiError::unknown_channel());
    }
    // The first follow-up takes the place of a promise, and is as private as the promise was.
    if let Some(promised) = interaction.original
        && world.message(channel, promised).is_some_and(|message| message.flags & LOADING != 0)
    {
        return edited(shared, world, call, channel, promised);
    }
    let mut body = std::mem::take(&mut call.body);
    let mut message = callback::draft(world, call, id, &body)?;
    messages::write_into(world, call, &mut body, &mut message)?;
    let (made, answer) = (message.id, Reply::ok(&render::message(world, &shared.base, &message)));
    messages::place(shared, world, message, Some(&body["allowed_mentions"]));
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.followups.push(made);
    }
    answer
}

/// A promise that was made public stays public even if its fulfilment asks otherwise, so its flags are left out.
fn edited(shared: &Shared, world: &mut World, call: &mut Call, channel: Id, message: Id) -> Result<Reply, ApiError> {
    let mut body = std::mem::take(&mut call.body);
    if let Some(map) = body.as_object_mut() {
        map.insert("flags".to_owned(), Value::Null);
    }
    messages::edit(shared, world, call, body, channel, message)
}

pub(super) fn message(
    shared: &Shared,
    world: &mut World,
    call: &mut Call,
    app: Id,
    token: &str,
    which: Which,
) -> Result<Reply, ApiError> {
    let id = open(world, call, app, token)?;
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::unknown_webhook)?;
    let channel = interaction.channel;
    let mine = |id: Id| interaction.original == Some(id) || interaction.followups.contains(&id);
    let message = match which {
        Which::Original => interaction.original,
        Which::Id(id) => Some(id).filter(|id| mine(*id)),
    };
    if !world.channels.contains_key(&channel) {
        return Err(ApiError::unknown_channel());
    }
    let message = message.filter(|id| world.message(channel, *id).is_some()).ok_or_else(ApiError::unknown_message)?;
    match call.method.as_str() {
        "GET" => {
            let message = world.message(channel, message).ok_or_else(ApiError::unknown_message)?;
            Reply::ok(&render::message(world, &shared.base, message))
        }
        "PATCH" => {
            let body = std::mem::take(&mut call.body);
            messages::edit(shared, world, call, body, channel, message)
        }
        "DELETE" => {
            messages::delete(shared, world, channel, message);
            Reply::nothing()
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

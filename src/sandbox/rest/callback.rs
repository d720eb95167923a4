//! The first answer to an interaction. It must never know how members act: it finds an interaction and answers it.

use serde_json::{Value, json};

use super::{Call, Reply, messages};
use crate::sandbox::errors::ApiError;
use crate::sandbox::interactions::{Answer, AnswerKind, Interaction, InteractionKind};
use crate::sandbox::message::{EPHEMERAL, LOADING, Message, Origin, SUPPRESS_NOTIFICATIONS};
use crate::sandbox::state::{Id, OpenModal, World};
use crate::sandbox::{Shared, render};

pub(super) fn answer(
    shared: &Shared,
    world: &mut World,
    call: &mut Call,
    id: Id,
    token: &str,
) -> Result<Reply, ApiError> {
    if call.method != "POST" {
        return Err(ApiError::method_not_allowed());
    }
    let result = attempt(shared, world, call, id, token);
    note(world, id, token, call, result.as_ref().err());
    let made = result?;
    if call.query.get("with_response").is_none_or(|wanted| wanted != "true" && wanted != "1") {
        return Reply::nothing();
    }
    Reply::ok(&with_response(shared, world, id, kind_of(call), made))
}

/// Writes down that an answer was refused before it was even looked at.
pub(super) fn note_refusal(world: &mut World, id: Id, token: &str, call: &Call, error: &ApiError) {
    note(world, id, token, call, Some(error));
}

fn note(world: &mut World, id: Id, token: &str, call: &Call, refused: Option<&ApiError>) {
    let Some(interaction) = world.interactions.get_mut(&id).filter(|interaction| interaction.token == token) else {
        return;
    };
    let (after, took) = (call.now - interaction.at, call.arrived.duration_since(interaction.sent));
    let (accepted, code) = (refused.is_none(), refused.map_or(0, |error| error.code));
    interaction.answers.push(Answer { kind: kind_of(call), after, took, accepted, code });
    interaction.answered.notify_waiters();
}

fn kind_of(call: &Call) -> AnswerKind {
    AnswerKind::of(call.body["type"].as_u64().unwrap_or(0))
}

/// Does what the answer says; gives the message it made or edited.
fn attempt(shared: &Shared, world: &mut World, call: &mut Call, id: Id, token: &str) -> Result<Option<Id>, ApiError> {
    use InteractionKind::{Autocomplete, Command, Component, Modal};
    let known = world.interactions.get(&id).filter(|interaction| interaction.token == token);
    let interaction = known.ok_or_else(ApiError::unknown_interaction)?;
    if interaction.acknowledged() {
        return Err(ApiError::already_acknowledged());
    }
    if interaction.too_late(call.now) {
        return Err(ApiError::unknown_interaction());
    }
    if !world.channels.contains_key(&interaction.channel) {
        return Err(ApiError::unknown_channel());
    }
    match (kind_of(call), interaction.kind) {
        (AnswerKind::Message, Command | Component | Modal) => new_message(shared, world, call, id, false),
        (AnswerKind::DeferredMessage, Command | Component | Modal) => new_message(shared, world, call, id, true),
        (AnswerKind::DeferredUpdate, Component | Modal) => deferred_update(world, id),
        (AnswerKind::Update, Component | Modal) => update(shared, world, call, id),
        (AnswerKind::Autocomplete, Autocomplete) => {
            complete(world, call, id);
            Ok(None)
        }
        (AnswerKind::Modal, Command | Component) => open_modal(world, call, id),
        _ => Err(ApiError::form_one(
            "type",
            "INTERACTION_CALLBACK_TYPE",
            "This kind of answer does not fit this interaction",
        )),
    }
}

/// Where a message of this interaction comes from.
pub(super) fn origin(interaction: &Interaction) -> Origin {
    Origin {
        interaction: interaction.id,
        user: interaction.user,
        kind: interaction.kind as u8,
        name: interaction.what.clone(),
        source: interaction.source,
    }
}

/// A new message that answers an interaction, not yet placed.
pub(super) fn draft(world: &mut World, call: &Call, interaction: Id, body: &Value) -> Result<Message, ApiError> {
    let interaction = world.interactions.get(&interaction).ok_or_else(ApiError::unknown_interaction)?;
    let (channel, user, origin) = (interaction.channel, interaction.user, origin(interaction));
    let reply_to = interaction.original.or(interaction.source);
    let mut message = messages::draft(world, call.now, channel, Some(origin));
    let flags = body["flags"].as_u64().unwrap_or(0);
    message.flags = flags & (EPHEMERAL | SUPPRESS_NOTIFICATIONS);
    message.viewer = (flags & EPHEMERAL != 0).then_some(user);
    message.reply_to = reply_to;
    Ok(message)
}

fn new_message(
    shared: &Shared,
    world: &mut World,
    call: &mut Call,
    id: Id,
    deferred: bool,
) -> Result<Option<Id>, ApiError> {
    let mut data = call.body["data"].take();
    let mut message = draft(world, call, id, &data)?;
    if deferred {
        message.flags |= LOADING;
    } else {
        messages::write_into(world, call, &mut data, &mut message)?;
    }
    let made = message.id;
    let allowed = (!deferred).then(|| data["allowed_mentions"].clone());
    messages::place(shared, world, message, allowed.as_ref());
    set_original(world, id, made);
    Ok(Some(made))
}

fn set_original(world: &mut World, id: Id, message: Id) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.original = Some(message);
    }
}

/// The message that was clicked, if it still stands.
fn source(world: &World, id: Id) -> Result<(Id, Id), ApiError> {
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::unknown_interaction)?;
    let wrong = || ApiError::form_one("type", "INTERACTION_CALLBACK_TYPE", "There is no message to update");
    Ok((interaction.channel, interaction.source.ok_or_else(wrong)?))
}

fn deferred_update(world: &mut World, id: Id) -> Result<Option<Id>, ApiError> {
    let (_, message) = source(world, id)?;
    set_original(world, id, message);
    Ok(None)
}

fn update(shared: &Shared, world: &mut World, call: &mut Call, id: Id) -> Result<Option<Id>, ApiError> {
    let (channel, message) = source(world, id)?;
    let data = call.body["data"].take();
    messages::change(shared, world, call, data, channel, message)?;
    set_original(world, id, message);
    Ok(Some(message))
}

fn complete(world: &mut World, call: &Call, id: Id) {
    let choices = call.body["data"]["choices"].as_array().cloned().unwrap_or_default();
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.completions = choices;
    }
}

fn open_modal(world: &mut World, call: &Call, id: Id) -> Result<Option<Id>, ApiError> {
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::unknown_interaction)?;
    let (user, modal) = (interaction.user, OpenModal { by: id, data: call.body["data"].clone() });
    world.modals.insert(user, modal);
    Ok(None)
}

fn with_response(shared: &Shared, world: &World, id: Id, kind: AnswerKind, made: Option<Id>) -> Value {
    let interaction = world.interactions.get(&id);
    let original = interaction.and_then(|interaction| Some((interaction.channel, interaction.original?)));
    let message = original.and_then(|(channel, id)| world.message(channel, id));
    let mut about = json!({
        "id": id.to_string(),
        "type": interaction.map_or(0, |interaction| interaction.kind as u8),
        "channel_id": interaction.map(|interaction| interaction.channel.to_string()),
        "guild_id": interaction.map(|interaction| interaction.guild.to_string()),
        "response_message_loading": message.is_some_and(Message::is_loading),
        "response_message_ephemeral": message.is_some_and(Message::is_ephemeral),
    });
    if let Some(message) = message {
        about["response_message_id"] = render::id(message.id);
    }
    let mut answer = json!({"interaction": about});
    let made = interaction.zip(made).and_then(|(interaction, made)| world.message(interaction.channel, made));
    if let Some(made) = made {
        answer["resource"] = json!({"type": kind as u8, "message": render::message(world, &shared.base, made)});
    }
    answer
}

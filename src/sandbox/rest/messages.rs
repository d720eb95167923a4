//! Messages in channels: posting, editing, deleting, reading, and the pieces that interaction answers share. It must never
//! know interactions or their tokens.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Call, Reply};
use crate::sandbox::errors::ApiError;
use crate::sandbox::gateway::GUILD_MESSAGES;
use crate::sandbox::mentions;
use crate::sandbox::message::{Attachment, COMPONENTS_V2, EPHEMERAL, LOADING, Message, Origin, kept_components};
use crate::sandbox::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::sandbox::state::{Id, World};
use crate::sandbox::{Shared, lock, render};

/// A message is old from this age on.
const OLD: i64 = 3_600_000;
/// So long a nonce is remembered.
const NONCE_LIFE: i64 = 5 * 60_000;

pub(super) fn all(shared: &Shared, world: &mut World, call: &mut Call, channel: Id) -> Result<Reply, ApiError> {
    match call.method.as_str() {
        "POST" => post(shared, world, call, channel),
        "GET" => list(shared, world, call, channel),
        _ => Err(ApiError::method_not_allowed()),
    }
}

pub(super) fn one(shared: &Shared, world: &mut World, call: &mut Call, channel: Id, id: Id) -> Result<Reply, ApiError> {
    let permissions = access(world, channel)?;
    // An ephemeral message does not exist for the channel's own endpoints.
    let message = world.message(channel, id).filter(|message| !message.is_ephemeral());
    let message = message.ok_or_else(ApiError::unknown_message)?;
    match call.method.as_str() {
        "GET" if permissions & READ_MESSAGE_HISTORY == 0 => Err(ApiError::missing_permissions()),
        "GET" => Reply::ok(&render::message(world, &shared.base, message)),
        "PATCH" if message.author != world.bot => Err(ApiError::not_the_author()),
        "PATCH" => patch(shared, world, call, channel, id),
        "DELETE" if message.author != world.bot && permissions & MANAGE_MESSAGES == 0 => {
            Err(ApiError::missing_permissions())
        }
        "DELETE" => {
            delete(shared, world, channel, id);
            Reply::nothing()
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// What the bot may do in a channel it can see.
pub(super) fn access(world: &World, channel: Id) -> Result<u64, ApiError> {
    let found = world.channels.get(&channel).ok_or_else(ApiError::unknown_channel)?;
    let available = world.guilds.get(&found.guild).is_some_and(|guild| !guild.unavailable);
    let permissions = world.permissions(channel, world.bot);
    if !available || permissions & VIEW_CHANNEL == 0 {
        return Err(ApiError::missing_access());
    }
    Ok(permissions)
}

fn post(shared: &Shared, world: &mut World, call: &mut Call, channel: Id) -> Result<Reply, ApiError> {
    let permissions = access(world, channel)?;
    let thread = world.channels.get(&channel).and_then(|channel| channel.thread.clone());
    let write = if thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
    if permissions & write == 0 {
        return Err(ApiError::missing_permissions());
    }
    if thread.as_ref().is_some_and(|thread| thread.locked) && permissions & MANAGE_THREADS == 0 {
        return Err(ApiError::thread_locked());
    }
    let embeds = call.body["embeds"].as_array().is_some_and(|list| !list.is_empty());
    if (embeds && permissions & EMBED_LINKS == 0) || (!call.files.is_empty() && permissions & ATTACH_FILES == 0) {
        return Err(ApiError::missing_permissions());
    }
    let nonce = call.body.get("nonce").filter(|nonce| !nonce.is_null()).cloned();
    if let Some(known) = posted_before(world, call, channel, nonce.as_ref()) {
        return Reply::ok(&render::message(world, &shared.base, &known));
    }
    if thread.is_some_and(|thread| thread.archived) {
        super::channels::set_archived(shared, world, channel, false, call.now);
    }
    let mut message = draft(world, call.now, channel, None);
    message.nonce = nonce;
    message.flags = call.body["flags"].as_u64().unwrap_or(0) & !EPHEMERAL;
    let reply_to = &call.body["message_reference"]["message_id"];
    message.reply_to = reply_to.as_str().and_then(|id| id.parse().ok()).or_else(|| reply_to.as_u64());
    let mut body = std::mem::take(&mut call.body);
    write_into(world, call, &mut body, &mut message)?;
    let answer = Reply::ok(&render::message(world, &shared.base, &message));
    place(shared, world, message, Some(&body["allowed_mentions"]));
    answer
}

/// With `enforce_nonce`, what was posted under the same nonce a short while ago.
fn posted_before(world: &mut World, call: &Call, channel: Id, nonce: Option<&Value>) -> Option<Message> {
    let key = (channel, nonce?.to_string());
    let known = world.nonces.get(&key).filter(|(_, at)| call.now - at < NONCE_LIFE).map(|(id, _)| *id);
    if let (true, Some(id)) = (call.body["enforce_nonce"] == true, known) {
        return world.message(channel, id).cloned();
    }
    if world.nonces.len() > 4096 {
        world.nonces.retain(|_, (_, at)| call.now - *at < NONCE_LIFE);
    }
    None
}

fn list(shared: &Shared, world: &World, call: &Call, channel: Id) -> Result<Reply, ApiError> {
    if access(world, channel)? & READ_MESSAGE_HISTORY == 0 {
        return Reply::ok(&json!([]));
    }
    let number = |key: &str| call.query.get(key).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::form_one("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100."));
    }
    let channel = world.channels.get(&channel).ok_or_else(ApiError::unknown_channel)?;
    let seen = |message: &&Message| !message.is_ephemeral();
    let newest = |end: Id| channel.messages.range(..end).rev().map(|(_, m)| m).filter(seen).take(limit as usize);
    let mut found: Vec<&Message> = match (number("before"), number("after"), number("around")) {
        (Some(before), ..) => newest(before).collect(),
        (_, Some(after), _) => {
            let later = channel.messages.range(after.saturating_add(1)..).map(|(_, m)| m);
            later.filter(seen).take(limit as usize).collect()
        }
        (_, _, Some(around)) => newest(around.saturating_add(1)).collect(),
        _ => newest(Id::MAX).collect(),
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    let found = found.into_iter().map(|message| render::message(world, &shared.base, message));
    Reply::ok(&found.collect::<Vec<_>>())
}

fn patch(shared: &Shared, world: &mut World, call: &mut Call, channel: Id, id: Id) -> Result<Reply, ApiError> {
    let limit = shared.config.old_edits_per_hour as usize;
    let place = world.channels.get_mut(&channel).ok_or_else(ApiError::unknown_channel)?;
    if place.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(ApiError::thread_archived());
    }
    let created = place.messages.get(&id).map_or(call.now, |message| message.created);
    if call.now - created > OLD {
        place.old_edits.retain(|at| call.now - at < OLD);
        if place.old_edits.len() >= limit {
            return Err(ApiError::old_edits());
        }
        place.old_edits.push(call.now);
    }
    let body = std::mem::take(&mut call.body);
    edit(shared, world, call, body, channel, id)
}

/// A new message of the bot's, still empty and not yet placed.
pub(crate) fn draft(world: &mut World, now: i64, channel: Id, origin: Option<Origin>) -> Message {
    Message {
        id: world.next_id(now),
        channel,
        author: world.bot,
        content: String::new(),
        embeds: Vec::new(),
        components: Arc::default(),
        attachments: Vec::new(),
        flags: 0,
        created: now,
        edited: None,
        edits: 0,
        viewer: None,
        origin,
        mentions: Vec::new(),
        mention_roles: Vec::new(),
        mention_everyone: false,
        nonce: None,
        reply_to: None,
    }
}

/// Writes what a body says into a message, and takes it out of the body: what it does not name stays.
pub(super) fn write_into(
    world: &mut World,
    call: &Call,
    body: &mut Value,
    message: &mut Message,
) -> Result<(), ApiError> {
    if let Some(content) = body.get("content") {
        content.as_str().unwrap_or_default().trim().clone_into(&mut message.content);
    }
    if let Some(embeds) = body.get("embeds") {
        message.embeds = embeds.as_array().cloned().unwrap_or_default();
    }
    if let Some(components) = body.get_mut("components") {
        message.components = kept_components(components.take());
    }
    message.flags |= body["flags"].as_u64().unwrap_or(0) & (COMPONENTS_V2 | super::super::message::SUPPRESS_EMBEDS);
    attach(world, call, body, message);
    let guild = world.channels.get(&message.channel).map_or(0, |channel| channel.guild);
    mentions::fill(world, guild, message);
    let v2 = message.flags & COMPONENTS_V2 != 0 && !message.components.is_empty();
    if message.content.is_empty() && message.embeds.is_empty() && message.attachments.is_empty() && !v2 {
        return Err(ApiError::empty_message());
    }
    Ok(())
}

/// Files: a list keeps what it names and describes what is new; without one all are kept and all new ones added.
fn attach(world: &mut World, call: &Call, body: &Value, message: &mut Message) {
    let listed = body.get("attachments").and_then(Value::as_array);
    let id_of = |entry: &Value| entry["id"].as_u64().or_else(|| entry["id"].as_str()?.parse().ok());
    if let Some(listed) = listed {
        message.attachments.retain(|kept| listed.iter().any(|entry| id_of(entry) == Some(kept.id)));
    }
    for file in &call.files {
        let entry = listed.and_then(|listed| listed.iter().find(|entry| id_of(entry) == Some(file.number)));
        if listed.is_some_and(|listed| !listed.is_empty()) && entry.is_none() {
            continue;
        }
        let text = |key: &str| entry.and_then(|entry| entry[key].as_str()).map(str::to_owned);
        message.attachments.push(Attachment {
            id: world.next_id(call.now),
            filename: text("filename").unwrap_or_else(|| file.filename.clone()),
            data: file.data.clone(),
            description: text("description"),
            content_type: file.content_type.clone(),
        });
    }
}

/// Puts a new message at the bottom of its channel, tells who listens, and pings whom it may.
pub(crate) fn place(shared: &Shared, world: &mut World, message: Message, allowed_mentions: Option<&Value>) {
    if let Some(allowed) = allowed_mentions {
        mentions::notify(world, message.created, &message, allowed);
    }
    if let Some(nonce) = &message.nonce {
        world.nonces.insert((message.channel, nonce.to_string()), (message.id, message.created));
    }
    tell(shared, world, "MESSAGE_CREATE", &message);
    let (channel, id) = (message.channel, message.id);
    if let Some(channel) = world.channels.get_mut(&channel) {
        channel.last_message = Some(id);
        channel.messages.insert(id, message);
        channel.changed.notify_waiters();
    }
}

/// Edits a message in place and answers with it.
pub(super) fn edit(
    shared: &Shared,
    world: &mut World,
    call: &Call,
    body: Value,
    channel: Id,
    id: Id,
) -> Result<Reply, ApiError> {
    change(shared, world, call, body, channel, id)?;
    let edited = world.message(channel, id).ok_or_else(ApiError::unknown_message)?;
    Reply::ok(&render::message(world, &shared.base, edited))
}

/// Edits a message in place. An edit never pings.
pub(super) fn change(
    shared: &Shared,
    world: &mut World,
    call: &Call,
    mut body: Value,
    channel: Id,
    id: Id,
) -> Result<(), ApiError> {
    let mut message = world.message(channel, id).cloned().ok_or_else(ApiError::unknown_message)?;
    if body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 && !message.is_ephemeral() {
        return Err(ApiError::form_one("flags", "EPHEMERAL_CANNOT_CHANGE", "A public message cannot become ephemeral"));
    }
    write_into(world, call, &mut body, &mut message)?;
    message.flags &= !LOADING;
    message.edited = Some(call.now);
    message.edits += 1;
    tell(shared, world, "MESSAGE_UPDATE", &message);
    if let Some(place) = world.channels.get_mut(&channel) {
        place.messages.insert(id, message);
        place.changed.notify_waiters();
    }
    Ok(())
}

/// Deletes a message and tells who listens.
pub(crate) fn delete(shared: &Shared, world: &mut World, channel: Id, id: Id) -> bool {
    let Some(gone) = world.remove_message(channel, id) else { return false };
    let guild = world.channels.get(&channel).map(|channel| channel.guild);
    if let (false, Some(guild)) = (gone.is_ephemeral(), guild) {
        let data = json!({"id": id.to_string(), "channel_id": channel.to_string(), "guild_id": guild.to_string()});
        lock(&shared.gateway).dispatch(GUILD_MESSAGES, Some(guild), "MESSAGE_DELETE", &data);
    }
    true
}

/// Tells of a public message those who asked for messages in guilds.
fn tell(shared: &Shared, world: &World, name: &str, message: &Message) {
    let Some(guild) = world.channels.get(&message.channel).map(|channel| channel.guild) else { return };
    let mut gateway = lock(&shared.gateway);
    if message.is_ephemeral() || !gateway.listens(GUILD_MESSAGES, Some(guild)) {
        return;
    }
    let mut data = render::tree(&render::message(world, &shared.base, message));
    data["guild_id"] = render::id(guild);
    if message.author != world.bot && !message.mentions.contains(&world.bot) && !shared.sees_content() {
        data["content"] = "".into();
        for key in ["embeds", "components", "attachments"] {
            data[key] = json!([]);
        }
    }
    gateway.dispatch(GUILD_MESSAGES, Some(guild), name, &data);
}

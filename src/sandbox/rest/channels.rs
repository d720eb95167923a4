//! Channels, threads, guilds and their members, as the bot asks for them. It must never touch messages.

use serde_json::{Value, json};

use super::{Call, Reply, Route, messages};
use crate::sandbox::errors::ApiError;
use crate::sandbox::gateway::GUILDS;
use crate::sandbox::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_THREADS, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
};
use crate::sandbox::state::{Guild, Id, Thread, World};
use crate::sandbox::{Shared, lock, render};

const PUBLIC_THREAD: u64 = 11;
const PRIVATE_THREAD: u64 = 12;

pub(super) fn serve(shared: &Shared, world: &mut World, call: &Call) -> Result<Reply, ApiError> {
    match (call.method.as_str(), &call.route) {
        ("GET", Route::Channel(id)) => {
            messages::access(world, *id)?;
            Reply::ok(&world.channels.get(id).map(render::channel))
        }
        ("PATCH", Route::Channel(id)) => modify(shared, world, call, *id),
        ("DELETE", Route::Channel(id)) => remove(shared, world, *id),
        ("POST", Route::Threads(id)) => start_thread(shared, world, call, *id, None),
        ("POST", Route::MessageThreads(id, message)) => start_thread(shared, world, call, *id, Some(*message)),
        ("POST", Route::Typing(id)) => {
            messages::access(world, *id)?;
            Reply::nothing()
        }
        ("GET", Route::Guild(id)) => Reply::ok(&render::bare_guild(guild(world, *id)?)),
        ("GET", Route::GuildChannels(id)) => {
            let channels = guild(world, *id)?.channels.iter().filter_map(|id| world.channels.get(id));
            Reply::ok(&channels.filter(|channel| !channel.is_thread()).map(render::channel).collect::<Vec<_>>())
        }
        ("GET", Route::Member(id, user)) => {
            let member = render::member(world, guild(world, *id)?, *user);
            Reply::ok(&member.ok_or_else(ApiError::unknown_member)?)
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

fn guild(world: &World, id: Id) -> Result<&Guild, ApiError> {
    let guild = world.guilds.get(&id).ok_or_else(ApiError::unknown_guild)?;
    if guild.unavailable || !guild.members.contains_key(&world.bot) {
        return Err(ApiError::missing_access());
    }
    Ok(guild)
}

fn start_thread(
    shared: &Shared,
    world: &mut World,
    call: &Call,
    parent: Id,
    from: Option<Id>,
) -> Result<Reply, ApiError> {
    let permissions = messages::access(world, parent)?;
    let found = world.channels.get(&parent).ok_or_else(ApiError::unknown_channel)?;
    if found.is_thread() {
        return Err(ApiError::wrong_channel_kind());
    }
    let guild = found.guild;
    if let Some(message) = from {
        let message = found.messages.get(&message).filter(|message| !message.is_ephemeral());
        message.ok_or_else(ApiError::unknown_message)?;
    }
    // Without a message, Discord opens a private thread unless told otherwise.
    let kind = if from.is_some() { PUBLIC_THREAD } else { call.body["type"].as_u64().unwrap_or(PRIVATE_THREAD) };
    let needed = if kind == PRIVATE_THREAD { CREATE_PRIVATE_THREADS } else { CREATE_PUBLIC_THREADS };
    if permissions & needed == 0 {
        return Err(ApiError::missing_permissions());
    }
    let id = from.unwrap_or_else(|| world.next_id(call.now));
    if world.channels.contains_key(&id) {
        return Err(ApiError::thread_exists());
    }
    let archive_after = call.body["auto_archive_duration"].as_u64().unwrap_or(4320);
    let thread = Thread { parent, owner: world.bot, archived: false, locked: false, changed: call.now, archive_after };
    let name = call.body["name"].as_str().unwrap_or_default();
    world.add_channel_as(id, guild, name, Some((kind as u8, thread)));
    let mut data = render::tree(&world.channels.get(&id).map(render::channel));
    let answer = Reply::created(&data);
    data["newly_created"] = true.into();
    lock(&shared.gateway).dispatch(GUILDS, Some(guild), "THREAD_CREATE", &data);
    answer
}

fn modify(shared: &Shared, world: &mut World, call: &Call, id: Id) -> Result<Reply, ApiError> {
    let permissions = messages::access(world, id)?;
    let bot = world.bot;
    let channel = world.channels.get_mut(&id).ok_or_else(ApiError::unknown_channel)?;
    let flag = |key: &str| call.body.get(key).and_then(Value::as_bool);
    let managing = flag("locked").is_some() || call.body.get("name").is_some();
    match &channel.thread {
        None if permissions & MANAGE_CHANNELS == 0 => return Err(ApiError::missing_permissions()),
        Some(thread) if permissions & MANAGE_THREADS == 0 => {
            let own = thread.owner == bot;
            let write = if own { SEND_MESSAGES } else { SEND_MESSAGES_IN_THREADS };
            if thread.locked || (managing && !own) || (!own && permissions & write == 0) {
                return Err(ApiError::missing_permissions());
            }
        }
        _ => {}
    }
    if let Some(name) = call.body["name"].as_str() {
        name.clone_into(&mut channel.name);
    }
    let event = match &mut channel.thread {
        Some(thread) => {
            thread.locked = flag("locked").unwrap_or(thread.locked);
            thread.archived = flag("archived").unwrap_or(thread.archived);
            thread.changed = call.now;
            "THREAD_UPDATE"
        }
        None => "CHANNEL_UPDATE",
    };
    let (guild, data) = (channel.guild, render::channel(channel));
    lock(&shared.gateway).dispatch(GUILDS, Some(guild), event, &data);
    Reply::ok(&data)
}

fn remove(shared: &Shared, world: &mut World, id: Id) -> Result<Reply, ApiError> {
    let permissions = messages::access(world, id)?;
    let thread = world.channels.get(&id).is_some_and(crate::sandbox::state::Channel::is_thread);
    let needed = if thread { MANAGE_THREADS } else { MANAGE_CHANNELS };
    if permissions & needed == 0 {
        return Err(ApiError::missing_permissions());
    }
    Reply::ok(&delete_channel(shared, world, id))
}

/// Deletes a channel with its threads, and tells who listens.
pub(crate) fn delete_channel(shared: &Shared, world: &mut World, id: Id) -> Option<Value> {
    let gone = world.channels.remove(&id)?;
    let guild = world.guilds.get_mut(&gone.guild)?;
    guild.channels.retain(|channel| *channel != id);
    let below = guild.channels.clone();
    let data = match &gone.thread {
        Some(thread) => {
            let parent = thread.parent.to_string();
            json!({"id": id.to_string(), "guild_id": gone.guild.to_string(), "parent_id": parent, "type": gone.kind})
        }
        None => render::tree(&render::channel(&gone)),
    };
    let event = if gone.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
    lock(&shared.gateway).dispatch(GUILDS, Some(gone.guild), event, &data);
    for thread in below {
        let parent =
            world.channels.get(&thread).and_then(|channel| channel.thread.as_ref()).map(|thread| thread.parent);
        if parent == Some(id) {
            // A channel takes its threads along without a word about them.
            world.channels.remove(&thread);
            if let Some(guild) = world.guilds.get_mut(&gone.guild) {
                guild.channels.retain(|channel| *channel != thread);
            }
        }
    }
    Some(data)
}

/// Archives a thread or takes it out again, and tells who listens.
pub(crate) fn set_archived(shared: &Shared, world: &mut World, id: Id, archived: bool, now: i64) -> bool {
    let Some(channel) = world.channels.get_mut(&id) else { return false };
    let Some(thread) = &mut channel.thread else { return false };
    thread.archived = archived;
    thread.changed = now;
    lock(&shared.gateway).dispatch(GUILDS, Some(channel.guild), "THREAD_UPDATE", &render::channel(channel));
    true
}

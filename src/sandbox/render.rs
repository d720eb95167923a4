//! What exists, written as Discord writes it. It must never change anything.

use serde_json::{Value, json};

use super::clock::iso;
use super::message::{Attachment, Message};
use super::permissions::Overwrite;
use super::state::{Channel, Guild, Id, Role, World};

/// An identifier as a string.
pub(crate) fn id(id: Id) -> Value {
    Value::String(id.to_string())
}

pub(crate) fn user(world: &World, user: Id) -> Value {
    let found = world.users.get(&user);
    let mut value = json!({
        "id": user.to_string(),
        "username": found.map_or("deleted", |user| &user.name),
        "discriminator": "0",
        "global_name": null,
        "avatar": null,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": null,
    });
    if found.is_some_and(|user| user.bot) {
        value["bot"] = true.into();
    }
    value
}

pub(crate) fn member(world: &World, guild: &Guild, user_id: Id) -> Option<Value> {
    let member = guild.members.get(&user_id)?;
    Some(json!({
        "user": user(world, user_id),
        "nick": member.nick,
        "roles": member.roles.iter().map(|role| id(*role)).collect::<Vec<_>>(),
        "joined_at": iso(member.joined),
        "avatar": null,
        "banner": null,
        "communication_disabled_until": null,
        "premium_since": null,
        "flags": 0,
        "pending": false,
        "deaf": false,
        "mute": false,
    }))
}

pub(crate) fn role(role: &Role, position: usize) -> Value {
    json!({
        "id": role.id.to_string(),
        "name": role.name,
        "description": null,
        "permissions": role.permissions.to_string(),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "managed": role.managed,
        "mentionable": role.mentionable,
        "icon": null,
        "unicode_emoji": null,
        "flags": 0,
    })
}

fn overwrite(o: &Overwrite) -> Value {
    json!({"id": o.target.to_string(), "type": u8::from(o.member), "allow": o.allow.to_string(), "deny": o.deny.to_string()})
}

pub(crate) fn channel(channel: &Channel) -> Value {
    let mut value = json!({
        "id": channel.id.to_string(),
        "type": channel.kind,
        "guild_id": channel.guild.to_string(),
        "name": channel.name,
        "last_message_id": channel.last_message.map(|id| id.to_string()),
        "flags": 0,
        "rate_limit_per_user": 0,
    });
    if let Some(thread) = &channel.thread {
        value["parent_id"] = id(thread.parent);
        value["owner_id"] = id(thread.owner);
        value["message_count"] = channel.messages.len().into();
        value["member_count"] = 1.into();
        value["total_message_sent"] = channel.messages.len().into();
        value["thread_metadata"] = json!({
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.archive_after,
            "archive_timestamp": iso(thread.changed),
            "create_timestamp": iso(thread.changed),
        });
    } else {
        value["parent_id"] = Value::Null;
        value["position"] = 0.into();
        value["topic"] = Value::Null;
        value["nsfw"] = false.into();
        value["permission_overwrites"] = channel.overwrites.iter().map(overwrite).collect();
    }
    value
}

/// The channel as it comes with an interaction: with what the member may do in it.
pub(crate) fn partial_channel(world: &World, of: &Channel, user: Id) -> Value {
    let mut value = channel(of);
    value["permissions"] = world.permissions(of.id, user).to_string().into();
    value
}

/// A guild as `GUILD_CREATE` brings it. Without the presence intent only the bot's own member comes along.
pub(crate) fn guild(world: &World, guild: &Guild, all_members: bool) -> Value {
    let channels = |threads: bool| {
        let all = guild.channels.iter().filter_map(|id| world.channels.get(id));
        all.filter(move |c| c.is_thread() == threads).map(channel).collect::<Vec<_>>()
    };
    let members = guild.members.keys().filter(|user| all_members || **user == world.bot);
    let mut value = bare_guild(guild);
    let more = json!({
        "joined_at": iso(guild.created),
        "large": false,
        "unavailable": false,
        "member_count": guild.members.len(),
        "voice_states": [],
        "members": members.filter_map(|user| member(world, guild, *user)).collect::<Vec<_>>(),
        "channels": channels(false),
        "threads": channels(true),
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

/// A guild as it is asked for.
pub(crate) fn bare_guild(guild: &Guild) -> Value {
    json!({
        "id": guild.id.to_string(),
        "name": guild.name,
        "icon": null,
        "description": null,
        "home_header": null,
        "splash": null,
        "discovery_splash": null,
        "features": [],
        "banner": null,
        "owner_id": guild.owner.to_string(),
        "application_id": null,
        "region": "us-east",
        "afk_channel_id": null,
        "afk_timeout": 300,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "roles": guild.roles.values().enumerate().map(|(n, r)| role(r, n)).collect::<Vec<_>>(),
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": null,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": null,
        "safety_alerts_channel_id": null,
        "public_updates_channel_id": null,
        "premium_progress_bar_enabled": false,
        "nsfw": false,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": null,
    })
}

pub(crate) fn attachment(base: &str, channel: Id, attachment: &Attachment) -> Value {
    let url = format!("{base}/attachments/{channel}/{}/{}", attachment.id, attachment.filename);
    let mut value = json!({
        "id": attachment.id.to_string(),
        "filename": attachment.filename,
        "size": attachment.data.len(),
        "url": url,
        "proxy_url": url,
    });
    if let Some(description) = &attachment.description {
        value["description"] = description.as_str().into();
    }
    if let Some(kind) = &attachment.content_type {
        value["content_type"] = kind.as_str().into();
    }
    value
}

fn embed(sent: &Value) -> Value {
    let mut kept = super::message::without_nulls(sent);
    kept["type"] = "rich".into();
    kept
}

/// A message as REST answers and interactions carry it.
pub(crate) fn message(world: &World, base: &str, message: &Message) -> Value {
    let mut value = json!({
        "id": message.id.to_string(),
        "channel_id": message.channel.to_string(),
        "type": match (&message.origin, message.reply_to) { (Some(origin), _) if origin.kind == 2 => 20, (_, Some(_)) => 19, _ => 0 },
        "author": user(world, message.author),
        "content": message.content,
        "embeds": message.embeds.iter().map(embed).collect::<Vec<_>>(),
        "components": *message.components,
        "attachments": message.attachments.iter().map(|a| attachment(base, message.channel, a)).collect::<Vec<_>>(),
        "mentions": message.mentions.iter().map(|id| user(world, *id)).collect::<Vec<_>>(),
        "mention_roles": message.mention_roles.iter().map(|role| id(*role)).collect::<Vec<_>>(),
        "mention_everyone": message.mention_everyone,
        "timestamp": iso(message.created),
        "edited_timestamp": message.edited.map(iso),
        "flags": message.flags,
        "pinned": false,
        "tts": false,
    });
    if let Some(nonce) = &message.nonce {
        value["nonce"] = nonce.clone();
    }
    if let Some(to) = message.reply_to {
        let guild = world.channels.get(&message.channel).map(|channel| channel.guild.to_string());
        value["message_reference"] = json!({"type": 0, "channel_id": message.channel.to_string(), "message_id": to.to_string(), "guild_id": guild});
    }
    if let Some(origin) = &message.origin {
        value["application_id"] = id(world.application);
        value["webhook_id"] = id(world.application);
        value["interaction_metadata"] = metadata(world, message);
        if origin.kind == 2 {
            value["interaction"] = json!({"id": origin.interaction.to_string(), "type": 2, "name": origin.name, "user": user(world, origin.user)});
        }
    }
    value
}

fn metadata(world: &World, message: &Message) -> Value {
    let Some(origin) = &message.origin else { return Value::Null };
    let guild = world.channels.get(&message.channel).map(|channel| channel.guild.to_string());
    let mut value = json!({
        "id": origin.interaction.to_string(),
        "type": origin.kind,
        "user": user(world, origin.user),
        "authorizing_integration_owners": {"0": guild},
    });
    match (origin.kind, origin.source) {
        (3, source) => value["interacted_message_id"] = source.map_or(Value::Null, id),
        (5, source) => {
            value["triggering_interaction_metadata"] = json!({
                "id": origin.interaction.to_string(),
                "type": if source.is_some() { 3 } else { 2 },
                "user": user(world, origin.user),
                "authorizing_integration_owners": {"0": guild},
            });
            if let Some(source) = source {
                value["triggering_interaction_metadata"]["interacted_message_id"] = id(source);
            }
        }
        _ => {}
    }
    value
}

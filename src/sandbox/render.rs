//! What exists, written as Discord writes it. It must never change anything.
//!
//! What comes with every click is written straight from what exists; the rest is a tree of values.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::clock::iso;
use super::message::{self, Attachment};
use super::permissions::Overwrite;
use super::state::{self, Guild, Id, Role, World};

/// As text.
pub(crate) fn text(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

/// As a tree, to which something can be added.
pub(crate) fn tree(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

/// An identifier as a string.
pub(crate) fn id(id: Id) -> Value {
    Value::String(id.to_string())
}

/// A number as a string, as Discord writes those that may be too large for some clients.
#[derive(Clone, Copy)]
pub(crate) struct Long(pub(crate) u64);

impl Serialize for Long {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// What Discord writes though it is empty here.
type Nothing = ();

fn longs<S: Serializer>(all: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|one| Long(*one)))
}

/// A user.
#[derive(Serialize)]
pub(crate) struct User<'a> {
    id: Long,
    username: &'a str,
    discriminator: &'static str,
    global_name: Nothing,
    avatar: Nothing,
    public_flags: u8,
    flags: u8,
    primary_guild: Nothing,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<bool>,
}

pub(crate) fn user(world: &World, user: Id) -> User<'_> {
    let found = world.users.get(&user);
    User {
        id: Long(user),
        username: found.map_or("deleted", |user| &user.name),
        discriminator: "0",
        global_name: (),
        avatar: (),
        public_flags: 0,
        flags: 0,
        primary_guild: (),
        bot: found.filter(|user| user.bot).map(|_| true),
    }
}

/// A user in a guild.
#[derive(Serialize)]
pub(crate) struct Member<'a> {
    user: User<'a>,
    nick: Option<&'a str>,
    #[serde(serialize_with = "longs")]
    roles: &'a [Id],
    joined_at: String,
    avatar: Nothing,
    banner: Nothing,
    communication_disabled_until: Nothing,
    premium_since: Nothing,
    flags: u8,
    pending: bool,
    deaf: bool,
    mute: bool,
    /// What they may do in a channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    permissions: Option<Long>,
}

pub(crate) fn member<'a>(world: &'a World, guild: &'a Guild, user_id: Id) -> Option<Member<'a>> {
    let member = guild.members.get(&user_id)?;
    Some(Member {
        user: user(world, user_id),
        nick: member.nick.as_deref(),
        roles: &member.roles,
        joined_at: iso(member.joined),
        avatar: (),
        banner: (),
        communication_disabled_until: (),
        premium_since: (),
        flags: 0,
        pending: false,
        deaf: false,
        mute: false,
        permissions: None,
    })
}

impl Member<'_> {
    /// With what they may do in a channel.
    pub(crate) fn may(self, permissions: u64) -> Self {
        Self { permissions: Some(Long(permissions)), ..self }
    }
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

fn overwrites<S: Serializer>(all: &[Overwrite], serializer: S) -> Result<S::Ok, S::Error> {
    let overwrite = |o: &Overwrite| json!({"id": o.target.to_string(), "type": u8::from(o.member), "allow": o.allow.to_string(), "deny": o.deny.to_string()});
    serializer.collect_seq(all.iter().map(overwrite))
}

/// A channel or a thread.
#[derive(Serialize)]
pub(crate) struct Channel<'a> {
    id: Long,
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Long,
    name: &'a str,
    last_message_id: Option<Long>,
    flags: u8,
    rate_limit_per_user: u8,
    parent_id: Option<Long>,
    #[serde(flatten)]
    more: ChannelOrThread<'a>,
    /// What somebody may do in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    permissions: Option<Long>,
}

/// What only a channel has, or only a thread.
#[derive(Serialize)]
#[serde(untagged)]
enum ChannelOrThread<'a> {
    Channel {
        position: u8,
        topic: Nothing,
        nsfw: bool,
        #[serde(serialize_with = "overwrites")]
        permission_overwrites: &'a [Overwrite],
    },
    Thread {
        owner_id: Long,
        message_count: usize,
        member_count: u8,
        total_message_sent: usize,
        thread_metadata: Value,
    },
}

pub(crate) fn channel(channel: &state::Channel) -> Channel<'_> {
    let more = match &channel.thread {
        None => {
            ChannelOrThread::Channel { position: 0, topic: (), nsfw: false, permission_overwrites: &channel.overwrites }
        }
        Some(thread) => ChannelOrThread::Thread {
            owner_id: Long(thread.owner),
            message_count: channel.messages.len(),
            member_count: 1,
            total_message_sent: channel.messages.len(),
            thread_metadata: json!({
                "archived": thread.archived,
                "locked": thread.locked,
                "auto_archive_duration": thread.archive_after,
                "archive_timestamp": iso(thread.changed),
                "create_timestamp": iso(thread.changed),
            }),
        },
    };
    Channel {
        id: Long(channel.id),
        kind: channel.kind,
        guild_id: Long(channel.guild),
        name: &channel.name,
        last_message_id: channel.last_message.map(Long),
        flags: 0,
        rate_limit_per_user: 0,
        parent_id: channel.thread.as_ref().map(|thread| Long(thread.parent)),
        more,
        permissions: None,
    }
}

/// The channel as it comes with an interaction: with what the member may do in it.
pub(crate) fn partial_channel<'a>(world: &World, of: &'a state::Channel, user: Id) -> Channel<'a> {
    Channel { permissions: Some(Long(world.permissions(of.id, user))), ..channel(of) }
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
    let mut kept = sent.clone();
    message::drop_nulls(&mut kept);
    kept["type"] = "rich".into();
    kept
}

/// A message as REST answers and interactions carry it.
#[derive(Serialize)]
pub(crate) struct Message<'a> {
    id: Long,
    channel_id: Long,
    #[serde(rename = "type")]
    kind: u8,
    author: User<'a>,
    content: &'a str,
    embeds: Vec<Value>,
    components: &'a [Value],
    attachments: Vec<Value>,
    mentions: Vec<User<'a>>,
    #[serde(serialize_with = "longs")]
    mention_roles: &'a [Id],
    mention_everyone: bool,
    timestamp: String,
    edited_timestamp: Option<String>,
    flags: u64,
    pinned: bool,
    tts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<&'a Value>,
    #[serde(rename = "message_reference", skip_serializing_if = "Option::is_none")]
    reference: Option<Value>,
    /// Of the application that owns the interaction which it answers, twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    application_id: Option<Long>,
    #[serde(skip_serializing_if = "Option::is_none")]
    webhook_id: Option<Long>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction_metadata: Option<Metadata<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction: Option<Value>,
}

pub(crate) fn message<'a>(world: &'a World, base: &str, message: &'a message::Message) -> Message<'a> {
    let guild = world.channels.get(&message.channel).map(|channel| channel.guild);
    let reference = |to: Id| json!({"type": 0, "channel_id": message.channel.to_string(), "message_id": to.to_string(), "guild_id": guild.map(|id| id.to_string())});
    let origin = message.origin.as_ref();
    let command = origin.filter(|origin| origin.kind == 2);
    Message {
        id: Long(message.id),
        channel_id: Long(message.channel),
        kind: match (command, message.reply_to) {
            (Some(_), _) => 20,
            (None, Some(_)) => 19,
            (None, None) => 0,
        },
        author: user(world, message.author),
        content: &message.content,
        embeds: message.embeds.iter().map(embed).collect(),
        components: &message.components,
        attachments: message.attachments.iter().map(|a| attachment(base, message.channel, a)).collect(),
        mentions: message.mentions.iter().map(|id| user(world, *id)).collect(),
        mention_roles: &message.mention_roles,
        mention_everyone: message.mention_everyone,
        timestamp: iso(message.created),
        edited_timestamp: message.edited.map(iso),
        flags: message.flags,
        pinned: false,
        tts: false,
        nonce: message.nonce.as_ref(),
        reference: message.reply_to.map(reference),
        application_id: origin.map(|_| Long(world.application)),
        webhook_id: origin.map(|_| Long(world.application)),
        interaction_metadata: origin.map(|origin| metadata(world, origin, guild)),
        interaction: command.map(|origin| {
            json!({"id": origin.interaction.to_string(), "type": 2, "name": origin.name, "user": user(world, origin.user)})
        }),
    }
}

/// Where a message comes from.
#[derive(Serialize)]
struct Metadata<'a> {
    id: Long,
    #[serde(rename = "type")]
    kind: u8,
    user: User<'a>,
    authorizing_integration_owners: Owners,
    #[serde(skip_serializing_if = "Option::is_none")]
    interacted_message_id: Option<Long>,
    #[serde(rename = "triggering_interaction_metadata", skip_serializing_if = "Option::is_none")]
    trigger: Option<Box<Metadata<'a>>>,
}

/// Who let the bot in, by the kind of installation: a guild lets it into itself.
#[derive(Serialize)]
pub(crate) struct Owners {
    #[serde(rename = "0")]
    pub(crate) guild: Option<Long>,
}

fn metadata<'a>(world: &'a World, origin: &message::Origin, guild: Option<Id>) -> Metadata<'a> {
    let of = |kind: u8| Metadata {
        id: Long(origin.interaction),
        kind,
        user: user(world, origin.user),
        authorizing_integration_owners: Owners { guild: guild.map(Long) },
        interacted_message_id: None,
        trigger: None,
    };
    let source = origin.source.map(Long);
    match origin.kind {
        3 => Metadata { interacted_message_id: source, ..of(3) },
        5 => {
            let trigger = Metadata { interacted_message_id: source, ..of(if source.is_some() { 3 } else { 2 }) };
            Metadata { trigger: Some(Box::new(trigger)), ..of(5) }
        }
        kind => of(kind),
    }
}

//! What exists: users, guilds, roles, members, channels, threads. It must never know how any of it is asked for:
//! no paths, no requests, no sessions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Notify;

use super::clock::snowflake;
use super::interactions::Interaction;
use super::mentions::Notification;
use super::message::Message;
use super::permissions::{self, Overwrite};

/// An identifier as Discord gives them out: of a user, guild, channel, message, role, command or interaction.
pub type Id = u64;

/// Somebody with an account.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct User {
    /// Their identifier.
    pub id: Id,
    /// Their account name.
    pub name: String,
    /// Whether this is the bot.
    pub bot: bool,
    /// The language of their client, such as `pl`.
    pub locale: String,
}

/// A user in a guild.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) nick: Option<String>,
    pub(crate) roles: Vec<Id>,
    pub(crate) joined: i64,
}

/// A role, `@everyone` included (which has the guild's own identifier).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: u64,
    pub(crate) mentionable: bool,
    /// Roles an application brought along.
    pub(crate) managed: bool,
}

/// A server.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: BTreeMap<Id, Role>,
    pub(crate) members: BTreeMap<Id, Member>,
    /// Channels and threads.
    pub(crate) channels: Vec<Id>,
    pub(crate) unavailable: bool,
    pub(crate) created: i64,
}

/// What a thread has that a channel has not.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) changed: i64,
    pub(crate) archive_after: u64,
}

/// A text channel or a thread, with all that was written in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) guild: Id,
    pub(crate) name: String,
    /// 0 text, 11 public thread, 12 private thread.
    pub(crate) kind: u8,
    pub(crate) thread: Option<Thread>,
    pub(crate) overwrites: Vec<Overwrite>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) last_message: Option<Id>,
    /// When messages over an hour old were edited here, the oldest first.
    pub(crate) old_edits: Vec<i64>,
    /// Wakes who waits for a message here to come, change or go.
    #[serde(skip)]
    pub(crate) changed: Arc<Notify>,
}

impl Channel {
    pub(crate) fn is_thread(&self) -> bool {
        self.thread.is_some()
    }
}

/// Everything that exists.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct World {
    pub(crate) application: Id,
    pub(crate) bot: Id,
    pub(crate) users: HashMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: HashMap<Id, Channel>,
    pub(crate) commands: Vec<Value>,
    pub(crate) emojis: Vec<Value>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// Which interaction a token opens.
    pub(crate) tokens: HashMap<String, Id>,
    pub(crate) notifications: HashMap<Id, Vec<Notification>>,
    /// What was posted in a channel under a nonce, and when.
    #[serde(with = "super::keep::pairs")]
    pub(crate) nonces: HashMap<(Id, String), (Id, i64)>,
    /// What each member's client shows as chosen in the selects of a message.
    #[serde(with = "super::keep::pairs")]
    pub(crate) chosen: HashMap<(Id, Id), BTreeMap<String, Vec<String>>>,
    /// Modals that are open: who, and by which interaction.
    pub(crate) modals: HashMap<Id, OpenModal>,
    /// Ephemeral messages that their viewer dismissed or lost.
    pub(crate) dismissed: HashSet<Id>,
    last_id: Id,
}

/// A modal on a member's screen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct OpenModal {
    pub(crate) by: Id,
    pub(crate) data: Value,
}

impl World {
    pub(crate) fn new(now: i64) -> Self {
        let mut world = Self {
            application: 0,
            bot: 0,
            users: HashMap::new(),
            guilds: BTreeMap::new(),
            channels: HashMap::new(),
            commands: Vec::new(),
            emojis: Vec::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            notifications: HashMap::new(),
            nonces: HashMap::new(),
            chosen: HashMap::new(),
            modals: HashMap::new(),
            dismissed: HashSet::new(),
            last_id: 0,
        };
        // Two identifiers on purpose: whoever takes one for the other is found out.
        world.application = world.next_id(now);
        world.bot = world.add_user(now, "canasta", true);
        world
    }

    /// A fresh identifier, greater than all before.
    pub(crate) fn next_id(&mut self, now: i64) -> Id {
        self.last_id = snowflake(now).max(self.last_id + 1);
        self.last_id
    }

    pub(crate) fn add_user(&mut self, now: i64, name: &str, bot: bool) -> Id {
        let id = self.next_id(now);
        self.users.insert(id, User { id, name: name.to_owned(), bot, locale: "en-US".to_owned() });
        id
    }

    pub(crate) fn add_guild(&mut self, now: i64, name: &str) -> Id {
        let owner = self.add_user(now, &format!("owner of {name}"), false);
        let (id, bot_role) = (self.next_id(now), self.next_id(now));
        let role = |id, name: &str, managed| Role {
            id,
            name: name.to_owned(),
            permissions: permissions::EVERYONE,
            mentionable: false,
            managed,
        };
        let member = |roles| Member { nick: None, roles, joined: now };
        self.guilds.insert(
            id,
            Guild {
                id,
                name: name.to_owned(),
                owner,
                roles: BTreeMap::from([
                    (id, role(id, "@everyone", false)),
                    (bot_role, role(bot_role, "canasta", true)),
                ]),
                members: BTreeMap::from([(owner, member(vec![])), (self.bot, member(vec![bot_role]))]),
                channels: Vec::new(),
                unavailable: false,
                created: now,
            },
        );
        id
    }

    /// Adds a channel, or a thread under `thread.parent`. The guild must exist.
    pub(crate) fn add_channel(&mut self, now: i64, guild: Id, name: &str, thread: Option<(u8, Thread)>) -> Option<Id> {
        let id = self.next_id(now);
        self.add_channel_as(id, guild, name, thread)
    }

    /// The same under a given identifier: a thread started from a message has the message's.
    pub(crate) fn add_channel_as(&mut self, id: Id, guild: Id, name: &str, thread: Option<(u8, Thread)>) -> Option<Id> {
        self.guilds.get_mut(&guild)?.channels.push(id);
        let (kind, thread) = thread.map_or((0, None), |(kind, thread)| (kind, Some(thread)));
        let channel = Channel {
            id,
            guild,
            name: name.to_owned(),
            kind,
            thread,
            overwrites: Vec::new(),
            messages: BTreeMap::new(),
            last_message: None,
            old_edits: Vec::new(),
            changed: Arc::default(),
        };
        self.channels.insert(id, channel);
        Some(id)
    }

    pub(crate) fn add_member(&mut self, now: i64, guild: Id, user: Id) -> bool {
        let Some(guild) = self.guilds.get_mut(&guild) else { return false };
        guild.members.entry(user).or_insert_with(|| Member { nick: None, roles: Vec::new(), joined: now });
        true
    }

    /// What a user may do in a channel: nothing where either does not exist.
    pub(crate) fn permissions(&self, channel: Id, user: Id) -> u64 {
        let Some(channel) = self.channels.get(&channel) else { return 0 };
        let Some(guild) = self.guilds.get(&channel.guild) else { return 0 };
        let overwrites = match &channel.thread {
            Some(thread) => self.channels.get(&thread.parent).map_or(&[][..], |parent| &parent.overwrites),
            None => &channel.overwrites,
        };
        permissions::permissions(guild, channel, overwrites, user)
    }

    pub(crate) fn may(&self, channel: Id, user: Id, bits: u64) -> bool {
        self.permissions(channel, user) & bits == bits
    }

    pub(crate) fn message(&self, channel: Id, message: Id) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&message)
    }

    /// Takes a message out, with what clients remembered about it.
    pub(crate) fn remove_message(&mut self, channel: Id, message: Id) -> Option<Message> {
        let channel = self.channels.get_mut(&channel)?;
        let gone = channel.messages.remove(&message)?;
        channel.changed.notify_waiters();
        let guild = channel.guild;
        match gone.viewer {
            Some(viewer) => {
                self.chosen.remove(&(viewer, message));
                self.dismissed.remove(&message);
            }
            None if !self.chosen.is_empty() && gone.has_select() => {
                let members = self.guilds.get(&guild).map(|guild| guild.members.keys().copied().collect::<Vec<_>>());
                for member in members.into_iter().flatten() {
                    self.chosen.remove(&(member, message));
                }
            }
            None => {}
        }
        Some(gone)
    }

    /// The name a member is shown under.
    pub(crate) fn display_name(&self, guild: Id, user: Id) -> Option<&str> {
        let nick = self.guilds.get(&guild).and_then(|guild| guild.members.get(&user)?.nick.as_deref());
        nick.or_else(|| self.users.get(&user).map(|user| user.name.as_str()))
    }
}

//! Setting the stage: guilds, channels, members, permissions, the clock, and everything that can go wrong. It must never act
//! as a member.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::faults::Fault;
use super::gateway::{ALWAYS, GUILD_MEMBERS, GUILDS};
use super::permissions::Overwrite;
use super::rest::{delete_channel, delete_message, set_archived};
use super::state::{Id, Role, Thread, World};
use super::{Sandbox, lock, render};

impl Sandbox {
    /// Where the bot's REST calls go, without `/api`.
    pub fn base_url(&self) -> &str {
        &self.shared.base
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.shared.config.token
    }

    /// Where the clock can be read: unix milliseconds as text.
    pub fn clock_url(&self) -> String {
        format!("{}/sandbox/clock", self.shared.base)
    }

    /// Unix milliseconds by the stand-in's clock.
    pub fn now(&self) -> i64 {
        self.shared.clock.now()
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.shared.clock.advance(by.as_millis() as u64);
        self.shared.moved.notify_waiters();
        self.shared.changed.notify_waiters();
    }

    /// The application's identifier, which is not the bot's.
    pub fn application(&self) -> Id {
        lock(&self.shared.world).application
    }

    /// The bot's identifier as a user.
    pub fn bot(&self) -> Id {
        lock(&self.shared.world).bot
    }

    /// Does something to the world and wakes who waits for a change.
    fn change<T>(&self, deed: impl FnOnce(&mut World, i64) -> T) -> T {
        let result = deed(&mut lock(&self.shared.world), self.now());
        self.shared.changed.notify_waiters();
        result
    }

    fn tell(&self, intents: u64, guild: Id, event: &str, data: &impl Serialize) {
        lock(&self.shared.gateway).dispatch(intents, Some(guild), event, data);
    }

    /// All guilds.
    pub fn guilds(&self) -> Vec<Id> {
        lock(&self.shared.world).guilds.keys().copied().collect()
    }

    /// Everybody who was ever here and is neither a bot nor the guild's owner.
    pub fn people(&self, guild: Id) -> Vec<Id> {
        let world = lock(&self.shared.world);
        let owner = world.guilds.get(&guild).map(|guild| guild.owner);
        world.users.values().filter(|user| !user.bot && Some(user.id) != owner).map(|user| user.id).collect()
    }

    /// A new guild with the bot in it.
    pub fn add_guild(&self, name: &str) -> Id {
        self.change(|world, now| {
            let id = world.add_guild(now, name);
            self.tell_guild(world, id);
            id
        })
    }

    fn tell_guild(&self, world: &World, id: Id) {
        if let Some(guild) = world.guilds.get(&id) {
            self.tell(GUILDS, id, "GUILD_CREATE", &render::guild(world, guild, false));
        }
    }

    /// A new text channel. Where the guild does not exist, neither will the channel.
    pub fn add_channel(&self, guild: Id, name: &str) -> Id {
        self.change(|world, now| {
            let id = world.add_channel(now, guild, name, None).unwrap_or_default();
            if let Some(channel) = world.channels.get(&id) {
                self.tell(GUILDS, guild, "CHANNEL_CREATE", &render::channel(channel));
            }
            id
        })
    }

    /// A new public thread that a member opened.
    pub fn add_thread(&self, parent: Id, owner: Id, name: &str) -> Id {
        self.change(|world, now| {
            let guild = world.channels.get(&parent).map_or(0, |channel| channel.guild);
            let thread = Thread { parent, owner, archived: false, locked: false, changed: now, archive_after: 4320 };
            let id = world.add_channel(now, guild, name, Some((11, thread))).unwrap_or_default();
            if let Some(channel) = world.channels.get(&id) {
                self.tell(GUILDS, guild, "THREAD_CREATE", &render::channel(channel));
            }
            id
        })
    }

    /// A new user who joins a guild.
    pub fn add_member(&self, guild: Id, name: &str) -> Id {
        let user = self.change(|world, now| world.add_user(now, name, false));
        self.join(guild, user);
        user
    }

    /// Lets a user join a guild.
    pub fn join(&self, guild: Id, user: Id) {
        self.change(|world, now| {
            world.add_member(now, guild, user);
            let member = world.guilds.get(&guild).and_then(|found| render::member(world, found, user));
            if let Some(member) = member {
                let mut member = render::tree(&member);
                member["guild_id"] = render::id(guild);
                self.tell(GUILD_MEMBERS, guild, "GUILD_MEMBER_ADD", &member);
            }
        });
    }

    /// A member leaves.
    pub fn leave(&self, guild: Id, user: Id) {
        self.change(|world, _| {
            let gone = world.guilds.get_mut(&guild).and_then(|guild| guild.members.remove(&user));
            if gone.is_some() {
                let data = json!({"guild_id": guild.to_string(), "user": render::user(world, user)});
                self.tell(GUILD_MEMBERS, guild, "GUILD_MEMBER_REMOVE", &data);
            }
        });
    }

    /// An account is deleted: its user leaves every guild, and nobody is called by it any more.
    pub fn delete_account(&self, user: Id) {
        for guild in self.guilds() {
            self.leave(guild, user);
        }
        self.change(|world, _| drop(world.users.remove(&user)));
    }

    /// A member takes another name in a guild.
    pub fn rename(&self, guild: Id, user: Id, nick: &str) {
        self.change(|world, _| {
            if let Some(member) = world.guilds.get_mut(&guild).and_then(|guild| guild.members.get_mut(&user)) {
                member.nick = Some(nick.to_owned());
            }
            let member = world.guilds.get(&guild).and_then(|found| render::member(world, found, user));
            if let Some(member) = member {
                let mut member = render::tree(&member);
                member["guild_id"] = render::id(guild);
                self.tell(GUILD_MEMBERS, guild, "GUILD_MEMBER_UPDATE", &member);
            }
        });
    }

    /// The name a member is shown under.
    pub fn display_name(&self, guild: Id, user: Id) -> Option<String> {
        lock(&self.shared.world).display_name(guild, user).map(str::to_owned)
    }

    /// Sets the language of a user's client.
    pub fn set_locale(&self, user: Id, locale: &str) {
        self.change(|world, _| {
            if let Some(user) = world.users.get_mut(&user) {
                locale.clone_into(&mut user.locale);
            }
        });
    }

    /// A new role, given to these members.
    pub fn add_role(&self, guild: Id, name: &str, permissions: u64, members: &[Id]) -> Id {
        self.change(|world, now| {
            let id = world.next_id(now);
            let Some(guild) = world.guilds.get_mut(&guild) else { return 0 };
            guild.roles.insert(id, Role { id, name: name.to_owned(), permissions, mentionable: false, managed: false });
            for user in members {
                if let Some(member) = guild.members.get_mut(user) {
                    member.roles.push(id);
                }
            }
            id
        })
    }

    /// Gives a role other permissions; `@everyone` has the guild's identifier.
    pub fn set_role(&self, guild: Id, role: Id, permissions: u64) {
        self.change(|world, _| {
            let Some(found) = world.guilds.get_mut(&guild).and_then(|guild| guild.roles.get_mut(&role)) else { return };
            found.permissions = permissions;
            let data = json!({"guild_id": guild.to_string(), "role": render::role(found, 1)});
            self.tell(GUILDS, guild, "GUILD_ROLE_UPDATE", &data);
        });
    }

    /// Takes permissions from a member or role in one channel.
    pub fn deny(&self, channel: Id, target: Id, bits: u64) {
        self.overwrite(channel, target, |o| {
            o.deny |= bits;
            o.allow &= !bits;
        });
    }

    /// Gives permissions to a member or role in one channel.
    pub fn allow(&self, channel: Id, target: Id, bits: u64) {
        self.overwrite(channel, target, |o| {
            o.allow |= bits;
            o.deny &= !bits;
        });
    }

    fn overwrite(&self, channel: Id, target: Id, deed: impl FnOnce(&mut Overwrite)) {
        self.change(|world, _| {
            let member = world.users.contains_key(&target);
            let Some(found) = world.channels.get_mut(&channel) else { return };
            let index = found.overwrites.iter().position(|o| o.target == target).unwrap_or_else(|| {
                found.overwrites.push(Overwrite { target, member, allow: 0, deny: 0 });
                found.overwrites.len() - 1
            });
            if let Some(overwrite) = found.overwrites.get_mut(index) {
                deed(overwrite);
            }
            let (guild, data) = (found.guild, render::channel(found));
            self.tell(GUILDS, guild, "CHANNEL_UPDATE", &data);
        });
    }

    /// Somebody with the right to deletes a message.
    pub fn delete_message(&self, channel: Id, message: Id) -> bool {
        self.change(|world, _| delete_message(&self.shared, world, channel, message))
    }

    /// Somebody with the right to deletes a channel or thread.
    pub fn delete_channel(&self, channel: Id) -> bool {
        self.change(|world, _| delete_channel(&self.shared, world, channel).is_some())
    }

    /// Archives a thread, or takes it out again.
    pub fn set_archived(&self, thread: Id, archived: bool) -> bool {
        self.change(|world, now| set_archived(&self.shared, world, thread, archived, now))
    }

    /// Locks a thread, or unlocks it.
    pub fn set_locked(&self, thread: Id, locked: bool) -> bool {
        self.change(|world, _| {
            let Some(channel) = world.channels.get_mut(&thread) else { return false };
            let Some(inner) = &mut channel.thread else { return false };
            inner.locked = locked;
            let (guild, data) = (channel.guild, render::channel(channel));
            self.tell(GUILDS, guild, "THREAD_UPDATE", &data);
            true
        })
    }

    /// An outage of a guild begins or ends: the bot is still a member, but can't reach it.
    pub fn set_outage(&self, guild: Id, unavailable: bool) {
        self.change(|world, _| {
            let Some(found) = world.guilds.get_mut(&guild) else { return };
            found.unavailable = unavailable;
            if unavailable {
                self.tell(GUILDS, guild, "GUILD_DELETE", &json!({"id": guild.to_string(), "unavailable": true}));
            } else {
                self.tell_guild(world, guild);
            }
        });
    }

    /// Somebody removes the bot from a guild.
    pub fn remove_bot(&self, guild: Id) {
        self.change(|world, _| {
            let bot = world.bot;
            if world.guilds.get_mut(&guild).and_then(|guild| guild.members.remove(&bot)).is_some() {
                self.tell(GUILDS, guild, "GUILD_DELETE", &json!({"id": guild.to_string()}));
            }
        });
    }

    /// Trouble for some of the next requests.
    pub fn fault(&self, fault: Fault) {
        lock(&self.shared.faults).add(fault);
        self.shared.changed.notify_waiters();
    }

    /// No more trouble; what is held stays held, but is no longer counted.
    pub fn clear_faults(&self) {
        lock(&self.shared.faults).clear();
        self.shared.changed.notify_waiters();
    }

    /// How many requests were kept waiting for ever, as [`super::Trouble::Hold`] asks.
    pub fn held(&self) -> u64 {
        lock(&self.shared.faults).held
    }

    /// Cuts the gateway without a word; sessions can be resumed.
    pub fn cut_gateway(&self) {
        lock(&self.shared.gateway).cut();
    }

    /// Asks the bot to reconnect (op 7).
    pub fn ask_reconnect(&self) {
        lock(&self.shared.gateway).reconnect();
    }

    /// Declares the session over (op 9), or only the connection if it is resumable.
    pub fn invalidate_session(&self, resumable: bool) {
        lock(&self.shared.gateway).invalidate(resumable);
    }

    /// Sends any event to the bot, whatever its intents.
    pub fn dispatch(&self, event: &str, data: &Value) -> bool {
        lock(&self.shared.gateway).dispatch(ALWAYS, None, event, data)
    }

    /// Sends an interaction once more, as after a reconnect: one of the last, which sessions keep.
    pub fn deliver_again(&self, interaction: Id) -> bool {
        lock(&self.shared.gateway).repeat(interaction)
    }
}

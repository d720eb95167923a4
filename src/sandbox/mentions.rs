//! Who a text names, and who is therefore pinged. It must never know whether a message is new: only new ones are brought here
//! to notify.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::message::{Message, SUPPRESS_NOTIFICATIONS};
use super::permissions::{MENTION_EVERYONE, VIEW_CHANNEL};
use super::state::{Id, World};

/// A ping on a member's telephone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// When, in unix milliseconds.
    pub at: i64,
    /// By which message.
    pub message: Id,
    /// In which channel.
    pub channel: Id,
    /// What the message said at that moment.
    pub content: String,
}

/// The names in a text, outside code.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) users: Vec<Id>,
    pub(crate) roles: Vec<Id>,
    pub(crate) everyone: bool,
}

impl Named {
    pub(crate) fn nobody(&self) -> bool {
        self.users.is_empty() && self.roles.is_empty() && !self.everyone
    }
}

/// Reads the names in a text; in code blocks and code spans nobody is named.
pub(crate) fn named(content: &str) -> Named {
    let mut named = Named::default();
    if !content.contains(['<', '@']) {
        return named;
    }
    let fences = content.matches("```").count();
    for (index, block) in content.split("```").enumerate() {
        // The last fence opens nothing if none closes it.
        let inside = index % 2 == 1 && index < fences;
        if inside {
            continue;
        }
        for (index, plain) in block.split('`').enumerate() {
            if index % 2 == 0 {
                read(plain, &mut named);
            }
        }
    }
    named
}

fn read(plain: &str, named: &mut Named) {
    named.everyone |= plain.contains("@everyone") || plain.contains("@here");
    for piece in plain.split("<@").skip(1) {
        let Some((inside, _)) = piece.split_once('>') else { continue };
        let (list, digits) = match inside.strip_prefix('&') {
            Some(role) => (&mut named.roles, role),
            None => (&mut named.users, inside.strip_prefix('!').unwrap_or(inside)),
        };
        match digits.parse() {
            Ok(id) if !list.contains(&id) => list.push(id),
            _ => {}
        }
    }
}

/// What `allowed_mentions` lets ping: all of it where it is absent.
pub(crate) fn allowed(named: &Named, allowed: &Value) -> Named {
    let Some(allowed) = allowed.as_object() else { return named.clone() };
    let parse =
        |word: &str| allowed.get("parse").and_then(Value::as_array).is_some_and(|list| list.iter().any(|v| v == word));
    let listed = |key: &str, id: Id| {
        let list = allowed.get(key).and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|v| v.as_str().and_then(|s| s.parse().ok()).or(v.as_u64()) == Some(id)))
    };
    let keep = |ids: &[Id], key: &str| ids.iter().copied().filter(|id| parse(key) || listed(key, *id)).collect();
    Named {
        users: keep(&named.users, "users"),
        roles: keep(&named.roles, "roles"),
        everyone: named.everyone && parse("everyone"),
    }
}

/// Fills in whom a message names: those who exist in the guild.
pub(crate) fn fill(world: &World, guild: Id, message: &mut Message) {
    let named = named(&message.content);
    let Some(guild) = world.guilds.get(&guild) else { return };
    message.mentions = named.users.into_iter().filter(|id| world.users.contains_key(id)).collect();
    message.mention_roles = named.roles.into_iter().filter(|id| guild.roles.contains_key(id)).collect();
    message.mention_everyone = named.everyone && world.may(message.channel, message.author, MENTION_EVERYONE);
}

/// Pings whom a new message names and may ping.
pub(crate) fn notify(world: &mut World, now: i64, message: &Message, allowed_mentions: &Value) {
    if message.flags & SUPPRESS_NOTIFICATIONS != 0 || message.is_ephemeral() {
        return;
    }
    let pinged = allowed(&named(&message.content), allowed_mentions);
    if pinged.nobody() {
        return;
    }
    for user in members_of(world, message, &pinged) {
        if user == message.author || !world.may(message.channel, user, VIEW_CHANNEL) {
            continue;
        }
        let content = message.content.clone();
        let ping = Notification { at: now, message: message.id, channel: message.channel, content };
        world.notifications.entry(user).or_default().push(ping);
    }
}

fn members_of(world: &World, message: &Message, pinged: &Named) -> Vec<Id> {
    let guild = world.channels.get(&message.channel).and_then(|channel| world.guilds.get(&channel.guild));
    let Some(guild) = guild else { return Vec::new() };
    let powerful = world.may(message.channel, message.author, MENTION_EVERYONE);
    let roles = pinged.roles.iter().filter(|id| powerful || guild.roles.get(id).is_some_and(|role| role.mentionable));
    let roles: Vec<&Id> = roles.collect();
    let hit = |user: &Id, member: &super::state::Member| {
        pinged.users.contains(user) || (pinged.everyone && powerful) || roles.iter().any(|id| member.roles.contains(id))
    };
    guild.members.iter().filter(|(user, member)| hit(user, member)).map(|(user, _)| *user).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_names_outside_code_only() {
        let all = named("<@1> <@!2> <@&3> <@1> @here `<@4>` ```<@5>\n<@6>``` <@7>");
        assert_eq!(all, Named { users: vec![1, 2, 7], roles: vec![3], everyone: true });
        assert_eq!(named("```never closed <@8>").users, [8]);
        assert!(named("a < b, a@b.example, <#9>").nobody());
    }

    #[test]
    fn allows_what_is_listed_or_parsed() {
        let all = named("<@1> <@2> <@&3> @everyone");
        assert_eq!(allowed(&all, &Value::Null), all);
        assert!(allowed(&all, &json!({"parse": []})).nobody());
        assert_eq!(allowed(&all, &json!({"parse": [], "users": ["2"]})).users, [2]);
        assert_eq!(allowed(&all, &json!({"parse": ["roles"]})).roles, [3]);
    }
}

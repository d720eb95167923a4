//! What the bot must be allowed for a table, and how members are told what it lacks. Must not know how tables are shown.

use poise::serenity_prelude::{PartialChannel, Permissions};

use super::render;
use super::reply::Reply;
use super::route::lang;

/// What a table can need, and the words that Discord's settings have for it.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::CREATE_PUBLIC_THREADS, "permission-create-public-threads"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "permission-send-messages-in-threads"),
];

/// A channel or thread, and what the bot may do there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// It is a thread.
    pub(super) is_thread: bool,
    may: Permissions,
}

impl Place {
    /// The place of an interaction, as that tells it.
    pub(super) fn of(channel: Option<&PartialChannel>, may: Option<Permissions>) -> Self {
        let is_thread = channel.is_some_and(|channel| channel.thread_metadata.is_some());
        Self { is_thread, may: may.unwrap_or_default() }
    }

    /// What the bot needs to show a table there, and may not do.
    pub(super) fn lacks_to_show(self) -> Permissions {
        let talk = if self.is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
        (Permissions::VIEW_CHANNEL | talk) - self.may
    }

    /// What the bot needs to open a thread there with a table in it, and may not do.
    pub(super) fn lacks_to_open_thread(self) -> Permissions {
        let thread = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        (Permissions::VIEW_CHANNEL | thread) - self.may
    }
}

/// What to say where the bot lacks permissions for a table.
pub(super) fn lacks(missing: Permissions) -> Option<Reply> {
    if missing.is_empty() {
        return None;
    }
    let all = NEEDED.into_iter().filter(|(needed, _)| missing.contains(*needed)).map(|(_, key)| lang().word(key));
    let names = all.collect::<Vec<_>>().join(", ");
    Some(Reply::Private(render::text(lang().say("permissions-missing", &[("names", names.into())]))))
}

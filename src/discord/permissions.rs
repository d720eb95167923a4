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

/// What the bot needs to show a table in a channel or thread, and may not do there.
pub(super) fn to_show(channel: Option<&PartialChannel>, may: Option<Permissions>) -> Permissions {
    let thread = channel.is_some_and(|channel| channel.thread_metadata.is_some());
    let talk = if thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    (Permissions::VIEW_CHANNEL | talk) - may.unwrap_or_default()
}

/// What the bot needs to open a table in a channel, or in a thread of it, and may not do there.
pub(super) fn to_open(in_thread: bool, may: Permissions) -> Permissions {
    let talk = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    let thread = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    let needed = if in_thread { Permissions::VIEW_CHANNEL | thread } else { talk };
    needed - may
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

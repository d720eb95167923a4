//! Permission bits, and who has which of them in a channel. It must never know what they are asked for.

use serde::{Deserialize, Serialize};

use super::state::{Channel, Guild, Id};

/// May see the channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// May write in the channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// May delete what others wrote.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// May show embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// May attach files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// May read what was written before.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// May mention everyone, and roles that are not mentionable.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// May use emojis of elsewhere.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// May do everything.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// May change and delete channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// May use slash commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// May archive, lock and delete threads, and write in locked ones.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// May open public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// May open private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// May write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// What a new guild gives everyone.
pub(crate) const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// All bits that exist.
const ALL: u64 = (1 << 53) - 1;

/// What one role or member is given or denied in one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) target: Id,
    /// Whether the target is a member; a role otherwise.
    pub(crate) member: bool,
    pub(crate) allow: u64,
    pub(crate) deny: u64,
}

/// What a member may do in a channel; `overwrites` are those of the channel, or of a thread's parent.
pub(crate) fn permissions(guild: &Guild, channel: &Channel, overwrites: &[Overwrite], user: Id) -> u64 {
    let Some(member) = guild.members.get(&user) else { return 0 };
    let role = |id: &Id| guild.roles.get(id).map_or(0, |role| role.permissions);
    let base = member.roles.iter().fold(role(&guild.id), |bits, id| bits | role(id));
    if guild.owner == user || base & ADMINISTRATOR != 0 {
        return ALL;
    }
    let of = |keep: &dyn Fn(&Overwrite) -> bool| {
        overwrites.iter().filter(|o| keep(o)).fold((0, 0), |(allow, deny), o| (allow | o.allow, deny | o.deny))
    };
    let everyone = of(&|o| !o.member && o.target == guild.id);
    let roles = of(&|o| !o.member && member.roles.contains(&o.target));
    let own = of(&|o| o.member && o.target == user);
    let bits = [everyone, roles, own].into_iter().fold(base, |bits, (allow, deny)| bits & !deny | allow);
    implied(bits, channel.is_thread())
}

/// Who can't see can do nothing; who can't write can't attach either.
fn implied(bits: u64, thread: bool) -> u64 {
    let write = if thread { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
    match bits {
        _ if bits & VIEW_CHANNEL == 0 => 0,
        _ if bits & write == 0 => bits & !(MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS),
        _ => bits,
    }
}

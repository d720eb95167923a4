//! What the page shows, as far as it does not know it yet: the world around, and for every seat the messages that its member
//! sees. It must never show a member more than the driver does.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use crate::sandbox::control::exact;
use crate::sandbox::driver::sees;
use crate::sandbox::message::Message;
use crate::sandbox::permissions::VIEW_CHANNEL;
use crate::sandbox::state::{Channel, Guild, Id, World};
use crate::sandbox::{Shared, lock};

/// At most so many messages of a channel are shown at once, however often older ones are asked for.
const MOST: usize = 2_000;
/// Whoever opens the log is shown so many requests.
const REQUESTS: u64 = 100;

/// A member at a channel, and how far back they look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Seat {
    member: Id,
    channel: Id,
    last: usize,
}

/// What the page wants to be told.
#[derive(Default, Debug)]
pub(super) struct Watch {
    pub(super) seats: Vec<Seat>,
    /// Whether the requests of the bot, too.
    pub(super) log: bool,
}

impl Watch {
    /// Reads `{seats: [{member, channel, last}], log}`; what can't be read is left out.
    pub(super) fn read(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let id = |value: &Value| value.as_str()?.parse().ok();
        let seat = |value: &Value| {
            let last = value["last"].as_u64().unwrap_or(100) as usize;
            Some(Seat { member: id(&value["member"])?, channel: id(&value["channel"])?, last: last.min(MOST) })
        };
        let seats = value["seats"].as_array()?.iter().filter_map(seat).take(8).collect();
        Some(Self { seats, log: value["log"] == true })
    }
}

/// What a page has been told.
#[derive(Default)]
pub(super) struct Told {
    world: String,
    seats: HashMap<(Id, Id), SeatTold>,
    requests: Option<u64>,
}

#[derive(Default)]
struct SeatTold {
    /// Every message shown, and in which state.
    messages: BTreeMap<Id, u64>,
    older: bool,
    modal: Option<Id>,
    begun: bool,
}

impl Told {
    /// Everything that is new, as texts to send.
    pub(super) fn news(&mut self, shared: &Shared, watch: &Watch) -> Vec<String> {
        let mut news = Vec::new();
        {
            let world = lock(&shared.world);
            news.extend(self.world(shared, &world));
            self.seats.retain(|key, _| watch.seats.iter().any(|seat| (seat.member, seat.channel) == *key));
            for seat in &watch.seats {
                let told = self.seats.entry((seat.member, seat.channel)).or_default();
                news.extend(told.news(&world, *seat));
            }
        }
        news.extend(self.log(shared, watch.log));
        news
    }

    fn world(&mut self, shared: &Shared, world: &World) -> Option<String> {
        let gateway = lock(&shared.gateway).connected();
        let about = json!({
            "kind": "world",
            "ahead": shared.clock.ahead(),
            "bot": world.bot,
            "connected": gateway > 0,
            "faults": lock(&shared.faults).left(),
            "notes": shared.notes,
            "commands": world.commands,
            "guilds": world.guilds.values().map(|guild| about_guild(world, guild)).collect::<Vec<_>>(),
        });
        let text = exact(about).to_string();
        if text == self.world {
            return None;
        }
        self.world.clone_from(&text);
        Some(text)
    }

    fn log(&mut self, shared: &Shared, wanted: bool) -> Option<String> {
        if !wanted {
            self.requests = None;
            return None;
        }
        let log = lock(&shared.log);
        let known = self.requests.unwrap_or_else(|| log.total().saturating_sub(REQUESTS));
        if self.requests == Some(log.total()) {
            return None;
        }
        self.requests = Some(log.total());
        let requests = serde_json::to_value(log.since(known)).unwrap_or_default();
        Some(exact(json!({"kind": "log", "requests": requests, "problems": log.violations().len()})).to_string())
    }
}

/// A guild with everybody who is or was in it. What everyone may in each channel is part of it.
fn about_guild(world: &World, guild: &Guild) -> Value {
    let pings = |user: Id| world.notifications.get(&user).map_or(0, Vec::len);
    let mut people: Vec<_> = world.users.values().filter(|user| !user.bot).collect();
    people.sort_by_key(|user| (user.id == guild.owner, user.id));
    let member = |user: &crate::sandbox::state::User| {
        json!({
            "id": user.id,
            "name": world.display_name(guild.id, user.id),
            "here": guild.members.contains_key(&user.id),
            "owner": user.id == guild.owner,
            "pings": pings(user.id),
        })
    };
    let channel = |channel: &Channel| {
        let may = |user: &Id| (user.to_string(), json!(world.permissions(channel.id, *user)));
        json!({
            "id": channel.id,
            "name": channel.name,
            "parent": channel.thread.as_ref().map(|thread| thread.parent),
            "archived": channel.thread.as_ref().is_some_and(|thread| thread.archived),
            "locked": channel.thread.as_ref().is_some_and(|thread| thread.locked),
            "may": guild.members.keys().map(may).collect::<serde_json::Map<_, _>>(),
        })
    };
    json!({
        "id": guild.id,
        "name": guild.name,
        "bot": world.display_name(guild.id, world.bot),
        "roles": guild.roles.values().map(|role| json!({"id": role.id, "name": role.name})).collect::<Vec<_>>(),
        "members": people.into_iter().map(member).collect::<Vec<_>>(),
        "channels": guild.channels.iter().filter_map(|id| world.channels.get(id)).map(channel).collect::<Vec<_>>(),
    })
}

impl SeatTold {
    fn news(&mut self, world: &World, seat: Seat) -> Option<String> {
        let (seen, older) = visible(world, seat);
        let now: BTreeMap<Id, u64> = seen.iter().map(|message| (message.id, state_of(world, seat, message))).collect();
        let modal = world.modals.get(&seat.member).filter(|_| world.may(seat.channel, seat.member, VIEW_CHANNEL));
        let opened = modal.map(|modal| modal.by);
        if self.begun && now == self.messages && older == self.older && opened == self.modal {
            return None;
        }
        let fresh = |message: &&&Message| self.messages.get(&message.id) != now.get(&message.id);
        let told = json!({
            "kind": "seat",
            "member": seat.member,
            "channel": seat.channel,
            "messages": seen.iter().filter(fresh).map(|message| written(world, seat, message)).collect::<Vec<_>>(),
            "gone": self.messages.keys().filter(|id| !now.contains_key(id)).collect::<Vec<_>>(),
            "older": older,
            "whole": !self.begun,
            "modal": modal.map(|modal| &modal.data),
            "modal_by": opened,
        });
        *self = Self { messages: now, older, modal: opened, begun: true };
        Some(exact(told).to_string())
    }
}

/// The newest messages a seat sees, the newest first, and whether there are older ones.
fn visible(world: &World, seat: Seat) -> (Vec<&Message>, bool) {
    let channel = world.channels.get(&seat.channel).filter(|_| world.may(seat.channel, seat.member, VIEW_CHANNEL));
    let Some(channel) = channel else { return (Vec::new(), false) };
    let mut all = channel.messages.values().rev().filter(|message| sees(world, seat.member, message));
    let seen: Vec<&Message> = all.by_ref().take(seat.last).collect();
    (seen, all.next().is_some())
}

/// A number that changes whenever the message looks different to this member.
fn state_of(world: &World, seat: Seat, message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    let quoted = message.reply_to.map(|id| world.message(message.channel, id).map(|quoted| quoted.edits));
    (message.edits, message.flags, quoted).hash(&mut hasher);
    world.chosen.get(&(seat.member, message.id)).hash(&mut hasher);
    hasher.finish()
}

fn written(world: &World, seat: Seat, message: &Message) -> Value {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    value["chosen"] = json!(world.chosen.get(&(seat.member, message.id)));
    let pings = world.notifications.get(&seat.member).into_iter().flatten();
    value["pinged"] = pings.rev().any(|ping| ping.message == message.id).into();
    if let Some(before) = message.reply_to.and_then(|id| world.message(message.channel, id)) {
        // Only what the member sees themselves is quoted to them.
        let seen = sees(world, seat.member, before);
        value["quote"] = json!({"author": before.author, "content": seen.then_some(&before.content)});
    }
    value
}

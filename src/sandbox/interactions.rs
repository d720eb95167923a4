//! Interactions: what a member did, the token it opened, and how it was answered. It must never know how the answer
//! travelled or what a message looks like inside.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Notify;

use super::gateway::ALWAYS;
use super::render::Long;
use super::state::{Id, World};
use super::{Shared, lock, render};

/// The first answer must come within so many milliseconds.
pub(crate) const FIRST_ANSWER: i64 = 3_000;
/// A token opens its interaction for so many milliseconds.
pub(crate) const TOKEN_LIFE: i64 = 15 * 60 * 1000;
/// The language of every guild.
const LOCALE: &str = "en-US";

/// What a member did, by Discord's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum InteractionKind {
    /// A slash command.
    Command = 2,
    /// A click or a choice.
    Component = 3,
    /// Typing in an option that completes.
    Autocomplete = 4,
    /// A modal sent off.
    Modal = 5,
}

/// How the bot answered, by Discord's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum AnswerKind {
    /// A new message.
    Message = 4,
    /// "Thinking…": a message will come.
    DeferredMessage = 5,
    /// The clicked message will be edited, or stays.
    DeferredUpdate = 6,
    /// The clicked message is edited.
    Update = 7,
    /// Completions.
    Autocomplete = 8,
    /// A modal opens.
    Modal = 9,
    /// Something that is none of these.
    Other = 0,
}

impl AnswerKind {
    pub(crate) fn of(number: u64) -> Self {
        use AnswerKind::{Autocomplete, DeferredMessage, DeferredUpdate, Message, Modal, Other, Update};
        [Message, DeferredMessage, DeferredUpdate, Update, Autocomplete, Modal]
            .into_iter()
            .find(|kind| *kind as u64 == number)
            .unwrap_or(Other)
    }
}

/// One attempt of the bot to answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// What kind of answer.
    pub kind: AnswerKind,
    /// Milliseconds after the interaction was sent.
    pub after: i64,
    /// The real time until its request came in, before it was looked at.
    #[serde(skip)]
    pub took: Duration,
    /// Whether it was taken.
    pub accepted: bool,
    /// Discord's code if it was refused.
    pub code: u32,
}

/// What became of an interaction.
#[derive(Debug, Clone, Serialize)]
pub struct Outcome {
    /// Its identifier.
    pub interaction: Id,
    /// What kind of deed it was.
    pub kind: InteractionKind,
    /// The command, the `custom_id`, or the modal's.
    pub what: String,
    /// Who did it.
    pub user: Id,
    /// Where.
    pub channel: Id,
    /// When, in unix milliseconds.
    pub at: i64,
    /// Whether a connected session heard of it, or will after a resume.
    pub delivered: bool,
    /// All attempts to answer, in order.
    pub answers: Vec<Answer>,
    /// The message that was made or edited by the answer.
    pub message: Option<Id>,
    /// Messages that followed.
    pub followups: Vec<Id>,
    /// Completions, if it asked for some.
    pub completions: Vec<Value>,
}

impl Outcome {
    /// The answer that was taken.
    pub fn answer(&self) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.accepted)
    }

    /// Whether an answer was taken, which is only possible within three seconds.
    pub fn answered(&self) -> bool {
        self.answer().is_some()
    }

    /// Whether one attempt was taken and no other made; but where the clicked message was gone by then, which no bot
    /// can know, a second one may have been needed.
    pub fn answered_once(&self) -> bool {
        let mut others = self.answers.iter().filter(|answer| !answer.accepted);
        let taken = self.answers.iter().filter(|answer| answer.accepted).count();
        taken == 1 && others.all(|answer| answer.code == 10_008)
    }
}

/// An interaction and its token.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) what: String,
    pub(crate) user: Id,
    pub(crate) guild: Id,
    pub(crate) channel: Id,
    pub(crate) at: i64,
    /// The same in real time.
    #[serde(skip, default = "Instant::now")]
    pub(crate) sent: Instant,
    pub(crate) delivered: bool,
    /// The message that was clicked.
    pub(crate) source: Option<Id>,
    pub(crate) answers: Vec<Answer>,
    /// What `@original` stands for.
    pub(crate) original: Option<Id>,
    pub(crate) followups: Vec<Id>,
    pub(crate) completions: Vec<Value>,
    /// Wakes who waits for the answer.
    #[serde(skip)]
    pub(crate) answered: Arc<Notify>,
}

impl Interaction {
    pub(crate) fn acknowledged(&self) -> bool {
        self.answers.iter().any(|answer| answer.accepted)
    }

    pub(crate) fn expired(&self, now: i64) -> bool {
        now - self.at >= TOKEN_LIFE
    }

    /// Whether nobody can give it a first answer any more.
    pub(crate) fn too_late(&self, now: i64) -> bool {
        !self.acknowledged() && now - self.at >= FIRST_ANSWER
    }

    pub(crate) fn outcome(&self) -> Outcome {
        Outcome {
            interaction: self.id,
            kind: self.kind,
            what: self.what.clone(),
            user: self.user,
            channel: self.channel,
            at: self.at,
            delivered: self.delivered,
            answers: self.answers.clone(),
            message: self.original,
            followups: self.followups.clone(),
            completions: self.completions.clone(),
        }
    }
}

/// What is sent: everything but the parts every interaction has.
pub(crate) struct Deed {
    pub(crate) kind: InteractionKind,
    pub(crate) what: String,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) source: Option<Id>,
    pub(crate) data: Value,
}

/// Opens an interaction and tells the bot.
pub(crate) fn send(shared: &Shared, world: &mut World, deed: Deed) -> Option<Id> {
    let now = shared.clock.now();
    let guild = world.channels.get(&deed.channel)?.guild;
    let id = world.next_id(now);
    let random = || RandomState::new().build_hasher().finish();
    let token = format!("aW50ZXJhY3Rpb246{id}:{:016x}{:016x}{:016x}{:016x}", random(), random(), random(), random());
    let payload = render::text(&payload(shared, world, &deed, id, &token, guild)?);
    let sent = Instant::now();
    let delivered = lock(&shared.gateway).dispatch_text(ALWAYS, Some(guild), "INTERACTION_CREATE", &payload);
    let Deed { kind, what, user, channel, source, .. } = deed;
    let interaction = Interaction {
        id,
        token: token.clone(),
        kind,
        what,
        user,
        guild,
        channel,
        at: now,
        sent,
        delivered,
        source,
        answers: Vec::new(),
        original: None,
        followups: Vec::new(),
        completions: Vec::new(),
        answered: Arc::new(Notify::new()),
    };
    world.interactions.insert(id, interaction);
    world.tokens.insert(token, id);
    Some(id)
}

/// An interaction as the bot hears of it.
#[derive(Serialize)]
struct Payload<'a> {
    id: Long,
    application_id: Long,
    #[serde(rename = "type")]
    kind: u8,
    token: &'a str,
    version: u8,
    data: &'a Value,
    guild_id: Long,
    guild: PartialGuild,
    channel_id: Long,
    channel: render::Channel<'a>,
    member: render::Member<'a>,
    locale: &'a str,
    guild_locale: &'static str,
    app_permissions: Long,
    entitlements: [u8; 0],
    entitlement_sku_ids: [u8; 0],
    authorizing_integration_owners: render::Owners,
    context: u8,
    attachment_size_limit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<render::Message<'a>>,
}

/// What an interaction tells of its guild.
#[derive(Serialize)]
struct PartialGuild {
    id: Long,
    locale: &'static str,
    features: [u8; 0],
}

fn payload<'a>(
    shared: &Shared,
    world: &'a World,
    deed: &'a Deed,
    id: Id,
    token: &'a str,
    guild: Id,
) -> Option<Payload<'a>> {
    let (channel, in_guild) = (world.channels.get(&deed.channel)?, world.guilds.get(&guild)?);
    let source = match deed.source {
        Some(source) => Some(world.message(deed.channel, source)?),
        None => None,
    };
    Some(Payload {
        id: Long(id),
        application_id: Long(world.application),
        kind: deed.kind as u8,
        token,
        version: 1,
        data: &deed.data,
        guild_id: Long(guild),
        guild: PartialGuild { id: Long(guild), locale: LOCALE, features: [] },
        channel_id: Long(deed.channel),
        channel: render::partial_channel(world, channel, deed.user),
        member: render::member(world, in_guild, deed.user)?.may(world.permissions(deed.channel, deed.user)),
        locale: &world.users.get(&deed.user)?.locale,
        guild_locale: LOCALE,
        app_permissions: Long(world.permissions(deed.channel, world.bot)),
        entitlements: [],
        entitlement_sku_ids: [],
        authorizing_integration_owners: render::Owners { guild: Some(Long(guild)) },
        context: 0,
        attachment_size_limit: 10_485_760,
        message: source.map(|message| render::message(world, &shared.base, message)),
    })
}

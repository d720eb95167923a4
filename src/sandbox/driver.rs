//! Members at work, and what they and the test see. It must never let a member do what a client would not: see what is not
//! theirs, click what is greyed, choose what is not offered.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::commands::{self, Typed};
use super::interactions::{self, Deed, FIRST_ANSWER, InteractionKind, Outcome};
use super::log::{Request, Violation};
use super::mentions::{self, Notification};
use super::message::{Message, Select, select};
use super::permissions::{SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, USE_APPLICATION_COMMANDS, VIEW_CHANNEL};
use super::state::{Id, World};
use super::{Sandbox, lock, rest};

/// Why a client did not send anything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The member does not see the channel, or is not in the guild.
    #[error("the member does not see this channel")]
    NoAccess,
    /// The member lacks a permission.
    #[error("the member may not do this here")]
    NotAllowed,
    /// No command of this name is registered.
    #[error("no command is called {0:?}")]
    NoSuchCommand(String),
    /// The command has no such option.
    #[error("the command has no option {0:?}")]
    NoSuchOption(String),
    /// The command needs this option.
    #[error("the option {0:?} is missing")]
    MissingOption(String),
    /// The option or select takes no such value.
    #[error("{0:?} does not take this value")]
    BadValue(String),
    /// There is no such message, or it is somebody else's ephemeral one.
    #[error("the member sees no such message")]
    NoSuchMessage,
    /// The message has no such component now.
    #[error("the message has no component {0:?}")]
    NoSuchComponent(String),
    /// The component is greyed.
    #[error("{0:?} is disabled")]
    Disabled(String),
    /// Too many or too few were chosen.
    #[error("{0:?} takes another number of choices")]
    WrongNumber(String),
    /// The same is chosen as before, so the client sends nothing.
    #[error("the same was chosen before: nothing is sent")]
    SameChoice,
    /// No modal is open.
    #[error("no modal is open")]
    NoModal,
}

impl Sandbox {
    /// Uses a slash command such as `canasta new` and waits for the first answer, or for three seconds to pass.
    pub async fn slash(
        &self,
        member: Id,
        channel: Id,
        command: &str,
        options: &[(&str, Value)],
    ) -> Result<Outcome, Refused> {
        let id = self.send_slash(member, channel, command, options)?;
        self.answered(id).await.ok_or(Refused::NoAccess)
    }

    /// The same without waiting.
    pub fn send_slash(&self, member: Id, channel: Id, command: &str, options: &[(&str, Value)]) -> Result<Id, Refused> {
        self.send_typed(member, channel, &Typed { path: command, options, focused: None })
    }

    /// Types in an option that completes; the outcome holds the completions.
    pub async fn autocomplete(
        &self,
        member: Id,
        channel: Id,
        command: &str,
        options: &[(&str, Value)],
        focused: &str,
    ) -> Result<Outcome, Refused> {
        let id = self.send_typed(member, channel, &Typed { path: command, options, focused: Some(focused) })?;
        self.answered(id).await.ok_or(Refused::NoAccess)
    }

    fn send_typed(&self, user: Id, channel: Id, typed: &Typed<'_>) -> Result<Id, Refused> {
        self.act(|world| {
            let guild = seen(world, channel, user)?;
            if !world.may(channel, user, USE_APPLICATION_COMMANDS) {
                return Err(Refused::NotAllowed);
            }
            let found = commands::find(world, guild, typed)?;
            if !world.may(channel, user, found.permissions) {
                return Err(Refused::NotAllowed);
            }
            let kind = if typed.focused.is_some() { InteractionKind::Autocomplete } else { InteractionKind::Command };
            Ok(Deed { kind, what: typed.path.to_owned(), user, channel, source: None, data: found.data })
        })
    }

    /// Clicks a button and waits for the first answer, or for three seconds to pass.
    pub async fn click(&self, member: Id, message: &Message, custom_id: &str) -> Result<Outcome, Refused> {
        let id = self.send_click(member, message.channel, message.id, custom_id)?;
        self.answered(id).await.ok_or(Refused::NoAccess)
    }

    /// Clicks the button with these words on it.
    pub async fn click_label(&self, member: Id, message: &Message, label: &str) -> Result<Outcome, Refused> {
        let now = self.message(message.channel, message.id).ok_or(Refused::NoSuchMessage)?;
        let button = now.button(label).ok_or_else(|| Refused::NoSuchComponent(label.to_owned()))?;
        self.click(member, message, &button.custom_id).await
    }

    /// Clicks without waiting.
    pub fn send_click(&self, user: Id, channel: Id, message: Id, custom_id: &str) -> Result<Id, Refused> {
        self.act(|world| {
            let (_, component) = component(world, user, channel, message, custom_id)?;
            if component["type"] != 2 {
                return Err(Refused::NoSuchComponent(custom_id.to_owned()));
            }
            let data = json!({"id": component["id"], "custom_id": custom_id, "component_type": 2});
            let kind = InteractionKind::Component;
            Ok(Deed { kind, what: custom_id.to_owned(), user, channel, source: Some(message), data })
        })
    }

    /// Chooses in a select menu and waits for the first answer, or for three seconds to pass.
    pub async fn select(
        &self,
        member: Id,
        message: &Message,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Outcome, Refused> {
        let id = self.send_select(member, message.channel, message.id, custom_id, values)?;
        self.answered(id).await.ok_or(Refused::NoAccess)
    }

    /// Chooses without waiting.
    pub fn send_select(
        &self,
        user: Id,
        channel: Id,
        message: Id,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Id, Refused> {
        self.act(|world| {
            let (guild, found) = component(world, user, channel, message, custom_id)?;
            let menu = select(0, found);
            if !(menu.kind == 3 || (5..=8).contains(&menu.kind)) {
                return Err(Refused::NoSuchComponent(custom_id.to_owned()));
            }
            let resolved = choose(world, guild, &menu, values)?;
            let mut data =
                json!({"id": found["id"], "custom_id": custom_id, "component_type": menu.kind, "values": values});
            if !resolved.is_empty() {
                data["resolved"] = Value::Object(resolved);
            }
            remember(world, user, message, &menu, values)?;
            let kind = InteractionKind::Component;
            Ok(Deed { kind, what: custom_id.to_owned(), user, channel, source: Some(message), data })
        })
    }

    /// The modal on a member's screen, as the bot sent it.
    pub fn modal(&self, member: Id) -> Option<Value> {
        lock(&self.shared.world).modals.get(&member).map(|modal| modal.data.clone())
    }

    /// Fills in the open modal, sends it off, and waits for the first answer.
    pub async fn submit_modal(&self, member: Id, values: &[(&str, &str)]) -> Result<Outcome, Refused> {
        let id = self.act(|world| {
            let modal = world.modals.get(&member).ok_or(Refused::NoModal)?.clone();
            let opened = world.interactions.get(&modal.by).ok_or(Refused::NoModal)?;
            let (channel, source) = (opened.channel, opened.source);
            seen(world, channel, member)?;
            let components = filled(&modal.data["components"], values)?;
            world.modals.remove(&member);
            let custom_id = modal.data["custom_id"].as_str().unwrap_or_default().to_owned();
            let data = json!({"custom_id": custom_id, "components": components, "resolved": {}});
            let source = source.filter(|id| world.message(channel, *id).is_some());
            Ok(Deed { kind: InteractionKind::Modal, what: custom_id, user: member, channel, source, data })
        })?;
        self.answered(id).await.ok_or(Refused::NoAccess)
    }

    fn act(&self, deed: impl FnOnce(&mut World) -> Result<Deed, Refused>) -> Result<Id, Refused> {
        let mut world = lock(&self.shared.world);
        let deed = deed(&mut world)?;
        interactions::send(&self.shared, &mut world, deed).ok_or(Refused::NoAccess)
    }

    /// Waits for the first answer to an interaction, or for its three seconds to pass.
    pub async fn answered(&self, id: Id) -> Option<Outcome> {
        let notify = lock(&self.shared.world).interactions.get(&id)?.answered.clone();
        loop {
            let (answer, moved) = (notify.notified(), self.shared.moved.notified());
            tokio::pin!(answer, moved);
            answer.as_mut().enable();
            moved.as_mut().enable();
            let left = {
                let world = lock(&self.shared.world);
                let interaction = world.interactions.get(&id)?;
                let left = interaction.at + FIRST_ANSWER - self.now();
                if interaction.acknowledged() || left <= 0 {
                    return Some(interaction.outcome());
                }
                left
            };
            tokio::select! {
                () = answer => {}
                () = moved => {}
                () = tokio::time::sleep(Duration::from_millis(left as u64 + 1)) => {}
            }
        }
    }

    /// Waits until the answer's message no longer says "thinking…", and gives it.
    pub async fn shown(&self, outcome: &Outcome, within: Duration) -> Option<Message> {
        let look = || {
            let id = self.outcome(outcome.interaction)?.message?;
            self.message(outcome.channel, id).filter(|message| !message.is_loading())
        };
        self.wait_until(within, look).await
    }

    /// A member writes something.
    pub fn say(&self, user: Id, channel: Id, content: &str) -> Result<Id, Refused> {
        let now = self.now();
        let mut world = lock(&self.shared.world);
        let guild = seen(&world, channel, user)?;
        let thread = world.channels.get(&channel).is_some_and(super::state::Channel::is_thread);
        if !world.may(channel, user, if thread { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES }) {
            return Err(Refused::NotAllowed);
        }
        let mut message = rest::draft(&mut world, now, channel, None);
        message.author = user;
        content.clone_into(&mut message.content);
        mentions::fill(&world, guild, &mut message);
        let id = message.id;
        rest::place(&self.shared, &mut world, message, Some(&Value::Null));
        drop(world);
        self.shared.changed.notify_waiters();
        Ok(id)
    }

    /// A member dismisses an ephemeral message.
    pub fn dismiss(&self, member: Id, channel: Id, message: Id) {
        let mut world = lock(&self.shared.world);
        if world.message(channel, message).is_some_and(|message| message.viewer == Some(member)) {
            world.dismissed.insert(message);
        }
        drop(world);
        self.shared.changed.notify_waiters();
    }

    /// A member starts the client anew: ephemeral messages are gone, selects forget, modals close.
    pub fn restart_client(&self, member: Id, channel: Id) {
        let mut world = lock(&self.shared.world);
        let mine = |message: &&Message| message.viewer == Some(member);
        let messages = world.channels.get(&channel).into_iter().flat_map(|channel| channel.messages.values());
        let gone: Vec<Id> = messages.filter(mine).map(|message| message.id).collect();
        world.dismissed.extend(gone);
        world.chosen.retain(|(user, _), _| *user != member);
        world.modals.remove(&member);
        drop(world);
        self.shared.changed.notify_waiters();
    }

    /// A member closes the modal without sending it off; the bot hears nothing of it.
    pub fn close_modal(&self, member: Id) {
        lock(&self.shared.world).modals.remove(&member);
        self.shared.changed.notify_waiters();
    }

    /// What a member sees in a channel: all that is public and their own ephemeral messages, the newest at the bottom.
    pub fn visible(&self, member: Id, channel: Id) -> Vec<Message> {
        self.visible_last(member, channel, usize::MAX)
    }

    /// The newest so many of what a member sees, the newest at the bottom.
    pub fn visible_last(&self, member: Id, channel: Id, most: usize) -> Vec<Message> {
        let world = lock(&self.shared.world);
        if !world.may(channel, member, VIEW_CHANNEL) {
            return Vec::new();
        }
        let Some(channel) = world.channels.get(&channel) else { return Vec::new() };
        let seen = channel.messages.values().rev().filter(|message| sees(&world, member, message));
        let mut found: Vec<Message> = seen.take(most).cloned().collect();
        found.reverse();
        found
    }

    /// A message as it stands now, whoever sees it.
    pub fn message(&self, channel: Id, message: Id) -> Option<Message> {
        lock(&self.shared.world).message(channel, message).cloned()
    }

    /// What is found in the newest message of a channel that has any of it, whoever sees that message.
    pub fn find_in<T>(&self, channel: Id, look: impl FnMut(&Message) -> Option<T>) -> Option<T> {
        lock(&self.shared.world).channels.get(&channel)?.messages.values().rev().find_map(look)
    }

    /// The same, looking again whenever a message of this channel comes, changes or goes, until the real time is up.
    pub async fn wait_in<T>(
        &self,
        channel: Id,
        within: Duration,
        mut look: impl FnMut(&Message) -> Option<T>,
    ) -> Option<T> {
        let end = tokio::time::Instant::now() + within;
        let notify = lock(&self.shared.world).channels.get(&channel)?.changed.clone();
        loop {
            let changed = notify.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(found) = self.find_in(channel, &mut look) {
                return Some(found);
            }
            tokio::time::timeout_at(end, changed).await.ok()?;
        }
    }

    /// How often and by what a member was pinged.
    pub fn notifications(&self, member: Id) -> Vec<Notification> {
        lock(&self.shared.world).notifications.get(&member).cloned().unwrap_or_default()
    }

    /// The newest requests of the bot.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.shared.log).requests()
    }

    /// How many requests there were in all.
    pub fn request_count(&self) -> u64 {
        lock(&self.shared.log).total()
    }

    /// Answers with 401, 403 or 429: ten thousand in ten minutes, and Discord bans the address.
    pub fn invalid_requests(&self) -> u64 {
        lock(&self.shared.log).invalid()
    }

    /// Everything the checks found.
    pub fn violations(&self) -> Vec<Violation> {
        lock(&self.shared.log).violations()
    }

    /// Forgets requests and violations.
    pub fn clear_log(&self) {
        lock(&self.shared.log).clear();
    }

    /// What is not checked, and why.
    pub fn notes(&self) -> Vec<String> {
        self.shared.notes.clone()
    }

    /// What became of one interaction.
    pub fn outcome(&self, interaction: Id) -> Option<Outcome> {
        lock(&self.shared.world).interactions.get(&interaction).map(interactions::Interaction::outcome)
    }

    /// What became of all interactions, the oldest first.
    pub fn outcomes(&self) -> Vec<Outcome> {
        lock(&self.shared.world).interactions.values().map(interactions::Interaction::outcome).collect()
    }

    /// Interactions whose time is up or that were answered, but not exactly once and in time.
    pub fn badly_answered(&self) -> Vec<Outcome> {
        let now = self.now();
        let over = |outcome: &Outcome| !outcome.answers.is_empty() || now - outcome.at >= FIRST_ANSWER;
        self.outcomes().into_iter().filter(|outcome| over(outcome) && !outcome.answered_once()).collect()
    }

    /// Forgets interactions whose token has run out, so that a long run stays small.
    pub fn forget_old_interactions(&self) {
        let now = self.now();
        let mut world = lock(&self.shared.world);
        world.interactions.retain(|_, interaction| !interaction.expired(now));
        let World { tokens, interactions, .. } = &mut *world;
        tokens.retain(|_, id| interactions.contains_key(id));
    }

    /// The commands that are registered.
    pub fn commands(&self) -> Vec<Value> {
        lock(&self.shared.world).commands.clone()
    }

    /// How many gateway sessions are connected now.
    pub fn connected(&self) -> usize {
        lock(&self.shared.gateway).connected()
    }

    /// How often a bot identified itself.
    pub fn identifies(&self) -> u64 {
        lock(&self.shared.gateway).identifies()
    }

    /// How often a bot resumed its session.
    pub fn resumes(&self) -> u64 {
        lock(&self.shared.gateway).resumes()
    }

    /// Looks again whenever something has changed, until there is something to see or the real time is up.
    pub async fn wait_until<T>(&self, within: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        let end = tokio::time::Instant::now() + within;
        loop {
            let changed = self.shared.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(found) = look() {
                return Some(found);
            }
            let pause = tokio::time::Instant::now() + Duration::from_millis(20);
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(end.min(pause)) => if tokio::time::Instant::now() >= end { return look() },
            }
        }
    }
}

/// The channel's guild, if the member sees the channel.
fn seen(world: &World, channel: Id, user: Id) -> Result<Id, Refused> {
    let found = world.channels.get(&channel).ok_or(Refused::NoAccess)?;
    let up = world.guilds.get(&found.guild).is_some_and(|guild| !guild.unavailable);
    if up && world.may(channel, user, VIEW_CHANNEL) { Ok(found.guild) } else { Err(Refused::NoAccess) }
}

/// Whether a message stands on a member's screen, if they see its channel.
pub(crate) fn sees(world: &World, member: Id, message: &Message) -> bool {
    message.viewer.is_none_or(|viewer| viewer == member)
        && !(message.is_ephemeral() && world.dismissed.contains(&message.id))
}

/// The component a member wants to use, and the guild.
fn component<'a>(
    world: &'a World,
    user: Id,
    channel: Id,
    message: Id,
    custom_id: &str,
) -> Result<(Id, &'a Value), Refused> {
    let guild = seen(world, channel, user)?;
    let found =
        world.message(channel, message).filter(|message| sees(world, user, message)).ok_or(Refused::NoSuchMessage)?;
    let absent = || Refused::NoSuchComponent(custom_id.to_owned());
    let (_, component) = found.component(custom_id).filter(|_| !found.is_loading()).ok_or_else(absent)?;
    if component["disabled"] == true {
        return Err(Refused::Disabled(custom_id.to_owned()));
    }
    Ok((guild, component))
}

/// Whether these values can be chosen; gives the users, roles and channels among them.
fn choose(world: &World, guild: Id, menu: &Select, values: &[&str]) -> Result<Map<String, Value>, Refused> {
    let bad = || Refused::BadValue(menu.custom_id.clone());
    if !(menu.min..=menu.max).contains(&values.len()) {
        return Err(Refused::WrongNumber(menu.custom_id.clone()));
    }
    let mut resolved = Map::new();
    for (index, value) in values.iter().enumerate() {
        if values.iter().take(index).any(|before| before == value) {
            return Err(bad());
        }
        if menu.kind == 3 {
            menu.choices.iter().find(|choice| choice.value == *value).ok_or_else(bad)?;
        } else {
            let id = value.parse().map_err(|_| bad())?;
            commands::resolve(world, guild, id, &mut resolved).ok_or_else(bad)?;
        }
    }
    Ok(resolved)
}

/// A client remembers what it shows as chosen, and sends nothing if that stays the same.
fn remember(world: &mut World, user: Id, message: Id, menu: &Select, values: &[&str]) -> Result<(), Refused> {
    let shown = world.chosen.entry((user, message)).or_default();
    let first = || menu.choices.iter().filter(|choice| choice.chosen).map(|choice| choice.value.clone()).collect();
    let before: &mut Vec<String> = shown.entry(menu.custom_id.clone()).or_insert_with(first);
    if before.len() == values.len() && values.iter().all(|value| before.iter().any(|old| old == value)) {
        return Err(Refused::SameChoice);
    }
    *before = values.iter().map(|value| (*value).to_owned()).collect();
    Ok(())
}

/// The components of a modal with what was typed into them.
fn filled(components: &Value, values: &[(&str, &str)]) -> Result<Vec<Value>, Refused> {
    let mut rows = Vec::new();
    for (index, row) in components.as_array().into_iter().flatten().enumerate() {
        let fill = |input: &Value| -> Result<Value, Refused> {
            let id = input["custom_id"].as_str().unwrap_or_default();
            let typed = values.iter().find(|(name, _)| *name == id).map(|(_, value)| *value);
            let text = typed.or(input["value"].as_str()).unwrap_or_default();
            let count = text.chars().count() as u64;
            let least = input["min_length"].as_u64().unwrap_or(0).max(u64::from(input["required"] != false));
            if (count < least && !(count == 0 && input["required"] == false))
                || count > input["max_length"].as_u64().unwrap_or(4000)
            {
                return Err(Refused::BadValue(id.to_owned()));
            }
            Ok(json!({"type": input["type"], "id": index + 1, "custom_id": id, "value": text}))
        };
        if let Some(input) = row.get("component") {
            rows.push(json!({"type": row["type"], "id": index + 1, "component": fill(input)?}));
        } else {
            let inputs = row["components"].as_array().into_iter().flatten().map(fill).collect::<Result<Vec<_>, _>>()?;
            rows.push(json!({"type": row["type"], "id": index + 1, "components": inputs}));
        }
    }
    Ok(rows)
}

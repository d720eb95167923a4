//! The public message of each table: posted anew when somebody is to be pinged (an edit never pings) or it has stood
//! there for a while, edited otherwise; the latest state wins, one request at a time for each table. Where nothing may
//! be posted, what stands there is edited, until it may be. The result of a game stays when another begins. Must never
//! hold up an answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedMutexGuard};

use super::panel::{Mentions, Panel};
use super::render;
use super::send::{SendError, Sender};
use super::turns::Turns;
use crate::i18n::Lang;
use crate::service::{Call, Failure, Look, Service, Shown};
use crate::table::{ChannelId, GuildId, Notice, Phase, Rest, Table, TableId, UserId};

/// What happened to a table while it was being shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Again {
    /// Nothing.
    No,
    /// It changed.
    Changed,
    /// An answer to a click was drawn over it, which may show an older state.
    Overdrawn,
}

/// When Discord has trouble, a table is tried again so often, each time after twice as long.
const RETRIES: u32 = 7;
/// The first of these pauses.
const PAUSE: Duration = Duration::from_millis(250);
/// A table is shown no more often than this. Whoever clicks fast would use up what Discord takes for a channel, and all
/// who watch would then wait for seconds.
const SPACING: Duration = Duration::from_millis(250);
/// Who has clicked lately still sees a message so old, in milliseconds; later it has moved up with what was said since.
const IN_SIGHT: i64 = 10 * 60 * 1000;
/// Where the bot lacks a permission, the pause is this one: Discord bans who is refused too often.
const REFUSED_PAUSE: Duration = Duration::from_secs(30);

/// Shows tables.
pub(super) struct Boards {
    service: Arc<Service>,
    sender: Arc<Sender>,
    busy: Mutex<HashMap<TableId, Again>>,
    /// Also where somebody asks for a table that is being shown: it stands there once.
    turns: Turns<TableId>,
    /// What kept tables back may be over.
    way_free: Notify,
    /// Channels where nothing may be posted, and when that was last tried.
    barred: Mutex<HashMap<ChannelId, Instant>>,
    /// Whose call, by its step, is watched at a table: it becomes a ping if they turn out to be away.
    watched: Mutex<HashMap<TableId, u64>>,
}

impl Boards {
    pub(super) fn new(service: Arc<Service>, sender: Arc<Sender>) -> Self {
        let (busy, turns, barred, watched) = (Mutex::default(), Turns::default(), Mutex::default(), Mutex::default());
        Self { service, sender, busy, turns, way_free: Notify::new(), barred, watched }
    }

    /// A table changed: show it at once, or with what else happens shortly after its last showing.
    pub(super) fn changed(self: &Arc<Self>, id: TableId) {
        self.show_soon(id, Again::Changed);
    }

    /// A click was answered by drawing its table, which may have gone on meanwhile: draw it once more.
    pub(super) fn overdrawn(self: &Arc<Self>, id: TableId) {
        self.show_soon(id, Again::Overdrawn);
    }

    fn show_soon(self: &Arc<Self>, id: TableId, why: Again) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        match busy.get_mut(&id) {
            Some(again) if *again < why => *again = why,
            Some(_) => {}
            None => {
                busy.insert(id, Again::No);
                tokio::spawn(Arc::clone(self).show_until_current(id, why));
            }
        }
    }

    async fn show_until_current(self: Arc<Self>, id: TableId, mut why: Again) {
        loop {
            let next = tokio::time::Instant::now() + SPACING;
            self.show_with_patience(id, if why == Again::Overdrawn { Post::Redraw } else { Post::WhenDue }).await;
            tokio::time::sleep_until(next).await;
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            match busy.get_mut(&id) {
                Some(again) if *again != Again::No => why = std::mem::replace(again, Again::No),
                _ => {
                    busy.remove(&id);
                    return;
                }
            }
        }
    }

    /// A table that nobody sees is a turn that nobody takes: trouble that may pass is waited out. Changes that come
    /// meanwhile wait as well.
    async fn show_with_patience(self: &Arc<Self>, id: TableId, post: Post) {
        for tried in 0..=RETRIES {
            let Err(error) = self.show(id, post).await else { return };
            tracing::warn!(table = id.0, %error, "a table is not shown");
            let pause = match error {
                NotShown::Discord(error) if error.may_pass() => PAUSE * 2_u32.pow(tried),
                NotShown::Discord(error) if error.is_barred() => REFUSED_PAUSE,
                _ => return,
            };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.way_free.notified() => {}
            }
        }
    }

    /// Posts a table anew at the bottom of its channel, because somebody asked for it.
    pub(super) async fn post_again(self: &Arc<Self>, id: TableId, asked: u64) -> Result<(), NotShown> {
        self.show(id, Post::Anew(asked)).await?;
        self.way_free.notify_waiters();
        Ok(())
    }

    /// Little of the time is left for a turn: the table is posted anew, which calls its player once more.
    pub(super) fn warn(self: &Arc<Self>, id: TableId) {
        let boards = Arc::clone(self);
        tokio::spawn(async move {
            // Nothing is tried again: the time would be over.
            if let Err(error) = boards.show(id, Post::Warning).await {
                tracing::warn!(table = id.0, %error, "nobody is warned");
            }
        });
    }

    /// What the bot may do in a channel has changed: tables that rest there are shown if they can be.
    pub(super) async fn channel_changed(self: &Arc<Self>, channel: ChannelId) {
        self.barred_channels().remove(&channel);
        self.wake(self.service.behind_in_channel(channel).await);
    }

    /// The same for a whole server: it is back, or a role in it has changed.
    pub(super) async fn guild_changed(self: &Arc<Self>, guild: GuildId) {
        // Which of its channels are barred is tried anew.
        self.barred_channels().clear();
        self.wake(self.service.behind_in_guild(guild).await);
    }

    fn wake(self: &Arc<Self>, behind: Result<Vec<TableId>, Failure>) {
        match behind {
            Ok(tables) => tables.into_iter().for_each(|id| self.changed(id)),
            Err(error) => tracing::warn!(%error, "resting tables are not shown"),
        }
        self.way_free.notify_waiters();
    }

    /// Whether nothing could be posted there when it was last tried.
    pub(super) fn is_barred(&self, channel: ChannelId) -> bool {
        self.barred_channels().contains_key(&channel)
    }

    fn barred_channels(&self) -> MutexGuard<'_, HashMap<ChannelId, Instant>> {
        self.barred.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched_calls(&self) -> MutexGuard<'_, HashMap<TableId, u64>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until what is returned is dropped, this table is not shown.
    pub(super) async fn hold(&self, id: TableId) -> OwnedMutexGuard<()> {
        self.turns.wait(id).await
    }

    /// A channel is gone: its tables rest.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        if let Err(error) = self.service.channel_gone(channel).await {
            tracing::warn!(channel = channel.0, %error, "the tables of a deleted channel don't rest");
        }
    }

    /// A table rests since nothing may be posted where it stands, or goes on since it is.
    async fn note_barred(self: &Arc<Self>, id: TableId, barred: bool) {
        let noted = if barred {
            self.service.rest(id, Rest::Barred).await
        } else {
            self.service.rest_over(id, Rest::Barred).await
        };
        match noted {
            // It shows whether its time runs.
            Ok(true) => self.changed(id),
            Ok(false) => {}
            Err(error) => tracing::warn!(table = id.0, %error, "whether a table rests is not kept"),
        }
    }

    async fn show(self: &Arc<Self>, id: TableId, post: Post) -> Result<(), NotShown> {
        let _turn = self.turns.wait(id).await;
        let look = self.service.look(id).await?;
        let (channel, shown) = (look.table.channel, Shown { version: look.version, ..look.shown });
        if look.table.is_out_of_sight() {
            self.service.note_shown(id, shown).await;
            return if matches!(post, Post::Anew(_)) { Err(NotShown::OutOfSight) } else { Ok(()) };
        }
        let result = self.show_look(look, post).await;
        match &result {
            Err(NotShown::Discord(error)) if error.is_unknown_channel() => {
                self.channel_gone(channel).await;
                self.service.note_shown(id, shown).await;
            }
            Err(NotShown::Discord(error)) if error.is_barred() => self.note_barred(id, true).await,
            _ => {}
        }
        result
    }

    async fn show_look(self: &Arc<Self>, look: Look, post: Post) -> Result<(), NotShown> {
        let (table, shown, version) = (Arc::clone(&look.table), look.shown, look.version);
        if post == Post::WhenDue && shown.version >= version && shown.message.is_some() {
            return Ok(());
        }
        // What nobody has seen need not be seen to end.
        if table.phase == Phase::Closed && shown.message.is_none() {
            self.service.note_shown(table.id, Shown { version, ..shown }).await;
            return Ok(());
        }
        let call = look.last_call().filter(|&step| step > shown.pinged_step);
        let how = self.how_to_call(&table, post).await?;
        // Who has played meanwhile has seen that it was their turn.
        if matches!(post, Post::Reminder(called) if look.last_call() != Some(called.step) || how != Call::Ping) {
            return Ok(());
        }
        let mut panel = render::board(Lang::default(), &look);
        let voters = uncalled_voters(&table, &shown);
        panel.allowed_mentions = self.to_ping(&table, &panel.allowed_mentions, how, &voters).await?;
        let rings = |user: &UserId| panel.allowed_mentions.users.contains(&user.0.to_string());
        let calls_voters = voters.iter().any(rings);
        if calls_voters && call.is_none() && matches!(post, Post::WhenDue | Post::Redraw) {
            // Whoever it waits for has been called for that before.
            let asked: Vec<String> = voters.iter().map(|user| user.0.to_string()).collect();
            panel.allowed_mentions.users.retain(|user| asked.contains(user));
        }
        // Discord may keep us waiting: until then a move would have to copy the history that a look holds on to.
        drop(look);
        let mut showing = Showing { table, version, shown, post, call, how, calls_voters };
        if let Some(won_step) = showing.older_result() {
            let Some(below) = self.post_below_result(&panel, &showing, won_step).await? else { return Ok(()) };
            showing.shown = below;
            // It is posted quietly, so that a crash never takes it for a ping: whoever is away is still to be called.
            let calls = call.is_some() && how == Call::Ping;
            if !calls && !matches!(post, Post::Anew(_)) {
                self.follow_call(&showing);
                return Ok(());
            }
        }
        self.put_up(&panel, &showing).await
    }

    /// Posts a game that has begun below the result of the one before, whose buttons go: what is shown now. Nothing
    /// where nothing may be posted: there the new game takes the place of the result.
    async fn post_below_result(
        self: &Arc<Self>,
        panel: &Panel,
        Showing { table, version, shown, .. }: &Showing,
        won_step: u64,
    ) -> Result<Option<Shown>, NotShown> {
        let quiet = Panel { allowed_mentions: Mentions::default(), ..panel.clone() };
        let reason = format!("g{won_step:x}");
        let posted = match shown.message {
            Some(result) => self.post_or_edit(table, &quiet, &reason, result).await?,
            None => Some(self.post(table, &quiet, &reason).await?),
        };
        let Some(message) = posted else {
            self.service.note_shown(table.id, Shown { won_step: None, ..*shown }).await;
            return Ok(None);
        };
        if let Some(result) = shown.message {
            self.close_result(table, result).await?;
        }
        let below = Shown { message: Some(message), version: *version, won_step: None, ..*shown };
        self.service.note_shown(table.id, below).await;
        Ok(Some(below))
    }

    /// Posts or edits, notes what is shown now, and sees to what follows from it.
    async fn put_up(self: &Arc<Self>, panel: &Panel, showing: &Showing) -> Result<(), NotShown> {
        let Showing { table, version, shown, .. } = showing;
        let reason = self.reason_to_post(showing);
        // Without a message, the call is still to come.
        let Some(message) = self.put(panel, showing, reason.as_deref()).await? else { return Ok(()) };
        let pinged_step = if reason.is_some() { table.step } else { shown.pinged_step };
        let won_step = (table.phase == Phase::Won).then_some(table.step);
        let now_shown = Shown { message: Some(message), version: *version, pinged_step, won_step };
        self.service.note_shown(table.id, now_shown).await;
        self.follow_call(showing);
        if let Some(old) = shown.message.filter(|&old| old != message) {
            self.forget_old(table, old).await;
        }
        Ok(())
    }

    /// Whoever was called without a ping is watched; whoever was pinged no longer is.
    fn follow_call(self: &Arc<Self>, Showing { table, call, how, .. }: &Showing) {
        match (*call, *how) {
            (Some(step), Call::HereUntil(until)) => {
                self.watch(table.id, Called { step, at: self.service.clock().now() }, until);
            }
            (Some(_), Call::Ping) => drop(self.watched_calls().remove(&table.id)),
            _ => {}
        }
    }

    /// The message that shows it, if it is shown as it should be.
    async fn put(
        self: &Arc<Self>,
        panel: &Panel,
        Showing { table, version, shown, post, .. }: &Showing,
        reason: Option<&str>,
    ) -> Result<Option<u64>, NotShown> {
        match (reason, shown.message) {
            (Some(reason), Some(old)) if !matches!(post, Post::Anew(_)) => {
                self.post_or_edit(table, panel, reason, old).await
            }
            (Some(reason), _) => self.post(table, panel, reason).await.map(Some),
            (None, Some(message)) => self.edit_or_post(table, message, panel, *version).await.map(Some),
            (None, None) => self.post(table, panel, &format!("v{version:x}")).await.map(Some),
        }
    }

    /// Why a table is posted anew, if it is. By the call, not by the version: who was called before a crash is not
    /// called again after it.
    fn reason_to_post(&self, showing: &Showing) -> Option<String> {
        let Showing { table, version, shown, post, call, how, calls_voters } = showing;
        // Without a ping, the line of the turn says it all.
        let warns = *post == Post::Warning && table.timing.notice == Some(Notice::LittleTime) && *how == Call::Ping;
        let age = |message| self.service.clock().now() - posted_at(message);
        // The lobby's message makes way for the game's.
        let in_sight = shown.pinged_step > 0 && shown.message.is_some_and(|message| age(message) < IN_SIGHT);
        match (post, call) {
            (Post::Anew(asked), _) => Some(format!("a{asked:x}")),
            (Post::Reminder(Called { step, .. }), _) => Some(format!("c{step:x}")),
            (_, Some(step)) if *how == Call::Ping => Some(format!("c{step:x}")),
            (_, Some(step)) if !in_sight => Some(format!("q{step:x}")),
            _ if *calls_voters => Some(format!("p{:x}", table.vote.as_ref().map_or(0, |vote| vote.until))),
            // It goes on as soon as it can be posted.
            _ if table.rest == Some(Rest::Barred) && table.phase != Phase::Closed => Some(format!("r{version:x}")),
            // A turn that was given more time after an outage is warned of again.
            _ if warns => Some(format!("w{:x}", table.deadline().unwrap_or(0) / 1000)),
            _ => None,
        }
    }

    /// Of those whom a message names, the ones whom it is to ping. `how`: whoever it waits for is called; `voters` are
    /// asked to vote and not called yet.
    async fn to_ping(
        &self,
        table: &Table,
        named: &Mentions,
        how: Call,
        voters: &[UserId],
    ) -> Result<Mentions, Failure> {
        let waited_for = table.to_act().next().map(|member| member.user);
        let asked_before = |user: UserId| !voters.contains(&user) && table.yet_to_vote().any(|voter| voter == user);
        let mut users = Vec::new();
        for (_, member) in table.members() {
            let name = member.user.0.to_string();
            if !named.users.contains(&name) {
                continue;
            }
            let how = if Some(member.user) == waited_for {
                how
            } else if asked_before(member.user) {
                Call::Quiet
            } else {
                self.service.how_to_call(member.user, table.deadline()).await?
            };
            if how == Call::Ping {
                users.push(name);
            }
        }
        Ok(Mentions { users, ..Mentions::default() })
    }

    /// How whoever a table waits for is to be called.
    async fn how_to_call(&self, table: &Table, post: Post) -> Result<Call, Failure> {
        let Some(user) = table.to_act().next().map(|member| member.user) else { return Ok(Call::Quiet) };
        match post {
            Post::Reminder(called) => self.service.how_to_remind(user, called.at).await,
            Post::Warning => self.service.how_to_warn(user).await,
            Post::WhenDue | Post::Redraw | Post::Anew(_) => self.service.how_to_call(user, table.deadline()).await,
        }
    }

    /// Whoever was called without a ping because they were here is pinged after all once they do not click any more.
    fn watch(self: &Arc<Self>, id: TableId, called: Called, until: i64) {
        let step = called.step;
        if self.watched_calls().insert(id, step) == Some(step) {
            return;
        }
        let boards = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = boards.remind_once_away(id, called, until).await {
                tracing::warn!(table = id.0, %error, "nobody is reminded");
            }
            let mut watched = boards.watched_calls();
            if watched.get(&id) == Some(&step) {
                watched.remove(&id);
            }
        });
    }

    async fn remind_once_away(self: &Arc<Self>, id: TableId, called: Called, mut until: i64) -> Result<(), NotShown> {
        loop {
            self.service.clock().wait_until(until).await;
            let look = self.service.look(id).await?;
            // They have played, or were pinged for something else meanwhile.
            if look.last_call() != Some(called.step) || self.watched_calls().get(&id) != Some(&called.step) {
                return Ok(());
            }
            match self.how_to_call(&look.table, Post::Reminder(called)).await? {
                Call::HereUntil(later) => until = later,
                Call::Ping => return self.show(id, Post::Reminder(called)).await,
                Call::Quiet => return Ok(()),
            }
        }
    }

    /// Posts a table anew; where nothing may be posted, it rests, the message that stands there is edited, and there is
    /// no new one.
    async fn post_or_edit(
        self: &Arc<Self>,
        table: &Table,
        panel: &Panel,
        reason: &str,
        old: u64,
    ) -> Result<Option<u64>, NotShown> {
        let tried = self.barred_channels().get(&table.channel).copied();
        if tried.is_none_or(|tried| tried.elapsed() >= REFUSED_PAUSE) {
            match self.post(table, panel, reason).await {
                Ok(message) => return Ok(Some(message)),
                Err(NotShown::Discord(error)) if error.is_barred() => {
                    tracing::warn!(table = table.id.0, %error, "a table is not posted anew");
                    self.barred_channels().insert(table.channel, Instant::now());
                    self.note_barred(table.id, true).await;
                }
                Err(error) => return Err(error),
            }
        }
        self.sender.edit(table.channel, old, panel).await?;
        Ok(None)
    }

    async fn edit_or_post(
        self: &Arc<Self>,
        table: &Table,
        message: u64,
        panel: &Panel,
        version: u64,
    ) -> Result<u64, NotShown> {
        match self.sender.edit(table.channel, message, panel).await {
            Ok(()) => Ok(message),
            // Somebody deleted it, or the thread is archived, out of which it comes with a new message: the table comes back.
            Err(error) if error.is_unknown_message() || error.is_archived() => {
                self.post(table, panel, &format!("v{version:x}")).await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Posts a table for a reason; for the same reason it is never posted twice, whatever happens on the way.
    async fn post(self: &Arc<Self>, table: &Table, panel: &Panel, reason: &str) -> Result<u64, NotShown> {
        let posted = self.sender.post(table.channel, panel, &format!("{:x}-{reason}", table.id.0)).await?;
        self.barred_channels().remove(&table.channel);
        if table.rest == Some(Rest::Barred) {
            self.note_barred(table.id, false).await;
        }
        if posted.content != panel.content {
            // It was there before, and shows how the table stood then.
            self.sender.edit(table.channel, posted.id, panel).await?;
        }
        Ok(posted.id)
    }

    /// The result of a game stays, but nothing on it can be clicked any more. Before the new game is noted as shown:
    /// whatever interrupts this, it is tried again.
    async fn close_result(&self, table: &Table, message: u64) -> Result<(), NotShown> {
        match self.sender.strip(table.channel, message).await {
            Err(error) if error.may_pass() => Err(error.into()),
            // Deleted, or out of reach: there is nothing to click.
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn forget_old(&self, table: &Table, message: u64) {
        if let Err(error) = self.sender.delete(table.channel, message).await
            && !error.is_unknown_message()
            && !error.is_unknown_channel()
        {
            tracing::warn!(table = table.id.0, %error, "an old message of a table stays");
        }
    }
}

/// Who is asked to vote and has not been called for it: a message posted since the vote began has called them all.
fn uncalled_voters(table: &Table, shown: &Shown) -> Vec<UserId> {
    let posted = shown.message.map_or(i64::MIN, posted_at);
    let uncalled = table.vote.as_ref().is_some_and(|vote| posted < vote.began());
    table.yet_to_vote().filter(|_| uncalled).collect()
}

/// When a message was posted, in milliseconds since 1970: its id tells.
const fn posted_at(message: u64) -> i64 {
    const DISCORD_BEGAN: i64 = 1_420_070_400_000;
    (message >> 22).cast_signed() + DISCORD_BEGAN
}

/// Whether a table is posted anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Post {
    /// When somebody is to be told.
    WhenDue,
    /// The same, and drawn again though it seems to be shown.
    Redraw,
    /// If its player is still to be warned.
    Warning,
    /// If the player who was called without a ping has turned out to be away.
    Reminder(Called),
    /// In any case, because this interaction asked for it.
    Anew(u64),
}

/// Somebody was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Called {
    /// By what happened at this step.
    step: u64,
    /// When, in unix milliseconds.
    at: i64,
}

/// A table that is to be shown.
struct Showing {
    table: Arc<Table>,
    version: u64,
    /// What is shown of it so far.
    shown: Shown,
    post: Post,
    /// The step of a call that nobody has heard yet.
    call: Option<u64>,
    /// How whoever it waits for is called.
    how: Call,
    /// Members who are asked to vote are pinged.
    calls_voters: bool,
}

impl Showing {
    /// The step of the result that its message shows, if the table has gone on with another game.
    fn older_result(&self) -> Option<u64> {
        self.shown.won_step.filter(|&step| step < self.table.step)
    }
}

/// Why a table could not be shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotShown {
    /// It could not be read.
    #[error(transparent)]
    Service(#[from] Failure),
    /// Discord did not take it.
    #[error(transparent)]
    Discord(#[from] SendError),
    /// It rests where nobody could see it.
    #[error("it rests out of sight")]
    OutOfSight,
}

//! The public message of each table: posted anew when somebody is to be pinged (an edit never pings) or it has stood
//! there for a while, edited otherwise; the latest state wins, one request at a time for each table. Where nothing may
//! be posted, what stands there is edited, until it may be. The result of a game stays when another begins. Must never
//! hold up an answer.

mod calls;
mod posting;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedMutexGuard};

use self::calls::{Called, Calls};
use super::background::{Pauses, outlived};
use super::panel::Panel;
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

/// When Discord or the database has trouble, a table is tried again after this pause at first.
const PAUSE: Duration = Duration::from_millis(250);
/// A table is shown no more often than this. Whoever clicks fast would use up what Discord takes for a channel, and all
/// who watch would then wait for seconds.
const SPACING: Duration = Duration::from_millis(250);
/// Who has clicked lately still sees a message so old, in milliseconds; later it has moved up with what was said since.
const IN_SIGHT: i64 = 10 * 60 * 1000;
/// Where the bot lacks a permission, the pause is this one: Discord bans who is refused too often.
const REFUSED_PAUSE: Duration = Duration::from_secs(30);
/// And there it tries so often: then it hears of it when what it may do there changes.
const REFUSED_TRIES: u32 = 8;

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
    calls: Calls,
}

impl Boards {
    pub(super) fn new(service: Arc<Service>, sender: Arc<Sender>) -> Self {
        let (busy, turns, barred) = (Mutex::default(), Turns::default(), Mutex::default());
        Self { service, sender, busy, turns, way_free: Notify::new(), barred, calls: Calls::default() }
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
            let shown = self.show_with_patience(id, if why == Again::Overdrawn { Post::Redraw } else { Post::WhenDue });
            outlived("to show a table", shown).await;
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
        let (mut pauses, mut refused) = (Pauses::from(PAUSE), 0);
        loop {
            let Err(error) = self.show(id, post).await else { return };
            tracing::warn!(table = id.0, %error, "a table is not shown");
            let pause = match error {
                NotShown::Discord(error) if error.may_pass() => pauses.next(),
                NotShown::Service(failure) if failure.may_pass() => pauses.next(),
                NotShown::Discord(error) if error.is_barred() && refused < REFUSED_TRIES => REFUSED_PAUSE,
                _ => return,
            };
            refused += 1;
            if self.way_is_free_within(pause, id).await {
                refused = 0;
            }
        }
    }

    /// Whether this table is to be shown before so much time is over; the way may also be free for others alone.
    async fn way_is_free_within(&self, pause: Duration, id: TableId) -> bool {
        let until = tokio::time::Instant::now() + pause;
        while tokio::time::timeout_at(until, self.way_free.notified()).await.is_ok() {
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(again) = busy.get_mut(&id).filter(|again| **again != Again::No) {
                // The next try shows the change; what was drawn over is to be drawn again in any case.
                if *again == Again::Changed {
                    *again = Again::No;
                }
                return true;
            }
        }
        false
    }

    /// Posts a table anew at the bottom of its channel, because somebody asked for it.
    pub(super) async fn post_again(self: &Arc<Self>, id: TableId, asked: u64) -> Result<(), NotShown> {
        self.show(id, Post::Anew(asked)).await?;
        self.changed(id);
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

    /// A channel is gone: its tables rest.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        if let Err(error) = self.service.channel_gone(channel).await {
            tracing::warn!(channel = channel.0, %error, "the tables of a deleted channel don't rest");
        }
    }

    /// Until what is returned is dropped, this table is not shown.
    pub(super) async fn hold(&self, id: TableId) -> OwnedMutexGuard<()> {
        self.turns.wait(id).await
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
        let voters = self.voters_to_call(&table, &shown).await?;
        panel.allowed_mentions = self.to_ping(&table, &panel.allowed_mentions, how, &voters).await?;
        let called: Vec<String> =
            voters.iter().filter(|(_, how)| *how == Call::Ping).map(|(user, _)| user.0.to_string()).collect();
        if !called.is_empty() && call.is_none() && matches!(post, Post::WhenDue | Post::Redraw) {
            // Whoever it waits for has been called for that before.
            panel.allowed_mentions.users.retain(|user| called.contains(user));
        }
        // Discord may keep us waiting: until then a move would have to copy the history that a look holds on to.
        drop(look);
        let mut showing = Showing { table, version, shown, post, call, how, voters };
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

    /// Posts or edits, notes what is shown now, and sees to what follows from it.
    async fn put_up(self: &Arc<Self>, panel: &Panel, showing: &Showing) -> Result<(), NotShown> {
        let Showing { table, version, shown, .. } = showing;
        let reason = self.reason_to_post(showing);
        // Without a message, the call is still to come.
        let Some(message) = self.put(panel, showing, reason.as_deref()).await? else { return Ok(()) };
        let pinged_step = if reason.is_some() { table.step } else { shown.pinged_step };
        let won_step = (table.phase == Phase::Won).then_some(table.step);
        let now_shown = Shown { message: Some(message), version: *version, pinged_step, won_step };
        // Before the new one is noted: after a crash in between, the same is posted again, which posts nothing new, and
        // the old one still goes.
        if let Some(old) = shown.message.filter(|&old| old != message) {
            self.forget_old(table, old).await;
        }
        self.service.note_shown(table.id, now_shown).await;
        self.follow_call(showing);
        self.follow_voters(showing, reason.is_some());
        Ok(())
    }

    /// Why a table is posted anew, if it is. By the call, not by the version: who was called before a crash is not
    /// called again after it.
    fn reason_to_post(&self, showing: &Showing) -> Option<String> {
        let Showing { table, version, shown, post, call, how, voters } = showing;
        let calls_voters = voters.iter().any(|(_, how)| *how == Call::Ping);
        // Without a ping, the line of the turn says it all.
        let warns = *post == Post::Warning && table.timing.notice == Some(Notice::LittleTime) && *how == Call::Ping;
        let age = |message| self.service.clock().now() - posted_at(message);
        // The lobby's message makes way for the game's.
        let in_sight = shown.pinged_step > 0 && shown.message.is_some_and(|message| age(message) < IN_SIGHT);
        match (post, call) {
            (Post::Anew(asked), _) => Some(format!("a{asked:x}")),
            (Post::Reminder(Called { step, .. }), _) => Some(format!("b{step:x}")),
            // Who is here is forgotten in a crash: what was posted quietly before it is not posted aloud after it.
            (_, Some(step)) if *how == Call::Ping || !in_sight => Some(format!("c{step:x}")),
            _ if calls_voters => {
                let until = table.vote.as_ref().map_or(0, |vote| vote.until);
                Some(format!("p{until:x}.{}", self.calls.voters_pinged(table.id)))
            }
            // It goes on as soon as it can be posted.
            _ if table.rest == Some(Rest::Barred) && table.phase != Phase::Closed => Some(format!("r{version:x}")),
            // A turn that was given more time after an outage is warned of again.
            _ if warns => Some(format!("w{:x}", table.deadline().unwrap_or(0) / 1000)),
            _ => None,
        }
    }
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
    /// Who is still to be called to vote, and how.
    voters: Vec<(UserId, Call)>,
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

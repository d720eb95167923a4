//! The public message of each table: posted anew when somebody's turn comes (an edit never pings), edited otherwise;
//! the latest state wins, one request at a time for each table. Where nothing may be posted, what stands there is
//! edited, until it may be. Must never hold up an answer.

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
use crate::table::{ChannelId, GuildId, Notice, Phase, Table, TableId};

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
}

impl Boards {
    pub(super) fn new(service: Arc<Service>, sender: Arc<Sender>) -> Self {
        let (way_free, barred) = (Notify::new(), Mutex::default());
        Self { service, sender, busy: Mutex::default(), turns: Turns::default(), way_free, barred }
    }

    /// A table changed: show it as soon as its last showing is done.
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
            self.show_with_patience(id, if why == Again::Overdrawn { Post::Redraw } else { Post::WhenDue }).await;
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

    /// Until what is returned is dropped, this table is not shown.
    pub(super) async fn hold(&self, id: TableId) -> OwnedMutexGuard<()> {
        self.turns.wait(id).await
    }

    /// A channel is gone, and with it the tables in it: nobody could see them any more.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        if let Err(error) = self.service.end_tables_in(channel).await {
            tracing::warn!(channel = channel.0, %error, "the tables of a deleted channel are not ended");
        }
    }

    async fn show(self: &Arc<Self>, id: TableId, post: Post) -> Result<(), NotShown> {
        let _turn = self.turns.wait(id).await;
        let look = self.service.look(id).await?;
        let channel = look.table.channel;
        match self.show_look(look, post).await {
            Err(NotShown::Discord(error)) if error.is_unknown_channel() => {
                self.channel_gone(channel).await;
                Err(error.into())
            }
            shown => shown,
        }
    }

    async fn show_look(self: &Arc<Self>, look: Look, post: Post) -> Result<(), NotShown> {
        let (id, table, shown, version) = (look.table.id, &Arc::clone(&look.table), look.shown, look.version);
        if post == Post::WhenDue && shown.version >= version && shown.message.is_some() {
            return Ok(());
        }
        // What nobody has seen need not be seen to end.
        if table.phase == Phase::Closed && shown.message.is_none() {
            self.service.note_shown(id, Shown { version, ..shown }).await;
            return Ok(());
        }
        let call = look.last_call().filter(|&step| table.phase == Phase::Playing && step > shown.pinged_step);
        let how = self.how_to_call(table).await?;
        let reminds = match post {
            // Who has clicked meanwhile, or played, has seen that it is their turn.
            Post::Reminder(step) if look.last_call() != Some(step) || how != Call::Ping => return Ok(()),
            Post::Reminder(_) => true,
            _ => false,
        };
        // Without a ping, the line of the turn says it all.
        let warns = post == Post::Warning && table.timing.notice == Some(Notice::LittleTime) && how == Call::Ping;
        let mut panel = render::board(Lang::default(), &look);
        if how != Call::Ping {
            panel.allowed_mentions = Mentions::default();
        }
        // Discord may keep us waiting: until then a move would have to copy the history that a look holds on to.
        drop(look);
        // Why it is posted anew, if it is.
        let reason = match (post, call) {
            (Post::Anew(asked), _) => Some(format!("a{asked:x}")),
            // By the call, not by the version: who was called before a crash is not called again after it.
            (_, Some(step)) => Some(format!("c{step:x}")),
            _ if reminds => Some(format!("r{:x}", table.step)),
            _ if warns => Some(format!("w{:x}", table.step)),
            _ => None,
        };
        let message = match (&reason, shown.message) {
            (Some(reason), None) => self.post(table, &panel, reason).await?,
            (Some(reason), Some(_)) if matches!(post, Post::Anew(_)) => self.post(table, &panel, reason).await?,
            (Some(reason), Some(old)) => match self.post_or_edit(table, &panel, reason, old).await? {
                Some(message) => message,
                // The call is still to come.
                None => return Ok(()),
            },
            (None, Some(message)) => self.edit_or_post(table, message, &panel, version).await?,
            (None, None) => self.post(table, &panel, &format!("v{version:x}")).await?,
        };
        let pinged_step = if reason.is_some() { table.step } else { shown.pinged_step };
        self.service.note_shown(id, Shown { message: Some(message), version, pinged_step }).await;
        if let (Some(step), Call::HereUntil(until)) = (call, how) {
            self.remind_later(id, step, until);
        }
        if let Some(old) = shown.message.filter(|&old| old != message) {
            self.forget_old(table, old).await;
        }
        Ok(())
    }

    /// How whoever a table waits for is to be called.
    async fn how_to_call(&self, table: &Table) -> Result<Call, Failure> {
        match table.to_act().next() {
            Some(member) => self.service.how_to_call(member.user).await,
            None => Ok(Call::Quiet),
        }
    }

    /// Whoever was called without a ping because they were here is pinged after all if they do not click any more.
    fn remind_later(self: &Arc<Self>, id: TableId, step: u64, until: i64) {
        let boards = Arc::clone(self);
        tokio::spawn(async move {
            boards.service.clock().wait_until(until).await;
            if let Err(error) = boards.show(id, Post::Reminder(step)).await {
                tracing::warn!(table = id.0, %error, "nobody is reminded");
            }
        });
    }

    /// Posts a table anew; where nothing may be posted, the message that stands there is edited, and there is no new one.
    async fn post_or_edit(
        &self,
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
                }
                Err(error) => return Err(error),
            }
        }
        self.sender.edit(table.channel, old, panel).await?;
        Ok(None)
    }

    async fn edit_or_post(&self, table: &Table, message: u64, panel: &Panel, version: u64) -> Result<u64, NotShown> {
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
    async fn post(&self, table: &Table, panel: &Panel, reason: &str) -> Result<u64, NotShown> {
        let posted = self.sender.post(table.channel, panel, &format!("{:x}-{reason}", table.id.0)).await?;
        self.barred_channels().remove(&table.channel);
        if posted.content != panel.content {
            // It was there before, and shows how the table stood then.
            self.sender.edit(table.channel, posted.id, panel).await?;
        }
        Ok(posted.id)
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

/// Whether a table is posted anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Post {
    /// When somebody is to be told.
    WhenDue,
    /// The same, and drawn again though it seems to be shown.
    Redraw,
    /// If its player is still to be warned.
    Warning,
    /// If the player called at this step has turned out to be away.
    Reminder(u64),
    /// In any case, because this interaction asked for it.
    Anew(u64),
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
}

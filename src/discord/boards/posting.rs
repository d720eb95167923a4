//! How a table's message gets to Discord: posted anew or edited; where nothing may be posted, what stands there is
//! edited, and the table rests. Must not know who is called.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Instant;

use super::{Boards, NotShown, Post, REFUSED_PAUSE, Showing};
use crate::discord::panel::{Mentions, Panel};
use crate::service::Shown;
use crate::table::{ChannelId, Rest, Table, TableId};

impl Boards {
    pub(super) fn barred_channels(&self) -> MutexGuard<'_, HashMap<ChannelId, Instant>> {
        self.barred.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table rests since nothing may be posted where it stands, or goes on since it is.
    pub(super) async fn note_barred(self: &Arc<Self>, id: TableId, barred: bool) {
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

    /// Posts a game that has begun below the result of the one before, whose buttons go: what is shown now. Nothing
    /// where nothing may be posted: there the new game takes the place of the result.
    pub(super) async fn post_below_result(
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

    /// The message that shows it, if it is shown as it should be.
    pub(super) async fn put(
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
            // Whatever became of the table since a crash, it is the first message here that was to be posted then.
            (None, None) => self.post(table, panel, &format!("o{:x}", table.channel.0)).await.map(Some),
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
            // Somebody deleted it, it is old and was edited too often, or the thread is archived, out of which it comes
            // with a new message: the table comes back.
            Err(error) if error.is_unknown_message() || error.is_edited_too_often() || error.is_archived() => {
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

    pub(super) async fn forget_old(&self, table: &Table, message: u64) {
        if let Err(error) = self.sender.delete(table.channel, message).await
            && !error.is_unknown_message()
            && !error.is_unknown_channel()
        {
            tracing::warn!(table = table.id.0, %error, "an old message of a table stays");
        }
    }
}

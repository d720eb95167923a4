//! The public message of each table: posted anew when somebody's turn comes (an edit never pings), edited otherwise;
//! the latest state wins, one request at a time for each table. Must never hold up an answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::panel::Panel;
use super::render;
use super::send::{SendError, Sender};
use crate::i18n::Lang;
use crate::service::{Failure, Service, Shown};
use crate::table::{Phase, Table, TableId};

/// Whether a table changed again while it was being shown.
type Again = bool;

/// Shows tables.
pub(super) struct Boards {
    service: Arc<Service>,
    sender: Arc<Sender>,
    busy: Mutex<HashMap<TableId, Again>>,
}

impl Boards {
    pub(super) fn new(service: Arc<Service>, sender: Arc<Sender>) -> Self {
        Self { service, sender, busy: Mutex::default() }
    }

    /// A table changed: show it as soon as its last showing is done.
    pub(super) fn changed(self: &Arc<Self>, id: TableId) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        match busy.get_mut(&id) {
            Some(again) => *again = true,
            None => {
                busy.insert(id, false);
                tokio::spawn(Arc::clone(self).show_until_current(id));
            }
        }
    }

    async fn show_until_current(self: Arc<Self>, id: TableId) {
        loop {
            if let Err(error) = self.show(id, Post::WhenDue).await {
                tracing::warn!(table = id.0, %error, "a table is not shown");
            }
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            match busy.get_mut(&id) {
                Some(again) if *again => *again = false,
                _ => {
                    busy.remove(&id);
                    return;
                }
            }
        }
    }

    /// Posts a table anew at the bottom of its channel, because somebody asked for it.
    pub(super) async fn post_again(&self, id: TableId) -> Result<(), NotShown> {
        self.show(id, Post::Anew).await
    }

    async fn show(&self, id: TableId, post: Post) -> Result<(), NotShown> {
        let look = self.service.look(id).await?;
        let (table, shown, version) = (&look.table, look.shown, look.version);
        if post == Post::WhenDue && shown.version >= version && shown.message.is_some() {
            return Ok(());
        }
        let called = table.phase == Phase::Playing && look.called_since(shown.pinged_step);
        let due = post == Post::Anew || called;
        let panel = render::board(Lang::default(), &look);
        let message = match shown.message.filter(|_| !due) {
            Some(message) => self.edit_or_post(table, message, &panel, version).await?,
            None => self.post(table, &panel, version).await?,
        };
        let pinged_step = if due { table.step } else { shown.pinged_step };
        self.service.note_shown(id, Shown { message: Some(message), version, pinged_step }).await;
        if let Some(old) = shown.message.filter(|&old| old != message) {
            self.forget_old(table, old).await;
        }
        Ok(())
    }

    async fn edit_or_post(&self, table: &Table, message: u64, panel: &Panel, version: u64) -> Result<u64, NotShown> {
        match self.sender.edit(table.channel, message, panel).await {
            Ok(()) => Ok(message),
            // Somebody deleted it: the table comes back.
            Err(error) if error.is_unknown_message() => self.post(table, panel, version).await,
            Err(error) => Err(error.into()),
        }
    }

    async fn post(&self, table: &Table, panel: &Panel, version: u64) -> Result<u64, NotShown> {
        // The same state is never posted twice, whatever happens on the way.
        let nonce = format!("{:x}-{version:x}", table.id.0);
        Ok(self.sender.post(table.channel, panel, &nonce).await?)
    }

    async fn forget_old(&self, table: &Table, message: u64) {
        if let Err(error) = self.sender.delete(table.channel, message).await
            && !error.is_unknown_message()
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
    /// In any case.
    Anew,
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

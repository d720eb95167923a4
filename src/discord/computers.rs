//! When computer players move: after a pause that people can follow, all that are in a row, at most once around the
//! table, shown with one edit. Must never know how they choose.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::background::{Pauses, outlived};
use super::route::Bot;
use crate::service::Failure;
use crate::table::TableId;

/// Before computer players play, one or several in a row.
const PAUSE: Duration = Duration::from_millis(1200);
/// When the database fails, a computer player tries again after this pause at first.
const TROUBLE: Duration = Duration::from_secs(1);

/// The tables at which computer players are playing; true: look once more when they are done.
#[derive(Default)]
pub(super) struct Computers(Mutex<HashMap<TableId, bool>>);

impl Computers {
    /// Whether nobody plays on at this table yet; who does is told to look once more.
    fn begin(&self, id: TableId) -> bool {
        let mut busy = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match busy.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => busy.insert(id, false).is_none(),
        }
    }

    /// Whether there is nothing more to do at this table.
    fn end(&self, id: TableId) -> bool {
        let mut busy = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match busy.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                busy.remove(&id);
                true
            }
        }
    }
}

impl Bot {
    /// Lets the computer players of a table play until a person is to act.
    pub(super) fn play_computers(self: &Arc<Self>, id: TableId) {
        if self.computers.begin(id) {
            let bot = Arc::clone(self);
            tokio::spawn(async move {
                loop {
                    outlived("computer players", bot.play_until_a_person_is_to_act(id)).await;
                    if bot.computers.end(id) {
                        break;
                    }
                }
            });
        }
    }

    /// Trouble with the database is waited out: nobody but the computer can go on here.
    async fn play_until_a_person_is_to_act(&self, id: TableId) {
        let mut pauses = Pauses::from(TROUBLE);
        loop {
            match self.play_once(id).await {
                Ok(true) => pauses = Pauses::from(TROUBLE),
                Ok(false) => return,
                Err(error) => {
                    tracing::error!(table = id.0, %error, "computer players can't move");
                    if !error.may_pass() {
                        return;
                    }
                    tokio::time::sleep(pauses.next()).await;
                }
            }
        }
    }

    /// Whether computer players were to act, and have.
    async fn play_once(&self, id: TableId) -> Result<bool, Failure> {
        if self.service.look(id).await?.table.computer_to_act().is_none() {
            return Ok(false);
        }
        tokio::time::sleep(PAUSE).await;
        let Some(look) = self.service.play_computers(id).await? else { return Ok(false) };
        self.boards.changed(id);
        self.push_all_hands(&look);
        Ok(true)
    }
}

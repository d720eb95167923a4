//! When computer players move: after a pause that people can follow, all that are in a row, at most once around the
//! table, shown with one edit. Must never know how they choose.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::route::Bot;
use crate::service::Look;
use crate::table::TableId;

/// Before computer players play, one or several in a row.
const PAUSE: Duration = Duration::from_millis(1200);
/// When the database fails, a computer player tries again so often.
const RETRIES: u32 = 5;

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
                    bot.play_until_a_person_is_to_act(id).await;
                    if bot.computers.end(id) {
                        break;
                    }
                }
            });
        }
    }

    async fn play_until_a_person_is_to_act(&self, id: TableId) {
        let mut failed = 0;
        let waits = |look: &Look| look.table.computer_to_act().is_some();
        while failed <= RETRIES && self.service.look(id).await.is_ok_and(|look| waits(&look)) {
            tokio::time::sleep(PAUSE * 2_u32.pow(failed)).await;
            match self.service.play_computers(id).await {
                Ok(Some(look)) => {
                    failed = 0;
                    self.boards.changed(id);
                    self.push_all_hands(&look);
                }
                Ok(None) => return,
                Err(error) => {
                    failed += 1;
                    tracing::error!(table = id.0, %error, "computer players can't move");
                }
            }
        }
    }
}

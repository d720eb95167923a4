//! The one timer: sleeps until time does something to a table, then shows what it did. Must never decide what that is.

use std::sync::Arc;
use std::time::Duration;

use super::background::outlived;
use super::route::Bot;
use crate::table::{Due, Member, TableId};

/// When the database fails, it is asked again after so long.
const TROUBLE: Duration = Duration::from_secs(5);

impl Bot {
    /// Does what is due at all tables, for as long as the program runs.
    pub(super) async fn mind_the_time(self: Arc<Self>) {
        loop {
            match self.service.tables_due().await {
                Ok(tables) => {
                    let mut trouble = false;
                    for id in tables {
                        trouble |= !outlived("what is due", self.time_is_up(id)).await.unwrap_or_default();
                    }
                    if trouble {
                        // The same tables are due at once.
                        tokio::time::sleep(TROUBLE).await;
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "it is not known what is due");
                    tokio::time::sleep(TROUBLE).await;
                }
            }
        }
    }

    /// Whether what is due at this table is done.
    async fn time_is_up(self: &Arc<Self>, id: TableId) -> bool {
        match self.service.time_is_up(id).await {
            Ok(Some((look, due))) => {
                match due {
                    Due::Warning => self.boards.warn(id),
                    _ => self.boards.changed(id),
                }
                self.push_hands(&look, None);
                if look.table.computer_to_act().is_some() {
                    self.play_computers(id);
                }
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(table = id.0, %error, "what is due is not done");
                return false;
            }
        }
        true
    }

    /// A member clicked at a table: whoever sits there is not away.
    pub(super) async fn touch(&self, id: TableId, by: &Member) {
        match self.service.touch(id, by).await {
            Ok(Some(look)) => {
                self.boards.changed(id);
                self.push_hands(&look, None);
            }
            Ok(None) => {}
            // Whatever the click asks for will tell what is wrong.
            Err(error) => tracing::debug!(table = id.0, %error, "a click is not noted"),
        }
    }
}

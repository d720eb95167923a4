//! One lock for each table, with what was last loaded of it. Must never know what a table is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Look;
use crate::table::TableId;

/// A table behind its lock; none until it is loaded.
type Entry = Arc<tokio::sync::Mutex<Option<Look>>>;

/// The tables in use.
#[derive(Default)]
pub(super) struct Tables(Mutex<HashMap<TableId, Entry>>);

impl Tables {
    /// The lock of a table. Whoever holds it is alone with the table.
    pub(super) fn entry(&self, id: TableId) -> Entry {
        // The map is whole even if somebody panicked with it in hand: every change is one call.
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(entries.entry(id).or_default())
    }

    /// Lets go of a table that is over; who still waits for its lock loads it anew.
    pub(super) fn forget(&self, id: TableId) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.remove(&id);
    }
}

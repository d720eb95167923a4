//! One lock for each table, with what was last loaded of it. Must never know what a table is.

use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

use super::Look;
use crate::table::TableId;

/// So many tables are kept in memory, those used last. Each weighs about 13 KiB; another is read from the store.
const MOST: usize = 4096;

/// A table behind its lock; none until it is loaded.
type Entry = Arc<tokio::sync::Mutex<Option<Look>>>;

/// The tables in use.
pub(super) struct Tables(Mutex<LruCache<TableId, Entry>>);

impl Default for Tables {
    fn default() -> Self {
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl Tables {
    /// The lock of a table. Whoever holds it is alone with the table.
    pub(super) fn entry(&self, id: TableId) -> Entry {
        self.entry_among(id, MOST)
    }

    fn entry_among(&self, id: TableId, most: usize) -> Entry {
        // The map is whole even if somebody panicked with it in hand: every change is one call.
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Arc::clone(entries.get_or_insert(id, Entry::default));
        // One that somebody holds stays: nobody may be given a second lock for it.
        while entries.len() > most && entries.peek_lru().is_some_and(|(_, oldest)| Arc::strong_count(oldest) == 1) {
            entries.pop_lru();
        }
        entry
    }

    /// Lets go of a table that is over; who still waits for its lock loads it anew.
    pub(super) fn forget(&self, id: TableId) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.pop(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_used_last_are_kept_and_whoever_is_held() {
        let tables = Tables::default();
        let entry = |id: i64| tables.entry_among(TableId(id), 2);
        let known = || tables.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        let (first, second) = (entry(1), entry(2));
        // Too many, but the oldest is in use.
        let third = entry(3);
        assert_eq!(known(), 3);
        assert!(Arc::ptr_eq(&first, &entry(1)), "a second lock for a table in use");
        drop(second);
        drop(entry(4));
        // The second went; of the first and third nobody has let go.
        assert_eq!(known(), 3);
        drop(third);
        drop(entry(4));
        assert_eq!(known(), 2);
        assert!(Arc::ptr_eq(&first, &entry(1)));
    }
}

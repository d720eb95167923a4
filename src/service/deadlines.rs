//! What time does to tables, and when it is time. Must never decide what follows: the table does.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

use super::{Failure, Look, Service};
use crate::engine::Pack;
use crate::table::{Due, Member, Refusal, Table, TableId, Verb};

/// A table to which the time could not do what was due is left alone for so long, in milliseconds.
const POSTPONED: i64 = 10 * 60 * 1000;

/// What is waited for.
pub(super) struct Deadlines {
    /// The earliest time at which a table is due, as far as it is known.
    next: AtomicI64,
    /// Something is due before that.
    sooner: Notify,
    /// Since when the time is minded: what was due before that, nobody could do anything about.
    minded: OnceLock<i64>,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self { next: AtomicI64::new(i64::MAX), sooner: Notify::new(), minded: OnceLock::new() }
    }
}

impl Deadlines {
    /// A table is due at this time.
    pub(super) fn note(&self, due: Option<(i64, Due)>) {
        if due.is_some_and(|(at, _)| at < self.next.load(Ordering::SeqCst)) {
            self.sooner.notify_one();
        }
    }
}

impl Service {
    /// Resolves with tables whose time is up, as soon as there are any. Meant for one caller at a time; from its first
    /// call on, the time is minded.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tables_due(&self) -> Result<Vec<TableId>, Failure> {
        self.minded_since();
        loop {
            // While the store is asked, whatever is noted counts as sooner.
            self.deadlines.next.store(i64::MAX, Ordering::SeqCst);
            let coming = self.store.next_due().await?;
            let now = self.clock.now();
            let due: Vec<TableId> = coming.iter().filter(|(_, at)| *at <= now).map(|(id, _)| *id).collect();
            if !due.is_empty() {
                return Ok(due);
            }
            let next = coming.first().map_or(i64::MAX, |(_, at)| *at);
            self.deadlines.next.store(next, Ordering::SeqCst);
            tokio::select! {
                () = self.clock.wait_until(next) => {}
                () = self.deadlines.sooner.notified() => {}
            }
        }
    }

    /// Does what the time does to a table; nothing if it went on meanwhile. It is durable before this returns.
    ///
    /// # Errors
    /// If it can't be done or kept: then nothing is due at this table for a while.
    pub async fn time_is_up(&self, id: TableId) -> Result<Option<(Look, Due)>, Failure> {
        let pack = Pack::shuffled(&mut rand::rng());
        let now = self.clock.now();
        let minded = self.minded_since();
        match self.change_and_tell(id, None, |table| table.decide_for_time(now, minded, &pack)).await {
            Ok(done) => Ok(Some(done)),
            Err(failure) => {
                self.store.postpone(id, now, now + POSTPONED).await?;
                match failure {
                    Failure::Refused { reason: Refusal::Stale, .. } => Ok(None),
                    failure => Err(failure),
                }
            }
        }
    }

    fn minded_since(&self) -> i64 {
        *self.deadlines.minded.get_or_init(|| self.clock.now())
    }

    /// A member did something that may change nothing but that they are here; whether the table shows that now.
    ///
    /// # Errors
    /// If it can't be kept.
    pub async fn touch(&self, id: TableId, by: &Member) -> Result<Option<Look>, Failure> {
        let before = self.look(id).await?.table;
        if !before.heeds(by.user, self.clock.now()) {
            return Ok(None);
        }
        let look = self.change(id, Some(by.user), |table| table.decide(by, Verb::Touch)).await?;
        let stood_in = |table: &Table| table.seat_of(by.user).is_some_and(|seat| table.is_computers(seat));
        let is_seen = stood_in(&look.table) != stood_in(&before) || look.table.vote != before.vote;
        if !is_seen {
            self.note_nothing_to_show(id, look.version).await;
        }
        Ok(is_seen.then_some(look))
    }
}

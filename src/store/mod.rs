//! Keeps tables, what happened at them and what came of it. All SQL of the project is here and in `migrations/`.
//!
//! One task owns the only connection that writes (`writer.rs`); everything else reads. A write is answered once it
//! is on the disk, and never before; a caller who stops waiting does not undo it. What is read from the disk is
//! judged before it is believed. Must never know a rule of the game, Discord, a language, or what time it is.

mod claim;
mod error;
mod open;
mod pings;
mod read;
mod removed;
mod results;
mod row;
#[cfg(test)]
mod tests;
mod writer;

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot, watch};

pub use claim::Claim;
pub use error::{CommitError, OpenError, StoreError};
pub use pings::Pings;
pub use results::{Leaderboard, Ranked, Stats};

use crate::table::{Change, Member, Table, TableId};
use open::Address;
use results::Finished;
use row::{Row, counter_to_sql, to_json};
use writer::{Commit, Job, Write, Writer};

/// Writes that may wait for the writer before further callers have to wait to be heard.
const QUEUE: usize = 1024;

/// The store. Clones share one writer and the connections of the readers.
#[derive(Clone, Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    /// Its other end lives in the writer and is dropped with it.
    alive: watch::Receiver<()>,
}

/// A table as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The table.
    pub table: Table,
    /// Rises by one with every commit; a commit must name the one it saw.
    pub version: u64,
    /// What of it is shown.
    pub shown: Shown,
}

/// What of a table is shown, as last noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The message that shows it.
    pub message: Option<u64>,
    /// The version it shows.
    pub version: u64,
    /// The step at which its player was pinged.
    pub pinged_step: u64,
    /// The step of the won game whose result it shows: that stays when the table goes on.
    pub won_step: Option<u64>,
}

impl Store {
    /// Opens the database, creating the file if it is missing, brings it up to date, and starts its writer on the
    /// Tokio runtime of the caller.
    ///
    /// # Errors
    /// What is wrong, and what to do about it.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        let mut conn = address.writer().await?;
        address.migrate(&mut conn).await?;
        let readers = address.readers().await?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (writer_alive, alive) = watch::channel(());
        tokio::spawn(Writer::new(address, conn, queue, writer_alive).run());
        Ok(Self { jobs, readers, alive })
    }

    /// Whether the database could be opened as it is: nothing in it changes.
    ///
    /// # Errors
    /// What is wrong, and what to do about it.
    pub async fn probe(url: &str) -> Result<(), OpenError> {
        let address = Address::parse(url)?;
        let mut conn = address.writer().await?;
        address.know(&mut conn).await
    }

    /// Writes what is queued, then closes the file. Whoever writes or reads later is told so.
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            // An error: the writer died on the way, which is as closed as can be.
            let _ = closed.await;
        }
        self.readers.close().await;
    }

    /// Resolves when the writer has ended, closed or dead: nothing can be kept any more, and the process should end.
    pub async fn closed(&self) {
        // Nothing is ever sent: the only change is that the other end is gone.
        let _ = self.alive.clone().changed().await;
    }

    /// Keeps a new table, and gives it its id: the one it comes with is ignored. Its version is 1.
    pub async fn create(&self, mut table: Table, now: i64) -> Result<Table, StoreError> {
        let write = Write::Create { table: Box::new(table.clone()), now };
        table.id = TableId(self.write(write).await.map_err(only_failures)?);
        Ok(table)
    }

    /// Keeps a change of the table as it was at this version, what happened by it, and the results if it won the game:
    /// all of it or nothing. The new version, once it is on the disk.
    pub async fn commit(&self, expected_version: u64, change: &Change, now: i64) -> Result<u64, CommitError> {
        let commit = Commit {
            row: Row::new(&change.table, now)?,
            expected_version: counter_to_sql(expected_version),
            entries: entries_to_json(change)?,
            finished: Finished::of(change),
        };
        let version = self.write(Write::Commit(Box::new(commit))).await?;
        Ok(version.unsigned_abs())
    }

    /// Remembers what of a table is shown. It rides along with other writes, or is written a moment later; a crash
    /// may forget it. It is no change of the table: the version stays.
    pub async fn note_shown(&self, table: TableId, shown: Shown) -> Result<(), StoreError> {
        self.jobs.send(Job::Shown(table, shown)).await.map_err(|_| StoreError::Closed)
    }

    /// Remembers the name of a member as last seen. It rides along as [`Store::note_shown`] does.
    pub async fn remember_member(&self, member: &Member, now: i64) -> Result<(), StoreError> {
        self.jobs.send(Job::Member(member.clone(), now)).await.map_err(|_| StoreError::Closed)
    }

    /// What is due at a table now is due later. It is no change of the table, and its next change forgets it.
    pub async fn postpone(&self, table: TableId, now: i64, until: i64) -> Result<(), StoreError> {
        self.write(Write::Postpone { table, now, until }).await.map(|_| ()).map_err(only_failures)
    }

    /// Remembers something about the program itself.
    pub async fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let write = Write::Meta { key: key.to_owned(), value: value.to_owned() };
        self.write(write).await.map(|_| ()).map_err(only_failures)
    }

    /// Queues a write and waits until it is on the disk. If the caller stops waiting, it is written all the same.
    async fn write(&self, write: Write) -> Result<i64, CommitError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Write(write, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A list of texts, each an entry of the history: the database takes the list apart without reading the entries.
fn entries_to_json(change: &Change) -> Result<Option<String>, StoreError> {
    if change.entries.is_empty() {
        return Ok(None);
    }
    let entries: Result<Vec<String>, StoreError> =
        change.entries.iter().map(|entry| to_json("an entry of the history", entry)).collect();
    to_json("entries of the history", &entries?).map(Some)
}

/// The failure of a write that names no version, and so can't conflict.
fn only_failures(error: CommitError) -> StoreError {
    match error {
        CommitError::Failed(error) => error,
        CommitError::Conflict => StoreError::Unwritable { what: "a row without a version" },
    }
}

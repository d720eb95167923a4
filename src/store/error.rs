//! What can go wrong with the store, in words that may be logged: never a card of a hand, never the text of a row.

use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::table::TableId;

/// Why the store could not do something.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database refused or broke. Nothing was written.
    #[error("the database failed: {0}")]
    Database(#[source] Arc<sqlx::Error>),
    /// What is stored of this table can't be read back.
    #[error("table {} is damaged on disk: {why}", table.0)]
    Damaged {
        /// Which.
        table: TableId,
        /// What is wrong, without the text itself: it may hold the cards of a hand.
        why: String,
    },
    /// It can't be put into the form in which it is stored.
    #[error("{what} cannot be written down")]
    Unwritable {
        /// What.
        what: &'static str,
    },
    /// The store is closed, or its writer is dead.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Arc::new(error))
    }
}

/// Why a change was not kept.
#[derive(Clone, Debug, Error)]
pub enum CommitError {
    /// Somebody else changed the table since it was loaded, or there is no such table: load it again.
    #[error("the table has changed since it was loaded")]
    Conflict,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Why the store can't be opened, and what to do about it.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The address can't be read.
    #[error("'{url}' is not the address of a database ({source}); write sqlite:PATH, such as sqlite:canasta.db")]
    BadAddress {
        /// As given.
        url: String,
        /// What is wrong with it.
        source: sqlx::Error,
    },
    /// A database in memory is lost with the process.
    #[error("'{url}' keeps tables in memory, where a restart loses them; name a file, such as sqlite:canasta.db")]
    InMemory {
        /// As given.
        url: String,
    },
    /// The directory of the file does not exist.
    #[error("there is no directory '{}' for the database; create it, or name another file", directory.display())]
    NoDirectory {
        /// Which.
        directory: PathBuf,
    },
    /// Another bot is at work on it.
    #[error(
        "another bot is running on this database (it holds '{}'); end that one first, or give this one a database of \
         its own with DATABASE_URL",
        path.display()
    )]
    Claimed {
        /// The file that says so.
        path: PathBuf,
    },
    /// The file by which a bot claims the database can't be made or locked.
    #[error("'{}', which keeps a second bot away, cannot be made or locked ({source})", path.display())]
    CannotClaim {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file can't be opened or created.
    #[error(
        "the database '{}' cannot be opened ({source}); \
         check that it is a database of this program and that its file and directory may be written",
        path.display()
    )]
    CannotOpen {
        /// Which.
        path: PathBuf,
        /// What it says.
        source: sqlx::Error,
    },
    /// A newer program has been at work.
    #[error(
        "the database '{}' was last used by a newer version of this program (its migration {migration} is unknown here); \
         run that version, or restore a backup made before it",
        path.display()
    )]
    TooNew {
        /// Which.
        path: PathBuf,
        /// The first migration unknown here.
        migration: i64,
    },
    /// The database can't be brought to the form this program needs.
    #[error(
        "the database '{}' cannot be brought up to date ({source}); \
         check the free space of its disk, and keep a copy of the file before trying anything else",
        path.display()
    )]
    CannotMigrate {
        /// Which.
        path: PathBuf,
        /// What went wrong.
        source: sqlx::migrate::MigrateError,
    },
    /// A setting on which the safety of every move depends did not take.
    #[error(
        "the database '{}' runs with {setting} = {found} instead of {wanted}, so a move could be lost; \
         put it on a local disk (network file systems often refuse this)",
        path.display()
    )]
    Unsafe {
        /// Which database.
        path: PathBuf,
        /// Which setting.
        setting: &'static str,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        found: String,
    },
}

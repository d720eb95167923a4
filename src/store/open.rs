//! Opens the database file: settings, migrations, and the proof that a commit survives a power cut.
//! Must never know what is stored.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};

use super::error::OpenError;

/// Everything in `migrations/`; `build.rs` lets Cargo notice a new file there.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long to wait for another process, such as a backup, to let go of the file.
const BUSY: Duration = Duration::from_secs(5);

/// Readers at a time: each is a thread of its own.
const READERS: u32 = 4;

/// The settings without which a move could be lost or a row left behind, and the values that tell they took.
const SETTINGS: [(&str, &str, &str); 3] = [
    ("journal_mode", "wal", "select journal_mode from pragma_journal_mode"),
    ("synchronous", "2", "select cast(synchronous as text) from pragma_synchronous"),
    ("foreign_keys", "1", "select cast(foreign_keys as text) from pragma_foreign_keys"),
];

/// How to reach the database for writing.
#[derive(Clone, Debug)]
pub(super) struct Address(SqliteConnectOptions);

impl Address {
    /// Reads `sqlite:PATH` or a plain path.
    pub(super) fn parse(url: &str) -> Result<Self, OpenError> {
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Err(OpenError::InMemory { url: url.to_owned() });
        }
        let options = SqliteConnectOptions::from_str(url)
            .map_err(|source| OpenError::BadAddress { url: url.to_owned(), source })?;
        let directory = options.get_filename().parent().filter(|path| !path.as_os_str().is_empty());
        if let Some(directory) = directory.filter(|path| !path.is_dir()) {
            return Err(OpenError::NoDirectory { directory: directory.to_owned() });
        }
        Ok(Self(options.foreign_keys(true).busy_timeout(BUSY).disable_statement_logging()))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.get_filename()
    }

    /// A connection that may write, with its settings proven.
    pub(super) async fn writer(&self) -> Result<SqliteConnection, OpenError> {
        let options = self.0.clone().read_only(false).create_if_missing(true);
        let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        let mut conn = options.connect().await.map_err(|source| self.cannot_open(source))?;
        for (setting, wanted, query) in SETTINGS {
            let found: String =
                sqlx::query_scalar(query).fetch_one(&mut conn).await.map_err(|source| self.cannot_open(source))?;
            if found != wanted {
                return Err(OpenError::Unsafe { path: self.path().to_owned(), setting, wanted, found });
            }
        }
        Ok(conn)
    }

    /// Connections that can only read. The writer must have opened the file before.
    pub(super) async fn readers(&self) -> Result<SqlitePool, OpenError> {
        let options = self.0.clone().read_only(true).create_if_missing(false);
        SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY)
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(|source| self.cannot_open(source))
    }

    /// Brings the database to the form this program needs.
    pub(super) async fn migrate(&self, conn: &mut SqliteConnection) -> Result<(), OpenError> {
        let path = || PathBuf::from(self.path());
        MIGRATIONS.run(conn).await.map_err(|error| match error {
            MigrateError::VersionMissing(migration) => OpenError::TooNew { path: path(), migration },
            source => OpenError::CannotMigrate { path: path(), source },
        })
    }

    /// Whether this program knows the form of the database, or one to come from it.
    pub(super) async fn know(&self, conn: &mut SqliteConnection) -> Result<(), OpenError> {
        let path = || PathBuf::from(self.path());
        let applied = conn.list_applied_migrations(&MIGRATIONS.table_name).await;
        let applied = applied.map_err(|source| OpenError::CannotMigrate { path: path(), source })?;
        match applied.iter().find(|applied| !MIGRATIONS.version_exists(applied.version)) {
            Some(unknown) => Err(OpenError::TooNew { path: path(), migration: unknown.version }),
            None => Ok(()),
        }
    }

    fn cannot_open(&self, source: sqlx::Error) -> OpenError {
        OpenError::CannotOpen { path: self.path().to_owned(), source }
    }
}

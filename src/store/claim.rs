//! One bot to a database: what it knows of its tables, and which hands are open, it keeps in memory. Must never stand in
//! the way of who only reads, or checks.

use std::fs::{File, TryLockError};
use std::path::PathBuf;

use super::error::OpenError;
use super::open::Address;

/// The right to be the one bot on a database; it ends when this is dropped, or the process ends in whatever way.
#[derive(Debug)]
#[must_use]
pub struct Claim {
    /// Open as long as the right lasts.
    _file: File,
}

impl Claim {
    /// Claims the database of this address, which need not be there yet. The claim lies on a file of its own beside
    /// it, which stays: SQLite has its own locks on the database.
    ///
    /// # Errors
    /// If another process has claimed it, or the file can't be made.
    pub fn of(url: &str) -> Result<Self, OpenError> {
        let mut path = Address::parse(url)?.path().as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let claimed = File::options().create(true).truncate(false).write(true).open(&path).map_err(TryLockError::Error);
        match claimed.and_then(|file| file.try_lock().map(|()| file)) {
            Ok(file) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::Claimed { path }),
            Err(TryLockError::Error(source)) => Err(OpenError::CannotClaim { path, source }),
        }
    }
}

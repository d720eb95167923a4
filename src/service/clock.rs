//! The one clock. Must never know what it is used for.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the time comes from, in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// How far ahead of the system's clock this one is: only a stand-in for Discord moves it.
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// The time now, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        system() + self.ahead.load(Ordering::Relaxed)
    }

    /// Follows another clock that shows this time now.
    pub fn follow(&self, now: i64) {
        self.ahead.store(now - system(), Ordering::Relaxed);
    }
}

fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

//! The one clock. Must never know what it is used for.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// The system's clock may be set, and a machine may sleep: whoever waits looks at it again after so long.
const LOOK_AGAIN: Duration = Duration::from_hours(1);
/// A clock that is followed is read with small delays: less than this, in milliseconds, is no move of it.
const JITTER: i64 = 100;

/// Where the time comes from, in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Clock {
    /// How far ahead of the system's clock this one is: only a stand-in for Discord moves it.
    ahead: Arc<watch::Sender<i64>>,
}

impl Default for Clock {
    fn default() -> Self {
        Self { ahead: Arc::new(watch::Sender::new(0)) }
    }
}

impl Clock {
    /// The time now, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        system() + *self.ahead.borrow()
    }

    /// Follows another clock that shows this time now.
    pub fn follow(&self, now: i64) {
        let ahead = now - system();
        self.ahead.send_if_modified(|known| {
            let moved = (ahead - *known).abs() > JITTER;
            if moved {
                *known = ahead;
            }
            moved
        });
    }

    /// Resolves once it is this time, also if the clock is moved there.
    pub async fn wait_until(&self, at: i64) {
        let mut moved = self.ahead.subscribe();
        loop {
            let now = system() + *moved.borrow_and_update();
            let Ok(left @ 1..) = u64::try_from(at.saturating_sub(now)) else { return };
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(left).min(LOOK_AGAIN)) => {}
                _ = moved.changed() => {}
            }
        }
    }
}

fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_is_woken_when_the_clock_is_moved() {
        let clock = Clock::default();
        let at = clock.now() + 3_600_000;
        let waiting = clock.clone();
        let waiting = tokio::spawn(async move { waiting.wait_until(at).await });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.follow(at + 1000);
        assert!(waiting.await.is_ok());
        assert!(clock.now() >= at);
        clock.wait_until(at).await;
    }
}

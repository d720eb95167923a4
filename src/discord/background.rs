//! What goes on beside the answers: trouble is waited out, and a panic is told by the log and ends nothing else. Must
//! never know what it is that goes on.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use futures_util::FutureExt;

/// The longest pause: whoever sees to the trouble need not wait much longer.
const LONGEST: Duration = Duration::from_mins(1);

/// The pauses between tries, each twice as long as the one before, up to a minute, without an end.
pub(super) struct Pauses(ExponentialBackoff);

impl Pauses {
    /// The first of them lasts so long.
    pub(super) fn from(first: Duration) -> Self {
        let pauses = ExponentialBuilder::new().with_factor(2.0).with_min_delay(first).with_max_delay(LONGEST);
        Self(pauses.without_max_times().build())
    }

    /// How long the next of them lasts.
    pub(super) fn next(&mut self) -> Duration {
        self.0.next().unwrap_or(LONGEST)
    }
}

/// What becomes of it; nothing if it panicked, whose text the log leaves out: it may hold anything.
pub(super) async fn outlived<T>(what: &'static str, going_on: impl Future<Output = T>) -> Option<T> {
    // What is shared is behind locks, which a panic leaves usable.
    let ended = AssertUnwindSafe(going_on).catch_unwind().await;
    ended.inspect_err(|_| tracing::error!(what, "something did not finish")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_never_end() {
        let mut pauses = Pauses::from(Duration::from_millis(250));
        let first: Vec<u128> = (0..4).map(|_| pauses.next().as_millis()).collect();
        assert_eq!(first, [250, 500, 1000, 2000]);
        assert_eq!((0..1000).map(|_| pauses.next()).max(), Some(LONGEST));
        assert_eq!(pauses.next(), LONGEST);
    }

    #[tokio::test]
    async fn what_panics_is_over() {
        assert_eq!(outlived("a test", async { 3 }).await, Some(3));
        let panics = async || -> u8 { panic!("secret") };
        assert_eq!(outlived("a test", panics()).await, None);
    }
}

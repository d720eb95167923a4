//! The stand-in's own clock: real time plus what a test has added, and the shapes in which Discord writes time.
//! It must never know who reads it: limits, deadlines and identifiers all ask here and nowhere else.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The moment Discord counts its identifiers from, in unix milliseconds.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// Real time plus an offset that only grows.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    offset: AtomicI64,
}

impl Clock {
    /// A clock that has already been moved on so far, in milliseconds.
    pub(crate) fn moved_on(by: i64) -> Self {
        Self { offset: AtomicI64::new(by.max(0)) }
    }

    /// How far it has been moved on, in milliseconds.
    pub(crate) fn ahead(&self) -> i64 {
        self.offset.load(Ordering::Acquire)
    }

    /// Unix milliseconds by this clock.
    pub(crate) fn now(&self) -> i64 {
        let real = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        real + self.ahead()
    }

    /// Moves the clock on; time never goes back.
    pub(crate) fn advance(&self, milliseconds: u64) {
        self.offset.fetch_add(milliseconds as i64, Ordering::AcqRel);
    }
}

/// The lowest identifier Discord could give out at this moment.
pub(crate) fn snowflake(now: i64) -> u64 {
    ((now - DISCORD_EPOCH).max(1) as u64) << 22
}

/// A moment as Discord writes it: `2026-01-31T12:00:00.123000+00:00`.
pub(crate) fn iso(now: i64) -> String {
    let (days, rest) = (now.div_euclid(86_400_000), now.rem_euclid(86_400_000));
    let (year, month, day) = civil(days);
    let (hour, minute, second, milli) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00")
}

/// The date of a day counted from 1970-01-01, by Hinnant's method: years begin in March, so leap days come last.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let index = (5 * of_year + 2) / 153;
    let month = if index < 10 { index + 3 } else { index - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, of_year - (153 * index + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_moments_as_discord_does() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
        assert_eq!(iso(1_735_689_599_001), "2024-12-31T23:59:59.001000+00:00");
    }

    #[test]
    fn moves_only_forward() {
        let clock = Clock::default();
        let before = clock.now();
        clock.advance(900_000);
        assert!(clock.now() >= before + 900_000);
    }
}

//! How long something took, many times.

use std::time::Duration;

/// Measured times.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// So many in a hundred took no longer than this, in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }
}

/// Seconds of processor time that this process has used, where the system tells.
pub(crate) fn processor_seconds() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: Vec<f64> =
        after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    ticks.iter().sum::<f64>() / TICKS_A_SECOND
}

//! Rate limits: one bucket a route and its main thing, one a webhook and its token, and one for all.
//! It must never know what a request does; it counts keys.

use std::collections::HashMap;

/// How much is allowed in how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) limit: u32,
    pub(crate) window: i64,
}

impl Rule {
    pub(crate) const fn new(name: &'static str, limit: u32, window: i64) -> Self {
        Self { name, limit, window }
    }
}

/// Everything but interaction endpoints, together.
const GLOBAL: Rule = Rule::new("global", 50, 1000);

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: u32,
    reset: i64,
}

/// What a bucket says: the headers are made of it.
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    pub(crate) allowed: bool,
    pub(crate) global: bool,
    pub(crate) limit: u32,
    pub(crate) left: u32,
    pub(crate) reset: i64,
    pub(crate) after: i64,
    pub(crate) bucket: &'static str,
}

impl Verdict {
    /// The `X-RateLimit-*` headers, and `Retry-After` when refused.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        let seconds = |ms: i64| format!("{}.{:03}", ms / 1000, ms % 1000);
        let mut headers = Vec::with_capacity(8);
        if !self.global {
            headers.extend([
                ("x-ratelimit-limit", self.limit.to_string()),
                ("x-ratelimit-remaining", self.left.to_string()),
                ("x-ratelimit-reset", seconds(self.reset)),
                ("x-ratelimit-reset-after", seconds(self.after)),
                ("x-ratelimit-bucket", self.bucket.to_owned()),
            ]);
        }
        if !self.allowed {
            headers.push(("retry-after", ((self.after + 999) / 1000).to_string()));
            headers.push(("x-ratelimit-scope", if self.global { "global" } else { "user" }.to_owned()));
        }
        if self.global {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        }
        headers
    }
}

/// All buckets.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    buckets: HashMap<(&'static str, String), Bucket>,
    sweep_at: usize,
}

impl Limits {
    /// Counts one request; `main` is the channel or the token it is about.
    pub(crate) fn take(&mut self, now: i64, rule: Rule, main: &str, counts_globally: bool) -> Verdict {
        if counts_globally {
            let all = self.count(now, GLOBAL, "");
            if !all.allowed {
                return Verdict { global: true, ..all };
            }
        }
        self.count(now, rule, main)
    }

    fn count(&mut self, now: i64, rule: Rule, main: &str) -> Verdict {
        self.sweep(now);
        let fresh = Bucket { left: rule.limit, reset: now + rule.window };
        let bucket = self.buckets.entry((rule.name, main.to_owned())).or_insert(fresh);
        if bucket.reset <= now {
            *bucket = fresh;
        }
        let allowed = bucket.left > 0;
        bucket.left = bucket.left.saturating_sub(1);
        let Bucket { left, reset } = *bucket;
        Verdict { allowed, global: false, limit: rule.limit, left, reset, after: reset - now, bucket: rule.name }
    }

    /// Forgets what has run out, whenever the table has doubled.
    fn sweep(&mut self, now: i64) {
        if self.buckets.len() >= self.sweep_at.max(1024) {
            self.buckets.retain(|_, bucket| bucket.reset > now);
            self.sweep_at = self.buckets.len() * 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule::new("test", 2, 1000);

    #[test]
    fn counts_by_key_and_starts_anew_after_the_window() {
        let mut limits = Limits::default();
        assert_eq!(limits.take(0, RULE, "a", false).left, 1);
        assert!(limits.take(10, RULE, "a", false).allowed);
        let refused = limits.take(20, RULE, "a", false);
        assert!(!refused.allowed);
        assert_eq!(refused.after, 980);
        assert!(refused.headers().contains(&("retry-after", "1".to_owned())));
        assert!(limits.take(20, RULE, "b", false).allowed);
        assert!(limits.take(1000, RULE, "a", false).allowed);
    }

    #[test]
    fn counts_all_together_except_what_is_exempt() {
        let mut limits = Limits::default();
        for n in 0..50 {
            assert!(limits.take(0, RULE, &n.to_string(), true).allowed);
        }
        let refused = limits.take(0, RULE, "x", true);
        assert!(!refused.allowed && refused.global);
        assert!(limits.take(0, RULE, "x", false).allowed);
    }

    #[test]
    fn forgets_what_has_run_out() {
        let mut limits = Limits::default();
        for n in 0..10_000 {
            limits.take(n * 10, RULE, &n.to_string(), false);
        }
        assert!(limits.buckets.len() < 1500);
    }
}

//! Trouble on demand: the next requests fail, hang or are cut. It must never know what a request would have done.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Trouble {
    /// The answer is this status, and nothing is done. 429 names a delay to wait.
    Status {
        /// Such as 500, 502 or 429.
        status: u16,
        /// With 429: wait so long.
        #[serde(default)]
        retry_after_ms: u64,
    },
    /// The request waits so long, in real time, and is then done as usual.
    Hang {
        /// So long.
        ms: u64,
    },
    /// The connection closes; nothing is done.
    Close,
    /// It is done, and then the connection closes without an answer.
    LoseAnswer,
    /// Nothing is done, and no answer ever comes; see [`super::Sandbox::held`].
    Hold,
    /// It is done, and no answer ever comes.
    HoldAnswer,
}

/// Trouble for some of the next requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Only this method, such as `PATCH`.
    #[serde(default)]
    pub method: Option<String>,
    /// Only these paths, without `/api/v10`: `*` stands for one segment, `**` at the end for all that follow.
    #[serde(default)]
    pub path: Option<String>,
    /// So many requests are let through first.
    #[serde(default)]
    pub after: u32,
    /// So many requests.
    pub times: u32,
    /// What happens to them.
    #[serde(flatten)]
    pub trouble: Trouble,
}

impl Fault {
    /// The next `times` requests, whatever they are.
    pub fn any(times: u32, trouble: Trouble) -> Self {
        Self { method: None, path: None, after: 0, times, trouble }
    }

    /// The next `times` requests of a method to a path.
    pub fn on(method: &str, path: &str, times: u32, trouble: Trouble) -> Self {
        Self { method: Some(method.to_owned()), path: Some(path.to_owned()), after: 0, times, trouble }
    }

    /// The same, but so many such requests are let through first.
    #[must_use]
    pub fn after(self, after: u32) -> Self {
        Self { after, ..self }
    }

    fn hits(&self, method: &str, path: &str) -> bool {
        self.method.as_deref().is_none_or(|m| m.eq_ignore_ascii_case(method))
            && self.path.as_deref().is_none_or(|pattern| matches(pattern, path))
    }
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/').filter(|s| !s.is_empty());
    for part in pattern.split('/').filter(|s| !s.is_empty()) {
        match (part, segments.next()) {
            ("**", _) => return true,
            ("*", Some(_)) => {}
            (part, Some(segment)) if part == segment => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

/// The trouble still to come, in the order it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    waiting: VecDeque<Fault>,
    /// Requests that are kept waiting for ever.
    pub(crate) held: u64,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.waiting.push_back(fault);
    }

    /// How many requests will still be hit.
    pub(crate) fn left(&self) -> u32 {
        self.waiting.iter().map(|fault| fault.times).sum()
    }

    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.held = 0;
    }

    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Trouble> {
        let index = self.waiting.iter().position(|fault| fault.hits(method, path))?;
        let fault = self.waiting.get_mut(index)?;
        if fault.after > 0 {
            fault.after -= 1;
            return None;
        }
        fault.times = fault.times.saturating_sub(1);
        let (trouble, done) = (fault.trouble, fault.times == 0);
        if done {
            self.waiting.remove(index);
        }
        Some(trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_segments() {
        assert!(matches("/channels/*/messages", "/channels/1/messages"));
        assert!(!matches("/channels/*/messages", "/channels/1/messages/2"));
        assert!(matches("/channels/**", "/channels/1/messages/2"));
        assert!(!matches("/channels/*", "/channels"));
    }

    #[test]
    fn hits_so_often_and_no_more() {
        let mut faults = Faults::default();
        faults.add(Fault::on("PATCH", "/channels/**", 2, Trouble::Close));
        assert_eq!(faults.take("POST", "/channels/1/messages"), None);
        assert_eq!(faults.take("PATCH", "/channels/1/messages/2"), Some(Trouble::Close));
        assert_eq!(faults.take("PATCH", "/channels/1/messages/2"), Some(Trouble::Close));
        assert_eq!(faults.take("PATCH", "/channels/1/messages/2"), None);
    }

    #[test]
    fn lets_through_what_comes_before() {
        let mut faults = Faults::default();
        faults.add(Fault::any(1, Trouble::Hold).after(2));
        let all: Vec<_> = (0..4).map(|_| faults.take("POST", "/channels/1/messages")).collect();
        assert_eq!(all, [None, None, Some(Trouble::Hold), None]);
    }
}

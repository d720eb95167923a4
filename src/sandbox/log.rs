//! What the bot asked, what it was told, and what was wrong with it. It must never influence an answer.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::Value;

use super::state::Id;

/// One request of the bot.
#[derive(Debug, Clone, Serialize)]
pub struct Request {
    /// Counted from 1.
    pub number: u64,
    /// When it came, in unix milliseconds by the stand-in's clock.
    pub at: i64,
    /// Its method.
    pub method: String,
    /// Its path, without `/api/v10`.
    pub path: String,
    /// Its body, `payload_json` of a form included.
    pub body: Value,
    /// How many files came with it.
    pub files: usize,
    /// The status it was answered with; 0 if the connection was cut.
    pub status: u16,
    /// Discord's code in the answer, 0 for none.
    pub code: u32,
    /// What the checks found.
    pub problems: Vec<String>,
    /// Milliseconds since the interaction whose token it carries.
    pub since_interaction: Option<i64>,
}

/// Something the bot must not do, or something the stand-in itself did wrong.
#[derive(Debug, Clone, Serialize)]
pub struct Violation {
    /// The number of the request.
    pub request: u64,
    /// Its method and path.
    pub route: String,
    /// What is wrong.
    pub text: String,
}

/// The newest requests and all violations.
#[derive(Debug)]
pub(crate) struct Log {
    requests: VecDeque<Request>,
    violations: Vec<Violation>,
    total: u64,
    invalid: u64,
    limit: usize,
}

impl Log {
    pub(crate) fn new(limit: usize) -> Self {
        Self { requests: VecDeque::new(), violations: Vec::new(), total: 0, invalid: 0, limit }
    }

    /// Writes a request down and gives it its number.
    pub(crate) fn push(&mut self, mut request: Request) -> u64 {
        self.total += 1;
        request.number = self.total;
        self.invalid += u64::from(matches!(request.status, 401 | 403 | 429));
        let route = || format!("{} {}", request.method, request.path);
        for text in &request.problems {
            self.violations.push(Violation { request: self.total, route: route(), text: text.clone() });
        }
        if self.requests.len() >= self.limit {
            self.requests.pop_front();
        }
        if self.limit > 0 {
            self.requests.push_back(request);
        }
        self.total
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.iter().cloned().collect()
    }

    /// The requests after the one with this number.
    pub(crate) fn since(&self, number: u64) -> Vec<&Request> {
        self.requests.iter().filter(|request| request.number > number).collect()
    }

    pub(crate) fn violations(&self) -> Vec<Violation> {
        self.violations.clone()
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Answers that count towards a ban of the address: 401, 403, 429.
    pub(crate) fn invalid(&self) -> u64 {
        self.invalid
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.violations.clear();
    }
}

/// The interaction a request belongs to, if it carries one's token.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Belongs {
    pub(crate) interaction: Option<Id>,
    pub(crate) since: Option<i64>,
}

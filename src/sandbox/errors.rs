//! Refusals in Discord's own codes and words. It must never know which rule was broken where: callers choose the code.

use serde_json::{Map, Value, json};

/// One fault found in a request's body: where, Discord's word for it, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// A path of keys and indices joined by `/`, empty for the whole body.
    pub(crate) path: String,
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} ({})", if self.path.is_empty() { "body" } else { &self.path }, self.text, self.code)
    }
}

/// A refusal, ready to be written as an answer.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) problems: Vec<Problem>,
}

impl ApiError {
    fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), problems: Vec::new() }
    }

    /// The body as Discord writes it; the faults of a form lie in a tree under `errors`.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if !self.problems.is_empty() {
            let mut tree = Map::new();
            for problem in &self.problems {
                plant(&mut tree, &problem.path, json!({"code": problem.code, "message": problem.text}));
            }
            body["errors"] = Value::Object(tree);
        }
        body
    }

    /// The body breaks the form.
    pub(crate) fn form(problems: Vec<Problem>) -> Self {
        Self { problems, ..Self::new(400, 50_035, "Invalid Form Body") }
    }

    /// The body breaks the form in one place.
    pub(crate) fn form_one(path: &str, code: &'static str, text: &str) -> Self {
        Self::form(vec![Problem { path: path.to_owned(), code, text: text.to_owned() }])
    }

    pub(crate) fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(405, 0, "405: Method Not Allowed")
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    pub(crate) fn bad_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(413, 40_005, "Request entity too large")
    }

    pub(crate) fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }

    pub(crate) fn unknown_channel() -> Self {
        Self::new(404, 10_003, "Unknown Channel")
    }

    pub(crate) fn unknown_guild() -> Self {
        Self::new(404, 10_004, "Unknown Guild")
    }

    pub(crate) fn unknown_application() -> Self {
        Self::new(404, 10_002, "Unknown Application")
    }

    pub(crate) fn unknown_member() -> Self {
        Self::new(404, 10_007, "Unknown Member")
    }

    pub(crate) fn unknown_message() -> Self {
        Self::new(404, 10_008, "Unknown Message")
    }

    pub(crate) fn unknown_webhook() -> Self {
        Self::new(404, 10_015, "Unknown Webhook")
    }

    pub(crate) fn unknown_interaction() -> Self {
        Self::new(404, 10_062, "Unknown interaction")
    }

    pub(crate) fn unknown_command() -> Self {
        Self::new(404, 10_063, "Unknown application command")
    }

    pub(crate) fn already_acknowledged() -> Self {
        Self::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    pub(crate) fn invalid_webhook_token() -> Self {
        Self::new(401, 50_027, "Invalid Webhook Token")
    }

    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    pub(crate) fn not_the_author() -> Self {
        Self::new(403, 50_005, "Cannot edit a message authored by another user")
    }

    pub(crate) fn wrong_channel_kind() -> Self {
        Self::new(400, 50_024, "Cannot execute action on this channel type")
    }

    pub(crate) fn thread_archived() -> Self {
        Self::new(400, 50_083, "Thread is archived")
    }

    pub(crate) fn thread_locked() -> Self {
        Self::new(400, 160_005, "Thread is locked")
    }

    pub(crate) fn thread_exists() -> Self {
        Self::new(400, 160_004, "A thread has already been created for this message")
    }

    pub(crate) fn old_edits() -> Self {
        Self::new(429, 30_046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
    }
}

fn plant(tree: &mut Map<String, Value>, path: &str, error: Value) {
    let mut here = tree;
    for key in path.split('/').filter(|key| !key.is_empty()) {
        let next = here.entry(key).or_insert_with(|| json!({}));
        match next.as_object_mut() {
            Some(map) => here = map,
            None => return,
        }
    }
    if let Some(errors) = here.entry("_errors").or_insert_with(|| json!([])).as_array_mut() {
        errors.push(error);
    }
}

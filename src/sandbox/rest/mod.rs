//! REST: one request through all its stations — trouble, who asks, rate limits, checks, the deed, the log. It must never know
//! what members do or how a test drives them.

mod application;
mod body;
mod callback;
mod channels;
mod messages;
mod route;
mod webhook;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};

use super::checks;
use super::errors::ApiError;
use super::faults::Trouble;
use super::limits::Verdict;
use super::log::{Belongs, Request as Logged};
use super::state::World;
use super::{Shared, lock, render};
use body::Upload;
pub(crate) use channels::{delete_channel, set_archived};
pub(crate) use messages::delete as delete_message;
pub(crate) use messages::{draft, place};
pub(crate) use route::{Route, Which};

/// A request, read.
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) route: Route,
    pub(crate) query: HashMap<String, String>,
    pub(crate) body: Value,
    pub(crate) files: Vec<Upload>,
    pub(crate) now: i64,
    /// The same in real time.
    pub(crate) arrived: Instant,
}

/// An answer: a status, and a body unless it is 204.
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// In JSON.
    pub(crate) body: Option<String>,
}

#[expect(clippy::unnecessary_wraps, reason = "handlers end in one of these")]
impl Reply {
    fn ok(body: &impl Serialize) -> Result<Self, ApiError> {
        Ok(Self { status: 200, body: Some(render::text(body)) })
    }

    fn created(body: &impl Serialize) -> Result<Self, ApiError> {
        Ok(Self { status: 201, body: Some(render::text(body)) })
    }

    fn nothing() -> Result<Self, ApiError> {
        Ok(Self { status: 204, body: None })
    }
}

/// What a request was, for the log, and what came of it.
struct Record {
    method: String,
    path: String,
    now: i64,
    body: Value,
    files: usize,
    problems: Vec<String>,
    belongs: Belongs,
}

/// Serves one request.
pub(crate) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().strip_prefix("/api").map_or("", without_version).to_owned();
    let trouble = lock(&shared.faults).take(&method, &path);
    match trouble {
        Some(Trouble::Hang { ms }) => tokio::time::sleep(Duration::from_millis(ms)).await,
        Some(Trouble::Status { status, retry_after_ms }) => return fail(&shared, method, path, status, retry_after_ms),
        Some(Trouble::Close) => {
            record(&shared, Record::bare(&shared, method, path), 0, 0);
            cut();
        }
        Some(Trouble::Hold) => hold(&shared).await,
        Some(Trouble::LoseAnswer | Trouble::HoldAnswer) | None => {}
    }
    let response = stations(&shared, method, path, request).await;
    shared.changed.notify_waiters();
    match trouble {
        Some(Trouble::LoseAnswer) => cut(),
        Some(Trouble::HoldAnswer) => hold(&shared).await,
        _ => response,
    }
}

fn without_version(rest: &str) -> &str {
    let versioned = rest.strip_prefix("/v").and_then(|rest| rest.find('/').map(|at| (&rest[..at], &rest[at..])));
    match versioned {
        Some((number, path)) if number.chars().all(|c| c.is_ascii_digit()) => path,
        _ => rest,
    }
}

/// Ends the connection's task without an answer. No panic hook runs and nothing is locked.
fn cut() -> ! {
    std::panic::resume_unwind(Box::new("the connection was cut, as asked"))
}

/// Waits until the other end is gone.
async fn hold(shared: &Shared) -> ! {
    lock(&shared.faults).held += 1;
    shared.changed.notify_waiters();
    std::future::pending().await
}

async fn stations(shared: &Arc<Shared>, method: String, path: String, request: Request) -> Response {
    let (now, arrived) = (shared.clock.now(), Instant::now());
    let query = query(request.uri().query().unwrap_or_default());
    let mut record_of =
        Record { method, path, now, body: Value::Null, files: 0, problems: vec![], belongs: Belongs::default() };
    let Some(route) = route::parse(&record_of.path) else {
        record_of.problems.push("no such path is simulated".to_owned());
        return finish(shared, record_of, Err(ApiError::not_found()), None, "");
    };
    let template = route.template();
    record_of.belongs = belongs(shared, &route, now);
    if !authorised(shared, &route, request.headers()) {
        return finish(shared, record_of, Err(ApiError::unauthorized()), None, template);
    }
    let verdict = limited(shared, &route, &record_of.method, now);
    if verdict.as_ref().is_some_and(|verdict| !verdict.allowed) {
        return refuse(shared, record_of, verdict.as_ref());
    }
    let (body, files) = match body::read(request).await {
        Ok(read) => read,
        Err(error) => return finish(shared, record_of, Err(error), verdict.as_ref(), template),
    };
    let mut call = Call { method: record_of.method.clone(), route, query, body, files, now, arrived };
    let found = checks::request(shared, &call);
    record_of.problems.extend(found.iter().map(ToString::to_string));
    record_of.files = call.files.len();
    if shared.config.log_limit > 0 {
        record_of.body = call.body.clone();
    }
    let result = if found.is_empty() { perform(shared, &mut call) } else { Err(refused_form(shared, &call, found)) };
    finish(shared, record_of, result, verdict.as_ref(), template)
}

/// A form that breaks the rules was still an attempt to answer.
fn refused_form(shared: &Arc<Shared>, call: &Call, found: Vec<super::errors::Problem>) -> ApiError {
    let error = ApiError::form(found);
    if let Route::Callback(id, token) = &call.route {
        callback::note_refusal(&mut lock(&shared.world), *id, token, call, &error);
    }
    error
}

fn query(text: &str) -> HashMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn belongs(shared: &Shared, route: &Route, now: i64) -> Belongs {
    let Some(token) = route.token() else { return Belongs::default() };
    let world = lock(&shared.world);
    let interaction = world.tokens.get(token).copied();
    let since = interaction.and_then(|id| world.interactions.get(&id)).map(|interaction| now - interaction.at);
    Belongs { interaction, since }
}

fn authorised(shared: &Shared, route: &Route, headers: &HeaderMap) -> bool {
    if route.carries_token() || *route == Route::Gateway {
        return true;
    }
    let given = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    given.strip_prefix("Bot ") == Some(shared.config.token.as_str())
}

fn limited(shared: &Shared, route: &Route, method: &str, now: i64) -> Option<Verdict> {
    if !shared.config.rate_limits {
        return None;
    }
    let (rule, main) = route.limit(method);
    Some(lock(&shared.limits).take(now, rule, &main, !route.carries_token()))
}

/// Does what was asked. The body is used up: much of it becomes part of what exists.
fn perform(shared: &Arc<Shared>, call: &mut Call) -> Result<Reply, ApiError> {
    let mut world = lock(&shared.world);
    let world: &mut World = &mut world;
    match &call.route.clone() {
        Route::Callback(id, token) => callback::answer(shared, world, call, *id, token),
        Route::Webhook(app, token) => webhook::root(shared, world, call, *app, token),
        Route::WebhookMessage(app, token, which) => webhook::message(shared, world, call, *app, token, *which),
        Route::Messages(channel) => messages::all(shared, world, call, *channel),
        Route::Message(channel, message) => messages::one(shared, world, call, *channel, *message),
        Route::Channel(..)
        | Route::Threads(..)
        | Route::MessageThreads(..)
        | Route::Typing(..)
        | Route::Guild(..)
        | Route::GuildChannels(..)
        | Route::Member(..) => channels::serve(shared, world, call),
        _ => application::serve(shared, world, call),
    }
}

fn refuse(shared: &Shared, record_of: Record, verdict: Option<&Verdict>) -> Response {
    let (after, global) = verdict.map_or((0, false), |verdict| (verdict.after, verdict.global));
    let body = limited_body(after, global);
    record(shared, record_of, 429, 0);
    respond(429, Some(body.to_string()), verdict)
}

/// Seconds as Discord writes them in a refusal.
fn limited_body(after: i64, global: bool) -> Value {
    let seconds = f64::from(u32::try_from(after).unwrap_or(u32::MAX)) / 1000.0;
    json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global})
}

/// A failure that was asked for.
fn fail(shared: &Shared, method: String, path: String, status: u16, retry_after_ms: u64) -> Response {
    record(shared, Record::bare(shared, method, path), status, 0);
    if status != 429 {
        let body = json!({"message": format!("{status}: Internal Server Error"), "code": 0});
        return respond(status, Some(body.to_string()), None);
    }
    let after = retry_after_ms as i64;
    let reset = shared.clock.now() + after;
    let verdict = Verdict { allowed: false, global: false, limit: 5, left: 0, reset, after, bucket: "asked-for" };
    let body = limited_body(after, false);
    respond(429, Some(body.to_string()), Some(&verdict))
}

impl Record {
    fn bare(shared: &Shared, method: String, path: String) -> Self {
        let now = shared.clock.now();
        Self { method, path, now, body: Value::Null, files: 0, problems: vec![], belongs: Belongs::default() }
    }
}

fn finish(
    shared: &Shared,
    mut of: Record,
    result: Result<Reply, ApiError>,
    verdict: Option<&Verdict>,
    template: &str,
) -> Response {
    if let (true, Err(error)) = (of.problems.is_empty(), &result) {
        // What only the deed itself could find.
        of.problems.extend(error.problems.iter().map(ToString::to_string));
    }
    let (status, code, body) = match result {
        Ok(reply) => (reply.status, 0, reply.body),
        Err(error) => (error.status, error.code, Some(error.body().to_string())),
    };
    if let Some(body) = &body {
        of.problems.extend(checks::answer(shared, &of.method, template, status, body));
    }
    record(shared, of, status, code);
    respond(status, body, verdict)
}

fn record(shared: &Shared, of: Record, status: u16, code: u32) {
    let Record { method, path, now, body, files, problems, belongs } = of;
    let since_interaction = belongs.interaction.and(belongs.since);
    let entry = Logged { number: 0, at: now, method, path, body, files, status, code, problems, since_interaction };
    lock(&shared.log).push(entry);
    shared.changed.notify_waiters();
}

fn respond(status: u16, body: Option<String>, verdict: Option<&Verdict>) -> Response {
    let mut builder = Response::builder().status(status);
    for (name, value) in verdict.iter().flat_map(|verdict| verdict.headers()) {
        builder = builder.header(name, value);
    }
    let body = match body {
        Some(body) => {
            builder = builder.header("content-type", "application/json");
            Body::from(body)
        }
        None => Body::empty(),
    };
    builder.body(body).unwrap_or_default()
}

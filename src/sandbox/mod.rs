//! A stand-in for Discord on loopback: REST, gateway and members, for tests and for play without an account.
//!
//! It uses nothing else of this crate: a mistake shared by both ends would be invisible. So it must never know what canasta is,
//! only what Discord does: who sees what, who may do what, what is refused with which code, and when.
//!
//! | file | what for |
//! |---|---|
//! | `state` `message` `permissions` `mentions` `clock` | what exists |
//! | `rest/` `gateway` `limits` `errors` `render` | how a bot reaches it |
//! | `interactions` `commands` `driver` `stage` `control` | how members and tests reach it |
//! | `page/` | the page on which one person plays all members |
//! | `keep` | what exists, between two starts |
//! | `checks/` `faults` `log` | what is wrong with a request, and what goes wrong on demand |
//!
//! Not simulated: direct messages, user installs, voice, forums, reactions, pins, polls, other webhooks, other bots, slow mode,
//! time-outs, compression, interactions over HTTP. Discord publishes neither its rate limits nor how many edits an old message
//! takes: the numbers here are seen or guessed, and a client must read the headers.

mod checks;
mod clock;
mod commands;
mod control;
mod driver;
mod errors;
mod faults;
mod gateway;
mod interactions;
mod keep;
mod limits;
mod log;
mod mentions;
mod message;
mod page;
/// Permission bits.
pub mod permissions;
mod render;
mod rest;
mod stage;
mod state;
#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use checks::Schemas;
use clock::Clock;
pub use driver::Refused;
use faults::Faults;
pub use faults::{Fault, Trouble};
use gateway::Gateway;
pub use interactions::{Answer, AnswerKind, InteractionKind, Outcome};
use limits::Limits;
use log::Log;
pub use log::{Request, Violation};
pub use mentions::Notification;
pub use message::{Attachment, Button, Choice, Message, Origin, Select};
use state::World;
pub use state::{Id, User};

/// Which checks are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// Requests against Discord's specification.
    pub schema: bool,
    /// Requests against the rules the specification leaves out.
    pub own: bool,
    /// The stand-in's own answers against the specification.
    pub answers: bool,
}

/// How a stand-in is set up.
#[derive(Debug, Clone)]
pub struct SandboxConfig {
    /// The port on 127.0.0.1; 0 takes any that is free.
    pub port: u16,
    /// What the bot must call itself by.
    pub token: String,
    /// Which checks are made.
    pub checks: Checks,
    /// Discord's specification; without it the checks by schema are skipped, and a note says so.
    pub openapi: Option<PathBuf>,
    /// Whether requests are limited as Discord limits them.
    pub rate_limits: bool,
    /// How often a client must give a sign of life.
    pub heartbeat_ms: u64,
    /// Which of the privileged intents the bot has been granted, as bits.
    pub privileged_intents: u64,
    /// So many edits of messages over an hour old a channel takes in an hour. Discord does not publish its number.
    pub old_edits_per_hour: u32,
    /// So many requests are kept in the log.
    pub log_limit: usize,
    /// The page is served under this word, and with it everything that members can do; without one there is no page, and
    /// whoever reaches the port can do it.
    pub secret: Option<String>,
    /// The file that keeps what exists; without one it ends with the stand-in.
    pub keep: Option<PathBuf>,
}

impl Default for SandboxConfig {
    /// All checks but those of the stand-in itself, the specification from the environment variable `DISCORD_OPENAPI`.
    fn default() -> Self {
        Self {
            port: 0,
            token: "sandbox.token".to_owned(),
            checks: Checks { schema: true, own: true, answers: false },
            openapi: std::env::var_os("DISCORD_OPENAPI").map(PathBuf::from),
            rate_limits: true,
            heartbeat_ms: 41_250,
            privileged_intents: 0,
            old_edits_per_hour: 5,
            log_limit: 5_000,
            secret: None,
            keep: None,
        }
    }
}

impl SandboxConfig {
    /// As fast as it gets: no checks, no limits, no log.
    pub fn fast() -> Self {
        let checks = Checks { schema: false, own: false, answers: false };
        Self { checks, rate_limits: false, log_limit: 0, ..Self::default() }
    }
}

/// What all parts share. Locks are taken in the order of the fields.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: SandboxConfig,
    pub(crate) base: String,
    pub(crate) clock: Clock,
    pub(crate) schemas: Option<Arc<Schemas>>,
    pub(crate) notes: Vec<String>,
    pub(crate) world: Mutex<World>,
    pub(crate) gateway: Mutex<Gateway>,
    pub(crate) limits: Mutex<Limits>,
    pub(crate) faults: Mutex<Faults>,
    pub(crate) log: Mutex<Log>,
    /// Wakes who waits for anything at all.
    pub(crate) changed: Notify,
    /// Wakes who waits for time to pass.
    pub(crate) moved: Notify,
}

impl Shared {
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.base.replacen("http", "ws", 1))
    }

    /// Whether the bot may read what others write.
    pub(crate) fn sees_content(&self) -> bool {
        self.config.privileged_intents & gateway::MESSAGE_CONTENT != 0
    }
}

/// Takes a lock. A panic elsewhere must not turn into one here: what it left behind is still the truth.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running stand-in. Clones are handles to the same one; it stops when the last is dropped.
#[derive(Debug, Clone)]
pub struct Sandbox {
    pub(crate) shared: Arc<Shared>,
    /// None for the handle that the server itself uses.
    pub(crate) server: Option<Arc<Server>>,
}

#[derive(Debug)]
pub(crate) struct Server {
    serving: JoinHandle<()>,
    keeping: Option<JoinHandle<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
        if let Some(keeping) = &self.keeping {
            keeping.abort();
        }
    }
}

impl Sandbox {
    /// Starts a stand-in on 127.0.0.1.
    ///
    /// # Errors
    /// The port is taken, or what was kept can't be read.
    pub async fn start(config: SandboxConfig) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, config.port))).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let (schemas, notes) = specification(&config);
        let kept = config.keep.as_deref().map(keep::read).transpose()?.flatten();
        let clock = Clock::moved_on(kept.as_ref().map_or(0, |(_, ahead)| *ahead));
        let world = kept.map_or_else(|| World::new(clock.now()), |(world, _)| world);
        let shared = Arc::new(Shared {
            base,
            world: Mutex::new(world),
            clock,
            schemas,
            notes,
            gateway: Mutex::default(),
            limits: Mutex::default(),
            faults: Mutex::default(),
            log: Mutex::new(Log::new(config.log_limit)),
            changed: Notify::new(),
            moved: Notify::new(),
            config,
        });
        let app = router(shared.clone());
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = tokio::spawn(async move { drop(axum::serve(listener, app).await) });
        let keeping = shared.config.keep.is_some().then(|| tokio::spawn(keep::keep_on(shared.clone())));
        Ok(Self { shared, server: Some(Arc::new(Server { serving, keeping })) })
    }

    /// Waits until the stand-in stops, which it does not by itself.
    pub async fn run(self) {
        while self.server.as_ref().is_some_and(|server| !server.serving.is_finished()) {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    }
}

fn specification(config: &SandboxConfig) -> (Option<Arc<Schemas>>, Vec<String>) {
    let skipped = |why: &str| (None, vec![format!("checks against Discord's specification are skipped: {why}")]);
    match &config.openapi {
        _ if !config.checks.schema => skipped("they are switched off"),
        None => skipped("DISCORD_OPENAPI names no file"),
        Some(path) => match Schemas::load(path) {
            Ok(schemas) => (Some(schemas), Vec::new()),
            Err(why) => skipped(&why),
        },
    }
}

fn router(shared: Arc<Shared>) -> Router {
    let bots = Router::new()
        .route("/gateway", get(open_gateway))
        .route("/gateway/", get(open_gateway))
        .route("/attachments/{channel}/{attachment}/{name}", get(attachment))
        .route("/api/{*path}", any(rest::handle));
    let all = match &shared.config.secret {
        Some(secret) => bots.route("/sandbox/clock", get(control::clock)).merge(page::routes(secret)),
        None => bots
            .route("/sandbox", any(control::handle))
            .route("/sandbox/", any(control::handle))
            .route("/sandbox/{*path}", any(control::handle)),
    };
    all.layer(from_fn_with_state(shared.clone(), page::guard::check)).with_state(shared)
}

async fn open_gateway(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| gateway::serve(shared, socket))
}

/// A file of a message, as Discord's file server gives it out.
async fn attachment(State(shared): State<Arc<Shared>>, Path((channel, id, _)): Path<(Id, Id, String)>) -> Response {
    let world = lock(&shared.world);
    let messages = world.channels.get(&channel).into_iter().flat_map(|channel| channel.messages.values());
    match messages.flat_map(|message| &message.attachments).find(|attachment| attachment.id == id) {
        Some(found) => {
            let kind = found.content_type.clone().unwrap_or_else(|| "application/octet-stream".to_owned());
            // Whatever it calls itself, it is shown and never run.
            let policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'".to_owned();
            ([("content-type", kind), ("content-security-policy", policy)], found.data.to_vec()).into_response()
        }
        None => axum::http::StatusCode::NOT_FOUND.into_response(),
    }
}

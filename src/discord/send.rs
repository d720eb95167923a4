//! Panels become requests: the one file that speaks to Discord's HTTP, beside what poise does itself.
//! Must never log a token: neither the bot's nor an interaction's.

use std::time::{Duration, Instant};

use reqwest::{Method, Response, StatusCode, header::HeaderMap};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use twilight_http_ratelimiting::{Endpoint, Method as LimitedMethod, Permit, RateLimitHeaders, RateLimiter};

use super::panel::Panel;
use super::run::Access;
use crate::table::ChannelId;

/// Where Discord's API is.
const DISCORD: &str = "https://discord.com";
/// A message is shown to its viewer alone.
const EPHEMERAL: u64 = 1 << 6;
/// A request that was told to wait is tried again so often.
const TRIES: u32 = 5;

/// Why Discord did not do it.
#[derive(Debug, Error)]
pub(super) enum SendError {
    /// Discord refused.
    #[error("Discord refused: {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code.
        code: u64,
        /// Discord's words.
        message: String,
    },
    /// No answer came.
    #[error("no answer from Discord: {0}")]
    Failed(#[from] reqwest::Error),
}

/// The message is not there any more.
const UNKNOWN_MESSAGE: u64 = 10_008;
/// The channel is not there any more.
const UNKNOWN_CHANNEL: u64 = 10_003;
/// The interaction has been answered.
const ANSWERED: u64 = 40_060;
/// The message is older than an hour, and has been edited as often as such a one can be for now.
const EDITED_TOO_OFTEN: u64 = 30_046;
/// Nothing can be edited in an archived thread.
const THREAD_ARCHIVED: u64 = 50_083;
/// Nothing can be posted in a locked thread.
const THREAD_LOCKED: u64 = 160_005;

impl SendError {
    /// The message is gone.
    pub(super) const fn is_unknown_message(&self) -> bool {
        matches!(self, Self::Refused { code: UNKNOWN_MESSAGE, .. })
    }

    /// The interaction has its first answer.
    pub(super) const fn is_answered(&self) -> bool {
        matches!(self, Self::Refused { code: ANSWERED, .. })
    }

    /// The channel is gone, and everything in it.
    pub(super) const fn is_unknown_channel(&self) -> bool {
        matches!(self, Self::Refused { code: UNKNOWN_CHANNEL, .. })
    }

    /// An old message can't be edited for a long while; a new one could.
    pub(super) const fn is_edited_too_often(&self) -> bool {
        matches!(self, Self::Refused { code: EDITED_TOO_OFTEN, .. })
    }

    /// The thread is archived.
    pub(super) const fn is_archived(&self) -> bool {
        matches!(self, Self::Refused { code: THREAD_ARCHIVED, .. })
    }

    /// The bot may not do this there, for now.
    pub(super) const fn is_barred(&self) -> bool {
        matches!(self, Self::Refused { status: 403, .. } | Self::Refused { code: THREAD_ARCHIVED | THREAD_LOCKED, .. })
    }

    /// Discord itself has trouble, or the way there, but not for long.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Refused { status: 429 | 500.., .. }) && !self.is_edited_too_often()
    }
}

/// Where an interaction is answered. Its token opens what its member sees: it is never stored, never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Handle {
    /// The interaction.
    pub id: u64,
    /// Good for 15 minutes.
    pub token: String,
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "interaction {}", self.id)
    }
}

/// The first answer to an interaction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer<'a> {
    /// A new message, for the member alone or for all.
    Message {
        /// What it shows.
        panel: &'a Panel,
        /// For the member alone.
        ephemeral: bool,
    },
    /// The message of the click shows this now.
    Update(&'a Panel),
    /// A message for the member alone will follow.
    DeferMessage,
    /// The message of the click will change.
    DeferUpdate,
}

/// A message as Discord's API takes it.
#[derive(Clone, Copy, Default, Serialize)]
struct Message<'a> {
    #[serde(flatten)]
    panel: Option<&'a Panel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    #[serde(flatten)]
    once: Option<Once<'a>>,
}

/// The same `nonce` within a few minutes posts nothing new.
#[derive(Clone, Copy, Serialize)]
struct Once<'a> {
    nonce: &'a str,
    enforce_nonce: bool,
}

impl<'a> Message<'a> {
    fn showing(panel: &'a Panel) -> Self {
        Self { panel: Some(panel), ..Self::default() }
    }

    /// This message, for its viewer alone if so wanted.
    fn ephemeral_if(self, ephemeral: bool) -> Self {
        Self { flags: ephemeral.then_some(EPHEMERAL), ..self }
    }
}

/// A first answer as Discord's API takes it.
#[derive(Serialize)]
struct Callback<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Message<'a>>,
}

impl<'a> Answer<'a> {
    fn body(self) -> Callback<'a> {
        let (kind, data) = match self {
            Self::Message { panel, ephemeral } => (4, Some(Message::showing(panel).ephemeral_if(ephemeral))),
            Self::Update(panel) => (7, Some(Message::showing(panel))),
            Self::DeferMessage => (5, Some(Message::default().ephemeral_if(true))),
            Self::DeferUpdate => (6, None),
        };
        Callback { kind, data }
    }
}

/// A thread as Discord's API takes it.
#[derive(Serialize)]
struct Thread<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    kind: u8,
}

/// An edit that takes off a message whatever could be clicked, and leaves the rest.
#[derive(Serialize)]
struct Bare {
    components: [(); 0],
}

/// No body at all.
const NOTHING: Option<&()> = None;

/// What sends requests to Discord.
pub(super) struct Sender {
    http: reqwest::Client,
    /// Up to and including the version of the API.
    api: String,
    token: String,
    application: u64,
    limiter: RateLimiter,
}

/// Of a message or channel that was made, its id and text.
#[derive(Deserialize)]
struct Made {
    id: String,
    #[serde(default)]
    content: String,
}

/// A message as Discord has it now.
pub(super) struct Posted {
    /// Which.
    pub(super) id: u64,
    /// Its text.
    pub(super) content: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Fault {
    code: u64,
    message: String,
    retry_after: f64,
    global: bool,
}

impl Sender {
    /// A sender for one application.
    ///
    /// # Errors
    /// If no secure connection can be set up on this machine.
    pub(super) fn new(access: Access<'_>, application: u64) -> Result<Self, reqwest::Error> {
        let Access { token, api_url, requests_per_second } = access;
        let http = reqwest::Client::builder()
            .timeout(Duration::from_secs(10))
            .user_agent(concat!("DiscordBot (canasta, ", env!("CARGO_PKG_VERSION"), ")"))
            .build()?;
        let api = format!("{}/api/v10", api_url.unwrap_or(DISCORD).trim_end_matches('/'));
        let limiter = RateLimiter::new(requests_per_second.get());
        Ok(Self { http, api, token: token.to_owned(), application, limiter })
    }

    /// Answers an interaction for the first time. Not limited: Discord leaves callbacks out of all limits.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn answer(&self, handle: &Handle, answer: Answer<'_>) -> Result<(), SendError> {
        let path = format!("interactions/{}/{}/callback", handle.id, handle.token);
        let request = self.http.post(format!("{}/{path}", self.api)).json(&answer.body());
        let response = request.send().await.map_err(reqwest::Error::without_url)?;
        accepted(response).await.map(drop)
    }

    /// Changes the answer of an interaction, or the message it was a click on.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn edit_answer(&self, handle: &Handle, panel: &Panel) -> Result<(), SendError> {
        let path = format!("webhooks/{}/{}/messages/@original", self.application, handle.token);
        finished(self.send(Method::PATCH, &path, Some(&Message::showing(panel))).await?).await;
        Ok(())
    }

    /// Says something more to an interaction that has been answered, to its member alone or to all.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn follow_up(&self, handle: &Handle, panel: &Panel, ephemeral: bool) -> Result<(), SendError> {
        let path = format!("webhooks/{}/{}", self.application, handle.token);
        self.send(Method::POST, &path, Some(&Message::showing(panel).ephemeral_if(ephemeral))).await.map(drop)
    }

    /// Takes the answer of an interaction away.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn delete_answer(&self, handle: &Handle) -> Result<(), SendError> {
        let path = format!("webhooks/{}/{}/messages/@original", self.application, handle.token);
        self.send(Method::DELETE, &path, NOTHING).await.map(drop)
    }

    /// Posts a message in a channel. The same `nonce` within a few minutes posts nothing new: then it is the old one.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn post(&self, channel: ChannelId, panel: &Panel, nonce: &str) -> Result<Posted, SendError> {
        let body = Message { once: Some(Once { nonce, enforce_nonce: true }), ..Message::showing(panel) };
        let response = self.send(Method::POST, &format!("channels/{}/messages", channel.0), Some(&body)).await?;
        made(response).await
    }

    /// Changes a message in a channel.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn edit(&self, channel: ChannelId, message: u64, panel: &Panel) -> Result<(), SendError> {
        let path = format!("channels/{}/messages/{message}", channel.0);
        finished(self.send(Method::PATCH, &path, Some(&Message::showing(panel))).await?).await;
        Ok(())
    }

    /// Takes the buttons and menus off a message; what it says stays.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn strip(&self, channel: ChannelId, message: u64) -> Result<(), SendError> {
        let path = format!("channels/{}/messages/{message}", channel.0);
        finished(self.send(Method::PATCH, &path, Some(&Bare { components: [] })).await?).await;
        Ok(())
    }

    /// Takes a message away.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn delete(&self, channel: ChannelId, message: u64) -> Result<(), SendError> {
        let path = format!("channels/{}/messages/{message}", channel.0);
        self.send(Method::DELETE, &path, NOTHING).await.map(drop)
    }

    /// Makes a public thread in a channel.
    ///
    /// # Errors
    /// If Discord does not take it.
    pub(super) async fn create_thread(&self, channel: ChannelId, name: &str) -> Result<ChannelId, SendError> {
        const PUBLIC_THREAD: u8 = 11;
        let body = Thread { name, kind: PUBLIC_THREAD };
        let response = self.send(Method::POST, &format!("channels/{}/threads", channel.0), Some(&body)).await?;
        made(response).await.map(|made| ChannelId(made.id))
    }

    /// Sends within the limits that Discord's answers tell, and again when it says to wait.
    async fn send(&self, method: Method, path: &str, body: Option<&impl Serialize>) -> Result<Response, SendError> {
        let mut tried = 0;
        loop {
            tried += 1;
            let endpoint = Endpoint { method: limited(&method), path: path.to_owned() };
            let permit = self.limiter.acquire(endpoint).await;
            let mut request = self.http.request(method.clone(), format!("{}/{path}", self.api));
            // A webhook's token is all the right its requests need.
            if !path.starts_with("webhooks") {
                request = request.header("authorization", format!("Bot {}", self.token));
            }
            if let Some(body) = body {
                request = request.json(body);
            }
            let response = request.send().await.map_err(reqwest::Error::without_url)?;
            if response.status() != StatusCode::TOO_MANY_REQUESTS || tried == TRIES {
                permit.complete(limits(response.headers()));
                return accepted(response).await;
            }
            wait(permit, response).await;
        }
    }
}

/// Discord said when to come again: the limiter holds the route until then.
async fn wait(permit: Permit, response: Response) {
    let told = limits(response.headers());
    let fault: Fault = response.json().await.unwrap_or_default();
    let pause = Duration::try_from_secs_f64(fault.retry_after).unwrap_or(Duration::from_secs(1));
    match told.filter(|_| !fault.global) {
        Some(told) => {
            permit.complete(Some(RateLimitHeaders { remaining: 0, reset_at: Instant::now() + pause, ..told }));
        }
        None => {
            permit.complete(None);
            tokio::time::sleep(pause).await;
        }
    }
}

fn limited(method: &Method) -> LimitedMethod {
    match *method {
        Method::DELETE => LimitedMethod::Delete,
        Method::PATCH => LimitedMethod::Patch,
        Method::POST => LimitedMethod::Post,
        Method::PUT => LimitedMethod::Put,
        _ => LimitedMethod::Get,
    }
}

fn limits(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let after: f64 = text(RateLimitHeaders::RESET_AFTER)?.parse().ok()?;
    Some(RateLimitHeaders {
        bucket: text(RateLimitHeaders::BUCKET)?.as_bytes().to_vec(),
        limit: text(RateLimitHeaders::LIMIT)?.parse().ok()?,
        remaining: text(RateLimitHeaders::REMAINING)?.parse().ok()?,
        reset_at: Instant::now() + Duration::try_from_secs_f64(after).ok()?,
    })
}

async fn accepted(response: Response) -> Result<Response, SendError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let fault: Fault = response.json().await.unwrap_or_default();
    Err(SendError::Refused { status: status.as_u16(), code: fault.code, message: fault.message })
}

/// Reads an answer to its end, whatever it says: else its connection would be closed and the next one opened anew.
async fn finished(response: Response) {
    let _ = response.bytes().await;
}

async fn made(response: Response) -> Result<Posted, SendError> {
    let made: Made = response.json().await.map_err(reqwest::Error::without_url)?;
    Ok(Posted { id: made.id.parse().unwrap_or_default(), content: made.content })
}

//! The driver over HTTP, for other processes and the page: `GET` looks, `POST` acts, everything is JSON. It must never know
//! more than the driver offers.
//!
//! Identifiers go in as strings or numbers and come out as strings. A refusal is 409 with `{"refused": …}`.
//!
//! | `GET /sandbox/…` | answers |
//! |---|---|
//! | *(nothing)* | base address, token, application, bot, guilds with channels and members, notes |
//! | `clock` | unix milliseconds as text |
//! | `visible?member=&channel=&last=` `notifications?member=` `modal?member=` | what a member sees |
//! | `requests` `violations` `outcomes` `badly_answered` `commands` `notes` `gateway` | what the bot did |
//!
//! | `POST /sandbox/…` | body |
//! |---|---|
//! | `clock` | `{advance}` in seconds |
//! | `guilds` `channels` `threads` `members` `join` `leave` `rename` `locale` | `{name}` `{guild,name}` `{channel,member,name}` … |
//! | `slash` `autocomplete` `click` `select` `submit_modal` `say` `dismiss` `restart_client` `close_modal` | `{member,channel,…}` |
//! | `allow` `deny` `role` `delete_message` `delete_channel` `archive` `lock` `outage` `remove_bot` | `{channel,target,bits}` … |
//! | `faults` `clear_faults` `gateway` `clear_log` | `{times,kind,…}`, `{do: cut, reconnect, invalidate or resumable}` |

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};

use super::driver::Refused;
use super::state::Id;
use super::{Sandbox, Shared, lock};

/// Whole numbers beyond this lose digits in JavaScript, so they are written as strings.
const EXACT: u64 = (1 << 53) - 1;

/// Why there is no answer.
enum Failure {
    /// No such address.
    Unknown,
    /// A field is missing or of the wrong kind.
    Field(&'static str),
    Refused(Refused),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure::Refused(refused)
    }
}

type Answer = Result<Value, Failure>;

/// Serves the one thing that a bot may know, too: the time.
pub(crate) async fn clock(State(shared): State<Arc<Shared>>) -> String {
    shared.clock.now().to_string()
}

/// Serves one request.
pub(crate) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let method = request.method().as_str().to_owned();
    let what = request.uri().path().trim_start_matches("/sandbox").trim_matches('/').to_owned();
    let query = Input(query(request.uri().query().unwrap_or_default()));
    let Ok(bytes) = to_bytes(request.into_body(), 1 << 20).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    // A handle without the server: it must not keep it alive.
    let sandbox = Sandbox { shared, server: None };
    let answer = match method.as_str() {
        "GET" if what == "clock" => return sandbox.now().to_string().into_response(),
        "GET" => look(&sandbox, &what, &query),
        "POST" => match serde_json::from_slice(if bytes.is_empty() { b"{}" } else { &bytes }) {
            Ok(body) => act(&sandbox, &what, &Input(body)).await,
            Err(_) => Err(Failure::Field("body")),
        },
        _ => Err(Failure::Unknown),
    };
    respond(answer)
}

fn respond(answer: Answer) -> Response {
    let (status, body) = match answer {
        Ok(value) => (StatusCode::OK, exact(value)),
        Err(Failure::Unknown) => (StatusCode::NOT_FOUND, json!({"error": "no such address"})),
        Err(Failure::Field(name)) => (StatusCode::BAD_REQUEST, json!({"error": format!("{name} is missing or wrong")})),
        Err(Failure::Refused(refused)) => (StatusCode::CONFLICT, json!({"refused": refused.to_string()})),
    };
    (status, [("content-type", "application/json")], body.to_string()).into_response()
}

fn query(text: &str) -> Value {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    json!(pairs.collect::<HashMap<_, _>>())
}

/// The same with whole numbers that JavaScript could not hold as strings.
pub(super) fn exact(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_u64().is_some_and(|n| n > EXACT) => number.to_string().into(),
        Value::Array(list) => list.into_iter().map(exact).collect(),
        Value::Object(map) => Value::Object(map.into_iter().map(|(key, value)| (key, exact(value))).collect()),
        other => other,
    }
}

fn written(value: &impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|_| Failure::Unknown)
}

/// A body or a query.
struct Input(Value);

impl Input {
    fn id(&self, key: &'static str) -> Result<Id, Failure> {
        let value = &self.0[key];
        value.as_u64().or_else(|| value.as_str()?.parse().ok()).ok_or(Failure::Field(key))
    }

    fn text(&self, key: &'static str) -> Result<&str, Failure> {
        self.0[key].as_str().ok_or(Failure::Field(key))
    }

    fn flag(&self, key: &'static str) -> Result<bool, Failure> {
        self.0[key].as_bool().ok_or(Failure::Field(key))
    }

    /// `options` or `values` as an object of names.
    fn named(&self, key: &'static str) -> Vec<(&str, Value)> {
        self.0[key].as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value.clone())).collect()
    }

    fn texts(&self, key: &'static str) -> Vec<&str> {
        self.0[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

fn look(sandbox: &Sandbox, what: &str, query: &Input) -> Answer {
    match what {
        "" => Ok(overview(sandbox)),
        "visible" => {
            let last = query.id("last").map_or(usize::MAX, |last| last as usize);
            written(&sandbox.visible_last(query.id("member")?, query.id("channel")?, last))
        }
        "notifications" => written(&sandbox.notifications(query.id("member")?)),
        "modal" => written(&sandbox.modal(query.id("member")?)),
        "requests" => written(&sandbox.requests()),
        "violations" => written(&sandbox.violations()),
        "outcomes" => written(&sandbox.outcomes()),
        "badly_answered" => written(&sandbox.badly_answered()),
        "commands" => written(&sandbox.commands()),
        "notes" => written(&sandbox.notes()),
        "gateway" => Ok(json!({
            "connected": sandbox.connected(),
            "identifies": sandbox.identifies(),
            "resumes": sandbox.resumes(),
            "requests": sandbox.request_count(),
            "invalid_requests": sandbox.invalid_requests(),
        })),
        _ => Err(Failure::Unknown),
    }
}

fn overview(sandbox: &Sandbox) -> Value {
    let world = lock(&sandbox.shared.world);
    let name = |user: &Id| world.users.get(user).map(|user| user.name.clone());
    let guild = |guild: &super::state::Guild| {
        let channels = guild.channels.iter().filter_map(|id| world.channels.get(id));
        let members = guild.members.iter().map(|(id, member)| json!({"id": id, "name": name(id), "nick": member.nick}));
        json!({
            "id": guild.id,
            "name": guild.name,
            "channels": channels.map(|c| json!({"id": c.id, "name": c.name, "thread": c.is_thread()})).collect::<Vec<_>>(),
            "members": members.collect::<Vec<_>>(),
        })
    };
    json!({
        "base": sandbox.shared.base,
        "token": sandbox.shared.config.token,
        "application": world.application,
        "bot": world.bot,
        "guilds": world.guilds.values().map(guild).collect::<Vec<_>>(),
        "notes": sandbox.shared.notes,
    })
}

async fn act(sandbox: &Sandbox, what: &str, input: &Input) -> Answer {
    match what {
        "slash" => {
            let options = input.named("options");
            written(&sandbox.slash(input.id("member")?, input.id("channel")?, input.text("command")?, &options).await?)
        }
        "autocomplete" => {
            let (member, channel, options) = (input.id("member")?, input.id("channel")?, input.named("options"));
            written(
                &sandbox
                    .autocomplete(member, channel, input.text("command")?, &options, input.text("focused")?)
                    .await?,
            )
        }
        "click" => {
            let (member, channel, message) = (input.id("member")?, input.id("channel")?, input.id("message")?);
            let id = sandbox.send_click(member, channel, message, input.text("custom_id")?)?;
            written(&sandbox.answered(id).await)
        }
        "select" => {
            let (member, channel, message) = (input.id("member")?, input.id("channel")?, input.id("message")?);
            let id = sandbox.send_select(member, channel, message, input.text("custom_id")?, &input.texts("values"))?;
            written(&sandbox.answered(id).await)
        }
        "submit_modal" => {
            let values = input.named("values");
            let values: Vec<_> = values.iter().filter_map(|(name, value)| Some((*name, value.as_str()?))).collect();
            written(&sandbox.submit_modal(input.id("member")?, &values).await?)
        }
        "say" => written(&sandbox.say(input.id("member")?, input.id("channel")?, input.text("content")?)?),
        "guilds" => Ok(json!({"id": sandbox.add_guild(input.text("name")?)})),
        "channels" => Ok(json!({"id": sandbox.add_channel(input.id("guild")?, input.text("name")?)})),
        "threads" => {
            Ok(json!({"id": sandbox.add_thread(input.id("channel")?, input.id("member")?, input.text("name")?)}))
        }
        "members" => Ok(json!({"id": sandbox.add_member(input.id("guild")?, input.text("name")?)})),
        _ => change(sandbox, what, input).map(|()| json!({"done": true})),
    }
}

fn change(sandbox: &Sandbox, what: &str, input: &Input) -> Result<(), Failure> {
    match what {
        "clock" => {
            let seconds =
                input.0["advance"].as_f64().filter(|s| (0.0..=1e9).contains(s)).ok_or(Failure::Field("advance"))?;
            sandbox.advance(Duration::from_secs_f64(seconds));
        }
        "join" => sandbox.join(input.id("guild")?, input.id("member")?),
        "leave" => sandbox.leave(input.id("guild")?, input.id("member")?),
        "rename" => sandbox.rename(input.id("guild")?, input.id("member")?, input.text("name")?),
        "locale" => sandbox.set_locale(input.id("member")?, input.text("locale")?),
        "dismiss" => sandbox.dismiss(input.id("member")?, input.id("channel")?, input.id("message")?),
        "restart_client" => sandbox.restart_client(input.id("member")?, input.id("channel")?),
        "close_modal" => sandbox.close_modal(input.id("member")?),
        "allow" => sandbox.allow(input.id("channel")?, input.id("target")?, input.id("bits")?),
        "deny" => sandbox.deny(input.id("channel")?, input.id("target")?, input.id("bits")?),
        "role" => sandbox.set_role(input.id("guild")?, input.id("role")?, input.id("bits")?),
        "delete_message" => drop(sandbox.delete_message(input.id("channel")?, input.id("message")?)),
        "delete_channel" => drop(sandbox.delete_channel(input.id("channel")?)),
        "archive" => drop(sandbox.set_archived(input.id("thread")?, input.flag("archived")?)),
        "lock" => drop(sandbox.set_locked(input.id("thread")?, input.flag("locked")?)),
        "outage" => sandbox.set_outage(input.id("guild")?, input.flag("unavailable")?),
        "remove_bot" => sandbox.remove_bot(input.id("guild")?),
        "faults" => sandbox.fault(serde_json::from_value(input.0.clone()).map_err(|_| Failure::Field("fault"))?),
        "clear_faults" => sandbox.clear_faults(),
        "clear_log" => sandbox.clear_log(),
        "gateway" => match input.text("do")? {
            "cut" => sandbox.cut_gateway(),
            "reconnect" => sandbox.ask_reconnect(),
            "invalidate" => sandbox.invalidate_session(false),
            "resumable" => sandbox.invalidate_session(true),
            _ => return Err(Failure::Field("do")),
        },
        _ => return Err(Failure::Unknown),
    }
    Ok(())
}

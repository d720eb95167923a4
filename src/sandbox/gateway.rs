//! The gateway: sessions, their events, and the socket they are sent through. It must never decide what happens, only who
//! hears of it.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::state::{Id, World};
use super::{Shared, lock, render};

/// Guilds, channels, threads, roles.
pub(crate) const GUILDS: u64 = 1;
/// Members coming, going and changing.
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
/// Who is online.
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
/// Messages in guilds.
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// What others write.
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
/// Sent whatever was asked for.
pub(crate) const ALWAYS: u64 = 0;

/// So many events a session keeps for a resume.
const KEPT: usize = 1000;
/// So many frames a connection may send in a minute.
const SENDS_A_MINUTE: u32 = 120;

/// What the socket's task is told.
#[derive(Debug)]
enum Order {
    Send(Arc<str>),
    Close(u16, &'static str),
    Cut,
}

#[derive(Debug)]
struct Session {
    intents: u64,
    shard: (u64, u64),
    seq: u64,
    kept: VecDeque<(u64, Arc<str>)>,
    out: Option<mpsc::UnboundedSender<Order>>,
    /// Which connection is the present one: an older one that ends late changes nothing.
    connection: u64,
}

impl Session {
    fn hears(&self, intents: u64, guild: Option<Id>) -> bool {
        let mine = guild.is_none_or(|guild| (guild >> 22) % self.shard.1.max(1) == self.shard.0);
        mine && (intents == ALWAYS || self.intents & intents != 0)
    }

    /// `data` is JSON.
    fn push(&mut self, name: &str, data: &str) {
        self.seq += 1;
        let text: Arc<str> = format!(r#"{{"op":0,"t":"{name}","s":{},"d":{data}}}"#, self.seq).into();
        if self.kept.len() >= KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((self.seq, text.clone()));
        if let Some(out) = &self.out {
            // A socket that has just gone: the event waits for the resume.
            let _ = out.send(Order::Send(text));
        }
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Gateway {
    sessions: HashMap<String, Session>,
    identifies: u64,
    resumes: u64,
    connections: u64,
}

impl Gateway {
    /// Whether anybody would hear of this.
    pub(crate) fn listens(&self, intents: u64, guild: Option<Id>) -> bool {
        self.sessions.values().any(|session| session.hears(intents, guild))
    }

    /// Sends an event to all who asked for one of these intents.
    pub(crate) fn dispatch(&mut self, intents: u64, guild: Option<Id>, name: &str, data: &impl Serialize) -> bool {
        self.listens(intents, guild) && self.dispatch_text(intents, guild, name, &render::text(data))
    }

    /// The same, of what is JSON already.
    pub(crate) fn dispatch_text(&mut self, intents: u64, guild: Option<Id>, name: &str, data: &str) -> bool {
        let mut heard = false;
        for session in self.sessions.values_mut().filter(|session| session.hears(intents, guild)) {
            session.push(name, data);
            heard = true;
        }
        heard
    }

    /// Sends an interaction once more to every session that keeps it.
    pub(crate) fn repeat(&mut self, interaction: Id) -> bool {
        let opening = format!(r#"{{"id":"{interaction}","#);
        let mut repeated = false;
        for session in self.sessions.values_mut() {
            let data_of = |(_, event): &(u64, Arc<str>)| {
                let (_, data) = event.split_once(r#","d":"#)?;
                data.starts_with(&opening).then(|| data.strip_suffix('}').unwrap_or(data).to_owned())
            };
            if let Some(data) = session.kept.iter().find_map(data_of) {
                session.push("INTERACTION_CREATE", &data);
                repeated = true;
            }
        }
        repeated
    }

    /// How many sessions are connected at this moment.
    pub(crate) fn connected(&self) -> usize {
        self.sessions.values().filter(|session| session.out.is_some()).count()
    }

    pub(crate) fn identifies(&self) -> u64 {
        self.identifies
    }

    pub(crate) fn resumes(&self) -> u64 {
        self.resumes
    }

    fn order_all(&mut self, order: impl Fn() -> Order) {
        for session in self.sessions.values() {
            if let Some(out) = &session.out {
                let _ = out.send(order());
            }
        }
    }

    /// Cuts all connections without a word; their sessions can be resumed.
    pub(crate) fn cut(&mut self) {
        self.order_all(|| Order::Cut);
        self.sessions.values_mut().for_each(|session| session.out = None);
    }

    /// Asks all to reconnect and resume.
    pub(crate) fn reconnect(&mut self) {
        self.order_all(|| Order::Send(r#"{"op":7,"d":null,"s":null,"t":null}"#.into()));
    }

    /// Tells all that their session is over, or only their connection.
    pub(crate) fn invalidate(&mut self, resumable: bool) {
        let text: Arc<str> = format!(r#"{{"op":9,"d":{resumable},"s":null,"t":null}}"#).into();
        self.order_all(|| Order::Send(text.clone()));
        if !resumable {
            self.sessions.clear();
        }
    }
}

/// Serves one connection until it ends.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (out, mut orders) = mpsc::unbounded_channel();
    let hello =
        json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": shared.config.heartbeat_ms, "_trace": []}});
    let _ = out.send(Order::Send(hello.to_string().into()));
    let mut connection = Connection { shared, out, session: None, number: 0, sends: (0, 0) };
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Send(text)) => if socket.send(Frame::Text((&*text).into())).await.is_err() { break },
                Some(Order::Close(code, reason)) => {
                    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                    break;
                }
                Some(Order::Cut) | None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => connection.receive(text.as_str()),
                Some(Ok(Frame::Binary(bytes))) => connection.receive(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Frame::Close(frame))) => {
                    connection.closed(frame.map_or(1005, |f| f.code));
                    // Reading on sends the goodbye back, which clients wait for.
                    while socket.recv().await.is_some() {}
                    break;
                }
                Some(Ok(_)) => {}
                None | Some(Err(_)) => break,
            },
        }
    }
    connection.end();
}

/// One open socket and what it has said so far.
struct Connection {
    shared: Arc<Shared>,
    out: mpsc::UnboundedSender<Order>,
    session: Option<String>,
    number: u64,
    /// The minute, and how many frames came in it.
    sends: (i64, u32),
}

impl Connection {
    fn say(&self, value: &Value) {
        let _ = self.out.send(Order::Send(value.to_string().into()));
    }

    fn close(&self, code: u16, reason: &'static str) {
        let _ = self.out.send(Order::Close(code, reason));
    }

    fn receive(&mut self, text: &str) {
        let minute = self.shared.clock.now() / 60_000;
        self.sends = if self.sends.0 == minute { (minute, self.sends.1 + 1) } else { (minute, 1) };
        if self.sends.1 > SENDS_A_MINUTE {
            return self.close(4008, "You are being rate limited.");
        }
        let Ok(frame) = serde_json::from_str::<Value>(text) else {
            return self.close(4002, "Error while decoding payload.");
        };
        match (frame["op"].as_u64(), &self.session) {
            (Some(1), _) => self.say(&json!({"op": 11, "d": null, "s": null, "t": null})),
            (Some(2 | 6), Some(_)) => self.close(4005, "Already authenticated."),
            (Some(2), None) => self.identify(&frame["d"]),
            (Some(6), None) => self.resume(&frame["d"]),
            (Some(3 | 4 | 8 | 31), None) => self.close(4003, "Not authenticated."),
            (Some(3 | 4 | 8 | 31), Some(_)) => {}
            _ => self.close(4001, "Unknown opcode."),
        }
    }

    fn knows(&self, token: &Value) -> bool {
        token.as_str().is_some_and(|token| token.trim_start_matches("Bot ") == self.shared.config.token)
    }

    fn identify(&mut self, data: &Value) {
        if !self.knows(&data["token"]) {
            return self.close(4004, "Authentication failed.");
        }
        let Some(intents) = data["intents"].as_u64() else { return self.close(4013, "Invalid intent(s).") };
        if intents & (GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT) & !self.shared.config.privileged_intents != 0 {
            return self.close(4014, "Disallowed intent(s).");
        }
        let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1));
        if shard.0 >= shard.1.max(1) {
            return self.close(4010, "Invalid shard.");
        }
        let world = lock(&self.shared.world);
        let mut gateway = lock(&self.shared.gateway);
        gateway.identifies += 1;
        // Who identifies anew will not come back for the session it lost.
        gateway.sessions.retain(|_, session| session.out.is_some() || session.shard != shard);
        gateway.connections += 1;
        self.number = gateway.connections;
        let id =
            format!("{:032x}", u128::from(RandomState::new().build_hasher().finish()) << 64 | u128::from(self.number));
        let out = Some(self.out.clone());
        let mut session = Session { intents, shard, seq: 0, kept: VecDeque::new(), out, connection: self.number };
        greet(&self.shared, &world, &mut session, &id);
        gateway.sessions.insert(id.clone(), session);
        self.session = Some(id);
        drop((gateway, world));
        self.shared.changed.notify_waiters();
    }

    fn resume(&mut self, data: &Value) {
        if !self.knows(&data["token"]) {
            return self.close(4004, "Authentication failed.");
        }
        let mut gateway = lock(&self.shared.gateway);
        gateway.connections += 1;
        self.number = gateway.connections;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seq = data["seq"].as_u64().unwrap_or(0);
        let Some(session) = gateway.sessions.get_mut(&id) else {
            return self.say(&json!({"op": 9, "d": false, "s": null, "t": null}));
        };
        if seq > session.seq {
            return self.close(4007, "Invalid seq.");
        }
        if session.kept.front().is_some_and(|(first, _)| *first > seq + 1) {
            gateway.sessions.remove(&id);
            return self.say(&json!({"op": 9, "d": false, "s": null, "t": null}));
        }
        if let Some(older) = session.out.replace(self.out.clone()) {
            let _ = older.send(Order::Cut);
        }
        session.connection = self.number;
        for (_, text) in session.kept.iter().filter(|(number, _)| *number > seq) {
            let _ = self.out.send(Order::Send(text.clone()));
        }
        session.push("RESUMED", r#"{"_trace":[]}"#);
        gateway.resumes += 1;
        self.session = Some(id);
        drop(gateway);
        self.shared.changed.notify_waiters();
    }

    /// A session whose client said goodbye (1000, 1001) is over; otherwise it waits for a resume.
    fn closed(&self, code: u16) {
        if let (1000 | 1001, Some(id)) = (code, &self.session) {
            lock(&self.shared.gateway).sessions.remove(id);
        }
    }

    fn end(&self) {
        if let Some(id) = &self.session
            && let Some(session) = lock(&self.shared.gateway).sessions.get_mut(id)
            && session.connection == self.number
        {
            session.out = None;
        }
        self.shared.changed.notify_waiters();
    }
}

/// `READY`, then every guild.
fn greet(shared: &Shared, world: &World, session: &mut Session, id: &str) {
    let guilds = world.guilds.values().filter(|guild| guild.members.contains_key(&world.bot));
    let mine: Vec<_> = guilds.filter(|guild| session.hears(ALWAYS, Some(guild.id))).collect();
    let away = |guild: &&super::state::Guild| json!({"id": guild.id.to_string(), "unavailable": true});
    let ready = json!({
        "v": 10,
        "user": current_user(world),
        "guilds": mine.iter().map(away).collect::<Vec<_>>(),
        "session_id": id,
        "resume_gateway_url": shared.gateway_url(),
        "session_type": "normal",
        "shard": [session.shard.0, session.shard.1],
        "application": {"id": world.application.to_string(), "flags": 0},
        "private_channels": [],
        "relationships": [],
        "_trace": [],
    });
    session.push("READY", &ready.to_string());
    if session.intents & GUILDS == 0 {
        return;
    }
    for guild in mine.iter().filter(|guild| !guild.unavailable) {
        let all_members = session.intents & GUILD_PRESENCES != 0;
        session.push("GUILD_CREATE", &render::guild(world, guild, all_members).to_string());
    }
}

/// The bot as it sees itself.
pub(crate) fn current_user(world: &World) -> Value {
    let mut user = render::tree(&render::user(world, world.bot));
    user["verified"] = true.into();
    user["mfa_enabled"] = true.into();
    user["email"] = Value::Null;
    user["locale"] = "en-US".into();
    user
}

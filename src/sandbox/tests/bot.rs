//! The plainest bot there is: HTTP requests and one websocket.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::sandbox::Sandbox;

pub(super) struct Bot {
    http: reqwest::Client,
    base: String,
    pub(super) token: String,
    pub(super) socket: Socket,
    pub(super) session: String,
    pub(super) seq: u64,
}

/// The gateway, frame by frame.
pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(super) async fn open(sandbox: &Sandbox) -> Self {
        let url = format!("{}/gateway/?v=10&encoding=json", sandbox.base_url().replacen("http", "ws", 1));
        Self(connect_async(url).await.unwrap().0)
    }

    pub(super) async fn say(&mut self, value: Value) {
        self.0.send(Frame::text(value.to_string())).await.unwrap();
    }

    /// Says it even if nobody listens any more.
    pub(super) async fn shout(&mut self, value: Value) {
        drop(self.0.send(Frame::text(value.to_string())).await);
    }

    /// The next frame: a value, or the code it was closed with (0 for none).
    pub(super) async fn next(&mut self) -> Result<Value, u16> {
        loop {
            match tokio::time::timeout(Duration::from_secs(5), self.0.next()).await.expect("a frame within 5 s") {
                Some(Ok(Frame::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Frame::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    pub(super) async fn quiet(&mut self) -> bool {
        tokio::time::timeout(Duration::from_millis(60), self.0.next()).await.is_err()
    }
}

impl Bot {
    pub(super) async fn connect(sandbox: &Sandbox, intents: u64) -> Self {
        let mut socket = Socket::open(sandbox).await;
        assert_eq!(socket.next().await.unwrap()["op"], 10);
        let token = sandbox.token().to_owned();
        socket.say(json!({"op": 2, "d": {"token": token, "intents": intents, "properties": {}}})).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut bot = Self { http, base: sandbox.base_url().to_owned(), token, socket, session: String::new(), seq: 0 };
        let ready = bot.event("READY").await;
        ready["session_id"].as_str().unwrap().clone_into(&mut bot.session);
        bot
    }

    /// The next event of this name; others are passed over.
    pub(super) async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.socket.next().await.unwrap();
            self.seq = frame["s"].as_u64().unwrap_or(self.seq);
            if frame["t"] == name {
                return frame["d"].clone();
            }
        }
    }

    pub(super) async fn resume(&mut self, sandbox: &Sandbox) {
        self.socket = Socket::open(sandbox).await;
        self.socket.next().await.unwrap();
        let data = json!({"token": self.token, "session_id": self.session, "seq": self.seq});
        self.socket.say(json!({"op": 6, "d": data})).await;
    }

    pub(super) fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{path}", self.base);
        let request = self.http.request(method.parse().unwrap(), url);
        request.header("authorization", format!("Bot {}", self.token))
    }

    pub(super) async fn send(&self, method: &str, path: &str, body: Value) -> reqwest::Response {
        let request = self.request(method, path);
        let request = if body.is_null() { request } else { request.json(&body) };
        request.send().await.unwrap()
    }

    pub(super) async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let response = self.send(method, path, body).await;
        let status = response.status().as_u16();
        let bytes = response.bytes().await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    pub(super) async fn get(&self, path: &str) -> (u16, Value) {
        self.ask("GET", path, Value::Null).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.ask("POST", path, body).await
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.ask("PUT", path, body).await
    }

    pub(super) async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.ask("PATCH", path, body).await
    }

    pub(super) async fn delete(&self, path: &str) -> (u16, Value) {
        self.ask("DELETE", path, Value::Null).await
    }
}

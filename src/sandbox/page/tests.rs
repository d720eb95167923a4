//! The page as a browser asks for it, and what its socket tells; what a person sees is held by `tests/page/`.

use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

use super::ASSETS;
use crate::sandbox::tests::{Stage, config};
use crate::sandbox::{Id, Sandbox, SandboxConfig};

const SECRET: &str = "0123456789abcdef";

fn with_page() -> SandboxConfig {
    SandboxConfig { secret: Some(SECRET.to_owned()), ..config() }
}

async fn status(address: &str, headers: &[(&'static str, &str)]) -> u16 {
    let request = headers.iter().fold(reqwest::Client::new().get(address), |r, (name, value)| r.header(*name, *value));
    request.send().await.unwrap().status().as_u16()
}

struct Live(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Live {
    async fn open(sandbox: &Sandbox) -> Self {
        let address = format!("{}/{SECRET}/live", sandbox.base_url().replacen("http", "ws", 1));
        Self(tokio_tungstenite::connect_async(address).await.unwrap().0)
    }

    async fn watch(&mut self, seats: &[(Id, Id)], last: u64) {
        let seat = |(member, channel): &(Id, Id)| json!({"member": member.to_string(), "channel": channel.to_string(), "last": last});
        let watch = json!({"seats": seats.iter().map(seat).collect::<Vec<_>>(), "log": true});
        self.0.send(Frame::text(watch.to_string())).await.unwrap();
    }

    /// The next news of a kind.
    async fn next(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.0.next().await.unwrap().unwrap();
            let news: Value = serde_json::from_str(frame.to_text().unwrap()).unwrap();
            if news["kind"] == kind {
                return news;
            }
        }
    }
}

#[tokio::test]
async fn only_who_knows_the_secret_finds_the_page_and_the_members() {
    let stage = Stage::with(with_page()).await;
    let base = stage.sandbox.base_url();
    assert_eq!(status(&format!("{base}/{SECRET}/"), &[]).await, 200);
    for asset in ASSETS {
        assert_eq!(status(&format!("{base}/{SECRET}/{}", asset.name), &[]).await, 200, "{}", asset.name);
    }
    assert_eq!(status(&format!("{base}/{SECRET}/sandbox/requests"), &[]).await, 200);
    assert_eq!(status(&format!("{base}/sandbox/clock"), &[]).await, 200, "the bot follows the clock");
    for hidden in ["", "app.js", "sandbox", "sandbox/requests", "sandbox/visible", "wrong/", "wrong/sandbox/requests"] {
        assert_eq!(status(&format!("{base}/{hidden}"), &[]).await, 404, "{hidden}");
    }
}

#[tokio::test]
async fn other_pages_and_other_names_reach_nothing() {
    let stage = Stage::with(with_page()).await;
    let base = stage.sandbox.base_url();
    for address in
        [format!("{base}/{SECRET}/"), format!("{base}/{SECRET}/sandbox/requests"), format!("{base}/api/v10/gateway")]
    {
        assert_eq!(status(&address, &[("origin", "http://elsewhere.example")]).await, 403, "{address}");
        assert_eq!(status(&address, &[("host", "elsewhere.example")]).await, 403, "{address}");
        assert_eq!(status(&address, &[("sec-fetch-site", "cross-site")]).await, 403, "{address}");
        assert_eq!(status(&address, &[("origin", base)]).await, 200, "{address}");
    }
    let address = format!("{}/{SECRET}/live", base.replacen("http", "ws", 1));
    let mut request = address.into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://elsewhere.example".parse().unwrap());
    let refused = tokio_tungstenite::connect_async(request).await.unwrap_err();
    assert!(matches!(refused, Error::Http(answer) if answer.status() == 403));
}

#[tokio::test]
async fn a_socket_tells_each_seat_what_its_member_sees_and_only_news() {
    let mut stage = Stage::with(with_page()).await;
    let mut live = Live::open(&stage.sandbox).await;
    let world = live.next("world").await;
    assert_eq!(world["guilds"][0]["channels"][0]["id"], stage.channel.to_string());
    for nonsense in ["", "{", "[]", r#"{"seats": 1}"#, r#"{"seats": [{"member": "x"}]}"#] {
        live.0.send(Frame::text(nonsense)).await.unwrap();
    }
    live.watch(&[(stage.ana, stage.channel), (stage.bo, stage.channel)], 100).await;
    for member in [stage.ana, stage.bo] {
        let first = live.next("seat").await;
        assert_eq!((&first["member"], &first["messages"]), (&json!(member.to_string()), &json!([])));
        assert_eq!(first["whole"], true);
    }

    let heard = stage.play(stage.ana).await;
    stage.answer(&heard, json!({"type": 4, "data": {"content": "a secret", "flags": 64}})).await;
    stage.sandbox.say(stage.bo, stage.channel, "hello").unwrap();
    let mut seen = vec![];
    while !seen.iter().any(|(member, text)| *member == stage.bo.to_string() && text == "hello")
        || !seen.iter().any(|(member, text)| *member == stage.ana.to_string() && text == "hello")
    {
        let news = live.next("seat").await;
        for message in news["messages"].as_array().unwrap() {
            seen.push((news["member"].as_str().unwrap().to_owned(), message["content"].as_str().unwrap().to_owned()));
        }
    }
    let of = |member: Id| {
        let mut texts: Vec<_> =
            seen.iter().filter(|(who, _)| *who == member.to_string()).map(|(_, t)| t.as_str()).collect();
        texts.sort_unstable();
        texts
    };
    assert_eq!(of(stage.ana), ["a secret", "hello"], "each message comes once");
    assert_eq!(of(stage.bo), ["hello"], "what is for one member is for no other");

    let secret = stage.sandbox.visible(stage.ana, stage.channel)[0].id;
    stage.sandbox.dismiss(stage.ana, stage.channel, secret);
    let news = live.next("seat").await;
    assert_eq!((&news["gone"], &news["member"]), (&json!([secret.to_string()]), &json!(stage.ana.to_string())));

    let heard = stage.play(stage.ana).await;
    stage.answer(&heard, json!({"type": 4, "data": {"content": "more"}})).await;
    let requests = live.next("log").await["requests"].clone();
    assert_eq!(requests[0]["method"], "POST");
}

#[tokio::test]
async fn a_seat_without_the_channel_hears_nothing_of_it() {
    let stage = Stage::with(with_page()).await;
    stage.sandbox.say(stage.bo, stage.channel, "hello").unwrap();
    stage.sandbox.deny(stage.channel, stage.ana, crate::sandbox::permissions::VIEW_CHANNEL);
    let mut live = Live::open(&stage.sandbox).await;
    live.watch(&[(stage.ana, stage.channel)], 100).await;
    assert_eq!(live.next("seat").await["messages"], json!([]));
    stage.sandbox.allow(stage.channel, stage.ana, crate::sandbox::permissions::VIEW_CHANNEL);
    assert_eq!(live.next("seat").await["messages"][0]["content"], "hello");
}

#[tokio::test]
async fn a_long_channel_is_told_in_pieces() {
    let stage = Stage::with(with_page()).await;
    for n in 0..30 {
        stage.sandbox.say(stage.bo, stage.channel, &n.to_string()).unwrap();
    }
    let mut live = Live::open(&stage.sandbox).await;
    live.watch(&[(stage.ana, stage.channel)], 10).await;
    let news = live.next("seat").await;
    assert_eq!((news["messages"].as_array().unwrap().len(), &news["older"]), (10, &json!(true)));
    assert_eq!(news["messages"][0]["content"], "29", "the newest first");
    live.watch(&[(stage.ana, stage.channel)], 40).await;
    let news = live.next("seat").await;
    assert_eq!((news["messages"].as_array().unwrap().len(), &news["older"]), (20, &json!(false)));
}

#[tokio::test]
async fn what_exists_survives_a_new_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.json");
    let config = SandboxConfig { keep: Some(path.clone()), ..with_page() };
    let mut stage = Stage::with(config.clone()).await;
    let heard = stage.play(stage.ana).await;
    let select = json!([{"type": 1, "components": [{"type": 3, "custom_id": "menu", "options": [{"label": "a", "value": "a"}]}]}]);
    stage.answer(&heard, json!({"type": 4, "data": {"content": "hand", "flags": 64, "components": select}})).await;
    let hand = stage.sandbox.visible(stage.ana, stage.channel)[0].id;
    stage.sandbox.send_select(stage.ana, stage.channel, hand, "menu", &["a"]).unwrap();
    stage.sandbox.rename(stage.guild, stage.bo, "Boris");
    stage.sandbox.advance(std::time::Duration::from_hours(24));
    stage.sandbox.save().unwrap();
    let (before, now) = (stage.sandbox.visible(stage.ana, stage.channel), stage.sandbox.now());
    let commands = stage.sandbox.commands();
    let (guild, channel, ana, bo) = (stage.guild, stage.channel, stage.ana, stage.bo);
    drop(stage);

    let again = Sandbox::start(config.clone()).await.unwrap();
    assert_eq!(json!(again.visible(ana, channel)), json!(before));
    assert!(again.visible(bo, channel).is_empty(), "a hand is still for its owner only");
    assert_eq!(again.commands(), commands);
    assert_eq!(again.display_name(guild, bo).as_deref(), Some("Boris"));
    assert!(again.now() >= now, "time never goes back");
    let refused = again.send_select(ana, channel, hand, "menu", &["a"]);
    assert_eq!(refused, Err(crate::sandbox::Refused::SameChoice), "the client still shows the choice");
    drop(again);

    std::fs::write(&path, "{\"half").unwrap();
    let broken = Sandbox::start(config).await.unwrap_err();
    assert_eq!(broken.kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"half", "what can't be read is not written over");
}

#[tokio::test]
async fn files_survive_too_and_are_shown_never_run() {
    let folder = tempfile::tempdir().unwrap();
    let config = SandboxConfig { keep: Some(folder.path().join("kept.json")), ..with_page() };
    let stage = Stage::with(config.clone()).await;
    let part = |name: &str, more: &str, data: &str| {
        format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"{more}\r\n\r\n{data}\r\n")
    };
    let file = part("files[0]", "; filename=\"a.html\"\r\ncontent-type: text/html", "<script>");
    let body = format!("{}{file}--x--\r\n", part("payload_json", "", "{}"));
    let address = format!("{}/api/v10/channels/{}/messages", stage.sandbox.base_url(), stage.channel);
    let request = reqwest::Client::new().post(address).header("content-type", "multipart/form-data; boundary=x");
    let sent = request.header("authorization", format!("Bot {}", stage.sandbox.token())).body(body).send().await;
    assert_eq!(sent.unwrap().status(), 200);
    stage.sandbox.save().unwrap();
    let (channel, ana) = (stage.channel, stage.ana);
    drop(stage);

    let again = Sandbox::start(config).await.unwrap();
    let file = again.visible(ana, channel)[0].attachments[0].clone();
    let address = format!("{}/attachments/{channel}/{}/{}", again.base_url(), file.id, file.filename);
    let answer = reqwest::get(address).await.unwrap();
    assert!(answer.headers()["content-security-policy"].to_str().unwrap().starts_with("sandbox;"));
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    assert_eq!(&answer.bytes().await.unwrap()[..], b"<script>");
}

#[test]
fn every_file_of_the_page_is_in_the_program_and_says_what_it_is_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sandbox/page/assets");
    let mut there: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut known: Vec<_> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
    there.sort();
    known.sort();
    assert_eq!(there, known);
    for asset in ASSETS {
        // A page must begin with its kind.
        let mut head = asset.text.lines().filter(|line| *line != "<!doctype html>");
        let begins = ["// ", "/* ", "<!-- "];
        let says = head.next().is_some_and(|head| begins.iter().any(|begin| head.starts_with(begin)));
        assert!(says, "{} does not say what it is for", asset.name);
        assert!(asset.text.lines().count() <= 600, "{} is too long", asset.name);
        for danger in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            assert!(!asset.text.contains(danger), "{} uses {danger}", asset.name);
        }
    }
}

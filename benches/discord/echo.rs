//! The least that a durable answer can cost on these libraries: a click comes through the gateway, one row is committed
//! by the store's own writer, the callback goes out. No table, no rules, no panel.

use std::sync::Arc;
use std::time::{Duration, Instant};

use canasta::sandbox::{Id, Sandbox};
use canasta::store::Store;
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::stage::Stage;
use super::times::Times;

/// Answers every click once a row is on the disk.
struct Echo {
    store: Store,
    http: reqwest::Client,
    base: String,
    answer: Value,
}

#[serenity::async_trait]
impl serenity::EventHandler for Echo {
    async fn interaction_create(&self, _: serenity::Context, interaction: serenity::Interaction) {
        let Some(click) = interaction.as_message_component() else { return };
        self.store.set_meta("echo", &click.id.to_string()).await.expect("kept");
        let url = format!("{}/api/v10/interactions/{}/{}/callback", self.base, click.id, click.token);
        self.http.post(url).json(&self.answer).send().await.expect("sent").error_for_status().expect("taken");
    }
}

/// The least that a message with a button can be.
pub(crate) fn least() -> Value {
    let button = json!({"type": 2, "style": 1, "label": "echo", "custom_id": "echo"});
    json!({"content": "echo", "components": [{"type": 1, "components": [button]}]})
}

/// Runs the bot until it is told to stop. `shown`: what the clicked messages show, and each answer shows again.
pub(crate) async fn run(shown: Value, store: Store, sandbox: Sandbox, stop: oneshot::Receiver<()>) {
    let http = serenity::HttpBuilder::new(sandbox.token()).proxy(sandbox.base_url()).ratelimiter_disabled(true).build();
    let answer = json!({"type": 7, "data": shown});
    let echo = Echo { store: store.clone(), http: reqwest::Client::new(), base: sandbox.base_url().to_owned(), answer };
    let builder = serenity::ClientBuilder::new_with_http(http, serenity::GatewayIntents::GUILDS);
    let mut client = builder.event_handler_arc(Arc::new(echo)).await.expect("a client");
    tokio::select! {
        ended = client.start() => ended.expect("the gateway holds"),
        _ = stop => {}
    }
    store.close().await;
}

/// Posts a message as the bot.
pub(crate) async fn post(http: &reqwest::Client, sandbox: &Sandbox, channel: Id, body: &Value) -> Id {
    let request = http.post(format!("{}/api/v10/channels/{channel}/messages", sandbox.base_url())).json(body);
    let response = request.header("authorization", format!("Bot {}", sandbox.token())).send().await.expect("sent");
    let posted: Value = response.error_for_status().expect("taken").json().await.expect("a message");
    posted["id"].as_str().and_then(|id| id.parse().ok()).expect("an identifier")
}

/// A member with something to click.
pub(crate) struct Clicker {
    sandbox: Sandbox,
    member: Id,
    channel: Id,
    message: Id,
    button: String,
}

impl Clicker {
    /// With such a message in a channel of its own, and its first button.
    pub(crate) async fn at(stage: &Stage, shown: &Value) -> Self {
        let sandbox = stage.sandbox.clone();
        let channel = sandbox.add_channel(stage.guild, "echo");
        let message = post(&reqwest::Client::new(), &sandbox, channel, shown).await;
        let member = sandbox.add_member(stage.guild, "Ana");
        let posted = sandbox.message(channel, message).expect("just posted");
        let button = posted.buttons().into_iter().find(|button| !button.disabled).expect("a button");
        Self { sandbox, member, channel, message, button: button.custom_id }
    }

    async fn click(&self) -> Duration {
        let sent = self.sandbox.send_click(self.member, self.channel, self.message, &self.button).expect("sent");
        let outcome = self.sandbox.answered(sent).await.expect("known");
        assert!(outcome.answered_once(), "{outcome:?}");
        outcome.answer().expect("just seen").took
    }

    /// Clicks one after the other, with a pause before each.
    pub(crate) async fn one_by_one(&self, count: usize, pause: Duration) -> Times {
        let mut times = Times::default();
        for _ in 0..count {
            tokio::time::sleep(pause).await;
            times.push(self.click().await);
        }
        times
    }
}

/// Answers a second with so many clicks in flight, each in a channel of its own.
pub(crate) async fn per_second(stage: &Stage, shown: &Value, in_flight: usize, lasting: Duration) -> f64 {
    let end = Instant::now() + lasting;
    let mut clickers = tokio::task::JoinSet::new();
    for _ in 0..in_flight {
        let clicker = Clicker::at(stage, shown).await;
        clickers.spawn(async move {
            let mut count = 0;
            while Instant::now() < end {
                clicker.click().await;
                count += 1;
            }
            count
        });
    }
    let count: u32 = clickers.join_all().await.into_iter().sum();
    f64::from(count) / lasting.as_secs_f64()
}

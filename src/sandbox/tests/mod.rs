//! Tests of the stand-in as a whole, through plain HTTP and a plain websocket, and through serenity.
//! With `DISCORD_OPENAPI` set, every answer the stand-in gives here is held to Discord's specification.

mod bot;
mod channels;
mod checks;
mod control;
mod gateway;
mod interactions;
mod notices;
mod serenity;
mod speed;
mod trouble;

use std::time::Duration;

use serde_json::{Value, json};

use super::{Checks, Id, Message, Outcome, Sandbox, SandboxConfig};
use bot::Bot;

pub(super) const SECOND: Duration = Duration::from_secs(1);

/// A stand-in with one guild, one channel, two members and a bot that has registered one command.
pub(super) struct Stage {
    pub(super) sandbox: Sandbox,
    bot: Bot,
    pub(super) guild: Id,
    pub(super) channel: Id,
    pub(super) ana: Id,
    pub(super) bo: Id,
}

pub(super) fn config() -> SandboxConfig {
    SandboxConfig {
        checks: Checks { schema: true, own: true, answers: true },
        rate_limits: false,
        ..SandboxConfig::default()
    }
}

impl Stage {
    pub(super) async fn new() -> Self {
        Self::with(config()).await
    }

    pub(super) async fn with(config: SandboxConfig) -> Self {
        let sandbox = Sandbox::start(config).await.unwrap();
        let guild = sandbox.add_guild("Cards");
        let channel = sandbox.add_channel(guild, "table");
        let (ana, bo) = (sandbox.add_member(guild, "ana"), sandbox.add_member(guild, "bo"));
        let bot = Bot::connect(&sandbox, 1).await;
        let stage = Self { sandbox, bot, guild, channel, ana, bo };
        let command = json!([{"name": "play", "description": "Plays", "type": 1, "contexts": [0]}]);
        let (status, _) = stage.bot.put(&format!("/applications/{}/commands", stage.app()), command).await;
        assert_eq!(status, 200);
        stage
    }

    pub(super) fn app(&self) -> Id {
        self.sandbox.application()
    }

    /// `/play` by a member; gives the interaction as the bot hears of it.
    pub(super) async fn play(&mut self, member: Id) -> Heard {
        let id = self.sandbox.send_slash(member, self.channel, "play", &[]).unwrap();
        self.heard(id).await
    }

    pub(super) async fn click(&mut self, member: Id, message: Id, custom_id: &str) -> Heard {
        let id = self.sandbox.send_click(member, self.channel, message, custom_id).unwrap();
        self.heard(id).await
    }

    pub(super) async fn heard(&mut self, id: Id) -> Heard {
        let data = self.bot.event("INTERACTION_CREATE").await;
        assert_eq!(data["id"], id.to_string());
        Heard { id, token: data["token"].as_str().unwrap().to_owned(), data }
    }

    /// Answers, and gives the status and Discord's code.
    pub(super) async fn answer(&self, heard: &Heard, body: Value) -> (u16, u64) {
        let (status, body) = self.bot.post(&format!("/interactions/{}/{}/callback", heard.id, heard.token), body).await;
        (status, body["code"].as_u64().unwrap_or(0))
    }

    /// The path of a message behind an interaction's token.
    pub(super) fn original(&self, heard: &Heard) -> String {
        format!("/webhooks/{}/{}/messages/@original", self.app(), heard.token)
    }

    pub(super) fn outcome(&self, heard: &Heard) -> Outcome {
        self.sandbox.outcome(heard.id).unwrap()
    }

    pub(super) fn last(&self, member: Id) -> Message {
        self.sandbox.visible_last(member, self.channel, 1).remove(0)
    }

    pub(super) async fn post(&self, body: Value) -> (u16, Value) {
        self.bot.post(&format!("/channels/{}/messages", self.channel), body).await
    }

    /// Posts and gives the message's identifier.
    pub(super) async fn posted(&self, body: Value) -> Id {
        let (status, body) = self.post(body).await;
        assert_eq!(status, 200, "{body}");
        id_of(&body)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let own = |violation: &super::Violation| violation.text.contains("own answer");
            let wrong: Vec<_> = self.sandbox.violations().into_iter().filter(own).collect();
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    }
}

/// An interaction as the bot heard of it.
pub(super) struct Heard {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) data: Value,
}

pub(super) fn id_of(body: &Value) -> Id {
    body["id"].as_str().unwrap().parse().unwrap()
}

pub(super) fn button(custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": custom_id, "custom_id": custom_id})
}

#[expect(clippy::needless_pass_by_value, reason = "a row is written where it is used")]
pub(super) fn rows(components: Value) -> Value {
    json!([{"type": 1, "components": components}])
}

pub(super) fn menu(custom_id: &str) -> Value {
    let options = json!([{"label": "King", "value": "k"}, {"label": "Queen", "value": "q", "default": true}]);
    json!({"type": 3, "custom_id": custom_id, "options": options, "min_values": 1, "max_values": 2})
}

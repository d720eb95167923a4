//! Paths: which one was meant, its name in the specification, its rate limit. It must never look into a body.

use crate::sandbox::limits::Rule;
use crate::sandbox::state::Id;

/// A message as a webhook path names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Original,
    Id(Id),
}

/// Every path that is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Gateway,
    GatewayBot,
    Application,
    OauthApplication,
    Me,
    MyGuilds,
    Commands(Id),
    Command(Id, Id),
    GuildCommands(Id, Id),
    Emojis(Id),
    Emoji(Id, Id),
    Callback(Id, String),
    Webhook(Id, String),
    WebhookMessage(Id, String, Which),
    Channel(Id),
    Messages(Id),
    Message(Id, Id),
    Threads(Id),
    MessageThreads(Id, Id),
    Typing(Id),
    Guild(Id),
    GuildChannels(Id),
    Member(Id, Id),
}

/// Reads a path without its `/api/v10`.
pub(crate) fn parse(path: &str) -> Option<Route> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let id = |text: &str| text.parse::<Id>().ok();
    Some(match parts.as_slice() {
        ["gateway"] => Route::Gateway,
        ["gateway", "bot"] => Route::GatewayBot,
        ["applications", "@me"] => Route::Application,
        ["oauth2", "applications", "@me"] => Route::OauthApplication,
        ["users", "@me"] => Route::Me,
        ["users", "@me", "guilds"] => Route::MyGuilds,
        ["applications", app, "commands"] => Route::Commands(id(app)?),
        ["applications", app, "commands", command] => Route::Command(id(app)?, id(command)?),
        ["applications", app, "guilds", guild, "commands"] => Route::GuildCommands(id(app)?, id(guild)?),
        ["applications", app, "emojis"] => Route::Emojis(id(app)?),
        ["applications", app, "emojis", emoji] => Route::Emoji(id(app)?, id(emoji)?),
        ["interactions", interaction, token, "callback"] => Route::Callback(id(interaction)?, decode(token)),
        ["webhooks", app, token] => Route::Webhook(id(app)?, decode(token)),
        ["webhooks", app, token, "messages", "@original"] => {
            Route::WebhookMessage(id(app)?, decode(token), Which::Original)
        }
        ["webhooks", app, token, "messages", message] => {
            Route::WebhookMessage(id(app)?, decode(token), Which::Id(id(message)?))
        }
        ["channels", channel] => Route::Channel(id(channel)?),
        ["channels", channel, "messages"] => Route::Messages(id(channel)?),
        ["channels", channel, "messages", message] => Route::Message(id(channel)?, id(message)?),
        ["channels", channel, "threads"] => Route::Threads(id(channel)?),
        ["channels", channel, "messages", message, "threads"] => Route::MessageThreads(id(channel)?, id(message)?),
        ["channels", channel, "typing"] => Route::Typing(id(channel)?),
        ["guilds", guild] => Route::Guild(id(guild)?),
        ["guilds", guild, "channels"] => Route::GuildChannels(id(guild)?),
        ["guilds", guild, "members", user] => Route::Member(id(guild)?, id(user)?),
        _ => return None,
    })
}

/// Undoes `%3A` and its like, which some clients write in tokens.
fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if byte.is_ascii() => {
                plain.push(char::from(byte));
                plain.push_str(part.get(2..).unwrap_or_default());
            }
            _ => {
                plain.push('%');
                plain.push_str(part);
            }
        }
    }
    plain
}

impl Route {
    /// The path as the specification writes it.
    pub(crate) fn template(&self) -> &'static str {
        match self {
            Route::Gateway => "/gateway",
            Route::GatewayBot => "/gateway/bot",
            Route::Application => "/applications/@me",
            Route::OauthApplication => "/oauth2/applications/@me",
            Route::Me => "/users/@me",
            Route::MyGuilds => "/users/@me/guilds",
            Route::Commands(_) => "/applications/{application_id}/commands",
            Route::Command(..) => "/applications/{application_id}/commands/{command_id}",
            Route::GuildCommands(..) => "/applications/{application_id}/guilds/{guild_id}/commands",
            Route::Emojis(_) => "/applications/{application_id}/emojis",
            Route::Emoji(..) => "/applications/{application_id}/emojis/{emoji_id}",
            Route::Callback(..) => "/interactions/{interaction_id}/{interaction_token}/callback",
            Route::Webhook(..) => "/webhooks/{webhook_id}/{webhook_token}",
            Route::WebhookMessage(_, _, Which::Original) => "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
            Route::WebhookMessage(..) => "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
            Route::Channel(_) => "/channels/{channel_id}",
            Route::Messages(_) => "/channels/{channel_id}/messages",
            Route::Message(..) => "/channels/{channel_id}/messages/{message_id}",
            Route::Threads(_) => "/channels/{channel_id}/threads",
            Route::MessageThreads(..) => "/channels/{channel_id}/messages/{message_id}/threads",
            Route::Typing(_) => "/channels/{channel_id}/typing",
            Route::Guild(_) => "/guilds/{guild_id}",
            Route::GuildChannels(_) => "/guilds/{guild_id}/channels",
            Route::Member(..) => "/guilds/{guild_id}/members/{user_id}",
        }
    }

    /// Whether a token in the path opens it, so that the bot's own need not be there.
    pub(crate) fn carries_token(&self) -> bool {
        matches!(self, Route::Callback(..) | Route::Webhook(..) | Route::WebhookMessage(..))
    }

    /// The token in the path.
    pub(crate) fn token(&self) -> Option<&str> {
        match self {
            Route::Callback(_, token) | Route::Webhook(_, token) | Route::WebhookMessage(_, token, _) => Some(token),
            _ => None,
        }
    }

    /// The rate limit, and the thing it is counted for. Discord tells its numbers in headers only; these are those seen.
    pub(crate) fn limit(&self, method: &str) -> (Rule, String) {
        let main = match self {
            Route::Channel(id)
            | Route::Messages(id)
            | Route::Message(id, _)
            | Route::Threads(id)
            | Route::MessageThreads(id, _)
            | Route::Typing(id)
            | Route::Guild(id)
            | Route::GuildChannels(id)
            | Route::Member(id, _) => id.to_string(),
            Route::Callback(_, token) | Route::Webhook(_, token) | Route::WebhookMessage(_, token, _) => token.clone(),
            _ => String::new(),
        };
        (self.rule(method), main)
    }

    fn rule(&self, method: &str) -> Rule {
        match (self, method) {
            (Route::Callback(..), _) => Rule::new("callback", 5, 2_000),
            (Route::Webhook(..) | Route::WebhookMessage(..), _) => Rule::new("webhook", 5, 2_000),
            (Route::Messages(_), "POST") => Rule::new("message-create", 5, 5_000),
            (Route::Message(..), "PATCH") => Rule::new("message-edit", 5, 5_000),
            (Route::Message(..), "DELETE") => Rule::new("message-delete", 5, 1_000),
            (Route::Threads(_) | Route::MessageThreads(..), "POST") => Rule::new("thread-create", 50, 300_000),
            (Route::Commands(_) | Route::GuildCommands(..), "PUT") => Rule::new("commands-put", 5, 20_000),
            (Route::Emojis(_), "POST") => Rule::new("emoji-create", 50, 3_600_000),
            (Route::Channel(_), _) => Rule::new("channel", 10, 10_000),
            (Route::Gateway | Route::GatewayBot, _) => Rule::new("gateway", 2, 5_000),
            (Route::Messages(_) | Route::Message(..), _) => Rule::new("message-read", 5, 5_000),
            _ => Rule::new("other", 20, 10_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_paths() {
        assert_eq!(parse("/channels/1/messages/2"), Some(Route::Message(1, 2)));
        assert_eq!(
            parse("/webhooks/7/a%3Ab/messages/@original"),
            Some(Route::WebhookMessage(7, "a:b".into(), Which::Original))
        );
        assert_eq!(parse("/interactions/3/tok/callback"), Some(Route::Callback(3, "tok".into())));
        assert_eq!(parse("/channels/x/messages"), None);
        assert_eq!(parse("/nothing"), None);
    }
}

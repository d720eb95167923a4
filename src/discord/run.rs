//! The connection to Discord, from the first request to the last: commands are registered if they changed, tables that
//! changed while nobody looked are shown, and a signal ends it all within seconds. Must never log the token.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use thiserror::Error;

use super::background::Pauses;
use super::boards::Boards;
use super::commands::{Data, Error, canasta};
use super::computers::Computers;
use super::hands::Hands;
use super::reply::Seen;
use super::route::Bot;
use super::send::Sender;
use super::wording::worded;
use crate::service::{Failure, Service};
use crate::table::{ChannelId, GuildId, TableId};

/// Under which the hash of the registered commands is kept.
const COMMANDS: &str = "commands";
/// Running moves may take so long when the program ends, whatever the gateway does.
const LAST_MOVES: Duration = Duration::from_secs(3);
/// Tables are shown again after a start with this pause between them: players who click meanwhile come first.
const REDRAW_PAUSE: Duration = Duration::from_millis(100);
/// Commands that could not be registered are tried again after this pause at first.
const REGISTER_PAUSE: Duration = Duration::from_secs(2);
/// So often it is looked for servers that removed the bot long ago.
const FORGET_EVERY: Duration = Duration::from_hours(1);

/// Why the bot can't run.
#[derive(Debug, Error)]
pub enum RunError {
    /// Discord refused, or is out of reach.
    #[error("Discord: {0}")]
    Discord(#[from] Box<serenity::Error>),
    /// No secure connection can be set up on this machine.
    #[error("connections: {0}")]
    Http(#[from] reqwest::Error),
    /// The database failed.
    #[error("database: {0}")]
    Service(#[from] Failure),
    /// The database can't be written any more.
    #[error("the database can't be written any more")]
    StoreEnded,
}

impl From<serenity::Error> for RunError {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(Box::new(error))
    }
}

/// How Discord is reached. It can't be printed: it holds the token.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// The bot's token.
    pub token: &'a str,
    /// Where Discord's API is, if it is not Discord's own.
    pub api_url: Option<&'a str>,
    /// How many requests a second the bot may send in all.
    pub requests_per_second: NonZero<u16>,
}

/// Plays on Discord until `stop` resolves.
///
/// # Errors
/// Why it can't run, or had to end.
pub async fn run(access: Access<'_>, service: Arc<Service>, stop: impl Future<Output = ()>) -> Result<(), RunError> {
    let mut stop = pin!(stop);
    // Discord may be out of reach for as long as it likes.
    let (mut client, bot) = tokio::select! {
        ready = client(access, service) => ready?,
        () = &mut stop => return Ok(()),
    };
    let shards = Arc::clone(&client.shard_manager);
    let ended = tokio::select! {
        ended = client.start() => ended.map_err(RunError::from),
        () = stop => Ok(()),
        () = bot.service.failed() => Err(RunError::StoreEnded),
    };
    tracing::info!("ending");
    // It may return early or never: what counts is that the moves are written.
    let _ = tokio::time::timeout(Duration::from_secs(1), shards.shutdown_all()).await;
    let _ = tokio::time::timeout(LAST_MOVES, bot.service.close()).await;
    ended
}

/// What is to be connected, and what it asks of the bot.
async fn client(access: Access<'_>, service: Arc<Service>) -> Result<(serenity::Client, Arc<Bot>), RunError> {
    let http = http(access);
    let application = http.get_current_application_info().await?.id;
    http.set_application_id(application);
    let sender = Arc::new(Sender::new(access, application.get())?);
    let boards = Arc::new(Boards::new(Arc::clone(&service), Arc::clone(&sender)));
    let bot = Arc::new(Bot {
        service,
        sender,
        boards,
        hands: Hands::default(),
        seen: Seen::default(),
        computers: Computers::default(),
    });
    let framework = framework(Arc::clone(&bot));
    let builder = serenity::ClientBuilder::new_with_http(http, serenity::GatewayIntents::GUILDS);
    Ok((builder.framework(framework).await?, bot))
}

fn http(Access { token, api_url, .. }: Access<'_>) -> serenity::Http {
    let builder = serenity::HttpBuilder::new(token);
    match api_url {
        // Serenity ignores another address while its own limiter is on.
        Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

fn framework(bot: Data) -> poise::Framework<Data, Error> {
    let options = poise::FrameworkOptions {
        commands: vec![worded(canasta())],
        event_handler: |context, event| Box::pin(on_event(context.user_data.clone(), event)),
        on_error: |error| Box::pin(on_error(error)),
        // Nobody is pinged by accident.
        allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
        ..poise::FrameworkOptions::default()
    };
    poise::Framework::builder()
        .options(options)
        .setup(move |context, ready, framework| {
            let guilds: Vec<GuildId> = ready.guilds.iter().map(|guild| GuildId(guild.id.get())).collect();
            let commands = poise::builtins::create_application_commands(&framework.options().commands);
            let http = Arc::clone(&context.http);
            Box::pin(async move {
                // Whoever removed the bot while it was away is not in the list; whoever has an outage is.
                note(bot.service.only_in(&guilds).await);
                // Poise holds all events until this returns: what can wait goes on beside.
                tokio::spawn(settle_in(Arc::clone(&bot), http, commands));
                tokio::spawn(forget_removed(Arc::clone(&bot)));
                Ok(bot)
            })
        })
        .build()
}

async fn on_event(bot: Data, event: &serenity::FullEvent) -> Result<(), Error> {
    match event {
        serenity::FullEvent::InteractionCreate { interaction } => {
            if let Some(component) = interaction.as_message_component() {
                bot.component(component).await;
            }
        }
        // Deleted messages are told only to who reads messages: they are noticed at the next edit.
        serenity::FullEvent::ChannelDelete { channel, .. } => {
            bot.boards.channel_gone(ChannelId(channel.id.get())).await;
        }
        serenity::FullEvent::ThreadDelete { thread, .. } => {
            bot.boards.channel_gone(ChannelId(thread.id.get())).await;
        }
        serenity::FullEvent::ChannelUpdate { new, .. } | serenity::FullEvent::ThreadUpdate { new, .. } => {
            bot.boards.channel_changed(ChannelId(new.id.get())).await;
        }
        serenity::FullEvent::GuildRoleUpdate { new, .. } => {
            bot.boards.guild_changed(GuildId(new.guild_id.get())).await;
        }
        serenity::FullEvent::GuildCreate { guild, .. } => {
            let going_on = bot.service.guild_back(GuildId(guild.id.get())).await;
            bot.boards.guild_changed(GuildId(guild.id.get())).await;
            for id in note(going_on).unwrap_or_default() {
                bot.play_computers(id);
            }
        }
        // In an outage the bot is still a member.
        serenity::FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            note(bot.service.guild_removed(GuildId(incomplete.id.get())).await);
        }
        _ => {}
    }
    Ok(())
}

/// Poise could not make a command of what came, such as one of an older version of the program.
async fn on_error(error: poise::FrameworkError<'_, Data, Error>) {
    let asked = match (error.ctx(), &error) {
        (Some(poise::Context::Application(context)), _) => Some((context.data().clone(), context.interaction)),
        (_, poise::FrameworkError::UnknownInteraction { framework, interaction, .. }) => {
            Some((framework.user_data.clone(), *interaction))
        }
        _ => None,
    };
    match asked {
        // What is wrong with it is told without what was written in it.
        Some((bot, interaction)) => bot.unreadable_command(interaction).await,
        None => tracing::error!(%error, "an event was not handled"),
    }
}

fn note<T>(noted: Result<T, Failure>) -> Option<T> {
    noted.inspect_err(|error| tracing::warn!(%error, "whether the bot is in a server is not noted")).ok()
}

/// Forgets servers that removed the bot long ago, as long as the program runs.
async fn forget_removed(bot: Data) {
    loop {
        match bot.service.forget_removed().await {
            Ok(0) => {}
            Ok(servers) => tracing::info!(servers, "forgot servers that removed the bot"),
            Err(error) => tracing::warn!(%error, "servers that removed the bot are not forgotten"),
        }
        tokio::time::sleep(FORGET_EVERY).await;
    }
}

/// Minds the time from now on, registers the commands if they changed, and shows what changed while the program was away.
async fn settle_in(bot: Data, http: Arc<serenity::Http>, commands: Vec<serenity::CreateCommand>) {
    tokio::spawn(Arc::clone(&bot).mind_the_time());
    // Before anybody can open a table: new ones are shown by who opens them.
    let unshown = bot.service.to_redraw().await;
    tokio::join!(register_with_patience(&bot, &http, &commands), show_again(&bot, unshown));
}

async fn show_again(bot: &Data, unshown: Result<Vec<TableId>, Failure>) {
    match unshown {
        Ok(tables) => {
            for id in tables {
                bot.boards.changed(id);
                bot.play_computers(id);
                tokio::time::sleep(REDRAW_PAUSE).await;
            }
        }
        Err(error) => tracing::error!(%error, "tables are not shown again"),
    }
}

/// Without its commands nobody can use the bot: what fails is tried again, again and again.
async fn register_with_patience(bot: &Bot, http: &serenity::Http, commands: &[serenity::CreateCommand]) {
    let mut pauses = Pauses::from(REGISTER_PAUSE);
    while let Err(error) = register(bot, http, commands).await {
        tracing::error!(%error, "the commands are not registered");
        tokio::time::sleep(pauses.next()).await;
    }
}

async fn register(bot: &Bot, http: &serenity::Http, commands: &[serenity::CreateCommand]) -> Result<(), RunError> {
    let mut hasher = DefaultHasher::new();
    // Another application on the same database has registered nothing yet.
    http.application_id().map(serenity::ApplicationId::get).hash(&mut hasher);
    serde_json::to_string(commands).unwrap_or_default().hash(&mut hasher);
    let hash = format!("{:x}", hasher.finish());
    if bot.service.meta(COMMANDS).await?.as_deref() == Some(hash.as_str()) {
        return Ok(());
    }
    http.create_global_commands(&commands).await?;
    bot.service.set_meta(COMMANDS, &hash).await?;
    tracing::info!("commands registered");
    Ok(())
}

//! The bot and its stand-in for Discord in one program, with a page to play all members on. Must never give the bot another
//! way in than Discord's: it talks HTTP and a websocket, and only the address and the clock are others.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use canasta::config::{Config, REQUESTS_PER_SECOND};
use canasta::discord::{self, Access};
use canasta::i18n::Lang;
use canasta::sandbox::{Sandbox, SandboxConfig};
use canasta::service::{Clock, Service};
use canasta::store::{Claim, Store};
use clap::Args;

use super::{NotServed, follow, log_to_stderr, runtime, told_to_end};

/// Whom a fresh sandbox is filled with, as far as wanted.
const NAMES: [&str; 8] = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"];

/// What can be asked for.
#[derive(Args)]
pub(crate) struct Wanted {
    /// The port on loopback; without it, any that is free.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// How many members there are to play.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=NAMES.len() as i64))]
    members: u8,
    /// Keep everything in this file and one beside it; without it, all is forgotten at the end.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

/// Runs both until told to end.
pub(crate) fn run(lang: Lang, wanted: &Wanted) -> Result<(), NotServed> {
    log_to_stderr(&Config::from_env()?.log);
    // Dropped at the end, and with it what is in it.
    let passing = wanted.db.is_none().then(tempfile::tempdir).transpose()?;
    let database = match &passing {
        Some(folder) => folder.path().join("canasta.db"),
        None => wanted.db.clone().unwrap_or_default(),
    };
    let discord = beside(&database);
    if database.exists() && !discord.exists() {
        let files =
            [("database", database.display().to_string().into()), ("file", discord.display().to_string().into())];
        return Err(NotServed::Advice(lang.say("sandbox-no-channels", &files)));
    }
    let url = format!("sqlite://{}", database.display());
    let _claim = Claim::of(&url)?;
    runtime()?.block_on(async {
        let secret = format!("{:032x}", rand::random::<u128>());
        let config = SandboxConfig {
            port: wanted.port,
            token: format!("sandbox.{:032x}", rand::random::<u128>()),
            secret: Some(secret.clone()),
            keep: wanted.db.is_some().then_some(discord),
            ..SandboxConfig::default()
        };
        let sandbox = Sandbox::start(config).await?;
        fill(&sandbox, usize::from(wanted.members));
        // Before the bot writes anything: a database without this file could not be used again.
        sandbox.save()?;
        let store = Store::open(&url).await?;
        let clock = Clock::default();
        let following = tokio::spawn(follow(clock.clone(), sandbox.clock_url()));
        let service = Arc::new(Service::new(store, clock));
        println!("{}\n{}/{secret}/", lang.word("sandbox-open"), sandbox.base_url());
        let (token, api_url) = (sandbox.token(), Some(sandbox.base_url()));
        let access = Access { token, api_url, requests_per_second: REQUESTS_PER_SECOND };
        let ended = discord::run(access, service, told_to_end()?).await;
        following.abort();
        sandbox.save()?;
        Ok(ended?)
    })
}

/// Where the stand-in keeps what exists, beside the bot's database.
fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-discord.json");
    name.into()
}

/// A server with a channel and at least so many members.
fn fill(sandbox: &Sandbox, members: usize) {
    let guild = sandbox.guilds().first().copied().unwrap_or_else(|| {
        let guild = sandbox.add_guild("Cards");
        sandbox.add_channel(guild, "table");
        guild
    });
    let there = sandbox.people(guild).len();
    for name in NAMES.iter().take(members).skip(there) {
        sandbox.add_member(guild, name);
    }
}

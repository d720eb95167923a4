//! From the configuration to a running bot: the log, the database, the signals that end it.
//! Must never know what the bot does, nor log a token.

#[cfg(feature = "sandbox")]
pub(crate) mod sandbox;

use std::sync::Arc;

use canasta::config::{Config, ConfigError};
use canasta::discord::{self, Access, RunError};
use canasta::i18n::Lang;
use canasta::service::{Clock, Service};
use canasta::store::{Claim, OpenError, Store};
use thiserror::Error;
use tokio::signal::unix::{SignalKind, signal};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Why the bot did not run, or had to end.
#[derive(Debug, Error)]
pub(crate) enum NotServed {
    /// The environment can't be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The database can't be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The bot can't run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// This machine gives no threads or signals.
    #[error("this machine: {0}")]
    Machine(#[from] std::io::Error),
    /// What to do first, in words.
    #[error("{0}")]
    Advice(String),
}

/// Runs the bot until it is told to end.
pub(crate) fn run(lang: Lang) -> Result<(), NotServed> {
    let config = Config::from_env()?;
    let Some(token) = config.token.as_deref() else {
        return Err(NotServed::Advice(lang.word("no-token")));
    };
    log_to_stderr(&config.log);
    keep_panics_to_themselves();
    let _claim = Claim::of(&config.database_url)?;
    runtime()?.block_on(async {
        let store = Store::open(&config.database_url).await?;
        let clock = Clock::default();
        #[cfg(feature = "sandbox")]
        if let Some(url) = config.clock_url.clone() {
            // Before anything is judged by it: what was due while the bot was down counts from the start.
            look_at(&clock, &url).await;
            tokio::spawn(follow(clock.clone(), url));
        }
        let service = Arc::new(Service::new(store, clock));
        let Config { api_url, requests_per_second, .. } = &config;
        let access = Access { token, api_url: api_url.as_deref(), requests_per_second: *requests_per_second };
        discord::run(access, service, told_to_end()?).await?;
        Ok(())
    })
}

/// Keeps to the clock of a stand-in for Discord, which its tests move.
#[cfg(feature = "sandbox")]
async fn follow(clock: Clock, url: String) {
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(100);
    loop {
        look_at(&clock, &url).await;
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(feature = "sandbox")]
async fn look_at(clock: &Clock, url: &str) {
    let told = async { reqwest::get(url).await.ok()?.text().await.ok()?.trim().parse().ok() };
    if let Some(now) = told.await {
        clock.follow(now);
    }
}

/// Says whether the configuration and the database can be used.
pub(crate) fn check(lang: Lang) -> Result<(), NotServed> {
    let config = Config::from_env()?;
    let url = &config.database_url;
    runtime()?.block_on(async {
        match Claim::of(url) {
            // As it would be opened to play.
            Ok(_claim) => Store::open(url).await?.close().await,
            // A bot plays on it: its database stays in the form which that one knows.
            Err(OpenError::Claimed { .. }) => Store::probe(url).await?,
            Err(error) => return Err(error),
        }
        Ok::<(), OpenError>(())
    })?;
    println!("{}", lang.say("check-database", &[("url", config.database_url.as_str().into())]));
    match config.token {
        Some(_) => println!("{}", lang.word("check-token")),
        None => return Err(NotServed::Advice(lang.word("no-token"))),
    }
    Ok(())
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Resolves with the first signal to end.
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The text of a panic may hold anything, a hand too: the log tells where it was, and no more.
fn keep_panics_to_themselves() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a panic");
    }));
}

/// Logs as asked, but of other crates' doings only warnings: their spans carry whole requests, tokens included.
fn log_to_stderr(wanted: &str) {
    let parsed: Result<Targets, _> = wanted.parse();
    let unreadable = parsed.is_err();
    let ours = parsed.unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let level = ours.iter().find(|(target, _)| target.starts_with("canasta")).map(|(_, level)| level);
    let level = level.or_else(|| ours.default_level()).unwrap_or(LevelFilter::INFO);
    let targets = Targets::new().with_default(LevelFilter::WARN.min(level)).with_target("canasta", level);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // Somebody set a log up before: then that one stays.
    let _ = tracing_subscriber::registry().with(targets).with(layer).try_init();
    if unreadable {
        tracing::warn!("RUST_LOG can't be read: the log is as for info");
    }
}

//! The stand-in and a bot in this process: the real one, or one that only echoes.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use canasta::discord::Access;
use canasta::sandbox::{Id, Sandbox, SandboxConfig};
use canasta::service::{Clock, Service};
use canasta::store::Store;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::echo;

/// As long as anything may take on a busy machine.
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// A stand-in, a database, and a bot that listens.
pub(crate) struct Stage {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: Id,
    bot: JoinHandle<()>,
    stop: oneshot::Sender<()>,
    _folder: TempDir,
}

impl Stage {
    /// The game's own bot, which may send so many requests a second.
    pub(crate) async fn with_bot(requests_per_second: NonZero<u16>) -> Self {
        let started = move |store: Store, sandbox: Sandbox, stop: oneshot::Receiver<()>| async move {
            let service = Arc::new(Service::new(store, Clock::default()));
            let told = async { drop(stop.await) };
            let (token, api_url) = (sandbox.token(), Some(sandbox.base_url()));
            let ended = canasta::discord::run(Access { token, api_url, requests_per_second }, service, told).await;
            ended.expect("the bot runs");
        };
        let stage = Self::with(started).await;
        let ready = || (!stage.sandbox.commands().is_empty()).then_some(());
        stage.sandbox.wait_until(SOON, ready).await.expect("the commands are registered");
        stage
    }

    /// A bot that keeps a row for every click and then answers by showing this again.
    pub(crate) async fn with_echo(shown: Value) -> Self {
        Self::with(move |store, sandbox, stop| echo::run(shown, store, sandbox, stop)).await
    }

    async fn with<F>(bot: impl FnOnce(Store, Sandbox, oneshot::Receiver<()>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let sandbox = Sandbox::start(SandboxConfig::fast()).await.expect("the stand-in starts");
        let guild = sandbox.add_guild("Cards");
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("canasta.db").display());
        let store = Store::open(&url).await.expect("the database opens");
        let (stop, stopped) = oneshot::channel();
        let bot = tokio::spawn(bot(store, sandbox.clone(), stopped));
        let listens = || (sandbox.connected() > 0).then_some(());
        sandbox.wait_until(SOON, listens).await.expect("the bot listens");
        Self { sandbox, guild, bot, stop, _folder: folder }
    }

    /// Ends the bot.
    pub(crate) async fn end(self) {
        drop(self.stop);
        self.bot.await.expect("the bot ends");
    }
}

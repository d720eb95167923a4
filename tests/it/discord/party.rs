//! A server, a channel, some members, and the bot as a process of its own. The members see what they would see on
//! Discord, and click.

use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use canasta::sandbox::{Id, Message, Outcome, Refused, Sandbox, SandboxConfig};
use canasta::store::{Store, Stored};
use canasta::table::{Entry, TableId};
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::player::{step, waited_for};

/// As long as anything may take on a busy machine.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// Longer than a table stays at a step while somebody plays there.
const STUCK: Duration = Duration::from_mins(1);

/// So often the members meld where they can: rounds come to an end soon.
pub(crate) const EAGER: f64 = 0.8;

/// Some members at a channel, and the bot.
pub(crate) struct Party {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: Id,
    pub(crate) channel: Id,
    pub(crate) members: Vec<Id>,
    folder: TempDir,
    bot: Option<Child>,
    /// The step at which somebody last wanted to play, since when, and how often.
    stuck_at: Mutex<(Option<u64>, Instant, u32)>,
}

impl Party {
    /// So many members, the bot connected and its commands registered.
    pub(crate) async fn with(config: SandboxConfig, members: usize) -> Self {
        let sandbox = Sandbox::start(config).await.expect("the stand-in starts");
        let guild = sandbox.add_guild("Cards");
        let channel = sandbox.add_channel(guild, "table");
        let names = ["Ana", "Cy", "Bo", "Di", "Eve", "Flo", "Gil", "Hal"];
        let members = names.iter().cycle().take(members).map(|name| sandbox.add_member(guild, name)).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let stuck_at = Mutex::new((None, Instant::now(), 0));
        let mut party = Self { sandbox, guild, channel, members, folder, bot: None, stuck_at };
        party.start_bot().await;
        party
    }

    /// The same at a Discord that takes any number of requests.
    pub(crate) async fn unlimited(members: usize) -> Self {
        Self::with(SandboxConfig { rate_limits: false, ..SandboxConfig::default() }, members).await
    }

    /// The program, set up for this sandbox and database.
    pub(crate) fn program(&self, command: &str) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_canasta"));
        program
            .arg(command)
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("DISCORD_API_URL", self.sandbox.base_url())
            .env("CANASTA_CLOCK_URL", self.sandbox.clock_url())
            .env("DATABASE_URL", format!("sqlite://{}", self.database().display()))
            .env("RUST_LOG", "trace")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        program
    }

    /// Starts the bot's process and waits until it listens.
    pub(crate) async fn start_bot(&mut self) {
        self.begin_bot();
        let ready = || (self.sandbox.connected() > 0 && !self.sandbox.commands().is_empty()).then_some(());
        let listening = self.sandbox.wait_until(SOON, ready).await;
        assert!(listening.is_some(), "the bot does not listen:\n{}", self.log());
    }

    /// Starts the bot's process.
    pub(crate) fn begin_bot(&mut self) {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log_path()).expect("a log");
        let bot = self.program("run").stdout(Stdio::null()).stderr(log).spawn().expect("the bot starts");
        self.bot = Some(bot);
    }

    /// From now on there is another Discord, which has never heard of this bot.
    pub(crate) async fn another_stand_in(&mut self) {
        let config = SandboxConfig { rate_limits: false, ..SandboxConfig::default() };
        self.sandbox = Sandbox::start(config).await.expect("another stand-in starts");
        self.sandbox.add_guild("Other cards");
    }

    /// Ends the bot at once, as a crash would.
    pub(crate) async fn kill_bot(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            bot.kill().await.expect("the bot is killed");
        }
        let gone = self.sandbox.wait_until(SOON, || (self.sandbox.connected() == 0).then_some(())).await;
        assert!(gone.is_some(), "a dead bot is still connected");
    }

    /// Asks the bot to end, and waits until it has; how long that took.
    pub(crate) async fn end_bot(&mut self) -> Duration {
        let mut bot = self.bot.take().expect("a running bot");
        let asked = Instant::now();
        let pid = bot.id().expect("a running bot").to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status().await.expect("kill runs");
        assert!(told.success());
        let ended = bot.wait().await.expect("the bot ends");
        assert!(ended.success(), "{ended}\n{}", self.log());
        asked.elapsed()
    }

    /// A table as the database has it, and all that happened at it.
    pub(crate) async fn stored(&self, id: i64) -> (Stored, Vec<(u64, Entry)>) {
        let url = format!("sqlite://{}", self.database().display());
        let store = Store::open(&url).await.expect("the database opens");
        let stored = store.load(TableId(id)).await.expect("the table reads").expect("the table is kept");
        let history = store.history(TableId(id)).await.expect("the history reads");
        store.close().await;
        (stored, history)
    }

    pub(crate) fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("canasta.db")
    }

    fn log_path(&self) -> std::path::PathBuf {
        Path::new(self.folder.path()).join("log")
    }

    /// What the bot logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    /// `/canasta …`
    pub(crate) async fn slash(&self, member: Id, command: &str, options: &[(&str, Value)]) -> Outcome {
        let outcome = self.sandbox.slash(member, self.channel, &format!("canasta {command}"), options).await;
        let outcome = outcome.unwrap_or_else(|refused| panic!("/canasta {command}: {refused:?}\n{}", self.log()));
        assert!(outcome.answered_once(), "/canasta {command} is not answered once:\n{outcome:?}\n{}", self.log());
        outcome
    }

    /// The host ends the table, having been asked once more.
    pub(crate) async fn end(&self) -> Outcome {
        let host = self.members[0];
        self.slash(host, "end", &[]).await;
        let asked = self.private(host).expect("the host is asked");
        self.click(host, &asked, &asked.button("End the game").expect("to end it").custom_id).await
    }

    /// The newest public message with a component of this bot: the table.
    pub(crate) fn board(&self) -> Option<Message> {
        let bot = self.sandbox.bot();
        let public = |message: &Message| !message.is_ephemeral() && message.author == bot;
        self.sandbox.find_in(self.channel, |message| public(message).then(|| message.clone()))
    }

    /// The table, once it is as it should be.
    pub(crate) async fn board_when(&self, what: &str, is_so: impl Fn(&Message) -> bool) -> Message {
        let found = self.sandbox.wait_until(SOON, || self.board().filter(&is_so)).await;
        found.unwrap_or_else(|| {
            let now = self.board().map(|board| board.content);
            panic!("the table never {what}; it is {now:?}\n{}", self.log())
        })
    }

    /// Whoever plays on and on, and the table stays where it is, plays in vain: a test that waits for more would never end.
    pub(crate) fn assert_getting_on(&self, board: &Message) {
        let mut stuck_at = self.stuck_at.lock().expect("a lock");
        let now = step(board);
        if stuck_at.0 != now {
            *stuck_at = (now, Instant::now(), 0);
        }
        stuck_at.2 += 1;
        if stuck_at.2 > 200 && stuck_at.1.elapsed() > STUCK {
            let hand = waited_for(board).and_then(|player| self.private(player)).map(|hand| hand.content);
            panic!("nobody gets on here: {:?}\n{hand:?}\n{}", board.content, self.log());
        }
    }

    /// A member's newest own message that only they see.
    pub(crate) fn private(&self, member: Id) -> Option<Message> {
        let mut all = self.sandbox.visible_last(member, self.channel, 50).into_iter();
        all.rfind(|message| message.viewer == Some(member))
    }

    /// A click; it must be answered once and in time.
    pub(crate) async fn click(&self, member: Id, message: &Message, custom_id: &str) -> Outcome {
        let outcome = self.sandbox.click(member, message, custom_id).await;
        let outcome = outcome.unwrap_or_else(|refused| panic!("{custom_id}: {refused:?}\n{message:?}"));
        assert!(outcome.answered_once(), "a click is not answered once:\n{outcome:?}\n{}", self.log());
        outcome
    }

    /// A choice of a menu; it must be answered once and in time.
    pub(crate) async fn select(&self, member: Id, message: &Message, custom_id: &str, values: &[&str]) -> Outcome {
        let outcome = self.sandbox.select(member, message, custom_id, values).await;
        let outcome = outcome.unwrap_or_else(|refused| panic!("{custom_id} {values:?}: {refused:?}\n{message:?}"));
        assert!(outcome.answered_once(), "a choice is not answered once:\n{outcome:?}\n{}", self.log());
        outcome
    }

    /// A click on the button of this label on the table.
    pub(crate) async fn click_board(&self, member: Id, label: &str) -> Outcome {
        let find = |board: &Message| {
            board.buttons().into_iter().find(|button| button.label.starts_with(label) && !button.disabled)
        };
        loop {
            let board = self.board_when(&format!("offers {label}"), |board| find(board).is_some()).await;
            let button = find(&board).expect("just seen");
            let outcome = match self.sandbox.click(member, &board, &button.custom_id).await {
                // Drawn anew under the finger: one looks again.
                Err(Refused::NoSuchMessage | Refused::NoSuchComponent(_) | Refused::Disabled(_)) => continue,
                outcome => outcome.unwrap_or_else(|refused| panic!("{label}: {refused:?}\n{board:?}")),
            };
            assert!(outcome.answered_once(), "{label} is not answered once:\n{outcome:?}\n{}", self.log());
            return outcome;
        }
    }

    /// Nothing went wrong that members or Discord would have noticed.
    pub(crate) fn assert_clean(&self) {
        let violations = self.sandbox.violations();
        assert!(violations.is_empty(), "against Discord's rules: {violations:#?}");
        let unanswered = self.sandbox.badly_answered();
        assert!(unanswered.is_empty(), "not answered once and in time: {unanswered:#?}");
        let log = self.log();
        let bad: Vec<&str> = log.lines().filter(|line| line.contains(" ERROR ") || line.contains(" WARN ")).collect();
        assert!(bad.is_empty(), "the log has {bad:#?}");
    }
}

/// Ten times as much where somebody has the time.
pub(crate) fn many(usually: usize) -> usize {
    if std::env::var_os("CANASTA_LONG").is_some() { usually * 10 } else { usually }
}

//! A start with ten thousand tables in play, and what they weigh in memory once each of them has been clicked.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use canasta::ai::choose_at_random;
use canasta::discord::click::{BoardVerb, Click, Verb as Asked};
use canasta::engine::{Pack, RuleSet, Seat, Team};
use canasta::sandbox::{Id, Sandbox, SandboxConfig};
use canasta::store::{Shown, Store};
use canasta::table::{Change, ChannelId, GuildId, Member, Table, TableId, UserId, Verb};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use super::echo::post;
use super::stage::SOON;

const GUILDS: usize = 100;
const TABLES_IN_EACH: usize = 100;
/// Every table has come so far in its round.
const MOVES: usize = 40;
/// Clicks in flight.
const AT_ONCE: usize = 100;

/// What a start cost.
pub(crate) struct Start {
    /// From the start of the process to its first answer.
    pub(crate) seconds: f64,
    /// Resident memory, when everybody has looked at a hand.
    pub(crate) mib: f64,
}

/// Somebody's button on a table.
#[derive(Clone)]
struct Place {
    member: Id,
    channel: Id,
    message: Id,
    button: String,
}

/// Fills a database, starts the program on it, and clicks every table once.
pub(crate) async fn start() -> Start {
    let sandbox = Sandbox::start(SandboxConfig::fast()).await.expect("the stand-in starts");
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("canasta.db").display());
    let places = filled(&sandbox, &Store::open(&url).await.expect("the database opens")).await;

    let began = Instant::now();
    let mut bot = program(&sandbox, &url);
    let listens = || (sandbox.connected() > 0).then_some(());
    sandbox.wait_until(SOON, listens).await.expect("the bot listens");
    click(&sandbox, &places[0]).await;
    let seconds = began.elapsed().as_secs_f64();

    let mut clicks = JoinSet::new();
    for place in places.into_iter().skip(1) {
        if clicks.len() >= AT_ONCE {
            clicks.join_next().await;
        }
        let sandbox = sandbox.clone();
        clicks.spawn(async move { click(&sandbox, &place).await });
    }
    clicks.join_all().await;
    let mib = resident_mib(&bot);
    bot.kill().await.expect("the bot ends");
    Start { seconds, mib }
}

fn program(sandbox: &Sandbox, database: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canasta"));
    command.arg("run").env("DISCORD_TOKEN", sandbox.token()).env("DISCORD_API_URL", sandbox.base_url());
    command.env("DATABASE_URL", database).stdin(Stdio::null()).kill_on_drop(true);
    command.spawn().expect("the bot starts")
}

async fn click(sandbox: &Sandbox, place: &Place) {
    let sent = sandbox.send_click(place.member, place.channel, place.message, &place.button).expect("sent");
    let outcome = sandbox.answered(sent).await.expect("known");
    assert!(outcome.answered_once(), "{outcome:?}");
}

/// From `/proc`, where the system has it.
fn resident_mib(process: &Child) -> f64 {
    let status = process.id().and_then(|id| std::fs::read_to_string(format!("/proc/{id}/status")).ok());
    let line = status.as_deref().and_then(|status| status.lines().find_map(|line| line.strip_prefix("VmRSS:")));
    let kib: Option<f64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kib.map_or(f64::NAN, |kib| kib / 1024.0)
}

/// Tables in play with their messages.
async fn filled(sandbox: &Sandbox, store: &Store) -> Vec<Place> {
    let http = reqwest::Client::new();
    let games: Vec<Change> = (0..TABLES_IN_EACH).map(|seed| in_play(seed as u64)).collect();
    let games = Arc::new(games);
    let mut guilds = JoinSet::new();
    for _ in 0..GUILDS {
        let guild = sandbox.add_guild("Cards");
        let (sandbox, store, http, games) = (sandbox.clone(), store.clone(), http.clone(), Arc::clone(&games));
        guilds.spawn(async move {
            let mut places = Vec::with_capacity(games.len());
            for game in games.iter() {
                places.push(placed(&sandbox, &store, &http, guild, game).await);
            }
            places
        });
    }
    let places = guilds.join_all().await.concat();
    store.close().await;
    places
}

/// A game some moves after its deal, with all that happened in it.
fn in_play(seed: u64) -> Change {
    let mut rng = StdRng::seed_from_u64(seed);
    let set = RuleSet::ALL[seed as usize % RuleSet::ALL.len()];
    let member = |user: u64| Member { user: UserId(user), name: format!("Somebody {user}") };
    let mut table = Table::open(TableId(0), GuildId(1), ChannelId(1), member(1), set, set.rules(4));
    for (user, team) in [(2, Team::EastWest), (3, Team::NorthSouth), (4, Team::EastWest)] {
        table = table.decide(&member(user), Verb::Join(team)).expect("a free seat").table;
    }
    let start = Verb::Start { dealer: Seat::North, pack: Pack::shuffled(&mut rng) };
    let Change { mut table, mut entries } = table.decide(&member(1), start).expect("all are seated");
    for _ in 0..MOVES {
        let Some(by) = table.to_act().next().cloned() else { break };
        let action = choose_at_random(&table.view_of(by.user).expect("seated"), &mut rng).expect("to act");
        let verb = Verb::Act { step: table.step, actions: vec![action] };
        let change = table.decide(&by, verb).expect("what is offered is legal");
        entries.extend(change.entries);
        table = change.table;
    }
    Change { table, entries }
}

/// This game at a table of its own, with four members and a message.
async fn placed(sandbox: &Sandbox, store: &Store, http: &reqwest::Client, guild: Id, game: &Change) -> Place {
    let channel = sandbox.add_channel(guild, "table");
    let mut change = game.clone();
    (change.table.guild, change.table.channel) = (GuildId(guild), ChannelId(channel));
    for seat in Seat::at_table(4) {
        if let Some(member) = &mut change.table.seats[seat] {
            member.user = UserId(sandbox.add_member(guild, &member.name));
        }
    }
    let host = change.table.seats[Seat::North].as_ref().expect("seated").user;
    change.table.host = host;
    change.table.id = store.create(change.table.clone(), 1).await.expect("kept").id;
    let version = store.commit(1, &change, 1).await.expect("kept");
    let Table { id, step, .. } = change.table;
    let button = Click::new(id, step, Asked::Board(BoardVerb::MyHand)).encode();
    let shown = json!({"type": 2, "style": 1, "label": "My hand", "custom_id": button});
    let body = json!({"content": "table", "components": [{"type": 1, "components": [shown]}]});
    let message = post(http, sandbox, channel, &body).await;
    store
        .note_shown(id, Shown { message: Some(message), version, pinged_step: step, won_step: None })
        .await
        .expect("kept");
    Place { member: host.0, channel, message, button }
}

//! How fast the game on Discord is, on the stand-in for Discord with its checks switched off. Run by
//! `cargo bench --bench discord`; it ends with lines `metric NAME VALUE`.
//!
//! Bot, stand-in and members share this process and its cores, so every number contains the work of all three. A move is
//! a click that the table accepted: it is on the disk before it is answered. What a move could cost at best is measured
//! beside it, by a bot that only writes a row and answers.
#![allow(clippy::expect_used, clippy::cast_precision_loss)]

mod crowd;
mod echo;
mod many;
#[path = "../../tests/it/discord/player.rs"]
mod player;
mod size;
mod stage;
mod times;

use std::time::Duration;

use crowd::Crowd;
use stage::Stage;
use times::processor_seconds;

/// Moves one at a time, and echoes.
const ONE_BY_ONE: usize = 2_000;
/// Tables in play, and echoes in flight.
const AT_ONCE: usize = 100;
/// So long everybody clicks without a pause.
const RUSH: Duration = Duration::from_secs(5);
/// People look and think before they click. Discord takes fifty requests a second from a bot, whatever happens at its
/// tables: what a table is shown after tells something only while people play.
const PAUSE: Duration = Duration::from_secs(5);
/// So long people play: until some have not clicked for so long that they are called with a ping.
const EVENING: Duration = Duration::from_secs(80);

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        measure_echoes().await;
        measure_one_table().await;
        measure_many_tables().await;
        measure_people().await;
        let start = many::start().await;
        tell("start_10k_tables_s", start.seconds);
        tell("rss_10k_tables_mib", start.mib);
        tell("database_kib_per_game", size::kib_per_game().await);
    });
}

fn tell(name: &str, value: f64) {
    println!("metric {name} {value:.3}");
}

/// What one of them cost all parts together: it says more than the rate where the machine is shared.
fn note_cost(what: &str, rate: f64, used_before: f64) {
    let count = rate * RUSH.as_secs_f64();
    eprintln!("{what} costs {:.3} ms of a processor", (processor_seconds() - used_before) / count * 1e3);
}

async fn measure_echoes() {
    let stage = Stage::with_echo().await;
    let times = echo::one_by_one(&stage, ONE_BY_ONE).await;
    tell("echo_commit.p50_ms", times.percentile(50));
    tell("echo_commit.p99_ms", times.percentile(99));
    let used = processor_seconds();
    let rate = echo::per_second(&stage, AT_ONCE, RUSH).await;
    tell("echo_commits_per_second.100", rate);
    note_cost("an echo", rate, used);
    stage.end().await;
}

async fn measure_one_table() {
    let stage = Stage::with_bot().await;
    let answered = Crowd::gathered(&stage, 1).await.play_one_by_one(ONE_BY_ONE).await;
    tell("move.p50_ms", answered.percentile(50));
    tell("move.p99_ms", answered.percentile(99));
    stage.end().await;
}

async fn measure_many_tables() {
    let stage = Stage::with_bot().await;
    let crowd = Crowd::gathered(&stage, AT_ONCE).await;
    let used = processor_seconds();
    let rate = crowd.play_in_haste(RUSH).await;
    tell("moves_per_second.100_tables", rate);
    note_cost("a move", rate, used);
    stage.end().await;
}

async fn measure_people() {
    let stage = Stage::with_bot().await;
    let told = Crowd::gathered(&stage, AT_ONCE).await.play_at_ease(&stage, PAUSE, EVENING).await;
    tell("table_shown.p99_ms", told.shown.percentile(99));
    tell("requests_per_turn.human", told.requests_per_turn);
    stage.end().await;
}

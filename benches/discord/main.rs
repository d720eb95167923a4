//! How fast the game on Discord is, on the stand-in for Discord with its checks switched off. Run by
//! `cargo bench --bench discord`; it ends with lines `metric NAME VALUE`.
//!
//! Bot, stand-in and members share this process and its cores, so every number contains the work of all three. A move is
//! a click that the table accepted: it is on the disk before it is answered. What a move could cost at best is measured
//! beside it, by a bot that only writes a row and answers. `cargo bench --bench discord -- answers echoes many people start
//! size` runs the parts that are named, all without a name.
#![allow(clippy::expect_used, clippy::cast_precision_loss)]

mod crowd;
mod echo;
mod many;
#[path = "../../tests/it/discord/player.rs"]
mod player;
mod size;
mod stage;
mod times;

use std::num::NonZero;
use std::time::Duration;

use canasta::config::REQUESTS_PER_SECOND;
use crowd::Crowd;
use stage::Stage;
use times::{Times, processor_seconds};

/// Moves one at a time, and echoes.
const ONE_BY_ONE: usize = 2_000;
/// Before each of them: nobody clicks while the table is still being shown what the click before did.
const BREATH: Duration = Duration::from_millis(5);
/// In so many parts.
const ROUNDS: usize = 20;
/// Tables in play, and echoes in flight.
const AT_ONCE: usize = 100;
/// So long everybody clicks without a pause.
const RUSH: Duration = Duration::from_secs(5);
/// People look and think before they click. Discord takes fifty requests a second from a bot, whatever happens at its
/// tables: what a table is shown after tells something only while people play.
const PAUSE: Duration = Duration::from_secs(5);
/// So long people play: each has a turn at least, and all stay, so that nobody is called with a ping.
const EVENING: Duration = Duration::from_secs(80);

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let named: Vec<String> = std::env::args().skip(1).filter(|part| !part.starts_with("--")).collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    runtime.block_on(async {
        if wanted("answers") {
            measure_answers().await;
        }
        if wanted("echoes") {
            measure_many_echoes().await;
        }
        if wanted("many") {
            measure_many_tables().await;
        }
        if wanted("people") {
            measure_people().await;
        }
        if wanted("start") {
            let start = many::start().await;
            tell("start_10k_tables_s", start.seconds);
            tell("rss_10k_tables_mib", start.mib);
        }
        if wanted("size") {
            tell("database_kib_per_game", size::kib_per_game().await);
        }
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

/// Echoes and moves by turns: whatever else the machine does meanwhile falls on both.
async fn measure_answers() {
    let shown = echo::least();
    let (bare, played) = (Stage::with_echo(shown.clone()).await, Stage::with_bot(REQUESTS_PER_SECOND).await);
    let clicker = echo::Clicker::at(&bare, &shown).await;
    let mut crowd = Crowd::gathered(&played, 1).await;
    let (mut echoes, mut moves) = (Times::default(), Times::default());
    for _ in 0..ROUNDS {
        echoes.extend(clicker.one_by_one(ONE_BY_ONE / ROUNDS, BREATH).await);
        moves.extend(crowd.play_one_by_one(ONE_BY_ONE / ROUNDS, BREATH).await);
    }
    for (name, times) in [("echo_commit", echoes), ("move", moves)] {
        tell(&format!("{name}.p50_ms"), times.percentile(50));
        tell(&format!("{name}.p99_ms"), times.percentile(99));
    }
    bare.end().await;
    played.end().await;
}

/// Of the least message, and of a hand in the middle of a turn: what clicks on such hands cost where there is no game.
async fn measure_many_echoes() {
    let played = Stage::with_bot(REQUESTS_PER_SECOND).await;
    let hand = Crowd::gathered(&played, 1).await.hand_in_turn().await;
    played.end().await;
    for (name, what, shown) in
        [("echo_commits", "an echo", echo::least()), ("hand_echo_commits", "a hand's echo", hand)]
    {
        let stage = Stage::with_echo(shown.clone()).await;
        let used = processor_seconds();
        let rate = echo::per_second(&stage, &shown, AT_ONCE, RUSH).await;
        tell(&format!("{name}_per_second.100"), rate);
        note_cost(what, rate, used);
        stage.end().await;
    }
}

/// What the bot can do, not what Discord would take: where it may not send more than fifty requests a second, tables
/// soon wait to be shown the end of their rounds.
async fn measure_many_tables() {
    let stage = Stage::with_bot(NonZero::<u16>::MAX).await;
    let crowd = Crowd::gathered(&stage, AT_ONCE).await;
    let used = processor_seconds();
    let rate = crowd.play_in_haste(RUSH).await;
    tell("moves_per_second.100_tables", rate);
    note_cost("a move", rate, used);
    stage.end().await;
}

async fn measure_people() {
    let stage = Stage::with_bot(REQUESTS_PER_SECOND).await;
    let told = Crowd::gathered(&stage, AT_ONCE).await.play_at_ease(&stage, PAUSE, EVENING).await;
    tell("table_shown.p99_ms", told.shown.percentile(99));
    tell("requests_per_turn.human", told.requests_per_turn);
    stage.end().await;
}

//! The command line: what can be asked for, and how the program ends. Must never know the game.

use std::io::{Write, stderr, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

mod serve;

use canasta::i18n::Lang;
use canasta::terminal::{Bout, Failure, Setup, Wishes, arena, play, replay};
use clap::{Args, Parser, Subcommand};

/// A click is parsed and answered in thousands of small pieces, which is what this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Canasta in four rule sets.
#[derive(Parser)]
#[command(name = "canasta", version)]
struct Cli {
    /// Without one: run.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot on Discord; `DISCORD_TOKEN` must be set.
    Run,
    /// Try the bot in a browser, without Discord: prints the address of a page on which one person plays all members.
    #[cfg(feature = "sandbox")]
    Sandbox(serve::sandbox::Wanted),
    /// Check the configuration and the database.
    Check,
    /// Play at this keyboard against the computer.
    Play(Play),
    /// Let two levels of computer players play against each other and say how much better one is.
    Arena(Arena),
    /// Tell a recorded game step by step.
    Replay {
        /// The record.
        file: PathBuf,
        /// As this seat (N, E, S, W) may know it; without it, as the public sees it.
        #[arg(long)]
        seat: Option<String>,
    },
}

/// Which rules are played by.
#[derive(Args)]
struct Ruled {
    /// The rule set: classic, playout, concealed or wild.
    #[arg(long)]
    rules: Option<String>,
    /// How many players: 2 or 4.
    #[arg(long, value_parser = clap::value_parser!(u8))]
    players: Option<u8>,
    /// The points that win the game (500 to 20000), or one-round.
    #[arg(long)]
    target: Option<String>,
    /// An option changed from the rule set, as key=value; can be repeated. `rules` in the game shows them all.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl From<Ruled> for Wishes {
    fn from(Ruled { rules, players, target, options }: Ruled) -> Self {
        Self { rules, players, target, options, ..Self::default() }
    }
}

#[derive(Args)]
struct Play {
    #[command(flatten)]
    ruled: Ruled,
    /// How well the computer plays: random, easy or normal.
    #[arg(long)]
    level: Option<String>,
    /// Where chance begins: the same number deals the same cards.
    #[arg(long)]
    seed: Option<u64>,
    /// The seats that people at this keyboard play, as N,S.
    #[arg(long, value_delimiter = ',')]
    seats: Vec<String>,
    /// Record the game in this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Args)]
struct Arena {
    /// The level measured: random, easy or normal.
    #[arg(long, default_value = "normal")]
    a: String,
    /// The level it is measured against.
    #[arg(long, default_value = "random")]
    b: String,
    /// How many games; every deal is played twice, with the sides swapped.
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// Instead of games: how many deals, each a round of its own, played twice.
    #[arg(long, conflicts_with = "games")]
    deals: Option<u32>,
    #[command(flatten)]
    ruled: Ruled,
    /// Where chance begins: the same number plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let lang = Lang::default();
    let done = match Cli::parse().command.unwrap_or(Command::Run) {
        Command::Run => serve::run(lang).map_err(|why| why.to_string()),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(wanted) => serve::sandbox::run(lang, &wanted).map_err(|why| why.to_string()),
        Command::Check => serve::check(lang).map_err(|why| why.to_string()),
        Command::Play(Play { ruled, level, seed, seats, record }) => {
            let wishes = Wishes { level, seats, seed, record, ..ruled.into() };
            let played = Setup::new(lang, &wishes).and_then(|setup| play(&setup, stdin().lock(), stdout().lock()));
            unless_reader_gone(played)
        }
        Command::Arena(Arena { ruled, a, b, games, deals, seed, json }) => {
            let bout = Bout { a, b, games, deals, seed, json };
            unless_reader_gone(arena(lang, &ruled.into(), &bout, stdout().lock()))
        }
        Command::Replay { file, seat } => unless_reader_gone(replay(lang, &file, seat.as_deref(), stdout().lock())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Where even the complaint can't be written, the exit code still tells.
            let _ = writeln!(stderr(), "canasta: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever closes the pipe has read enough.
fn unless_reader_gone(played: Result<(), Failure>) -> Result<(), String> {
    match played {
        Err(failure) if !failure.is_reader_gone() => Err(failure.to_string()),
        _ => Ok(()),
    }
}

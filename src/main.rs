//! The command line: what can be asked for, and how the program ends. Must never know the game.

use std::io::{Write, stderr, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

mod serve;

use canasta::i18n::Lang;
use canasta::terminal::{Failure, Setup, Wishes, play, replay};
use clap::{Args, Parser, Subcommand};

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
    /// Check the configuration and the database.
    Check,
    /// Play at this keyboard against players who play at random.
    Play(Play),
    /// Tell a recorded game step by step.
    Replay {
        /// The record.
        file: PathBuf,
        /// As this seat (N, E, S, W) may know it; without it, as the public sees it.
        #[arg(long)]
        seat: Option<String>,
    },
}

#[derive(Args)]
struct Play {
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

fn main() -> ExitCode {
    let lang = Lang::default();
    let done = match Cli::parse().command.unwrap_or(Command::Run) {
        Command::Run => serve::run(lang).map_err(|why| why.to_string()),
        Command::Check => serve::check(lang).map_err(|why| why.to_string()),
        Command::Play(Play { rules, players, target, options, seed, seats, record }) => {
            let wishes = Wishes { rules, players, target, options, seats, seed, record };
            let played = Setup::new(lang, &wishes).and_then(|setup| play(&setup, stdin().lock(), stdout().lock()));
            unless_reader_gone(played)
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

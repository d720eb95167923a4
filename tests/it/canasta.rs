//! Runs the program: words and typed lines in; what it printed and how it ended out.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run came to.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with these words; `typed` is its input.
pub(crate) fn run(words: &[&str], typed: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_canasta"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("the program starts: {error}"));
    let mut stdin = child.stdin.take();
    let typed = typed.to_owned();
    // Beside the reading: a game may end before all is typed, and a pipe holds only so much.
    let typist = std::thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(typed.as_bytes())));
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("the program ends: {error}"));
    let _ = typist.join();
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A file for one test, which no other test writes.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{name}-{}.txt", std::process::id()))
}

/// Plays a whole round, always the first choice, and gives the record's path and text.
pub(crate) fn record(name: &str, words: &[&str]) -> (PathBuf, String) {
    let path = scratch(name);
    let file = path.display().to_string();
    let all = [&["play", "--target", "one-round", "--record", &file], words].concat();
    let run = run(&all, &"1\n".repeat(5000));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words:?}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    (path, text)
}

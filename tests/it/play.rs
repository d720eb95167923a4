//! People play at the keyboard.

use canasta::engine::RuleSet;
use canasta::engine::notation::Transcript;

use crate::canasta::{record, run, scratch};

#[test]
fn whoever_always_types_1_plays_a_whole_round_of_every_rule_set() {
    for set in RuleSet::ALL {
        for players in ["2", "4"] {
            let words = ["--rules", set.name(), "--players", players, "--seed", "7"];
            let (path, text) = record(&format!("play-{}-{players}", set.name()), &words);
            let transcript = Transcript::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            let game = transcript.replay(|_, _, _| {}).unwrap_or_else(|error| panic!("{error}"));
            assert!(game.winner().is_some(), "{words:?}");
            assert_eq!(transcript.to_string(), text, "the record is what the notation prints");
            let _ = std::fs::remove_file(path);
        }
    }
}

#[test]
fn the_same_seed_deals_the_same_cards_and_none_deals_others() {
    let hand = |words: &[&str]| run(&[&["play"], words].concat(), "").out;
    assert_eq!(hand(&["--seed", "1"]), hand(&["--seed", "1"]));
    assert_ne!(hand(&["--seed", "1"]), hand(&["--seed", "2"]));
    assert_ne!(hand(&[]), hand(&[]));
}

#[test]
fn the_input_may_end_anywhere() {
    for typed in ["", "1", "1\n", "nonsense\n", "\u{0}\n", "meld\n", "quit\n"] {
        let run = run(&["play", "--seed", "5"], typed);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{typed:?}");
        assert!(run.out.ends_with("Goodbye.\n"), "{typed:?}: {}", run.out);
    }
}

#[test]
fn a_refusal_says_why_and_a_mistake_where() {
    let run = run(&["play", "--seed", "5", "--seats", "N,E,S,W"], "\ndiscard 4\ndrow\nmeld KKx\n");
    assert!(run.out.contains("> First draw from the stock or take the pile.\n"), "{}", run.out);
    assert!(run.out.contains(">   drow\n  ^\n"), "{}", run.out);
    assert!(run.out.contains(">   meld KKx\n         ^\n"), "{}", run.out);
}

#[test]
fn people_at_one_keyboard_never_see_each_others_hands() {
    // Each turn: Enter, draw, discard the first rank that is there.
    let discards: String = "456789TJQKA2*3".chars().map(|rank| format!("discard {rank}\n")).collect();
    let typed = format!("\ndraw\n{discards}").repeat(2);
    let run = run(&["play", "--seed", "5", "--seats", "N,E,S,W"], &typed);
    let screens: Vec<&str> = run.out.split("\x1b[2J\x1b[3J\x1b[H").collect();
    assert!(screens.len() > 2, "{}", run.out);
    for screen in screens {
        let owners: std::collections::BTreeSet<&str> =
            screen.lines().filter_map(|line| line.split_once("'s hand (")).map(|(name, _)| name).collect();
        assert!(owners.len() <= 1, "{screen}");
    }
}

#[test]
fn what_can_not_be_played_is_said() {
    for (words, said) in [
        (["--rules", "poker"], "There is no rule set “poker”"),
        (["--option", "drawn=3"], "“3” is no value of drawn"),
        (["--option", "dealt=25"], "At most 22 cards"),
        (["--target", "1"], "“1” is no value of target"),
        (["--players", "3"], "players has a value"),
        (["--seats", "X"], "“X” is no seat"),
        (["--record", "/no/such/folder/file"], "/no/such/folder/file: "),
    ] {
        let run = run(&[&["play"], &words[..]].concat(), "");
        assert_eq!(run.code, Some(1), "{words:?}");
        assert!(run.err.starts_with(&format!("canasta: {said}")), "{words:?}: {}", run.err);
    }
}

#[test]
fn an_unfinished_game_is_a_record_too() {
    let path = scratch("unfinished");
    let file = path.display().to_string();
    run(&["play", "--seed", "3", "--record", &file], "draw\n");
    let told = run(&["replay", &file, "--seat", "N"], "");
    assert_eq!(told.code, Some(0));
    assert!(told.out.contains("North drew"), "{}", told.out);
    assert!(told.out.ends_with("The record ends here.\n"), "{}", told.out);
    let _ = std::fs::remove_file(path);
}

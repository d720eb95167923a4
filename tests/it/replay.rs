//! A record is told again, to each seat what it may know.

use std::io::Read;
use std::process::{Command, Stdio};

use canasta::engine::notation::{Step, Transcript};
use canasta::engine::{Card, Cards, Counts, Event, Game, Hands, Pack, Seat, Seen};

use crate::canasta::{record, run, scratch};

const SEATS: [&str; 4] = ["N", "E", "S", "W"];

fn parsed(text: &str) -> Transcript {
    Transcript::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn told(file: &str, seat: Option<&str>) -> String {
    let seat: Vec<&str> = seat.map_or_else(Vec::new, |seat| vec!["--seat", seat]);
    let run = run(&[&["replay", file], &seat[..]].concat(), "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    run.out
}

/// What is told before the hands are laid open.
fn in_play(told: &str) -> &str {
    told.split("All hands:").next().unwrap_or_default()
}

#[test]
fn every_seat_is_told_its_own_hands_and_nobody_elses() {
    for rules in ["classic", "playout", "concealed", "wild"] {
        let (path, text) = record(&format!("hands-{rules}"), &["--rules", rules, "--seed", "11"]);
        let file = path.display().to_string();
        for (seat, letter) in Seat::ALL.into_iter().zip(SEATS) {
            let told = told(&file, Some(letter));
            assert_eq!(hands_shown(in_play(&told)), hands_held(&text, seat), "{rules} {letter}");
        }
        let public = told(&file, None);
        assert!(hands_shown(&public).is_empty(), "{rules}");
        assert!(!in_play(&public).lines().any(names_drawn_card), "{rules}");
        let _ = std::fs::remove_file(path);
    }
}

/// The lines below the heads of hands.
fn hands_shown(told: &str) -> Vec<String> {
    let lines: Vec<&str> = told.lines().collect();
    lines.windows(2).filter(|two| two[0].contains("'s hand (")).map(|two| two[1].trim().to_owned()).collect()
}

/// The real hands of a seat, whenever its turn begins and after each of its own actions, as they are shown.
fn hands_held(text: &str, seat: Seat) -> Vec<String> {
    let mut all = Vec::new();
    let mut was_to_act = false;
    let watch = |game: &Game, step: &Step, _: &[Event]| {
        let Some(round) = game.round().filter(|round| !round.is_over()) else { return };
        let acts = round.public().turn.seat == seat;
        let acted = matches!(step, Step::Act(of, _) if *of == seat);
        if acted || (acts && !was_to_act) {
            all.push(shown(&round.view(seat).hand));
        }
        was_to_act = acts;
    };
    parsed(text).replay(watch).unwrap_or_else(|error| panic!("{error}"));
    all
}

/// A hand as players see it, made here from the cards alone.
fn shown(hand: &Cards) -> String {
    let signs = [("A", 'A'), ("K", 'K'), ("Q", 'Q'), ("J", 'J'), ("10", 'T'), ("9", '9'), ("8", '8'), ("7", '7')];
    let more = [("6", '6'), ("5", '5'), ("4", '4'), ("3", '3'), ("2", '2'), ("★", '*')];
    let cards: Vec<String> =
        hand.iter().filter(|card| !card.is_red_three()).map(|card: Card| card.to_string()).collect();
    let group = |(sign, letter): (&str, char)| {
        let count = cards.iter().filter(|card| card.starts_with(letter)).count();
        match count {
            0 => None,
            5.. => Some(format!("{sign}×{count}")),
            _ => Some(vec![sign; count].join(" ")),
        }
    };
    let mut groups: Vec<String> = signs.into_iter().chain(more).filter_map(group).collect();
    let red = hand.iter().filter(|card| card.is_red_three()).count();
    groups.extend((red > 0).then(|| format!("red 3 ×{red} (laid in your turn)")));
    groups.join("  ")
}

/// `drew` with anything but a number of cards, red threes or another deed behind it, or what came for a red three.
fn names_drawn_card(line: &str) -> bool {
    let counted = |rest: &str| {
        let rest = rest.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
        ["cards", "a red three", "red threes"].iter().any(|public| rest.starts_with(public))
    };
    line.contains(" got ")
        || line.split("drew").skip(1).any(|rest| !rest.is_empty() && !rest.starts_with(',') && !counted(rest))
}

#[test]
fn only_the_own_cards_drawn_are_named() {
    let (path, _) = record("drawn", &["--seed", "12"]);
    let file = path.display().to_string();
    for (name, letter) in ["North", "East", "South", "West"].into_iter().zip(SEATS) {
        let told = told(&file, Some(letter));
        for line in in_play(&told).lines().filter(|line| line.contains("drew")) {
            assert_eq!(names_drawn_card(line), line.starts_with(name), "{letter}: {line}");
        }
    }
    let _ = std::fs::remove_file(path);
}

/// Two cards that only their holders ever knew change places; whoever is neither of them is told the same story.
#[test]
fn cards_that_nobody_saw_change_nothing() {
    let mut compared = 0;
    for seed in ["21", "22", "23", "24"] {
        let (path, text) = record(&format!("swap-{seed}"), &["--seed", seed]);
        let file = path.display().to_string();
        for (seat, letter) in Seat::ALL.into_iter().zip(SEATS) {
            let Some(other) = with_hidden_cards_swapped(&text, seat) else { continue };
            let swapped = scratch(&format!("swapped-{seed}-{letter}"));
            std::fs::write(&swapped, other).unwrap_or_else(|error| panic!("{error}"));
            let (one, two) = (told(&file, Some(letter)), told(&swapped.display().to_string(), Some(letter)));
            assert_ne!(one, two, "the hands laid open differ");
            assert_eq!(in_play(&one), in_play(&two), "seed {seed}, seat {letter}");
            compared += 1;
            let _ = std::fs::remove_file(swapped);
        }
        let _ = std::fs::remove_file(path);
    }
    assert!(compared > 0, "some round ends with cards that can change places");
}

/// All that the engine lets a seat know before the hands are laid open; none if the record is illegal.
fn known_to(viewer: Seat, transcript: &Transcript) -> Option<Vec<Seen>> {
    let mut all = Vec::new();
    let watch = |_: &Game, _: &Step, events: &[Event]| all.extend(Event::history(events, Some(viewer)));
    transcript.replay(watch).ok()?;
    all.retain(|seen| !matches!(seen, Seen::RoundEnded { .. } | Seen::Public(Event::GameWon { .. })));
    Some(all)
}

/// The same record with two cards of the others' last hands, of different ranks, changed in the pack.
fn with_hidden_cards_swapped(text: &str, viewer: Seat) -> Option<String> {
    let transcript = parsed(text);
    let hands = last_hands(&transcript)?;
    let (_, Step::Deal(pack)) = transcript.steps.first()? else { return None };
    let others: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| *seat != viewer).collect();
    let original = known_to(viewer, &transcript);
    let hidden: Vec<Card> = others.iter().flat_map(|seat| hands[*seat].iter().collect::<Vec<_>>()).collect();
    let places: Vec<usize> = (0..Pack::SIZE).filter(|at| hidden.contains(&pack.cards()[*at])).collect();
    for (number, one) in places.iter().enumerate() {
        for two in places.iter().skip(number + 1) {
            let mut changed = transcript.clone();
            changed.steps[0].1 = Step::Deal(swapped(pack, *one, *two)?);
            if known_to(viewer, &changed) != original {
                continue;
            }
            let (before, after) = (by_rank(&hands), by_rank(&last_hands(&changed)?));
            if after != before && after[viewer as usize] == before[viewer as usize] {
                return Some(changed.to_string());
            }
        }
    }
    None
}

fn last_hands(transcript: &Transcript) -> Option<Hands> {
    let game = transcript.replay(|_, _, _| {}).ok()?;
    game.round()?.public().ended.map(|(_, hands)| hands)
}

/// Suits don't show.
fn by_rank(hands: &Hands) -> [Counts; 4] {
    Seat::ALL.map(|seat| Counts::of(&hands[seat]))
}

fn swapped(pack: &Pack, one: usize, two: usize) -> Option<Pack> {
    let mut cards = *pack.cards();
    cards.swap(one, two);
    Pack::from_cards(&cards)
}

#[test]
fn a_broken_record_names_the_line() {
    let (path, text) = record("broken", &["--seed", "13"]);
    let _ = std::fs::remove_file(path);
    let line = |number: usize, new: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[number - 1] = new;
        lines.join("\n")
    };
    let pass = text.lines().nth(3).map(|action| format!("{} pass", &action[..1])).unwrap_or_default();
    for (broken, place) in [
        (line(1, "rules poker"), "line 1, column 7: "),
        (line(2, "dealer X"), "line 2, column 8: "),
        (line(3, "deal KhKh"), "line 3, column 6: "),
        (line(4, "N dance"), "line 4, column 3: "),
        (line(4, &pass), "line 4: "),
        (line(6, text.lines().nth(2).unwrap_or_default()), "line 6: no round can be dealt here: "),
        (String::new(), "line 1, column 1: "),
    ] {
        let path = scratch("broken-line");
        let file = path.display().to_string();
        std::fs::write(&path, broken).unwrap_or_else(|error| panic!("{error}"));
        let run = run(&["replay", &file], "");
        assert_eq!(run.code, Some(1), "{place}");
        assert!(run.err.starts_with(&format!("canasta: {file}: {place}")), "{place}: {}", run.err);
    }
    let missing = run(&["replay", "/no/such/file"], "");
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.starts_with("canasta: /no/such/file: "), "{}", missing.err);
}

#[test]
fn a_seat_that_is_not_there_is_refused() {
    let (path, _) = record("two", &["--seed", "14", "--players", "2"]);
    let file = path.display().to_string();
    assert_eq!(run(&["replay", &file, "--seat", "S"], "").code, Some(1));
    assert_eq!(run(&["replay", &file, "--seat", "E"], "").code, Some(0));
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let (path, _) = record("head", &["--seed", "15"]);
    let child = Command::new(env!("CARGO_BIN_EXE_canasta"))
        .args(["replay", &path.display().to_string(), "--seat", "N"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{error}"));
    let mut first = [0; 10];
    if let Some(mut out) = child.stdout.take() {
        let _ = out.read_exact(&mut first);
    }
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let _ = std::fs::remove_file(path);
}

//! No hand and no token leaves the program where it must not: not in the log at its most talkative, not in public.

use std::collections::BTreeSet;

use canasta::sandbox::Message;
use canasta::table::Table;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::party::Party;

/// The lines of a private message that show a hand: nothing but ranks, and several of them. A hand of one rank alone
/// looks like the meld that becomes of it.
fn hand_lines(message: &Message) -> impl Iterator<Item = String> + '_ {
    let is_card = |letter: char| letter.is_ascii_digit() || "AKQJ★×".contains(letter);
    let lines = message.content.lines().map(|line| line.trim_matches('`').trim().to_owned());
    lines.filter(move |line| {
        let cards = line.chars().filter(|letter| is_card(*letter)).count();
        cards >= 4 && line.contains("  ") && line.chars().all(|letter| is_card(letter) || letter == ' ')
    })
}

/// Lists of several small numbers, as cards or bytes would stand in a log.
fn number_lists(log: &str) -> Vec<&str> {
    let lists = log.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0));
    let of_numbers = |list: &&str| {
        let numbers: Vec<_> = list.split(',').map(|part| part.trim().parse::<u8>()).collect();
        numbers.len() >= 4 && numbers.iter().all(Result::is_ok)
    };
    lists.filter(of_numbers).collect()
}

#[test]
fn lists_of_numbers_are_found() {
    assert_eq!(number_lists("hand=[3, 17, 44, 9] stock: [1,2,3,4,5]"), ["3, 17, 44, 9", "1,2,3,4,5"]);
    assert!(number_lists("[2026-01-01] rows=[1, 2] names=[Ana, Bo, Cy, Di]").is_empty());
}

/// The hands and the stock of a table, as they are stored.
fn stored_secrets(table: &Table) -> Vec<String> {
    fn texts(value: &Value) -> Vec<String> {
        match value {
            Value::String(text) => vec![text.clone()],
            Value::Array(all) => all.iter().flat_map(texts).collect(),
            Value::Object(all) => all.values().flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }
    let round = table.round().map(|round| json!(round)).unwrap_or_default();
    let secrets = [&round["hands"], &round["stock"]].into_iter().flat_map(texts);
    secrets.filter(|cards| cards.len() >= 8).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_log_nor_the_channel_shows_a_hand() {
    let mut rng = StdRng::seed_from_u64(21);
    let party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    let (mut hands, mut public, mut stored) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for turn in 0..2000 {
        if turn % 50 == 0 {
            stored.extend(stored_secrets(&party.stored(1).await.0.table));
        }
        let Some(board) = party.board().filter(|board| board.button("Rematch").is_none()) else { break };
        public.insert(board.content);
        let shown = party.members.iter().filter_map(|member| party.private(*member));
        hands.extend(shown.flat_map(|message| hand_lines(&message).collect::<Vec<_>>()));
        party.play_once(&mut rng).await;
    }
    assert!(hands.len() > 5, "hardly a hand was seen: {hands:?}");
    let log = party.log();
    assert!(stored.len() >= 5, "hardly a stored hand was seen: {}", stored.len());
    assert!(!stored.iter().any(|cards| log.contains(cards.as_str())), "the log shows cards as they are stored");
    assert!(number_lists(&log).is_empty(), "the log shows lists of numbers: {:?}", number_lists(&log));
    for hand in &hands {
        assert!(!log.contains(hand.as_str()), "the log shows {hand}");
        assert!(!public.iter().any(|content| content.contains(hand.as_str())), "everybody sees {hand}");
    }
    assert!(!log.contains(party.sandbox.token()), "the log shows the bot's token");
    assert!(!log.contains("aW50ZXJhY3Rpb246"), "the log shows the token of an interaction");
    party.assert_clean();
}

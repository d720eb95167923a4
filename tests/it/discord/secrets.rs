//! No hand and no token leaves the program where it must not: not in the log at its most talkative, not in public.

use std::collections::BTreeSet;

use canasta::sandbox::{Message, SandboxConfig};
use rand::{SeedableRng, rngs::StdRng};

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

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_log_nor_the_channel_shows_a_hand() {
    let mut rng = StdRng::seed_from_u64(21);
    let party = Party::with(SandboxConfig { rate_limits: false, ..SandboxConfig::default() }, 4).await;
    party.open("classic", 4, "one round").await;
    let (mut hands, mut public) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..2000 {
        let Some(board) = party.board().filter(|board| board.button("Rematch").is_none()) else { break };
        public.insert(board.content);
        let shown = party.members.iter().filter_map(|member| party.private(*member));
        hands.extend(shown.flat_map(|message| hand_lines(&message).collect::<Vec<_>>()));
        party.play_once(&mut rng).await;
    }
    assert!(hands.len() > 5, "hardly a hand was seen: {hands:?}");
    let log = party.log();
    for hand in &hands {
        assert!(!log.contains(hand.as_str()), "the log shows {hand}");
        assert!(!public.iter().any(|content| content.contains(hand.as_str())), "everybody sees {hand}");
    }
    assert!(!log.contains(party.sandbox.token()), "the log shows the bot's token");
    assert!(!log.contains("aW50ZXJhY3Rpb246"), "the log shows the token of an interaction");
    party.assert_clean();
}

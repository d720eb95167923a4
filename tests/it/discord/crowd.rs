//! Many members at once, on anything that can be clicked.

use canasta::sandbox::{Fault, Id, Message, Trouble};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::party::{EAGER, Party, many};
use super::player::{sensible, uses};

impl Party {
    fn joins(board: &Message) -> Vec<String> {
        let joins = board.buttons().into_iter().filter(|button| button.label.starts_with("Join") && !button.disabled);
        joins.map(|button| button.custom_id).collect()
    }

    /// Whom the lobby shows as seated is who is seated.
    async fn assert_lobby_is_true(&self) {
        let (stored, _) = self.stored(1).await;
        let seated: Vec<Id> = stored.table.members().map(|(_, member)| member.user.0).collect();
        let mut once = seated.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), seated.len(), "somebody sits twice");
        self.board_when("shows who sits there", |board| {
            let free = usize::from(stored.table.free_seats());
            board.content.matches("free").count() == free
                || (free == 0 && board.button("Start").is_some_and(|start| !start.disabled))
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_want_four_seats() {
    let mut rng = StdRng::seed_from_u64(1);
    let party = Party::unlimited(20).await;
    party.slash(party.members[0], "new", &[]).await;
    let board = party.board_when("is a lobby", |board| !Party::joins(board).is_empty()).await;
    let mut all: Vec<Id> = party.members[1..].to_vec();
    all.shuffle(&mut rng);
    let joins = |member: &Id| {
        let offered = Party::joins(&board);
        let join = &offered[*member as usize / 7 % offered.len()];
        party.sandbox.send_click(*member, party.channel, board.id, join).ok()
    };
    // The last of them may find the button greyed already.
    let sent: Vec<Id> = all.iter().filter_map(joins).collect();
    for id in sent {
        assert!(party.sandbox.answered(id).await.expect("known").answered_once(), "{}", party.log());
    }
    assert_eq!(party.stored(1).await.0.table.free_seats(), 0);
    party.assert_lobby_is_true().await;
    party.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_does_not_hide_who_joined() {
    let party = Party::unlimited(4).await;
    party.slash(party.members[0], "new", &[]).await;
    let board = party.board_when("is a lobby", |board| Party::joins(board).len() == 2).await;
    let joins = Party::joins(&board);
    party.sandbox.fault(Fault::on("POST", "/interactions/**", 1, Trouble::Hang { ms: 700 }));
    let late = party.sandbox.send_click(party.members[1], party.channel, board.id, &joins[0]).expect("sent");
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    party.click(party.members[2], &board, &joins[1]).await;
    assert!(party.sandbox.answered(late).await.expect("known").answered_once());
    let names = |board: &Message| party.members[..3].iter().all(|member| board.content.contains(&member.to_string()));
    party.board_when("shows both", names).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    party.board_when("still shows both", names).await;
    party.assert_clean();
}

/// One member uses something they see.
async fn use_anything(party: &Party, rng: &mut StdRng) -> bool {
    let member = *party.members.choose(rng).expect("somebody");
    let seen = party.sandbox.visible_last(member, party.channel, 12);
    // The table itself now and then: it may have scrolled out of what was said last.
    let table = party.board().filter(|_| rng.random_bool(0.2));
    let Some(message) = table.as_ref().or_else(|| seen.choose(rng)) else { return false };
    // Random play would never end a round: half of the time whoever is to act plays sensibly.
    let all = uses(message);
    let used = match sensible(message, &all, EAGER, rng).filter(|_| rng.random_bool(0.3)) {
        Some(used) => Some(used),
        None => all.choose(rng).cloned(),
    };
    let Some(used) = used else { return false };
    let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
    let outcome = match values.as_slice() {
        [] => party.sandbox.click(member, message, &used.custom_id).await,
        values => party.sandbox.select(member, message, &used.custom_id, values).await,
    };
    match outcome {
        Ok(outcome) => {
            assert!(outcome.answered_once(), "not answered once: {outcome:?}\n{}", party.log());
            true
        }
        Err(_) => false,
    }
}

/// Servers at a time: while one waits for its database, another clicks.
const SERVERS: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn anybody_clicks_anything() {
    let mut servers = tokio::task::JoinSet::new();
    for seed in 0..SERVERS {
        servers.spawn(click_anything(seed as u64, many(10_000) / SERVERS));
    }
    servers.join_all().await;
}

async fn click_anything(seed: u64, wanted: usize) {
    let mut rng = StdRng::seed_from_u64(seed);
    let party = Party::unlimited(6).await;
    let mut clicks = 0;
    party.open("classic", 4, "5000 points").await;
    for turn in 0.. {
        if clicks >= wanted {
            break;
        }
        if turn % 3 == 0 && party.board().is_some_and(|board| Party::waited_for(&board).is_some()) {
            clicks += party.play_once(&mut rng).await as usize;
        } else {
            clicks += usize::from(use_anything(&party, &mut rng).await);
        }
        assert!(turn < wanted * 20, "hardly anything can be clicked");
    }
    party.assert_clean();
}

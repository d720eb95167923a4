//! The bot dies at any moment, and nothing that anybody was told is lost, nor done twice.

use std::time::Duration;

use canasta::engine::{Event, Game, Seat};
use canasta::sandbox::{Id, SandboxConfig};
use canasta::store::Stored;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::party::{Party, many};
use super::player::{sensible, step};

/// What follows from the events alone.
fn folded(stored: &Stored, history: &[(u64, Event)]) -> Option<Game> {
    let mut game: Option<Game> = None;
    for (_, event) in history {
        if let Event::Dealt { dealer, .. } = event
            && game.as_ref().is_none_or(|game| game.winner().is_some())
        {
            game = Some(Game::new(stored.table.rules, *dealer).expect("playable rules"));
        }
        game.as_mut().expect("a deal comes first").apply(event);
    }
    game
}

/// How often a member was to be told that the table waits for them.
fn calls(history: &[(u64, Event)], seat: Seat) -> usize {
    let called = |event: &Event| match event {
        Event::TurnBegan { seat: of } => *of == seat,
        Event::PartnerAsked { seat: of } => *of != seat && of.team() == seat.team(),
        _ => false,
    };
    history.iter().filter(|(_, event)| called(event)).count()
}

impl Party {
    /// The newest step that anybody was shown.
    fn told_step(&self) -> u64 {
        let seen = self.members.iter().flat_map(|member| self.sandbox.visible_last(*member, self.channel, 50));
        seen.filter_map(|message| step(&message)).max().unwrap_or(0)
    }

    /// Whoever is to act uses something; nobody waits for what becomes of it.
    fn play_without_waiting(&self, rng: &mut StdRng) -> Option<Id> {
        let board = self.board()?;
        let Some(player) = Party::waited_for(&board) else {
            let next = board.button("Deal").or_else(|| board.button("Rematch"))?;
            return self.sandbox.send_click(self.members[0], self.channel, board.id, &next.custom_id).ok();
        };
        let hand = self.private(player).and_then(|hand| Some((sensible(&hand, rng)?, hand)));
        let Some((used, hand)) = hand else {
            let my_hand = board.button("My hand")?;
            return self.sandbox.send_click(player, self.channel, board.id, &my_hand.custom_id).ok();
        };
        let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
        match values.as_slice() {
            [] => self.sandbox.send_click(player, self.channel, hand.id, &used.custom_id).ok(),
            values => self.sandbox.send_select(player, self.channel, hand.id, &used.custom_id, values).ok(),
        }
    }

    /// The database holds what was told, whole; gives the step it stands at.
    async fn assert_kept(&self, most: u64) -> u64 {
        let (stored, history) = self.stored(1).await;
        let told = self.told_step();
        assert!(stored.table.step >= told, "step {told} was told, {} is kept", stored.table.step);
        assert!(stored.table.step <= most, "one click led to step {}, not {most}", stored.table.step);
        assert_eq!(folded(&stored, &history), stored.table.game, "the events lead elsewhere");
        for (seat, member) in stored.table.members() {
            let pings = self.sandbox.notifications(member.user.0);
            let calls = calls(&history, seat);
            assert!(pings.len() <= calls, "{seat:?} was pinged {} times for {calls} turns: {pings:#?}", pings.len());
        }
        stored.table.step
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_bot_goes_on_where_it_was() {
    let mut rng = StdRng::seed_from_u64(11);
    let mut party = Party::with(SandboxConfig { rate_limits: false, ..SandboxConfig::default() }, 4).await;
    party.open("classic", 4, "one round").await;
    for _ in 0..many(20) {
        for _ in 0..rng.random_range(1..8) {
            if party.board().is_some_and(|board| board.button("Rematch").is_some()) {
                party.click_board(party.members[0], "Rematch").await;
            }
            party.play_once(&mut rng).await;
        }
        let before = party.told_step();
        let sent = party.play_without_waiting(&mut rng);
        tokio::time::sleep(Duration::from_micros(rng.random_range(0..15_000))).await;
        party.kill_bot().await;
        let kept = party.assert_kept(before + u64::from(sent.is_some())).await;
        party.start_bot().await;
        party.board_when("is shown again", |board| step(board) == Some(kept)).await;
    }
    party.play_to_the_end(5).await;
    let end = party.told_step();
    party.kill_bot().await;
    assert_eq!(party.assert_kept(end).await, end);
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

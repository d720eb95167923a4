//! The bot dies at any moment, and nothing that anybody was told is lost, nor done twice.

use std::time::Duration;

use canasta::discord::click::{HandVerb, Verb};
use canasta::engine::{Event, Game, Seat};
use canasta::sandbox::{Fault, Id, Message, Trouble};
use canasta::store::{Store, Stored};
use canasta::table::{Entry, GuildId, Phase, UserId};
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::party::{EAGER, Party, SOON, many};
use super::player::{Use, sensible, step, uses};

/// What follows from the events alone.
fn folded(stored: &Stored, history: &[(u64, Entry)]) -> Option<Game> {
    let mut game: Option<Game> = None;
    for event in history.iter().filter_map(|(_, entry)| entry.event()) {
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
fn calls(history: &[(u64, Entry)], seat: Seat) -> usize {
    let called = |event: &Event| match event {
        Event::TurnBegan { seat: of } => *of == seat,
        Event::PartnerAsked { seat: of } => *of != seat && of.team() == seat.team(),
        _ => false,
    };
    history.iter().filter_map(|(_, entry)| entry.event()).filter(|event| called(event)).count()
}

impl Party {
    /// The newest step that anybody was shown.
    pub(crate) fn told_step(&self) -> u64 {
        let seen = self.members.iter().flat_map(|member| self.sandbox.visible_last(*member, self.channel, 50));
        seen.filter_map(|message| step(&message)).max().unwrap_or(0)
    }

    /// Where the table offers this button, it is pressed, and the table drawn anew.
    async fn go_on_by(&self, label: &str) {
        let Some(board) = self.board() else { return };
        let Some(button) = board.button(label) else { return };
        // A table that was drawn anew meanwhile has gone on already.
        let _ = self.sandbox.click(self.members[0], &board, &button.custom_id).await;
        self.board_when("goes on", |board| board.button(label).is_none()).await;
    }

    /// Whoever is to act uses something; nobody waits for what becomes of it.
    fn play_without_waiting(&self, rng: &mut StdRng) -> Option<Id> {
        let board = self.board()?;
        let Some(player) = Party::waited_for(&board) else {
            let next = board.button("Deal").or_else(|| board.button("Rematch"))?;
            return self.sandbox.send_click(self.members[0], self.channel, board.id, &next.custom_id).ok();
        };
        let hand = self.private(player).and_then(|hand| Some((sensible(&hand, &uses(&hand), EAGER, rng)?, hand)));
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
            // And once as the first game begins.
            let calls = calls(&history, seat) + 1;
            assert!(pings.len() <= calls, "{seat:?} was pinged {} times for {calls} turns: {pings:#?}", pings.len());
        }
        stored.table.step
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_bot_goes_on_where_it_was() {
    let mut rng = StdRng::seed_from_u64(11);
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "one round").await;
    for _ in 0..many(20) {
        for _ in 0..rng.random_range(1..8) {
            party.go_on_by("Rematch").await;
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

/// One turn, step by step, until a request is held.
impl Party {
    /// Plays on until somebody is to draw and sees the hand; whoever that is.
    async fn until_somebody_draws(&self, rng: &mut StdRng) -> Id {
        loop {
            self.go_on_by("Rematch").await;
            self.go_on_by("Deal").await;
            let board = self.board_when("goes on", |board| board.button("My hand").is_some()).await;
            let draws = board.button("Draw").is_some_and(|draw| !draw.disabled);
            if let Some(player) = Party::waited_for(&board).filter(|_| draws) {
                // All hands are open: that of the next player is drawn anew when the turn comes.
                for member in &self.members {
                    self.click_board(*member, "My hand").await;
                }
                if self.use_of(player, |verb| verb == HandVerb::Draw).is_some() {
                    return player;
                }
            }
            self.play_once(rng).await;
        }
    }

    /// What a member's hand offers of this.
    fn use_of(&self, player: Id, fits: impl Fn(HandVerb) -> bool) -> Option<(Id, Use)> {
        let hand = self.private(player)?;
        let used = uses(&hand).into_iter().find(|used| matches!(used.verb, Verb::Hand(verb) if fits(verb)))?;
        Some((hand.id, used))
    }

    /// Clicks, and waits for the answer or until a request is held; false if there was nothing to click.
    async fn click_unless_held(&self, player: Id, fits: impl Fn(HandVerb) -> bool) -> bool {
        let Some((hand, used)) = self.use_of(player, fits).filter(|_| self.sandbox.held() == 0) else { return false };
        let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
        let sent = match values.as_slice() {
            [] => self.sandbox.send_click(player, self.channel, hand, &used.custom_id),
            values => self.sandbox.send_select(player, self.channel, hand, &used.custom_id, values),
        };
        let sent = sent.expect("the client sends it");
        let answered = || self.sandbox.outcome(sent).is_some_and(|outcome| outcome.answered());
        let over = || (self.sandbox.held() > 0 || answered()).then_some(());
        self.sandbox.wait_until(SOON, over).await.expect("answered or held");
        true
    }

    /// Waits until the table shows what was told, or until a request is held.
    async fn shown_unless_held(&self) {
        let told = self.told_step();
        let shown = || self.board().is_some_and(|board| step(&board) >= Some(told));
        let over = || (self.sandbox.held() > 0 || shown()).then_some(());
        self.sandbox.wait_until(SOON, over).await.expect("shown or held");
    }

    /// One turn: draws, discards, and what the bot does after that; how many moves that were, at most.
    async fn take_a_turn(&self, player: Id) -> u64 {
        let drawn = self.click_unless_held(player, |verb| verb == HandVerb::Draw).await;
        self.shown_unless_held().await;
        let discarded = self.click_unless_held(player, |verb| verb == HandVerb::Discard).await;
        self.click_unless_held(player, |verb| matches!(verb, HandVerb::DiscardSure(_))).await;
        self.shown_unless_held().await;
        // What still comes after that: the old message goes, the next hand is drawn.
        self.sandbox.wait_until(Duration::from_millis(300), || (self.sandbox.held() > 0).then_some(())).await;
        u64::from(drawn) + u64::from(discarded)
    }
}

/// The bot dies before, and in another run right after, each of the requests that follow one turn: so between any two
/// of its writes and requests.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_killed_at_any_request_goes_on_where_it_was() {
    let mut rng = StdRng::seed_from_u64(12);
    let mut party = Party::unlimited(4).await;
    party.open("classic", 4, "5000 points").await;
    let mut kills = 0;
    for trouble in [Trouble::Hold, Trouble::HoldAnswer] {
        for request in 0.. {
            let player = party.until_somebody_draws(&mut rng).await;
            let before = party.told_step();
            let held = party.sandbox.held();
            assert_eq!(held, 0, "a request is held from before");
            party.sandbox.fault(Fault::any(1, trouble).after(request));
            let moves = party.take_a_turn(player).await;
            let reached = party.sandbox.held() > 0;
            party.sandbox.clear_faults();
            if !reached {
                break;
            }
            kills += 1;
            party.kill_bot().await;
            let kept = party.assert_kept(before + moves).await;
            party.start_bot().await;
            party.board_when("is shown again", |board| step(board) == Some(kept)).await;
        }
    }
    assert!(kills >= 10, "a turn takes only {kills} requests");
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

/// What members asked for while a table opened, and were told is done.
#[derive(Debug)]
struct Opening {
    opened: bool,
    joined: bool,
    started: bool,
}

impl Party {
    /// Waits for the answer, or until a request is held; whether it is answered.
    async fn answered_unless_held(&self, sent: Option<Id>) -> bool {
        let Some(sent) = sent.filter(|_| self.sandbox.held() == 0) else { return false };
        let answered = || self.sandbox.outcome(sent).is_some_and(|outcome| outcome.answered());
        let over = || (self.sandbox.held() > 0 || answered()).then_some(());
        self.sandbox.wait_until(SOON, over).await.expect("answered or held");
        answered()
    }

    /// A click on the table's button of this label, once there is one.
    async fn click_board_unless_held(&self, member: Id, label: &str) -> bool {
        let find = || {
            let board = self.board()?;
            let button = board.buttons().into_iter().find(|it| it.label.starts_with(label) && !it.disabled)?;
            self.sandbox.send_click(member, self.channel, board.id, &button.custom_id).ok()
        };
        let mut sent = None;
        let over = || {
            sent = find();
            (self.sandbox.held() > 0 || sent.is_some()).then_some(())
        };
        self.sandbox.wait_until(SOON, over).await.expect("offered or held");
        self.answered_unless_held(sent).await
    }

    /// A table for two, from the command to the first hand.
    async fn open_unless_held(&self) -> Opening {
        let [host, guest] = [self.members[0], self.members[1]];
        let players = [("players", self.choice("new", "players", "2, each alone"))];
        let sent = self.sandbox.send_slash(host, self.channel, "canasta new", &players).expect("sent");
        let opened = self.answered_unless_held(Some(sent)).await;
        let joined = opened && self.click_board_unless_held(guest, "Join East").await;
        let started = joined && self.click_board_unless_held(host, "Start").await;
        let shown = || self.board().is_some_and(|board| board.button("My hand").is_some());
        let over = || (self.sandbox.held() > 0 || shown()).then_some(());
        self.sandbox.wait_until(SOON, over).await.expect("shown or held");
        // The message of the lobby goes.
        self.sandbox.wait_until(Duration::from_millis(300), || (self.sandbox.held() > 0).then_some(())).await;
        Opening { opened, joined, started }
    }

    /// What was told is kept and shown; then the table ends.
    async fn assert_opened(&self, told: &Opening) {
        let [host, guest] = [self.members[0], self.members[1]];
        let store = Store::open(&format!("sqlite://{}", self.database().display())).await.expect("the database opens");
        let tables = store.tables_of(GuildId(self.guild), UserId(host)).await.expect("tables");
        store.close().await;
        let Some(id) = tables.first() else {
            assert!(!told.opened, "{told:?}, and no table is kept");
            return;
        };
        let table = self.stored(id.0).await.0.table;
        let (sits, plays) = (table.seat_of(UserId(guest)).is_some(), table.phase == Phase::Playing);
        assert!(tables.len() == 1 && sits >= told.joined && plays >= told.started, "{told:?}, but {table:?}");
        let number = format!("Table {}", id.0);
        let shows = |board: &Message| {
            let right = if plays { board.button("My hand") } else { board.button("Leave") };
            board.content.contains(&number)
                && right.is_some()
                && (plays || board.content.contains(&guest.to_string()) == sits)
        };
        self.board_when("is shown again", shows).await;
        let all = || self.sandbox.visible(host, self.channel);
        let once = || {
            let boards =
                all().into_iter().filter(|message| !message.is_ephemeral() && message.content.contains(&number));
            (boards.count() == 1).then_some(())
        };
        assert!(self.sandbox.wait_until(SOON, once).await.is_some(), "{told:?}, shown more than once: {:#?}", all());
        self.slash(host, "end", &[]).await;
        let asked = self.private(host).expect("the host is asked");
        let end = asked.buttons().into_iter().find(|button| button.label.starts_with("End the")).expect("to end it");
        self.click(host, &asked, &end.custom_id).await;
        self.board_when("has ended", |board| board.content.contains("has ended")).await;
    }
}

/// The bot dies before, and in another run right after, each of the requests from the command that opens a table to the
/// first hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_killed_while_a_table_opens_keeps_what_it_told() {
    let mut party = Party::unlimited(2).await;
    let mut kills = 0;
    for trouble in [Trouble::Hold, Trouble::HoldAnswer] {
        for request in 0.. {
            party.sandbox.fault(Fault::any(1, trouble).after(request));
            let told = party.open_unless_held().await;
            let reached = party.sandbox.held() > 0;
            party.sandbox.clear_faults();
            if reached {
                kills += 1;
                party.kill_bot().await;
                party.start_bot().await;
            }
            party.assert_opened(&told).await;
            if !reached {
                break;
            }
        }
    }
    assert!(kills >= 10, "a table opens with only {kills} requests");
    assert!(party.sandbox.violations().is_empty(), "{:#?}", party.sandbox.violations());
}

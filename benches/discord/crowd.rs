//! Tables of four, each in a channel of its own, that play by clicks alone: as people do, one click at a time, or all
//! tables as fast as they can.

use std::time::{Duration, Instant};

use canasta::discord::click::{AfterVerb, BoardVerb, HandVerb, LobbyVerb, Verb};
use canasta::sandbox::{Id, Message, Sandbox};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::player::{Use, sensible, step, uses, waited_for};
use super::stage::{SOON, Stage};
use super::times::Times;

/// So often something that can be melded is: this comes to about 0.43 melds a turn, as many as a computer player of
/// the normal level plays.
const MELDS: f64 = 0.5;
/// Whoever is to act and sees no hand opens it after so long.
const NO_HAND: Duration = Duration::from_millis(300);

/// Everybody at their tables, all hands open.
pub(crate) struct Crowd {
    groups: Vec<Group>,
}

/// A table and its four players.
struct Group {
    sandbox: Sandbox,
    channel: Id,
    members: Vec<Id>,
    rng: StdRng,
    /// The newest step that a click led to.
    step: u64,
}

/// What one click led to.
struct Clicked {
    /// When it was sent.
    at: Instant,
    /// How long the bot took to answer.
    answered: Duration,
    /// The table accepted a move.
    moved: bool,
    /// That move ended a turn.
    ended_turn: bool,
}

/// What people were told who took their time.
pub(crate) struct AtEase {
    /// From a move to a table that shows it.
    pub(crate) shown: Times,
    /// Besides the answers to clicks.
    pub(crate) requests_per_turn: f64,
}

impl Crowd {
    /// So many tables with their games begun.
    pub(crate) async fn gathered(stage: &Stage, tables: usize) -> Self {
        let mut groups = Vec::with_capacity(tables);
        for seed in 0..tables {
            let channel = stage.sandbox.add_channel(stage.guild, "table");
            let members = ["Ana", "Cy", "Bo", "Di"].map(|name| stage.sandbox.add_member(stage.guild, name)).to_vec();
            let rng = StdRng::seed_from_u64(seed as u64);
            let mut group = Group { sandbox: stage.sandbox.clone(), channel, members, rng, step: 0 };
            group.begin().await;
            groups.push(group);
        }
        Self { groups }
    }

    /// The first table makes so many moves, one after the other with a pause before each: how long their answers took.
    pub(crate) async fn play_one_by_one(&mut self, moves: usize, pause: Duration) -> Times {
        let group = self.groups.first_mut().expect("a table");
        let mut answered = Times::default();
        while answered.len() < moves {
            tokio::time::sleep(pause).await;
            let clicked = group.click_on().await;
            if clicked.moved {
                answered.push(clicked.answered);
            }
        }
        answered
    }

    /// What the hand of whoever is to act shows at the first table, in the middle of a turn.
    pub(crate) async fn hand_in_turn(&mut self) -> Value {
        let group = self.groups.first_mut().expect("a table");
        let discards = |used: &Use| used.verb == Verb::Hand(HandVerb::Discard);
        let in_turn = |message: &Message| {
            let shows = || json!({"content": message.content, "components": message.components.as_ref()});
            uses(message).iter().any(discards).then(shows)
        };
        loop {
            group.click_on().await;
            if let Some(hand) = group.sandbox.find_in(group.channel, in_turn) {
                return hand;
            }
        }
    }

    /// All tables play for so long and end their turns, with a pause before every click, as people do.
    pub(crate) async fn play_at_ease(self, stage: &Stage, pause: Duration, lasting: Duration) -> AtEase {
        let end = Instant::now() + lasting;
        let before = stage.sandbox.request_count();
        let mut tables = JoinSet::new();
        for group in self.groups {
            tables.spawn(group.play_at_ease(pause, end));
        }
        let (mut shown, mut clicks, mut moves, mut turns) = (Times::default(), 0, 0, 0);
        for table in tables.join_all().await {
            moves += table.shown.len();
            shown.extend(table.shown);
            clicks += table.clicks;
            turns += table.turns;
        }
        eprintln!("a turn has {:.2} moves", moves as f64 / turns as f64);
        let others = stage.sandbox.request_count() - before - clicks;
        AtEase { shown, requests_per_turn: others as f64 / turns as f64 }
    }

    /// All tables play for so long without a pause: moves a second.
    pub(crate) async fn play_in_haste(self, lasting: Duration) -> f64 {
        let end = Instant::now() + lasting;
        let mut tables = JoinSet::new();
        for group in self.groups {
            tables.spawn(group.play_in_haste(end));
        }
        let told = tables.join_all().await;
        let (clicks, moves) = told.into_iter().fold((0, 0), |sum, (clicks, moves)| (sum.0 + clicks, sum.1 + moves));
        eprintln!("a move takes {:.2} clicks", f64::from(clicks) / f64::from(moves));
        f64::from(moves) / lasting.as_secs_f64()
    }
}

/// What happened at one table.
#[derive(Default)]
struct Told {
    shown: Times,
    clicks: u64,
    turns: u64,
}

impl Group {
    async fn begin(&mut self) {
        let sent = self.sandbox.slash(self.members[0], self.channel, "canasta new", &[]).await.expect("sent");
        assert!(sent.answered_once(), "{sent:?}");
        for member in 1..self.members.len() {
            self.click_board(member, |verb| matches!(verb, Verb::Lobby(LobbyVerb::Join(_)))).await;
        }
        self.click_board(0, |verb| verb == Verb::Lobby(LobbyVerb::Start)).await;
        self.step = 1;
        for member in 0..self.members.len() {
            self.click_board(member, |verb| verb == Verb::Board(BoardVerb::MyHand)).await;
        }
    }

    /// A click on the first button of the table that fits.
    async fn click_board(&mut self, member: usize, fits: impl Fn(Verb) -> bool) -> Clicked {
        let channel = self.channel;
        let find = |message: &Message| {
            let used = uses(message).into_iter().find(|used| fits(used.verb)).filter(|_| !message.is_ephemeral())?;
            Some((message.id, used))
        };
        loop {
            let (board, used) = self.sandbox.wait_in(channel, SOON, find).await.expect("the button is there");
            if let Some(clicked) = self.click(self.members[member], board, &used).await {
                return clicked;
            }
        }
    }

    /// The next sensible click of whoever is to act.
    async fn click_on(&mut self) -> Clicked {
        let Self { sandbox, rng, step, .. } = self;
        let next = sandbox.wait_in(self.channel, NO_HAND, |message| next(message, *step, rng)).await;
        match next {
            Some(Next { member, message, used }) => {
                let member = member.unwrap_or(self.members[0]);
                match self.click(member, message, &used).await {
                    Some(clicked) => clicked,
                    None => self.open_hand().await,
                }
            }
            None => self.open_hand().await,
        }
    }

    /// Who is called by the table opens the hand anew.
    async fn open_hand(&mut self) -> Clicked {
        let called = self.sandbox.find_in(self.channel, waited_for);
        let member = self.members.iter().position(|member| Some(*member) == called).unwrap_or(0);
        self.click_board(member, |verb| verb == Verb::Board(BoardVerb::MyHand)).await
    }

    /// Nothing where the client sends nothing: the message was drawn anew under the finger, or the choice is the one
    /// before.
    async fn click(&mut self, member: Id, message: Id, used: &Use) -> Option<Clicked> {
        let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
        let at = Instant::now();
        let sent = match values.as_slice() {
            [] => self.sandbox.send_click(member, self.channel, message, &used.custom_id),
            values => self.sandbox.send_select(member, self.channel, message, &used.custom_id, values),
        }
        .ok()?;
        let outcome = self.sandbox.answered(sent).await.expect("known");
        assert!(outcome.answered_once(), "{outcome:?}");
        let answered = outcome.answer().expect("just seen").took;
        let answers = |message: &Message| (Some(message.id) == outcome.message).then(|| step(message));
        let led_to = self.sandbox.find_in(self.channel, answers).flatten().unwrap_or(0);
        let moved = led_to > self.step && matches!(used.verb, Verb::Hand(_) | Verb::After(_));
        self.step = self.step.max(led_to);
        let ends = matches!(used.verb, Verb::Hand(HandVerb::Discard | HandVerb::DiscardSure(_) | HandVerb::GoOut));
        Some(Clicked { at, answered, moved, ended_turn: moved && ends })
    }

    async fn play_at_ease(mut self, pause: Duration, end: Instant) -> Told {
        let mut told = Told::default();
        // Not all at the same moment.
        tokio::time::sleep(pause.mul_f64(self.rng.random())).await;
        // Whole turns: what half of one cost would count for nothing.
        let mut whole = true;
        while Instant::now() < end || !whole {
            let clicked = self.click_on().await;
            whole = clicked.ended_turn || (whole && !clicked.moved);
            told.clicks += 1;
            told.turns += u64::from(clicked.ended_turn);
            if clicked.moved {
                let shows =
                    |message: &Message| (!message.is_ephemeral() && step(message) >= Some(self.step)).then_some(());
                self.sandbox.wait_in(self.channel, SOON, shows).await.expect("the table is shown");
                told.shown.push(clicked.at.elapsed());
            }
            tokio::time::sleep(pause.mul_f64(self.rng.random_range(0.5..1.5))).await;
        }
        told
    }

    /// The number of clicks, and of moves.
    async fn play_in_haste(mut self, end: Instant) -> (u32, u32) {
        let (mut clicks, mut moves) = (0, 0);
        while Instant::now() < end {
            clicks += 1;
            moves += u32::from(self.click_on().await.moved);
        }
        (clicks, moves)
    }
}

/// What can be done next, and by whom; anybody where it does not matter.
struct Next {
    member: Option<Id>,
    message: Id,
    used: Use,
}

/// What this message lets its viewer do about a table that has come to this step.
fn next(message: &Message, now: u64, rng: &mut StdRng) -> Option<Next> {
    if step(message) < Some(now) {
        return None;
    }
    let all = uses(message);
    let used = match message.viewer {
        Some(_) if all.iter().any(|used| acts(used.verb)) => sensible(message, &all, MELDS, rng),
        Some(_) => None,
        None => all.into_iter().find(|used| matches!(used.verb, Verb::After(AfterVerb::Deal | AfterVerb::Rematch))),
    };
    used.map(|used| Next { member: message.viewer, message: message.id, used })
}

/// Whether only who is to act is offered this.
fn acts(verb: Verb) -> bool {
    use HandVerb::{Answer, Clear, Discard, DiscardSure, Draw, GoOut, Pass, Play, Take, TakeWith, Withdraw};
    let acts = |verb| {
        matches!(
            verb,
            Draw | Take | TakeWith | Pass | Play | Clear | Discard | DiscardSure(_) | GoOut | Answer(_) | Withdraw
        )
    };
    matches!(verb, Verb::Hand(verb) if acts(verb))
}

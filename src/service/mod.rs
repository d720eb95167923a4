//! The verbs: what anybody can do, from opening a table to the last round. It owns the clock and the randomness,
//! commits before it tells, and keeps two clicks on one table apart. Must never know Discord, nor a word of any language.

mod clock;
mod computers;
mod deadlines;
mod look;
mod pings;
mod rest;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use rand::seq::SliceRandom;
use thiserror::Error;

pub use clock::Clock;
use computers::Thinking;
use deadlines::Deadlines;
pub use look::Look;
pub use pings::Call;
use pings::Clicks;
use tables::Tables;

use crate::ai::Level;
use crate::engine::{Action, Pack, RuleSet, Rules, Seat, Team};
use crate::store::{self, CommitError, Store, StoreError, Stored};
use crate::table::{Change, ChannelId, GuildId, Member, Motion, Pace, Phase, Refusal, Table, TableId, UserId, Verb};

/// Which message shows a table, and what it shows: what callers hand back to [`Service::note_shown`].
pub type Shown = store::Shown;
/// What a member has done in a server's games.
pub type Stats = store::Stats;
/// When a member wants to be pinged.
pub type Pings = store::Pings;
/// A page of a server's best.
pub type Leaderboard = store::Leaderboard;
/// A member on that page.
pub type Ranked = store::Ranked;

/// What a member asks for; chance is added by the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Sit down on this side, or change to it.
    Join(Team),
    /// Leave the lobby.
    Leave,
    /// Leave the table, wherever it is: in a game, the computer plays on.
    Abandon,
    /// Leave a game that is won: another begins without them.
    LeaveWon {
        /// The step the player saw.
        step: u64,
    },
    /// Sit down where somebody left, in a game.
    TakeOver,
    /// Seat a computer player on this side.
    AddComputer(Team, Level),
    /// Send a computer player away.
    RemoveComputer(Seat),
    /// Send somebody away.
    Remove(UserId),
    /// Mix the seats.
    Shuffle,
    /// Change an option.
    SetOption {
        /// The option's key.
        key: String,
        /// The text of its value.
        value: String,
    },
    /// Stand in another channel or thread: a lobby, or a table whose channel is gone.
    Move(ChannelId),
    /// Say how long a turn may take.
    SetClock(Option<Pace>),
    /// Say whether a seat that somebody leaves waits for the next member.
    LetSeatsWait(bool),
    /// Call for a clock, having waited for a day.
    CallClock,
    /// Begin a vote.
    Propose(Motion),
    /// Begin a vote on whether to replace whoever is absent.
    ProposeToReplace,
    /// Be for what is voted on, or against it.
    Vote {
        /// For it.
        yes: bool,
        /// When the vote that the player saw is over.
        until: i64,
    },
    /// End a pause.
    GoOn,
    /// Start the game.
    Start,
    /// Act at the cards: all of it, or nothing.
    Act {
        /// The step the player saw.
        step: u64,
        /// One action after the other.
        actions: Vec<Action>,
    },
    /// Deal the next round.
    Deal {
        /// The step the player saw.
        step: u64,
    },
    /// Play another game.
    Rematch {
        /// The step the player saw.
        step: u64,
    },
    /// End the table.
    End {
        /// Whether this member may manage the channel.
        manager: bool,
    },
}

/// Why something was not done.
#[derive(Debug, Error)]
pub enum Failure {
    /// It is not allowed; with the table as it is now, if there is one. Why is for the one who asked alone: it may tell
    /// of a hand, and this text may be logged.
    #[error("refused")]
    Refused {
        /// Why.
        reason: Refusal,
        /// The table as it is now.
        table: Option<Arc<Table>>,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database failed to keep it: nothing was done.
    #[error("not committed: {0}")]
    Commit(#[from] CommitError),
}

impl Failure {
    /// The database has trouble, which somebody may see to.
    pub const fn may_pass(&self) -> bool {
        !self.is_of_no_table() && matches!(self, Self::Store(_) | Self::Commit(_))
    }

    /// There is no such table, or what is stored of it can't be read, which the log tells: no other table is held up
    /// by it.
    pub const fn is_of_no_table(&self) -> bool {
        matches!(self, Self::Refused { reason: Refusal::NoSuchTable, .. } | Self::Store(StoreError::Damaged { .. }))
    }
}

/// Everything that can be done, on top of a store.
pub struct Service {
    store: Store,
    clock: Clock,
    tables: Tables,
    thinking: Thinking,
    deadlines: Deadlines,
    clicks: Clicks,
    /// A server that removes the bot and has it back at once is heard of in that order.
    removals: tokio::sync::Mutex<()>,
}

impl Service {
    /// A service on a store.
    pub fn new(store: Store, clock: Clock) -> Self {
        let (tables, thinking, deadlines) = (Tables::default(), Thinking::default(), Deadlines::default());
        Self {
            store,
            clock,
            tables,
            thinking,
            deadlines,
            clicks: Clicks::default(),
            removals: tokio::sync::Mutex::default(),
        }
    }

    /// The clock that everything here follows.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Opens a table with its host seated north, who asks for these preparations at once: all of it, or nothing.
    ///
    /// # Errors
    /// If the rules can't be played, a preparation is refused, or the store fails.
    pub async fn open_table(
        &self,
        guild: GuildId,
        channel: ChannelId,
        host: Member,
        rule_set: RuleSet,
        rules: Rules,
        preparations: Vec<Request>,
    ) -> Result<Look, Failure> {
        let refused = |reason| Failure::Refused { reason, table: None };
        rules.validate().map_err(|reason| refused(reason.into()))?;
        let now = self.clock.now();
        self.store.remember_member(&host, now).await?;
        let table = Table::open(TableId(0), guild, channel, host.clone(), rule_set, rules);
        let mut table = prepared(table, &host, preparations, now).map_err(refused)?;
        table.timing.touched = now;
        let table = self.store.create(table, now).await?;
        self.deadlines.note(table.due());
        let look = Look::new(Stored { table, version: 1, shown: Shown::default() }, Vec::new());
        *self.tables.entry(look.table.id).lock().await = Some(look.clone());
        Ok(look)
    }

    /// Does what a member asks for. It is durable before this returns.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn ask(&self, id: TableId, by: &Member, request: Request) -> Result<Look, Failure> {
        self.change(id, Some(by.user), |table| table.decide(by, with_chance(request.clone(), table, self.clock.now())))
            .await
    }

    /// Changes a table as decided on its newest state, for somebody or for nobody. It is durable before this returns.
    async fn change(
        &self,
        id: TableId,
        by: Option<UserId>,
        decide: impl Fn(&Table) -> Result<Change, Refusal>,
    ) -> Result<Look, Failure> {
        let changed = self.change_and_tell(id, by, |table| decide(table).map(|change| (change, ()))).await;
        changed.map(|(look, ())| look)
    }

    /// The same, and tells what was decided.
    async fn change_and_tell<T>(
        &self,
        id: TableId,
        by: Option<UserId>,
        decide: impl Fn(&Table) -> Result<(Change, T), Refusal>,
    ) -> Result<(Look, T), Failure> {
        let entry = self.tables.entry(id);
        let mut known = entry.lock().await;
        // A version conflict means that somebody else wrote: look once more and judge again.
        for attempt in 0..2 {
            let look = self.known(&mut known, id).await?;
            let refused = |reason| Failure::Refused { reason, table: Some(Arc::clone(&look.table)) };
            let (mut change, told) = decide(&look.table).map_err(refused)?;
            let now = self.clock.now();
            change.keep_time(&look.table, by, now);
            change.note_incidents(&look.table, by);
            match self.store.commit(look.version, &change, now).await {
                Ok(version) => {
                    self.deadlines.note(change.table.due());
                    look.follow(change, version);
                    return Ok((look.clone(), told));
                }
                Err(CommitError::Conflict) if attempt == 0 => *known = None,
                Err(error) => {
                    *known = None;
                    return Err(error.into());
                }
            }
        }
        Err(CommitError::Conflict.into())
    }

    async fn known<'a>(&self, known: &'a mut Option<Look>, id: TableId) -> Result<&'a mut Look, Failure> {
        if known.is_none() {
            *known = self.load(id).await?;
        }
        known.as_mut().ok_or(Failure::Refused { reason: Refusal::NoSuchTable, table: None })
    }

    async fn load(&self, id: TableId) -> Result<Option<Look>, StoreError> {
        let Some(stored) = self.store.load(id).await? else { return Ok(None) };
        let round = self.store.history_since(id, stored.table.round_began).await?;
        Ok(Some(Look::new(stored, round)))
    }

    /// A table as it is now.
    ///
    /// # Errors
    /// If there is none, or the store fails.
    pub async fn look(&self, id: TableId) -> Result<Look, Failure> {
        let entry = self.tables.entry(id);
        let mut known = entry.lock().await;
        self.known(&mut known, id).await.map(|look| look.clone())
    }

    /// Notes which message shows a table, and what it shows.
    pub async fn note_shown(&self, id: TableId, shown: Shown) {
        let entry = self.tables.entry(id);
        let mut known = entry.lock().await;
        // The store may hear of the message a moment later than the next look.
        if let Ok(look) = self.known(&mut known, id).await {
            look.shown = shown;
            // Not before its end is shown.
            if look.table.phase == Phase::Closed && shown.version >= look.version {
                // Nobody asks for it any more, but for old buttons: those read it anew.
                *known = None;
                self.tables.forget(id);
            }
        }
        // A note that is lost costs one more showing after a restart.
        let _ = self.store.note_shown(id, shown).await;
    }

    /// Notes that with this version nothing changed that its message shows.
    async fn note_nothing_to_show(&self, id: TableId, version: u64) {
        let entry = self.tables.entry(id);
        let mut known = entry.lock().await;
        if let Ok(look) = self.known(&mut known, id).await
            && look.shown.version + 1 == version
        {
            look.shown.version = version;
            // A note that is lost costs one more showing after a restart.
            let _ = self.store.note_shown(id, look.shown).await;
        }
    }

    /// Tables that changed since they were last shown.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn to_redraw(&self) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.to_redraw().await?)
    }

    /// Tables of a channel that changed since they were last shown.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn behind_in_channel(&self, channel: ChannelId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.behind_in_channel(channel).await?)
    }

    /// Tables of a server that changed since they were last shown.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn behind_in_guild(&self, guild: GuildId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.behind_in_guild(guild).await?)
    }

    /// The tables where somebody sits, not yet over.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tables_of(&self, guild: GuildId, user: UserId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.tables_of(guild, user).await?)
    }

    /// The lobbies of a server, and its games in which a seat was left.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tables_to_join(&self, guild: GuildId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.tables_to_join(guild).await?)
    }

    /// The tables that stand in a channel and are not closed.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tables_in(&self, channel: ChannelId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.tables_in(channel).await?)
    }

    /// The won games where somebody still sits and from which nobody has gone on, the newest first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn won_of(&self, guild: GuildId, user: UserId) -> Result<Vec<TableId>, Failure> {
        Ok(self.store.won_of(guild, user).await?)
    }

    /// What a member has done in a server's games.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn stats(&self, guild: GuildId, user: UserId) -> Result<Stats, Failure> {
        Ok(self.store.stats(guild, user).await?)
    }

    /// The name a member was last seen by at a table.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>, Failure> {
        Ok(self.store.name_of(user).await?)
    }

    /// A page of a server's best.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn leaderboard(&self, guild: GuildId, page: u32) -> Result<Leaderboard, Failure> {
        Ok(self.store.leaderboard(guild, page).await?)
    }

    /// A fact kept about this program, as the hash of the commands last registered.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, Failure> {
        Ok(self.store.meta(key).await?)
    }

    /// Keeps such a fact.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn set_meta(&self, key: &str, value: &str) -> Result<(), Failure> {
        Ok(self.store.set_meta(key, value).await?)
    }

    /// Writes what is still waiting and closes the store.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Resolves when the store can't write any more: the program must end.
    pub async fn failed(&self) {
        self.store.closed().await;
    }
}

/// Chance comes from the operating system's generator and is part of what is recorded, never a seed.
fn with_chance(request: Request, table: &Table, now: i64) -> Verb {
    let mut rng = rand::rng();
    match request {
        Request::Join(team) => Verb::Join(team),
        Request::Leave => Verb::Leave,
        Request::Abandon => Verb::Abandon,
        Request::LeaveWon { step } => Verb::LeaveWon { step },
        Request::TakeOver => Verb::TakeOver,
        Request::AddComputer(team, level) => Verb::AddComputer(team, level),
        Request::RemoveComputer(seat) => Verb::RemoveComputer(seat),
        Request::Remove(user) => Verb::Remove(user),
        Request::Shuffle => {
            let mut order: Vec<Seat> = table.seats_in_use().collect();
            order.shuffle(&mut rng);
            Verb::Shuffle(order)
        }
        Request::SetOption { key, value } => Verb::SetOption { key, value },
        Request::Move(channel) => Verb::Move(channel),
        Request::SetClock(pace) => Verb::SetClock(pace),
        Request::LetSeatsWait(wait) => Verb::LetSeatsWait(wait),
        Request::CallClock => Verb::CallClock,
        Request::Propose(motion) => Verb::Propose { motion, now },
        Request::ProposeToReplace => Verb::ProposeToReplace { now },
        Request::Vote { yes, until } => Verb::Vote { yes, until, now },
        Request::GoOn => Verb::GoOn,
        Request::Start => Verb::Start { dealer: any_seat(table, &mut rng), pack: Pack::shuffled(&mut rng) },
        Request::Act { step, actions } => Verb::Act { step, actions },
        Request::Deal { step } => Verb::Deal { step, pack: Pack::shuffled(&mut rng) },
        Request::Rematch { step } => {
            Verb::Rematch { step, dealer: any_seat(table, &mut rng), pack: Pack::shuffled(&mut rng) }
        }
        Request::End { manager } => Verb::End { manager },
    }
}

/// A new table once its host has asked for all of this.
fn prepared(mut table: Table, host: &Member, preparations: Vec<Request>, now: i64) -> Result<Table, Refusal> {
    for request in preparations {
        table = table.decide(host, with_chance(request, &table, now))?.table;
    }
    Ok(table)
}

fn any_seat(table: &Table, rng: &mut impl rand::Rng) -> Seat {
    use rand::seq::IteratorRandom;
    table.seats_in_use().choose(rng).unwrap_or(Seat::North)
}

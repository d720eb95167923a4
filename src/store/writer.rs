//! The one task that writes. It takes the writes that wait, up to a limit, and commits them together: one sync of the
//! disk for all of them. Each stands or falls alone: one that fails is taken out, and the others are written anew. None
//! is said to be kept before the commit.
//! Must never wait for a caller, and never write what it was not given.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::Shown;
use super::error::{CommitError, StoreError};
use super::open::Address;
use super::pings::{self, Pings};
use super::removed::Removal;
use super::results::Finished;
use super::row::{Row, counter_to_sql, id_to_sql, to_json};
use crate::table::{Member, Table, TableId, UserId};

/// Writes committed together.
const MOST: usize = 256;

/// How long what rides along waits for a write to ride with.
const RIDERS_WAIT: Duration = Duration::from_millis(50);

/// How long it waits after a failure.
const RIDERS_WAIT_AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The new table's id, the new version, or nothing in particular.
type Answer = Result<i64, CommitError>;

/// Something for the writer to do. It can't be printed: it may hold every hand.
pub(super) enum Job {
    /// Write, and answer once it is on the disk.
    Write(Write, oneshot::Sender<Answer>),
    /// What of a table is shown; the last word counts.
    Shown(TableId, Shown),
    /// A member's name, and when it was seen; the last word counts.
    Member(Member, i64),
    /// Write what is queued, close the file, and say so.
    Close(oneshot::Sender<()>),
}

/// Something to write.
pub(super) enum Write {
    /// A new table.
    Create {
        /// Its id is ignored.
        table: Box<Table>,
        /// When.
        now: i64,
    },
    /// A change of a table.
    Commit(Box<Commit>),
    /// What is due at a table is due later.
    Postpone {
        /// Which.
        table: TableId,
        /// What is due after this stays.
        now: i64,
        /// When it is due again.
        until: i64,
    },
    /// When a member wants to be pinged.
    Pings {
        /// Who.
        member: Member,
        /// When.
        pings: Pings,
        /// The time now.
        now: i64,
    },
    /// Something about the program itself.
    Meta {
        /// Its name.
        key: String,
        /// What is remembered.
        value: String,
    },
    /// Something about servers that removed the bot.
    Removal(Removal),
}

/// A change of a table, ready to be written.
pub(super) struct Commit {
    /// The table as it is now.
    pub(super) row: Row,
    /// The version before.
    pub(super) expected_version: i64,
    /// A JSON list of texts, if anything happened.
    pub(super) entries: Option<String>,
    /// What came of the game, if it is won.
    pub(super) finished: Option<Finished>,
}

/// What is written when there is an occasion.
#[derive(Default)]
struct Riders {
    shown: HashMap<TableId, Shown>,
    members: HashMap<UserId, (String, i64)>,
    /// When it is written without an occasion.
    due: Option<Instant>,
}

impl Riders {
    fn wait(&mut self, wait: Duration) {
        self.due.get_or_insert_with(|| Instant::now() + wait);
    }
}

/// The state of the task.
pub(super) struct Writer {
    address: Address,
    conn: SqliteConnection,
    queue: mpsc::Receiver<Job>,
    riders: Riders,
    closers: Vec<oneshot::Sender<()>>,
    /// Tells by being dropped that the task has ended, whatever the reason.
    _alive: watch::Sender<()>,
}

/// What the queue gave.
enum Received {
    Jobs(Vec<Job>),
    /// Nothing came, and the riders are due.
    Nothing,
    /// Nothing will come any more.
    Closed,
}

/// The writer can't go on.
struct Dead;

impl Writer {
    pub(super) fn new(
        address: Address,
        conn: SqliteConnection,
        queue: mpsc::Receiver<Job>,
        alive: watch::Sender<()>,
    ) -> Self {
        let (riders, closers) = (Riders::default(), Vec::new());
        Self { address, conn, queue, riders, closers, _alive: alive }
    }

    /// Writes until the store is closed, every clone of it is dropped, or the database can't be reached any more.
    pub(super) async fn run(mut self) {
        loop {
            let outcome = match self.receive().await {
                Received::Jobs(jobs) => {
                    let writes = self.sort(jobs);
                    if writes.is_empty() { Ok(()) } else { self.write(writes).await }
                }
                Received::Nothing => self.write(Vec::new()).await,
                Received::Closed => break,
            };
            if outcome.is_err() {
                tracing::error!("the writer of the database ends: nothing can be kept any more");
                return;
            }
        }
        if self.riders.due.is_some() && self.write(Vec::new()).await.is_err() {
            return;
        }
        if let Err(error) = self.conn.close().await {
            tracing::warn!(%error, "the database did not close cleanly");
        }
        for closer in self.closers {
            let _ = closer.send(());
        }
    }

    async fn receive(&mut self) -> Received {
        // Whoever was told of the last commit may have something to write already, and others are about to: one sync
        // for all of them.
        tokio::task::yield_now().await;
        let mut jobs = Vec::new();
        let received = self.queue.recv_many(&mut jobs, MOST);
        let received = match self.riders.due {
            None => Ok(received.await),
            Some(due) => tokio::time::timeout_at(due, received).await,
        };
        match received {
            Err(_) => Received::Nothing,
            Ok(0) => Received::Closed,
            Ok(_) => Received::Jobs(jobs),
        }
    }

    /// Puts aside what only rides along; what is left is to be written now.
    fn sort(&mut self, jobs: Vec<Job>) -> Vec<(Write, oneshot::Sender<Answer>)> {
        let mut writes = Vec::with_capacity(jobs.len());
        for job in jobs {
            match job {
                Job::Write(write, reply) => writes.push((write, reply)),
                Job::Shown(table, shown) => {
                    self.riders.shown.insert(table, shown);
                    self.riders.wait(RIDERS_WAIT);
                }
                Job::Member(member, now) => {
                    self.riders.members.insert(member.user, (member.name, now));
                    self.riders.wait(RIDERS_WAIT);
                }
                Job::Close(done) => {
                    self.queue.close();
                    self.closers.push(done);
                }
            }
        }
        writes
    }

    /// Commits these writes and all riders together, then answers. Whoever can't be written is told so, and stays out.
    async fn write(&mut self, mut batch: Vec<(Write, oneshot::Sender<Answer>)>) -> Result<(), Dead> {
        loop {
            match write_together(&mut self.conn, &batch, &self.riders).await {
                Ok(answers) => {
                    self.riders = Riders::default();
                    answer(batch, answers);
                    return Ok(());
                }
                Err(Failed::One(place, error)) => answer([batch.remove(place)], [Err(error)]),
                Err(Failed::All(error)) => {
                    self.give_up(batch, &error);
                    return self.connect_again().await;
                }
            }
        }
    }

    /// Nothing of this batch was written; what rides along waits for the next.
    fn give_up(&mut self, batch: Vec<(Write, oneshot::Sender<Answer>)>, error: &StoreError) {
        tracing::error!(%error, writes = batch.len(), "the database failed, and a batch of writes with it");
        answer(batch, std::iter::repeat_with(|| Err(error.clone().into())));
        self.riders.due = None;
        if !self.riders.shown.is_empty() || !self.riders.members.is_empty() {
            self.riders.wait(RIDERS_WAIT_AFTER_FAILURE);
        }
    }

    /// After a failure nobody knows how much of the transaction is left: a fresh connection has none.
    async fn connect_again(&mut self) -> Result<(), Dead> {
        match self.address.writer().await {
            Ok(conn) => {
                self.conn = conn;
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, "the database cannot be reached again");
                Err(Dead)
            }
        }
    }
}

fn answer(
    batch: impl IntoIterator<Item = (Write, oneshot::Sender<Answer>)>,
    answers: impl IntoIterator<Item = Answer>,
) {
    for ((_, reply), answer) in batch.into_iter().zip(answers) {
        // Whoever asked may be gone: it is written all the same.
        let _ = reply.send(answer);
    }
}

/// Why a batch was not written, not even in part.
enum Failed {
    /// The write at this place can't be.
    One(usize, CommitError),
    /// The database failed.
    All(StoreError),
}

impl<E: Into<StoreError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::All(error.into())
    }
}

/// One transaction. An error means that nothing at all was written.
async fn write_together(
    conn: &mut SqliteConnection,
    batch: &[(Write, oneshot::Sender<Answer>)],
    riders: &Riders,
) -> Result<Vec<Answer>, Failed> {
    let mut transaction = conn.begin_with("begin immediate").await?;
    let mut answers = Vec::with_capacity(batch.len());
    for (place, (write, _)) in batch.iter().enumerate() {
        match write.apply(riders, &mut transaction).await {
            Err(CommitError::Failed(error)) => {
                let undone = transaction.rollback().await;
                // Where there is nothing to undo, the transaction was lost with all the others in it.
                return Err(if undone.is_ok() { Failed::One(place, error.into()) } else { Failed::All(error) });
            }
            // A conflict has written nothing.
            answer => answers.push(answer),
        }
    }
    riders.apply(&taken_along(batch, &answers), &mut transaction).await?;
    transaction.commit().await?;
    Ok(answers)
}

/// The tables whose rows were written, and with them what of them is shown.
fn taken_along(batch: &[(Write, oneshot::Sender<Answer>)], answers: &[Answer]) -> HashSet<TableId> {
    let written = |((write, _), answer): (&(Write, _), &Answer)| match write {
        Write::Commit(commit) if answer.is_ok() => Some(TableId(commit.row.table)),
        _ => None,
    };
    batch.iter().zip(answers).filter_map(written).collect()
}

impl Write {
    async fn apply(&self, riders: &Riders, conn: &mut SqliteConnection) -> Answer {
        match self {
            Self::Create { table, now } => create(table, *now, conn).await,
            Self::Commit(commit) => commit.apply(riders.shown.get(&TableId(commit.row.table)), conn).await,
            Self::Postpone { table, now, until } => {
                let update = sqlx::query("update tables set due_at = ? where table_id = ? and due_at <= ?");
                update.bind(until).bind(table.0).bind(now).execute(conn).await?;
                Ok(0)
            }
            Self::Pings { member, pings, now } => pings::write(member, *pings, *now, conn).await,
            Self::Removal(removal) => Ok(removal.apply(conn).await?),
            Self::Meta { key, value } => {
                let set = "insert into meta (key, value) values (?, ?) \
                     on conflict (key) do update set value = excluded.value";
                sqlx::query(set).bind(key).bind(value).execute(conn).await?;
                Ok(0)
            }
        }
    }
}

/// The snapshot holds the id, which is known only once there is a row.
async fn create(table: &Table, now: i64, conn: &mut SqliteConnection) -> Answer {
    let row = Row::new(table, now)?;
    let insert = "insert into tables \
         (guild_id, channel_id, phase, version, step, state, seated, due_at, opened_at, changed_at) \
         values (?, ?, ?, 1, ?, '', ?, ?, ?, ?)";
    let inserted = sqlx::query(insert)
        .bind(row.guild)
        .bind(row.channel)
        .bind(row.phase)
        .bind(row.step)
        .bind(&row.seated)
        .bind(row.due_at)
        .bind(now)
        .bind(now)
        .execute(&mut *conn)
        .await?;
    let id = inserted.last_insert_rowid();
    let mut table = table.clone();
    table.id = TableId(id);
    let state = Row::new(&table, now)?.state;
    sqlx::query("update tables set state = ? where table_id = ?").bind(state).bind(id).execute(conn).await?;
    Ok(id)
}

/// The row with what of it is shown, and what happened, as one request to the thread that holds the database: each costs
/// a move time. Who comes too late has no row of the new version, and so no events.
const COMMIT: &str = "\
    update tables set version = ?1 + 1, guild_id = ?3, channel_id = ?4, phase = ?5, step = ?6, state = ?7, seated = ?8, \
    computer_next = ?9, seat_left = ?10, due_at = ?11, changed_at = ?12, message_id = iif(?14, ?15, message_id), \
    shown_version = iif(?14, ?16, shown_version), pinged_step = iif(?14, ?17, pinged_step), \
    won_step = iif(?14, ?18, won_step) where table_id = ?2 and version = ?1; \
    insert into events (table_id, number, step, event) \
    select ?2, (select coalesce(max(number), 0) from events where table_id = ?2) + 1 + key, ?6, value \
    from json_each(?13) where changes() = 1";

impl Commit {
    async fn apply(&self, shown: Option<&Shown>, conn: &mut SqliteConnection) -> Answer {
        let row = &self.row;
        let (message, version, pinged, won) = shown.map(shown_to_sql).unwrap_or_default();
        let updated = sqlx::query(COMMIT)
            .bind(self.expected_version)
            .bind(row.table)
            .bind(row.guild)
            .bind(row.channel)
            .bind(row.phase)
            .bind(row.step)
            .bind(&row.state)
            .bind(&row.seated)
            .bind(row.computer_next)
            .bind(row.seat_left)
            .bind(row.due_at)
            .bind(row.now)
            .bind(&self.entries)
            .bind(shown.is_some())
            .bind(message)
            .bind(version)
            .bind(pinged)
            .bind(won)
            .execute(&mut *conn)
            .await?;
        if updated.rows_affected() == 0 {
            return Err(CommitError::Conflict);
        }
        if let Some(finished) = &self.finished {
            finished.write(row.table, row.guild, row.now, conn).await?;
        }
        Ok(self.expected_version + 1)
    }
}

/// What of many tables is shown, as one request.
const SHOWN: &str = "\
    update tables set message_id = shown.value ->> 1, shown_version = shown.value ->> 2, \
    pinged_step = shown.value ->> 3, won_step = shown.value ->> 4 from json_each(?) as shown \
    where table_id = shown.value ->> 0";

/// The names of many members. A name that stays costs no write.
const MEMBERS: &str = "\
    insert into members (user_id, name, changed_at) \
    select value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true \
    on conflict (user_id) do update set name = excluded.name, changed_at = excluded.changed_at \
    where name is not excluded.name";

/// The message, the version it shows, the step pinged for, and that of the result.
fn shown_to_sql(shown: &Shown) -> (Option<i64>, i64, i64, Option<i64>) {
    let (version, pinged) = (counter_to_sql(shown.version), counter_to_sql(shown.pinged_step));
    (shown.message.map(id_to_sql), version, pinged, shown.won_step.map(counter_to_sql))
}

impl Riders {
    /// What is shown of these tables is written already.
    async fn apply(&self, written: &HashSet<TableId>, conn: &mut SqliteConnection) -> Result<(), StoreError> {
        let left: Vec<_> = self
            .shown
            .iter()
            .filter(|(table, _)| !written.contains(table))
            .map(|(table, shown)| {
                let (message, version, pinged, won) = shown_to_sql(shown);
                (table.0, message, version, pinged, won)
            })
            .collect();
        if !left.is_empty() {
            let rows = to_json("what is shown", &left)?;
            sqlx::query(SHOWN).bind(rows).execute(&mut *conn).await?;
        }
        if !self.members.is_empty() {
            let rows: Vec<(i64, &str, i64)> = self
                .members
                .iter()
                .map(|(user, (name, seen_at))| (id_to_sql(user.0), name.as_str(), *seen_at))
                .collect();
            let rows = to_json("the names of members", &rows)?;
            sqlx::query(MEMBERS).bind(rows).execute(&mut *conn).await?;
        }
        Ok(())
    }
}

//! Changes of tables, written several at a time: every request to the thread that holds the database costs a move time.
//! Must never write a change of a table that has changed since.

use std::collections::HashSet;

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::error::{CommitError, StoreError};
use super::results::Finished;
use super::row::Row;

/// So many are one request at most. Each number of changes is a statement of its own, which is kept prepared.
pub(super) const MOST: usize = 32;

/// A change of a table, ready to be written.
pub(super) struct Commit {
    /// The table as it is now.
    pub(super) row: Row,
    /// The version before.
    pub(super) expected_version: i64,
    /// A JSON list of texts, if anything happened at the cards.
    pub(super) events: Option<String>,
    /// What came of the game, if it is won.
    pub(super) finished: Option<Finished>,
}

/// Those of these, from the first on, that can be one request: at most so many, and no table twice.
pub(super) fn together<'a>(commits: impl Iterator<Item = &'a Commit>, most: usize) -> Vec<&'a Commit> {
    let mut tables = HashSet::new();
    commits.take(most).take_while(|commit| tables.insert(commit.row.table)).collect()
}

/// Writes these changes, each of another table. For each the new version, or that it came too late: then nothing of it
/// is written.
///
/// # Errors
/// If one of them can't be written; what became of the others is for the transaction to undo.
pub(super) async fn write(
    commits: &[&Commit],
    conn: &mut SqliteConnection,
) -> Result<Vec<Result<i64, CommitError>>, StoreError> {
    let written: Vec<i64> = statement(commits).build_query_scalar().fetch_all(&mut *conn).await?;
    let written: HashSet<i64> = written.into_iter().collect();
    let mut answers = Vec::with_capacity(commits.len());
    for commit in commits {
        let in_time = written.contains(&commit.row.table);
        if let (true, Some(finished)) = (in_time, &commit.finished) {
            finished.write(commit.row.table, commit.row.guild, commit.row.now, conn).await?;
        }
        answers.push(if in_time { Ok(commit.expected_version + 1) } else { Err(CommitError::Conflict) });
    }
    Ok(answers)
}

/// What happened at the cards of those who come in time, and then their rows, which tell who they were.
fn statement(commits: &[&Commit]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("with new (table_id, version, step, events) as (");
    query.push_values(commits, |mut new, commit| {
        let Commit { row, expected_version, events, .. } = commit;
        new.push_bind(row.table).push_bind(expected_version).push_bind(row.step).push_bind(events);
    });
    query.push(
        ") insert into events (table_id, number, step, event) \
         select new.table_id, \
         (select coalesce(max(number), 0) from events where events.table_id = new.table_id) + 1 + happened.key, \
         new.step, happened.value \
         from new join tables on tables.table_id = new.table_id and tables.version = new.version, \
         json_each(new.events) as happened; \
         with new (table_id, version, guild_id, channel_id, phase, step, state, seated, computer_next, due_at, \
         changed_at) as (",
    );
    query.push_values(commits, |mut new, commit| {
        let Commit { row, expected_version, .. } = commit;
        new.push_bind(row.table).push_bind(expected_version).push_bind(row.guild).push_bind(row.channel);
        new.push_bind(row.phase).push_bind(row.step).push_bind(&row.state).push_bind(&row.seated);
        new.push_bind(row.computer_next).push_bind(row.due_at).push_bind(row.now);
    });
    query.push(
        ") update tables set version = new.version + 1, guild_id = new.guild_id, channel_id = new.channel_id, \
         phase = new.phase, step = new.step, state = new.state, seated = new.seated, \
         computer_next = new.computer_next, due_at = new.due_at, changed_at = new.changed_at \
         from new where tables.table_id = new.table_id and tables.version = new.version returning tables.table_id",
    );
    query
}

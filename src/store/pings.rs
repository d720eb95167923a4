//! When members want to be pinged. Must never know who is to be pinged now.

use sqlx::SqliteConnection;

use super::error::{CommitError, StoreError};
use super::row::id_to_sql;
use super::writer::Write;
use super::{Store, only_failures};
use crate::table::{Member, UserId};

/// When a member wants to be pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pings {
    /// Whenever a table waits for them.
    Always,
    /// When a table waits for them and they are not here.
    #[default]
    WhenAway,
    /// Never.
    Never,
}

impl Pings {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Always, Self::WhenAway, Self::Never];

    const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::WhenAway => "when-away",
            Self::Never => "never",
        }
    }
}

impl Store {
    /// Keeps when a member wants to be pinged.
    pub async fn set_pings(&self, member: &Member, pings: Pings, now: i64) -> Result<(), StoreError> {
        let write = Write::Pings { member: member.clone(), pings, now };
        self.write(write).await.map(|_| ()).map_err(only_failures)
    }

    /// When a member wants to be pinged.
    pub async fn pings_of(&self, user: UserId) -> Result<Pings, StoreError> {
        let query = sqlx::query_scalar("select pings from members where user_id = ?").bind(id_to_sql(user.0));
        let name: Option<String> = query.fetch_optional(&self.readers).await?;
        let known = Pings::ALL.into_iter().find(|pings| name.as_deref() == Some(pings.name()));
        Ok(known.unwrap_or_default())
    }
}

/// Writes when a member wants to be pinged.
pub(super) async fn write(
    member: &Member,
    pings: Pings,
    now: i64,
    conn: &mut SqliteConnection,
) -> Result<i64, CommitError> {
    let upsert = "insert into members (user_id, name, pings, changed_at) values (?, ?, ?, ?) \
         on conflict (user_id) do update set name = excluded.name, pings = excluded.pings, \
             changed_at = excluded.changed_at";
    let query = sqlx::query(upsert).bind(id_to_sql(member.user.0)).bind(&member.name).bind(pings.name()).bind(now);
    query.execute(conn).await?;
    Ok(0)
}

//! Servers that removed the bot: noted, and after a while forgotten with all that happened there. Must never take an
//! outage for a removal: whoever notes one knows the difference.

use sqlx::SqliteConnection;

use super::error::StoreError;
use super::row::{id_from_sql, id_to_sql};
use super::writer::Write;
use super::{Store, only_failures};
use crate::table::GuildId;

/// What is written about servers that removed the bot.
pub(super) enum Removal {
    /// A server removed it; the first time counts.
    Noted(GuildId, i64),
    /// It is back.
    Undone(GuildId),
    /// All data of the servers that removed it before this time goes.
    Forget(i64),
}

impl Removal {
    /// How many rows it concerned.
    pub(super) async fn apply(&self, conn: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
        let query = match self {
            Self::Noted(guild, now) => {
                sqlx::query("insert into removed_guilds (guild_id, removed_at) values (?, ?) on conflict do nothing")
                    .bind(id_to_sql(guild.0))
                    .bind(now)
            }
            Self::Undone(guild) => {
                sqlx::query("delete from removed_guilds where guild_id = ?").bind(id_to_sql(guild.0))
            }
            Self::Forget(before) => return forget(*before, conn).await,
        };
        let rows = query.execute(conn).await?.rows_affected();
        Ok(i64::try_from(rows).unwrap_or(i64::MAX))
    }
}

async fn forget(before: i64, conn: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    // Seats, events and departures go with their tables, names with the last that refers to them.
    for delete in [
        "delete from results where guild_id in (select guild_id from removed_guilds where removed_at < ?)",
        "delete from tables where guild_id in (select guild_id from removed_guilds where removed_at < ?)",
    ] {
        sqlx::query(delete).bind(before).execute(&mut *conn).await?;
    }
    let forgotten = sqlx::query("delete from removed_guilds where removed_at < ?").bind(before);
    let forgotten = forgotten.execute(&mut *conn).await?.rows_affected();
    if forgotten > 0 {
        // What somebody has chosen is theirs wherever they play.
        let names = "delete from members where pings = 'when-away' and user_id not in (select user_id from results) \
             and user_id not in (select user_id from departures) and user_id not in (select user_id from seats)";
        sqlx::query(names).execute(conn).await?;
    }
    Ok(i64::try_from(forgotten).unwrap_or(i64::MAX))
}

impl Store {
    /// Notes that a server removed the bot.
    pub async fn guild_removed(&self, guild: GuildId, now: i64) -> Result<(), StoreError> {
        self.write(Write::Removal(Removal::Noted(guild, now))).await.map(|_| ()).map_err(only_failures)
    }

    /// Whether a server removed the bot, as far as is noted.
    pub async fn is_removed(&self, guild: GuildId) -> Result<bool, StoreError> {
        let noted = sqlx::query_scalar("select count(*) from removed_guilds where guild_id = ?");
        let noted: i64 = noted.bind(id_to_sql(guild.0)).fetch_one(&self.readers).await?;
        Ok(noted > 0)
    }

    /// Notes that the bot is back in a server.
    pub async fn guild_back(&self, guild: GuildId) -> Result<(), StoreError> {
        self.write(Write::Removal(Removal::Undone(guild))).await.map(|_| ()).map_err(only_failures)
    }

    /// Deletes everything of the servers that removed the bot before this time; how many they were.
    pub async fn forget_removed(&self, before: i64) -> Result<u64, StoreError> {
        let forgotten = self.write(Write::Removal(Removal::Forget(before))).await.map_err(only_failures)?;
        Ok(forgotten.unsigned_abs())
    }

    /// The servers of which something is kept.
    pub async fn guilds(&self) -> Result<Vec<GuildId>, StoreError> {
        let query = "select guild_id from tables union select guild_id from results";
        let ids: Vec<i64> = sqlx::query_scalar(query).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(|id| GuildId(id_from_sql(id))).collect())
    }
}

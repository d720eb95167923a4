//! Everything that is asked of the store. Reads never wait for the writer and see every write that was answered.

use super::error::StoreError;
use super::row::{StoredRow, counter_from_sql, counter_to_sql, from_json, id_to_sql};
use super::{Store, Stored};
use crate::table::{ChannelId, Entry, GuildId, TableId, UserId};

/// The entries of a table's history after a step. Steps never fall, so the search from the end stops at the first that
/// is older.
pub(super) const EVENTS_AFTER: &str = "\
    select step, event from events where table_id = ?1 and number > coalesce( \
    (select number from events where table_id = ?1 and step <= ?2 order by number desc limit 1), 0) order by number";

/// Each half has an index that holds no other tables.
pub(super) const TABLES_TO_JOIN: &str = "\
    select table_id from tables where guild_id = ?1 and phase = 'lobby' union all \
    select table_id from tables where guild_id = ?1 and seat_left = 1 order by table_id desc";

impl Store {
    /// A table, if there is one of this id.
    pub async fn load(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        let query = "select version, step, phase, state, message_id, shown_version, pinged_step, won_step \
             from tables where table_id = ?";
        let row: Option<StoredRow> = sqlx::query_as(query).bind(table.0).fetch_optional(&self.readers).await?;
        row.map(|row| row.judge(table)).transpose()
    }

    /// Tables that have changed since they were last shown, as after a crash between commit and message.
    pub async fn to_redraw(&self) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from tables where version > shown_version \
             union select table_id from tables where computer_next = 1 order by table_id";
        let ids: Vec<i64> = sqlx::query_scalar(query).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The tables to which time does something next, the earliest first, and when.
    pub async fn next_due(&self) -> Result<Vec<(TableId, i64)>, StoreError> {
        const AT_ONCE: i64 = 64;
        let query = "select table_id, due_at from tables where due_at is not null order by due_at limit ?";
        let rows: Vec<(i64, i64)> = sqlx::query_as(query).bind(AT_ONCE).fetch_all(&self.readers).await?;
        Ok(rows.into_iter().map(|(id, at)| (TableId(id), at)).collect())
    }

    /// Tables of a channel that have changed since they were last shown.
    pub async fn behind_in_channel(&self, channel: ChannelId) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from tables where version > shown_version and channel_id = ?";
        let ids: Vec<i64> = sqlx::query_scalar(query).bind(id_to_sql(channel.0)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// Tables of a server that have changed since they were last shown.
    pub async fn behind_in_guild(&self, guild: GuildId) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from tables where version > shown_version and guild_id = ?";
        let ids: Vec<i64> = sqlx::query_scalar(query).bind(id_to_sql(guild.0)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The tables of a server at which this member sits and that are not over, the one last changed first.
    pub async fn tables_of(&self, guild: GuildId, user: UserId) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from seats join tables using (table_id) where user_id = ? and guild_id = ? \
             and phase <> 'won' order by changed_at desc, table_id desc";
        let query = sqlx::query_scalar(query).bind(id_to_sql(user.0)).bind(id_to_sql(guild.0));
        let ids: Vec<i64> = query.fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The won games of a server at which this member still sits, the one last changed first; no more than anybody would
    /// still mean.
    pub async fn won_of(&self, guild: GuildId, user: UserId) -> Result<Vec<TableId>, StoreError> {
        const MEANT: i64 = 10;
        let query = "select table_id from seats join tables using (table_id) where user_id = ? and guild_id = ? \
             and phase = 'won' order by changed_at desc, table_id desc limit ?";
        let query = sqlx::query_scalar(query).bind(id_to_sql(user.0)).bind(id_to_sql(guild.0)).bind(MEANT);
        let ids: Vec<i64> = query.fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The tables that stand in a channel and are not closed.
    pub async fn tables_in(&self, channel: ChannelId) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from tables where channel_id = ? and phase <> 'closed' order by table_id";
        let ids: Vec<i64> = sqlx::query_scalar(query).bind(id_to_sql(channel.0)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The tables of a server that are not closed.
    pub async fn tables_of_guild(&self, guild: GuildId) -> Result<Vec<TableId>, StoreError> {
        let query = "select table_id from tables where guild_id = ? and phase <> 'closed' order by table_id";
        let ids: Vec<i64> = sqlx::query_scalar(query).bind(id_to_sql(guild.0)).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// The lobbies of a server, and its games in which a seat was left, the youngest first.
    pub async fn tables_to_join(&self, guild: GuildId) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query_scalar(TABLES_TO_JOIN).bind(id_to_sql(guild.0));
        let ids: Vec<i64> = query.fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    /// Everything that happened at a table, over all its games, each with the step it led to.
    pub async fn history(&self, table: TableId) -> Result<Vec<(u64, Entry)>, StoreError> {
        self.entries(table, -1).await
    }

    /// What happened after this step.
    pub async fn history_since(&self, table: TableId, step: u64) -> Result<Vec<(u64, Entry)>, StoreError> {
        self.entries(table, counter_to_sql(step)).await
    }

    async fn entries(&self, table: TableId, after: i64) -> Result<Vec<(u64, Entry)>, StoreError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as(EVENTS_AFTER).bind(table.0).bind(after).fetch_all(&self.readers).await?;
        let entry = |(step, event): (i64, String)| {
            Ok((counter_from_sql(table, step)?, from_json(table, "an entry of the history", &event)?))
        };
        rows.into_iter().map(entry).collect()
    }

    /// What the program remembers about itself under this key.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("select value from meta where key = ?").bind(key);
        Ok(query.fetch_optional(&self.readers).await?)
    }

    /// The name a member was last seen by.
    ///
    /// # Errors
    /// If the database can't be read.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("select name from members where user_id = ?").bind(id_to_sql(user.0));
        Ok(query.fetch_optional(&self.readers).await?)
    }
}

//! Tables that can't be shown rest: where nothing may be posted, where the channel is gone, in servers that removed the
//! bot. What is kept of those must never be deleted at once: who removes the bot may want it back.

use super::{Failure, Service};
use crate::table::{Change, ChannelId, GuildId, Refusal, Rest, Table, TableId};

/// So long the data of a server is kept once the bot was removed there, in milliseconds.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;

impl Service {
    /// A table rests for this reason from now on; whether that is new.
    ///
    /// # Errors
    /// If it can't be kept.
    pub async fn rest(&self, id: TableId, rest: Rest) -> Result<bool, Failure> {
        self.rests(id, |table| table.decide_rest(rest)).await
    }

    /// A table goes on with all of its time if it rested for this reason; whether it did.
    ///
    /// # Errors
    /// If it can't be kept.
    pub async fn rest_over(&self, id: TableId, rest: Rest) -> Result<bool, Failure> {
        self.rests(id, |table| table.decide_rest_over(rest)).await
    }

    async fn rests(&self, id: TableId, decide: impl Fn(&Table) -> Result<Change, Refusal>) -> Result<bool, Failure> {
        match self.change(id, None, decide).await {
            Ok(_) => Ok(true),
            Err(Failure::Refused { reason: Refusal::Stale, .. }) => Ok(false),
            // What can't be read can't be played either.
            Err(failure) if failure.is_of_no_table() => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// A channel is gone: its tables rest until a player takes them to another.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn channel_gone(&self, channel: ChannelId) -> Result<(), Failure> {
        for id in self.store.tables_in(channel).await? {
            self.rest(id, Rest::ChannelGone).await?;
        }
        Ok(())
    }

    /// A server removed the bot: its tables rest until it is back.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn guild_removed(&self, guild: GuildId) -> Result<(), Failure> {
        let _turn = self.removals.lock().await;
        self.store.guild_removed(guild, self.clock.now()).await?;
        for id in self.store.tables_of_guild(guild).await? {
            self.rest(id, Rest::BotRemoved).await?;
        }
        Ok(())
    }

    /// The bot is in a server, perhaps again: then its tables go on. Which.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn guild_back(&self, guild: GuildId) -> Result<Vec<TableId>, Failure> {
        let _turn = self.removals.lock().await;
        if !self.store.is_removed(guild).await? {
            return Ok(Vec::new());
        }
        let tables = self.store.tables_of_guild(guild).await?;
        for &id in &tables {
            self.rest_over(id, Rest::BotRemoved).await?;
        }
        // Last: what fails before this is done at the next start.
        self.store.guild_back(guild).await?;
        Ok(tables)
    }

    /// Only in these servers is the bot still: it was removed from all others that something is kept of.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn only_in(&self, guilds: &[GuildId]) -> Result<(), Failure> {
        for guild in self.store.guilds().await?.into_iter().filter(|guild| !guilds.contains(guild)) {
            self.guild_removed(guild).await?;
        }
        Ok(())
    }

    /// Deletes what was kept long enough of servers that removed the bot; of how many.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn forget_removed(&self) -> Result<u64, Failure> {
        Ok(self.store.forget_removed(self.clock.now() - KEPT).await?)
    }
}

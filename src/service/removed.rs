//! Servers that remove the bot, and what is kept of them. Must never delete at once: who removes it may want it back.

use super::{Failure, Service};
use crate::table::GuildId;

/// So long the data of a server is kept once the bot was removed there, in milliseconds.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;

impl Service {
    /// A server removed the bot.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn guild_removed(&self, guild: GuildId) -> Result<(), Failure> {
        Ok(self.store.guild_removed(guild, self.clock.now()).await?)
    }

    /// The bot is in a server, perhaps again.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn guild_back(&self, guild: GuildId) -> Result<(), Failure> {
        Ok(self.store.guild_back(guild).await?)
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

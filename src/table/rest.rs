//! A table that its players can't be told of rests: its time stands still, and where nobody can see it the computer
//! doesn't play. Must never know why something can't be shown: it is told.

use serde::{Deserialize, Serialize};

use super::{Change, ChannelId, Refusal, Table, UserId};

/// Why a table rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rest {
    /// Nothing may be posted where it stands, so nobody is called.
    Barred,
    /// Its channel is gone: it goes on once it stands in another.
    ChannelGone,
    /// Its server removed the bot: it goes on once that is back.
    BotRemoved,
}

impl Table {
    /// Whether nobody can see the table now.
    pub const fn is_out_of_sight(&self) -> bool {
        matches!(self.rest, Some(Rest::ChannelGone | Rest::BotRemoved))
    }

    /// Whether its channel is gone.
    pub fn has_no_channel(&self) -> bool {
        self.rest == Some(Rest::ChannelGone)
    }

    /// Whether its time stands still.
    pub(super) const fn stands_still(&self) -> bool {
        self.paused || self.rest.is_some()
    }

    /// The table rests for this reason from now on, or goes on; the table as it was stays.
    ///
    /// # Errors
    /// If it does already.
    pub fn decide_rest(&self, rest: Option<Rest>) -> Result<Change, Refusal> {
        if self.rest == rest {
            return Err(Refusal::Stale);
        }
        Ok(Change { table: Self { rest, ..self.clone() }, events: Vec::new() })
    }

    /// The host moves a lobby; a table whose channel is gone goes on where any of its players takes it.
    pub(super) fn move_to(&mut self, by: UserId, channel: ChannelId) -> Result<(), Refusal> {
        if self.has_no_channel() {
            self.seated(by)?;
            self.rest = None;
        } else {
            self.in_lobby()?;
            self.as_host(by)?;
        }
        self.channel = channel;
        Ok(())
    }
}

//! A table that its players can't be told of rests: its time stands still, and where nobody can see it the computer
//! doesn't play. Must never know why something can't be shown: it is told.

use serde::{Deserialize, Serialize};

use super::{Change, ChannelId, Phase, Refusal, Table, UserId};

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

    /// The table rests for this reason from now on; the table as it was stays.
    ///
    /// # Errors
    /// If it is closed, or rests already for this reason or a stronger one.
    pub fn decide_rest(&self, rest: Rest) -> Result<Change, Refusal> {
        let stands = self.rest == Some(rest) || (rest == Rest::Barred && self.rest.is_some());
        if stands || self.phase == Phase::Closed {
            return Err(Refusal::Stale);
        }
        Ok(self.resting(Some(rest)))
    }

    /// This reason to rest is over; the table as it was stays.
    ///
    /// # Errors
    /// If it does not rest for this reason.
    pub fn decide_rest_over(&self, rest: Rest) -> Result<Change, Refusal> {
        if self.rest == Some(rest) { Ok(self.resting(None)) } else { Err(Refusal::Stale) }
    }

    fn resting(&self, rest: Option<Rest>) -> Change {
        Change::new(Self { rest, ..self.clone() }, Vec::new())
    }

    /// Nothing is played where nobody could see what comes of it.
    pub(super) fn has_channel(&self) -> Result<(), Refusal> {
        if self.has_no_channel() { Err(Refusal::NoChannel) } else { Ok(()) }
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

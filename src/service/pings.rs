//! Who is here, and who is to be pinged. Must never send a ping.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{Failure, Pings, Service};
use crate::table::{Member, UserId};

/// Whoever clicked so lately, in milliseconds, is around: about as long as it takes until it is their turn again.
const AROUND: i64 = 2 * 60 * 1000;
/// Whoever was called without a ping has so long to click, in milliseconds, before they are pinged.
const PATIENCE: i64 = 60 * 1000;
/// So many members are remembered before those who are away are first looked for.
const FEW: usize = 1024;

/// When members clicked last. After a start nobody is here.
#[derive(Default)]
pub(super) struct Clicks(Mutex<HashMap<UserId, i64>>);

/// How a member for whom a table waits is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// With a ping.
    Ping,
    /// Without one: they are here; if they do not click until this time, they are away.
    HereUntil(i64),
    /// Without one.
    Quiet,
}

impl Service {
    /// A member clicked: they are here.
    pub fn note_click(&self, user: UserId) {
        let now = self.clock.now();
        let mut clicks = self.clicks.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clicks.len() >= FEW && clicks.len() == clicks.capacity() {
            clicks.retain(|_, at| now - *at < AROUND);
        }
        clicks.insert(user, now);
    }

    /// How a member is to be called whose time, if it is limited, is up at the deadline.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn how_to_call(&self, user: UserId, deadline: Option<i64>) -> Result<Call, Failure> {
        let now = self.clock.now();
        let around = self.last_click(user).is_some_and(|at| now < at + AROUND);
        // Whoever has turned out to be away still has half of the time.
        let patience = deadline.map_or(PATIENCE, |at| PATIENCE.min((at - now) / 2));
        self.call(user, around.then_some(now + patience)).await
    }

    /// How a member is to be called who was called without a ping at that time. A click since then tells that they are
    /// here, for a while.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn how_to_remind(&self, user: UserId, called: i64) -> Result<Call, Failure> {
        let until = self.last_click(user).filter(|at| *at > called).map(|at| at + PATIENCE);
        self.call(user, until.filter(|until| *until > self.clock.now())).await
    }

    /// How a member is to be warned that little time is left.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn how_to_warn(&self, user: UserId) -> Result<Call, Failure> {
        self.how_to_remind(user, i64::MIN).await
    }

    fn last_click(&self, user: UserId) -> Option<i64> {
        self.clicks.0.lock().unwrap_or_else(PoisonError::into_inner).get(&user).copied()
    }

    async fn call(&self, user: UserId, here_until: Option<i64>) -> Result<Call, Failure> {
        Ok(match (self.store.pings_of(user).await?, here_until) {
            (Pings::Never, _) => Call::Quiet,
            (Pings::WhenAway, Some(until)) => Call::HereUntil(until),
            (Pings::Always | Pings::WhenAway, _) => Call::Ping,
        })
    }

    /// When a member wants to be pinged.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn pings_of(&self, user: UserId) -> Result<Pings, Failure> {
        Ok(self.store.pings_of(user).await?)
    }

    /// Keeps when a member wants to be pinged.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn set_pings(&self, by: &Member, pings: Pings) -> Result<(), Failure> {
        Ok(self.store.set_pings(by, pings, self.clock.now()).await?)
    }
}

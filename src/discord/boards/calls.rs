//! Who is called to a table, and how often: for a turn once, for a vote once, and whoever seemed to be here once they
//! turn out to be away. Must not know how a table gets to Discord.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Boards, NotShown, Post, Showing, posted_at};
use crate::discord::panel::Mentions;
use crate::service::{Call, Failure, Shown};
use crate::table::{Phase, Table, TableId, UserId};

/// Who was called at the tables that this run of the program has shown.
#[derive(Default)]
pub(super) struct Calls(Mutex<HashMap<TableId, CallsAt>>);

#[derive(Default)]
struct CallsAt {
    /// The step of the call whose player was not pinged, and will be if they turn out to be away.
    watched: Option<u64>,
    vote: Option<VoteCalls>,
}

/// Who was called for a vote.
struct VoteCalls {
    began: i64,
    called: HashMap<UserId, Voter>,
    /// Whether voters who were not pinged are watched.
    watched: bool,
}

/// How a member was called to vote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voter {
    Pinged,
    /// Not pinged, since they seemed to be here at this time.
    SeenAt(i64),
}

/// Somebody was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Called {
    /// By what happened at this step.
    pub(super) step: u64,
    /// When, in unix milliseconds.
    at: i64,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, CallsAt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched(&self, id: TableId) -> Option<u64> {
        self.lock().get(&id).and_then(|calls| calls.watched)
    }

    /// From now on this call is watched, or none; the one that was.
    fn watch(&self, id: TableId, step: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.lock().entry(id).or_default().watched, step)
    }

    /// How each member who has yet to vote was called for this vote, as far as they were. What an earlier run of the
    /// program did is told by the message alone: one that was posted since the vote began has called them all.
    fn voters(&self, table: &Table, shown: &Shown) -> HashMap<UserId, Voter> {
        let mut tables = self.lock();
        if table.phase == Phase::Closed {
            tables.remove(&table.id);
            return HashMap::new();
        }
        let new = !tables.contains_key(&table.id);
        let calls = tables.entry(table.id).or_default();
        let Some(vote) = &table.vote else {
            calls.vote = None;
            return HashMap::new();
        };
        if calls.vote.as_ref().is_none_or(|known| known.began != vote.began()) {
            let all_called = new && shown.message.is_some_and(|message| posted_at(message) >= vote.began());
            let called = table.yet_to_vote().filter(|_| all_called).map(|user| (user, Voter::Pinged)).collect();
            calls.vote = Some(VoteCalls { began: vote.began(), called, watched: false });
        }
        calls.vote.as_ref().map(|vote| vote.called.clone()).unwrap_or_default()
    }

    /// How many were pinged for the vote that is open.
    pub(super) fn voters_pinged(&self, id: TableId) -> usize {
        let tables = self.lock();
        let called = tables.get(&id).and_then(|calls| calls.vote.as_ref()).map(|vote| vote.called.values());
        called.map_or(0, |called| called.filter(|voter| **voter == Voter::Pinged).count())
    }

    fn with_vote<T>(&self, id: TableId, began: i64, what: impl FnOnce(&mut VoteCalls) -> T) -> Option<T> {
        let mut tables = self.lock();
        tables.get_mut(&id)?.vote.as_mut().filter(|vote| vote.began == began).map(what)
    }
}

impl Boards {
    /// Who is still to be called to vote, and how.
    pub(super) async fn voters_to_call(&self, table: &Table, shown: &Shown) -> Result<Vec<(UserId, Call)>, Failure> {
        let called = self.calls.voters(table, shown);
        let until = table.vote.as_ref().map(|vote| vote.until);
        let mut voters = Vec::new();
        for user in table.yet_to_vote() {
            let how = match called.get(&user) {
                Some(Voter::Pinged) => continue,
                Some(Voter::SeenAt(at)) => self.service.how_to_remind(user, *at).await?,
                None => self.service.how_to_call(user, until).await?,
            };
            voters.push((user, how));
        }
        Ok(voters)
    }

    /// Of those whom a message names, the ones whom it is to ping. `how`: whoever it waits for is called; `voters` are
    /// still to be called to vote.
    pub(super) async fn to_ping(
        &self,
        table: &Table,
        named: &Mentions,
        how: Call,
        voters: &[(UserId, Call)],
    ) -> Result<Mentions, Failure> {
        let waited_for = table.to_act().next().map(|member| member.user);
        let mut users = Vec::new();
        for (_, member) in table.members() {
            let (user, name) = (member.user, member.user.0.to_string());
            if !named.users.contains(&name) {
                continue;
            }
            let voter = voters.iter().find(|voter| voter.0 == user).map(|voter| voter.1);
            let pings = if Some(user) == waited_for {
                how == Call::Ping || voter == Some(Call::Ping)
            } else if let Some(how) = voter {
                how == Call::Ping
            } else {
                let asked_before = table.yet_to_vote().any(|voter| voter == user);
                !asked_before && self.service.how_to_call(user, table.deadline()).await? == Call::Ping
            };
            if pings {
                users.push(name);
            }
        }
        Ok(Mentions { users, ..Mentions::default() })
    }

    /// How whoever a table waits for is to be called.
    pub(super) async fn how_to_call(&self, table: &Table, post: Post) -> Result<Call, Failure> {
        let Some(user) = table.to_act().next().map(|member| member.user) else { return Ok(Call::Quiet) };
        match post {
            Post::Reminder(called) => self.service.how_to_remind(user, called.at).await,
            Post::Warning => self.service.how_to_warn(user).await,
            Post::WhenDue | Post::Redraw | Post::Anew(_) => self.service.how_to_call(user, table.deadline()).await,
        }
    }

    /// Whoever was called without a ping is watched; whoever was pinged no longer is.
    pub(super) fn follow_call(self: &Arc<Self>, Showing { table, call, how, .. }: &Showing) {
        match (*call, *how) {
            (Some(step), Call::HereUntil(until)) => {
                self.watch(table.id, Called { step, at: self.service.clock().now() }, until);
            }
            (Some(_), Call::Ping) => drop(self.calls.watch(table.id, None)),
            _ => {}
        }
    }

    /// Whoever was called without a ping because they were here is pinged after all once they do not click any more.
    fn watch(self: &Arc<Self>, id: TableId, called: Called, until: i64) {
        let step = called.step;
        if self.calls.watch(id, Some(step)) == Some(step) {
            return;
        }
        let boards = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = boards.remind_once_away(id, called, until).await {
                tracing::warn!(table = id.0, %error, "nobody is reminded");
            }
            if boards.calls.watched(id) == Some(step) {
                boards.calls.watch(id, None);
            }
        });
    }

    async fn remind_once_away(self: &Arc<Self>, id: TableId, called: Called, mut until: i64) -> Result<(), NotShown> {
        loop {
            self.service.clock().wait_until(until).await;
            let look = self.service.look(id).await?;
            // They have played, or were pinged for something else meanwhile.
            if look.last_call() != Some(called.step) || self.calls.watched(id) != Some(called.step) {
                return Ok(());
            }
            match self.how_to_call(&look.table, Post::Reminder(called)).await? {
                Call::HereUntil(later) => until = later,
                Call::Ping => return self.show(id, Post::Reminder(called)).await,
                Call::Quiet => return Ok(()),
            }
        }
    }

    /// A table that asks its members to vote is up: who was called by that. `posted`: with a message that rings.
    pub(super) fn follow_voters(self: &Arc<Self>, showing: &Showing, posted: bool) {
        let Some(vote) = &showing.table.vote else { return };
        let (id, began, now) = (showing.table.id, vote.began(), self.service.clock().now());
        let first = first_time(&showing.voters);
        let watches = self.calls.with_vote(id, began, |vote| {
            for &(user, how) in &showing.voters {
                match how {
                    Call::Ping if posted => drop(vote.called.insert(user, Voter::Pinged)),
                    Call::HereUntil(_) => drop(vote.called.entry(user).or_insert(Voter::SeenAt(now))),
                    Call::Ping | Call::Quiet => {}
                }
            }
            first.is_some() && !std::mem::replace(&mut vote.watched, true)
        });
        let (Some(until), Some(true)) = (first, watches) else { return };
        let boards = Arc::clone(self);
        tokio::spawn(async move {
            let away = boards.voters_turn_out_away(id, began, until).await;
            boards.calls.with_vote(id, began, |vote| vote.watched = false);
            match away {
                Ok(true) => boards.overdrawn(id),
                Ok(false) => {}
                Err(error) => tracing::warn!(table = id.0, %error, "no voter is reminded"),
            }
        });
    }

    /// Waits until somebody who has yet to vote, and seemed to be here, is to be pinged: false if that never happens.
    async fn voters_turn_out_away(&self, id: TableId, began: i64, mut until: i64) -> Result<bool, NotShown> {
        loop {
            self.service.clock().wait_until(until).await;
            let look = self.service.look(id).await?;
            if look.table.vote.as_ref().is_none_or(|vote| vote.began() != began) {
                return Ok(false);
            }
            let voters = self.voters_to_call(&look.table, &look.shown).await?;
            if voters.iter().any(|(_, how)| *how == Call::Ping) {
                return Ok(true);
            }
            match first_time(&voters) {
                Some(later) => until = later,
                None => return Ok(false),
            }
        }
    }
}

/// When the first of those who seem to be here will seem away.
fn first_time(voters: &[(UserId, Call)]) -> Option<i64> {
    let until = |how| if let Call::HereUntil(until) = how { Some(until) } else { None };
    voters.iter().filter_map(|&(_, how)| until(how)).min()
}

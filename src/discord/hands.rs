//! The hands that are open on somebody's screen: which answer shows them, and what it shows. In memory only: the token
//! of an interaction is a secret like the hand it opens. Must never store or log one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

use super::offers;
use super::send::Handle;
use super::turns::Turns;
use crate::engine::Public;
use crate::table::{Phase, Table, TableId, UserId};

/// A token is let go before Discord's fifteen minutes are over.
const LIFE_MS: i64 = 14 * 60 * 1000;

/// An open hand.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The interaction whose answer shows it.
    pub(super) handle: Handle,
    /// When that interaction came, in milliseconds since 1970.
    pub(super) since: i64,
    /// The counter of its last rendering.
    pub(super) render: u8,
    /// The version of the table it shows.
    pub(super) version: u64,
    /// What its player can do.
    pub(super) standing: Standing,
    /// It shows melds being put together: nothing else may change it.
    pub(super) drafting: bool,
}

impl Open {
    /// Whether something else than its player's clicks may change it: a draft is of no use where there is no hand.
    pub(super) const fn may_follow(&self, standing: Standing) -> bool {
        !self.drafting || standing.phase.is_none()
    }
}

/// What the player of a hand can do, and why not more. Where it has changed, the hand shows what is true no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// None where the member has no hand.
    phase: Option<offers::Phase>,
    /// The step before the round was dealt.
    round: u64,
    paused: bool,
    /// The computer plays for them until they are back.
    away: bool,
    /// The computer plays for them now, be it for this turn alone.
    stood_in: bool,
}

impl Standing {
    /// Of this member; `public`: the round as everybody sees it, if there is one.
    pub(super) fn of(table: &Table, public: Option<&Public>, user: UserId) -> Self {
        let seat = table.seat_of(user).filter(|_| table.phase != Phase::Closed);
        Self {
            phase: seat.and_then(|seat| Some(offers::phase_of(public?, seat))),
            round: table.round_began,
            paused: table.paused,
            away: seat.is_some_and(|seat| table.is_computers(seat)),
            stood_in: seat.is_some_and(|seat| table.computer_at(seat).is_some()),
        }
    }
}

/// Whose hand at which table.
type Place = (TableId, UserId);

/// So many open hands are kept before those whose token ran out are first looked for.
const FEW: usize = 1024;

/// All open hands.
#[derive(Clone, Default)]
pub(super) struct Hands {
    open: Arc<Mutex<HashMap<Place, Open>>>,
    turns: Arc<Turns<Place>>,
}

impl Hands {
    /// Waits until no other click shows this hand. Held until the click is answered: so one hand never takes away
    /// another that is still on its way.
    pub(super) async fn turn(&self, table: TableId, user: UserId) -> OwnedMutexGuard<()> {
        self.turns.wait((table, user)).await
    }

    /// Notes an open hand; the one it takes the place of, if its token still lives.
    pub(super) fn open(&self, table: TableId, user: UserId, open: Open) -> Option<Open> {
        let now = open.since;
        let mut hands = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Looking at all of them for every click would make clicks dear: it is done before the map would grow.
        if hands.len() >= FEW && hands.len() == hands.capacity() {
            hands.retain(|_, open| now - open.since < LIFE_MS);
        }
        hands.insert((table, user), open).filter(|before| now - before.since < LIFE_MS)
    }

    /// The open hand of a player, if something else than the player may still change it.
    pub(super) fn find(&self, table: TableId, user: UserId, now: i64) -> Option<Open> {
        let hands = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        hands.get(&(table, user)).filter(|open| now - open.since < LIFE_MS).cloned()
    }

    /// Whether a hand is to show how its player stands now: in any case, or where that is something else than before.
    pub(super) fn follows(
        &self,
        table: TableId,
        user: UserId,
        now: i64,
        anyway: bool,
        standing: impl FnOnce() -> Standing,
    ) -> bool {
        let mut hands = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = hands.get_mut(&(table, user)).filter(|open| now - open.since < LIFE_MS) else { return false };
        let standing = standing();
        if !open.may_follow(standing) {
            return false;
        }
        // Noted at once: what is on its way counts as shown, and a newer state never waits for an older.
        let before = std::mem::replace(&mut open.standing, standing);
        anyway || before != standing
    }

    /// Notes that a hand shows a newer version now; false if something newer came in between.
    pub(super) fn renew(&self, table: TableId, user: UserId, handle: &Handle, version: u64, render: u8) -> bool {
        let mut hands = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match hands.get_mut(&(table, user)) {
            Some(open) if open.handle == *handle && open.version < version => {
                open.version = version;
                open.render = render;
                true
            }
            _ => false,
        }
    }

    /// Lets go of a hand whose token no longer works.
    pub(super) fn close(&self, table: TableId, user: UserId, handle: &Handle) {
        let mut hands = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if hands.get(&(table, user)).is_some_and(|open| open.handle == *handle) {
            hands.remove(&(table, user));
        }
    }
}

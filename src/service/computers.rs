//! The moves of computer players: thought out beside everything else, then done by the same path as a person's.
//! Must never let a player see more than its view.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::{Failure, Look, Service};
use crate::ai::Level;
use crate::engine::{Action, Seat, moves};
use crate::table::{Refusal, TableId};

/// No turns once around the table have more moves than this; players who make more are stuck.
const MOST_MOVES: usize = 400;

/// Where computer players think.
pub(super) struct Thinking(Arc<Semaphore>);

impl Default for Thinking {
    /// One thought a core.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(Arc::new(Semaphore::new(cores)))
    }
}

impl Thinking {
    /// What the computer player of a seat does; none if it waits.
    async fn choose(&self, look: &Look, seat: Seat, level: Level) -> Option<Action> {
        // It is never closed: without a permit there would only be more thoughts at once.
        let permit = Arc::clone(&self.0).acquire_owned().await.ok();
        let look = look.clone();
        let thought = move || {
            let _permit = permit;
            let view = look.table.round()?.view(seat);
            let history: Vec<_> = look.seen_by(seat).collect();
            level.choose(&view, &history, &mut rand::rng())
        };
        match tokio::task::spawn_blocking(thought).await {
            Ok(action) => action,
            Err(error) => {
                tracing::error!(%error, "a computer player failed");
                None
            }
        }
    }
}

impl Service {
    /// Plays on for the computer players who are to act, until a person is or they have played once around the table;
    /// the table as it is then. None if it is no computer player's turn.
    ///
    /// # Errors
    /// If the table can't be read, or a move can't be kept.
    pub async fn play_computers(&self, id: TableId) -> Result<Option<Look>, Failure> {
        let mut look = self.look(id).await?;
        let (step, lap) = (look.table.step, look.turns_begun() + usize::from(look.table.rules.players));
        for _ in 0..MOST_MOVES {
            let to_act = look.table.computer_to_act().filter(|_| look.turns_begun() < lap);
            let Some((seat, level)) = to_act else { break };
            let moved = match self.computer_move(&look, seat, level).await {
                // Somebody sat down, or ended the table: what was thought out is of no use.
                Err(Failure::Refused { reason: Refusal::Stale | Refusal::Closed, .. }) => self.look(id).await,
                moved => moved,
            };
            look = match moved {
                // What was played is to be seen, whatever becomes of the rest.
                Err(_) if look.table.step > step => break,
                moved => moved?,
            };
        }
        Ok(Some(look).filter(|look| look.table.step > step))
    }

    async fn computer_move(&self, look: &Look, seat: Seat, level: Level) -> Result<Look, Failure> {
        let (id, step) = (look.table.id, look.table.step);
        let act = |action: Action| self.change(id, None, move |table| table.decide_for_computer(seat, step, &action));
        if let Some(action) = self.thinking.choose(look, seat, level).await {
            match act(action).await {
                // The reason may tell of the hand: it stays out of the log.
                Err(Failure::Refused { reason: Refusal::Illegal(_), .. }) => {
                    tracing::error!(table = id.0, ?level, "a computer player chose what is illegal");
                }
                moved => return moved,
            }
        }
        let view = look.table.round().map(|round| round.view(seat));
        let safe = view.and_then(|view| moves::safe(&view));
        let nothing = || Failure::Refused { reason: Refusal::Stale, table: Some(Arc::clone(&look.table)) };
        act(safe.ok_or_else(nothing)?).await
    }
}

//! Between a table and its row: what is written, and how what comes from the disk is judged before it is believed.
//! Must never say what a stored text holds, only where it is wrong.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::{Shown, Stored};
use crate::engine::BySeat;
use crate::table::{Phase, Table, TableId};

/// A Discord id as the database keeps it: the same 64 bits, so large ones become negative. Only compared for equality.
pub(super) const fn id_to_sql(id: u64) -> i64 {
    id.cast_signed()
}

/// The id that [`id_to_sql`] stored.
pub(super) const fn id_from_sql(id: i64) -> u64 {
    id.cast_unsigned()
}

/// A version or step as the database keeps it. They count writes, and never come near 2^63.
pub(super) fn counter_to_sql(counter: u64) -> i64 {
    i64::try_from(counter).unwrap_or(i64::MAX)
}

/// The version or step that [`counter_to_sql`] stored.
pub(super) fn counter_from_sql(table: TableId, counter: i64) -> Result<u64, StoreError> {
    u64::try_from(counter).map_err(|_| damaged(table, "a version or step is negative".to_owned()))
}

const fn phase_to_sql(phase: Phase) -> &'static str {
    match phase {
        Phase::Lobby => "lobby",
        Phase::Playing => "playing",
        Phase::Won => "won",
        Phase::Closed => "closed",
    }
}

/// A table as its row: the snapshot, and what queries ask for. It can't be printed: the snapshot holds every hand.
pub(super) struct Row {
    pub(super) table: i64,
    pub(super) guild: i64,
    pub(super) channel: i64,
    pub(super) phase: &'static str,
    pub(super) step: i64,
    pub(super) state: String,
    pub(super) seated: String,
    pub(super) computer_next: bool,
    pub(super) seat_left: bool,
    pub(super) due_at: Option<i64>,
    pub(super) now: i64,
}

impl Row {
    pub(super) fn new(table: &Table, now: i64) -> Result<Self, StoreError> {
        let mut seated = BySeat::<Option<i64>>::default();
        for (seat, member) in table.members().filter(|_| table.phase != Phase::Closed) {
            seated[seat] = Some(id_to_sql(member.user.0));
        }
        Ok(Self {
            table: table.id.0,
            guild: id_to_sql(table.guild.0),
            channel: id_to_sql(table.channel.0),
            phase: phase_to_sql(table.phase),
            step: counter_to_sql(table.step),
            state: to_json("a table", table)?,
            seated: to_json("the seats of a table", &seated)?,
            computer_next: table.computer_to_act().is_some(),
            seat_left: table.phase == Phase::Playing && table.seats_left().next().is_some(),
            due_at: table.due().map(|(at, _)| at),
            now,
        })
    }
}

/// Writes something down as JSON.
pub(super) fn to_json(what: &'static str, value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|_| StoreError::Unwritable { what })
}

/// Reads what [`to_json`] wrote. The parser's own message may quote the text: only the place is told.
pub(super) fn from_json<T: DeserializeOwned>(table: TableId, what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        let kind = if error.is_data() { "has an unknown shape" } else { "is not JSON" };
        damaged(table, format!("{what} {kind} at byte {}", error.column()))
    })
}

/// What is stored of a table.
#[derive(sqlx::FromRow)]
pub(super) struct StoredRow {
    version: i64,
    step: i64,
    phase: String,
    state: String,
    message_id: Option<i64>,
    shown_version: i64,
    pinged_step: i64,
    won_step: Option<i64>,
}

impl StoredRow {
    /// The table, if the row makes sense.
    pub(super) fn judge(&self, id: TableId) -> Result<Stored, StoreError> {
        let table: Table = from_json(id, "the snapshot", &self.state)?;
        let step = counter_from_sql(id, self.step)?;
        let agrees = table.id == id && table.step == step && phase_to_sql(table.phase) == self.phase;
        if !agrees {
            return Err(damaged(id, "the snapshot and its row disagree".to_owned()));
        }
        if table.rules.validate().is_err() {
            return Err(damaged(id, "its rules cannot be played".to_owned()));
        }
        let shown = Shown {
            message: self.message_id.map(id_from_sql),
            version: counter_from_sql(id, self.shown_version)?,
            pinged_step: counter_from_sql(id, self.pinged_step)?,
            won_step: self.won_step.map(|step| counter_from_sql(id, step)).transpose()?,
        };
        Ok(Stored { table, version: counter_from_sql(id, self.version)?, shown })
    }
}

/// Reports damage, once for the log and once for the caller.
fn damaged(table: TableId, why: String) -> StoreError {
    tracing::error!(table = table.0, why, "a stored table is damaged");
    StoreError::Damaged { table, why }
}

//! Why a table refuses what somebody wants to do. Must never carry what the one who is refused may not know.

use thiserror::Error;

use crate::engine::rules::{BadOption, Unplayable};
use crate::engine::{CannotDeal, Illegal, Seat, Team};

/// Why something was refused. Each carries what the member must be told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no such table any more.
    #[error("no such table")]
    NoSuchTable,
    /// The table has ended.
    #[error("the table has ended")]
    Closed,
    /// The lobby is over.
    #[error("the game has begun")]
    GameBegun,
    /// There is no game in play.
    #[error("no game in play")]
    NoGame,
    /// This member does not sit here.
    #[error("not seated")]
    NotSeated,
    /// Only the host may do this.
    #[error("only the host may do this")]
    NotHost {
        /// Where the host sits.
        host: Seat,
    },
    /// Only the host may end a table, or who may manage its channel.
    #[error("neither the host nor a manager of the channel")]
    MayNotEnd {
        /// Where the host sits.
        host: Seat,
    },
    /// The member sits there already.
    #[error("seated already")]
    SeatedAlready,
    /// That side has no free seat.
    #[error("that side is full")]
    SideFull {
        /// Which.
        team: Team,
    },
    /// No computer player sits there.
    #[error("no computer player sits there")]
    NoComputer,
    /// Nobody left a seat.
    #[error("no seat was left")]
    NoSeatLeft,
    /// The member has seen the hand of another seat in this round.
    #[error("another hand was seen in this round")]
    SawAnotherHand {
        /// Which seat's.
        seat: Seat,
    },
    /// Seats are free.
    #[error("{free} seats are free")]
    SeatsFree {
        /// How many.
        free: u8,
    },
    /// The member's time was over, or they were away: the computer plays this turn.
    #[error("the computer plays this turn")]
    ComputerPlays,
    /// The table has not waited long enough for a clock to be called for.
    #[error("no clock can be called for")]
    NoCall,
    /// The table went on since the member looked.
    #[error("the table went on")]
    Stale,
    /// Another vote is open.
    #[error("a vote is open")]
    VoteOpen,
    /// No vote is open.
    #[error("no vote is open")]
    NoVote,
    /// Several are absent, and nobody says which of them is to be replaced.
    #[error("nobody to replace")]
    NobodyToReplace,
    /// Who is to be replaced does not sit at the table.
    #[error("whoever is to be replaced does not sit here")]
    NotOfTable,
    /// Whom the others are to replace has done something here lately.
    #[error("not absent")]
    NotAbsent {
        /// Where they sit.
        seat: Seat,
    },
    /// Everybody has done something here lately.
    #[error("nobody is absent")]
    NobodyAbsent,
    /// The table is paused.
    #[error("the table is paused")]
    Paused,
    /// Its channel is gone: it rests until a player takes it to another.
    #[error("the channel is gone")]
    NoChannel,
    /// More people sit here than the option allows.
    #[error("too many people for this option")]
    TooManySeated,
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// No round can be dealt.
    #[error(transparent)]
    CannotDeal(#[from] CannotDeal),
    /// There is no such option or value.
    #[error(transparent)]
    BadOption(#[from] BadOption),
    /// These rules can't be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

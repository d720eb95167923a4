//! A table: who sits where, the lobby, the game in play, and who may do what. Pure: no clock, no storage, no Discord;
//! randomness comes in as a pack or an order, and the time as a number.

mod clock;
mod incidents;
mod lobby;
mod play;
mod refusal;
mod rest;
mod stand_in;
#[cfg(test)]
mod tests;
mod votes;

pub use clock::{Due, Notice, Pace, Timing};
pub use incidents::{Entry, Failed, Incident, Leaving};
pub use refusal::Refusal;
pub use rest::Rest;
use serde::{Deserialize, Serialize};
pub use stand_in::{StandIn, computers_before};
pub use votes::{Motion, Vote};

use crate::ai::Level;
use crate::engine::{Action, BySeat, Event, Game, Pack, Round, RuleSet, Rules, Seat, Team, View};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($of:ty);)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub $of);
    )+};
}

ids! {
    /// A table.
    TableId(i64);
    /// A member of a server: the person, whatever the server.
    UserId(u64);
    /// A server.
    GuildId(u64);
    /// A channel or thread.
    ChannelId(u64);
}

/// Somebody who sits at a table, by the name last seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub user: UserId,
    /// The name to show, as the member's last click brought it.
    pub name: String,
}

/// What a player did in a game, for the statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Times gone out, concealed or not.
    pub outs: u32,
    /// Times gone out concealed.
    pub concealed_outs: u32,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// People join and leave.
    Lobby,
    /// A game is in play, or a round has ended and the next is to be dealt.
    Playing,
    /// The game is won.
    Won,
    /// Ended for good.
    Closed,
}

/// Who ended a table for good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ended {
    /// Its host.
    ByHost(Member),
    /// A member who may manage its channel.
    ByManager(Member),
    /// Those who sat there, by a vote.
    ByVote,
}

/// A table with everything that must survive a crash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// Which.
    pub id: TableId,
    /// The server it stands in.
    pub guild: GuildId,
    /// The channel or thread it stands in.
    pub channel: ChannelId,
    /// Who opened it, or to whom that place has passed.
    pub host: UserId,
    /// The rule set it was opened with.
    pub rule_set: RuleSet,
    /// The rules in force.
    pub rules: Rules,
    /// Who sits where.
    pub seats: BySeat<Option<Member>>,
    /// The computer players, and how well they play. Where nobody sits any more, one plays until somebody sits down;
    /// for a member who is away, until they are back.
    #[serde(default)]
    pub computers: BySeat<Option<Level>>,
    /// Seats that somebody left in this game.
    #[serde(default)]
    pub vacant: BySeat<bool>,
    /// A seat that somebody leaves waits for the next member; without this, the computer plays it.
    #[serde(default)]
    pub left_seats_wait: bool,
    /// The members at the table in the order they sat down: the host's place goes to the first.
    #[serde(default)]
    pub arrivals: Vec<UserId>,
    /// Whoever left a seat in this round has seen its hand, and can take no other until the round is scored.
    #[serde(default)]
    pub left: Vec<(UserId, Seat)>,
    /// What has to do with time.
    #[serde(default)]
    pub timing: Timing,
    /// Who held each seat when the last round was dealt: what comes of the game is theirs.
    #[serde(default)]
    pub dealt_to: BySeat<Option<Member>>,
    /// Whoever left a seat in this game.
    #[serde(default)]
    pub quitters: Vec<Member>,
    /// The vote that is open.
    #[serde(default)]
    pub vote: Option<Vote>,
    /// In the lobby, the seat where a computer player has just made room for a member.
    #[serde(default)]
    pub made_room: Option<Seat>,
    /// Nobody plays until a player goes on.
    #[serde(default)]
    pub paused: bool,
    /// Why it rests, if it does: its players can't be told of it.
    #[serde(default)]
    pub rest: Option<Rest>,
    /// How far it is.
    pub phase: Phase,
    /// Who ended it, if somebody did.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// The game in play or just won.
    pub game: Option<Game>,
    /// What each seat did in this game.
    pub deeds: BySeat<Deeds>,
    /// Rises only when a game action is accepted; a click on the game carries it.
    pub step: u64,
    /// The step before the round in play was dealt: what happened since is the history of this round.
    pub round_began: u64,
}

/// What somebody wants to do at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Sit down on this side, or change to it.
    Join(Team),
    /// Leave the lobby.
    Leave,
    /// Leave the table, wherever it is: in a game, the computer plays on.
    Abandon,
    /// Leave a game that is won: another begins without them.
    LeaveWon {
        /// The step the player saw.
        step: u64,
    },
    /// Sit down where somebody left, in a game.
    TakeOver,
    /// The host seats a computer player on this side.
    AddComputer(Team, Level),
    /// The host sends a computer player away.
    RemoveComputer(Seat),
    /// The host sends somebody away.
    Remove(UserId),
    /// The host seats everybody anew: to each seat, north first, comes who sat in this one.
    Shuffle(Vec<Seat>),
    /// The host changes an option.
    SetOption {
        /// The option's key.
        key: String,
        /// The text of its value.
        value: String,
    },
    /// The host says how long a turn may take.
    SetClock(Option<Pace>),
    /// The host says whether a seat that somebody leaves waits for the next member.
    LetSeatsWait(bool),
    /// A player calls for a clock, having waited for a day.
    CallClock,
    /// A player begins a vote, and is for it.
    Propose {
        /// What it is about.
        motion: Motion,
        /// When.
        now: i64,
    },
    /// The same on whether to replace whoever is absent: one who has no account any more can't be named.
    ProposeToReplace {
        /// When.
        now: i64,
    },
    /// A player is for what is voted on, or against it.
    Vote {
        /// For it.
        yes: bool,
        /// When the vote that the player saw is over, in milliseconds since 1970: it may be another that is open.
        until: i64,
        /// When.
        now: i64,
    },
    /// A player ends a pause.
    GoOn,
    /// A member did something that changes nothing but that they are here.
    Touch,
    /// The host starts the game.
    Start {
        /// Who deals first.
        dealer: Seat,
        /// The first pack.
        pack: Pack,
    },
    /// The host gives the lobby another channel or thread to stand in, or any player a table whose channel is gone.
    Move(ChannelId),
    /// A player acts: all of it, or nothing.
    Act {
        /// The step the player saw.
        step: u64,
        /// One action after the other.
        actions: Vec<Action>,
    },
    /// A player deals the next round.
    Deal {
        /// The step the player saw.
        step: u64,
        /// The pack.
        pack: Pack,
    },
    /// A player asks for another game, same seats and options: without who was away at the end.
    Rematch {
        /// The step the player saw.
        step: u64,
        /// Who deals first.
        dealer: Seat,
        /// The first pack.
        pack: Pack,
    },
    /// The host, or who may manage the channel, ends the table for good.
    End {
        /// Whether this member may manage the channel.
        manager: bool,
    },
}

/// A table after something was done, and what happened at the cards and to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The table as it is now.
    pub table: Table,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

impl Change {
    /// A table after this happened at the cards.
    pub fn new(table: Table, events: Vec<Event>) -> Self {
        Self { table, entries: events.into_iter().map(Entry::Played).collect() }
    }

    /// What happened at the cards.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.entries.iter().filter_map(Entry::event)
    }
}

impl Table {
    /// A table in its lobby, its host seated north.
    pub fn open(
        id: TableId,
        guild: GuildId,
        channel: ChannelId,
        host: Member,
        rule_set: RuleSet,
        rules: Rules,
    ) -> Self {
        let user = host.user;
        let mut seats = BySeat::default();
        seats[Seat::North] = Some(host);
        Self {
            id,
            guild,
            channel,
            host: user,
            rule_set,
            rules,
            seats,
            computers: BySeat::default(),
            vacant: BySeat::default(),
            left_seats_wait: false,
            arrivals: vec![user],
            left: Vec::new(),
            timing: Timing::default(),
            dealt_to: BySeat::default(),
            quitters: Vec::new(),
            vote: None,
            made_room: None,
            paused: false,
            rest: None,
            phase: Phase::Lobby,
            ended: None,
            game: None,
            deeds: BySeat::default(),
            step: 0,
            round_began: 0,
        }
    }

    /// The seats of this table, clockwise.
    pub fn seats_in_use(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::at_table(self.rules.players)
    }

    /// Where this member sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats_in_use().find(|&seat| self.seats[seat].as_ref().is_some_and(|member| member.user == user))
    }

    /// Where the host sits. Whoever leaves hands that place on, so some seat always is it.
    pub fn host_seat(&self) -> Seat {
        self.seat_of(self.host).unwrap_or(Seat::North)
    }

    /// The members who sit here, clockwise.
    pub fn members(&self) -> impl Iterator<Item = (Seat, &Member)> {
        self.seats_in_use().filter_map(|seat| Some((seat, self.seats[seat].as_ref()?)))
    }

    /// How many seats are free.
    pub fn free_seats(&self) -> u8 {
        self.seats_in_use().filter(|&seat| self.is_free(seat)).count() as u8
    }

    /// Whether neither a member nor a computer player sits there.
    pub fn is_free(&self, seat: Seat) -> bool {
        self.seats[seat].is_none() && self.computers[seat].is_none()
    }

    /// The computer players alone at their seats, clockwise.
    pub fn computer_players(&self) -> impl Iterator<Item = (Seat, Level)> {
        let alone = self.seats_in_use().filter(|&seat| self.seats[seat].is_none());
        alone.filter_map(|seat| Some((seat, self.computers[seat]?)))
    }

    /// The computer player of a seat, also one that plays for a member: of one turn, or until the member is back.
    pub fn computer_at(&self, seat: Seat) -> Option<Level> {
        self.computers[seat].or_else(|| (self.timing.overdue == Some(seat)).then_some(Level::Normal))
    }

    /// The seats that somebody left in this game, and that others may take.
    pub fn seats_left(&self) -> impl Iterator<Item = Seat> {
        self.seats_in_use().filter(|&seat| self.vacant[seat])
    }

    /// Whether no person plays this seat: nobody sits there, or the computer stands in for who is away.
    pub fn is_computers(&self, seat: Seat) -> bool {
        self.seats[seat].is_none() || (self.computers[seat].is_some() && !self.timing.back[seat])
    }

    /// For which members the computer plays until they are back.
    pub fn away(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| self.seats[seat].is_some() && self.is_computers(seat))
    }

    /// The members to whom the result of this game belongs, clockwise: to whom its last round was dealt, and whose seat
    /// a person has played to the end.
    pub fn holders(&self) -> impl Iterator<Item = (Seat, &Member)> {
        // Tables of older versions don't know to whom was dealt: there whoever sits holds the seat.
        let known = Seat::ALL.into_iter().any(|seat| self.dealt_to[seat].is_some());
        let held = if known { &self.dealt_to } else { &self.seats };
        let played = self.seats_in_use().filter(|&seat| !self.is_computers(seat));
        played.filter_map(|seat| Some((seat, held[seat].as_ref()?)))
    }

    /// The members who have left this game, or are away at its end, and have no result of it.
    pub fn leavers(&self) -> Vec<&Member> {
        let away = self.members().filter(|(seat, _)| self.is_computers(*seat)).map(|(_, member)| member);
        let mut leavers: Vec<&Member> = Vec::new();
        for gone in self.quitters.iter().chain(away) {
            let has_result = self.holders().any(|(_, holder)| holder.user == gone.user);
            if !has_result && leavers.iter().all(|known| known.user != gone.user) {
                leavers.push(gone);
            }
        }
        leavers
    }

    /// The computer player who is to act now, if it is one.
    pub fn computer_to_act(&self) -> Option<(Seat, Level)> {
        let plays = self.phase == Phase::Playing && !self.paused && !self.is_out_of_sight();
        let seat = self.round().filter(|_| plays)?.to_act().next()?;
        Some((seat, self.computer_at(seat)?))
    }

    /// The round in play, or the one just ended.
    pub fn round(&self) -> Option<&Round> {
        self.game.as_ref()?.round()
    }

    /// What this member may know of the round.
    pub fn view_of(&self, user: UserId) -> Option<View> {
        Some(self.round()?.view(self.seat_of(user)?))
    }

    /// The members who may act now, the one waited for first.
    pub fn to_act(&self) -> impl Iterator<Item = &Member> {
        let seats: Vec<Seat> = self.round().map(|round| round.to_act().collect()).unwrap_or_default();
        seats.into_iter().filter_map(|seat| self.seats[seat].as_ref())
    }

    /// What follows when this member does something; the table stays as it is.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decide(&self, by: &Member, verb: Verb) -> Result<Change, Refusal> {
        if self.phase == Phase::Closed {
            return Err(Refusal::Closed);
        }
        let mut table = self.clone();
        if let Some(seat) = self.seat_of(by.user) {
            table.seats[seat] = Some(by.clone());
        }
        table.made_room.take_if(|_| verb != Verb::Touch);
        let events = match verb {
            Verb::Join(team) => table.join(by, team).map(|()| Vec::new()),
            Verb::Leave => table.in_lobby().and_then(|()| table.leave(by.user)).map(|()| Vec::new()),
            Verb::Abandon => table.leave(by.user).map(|()| Vec::new()),
            Verb::LeaveWon { step } => table.leave_won(by.user, step).map(|()| Vec::new()),
            Verb::TakeOver => table.take_over(by).map(|()| Vec::new()),
            Verb::Remove(user) => table.remove(by.user, user).map(|()| Vec::new()),
            Verb::AddComputer(team, level) => table.add_computer(by.user, team, level).map(|()| Vec::new()),
            Verb::RemoveComputer(seat) => table.remove_computer(by.user, seat).map(|()| Vec::new()),
            Verb::Shuffle(order) => table.shuffle(by.user, &order).map(|()| Vec::new()),
            Verb::SetOption { key, value } => table.set_option(by.user, &key, &value).map(|()| Vec::new()),
            Verb::SetClock(pace) => table.set_clock(by.user, pace).map(|()| Vec::new()),
            Verb::Propose { motion, now } => table.propose(by, motion, now).map(|()| Vec::new()),
            Verb::ProposeToReplace { now } => table.propose_to_replace(by, now).map(|()| Vec::new()),
            Verb::Vote { yes, until, now } => table.cast(by.user, yes, until, now).map(|()| Vec::new()),
            Verb::GoOn => table.go_on(by.user).map(|()| Vec::new()),
            Verb::LetSeatsWait(wait) => table.let_seats_wait(by.user, wait).map(|()| Vec::new()),
            Verb::CallClock => table.call_clock(by.user).map(|()| Vec::new()),
            Verb::Touch => table.seated(by.user).map(|_| Vec::new()),
            Verb::Start { dealer, pack } => table.start(by.user, dealer, &pack),
            Verb::Move(channel) => table.move_to(by.user, channel).map(|()| Vec::new()),
            Verb::Act { step, actions } => table.act(by.user, step, &actions),
            Verb::Deal { step, pack } => table.deal(by.user, step, &pack),
            Verb::Rematch { step, dealer, pack } => table.rematch(by.user, step, dealer, &pack),
            Verb::End { manager } => table.end(by, manager).map(|()| Vec::new()),
        }?;
        Ok(Change::new(table, events))
    }

    /// What follows when the computer player of a seat acts; the table stays as it is.
    ///
    /// # Errors
    /// Why it is refused: the table went on, or the action is illegal.
    pub fn decide_for_computer(&self, seat: Seat, step: u64, action: &Action) -> Result<Change, Refusal> {
        if self.computer_to_act().is_none_or(|(to_act, _)| to_act != seat) {
            return Err(Refusal::Stale);
        }
        let mut table = self.clone();
        let events = table.act_at(seat, step, std::slice::from_ref(action))?;
        Ok(Change::new(table, events))
    }

    fn in_lobby(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Lobby { Ok(()) } else { Err(Refusal::GameBegun) }
    }

    fn as_host(&self, user: UserId) -> Result<(), Refusal> {
        if self.host == user { Ok(()) } else { Err(Refusal::NotHost { host: self.host_seat() }) }
    }

    fn seated(&self, user: UserId) -> Result<Seat, Refusal> {
        self.seat_of(user).ok_or(Refusal::NotSeated)
    }
}

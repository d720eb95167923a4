//! The time of a table: how long a turn may take, what follows when it is over, and who has been away. Pure: the time
//! comes in as a number. Must never know where the time comes from.

use serde::{Deserialize, Serialize};

use super::{Change, Entry, Member, Phase, Refusal, Table, UserId};
use crate::ai::Level;
use crate::engine::{Action, BySeat, Event, Pack, Public, Seat, Stage};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// With a clock, the next round is dealt this long after the last.
const NEXT_ROUND: i64 = MINUTE;
/// The partner's answer is waited for no longer, where a turn is.
const ANSWER: i64 = MINUTE;
/// Without a clock, players may call for one once the table has waited so long.
const SILENCE: i64 = DAY;
/// A lobby that nobody touched closes.
const IDLE_LOBBY: i64 = 30 * MINUTE;
/// A table that nobody touched is abandoned.
const ABANDONED: i64 = 30 * DAY;
/// Whoever did nothing at the table for so long, give or take a minute, or for a turn where that is longer, is absent.
const ABSENT: i64 = 5 * MINUTE;
/// Who could not play because nobody minded the time has at least so long from then on, whatever the clock.
const LEAST_GRACE: i64 = 30 * SECOND;
/// After so many turns in a row that somebody let pass, the computer plays for them.
const MISSED_TURNS: u8 = 3;

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pace {
    /// Everybody is here.
    NinetySeconds,
    /// Everybody is about.
    FiveMinutes,
    /// Played beside other things.
    Hour,
    /// Played over days.
    Day,
}

impl Pace {
    /// All, the fastest first.
    pub const ALL: [Self; 4] = [Self::NinetySeconds, Self::FiveMinutes, Self::Hour, Self::Day];

    /// Milliseconds for a turn.
    pub const fn turn(self) -> i64 {
        match self {
            Self::NinetySeconds => 90 * SECOND,
            Self::FiveMinutes => 5 * MINUTE,
            Self::Hour => HOUR,
            Self::Day => DAY,
        }
    }

    /// So long before its end a turn is warned of.
    const fn last_quarter(self) -> i64 {
        self.turn() / 4
    }

    /// Milliseconds for a turn whose end or warning fell into a time that nobody minded.
    fn grace(self) -> i64 {
        self.last_quarter().max(LEAST_GRACE)
    }
}

/// What of a table has to do with time. Moments are in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// How long a turn may take; none: as long as it takes.
    pub pace: Option<Pace>,
    /// When somebody who sits here last did anything.
    pub touched: i64,
    /// Since when the table has waited for what it waits for: a turn, an answer, the next deal.
    pub since: i64,
    /// How much of the turn was gone when the partner was asked: the answer has time of its own.
    pub spent: i64,
    /// What the table has been told of how long it waits.
    pub notice: Option<Notice>,
    /// The time of this seat's turn is over: the computer plays the rest of it.
    pub overdue: Option<Seat>,
    /// The partner did not answer in time in this turn.
    pub unanswered: bool,
    /// How many turns in a row were let pass.
    pub missed: BySeat<u8>,
    /// For whom the computer plays is back, and plays again once the turn that it has begun is over.
    pub back: BySeat<bool>,
    /// When the member of each seat last did anything here, or the game began.
    #[serde(default)]
    pub seen: BySeat<i64>,
    /// The table ended because nobody touched it any more.
    pub abandoned: bool,
}

/// What a table is told while it waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Notice {
    /// Little of the turn's time is left.
    LittleTime,
    /// It has waited so long that a player may call for a clock.
    MayCall,
}

/// What follows when the time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The player is told that little time is left.
    Warning,
    /// The computer plays the turn.
    Turn,
    /// The partner counts as not asked.
    Answer,
    /// The next round is dealt.
    Deal,
    /// Players may call for a clock.
    Call,
    /// The vote is over.
    Vote,
    /// The table ends.
    End,
}

impl Table {
    /// When the time is over of what the table waits for; none without a clock, while the time stands still, or where
    /// the computer is to act.
    pub fn deadline(&self) -> Option<i64> {
        let Timing { pace, since, spent, .. } = self.timing;
        let pace = pace.filter(|_| self.waits_for_people())?;
        Some(match self.round()?.to_act().count() {
            0 => since + NEXT_ROUND,
            1 => since + pace.turn() - spent,
            _ => since + pace.turn().min(ANSWER),
        })
    }

    /// What time will do to this table next, and when.
    pub fn due(&self) -> Option<(i64, Due)> {
        let touched = self.timing.touched;
        let idle = match self.phase {
            Phase::Lobby => touched + IDLE_LOBBY,
            Phase::Playing | Phase::Won => touched + ABANDONED,
            Phase::Closed => return None,
        };
        let vote = self.vote.as_ref().map(|vote| (vote.until, Due::Vote));
        self.due_in_play().into_iter().chain(vote).chain([(idle, Due::End)]).min_by_key(|(at, _)| *at)
    }

    fn waits_for_people(&self) -> bool {
        self.phase == Phase::Playing && !self.stands_still() && self.computer_to_act().is_none()
    }

    fn due_in_play(&self) -> Option<(i64, Due)> {
        if !self.waits_for_people() {
            return None;
        }
        let timing = &self.timing;
        match (self.deadline(), self.round()?.to_act().count()) {
            (None, 0) => None,
            (None, _) => Some((timing.since + SILENCE, Due::Call)).filter(|_| timing.notice.is_none()),
            (Some(at), 0) => Some((at, Due::Deal)),
            (Some(at), 1) if timing.notice.is_some() => Some((at, Due::Turn)),
            (Some(at), 1) => Some((at - timing.pace?.last_quarter(), Due::Warning)),
            (Some(at), _) => Some((at, Due::Answer)),
        }
    }

    /// What follows from the time alone; `pack` is dealt if a round is. The table stays as it is. What came due before
    /// the time was `minded` again, after an outage of the program, costs nobody a turn: there is a warning, and a
    /// little time from now on.
    ///
    /// # Errors
    /// If nothing is due yet, or what is due can't be done.
    pub fn decide_for_time(&self, now: i64, minded: i64, pack: &Pack) -> Result<(Change, Due), Refusal> {
        let (at, due) = self.due().filter(|(at, _)| *at <= now).ok_or(Refusal::Stale)?;
        let late = at < minded;
        // Where the time for a warning and the turn's are both over, there is nothing to warn of.
        let too_late = self.deadline().is_some_and(|at| at <= now);
        let due = match due {
            Due::Turn | Due::Answer if late => Due::Warning,
            Due::Warning if too_late && !late => Due::Turn,
            due => due,
        };
        let mut table = self.clone();
        let events = match due {
            Due::Warning => {
                table.warn(late.then_some(now));
                Vec::new()
            }
            Due::Turn => {
                table.let_turn_pass();
                Vec::new()
            }
            Due::Answer => {
                table.timing.unanswered = true;
                let asker = self.round().and_then(|round| round.to_act().last()).ok_or(Refusal::Stale)?;
                table.act_at(asker, self.step, &[Action::WithdrawQuestion])?
            }
            Due::Deal => table.deal_at(self.step, pack)?,
            Due::Call => {
                table.timing.notice = Some(Notice::MayCall);
                Vec::new()
            }
            Due::Vote => {
                table.vote = None;
                Vec::new()
            }
            Due::End => {
                table.timing.abandoned = true;
                table.phase = Phase::Closed;
                Vec::new()
            }
        };
        Ok((Change::new(table, events), due))
    }

    /// Whoever is waited for is told that little time is left: what is left of it, or a grace from a moment on.
    fn warn(&mut self, grace_from: Option<i64>) {
        let answers = self.round().is_some_and(|round| round.to_act().count() > 1);
        if !answers {
            self.timing.notice = Some(Notice::LittleTime);
        }
        if let (Some(from), Some(pace)) = (grace_from, self.timing.pace) {
            self.timing.since = from;
            // An answer has all of its time: it is short anyway.
            if !answers {
                self.timing.spent = pace.turn() - pace.grace();
            }
        }
    }

    /// The computer plays this turn; after several in a row it plays on until the player is back.
    fn let_turn_pass(&mut self) {
        let Some(seat) = self.round().and_then(|round| round.to_act().next()) else { return };
        self.timing.overdue = Some(seat);
        self.timing.missed[seat] = self.timing.missed[seat].saturating_add(1);
        if self.timing.missed[seat] >= MISSED_TURNS {
            self.computers[seat] = Some(Level::Normal);
        }
    }

    /// Whether it matters that this member did something just now, though it changes nothing at the table.
    pub fn heeds(&self, user: UserId, now: i64) -> bool {
        let Some(seat) = self.seat_of(user).filter(|_| self.phase != Phase::Closed) else { return false };
        let away = self.computers[seat].is_some() && !self.timing.back[seat];
        away || self.timing.missed[seat] > 0 || now - self.timing.seen[seat] >= MINUTE
    }

    /// The members who have done nothing here for so long that the others may give up their seats, clockwise.
    pub fn absent(&self, now: i64) -> impl Iterator<Item = &Member> {
        let patience = self.timing.pace.map_or(0, Pace::turn).max(ABSENT);
        let absent = move |seat: Seat| now - self.timing.seen[seat] >= patience;
        self.members().filter(move |(seat, _)| absent(*seat)).map(|(_, member)| member)
    }

    pub(super) fn set_clock(&mut self, by: UserId, pace: Option<Pace>) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        self.timing.pace = pace;
        Ok(())
    }

    pub(super) fn call_clock(&mut self, by: UserId) -> Result<(), Refusal> {
        self.seated(by)?;
        if self.timing.notice != Some(Notice::MayCall) {
            return Err(Refusal::NoCall);
        }
        self.timing.pace = Some(Pace::Day);
        Ok(())
    }

    /// Whoever does something is here: they play again, but for a turn that the computer has begun for them.
    fn note_presence(&mut self, by: Option<UserId>, now: i64) {
        if let Some((user, seat)) = by.and_then(|user| Some((user, self.seat_of(user)?))) {
            self.timing.seen[seat] = now;
            self.not_absent(user);
            self.timing.missed[seat] = 0;
            self.timing.back[seat] = self.computers[seat].is_some();
        }
        for seat in self.seats_in_use() {
            if self.timing.back[seat] && !self.computer_has_begun(seat) {
                self.timing.back[seat] = false;
                self.computers[seat] = None;
            }
        }
    }

    /// Whether the computer who plays for a member has begun their turn, or it is the computer's since its time was up.
    fn computer_has_begun(&self, seat: Seat) -> bool {
        let drawn = |public: Public| public.turn.seat == seat && public.turn.stage == Stage::Drawn;
        let in_play = || self.round().filter(|round| !round.is_over());
        self.timing.overdue == Some(seat) || in_play().is_some_and(|round| drawn(round.public()))
    }
}

impl Change {
    /// Keeps the table's time, now that this has happened to it as it was `before`; `by` somebody, if by anybody.
    pub fn keep_time(&mut self, before: &Table, by: Option<UserId>, now: i64) {
        let Self { table, entries } = self;
        table.timing.follow(entries.iter().filter_map(Entry::event), now);
        table.note_presence(by, now);
        let person_is_next = table.computer_to_act().is_none() && before.computer_to_act().is_some();
        // Whoever sits down in the middle of a turn, is back before the computer began it, comes out of a pause or a rest,
        // or is given a clock has all of its time. Tables of older versions know no time: theirs begins now.
        let goes_on = before.stands_still() && !table.stands_still();
        let first = table.timing.touched == 0;
        if first || person_is_next || goes_on || table.timing.pace != before.timing.pace {
            table.timing.begin_turn(now);
        }
        if table.step != before.step && table.timing.notice == Some(Notice::MayCall) {
            table.timing.notice = None;
        }
        if first || by.is_some() {
            table.timing.touched = now;
        }
        if before.phase != Phase::Playing && table.phase == Phase::Playing {
            table.timing.seen = BySeat::from_fn(|_| now);
        }
    }
}

impl Timing {
    fn begin_turn(&mut self, now: i64) {
        self.since = now;
        self.spent = 0;
        self.notice = None;
    }

    fn follow<'a>(&mut self, events: impl Iterator<Item = &'a Event>, now: i64) {
        for event in events {
            match event {
                Event::TurnBegan { .. } | Event::RoundEnded { .. } => {
                    self.begin_turn(now);
                    self.overdue = None;
                    self.unanswered = false;
                }
                Event::PartnerAsked { .. } => {
                    self.spent += now - self.since;
                    self.since = now;
                }
                Event::PartnerAnswered { .. } | Event::QuestionWithdrawn { .. } => self.since = now,
                _ => {}
            }
        }
    }
}

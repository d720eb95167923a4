//! What those who sit at a table decide together: to give up an absent player's seat, to end the game, to pause. Pure:
//! the time comes in as a number. Must never count a computer player.

use serde::{Deserialize, Serialize};

use super::{Ended, Member, Phase, Refusal, Table, UserId};

/// A vote is open so long, in milliseconds.
const OPEN: i64 = 10 * 60 * 1000;

/// What a vote is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Motion {
    /// This member's seat is given up: the computer plays it until somebody takes it.
    Replace(UserId),
    /// The table ends.
    End,
    /// Nobody plays until somebody goes on.
    Pause,
}

/// A vote that is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vote {
    /// Who asked for it; none where an older version did not keep that.
    #[serde(default)]
    pub by: Option<Member>,
    /// What it is about.
    pub motion: Motion,
    /// Who is for it.
    pub yes: Vec<UserId>,
    /// Who is against it.
    pub no: Vec<UserId>,
    /// When it is over, in milliseconds since 1970.
    pub until: i64,
}

impl Vote {
    /// When it began, in milliseconds since 1970.
    pub const fn began(&self) -> i64 {
        self.until - OPEN
    }
}

impl Table {
    /// How many must be for it: more than half of the members who sit here.
    pub fn majority(&self) -> usize {
        self.members().count() / 2 + 1
    }

    /// How many who still sit here are among these.
    pub fn seated_of(&self, users: &[UserId]) -> usize {
        self.members().filter(|(_, member)| users.contains(&member.user)).count()
    }

    /// The members who are asked to vote and have not yet, clockwise.
    pub fn yet_to_vote(&self) -> impl Iterator<Item = UserId> {
        let vote = self.vote.as_ref().filter(|_| self.phase == Phase::Playing);
        let voted = move |user: &UserId| vote.is_none_or(|vote| vote.yes.contains(user) || vote.no.contains(user));
        self.members().map(|(_, member)| member.user).filter(move |user| !voted(user))
    }

    /// This member did something: nobody votes any more on whether they are absent.
    pub(super) fn not_absent(&mut self, user: UserId) {
        self.vote.take_if(|vote| vote.motion == Motion::Replace(user));
    }

    pub(super) fn propose(&mut self, by: &Member, motion: Motion, now: i64) -> Result<(), Refusal> {
        self.seated(by.user)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::NoGame);
        }
        if self.vote.as_ref().is_some_and(|vote| vote.until > now) {
            return Err(Refusal::VoteOpen);
        }
        match motion {
            Motion::Replace(user) => {
                let seat = self.seat_of(user).ok_or(Refusal::NotOfTable)?;
                // Whoever asks is here.
                if user == by.user || self.absent(now).all(|absent| absent.user != user) {
                    return Err(Refusal::NotAbsent { seat });
                }
            }
            Motion::Pause if self.paused => return Err(Refusal::Paused),
            Motion::Pause | Motion::End => {}
        }
        self.vote = Some(Vote { by: Some(by.clone()), motion, yes: vec![by.user], no: Vec::new(), until: now + OPEN });
        self.count_votes();
        Ok(())
    }

    pub(super) fn propose_to_replace(&mut self, by: &Member, now: i64) -> Result<(), Refusal> {
        let absent = self.the_absent(by.user, now)?;
        self.propose(by, Motion::Replace(absent), now)
    }

    /// The absent member who is meant where somebody names nobody: whom the table waits for, or the only one.
    fn the_absent(&self, by: UserId, now: i64) -> Result<UserId, Refusal> {
        let others = self.absent(now).map(|member| member.user).filter(|user| *user != by);
        let absent: Vec<UserId> = others.collect();
        let waited_for = self.to_act().map(|member| member.user).find(|user| absent.contains(user));
        match (waited_for, absent.as_slice()) {
            (Some(user), _) => Ok(user),
            (None, [user]) => Ok(*user),
            (None, []) => Err(Refusal::NobodyAbsent),
            (None, _) => Err(Refusal::NobodyToReplace),
        }
    }

    pub(super) fn cast(&mut self, by: UserId, yes: bool, until: i64, now: i64) -> Result<(), Refusal> {
        self.seated(by)?;
        let vote = self.vote.as_mut().filter(|vote| vote.until == until && until > now).ok_or(Refusal::NoVote)?;
        vote.yes.retain(|user| *user != by);
        vote.no.retain(|user| *user != by);
        let voices = if yes { &mut vote.yes } else { &mut vote.no };
        voices.push(by);
        self.count_votes();
        Ok(())
    }

    pub(super) fn go_on(&mut self, by: UserId) -> Result<(), Refusal> {
        self.seated(by)?;
        // Who clicks second finds it done.
        if std::mem::take(&mut self.paused) { Ok(()) } else { Err(Refusal::Stale) }
    }

    pub(super) fn not_paused(&self) -> Result<(), Refusal> {
        if self.paused { Err(Refusal::Paused) } else { Ok(()) }
    }

    /// A vote ends as soon as nothing can change what comes of it.
    pub(super) fn count_votes(&mut self) {
        let Some(vote) = &self.vote else { return };
        let (motion, needed) = (vote.motion, self.majority());
        let carried = self.seated_of(&vote.yes) >= needed;
        let lost = self.members().count() - self.seated_of(&vote.no) < needed;
        let void = matches!(motion, Motion::Replace(user) if self.seat_of(user).is_none());
        if carried || lost || void {
            self.vote = None;
        }
        match motion {
            Motion::Pause if carried => self.paused = true,
            Motion::End if carried => {
                self.ended = Some(Ended::ByVote);
                self.phase = Phase::Closed;
            }
            Motion::Replace(user) if carried && !void => drop(self.leave(user)),
            _ => {}
        }
    }
}

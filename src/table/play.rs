//! What can be done in a game: acting at the cards, dealing on, another game, the end. Must never hold a rule of the
//! cards.

use super::{Ended, Member, Phase, Refusal, Table, UserId};
use crate::ai::Level;
use crate::engine::{Action, BySeat, CannotDeal, Ending, Event, Game, Pack, Public, Round, Seat};

impl Table {
    /// In the lobby the seat is free again; in a game the computer plays it until somebody takes it, or it waits.
    pub(super) fn leave(&mut self, user: UserId) -> Result<(), Refusal> {
        let seat = self.seated(user)?;
        let quits = self.seats[seat].clone().filter(|_| self.phase == Phase::Playing);
        self.quitters.extend(quits.filter(|quits| self.quitters.iter().all(|quit| quit.user != quits.user)));
        if self.phase == Phase::Lobby {
            self.stand_up(user, seat);
        } else {
            self.give_up(user, seat);
            self.count_votes();
        }
        Ok(())
    }

    /// A click that comes too late takes nobody from the rematch.
    pub(super) fn leave_won(&mut self, user: UserId, step: u64) -> Result<(), Refusal> {
        self.seated(user)?;
        self.at_step(step)?;
        if self.phase == Phase::Won { self.leave(user) } else { Err(Refusal::Stale) }
    }

    fn give_up(&mut self, user: UserId, seat: Seat) {
        self.stand_up(user, seat);
        self.left.push((user, seat));
        self.vacant[seat] = true;
        self.timing.back[seat] = false;
        // Whoever was away took their time: a seat that waits has its own.
        self.timing.missed[seat] = 0;
        self.computers[seat] = (!self.left_seats_wait).then_some(Level::Normal);
    }

    pub(super) fn take_over(&mut self, by: &Member) -> Result<(), Refusal> {
        let seat = self.seat_to_take(by.user)?;
        self.sit_down(by, seat);
        Ok(())
    }

    /// Whoever has seen a hand in this round can take only that seat until the round is scored.
    fn seat_to_take(&self, user: UserId) -> Result<Seat, Refusal> {
        if self.phase == Phase::Lobby {
            return Err(Refusal::NoGame);
        }
        if self.seat_of(user).is_some() {
            return Err(Refusal::SeatedAlready);
        }
        let in_play = self.round().is_some_and(|round| !round.is_over());
        let saw = self.left.iter().filter(|_| in_play).find(|(by, _)| *by == user).map(|(_, seat)| *seat);
        match saw {
            Some(seat) if self.vacant[seat] => Ok(seat),
            Some(seat) => Err(Refusal::SawAnotherHand { seat }),
            None => self.seats_left().next().ok_or(Refusal::NoSeatLeft),
        }
    }

    /// Whether the member at a seat has ended the round by going out: not who came there later, nor the computer for
    /// them.
    pub fn went_out(&self, seat: Seat) -> bool {
        let out = |public: &Public| matches!(public.ended, Some((Ending::WentOut, _))) && public.turn.seat == seat;
        let user = |members: &BySeat<Option<Member>>| members[seat].as_ref().map(|member| member.user);
        self.round().is_some_and(|round| out(&round.public()))
            && user(&self.seats) == user(&self.dealt_to)
            && !self.is_computers(seat)
            && self.timing.overdue != Some(seat)
    }

    /// Whether this member could sit down here now, where they don't sit yet.
    pub fn has_room_for(&self, user: UserId) -> bool {
        match self.phase {
            Phase::Lobby => self.seat_of(user).is_none() && self.has_room(),
            Phase::Playing => self.seat_to_take(user).is_ok(),
            Phase::Won | Phase::Closed => false,
        }
    }

    /// Whether its round has been played to the end.
    pub fn round_is_over(&self) -> bool {
        self.round().is_some_and(Round::is_over)
    }

    /// Whether a lobby has a seat for another member: a computer player makes room.
    pub fn has_room(&self) -> bool {
        self.seats_in_use().any(|seat| self.seats[seat].is_none())
    }

    pub(super) fn begin(&mut self, dealer: Seat, pack: &Pack) -> Result<Vec<Event>, Refusal> {
        let game = Game::new(self.rules, dealer)?;
        let events = game.deal(pack)?;
        self.game = Some(game);
        self.deeds = BySeat::default();
        self.left.clear();
        self.quitters.clear();
        self.dealt_to = self.seats.clone();
        self.phase = Phase::Playing;
        self.vote = None;
        self.round_began = self.step;
        self.follow(&events);
        self.step += 1;
        Ok(events)
    }

    fn follow(&mut self, events: &[Event]) {
        for event in events {
            if let Some(game) = &mut self.game {
                game.apply(event);
            }
            match event {
                Event::WentOut { seat, concealed } => {
                    self.deeds[*seat].outs += 1;
                    self.deeds[*seat].concealed_outs += u32::from(*concealed);
                }
                Event::GameWon { .. } => {
                    self.phase = Phase::Won;
                    // Nobody sees it any more, and who leaves now must not decide it.
                    self.vote = None;
                }
                _ => {}
            }
        }
    }

    fn at_step(&self, step: u64) -> Result<(), Refusal> {
        if self.step == step { Ok(()) } else { Err(Refusal::Stale) }
    }

    pub(super) fn act(&mut self, by: UserId, step: u64, actions: &[Action]) -> Result<Vec<Event>, Refusal> {
        let seat = self.seated(by)?;
        if self.phase == Phase::Lobby {
            return Err(Refusal::NoGame);
        }
        if self.computer_to_act().is_some_and(|(to_act, _)| to_act == seat) {
            return Err(Refusal::ComputerPlays);
        }
        self.act_at(seat, step, actions)
    }

    pub(super) fn act_at(&mut self, seat: Seat, step: u64, actions: &[Action]) -> Result<Vec<Event>, Refusal> {
        self.not_paused()?;
        self.has_channel()?;
        self.at_step(step)?;
        let mut all = Vec::new();
        for action in actions {
            let events = self.game.as_ref().ok_or(Refusal::NoGame)?.decide(seat, action)?;
            self.follow(&events);
            all.extend(events);
        }
        self.step += 1;
        Ok(all)
    }

    pub(super) fn deal(&mut self, by: UserId, step: u64, pack: &Pack) -> Result<Vec<Event>, Refusal> {
        self.seated(by)?;
        self.deal_at(step, pack)
    }

    pub(super) fn deal_at(&mut self, step: u64, pack: &Pack) -> Result<Vec<Event>, Refusal> {
        self.not_paused()?;
        self.has_channel()?;
        self.at_step(step)?;
        let events = self.game.as_ref().ok_or(Refusal::NoGame)?.deal(pack)?;
        self.left.clear();
        self.dealt_to = self.seats.clone();
        self.round_began = self.step;
        self.follow(&events);
        self.step += 1;
        Ok(events)
    }

    /// Who was away when the game was won has left it, and sits down again by their own click alone.
    pub(super) fn rematch(&mut self, by: UserId, step: u64, dealer: Seat, pack: &Pack) -> Result<Vec<Event>, Refusal> {
        self.seated(by)?;
        self.at_step(step)?;
        if self.phase != Phase::Won {
            return Err(CannotDeal::RoundInPlay.into());
        }
        let away = self.members().filter(|(seat, member)| self.is_computers(*seat) && member.user != by);
        for (seat, user) in away.map(|(seat, member)| (seat, member.user)).collect::<Vec<_>>() {
            self.give_up(user, seat);
        }
        self.begin(dealer, pack)
    }

    pub(super) fn end(&mut self, by: &Member, manager: bool) -> Result<(), Refusal> {
        self.ended = Some(match (self.host == by.user, manager) {
            (true, _) => Ended::ByHost(by.clone()),
            (false, true) => Ended::ByManager(by.clone()),
            (false, false) => return Err(Refusal::MayNotEnd { host: self.host_seat() }),
        });
        self.phase = Phase::Closed;
        Ok(())
    }
}

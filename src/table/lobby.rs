//! What can be done before the game: sitting down and leaving, computer players, options, the start. Must never touch
//! the cards.

use super::{Member, Phase, Refusal, Table, UserId};
use crate::ai::Level;
use crate::engine::{BySeat, Event, Pack, Rules, Seat, Team};

impl Table {
    pub(super) fn join(&mut self, by: &Member, team: Team) -> Result<(), Refusal> {
        self.in_lobby()?;
        let before = self.seat_of(by.user);
        if before.is_some_and(|seat| seat.team() == team) {
            return Err(Refusal::SeatedAlready);
        }
        let on_side = || team.seats(self.rules.players);
        // A person comes before a computer player.
        let free = on_side().find(|&seat| self.is_free(seat));
        let seat = free.or_else(|| on_side().find(|&seat| self.seats[seat].is_none()));
        let seat = seat.ok_or(Refusal::SideFull { team })?;
        if let Some(before) = before {
            self.seats[before] = None;
        }
        self.made_room = self.computers[seat].map(|_| seat);
        self.sit_down(by, seat);
        Ok(())
    }

    /// Seats a member; a computer player makes room.
    pub(super) fn sit_down(&mut self, member: &Member, seat: Seat) {
        self.seats[seat] = Some(member.clone());
        self.computers[seat] = None;
        self.vacant[seat] = false;
        self.timing.missed[seat] = 0;
        if !self.arrivals.contains(&member.user) {
            self.arrivals.push(member.user);
        }
    }

    /// Takes a member from their seat; with nobody left the table closes.
    pub(super) fn stand_up(&mut self, user: UserId, seat: Seat) {
        self.seats[seat] = None;
        self.arrivals.retain(|other| *other != user);
        let first = self.arrivals.iter().copied().find(|user| self.seat_of(*user).is_some());
        // Tables of older versions know no order: there the first seat comes first.
        match first.or_else(|| self.members().next().map(|(_, member)| member.user)) {
            Some(first) if self.host == user => self.host = first,
            Some(_) => {}
            None => self.phase = Phase::Closed,
        }
    }

    pub(super) fn remove(&mut self, by: UserId, user: UserId) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        let seat = self.seated(user)?;
        self.stand_up(user, seat);
        Ok(())
    }

    pub(super) fn add_computer(&mut self, by: UserId, team: Team, level: Level) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        let seat = team.seats(self.rules.players).find(|&seat| self.is_free(seat));
        self.computers[seat.ok_or(Refusal::SideFull { team })?] = Some(level);
        Ok(())
    }

    pub(super) fn remove_computer(&mut self, by: UserId, seat: Seat) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        self.computers[seat].take().map(|_| ()).ok_or(Refusal::NoComputer)
    }

    pub(super) fn shuffle(&mut self, by: UserId, order: &[Seat]) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.seated(by)?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        // Anything but an order of the seats would lose somebody.
        if !sorted.into_iter().eq(self.seats_in_use()) {
            return Err(Refusal::Stale);
        }
        let from = |seat: Seat| order.get(seat as usize).copied().unwrap_or(seat);
        let (seats, computers) = (self.seats.clone(), self.computers);
        self.seats = BySeat::from_fn(|seat| seats[from(seat)].clone());
        self.computers = BySeat::from_fn(|seat| computers[from(seat)]);
        Ok(())
    }

    pub(super) fn set_option(&mut self, by: UserId, key: &str, value: &str) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        let mut rules = self.rules;
        if key == "players" {
            // The number of players decides what the rule set deals and asks for.
            rules = self.with_players(value)?;
        }
        rules.set(key, value)?;
        rules.validate()?;
        for seat in Seat::ALL.into_iter().skip(usize::from(rules.players)) {
            self.computers[seat] = None;
            let Some(member) = self.seats[seat].take() else { continue };
            // They move to a seat that stays, where a computer player makes room.
            let free = Seat::at_table(rules.players).find(|&to| self.seats[to].is_none());
            let free = free.ok_or(Refusal::TooManySeated)?;
            self.made_room = self.computers[free].take().map(|_| free).or(self.made_room);
            self.seats[free] = Some(member);
        }
        self.rules = rules;
        Ok(())
    }

    /// These rules for another number of players: what was changed by hand stays.
    fn with_players(&self, players: &str) -> Result<Rules, Refusal> {
        let base = self.rule_set.rules(self.rules.players);
        let mut rules = base;
        rules.set("players", players)?;
        let mut other = self.rule_set.rules(rules.players);
        for option in self.rules.changes_from(&base).filter(|option| option.key != "players") {
            other.set(option.key, &option.text(&self.rules))?;
        }
        Ok(other)
    }

    pub(super) fn let_seats_wait(&mut self, by: UserId, wait: bool) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        self.left_seats_wait = wait;
        Ok(())
    }

    pub(super) fn start(&mut self, by: UserId, dealer: Seat, pack: &Pack) -> Result<Vec<Event>, Refusal> {
        self.in_lobby()?;
        self.as_host(by)?;
        match self.free_seats() {
            0 => self.begin(dealer, pack),
            free => Err(Refusal::SeatsFree { free }),
        }
    }
}

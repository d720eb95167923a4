//! Every "what follows?": a legal action becomes the events it causes, with the very cards. Which of equal cards goes
//! never matters. Must never decide legality: that is `check.rs`.

use super::action::Action;
use super::card::{Card, Rank};
use super::cards::{Cards, Counts};
use super::check::{Plan, Play, check};
use super::event::{Ending, Event, Origin};
use super::illegal::{Bound, Illegal};
use super::meld::{CANASTA, Placement, WILD};
use super::opening::any_take;
use super::pack::Pack;
use super::round::Round;
use super::rules::{EmptyStock, LastRedThree, RedThrees, Rules, TurnedOver};
use super::score::{Sheet, is_concealed};
use super::seat::{ByTeam, Seat};

impl Round {
    /// Begins a round: the deal, the upcard, the red threes, the first turn.
    pub fn deal(rules: &Rules, totals: ByTeam<i32>, dealer: Seat, pack: &Pack) -> (Self, Vec<Event>) {
        let mut round = Self::dealt(rules, totals, dealer, pack);
        let mut next = Next { round: &mut round, events: Vec::with_capacity(16) };
        next.events.push(Event::Dealt { dealer, pack: Box::new(*pack) });
        next.turn_up();
        if rules.red_threes == RedThrees::AtTheDeal {
            let mut seat = dealer;
            for _ in 0..rules.players {
                seat = seat.next(rules.players);
                next.lay_red_threes(seat);
            }
        }
        next.begin_turn(dealer.next(rules.players));
        let events = next.events;
        (round, events)
    }

    /// What follows from a player's action; the state stays as it is.
    ///
    /// # Errors
    /// The reason why the action is illegal.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        let plan = check(&self.view(seat), action)?;
        Ok(self.clone().follow(seat, plan))
    }

    /// Does what `decide` says. An illegal action leaves the state as it was.
    ///
    /// # Errors
    /// The reason why the action is illegal.
    pub fn play(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        let plan = check(&self.view(seat), action)?;
        Ok(self.follow(seat, plan))
    }

    fn follow(&mut self, seat: Seat, plan: Plan<'_>) -> Vec<Event> {
        let mut next = Next { round: self, events: Vec::with_capacity(4) };
        match plan {
            Plan::Draw => next.draw(seat),
            Plan::Take(take) => next.take_pile(seat, &take),
            Plan::Meld(melds) => next.meld_all(seat, &melds, None),
            Plan::Discard(rank) => next.discard(seat, rank),
            Plan::Ask => next.emit(Event::PartnerAsked { seat }),
            Plan::Withdraw => next.emit(Event::QuestionWithdrawn { seat }),
            Plan::Answer(yes) => next.answer(seat, yes),
            Plan::Pass => next.pass(seat),
        }
        next.events
    }
}

/// The round on its way, and the events that led there.
struct Next<'a> {
    round: &'a mut Round,
    events: Vec<Event>,
}

impl Next<'_> {
    fn emit(&mut self, event: Event) {
        self.round.apply(&event);
        self.events.push(event);
    }

    fn turn_up(&mut self) {
        while let Some(card) = self.round.stock.top() {
            self.emit(Event::TurnedUp { card });
            let turned_over = match self.round.rules.turned_over {
                TurnedOver::WildOrRedThree => card.is_wild() || card.is_red_three(),
                TurnedOver::WildOrAnyThree => card.is_wild() || card.rank() == Rank::Three,
                TurnedOver::Never => false,
            };
            if !turned_over {
                break;
            }
        }
    }

    /// Lays the red threes of a hand and replaces them, each until none is left.
    fn lay_red_threes(&mut self, seat: Seat) {
        let red = self.round.hands[seat].red_threes_in();
        for card in red.iter() {
            self.emit(Event::RedThreeLaid { seat, card, from: Origin::Hand });
            while let Some(card) = self.round.stock.top() {
                if !card.is_red_three() {
                    self.emit(Event::Replaced { seat, card });
                    break;
                }
                self.emit(Event::RedThreeLaid { seat, card, from: Origin::Stock });
            }
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.emit(Event::TurnBegan { seat });
        // Only `classic`'s way leaves any.
        self.lay_red_threes(seat);
        self.end_without_take(seat);
    }

    /// With an empty stock a player can only take the pile; who can't, ends the round.
    fn end_without_take(&mut self, seat: Seat) {
        if self.round.stock.is_empty() && any_take(&self.round.view(seat)).is_none() {
            self.end(Ending::NoTake, None);
        }
    }

    fn draw(&mut self, seat: Seat) {
        let mut drawn = 0;
        while drawn < self.round.rules.drawn {
            match self.round.stock.top() {
                None => break,
                Some(card) if card.is_red_three() => self.emit(Event::RedThreeLaid { seat, card, from: Origin::Stock }),
                Some(card) => {
                    self.emit(Event::Drew { seat, card });
                    drawn += 1;
                }
            }
        }
        if drawn == 0 {
            match self.round.rules.last_red_three {
                LastRedThree::RoundEnds => self.end(Ending::LastRedThree, None),
                LastRedThree::TurnGoesOn => self.end_without_take(seat),
            }
        }
    }

    fn take_pile(&mut self, seat: Seat, play: &Play<'_>) {
        let Some(upcard) = self.round.pile.top() else { return };
        self.emit(Event::PileTaken { seat });
        for card in self.round.hands[seat].red_threes_in().iter() {
            self.emit(Event::RedThreeLaid { seat, card, from: Origin::Hand });
        }
        self.meld_all(seat, play, Some(upcard));
    }

    fn meld_all(&mut self, seat: Seat, play: &Play<'_>, upcard: Option<Card>) {
        let concealed = self.concealed_canastas(seat, play.placements, upcard);
        for placement in play.placements {
            let rank = placement.rank;
            let cards = self.cards_for(seat, *placement, upcard.filter(|card| card.rank() == rank));
            self.emit(Event::Melded { seat, rank, cards, concealed_canasta: concealed.contains(&rank) });
        }
        if let Some(cause) = play.bound {
            self.emit(Event::BoundToGoOut { seat, cause });
        }
        self.end_if_out(seat);
    }

    /// The very cards of a placement; the upcard is in the hand by now.
    fn cards_for(&self, seat: Seat, placement: Placement, upcard: Option<Card>) -> Cards {
        let mut hand = self.round.hands[seat];
        let mut cards = Cards::EMPTY;
        if let Some(card) = upcard {
            hand.remove(card);
            cards.insert(card);
        }
        for (rank, n) in placement.counts().ranks() {
            cards.extend_from(&hand.remove_rank(rank, n));
        }
        cards
    }

    /// The ranks of which this play puts down a canasta in one placement from the hand: no card of it need have come
    /// from below the upcard this turn. Where several compete for the same wild cards, as many as possible.
    ///
    /// Source: 002.
    fn concealed_canastas(&self, seat: Seat, placements: &[Placement], upcard: Option<Card>) -> Vec<Rank> {
        if self.round.rules.concealed_canasta == 0 {
            return Vec::new();
        }
        let melds = &self.round.sides[seat.team()].melds;
        let mut own = Counts::of(&self.round.hands[seat]).minus(&self.round.turn.from_pile);
        let mut canastas: Vec<Counts> = Vec::new();
        let mut ranks: Vec<Rank> = Vec::new();
        for placement in
            placements.iter().filter(|placement| placement.rank != WILD && melds.get(placement.rank).is_empty())
        {
            let with_upcard = u8::from(upcard.is_some_and(|card| card.rank() == placement.rank));
            let counts = placement.counts().with(placement.rank, with_upcard);
            if counts.total() >= CANASTA {
                canastas.push(counts);
                ranks.push(placement.rank);
            }
        }
        let mut order: Vec<usize> = (0..canastas.len()).collect();
        order.sort_by_key(|&number| canastas[number].wilds());
        order.retain(|&number| {
            let fits = canastas[number].at_most(&own) == canastas[number];
            if fits {
                own = own.minus(&canastas[number]);
            }
            fits
        });
        order.into_iter().map(|number| ranks[number]).collect()
    }

    fn discard(&mut self, seat: Seat, rank: Rank) {
        let mut hand = self.round.hands[seat];
        let Some(card) = hand.remove_rank(rank, 1).iter().next() else { return };
        self.emit(Event::Discarded { seat, card });
        if self.end_if_out(seat) {
            return;
        }
        let players = self.round.rules.players;
        if self.round.stock.is_empty() && self.round.rules.empty_stock == EmptyStock::RoundEnds {
            self.end(Ending::StockEmpty, None);
        } else {
            self.begin_turn(seat.next(players));
        }
    }

    fn answer(&mut self, seat: Seat, yes: bool) {
        let asker = self.round.turn.seat;
        self.emit(Event::PartnerAnswered { seat, yes });
        if yes {
            self.emit(Event::BoundToGoOut { seat: asker, cause: Bound::PartnerSaidYes });
        }
    }

    fn pass(&mut self, seat: Seat) {
        self.emit(Event::Passed { seat });
        self.end(Ending::Passed, None);
    }

    fn end_if_out(&mut self, seat: Seat) -> bool {
        let out = self.round.hands[seat].is_empty();
        if out {
            let concealed = is_concealed(&self.round.rules, &self.round.turn);
            self.emit(Event::WentOut { seat, concealed });
            self.end(Ending::WentOut, Some((seat, concealed)));
        }
        out
    }

    fn end(&mut self, ending: Ending, out: Option<(Seat, bool)>) {
        // Red threes still waiting in a hand are laid now.
        for seat in Seat::at_table(self.round.rules.players) {
            for card in self.round.hands[seat].red_threes_in().iter() {
                self.emit(Event::RedThreeLaid { seat, card, from: Origin::Hand });
            }
        }
        let rules = self.round.rules;
        let sheets = ByTeam::from_fn(|team| {
            let hands: Vec<Counts> =
                team.seats(rules.players).map(|seat| Counts::of(&self.round.hands[seat])).collect();
            let out = out.filter(|(seat, _)| seat.team() == team).map(|(_, concealed)| concealed);
            Sheet::new(&rules, &self.round.sides[team], &hands, out)
        });
        self.emit(Event::RoundEnded { ending, sheets });
    }
}

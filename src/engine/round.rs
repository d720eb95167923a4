//! One round: its private state, what of it may be seen, and `apply`, which follows any event and holds no rules.
//! The hands and the stock leave this file only through [`Round::view`], at the end of the round, and for storage.

use serde::{Deserialize, Serialize};

use super::card::Rank;
use super::cards::{Cards, Counts};
use super::event::{Ending, Event, Origin};
use super::meld::Meld;
use super::pack::Pack;
use super::rules::Rules;
use super::seat::{BySeat, ByTeam, Seat};
use super::stack::Stack;
use super::view::{Public, Question, Side, Stage, Turn, View};

/// The whole state of one round.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub(super) rules: Rules,
    pub(super) dealer: Seat,
    pub(super) totals: ByTeam<i32>,
    pub(super) hands: BySeat<Cards>,
    /// The top card last.
    pub(super) stock: Stack,
    pub(super) pile: Stack,
    pub(super) sides: ByTeam<Side>,
    /// Who has put down cards this round.
    pub(super) melded: BySeat<bool>,
    pub(super) turn: Turn,
    pub(super) ended: Option<Ending>,
}

impl Round {
    /// The round as it is right after the event [`Event::Dealt`]: hands and stock, nothing turned up yet.
    /// `totals`: the sides' points before the round.
    pub fn dealt(rules: &Rules, totals: ByTeam<i32>, dealer: Seat, pack: &Pack) -> Self {
        let players = rules.players;
        let first = dealer.next(players);
        let mut hands = BySeat::<Cards>::default();
        let mut seat = first;
        // Rules that deal more than there is were never validated.
        let due = (usize::from(players) * usize::from(rules.dealt)).min(Pack::SIZE);
        let (to_players, rest) = pack.cards().split_at(due);
        for &card in to_players {
            hands[seat].insert(card);
            seat = seat.next(players);
        }
        Self {
            rules: *rules,
            dealer,
            totals,
            hands,
            stock: rest.iter().rev().copied().collect(),
            pile: Stack::EMPTY,
            sides: ByTeam::default(),
            melded: BySeat::default(),
            turn: Turn::new(first, false, super::meld::RankSet::default()),
            ended: None,
        }
    }

    /// The rules in force.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether the round is over.
    pub const fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// What everybody may know.
    pub fn public(&self) -> Public {
        Public {
            rules: self.rules,
            dealer: self.dealer,
            totals: self.totals,
            hand_sizes: BySeat::from_fn(|seat| self.hands[seat].len()),
            stock: self.stock.len(),
            pile: self.pile,
            sides: self.sides,
            turn: self.turn,
            ended: self.ended.map(|ending| (ending, self.hands)),
        }
    }

    /// What this seat may know.
    pub fn view(&self, seat: Seat) -> View {
        let hand = self.hands[seat];
        View { seat, hand, held: Counts::of(&hand), public: self.public() }
    }

    /// The seats that may act now, the one waited for first: while a question waits, the partner, then the asker.
    pub fn to_act(&self) -> impl Iterator<Item = Seat> + use<> {
        let running = !self.is_over();
        self.turn.to_act(self.rules.players).filter(move |_| running)
    }

    /// Follows an event. Total: an event that does not fit the state changes what it can and never panics.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Dealt { dealer, pack } => *self = Self::dealt(&self.rules, self.totals, *dealer, pack),
            Event::TurnedUp { card } => {
                self.stock.pop();
                self.pile.push(*card);
            }
            Event::RedThreeLaid { seat, card, from } => {
                match from {
                    Origin::Hand => self.hands[*seat].remove(*card),
                    Origin::Stock => self.stock.pop().is_some(),
                };
                self.sides[seat.team()].red_threes.insert(*card);
            }
            Event::Replaced { seat, card } => self.draw(*seat, *card),
            Event::TurnBegan { seat } => {
                let ranks = self.sides[seat.team()].melds.rank_set();
                self.turn = Turn::new(*seat, self.melded[*seat], ranks);
            }
            Event::Drew { seat, card } => {
                self.draw(*seat, *card);
                self.turn.stage = Stage::Drawn;
            }
            Event::PileTaken { seat } => self.take_pile(*seat),
            Event::Melded { seat, rank, cards, concealed_canasta } => {
                self.meld(*seat, *rank, cards, *concealed_canasta);
            }
            Event::BoundToGoOut { cause, .. } => self.turn.bound = Some(*cause),
            Event::Discarded { seat, card } => {
                self.hands[*seat].remove(*card);
                self.pile.push(*card);
            }
            Event::PartnerAsked { .. } => self.turn.question = Question::Waiting,
            Event::QuestionWithdrawn { .. } => self.turn.question = Question::UsedUp,
            Event::PartnerAnswered { yes, .. } => self.turn.question = if *yes { Question::Yes } else { Question::No },
            Event::RoundEnded { ending, .. } => self.ended = Some(*ending),
            Event::Passed { .. } | Event::WentOut { .. } | Event::GameWon { .. } => {}
        }
    }

    fn draw(&mut self, seat: Seat, card: super::card::Card) {
        self.stock.pop();
        self.hands[seat].insert(card);
    }

    fn take_pile(&mut self, seat: Seat) {
        self.turn.from_pile = self.pile.counts_below_top();
        self.turn.took_pile = true;
        self.turn.stage = Stage::Drawn;
        while let Some(card) = self.pile.pop() {
            self.hands[seat].insert(card);
        }
    }

    fn meld(&mut self, seat: Seat, rank: Rank, cards: &Cards, concealed_canasta: bool) {
        let counts = Counts::of(cards);
        let (twos, jokers) = (counts.get(Rank::Two), counts.get(Rank::Joker));
        let meld = Meld { naturals: counts.total() - twos - jokers, twos, jokers };
        self.hands[seat].remove_all(cards);
        let side = &mut self.sides[seat.team()];
        side.melds.add(rank, meld);
        side.melded.extend_from(cards);
        if concealed_canasta {
            side.concealed_canastas = side.concealed_canastas.saturating_add(1);
        } else {
            // Cards from the pile go down first: the player keeps the others for a canasta from the hand.
            self.turn.from_pile = self.turn.from_pile.minus(&counts);
        }
        self.turn.put_down.add(rank, meld);
        self.melded[seat] = true;
    }
}

/// Hands and stock stay out of logs and panic texts.
impl std::fmt::Debug for Round {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Round").field("turn", &self.turn).field("ended", &self.ended).finish_non_exhaustive()
    }
}

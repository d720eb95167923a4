//! What a player can conclude from what was seen: which cards are still hidden, which ones another seat is known to
//! hold, which ranks it did not want. Must never know a hidden card.

use crate::engine::{BySeat, Card, Counts, Event, Rank, Seat, Seen, Team, View};

/// How much less likely a seat holds a rank that it has just thrown away.
const THROWN_AWAY: f32 = 0.4;
/// How much less likely a seat holds a rank that it let lie.
const LET_LIE: f32 = 0.65;

/// The conclusions of one seat.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Of each rank, the cards whose place is not known.
    hidden: Counts,
    /// Cards that a seat took with the pile and has not put down since.
    known: BySeat<Counts>,
    /// Of each rank, how likely the seat kept it, from what it threw away or let lie: one if nothing tells.
    interest: BySeat<[f32; Rank::COUNT]>,
    /// The cards of each seat that are not known.
    unknown: BySeat<u8>,
    /// All cards whose place is not known, the stock's included.
    unknown_total: f32,
}

impl Reading {
    /// Concludes from the round's history as the seat of this view saw it.
    pub(super) fn new(view: &View, history: &[Seen]) -> Self {
        let mut reading = Self {
            hidden: Counts::default(),
            known: BySeat::default(),
            interest: BySeat::from_fn(|_| [1.0; Rank::COUNT]),
            unknown: BySeat::default(),
            unknown_total: 1.0,
        };
        let mut pile = Pile::default();
        for seen in history {
            reading.follow(seen, &mut pile);
        }
        reading.count(view);
        reading
    }

    fn follow(&mut self, seen: &Seen, pile: &mut Pile) {
        match seen {
            Seen::Drew { seat, .. } => {
                if let Some(rank) = pile.top {
                    self.interest[*seat][rank.index()] *= LET_LIE;
                }
            }
            Seen::Public(Event::TurnedUp { card }) => pile.push(*card),
            Seen::Public(Event::Discarded { seat, card }) => {
                pile.push(*card);
                let rank = card.rank();
                self.known[*seat] = self.known[*seat].without(rank, 1);
                self.interest[*seat][rank.index()] *= THROWN_AWAY;
            }
            Seen::Public(Event::PileTaken { seat }) => {
                self.known[*seat] = self.known[*seat].plus(&pile.counts);
                for (rank, _) in pile.counts.ranks() {
                    self.interest[*seat][rank.index()] = 1.0;
                }
                *pile = Pile::default();
            }
            Seen::Public(Event::Melded { seat, cards, .. }) => {
                self.known[*seat] = self.known[*seat].minus(&Counts::of(cards));
            }
            _ => {}
        }
    }

    fn count(&mut self, view: &View) {
        let public = &view.public;
        let mut open = view.held.plus(&public.pile.counts_below_top());
        if let Some(top) = public.pile.top().filter(|top| !top.is_red_three()) {
            open = open.with(top.rank(), 1);
        }
        for team in Team::ALL {
            open = open.plus(&Counts::of(&public.sides[team].melded));
        }
        for seat in Seat::at_table(public.rules.players).filter(|&seat| seat != view.seat) {
            open = open.plus(&self.known[seat]);
            self.unknown[seat] = public.hand_sizes[seat].saturating_sub(self.known[seat].total());
        }
        self.hidden =
            Rank::ALL.into_iter().fold(Counts::default(), |all, rank| all.with(rank, copies(rank))).minus(&open);
        self.unknown_total = f32::from(self.hidden.total()).max(1.0);
    }

    /// How likely this seat holds at least so many (one or two) cards of the rank, between 0 and 1.
    pub(super) fn holds(&self, seat: Seat, rank: Rank, least: u8) -> f32 {
        let known = self.known[seat].get(rank);
        let hidden = f32::from(self.hidden.get(rank));
        let share = f32::from(self.unknown[seat]) / self.unknown_total * self.interest[seat][rank.index()];
        let share = share.clamp(0.0, 1.0);
        let none = (1.0 - share).powf(hidden);
        match least.saturating_sub(known) {
            0 => 1.0,
            1 => 1.0 - none,
            _ if hidden < 2.0 => 0.0,
            _ => (1.0 - none - hidden * share * (1.0 - share).powf(hidden - 1.0)).max(0.0),
        }
    }

    /// How likely this seat holds a wild card, between 0 and 1.
    pub(super) fn holds_wild(&self, seat: Seat) -> f32 {
        1.0 - (1.0 - self.holds(seat, Rank::Two, 1)) * (1.0 - self.holds(seat, Rank::Joker, 1))
    }
}

/// How many of a rank two packs hold; of threes, the black ones.
const fn copies(rank: Rank) -> u8 {
    match rank {
        Rank::Three | Rank::Joker => 4,
        _ => 8,
    }
}

/// The pile as it grew, red threes left out.
#[derive(Default)]
struct Pile {
    counts: Counts,
    top: Option<Rank>,
}

impl Pile {
    fn push(&mut self, card: Card) {
        if card.is_red_three() {
            self.top = None;
        } else {
            self.counts = self.counts.with(card.rank(), 1);
            self.top = Some(card.rank());
        }
    }
}

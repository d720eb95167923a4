//! Can this player go out this turn, and how? Exact, over all assignments of wild cards to melds.
//! Must never know a hidden card: it works on what the player holds and what lies on the table.

use super::action::Placements;
use super::assign::{self, Choice, Menus, Tally};
use super::card::Rank;
use super::cards::Counts;
use super::meld::{CANASTA, Canasta, MOST_WILDS, Meld, Melds, Placement, WILD};
use super::rules::{ConcealedMinimum, Rules, WildMelds};
use super::view::{Question, View};

/// A player's cards in the middle of a turn, as far as melding and going out are concerned.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// The hand.
    pub hand: Counts,
    /// The side's melds.
    pub melds: Melds,
    /// What an initial meld must reach; none once the side has melded.
    pub minimum: Option<u16>,
    /// The partner said no.
    pub refused: bool,
    /// The player must go out this turn.
    pub bound: bool,
}

/// A way to go out: what to put down in one action, and what to discard after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayOut {
    /// Melds and lay-offs; empty if the last card is simply discarded.
    pub melds: Placements,
    /// The last discard, if there is one.
    pub discard: Option<Rank>,
}

impl<'a> Position<'a> {
    /// The position of the player whose view it is.
    pub fn of(view: &'a View) -> Self {
        let turn = &view.public.turn;
        Self {
            rules: &view.public.rules,
            hand: view.held,
            melds: view.side().melds,
            minimum: view.minimum_needed(),
            refused: turn.seat == view.seat && turn.question == Question::No,
            bound: turn.seat == view.seat && turn.bound.is_some(),
        }
    }

    /// The position after these placements.
    #[must_use]
    pub fn after(&self, placements: &[Placement]) -> Self {
        let mut next = self.clone();
        for placement in placements {
            next.hand = placement.taken_from(next.hand);
            next.melds.add(placement.rank, placement.meld());
            // Black threes go down only in going out.
            next.bound |= placement.rank == Rank::Three;
        }
        if !next.melds.is_empty() {
            next.minimum = None;
        }
        next
    }

    /// The position after taking the pile with these placements: the upcard is melded, the rest comes into the hand.
    #[must_use]
    pub fn after_take(&self, placements: &[Placement], upcard: Rank, rest: &Counts) -> Self {
        let mut next = self.after(placements);
        next.melds.add(upcard, Meld::default().with_upcard());
        next.minimum = None;
        next.hand = next.hand.plus(rest);
        next
    }

    /// The canastas still missing for going out.
    pub fn canastas_missing(&self) -> u8 {
        self.rules.canastas.saturating_sub(self.melds.canastas())
    }

    /// Whether the player can still go out this turn from here; with an empty hand, whether that is going out.
    pub fn can_go_out(&self) -> bool {
        let one_step_away = self.hand.total() <= 1 && self.minimum.is_none() && self.canastas_missing() == 0;
        (one_step_away && !self.refused) || self.way_out().is_some()
    }

    /// Whether the turn can come to a legal end from here: who can't go out keeps a card beside the one discarded, who
    /// must go out still can.
    pub fn turn_can_end(&self) -> bool {
        (!self.bound && self.hand.total() > 1) || self.can_go_out()
    }

    /// The way out that brings the most points now, if there is one.
    pub fn way_out(&self) -> Option<WayOut> {
        self.plan(self.minimum, Canasta::points)
    }

    /// The most points that can go down in one action that leaves at most a last discard.
    pub(super) fn most_down(&self) -> Option<(u16, Placements)> {
        let way = self.plan(None, |_| 0)?;
        let down = self.hand.value() - way.discard.map_or(0, Rank::value);
        Some((down, way.melds))
    }

    /// Cheap necessary conditions; most turns end here.
    pub(super) fn plausible(&self) -> bool {
        !self.refused && self.all_but_one_meldable() && self.canastas_within_reach()
    }

    /// At most one card is such that no wild card can bring it down: it could be the last discard.
    fn all_but_one_meldable(&self) -> bool {
        let mut loose = 0;
        let mut pairs = 0;
        for (rank, held) in std::iter::once(Rank::Three).chain(Rank::NATURAL).map(|rank| (rank, self.hand.get(rank))) {
            if matches!(held, 1 | 2) && self.melds.get(rank).is_empty() {
                match (rank, held) {
                    (Rank::Three, n) => loose += n,
                    (_, 1) => loose += 1,
                    _ => pairs += 1,
                }
            }
            if loose > 1 {
                return false;
            }
        }
        // A pair needs a wild card, and as a discard it would leave a single card.
        pairs <= self.hand.wilds()
    }

    fn canastas_within_reach(&self) -> bool {
        let missing = self.canastas_missing();
        if missing == 0 {
            return true;
        }
        let wilds = self.hand.wilds();
        let reachable = Rank::NATURAL.into_iter().filter(|&rank| {
            let meld = self.melds.get(rank);
            let most_wilds = (meld.wilds() + wilds).min(MOST_WILDS);
            meld.len() < CANASTA && meld.naturals + self.hand.get(rank) + most_wilds >= CANASTA
        });
        let wild_canasta =
            self.rules.wild_melds != WildMelds::No && self.melds.get(WILD).is_empty() && wilds >= CANASTA;
        reachable.count() as u8 + u8::from(wild_canasta) >= missing
    }

    /// Everything but a last discard goes down in one action. Chosen by the points of the cards that go down and by
    /// what the canastas are worth.
    fn plan(&self, minimum: Option<u16>, worth: impl Fn(Option<Canasta>) -> i32 + Copy) -> Option<WayOut> {
        if !self.plausible() {
            return None;
        }
        let hand = &self.hand;
        let wilds = hand.wilds();
        // Source: 003 waives the minimum for whoever goes out with the whole hand at once; every canasta is then
        // among the melds of this action.
        let minimum = minimum.filter(|_| self.rules.concealed_minimum == ConcealedMinimum::Always);
        let spare = hand.value().checked_sub(minimum.unwrap_or(0))?;
        let may_keep = |rank: Rank| rank.value() <= spare;
        let mut menus = Menus::new();
        for rank in Melds::ranks().filter(|&rank| !self.is_idle(rank, hand)) {
            let held = natural_count(hand, rank);
            let kept = u8::from(held > 0 && may_keep(rank));
            menus.push((0..=kept).flat_map(|kept| {
                let keep = move |choice: Choice| Choice {
                    tally: Tally { kept, ..choice.tally },
                    score: choice.score - i32::from(kept) * i32::from(rank.value()),
                    ..choice
                };
                self.choices(rank, held - kept, wilds, worth).map(keep)
            }));
        }
        let kept_wild = [Rank::Two, Rank::Joker].into_iter().find(|&rank| hand.get(rank) > 0 && may_keep(rank));
        let limits = Tally { wilds, early: 0, kept: 2, canastas: self.canastas_missing() };
        let (_, choices) = assign::best(&menus, limits, |sum| match (sum.kept, wilds - sum.wilds) {
            _ if sum.canastas < limits.canastas => None,
            (0..=1, 0) => Some(0),
            (0, 1) => kept_wild.map(|rank| -i32::from(rank.value())),
            _ => None,
        })?;
        let melds = placements(&choices, |choice| choice.down, hand);
        let left = melds.iter().fold(*hand, |left, placement| placement.taken_from(left));
        let discard = left.ranks().next().map(|(rank, _)| rank);
        Some(WayOut { melds, discard })
    }

    /// Nothing of this hand can go to this rank.
    pub(super) fn is_idle(&self, rank: Rank, hand: &Counts) -> bool {
        natural_count(hand, rank) == 0 && self.melds.get(rank).is_empty() && rank != WILD
    }

    /// The ways to bring down all `naturals` of a rank with so many wild cards at hand.
    pub(super) fn choices(
        &self,
        rank: Rank,
        naturals: u8,
        wilds: u8,
        worth: impl Fn(Option<Canasta>) -> i32,
    ) -> impl Iterator<Item = Choice> {
        let before = self.melds.get(rank);
        let most = if rank == WILD { wilds } else { wilds.min(MOST_WILDS) };
        (0..=most).filter_map(move |wilds| {
            let after = before.with(Meld { naturals, twos: wilds, jokers: 0 });
            let legal = naturals + wilds == 0 || after.check(rank, self.rules).is_ok();
            let canastas = u8::from(after.canasta().is_some() && before.canasta().is_none());
            legal.then(|| Choice {
                rank,
                down: (naturals, wilds),
                early: (0, 0),
                tally: Tally { wilds, early: 0, kept: 0, canastas },
                score: worth(after.canasta()) - worth(before.canasta()),
            })
        })
    }
}

/// The cards of the hand that can only be naturals of this meld: none for the meld of wild cards.
pub(super) fn natural_count(hand: &Counts, rank: Rank) -> u8 {
    if rank == WILD { 0 } else { hand.get(rank) }
}

/// Turns choices into placements, jokers going down before twos: they count more.
pub(super) fn placements(choices: &[Choice], down: impl Fn(&Choice) -> (u8, u8), hand: &Counts) -> Placements {
    let mut jokers_left = hand.get(Rank::Joker);
    choices
        .iter()
        .map(|choice| {
            let rank = choice.rank;
            let (naturals, wilds) = down(choice);
            let jokers = wilds.min(jokers_left);
            jokers_left -= jokers;
            Placement { rank, naturals, twos: wilds - jokers, jokers }
        })
        .filter(|placement| !placement.is_empty())
        .collect()
}

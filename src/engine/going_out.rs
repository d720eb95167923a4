//! Can this player go out this turn, and how? Exact, over all assignments of wild cards to melds.
//! Must never know a hidden card: it works on what the player holds and what lies on the table.

use super::assign::{self, Choice, Tally};
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
    pub melds: Vec<Placement>,
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
        self.plausible() && self.last_discards().any(|discard| self.plan(discard).is_some())
    }

    /// The way out that brings the most points now, if there is one.
    pub fn way_out(&self) -> Option<WayOut> {
        if !self.plausible() {
            return None;
        }
        let plans = self.last_discards().filter_map(|discard| Some((discard, self.plan(discard)?)));
        let (discard, (_, melds)) = plans.max_by_key(|(_, (score, _))| *score)?;
        Some(WayOut { melds, discard })
    }

    /// The most points that can go down in one action that leaves at most a last discard.
    pub(super) fn most_down(&self) -> Option<(u16, Vec<Placement>)> {
        let free = Self { minimum: None, ..self.clone() };
        if !free.plausible() {
            return None;
        }
        let plans = free.last_discards().filter_map(|discard| Some((self.value_down(discard), free.plan(discard)?.1)));
        plans.max_by_key(|&(value, _)| value)
    }

    /// Cheap necessary conditions; most turns end here.
    pub(super) fn plausible(&self) -> bool {
        !self.refused && self.loose_cards() <= 1 && self.canastas_within_reach()
    }

    /// Cards that no wild card can bring down: they could only be the last discard. Two mean that there is no way.
    fn loose_cards(&self) -> u8 {
        let mut loose = 0;
        let mut pairs = 0;
        for (rank, n) in self.hand.ranks().filter(|(rank, _)| !rank.is_wild()) {
            match (rank, self.melds.get(rank).is_empty(), n) {
                (Rank::Three, true, 1..=2) => loose += n,
                (_, true, 1) => loose += 1,
                (_, true, 2) => pairs += 1,
                _ => {}
            }
        }
        // A pair needs a wild card, and as a discard it would leave a single card.
        loose + if pairs > self.hand.wilds() { 2 } else { 0 }
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

    /// The last discards worth trying: none, or any rank in the hand; a loose card must be it.
    pub(super) fn last_discards(&self) -> impl Iterator<Item = Option<Rank>> + '_ {
        let loose = self.hand.ranks().find(|&(rank, n)| n == 1 && !rank.is_wild() && self.melds.get(rank).is_empty());
        let all = std::iter::once(None).chain(self.hand.ranks().map(|(rank, _)| Some(rank)));
        all.filter(move |&discard| loose.is_none_or(|(rank, _)| discard == Some(rank)))
    }

    fn value_down(&self, discard: Option<Rank>) -> u16 {
        self.hand.value() - discard.map_or(0, Rank::value)
    }

    /// Whether an initial meld of this value may be the player's way out.
    ///
    /// Source: 003 waives the minimum for whoever goes out with the whole hand at once; every canasta is then among
    /// the melds of this action.
    fn minimum_met(&self, value: u16) -> bool {
        let waived = self.rules.concealed_minimum != ConcealedMinimum::Always;
        self.minimum.is_none_or(|minimum| value >= minimum || waived)
    }

    /// Everything but the discard goes down in one action: the best way, with its points.
    fn plan(&self, discard: Option<Rank>) -> Option<(i32, Vec<Placement>)> {
        let value = self.value_down(discard);
        if !self.minimum_met(value) {
            return None;
        }
        let hand = discard.map_or(self.hand, |rank| self.hand.without(rank, 1));
        let wilds = hand.wilds();
        let menus: Vec<Vec<Choice>> = Melds::ranks()
            .filter(|&rank| !self.is_idle(rank, &hand))
            .map(|rank| self.choices(rank, natural_count(&hand, rank), wilds).collect())
            .collect();
        let limits = Tally { wilds, early: 0, kept: 0, canastas: self.canastas_missing() };
        let (bonus, choices) =
            assign::best(&menus, limits, |sum| (sum.wilds == wilds && sum.canastas == limits.canastas).then_some(0))?;
        Some((bonus + i32::from(value), placements(&choices, |choice| choice.down, &hand)))
    }

    /// Nothing of this hand can go to this rank.
    pub(super) fn is_idle(&self, rank: Rank, hand: &Counts) -> bool {
        natural_count(hand, rank) == 0 && self.melds.get(rank).is_empty() && rank != WILD
    }

    /// The ways to bring down all `naturals` of a rank with so many wild cards at hand.
    pub(super) fn choices(&self, rank: Rank, naturals: u8, wilds: u8) -> impl Iterator<Item = Choice> {
        let before = self.melds.get(rank);
        let most = if rank == WILD { wilds } else { wilds.min(MOST_WILDS) };
        (0..=most).filter_map(move |wilds| {
            let after = before.with(Meld { naturals, twos: wilds, jokers: 0 });
            let legal = naturals + wilds == 0 || after.check(rank, self.rules).is_ok();
            let bonus = |meld: Meld| meld.canasta().map_or(0, |canasta| i32::from(Canasta::bonus(canasta)));
            let canastas = u8::from(after.canasta().is_some() && before.canasta().is_none());
            legal.then(|| Choice {
                rank,
                down: (naturals, wilds),
                early: (0, 0),
                tally: Tally { wilds, early: 0, kept: 0, canastas },
                score: bonus(after) - bonus(before),
            })
        })
    }
}

/// The cards of the hand that can only be naturals of this meld: none for the meld of wild cards.
pub(super) fn natural_count(hand: &Counts, rank: Rank) -> u8 {
    if rank == WILD { 0 } else { hand.get(rank) }
}

/// Turns choices into placements, jokers going down before twos: they count more.
pub(super) fn placements(choices: &[Choice], down: impl Fn(&Choice) -> (u8, u8), hand: &Counts) -> Vec<Placement> {
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

//! The initial meld and the pile: what is the most a player can put down at once, and is there a legal take at all?
//! Exact, over all assignments of wild cards. Must never know a hidden card.

use smallvec::smallvec;

use super::action::{Action, Placements};
use super::assign::{self, Choice, Menus, Tally};
use super::card::Rank;
use super::cards::Counts;
use super::check;
use super::going_out::{Position, WayOut, natural_count, placements};
use super::meld::{MOST_WILDS, Meld, Melds, Placement, WILD};
use super::rules::ConcealedMinimum;
use super::view::View;

/// The pile that is to be taken: its upcard, and what lies below it (without red threes).
#[derive(Clone, Copy, Debug)]
pub struct Take {
    /// The upcard's rank.
    pub upcard: Rank,
    /// The cards below the upcard.
    pub rest: Counts,
}

/// What can be put down at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Its points, the upcard's included.
    pub value: u16,
    /// From the hand.
    pub placements: Placements,
}

impl Take {
    /// The pile of this view, under an upcard of this rank.
    pub(super) fn new(view: &View, upcard: Rank) -> Self {
        Self { upcard, rest: view.public.pile.counts_below_top() }
    }

    /// The pile as it lies there, if there is one.
    pub fn of(view: &View) -> Option<Self> {
        Some(Self::new(view, view.upcard()?.rank()))
    }
}

/// The most that a side without a meld can put down in one action that is legal but for the minimum, with the upcard
/// if the pile is taken for it. Nothing, if no meld is possible.
///
/// Source: 000's example of the 1800 points, whose hand reaches 85 because 90 would leave a single card.
pub fn best_opening(position: &Position<'_>, take: Option<&Take>) -> Opening {
    let keeping = if position.bound { None } else { best_keeping(position, take) };
    let going_out = match take {
        None => position.most_down().map(|(value, placements)| Opening { value, placements }),
        Some(take) => take_and_go_out(position, take).map(|(opening, _)| opening),
    };
    keeping.into_iter().chain(going_out).max_by_key(|opening| opening.value).unwrap_or_default()
}

/// A cheap bound from above on what [`best_opening`] can find.
pub(super) fn opening_ceiling(position: &Position<'_>, upcard: Option<Rank>) -> u16 {
    let hand = &position.hand;
    let wilds = hand.wilds();
    let naturals = hand.ranks().filter(|(rank, _)| !rank.is_wild()).map(|(rank, held)| {
        let upcard = u8::from(upcard == Some(rank));
        let meldable = held + upcard >= 3 || (held >= 2 && wilds > 0);
        if meldable { rank.value() * u16::from(held + upcard) } else { 0 }
    });
    naturals.sum::<u16>() + wild_value(hand, wilds)
}

/// The most that can go down while at least two cards stay in the hand.
fn best_keeping(position: &Position<'_>, take: Option<&Take>) -> Option<Opening> {
    const KEEP: u8 = 2;
    let hand = &position.hand;
    let wilds = hand.wilds();
    let rest = take.map_or(0, |take| take.rest.total());
    let mut menus = Menus::new();
    for rank in Melds::ranks() {
        if !position.is_idle(rank, hand) || take.is_some_and(|take| take.upcard == rank) {
            menus.push(keeping_choices(position, take, rank, KEEP));
        }
    }
    let limits = Tally { wilds, early: 0, kept: KEEP, canastas: 0 };
    let (value, choices) = assign::best(&menus, limits, |sum| {
        let kept = sum.kept + (wilds - sum.wilds) + rest;
        (kept >= KEEP).then(|| i32::from(wild_value(hand, sum.wilds)))
    })?;
    Some(Opening {
        value: value as u16,
        placements: placements_with_upcard(&choices, |choice| choice.down, hand, take),
    })
}

fn keeping_choices(position: &Position<'_>, take: Option<&Take>, rank: Rank, keep: u8) -> impl Iterator<Item = Choice> {
    let held = natural_count(&position.hand, rank);
    let upcard = u8::from(take.is_some_and(|take| take.upcard == rank));
    let wilds = position.hand.wilds().min(if rank == WILD { u8::MAX } else { MOST_WILDS });
    let legal = move |naturals: u8, wilds: u8| match (naturals + wilds, upcard) {
        (0, 0) => true,
        // Black threes go down only in going out.
        _ if rank == Rank::Three => false,
        // The pile is frozen to a side without a meld: the upcard needs a pair.
        (_, 1) if naturals < 2 => false,
        _ => Meld { naturals: naturals + upcard, twos: wilds, jokers: 0 }.check(rank, position.rules).is_ok(),
    };
    // Of cards that stay anyway, more than two are never better kept than melded.
    (0..=held)
        .filter(move |&naturals| naturals == 0 || held - naturals <= keep)
        .flat_map(move |naturals| (0..=wilds).map(move |wilds| (naturals, wilds)))
        .filter(move |&(naturals, wilds)| legal(naturals, wilds))
        .map(move |(naturals, wilds)| Choice {
            rank,
            down: (naturals, wilds),
            early: (0, 0),
            tally: Tally { wilds, early: 0, kept: held - naturals, canastas: 0 },
            score: i32::from(rank.value() * u16::from(naturals + upcard)),
        })
}

/// A take by a side without a meld after which the player can go out: the one that puts down the most with the take.
fn take_and_go_out(position: &Position<'_>, take: &Take) -> Option<(Opening, WayOut)> {
    // The upcard lies in its meld already; the rest is in the hand.
    let after = position.after_take(&[], take.upcard, &take.rest);
    if !after.plausible() {
        return None;
    }
    let (held, hand) = (&position.hand, &after.hand);
    let wilds = hand.wilds();
    let mut menus = Menus::new();
    for rank in Melds::ranks().filter(|&rank| !after.is_idle(rank, hand)) {
        menus.push(joint_choices(&after, take, rank, held).into_iter());
    }
    let limits = Tally { wilds, early: held.wilds(), kept: 2, canastas: after.canastas_missing() };
    let (value, choices) = assign::best(&menus, limits, |sum| {
        let one_left_at_most = sum.kept + (wilds - sum.wilds) <= 1;
        (one_left_at_most && sum.canastas == limits.canastas).then(|| i32::from(wild_value(held, sum.early)))
    })?;
    let placements_early = placements_with_upcard(&choices, |choice| choice.early, held, Some(take));
    let left = placements_early.iter().fold(*hand, |left, placement| placement.taken_from(left));
    let later = |choice: &Choice| (choice.down.0 - choice.early.0, choice.down.1 - choice.early.1);
    let melds = placements(&choices, later, &left);
    let left = melds.iter().fold(left, |left, placement| placement.taken_from(left));
    let discard = left.ranks().next().map(|(rank, _)| rank);
    Some((Opening { value: value as u16, placements: placements_early }, WayOut { melds, discard }))
}

/// All naturals of a rank, but for a last discard, go down in the end; with the take, none or all of those held
/// before, with some of the wild cards.
fn joint_choices(after: &Position<'_>, take: &Take, rank: Rank, held: &Counts) -> Vec<Choice> {
    let is_upcard = take.upcard == rank;
    let upcard = u8::from(is_upcard);
    let all = natural_count(&after.hand, rank);
    let mut menu = Vec::new();
    for kept in 0..=all.min(1) {
        // A discard comes from below the upcard where it can: that leaves the most for the take.
        let first = natural_count(held, rank).min(all - kept);
        for whole in after.choices(rank, all - kept, after.hand.wilds(), |_| 0) {
            let whole = Choice { tally: Tally { kept, ..whole.tally }, ..whole };
            // The pile is frozen to a side without a meld: the upcard needs a pair. Other ranks may wait.
            if !is_upcard {
                menu.push(whole);
            } else if first < 2 {
                continue;
            }
            for wilds in 0..=whole.down.1.min(held.wilds()) {
                let meld = Meld { naturals: first + upcard, twos: wilds, jokers: 0 };
                if meld.check(rank, after.rules).is_ok() {
                    menu.push(Choice {
                        early: (first, wilds),
                        tally: Tally { early: wilds, ..whole.tally },
                        score: i32::from(rank.value() * u16::from(meld.naturals)),
                        ..whole
                    });
                }
            }
        }
    }
    menu
}

/// The points of so many wild cards, jokers first.
fn wild_value(hand: &Counts, wilds: u8) -> u16 {
    let jokers = wilds.min(hand.get(Rank::Joker));
    u16::from(jokers) * Rank::Joker.value() + u16::from(wilds - jokers) * Rank::Two.value()
}

fn placements_with_upcard(
    choices: &[Choice],
    down: impl Fn(&Choice) -> (u8, u8),
    hand: &Counts,
    take: Option<&Take>,
) -> Placements {
    let mut all = placements(choices, down, hand);
    if let Some(take) = take {
        // The upcard's meld comes first, as players think of it.
        all.sort_by_key(|placement| placement.rank != take.upcard);
    }
    all
}

/// A legal way to take the pile, if there is any.
///
/// Source: 001's empty stock, where the round ends as soon as nobody can take the pile.
pub fn any_take(view: &View) -> Option<Action> {
    let take = Take::of(view)?;
    let position = Position::of(view);
    let opening =
        position.minimum.map(|_| best_opening(&position, Some(&take)).placements).filter(|all| !all.is_empty());
    smallest_takes(take.upcard)
        .map(|placement| smallvec![placement])
        .chain(opening)
        .map(Action::TakePile)
        .find(|action| check::check(view, action).is_ok())
}

/// The ways to use the upcard that cost the fewest cards: whatever a larger one allows, one of these allows too.
pub(super) fn smallest_takes(upcard: Rank) -> impl Iterator<Item = Placement> {
    let naturals = |n: u8| Placement::naturals(upcard, n);
    [
        naturals(0),
        naturals(2),
        Placement { twos: 1, ..naturals(1) },
        Placement { jokers: 1, ..naturals(1) },
        naturals(3),
    ]
    .into_iter()
}

/// A way to go out by taking the pile: the take, then the rest.
pub fn way_out_by_pile(view: &View) -> Option<(Action, WayOut)> {
    let take = Take::of(view)?;
    let position = Position::of(view);
    let legal = |placements: Placements| {
        let action = Action::TakePile(placements);
        check::check(view, &action).is_ok().then_some(action)
    };
    let small = smallest_takes(take.upcard).find_map(|placement| {
        let action = legal(smallvec![placement])?;
        let way = position.after_take(&[placement], take.upcard, &take.rest).way_out()?;
        Some((action, way))
    });
    let needs_more = position.minimum.is_some() && view.public.rules.concealed_minimum != ConcealedMinimum::Never;
    small.or_else(|| {
        let (opening, way) = needs_more.then(|| take_and_go_out(&position, &take)).flatten()?;
        Some((legal(opening.placements)?, way))
    })
}

//! What a player is offered to pick: melds for a draft, ways to take the pile, the way out, what a discard risks.
//! Must never know how it is shown, nor decide what is legal: `check` does.

use smallvec::smallvec;

use crate::engine::rules::WildMelds;
use crate::engine::{
    Action, CANASTA, Counts, Illegal, Meld, Placement, Placements, Position, Public, Question, Rank, Seat, Stage, View,
    WILD, best_opening, check, moves,
};

use super::draft::{Draft, Mode};
use crate::i18n::say;

/// What the player of a view can do at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing: the round is over.
    Over,
    /// Answer the partner.
    Asked,
    /// Wait for the partner's answer, or take the question back.
    AwaitingPartner,
    /// Plan melds: somebody else is to play.
    Waiting,
    /// Draw or take the pile.
    ToDraw,
    /// Meld, discard.
    Drawn,
}

/// The phase of this view's player.
pub fn phase(view: &View) -> Phase {
    phase_of(&view.public, view.seat)
}

/// The phase of the player at this seat.
pub fn phase_of(public: &Public, seat: Seat) -> Phase {
    let turn = &public.turn;
    let mine = turn.seat == seat;
    let waiting = turn.question == Question::Waiting;
    let asked = waiting && turn.seat.partner(public.rules.players) == Some(seat);
    match turn.stage {
        _ if public.ended.is_some() => Phase::Over,
        _ if asked => Phase::Asked,
        _ if waiting && mine => Phase::AwaitingPartner,
        _ if !mine => Phase::Waiting,
        Stage::ToDraw => Phase::ToDraw,
        Stage::Drawn => Phase::Drawn,
    }
}

/// Melds to add to a draft in one choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The melds.
    pub placements: Placements,
    /// All that an initial meld needs.
    pub opens: bool,
}

/// Melds and lay-offs that the hand holds beyond this draft, the most useful first. Each is a legal part of its meld,
/// and in the turn in play also of something that may be put down. Whether a draft may be played as it stands is
/// another question: it may still lack points, or melds picked beside it.
pub fn melds(view: &View, draft: &Draft) -> Vec<Offer> {
    let mut all: Vec<Offer> = Vec::new();
    if draft.is_empty() {
        let opens = view.minimum_needed().is_some();
        let several = moves::melds(view).into_iter().filter_map(|action| match action {
            Action::Meld(placements) if opens || placements.len() > 1 => Some(placements),
            _ => None,
        });
        all.extend(several.map(|placements| Offer { placements: in_order(placements), opens }));
    }
    if no_opening_reaches(view).is_some() {
        return Vec::new();
    }
    for placement in singles(view, draft) {
        let offer = Offer { placements: smallvec![placement], opens: false };
        if !all.iter().any(|other| other.placements == offer.placements) {
            all.push(offer);
        }
    }
    all
}

/// Why the hand offers nothing to put down beyond this draft, though cards of it would make melds; none where it is
/// only that they make none.
pub fn why_no_melds(view: &View, draft: &Draft) -> Option<Illegal> {
    let refusal = |placement: Placement| {
        let mut longer = draft.clone();
        longer.put(placement);
        check(view, &longer.action()).err()
    };
    let points = |reason: &Illegal| matches!(reason, Illegal::BelowMinimum { .. });
    match no_opening_reaches(view) {
        Some(Illegal::BelowMinimum { best: 0, .. }) => None,
        Some(reason) => Some(reason),
        None => in_melds(view, draft).into_iter().find_map(refusal).filter(|reason| !points(reason)),
    }
}

/// That no initial meld of this turn reaches the minimum.
fn no_opening_reaches(view: &View) -> Option<Illegal> {
    let need = view.minimum_needed().filter(|_| phase(view) == Phase::Drawn)?;
    let best = best_opening(&Position::of(view), None).value;
    // Below the minimum it may be legal to go out.
    (best < need && moves::melds(view).is_empty()).then_some(Illegal::BelowMinimum { have: best, need, best })
}

/// Whether something may be put down in the turn in play that these placements are a part of, however many points it
/// must reach.
fn may_be_part(view: &View, draft: &Draft, more: Placement) -> bool {
    let mut longer = draft.clone();
    longer.put(more);
    phase(view) != Phase::Drawn || Position::of(view).after(longer.placements()).turn_can_end()
}

/// As they are shown: aces first.
fn in_order(mut placements: Placements) -> Placements {
    placements.sort_by_key(|placement| say::order().position(|rank| rank == placement.rank));
    placements
}

/// One meld or lay-off each, as far as it may be put down. Where all cards of a rank can't, fewer of them may.
fn singles(view: &View, draft: &Draft) -> Vec<Placement> {
    let melds = draft.melds_after(view);
    let rules = &view.public.rules;
    let fits = |part: &Placement| melds.get(part.rank).with(part.meld()).check(part.rank, rules).is_ok();
    let may = |part: &Placement| fits(part) && may_be_part(view, draft, *part);
    let as_it_may = |placement: Placement| ever_fewer(placement, melds.get(placement.rank)).find(may);
    in_melds(view, draft).into_iter().filter_map(as_it_may).collect()
}

/// This part of a meld, then with ever fewer cards; wild cards beside naturals stay.
fn ever_fewer(all: Placement, meld: Meld) -> impl Iterator<Item = Placement> {
    let mixed = all.rank != WILD && all.meld().wilds() > 0;
    let least = match (mixed, meld.is_empty(), all.rank) {
        (true, ..) => all.len(),
        (_, false, _) => 1,
        (_, true, WILD) => CANASTA,
        (_, true, _) => 3,
    };
    (least..=all.len()).rev().map(move |count| match all.rank {
        _ if mixed => all,
        WILD => Placement { twos: count.min(all.twos), jokers: count.saturating_sub(all.twos), ..all },
        rank => Placement::naturals(rank, count),
    })
}

/// One legal part of a meld each: what completes a canasta, naturals, then what spends a two, then what spends a joker.
fn in_melds(view: &View, draft: &Draft) -> Vec<Placement> {
    let hand = draft.left(view);
    let melds = draft.melds_after(view);
    let rules = &view.public.rules;
    let fits = |placement: &Placement| {
        !placement.is_empty() && melds.get(placement.rank).with(placement.meld()).check(placement.rank, rules).is_ok()
    };
    let mut kinds: [Vec<Placement>; 4] = Default::default();
    let all_wilds = Placement { rank: WILD, naturals: 0, twos: hand.get(Rank::Two), jokers: hand.get(Rank::Joker) };
    kinds[0].extend(Some(all_wilds).filter(|_| rules.wild_melds == WildMelds::SevenAtOnce).filter(fits));
    for rank in Rank::NATURAL.into_iter().rev() {
        let meld = melds.get(rank);
        let natural = Placement::naturals(rank, hand.get(rank));
        kinds[0].extend(completing(&hand, natural, meld).filter(fits));
        kinds[1].extend(Some(natural).filter(fits));
        let base = if meld.is_empty() { natural } else { Placement::naturals(rank, 0) };
        // Three naturals go down by themselves; what joins them is offered then.
        if meld.is_empty() && natural.naturals > 2 {
            continue;
        }
        kinds[2].extend(Some(Placement { twos: 1, ..base }).filter(|_| hand.get(Rank::Two) > 0).filter(fits));
        kinds[3].extend(Some(Placement { jokers: 1, ..base }).filter(|_| hand.get(Rank::Joker) > 0).filter(fits));
    }
    let black_threes = Placement::naturals(Rank::Three, hand.get(Rank::Three));
    let may_lay_black_threes = fits(&black_threes) && check(view, &Action::Meld(smallvec![black_threes])).is_ok();
    kinds[1].extend(may_lay_black_threes.then_some(black_threes));
    kinds.concat()
}

/// All naturals of a rank and as many wild cards as make a canasta of it, twos first.
fn completing(hand: &Counts, natural: Placement, meld: Meld) -> std::option::IntoIter<Placement> {
    let missing = CANASTA.saturating_sub(meld.len() + natural.naturals);
    let twos = hand.get(Rank::Two).min(missing);
    let jokers = missing - twos;
    let within_hand = missing > 0 && jokers <= hand.get(Rank::Joker);
    within_hand.then_some(Placement { twos, jokers, ..natural }).into_iter()
}

fn wilds(action: &Action) -> u8 {
    match action {
        Action::TakePile(placements) => placements.iter().map(|placement| placement.meld().wilds()).sum(),
        _ => 0,
    }
}

/// The ways to take the pile, those that spend the fewest wild cards first.
pub fn takes(view: &View) -> Vec<Action> {
    if phase(view) != Phase::ToDraw {
        return Vec::new();
    }
    let mut all = moves::takes(view);
    all.sort_by_key(wilds);
    all
}

/// The take that needs no question: the only one, or the only one that spends so few wild cards.
pub fn the_take(takes: &[Action]) -> Option<&Action> {
    match takes {
        [only] => Some(only),
        [first, second, ..] if wilds(first) < wilds(second) => Some(first),
        _ => None,
    }
}

/// Why the pile can't be taken, if no way is found: what the refusal of all cards of the upcard's rank tells.
pub fn why_no_take(view: &View) -> Option<Illegal> {
    check(view, &moves::whole_take(view)).err()
}

/// The actions by which the player goes out now.
pub fn way_out(view: &View) -> Option<Vec<Action>> {
    if phase(view) != Phase::Drawn {
        return None;
    }
    let way = Position::of(view).way_out()?;
    let meld = Some(way.melds).filter(|melds| !melds.is_empty()).map(Action::Meld);
    let actions: Vec<Action> = meld.into_iter().chain(way.discard.map(Action::Discard)).collect();
    actions.first().is_some_and(|first| check(view, first).is_ok()).then_some(actions)
}

/// The ranks that can be discarded now.
pub fn discards(view: &View) -> Vec<Rank> {
    let held = view.held;
    let legal = held.ranks().map(|(rank, _)| rank).filter(|&rank| check(view, &Action::Discard(rank)).is_ok());
    legal.collect()
}

/// What a discard may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Risk {
    /// A wild card freezes the pile.
    Freezes,
    /// The other side has a meld of this rank.
    TheyMeld,
}

/// What discarding this rank may cost; nothing matters once the player goes out by it.
pub fn risk(view: &View, rank: Rank) -> Option<Risk> {
    let theirs = view.public.sides[view.team().other()].melds.get(rank);
    match rank {
        _ if view.held.total() <= 1 => None,
        rank if rank.is_wild() => Some(Risk::Freezes),
        Rank::Three => None,
        _ => (!theirs.is_empty()).then_some(Risk::TheyMeld),
    }
}

/// The ranks whose melds can be put together card by card: of what the hand holds, or in a plan may hold after a draw.
/// What lies below an upcard comes to the hand only after the take.
pub fn build_ranks(view: &View, draft: &Draft) -> Vec<Rank> {
    let melds = draft.melds_after(view);
    let wilds = view.held.wilds();
    let least = if draft.mode == Mode::Meld && phase(view) != Phase::Drawn { 2 } else { 3 };
    let can_grow = |rank: &Rank| {
        let held = view.held.get(*rank);
        let all = draft.get(*rank);
        // What lies there without the cards of the draft.
        let there = melds.get(*rank).len().saturating_sub(all.len());
        match *rank {
            WILD => view.public.rules.wild_melds == WildMelds::SevenAtOnce && wilds > 0,
            Rank::Joker => false,
            Rank::Three => held > 0 && held + there >= 3,
            _ => (held > 0 || (wilds > 0 && there > 0)) && held + there >= 2 && held + there + wilds >= least,
        }
    };
    say::order().filter(can_grow).collect()
}

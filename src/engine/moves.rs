//! What a player can do now, for menus and computer players: every legal draw, every way to use the upcard, every
//! discard, and candidates for melds, the most useful first. All of it is legal; not every legal meld is in it.
//! Must never know more than a [`View`] tells.

use smallvec::{SmallVec, smallvec};

use super::action::{Action, Placements};
use super::card::{Card, Rank};
use super::cards::Counts;
use super::check::{check, legal_discards, may_ask};
use super::going_out::{Position, WayOut};
use super::meld::{CANASTA, MOST_WILDS, Meld, Placement, WILD};
use super::opening::{Take, best_opening, opening_ceiling};
use super::rules::{ConcealedMinimum, WildMelds};
use super::view::{Question, Stage, View};

/// Everything offered to this player now; empty if the player is not to act.
pub fn actions(view: &View) -> Vec<Action> {
    let turn = &view.public.turn;
    if view.public.ended.is_some() {
        return Vec::new();
    }
    if turn.question == Question::Waiting {
        return answers(view);
    }
    if turn.seat != view.seat {
        return Vec::new();
    }
    match turn.stage {
        Stage::ToDraw => {
            let mut all: Vec<Action> =
                [Action::Draw, Action::Pass].into_iter().filter(|action| is_legal(view, action)).collect();
            all.extend(takes(view));
            all
        }
        Stage::Drawn => {
            let position = Position::of(view);
            let way_out = position.way_out();
            let ask = way_out.is_some() && may_ask(view);
            let mut all = melds_of(view, &position, way_out);
            all.extend(discards(view).map(Action::Discard));
            all.extend(ask.then_some(Action::AskPartner));
            all
        }
    }
}

/// The ranks of which a card can be discarded now.
pub fn discards(view: &View) -> impl Iterator<Item = Rank> + '_ {
    legal_discards(view)
}

/// One legal action for a player who is to act: what the clock does for an absent player, and the way back from any
/// mistake of a computer player.
pub fn safe(view: &View) -> Option<Action> {
    let turn = &view.public.turn;
    if turn.question == Question::Waiting || turn.stage == Stage::ToDraw || turn.seat != view.seat {
        return actions(view).into_iter().next();
    }
    if turn.bound.is_some() {
        let way = Position::of(view).way_out()?;
        return Some(if way.melds.is_empty() { Action::Discard(way.discard?) } else { Action::Meld(way.melds) });
    }
    // The cheapest card that is not wild.
    let discard = discards(view).min_by_key(|rank| (rank.is_wild(), rank.value())).map(Action::Discard);
    discard.or_else(|| melds(view).into_iter().next())
}

fn is_legal(view: &View, action: &Action) -> bool {
    check(view, action).is_ok()
}

fn answers(view: &View) -> Vec<Action> {
    [Action::AnswerPartner(true), Action::AnswerPartner(false), Action::WithdrawQuestion]
        .into_iter()
        .filter(|action| is_legal(view, action))
        .collect()
}

/// Every way to use the upcard, each with the companions that an initial meld needs, if any are found.
pub fn takes(view: &View) -> Vec<Action> {
    let Some(upcard) = view.upcard().map(Card::rank).filter(|rank| !rank.is_wild()) else { return Vec::new() };
    let position = Position::of(view);
    let held = position.hand.get(upcard);
    let fits = held >= 2 || !view.meld(upcard).is_empty() || (held == 1 && position.hand.wilds() > 0);
    if !fits || !may_open(view, &position, Some(upcard)) {
        return Vec::new();
    }
    let frozen = view.public.frozen_to(view.team());
    let least = if frozen { 2 } else { 0 };
    let Some(take) = Take::of(view) else { return Vec::new() };
    let mut all: Vec<Action> = (least..=held)
        .flat_map(|naturals| with_wilds(take.upcard, naturals, &position.hand))
        .filter_map(|placement| take_with_companions(view, &position, &take, placement))
        .collect();
    if all.is_empty() && position.minimum.is_some() {
        let best = Action::TakePile(best_opening(&position, Some(&take)).placements);
        all.extend(Some(best).filter(|action| is_legal(view, action)));
    }
    all
}

/// The take with all cards of the upcard's rank, legal or not: its refusal tells best what is missing.
pub fn whole_take(view: &View) -> Action {
    let upcard = view.upcard().map(Card::rank);
    let naturals = |rank: Rank| if rank.is_wild() { 0 } else { view.held.get(rank) };
    Action::TakePile(upcard.map(|rank| Placement::naturals(rank, naturals(rank))).into_iter().collect())
}

/// So many naturals with every number of twos and jokers that any meld could take.
fn with_wilds(rank: Rank, naturals: u8, hand: &Counts) -> impl Iterator<Item = Placement> {
    let (twos, jokers) = (hand.get(Rank::Two).min(MOST_WILDS), hand.get(Rank::Joker).min(MOST_WILDS));
    (0..=twos)
        .flat_map(move |twos| (0..=jokers).map(move |jokers| Placement { rank, naturals, twos, jokers }))
        .filter(|placement| placement.meld().wilds() <= MOST_WILDS)
}

fn take_with_companions(view: &View, position: &Position<'_>, take: &Take, placement: Placement) -> Option<Action> {
    let have = placement.value() + take.upcard.value();
    let need = position.minimum.unwrap_or(0);
    if have >= need || position.rules.concealed_minimum == ConcealedMinimum::Never {
        let alone = Action::TakePile(smallvec![placement]);
        if is_legal(view, &alone) {
            return Some(alone);
        }
    }
    let need = position.minimum?;
    let hand = position.hand.minus(&placement.counts());
    let companions = cheapest(position, &hand, Some(take.upcard), need.saturating_sub(have))?;
    let action = Action::TakePile(std::iter::once(placement).chain(companions).collect());
    is_legal(view, &action).then_some(action)
}

/// Candidates for melds and lay-offs.
pub fn melds(view: &View) -> Vec<Action> {
    if view.public.turn.stage != Stage::Drawn || !view.to_play() {
        return Vec::new();
    }
    let position = Position::of(view);
    let way_out = position.way_out();
    melds_of(view, &position, way_out)
}

fn melds_of(view: &View, position: &Position<'_>, way_out: Option<WayOut>) -> Vec<Action> {
    let candidates = if position.minimum.is_some() { openings(view, position) } else { additions(position) };
    // With room for the discards that follow in `actions`.
    let mut all: Vec<Action> = Vec::with_capacity(candidates.len() + Rank::COUNT + 2);
    let way_out = way_out.map(|way| way.melds).filter(|melds| !melds.is_empty());
    for mut placements in way_out.into_iter().chain(candidates) {
        // The same melds in another order are the same play.
        placements.sort_unstable_by_key(|placement| placement.rank);
        let action = Action::Meld(placements);
        if !all.contains(&action) && is_legal(view, &action) {
            all.push(action);
        }
    }
    all
}

/// A cheap necessary condition for an initial meld.
fn may_open(view: &View, position: &Position<'_>, upcard: Option<Rank>) -> bool {
    let waived = view.public.rules.concealed_minimum != ConcealedMinimum::Always;
    position.minimum.is_none_or(|need| waived || opening_ceiling(position, upcard) >= need)
}

/// Initial melds: the cheapest found, and the one that puts down the most.
fn openings(view: &View, position: &Position<'_>) -> Vec<Placements> {
    let Some(need) = position.minimum.filter(|_| may_open(view, position, None)) else { return Vec::new() };
    let cheapest = cheapest(position, &position.hand, None, need);
    let best = best_opening(position, None);
    cheapest.into_iter().chain((best.value >= need).then_some(best.placements)).collect()
}

/// Melds that together reach so many points with few wild cards: natural ones first, then pairs with a wild card.
fn cheapest(position: &Position<'_>, hand: &Counts, except: Option<Rank>, need: u16) -> Option<Placements> {
    let ranks = || Rank::NATURAL.into_iter().rev().filter(move |&rank| except != Some(rank));
    let natural = ranks().filter(|&rank| hand.get(rank) >= 3).map(|rank| Placement::naturals(rank, hand.get(rank)));
    let mut twos = hand.get(Rank::Two);
    let mut jokers = hand.get(Rank::Joker);
    let mut pairs = ranks().filter(|&rank| hand.get(rank) == 2).map(|rank| Placement::naturals(rank, 2));
    let mut sum = 0;
    let mut all = Placements::new();
    for placement in natural {
        if sum >= need {
            break;
        }
        sum += placement.value();
        all.push(placement);
    }
    while sum < need {
        let wild = if twos > 0 { Rank::Two } else { Rank::Joker };
        let left = if twos > 0 { &mut twos } else { &mut jokers };
        *left = left.checked_sub(1)?;
        let placement = match pairs.next() {
            Some(pair) => {
                all.push(pair);
                all.last_mut()?
            }
            None => all
                .iter_mut()
                .find(|placement| position.rules.wild_limit.most(placement.naturals) > placement.meld().wilds())?,
        };
        let before = placement.value();
        let pair_value = if placement.len() == 2 { before } else { 0 };
        match wild {
            Rank::Two => placement.twos += 1,
            _ => placement.jokers += 1,
        }
        sum += placement.value() - before + pair_value;
    }
    Some(all)
}

/// For a side that has melded: everything natural at once, then rank by rank what can be added: what makes a canasta,
/// the meld of wild cards, naturals, and last what spends a wild card on less.
fn additions(position: &Position<'_>) -> Vec<Placements> {
    let hand = &position.hand;
    let mut naturals = Placements::new();
    let mut canastas: Placements = wild_meld(position).into_iter().collect();
    let mut fewer = Placements::new();
    let mut spending: SmallVec<[Placement; 2 * Rank::COUNT]> = SmallVec::new();
    for rank in Rank::NATURAL.into_iter().rev() {
        let meld = position.melds.get(rank);
        let held = hand.get(rank);
        if held < 2 && meld.is_empty() {
            continue;
        }
        let natural = Placement::naturals(rank, held);
        if held > 0 && (held >= 3 || !meld.is_empty()) {
            naturals.push(natural);
        }
        if hand.total() <= held + 1 {
            // All of them could strand the player: fewer may not.
            let least = if meld.is_empty() { 3 } else { 1 };
            fewer.extend((least..held).rev().take(2).map(|n| Placement::naturals(rank, n)));
        }
        if hand.wilds() == 0 {
            continue;
        }
        let missing = CANASTA.saturating_sub(meld.len() + held);
        if (1..=MOST_WILDS).contains(&missing) {
            canastas.extend(wilds_for(hand, natural, missing));
        }
        if held == 2 || !meld.is_empty() {
            let base = if meld.is_empty() { natural } else { Placement::naturals(rank, 0) };
            spending.extend(Some(Placement { twos: 1, ..base }).filter(|_| hand.get(Rank::Two) > 0));
            spending.extend(Some(Placement { jokers: 1, ..base }).filter(|_| hand.get(Rank::Joker) > 0));
        }
    }
    let everything = (naturals.len() > 1).then(|| naturals.clone());
    let single =
        canastas.into_iter().chain(naturals).chain(fewer).chain(spending).map(|placement| smallvec![placement]);
    everything.into_iter().chain(single).collect()
}

/// A placement with so many wild cards, twos first.
fn wilds_for(hand: &Counts, placement: Placement, wilds: u8) -> Option<Placement> {
    let twos = hand.get(Rank::Two).min(wilds);
    let jokers = wilds - twos;
    (jokers <= hand.get(Rank::Joker)).then_some(Placement { twos, jokers, ..placement })
}

fn wild_meld(position: &Position<'_>) -> Option<Placement> {
    let hand = &position.hand;
    let all = Placement { rank: WILD, naturals: 0, twos: hand.get(Rank::Two), jokers: hand.get(Rank::Joker) };
    let meld: Meld = position.melds.get(WILD);
    let enough = if meld.is_empty() { all.len() >= CANASTA } else { !all.is_empty() };
    (position.rules.wild_melds == WildMelds::SevenAtOnce && enough).then_some(all)
}

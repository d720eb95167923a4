//! Every "may I?". Legality is a function of what the player may know: it reads a [`View`] and nothing else, so a
//! refusal can't leak a hidden card. Must never change anything.

use super::action::Action;
use super::card::Rank;
use super::cards::Counts;
use super::going_out::Position;
use super::illegal::{Blocker, Bound, Illegal};
use super::meld::Placement;
use super::opening::{Take, any_take, best_opening};
use super::rules::{BlackThreeUpcard, ConcealedMinimum, EmptyStock};
use super::view::{Question, Stage, View};

/// What a legal action comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan<'a> {
    /// Draw from the stock.
    Draw,
    /// Take the pile.
    Take(Play<'a>),
    /// Put melds down.
    Meld(Play<'a>),
    /// Discard a card of this rank.
    Discard(Rank),
    /// Ask the partner.
    Ask,
    /// Take the question back.
    Withdraw,
    /// Answer it.
    Answer(bool),
    /// Decline the pile.
    Pass,
}

/// Melds that go down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play<'a> {
    /// Each a legal part of its meld.
    pub placements: &'a [Placement],
    /// Why the player must go out this turn from now on, if this play is the cause.
    pub bound: Option<Bound>,
}

/// Whether this action is legal for the player whose view it is.
///
/// # Errors
/// The reason why not, with its numbers; it tells nothing that the player may not know.
pub fn check<'a>(view: &View, action: &'a Action) -> Result<Plan<'a>, Illegal> {
    check_turn(view, action)?;
    match action {
        Action::Draw => check_draw(view).map(|()| Plan::Draw),
        Action::TakePile(placements) => check_take(view, placements).map(Plan::Take),
        Action::Meld(placements) => check_meld(view, placements).map(Plan::Meld),
        Action::Discard(rank) => check_discard(view, *rank).map(|()| Plan::Discard(*rank)),
        Action::AskPartner => check_ask(view).map(|()| Plan::Ask),
        Action::WithdrawQuestion => Ok(Plan::Withdraw),
        Action::AnswerPartner(yes) => Ok(Plan::Answer(*yes)),
        Action::Pass => check_pass(view).map(|()| Plan::Pass),
    }
}

/// Every rank that this player can discard now: all that are held, or none.
pub(super) fn legal_discards(view: &View) -> impl Iterator<Item = Rank> + '_ {
    let first = view.held.ranks().next().map(|(rank, _)| Action::Discard(rank));
    let may = first.is_some_and(|discard| check(view, &discard).is_ok());
    view.held.ranks().map(|(rank, _)| rank).filter(move |_| may)
}

/// Whether a player who has a way out may ask the partner now.
pub(super) fn may_ask(view: &View) -> bool {
    check_turn(view, &Action::AskPartner).and_then(|()| check_ask_in_time(view)).is_ok()
}

fn check_turn(view: &View, action: &Action) -> Result<(), Illegal> {
    let turn = &view.public.turn;
    if view.public.ended.is_some() {
        return Err(Illegal::RoundOver);
    }
    let mine = turn.seat == view.seat;
    let waiting = turn.question == Question::Waiting;
    let asked = waiting && turn.seat.partner(view.public.rules.players) == Some(view.seat);
    match action {
        Action::AnswerPartner(_) if asked => Ok(()),
        Action::WithdrawQuestion if waiting && mine => Ok(()),
        Action::AnswerPartner(_) | Action::WithdrawQuestion if !waiting => Err(Illegal::NoQuestion),
        _ if waiting && (mine || asked) => Err(Illegal::QuestionPending),
        _ if mine => Ok(()),
        _ => Err(Illegal::NotYourTurn { to_act: turn.seat }),
    }
}

fn check_stage(view: &View, stage: Stage) -> Result<(), Illegal> {
    match (view.public.turn.stage, stage) {
        (Stage::ToDraw, Stage::Drawn) => Err(Illegal::DrawFirst),
        (Stage::Drawn, Stage::ToDraw) => Err(Illegal::AlreadyDrawn),
        _ => Ok(()),
    }
}

fn check_draw(view: &View) -> Result<(), Illegal> {
    check_stage(view, Stage::ToDraw)?;
    if view.public.stock == 0 { Err(Illegal::StockEmpty) } else { Ok(()) }
}

/// Sources: all four; 003 for taking from under a black three and below the minimum.
fn check_take<'a>(view: &View, placements: &'a [Placement]) -> Result<Play<'a>, Illegal> {
    check_stage(view, Stage::ToDraw)?;
    let rank = view.upcard().ok_or(Illegal::PileEmpty)?.rank();
    check_blocker(view)?;
    let with_upcard =
        placements.iter().find(|placement| placement.rank == rank).ok_or(Illegal::UpcardNotUsed { rank })?;
    check_upcard_use(view, *with_upcard)?;
    if view.hand.len() == 1
        && view.public.pile.len() == 1
        && view.public.stock > 0
        && !view.public.rules.one_card_for_one
    {
        return Err(Illegal::OneCardForOne);
    }
    check_placements(view, placements, Some(rank))?;

    let have = value(placements) + rank.value();
    let below = view.minimum_needed().filter(|&need| have < need);
    let best = || best_opening(&Position::of(view), Some(&Take::new(view, rank))).value;
    let too_little = |need: u16| Illegal::BelowMinimum { have, need, best: best() };
    if let Some(need) = below.filter(|_| view.public.rules.concealed_minimum != ConcealedMinimum::Never) {
        return Err(too_little(need));
    }
    let bound = match (rank, below) {
        (Rank::Three, _) => Some(Bound::BlackThreeTaken),
        (_, Some(_)) => Some(Bound::TakenBelowMinimum),
        _ => lays_black_threes(placements),
    };
    let left = left_after(view, placements) + view.public.pile.len() - 1 - red_threes_below(view);
    let after = || Position::of(view).after_take(placements, rank, &Take::new(view, rank).rest);
    check_after(view, left, bound, after).map_err(|reason| below.map_or(reason, too_little))?;
    Ok(Play { placements, bound })
}

fn check_blocker(view: &View) -> Result<(), Illegal> {
    let may_take_black_three = view.public.rules.black_three_upcard == BlackThreeUpcard::GoingOut;
    match view.public.blocker() {
        None => Ok(()),
        Some(Blocker::BlackThree) if may_take_black_three => Ok(()),
        Some(by) => Err(Illegal::PileBlocked { by }),
    }
}

fn check_upcard_use(view: &View, placement: Placement) -> Result<(), Illegal> {
    let rank = placement.rank;
    let pair = placement.naturals >= 2;
    let natural_and_wild = placement.naturals >= 1 && placement.meld().wilds() >= 1;
    if pair {
        Ok(())
    } else if rank == Rank::Three {
        Err(Illegal::UpcardNeedsMore { rank })
    } else if view.public.frozen_to(view.team()) {
        let held = view.held.get(rank);
        Err(Illegal::PileFrozen { rank, have: placement.naturals, held, iced: view.public.iced() })
    } else if natural_and_wild || !view.meld(rank).is_empty() {
        Ok(())
    } else {
        Err(Illegal::UpcardNeedsMore { rank })
    }
}

fn check_meld<'a>(view: &View, placements: &'a [Placement]) -> Result<Play<'a>, Illegal> {
    check_stage(view, Stage::Drawn)?;
    if placements.is_empty() {
        return Err(Illegal::NothingPlaced);
    }
    check_placements(view, placements, None)?;
    let after = || Position::of(view).after(placements);
    let have = value(placements);
    if let Some(need) = view.minimum_needed().filter(|&need| have < need)
        && !waives_minimum(view, &after())
    {
        return Err(Illegal::BelowMinimum { have, need, best: best_opening(&Position::of(view), None).value });
    }
    let bound = view.public.turn.bound.is_none().then(|| lays_black_threes(placements)).flatten();
    check_after(view, left_after(view, placements), bound, after)?;
    Ok(Play { placements, bound })
}

/// The cards of the hand that stay when these have gone.
fn left_after(view: &View, placements: &[Placement]) -> u8 {
    view.held.total() - placements.iter().map(|placement| placement.len()).sum::<u8>()
}

fn red_threes_below(view: &View) -> u8 {
    view.public.pile.cards().iter().filter(|card| card.is_red_three()).count() as u8
}

/// Source: 003 lets a player who goes out with the whole hand in one action, a canasta among it, do so below the minimum.
fn waives_minimum(view: &View, after: &Position<'_>) -> bool {
    view.public.rules.concealed_minimum != ConcealedMinimum::Always
        && after.melds.canastas() > 0
        && after.hand.total() <= 1
        && after.can_go_out()
}

/// Every placement is there, and a legal part of its meld.
fn check_placements(view: &View, placements: &[Placement], upcard: Option<Rank>) -> Result<(), Illegal> {
    let mut left = view.held;
    for (number, placement) in placements.iter().enumerate() {
        let rank = placement.rank;
        if placements.iter().take(number).any(|other| other.rank == rank) {
            return Err(Illegal::RankTwice { rank });
        }
        if placement.is_empty() && upcard != Some(rank) {
            return Err(Illegal::NothingPlaced);
        }
        for (rank, n) in [(rank, placement.naturals), (Rank::Two, placement.twos), (Rank::Joker, placement.jokers)] {
            if n > left.get(rank) {
                return Err(not_in_hand(view, placements, rank));
            }
            left = left.without(rank, n);
        }
        let meld = view.meld(rank).with(placement.meld());
        let meld = if upcard == Some(rank) { meld.with_upcard() } else { meld };
        meld.check(rank, &view.public.rules)?;
    }
    Ok(())
}

fn not_in_hand(view: &View, placements: &[Placement], rank: Rank) -> Illegal {
    let named = placements.iter().fold(Counts::default(), |named, placement| named.plus(&placement.counts()));
    Illegal::NotInHand { rank, have: view.held.get(rank), need: named.get(rank) }
}

fn value(placements: &[Placement]) -> u16 {
    placements.iter().map(|placement| placement.value()).sum()
}

fn lays_black_threes(placements: &[Placement]) -> Option<Bound> {
    placements.iter().any(|placement| placement.rank == Rank::Three).then_some(Bound::BlackThreesLaid)
}

/// Who can't go out must keep a card; who must go out must still be able to. `left`: the cards in hand `after`.
fn check_after<'a>(
    view: &View,
    left: u8,
    bound: Option<Bound>,
    after: impl FnOnce() -> Position<'a>,
) -> Result<(), Illegal> {
    let earlier = view.public.turn.bound;
    if bound.or(earlier).is_none() && left > 1 {
        return Ok(());
    }
    let after = after();
    if after.can_go_out() {
        return Ok(());
    }
    Err(match (earlier, bound) {
        _ if after.refused => Illegal::PartnerSaidNo,
        (Some(cause), _) => Illegal::BoundToGoOut { cause },
        (_, Some(Bound::BlackThreesLaid)) => Illegal::BlackThreesOnlyGoingOut,
        (_, Some(cause)) => Illegal::NoWayOut { cause },
        _ => must_keep_card(&after, left),
    })
}

fn must_keep_card(after: &Position<'_>, left: u8) -> Illegal {
    Illegal::MustKeepCard { left, canastas: after.melds.canastas(), need: after.rules.canastas }
}

fn check_discard(view: &View, rank: Rank) -> Result<(), Illegal> {
    check_stage(view, Stage::Drawn)?;
    let hand = view.held;
    let have = hand.get(rank);
    if have == 0 {
        return Err(Illegal::NotInHand { rank, have, need: 1 });
    }
    match view.public.turn.bound {
        None if hand.total() > 1 => return Ok(()),
        Some(cause) if hand.total() > 1 => return Err(Illegal::BoundToGoOut { cause }),
        _ => {}
    }
    let position = Position::of(view);
    if position.refused {
        Err(Illegal::PartnerSaidNo)
    } else if position.canastas_missing() > 0 {
        Err(must_keep_card(&position, 0))
    } else {
        Ok(())
    }
}

/// Source: 000; the partner's answer binds.
fn check_ask(view: &View) -> Result<(), Illegal> {
    check_ask_in_time(view)?;
    let position = Position::of(view);
    if position.can_go_out() {
        Ok(())
    } else {
        Err(Illegal::CannotGoOut { canastas: position.melds.canastas(), need: position.rules.canastas })
    }
}

/// Whether the turn allows the question, however the hand stands.
fn check_ask_in_time(view: &View) -> Result<(), Illegal> {
    let turn = &view.public.turn;
    if view.seat.partner(view.public.rules.players).is_none() {
        return Err(Illegal::NoPartner);
    }
    check_stage(view, Stage::Drawn)?;
    if turn.question != Question::NotAsked {
        return Err(Illegal::AlreadyAsked);
    }
    if turn.took_pile || !turn.put_down.is_empty() {
        return Err(Illegal::TooLateToAsk);
    }
    Ok(())
}

/// Source: 001; an open pile whose upcard fits an own meld must be taken once the stock is empty.
fn check_pass(view: &View) -> Result<(), Illegal> {
    if view.public.turn.stage != Stage::ToDraw || view.public.stock > 0 {
        return Err(Illegal::CannotPass);
    }
    let Some(rank) = view.upcard().map(super::card::Card::rank) else { return Ok(()) };
    let fits = !view.public.frozen_to(view.team()) && !view.meld(rank).is_empty();
    let one_for_one = view.hand.len() == 1 && view.public.pile.len() == 1;
    let forced = view.public.rules.empty_stock == EmptyStock::PlayGoesOn && fits && !one_for_one;
    if forced && any_take(view).is_some() { Err(Illegal::MustTake { rank }) } else { Ok(()) }
}

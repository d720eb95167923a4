//! The composer: what a click on a player's own hand comes to, from the view, the draft that the click carries, and
//! the choices of a menu. It holds nothing and plays nothing. Must never trust what a click brings.

use super::click::HandVerb;
use super::draft::{Building, Draft, Mode, Sort, placements_of, rank_of};
use super::offers::{self, Risk};
use crate::engine::{Action, Card, Illegal, Placement, Rank, View, any_take, check};

/// What follows from a click on a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Show the hand with this draft.
    Show(Draft),
    /// Show it, and say why not.
    Refuse(Draft, Illegal),
    /// Show it, and ask whether this rank is really to be discarded.
    Confirm(Draft, Rank, Risk),
    /// Show it, and what the hand could do.
    Hint(Draft),
    /// Do all of these or none; then show the hand with what of the draft still holds.
    Play {
        /// One after the other.
        actions: Vec<Action>,
        /// The draft to go on with.
        keep: Draft,
    },
}

/// What this click comes to.
pub fn compose(view: &View, carried: &Draft, verb: HandVerb, values: &[String]) -> Step {
    let draft = carried.clone().fitted(view);
    let chosen = values.first().map_or("", String::as_str);
    match verb {
        HandVerb::Draw => play(Action::Draw, &draft),
        HandVerb::Pass => play(Action::Pass, &draft),
        HandVerb::Ask => play(Action::AskPartner, &draft),
        HandVerb::Withdraw => play(Action::WithdrawQuestion, &draft),
        HandVerb::Answer(yes) => play(Action::AnswerPartner(yes), &draft),
        HandVerb::Take => take(view, draft),
        HandVerb::TakeWith => take_with(view, draft, chosen),
        HandVerb::Pick => pick(view, draft, values),
        HandVerb::Discard => match chosen_rank(chosen) {
            Some(rank) => discard(view, draft, rank),
            None => Step::Show(draft),
        },
        HandVerb::DiscardSure(rank) => play(Action::Discard(rank), &draft),
        HandVerb::Play => play_draft(view, draft),
        HandVerb::GoOut => match offers::way_out(view) {
            Some(actions) => Step::Play { actions, keep: Draft::default() },
            None => Step::Show(draft),
        },
        HandVerb::Hint => Step::Hint(draft),
        HandVerb::Refresh => Step::Show(draft),
        HandVerb::Clear
        | HandVerb::Back
        | HandVerb::Build
        | HandVerb::BuildRank
        | HandVerb::BuildTake
        | HandVerb::AddNatural
        | HandVerb::RemoveNatural
        | HandVerb::AddTwo
        | HandVerb::AddJoker
        | HandVerb::RemoveWild => Step::Show(build(view, draft, verb, chosen)),
    }
}

fn play(action: Action, keep: &Draft) -> Step {
    // A plan stays for what comes next.
    let keep = Draft::of(Mode::Meld, keep.placements());
    Step::Play { actions: vec![action], keep }
}

fn take(view: &View, draft: Draft) -> Step {
    let takes = offers::takes(view);
    match (offers::the_take(&takes), offers::why_no_take(view)) {
        (Some(action), _) => play(action.clone(), &draft),
        (None, Some(reason)) if takes.is_empty() => Step::Refuse(draft, reason),
        _ => Step::Show(draft),
    }
}

fn take_with(view: &View, draft: Draft, chosen: &str) -> Step {
    let way = Draft::parse(chosen).filter(|way| matches!(way.mode, Mode::Take(_)));
    let Some(action) = way.map(|way| way.action()) else { return Step::Show(draft) };
    match check(view, &action) {
        Ok(_) => play(action, &draft),
        Err(reason) => Step::Refuse(draft, reason),
    }
}

/// Several choices of one press: of the same rank the larger counts, so that they can't ask for a card twice.
fn pick(view: &View, draft: Draft, values: &[String]) -> Step {
    let mut picked: Vec<Placement> = Vec::new();
    for placement in values.iter().filter_map(|value| placements_of(value)).flatten() {
        match picked.iter_mut().find(|other| other.rank == placement.rank) {
            None => picked.push(placement),
            Some(other) => {
                other.naturals = other.naturals.max(placement.naturals);
                other.twos = other.twos.max(placement.twos);
                other.jokers = other.jokers.max(placement.jokers);
            }
        }
    }
    let mut longer = draft.clone();
    for placement in picked {
        longer.put(placement);
    }
    match longer.lacking(view) {
        None => Step::Show(longer),
        Some(reason) => Step::Refuse(draft, reason),
    }
}

fn discard(view: &View, draft: Draft, rank: Rank) -> Step {
    match (check(view, &Action::Discard(rank)), offers::risk(view, rank)) {
        (Err(reason), _) => Step::Refuse(draft, reason),
        (Ok(_), Some(risk)) => Step::Confirm(draft, rank, risk),
        (Ok(_), None) => play(Action::Discard(rank), &draft),
    }
}

fn play_draft(view: &View, draft: Draft) -> Step {
    let action = draft.action();
    match check(view, &action) {
        Ok(_) => Step::Play { actions: vec![action], keep: Draft::default() },
        Err(reason) => Step::Refuse(draft, reason),
    }
}

fn build(view: &View, mut draft: Draft, verb: HandVerb, chosen: &str) -> Draft {
    let at = match draft.building {
        Building::Rank(rank) => Some(rank),
        Building::No | Building::Choosing => None,
    };
    match (verb, at) {
        (HandVerb::Clear, _) => {
            let building = if draft.building == Building::No { Building::No } else { Building::Choosing };
            draft = Draft::default().at(building);
        }
        (HandVerb::Back, _) => draft.building = Building::No,
        (HandVerb::Build, _) => draft.building = Building::Choosing,
        (HandVerb::BuildRank, _) => {
            let rank = chosen_rank(chosen).filter(|rank| offers::build_ranks(view, &draft).contains(rank));
            draft.building = rank.map_or(draft.building, Building::Rank);
        }
        (HandVerb::BuildTake, _) if any_take(view).is_some() => {
            if let Some(upcard) = view.upcard().map(Card::rank) {
                draft = draft.for_take(upcard);
            }
        }
        (HandVerb::AddNatural, Some(rank)) => draft.add(view, rank, Sort::Natural),
        (HandVerb::AddTwo, Some(rank)) => draft.add(view, rank, Sort::Two),
        (HandVerb::AddJoker, Some(rank)) => draft.add(view, rank, Sort::Joker),
        (HandVerb::RemoveNatural, Some(rank)) => draft.remove_natural(rank),
        (HandVerb::RemoveWild, Some(rank)) => draft.remove_wild(rank),
        _ => {}
    }
    draft
}

/// The value of a menu of ranks.
fn chosen_rank(value: &str) -> Option<Rank> {
    let mut letters = value.chars();
    letters.next().filter(|_| letters.as_str().is_empty()).and_then(rank_of)
}

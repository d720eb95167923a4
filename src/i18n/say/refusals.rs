//! Why something is refused, in words and with the numbers that tell what would be allowed.
//! Must never know more than the refusal tells.

use super::{Names, rank};
use crate::engine::notation::ParseError;
use crate::engine::{Blocker, Bound, CannotDeal, Illegal, Rank};
use crate::i18n::lang::{Arg, Lang, text};

/// Why an action is refused.
pub fn illegal(lang: Lang, names: &Names, illegal: &Illegal) -> String {
    let of = |rank: Rank| ("rank", text(super::rank(rank)));
    match *illegal {
        Illegal::RoundOver => lang.word("illegal-round-over"),
        Illegal::NotYourTurn { to_act } => lang.say("illegal-not-your-turn", &[("name", text(names[to_act].as_str()))]),
        Illegal::DrawFirst => lang.word("illegal-draw-first"),
        Illegal::AlreadyDrawn => lang.word("illegal-already-drawn"),
        Illegal::QuestionPending => lang.word("illegal-question-pending"),
        Illegal::NoQuestion => lang.word("illegal-no-question"),
        Illegal::StockEmpty => lang.word("illegal-stock-empty"),
        Illegal::CannotPass => lang.word("illegal-cannot-pass"),
        Illegal::MustTake { rank } => lang.say("illegal-must-take", &[of(rank)]),
        Illegal::PileEmpty => lang.word("illegal-pile-empty"),
        Illegal::PileBlocked { by } => blocked(lang, by),
        Illegal::PileFrozen { rank, have, held, iced } => {
            let key = if iced { "illegal-pile-frozen-iced" } else { "illegal-pile-frozen-unmelded" };
            lang.say(key, &[many(lang, rank), ("have", have.into()), ("held", held.into())])
        }
        Illegal::UpcardNeedsMore { rank: Rank::Three } => lang.word("illegal-upcard-needs-more-black-three"),
        Illegal::UpcardNeedsMore { rank } => lang.say("illegal-upcard-needs-more", &[of(rank)]),
        Illegal::UpcardNotUsed { rank } => lang.say("illegal-upcard-not-used", &[of(rank)]),
        Illegal::OneCardForOne => lang.word("illegal-one-card-for-one"),
        Illegal::NotInHand { .. }
        | Illegal::NothingPlaced
        | Illegal::RankTwice { .. }
        | Illegal::NotAMeldRank
        | Illegal::TooFewCards { .. }
        | Illegal::TooFewNaturals { .. }
        | Illegal::TooManyWilds { .. }
        | Illegal::NoWildMelds
        | Illegal::WildMeldTooSmall { .. }
        | Illegal::BlackThreesWithWilds
        | Illegal::BlackThreesOnlyGoingOut
        | Illegal::BelowMinimum { .. } => bad_meld(lang, *illegal),
        Illegal::MustKeepCard { .. }
        | Illegal::BoundToGoOut { .. }
        | Illegal::NoWayOut { .. }
        | Illegal::PartnerSaidNo
        | Illegal::NoPartner
        | Illegal::AlreadyAsked
        | Illegal::TooLateToAsk
        | Illegal::CannotGoOut { .. } => going_out(lang, *illegal),
    }
}

fn many(lang: Lang, rank: Rank) -> (&'static str, Arg<'static>) {
    ("ranks", text(super::ranks(lang, rank)))
}

/// Why the pile can't be taken, or no card discarded, in the few words that fit where a menu would be; none of what
/// needs a whole sentence.
pub fn briefly(lang: Lang, illegal: &Illegal) -> Option<String> {
    Some(match *illegal {
        Illegal::PileEmpty => lang.word("brief-pile-empty"),
        Illegal::PileBlocked { by } => lang.word(match by {
            Blocker::Wild => "brief-blocked-wild",
            Blocker::RedThree => "brief-blocked-red-three",
            Blocker::BlackThree => "brief-blocked-black-three",
        }),
        Illegal::PileFrozen { rank, .. } => lang.say("brief-frozen", &[many(lang, rank)]),
        Illegal::UpcardNeedsMore { rank: Rank::Three } => lang.word("brief-upcard-needs-more-black-three"),
        Illegal::UpcardNeedsMore { rank } => lang.say("brief-upcard-needs-more", &[many(lang, rank)]),
        Illegal::OneCardForOne => lang.word("brief-one-card-for-one"),
        Illegal::BelowMinimum { need, best, .. } => {
            lang.say("brief-below-minimum", &[("best", best.into()), ("need", need.into())])
        }
        Illegal::MustKeepCard { .. } => lang.word("brief-must-keep-card"),
        Illegal::BoundToGoOut { .. } => lang.word("brief-bound"),
        Illegal::NoWayOut { .. } => lang.word("brief-no-way-out"),
        Illegal::PartnerSaidNo => lang.word("brief-partner-said-no"),
        _ => return None,
    })
}

fn blocked(lang: Lang, by: Blocker) -> String {
    lang.word(match by {
        Blocker::Wild => "illegal-pile-blocked-wild",
        Blocker::RedThree => "illegal-pile-blocked-red-three",
        Blocker::BlackThree => "illegal-pile-blocked-black-three",
    })
}

/// The cards named do not make a meld that may be put down.
fn bad_meld(lang: Lang, illegal: Illegal) -> String {
    let of = |of: Rank| ("rank", text(rank(of)));
    let pair = |have: u8, need: u8| [("have", Arg::from(have)), ("need", need.into())];
    match illegal {
        Illegal::NotInHand { rank, have, need } => {
            lang.say("illegal-not-in-hand", &[&[many(lang, rank)], &pair(have, need)[..]].concat())
        }
        Illegal::NothingPlaced => lang.word("illegal-nothing-placed"),
        Illegal::RankTwice { rank } => lang.say("illegal-rank-twice", &[of(rank)]),
        Illegal::TooFewCards { rank, have, need } => {
            lang.say("illegal-too-few-cards", &[&[of(rank)], &pair(have, need)[..]].concat())
        }
        Illegal::TooFewNaturals { rank, have, need } => {
            lang.say("illegal-too-few-naturals", &[&[of(rank)], &pair(have, need)[..]].concat())
        }
        Illegal::TooManyWilds { rank, naturals, wilds, most } => lang.say(
            "illegal-too-many-wilds",
            &[of(rank), ("naturals", naturals.into()), ("wilds", wilds.into()), ("most", most.into())],
        ),
        Illegal::NoWildMelds => lang.word("illegal-no-wild-melds"),
        Illegal::WildMeldTooSmall { have, need } => lang.say("illegal-wild-meld-too-small", &pair(have, need)),
        Illegal::BlackThreesWithWilds => lang.word("illegal-black-threes-with-wilds"),
        Illegal::BlackThreesOnlyGoingOut => lang.word("illegal-black-threes-only-going-out"),
        Illegal::BelowMinimum { have, need, best } => {
            lang.say("illegal-below-minimum", &[("have", have.into()), ("need", need.into()), ("best", best.into())])
        }
        _ => lang.word("illegal-not-a-meld-rank"),
    }
}

/// Going out, or not being able to, stands in the way.
fn going_out(lang: Lang, illegal: Illegal) -> String {
    match illegal {
        Illegal::MustKeepCard { left, canastas, need } => {
            // With canastas enough it is the cards that can't all go.
            let key = if canastas < need { "illegal-must-keep-card" } else { "illegal-must-keep-card-unable" };
            lang.say(key, &[("left", left.into()), ("canastas", canastas.into()), ("need", need.into())])
        }
        Illegal::BoundToGoOut { cause } => lang.say("illegal-bound-to-go-out", &[("cause", text(bound(lang, cause)))]),
        Illegal::NoWayOut { cause } => lang.word(match cause {
            Bound::PartnerSaidYes => "illegal-no-way-out-partner-said-yes",
            Bound::BlackThreesLaid => "illegal-no-way-out-black-threes-laid",
            Bound::BlackThreeTaken => "illegal-no-way-out-black-three-taken",
            Bound::TakenBelowMinimum => "illegal-no-way-out-taken-below-minimum",
        }),
        Illegal::NoPartner => lang.word("illegal-no-partner"),
        Illegal::AlreadyAsked => lang.word("illegal-already-asked"),
        Illegal::TooLateToAsk => lang.word("illegal-too-late-to-ask"),
        Illegal::CannotGoOut { canastas, need } if canastas < need => {
            lang.say("illegal-cannot-go-out", &[("canastas", canastas.into()), ("need", need.into())])
        }
        Illegal::CannotGoOut { .. } => lang.word("illegal-cannot-go-out-unable"),
        _ => lang.word("illegal-partner-said-no"),
    }
}

/// Why a player must go out this turn, as a sentence.
pub fn bound(lang: Lang, bound: Bound) -> String {
    lang.word(match bound {
        Bound::PartnerSaidYes => "bound-partner-said-yes",
        Bound::BlackThreesLaid => "bound-black-threes-laid",
        Bound::BlackThreeTaken => "bound-black-three-taken",
        Bound::TakenBelowMinimum => "bound-taken-below-minimum",
    })
}

/// Why no round can be dealt.
pub fn cannot_deal(lang: Lang, reason: CannotDeal) -> String {
    lang.word(match reason {
        CannotDeal::RoundInPlay => "cannot-deal-round-in-play",
        CannotDeal::GameOver => "cannot-deal-game-over",
    })
}

/// Why a typed line is not understood. The engine's own words for what it expected are English.
pub fn problem(lang: Lang, error: &ParseError) -> String {
    lang.say("not-understood", &[("problem", text(error.problem.to_string()))])
}

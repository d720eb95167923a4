//! Every reason of a refusal can be provoked, and each carries the right numbers.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;

use super::given::given;
use crate::engine::card::Rank;
use crate::engine::illegal::{Blocker, Bound, Illegal};
use crate::engine::seat::Seat;

/// How many reasons there are: one more than the last number below.
const REASONS: usize = 35;

/// A number for each reason; the compiler asks for a new one here.
const fn number(reason: Illegal) -> usize {
    match reason {
        Illegal::RoundOver => 0,
        Illegal::NotYourTurn { .. } => 1,
        Illegal::DrawFirst => 2,
        Illegal::AlreadyDrawn => 3,
        Illegal::QuestionPending => 4,
        Illegal::NoQuestion => 5,
        Illegal::StockEmpty => 6,
        Illegal::CannotPass => 7,
        Illegal::MustTake { .. } => 8,
        Illegal::PileEmpty => 9,
        Illegal::PileBlocked { .. } => 10,
        Illegal::PileFrozen { .. } => 11,
        Illegal::UpcardNeedsMore { .. } => 12,
        Illegal::UpcardNotUsed { .. } => 13,
        Illegal::OneCardForOne => 14,
        Illegal::NotInHand { .. } => 15,
        Illegal::NothingPlaced => 16,
        Illegal::RankTwice { .. } => 17,
        Illegal::NotAMeldRank => 18,
        Illegal::TooFewCards { .. } => 19,
        Illegal::TooFewNaturals { .. } => 20,
        Illegal::TooManyWilds { .. } => 21,
        Illegal::NoWildMelds => 22,
        Illegal::WildMeldTooSmall { .. } => 23,
        Illegal::BlackThreesWithWilds => 24,
        Illegal::BlackThreesOnlyGoingOut => 25,
        Illegal::BelowMinimum { .. } => 26,
        Illegal::MustKeepCard { .. } => 27,
        Illegal::BoundToGoOut { .. } => 28,
        Illegal::NoWayOut { .. } => 29,
        Illegal::PartnerSaidNo => 30,
        Illegal::NoPartner => 31,
        Illegal::AlreadyAsked => 32,
        Illegal::TooLateToAsk => 33,
        Illegal::CannotGoOut { .. } => 34,
    }
}

type Provoked = (&'static str, &'static str, Illegal);

/// Whose turn it is, and how far.
fn turns() -> Vec<Provoked> {
    let able = "turn N drawn; melds NS 8888888; hand N KKKQ";
    vec![
        ("turn N drawn; hand N 45; ended passed", "N discard 4", Illegal::RoundOver),
        ("turn S drawn; hand N 45", "N discard 4", Illegal::NotYourTurn { to_act: Seat::South }),
        ("turn N to-draw; hand N 45", "N discard 4", Illegal::DrawFirst),
        ("turn N drawn; hand N 45", "N draw", Illegal::AlreadyDrawn),
        ("turn N drawn asking; hand N 45", "S pass", Illegal::QuestionPending),
        (able, "S answer no", Illegal::NoQuestion),
        ("stock; turn N to-draw; hand N 45; pile K", "N draw", Illegal::StockEmpty),
        ("turn N to-draw; hand N 45", "N pass", Illegal::CannotPass),
        (
            "rules playout; stock; turn N to-draw; hand N 45; pile 9; melds NS 999",
            "N pass",
            Illegal::MustTake { rank: Rank::Nine },
        ),
        ("rules wild players=2; turn N drawn; hand N 45", "N ask", Illegal::NoPartner),
        ("turn N drawn asked; melds NS 8888888; hand N KKKQ", "N ask", Illegal::AlreadyAsked),
        ("turn N drawn; melds NS 8888888; put-down 888; hand N KKKQ", "N ask", Illegal::TooLateToAsk),
        ("turn N drawn took-pile; melds NS 8888888; hand N KKKQ", "N ask", Illegal::TooLateToAsk),
        (
            "rules wild players=2; turn N drawn said-no; hand N 45; melds NS 8888888",
            "N answer yes",
            Illegal::NoQuestion,
        ),
        ("turn N drawn; hand N 4567; melds NS 888", "N ask", Illegal::CannotGoOut { canastas: 0, need: 1 }),
        (
            "rules classic canastas=2; turn N drawn; hand N 4; melds NS 8888888",
            "N ask",
            Illegal::CannotGoOut { canastas: 1, need: 2 },
        ),
    ]
}

fn pile() -> Vec<Provoked> {
    let blocked = |by| Illegal::PileBlocked { by };
    vec![
        ("turn N to-draw; hand N KK45", "N take KK", Illegal::PileEmpty),
        ("turn N to-draw; hand N 2245; pile 2", "N take 22", blocked(Blocker::Wild)),
        ("rules wild; turn N to-draw; hand N 2245; pile 3d", "N take 22", blocked(Blocker::RedThree)),
        ("turn N to-draw; hand N 3s3s45; pile 3c", "N take 33", blocked(Blocker::BlackThree)),
        (
            "turn N to-draw; hand N K245; pile 9K",
            "N take K2",
            Illegal::PileFrozen { rank: Rank::King, have: 1, held: 1, iced: false },
        ),
        (
            "turn N to-draw; hand N K245; pile 2K; melds NS KKK",
            "N take K+2",
            Illegal::PileFrozen { rank: Rank::King, have: 0, held: 1, iced: true },
        ),
        (
            "turn N to-draw; hand N K245; pile 9K; melds NS 888",
            "N take K",
            Illegal::UpcardNeedsMore { rank: Rank::King },
        ),
        (
            "turn N to-draw; hand N QQQ45; pile 9K; melds NS 888",
            "N take QQQ",
            Illegal::UpcardNotUsed { rank: Rank::King },
        ),
        ("turn N to-draw; hand N 4; pile K; melds NS KKK", "N take K+", Illegal::OneCardForOne),
        (
            "rules wild; turn N to-draw; hand N 3s3s45; pile 3c; melds NS 8888888",
            "N take 33",
            Illegal::NoWayOut { cause: Bound::BlackThreeTaken },
        ),
    ]
}

fn melds() -> Vec<Provoked> {
    vec![
        (
            "turn N drawn; hand N KK45; melds NS 888",
            "N meld KKKK",
            Illegal::NotInHand { rank: Rank::King, have: 2, need: 4 },
        ),
        ("turn N drawn; hand N 45", "N discard K", Illegal::NotInHand { rank: Rank::King, have: 0, need: 1 }),
        ("turn N drawn; hand N 45", "N meld", Illegal::NothingPlaced),
        ("turn N drawn; hand N KKKKKK45", "N meld KKK KKK", Illegal::RankTwice { rank: Rank::King }),
        ("turn N drawn; hand N ***45; melds NS 888", "N meld *+***", Illegal::NotAMeldRank),
        (
            "turn N drawn; hand N KK45; melds NS 888",
            "N meld KK",
            Illegal::TooFewCards { rank: Rank::King, have: 2, need: 3 },
        ),
        (
            "turn N drawn; hand N K*245; melds NS 888",
            "N meld K*2",
            Illegal::TooFewNaturals { rank: Rank::King, have: 1, need: 2 },
        ),
        (
            "turn N drawn; hand N K*245; melds NS KKKK22",
            "N meld K*2",
            Illegal::TooManyWilds { rank: Rank::King, naturals: 5, wilds: 4, most: 3 },
        ),
        (
            "turn N drawn; hand N 2*45; melds NS KK2",
            "N meld K+2",
            Illegal::TooManyWilds { rank: Rank::King, naturals: 2, wilds: 2, most: 1 },
        ),
        ("turn N drawn; hand N 222222245; melds NS 888", "N meld 2222222", Illegal::NoWildMelds),
        ("rules wild; turn N drawn; hand N 222245", "N meld 2222", Illegal::WildMeldTooSmall { have: 4, need: 7 }),
        ("turn N drawn; hand N 3s3s3s2; melds NS 8888888", "N meld 3332", Illegal::BlackThreesWithWilds),
        ("turn N drawn; hand N 3s3s3sKQ; melds NS 8888888", "N meld 333", Illegal::BlackThreesOnlyGoingOut),
        (
            "totals 1500 0; turn N drawn; hand N KKKQQQJJ267",
            "N meld KKK",
            Illegal::BelowMinimum { have: 30, need: 90, best: 100 },
        ),
    ]
}

fn ways_out() -> Vec<Provoked> {
    let keep = |left, canastas, need| Illegal::MustKeepCard { left, canastas, need };
    let bound = |cause| Illegal::BoundToGoOut { cause };
    vec![
        ("turn N drawn; hand N KKK4; melds NS 888", "N meld KKK", keep(1, 0, 1)),
        ("turn N drawn; hand N KKK; melds NS 888", "N meld KKK", keep(0, 0, 1)),
        ("turn N drawn; hand N 4; melds NS 888", "N discard 4", keep(0, 0, 1)),
        ("rules wild players=2; turn N drawn; hand N KKK4; melds NS 8888888", "N meld KKK", keep(1, 1, 2)),
        ("turn N to-draw; hand N KK; pile 9 K; melds NS 888", "N take KK", keep(1, 0, 1)),
        (
            "turn N drawn said-yes; bound partner-said-yes; hand N KKK4; melds NS 8888888",
            "N discard 4",
            bound(Bound::PartnerSaidYes),
        ),
        (
            "turn N drawn; bound black-threes-laid; hand N KKK4; melds NS 8888888 333",
            "N discard 4",
            bound(Bound::BlackThreesLaid),
        ),
        (
            "turn N drawn; bound black-three-taken; hand N KK24; melds NS 8888888 333",
            "N meld 8+2",
            bound(Bound::BlackThreeTaken),
        ),
        (
            "turn N drawn; bound taken-below-minimum; hand N KK24; melds NS 8888888",
            "N meld 8+2",
            bound(Bound::TakenBelowMinimum),
        ),
        ("turn N drawn said-no; hand N KKK4; melds NS 8888888", "N meld KKK", Illegal::PartnerSaidNo),
    ]
}

#[test]
fn every_reason_can_be_provoked_with_its_numbers() {
    let all: Vec<Provoked> = turns().into_iter().chain(pile()).chain(melds()).chain(ways_out()).collect();
    for (position, step, reason) in &all {
        given(position).when(step).then_refused(*reason);
    }
    let provoked: BTreeSet<usize> = all.iter().map(|(.., reason)| number(*reason)).collect();
    assert_eq!(provoked, (0..REASONS).collect());
}

#[test]
fn a_refusal_speaks_of_the_card_not_of_the_turn() {
    // The player whose turn it is learns what is wrong with the cards, the others that they have to wait.
    let start = given("turn N drawn; hand N KK45; hand E KK45; melds NS 888; melds EW 999");
    let few = Illegal::TooFewCards { rank: Rank::King, have: 2, need: 3 };
    start.when("N meld KK").then_refused(few);
    start.when("E meld KK").then_refused(Illegal::NotYourTurn { to_act: Seat::North });
    start.when("S discard 4").then_refused(Illegal::NotYourTurn { to_act: Seat::North });
}

#[test]
fn who_is_out_of_turn_hears_so_in_every_phase() {
    for turn in ["N to-draw", "N drawn"] {
        let start = given(&format!("turn {turn}; hand N 45; hand E 45; pile 4"));
        for step in ["E draw", "E take 44", "E meld 44", "E discard 4", "E ask", "E pass"] {
            start.when(step).then_refused(Illegal::NotYourTurn { to_act: Seat::North });
        }
    }
}

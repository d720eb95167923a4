//! What `wild` alone knows: the black-three upcard that may be taken, the take below the minimum, wild upcards.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, given};
use crate::engine::Seat;
use crate::engine::card::Rank;
use crate::engine::illegal::{Blocker, Bound, Illegal};

fn to_draw(rules: &str, position: &str) -> Given {
    given(&format!("rules {rules}; turn N to-draw; {position}"))
}

const NO_WAY: Illegal = Illegal::NoWayOut { cause: Bound::BlackThreeTaken };
const BOUND: Illegal = Illegal::BoundToGoOut { cause: Bound::BlackThreeTaken };

#[test]
fn a_black_three_upcard_is_taken_by_who_then_goes_out() {
    let start = to_draw("wild", "melds NS 8888888; hand N 3s3cQ; pile 8 3s");
    let taken = start.when("N take 33").then("melds NS 8888888 3s3s3c; hand N 8Q; bound black-three-taken; pile");
    taken.when("N discard Q").then_refused(BOUND);
    taken.when("N discard 8").then_refused(BOUND);
    taken.when("N meld 8").when("N discard Q").then_out(false);
    // With three of them, and with the pile of one card.
    to_draw("wild", "melds NS 8888888; hand N 3s3c3c; pile 8 3s").when("N take 333").when("N meld 8").then_out(false);
    to_draw("wild", "melds NS 8888888; hand N 3s3c; pile 3s").when("N take 33").then_out(false);
    for rules in ["classic", "playout", "concealed", "wild black-three-upcard=never"] {
        let start = to_draw(rules, "melds NS 8888888; hand N 3s3cQ; pile 8 3s");
        start.when("N take 33").then_refused(Illegal::PileBlocked { by: Blocker::BlackThree });
    }
    let start = to_draw("classic black-three-upcard=going-out", "melds NS 8888888; hand N 3s3cQ; pile 8 3s");
    start.when("N take 33").when("N meld 8").when("N discard Q").then_out(false);
}

#[test]
fn the_whole_pile_comes_and_without_a_way_out_it_is_refused() {
    // A five and a six of the pile can't both go.
    let start = to_draw("wild", "melds NS 8888888; hand N 3s3c; pile 5 6 3s");
    start.when("N take 33").then_refused(NO_WAY);
    to_draw("wild", "melds NS 888; hand N 3s3cQ; pile 8 3s").when("N take 33").then_refused(NO_WAY);
    // The pile may bring the canasta.
    let start = to_draw("wild", "melds NS 88888; hand N 3s3cQ; pile 8 8 3s");
    start.when("N take 33").when("N meld 88").when("N discard Q").then_out(false);
}

#[test]
fn a_black_three_upcard_needs_a_pair_and_takes_no_wild_card() {
    let start = to_draw("wild", "melds NS 8888888; hand N 3s2Q; pile 8 3s");
    start.when("N take 3").then_refused(Illegal::UpcardNeedsMore { rank: Rank::Three });
    start.when("N take 32").then_refused(Illegal::UpcardNeedsMore { rank: Rank::Three });
    let start = to_draw("wild", "melds NS 8888888; hand N 3s3c2; pile 8 3s");
    start.when("N take 332").then_refused(Illegal::BlackThreesWithWilds);
    start.when("N take 33").then("hand N 28");
}

#[test]
fn a_black_three_upcard_is_taken_iced_or_not() {
    for below in ["2", "3h", "8"] {
        let start = to_draw("wild", &format!("melds NS 8888888; hand N 3s3c; pile {below} 3s"));
        assert_eq!(start.view(Seat::North).public.iced(), below != "8");
        start.when("N take 33").then("melds NS 8888888 3s3s3c");
    }
}

#[test]
fn a_black_three_take_needs_the_minimum_unless_the_way_out_is_concealed() {
    // Fifteen points with the take; the canasta goes down afterwards: bound, and concealed.
    let start = "totals 3000 0; hand N 3s3c8888888; pile 5 3s";
    let out = to_draw("wild", start).when("N take 33").then("bound black-three-taken");
    let out = out.when("N meld 8888888").when("N discard 5");
    assert_eq!(out.then_out(true).sheet().going_out, 200);
    // Where the minimum is never waived it must be reached with the take.
    let always = "wild concealed-minimum=always";
    let below = |have, best| Illegal::BelowMinimum { have, need: 120, best };
    to_draw(always, start).when("N take 33").then_refused(below(15, 85));
    to_draw(always, start).when("N take 33 8888888").then_refused(below(85, 85));
    let start = "totals 3000 0; hand N 3s3c8888888AA2; pile 5 3s";
    to_draw(always, start).when("N take 33 8888888 AA2").when("N discard 5").then_out(true);
}

#[test]
fn below_the_minimum_the_pile_is_taken_by_who_then_goes_out() {
    let start = "totals 3000 0; hand N 4444445 55; pile 6 4";
    let taken = to_draw("wild", start).when("N take 444444").then("bound taken-below-minimum; hand N 5556");
    let bound = Illegal::BoundToGoOut { cause: Bound::TakenBelowMinimum };
    taken.when("N discard 6").then_refused(bound);
    taken.when("N discard 5").then_refused(bound);
    let out = taken.when("N meld 555").when("N discard 6").then_out(true);
    assert_eq!(out.sheet().going_out, 200);
    for rules in
        ["classic", "playout", "concealed", "wild concealed-minimum=always", "wild concealed-minimum=after-take"]
    {
        let refused = Illegal::BelowMinimum { have: 35, need: 120, best: 50 };
        to_draw(rules, start).when("N take 444444").then_refused(refused);
    }
}

#[test]
fn the_piles_cards_must_go_down_too_but_for_one_discard() {
    let start = |hand: &str, pile: &str| to_draw("wild", &format!("totals 3000 0; hand N {hand}; pile {pile}"));
    let refused = |have, best| Illegal::BelowMinimum { have, need: 120, best };
    // Two cards of the pile stay: no way out. One may be the discard, whichever it is.
    start("444444555", "6 7 4").when("N take 444444").then_refused(refused(35, 50));
    start("444444555", "5 6 4").when("N take 444444").then("hand N 55556");
    start("444444555", "6 4").when("N take 444444 555").then("hand N 6");
    // Without a canasta there is no way out either.
    start("44444555", "6 4").when("N take 44444").then_refused(refused(30, 40));
}

#[test]
fn a_take_at_the_minimum_binds_nobody() {
    let start = to_draw("wild", "totals 0 0; hand N AA45; pile 6 A");
    start.when("N take AA").when("N discard 4").then("turn E to-draw");
}

#[test]
fn two_players_below_the_minimum_need_two_canastas() {
    let refused = |best| Illegal::BelowMinimum { have: 35, need: 120, best };
    let start = |hand: &str| to_draw("wild players=2", &format!("totals 3000 0; hand N {hand}; pile 6 4"));
    start("444444555").when("N take 444444").then_refused(refused(45));
    let out = start("4444445555555").when("N take 444444").when("N meld 5555555").when("N discard 6");
    assert_eq!(out.then_out(true).sheet().canasta_bonus, 1000);
}

#[test]
fn a_side_of_two_with_a_meld_is_not_concealed() {
    let start = given("rules wild; turn N drawn; melded S; melds NS KKK; hand N 88888884");
    let sheet = start.when("N meld 8888888").when("N discard 4").then_out(false).sheet();
    assert_eq!(sheet.going_out, 0);
}

#[test]
fn a_wild_upcard_stays_blocks_and_freezes_until_the_pile_is_taken() {
    let start =
        given("rules wild; turn N drawn; hand N 95; hand E 99 4; melds EW 999; pile 2; hand S 99 4; melds NS 444");
    assert!(start.view(Seat::East).public.iced());
    let next = start.when("N discard 9").then_legal();
    next.when("E take 9+").then_refused(Illegal::PileFrozen { rank: Rank::Nine, have: 0, held: 2, iced: true });
    next.when("E take 99").then("melds EW 999999; hand E 24; pile");
}

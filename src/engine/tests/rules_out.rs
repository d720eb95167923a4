//! Going out: who may, who must keep a card, the exact search for a way out, black threes, and being bound.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, given};
use crate::engine::going_out::Position;
use crate::engine::illegal::{Bound, Illegal};
use crate::engine::seat::Seat;

fn drawn(rules: &str, melds: &str, hand: &str) -> Given {
    given(&format!("rules {rules}; turn N drawn had-melded; melds NS {melds}; hand N {hand}"))
}

const fn keep(left: u8, canastas: u8, need: u8) -> Illegal {
    Illegal::MustKeepCard { left, canastas, need }
}

fn can_go_out(position: &Given) -> bool {
    let view = position.view(Seat::North);
    let position = Position::of(&view);
    assert_eq!(position.way_out().is_some(), position.can_go_out());
    position.can_go_out()
}

#[test]
fn without_a_canasta_two_cards_stay_before_the_discard_and_one_after() {
    drawn("classic", "888", "KKK").when("N meld KKK").then_refused(keep(0, 0, 1));
    drawn("classic", "888", "KKK4").when("N meld KKK").then_refused(keep(1, 0, 1));
    drawn("classic", "888", "KKK45").when("N meld KKK").then("hand N 45").when("N discard 4").then("hand N 5");
    drawn("classic", "888", "84").when("N meld 8").then_refused(keep(1, 0, 1));
    drawn("classic", "888", "4").when("N discard 4").then_refused(keep(0, 0, 1));
}

#[test]
fn with_a_canasta_the_player_is_out_with_or_without_a_discard() {
    drawn("classic", "8888888", "KKK").when("N meld KKK").then_out(false).then("ended went-out; hand N");
    let last = drawn("classic", "8888888", "KKK4").when("N meld KKK").then_not_over();
    last.when("N discard 4").then_out(false).then("ended went-out; pile 4");
    drawn("classic", "8888888", "8").when("N meld 8").then_out(false);
    drawn("classic", "8888888", "2").when("N discard 2").then_out(false);
}

#[test]
fn the_canasta_made_by_the_action_that_empties_the_hand_counts() {
    drawn("classic", "888888", "8").when("N meld 8").then_out(false);
    drawn("classic", "888888", "82").when("N meld 82").then_out(false);
    drawn("classic", "888888", "284").when("N meld 8").then_not_over().when("N discard 4").then("hand N 2");
}

#[test]
fn a_single_card_may_stay_if_it_completes_the_missing_canasta() {
    let one_left = drawn("classic", "888888", "KKK8").when("N meld KKK").then("hand N 8");
    // It can't be discarded: that would leave no card and no canasta.
    one_left.when("N discard 8").then_refused(keep(0, 0, 1));
    one_left.when("N meld 8").then_out(false);
    drawn("classic", "888888", "KKK2").when("N meld KKK").then("hand N 2").when("N meld 8+2").then_out(false);
    drawn("classic", "888888", "KKK4").when("N meld KKK").then_refused(keep(1, 0, 1));
    // Five and one make six: not yet.
    drawn("classic", "88888", "KKK8").when("N meld KKK").then_refused(keep(1, 0, 1));
    // A meld full of wild cards takes no two.
    drawn("playout", "888222", "KKK2").when("N meld KKK").then_refused(keep(1, 0, 1));
    drawn("playout", "888222", "KKK8").when("N meld KKK").when("N meld 8").then_out(false);
}

#[test]
fn two_players_need_two_canastas() {
    let two = "classic players=2";
    drawn(two, "8888888", "KKK").when("N meld KKK").then_refused(keep(0, 1, 2));
    drawn(two, "8888888", "4").when("N discard 4").then_refused(keep(0, 1, 2));
    drawn(two, "8888888 KKKKKKK", "4").when("N discard 4").then_out(false);
    drawn(two, "8888888 KKKKKK", "K4").when("N meld K").then("hand N 4").when("N discard 4").then_out(false);
    drawn(two, "88888 KKKKKK", "K82").when("N meld K 8").then("hand N 2").when("N meld 8+2").then_out(false);
    drawn(two, "888888 KKKKK", "K82").when("N meld 8 K2").then_out(false);
}

#[test]
fn the_search_finds_ways_out_that_a_greedy_one_misses() {
    // The discard is not the last thing to choose: the pair needs the two, the loose queen goes.
    assert!(can_go_out(&drawn("classic", "8888888", "KK2Q")));
    assert!(!can_go_out(&drawn("classic", "8888888", "KK2QJ")));
    // A pair can't be split between table and discard.
    assert!(!can_go_out(&drawn("classic", "8888888", "KK")));
    // The wild cards are needed for the canasta, so the kings must do without.
    assert!(can_go_out(&drawn("classic", "88888", "KKK22")));
    assert!(!can_go_out(&drawn("classic", "88888", "KK22")));
    // Both canastas need one each.
    assert!(can_go_out(&drawn("classic players=2", "888888 KKKKKK", "224")));
    assert!(!can_go_out(&drawn("classic players=2", "888888 KKKKK", "224")));
    // A full meld takes no wild card, another does; one wild card may be the discard, two are one too many.
    assert!(can_go_out(&drawn("classic", "8888222", "2")));
    assert!(!can_go_out(&drawn("classic", "8888222", "22")));
    assert!(can_go_out(&drawn("classic", "8888222 KKK", "222")));
    assert!(!can_go_out(&drawn("classic", "8888222 KKK", "2222")));
    assert!(can_go_out(&drawn("concealed", "8888222 KKK", "2222")));
    // Black threes: three or four go down, one is discarded, two can't.
    assert!(can_go_out(&drawn("classic", "8888888", "3s3s3c")));
    assert!(can_go_out(&drawn("classic", "8888888", "3s3s3c3cQ")));
    assert!(can_go_out(&drawn("classic", "8888888", "3s")));
    assert!(!can_go_out(&drawn("classic", "8888888", "3s3s")));
    assert!(!can_go_out(&drawn("classic", "8888888", "3s3s2")));
    // Seven wild cards, where they make a meld, with one more than a natural meld takes.
    assert!(can_go_out(&drawn("wild", "888", "2222222")));
    assert!(can_go_out(&drawn("wild", "2222222", "22*Q")));
    assert!(!can_go_out(&drawn("classic", "888", "2222222")));
    // Without a meld the minimum must be reached.
    assert!(can_go_out(&given("turn N drawn; hand N 8888888KKK4")));
    assert!(!can_go_out(&given("turn N drawn; totals 3000 0; hand N 8888888KKK4")));
    assert!(!can_go_out(&given("turn N drawn; hand N 7777777 4")));
}

#[test]
fn black_threes_go_down_only_in_going_out() {
    let only = Illegal::BlackThreesOnlyGoingOut;
    drawn("classic", "8888888", "3s3s3c").when("N meld 333").then_out(false).then("melds NS 8888888 3s3s3c");
    drawn("classic", "8888888", "3s3s3c3c").when("N meld 3333").then_out(false);
    drawn("classic", "8888888", "3s3s3cQ").when("N meld 333").then_not_over().when("N discard Q").then_out(false);
    drawn("classic", "8888888", "3s3s3cQJ").when("N meld 333").then_refused(only);
    drawn("classic", "888", "3s3s3cQJT").when("N meld 333").then_refused(only);
    drawn("classic", "888888", "3s3s3c82").when("N meld 333").then_not_over().when("N meld 82").then_out(false);
    let too_few = Illegal::TooFewCards { rank: crate::engine::Rank::Three, have: 2, need: 3 };
    drawn("classic", "8888888", "3s3sQ").when("N meld 33").then_refused(too_few);
    drawn("classic", "8888888", "3s3s2").when("N meld 332").then_refused(Illegal::BlackThreesWithWilds);
    drawn("classic", "8888888", "3s3s3c2").when("N meld 3332").then_refused(Illegal::BlackThreesWithWilds);
}

#[test]
fn a_fourth_black_three_joins_three_laid_this_turn() {
    let three = drawn("classic", "8888888", "3s3s3c3cQ").when("N meld 333").then("hand N 3cQ; bound black-threes-laid");
    three.when("N meld 3").then("melds NS 8888888 3s3s3c3c; hand N Q").when("N discard Q").then_out(false);
    // A wild card can't.
    let three = drawn("classic", "8888888 KKK", "3s3s3c2").when("N meld 333").then_legal();
    three.when("N meld 3+2").then_refused(Illegal::BlackThreesWithWilds);
}

#[test]
fn black_threes_laid_bind_the_player_to_go_out() {
    let bound = drawn("classic", "8888888", "3s3s3cKKKQ").when("N meld 333").then("bound black-threes-laid");
    let cause = Bound::BlackThreesLaid;
    bound.when("N discard K").then_refused(Illegal::BoundToGoOut { cause });
    bound.when("N discard Q").then_refused(Illegal::BoundToGoOut { cause });
    bound.when("N meld KKK").when("N discard Q").then_out(false);
    // A play that spoils the way out is refused: the two is needed for the jacks.
    let bound = drawn("classic", "8888888", "3s3s3cJJ2Q").when("N meld 333").then_legal();
    bound.when("N meld 8+2").then_refused(Illegal::BoundToGoOut { cause });
    bound.when("N meld JJ2").when("N discard Q").then_out(false);
}

#[test]
fn black_threes_count_five_each_toward_the_minimum() {
    // Seven eights are 70 and three black threes 15: 85 is below 90, four make it.
    let position = |threes: &str| given(&format!("totals 1500 0; turn N drawn; hand N 8888888 {threes}"));
    let below = Illegal::BelowMinimum { have: 85, need: 90, best: 85 };
    position("3s3s3c").when("N meld 8888888 333").then_refused(below);
    position("3s3s3c3c").when("N meld 8888888 3333").then_out(true);
}

#[test]
fn a_last_black_three_or_wild_card_may_be_discarded() {
    drawn("classic", "8888888", "3s").when("N discard 3").then_out(false).then("pile 3s");
    drawn("classic", "8888888", "*").when("N discard *").then_out(false);
}

#[test]
fn going_out_ends_the_round_at_once_with_the_partners_hand_against_the_side() {
    let position =
        given("turn N drawn had-melded; melds NS 8888888; hand N 4; hand S KK; hand E A; pile 9; melds EW 555");
    let when = position.when("N discard 4").then_out(false);
    let sheet = when.sheet();
    assert_eq!((sheet.melded_cards, sheet.canasta_bonus, sheet.going_out, sheet.left_in_hands), (70, 500, 100, -20));
    assert_eq!(sheet.total(), 650);
    let theirs = when.sheets()[crate::engine::Team::EastWest];
    assert_eq!((theirs.melded_cards, theirs.going_out, theirs.left_in_hands, theirs.total()), (15, 0, -20, -5));
    let over = when.then_legal();
    over.when("E draw").then_refused(Illegal::RoundOver);
    over.when("N discard 4").then_refused(Illegal::RoundOver);
}

//! Taking the pile: what joins the upcard, what freezes, what blocks, and what of the pile counts when.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, given};
use crate::engine::card::Rank;
use crate::engine::illegal::{Blocker, Illegal};
use crate::engine::seat::{Seat, Team};

fn pile(rules: &str, melds: &str, hand: &str, pile: &str) -> Given {
    given(&format!("rules {rules}; turn N to-draw; melds NS {melds}; hand N {hand}; pile {pile}"))
}

/// All that the hand holds were put with the upcard.
const fn frozen(rank: Rank, have: u8, iced: bool) -> Illegal {
    Illegal::PileFrozen { rank, have, held: have, iced }
}

#[test]
fn an_open_pile_is_taken_with_a_pair_a_natural_and_a_wild_card_or_on_a_meld() {
    let open = |melds: &str, hand: &str| pile("classic", melds, hand, "4 5 K");
    open("888", "KK67").when("N take KK").then("melds NS 888 KKK; hand N 4567; pile; turn N drawn took-pile");
    open("888", "K267").when("N take K2").then("melds NS 888 KK2; hand N 4567");
    open("888", "K*67").when("N take K*").then("melds NS 888 KK*; hand N 4567");
    open("KKK", "67").when("N take K+").then("melds NS KKKK; hand N 4567");
    open("KKK", "K67").when("N take K").then("melds NS KKKKK; hand N 4567");
    open("KKK", "267").when("N take K+2").then("melds NS KKKK2; hand N 4567");
    let more = Illegal::UpcardNeedsMore { rank: Rank::King };
    open("888", "K267").when("N take K").then_refused(more);
    open("888", "2267").when("N take K+22").then_refused(more);
    open("888", "67").when("N take K+").then_refused(more);
}

#[test]
fn the_upcard_must_be_used_and_counts_once() {
    let position = pile("classic", "888 QQQ", "KKQ67", "4 5 K");
    position.when("N take Q").then_refused(Illegal::UpcardNotUsed { rank: Rank::King });
    position.when("N take").then_refused(Illegal::UpcardNotUsed { rank: Rank::King });
    position.when("N take KKK").then_refused(Illegal::NotInHand { rank: Rank::King, have: 2, need: 3 });
    position.when("N take KK Q").then("melds NS 888 QQQQ KKK; hand N 4567");
}

#[test]
fn a_natural_and_two_wild_cards_take_unless_wild_cards_must_be_fewer() {
    let take = |rules: &str| pile(rules, "888", "K2267", "4 5 K").when("N take K22");
    take("concealed").then("melds NS 888 KK22");
    take("playout").then("melds NS 888 KK22");
    take("wild").then("melds NS 888 KK22");
    take("classic").then_refused(Illegal::TooManyWilds { rank: Rank::King, naturals: 2, wilds: 2, most: 1 });
}

#[test]
fn a_pile_is_frozen_to_the_side_that_has_not_melded_alone() {
    let position = given("totals -5 0; turn N to-draw; hand N K2267; melds EW 999; pile 4 5 K");
    position.when("N take K2").then_refused(frozen(Rank::King, 1, false));
    let position = given("turn E to-draw; hand E K2267; melds EW 999; pile 4 5 K");
    position.when("E take K2").then("melds EW 999 KK2");
    let position = given("totals -5 0; turn N to-draw; hand N KK67; pile 4 5 K");
    position.when("N take KK").then("melds NS KKK; hand N 4567");
}

#[test]
fn an_iced_pile_needs_a_pair_even_for_an_own_meld() {
    let iced = |melds: &str, hand: &str| pile("classic", melds, hand, "4 2 K");
    iced("KKK", "67").when("N take K+").then_refused(frozen(Rank::King, 0, true));
    iced("KKK", "K67").when("N take K").then_refused(frozen(Rank::King, 1, true));
    iced("888", "K*67").when("N take K*").then_refused(frozen(Rank::King, 1, true));
    // With a pair it joins the meld; more may join the pair in the same placement.
    iced("KKK", "KK67").when("N take KK").then("melds NS KKKKKK; hand N 2467");
    iced("888", "KKKK67").when("N take KKKK").then("melds NS 888 KKKKK");
    iced("888", "KK*67").when("N take KK*").then("melds NS 888 KKK*");
    iced("888", "KKQQ*67").when("N take KK QQ*").then("melds NS 888 KKK QQ*");
    // Already iced, and not melded either: both would be true, the card in the pile counts.
    let position = given("totals -5 0; turn N to-draw; hand N K2267; pile 2 5 K");
    position.when("N take K2").then_refused(frozen(Rank::King, 1, true));
}

#[test]
fn an_own_meld_with_three_wild_cards_takes_the_upcard_but_no_fourth() {
    let position = pile("classic", "KKKK22*", "*67", "4 5 K");
    let reason = Illegal::TooManyWilds { rank: Rank::King, naturals: 5, wilds: 4, most: 3 };
    position.when("N take K+*").then_refused(reason);
    position.when("N take K+").then("melds NS KKKKK22*; hand N *4567");
}

#[test]
fn deeper_cards_count_neither_for_the_take_nor_for_the_minimum() {
    pile("classic", "888", "K67", "K K K").when("N take KK").then_refused(Illegal::NotInHand {
        rank: Rank::King,
        have: 1,
        need: 2,
    });
    let position = given("turn N to-draw; hand N KK67; pile A A A K");
    position.when("N take KK").then_refused(Illegal::BelowMinimum { have: 30, need: 50, best: 30 });
    position.when("N take KK AAA").then_refused(Illegal::NotInHand { rank: Rank::Ace, have: 0, need: 3 });
    // Hand and upcard count: thirty for the kings, thirty for the queens.
    let position = given("turn N to-draw; hand N KKQQQ67; pile A A A K");
    position.when("N take KK QQQ").then("melds NS KKK QQQ; hand N 67AAA");
    let position = given("turn N to-draw; hand N AA67; pile 9 9 A");
    position.when("N take AA").then("melds NS AAA; hand N 6799");
}

#[test]
fn the_rest_of_the_pile_may_be_melded_by_the_next_action() {
    pile("classic", "888", "KKQ67", "Q Q 5 K")
        .when("N take KK")
        .when("N meld QQQ")
        .then("melds NS 888 KKK QQQ; hand N 567");
}

#[test]
fn who_has_drawn_cannot_take_and_who_has_taken_cannot_draw() {
    given("turn N drawn; melds NS KKK; hand N 67; pile 4 K").when("N take K+").then_refused(Illegal::AlreadyDrawn);
    let taken = pile("classic", "KKK", "67", "4 K").when("N take K+").then_legal();
    taken.when("N draw").then_refused(Illegal::AlreadyDrawn);
    taken.when("N take K+").then_refused(Illegal::AlreadyDrawn);
    given("turn N to-draw; melds NS KKK; hand N K67").when("N take KK").then_refused(Illegal::PileEmpty);
    given("turn N to-draw; melds NS KKK; hand N K67").when("N meld K").then_refused(Illegal::DrawFirst);
}

#[test]
fn taking_the_pile_thaws_it() {
    pile("classic", "888", "KK67", "2 5 K").when("N take KK").when("N discard 6").then("pile 6; turn E to-draw");
    let next = given("turn N to-draw; melds NS 888; hand N KK67; melds EW 666; hand E 45; pile 2 5 K");
    next.when("N take KK").when("N discard 6").when("E take 6+").then("melds EW 6666; hand E 45; pile");
}

#[test]
fn a_natural_on_a_wild_card_does_not_thaw() {
    let position = given("turn W drawn; hand W 9T; melds NS 999; hand N 45 ; pile 4 2");
    position.when("W discard 9").when("N take 9+").then_refused(frozen(Rank::Nine, 0, true));
}

#[test]
fn a_discarded_wild_card_freezes_and_blocks() {
    let next = given("turn W drawn; hand W 29T; melds NS 222*; melds EW 444; hand N 2245; pile 4");
    let next = next.when("W discard 2").then_legal();
    assert!(next.round.public().frozen_to(Team::NorthSouth) && next.round.public().frozen_to(Team::EastWest));
    next.when("N take 22").then_refused(Illegal::PileBlocked { by: Blocker::Wild });
}

#[test]
fn a_black_three_blocks_only_as_the_upcard_and_neither_freezes_nor_thaws() {
    let start = given("turn W drawn; hand W 3s9; melds NS 999 333; hand N 3c3c9945; hand E 9JJ; melds EW 999; pile 4");
    let blocked = start.when("W discard 3").then("pile 43; turn N to-draw");
    blocked.when("N take 33").then_refused(Illegal::PileBlocked { by: Blocker::BlackThree });
    assert!(!blocked.round.public().iced());
    // The next natural opens it again.
    let open = given("turn N drawn; hand N 945; melds EW 999; hand E 77; pile 4 3s");
    open.when("N discard 9").when("E take 9+").then("melds EW 9999; hand E 377 4; pile");
    // It thaws nothing.
    let iced = given("turn N drawn; hand N 945; melds EW 999; hand E 77; pile 2 3s");
    iced.when("N discard 9").when("E take 9+").then_refused(frozen(Rank::Nine, 0, true));
}

#[test]
fn red_threes_of_the_pile_are_laid_and_not_replaced() {
    let when = pile("classic", "888", "KK67", "3h 3d 5 K").when("N take KK");
    when.then("laid NS 3h3d; hand N 567; melds NS 888 KKK");
    let before = pile("classic", "888", "KK67", "3h 3d 5 K");
    let stock = before.round.stock.len();
    assert_eq!(before.when("N take KK").round().stock.len(), stock);
}

#[test]
fn red_threes_of_the_pile_are_not_hand_cards() {
    let left = |left| Illegal::MustKeepCard { left, canastas: 0, need: 1 };
    pile("classic", "888", "KK6", "3h 3d K").when("N take KK").then_refused(left(1));
    pile("classic", "888", "KK6", "3h 5 K").when("N take KK").then("hand N 56; laid NS 3h");
    pile("classic", "888", "KK", "3h K").when("N take KK").then_refused(left(0));
}

#[test]
fn a_take_is_judged_with_the_rest_of_the_pile_in_the_hand() {
    let left = |left| Illegal::MustKeepCard { left, canastas: 0, need: 1 };
    pile("classic", "888", "KK", "5 6 K").when("N take KK").then("hand N 56");
    pile("classic", "888", "KK", "5 K").when("N take KK").then_refused(left(1));
    pile("classic", "888", "KK", "K").when("N take KK").then_refused(left(0));
    // With a canasta the empty hand is out, and so may be the single card.
    pile("classic", "8888888", "KK", "K").when("N take KK").then_out(false).then("ended went-out");
    pile("classic", "8888888", "KK", "5 K").when("N take KK").then_not_over().when("N discard 5").then_out(false);
    // The canasta that the upcard makes counts.
    pile("classic", "KKKK", "KK", "K").when("N take KK").then_out(false);
    // A single card that makes the canasta is still a way out.
    pile("classic", "888888", "KK", "8 K").when("N take KK").then_not_over().when("N meld 8").then_out(false);
}

#[test]
fn one_card_does_not_take_a_pile_of_one() {
    let position = pile("classic", "KKK", "6", "K");
    position.when("N take K+").then_refused(Illegal::OneCardForOne);
    // Neither where it would go out.
    pile("classic", "KKKKKKK", "6", "K").when("N take K+").then_refused(Illegal::OneCardForOne);
    pile("classic", "KKKKKKK", "K", "K").when("N take K").then_refused(Illegal::OneCardForOne);
    // One card more in the hand or in the pile makes it legal.
    pile("classic", "KKK", "6", "7 K").when("N take K+").then("hand N 67");
    pile("classic", "KKK", "67", "K").when("N take K+").then("hand N 67");
}

#[test]
fn a_wild_or_red_three_upcard_blocks_at_the_first_turn() {
    let position = given("rules wild; turn N to-draw; hand N KK45; melds NS KKK; pile 3h");
    position.when("N take KK").then_refused(Illegal::PileBlocked { by: Blocker::RedThree });
    position.when("N take 33").then_refused(Illegal::PileBlocked { by: Blocker::RedThree });
    let position = given("rules wild; turn N to-draw; hand N 2245; melds NS KKK; pile *");
    position.when("N take 22").then_refused(Illegal::PileBlocked { by: Blocker::Wild });
    // A natural on it unblocks, and does not thaw.
    let covered = given("rules wild; turn W drawn; hand W K9; hand N KK45; melds NS KKK; pile 3h");
    let covered = covered.when("W discard K").then("pile 3hK");
    let frozen = Illegal::PileFrozen { rank: Rank::King, have: 0, held: 2, iced: true };
    covered.when("N take K+").then_refused(frozen);
    covered.when("N take KK").then("laid NS 3h; melds NS KKKKKK; hand N 45");
    assert!(covered.view(Seat::North).public.iced());
}

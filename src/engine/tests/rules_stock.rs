//! The end of the stock: the forced take, passing, the last red three, two cards drawn.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, given};
use crate::engine::Seat;
use crate::engine::card::Rank;
use crate::engine::event::Ending;
use crate::engine::illegal::Illegal;

/// West has one card to throw; then it is north's turn, and there is no stock.
fn west_throws(rules: &str, card: &str, north: &str, rest: &str) -> super::given::When {
    given(&format!("rules {rules}; stock; turn W drawn; hand W {card}A; hand N {north}; {rest}"))
        .when(&format!("W discard {}", &card[..1]))
}

#[test]
fn the_round_ends_with_the_turn_at_whose_end_the_stock_is_empty() {
    for rules in ["classic", "wild"] {
        let start = given(&format!("rules {rules}; stock 4; turn N to-draw; hand N KKK; hand E A; melds NS 8888888"));
        let when = start.when("N draw").then_not_over().when("N discard 4").then_ended(Ending::StockEmpty);
        // No bonus for going out, and all hands count.
        let sheets = when.sheets();
        assert_eq!(sheets[crate::engine::Team::NorthSouth].going_out, 0);
        assert_eq!(sheets[crate::engine::Team::NorthSouth].total(), 70 + 500 - 30);
        assert_eq!(sheets[crate::engine::Team::EastWest].total(), -20);
    }
    // Whatever lies on the pile.
    west_throws("classic", "K", "KK4", "melds NS KKK").then_ended(Ending::StockEmpty);
}

#[test]
fn in_the_last_turn_the_player_may_still_go_out() {
    let start = given("rules classic; stock 4; turn N to-draw; hand N KKK; melds NS 8888888");
    let when = start.when("N draw").when("N meld KKK").when("N discard 4").then_out(false).then_ended(Ending::WentOut);
    assert_eq!(when.sheet().going_out, 100);
}

#[test]
fn a_card_that_fits_an_own_meld_must_be_taken() {
    let must = Illegal::MustTake { rank: Rank::King };
    for rules in ["playout", "concealed"] {
        let next = west_throws(rules, "K", "KK45", "melds NS KKK; pile 6").then("turn N to-draw");
        next.when("N pass").then_refused(must);
        next.when("N draw").then_refused(Illegal::StockEmpty);
        next.when("N meld KK").then_refused(Illegal::DrawFirst);
        next.when("N discard 4").then_refused(Illegal::DrawFirst);
        // In any legal way.
        next.when("N take K+").then("melds NS KKKK; hand N KK456; turn N drawn took-pile");
        next.when("N take KK").then("melds NS KKKKKK; hand N 456");
    }
}

#[test]
fn otherwise_the_pile_may_be_declined_and_the_round_ends() {
    // No meld of the rank.
    let next = west_throws("playout", "K", "KK45", "melds NS 888; pile 6").then_not_over().then_legal();
    let passed = next.when("N pass").then_ended(Ending::Passed);
    assert_eq!(passed.sheet().total(), 30 - 20 - 10);
    next.when("N take KK").then_not_over();
    // Iced: a pair could take it, and need not.
    let next = west_throws("playout", "K", "KK45", "melds NS KKK; pile 2").then_not_over().then_legal();
    next.when("N pass").then_ended(Ending::Passed);
    next.when("N take KK").then("melds NS KKKKKK");
    // Nothing melded yet: the minimum can be reached, and need not be.
    let next = west_throws("playout", "A", "AA45", "pile 6").then_not_over().then_legal();
    next.when("N pass").then_ended(Ending::Passed);
}

#[test]
fn where_no_take_is_legal_the_round_ends_at_once() {
    let none = |card: &str, north: &str, rest: &str| {
        west_throws("playout", card, north, rest).then_ended(Ending::NoTake);
    };
    none("K", "QQ45", "melds NS 888");
    // A pair, but the pile is too poor for the minimum.
    none("K", "KK45", "");
    // The minimum could be reached only with every card.
    none("A", "AA", "");
    // A meld of the rank, but iced.
    none("K", "K245", "pile 2; melds NS KKK");
    // A natural and a wild card, before the first meld.
    none("A", "A245", "");
    none("2", "2245", "melds NS 888 KK2");
    none("3s", "3s3s45", "melds NS 888");
    // Taking would leave one card, and there is no canasta.
    none("K", "KK4", "melds NS 888");
    none("K", "4", "melds NS KKK");
    // The minimum, reached only together with other melds, makes the take legal.
    west_throws("playout", "K", "KKQQQ45", "").then_not_over().when("N take KK QQQ").then("melds NS KKK QQQ");
    // So does the rest of the pile, which counts as hand cards after the take.
    west_throws("playout", "K", "KK", "melds NS 888; pile 5 6").then_not_over().when("N take KK").then("hand N 56");
}

#[test]
fn a_take_after_which_one_could_only_go_out_is_legal_and_forced() {
    let must = Illegal::MustTake { rank: Rank::King };
    let next = west_throws("playout", "K", "KK", "melds NS KKKK").then_not_over().then_legal();
    next.when("N pass").then_refused(must);
    next.when("N take KK").then_out(false);
}

#[test]
fn one_card_takes_a_pile_of_one_without_a_stock_but_need_not() {
    // It can go out by it.
    let next = west_throws("playout", "K", "4", "melds NS KKKKKK").then_not_over().then_legal();
    next.when("N take K+").then("hand N 4; melds NS KKKKKKK").when("N discard 4").then_out(false);
    next.when("N pass").then_ended(Ending::Passed);
    // It can't: no take is legal.
    west_throws("playout", "K", "4", "melds NS KKK").then_ended(Ending::NoTake);
    // Two cards, or two in the pile: forced again.
    let must = Illegal::MustTake { rank: Rank::King };
    west_throws("playout", "K", "45", "melds NS KKKKKK").when("N pass").then_refused(must);
    west_throws("playout", "K", "4", "pile 6; melds NS KKKKKK").when("N pass").then_refused(must);
}

#[test]
fn play_goes_on_with_the_pile_as_long_as_it_is_taken() {
    let next = west_throws("playout", "K", "45", "melds NS KKK; melds EW 444; hand E 67").when("N take K+");
    let next = next.when("N discard 4").then("turn E to-draw; hand N 5; pile 4");
    next.when("E pass").then_refused(Illegal::MustTake { rank: Rank::Four });
    let next = next.when("E take 4+").then("hand E 67").when("E discard 6");
    next.then_ended(Ending::NoTake);
}

#[test]
fn passing_is_for_an_empty_stock() {
    given("turn N to-draw; hand N 45; pile K").when("N pass").then_refused(Illegal::CannotPass);
    given("rules playout; stock; turn N drawn; hand N 45; pile K").when("N pass").then_refused(Illegal::CannotPass);
}

#[test]
fn the_last_card_of_the_stock_a_red_three_ends_the_round() {
    for rules in ["classic", "playout", "concealed", "wild"] {
        let start = given(&format!("rules {rules}; stock 3h; turn N to-draw; melds NS 8888888; hand N 4; pile K"));
        let when = start.when("N draw").then_ended(Ending::LastRedThree);
        let sheet = when.sheet();
        assert_eq!((sheet.red_threes, sheet.going_out, sheet.left_in_hands), (100, 0, -5), "{rules}");
        when.then("laid NS 3h; hand N 4; stock");
        // Two of them are as good as one.
        let start = given(&format!("rules {rules}; stock 3h3d; turn N to-draw; melds NS 888; hand N 4; pile K"));
        start.when("N draw").then_ended(Ending::LastRedThree).then("laid NS 3h3d");
    }
}

#[test]
fn a_red_three_drawn_is_laid_and_replaced() {
    let start = given("stock 5 4 3d 3h; turn N to-draw; hand N K; pile K");
    start.when("N draw").then("laid NS 3h3d; hand N 4K; stock 5; turn N drawn");
}

#[test]
fn the_last_red_three_may_let_the_turn_go_on() {
    let start =
        |rest: &str| given(&format!("rules playout last-red-three=turn-goes-on; stock 3h; turn N to-draw; {rest}"));
    let on = start("melds NS KKK; hand N 45; pile 6 K").when("N draw").then("laid NS 3h; turn N to-draw");
    on.when("N pass").then_refused(Illegal::MustTake { rank: Rank::King });
    on.when("N draw").then_refused(Illegal::StockEmpty);
    on.when("N take K+").then("hand N 456");
    start("melds NS 888; hand N 45; pile 6 K").when("N draw").then_ended(Ending::NoTake);
    start("melds NS 888; hand N 45KK; pile 6 K").when("N draw").when("N pass").then_ended(Ending::Passed);
}

#[test]
fn two_cards_drawn() {
    let two = |stock: &str| given(&format!("rules playout drawn=2; stock {stock}; turn N to-draw; hand N K; pile K"));
    two("654").when("N draw").then("hand N 45K; stock 6; turn N drawn");
    // A lone last card is a full draw.
    two("4").when("N draw").then("hand N 4K; stock; turn N drawn").when("N discard 4").then_ended(Ending::NoTake);
    // If any card was drawn, the turn is a normal one.
    two("3h4").when("N draw").then("hand N 4K; laid NS 3h; turn N drawn");
    two("43h").when("N draw").then("hand N 4K; laid NS 3h; turn N drawn");
    two("5 3h 4").when("N draw").then("hand N 45K; laid NS 3h; turn N drawn");
    two("3h").when("N draw").then_ended(Ending::LastRedThree);
    two("3h3h").when("N draw").then_ended(Ending::LastRedThree);
}

#[test]
fn an_empty_stock_is_not_drawn_from() {
    given("rules classic; stock; turn N to-draw; hand N KK4; melds NS 888; pile K")
        .when("N draw")
        .then_refused(Illegal::StockEmpty);
}

#[test]
fn replacements_may_empty_the_stock_at_a_first_turn() {
    // The last replacement comes from the stock; then nobody can draw.
    let start: Given = given("rules classic; stock 4; turn W drawn; hand W K9; hand N 3h77");
    let next = start.when("W discard 9").then_ended(Ending::NoTake).then("laid NS 3h; hand N 477; stock");
    assert!(next.view(Seat::North).public.ended.is_some());
}

//! Melds, lay-offs, the wild limit over the whole meld, wild canastas, and the initial meld.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::given;
use crate::engine::card::{Card, Rank, Suit};
use crate::engine::illegal::Illegal;
use crate::engine::meld::Canasta;
use crate::engine::seat::{Seat, Team};

/// A side that has melded, with cards to spare.
fn melded(rules: &str, melds: &str, hand: &str) -> super::given::Given {
    given(&format!("rules {rules}; turn N drawn; melds NS 888 {melds}; hand N {hand} 67"))
}

#[test]
fn a_meld_needs_three_cards_and_two_naturals() {
    melded("classic", "", "KK").when("N meld KK").then_refused(Illegal::TooFewCards {
        rank: Rank::King,
        have: 2,
        need: 3,
    });
    melded("classic", "", "K22").when("N meld K22").then_refused(Illegal::TooFewNaturals {
        rank: Rank::King,
        have: 1,
        need: 2,
    });
    melded("classic", "", "KK2").when("N meld KK2").then("melds NS 888 KK2; hand N 67");
    melded("classic", "", "444").when("N meld 444").then("melds NS 888 444");
    melded("classic", "", "AA*").when("N meld AA*").then("melds NS 888 AA*");
}

#[test]
fn the_wild_limit_holds_for_the_whole_meld_at_a_lay_off() {
    let refused = |rules: &str, meld: &str, naturals, wilds, most| {
        let position = melded(rules, meld, "K2*");
        position.when("N meld K+*").then_refused(Illegal::TooManyWilds { rank: Rank::King, naturals, wilds, most });
    };
    refused("classic", "KKK22", 3, 3, 2);
    refused("concealed", "KK22", 2, 3, 2);
    refused("wild", "KK22", 2, 3, 2);
    refused("playout", "KKKK222", 4, 4, 3);
    // The natural that comes with the wild card counts.
    melded("classic", "KKK22", "K2*").when("N meld K*").then("melds NS 888 KKKK22*");
    melded("concealed", "KK22", "K2*").when("N meld K*").then("melds NS 888 KKK22*");
    melded("concealed", "KKK22", "K2*").when("N meld K+*").then("melds NS 888 KKK22*");
    melded("playout", "KK22", "K2*").when("N meld K+*").then("melds NS 888 KK22*");
}

#[test]
fn a_meld_with_three_wild_cards_takes_naturals_only() {
    for rules in ["classic", "playout", "concealed", "wild"] {
        let position = melded(rules, "KKKK22*", "K*");
        let reason = Illegal::TooManyWilds { rank: Rank::King, naturals: 4, wilds: 4, most: 3 };
        position.when("N meld K+*").then_refused(reason);
        position.when("N meld K").then("melds NS 888 KKKKK22*");
    }
}

#[test]
fn the_largest_meld_has_eight_naturals_and_three_wild_cards() {
    melded("classic", "KKKKKKK22", "K*").when("N meld K*").then("melds NS 888 KKKKKKKK22*");
}

#[test]
fn a_rank_on_the_table_always_joins_its_meld() {
    melded("classic", "KKK", "KKK2").when("N meld KKK2").then("melds NS 888 KKKKKK2; hand N 67");
    melded("classic", "KKK", "K").when("N meld K").then("melds NS 888 KKKK");
    // The partner's melds are one's own: south had put them down.
    given("turn N drawn; melded S; melds NS QQQ; hand N Q45").when("N meld Q").then("melds NS QQQQ; melds EW");
}

#[test]
fn nobody_adds_to_the_other_sides_melds() {
    let position = given("turn N drawn; melds NS 888; melds EW QQQ; hand N Q245");
    position.when("N meld Q").then_refused(Illegal::TooFewNaturals { rank: Rank::Queen, have: 1, need: 2 });
    position.when("N meld Q2").then_refused(Illegal::TooFewNaturals { rank: Rank::Queen, have: 1, need: 2 });
}

#[test]
fn a_wild_card_makes_a_natural_canasta_mixed() {
    let when = melded("classic", "KKKKKKK", "2").when("N meld K+2");
    assert_eq!(when.round().sides[Team::NorthSouth].melds.get(Rank::King).canasta(), Some(Canasta::Mixed));
    let before = given("turn E drawn; stock; melds NS KKKKKKK; hand E 45").when("E discard 4").sheet();
    assert_eq!((before.canastas.natural, before.canastas.mixed, before.canasta_bonus), (1, 0, 500));
    let after = given("turn E drawn; stock; melds NS KKKKKKK2; hand E 45").when("E discard 4").sheet();
    assert_eq!((after.canastas.natural, after.canastas.mixed, after.canasta_bonus), (0, 1, 300));
}

#[test]
fn a_canasta_has_seven_cards() {
    let sheet = given("turn E drawn; stock; melds NS KKKKKK QQQQQQQQ; hand E 45").when("E discard 4").sheet();
    assert_eq!(sheet.canasta_bonus, 500);
}

#[test]
fn a_wild_canasta_goes_down_at_once_and_takes_wild_cards_only() {
    let refused = |have| Illegal::WildMeldTooSmall { have, need: 7 };
    melded("wild", "", "22222*").when("N meld 22222*").then_refused(refused(6));
    melded("wild", "", "22222**").when("N meld 22222**").then("melds NS 888 22222**; hand N 67");
    melded("wild", "", "22222***").when("N meld 22222***").then("melds NS 888 22222***");
    // It may be extended; a second one would join it.
    melded("wild", "22222**", "2").when("N meld 2").then("melds NS 888 222222**");
    melded("classic", "", "22222**").when("N meld 22222**").then_refused(Illegal::NoWildMelds);
    melded("playout", "", "22222**").when("N meld 22222**").then_refused(Illegal::NoWildMelds);
    melded("concealed", "", "22222**").when("N meld 22222**").then_refused(Illegal::NoWildMelds);
}

#[test]
fn a_wild_canasta_counts_for_the_minimum_for_going_out_and_as_a_meld() {
    let start = given("rules wild; totals 3000 0; turn N drawn; laid NS 3h; hand N 2222222456");
    start.when("N meld 2222222").then("melds NS 2222222; hand N 456");
    let sheet = given("rules wild; turn N drawn; laid NS 3h; melds NS 2222***; hand N 4").when("N discard 4").sheet();
    assert_eq!((sheet.canastas.wild, sheet.canasta_bonus, sheet.red_threes), (1, 2000, 100));
}

#[test]
fn one_action_names_a_rank_once_and_only_cards_in_the_hand() {
    let position = melded("classic", "", "KKKKKK");
    position.when("N meld KKK KKK").then_refused(Illegal::RankTwice { rank: Rank::King });
    position.when("N meld QQQ").then_refused(Illegal::NotInHand { rank: Rank::Queen, have: 0, need: 3 });
    melded("classic", "", "KKQQ2").when("N meld KK2 QQ2").then_refused(Illegal::NotInHand {
        rank: Rank::Two,
        have: 1,
        need: 2,
    });
    position.when("N meld").then_refused(Illegal::NothingPlaced);
    position.when("N meld KKK 8+").then_refused(Illegal::NothingPlaced);
}

#[test]
fn melding_may_go_on_as_often_as_the_player_likes() {
    melded("classic", "", "KKKQQQ8")
        .when("N meld KKK")
        .when("N meld QQQ")
        .when("N meld 8")
        .when("N discard 6")
        .then("melds NS 8888 KKK QQQ; hand N 7; turn E to-draw");
}

#[test]
fn suits_never_matter() {
    for suit in Suit::ALL {
        let mut start = given("turn N drawn; totals 1500 0; melds EW 444; hand N QQ5");
        for rank in [Rank::King, Rank::King, Rank::King, Rank::Ace, Rank::Ace, Rank::Two] {
            start.round.hands[Seat::North].insert(Card::new(rank, suit));
        }
        start.when("N meld KKK AA2").then("melds NS KKK AA2; hand N QQ5");
    }
}

#[test]
fn melds_reach_the_minimum_together_counted_in_cards_only() {
    let at = |total: i32, hand: &str| given(&format!("totals {total} 0; turn N drawn; laid NS 3h3d; hand N {hand} 67"));
    at(0, "KKKQQQ").when("N meld KKK QQQ").then("melds NS KKK QQQ");
    let refused = |have, need, best| Illegal::BelowMinimum { have, need, best };
    at(0, "KKKQQQ").when("N meld KKK").then_refused(refused(30, 50, 60)).then("melds NS; hand N KKKQQQ67");
    // Below zero fifteen points are enough, at zero they are not.
    at(-5, "555").when("N meld 555").then("melds NS 555");
    at(0, "555").when("N meld 555").then_refused(refused(15, 50, 15));
    at(1495, "AA2").when("N meld AA2").then("melds NS AA2");
    at(1500, "AA2").when("N meld AA2").then_refused(refused(60, 90, 60));
    at(2995, "AA*").when("N meld AA*").then("melds NS AA*");
    at(3000, "AA*").when("N meld AA*").then_refused(refused(90, 120, 90));
    at(3000, "AA*KKK").when("N meld AA* KKK").then("melds NS AA* KKK");
    // A canasta of fours is worth 35: its bonus does not count.
    at(0, "4444444").when("N meld 4444444").then_refused(refused(35, 50, 35));
}

#[test]
fn the_minimum_is_that_of_the_own_side_and_does_not_scale_with_the_target() {
    let position = |totals: &str, rules: &str| {
        given(&format!("rules {rules}; totals {totals}; turn E drawn; hand E AA267")).when("E meld AA2")
    };
    position("3000 0", "classic").then("melds EW AA2");
    position("0 3000", "classic").then_refused(Illegal::BelowMinimum { have: 60, need: 120, best: 60 });
    position("0 1000", "classic target=1500").then("melds EW AA2");
    position("0 1000", "classic target=one-round").then("melds EW AA2");
}

#[test]
fn the_partner_need_not_repeat_the_minimum() {
    given("totals 3000 0; turn N drawn; melded S; melds NS AAAAAAA; hand N 444567")
        .when("N meld 444")
        .then("melds NS AAAAAAA 444; hand N 567");
}

#[test]
fn the_best_reachable_sum_uses_wild_cards_where_they_count() {
    let best = |rules: &str, hand: &str| {
        let position = given(&format!("rules {rules}; totals 3000 0; turn N drawn; hand N {hand}"));
        crate::engine::best_opening(&crate::engine::Position::of(&position.view(Seat::North)), None).value
    };
    assert_eq!(best("classic", "AA**57"), 90);
    assert_eq!(best("concealed", "AA**57"), 140);
    assert_eq!(best("playout", "AA**267"), 160);
    assert_eq!(best("classic", "KKQQ2*57"), 110);
    assert_eq!(best("classic", "456789TJQKA"), 0);
    // Two cards must stay: one of the kings has to.
    assert_eq!(best("classic", "KKKK5"), 30);
    assert_eq!(best("classic", "KKK5"), 0);
}

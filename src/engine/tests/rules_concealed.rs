//! Going out concealed: its conditions, mercy, the minimum and its waiver; and canastas put down in one go.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, When, given};
use crate::engine::illegal::Illegal;

/// The partner has melded, this player has not.
fn drawn(rules: &str, melds: &str, hand: &str) -> Given {
    given(&format!("rules {rules}; turn N drawn; melded S; melds NS {melds}; hand N {hand}"))
}

fn out_bonus(when: When, concealed: bool) -> i32 {
    when.then_out(concealed).sheet().going_out
}

const ALL: [&str; 4] = ["classic", "playout", "concealed", "wild"];

#[test]
fn the_whole_hand_with_a_canasta_of_its_own_is_concealed() {
    for rules in ALL {
        let start = given(&format!("rules {rules}; turn N drawn; hand N 88888882KKK4"));
        let down = start.when("N meld 88888882 KKK").then_not_over();
        assert_eq!(out_bonus(down.when("N discard 4"), true), 200, "{rules}");
        let start = given(&format!("rules {rules}; turn N drawn; hand N 88888882KKK"));
        assert_eq!(out_bonus(start.when("N meld 88888882 KKK"), true), 200, "{rules}");
    }
    let start = given("rules wild; turn N drawn; hand N 2222***KKK4");
    assert_eq!(out_bonus(start.when("N meld 2222*** KKK").when("N discard 4"), true), 200);
}

#[test]
fn it_may_take_several_actions() {
    let start = given("turn N drawn; hand N 8888888QKKKQQ4");
    let out = start.when("N meld 8888888").when("N meld KKK").when("N meld QQQ").when("N discard 4");
    assert_eq!(out_bonus(out, true), 200);
    // Cards of the own turn's melds may follow one by one.
    let start = given("turn N drawn; hand N 8888888KKK4");
    let out = start.when("N meld 888888 KKK").when("N meld 8").when("N discard 4");
    assert_eq!(out_bonus(out, true), 200);
}

#[test]
fn the_player_must_not_have_melded_in_an_earlier_turn() {
    let start = given("turn N drawn had-melded; melded N; melds NS KKK; hand N 88888884");
    assert_eq!(out_bonus(start.when("N meld 8888888").when("N discard 4"), false), 100);
    // What counts is remembered from turn to turn.
    let start = given("turn N drawn; hand N KKKQQQ888888845; hand E 99; hand S 99; hand W 99; stock 8TTTTTTT");
    let next = start.when("N meld KKK QQQ").when("N discard 4");
    let next = next.when("E draw").when("E discard 9").when("S draw").when("S discard 9").when("W draw");
    let out = next.when("W discard 9").when("N draw").when("N meld 8888888").when("N discard T").when("E draw");
    let again = out.when("E discard 9").when("S draw").when("S discard 9").when("W draw").when("W discard 9");
    assert_eq!(out_bonus(again.when("N draw").when("N meld 8").when("N discard 5"), false), 100);
}

#[test]
fn the_partner_may_have_melded_where_only_the_player_counts() {
    for (rules, bonus) in [("classic", 200), ("playout", 200), ("concealed", 200), ("wild", 0)] {
        let out = drawn(rules, "KKK", "88888884").when("N meld 8888888").when("N discard 4");
        assert_eq!(out_bonus(out, rules != "wild"), bonus, "{rules}");
    }
}

#[test]
fn the_partners_canasta_counts_for_going_out_never_for_concealed() {
    for (rules, bonus) in [("classic", 100), ("playout", 100), ("concealed", 100), ("wild", 0)] {
        let out = drawn(rules, "KKKKKKK", "QQQJJJ4").when("N meld QQQ JJJ").when("N discard 4");
        assert_eq!(out_bonus(out, false), bonus, "{rules}");
    }
}

#[test]
fn nothing_may_rely_on_cards_that_lay_there() {
    // A lay-off on the partner's meld: no complete meld.
    for (rules, bonus) in [("classic", 100), ("playout", 100), ("concealed", 100), ("wild", 0)] {
        let out = drawn(rules, "KKK", "88888884K").when("N meld 8888888 K").when("N discard 4");
        assert_eq!(out_bonus(out, false), bonus, "{rules}");
    }
    // One card left in the hand after all that melds, discarded: still concealed. No card melded: not.
    assert_eq!(out_bonus(drawn("classic", "KKKKKKK", "4").when("N discard 4"), false), 100);
}

#[test]
fn mercy_counts_this_turns_cards_as_melds_alone() {
    // Three kings on the partner's are a meld alone.
    let out = |rules: &str| drawn(rules, "KKK", "88888884KKK").when("N meld 8888888 KKK").when("N discard 4");
    assert_eq!(out_bonus(out("classic"), true), 200);
    assert_eq!(out_bonus(out("classic mercy=no"), false), 100);
    assert_eq!(out_bonus(out("playout"), false), 100);
    assert_eq!(out_bonus(out("concealed"), false), 100);
    assert_eq!(out_bonus(out("concealed mercy=yes"), true), 200);
    // Over several actions, rank by rank.
    let start = drawn("classic", "KKK", "88888884KKK");
    let out = start.when("N meld K").when("N meld 8888888").when("N meld KK").when("N discard 4");
    assert_eq!(out_bonus(out, true), 200);
}

#[test]
fn mercy_has_its_limits() {
    let out = |melds: &str, hand: &str, play: &str| {
        drawn("classic", melds, hand).when(&format!("N meld {play}")).when("N discard 4")
    };
    // Two kings are no meld alone; neither are a king and two wild cards.
    assert_eq!(out_bonus(out("KKK", "88888884KK", "8888888 KK"), false), 100);
    assert_eq!(out_bonus(out("KKKK", "88888884K22", "8888888 K22"), false), 100);
    // The seventh king lies on the partner's six: a canasta, but not of this turn's cards alone.
    assert_eq!(out_bonus(out("KKKK", "KKKQQQ4", "KKK QQQ"), false), 100);
    // Seven cards of this turn are a canasta alone, whatever lay there; six are not.
    assert_eq!(out_bonus(out("TTT", "TTTTT224", "TTTTT22"), true), 200);
    assert_eq!(out_bonus(out("TTT", "TTTTT24", "TTTTT2"), false), 100);
    assert_eq!(out_bonus(out("TTT*", "TTTTT22QQQ4", "TTTTT22 QQQ"), true), 200);
    // Not for a player who melded before.
    let start = given("turn N drawn had-melded; melds NS KKK; hand N 88888884KKK");
    assert_eq!(out_bonus(start.when("N meld 8888888 KKK").when("N discard 4"), false), 100);
}

#[test]
fn mercy_counts_the_upcard_too() {
    let start = |rules: &str| {
        given(&format!("rules {rules}; turn N to-draw; melded S; melds NS KKK; hand N 8888888KK; pile 4 K"))
    };
    let out = |rules: &str| start(rules).when("N take KK").when("N meld 8888888").when("N discard 4");
    assert_eq!(out_bonus(out("classic"), true), 200);
    assert_eq!(out_bonus(out("playout"), false), 100);
    // The bare upcard on the partner's meld is no meld alone.
    let start = given("turn N to-draw; melded S; melds NS KKK; hand N 8888888; pile 4 K");
    assert_eq!(out_bonus(start.when("N take K+").when("N meld 8888888").when("N discard 4"), false), 100);
}

#[test]
fn having_taken_the_pile_this_turn_is_allowed() {
    for rules in ALL {
        let start = given(&format!("rules {rules}; turn N to-draw; hand N 888888KKK; pile 4 8"));
        let out = start.when("N take 888888 KKK").when("N discard 4");
        assert_eq!(out_bonus(out, true), 200, "{rules}");
        // The rest of the pile may be part of it.
        let start = given(&format!("rules {rules}; turn N to-draw; hand N 88888AA2; pile 8 4 A"));
        let left = Illegal::MustKeepCard { left: 1, canastas: 0, need: 1 };
        start.when("N take AA2").when("N meld 888888").then_refused(left);
        let start = given(&format!("rules {rules}; turn N to-draw; hand N 88888AA22; pile 8 4 A"));
        let out = start.when("N take AA2").when("N meld 8888882").when("N discard 4");
        assert_eq!(out_bonus(out, true), 200, "{rules}");
    }
}

#[test]
fn red_threes_are_no_melds() {
    let start = given("turn N drawn; laid NS 3h3d; hand N 8888888KKK4");
    assert_eq!(out_bonus(start.when("N meld 8888888 KKK").when("N discard 4"), true), 200);
}

#[test]
fn two_players_need_two_canastas_to_go_out_concealed() {
    for rules in ["classic", "wild"] {
        let start = given(&format!("rules {rules} players=2; turn N drawn; hand N 8888888KKKK4"));
        let refused = Illegal::MustKeepCard { left: 1, canastas: 1, need: 2 };
        start.when("N meld 8888888 KKKK").then_refused(refused);
        let start = given(&format!("rules {rules} players=2; turn N drawn; hand N 8888888KKKKKKK4"));
        assert_eq!(out_bonus(start.when("N meld 8888888 KKKKKKK").when("N discard 4"), true), 200);
    }
}

/// Seven fours and three fives: 50 points, where 120 are needed.
fn below(rules: &str, hand: &str) -> Given {
    given(&format!("rules {rules}; totals 3000 0; turn N drawn; hand N {hand}"))
}

#[test]
fn going_out_concealed_needs_the_minimum_unless_the_rules_waive_it() {
    let reason = Illegal::BelowMinimum { have: 50, need: 120, best: 50 };
    for rules in ["classic", "playout", "concealed", "wild concealed-minimum=always"] {
        below(rules, "44444445556").when("N meld 4444444 555").then_refused(reason);
        below(rules, "4444444555").when("N meld 4444444 555").then_refused(reason);
    }
    for rules in ["wild", "classic concealed-minimum=never", "classic concealed-minimum=after-take"] {
        let out = below(rules, "44444445556").when("N meld 4444444 555").when("N discard 6");
        assert_eq!(out_bonus(out, true), 200, "{rules}");
        assert_eq!(out_bonus(below(rules, "4444444555").when("N meld 4444444 555"), true), 200, "{rules}");
    }
}

#[test]
fn the_waiver_does_not_pool_actions_and_needs_a_canasta() {
    let refused = |have, best| Illegal::BelowMinimum { have, need: 120, best };
    let start = below("wild", "44444445556");
    start.when("N meld 4444444").then_refused(refused(35, 50));
    start.when("N meld 555").then_refused(refused(15, 50));
    // Two cards would stay.
    below("wild", "444444455567").when("N meld 4444444 555").then_refused(refused(50, 50));
    // Here they could go out by another action: not pooled all the same.
    below("wild", "444444445556").when("N meld 4444444 555").then_refused(refused(50, 55));
    // No canasta among them: nobody could go out with it.
    below("wild", "4444445556").when("N meld 444444 555").then_refused(refused(45, 40));
    // Above the minimum there is nothing to waive: several actions will do.
    let start = given("rules wild; totals 0 0; turn N drawn; hand N 8888888444 5");
    assert_eq!(out_bonus(start.when("N meld 8888888").when("N meld 444").when("N discard 5"), true), 200);
}

#[test]
fn the_waiver_for_two_players_needs_both_canastas() {
    let start = below("wild players=2", "4444444555 6");
    start.when("N meld 4444444 555").then_refused(Illegal::BelowMinimum { have: 50, need: 120, best: 45 });
    let start = below("wild players=2", "44444445555555 6");
    assert_eq!(out_bonus(start.when("N meld 4444444 5555555").when("N discard 6"), true), 200);
}

/// The bonus for canastas from the hand, and how many there were, once the round has ended with an empty stock.
fn from_hand(when: &When) -> (u8, i32) {
    let mut end = given("rules concealed; turn E drawn; hand E 45; stock");
    end.round.sides = when.round().sides;
    let sheet = end.when("E discard 4").sheet();
    (sheet.canastas.concealed, sheet.concealed_canastas)
}

#[test]
fn a_canasta_from_the_hand_in_one_placement_earns_100_more() {
    let start = |hand: &str| given(&format!("rules concealed; turn N drawn; hand N {hand} 45"));
    assert_eq!(from_hand(&start("8888888").when("N meld 8888888")), (1, 100));
    assert_eq!(from_hand(&start("8888822").when("N meld 8888822")), (1, 100));
    assert_eq!(from_hand(&start("8888888KKKKKKK").when("N meld 8888888 KKKKKKK")), (2, 200));
    // In two placements it is none.
    assert_eq!(from_hand(&start("8888888").when("N meld 888888").when("N meld 8")), (0, 0));
    let out = given("rules concealed; turn N drawn had-melded; melds NS 444; hand N TTTTTTT5").when("N meld TTTTTTT");
    let sheet = out.when("N discard 5").sheet();
    assert_eq!((sheet.canasta_bonus, sheet.concealed_canastas, sheet.going_out), (500, 100, 100));
}

#[test]
fn an_earlier_meld_of_the_rank_spoils_the_bonus() {
    let start = given("rules concealed; turn N drawn; melds NS 888; hand N 8888822 45");
    assert_eq!(from_hand(&start.when("N meld 8888822")), (0, 0));
}

#[test]
fn a_wild_canasta_has_no_such_bonus() {
    let start = given("rules concealed wild-melds=seven-at-once; turn N drawn; hand N 2222*** 45");
    assert_eq!(from_hand(&start.when("N meld 2222***")), (0, 0));
}

#[test]
fn the_upcard_may_complete_a_canasta_from_the_hand_a_deeper_card_may_not() {
    let start = |hand: &str, pile: &str| given(&format!("rules concealed; turn N to-draw; hand N {hand}; pile {pile}"));
    assert_eq!(from_hand(&start("888888KK", "4 5 8").when("N take 888888")), (1, 100));
    // On the table already when the rest comes into the hand.
    assert_eq!(from_hand(&start("88888AA", "8 8 A").when("N take AA").when("N meld 8888888")), (0, 0));
    // Own cards of another rank are untouched by the pile.
    let from_ace = start("8888888AA", "4 5 A");
    assert_eq!(from_hand(&from_ace.when("N take AA").when("N meld 8888888")), (1, 100));
}

#[test]
fn deeper_cards_spoil_a_canasta_only_if_they_are_needed() {
    let start = |hand: &str, pile: &str| given(&format!("rules concealed; turn N to-draw; hand N {hand}; pile {pile}"));
    // Seven own eights and one from the pile: seven go down, the eighth is counted as the pile's.
    assert_eq!(from_hand(&start("8888888AA", "8 4 A").when("N take AA").when("N meld 8888888")), (1, 100));
    // Eight in one placement need it.
    assert_eq!(from_hand(&start("8888888AA", "8 4 A").when("N take AA").when("N meld 88888888")), (0, 0));
    // By kind: an own two stands for the two of the pile, which goes down elsewhere.
    let taken = || start("8888882AAKK", "2 4 A").when("N take AA");
    assert_eq!(from_hand(&taken().when("N meld 8888882")), (1, 100));
    assert_eq!(from_hand(&taken().when("N meld KK2").when("N meld 8888882")), (1, 100));
    assert_eq!(from_hand(&taken().when("N meld KK2 8888882")), (1, 100));
    assert_eq!(from_hand(&start("888888AA", "2 4 A").when("N take AA").when("N meld 8888882")), (0, 0));
    // A joker of the pile is not an own two.
    assert_eq!(from_hand(&start("8888882AA", "* 4 A").when("N take AA").when("N meld 888888*")), (0, 0));
}

#[test]
fn one_own_wild_card_makes_one_canasta_from_the_hand() {
    let start = given("rules concealed; turn N to-draw; hand N 888888KKKKKKAA2; pile 2 4 A");
    assert_eq!(from_hand(&start.when("N take AA").when("N meld 8888882 KKKKKK2")), (1, 100));
}

#[test]
fn cards_of_an_earlier_turns_pile_are_hand_cards() {
    let start = given("rules concealed; turn N drawn; hand N 8888888 45; from-pile 88");
    assert_eq!(from_hand(&start.when("N meld 8888888")), (0, 0));
    let start = given("rules concealed; turn W drawn; hand W 99; hand N 888888845; from-pile 88; stock TTTTT; pile 4");
    let next = start.when("W discard 9").when("N draw").when("N meld 8888888");
    assert_eq!(from_hand(&next), (1, 100));
}

#[test]
fn a_canasta_from_the_hand_keeps_its_bonus_when_the_partner_makes_it_mixed() {
    let start = given("rules concealed; turn N drawn; hand N 8888888 45; hand E 99; hand S 2 45; stock TTTTTT");
    let next = start.when("N meld 8888888").when("N discard 4").when("E draw").when("E discard 9").when("S draw");
    assert_eq!(from_hand(&next.when("S meld 8+2")), (1, 100));
}

#[test]
fn only_the_concealed_rules_pay_for_canastas_from_the_hand() {
    for rules in ["classic", "playout", "wild"] {
        let start = given(&format!("rules {rules}; turn N drawn; hand N 88888884"));
        let sheet = start.when("N meld 8888888").when("N discard 4").sheet();
        assert_eq!((sheet.canastas.concealed, sheet.concealed_canastas), (0, 0), "{rules}");
    }
}

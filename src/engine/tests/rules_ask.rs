//! Asking the partner: when, how often, and that both answers bind.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{Given, given};
use crate::engine::Seat;
use crate::engine::illegal::{Bound, Illegal};

const YES: Illegal = Illegal::BoundToGoOut { cause: Bound::PartnerSaidYes };

/// A canasta on the table; kings to meld and a queen to throw.
fn able() -> Given {
    given("turn N drawn had-melded; melds NS 8888888; hand N KKKQ; hand S AA")
}

#[test]
fn the_partner_is_asked_and_nobody_else_answers() {
    let asked = able().when("N ask").then("turn N drawn asking");
    let seats: Vec<Seat> = asked.round.public().to_act().collect();
    assert_eq!(seats, [Seat::South, Seat::North]);
    asked.when("E answer yes").then_refused(Illegal::NotYourTurn { to_act: Seat::North });
    asked.when("N answer yes").then_refused(Illegal::QuestionPending);
    asked.when("N meld KKK").then_refused(Illegal::QuestionPending);
    asked.when("N discard Q").then_refused(Illegal::QuestionPending);
    asked.when("S draw").then_refused(Illegal::QuestionPending);
    asked.when("S withdraw").then_refused(Illegal::QuestionPending);
    asked.when("S answer yes").then("turn N drawn said-yes; bound partner-said-yes");
    asked.when("S answer no").then("turn N drawn said-no");
}

#[test]
fn yes_binds_the_player_to_go_out() {
    let yes = able().when("N ask").when("S answer yes").then_legal();
    yes.when("N discard Q").then_refused(YES);
    yes.when("N discard K").then_refused(YES);
    yes.when("N meld KKK").then_not_over().when("N discard Q").then_out(false);
}

#[test]
fn under_a_yes_only_plays_that_keep_going_out_possible_are_legal() {
    let start = given("turn N drawn had-melded; melds NS 8888888 TTT; hand N JJ2Q; hand S A");
    let yes = start.when("N ask").when("S answer yes").then_legal();
    yes.when("N meld 8+2").then_refused(YES);
    yes.when("N meld T+2").then_refused(YES);
    yes.when("N discard 2").then_refused(YES);
    yes.when("N meld JJ2").when("N discard Q").then_out(false);
    // The canasta that is still missing must stay possible.
    let start = given("turn N drawn had-melded; melds NS 888888 TTT; hand N 2QQQ4; hand S A");
    let yes = start.when("N ask").when("S answer yes").then_legal();
    yes.when("N meld T+2").then_refused(YES);
    yes.when("N meld QQQ").when("N meld 8+2").when("N discard 4").then_out(false);
}

#[test]
fn no_forbids_going_out() {
    let no = able().when("N ask").when("S answer no").then_legal();
    no.when("N meld KKK").then_refused(Illegal::PartnerSaidNo);
    no.when("N discard K").then("hand N KKQ; turn E to-draw");
    let no = given("turn N drawn said-no; melds NS 8888888; hand N KKKQJ");
    no.when("N meld KKK").then("hand N QJ").when("N discard Q").then("hand N J");
    given("turn N drawn said-no; melds NS 8888888; hand N 82").when("N meld 8").then_refused(Illegal::PartnerSaidNo);
    given("turn N drawn said-no; melds NS 8888888; hand N 82").when("N meld 82").then_refused(Illegal::PartnerSaidNo);
    given("turn N drawn said-no; melds NS 8888888; hand N 8").when("N discard 8").then_refused(Illegal::PartnerSaidNo);
}

#[test]
fn no_forbids_black_threes() {
    let no = given("turn N drawn said-no; melds NS 8888888; hand N 3s3s3cKKKQ");
    no.when("N meld 333").then_refused(Illegal::PartnerSaidNo);
    no.when("N meld KKK").then("hand N 3s3s3cQ");
    given("turn N drawn; melds NS 8888888; hand N 3s3s3cKKKQ").when("N meld 333").then("bound black-threes-laid");
}

#[test]
fn an_answer_lasts_for_the_turn() {
    let no = able().when("N ask").when("S answer no").when("N discard K").then_legal();
    assert_eq!(no.round.turn, crate::engine::Turn::new(Seat::East, false, crate::engine::RankSet::default()));
}

#[test]
fn a_player_asks_once_a_turn() {
    able().when("N ask").when("S answer no").when("N ask").then_refused(Illegal::AlreadyAsked);
    able().when("N ask").when("S answer yes").when("N ask").then_refused(Illegal::AlreadyAsked);
}

#[test]
fn a_withdrawn_question_is_used_up_and_binds_nobody() {
    let withdrawn = able().when("N ask").when("N withdraw").then("turn N drawn asked");
    withdrawn.when("N ask").then_refused(Illegal::AlreadyAsked);
    withdrawn.when("S answer yes").then_refused(Illegal::NoQuestion);
    withdrawn.when("N withdraw").then_refused(Illegal::NoQuestion);
    withdrawn.when("N discard K").then("hand N KKQ");
    withdrawn.when("N meld KKK").when("N discard Q").then_out(false);
}

#[test]
fn only_who_can_go_out_may_ask() {
    let cannot = |canastas| Illegal::CannotGoOut { canastas, need: 1 };
    given("turn N drawn; melds NS 8888888; hand N KKKQJ").when("N ask").then_refused(cannot(1));
    given("turn N drawn; melds NS 888888; hand N KKKQ").when("N ask").then_refused(cannot(0));
    // A canasta still to be made is as good.
    given("turn N drawn; melds NS 888888; hand N KKK8").when("N ask").then("turn N drawn asking");
    // And a concealed way out, the minimum included.
    given("turn N drawn; hand N KKKKKKKA").when("N ask").then("turn N drawn asking");
    given("totals 1500 0; turn N drawn; hand N KKKKKKKA").when("N ask").then_refused(cannot(0));
}

#[test]
fn the_question_comes_after_drawing_and_before_any_meld() {
    given("turn N to-draw; melds NS 8888888; hand N KKKQ").when("N ask").then_refused(Illegal::DrawFirst);
    let melded = given("turn N drawn; melds NS 8888888; hand N KKKQQQ4").when("N meld KKK");
    melded.when("N ask").then_refused(Illegal::TooLateToAsk);
    let took = given("turn N to-draw; melds NS 8888888; hand N KKKQ; pile 4 8").when("N take 8+");
    took.when("N ask").then_refused(Illegal::TooLateToAsk);
    given("turn N drawn; melds NS 8888888; hand N KKKQ")
        .when("E ask")
        .then_refused(Illegal::NotYourTurn { to_act: Seat::North });
}

#[test]
fn without_a_partner_nobody_is_asked() {
    for rules in ["classic players=2", "playout players=2", "concealed players=2", "wild players=2"] {
        let start = given(&format!("rules {rules}; turn N drawn; melds NS 8888888 TTTTTTT; hand N KKKQ"));
        start.when("N ask").then_refused(Illegal::NoPartner);
    }
}

#[test]
fn every_rule_set_with_partners_lets_them_be_asked() {
    for rules in ["classic", "playout", "concealed", "wild"] {
        let start = given(&format!("rules {rules}; turn N drawn; melds NS 8888888; hand N KKKQ"));
        start.when("N ask").when("S answer no").when("N meld KKK").then_refused(Illegal::PartnerSaidNo);
    }
}

#[test]
fn no_question_no_answer() {
    able().when("S answer yes").then_refused(Illegal::NoQuestion);
    able().when("N withdraw").then_refused(Illegal::NoQuestion);
}

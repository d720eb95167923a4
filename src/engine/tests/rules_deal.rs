//! The deal, the first upcard, red threes dealt, and those that wait for their player's first turn.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::given::{deal, given, pack};
use crate::engine::card::Rank;
use crate::engine::event::{Ending, Event, Origin};
use crate::engine::illegal::Illegal;
use crate::engine::notation::parse_rules;
use crate::engine::round::Round;
use crate::engine::rules::RuleSet;
use crate::engine::seat::{ByTeam, Seat, Team};
use crate::engine::view::Stage;

#[test]
fn cards_are_dealt_one_at_a_time_from_the_dealers_left() {
    let pack = pack(4, 11, &[], "Kc");
    for (dealer, first) in [(Seat::West, Seat::North), (Seat::South, Seat::West)] {
        let (round, events) = Round::deal(&RuleSet::Playout.rules(4), ByTeam::default(), dealer, &pack);
        assert!(matches!(&events[0], Event::Dealt { dealer: by, .. } if *by == dealer));
        for seat in Seat::ALL {
            let place = (seat as usize + 4 - first as usize) % 4;
            let cards = pack.cards()[..44].iter().skip(place).step_by(4);
            assert!(round.hands[seat] == cards.copied().collect(), "{seat:?} after {dealer:?}");
        }
        assert!(round.pile.cards() == &pack.cards()[44..45], "the next card is the upcard");
        assert!(round.stock.top() == Some(pack.cards()[45]), "the rest is the stock");
        assert_eq!((round.turn.seat, round.turn.stage), (first, Stage::ToDraw));
        assert_eq!(round.stock.len(), 108 - 45);
    }
}

#[test]
fn two_players_get_fifteen_cards_and_alternate() {
    let (start, _) = deal("wild players=2", &[], "Kc9c8c");
    assert_eq!(
        start.view(Seat::North).public.hand_sizes,
        crate::engine::BySeat::from_fn(|s| [15, 15, 0, 0][s as usize])
    );
    assert_eq!(start.round.turn.seat, Seat::North);
    let next = given("rules wild players=2; turn N drawn; hand N 45; hand E 67").when("N discard 4");
    next.then("turn E to-draw").when("E draw").when("E discard 6").then("turn N to-draw");
}

#[test]
fn turns_go_clockwise() {
    let start = given("stock 9999999; turn N drawn; hand N 45; hand E 45; hand S 45; hand W 45");
    let next = start.when("N discard 4").then("turn E to-draw").when("E draw").when("E discard 4");
    let next = next.then("turn S to-draw").when("S draw").when("S discard 4").then("turn W to-draw");
    next.when("W draw").when("W discard 4").then("turn N to-draw");
}

#[test]
fn first_upcards_are_turned_over_again_where_the_rules_say_so() {
    let pile = |rules: &str, next: &str| deal(rules, &[], next).0.round.pile.to_string();
    for rules in ["classic", "playout"] {
        assert_eq!(pile(rules, "2c3h*Kc9c"), "2c3h*Kc", "{rules}");
        assert_eq!(pile(rules, "3sKc9c"), "3s", "{rules}");
    }
    assert_eq!(pile("concealed", "2c3h*3sKc9c"), "2c3h*3sKc");
    for upcard in ["2c", "*", "3h", "3s", "Kc"] {
        assert_eq!(pile("wild", &format!("{upcard}9c8c")), upcard);
    }
}

#[test]
fn cards_turned_up_freeze_as_the_rules_say() {
    let iced = |rules: &str, next: &str| deal(rules, &[], next).0.round.public().iced();
    for rules in ["classic", "playout"] {
        assert!(iced(rules, "3hKc9c") && iced(rules, "2cKc9c"), "{rules}");
        assert!(!iced(rules, "3sKc9c") && !iced(rules, "KcQc9c"), "{rules}");
    }
    assert!(!iced("concealed", "3hKc9c") && !iced("concealed", "3sKc9c") && iced("concealed", "*Kc9c"));
    assert!(iced("wild", "3hKc9c") && iced("wild", "2cKc9c") && !iced("wild", "3sKc9c"));
}

#[test]
fn a_buried_red_three_leaves_the_pile_open_where_only_wild_cards_freeze() {
    let take = |rules: &str| {
        given(&format!("rules {rules}; turn N to-draw; melds NS KKK; hand N 67; pile 3h 5 K")).when("N take K+")
    };
    take("concealed").then("melds NS KKKK; laid NS 3h; hand N 567");
    let frozen = Illegal::PileFrozen { rank: Rank::King, have: 0, held: 0, iced: true };
    for rules in ["classic", "playout", "wild"] {
        take(rules).then_refused(frozen);
    }
}

#[test]
fn red_threes_dealt_are_laid_and_replaced_after_the_upcard_from_the_dealers_left() {
    for rules in ["playout", "concealed", "wild"] {
        let (start, events) = deal(rules, &["3h3d", "", "3h"], "Kc 4c 3d 5c 6c 7c");
        // North's two are replaced by a four and, after another red three, a five; south's by a six.
        let south = given("hand S 6c").round.hands[Seat::South];
        let laid: Vec<(Seat, Origin)> = events
            .iter()
            .filter_map(|event| match event {
                Event::RedThreeLaid { seat, from, .. } => Some((*seat, *from)),
                _ => None,
            })
            .collect();
        let (north_hand, north_stock) = ((Seat::North, Origin::Hand), (Seat::North, Origin::Stock));
        assert_eq!(laid, [north_hand, north_hand, north_stock, (Seat::South, Origin::Hand)], "{rules}");
        let turned = events.iter().position(|event| matches!(event, Event::TurnedUp { .. }));
        let first = events.iter().position(|event| matches!(event, Event::RedThreeLaid { .. }));
        assert!(turned < first, "the upcard is fixed first");
        assert!(start.round.hands[Seat::South].count(south.iter().next().unwrap()) >= 1);
        let public = start.view(Seat::North).public;
        assert_eq!(public.hand_sizes, crate::engine::BySeat::from_fn(|_| 11));
        assert_eq!(public.sides[Team::NorthSouth].red_threes.len(), 4);
        assert!(start.round.stock.top() == given("stock 7c").round.stock.top());
    }
}

#[test]
fn a_side_with_all_the_dealers_red_threes_starts_from_any_seat() {
    let (start, events) = deal("playout", &["", "", "", "3h3h3d3d"], "Kc4c5c6c7c");
    assert_eq!(start.round.sides[Team::EastWest].red_threes.len(), 4);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Replaced { seat: Seat::West, .. })).count(), 4);
}

#[test]
fn waiting_red_threes_are_hidden_in_the_hand_until_the_first_turn() {
    let (start, _) = deal("classic", &["", "3h3d", "3h"], "Kc 4c 5c 6c 7c");
    let view = start.view(Seat::North);
    assert_eq!(view.public.hand_sizes, crate::engine::BySeat::from_fn(|_| 11));
    assert!(view.public.sides[Team::EastWest].red_threes.is_empty());
    // Their owner sees them; they count for nothing.
    let own = start.view(Seat::East);
    assert_eq!((own.hand.red_threes(), own.held.total()), (2, 9));
    // East's turn: laid before drawing or taking, and replaced. South's still wait.
    let next = start.when("N draw").when("N discard 4").then("turn E to-draw; laid EW 3h3d");
    assert_eq!(next.round.hands[Seat::East].len(), 11);
    assert_eq!(next.round.hands[Seat::East].red_threes(), 0);
    assert_eq!(next.round.hands[Seat::South].red_threes(), 1);
    assert!(next.round.sides[Team::NorthSouth].red_threes.is_empty());
}

#[test]
fn the_first_player_lays_waiting_red_threes_with_the_deal() {
    let (start, events) = deal("classic", &["3h"], "Kc 3d 5c 6c 7c");
    let laid = events.iter().position(|event| matches!(event, Event::RedThreeLaid { .. })).unwrap();
    let began = events.iter().position(|event| matches!(event, Event::TurnBegan { .. })).unwrap();
    assert!(began < laid, "at the turn, not at the deal");
    // The replacement was a red three: laid and replaced too.
    let start = start.then("laid NS 3h3d; turn N to-draw");
    assert_eq!(start.round.hands[Seat::North].len(), 11);
}

#[test]
fn waiting_red_threes_are_not_discarded_melded_or_kept_as_hand_cards() {
    // A hand like this can't come about at its own turn; the rules must not see its red threes all the same.
    let start = given("rules classic; turn N drawn; melds NS 8888888; hand N 3h3h3d45");
    start.when("N discard 3").then_refused(Illegal::NotInHand { rank: Rank::Three, have: 0, need: 1 });
    start.when("N meld 333").then_refused(Illegal::NotInHand { rank: Rank::Three, have: 0, need: 3 });
    given("rules classic; turn N drawn; melds NS 888; hand N 3h84")
        .when("N meld 8")
        .then_refused(Illegal::MustKeepCard { left: 1, canastas: 0, need: 1 });
}

#[test]
fn red_threes_still_waiting_at_the_end_are_laid_then() {
    let start = "rules classic; turn N drawn; melds NS 8888888; hand N 4; hand E 3hK; hand S 3d3dQ";
    let when = given(start).when("N discard 4").then_ended(Ending::WentOut);
    let sheets = when.sheets();
    let ours = sheets[Team::NorthSouth];
    assert_eq!((ours.red_threes, ours.left_in_hands, ours.total()), (200, -10, 70 + 500 + 200 + 100 - 10));
    let theirs = sheets[Team::EastWest];
    assert_eq!((theirs.red_threes, theirs.left_in_hands), (-100, -10));
    when.then("laid NS 3d3d; laid EW 3h; hand E K; hand S Q");
}

#[test]
fn waiting_red_threes_are_laid_when_the_stock_ends_the_round() {
    let start = given("rules classic; stock; turn N drawn; hand N 45; hand E 3hK; melds EW 888");
    let sheets = start.when("N discard 4").then_ended(Ending::StockEmpty).sheets();
    assert_eq!(sheets[Team::EastWest].red_threes, 100);
}

#[test]
fn the_stock_never_runs_out_at_a_deal_that_validates() {
    // The worst order: all that is turned over comes first, red threes replace red threes.
    for text in
        ["classic dealt=22", "concealed dealt=21", "playout dealt=22", "wild dealt=25", "wild players=2 dealt=25"]
    {
        let rules = parse_rules(text).unwrap();
        let mut more = rules;
        more.dealt += 1;
        let turned = if text.starts_with("wild") { "" } else { "3h3h3d3d 22222222**** 3s3s3c3c" };
        let hands: &[&str] = if text.starts_with("wild") { &["3h3h3d3d"] } else { &[] };
        let (start, _) = deal(text, hands, turned);
        assert!(start.round.stock.len() >= rules.drawn, "{text}");
        assert!(!start.round.is_over());
        if rules.players == 4 && rules.dealt < 25 {
            assert!(more.validate().is_err(), "{text}");
        }
    }
}

//! How many taps the usual things take, counted from the ping.

use smallvec::smallvec;

use super::phone::Phone;
use super::position;
use crate::discord::click::{BoardVerb, Click, HandVerb, Verb};
use crate::discord::draft::Draft;
use crate::discord::offers;
use crate::discord::panel::table::{self, Beside};
use crate::discord::panel::{Component, Menu, Row};
use crate::engine::{Action, Placement, Rank, Seat, Stage};

const MY_HAND: u32 = 1;

#[test]
fn a_usual_turn_takes_four() {
    let mut phone = Phone::new(position("turn N\nhand N KKQ9872\npile 4c"), Seat::North);
    assert!(phone.press(HandVerb::Draw));
    phone.choose_labels(HandVerb::Discard, &["9"]);
    assert_eq!(phone.round.public().turn.seat, Seat::East);
    assert_eq!(MY_HAND + phone.taps, 4);

    // With Draw on the table message the hand is open already.
    let mut phone = Phone::new(position("turn N drawn\nhand N KKQ98724\npile 4c"), Seat::North);
    phone.choose_labels(HandVerb::Discard, &["9"]);
    assert_eq!(1 + phone.taps, 3);
}

#[test]
fn the_own_hand_next_day_takes_two() {
    // The ping leads to the message of the table, and its first button to the hand.
    let frame = super::frame(*position("turn N").rules());
    let public = position("turn N\npile 4c").public();
    let board = table::panel(&frame, &public, &Beside::default());
    let mut usable = board.components.iter().flat_map(Row::usable);
    let Some(Component::Button(first)) = usable.next() else { panic!("{board:?}") };
    assert_eq!(Click::decode(&first.custom_id).unwrap().verb, Verb::Board(BoardVerb::MyHand));
}

#[test]
fn an_initial_meld_of_two_melds_with_a_wild_card_takes_six_at_most() {
    let mut phone = Phone::new(position("turn N drawn\nhand N KKKAA2874\npile 4c"), Seat::North);
    phone.choose_labels(HandVerb::Pick, &["K K K", "A A 2"]);
    assert!(phone.press(HandVerb::Play));
    let melds = phone.round.public().sides[Seat::North.team()].melds;
    assert_eq!((melds.get(Rank::King).len(), melds.get(Rank::Ace).len()), (3, 3));
    assert!(phone.taps <= 6, "{}", phone.taps);
}

#[test]
fn taking_the_pile_in_the_one_way_there_is_takes_one() {
    let mut phone = Phone::new(position("turn N\nhand N KKQ98\nmelds NS 555\npile 4c2dKc"), Seat::North);
    assert!(phone.press(HandVerb::Take));
    assert_eq!((phone.taps, phone.round.public().turn.stage), (1, Stage::Drawn));

    // Other ways spend wild cards.
    let mut phone = Phone::new(position("turn N\nhand N KKQ982\nmelds NS 555\npile 4cKc"), Seat::North);
    assert!(phone.press(HandVerb::Take));
    assert_eq!(phone.played, [Action::TakePile(smallvec![Placement::naturals(Rank::King, 2)])]);

    // Two ways without any: the player says which.
    let phone = Phone::new(position("turn N\nhand N KKQ98\nmelds NS 555 KKK\npile 4cKc"), Seat::North);
    assert_eq!(phone.button(HandVerb::Take), None);
    assert!(phone.menu(HandVerb::TakeWith).is_some());
}

#[test]
fn a_take_put_together_says_what_is_not_chosen_yet_and_not_that_the_hand_lacks_it() {
    let mut phone = Phone::new(position("turn N\nhand N QQJJ98A\npile 4cQc\ntotals -5 0"), Seat::North);
    assert!(phone.press(HandVerb::BuildTake));
    assert!(phone.panel.content.contains("you have chosen none yet."), "{}", phone.panel.content);
    assert!(phone.press(HandVerb::AddNatural));
    assert!(phone.panel.content.contains("you have chosen only 1."), "{}", phone.panel.content);
    assert!(phone.press(HandVerb::AddNatural));
    assert!(phone.button(HandVerb::Play).is_some(), "{}", phone.panel.content);
}

/// The first menu of a hand, on or off.
fn melds_menu(phone: &Phone) -> Menu {
    match phone.panel.components[0].components().first() {
        Some(Component::Menu(menu)) => menu.clone(),
        other => panic!("no menu: {other:?}"),
    }
}

#[test]
fn a_menu_without_a_legal_meld_is_off_and_says_why() {
    let off = |text: &str| {
        let phone = Phone::new(position(text), Seat::North);
        let menu = melds_menu(&phone);
        menu.disabled.then_some(menu.placeholder)
    };
    let kept = "turn N drawn\nhand N J2\nmelds NS JJJ\npile 4c";
    assert_eq!(off(kept).as_deref(), Some("You can't go out yet: keep two cards"));
    let refused = "turn N drawn said-no\nhand N KKK4\nmelds NS 5555555\npile 4c";
    assert_eq!(off(refused).as_deref(), Some("Your partner said no: you can't go out"));
    let below = "turn N drawn\nhand N 4445678\npile 4c\ntotals 0 0";
    assert_eq!(off(below).as_deref(), Some("At most 15 points, 50 needed"));
    assert_eq!(off("turn N drawn\nhand N 445678\npile 4c").as_deref(), Some("Nothing to meld in this hand"));
}

#[test]
fn of_cards_that_may_not_all_go_fewer_are_offered() {
    let phone = Phone::new(position("turn N drawn said-no\nhand N KKKK4\nmelds NS 5555555\npile 4c"), Seat::North);
    let labels: Vec<String> = melds_menu(&phone).options.into_iter().map(|option| option.label).collect();
    assert_eq!(labels, ["K K K"]);
}

#[test]
fn fewer_cards_are_offered_only_where_they_make_a_meld() {
    let round = position("turn N drawn\nhand N KKK225\nmelds NS 444\npile 9");
    let view = round.view(Seat::North);
    let mut draft = Draft::default();
    draft.put(Placement { twos: 2, ..Placement::naturals(Rank::King, 0) });
    let melds = draft.melds_after(&view);
    for placement in offers::melds(&view, &draft).into_iter().flat_map(|offer| offer.placements) {
        let meld = melds.get(placement.rank).with(placement.meld());
        assert!(meld.check(placement.rank, round.rules()).is_ok(), "{placement:?}");
    }
}

#[test]
fn a_take_is_put_together_with_what_can_be_melded_from_the_hand() {
    let ranks = |hand: &str| {
        let mut phone = Phone::new(position(&format!("turn N\nhand N {hand}\npile 4cQc\ntotals -5 0")), Seat::North);
        assert!(phone.press(HandVerb::BuildTake));
        let menu = phone.menu(HandVerb::BuildRank).cloned();
        menu.into_iter().flat_map(|menu| menu.options).map(|option| option.label).collect::<Vec<_>>()
    };
    assert_eq!(ranks("QQJJ8855A"), [""; 0]);
    assert_eq!(ranks("QQJJJ8855A"), ["J"]);
    assert_eq!(ranks("QQJJ85A2"), ["J"]);
}

#[test]
fn a_wild_card_put_where_no_meld_lies_is_no_lay_off() {
    let text = |melds: &str| {
        let round = position(&format!("turn N drawn\nhand N KK2Q98\nmelds NS {melds}\npile 4c"));
        let mut phone = Phone::new(round, Seat::North);
        assert!(phone.press(HandVerb::Build));
        phone.choose_labels(HandVerb::BuildRank, &["K"]);
        assert!(phone.press(HandVerb::AddTwo));
        phone.panel.content
    };
    assert!(text("555").contains("**2 for a meld of kings — 20 points**"), "{}", text("555"));
    assert!(text("KKK").contains("**2 on K — 20 points**"), "{}", text("KKK"));
}

#[test]
fn asking_takes_one_and_answering_two() {
    let mut phone = Phone::new(position("turn N drawn\nhand N KKK4\nmelds NS 5555555\npile 4c"), Seat::North);
    assert!(phone.press(HandVerb::Ask));
    assert_eq!(phone.taps, 1);
    // The partner opens the question from the ping, then answers.
    let mut partner = Phone::new(phone.round, Seat::South);
    assert!(partner.press(HandVerb::Answer(true)));
    assert_eq!(MY_HAND + partner.taps, 2);
}

#[test]
fn going_out_takes_one() {
    let mut phone = Phone::new(position("turn N drawn\nhand N KKK4\nmelds NS 5555555\npile 4c"), Seat::North);
    assert!(phone.press(HandVerb::GoOut));
    assert_eq!(phone.played.len(), 2);
    assert!(phone.round.is_over());
}

#[test]
fn a_risky_discard_asks_once_more() {
    let mut phone = Phone::new(position("turn N drawn\nhand N KKQ982\nmelds EW KKK\npile 4c"), Seat::North);
    for (label, rank) in [("2", Rank::Two), ("K (one of 2)", Rank::King)] {
        phone.choose_labels(HandVerb::Discard, &[label]);
        assert_eq!(phone.played, []);
        assert!(phone.button(HandVerb::DiscardSure(rank)).is_some());
        assert!(phone.press(HandVerb::Back));
    }
    phone.choose_labels(HandVerb::Discard, &["9"]);
    assert_eq!(phone.played, [Action::Discard(Rank::Nine)]);
}

#[test]
fn a_plan_survives_others_turns_and_the_draw() {
    let mut phone = Phone::new(
        position("turn E\nhand N KKKQ98\nhand E 45678\nhand S 4567\nhand W 4567\nmelds NS 555\npile 4c"),
        Seat::North,
    );
    phone.choose_labels(HandVerb::Pick, &["K K K"]);
    assert_eq!(phone.button(HandVerb::Play), None);
    for seat in [Seat::East, Seat::South, Seat::West] {
        phone.round.play(seat, &Action::Draw).unwrap();
        let (rank, _) = phone.round.view(seat).held.ranks().next().unwrap();
        phone.round.play(seat, &Action::Discard(rank)).unwrap();
    }
    assert!(phone.press(HandVerb::Refresh));
    assert!(phone.press(HandVerb::Draw));
    assert!(phone.press(HandVerb::Play));
    assert_eq!(phone.played, [Action::Meld(smallvec![Placement::naturals(Rank::King, 3)])]);
}

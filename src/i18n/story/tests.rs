//! What a run of events reads like, and by which names.

use super::Story;
use crate::engine::{Bound, BySeat, Card, Cards, Event, Origin, Rank, Seat, Seen, Suit};
use crate::i18n::Lang;
use crate::i18n::say;
use crate::table::{Incident, Leaving, Member, UserId};

#[test]
fn a_story_counts_and_stays_readable() {
    let told = |events: &[Seen], silent: Option<Seat>| {
        let mut story = Story::new(Lang::En, say::seat_names(Lang::En), 4);
        if let Some(seat) = silent {
            story = story.of_the_others(seat);
        }
        for seen in events {
            story.tell(seen);
        }
        story.take_lines().join("\n")
    };
    let card = |rank: Rank| Card::new(rank, Suit::Hearts);
    let [north, east] = [Seat::North, Seat::East];
    let drew = |seat: Seat, card: Option<Card>| Seen::Drew { seat, card };
    let red_three = Seen::Public(Event::RedThreeLaid { seat: north, card: card(Rank::Three), from: Origin::Hand });
    let discard = |seat: Seat| Seen::Public(Event::Discarded { seat, card: card(Rank::King) });
    let began = |seat: Seat| Seen::Public(Event::TurnBegan { seat });
    let bound = Seen::Public(Event::BoundToGoOut { seat: north, cause: Bound::TakenBelowMinimum });
    let melded = |rank: Rank| {
        let cards: Cards = [card(rank); 3].into_iter().collect();
        Seen::Public(Event::Melded { seat: north, rank, cards, concealed_canasta: false })
    };
    let round = [
        began(north),
        red_three.clone(),
        red_three,
        drew(north, None),
        drew(north, None),
        Seen::Public(Event::PileTaken { seat: north }),
        bound,
        melded(Rank::Nine),
        melded(Rank::Ten),
        melded(Rank::Nine),
        discard(north),
        began(east),
        drew(east, Some(card(Rank::Four))),
        drew(east, Some(card(Rank::Ten))),
        discard(east),
    ];
    insta::assert_snapshot!(told(&round, None), @"
    North laid 2 red threes, took the pile (0 cards)
    North must now go out
    North melded 9 9 9 · 10 10 10, laid off 9 9 9, discarded K
    East drew 4 10, discarded K
    ");
    let laid = |seat: Seat, from: Origin| Seen::Public(Event::RedThreeLaid { seat, card: card(Rank::Three), from });
    let known = |rank: Rank| drew(north, Some(card(rank)));
    let red_threes = [
        began(north),
        laid(north, Origin::Hand),
        laid(north, Origin::Stock),
        known(Rank::Four),
        known(Rank::Six),
        discard(north),
        began(east),
        laid(east, Origin::Hand),
        drew(east, None),
        laid(east, Origin::Stock),
        drew(east, None),
        discard(east),
    ];
    insta::assert_snapshot!(told(&red_threes, None), @"
    North laid a red three, drew a red three, got 4 for it, drew 6, discarded K
    East laid a red three, drew a red three, discarded K
    ");
    insta::assert_snapshot!(told(&round, Some(north)), @"East drew 4 10, discarded K");
    // What is laid for a player without a click of theirs they are told, too.
    let deal = [laid(north, Origin::Hand), known(Rank::Five), laid(east, Origin::Hand), drew(east, None)];
    let told_to_north = told(&[deal.as_slice(), &red_threes].concat(), Some(north));
    insta::assert_snapshot!(told_to_north, @"
    You laid a red three, got 5 for it
    East laid a red three
    East laid a red three, drew a red three, discarded K
    ");
    let own_turn = |seat: Seat| say::you_drew(Lang::En, seat, red_threes[..5].iter().cloned());
    let own_draw = own_turn(north).unwrap();
    insta::assert_snapshot!(own_draw, @"You laid a red three, drew a red three, got 4 for it, drew 6");
    assert_eq!(own_turn(east), None);
    insta::assert_snapshot!(told(&round[12..13], None), @"East drew 4");
    insta::assert_snapshot!(told(&round[3..4], None), @"North drew");
}

#[test]
fn a_line_names_who_sat_there_when_it_happened() {
    enum Told {
        Play(Seat),
        Person(Incident),
    }
    use Told::{Person, Play};
    let member = |user: u64, name: &str| Member { user: UserId(user), name: name.to_owned() };
    let [north, east] = [Seat::North, Seat::East];
    let left = |seat, member, computer| {
        Person(Incident::Left { seat, member, leaving: Leaving::InPlay, computer, away: false })
    };
    let sat_down = |seat, member, computer| Person(Incident::SatDown { seat, member, computer });
    let told = [
        Play(north),
        left(north, member(1, "Ana"), true),
        Play(north),
        sat_down(north, member(2, "Bo"), true),
        Play(north),
        left(north, member(2, "Bo"), true),
        sat_down(north, member(2, "Bo"), true),
        // East was left in an earlier round, and waited.
        sat_down(east, member(3, "Cy"), false),
        Play(east),
        left(east, member(3, "Cy"), false),
    ];
    // As the seats are called now.
    let mut names = say::seat_names(Lang::En);
    names[north] = "Bo".to_owned();
    let incidents: Vec<&Incident> = told
        .iter()
        .filter_map(|told| match told {
            Person(incident) => Some(incident),
            Play(_) => None,
        })
        .collect();
    let story = Story::new(Lang::En, names, 4).from_before(incidents.into_iter(), BySeat::default());
    let turn = |seat: Seat| [Seen::Public(Event::TurnBegan { seat }), Seen::Drew { seat, card: None }];
    let tell = |mut story: Story, from: usize| {
        for (place, told) in told.iter().enumerate() {
            match told {
                Play(seat) if place < from => turn(*seat).iter().for_each(|seen| story.skip(seen)),
                Play(seat) => turn(*seat).iter().for_each(|seen| story.tell(seen)),
                Person(incident) if place < from => story.skip_incident(incident),
                Person(incident) => story.tell_incident(incident),
            }
        }
        story.take_lines().join("\n")
    };
    insta::assert_snapshot!(tell(story.clone(), 0), @"
    Ana drew
    Ana left: the computer plays on.
    Robot North drew
    Bo took Ana's seat.
    Bo drew
    Bo left: the computer plays on.
    Bo is back.
    Cy took East's seat.
    Cy drew
    Cy left: the seat waits for somebody.
    ");
    // Who has not seen the beginning is told the same.
    insta::assert_snapshot!(tell(story.clone(), 3), @"
    Bo took Ana's seat.
    Bo drew
    Bo left: the computer plays on.
    Bo is back.
    Cy took East's seat.
    Cy drew
    Cy left: the seat waits for somebody.
    ");
    // Whoever plays there now knows that they came, but not who left before.
    insta::assert_snapshot!(tell(story.of_the_others(north), 0), @"
    Ana left: the computer plays on.
    Bo left: the computer plays on.
    Cy took East's seat.
    Cy drew
    Cy left: the seat waits for somebody.
    ");
}

#[test]
fn what_the_computer_plays_for_somebody_is_told_as_its_own() {
    let [north, east] = [Seat::North, Seat::East];
    let played = |seat: Seat| [Seen::Public(Event::TurnBegan { seat }), Seen::Drew { seat, card: None }];
    // Both are away at first.
    let names = BySeat::from_fn(|seat| ["Ana", "Cy", "Bo", "Di"][seat as usize].to_owned());
    let mut away = BySeat::default();
    away[north] = true;
    let member = Member { user: UserId(2), name: "Cy".to_owned() };
    let voted_out = Incident::Left { seat: east, member, leaving: Leaving::VotedOut, computer: true, away: true };
    let back = Incident::Back { seat: north, computer_ends: true };
    let incidents = [back, Incident::TimeUp { seat: north }, Incident::Away { seat: north }, voted_out];
    let mut story = Story::new(Lang::En, names, 4).from_before(incidents.iter(), away);
    let mut tell = |seat: Seat, then: &Incident| {
        for seen in played(seat) {
            story.tell(&seen);
        }
        story.tell_incident(then);
        story.tell(&Seen::Public(Event::Passed { seat }));
    };
    let [back, time_up, for_long, voted_out] = &incidents;
    tell(north, back);
    tell(north, time_up);
    tell(north, for_long);
    tell(north, &Incident::Paused);
    tell(east, voted_out);
    insta::assert_snapshot!(story.take_lines().join("\n"), @"
    Robot for Ana drew
    Ana is back: the computer ends this turn.
    Robot for Ana declined the pile
    Ana drew
    Time was up: the computer plays this turn for Ana.
    Robot for Ana declined the pile
    Ana drew
    Time was up again: the computer plays on until Ana is back.
    Robot for Ana declined the pile
    Robot for Ana drew
    The game was paused.
    Robot for Ana declined the pile
    Robot for Cy drew
    Cy was absent and was voted out: the computer plays on.
    Robot East declined the pile
    ");
}

#[test]
fn a_lost_turn_is_that_of_its_player_alone() {
    let [north, east] = [Seat::North, Seat::East];
    let mut away = BySeat::default();
    away[north] = true;
    let mut story = Story::new(Lang::En, say::seat_names(Lang::En), 4).from_before([].iter(), away);
    story.tell(&Seen::Public(Event::TurnBegan { seat: east }));
    story.tell_incident(&Incident::TimeUp { seat: east });
    story.tell_incident(&Incident::Back { seat: north, computer_ends: false });
    story.tell(&Seen::Drew { seat: east, card: None });
    // Nor does the computer play for a seat without a member.
    let member = Member { user: UserId(2), name: "Cy".to_owned() };
    let leaving = Leaving::InPlay;
    story.tell_incident(&Incident::Left { seat: east, member, leaving, computer: true, away: false });
    story.tell(&Seen::Public(Event::Passed { seat: east }));
    insta::assert_snapshot!(story.take_lines().join("\n"), @"
    Time was up: the computer plays this turn for East.
    North is back.
    Robot for East drew
    Cy left: the computer plays on.
    Robot East declined the pile
    ");
}

#[test]
fn what_the_partner_answered_is_told_to_all_but_who_asked_and_sees_it_in_the_hand() {
    let [north, south] = [Seat::North, Seat::South];
    let told = |to: Seat| {
        let mut story = Story::new(Lang::En, say::seat_names(Lang::En), 4).of_the_others(to);
        story.tell(&Seen::Public(Event::TurnBegan { seat: north }));
        story.tell(&Seen::Public(Event::PartnerAsked { seat: north }));
        story.tell(&Seen::Public(Event::PartnerAnswered { seat: south, yes: false }));
        story.take_lines().join("\n")
    };
    assert_eq!(told(north), "");
    assert_eq!(told(Seat::East), "North asked “may I go out?”\nSouth answered no");
}

#[test]
fn what_a_player_did_in_a_turn_that_the_computer_ends_is_told_after_all() {
    let east = Seat::East;
    let mut story = Story::new(Lang::En, say::seat_names(Lang::En), 4).of_the_others(east);
    let begins = Seen::Public(Event::TurnBegan { seat: east });
    let drew = Seen::Drew { seat: east, card: Some(Card::JOKER) };
    for time_is_up in [false, true] {
        story.tell(&begins);
        story.tell(&drew);
        if time_is_up {
            story.tell_incident(&Incident::TimeUp { seat: east });
        }
        story.tell(&Seen::Public(Event::Passed { seat: east }));
    }
    insta::assert_snapshot!(story.take_lines().join("\n"), @"
    You drew ★
    Time was up: the computer plays this turn for East.
    Robot for East declined the pile
    ");
}

#[test]
fn a_question_without_an_answer_is_not_told_as_taken_back() {
    let withdrawn = Seen::Public(Event::QuestionWithdrawn { seat: Seat::North });
    let told = |unanswered: bool| {
        let mut story = Story::new(Lang::En, say::seat_names(Lang::En), 4);
        story.tell(&Seen::Public(Event::PartnerAsked { seat: Seat::North }));
        if unanswered {
            story.tell_incident(&Incident::Unanswered { seat: Seat::South });
        }
        story.tell(&withdrawn);
        story.take_lines().join("\n")
    };
    insta::assert_snapshot!(told(false), @"North asked “may I go out?”, took the question back");
    insta::assert_snapshot!(told(true), @"
    North asked “may I go out?”
    South did not answer in time: it counts as not asked.
    ");
}

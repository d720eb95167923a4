//! What happens to people is noted, each time once and by whom it happened to; what only happens at the cards is not.

use super::clock::{Timed, passing};
use super::*;
use crate::engine::rules::Target;
use crate::engine::{Action, Rules};
use crate::table::{Entry, Failed, Incident, Leaving, Motion, Pace};

const MINUTE: i64 = 60_000;

impl Timed {
    /// What has happened to people since this was asked last.
    fn told(&mut self) -> Vec<Incident> {
        std::mem::take(&mut self.incidents)
    }

    /// In the vote that is open.
    fn votes(&mut self, user: u64, yes: bool) {
        let until = self.table.vote.as_ref().unwrap().until;
        self.does(user, Verb::Vote { yes, until, now: self.now });
    }

    /// The members vote for it one after the other, each of them once.
    fn voted_by(&mut self, users: &[u64], motion: Motion) {
        let (first, others) = users.split_first().unwrap();
        let now = self.now;
        self.does(*first, Verb::Propose { motion, now });
        for user in others {
            self.votes(*user, true);
        }
    }
}

/// Somebody left; for whom there is no rematch, the computer had played already.
fn left(seat: Seat, user: u64, leaving: Leaving, computer: bool) -> Incident {
    Incident::Left { seat, member: member(user), leaving, computer, away: leaving == Leaving::NotInRematch }
}

/// Four people, members 1 to 4 clockwise from north, in a game that one round wins.
fn one_round(pace: Option<Pace>) -> Timed {
    let rules = Rules { target: Target::OneRound, ..RuleSet::Classic.rules(4) };
    Timed::in_game(rules, RuleSet::Classic, pace)
}

#[test]
fn who_leaves_and_who_sits_down_is_noted() {
    let mut timed = Timed::classic(None);
    assert_eq!(timed.told(), [], "in the lobby everybody sees who is there");
    timed.does(2, Verb::Abandon);
    timed.does(7, Verb::TakeOver);
    let sat_down = Incident::SatDown { seat: Seat::East, member: member(7), computer: true };
    assert_eq!(timed.told(), [left(Seat::East, 2, Leaving::InPlay, true), sat_down]);
    timed.table.left_seats_wait = true;
    timed.does(7, Verb::Abandon);
    timed.does(8, Verb::TakeOver);
    let sat_down = Incident::SatDown { seat: Seat::East, member: member(8), computer: false };
    assert_eq!(timed.told(), [left(Seat::East, 7, Leaving::InPlay, false), sat_down]);
    for _ in 0..20 {
        timed.a_person_plays();
    }
    assert_eq!(timed.told(), [], "nothing but cards was played");
}

#[test]
fn a_turn_that_is_let_pass_is_noted_once_and_the_third_says_that_they_are_away() {
    let mut timed = Timed::classic(Some(Pace::NinetySeconds));
    timed = passing(timed, Seat::East, 2);
    let time_up = Incident::TimeUp { seat: Seat::East };
    assert_eq!(timed.told(), [time_up.clone(), time_up]);
    timed = passing(timed, Seat::East, 1);
    assert_eq!(timed.told(), [Incident::Away { seat: Seat::East }]);
    timed = passing(timed, Seat::East, 1);
    assert_eq!(timed.told(), []);
    let mut between = timed.clone();
    between.does(2, Verb::Touch);
    between.does(2, Verb::Touch);
    assert_eq!(between.told(), [Incident::Back { seat: Seat::East, computer_ends: false }]);
    // In the middle of the turn: the computer ends it, and nobody comes back twice.
    while timed.to_act() != Seat::East {
        timed.a_person_plays();
    }
    timed.a_computer_plays();
    timed.does(2, Verb::Touch);
    timed.computers_play();
    assert_eq!(timed.told(), [Incident::Back { seat: Seat::East, computer_ends: true }]);
}

#[test]
fn a_seat_that_waits_is_told_of_its_time_until_the_computer_plays_on_there() {
    let mut timed = Timed::classic(Some(Pace::NinetySeconds));
    timed.table.left_seats_wait = true;
    // Two turns of theirs were let pass: the seat has time of its own.
    timed = passing(timed, Seat::East, 2);
    timed.told();
    timed.does(2, Verb::Abandon);
    let time_up = Incident::TimeUp { seat: Seat::East };
    timed = passing(timed, Seat::East, 3);
    let [waits, no_longer] =
        [left(Seat::East, 2, Leaving::InPlay, false), Incident::NoLongerWaits { seat: Seat::East }];
    assert_eq!(timed.told(), [waits, time_up.clone(), time_up, no_longer]);
    timed.does(7, Verb::TakeOver);
    assert_eq!(timed.told(), [Incident::SatDown { seat: Seat::East, member: member(7), computer: true }]);
}

#[test]
fn who_ends_a_table_by_leaving_leaves_nobody_to_play_on() {
    let mut timed = Timed::classic(None);
    for user in [2, 3, 4] {
        timed.does(user, Verb::Abandon);
    }
    timed.told();
    timed.does(1, Verb::Abandon);
    assert_eq!(timed.table.phase, Phase::Closed);
    assert_eq!(timed.told(), [left(Seat::North, 1, Leaving::AfterPlay, true)]);
}

/// One of each, as histories hold them.
const STORED: &str = r#"[
    {"Happened":{"Left":{"seat":"West","member":{"user":1,"name":"Ana"},"leaving":"InPlay","computer":true,"away":false}}},
    {"Happened":{"Left":{"seat":"West","member":{"user":1,"name":"Ana"},"leaving":"AfterPlay","computer":true,"away":false}}},
    {"Happened":{"Left":{"seat":"West","member":{"user":1,"name":"Ana"},"leaving":"VotedOut","computer":true,"away":false}}},
    {"Happened":{"Left":{"seat":"West","member":{"user":1,"name":"Ana"},"leaving":"NotInRematch","computer":true,"away":false}}},
    {"Happened":{"SatDown":{"seat":"West","member":{"user":1,"name":"Ana"},"computer":true}}},
    {"Happened":{"NewHost":{"seat":"West"}}},
    {"Happened":{"TimeUp":{"seat":"West"}}},
    {"Happened":{"Away":{"seat":"West"}}},
    {"Happened":{"NoLongerWaits":{"seat":"West"}}},
    {"Happened":{"Unanswered":{"seat":"West"}}},
    {"Happened":{"Back":{"seat":"West"}}},
    {"Happened":{"Back":{"seat":"West","computer_ends":true}}},
    {"Happened":"Paused"},
    {"Happened":{"WentOn":{"seat":"West"}}},
    {"Happened":{"ClockStarted":{"seat":"West"}}},
    {"Happened":{"VoteFailed":"End"}},
    {"Happened":{"VoteFailed":"Pause"}},
    {"Happened":{"VoteFailed":{"Replace":{"seat":"West"}}}},
    {"Happened":{"VoteFailed":{"IsHere":{"seat":"West"}}}}
]"#;

#[test]
fn what_was_once_noted_stays_readable() {
    let (seat, member) = (Seat::West, Member { user: UserId(1), name: "Ana".to_owned() });
    let incidents = Incident::examples(seat, &member);
    let noted = |incident| Entry::<crate::engine::Event>::Happened(Box::new(incident));
    let entries: Vec<Entry> = incidents.into_iter().map(noted).collect();
    assert_eq!(serde_json::to_value(&entries).unwrap(), serde_json::from_str::<serde_json::Value>(STORED).unwrap());
    assert_eq!(serde_json::from_str::<Vec<Entry>>(STORED).unwrap(), entries);
}

#[test]
fn votes_pauses_and_clocks_are_noted() {
    let mut timed = Timed::classic(None);
    timed.voted_by(&[1, 2, 3], Motion::Pause);
    timed.does(3, Verb::GoOn);
    assert_eq!(timed.table.decide(&member(2), Verb::GoOn).err(), Some(Refusal::Stale));
    assert_eq!(timed.told(), [Incident::Paused, Incident::WentOn { seat: Seat::South }]);
    timed.now += 6 * MINUTE;
    for user in [1, 2, 3] {
        timed.does(user, Verb::Touch);
    }
    timed.voted_by(&[1, 2, 3], Motion::Replace(UserId(4)));
    assert_eq!(timed.told(), [left(Seat::West, 4, Leaving::VotedOut, true)]);
    timed.waits();
    timed.does(1, Verb::CallClock);
    assert_eq!(timed.told(), [Incident::ClockStarted { seat: Seat::North }]);
}

#[test]
fn a_vote_that_comes_to_nothing_is_noted() {
    let proposed = |motion| {
        let mut timed = Timed::classic(None);
        timed.now += 6 * MINUTE;
        timed.voted_by(&[1], motion);
        assert_eq!(timed.told(), [], "what is open stands below the table");
        timed
    };
    let failed = |failed| [Incident::VoteFailed(failed)];
    let against = |motion| {
        let mut timed = proposed(motion);
        for user in [2, 3] {
            timed.votes(user, false);
        }
        timed.told()
    };
    let seat = Seat::West;
    assert_eq!(against(Motion::End), failed(Failed::End));
    assert_eq!(against(Motion::Pause), failed(Failed::Pause));
    assert_eq!(against(Motion::Replace(UserId(4))), failed(Failed::Replace { seat }));
    let mut absent = proposed(Motion::Replace(UserId(4)));
    absent.does(4, Verb::Touch);
    assert_eq!(absent.told(), failed(Failed::IsHere { seat }));
    // Who leaves has said it.
    let mut gone = proposed(Motion::Replace(UserId(4)));
    gone.does(4, Verb::Abandon);
    assert_eq!(gone.told(), [left(seat, 4, Leaving::InPlay, true)]);
    let mut open = proposed(Motion::Pause);
    open.waits();
    assert_eq!(open.told(), failed(Failed::Pause));
}

#[test]
fn who_decides_a_vote_by_leaving_leaves_first() {
    let mut timed = Timed::classic(None);
    timed.now += 6 * MINUTE;
    timed.voted_by(&[3, 4], Motion::Replace(UserId(1)));
    timed.does(2, Verb::Abandon);
    let [first, then] = [left(Seat::East, 2, Leaving::InPlay, true), left(Seat::North, 1, Leaving::VotedOut, true)];
    // The next in line has just left.
    assert_eq!(timed.told(), [first, then, Incident::NewHost { seat: Seat::South }]);
}

#[test]
fn who_is_the_host_after_the_host_left_is_noted() {
    let left = |seat, user, leaving| left(seat, user, leaving, true);
    let mut timed = one_round(None);
    timed.does(3, Verb::Abandon);
    assert_eq!(timed.told(), [left(Seat::South, 3, Leaving::InPlay)], "a guest leaves the host where they are");
    timed.does(1, Verb::Abandon);
    assert_eq!(timed.told(), [left(Seat::North, 1, Leaving::InPlay), Incident::NewHost { seat: Seat::East }]);
    while timed.table.phase == Phase::Playing {
        timed.computers_play();
        if timed.table.phase == Phase::Playing {
            timed.a_person_plays();
        }
    }
    // The host of a game that is won may end its table, too.
    timed.does(2, Verb::LeaveWon { step: timed.table.step });
    assert_eq!(timed.told(), [left(Seat::East, 2, Leaving::AfterPlay), Incident::NewHost { seat: Seat::West }]);
    timed.does(4, Verb::LeaveWon { step: timed.table.step });
    assert_eq!(timed.told(), [left(Seat::West, 4, Leaving::AfterPlay)]);
}

#[test]
fn what_happened_to_people_stands_before_what_was_played_on() {
    let mut timed = one_round(Some(Pace::NinetySeconds));
    let mut change = timed.table.decide(&member(1), Verb::Abandon).unwrap();
    change.note_incidents(&timed.table, Some(UserId(1)));
    assert_eq!(change.events().count(), 0);
    // As if it had been played on in the same breath.
    let by = timed.user_at(timed.to_act());
    let mut act = timed.table.decide(&member(by), Verb::Act { step: timed.table.step, actions: vec![Action::Draw] });
    let act = act.as_mut().unwrap();
    act.table.timing.overdue = Some(Seat::West);
    act.note_incidents(&timed.table, None);
    assert!(matches!(act.entries.as_slice(), [Entry::Happened(_), Entry::Played(_), ..]), "{:?}", act.entries);
    assert_eq!(timed.told(), []);
}

/// Plays until the game is won: all but one by themselves, whose turns are let pass.
fn won_with_one_away(mut timed: Timed, away: Seat) -> Timed {
    while timed.table.phase == Phase::Playing {
        if timed.table.computer_to_act().is_some() {
            timed.computers_play();
        } else if timed.to_act() == away {
            timed.waits();
        } else {
            timed.a_person_plays();
        }
    }
    timed
}

fn rematch(table: &Table) -> Verb {
    Verb::Rematch { step: table.step, dealer: Seat::North, pack: Pack::shuffled(&mut StdRng::seed_from_u64(2)) }
}

#[test]
fn a_rematch_begins_without_who_was_away_when_the_game_ended() {
    for computer in [true, false] {
        let mut timed = one_round(Some(Pace::NinetySeconds));
        timed.table.left_seats_wait = !computer;
        timed = won_with_one_away(timed, Seat::North);
        assert!(timed.table.is_computers(Seat::North), "the deal lets them miss three turns");
        timed.told();
        timed.does(3, rematch(&timed.table));
        let new_host = Incident::NewHost { seat: Seat::East };
        assert_eq!(timed.told(), [left(Seat::North, 1, Leaving::NotInRematch, computer), new_host]);
        let table = &timed.table;
        assert_eq!((table.phase, table.seat_of(UserId(1)), table.members().count()), (Phase::Playing, None, 3));
        assert_eq!((table.computers[Seat::North].is_some(), table.timing.missed[Seat::North]), (computer, 0));
        // Whoever sat down first of the others is the host, and the new game has nobody who left it.
        assert_eq!((table.host, table.quitters.len()), (UserId(2), 0));
        timed.does(1, Verb::TakeOver);
        assert_eq!(timed.table.seat_of(UserId(1)), Some(Seat::North));
    }
}

#[test]
fn who_is_back_plays_the_rematch_too() {
    let won = won_with_one_away(one_round(Some(Pace::NinetySeconds)), Seat::North);
    // By their own click, or as they click for it.
    let mut back = won.clone();
    back.does(1, Verb::Touch);
    back.does(3, rematch(&back.table));
    let mut own = won;
    own.does(1, rematch(&own.table));
    for timed in [back, own] {
        assert_eq!((timed.table.seat_of(UserId(1)), timed.table.is_computers(Seat::North)), (Some(Seat::North), false));
        assert_eq!(timed.incidents.last(), Some(&Incident::Back { seat: Seat::North, computer_ends: false }));
    }
}

#[test]
fn who_left_after_the_game_is_not_in_the_rematch() {
    let mut timed = won_with_one_away(one_round(Some(Pace::NinetySeconds)), Seat::North);
    timed.does(1, Verb::Touch);
    timed.told();
    let leave = || Verb::LeaveWon { step: timed.table.step };
    assert_eq!(refused(&timed.table, 7, leave()), Refusal::NotSeated);
    let (leave, result) = (leave(), timed.table.clone());
    timed.does(2, leave.clone());
    let table = &timed.table;
    assert_eq!((table.phase, &table.game, &table.quitters), (Phase::Won, &result.game, &result.quitters));
    assert_eq!(refused(table, 2, rematch(table)), Refusal::NotSeated, "who left can't begin another");
    timed.does(3, rematch(&timed.table));
    assert_eq!(timed.told(), [left(Seat::East, 2, Leaving::AfterPlay, true)]);
    assert_eq!((timed.table.phase, timed.table.seat_of(UserId(2))), (Phase::Playing, None));
    // Who clicks too late is in the game, and leaves it by a click on it alone.
    assert_eq!(refused(&timed.table, 3, leave), Refusal::Stale);
    assert_eq!(refused(&timed.table, 3, Verb::LeaveWon { step: timed.table.step }), Refusal::Stale);
}

#[test]
fn a_seat_left_after_the_game_is_taken_for_the_rematch_or_waits_for_somebody() {
    for wait in [false, true] {
        let mut timed = won_with_one_away(one_round(Some(Pace::NinetySeconds)), Seat::North);
        timed.table.left_seats_wait = wait;
        for user in [2, 4] {
            timed.does(user, Verb::LeaveWon { step: timed.table.step });
        }
        timed.does(7, Verb::TakeOver);
        timed.does(3, rematch(&timed.table));
        let table = &timed.table;
        assert_eq!((table.seat_of(UserId(7)), table.computers[Seat::East]), (Some(Seat::East), None));
        assert_eq!((table.seats[Seat::West].as_ref(), table.computers[Seat::West].is_none()), (None, wait));
        assert_eq!(table.seats_left().collect::<Vec<_>>(), [Seat::North, Seat::West]);
    }
}

#[test]
fn a_won_game_that_everybody_left_has_no_rematch() {
    let mut timed = won_with_one_away(one_round(Some(Pace::NinetySeconds)), Seat::North);
    for user in [1, 2, 3, 4] {
        timed.does(user, Verb::LeaveWon { step: timed.table.step });
    }
    assert_eq!(timed.table.phase, Phase::Closed);
    assert_eq!(refused(&timed.table, 1, rematch(&timed.table)), Refusal::Closed);
}

#[test]
fn who_leaves_after_the_game_decides_no_vote_of_it() {
    let mut timed = one_round(None);
    timed.voted_by(&[1, 2], Motion::End);
    while timed.table.phase == Phase::Playing {
        timed.a_person_plays();
    }
    // Of the three who are left, two were for it.
    timed.does(3, Verb::LeaveWon { step: timed.table.step });
    assert_eq!(timed.table.phase, Phase::Won);
}

//! Votes: who may, how many it takes, and what comes of them.

use super::{after, in_play, lobby, refused, start};
use crate::engine::{BySeat, Pack, Seat, Team};
use crate::table::{Due, Motion, Pace, Phase, Refusal, Table, UserId, Verb};

/// Who did nothing for so long is absent.
const ABSENT: i64 = 5 * 60 * 1000;

/// Four people in a game.
fn four() -> Table {
    let mut table = lobby();
    for (user, team) in [(2, Team::EastWest), (3, Team::NorthSouth), (4, Team::EastWest)] {
        table = after(&table, user, Verb::Join(team));
    }
    after(&table, 1, start())
}

/// In a vote that was proposed at this time.
fn vote_since(began: i64, yes: bool) -> Verb {
    Verb::Vote { yes, until: began + 600_000, now: began + 1 }
}

fn vote(yes: bool) -> Verb {
    vote_since(0, yes)
}

#[test]
fn more_than_half_decide() {
    let propose = |motion| Verb::Propose { motion, now: 0 };
    let table = after(&four(), 1, propose(Motion::End));
    assert_eq!(refused(&table, 2, propose(Motion::Pause)), Refusal::VoteOpen);
    assert_eq!(refused(&table, 5, vote(true)), Refusal::NotSeated);
    // Nobody counts twice, and half are too few.
    let half = after(&after(&table, 2, vote(true)), 2, vote(true));
    assert_eq!((half.phase, half.vote.as_ref().map(|vote| vote.yes.len())), (Phase::Playing, Some(2)));
    assert_eq!(after(&half, 3, vote(true)).phase, Phase::Closed);
    // Half against it are enough.
    let against = after(&after(&half, 3, vote(false)), 4, vote(false));
    assert_eq!((against.phase, &against.vote), (Phase::Playing, &None));
    assert_eq!(refused(&against, 1, vote(true)), Refusal::NoVote);
}

#[test]
fn a_vote_is_open_for_ten_minutes() {
    let table = after(&four(), 1, Verb::Propose { motion: Motion::End, now: 0 });
    assert_eq!(refused(&table, 2, Verb::Vote { yes: true, until: 600_000, now: 600_000 }), Refusal::NoVote);
    let (over, due) = table.decide_for_time(600_000, 0, &Pack::sorted()).unwrap();
    assert_eq!((due, over.table.vote), (Due::Vote, None));
}

#[test]
fn who_saw_another_vote_has_no_voice_in_this_one() {
    let pause = after(&four(), 1, Verb::Propose { motion: Motion::Pause, now: 0 });
    let (over, _) = pause.decide_for_time(600_000, 0, &Pack::sorted()).unwrap();
    let end = after(&over.table, 3, Verb::Propose { motion: Motion::End, now: 600_001 });
    let late = Verb::Vote { yes: true, until: 600_000, now: 600_002 };
    assert_eq!(refused(&end, 2, late), Refusal::NoVote);
    assert_eq!(after(&end, 2, vote_since(600_001, true)).vote.unwrap().yes.len(), 2);
}

#[test]
fn who_leaves_has_no_vote_any_more() {
    let table = after(&four(), 1, Verb::Propose { motion: Motion::End, now: 0 });
    let table = after(&after(&table, 2, vote(true)), 3, Verb::Abandon);
    assert_eq!(table.phase, Phase::Closed);
}

#[test]
fn the_seat_of_an_absent_player_is_given_up() {
    let propose = |user, now| Verb::Propose { motion: Motion::Replace(UserId(user)), now };
    let mut four = four();
    four.timing.seen = BySeat::from_fn(|seat| i64::from(seat != Seat::West));
    assert_eq!(refused(&four, 1, propose(9, ABSENT)), Refusal::NotOfTable);
    assert_eq!(refused(&four, 1, propose(4, ABSENT - 1)), Refusal::NotAbsent { seat: Seat::West });
    assert_eq!(refused(&four, 1, propose(3, ABSENT)), Refusal::NotAbsent { seat: Seat::South });
    let table = after(&four, 1, propose(4, ABSENT));
    let table = after(&after(&table, 2, vote_since(ABSENT, true)), 3, vote_since(ABSENT, true));
    assert_eq!(table.seat_of(UserId(4)), None);
    assert_eq!(after(&table, 5, Verb::TakeOver).seat_of(UserId(5)), Some(Seat::West));
}

#[test]
fn who_has_a_turns_time_is_not_absent_before_it_is_over() {
    let mut table = four();
    table.timing.pace = Some(Pace::Hour);
    let absent = |now| table.absent(now).count();
    assert_eq!((absent(ABSENT), absent(Pace::Hour.turn() - 1), absent(Pace::Hour.turn())), (0, 0, 4));
}

#[test]
fn who_is_meant_where_nobody_is_named() {
    let mut table = four();
    let waited_for = table.to_act().next().unwrap().user;
    let by = table.members().map(|(_, member)| member.user).find(|user| *user != waited_for).unwrap();
    let meant = |table: &Table| after(table, by.0, Verb::ProposeToReplace { now: ABSENT }).vote.unwrap().motion;
    assert_eq!(refused(&table, by.0, Verb::ProposeToReplace { now: ABSENT - 1 }), Refusal::NobodyAbsent);
    assert_eq!(meant(&table), Motion::Replace(waited_for));
    // Whom the table waits for is back, then one more is absent alone.
    let to_act = table.seat_of(waited_for).unwrap();
    table.timing.seen[to_act] = 1;
    assert_eq!(refused(&table, by.0, Verb::ProposeToReplace { now: ABSENT }), Refusal::NobodyToReplace);
    let (away, absent) = table.members().find(|(seat, it)| *seat != to_act && it.user != by).unwrap();
    let absent = Motion::Replace(absent.user);
    table.timing.seen = BySeat::from_fn(|seat| i64::from(seat != away));
    assert_eq!(meant(&table), absent);
    // That one is back, too.
    table.timing.seen[away] = 1;
    assert_eq!(refused(&table, by.0, Verb::ProposeToReplace { now: ABSENT }), Refusal::NobodyAbsent);
}

#[test]
fn whoever_asks_is_not_absent() {
    let mut table = four();
    let own = table.seat_of(UserId(1)).unwrap();
    let named = Verb::Propose { motion: Motion::Replace(UserId(1)), now: ABSENT };
    assert_eq!(refused(&table, 1, named), Refusal::NotAbsent { seat: own });
    table.timing.seen = BySeat::from_fn(|seat| i64::from(seat != own));
    assert_eq!(refused(&table, 1, Verb::ProposeToReplace { now: ABSENT }), Refusal::NobodyAbsent);
}

#[test]
fn who_comes_back_is_not_voted_on_any_more() {
    let table = after(&four(), 1, Verb::Propose { motion: Motion::Replace(UserId(4)), now: ABSENT });
    let touched = |by: u64| {
        let mut change = table.decide(&super::member(by), Verb::Touch).unwrap();
        change.keep_time(&table, Some(UserId(by)), ABSENT + 1);
        change.table
    };
    assert!(touched(2).vote.is_some() && table.heeds(UserId(4), ABSENT + 1));
    let back = touched(4);
    assert_eq!((back.vote.as_ref(), back.absent(ABSENT + 1).any(|member| member.user.0 == 4)), (None, false));
}

#[test]
fn at_the_start_nobody_is_absent() {
    let mut table = lobby();
    table = after(&table, 2, Verb::Join(Team::EastWest));
    table = after(&table, 3, Verb::Join(Team::NorthSouth));
    table = after(&table, 4, Verb::Join(Team::EastWest));
    let mut change = table.decide(&super::member(1), start()).unwrap();
    change.keep_time(&table, Some(UserId(1)), 2 * ABSENT);
    assert_eq!(change.table.absent(2 * ABSENT).count(), 0);
    // Nor at that of the next game: who read the result did nothing meanwhile.
    let won = Table { phase: Phase::Won, ..change.table.clone() };
    change.keep_time(&won, Some(UserId(1)), 4 * ABSENT);
    assert_eq!(change.table.absent(4 * ABSENT).count(), 0);
}

#[test]
fn nobody_plays_in_a_pause() {
    let paused = after(&in_play(), 1, Verb::Propose { motion: Motion::Pause, now: 0 });
    let paused = after(&paused, 2, vote(true));
    let act = |table: &Table| Verb::Act { step: table.step, actions: vec![crate::engine::Action::Draw] };
    assert_eq!(refused(&paused, 1, act(&paused)), Refusal::Paused);
    assert_eq!(after(&paused, 1, Verb::Abandon).computer_to_act(), None);
    let on = after(&paused, 2, Verb::GoOn);
    assert_eq!(on.step + 1, after(&on, 1, act(&on)).step);
}

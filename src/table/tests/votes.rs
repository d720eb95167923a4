//! Votes: who may, how many it takes, and what comes of them.

use super::{after, in_play, lobby, refused, start};
use crate::engine::{Pack, Seat, Team};
use crate::table::{Due, Motion, Phase, Refusal, Table, UserId, Verb};

/// Four people in a game.
fn four() -> Table {
    let mut table = lobby();
    for (user, team) in [(2, Team::EastWest), (3, Team::NorthSouth), (4, Team::EastWest)] {
        table = after(&table, user, Verb::Join(team));
    }
    after(&table, 1, start())
}

fn vote(yes: bool) -> Verb {
    Verb::Vote { yes, now: 1 }
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
    assert_eq!(refused(&table, 2, Verb::Vote { yes: true, now: 600_000 }), Refusal::NoVote);
    let (over, due) = table.decide_for_time(600_000, 0, &Pack::sorted()).unwrap();
    assert_eq!((due, over.table.vote), (Due::Vote, None));
}

#[test]
fn who_leaves_has_no_vote_any_more() {
    let table = after(&four(), 1, Verb::Propose { motion: Motion::End, now: 0 });
    let table = after(&after(&table, 2, vote(true)), 3, Verb::Abandon);
    assert_eq!(table.phase, Phase::Closed);
}

#[test]
fn the_seat_of_an_absent_player_is_given_up() {
    let propose = |user| Verb::Propose { motion: Motion::Replace(UserId(user)), now: 0 };
    assert_eq!(refused(&four(), 1, propose(9)), Refusal::NobodyToReplace);
    let table = after(&four(), 1, propose(4));
    let table = after(&after(&table, 2, vote(true)), 3, vote(true));
    assert_eq!(table.seat_of(UserId(4)), None);
    assert_eq!(after(&table, 5, Verb::TakeOver).seat_of(UserId(5)), Some(Seat::West));
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

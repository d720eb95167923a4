//! Tables that their players can't be told of.

use super::clock::Timed;
use super::*;
use crate::engine::Action;
use crate::table::{Due, Pace, Rest};

const HOUR: i64 = 60 * 60 * 1000;

impl Timed {
    fn rests(&mut self, rest: Rest) {
        self.keep(self.table.decide_rest(rest).unwrap(), None);
    }

    fn rests_no_more(&mut self, rest: Rest) {
        self.keep(self.table.decide_rest_over(rest).unwrap(), None);
    }
}

#[test]
fn while_a_table_rests_no_turn_runs_out_and_then_it_has_all_of_its_time() {
    for rest in [Rest::Barred, Rest::ChannelGone, Rest::BotRemoved] {
        let mut timed = Timed::classic(Some(Pace::Hour));
        timed.now += HOUR / 2;
        timed.rests(rest);
        assert_eq!(timed.table.decide_rest(rest).unwrap_err(), Refusal::Stale);
        assert_eq!((timed.table.deadline(), timed.table.due().map(|(_, due)| due)), (None, Some(Due::End)));
        timed.now += 100 * HOUR;
        timed.rests_no_more(rest);
        assert_eq!(timed.table.deadline(), Some(timed.now + HOUR));
        assert_eq!(timed.waits().0, Due::Warning);
    }
}

#[test]
fn a_pause_outlasts_a_rest() {
    let mut timed = Timed::classic(Some(Pace::Hour));
    timed.table.paused = true;
    timed.rests(Rest::ChannelGone);
    timed.rests_no_more(Rest::ChannelGone);
    assert_eq!(timed.table.deadline(), None);
    timed.now += HOUR;
    timed.does(1, Verb::GoOn);
    assert_eq!(timed.table.deadline(), Some(timed.now + HOUR));
}

#[test]
fn what_nobody_sees_the_computer_does_not_play() {
    let table = after(&in_play(), 1, Verb::Abandon);
    let resting = |rest| table.decide_rest(rest).unwrap().table.computer_to_act();
    assert!(table.computer_to_act().is_some());
    assert_eq!((resting(Rest::ChannelGone), resting(Rest::BotRemoved)), (None, None));
    // Where nobody can be called, whoever plays still sees what the computer does.
    assert_eq!(resting(Rest::Barred), table.computer_to_act());
}

#[test]
fn a_resting_table_that_nobody_takes_up_is_abandoned_and_a_lobby_closes() {
    let mut timed = Timed::classic(Some(Pace::NinetySeconds));
    timed.rests(Rest::ChannelGone);
    assert_eq!(timed.waits(), (Due::End, 30 * 24 * HOUR));
    assert_eq!((timed.table.phase, timed.table.timing.abandoned), (Phase::Closed, true));
    let mut timed = Timed::new(lobby(), 0);
    timed.does(1, Verb::Touch);
    timed.rests(Rest::ChannelGone);
    assert_eq!(timed.table.due(), Some((HOUR / 2, Due::End)));
}

#[test]
fn any_player_takes_a_table_without_a_channel_to_another() {
    let mut timed = Timed::classic(Some(Pace::Hour));
    let to = Verb::Move(ChannelId(2));
    assert_eq!(refused(&timed.table, 1, to.clone()), Refusal::GameBegun);
    timed.rests(Rest::BotRemoved);
    assert_eq!(refused(&timed.table, 1, to.clone()), Refusal::GameBegun);
    timed.rests(Rest::ChannelGone);
    assert_eq!(refused(&timed.table, 9, to.clone()), Refusal::NotSeated);
    timed.now += 2 * HOUR;
    timed.does(3, to);
    assert_eq!((timed.table.channel, timed.table.rest), (ChannelId(2), None));
    assert_eq!(timed.table.deadline(), Some(timed.now + HOUR));
}

#[test]
fn a_weaker_reason_takes_the_place_of_no_stronger_one() {
    let resting = |rest| in_play().decide_rest(rest).unwrap().table;
    for stronger in [Rest::ChannelGone, Rest::BotRemoved] {
        // As when a post on its way is refused after the bot was removed, or taken after the channel went.
        assert_eq!(resting(stronger).decide_rest(Rest::Barred).unwrap_err(), Refusal::Stale);
        assert_eq!(resting(stronger).decide_rest_over(Rest::Barred).unwrap_err(), Refusal::Stale);
        assert_eq!(resting(Rest::Barred).decide_rest(stronger).unwrap().table.rest, Some(stronger));
    }
    let closed = after(&in_play(), 1, Verb::End { manager: true });
    assert_eq!(closed.decide_rest(Rest::Barred).unwrap_err(), Refusal::Stale);
}

#[test]
fn nothing_is_played_at_a_table_without_a_channel() {
    let table = in_play();
    let (by, action) = (table.to_act().next().unwrap().user.0, Action::Draw);
    let act = Verb::Act { step: table.step, actions: vec![action] };
    let gone = table.decide_rest(Rest::ChannelGone).unwrap().table;
    assert_eq!(refused(&gone, by, act.clone()), Refusal::NoChannel);
    after(&table, by, act);
}

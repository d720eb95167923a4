//! What time does to a table: turns let pass, questions without an answer, tables that nobody comes back to.

use super::*;
use crate::engine::rules::Target;
use crate::engine::{Action, BySeat, Question, Rules, Stage, check};
use crate::table::{Change, Due, Entry, Incident, Pace};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// When these tables were opened.
const BEGAN: i64 = 1_700_000_000_000;

/// A table and what time it is there.
#[derive(Clone)]
pub(super) struct Timed {
    pub(super) table: Table,
    pub(super) now: i64,
    /// What has happened to people.
    pub(super) incidents: Vec<Incident>,
}

impl Timed {
    pub(super) const fn new(table: Table, now: i64) -> Self {
        Self { table, now, incidents: Vec::new() }
    }

    /// People in all seats, in a game with this clock.
    pub(super) fn in_game(rules: Rules, set: RuleSet, pace: Option<Pace>) -> Self {
        let mut table = Table::open(TableId(1), GuildId(1), ChannelId(1), member(1), set, rules);
        table.timing.touched = BEGAN;
        let mut timed = Self::new(table, BEGAN);
        timed.does(1, Verb::SetClock(pace));
        let sides = [Team::EastWest, Team::NorthSouth, Team::EastWest];
        for (user, side) in (2..).zip(sides).take(usize::from(rules.players) - 1) {
            timed.does(user, Verb::Join(side));
        }
        timed.does(1, start());
        timed
    }

    pub(super) fn classic(pace: Option<Pace>) -> Self {
        Self::in_game(RuleSet::Classic.rules(4), RuleSet::Classic, pace)
    }

    pub(super) fn keep(&mut self, mut change: Change, by: Option<u64>) {
        change.keep_time(&self.table, by.map(UserId), self.now);
        change.note_incidents(&self.table, by.map(UserId));
        self.incidents.extend(change.entries.iter().filter_map(Entry::incident).cloned());
        self.table = change.table;
    }

    pub(super) fn does(&mut self, by: u64, verb: Verb) {
        let change = self.table.decide(&member(by), verb).unwrap_or_else(|reason| panic!("{reason}"));
        self.keep(change, Some(by));
    }

    /// Waits for what is due next, and says what it was and how long that took.
    pub(super) fn waits(&mut self) -> (Due, i64) {
        let before = self.now;
        let (at, _) = self.table.due().unwrap();
        assert!(self.table.decide_for_time(at - 1, BEGAN, &pack(1)).is_err(), "too early");
        self.now = at.max(before);
        let (change, due) = self.table.decide_for_time(self.now, BEGAN, &pack(self.table.step)).unwrap();
        self.keep(change, None);
        (due, self.now - before)
    }

    /// Lets computer players play until somebody else is to act.
    pub(super) fn computers_play(&mut self) {
        while self.table.computer_to_act().is_some() {
            self.a_computer_plays();
        }
    }

    /// The computer player who is to act does one thing.
    pub(super) fn a_computer_plays(&mut self) {
        let (seat, level) = self.table.computer_to_act().unwrap();
        let action = choice(&self.table, seat, level);
        let change = self.table.decide_for_computer(seat, self.table.step, &action).unwrap();
        self.keep(change, None);
    }

    pub(super) fn to_act(&self) -> Seat {
        self.table.round().unwrap().to_act().next().unwrap()
    }

    pub(super) fn user_at(&self, seat: Seat) -> u64 {
        self.table.seats[seat].as_ref().unwrap().user.0
    }

    /// Whoever is to act plays as the computer would, and takes a second; asks where that is possible.
    pub(super) fn a_person_plays(&mut self) {
        self.now += SECOND;
        let seat = self.to_act();
        let view = self.table.round().unwrap().view(seat);
        let ask = Some(Action::AskPartner).filter(|ask| check(&view, ask).is_ok());
        let action = ask.unwrap_or_else(|| choice(&self.table, seat, Level::Normal));
        self.does(self.user_at(seat), Verb::Act { step: self.table.step, actions: vec![action] });
    }
}

fn pack(seed: u64) -> Pack {
    Pack::shuffled(&mut StdRng::seed_from_u64(seed))
}

fn choice(table: &Table, seat: Seat, level: Level) -> Action {
    let view = table.round().unwrap().view(seat);
    let mut rng = StdRng::seed_from_u64(table.step);
    level.choose(&view, &[], &mut rng).unwrap_or_else(|| moves::safe(&view).unwrap())
}

#[test]
fn a_turn_is_warned_of_then_played_by_the_computer() {
    let mut timed = Timed::classic(Some(Pace::FiveMinutes));
    let seat = timed.to_act();
    assert_eq!(timed.table.deadline(), Some(BEGAN + 5 * MINUTE));
    assert_eq!(timed.waits(), (Due::Warning, 3 * MINUTE + 45 * SECOND));
    assert_eq!(timed.waits(), (Due::Turn, MINUTE + 15 * SECOND));
    assert_eq!(timed.table.computer_to_act(), Some((seat, Level::Normal)));
    assert_eq!(timed.table.deadline(), None);
    // Half a turn of each would be nobody's.
    let act = Verb::Act { step: timed.table.step, actions: vec![Action::Draw] };
    assert_eq!(refused(&timed.table, timed.user_at(seat), act), Refusal::ComputerPlays);
    timed.computers_play();
    assert_ne!(timed.to_act(), seat);
    assert_eq!(timed.table.computers, BySeat::default());
    assert_eq!(timed.table.deadline(), Some(timed.now + 5 * MINUTE));
}

#[test]
fn a_warning_that_comes_too_late_is_none() {
    let mut timed = Timed::classic(Some(Pace::Hour));
    timed.now += 2 * HOUR;
    let (change, due) = timed.table.decide_for_time(timed.now, BEGAN, &pack(1)).unwrap();
    assert_eq!((due, change.table.timing.notice), (Due::Turn, None));
}

/// The program was away until now: what is done about what came due meanwhile.
fn back_after_an_outage(timed: &mut Timed) -> Due {
    let (change, due) = timed.table.decide_for_time(timed.now, timed.now, &pack(1)).unwrap();
    timed.keep(change, None);
    due
}

#[test]
fn an_outage_costs_nobody_a_turn() {
    for (pace, grace) in [(Pace::NinetySeconds, 30 * SECOND), (Pace::Hour, 15 * MINUTE)] {
        // Before the warning, and after it.
        let unwarned = Timed::classic(Some(pace));
        let mut warned = unwarned.clone();
        warned.waits();
        for mut timed in [unwarned, warned] {
            timed.now += 2 * HOUR;
            assert_eq!(back_after_an_outage(&mut timed), Due::Warning);
            assert_eq!(timed.table.timing.notice, Some(crate::table::Notice::LittleTime));
            assert_eq!(timed.table.deadline(), Some(timed.now + grace));
            assert_eq!(timed.waits(), (Due::Turn, grace));
        }
    }
    // What little the warning comes too late is given back, too.
    let mut timed = Timed::classic(Some(Pace::Hour));
    timed.now += 50 * MINUTE;
    assert_eq!(back_after_an_outage(&mut timed), Due::Warning);
    assert_eq!(timed.table.deadline(), Some(timed.now + 15 * MINUTE));
}

#[test]
fn after_an_outage_the_answer_has_its_time_again() {
    let mut timed = asked(Some(Pace::FiveMinutes));
    timed.now += HOUR;
    assert_eq!(back_after_an_outage(&mut timed), Due::Warning);
    assert_eq!(timed.waits(), (Due::Answer, MINUTE));
}

/// Lets the turns of one player pass so often, while the others play.
pub(super) fn passing(mut timed: Timed, away: Seat, turns: u32) -> Timed {
    let mut passed = 0;
    while passed < turns {
        if timed.to_act() == away {
            while timed.table.computer_to_act().is_none() {
                timed.waits();
            }
            timed.computers_play();
            passed += 1;
        } else {
            timed.a_person_plays();
        }
    }
    timed
}

#[test]
fn only_who_did_it_themselves_went_out() {
    let out = |timed: &Timed| Seat::ALL.into_iter().filter(|&seat| timed.table.went_out(seat)).collect::<Vec<_>>();
    let mut timed = Timed::classic(Some(Pace::NinetySeconds));
    while !timed.table.round().unwrap().is_over() {
        assert_eq!(out(&timed), []);
        timed.a_person_plays();
    }
    let [seat] = out(&timed)[..] else { panic!("nobody went out") };
    let mut late = timed.clone();
    late.table.timing.overdue = Some(seat);
    let mut away = timed.clone();
    away.table.computers[seat] = Some(Level::Normal);
    assert_eq!((out(&late), out(&away)), (vec![], vec![]));
    // Whoever takes the seat afterwards did not.
    timed.does(timed.user_at(seat), Verb::Abandon);
    assert_eq!(out(&timed), []);
    timed.does(9, Verb::TakeOver);
    assert_eq!(out(&timed), []);
}

#[test]
fn after_three_turns_the_computer_plays_on_until_the_player_is_back() {
    let mut timed = passing(Timed::classic(Some(Pace::NinetySeconds)), Seat::East, 2);
    assert_eq!(timed.table.computers[Seat::East], None);
    timed = passing(timed, Seat::East, 1);
    assert_eq!(timed.table.computers[Seat::East], Some(Level::Normal));
    assert_eq!(timed.table.computer_players().count(), 0, "the seat is still a person's");
    let user = timed.user_at(Seat::East);
    assert!(timed.table.heeds(UserId(user), timed.now));

    // Back between the turns, the next turn is theirs.
    let mut back = timed.clone();
    back.does(user, Verb::Touch);
    assert_eq!((back.table.computers[Seat::East], back.table.timing.missed[Seat::East]), (None, 0));

    // Back in a turn that the computer has not begun, it is theirs, with all of its time; the computer is too late.
    while timed.to_act() != Seat::East {
        timed.a_person_plays();
    }
    let mut back = timed.clone();
    back.now += 5 * SECOND;
    back.does(user, Verb::Touch);
    assert_eq!((back.table.computer_to_act(), back.table.deadline()), (None, Some(back.now + 90 * SECOND)));
    assert_eq!(back.incidents.last(), Some(&Incident::Back { seat: Seat::East, computer_ends: false }));
    let late = back.table.decide_for_computer(Seat::East, back.table.step, &Action::Draw);
    assert_eq!(late.unwrap_err(), Refusal::Stale);
    back.does(user, Verb::Act { step: back.table.step, actions: vec![Action::Draw] });

    // Back in the middle of the turn, the computer ends it.
    timed.a_computer_plays();
    timed.does(user, Verb::Touch);
    assert_eq!(timed.incidents.last(), Some(&Incident::Back { seat: Seat::East, computer_ends: true }));
    assert!(!timed.table.heeds(UserId(user), timed.now));
    assert_eq!(timed.table.computer_to_act().unwrap().0, Seat::East);
    timed.computers_play();
    assert_eq!(timed.table.computers[Seat::East], None);
}

#[test]
fn a_click_in_between_counts_the_turns_anew() {
    let mut timed = passing(Timed::classic(Some(Pace::NinetySeconds)), Seat::East, 2);
    timed.does(timed.user_at(Seat::East), Verb::Touch);
    assert_eq!(passing(timed, Seat::East, 2).table.computers[Seat::East], None);
}

/// The partner has just been asked, with this clock.
fn asked(pace: Option<Pace>) -> Timed {
    let waits = |timed: &Timed| timed.table.round().is_some_and(|round| round.to_act().count() == 2);
    moments(RuleSet::Classic, 4, pace).into_iter().find(waits).unwrap()
}

#[test]
fn who_is_back_while_they_are_asked_answers_themselves() {
    let mut timed = asked(None);
    let partner = timed.to_act();
    timed.table.computers[partner] = Some(Level::Normal);
    assert_eq!(timed.table.computer_to_act(), Some((partner, Level::Normal)));
    let user = timed.user_at(partner);
    timed.does(user, Verb::Touch);
    assert_eq!(timed.table.computer_to_act(), None);
    timed.does(user, Verb::Act { step: timed.table.step, actions: vec![Action::AnswerPartner(true)] });
}

#[test]
fn who_is_back_once_their_time_is_up_has_lost_the_turn() {
    let mut timed = passing(Timed::classic(Some(Pace::NinetySeconds)), Seat::East, 2);
    while timed.to_act() != Seat::East {
        timed.a_person_plays();
    }
    timed.waits();
    assert_eq!(timed.waits().0, Due::Turn);
    timed.does(timed.user_at(Seat::East), Verb::Touch);
    assert_eq!(timed.incidents.last(), Some(&Incident::Back { seat: Seat::East, computer_ends: true }));
    assert_eq!(timed.table.computer_to_act().unwrap().0, Seat::East);
    timed.computers_play();
    assert_eq!(timed.table.computers[Seat::East], None);
}

#[test]
fn a_question_without_an_answer_counts_as_not_asked() {
    let mut timed = asked(Some(Pace::FiveMinutes));
    assert_eq!(timed.table.deadline(), Some(timed.now + MINUTE));
    let partner = timed.to_act();
    assert_eq!(timed.waits(), (Due::Answer, MINUTE));
    assert!(timed.table.timing.unanswered);
    assert_eq!(timed.incidents, [Incident::Unanswered { seat: partner }]);
    let asker = timed.to_act();
    assert_eq!(timed.table.round().unwrap().public().turn.question, Question::UsedUp);
    // The answer had time of its own; to draw and to ask took a second each.
    assert_eq!(timed.table.deadline(), Some(timed.now + 5 * MINUTE - 2 * SECOND));
    assert_eq!(timed.table.timing.missed, BySeat::default());
    while timed.table.round().unwrap().to_act().next() == Some(asker) {
        timed.a_person_plays();
    }
    assert!(!timed.table.timing.unanswered);
}

#[test]
fn without_a_clock_a_question_waits() {
    let timed = asked(None);
    assert_eq!(timed.table.deadline(), None);
    assert_eq!(timed.table.due(), Some((timed.now + DAY, Due::Call)));
}

#[test]
fn after_a_day_of_silence_a_clock_can_be_called_for() {
    let mut timed = Timed::classic(None);
    assert_eq!(refused(&timed.table, 2, Verb::CallClock), Refusal::NoCall);
    // Looking at one's hand is not playing.
    timed.now += 10 * HOUR;
    timed.does(2, Verb::Touch);
    assert_eq!(timed.waits(), (Due::Call, 14 * HOUR));
    assert_eq!(refused(&timed.table, 9, Verb::CallClock), Refusal::NotSeated);
    let mut called = timed.clone();
    called.does(2, Verb::CallClock);
    assert_eq!(called.table.deadline(), Some(called.now + DAY));
    assert_eq!(refused(&called.table, 2, Verb::CallClock), Refusal::NoCall);
    // Somebody plays: there is nothing to call for.
    timed.a_person_plays();
    assert_eq!(refused(&timed.table, 2, Verb::CallClock), Refusal::NoCall);
}

#[test]
fn lobbies_close_and_games_are_abandoned() {
    let mut table = lobby();
    table.timing.touched = BEGAN;
    let mut timed = Timed::new(table, BEGAN + 20 * MINUTE);
    timed.does(2, Verb::Join(Team::EastWest));
    assert_eq!(timed.waits(), (Due::End, 30 * MINUTE));
    assert_eq!((timed.table.phase, timed.table.due()), (Phase::Closed, None));
    let mut timed = Timed::classic(None);
    timed.waits();
    assert_eq!(timed.waits(), (Due::End, 29 * DAY));
    assert!(timed.table.timing.abandoned && timed.table.phase == Phase::Closed);
}

#[test]
fn who_sits_down_in_the_middle_of_a_turn_has_all_of_its_time() {
    let mut timed = Timed::classic(Some(Pace::FiveMinutes));
    let user = timed.user_at(timed.to_act());
    timed.now += 4 * MINUTE;
    timed.does(user, Verb::Abandon);
    assert_eq!(timed.table.deadline(), None);
    timed.does(9, Verb::TakeOver);
    assert_eq!(timed.table.deadline(), Some(timed.now + 5 * MINUTE));
}

#[test]
fn a_table_of_an_older_version_has_its_time_from_the_next_change_on() {
    let mut old = Timed::classic(None);
    old.table.timing = crate::table::Timing::default();
    old.a_person_plays();
    assert_eq!((old.table.timing.touched, old.table.timing.since), (old.now, old.now));
}

/// The moments at which everybody vanishes: to draw, drawn, asked, between rounds.
fn moments(set: RuleSet, players: u8, pace: Option<Pace>) -> Vec<Timed> {
    let rules = Rules { target: Target::Points(2000), ..set.rules(players) };
    let mut timed = Timed::in_game(rules, set, pace);
    let mut found: Vec<(&str, Timed)> = Vec::new();
    let wanted = if players == 2 { 3 } else { 4 };
    for _ in 0..20_000 {
        let public = timed.table.round().unwrap().public();
        let moment = match (public.ended, public.turn.question, public.turn.stage) {
            (Some(_), ..) => "between rounds",
            (_, Question::Waiting, _) => "asked",
            (_, _, Stage::ToDraw) => "to draw",
            (_, _, Stage::Drawn) => "drawn",
        };
        if timed.table.phase == Phase::Playing && found.iter().all(|(known, _)| *known != moment) {
            found.push((moment, timed.clone()));
        }
        if found.len() == wanted {
            break;
        }
        let step = timed.table.step;
        match (moment, timed.table.phase) {
            (_, Phase::Won) => timed.does(1, Verb::Rematch { step, dealer: Seat::North, pack: pack(step) }),
            ("between rounds", _) => timed.does(1, Verb::Deal { step, pack: pack(step) }),
            _ => timed.a_person_plays(),
        }
    }
    assert_eq!(
        found.len(),
        wanted,
        "{set:?} with {players}: {:?}",
        found.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    found.into_iter().map(|(_, timed)| timed).collect()
}

#[test]
fn whenever_people_leave_the_others_play_on_until_the_last_is_gone() {
    for (set, players) in RuleSet::ALL.into_iter().flat_map(|set| [(set, 2), (set, 4)]) {
        for mut timed in moments(set, players, None) {
            let mut gone = Vec::new();
            while timed.table.members().count() > 1 {
                // Whoever the table waits for leaves in the middle of it.
                let user = timed.table.to_act().next().unwrap_or_else(|| timed.table.members().next().unwrap().1).user;
                gone.push((timed.table.seat_of(user).unwrap(), user.0));
                timed.does(user.0, Verb::Abandon);
                timed.computers_play();
                let waits_for = timed.table.to_act().next().map(|member| member.user);
                let over = timed.table.round().is_none_or(crate::engine::Round::is_over);
                assert!(over || waits_for.is_some_and(|waits_for| waits_for != user), "{set:?} with {players}");
            }
            let mut back = timed.clone();
            for (_, user) in &gone {
                back.does(*user, Verb::TakeOver);
            }
            let scored = back.table.round().is_none_or(crate::engine::Round::is_over);
            let own = gone.iter().all(|(seat, user)| back.table.seat_of(UserId(*user)) == Some(*seat));
            assert!(scored || own, "{set:?} with {players}: somebody sees another hand");
            let last = timed.table.members().next().unwrap().1.user.0;
            timed.does(last, Verb::Abandon);
            assert_eq!((timed.table.phase, timed.table.due()), (Phase::Closed, None));
        }
    }
}

#[test]
fn whenever_everybody_vanishes_the_table_comes_to_its_end() {
    for (set, players) in RuleSet::ALL.into_iter().flat_map(|set| [(set, 2), (set, 4)]) {
        for mut timed in moments(set, players, Some(Pace::NinetySeconds)) {
            let vanished = timed.now;
            while timed.table.phase == Phase::Playing {
                timed.waits();
                timed.computers_play();
                assert!(timed.now - vanished < DAY, "{set:?} with {players} does not end");
            }
            assert_eq!(timed.table.phase, Phase::Won);
        }
        for mut timed in moments(set, players, None) {
            let (step, vanished) = (timed.table.step, timed.now);
            while timed.table.phase == Phase::Playing {
                timed.waits();
            }
            assert_eq!((timed.table.step, timed.now - vanished), (step, 30 * DAY), "it rests, then it is abandoned");
        }
    }
}

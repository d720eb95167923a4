//! Who may sit where, before and in a game: people, computer players, and who comes back.

mod clock;
mod incidents;
mod rest;
mod votes;

use rand::{SeedableRng, rngs::StdRng};

use super::{ChannelId, Ended, GuildId, Member, Phase, Refusal, Table, TableId, UserId, Verb};
use crate::ai::Level;
use crate::engine::{Pack, RuleSet, Seat, Team, moves};

fn member(user: u64) -> Member {
    Member { user: UserId(user), name: format!("member {user}") }
}

fn lobby() -> Table {
    let set = RuleSet::Classic;
    Table::open(TableId(1), GuildId(1), ChannelId(1), member(1), set, set.rules(4))
}

fn after(table: &Table, by: u64, verb: Verb) -> Table {
    table.decide(&member(by), verb).unwrap_or_else(|reason| panic!("{reason}")).table
}

fn refused(table: &Table, by: u64, verb: Verb) -> Refusal {
    table.decide(&member(by), verb).unwrap_err()
}

fn start() -> Verb {
    Verb::Start { dealer: Seat::West, pack: Pack::shuffled(&mut StdRng::seed_from_u64(1)) }
}

/// Two people as partners against two computer players, in a game.
fn in_play() -> Table {
    let mut table = after(&lobby(), 2, Verb::Join(Team::NorthSouth));
    for _ in 0..2 {
        table = after(&table, 1, Verb::AddComputer(Team::EastWest, Level::Easy));
    }
    after(&table, 1, start())
}

/// Plays until the round is over.
fn played_out(mut table: Table) -> Table {
    while let Some(round) = table.round().filter(|round| !round.is_over()) {
        let Some(seat) = round.to_act().next() else { break };
        let action = moves::safe(&round.view(seat)).unwrap();
        let (step, by) = (table.step, table.seats[seat].clone());
        let change = match by {
            Some(by) => table.decide(&by, Verb::Act { step, actions: vec![action] }),
            None => table.decide_for_computer(seat, step, &action),
        };
        table = change.unwrap().table;
    }
    table
}

#[test]
fn only_the_host_seats_computer_players_and_sends_them_away() {
    let table = lobby();
    let add = Verb::AddComputer(Team::EastWest, Level::Normal);
    assert_eq!(
        refused(&after(&table, 2, Verb::Join(Team::EastWest)), 2, add.clone()),
        Refusal::NotHost { host: Seat::North }
    );
    let table = after(&after(&table, 1, add.clone()), 1, add.clone());
    assert_eq!(refused(&table, 1, add), Refusal::SideFull { team: Team::EastWest });
    let table = after(&table, 1, Verb::RemoveComputer(Seat::East));
    assert_eq!(table.free_seats(), 2);
    assert_eq!(refused(&table, 1, Verb::RemoveComputer(Seat::East)), Refusal::NoComputer);
}

#[test]
fn a_person_comes_before_a_computer_player() {
    let mut table = lobby();
    for team in [Team::EastWest, Team::EastWest, Team::NorthSouth] {
        table = after(&table, 1, Verb::AddComputer(team, Level::Normal));
    }
    let table = after(&table, 2, Verb::Join(Team::EastWest));
    assert_eq!(table.seat_of(UserId(2)), Some(Seat::East));
    assert_eq!(table.computer_players().count(), 2);
}

#[test]
fn shuffling_moves_everybody_and_loses_nobody() {
    let table = after(&lobby(), 1, Verb::AddComputer(Team::EastWest, Level::Easy));
    let order = vec![Seat::East, Seat::South, Seat::West, Seat::North];
    let shuffled = after(&table, 1, Verb::Shuffle(order));
    assert_eq!(shuffled.computers[Seat::North], Some(Level::Easy));
    assert_eq!(shuffled.seat_of(UserId(1)), Some(Seat::West));
    assert_eq!(refused(&table, 1, Verb::Shuffle(vec![Seat::North; 4])), Refusal::Stale);
    // Anybody who sits there may.
    let order = vec![Seat::North, Seat::East, Seat::South, Seat::West];
    after(&after(&table, 2, Verb::Join(Team::NorthSouth)), 2, Verb::Shuffle(order.clone()));
    assert_eq!(refused(&table, 3, Verb::Shuffle(order)), Refusal::NotSeated);
}

#[test]
fn the_place_of_the_host_goes_to_whoever_sat_down_first() {
    let table = after(&lobby(), 3, Verb::Join(Team::EastWest));
    let table = after(&table, 2, Verb::Join(Team::NorthSouth));
    let table = after(&table, 1, Verb::Abandon);
    assert_eq!(table.host, UserId(3));
}

#[test]
fn an_old_button_of_the_lobby_takes_nobody_from_a_game() {
    assert_eq!(refused(&in_play(), 1, Verb::Leave), Refusal::GameBegun);
}

#[test]
fn the_computer_plays_on_for_whoever_leaves() {
    let table = after(&in_play(), 1, Verb::Abandon);
    assert_eq!((table.phase, table.host), (Phase::Playing, UserId(2)));
    assert_eq!(table.computers[Seat::North], Some(Level::Normal));
    assert_eq!(table.seats_left().collect::<Vec<_>>(), [Seat::North]);
    assert_eq!(refused(&table, 1, Verb::Abandon), Refusal::NotSeated);
}

#[test]
fn a_seat_that_was_left_waits_where_the_host_wants_it() {
    let table = after(&after(&lobby(), 1, Verb::LetSeatsWait(true)), 2, Verb::Join(Team::NorthSouth));
    assert_eq!(refused(&table, 2, Verb::LetSeatsWait(false)), Refusal::NotHost { host: Seat::North });
    let add = || Verb::AddComputer(Team::EastWest, Level::Easy);
    let table = after(&after(&after(&table, 1, add()), 1, add()), 1, start());
    let left = after(&table, 1, Verb::Abandon);
    assert_eq!((left.phase, left.computer_to_act()), (Phase::Playing, None));
    assert_eq!(left.seats_left().collect::<Vec<_>>(), [Seat::North]);
    assert_eq!(after(&left, 3, Verb::TakeOver).seat_of(UserId(3)), Some(Seat::North));
}

#[test]
fn that_a_computer_player_made_room_is_told_until_something_else_is_done() {
    let robot = after(&lobby(), 1, Verb::AddComputer(Team::NorthSouth, Level::Easy));
    let joined = after(&robot, 2, Verb::Join(Team::NorthSouth));
    assert_eq!((robot.made_room, joined.made_room), (None, Some(Seat::South)));
    assert_eq!(after(&joined, 1, Verb::Touch).made_room, Some(Seat::South));
    assert_eq!(after(&joined, 3, Verb::Join(Team::EastWest)).made_room, None);
}

#[test]
fn a_table_keeps_who_ended_it() {
    let end = |by: u64, manager: bool| after(&in_play(), by, Verb::End { manager }).ended;
    assert_eq!(end(1, false), Some(Ended::ByHost(member(1))));
    assert_eq!(end(1, true), Some(Ended::ByHost(member(1))));
    assert_eq!(end(7, true), Some(Ended::ByManager(member(7))));
    assert_eq!(refused(&in_play(), 2, Verb::End { manager: false }), Refusal::MayNotEnd { host: Seat::North });
}

#[test]
fn a_table_that_everybody_left_has_ended() {
    let table = after(&after(&in_play(), 1, Verb::Abandon), 2, Verb::Abandon);
    assert_eq!(table.phase, Phase::Closed);
    assert_eq!(table.computer_to_act(), None);
}

#[test]
fn a_seat_that_was_left_is_taken_by_who_comes_first() {
    let left = after(&in_play(), 1, Verb::Abandon);
    let back = after(&left, 1, Verb::TakeOver);
    assert_eq!((back.seat_of(UserId(1)), back.computers[Seat::North]), (Some(Seat::North), None));
    let other = after(&left, 3, Verb::TakeOver);
    assert_eq!(other.seat_of(UserId(3)), Some(Seat::North));
    let room = |table: &Table, users: [u64; 3]| users.map(|user| table.has_room_for(UserId(user)));
    assert_eq!(room(&left, [1, 2, 3]), [true, false, true]);
    assert_eq!(room(&other, [1, 3, 4]), [false; 3]);
    // The seat is taken, and the other hands are not for who has seen this one.
    let left = after(&other, 2, Verb::Abandon);
    assert_eq!(refused(&left, 1, Verb::TakeOver), Refusal::SawAnotherHand { seat: Seat::North });
    assert_eq!(refused(&other, 4, Verb::TakeOver), Refusal::NoSeatLeft);
    // Once the hands are face up there is nothing to hide.
    assert_eq!(after(&played_out(left), 1, Verb::TakeOver).seat_of(UserId(1)), Some(Seat::South));
}

#[test]
fn only_the_computer_player_who_is_to_act_acts() {
    let table = in_play();
    let (seat, step) = (Seat::East, table.step);
    let draw = crate::engine::Action::Draw;
    assert_eq!(table.computer_to_act(), None);
    assert_eq!(table.decide_for_computer(seat, step, &draw).unwrap_err(), Refusal::Stale);
    let table = after(&table, 1, Verb::Abandon);
    let (seat, step) = (table.computer_to_act().unwrap().0, table.step);
    assert_eq!(table.decide_for_computer(seat, step + 1, &draw).unwrap_err(), Refusal::Stale);
    assert_eq!(table.decide_for_computer(seat, step, &draw).unwrap().table.step, step + 1);
}

#[test]
fn two_people_play_on_as_two_wherever_they_sit() {
    let for_two = || Verb::SetOption { key: "players".to_owned(), value: "2".to_owned() };
    let partners = after(&lobby(), 2, Verb::Join(Team::NorthSouth));
    let with_computer = after(&partners, 1, Verb::AddComputer(Team::EastWest, Level::Normal));
    let two = after(&with_computer, 1, for_two());
    assert_eq!((two.seat_of(UserId(1)), two.seat_of(UserId(2))), (Some(Seat::North), Some(Seat::East)));
    assert_eq!((two.computer_players().count(), two.free_seats()), (0, 0));
    let three = after(&partners, 3, Verb::Join(Team::EastWest));
    assert_eq!(refused(&three, 1, for_two()), Refusal::TooManySeated);
}

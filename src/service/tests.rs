//! Computer players by the same path as people, and what time does: whole games to their end.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::engine::moves;
use crate::engine::rules::Target;
use crate::table::{Due, Incident};

/// A service on a database of its own.
pub(crate) async fn service(dir: &tempfile::TempDir) -> Service {
    let url = format!("sqlite://{}", dir.path().join("canasta.db").display());
    Service::new(Store::open(&url).await.unwrap(), Clock::default())
}

/// Does what chance has a part in, with a pack of the test's own.
pub(crate) async fn ask_with_pack(service: &Service, id: TableId, by: &Member, verb: Verb) -> Look {
    service.change(id, Some(by.user), |table| table.decide(by, verb.clone())).await.unwrap()
}

#[tokio::test]
async fn one_person_and_computer_players_play_whole_games_of_every_rule_set() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let host = Member { user: UserId(1), name: "Ana".to_owned() };
    for set in RuleSet::ALL {
        let rules = Rules { target: Target::Points(500), ..set.rules(4) };
        let look = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, rules, Vec::new()).await.unwrap();
        let id = look.table.id;
        for (team, level) in
            [(Team::EastWest, Level::Easy), (Team::NorthSouth, Level::Normal), (Team::EastWest, Level::Normal)]
        {
            service.ask(id, &host, Request::AddComputer(team, level)).await.unwrap();
        }
        let mut look = service.ask(id, &host, Request::Start).await.unwrap();
        while look.table.phase == Phase::Playing {
            let step = look.table.step;
            look = match service.play_computers(id).await.unwrap() {
                Some(look) => look,
                None => {
                    let round = look.table.round().unwrap();
                    let view = round.view(Seat::North);
                    let request = match moves::safe(&view) {
                        Some(action) => Request::Act { step, actions: vec![action] },
                        None => Request::Deal { step },
                    };
                    service.ask(id, &host, request).await.unwrap()
                }
            };
        }
        assert_eq!(look.table.phase, Phase::Won);
    }
    let stats = service.stats(GuildId(1), host.user).await.unwrap();
    assert_eq!((stats.games, stats.computer_games), (0, 4));
}

const MINUTE: i64 = 60_000;

fn people() -> [Member; 2] {
    [1, 2].map(|user| Member { user: UserId(user), name: format!("member {user}") })
}

/// A game for two with this clock.
async fn game_for_two(service: &Service, pace: Option<Pace>) -> Look {
    let [host, guest] = people();
    let set = RuleSet::Classic;
    let rules = Rules { target: Target::Points(500), ..set.rules(2) };
    let id = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, rules, Vec::new()).await.unwrap().table.id;
    service.ask(id, &host, Request::SetClock(pace)).await.unwrap();
    service.ask(id, &guest, Request::Join(Team::EastWest)).await.unwrap();
    service.ask(id, &host, Request::Start).await.unwrap()
}

fn move_on(service: &Service, by: i64) {
    service.clock().follow(service.clock().now() + by);
}

/// Waits for what is due and does it; what it was.
async fn next_due(service: &Service) -> (TableId, Due, Look) {
    let id = service.tables_due().await.unwrap()[0];
    let (look, due) = service.time_is_up(id).await.unwrap().unwrap();
    (id, due, look)
}

#[tokio::test]
async fn a_deadline_outlives_a_restart_and_is_met_when_the_clock_is_moved() {
    let dir = tempfile::tempdir().unwrap();
    let first = service(&dir).await;
    let look = game_for_two(&first, Some(Pace::Hour)).await;
    let (id, deadline) = (look.table.id, look.table.deadline());
    first.close().await;
    drop(first);

    let service = Arc::new(service(&dir).await);
    assert_eq!(service.look(id).await.unwrap().table.deadline(), deadline);
    let waiting = Arc::clone(&service);
    let waiting = tokio::spawn(async move { next_due(&waiting).await });
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert!(!waiting.is_finished());
    move_on(&service, 46 * MINUTE);
    assert_eq!(waiting.await.unwrap().1, Due::Warning);
    move_on(&service, 15 * MINUTE);
    let (_, due, look) = next_due(&service).await;
    assert_eq!(due, Due::Turn);
    let nothing = tokio::time::timeout(std::time::Duration::from_millis(50), service.tables_due()).await;
    assert!(nothing.is_err(), "{nothing:?}");
    let seat = look.table.computer_to_act().unwrap().0;
    let look = service.play_computers(id).await.unwrap().unwrap();
    assert_ne!(look.table.round().unwrap().to_act().next(), Some(seat));
}

#[tokio::test]
async fn a_turn_that_ended_in_an_outage_is_warned_of_first() {
    let dir = tempfile::tempdir().unwrap();
    let first = service(&dir).await;
    let id = game_for_two(&first, Some(Pace::Hour)).await.table.id;
    first.close().await;
    drop(first);

    let service = service(&dir).await;
    move_on(&service, 120 * MINUTE);
    let (_, due, look) = next_due(&service).await;
    assert_eq!((due, look.table.computer_to_act()), (Due::Warning, None));
    // It is as durable as any other deadline.
    let deadline = look.table.deadline();
    assert!(deadline.is_some_and(|at| at > service.clock().now() + 14 * MINUTE), "{deadline:?}");
    service.close().await;
    drop(service);
    let service = self::service(&dir).await;
    assert_eq!(service.look(id).await.unwrap().table.deadline(), deadline);
}

#[tokio::test]
async fn what_comes_sooner_wakes_who_waits() {
    let dir = tempfile::tempdir().unwrap();
    let service = Arc::new(service(&dir).await);
    game_for_two(&service, Some(Pace::Day)).await;
    let waiting = Arc::clone(&service);
    let waiting = tokio::spawn(async move { next_due(&waiting).await.0 });
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let sooner = game_for_two(&service, Some(Pace::NinetySeconds)).await;
    move_on(&service, 2 * MINUTE);
    assert_eq!(waiting.await.unwrap(), sooner.table.id);
}

#[tokio::test]
async fn a_game_that_everybody_has_left_alone_comes_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let id = game_for_two(&service, Some(Pace::NinetySeconds)).await.table.id;
    let mut most_turns = 0;
    loop {
        let look = service.look(id).await.unwrap();
        match look.table.due().filter(|_| look.table.phase == Phase::Playing) {
            _ if look.table.computer_to_act().is_some() => {
                let played = service.play_computers(id).await.unwrap().unwrap();
                most_turns = most_turns.max(played.turns_begun() - look.turns_begun());
            }
            Some((at, due)) => {
                service.clock().follow(at + 200);
                assert_eq!((next_due(&service).await.1), due);
            }
            None => break,
        }
    }
    let look = service.look(id).await.unwrap();
    assert_eq!((look.table.phase, most_turns), (Phase::Won, 2), "once around the table at a time");
    assert!(look.table.computers[Seat::North].is_some() && look.table.seats[Seat::North].is_some());
    // Whoever was not there when it ended has left it.
    let step = look.table.step;
    for member in people() {
        let stats = service.stats(GuildId(1), member.user).await.unwrap();
        assert_eq!((stats.games, stats.computer_games, stats.left), (0, 0, 1));
    }
    // Another game is for those alone who come back for it.
    let [host, guest] = people();
    service.touch(id, &host).await.unwrap();
    let look = service.ask(id, &host, Request::Rematch { step }).await.unwrap();
    assert_eq!((look.table.seat_of(host.user), look.table.seat_of(guest.user)), (Some(Seat::North), None));
    let told: Vec<&Incident> = look.incidents().collect();
    assert!(matches!(told.as_slice(), [Incident::Left { member, .. }] if *member == guest), "{told:?}");
}

#[tokio::test]
async fn whoever_clicks_has_the_seat_again() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let id = game_for_two(&service, Some(Pace::NinetySeconds)).await.table.id;
    let [host, _] = people();
    assert!(service.touch(id, &host).await.unwrap().is_none(), "nothing was away");
    while service.look(id).await.unwrap().table.computers[Seat::North].is_none() {
        if service.play_computers(id).await.unwrap().is_none() {
            move_on(&service, 2 * MINUTE);
            next_due(&service).await;
        }
    }
    service.touch(id, &host).await.unwrap();
    service.play_computers(id).await.unwrap();
    assert_eq!(service.look(id).await.unwrap().table.computers[Seat::North], None);
}

#[tokio::test]
async fn who_is_around_is_called_quietly_and_has_a_minute() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let [ana, _] = people();
    let now = || service.clock().now();
    let call = async || service.how_to_call(ana.user, None).await.unwrap();
    let until = |call: Call| match call {
        Call::HereUntil(until) => until,
        Call::Ping | Call::Quiet => panic!("not quietly: {call:?}"),
    };
    assert_eq!(call().await, Call::Ping, "after a start nobody is here");
    service.note_click(ana.user);
    move_on(&service, MINUTE);
    let called = now();
    assert!(until(call().await) >= called + MINUTE);
    let hurried = service.how_to_call(ana.user, Some(called + MINUTE)).await.unwrap();
    assert!((called + MINUTE / 3..called + MINUTE).contains(&until(hurried)), "before the time is up");
    let reminder = async || service.how_to_remind(ana.user, called).await.unwrap();
    move_on(&service, MINUTE / 2);
    assert_eq!(reminder().await, Call::Ping, "no click since");
    service.note_click(ana.user);
    assert!(until(reminder().await) > now());
    assert!(until(service.how_to_warn(ana.user).await.unwrap()) > now());
    move_on(&service, MINUTE);
    assert_eq!(reminder().await, Call::Ping, "for a minute");
    assert_eq!(service.how_to_warn(ana.user).await.unwrap(), Call::Ping);
    move_on(&service, MINUTE);
    assert_eq!(call().await, Call::Ping, "for two minutes");
}

#[tokio::test]
async fn who_wants_no_ping_or_every_ping_gets_that() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let [ana, _] = people();
    let call = async || service.how_to_call(ana.user, None).await.unwrap();
    service.note_click(ana.user);
    service.set_pings(&ana, Pings::Always).await.unwrap();
    assert_eq!(call().await, Call::Ping);
    service.set_pings(&ana, Pings::Never).await.unwrap();
    move_on(&service, 3 * MINUTE);
    assert_eq!(call().await, Call::Quiet);
    service.set_pings(&ana, Pings::WhenAway).await.unwrap();
    assert_eq!(call().await, Call::Ping);
}

#[tokio::test]
async fn the_tables_of_a_server_that_removed_the_bot_go_on_once_it_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let id = game_for_two(&service, Some(Pace::Hour)).await.table.id;
    service.guild_removed(GuildId(1)).await.unwrap();
    move_on(&service, 120 * MINUTE);
    let nothing = tokio::time::timeout(std::time::Duration::from_millis(50), service.tables_due()).await;
    assert!(nothing.is_err(), "{nothing:?}");
    assert_eq!(service.guild_back(GuildId(1)).await.unwrap(), [id]);
    assert_eq!(service.guild_back(GuildId(1)).await.unwrap(), []);
    let deadline = service.look(id).await.unwrap().table.deadline();
    assert!(deadline.is_some_and(|at| at > service.clock().now() + 59 * MINUTE), "{deadline:?}");
}

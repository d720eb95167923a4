//! What happens to people is told on the table and in the hands, each by the name they had then.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::rendered;
use crate::discord::draft::Draft;
use crate::discord::panel::hand::Told;
use crate::discord::render;
use crate::engine::rules::Target;
use crate::engine::{Counts, Pack, RuleSet, Rules, Seat, Team, moves};
use crate::i18n::{Lang, say};
use crate::service::tests::{ask_with_pack, service};
use crate::service::{Look, Request, Service};
use crate::table::{ChannelId, Due, GuildId, Member, Motion, Pace, Phase, UserId, Verb};

fn member(user: u64, name: &str) -> Member {
    Member { user: UserId(user), name: name.to_owned() }
}

/// A game of four with this clock, the host to play.
async fn game(service: &Service, pace: Option<Pace>) -> Look {
    let host = member(1, "Ana");
    let set = RuleSet::Classic;
    let look = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, set.rules(4), Vec::new()).await.unwrap();
    let id = look.table.id;
    for (user, name, team) in [(2, "Cy", Team::EastWest), (3, "Bo", Team::NorthSouth), (4, "Di", Team::EastWest)] {
        service.ask(id, &member(user, name), Request::Join(team)).await.unwrap();
    }
    service.ask(id, &host, Request::SetClock(pace)).await.unwrap();
    let start = Verb::Start { dealer: Seat::West, pack: Pack::shuffled(&mut StdRng::seed_from_u64(1)) };
    ask_with_pack(service, id, &host, start).await
}

/// Whoever is to act plays a turn to its end.
async fn a_turn(service: &Service, mut look: Look) -> Look {
    let by = look.table.to_act().next().unwrap().clone();
    while look.table.to_act().next() == Some(&by) {
        let view = look.table.view_of(by.user).unwrap();
        let act = Request::Act { step: look.table.step, actions: vec![moves::safe(&view).unwrap()] };
        look = service.ask(look.table.id, &by, act).await.unwrap();
    }
    look
}

fn hand(look: &Look, user: u64) -> String {
    let view = look.table.view_of(UserId(user)).unwrap();
    rendered(&render::hand(Lang::En, look, &view, &Draft::default(), 0, Told::Nothing))
}

/// Everybody plays until it is Ana's turn, whose time runs out; the table then, and once the computer has played.
async fn time_is_up_for_ana(service: &Service, mut look: Look) -> (Look, Look) {
    while look.table.to_act().next().unwrap().name != "Ana" {
        look = a_turn(service, look).await;
    }
    loop {
        service.clock().follow(service.clock().now() + Pace::NinetySeconds.turn());
        let (now, due) = service.time_is_up(look.table.id).await.unwrap().unwrap();
        if due == Due::Turn {
            return (now, service.play_computers(look.table.id).await.unwrap().unwrap());
        }
    }
}

#[tokio::test]
async fn a_pause_is_told_once() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let id = game(&service, None).await.table.id;
    service.ask(id, &member(1, "Ana"), Request::Propose(Motion::Pause)).await.unwrap();
    for (user, name) in [(2, "Cy"), (3, "Bo")] {
        let until = service.look(id).await.unwrap().table.vote.as_ref().unwrap().until;
        service.ask(id, &member(user, name), Request::Vote { yes: true, until }).await.unwrap();
    }
    let look = service.look(id).await.unwrap();
    let [board, log] =
        [render::board(Lang::En, &look), render::history(Lang::En, &look, None, 0)].map(|it| rendered(&it));
    for shown in [&board, &hand(&look, 1), &log] {
        assert_eq!(shown.to_lowercase().matches("paused").count(), 1, "{shown}");
    }
    let on = service.ask(id, &member(4, "Di"), Request::GoOn).await.unwrap();
    let board = rendered(&render::board(Lang::En, &on));
    assert!(board.contains("The game was paused.\nDi ended the pause."), "{board}");
}

#[tokio::test]
async fn what_the_computer_played_for_somebody_is_told_to_them_too() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let look = game(&service, Some(Pace::NinetySeconds)).await;
    let look = a_turn(&service, look).await;
    let (time_up, mut look) = time_is_up_for_ana(&service, look).await;
    let shown = hand(&time_up, 1);
    assert!(shown.contains("The computer plays this turn for you") && shown.contains("(Draw)"), "{shown}");
    let shown = hand(&look, 1);
    let told = "> Time was up: the computer plays this turn for Ana.\n> Robot for Ana drew";
    assert!(shown.contains(told) && shown.contains("Waiting for your turn"), "{shown}");
    for _ in 0..2 {
        look = time_is_up_for_ana(&service, look).await.1;
    }
    let shown = hand(&look, 1);
    assert!(shown.contains("You are away: the computer plays on for you until you click"), "{shown}");
    assert!(service.touch(look.table.id, &member(1, "Ana")).await.unwrap().is_some());
    let back = hand(&service.look(look.table.id).await.unwrap(), 1);
    assert!(back.matches("> Robot for Ana drew").count() == 3 && !back.contains("You are away"), "{back}");
    assert!(!back.contains("> You"), "{back}");
}

#[tokio::test]
async fn who_takes_the_pile_is_told_what_came_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let mut look = one_round(&service).await;
    let mut seen = 0;
    while look.table.phase == Phase::Playing && seen < 3 {
        let by = look.table.to_act().next().unwrap().clone();
        let view = look.table.view_of(by.user).unwrap();
        let takes = moves::takes(&view);
        let action = takes.first().cloned().unwrap_or_else(|| moves::safe(&view).unwrap());
        let act = Request::Act { step: look.table.step, actions: vec![action] };
        look = service.ask(look.table.id, &by, act).await.unwrap();
        let (shown, took) = (hand(&look, by.user.0), look.took(view.seat));
        if takes.is_empty() {
            continue;
        }
        seen += 1;
        assert!(!took.is_empty() && took.len() == view.public.pile.len(), "{shown}");
        let cards = say::groups(&Counts::of(&took)).join("  ");
        assert_eq!(shown.matches(&format!("You took the pile: {cards}.")).count(), 1, "{shown}");
        let other = if by.user == UserId(1) { 2 } else { 1 };
        assert!(!hand(&look, other).contains("You took the pile"), "{shown}");
    }
    assert_eq!(seen, 3);
}

#[tokio::test]
async fn who_came_and_went_is_told_by_the_names_of_then() {
    let dir = tempfile::tempdir().unwrap();
    let first = service(&dir).await;
    let mut look = game(&first, None).await;
    let id = look.table.id;
    for _ in 0..2 {
        look = a_turn(&first, look).await;
    }
    first.ask(id, &member(2, "Cy"), Request::Abandon).await.unwrap();
    look = first.ask(id, &member(5, "**Eve**"), Request::TakeOver).await.unwrap();
    for _ in 0..3 {
        look = a_turn(&first, look).await;
    }
    // Whoever took the seat is told of what was done in it.
    let mut shown = vec![rendered(&render::board(Lang::En, &look)), hand(&look, 5), hand(&look, 1)];
    look = a_turn(&first, look).await;
    let log = render::history(Lang::En, &look, None, 0);
    shown.push(rendered(&log));
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(shown.join("\n\n")) });
    first.close().await;
    drop(first);

    let look = service(&dir).await.look(id).await.unwrap();
    assert_eq!(render::history(Lang::En, &look, None, 0), log, "a restart tells it otherwise");
}

/// A game of two that one round wins, at its beginning.
async fn one_round(service: &Service) -> Look {
    let host = member(1, "Ana");
    let (set, target) = (RuleSet::Classic, Target::OneRound);
    let rules = Rules { target, ..set.rules(2) };
    let id = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, rules, Vec::new()).await.unwrap().table.id;
    service.ask(id, &member(2, "Cy*"), Request::Join(Team::EastWest)).await.unwrap();
    let start = Verb::Start { dealer: Seat::East, pack: Pack::shuffled(&mut StdRng::seed_from_u64(1)) };
    ask_with_pack(service, id, &host, start).await
}

/// Plays until the game is won.
async fn play_on(service: &Service, mut look: Look) -> Look {
    while look.table.phase == Phase::Playing {
        look = match service.play_computers(look.table.id).await.unwrap() {
            Some(played) => played,
            None => a_turn(service, look).await,
        };
    }
    look
}

/// That game, played to its end.
async fn won(service: &Service) -> Look {
    let look = one_round(service).await;
    play_on(service, look).await
}

#[tokio::test]
async fn a_game_that_a_computer_ended_is_counted_apart_whoever_came_since() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let apart = |look: &Look| rendered(&render::board(Lang::En, look)).contains("counted apart");
    let look = one_round(&service).await;
    let id = look.table.id;
    service.ask(id, &member(2, "Cy*"), Request::Abandon).await.unwrap();
    let look = play_on(&service, service.look(id).await.unwrap()).await;
    assert!(apart(&look));
    for request in [Request::TakeOver, Request::LeaveWon { step: look.table.step }] {
        let look = service.ask(id, &member(5, "Eve"), request).await.unwrap();
        assert!(apart(&look), "{}", rendered(&render::board(Lang::En, &look)));
    }
    let people = won(&service).await;
    let step = people.table.step;
    let look = service.ask(people.table.id, &member(2, "Cy*"), Request::LeaveWon { step }).await.unwrap();
    assert!(!apart(&people) && !apart(&look));
}

#[tokio::test]
async fn a_result_is_of_who_played_whoever_came_and_went_since() {
    let dir = tempfile::tempdir().unwrap();
    let first = service(&dir).await;
    let mut look = won(&first).await;
    let (id, step) = (look.table.id, look.table.step);
    let board = |look: &Look| rendered(&render::board(Lang::En, look));
    let mut shown = vec![board(&look)];
    first.ask(id, &member(2, "Cy*"), Request::LeaveWon { step }).await.unwrap();
    look = first.look(id).await.unwrap();
    shown.push(board(&look));
    look = first.ask(id, &member(5, "Eve"), Request::TakeOver).await.unwrap();
    shown.push(board(&look));
    look = first.ask(id, &member(1, "Ana"), Request::LeaveWon { step }).await.unwrap();
    shown.push(board(&look));
    let log = render::history(Lang::En, &look, None, 0).content;
    let end: Vec<&str> = log.lines().skip(log.lines().count() - 6).collect();
    shown.push(end.join("\n"));
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(shown.join("\n\n")) });
    first.close().await;
    drop(first);

    let again = service(&dir).await.look(id).await.unwrap();
    assert_eq!(board(&again), board(&look), "a restart tells it otherwise");
}

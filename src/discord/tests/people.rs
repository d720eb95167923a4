//! What happens to people is told on the table and in the hands, each by the name they had then.

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::discord::draft::Draft;
use crate::discord::panel::hand::Told;
use crate::discord::render;
use crate::engine::{Pack, RuleSet, Seat, Team, moves};
use crate::i18n::Lang;
use crate::service::tests::{ask_with_pack, service};
use crate::service::{Look, Request, Service};
use crate::table::{ChannelId, GuildId, Member, UserId, Verb};

fn member(user: u64, name: &str) -> Member {
    Member { user: UserId(user), name: name.to_owned() }
}

/// A game of four, the host to play.
async fn game(service: &Service) -> Look {
    let host = member(1, "Ana");
    let set = RuleSet::Classic;
    let look = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, set.rules(4)).await.unwrap();
    let id = look.table.id;
    for (user, name, team) in [(2, "Cy", Team::EastWest), (3, "Bo", Team::NorthSouth), (4, "Di", Team::EastWest)] {
        service.ask(id, &member(user, name), Request::Join(team)).await.unwrap();
    }
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

/// These stand in a text one after the other, each as the beginning of a line.
fn assert_told(text: &str, lines: &[&str]) {
    let mut rest = text.lines().map(|line| line.trim_start_matches("> "));
    for line in lines {
        assert!(rest.any(|told| told.starts_with(line)), "{line:?} is not told in its place:\n{text}");
    }
}

fn hand_of(look: &Look, user: u64) -> String {
    let view = look.table.view_of(UserId(user)).unwrap();
    render::hand(Lang::En, look, &view, &Draft::default(), 0, Told::Nothing).content
}

#[tokio::test]
async fn the_table_and_the_hands_tell_who_came_and_went_by_their_names_then() {
    let dir = tempfile::tempdir().unwrap();
    let first = service(&dir).await;
    let mut look = game(&first).await;
    let id = look.table.id;
    for _ in 0..2 {
        look = a_turn(&first, look).await;
    }
    first.ask(id, &member(2, "Cy"), Request::Abandon).await.unwrap();
    look = first.ask(id, &member(5, "**Eve**"), Request::TakeOver).await.unwrap();
    for _ in 0..3 {
        look = a_turn(&first, look).await;
    }
    let board = render::board(Lang::En, &look).content;
    let told = ["Cy ", "Cy left: the computer plays on.", "\\*\\*Eve\\*\\* took Cy's seat.", "Bo "];
    assert_told(&board, &told);
    assert_told(&hand_of(&look, 3), &["Di ", "Ana "]);
    // Her turn has come: what Cy did before he left was done in her seat.
    assert_told(&hand_of(&look, 5), &["Cy left: the computer plays on.", "Bo ", "Di ", "Ana "]);
    look = a_turn(&first, look).await;
    let all = ["Ana ", "Cy ", "Cy left", "\\*\\*Eve\\*\\* took", "Bo ", "Di ", "Ana ", "\\*\\*Eve\\*\\* "];
    let log = render::history(Lang::En, &look, None).content;
    assert_told(&log, &all);
    first.close().await;
    drop(first);

    let look = service(&dir).await.look(id).await.unwrap();
    assert_eq!(render::history(Lang::En, &look, None).content, log, "a restart tells it otherwise");
}

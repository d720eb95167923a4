//! Computer players by the same path as people: whole games to their end.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::engine::moves;
use crate::engine::rules::Target;

async fn service(dir: &tempfile::TempDir) -> Service {
    let url = format!("sqlite://{}", dir.path().join("canasta.db").display());
    Service::new(Store::open(&url).await.unwrap(), Clock::default())
}

#[tokio::test]
async fn one_person_and_computer_players_play_whole_games_of_every_rule_set() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let host = Member { user: UserId(1), name: "Ana".to_owned() };
    for set in RuleSet::ALL {
        let rules = Rules { target: Target::Points(500), ..set.rules(4) };
        let look = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, rules).await.unwrap();
        let id = look.table.id;
        for (team, level) in
            [(Team::EastWest, Level::Easy), (Team::NorthSouth, Level::Normal), (Team::EastWest, Level::Normal)]
        {
            service.ask(id, &host, Request::AddComputer(team, level)).await.unwrap();
        }
        let mut look = service.ask(id, &host, Request::Start).await.unwrap();
        while look.table.phase == Phase::Playing {
            let step = look.table.step;
            look = match service.play_computer(id).await.unwrap() {
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

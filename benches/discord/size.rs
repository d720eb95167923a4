//! What games weigh on the disk: whole games to 5,000 points, with every event of them.

use std::sync::Arc;

use canasta::engine::{Action, RuleSet, Team, View, moves};
use canasta::service::{Clock, Request, Service};
use canasta::store::Store;
use canasta::table::{ChannelId, GuildId, Member, Phase, TableId, UserId};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::task::JoinSet;

const GAMES: u64 = 16;

/// The whole database once all games are won, shared out among them.
pub(crate) async fn kib_per_game() -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("canasta.db");
    let store = Store::open(&format!("sqlite://{}", path.display())).await.expect("the database opens");
    let service = Arc::new(Service::new(store, Clock::default()));
    let mut games = JoinSet::new();
    for number in 0..GAMES {
        games.spawn(game(Arc::clone(&service), number));
    }
    let moves: u64 = games.join_all().await.into_iter().sum();
    service.close().await;
    eprintln!("a game has {} moves", moves / GAMES);
    let bytes = std::fs::metadata(path).expect("the database").len();
    bytes as f64 / 1024.0 / GAMES as f64
}

/// Plays a game to its end; the number of moves.
async fn game(service: Arc<Service>, number: u64) -> u64 {
    let mut rng = StdRng::seed_from_u64(number);
    let set = RuleSet::ALL[number as usize % RuleSet::ALL.len()];
    let member = |place: u64| Member { user: UserId(number * 4 + place), name: format!("Somebody {place}") };
    let opened = service.open_table(GuildId(1), ChannelId(number), member(0), set, set.rules(4), Vec::new()).await;
    let id = opened.expect("opened").table.id;
    for (place, team) in [(1, Team::EastWest), (2, Team::NorthSouth), (3, Team::EastWest)] {
        service.ask(id, &member(place), Request::Join(team)).await.expect("a free seat");
    }
    service.ask(id, &member(0), Request::Start).await.expect("all are seated");
    play(&service, id, &member(0), &mut rng).await
}

async fn play(service: &Service, id: TableId, dealer: &Member, rng: &mut StdRng) -> u64 {
    loop {
        let look = service.look(id).await.expect("kept");
        let step = look.table.step;
        if look.table.phase == Phase::Won {
            return step;
        }
        let (by, request) = match look.table.to_act().next() {
            Some(member) => {
                let view = look.table.view_of(member.user).expect("seated");
                let actions = vec![chosen(&view, rng)];
                (member.clone(), Request::Act { step, actions })
            }
            None => (dealer.clone(), Request::Deal { step }),
        };
        service.ask(id, &by, request).await.expect("what is offered is legal");
    }
}

/// Plays as somebody who mostly melds what can be melded.
fn chosen(view: &View, rng: &mut StdRng) -> Action {
    let all = moves::actions(view);
    let melds: Vec<&Action> =
        all.iter().filter(|action| matches!(action, Action::Meld(_) | Action::TakePile(_))).collect();
    let meld = melds.choose(rng).filter(|_| rng.random_bool(0.8)).copied();
    meld.or_else(|| all.choose(rng)).cloned().expect("to act")
}

//! What the store is held to, on real files. The games are random but legal.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod asking;
mod durable;
mod games;
mod keeping;
mod opening;
mod removed;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tempfile::TempDir;

use super::{Store, Stored};
use crate::engine::rules::Target;
use crate::engine::{Event, Pack, RuleSet, Seat, Team, moves};
use crate::table::{Change, ChannelId, GuildId, Member, Phase, Table, TableId, UserId, Verb};

const GUILD: GuildId = GuildId(7);
/// Ids of Discord have 64 bits: the largest must survive too.
const LARGEST: u64 = u64::MAX;

/// A database in a directory of its own.
struct Place {
    directory: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { directory: TempDir::new().unwrap() }
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.directory.path().join("canasta.db").display())
    }

    async fn open(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }

    /// SQL from outside, past the store.
    async fn sql(&self, sql: &'static str) {
        use sqlx::Connection;
        let mut conn = sqlx::SqliteConnection::connect(&format!("{}?mode=rwc", self.url())).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }

    async fn count(&self, sql: &'static str) -> i64 {
        use sqlx::Connection;
        let mut conn = sqlx::SqliteConnection::connect(&self.url()).await.unwrap();
        let count = sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        count
    }
}

fn member(user: u64) -> Member {
    Member { user: UserId(user), name: format!("member {user}") }
}

/// A lobby with its host alone.
fn lobby(guild: GuildId, host: u64) -> Table {
    let set = RuleSet::Classic;
    Table::open(TableId(0), guild, ChannelId(LARGEST - 1), member(host), set, set.rules(4))
}

/// A lobby with members in these seats, north first: two of them, or more at a table for four.
fn full_lobby(set: RuleSet, users: &[u64]) -> Table {
    let rules = set.rules(if users.len() == 2 { 2 } else { 4 });
    let mut table = Table::open(TableId(0), GUILD, ChannelId(8), member(users[0]), set, rules);
    for &user in &users[1..] {
        let team = Team::ALL.into_iter().find(|team| team.seats(rules.players).any(|seat| table.seats[seat].is_none()));
        table = table.decide(&member(user), Verb::Join(team.unwrap())).unwrap().table;
    }
    let seats = users.iter().filter_map(|&user| table.seat_of(UserId(user)));
    let free = table.seats_in_use().filter(|&seat| table.is_free(seat));
    let order = seats.chain(free).collect();
    table.decide(&member(users[0]), Verb::Shuffle(order)).unwrap().table
}

/// The game begins.
fn start(table: &Table, rng: &mut StdRng) -> Change {
    let host = Member { user: table.host, name: String::new() };
    let host = table.members().find(|(_, member)| member.user == host.user).unwrap().1.clone();
    table.decide(&host, Verb::Start { dealer: Seat::North, pack: Pack::shuffled(rng) }).unwrap()
}

/// The next thing that happens at a table in play: a random action, or the next deal.
fn next(table: &Table, rng: &mut StdRng) -> Change {
    let step = table.step;
    if let Some((seat, _)) = table.computer_to_act() {
        let view = table.round().unwrap().view(seat);
        let action = moves::actions(&view).choose(rng).cloned().unwrap();
        return table.decide_for_computer(seat, step, &action).unwrap();
    }
    let Some(by) = table.to_act().next().cloned() else {
        let (_, by) = table.members().next().unwrap();
        return table.decide(by, Verb::Deal { step, pack: Pack::shuffled(rng) }).unwrap();
    };
    let view = table.view_of(by.user).unwrap();
    let action = moves::actions(&view).choose(rng).cloned().unwrap();
    table.decide(&by, Verb::Act { step, actions: vec![action] }).unwrap()
}

fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Keeps a table and plays it for so many steps, or until it is won.
async fn play(store: &Store, table: Table, most: u32, seed: u64) -> Stored {
    let rng = &mut rng(seed);
    let mut table = store.create(table, 1).await.unwrap();
    let mut version = 1;
    let mut change = start(&table, rng);
    for step in 0..most {
        version = store.commit(version, &change, 2 + i64::from(step)).await.unwrap();
        table = change.table;
        if table.phase != Phase::Playing {
            break;
        }
        change = next(&table, rng);
    }
    Stored { table, version, shown: super::Shown::default() }
}

/// A lobby for a game of one round.
fn one_round(users: &[u64]) -> Table {
    let mut table = full_lobby(RuleSet::Classic, users);
    table.rules.target = Target::OneRound;
    table
}

//! Finished games are counted once, and the sums are right.

use super::*;
use crate::ai::Level;
use crate::engine::Sheet;
use crate::store::{Leaderboard, Ranked, Shown, Stats};
use crate::table::{Deeds, Entry};

/// What the statistics must say of one member of a finished game.
fn expected(table: &Table, user: u64) -> Stats {
    let seat = table.seat_of(UserId(user)).unwrap();
    let game = table.game.as_ref().unwrap();
    let sheets: Vec<Sheet> = game.sheets().iter().map(|sheets| sheets[seat.team()]).collect();
    let sum = |of: fn(&Sheet) -> u8| sheets.iter().map(|sheet| u32::from(of(sheet))).sum();
    Stats {
        games: 1,
        wins: u32::from(game.winner() == Some(seat.team())),
        rounds: sheets.len() as u32,
        points: game.totals()[seat.team()].into(),
        natural_canastas: sum(|sheet| sheet.canastas.natural),
        mixed_canastas: sum(|sheet| sheet.canastas.mixed),
        wild_canastas: sum(|sheet| sheet.canastas.wild),
        concealed_canastas: sum(|sheet| sheet.canastas.concealed),
        outs: table.deeds[seat].outs,
        concealed_outs: table.deeds[seat].concealed_outs,
        best_round: sheets.iter().map(Sheet::total).max(),
        computer_games: 0,
        computer_wins: 0,
        left: 0,
    }
}

fn added(a: Stats, b: Stats) -> Stats {
    Stats {
        games: a.games + b.games,
        wins: a.wins + b.wins,
        rounds: a.rounds + b.rounds,
        points: a.points + b.points,
        natural_canastas: a.natural_canastas + b.natural_canastas,
        mixed_canastas: a.mixed_canastas + b.mixed_canastas,
        wild_canastas: a.wild_canastas + b.wild_canastas,
        concealed_canastas: a.concealed_canastas + b.concealed_canastas,
        outs: a.outs + b.outs,
        concealed_outs: a.concealed_outs + b.concealed_outs,
        best_round: a.best_round.max(b.best_round),
        computer_games: a.computer_games + b.computer_games,
        computer_wins: a.computer_wins + b.computer_wins,
        left: a.left + b.left,
    }
}

#[tokio::test]
async fn a_game_and_its_rematch_are_counted_once_each() {
    let place = Place::new();
    let store = place.open().await;
    let users = [1, 2, 3, LARGEST];
    assert_eq!(store.stats(GUILD, UserId(1)).await.unwrap(), Stats::default());
    let mut table = full_lobby(RuleSet::Wild, &users);
    table.rules.target = Target::Points(1500);
    let first = play(&store, table, u32::MAX, 5).await;
    for user in users {
        assert_eq!(store.stats(GUILD, UserId(user)).await.unwrap(), expected(&first.table, user));
    }

    let rng = &mut rng(6);
    let (step, pack) = (first.table.step, Pack::shuffled(rng));
    let mut change = first.table.decide(&member(2), Verb::Rematch { step, dealer: Seat::East, pack }).unwrap();
    let mut version = first.version;
    loop {
        version = store.commit(version, &change, 9).await.unwrap();
        if change.table.phase == Phase::Won {
            break;
        }
        change = next(&change.table, rng);
    }
    for user in users {
        let both = added(expected(&first.table, user), expected(&change.table, user));
        assert_eq!(store.stats(GUILD, UserId(user)).await.unwrap(), both);
        assert_eq!(store.stats(GuildId(8), UserId(user)).await.unwrap(), Stats::default());
    }
    assert_eq!(place.count("select count(*) from results").await, 8);
    assert_eq!(place.count("select count(distinct game) from results where game in (1, 2)").await, 2);

    // Ending the table afterwards counts nothing more; nor does a write that was refused.
    assert!(store.commit(version - 1, &change, 9).await.is_err());
    let end = change.table.decide(&member(1), Verb::End { manager: true }).unwrap();
    store.commit(version, &end, 9).await.unwrap();
    assert_eq!(place.count("select count(*) from results").await, 8);
}

#[tokio::test]
async fn deeds_are_told_apart() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(one_round(&[1, 2, 3, 4]), 1).await.unwrap();
    let mut change = start(&table, &mut rng(1));
    change.table.deeds[Seat::South] = Deeds { outs: 3, concealed_outs: 2 };
    change.entries.push(Entry::Played(Event::GameWon { team: Team::EastWest }));
    store.commit(1, &change, 1).await.unwrap();
    let south = store.stats(GUILD, UserId(3)).await.unwrap();
    assert_eq!((south.games, south.wins, south.outs, south.concealed_outs), (1, 0, 3, 2));
    let east = store.stats(GUILD, UserId(2)).await.unwrap();
    assert_eq!((east.games, east.wins, east.outs), (1, 1, 0));
}

/// A finished game of two members without a card played.
#[tokio::test]
async fn who_has_played_is_called_as_they_were_there() {
    let place = Place::new();
    let store = place.open().await;
    store.remember_member(&Member { user: UserId(2), name: "of old".to_owned() }, 1).await.unwrap();
    play(&store, one_round(&[1, 2]), u32::MAX, 3).await;
    assert_eq!(store.name_of(UserId(2)).await.unwrap(), Some(member(2).name));
}

async fn won_by(store: &Store, winner: u64, loser: u64) {
    let table = store.create(one_round(&[winner, loser]), 1).await.unwrap();
    let mut change = start(&table, &mut rng(1));
    change.entries.push(Entry::Played(Event::GameWon { team: Team::NorthSouth }));
    store.commit(1, &change, 1).await.unwrap();
}

#[tokio::test]
async fn the_leaderboard_ranks_by_wins_then_rate_then_name() {
    let place = Place::new();
    let store = place.open().await;
    let empty = Leaderboard { page: 0, pages: 1, rows: Vec::new() };
    for page in [0, 1, 5] {
        assert_eq!(store.leaderboard(GUILD, page).await.unwrap(), empty);
    }
    for (winner, loser) in [(1, 2), (1, 2), (2, 1), (3, 10), (LARGEST, 10), (4, 11), (12, 5), (13, 6), (14, 7)] {
        won_by(&store, winner, loser).await;
    }
    for (user, name) in [(3, "Zoe"), (LARGEST, "Amy")] {
        store.remember_member(&Member { user: UserId(user), name: name.to_owned() }, 2).await.unwrap();
    }
    // Any write takes along what rides.
    store.set_meta("a", "b").await.unwrap();

    let first = store.leaderboard(GUILD, 0).await.unwrap();
    assert_eq!((first.page, first.pages, first.rows.len()), (0, 2, 10));
    let places = |page: &Leaderboard| page.rows.iter().map(|row| (row.place, row.user.0)).collect::<Vec<_>>();
    let order = [(1, 1), (2, LARGEST), (2, 3), (2, 12), (2, 13), (2, 14), (2, 4), (8, 2), (9, 10), (9, 11)];
    assert_eq!(places(&first), order, "equals share a place");
    let best = Ranked { place: 1, user: UserId(1), name: "member 1".to_owned(), games: 3, wins: 2, points: 0 };
    assert_eq!(first.rows[0], best);
    assert_eq!((first.rows[1].place, first.rows[1].name.as_str()), (2, "Amy"));

    let second = store.leaderboard(GUILD, 1).await.unwrap();
    assert_eq!(places(&second), [(9, 5), (9, 6), (9, 7)]);
    assert_eq!(store.leaderboard(GUILD, 99).await.unwrap(), second);
    assert_eq!(store.leaderboard(GuildId(8), 0).await.unwrap(), empty);
}

#[tokio::test]
async fn a_game_with_a_computer_player_is_kept_but_counted_apart() {
    let place = Place::new();
    let store = place.open().await;
    let mut table = full_lobby(RuleSet::Classic, &[1, 2, 3]);
    table.rules.target = Target::OneRound;
    let table = table.decide(&member(1), Verb::AddComputer(Team::EastWest, Level::Easy)).unwrap().table;
    let won = play(&store, table, u32::MAX, 9).await.table;
    let winner = won.game.as_ref().unwrap().winner();
    for user in [1, 2, 3] {
        let wins = u32::from(won.seat_of(UserId(user)).map(Seat::team) == winner);
        let expected = Stats { computer_games: 1, computer_wins: wins, ..Stats::default() };
        assert_eq!(store.stats(GUILD, UserId(user)).await.unwrap(), expected);
    }
    assert_eq!(store.leaderboard(GUILD, 0).await.unwrap().rows, []);
}

#[tokio::test]
async fn a_table_where_a_computer_player_is_to_act_is_found_after_a_restart() {
    let place = Place::new();
    let store = place.open().await;
    let table = full_lobby(RuleSet::Classic, &[1, 2, 3]);
    let table = table.decide(&member(1), Verb::AddComputer(Team::EastWest, Level::Easy)).unwrap().table;
    let mut waiting = Vec::new();
    // Longer and longer games, until a person has been to act at the end of one, and the computer at another's.
    for steps in 1..60 {
        let stored = play(&store, table.clone(), steps, 9).await;
        store.note_shown(stored.table.id, Shown { version: stored.version, ..stored.shown }).await.unwrap();
        waiting.extend(stored.table.computer_to_act().map(|_| stored.table.id));
    }
    assert!(!waiting.is_empty() && waiting.len() < 59, "{waiting:?}");
    store.close().await;
    assert_eq!(place.open().await.to_redraw().await.unwrap(), waiting);
}

/// Plays on until the round is over.
fn until_the_round_is_over(mut table: Table, rng: &mut StdRng) -> Table {
    while table.round().is_some_and(|round| !round.is_over()) {
        table = next(&table, rng).table;
    }
    table
}

#[tokio::test]
async fn a_result_is_of_whom_the_last_round_was_dealt_to() {
    let place = Place::new();
    let store = place.open().await;
    let rng = &mut rng(4);
    let mut lobby = full_lobby(RuleSet::Classic, &[1, 2, 3, 4]);
    lobby.rules.target = Target::Points(20_000);
    let mut table = start(&store.create(lobby, 1).await.unwrap(), rng).table;
    // In the first round one player leaves and another takes the seat.
    table = table.decide(&member(4), Verb::Abandon).unwrap().table;
    table = table.decide(&member(5), Verb::TakeOver).unwrap().table;
    table = until_the_round_is_over(table, rng);
    // The next round is to be the last: after its deal one player goes, and another comes.
    let by = member(1);
    let deal = Verb::Deal { step: table.step, pack: Pack::shuffled(rng) };
    table = table.decide(&by, deal).unwrap().table;
    table = table.decide(&member(3), Verb::Abandon).unwrap().table;
    table = table.decide(&member(6), Verb::TakeOver).unwrap().table;
    let mut won = until_the_round_is_over(table, rng);
    won.phase = Phase::Won;
    let events = vec![Event::GameWon { team: Team::NorthSouth }];
    store.commit(1, &Change::new(won, events), 9).await.unwrap();
    let stats = async |user| {
        let stats = store.stats(GUILD, UserId(user)).await.unwrap();
        (stats.games, stats.wins, stats.left)
    };
    assert_eq!(stats(1).await, (1, 1, 0));
    // Who was dealt the last round has its result, wherever they went; who came after has none.
    assert_eq!(stats(3).await, (1, 1, 0));
    assert_eq!(stats(6).await, (0, 0, 0));
    assert_eq!(stats(5).await, (1, 0, 0));
    assert_eq!(stats(4).await, (0, 0, 1));
    assert!(store.leaderboard(GUILD, 0).await.unwrap().rows.iter().all(|row| ![4, 6].contains(&row.user.0)));
}

#[tokio::test]
async fn a_game_at_whose_end_a_player_is_away_is_not_rated_and_left_by_that_player() {
    let place = Place::new();
    let store = place.open().await;
    let stats = async |user| {
        let stats = store.stats(GUILD, UserId(user)).await.unwrap();
        (stats.games, stats.computer_games, stats.computer_wins, stats.left)
    };
    // East has left the game once and come back, West is back but has not had a turn yet.
    let mut won = start(&store.create(one_round(&[1, 2, 3, 4]), 1).await.unwrap(), &mut rng(1));
    won.table.computers[Seat::East] = Some(Level::Normal);
    won.table.quitters.push(member(2));
    won.table.computers[Seat::West] = Some(Level::Normal);
    won.table.timing.back[Seat::West] = true;
    won.entries.push(Entry::Played(Event::GameWon { team: Team::EastWest }));
    store.commit(1, &won, 9).await.unwrap();
    assert_eq!(stats(1).await, (0, 1, 0, 0));
    assert_eq!(stats(2).await, (0, 0, 0, 1));
    assert_eq!(stats(3).await, (0, 1, 0, 0));
    assert_eq!(stats(4).await, (0, 1, 1, 0));
    assert_eq!(store.leaderboard(GUILD, 0).await.unwrap().rows, []);

    // The computer plays all seats, one of them since its player left after the last deal.
    let table = store.create(one_round(&[1, 2, 3, 4]), 1).await.unwrap();
    let mut won = start(&table, &mut rng(2)).table.decide(&member(1), Verb::Abandon).unwrap();
    for seat in [Seat::East, Seat::South, Seat::West] {
        won.table.computers[seat] = Some(Level::Normal);
    }
    won.entries.push(Entry::Played(Event::GameWon { team: Team::EastWest }));
    store.commit(1, &won, 9).await.unwrap();
    assert_eq!(stats(1).await, (0, 1, 0, 1));
    assert_eq!(stats(4).await, (0, 1, 1, 1));
}

//! Lists of tables, and what the store says when the disk tells nonsense.

use super::*;
use crate::store::{Pings, StoreError};

#[tokio::test]
async fn my_tables_are_those_where_i_sit_and_that_are_not_over() {
    let place = Place::new();
    let store = place.open().await;
    let ids = async |guild, user| store.tables_of(guild, UserId(user)).await.unwrap();
    let mine = store.create(lobby(GUILD, LARGEST), 1).await.unwrap();
    let other = store.create(lobby(GuildId(LARGEST), LARGEST), 2).await.unwrap();
    let younger = store.create(lobby(GUILD, 2), 3).await.unwrap();
    assert_eq!(ids(GUILD, LARGEST).await, [mine.id]);
    assert_eq!(ids(GuildId(LARGEST), LARGEST).await, [other.id]);

    let joined = younger.decide(&member(LARGEST), Verb::Join(Team::EastWest)).unwrap();
    store.commit(1, &joined, 4).await.unwrap();
    assert_eq!(ids(GUILD, LARGEST).await, [younger.id, mine.id]);
    let left = joined.table.decide(&member(2), Verb::Leave).unwrap();
    store.commit(2, &left, 5).await.unwrap();
    assert_eq!(ids(GUILD, 2).await, []);

    let ended = left.table.decide(&member(LARGEST), Verb::End { manager: false }).unwrap();
    store.commit(3, &ended, 6).await.unwrap();
    assert_eq!(ids(GUILD, LARGEST).await, [mine.id]);
}

#[tokio::test]
async fn a_table_that_is_won_comes_back_with_its_rematch() {
    let place = Place::new();
    let store = place.open().await;
    let ids = async || store.tables_of(GUILD, UserId(2)).await.unwrap();
    let playing = play(&store, one_round(&[1, 2]), 30, 1).await;
    assert_eq!(ids().await, [playing.table.id]);
    let won = play(&store, one_round(&[1, 2]), u32::MAX, 2).await;
    assert_eq!(won.table.phase, Phase::Won);
    assert_eq!(ids().await, [playing.table.id]);
    let won_of = async |guild, user| store.won_of(guild, UserId(user)).await.unwrap();
    assert_eq!(won_of(GUILD, 2).await, [won.table.id]);
    assert_eq!((won_of(GUILD, 3).await, won_of(GuildId(99), 2).await), (vec![], vec![]));
    // A database from before learns it once; a table that can't be read holds nobody up.
    store.create(lobby(GuildId(8), 9), 3).await.unwrap();
    place.sql("update tables set seated = '[null,null,null,null]' where phase = 'won'").await;
    place.sql("update tables set phase = 'won', state = 'x' where phase = 'lobby'").await;
    assert_eq!(won_of(GUILD, 2).await, []);
    place.sql(include_str!("../../../migrations/0014_seats_of_won_games.sql")).await;
    assert_eq!(won_of(GUILD, 2).await, [won.table.id]);
    let (step, pack) = (won.table.step, Pack::sorted());
    let again = won.table.decide(&member(1), Verb::Rematch { step, dealer: Seat::North, pack }).unwrap();
    store.commit(won.version, &again, i64::MAX).await.unwrap();
    assert_eq!(ids().await, [won.table.id, playing.table.id]);
    assert_eq!(won_of(GUILD, 2).await, []);
}

#[tokio::test]
async fn pings_are_as_last_chosen() {
    let place = Place::new();
    let store = place.open().await;
    let of = async |user| store.pings_of(UserId(user)).await.unwrap();
    assert_eq!(of(LARGEST).await, Pings::WhenAway);
    for pings in Pings::ALL {
        store.set_pings(&member(LARGEST), pings, 1).await.unwrap();
        assert_eq!((of(LARGEST).await, of(2).await), (pings, Pings::WhenAway));
    }
    store.remember_member(&Member { user: UserId(LARGEST), name: "Ana".to_owned() }, 2).await.unwrap();
    store.set_meta("after", "that").await.unwrap();
    assert_eq!(of(LARGEST).await, Pings::Never);
    assert_eq!(store.name_of(UserId(LARGEST)).await.unwrap().as_deref(), Some("Ana"));
}

#[tokio::test]
async fn what_is_due_comes_in_order_and_can_be_postponed() {
    let place = Place::new();
    let store = place.open().await;
    let open = async |touched: i64| {
        let mut table = lobby(GUILD, 1);
        table.timing.touched = touched;
        store.create(table, 1).await.unwrap()
    };
    let (later, sooner) = (open(5000).await, open(3000).await);
    let due = async || store.next_due().await.unwrap();
    let (_, at) = due().await[0];
    assert_eq!(due().await, [(sooner.id, at), (later.id, at + 2000)]);
    store.postpone(sooner.id, at, at + 9000).await.unwrap();
    // What is not due yet stays.
    store.postpone(later.id, at, at + 9000).await.unwrap();
    assert_eq!(due().await, [(later.id, at + 2000), (sooner.id, at + 9000)]);
    let ended = later.decide(&member(1), Verb::End { manager: false }).unwrap();
    store.commit(1, &ended, 6).await.unwrap();
    assert_eq!(due().await, [(sooner.id, at + 9000)]);
}

#[tokio::test]
async fn lobbies_are_listed_until_the_game_begins() {
    let place = Place::new();
    let store = place.open().await;
    let first = store.create(one_round(&[1, 2]), 1).await.unwrap();
    let second = store.create(lobby(GUILD, 3), 1).await.unwrap();
    store.create(lobby(GuildId(8), 3), 1).await.unwrap();
    assert_eq!(store.tables_to_join(GUILD).await.unwrap(), [second.id, first.id]);
    store.commit(1, &start(&first, &mut rng(1)), 1).await.unwrap();
    assert_eq!(store.tables_to_join(GUILD).await.unwrap(), [second.id]);
}

#[tokio::test]
async fn a_game_is_listed_while_a_seat_of_it_is_left() {
    let place = Place::new();
    let store = place.open().await;
    let listed = async || store.tables_to_join(GUILD).await.unwrap();
    let table = store.create(one_round(&[1, 2, 3, 4]), 1).await.unwrap();
    let begun = start(&table, &mut rng(1));
    store.commit(1, &begun, 2).await.unwrap();
    assert_eq!(listed().await, []);
    let left = begun.table.decide(&member(2), Verb::Abandon).unwrap();
    store.commit(2, &left, 3).await.unwrap();
    assert_eq!(listed().await, [table.id]);
    // A database from before learns it once; a table that can't be read holds nobody up.
    store.create(lobby(GuildId(8), 9), 3).await.unwrap();
    place
        .sql("update tables set seat_left = 0; update tables set phase = 'playing', state = 'x' where table_id = 2")
        .await;
    let migration = include_str!("../../../migrations/0012_seats_left.sql");
    place.sql(&migration[migration.find("update tables").unwrap()..]).await;
    assert_eq!(listed().await, [table.id]);
    let taken = left.table.decide(&member(5), Verb::TakeOver).unwrap();
    store.commit(3, &taken, 4).await.unwrap();
    assert_eq!(listed().await, []);
    let left = taken.table.decide(&member(3), Verb::Abandon).unwrap();
    store.commit(4, &left, 5).await.unwrap();
    let ended = left.table.decide(&member(1), Verb::End { manager: false }).unwrap();
    store.commit(5, &ended, 6).await.unwrap();
    assert_eq!(listed().await, []);
}

#[tokio::test]
async fn damage_is_reported_without_what_is_written_there() {
    let damages = [
        "update tables set state = ''",
        "update tables set state = 'secret'",
        "update tables set state = '[\"secret\"]'",
        "update tables set state = replace(state, '\"seats\"', '\"secret\"')",
        "update tables set state = substr(state, 1, 200)",
        "update tables set state = json_set(state, '$.phase', 'secret')",
        "update tables set state = json_set(state, '$.step', 'secret')",
        "update tables set state = json_set(state, '$.id', 77)",
        "update tables set step = 77",
        "update tables set phase = 'won'",
        "update tables set pinged_step = -1",
    ];
    for damage in damages {
        let place = Place::new();
        let store = place.open().await;
        let kept = play(&store, one_round(&[1, 2]), 10, 1).await;
        place.sql(damage).await;
        let error = store.load(kept.table.id).await.unwrap_err();
        assert!(matches!(&error, StoreError::Damaged { table, .. } if *table == kept.table.id), "{damage}: {error}");
        assert!(!error.to_string().contains("secret"), "{damage}: {error}");
    }
}

#[tokio::test]
async fn a_damaged_event_is_reported() {
    let place = Place::new();
    let store = place.open().await;
    let kept = play(&store, one_round(&[1, 2]), 10, 1).await;
    assert!(store.history(kept.table.id).await.unwrap().len() > 3);
    place.sql("update events set event = '{\"secret\":1}' where number = 3").await;
    for history in [store.history(kept.table.id).await, store.history_since(kept.table.id, 0).await] {
        let error = history.unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn the_frequent_questions_are_answered_by_an_index() {
    use sqlx::{AssertSqlSafe, Connection, Row};
    let place = Place::new();
    place.open().await.close().await;
    let mut conn = sqlx::SqliteConnection::connect(&place.url()).await.unwrap();
    let questions = [
        ("select table_id from tables where version > shown_version order by table_id", "tables_to_redraw"),
        (crate::store::read::TABLES_TO_JOIN, "open_lobbies"),
        (crate::store::read::TABLES_TO_JOIN, "tables_with_a_seat_left"),
        (
            "select table_id from seats join tables using (table_id) where user_id = ? and guild_id = ?",
            "seats_of_a_member",
        ),
        (crate::store::read::EVENTS_AFTER, "number>?"),
        ("select table_id, due_at from tables where due_at is not null order by due_at limit ?", "tables_by_due"),
        ("select sum(won) from results where guild_id = ? and user_id = ?", "results_by_member"),
        ("select user_id, sum(won) from results where guild_id = ? group by user_id", "results_by_member"),
    ];
    for (question, index) in questions {
        let plan = AssertSqlSafe(format!("explain query plan {question}"));
        let plan = sqlx::query(plan).fetch_all(&mut conn).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        assert!(plan.iter().any(|step| step.contains(index)), "{question}: {plan:?}");
        assert!(!plan.iter().any(|step| step.starts_with("SCAN") && !step.contains(index)), "{question}: {plan:?}");
    }
}

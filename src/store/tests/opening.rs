//! Opening says what is wrong and what to do, and does no harm twice.

use super::*;
use crate::store::{Claim, OpenError};

#[tokio::test]
async fn migrations_run_twice_do_no_harm() {
    let place = Place::new();
    let store = place.open().await;
    let kept = play(&store, full_lobby(RuleSet::Playout, &[1, 2, 3, 4]), 30, 1).await;
    store.close().await;
    for _ in 0..2 {
        let store = place.open().await;
        assert_eq!(store.load(kept.table.id).await.unwrap().unwrap(), kept);
        store.close().await;
    }
    assert_eq!(place.count("select count(*) from _sqlx_migrations where success").await, 15);
}

#[tokio::test]
async fn ids_are_never_used_again() {
    let place = Place::new();
    let store = place.open().await;
    let first = store.create(lobby(GUILD, 1), 1).await.unwrap();
    store.close().await;
    place.sql("delete from tables").await;
    let second = place.open().await.create(lobby(GUILD, 1), 1).await.unwrap();
    assert!(second.id > first.id);
}

#[tokio::test]
async fn no_database_in_memory() {
    for url in ["sqlite::memory:", "sqlite://:memory:", "sqlite:x?mode=memory"] {
        let error = Store::open(url).await.unwrap_err();
        assert!(matches!(error, OpenError::InMemory { .. }), "{error}");
    }
}

#[tokio::test]
async fn a_bad_address_is_told() {
    let error = Store::open("sqlite:canasta.db?mode=nonsense").await.unwrap_err();
    assert!(matches!(error, OpenError::BadAddress { .. }), "{error}");
}

#[tokio::test]
async fn a_missing_directory_is_told() {
    let place = Place::new();
    let url = format!("sqlite:{}/none/canasta.db", place.directory.path().display());
    let error = Store::open(&url).await.unwrap_err();
    assert!(matches!(error, OpenError::NoDirectory { .. }), "{error}");
    assert!(error.to_string().contains("create it"), "{error}");
}

#[tokio::test]
async fn another_file_is_told() {
    let place = Place::new();
    let path = place.directory.path().join("canasta.db");
    std::fs::write(&path, "no database, but long enough to be one: ".repeat(100)).unwrap();
    let error = Store::open(&place.url()).await.unwrap_err();
    assert!(matches!(error, OpenError::CannotOpen { .. }), "{error}");
    assert!(std::fs::read_to_string(path).unwrap().starts_with("no database"));
}

#[tokio::test]
async fn a_directory_in_its_place_is_told() {
    let place = Place::new();
    std::fs::create_dir(place.directory.path().join("canasta.db")).unwrap();
    let error = Store::open(&place.url()).await.unwrap_err();
    assert!(matches!(error, OpenError::CannotOpen { .. }), "{error}");
}

#[tokio::test]
async fn a_newer_database_is_told() {
    let place = Place::new();
    place.open().await.close().await;
    place
        .sql("insert into _sqlx_migrations select 9999, 'later', installed_on, 1, checksum, 0 from _sqlx_migrations limit 1")
        .await;
    let error = Store::open(&place.url()).await.unwrap_err();
    assert!(matches!(error, OpenError::TooNew { migration: 9999, .. }), "{error}");
    let error = Store::probe(&place.url()).await.unwrap_err();
    assert!(matches!(error, OpenError::TooNew { migration: 9999, .. }), "{error}");
}

#[tokio::test]
async fn who_only_looks_at_an_older_database_leaves_it_as_it_is() {
    let place = Place::new();
    place.open().await.close().await;
    place.sql("drop index results_by_user").await;
    place.sql("drop index departures_by_user").await;
    place.sql("delete from _sqlx_migrations where version = 15").await;
    Store::probe(&place.url()).await.unwrap();
    assert_eq!(place.count("select count(*) from _sqlx_migrations").await, 14);
    place.open().await.close().await;
    assert_eq!(place.count("select count(*) from _sqlx_migrations").await, 15);
}

#[tokio::test]
async fn a_database_of_another_shape_is_told() {
    let place = Place::new();
    place.sql("create table tables (a)").await;
    let error = Store::open(&place.url()).await.unwrap_err();
    assert!(matches!(error, OpenError::CannotMigrate { .. }), "{error}");
}

#[tokio::test]
async fn one_bot_to_a_database() {
    let place = Place::new();
    let first = Claim::of(&place.url()).unwrap();
    let error = Claim::of(&place.url()).unwrap_err();
    assert!(matches!(error, OpenError::Claimed { .. }), "{error}");
    assert!(error.to_string().contains("another bot is running"), "{error}");
    // Who only looks or checks is let in beside it.
    place.open().await.close().await;
    assert!(Claim::of(&Place::new().url()).is_ok());
    drop(first);
    assert!(Claim::of(&place.url()).is_ok());
}

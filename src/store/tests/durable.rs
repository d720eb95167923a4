//! Many writers, callers who leave, a writer that is killed, a database that fails: what was answered is kept, and
//! what failed left nothing.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use super::*;
use crate::store::{CommitError, StoreError};

/// A change by one commit that anybody can make again and again: a new name for the host.
fn rename(table: &Table, name: String) -> Change {
    let mut table = table.clone();
    table.seats[Seat::North] = Some(Member { user: table.host, name });
    Change::new(table, vec![Event::TurnBegan { seat: Seat::North }])
}

/// Loads, changes and commits until nobody else was faster. The version, and how often somebody was.
async fn insist(store: &Store, table: TableId, name: String) -> Result<(u64, u32), StoreError> {
    for conflicts in 0.. {
        let stored = store.load(table).await?.unwrap();
        match store.commit(stored.version, &rename(&stored.table, name.clone()), 1).await {
            Ok(version) => return Ok((version, conflicts)),
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error),
        }
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_hundred_writers_at_forty_tables_lose_nothing() {
    let place = Place::new();
    let store = place.open().await;
    let mut tables = Vec::new();
    for host in 0..40 {
        tables.push(store.create(lobby(GUILD, host), 1).await.unwrap().id);
    }
    let mut tasks = Vec::new();
    for writer in 0..400 {
        let (store, table) = (store.clone(), tables[writer % 40]);
        tasks.push(tokio::spawn(async move { (table, insist(&store, table, writer.to_string()).await) }));
    }
    let mut versions = HashMap::<TableId, Vec<u64>>::new();
    for task in tasks {
        let (table, outcome) = task.await.unwrap();
        versions.entry(table).or_default().push(outcome.unwrap().0);
    }
    for (table, mut versions) in versions {
        versions.sort_unstable();
        assert_eq!(versions, (2..=11).collect::<Vec<u64>>());
        assert_eq!(store.history(table).await.unwrap().len(), 10);
        assert_eq!(store.load(table).await.unwrap().unwrap().version, 11);
    }
    let gaps = "select count(*) from (select max(number) as last, count(*) as n from events group by table_id) \
         where last <> n";
    assert_eq!(place.count(gaps).await, 0);
}

#[tokio::test]
async fn a_caller_who_leaves_does_not_undo_the_write() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let change = rename(&table, "gone".to_owned());
    {
        // Polled once: the write is queued, then nobody waits for it any more.
        let mut commit = pin!(store.commit(1, &change, 2));
        assert!(commit.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    store.close().await;
    let loaded = place.open().await.load(table.id).await.unwrap().unwrap();
    assert_eq!((loaded.version, loaded.table), (2, change.table));
}

#[test]
fn a_killed_writer_loses_no_answered_write() {
    for wait in [0, 3, 10, 40] {
        let place = Place::new();
        let answered = Arc::new(Mutex::new(HashMap::<TableId, u64>::new()));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let store = place.open().await;
            for host in 0..40 {
                let table = store.create(lobby(GUILD, host), 1).await.unwrap();
                let (store, answered) = (store.clone(), Arc::clone(&answered));
                tokio::spawn(async move {
                    for version in 1.. {
                        let change = rename(&table, version.to_string());
                        let Ok(answer) = store.commit(version, &change, 1).await else { return };
                        assert_eq!(answer, version + 1);
                        answered.lock().unwrap().insert(table.id, version + 1);
                    }
                });
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        });
        runtime.shutdown_background();
        let answered = answered.lock().unwrap().clone();
        assert!(!answered.is_empty(), "killed before anything was answered");

        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = place.open().await;
            for (table, version) in answered {
                let kept = store.load(table).await.unwrap().unwrap();
                assert!(kept.version >= version, "answered {version}, kept {}", kept.version);
                assert_eq!(store.history(table).await.unwrap().len() as u64, kept.version - 1);
                insist(&store, table, "on".to_owned()).await.unwrap();
            }
        });
    }
}

#[tokio::test]
async fn a_failed_write_takes_no_other_with_it() {
    let place = Place::new();
    let store = place.open().await;
    let before = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let bad = store.create(lobby(GUILD, 2), 1).await.unwrap();
    let after = store.create(lobby(GUILD, 3), 1).await.unwrap();
    place
        .sql("create trigger fail before insert on events when new.table_id = 2 begin select raise(abort, 'no'); end")
        .await;
    let shown = crate::store::Shown { message: Some(1), version: 1, ..Default::default() };
    let [first, second, third] = [&before, &bad, &after].map(|table| rename(table, "new".to_owned()));
    // The writer comes to its queue when all four are in it: it commits them together.
    let (waits, first, second, third) = tokio::join!(
        store.note_shown(bad.id, shown),
        store.commit(1, &first, 2),
        store.commit(1, &second, 2),
        store.commit(1, &third, 2),
    );
    waits.unwrap();
    assert!(matches!(second, Err(CommitError::Failed(StoreError::Database(_)))), "{second:?}");
    assert_eq!((first.unwrap(), third.unwrap()), (2, 2));
    // Read at once: with nothing to ride with, it would be written later.
    assert_eq!(store.load(bad.id).await.unwrap().unwrap().shown, shown);
    for (table, version, name) in [(before, 2, "new"), (bad, 1, "member 2"), (after, 2, "new")] {
        let kept = store.load(table.id).await.unwrap().unwrap();
        let host = kept.table.seats[Seat::North].as_ref().unwrap();
        assert_eq!((kept.version, host.name.as_str()), (version, name));
    }
}

#[tokio::test]
async fn when_the_transaction_is_lost_all_are_told_and_the_writer_goes_on() {
    let place = Place::new();
    let store = place.open().await;
    let bad = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let good = store.create(lobby(GUILD, 2), 1).await.unwrap();
    // As a full disk does: the whole transaction is rolled back under the writer's feet.
    place
        .sql(
            "create trigger fail before insert on events when new.table_id = 1 begin select raise(rollback, 'no'); end",
        )
        .await;
    let (to_bad, to_good) = (rename(&bad, "b".to_owned()), rename(&good, "g".to_owned()));
    let (first, second) = tokio::join!(store.commit(1, &to_good, 2), store.commit(1, &to_bad, 2));
    for failed in [first, second] {
        assert!(matches!(failed, Err(CommitError::Failed(StoreError::Database(_)))), "{failed:?}");
    }
    assert_eq!(place.count("select count(*) from events").await, 0);
    assert_eq!(store.load(good.id).await.unwrap().unwrap().version, 1);
    place.sql("drop trigger fail").await;
    for change in [to_bad, to_good] {
        assert_eq!(store.commit(1, &change, 3).await.unwrap(), 2);
    }
}

#[tokio::test]
async fn what_rides_along_survives_a_failure() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    place.sql("create trigger fail before insert on events begin select raise(rollback, 'no'); end").await;
    let shown = crate::store::Shown { message: Some(1), version: 1, ..Default::default() };
    store.note_shown(table.id, shown).await.unwrap();
    assert!(store.commit(1, &rename(&table, "b".to_owned()), 2).await.is_err());
    store.close().await;
    assert_eq!(place.open().await.load(table.id).await.unwrap().unwrap().shown, shown);
}

#[tokio::test]
async fn a_writer_that_cannot_go_on_is_noticed() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    place.sql("create trigger fail before insert on events begin select raise(rollback, 'no'); end").await;
    assert!(tokio::time::timeout(Duration::from_millis(50), store.closed()).await.is_err(), "still alive");
    std::fs::remove_dir_all(place.directory.path()).unwrap();
    let failed = store.commit(1, &rename(&table, "b".to_owned()), 2).await;
    assert!(matches!(failed, Err(CommitError::Failed(_))), "{failed:?}");
    store.closed().await;
    let failed = store.commit(1, &rename(&table, "b".to_owned()), 2).await;
    assert!(matches!(failed, Err(CommitError::Failed(StoreError::Closed))), "{failed:?}");
    store.close().await;
}

#[tokio::test]
async fn closing_writes_what_is_queued() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let mut tasks = Vec::new();
    for version in 1..=600 {
        let (store, change) = (store.clone(), rename(&table, version.to_string()));
        tasks.push(tokio::spawn(async move { store.commit(version, &change, 1).await }));
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    store.close().await;
    store.closed().await;
    for (task, version) in tasks.into_iter().zip(2..) {
        assert_eq!(task.await.unwrap().unwrap(), version);
    }
    assert!(matches!(store.create(lobby(GUILD, 1), 1).await, Err(StoreError::Closed)));
    assert_eq!(place.open().await.load(table.id).await.unwrap().unwrap().version, 601);
}

#[tokio::test]
async fn dropping_every_store_ends_the_writer() {
    let place = Place::new();
    let store = place.open().await;
    let alive = store.alive.clone();
    drop(store);
    assert!(alive.clone().changed().await.is_err());
}

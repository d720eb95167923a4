//! What is kept is what was given, and what was refused leaves nothing.

use std::time::Duration;

use super::*;
use crate::engine::{Game, Seat};
use crate::store::{CommitError, Shown, StoreError};
use crate::table::{Entry, Incident, Leaving};

#[tokio::test]
async fn a_game_in_play_of_every_rule_set_reads_back() {
    let place = Place::new();
    let store = place.open().await;
    for (seed, set) in RuleSet::ALL.into_iter().enumerate() {
        for users in [&[1, 2, 3, LARGEST][..], &[5, 6]] {
            let kept = play(&store, full_lobby(set, users), 120, seed as u64).await;
            let loaded = store.load(kept.table.id).await.unwrap().unwrap();
            assert_eq!(loaded, kept, "{set:?}");
            assert!(loaded.table.round().is_some());
        }
    }
}

#[tokio::test]
async fn a_new_table_gets_its_id() {
    let place = Place::new();
    let store = place.open().await;
    assert_eq!(store.load(TableId(1)).await.unwrap(), None);
    let first = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let second = store.create(first.clone(), 1).await.unwrap();
    assert_ne!(first.id, second.id);
    for table in [first, second] {
        let loaded = store.load(table.id).await.unwrap().unwrap();
        assert_eq!(loaded, Stored { table, version: 1, shown: Shown::default() });
    }
}

#[tokio::test]
async fn whoever_saw_an_older_version_is_refused_and_leaves_nothing() {
    let place = Place::new();
    let store = place.open().await;
    let kept = play(&store, full_lobby(RuleSet::Wild, &[1, 2, 3, 4]), 20, 3).await;
    let before = store.history(kept.table.id).await.unwrap();
    let change = next(&kept.table, &mut rng(1));
    for version in [0, 1, kept.version - 1, kept.version + 1, u64::MAX] {
        let refused = store.commit(version, &change, 9).await;
        assert!(matches!(refused, Err(CommitError::Conflict)), "{refused:?}");
    }
    assert_eq!(store.load(kept.table.id).await.unwrap().unwrap(), kept);
    assert_eq!(store.history(kept.table.id).await.unwrap(), before);
    assert_eq!(store.commit(kept.version, &change, 9).await.unwrap(), kept.version + 1);
}

#[tokio::test]
async fn a_change_of_a_table_that_is_not_there_is_a_conflict() {
    let place = Place::new();
    let store = place.open().await;
    let change = Change::new(lobby(GUILD, 1), Vec::new());
    assert!(matches!(store.commit(1, &change, 1).await, Err(CommitError::Conflict)));
}

#[tokio::test]
async fn folding_the_history_gives_the_snapshot() {
    let place = Place::new();
    let store = place.open().await;
    for (seed, set) in RuleSet::ALL.into_iter().enumerate() {
        let mut table = full_lobby(set, &[1, 2, 3, 4]);
        table.rules.target = Target::Points(1000);
        let kept = play(&store, table, u32::MAX, seed as u64).await;
        assert_eq!(kept.table.phase, Phase::Won);
        let history = store.history(kept.table.id).await.unwrap();
        assert!(history.is_sorted_by_key(|(step, _)| *step));
        assert_eq!(history.last().unwrap().0, kept.table.step);
        let mut game = Game::new(kept.table.rules, Seat::North).unwrap();
        for event in history.iter().filter_map(|(_, entry)| entry.event()) {
            game.apply(event);
        }
        assert_eq!(Some(game), store.load(kept.table.id).await.unwrap().unwrap().table.game, "{set:?}");
    }
}

#[tokio::test]
async fn what_happened_to_people_stands_between_events_that_are_stored_as_ever() {
    let place = Place::new();
    let store = place.open().await;
    let kept = play(&store, full_lobby(RuleSet::Classic, &[1, 2, 3, 4]), 20, 1).await;
    let cards = store.history(kept.table.id).await.unwrap();
    let mut left = kept.table.decide(&member(2), Verb::Abandon).unwrap();
    left.note_incidents(&kept.table, Some(UserId(2)));
    let version = store.commit(kept.version, &left, 9).await.unwrap();
    let left = left.table;
    let mut back = left.decide(&member(2), Verb::TakeOver).unwrap();
    back.note_incidents(&left, Some(UserId(2)));
    let version = store.commit(version, &back, 9).await.unwrap();
    let back = back.table;
    store.commit(version, &next(&back, &mut rng(1)), 9).await.unwrap();
    store.close().await;

    let history = place.open().await.history(kept.table.id).await.unwrap();
    let (seat, computer) = (back.seat_of(UserId(2)).unwrap(), true);
    let happened = |incident| (kept.table.step, Entry::Happened(Box::new(incident)));
    let people = [
        happened(Incident::Left { seat, member: member(2), leaving: Leaving::InPlay, computer, away: false }),
        happened(Incident::SatDown { seat, member: member(2), computer }),
    ];
    assert_eq!(history[..cards.len()], cards);
    assert_eq!(history[cards.len()..cards.len() + 2], people);
    assert!(history.len() > cards.len() + 2);
    // As older versions wrote them.
    let bare = "select count(*) from events where event like '{\"Drew\":{\"seat\":%'";
    assert!(place.count(bare).await > 0);
}

#[tokio::test]
async fn the_history_since_a_step_is_the_rest_of_it() {
    let place = Place::new();
    let store = place.open().await;
    let kept = play(&store, full_lobby(RuleSet::Classic, &[1, 2, 3, 4]), 60, 1).await;
    play(&store, full_lobby(RuleSet::Classic, &[1, 2, 3, 4]), 60, 2).await;
    let id = kept.table.id;
    let history = store.history(id).await.unwrap();
    for step in [0, 1, 30, 59, 60, u64::MAX] {
        let rest: Vec<_> = history.iter().filter(|(at, _)| *at > step).cloned().collect();
        assert_eq!(store.history_since(id, step).await.unwrap(), rest);
    }
    assert_eq!(store.history(TableId(99)).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_shown_is_noted_and_changes_no_version() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    assert_eq!(store.to_redraw().await.unwrap(), [table.id]);
    let shown = Shown { message: Some(LARGEST), version: 1, pinged_step: 5, won_step: Some(4) };
    store.note_shown(table.id, Shown { message: Some(3), ..shown }).await.unwrap();
    store.note_shown(table.id, shown).await.unwrap();
    store.note_shown(TableId(99), shown).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let loaded = store.load(table.id).await.unwrap().unwrap();
    assert_eq!(loaded, Stored { table: table.clone(), version: 1, shown });
    assert_eq!(store.to_redraw().await.unwrap(), []);

    let change = table.decide(&member(1), Verb::End { manager: false }).unwrap();
    assert_eq!(store.commit(1, &change, 2).await.unwrap(), 2);
    assert_eq!(store.to_redraw().await.unwrap(), [table.id]);
    assert_eq!(store.load(table.id).await.unwrap().unwrap().shown, shown);
}

#[tokio::test]
async fn what_is_shown_is_written_with_a_change_of_its_table_or_beside_it() {
    let place = Place::new();
    let store = place.open().await;
    let (one, other) =
        (store.create(lobby(GUILD, 1), 1).await.unwrap(), store.create(lobby(GUILD, 2), 1).await.unwrap());
    let shown = |message| Shown { message, version: 1, pinged_step: 5, won_step: Some(4) };
    for (message, version) in [(Some(3), 1), (None, 2), (Some(4), 7)] {
        store.note_shown(one.id, shown(message)).await.unwrap();
        store.note_shown(other.id, shown(message)).await.unwrap();
        let change = one.decide(&member(2), Verb::Join(Team::EastWest)).unwrap();
        // The last one comes too late, and takes nothing along.
        assert_eq!(store.commit(version, &change, 2).await.is_ok(), version < 7);
        store.set_meta("written", "now").await.unwrap();
        for id in [one.id, other.id] {
            assert_eq!(store.load(id).await.unwrap().unwrap().shown, shown(message));
        }
    }
}

#[tokio::test]
async fn what_rides_along_is_written_before_the_store_closes() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    let shown = Shown { message: None, version: 1, pinged_step: 2, won_step: None };
    store.note_shown(table.id, shown).await.unwrap();
    store.remember_member(&member(1), 4).await.unwrap();
    store.remember_member(&Member { user: UserId(1), name: "Ann".to_owned() }, 5).await.unwrap();
    store.close().await;
    assert!(matches!(store.note_shown(table.id, shown).await, Err(StoreError::Closed)));
    let store = place.open().await;
    assert_eq!(store.load(table.id).await.unwrap().unwrap().shown, shown);
    assert_eq!(place.count("select count(*) from members where name = 'Ann' and changed_at = 5").await, 1);
}

#[tokio::test]
async fn what_the_program_remembers_is_replaced() {
    let place = Place::new();
    let store = place.open().await;
    assert_eq!(store.meta("commands").await.unwrap(), None);
    for value in ["a", "b"] {
        store.set_meta("commands", value).await.unwrap();
        assert_eq!(store.meta("commands").await.unwrap().as_deref(), Some(value));
    }
    assert_eq!(store.meta("other").await.unwrap(), None);
}

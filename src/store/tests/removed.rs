//! Servers that removed the bot are forgotten after a while, and no other.

use super::*;
use crate::store::Pings;

#[tokio::test]
async fn a_server_that_removed_the_bot_is_forgotten_with_all_that_happened_there() {
    let place = Place::new();
    let store = place.open().await;
    let played = play(&store, one_round(&[1, 2]), u32::MAX, 3).await;
    let other = store.create(lobby(GuildId(8), 9), 1).await.unwrap();
    store.set_pings(&member(2), Pings::Never, 1).await.unwrap();
    store.guild_removed(GUILD, 100).await.unwrap();
    // The first time counts.
    store.guild_removed(GUILD, 900).await.unwrap();
    assert_eq!(store.forget_removed(100).await.unwrap(), 0);
    assert!(store.load(played.table.id).await.unwrap().is_some());
    assert_eq!(store.forget_removed(101).await.unwrap(), 1);
    assert_eq!(store.load(played.table.id).await.unwrap(), None);
    assert!(store.load(other.id).await.unwrap().is_some());
    for count in [
        "select count(*) from events",
        "select count(*) from results",
        "select count(*) from departures",
        "select count(*) from removed_guilds",
    ] {
        assert_eq!(place.count(count).await, 0, "{count}");
    }
    assert_eq!(store.guilds().await.unwrap(), [GuildId(8)]);
    // What somebody has chosen is theirs wherever they play.
    assert_eq!(place.count("select count(*) from members").await, 1);
    assert_eq!(store.pings_of(UserId(2)).await.unwrap(), Pings::Never);
}

#[tokio::test]
async fn a_server_that_invites_the_bot_again_loses_nothing() {
    let place = Place::new();
    let store = place.open().await;
    let table = store.create(lobby(GUILD, 1), 1).await.unwrap();
    store.guild_removed(GUILD, 100).await.unwrap();
    store.guild_back(GUILD).await.unwrap();
    store.guild_back(GuildId(8)).await.unwrap();
    assert_eq!(store.forget_removed(i64::MAX).await.unwrap(), 0);
    assert!(store.load(table.id).await.unwrap().is_some());
}

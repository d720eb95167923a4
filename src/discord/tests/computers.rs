//! What computer players did in a row is told in full: to everybody, and in the hand of who comes next.

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::ai::Level;
use crate::discord::draft::Draft;
use crate::discord::panel::frame::Frame;
use crate::discord::panel::hand::Told;
use crate::discord::render;
use crate::engine::rules::Target;
use crate::engine::{Pack, RuleSet, Rules, Seat, Team, moves};
use crate::i18n::{Lang, Story};
use crate::service::tests::{ask_with_pack, service};
use crate::service::{Look, Request};
use crate::table::{ChannelId, Entry, GuildId, Member, Phase, UserId, Verb};

/// What the others did since a seat's last discard, as that seat may know it, or as everybody may.
fn since_turn_of(look: &Look, seat: Seat, viewer: Option<Seat>) -> Vec<String> {
    let frame = Frame::of(Lang::En, &look.table);
    let mut story = Story::new(Lang::En, frame.names.text.clone(), frame.rules.players).of_the_others(seat);
    let from = look.since_turn_of(seat);
    for (place, entry) in look.history(viewer).enumerate() {
        match entry {
            Entry::Played(seen) if place < from => story.skip(&seen),
            Entry::Played(seen) => story.tell(&seen),
            Entry::Happened(incident) => panic!("nobody came or went: {incident:?}"),
        }
    }
    story.take_lines()
}

fn told_in_full(look: &Look) {
    let (lang, table) = (Lang::En, &look.table);
    let board = render::board(lang, look).content;
    for line in since_turn_of(look, Seat::North, None) {
        let line = line.replace("You ", "Ana ");
        assert!(board.contains(&line), "{line:?} is not on the table:\n{board}");
    }
    if table.phase == Phase::Playing && table.to_act().next().is_some() {
        let view = table.view_of(UserId(1)).unwrap();
        let hand = render::hand(lang, look, &view, &Draft::default(), 0, Told::Nothing).content;
        for line in since_turn_of(look, Seat::North, Some(Seat::North)) {
            assert!(hand.contains(&line), "{line:?} is not in the hand:\n{hand}");
        }
    }
}

#[tokio::test]
async fn nothing_that_computer_players_did_in_a_row_is_cut_off() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let host = Member { user: UserId(1), name: "Ana".to_owned() };
    // The players of this level leave nothing to chance, so the packs are all there is of it. Of the first seeds, this
    // one has the longest to tell.
    let mut rng = StdRng::seed_from_u64(2);
    for set in RuleSet::ALL {
        let rules = Rules { target: Target::Points(3000), ..set.rules(4) };
        let look = service.open_table(GuildId(1), ChannelId(1), host.clone(), set, rules, Vec::new()).await.unwrap();
        let id = look.table.id;
        for team in [Team::EastWest, Team::NorthSouth, Team::EastWest] {
            service.ask(id, &host, Request::AddComputer(team, Level::Normal)).await.unwrap();
        }
        let start = Verb::Start { dealer: Seat::North, pack: Pack::shuffled(&mut rng) };
        let mut look = ask_with_pack(&service, id, &host, start).await;
        while look.table.phase == Phase::Playing {
            if let Some(played) = service.play_computers(id).await.unwrap() {
                told_in_full(&played);
                look = played;
                continue;
            }
            let step = look.table.step;
            let view = look.table.view_of(host.user).unwrap();
            look = match moves::safe(&view) {
                Some(action) => service.ask(id, &host, Request::Act { step, actions: vec![action] }).await.unwrap(),
                None => {
                    let deal = Verb::Deal { step, pack: Pack::shuffled(&mut rng) };
                    ask_with_pack(&service, id, &host, deal).await
                }
            };
        }
    }
}

#[tokio::test]
async fn who_plays_is_told_that_the_game_begins_also_after_a_computer_player_has_begun() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(&dir).await;
    let [host, guest] =
        [(1, "Ana"), (2, "Bo")].map(|(user, name)| Member { user: UserId(user), name: name.to_owned() });
    let set = RuleSet::Classic;
    let computers = vec![Request::AddComputer(Team::EastWest, Level::Easy); 2];
    let opened =
        service.open_table(GuildId(1), ChannelId(1), host.clone(), set, set.rules(4), computers).await.unwrap();
    let id = opened.table.id;
    assert_eq!(opened.table.computer_players().count(), 2);
    service.ask(id, &guest, Request::Join(Team::NorthSouth)).await.unwrap();
    let start = Verb::Start { dealer: Seat::North, pack: Pack::sorted() };
    let begun = ask_with_pack(&service, id, &host, start).await;
    assert!(begun.table.computer_to_act().is_some());
    let played = service.play_computers(id).await.unwrap().unwrap();
    let board = render::board(Lang::En, &played);
    assert!(board.content.contains("The game begins: <@1> · <@2>"), "{}", board.content);
    assert_eq!(board.allowed_mentions.users.len(), 2);
}

//! Names that try to be markup, to ping, or to hide: every panel shows them as they are, and pings nobody for them.

use super::rendered;
use crate::ai::Level;
use crate::discord::draft::Draft;
use crate::discord::panel::hand::{self, Hand, Told};
use crate::discord::panel::table::Beside;
use crate::discord::panel::{
    Frame, Panel, end, leaderboard, limits, lobby, log, options, public_message, stats, tables,
};
use crate::engine::{Event, Pack, RuleSet, Team, moves};
use crate::i18n::{Lang, Story, say};
use crate::service::{Leaderboard, Ranked, Stats};
use crate::table::{ChannelId, GuildId, Member, Refusal, Table, TableId, UserId, Verb};

/// Twelve clusters of it are shown, so none of these is cut where it would become harmless.
const NAMES: [&str; 12] = [
    "@everyone",
    "@here",
    "<@100>",
    "<@&7>",
    "||x||",
    "```x",
    "**x**",
    "# x",
    "[x](http:x)",
    "\u{202e}abc\u{202c}",
    "🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏",
    "\u{200b}\u{feff}",
];

/// What Discord reads in a text: marks that are neither escaped nor in a block of code.
fn marks(panel: &Panel) -> String {
    let fences = panel.content.matches("```").count();
    assert_eq!(fences % 2, 0, "a block is opened and not closed:\n{}", panel.content);
    let outside = panel.content.split("```").step_by(2).collect::<Vec<_>>().join("\n");
    let mut marks = String::new();
    let mut letters = outside.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter => marks.push(letter),
        }
    }
    marks
}

/// A panel with such names has the marks of the same panel with harmless ones, and pings the same members.
fn check(name: &str, panel: &Panel, harmless: &Panel) {
    let shown = rendered(panel);
    assert_eq!(limits::broken(panel), [""; 0], "{name}\n{shown}");
    assert_eq!(panel.allowed_mentions, harmless.allowed_mentions, "{name}");
    assert!(panel.allowed_mentions.users.iter().all(|user| (100..104).any(|seated| user == &seated.to_string())));
    let read = marks(panel);
    for mention in ["@everyone", "@here", "<@&"] {
        assert!(!read.contains(mention), "{name} mentions {mention}:\n{shown}");
    }
    for mark in ['<', '|', '`', '*', '#', '[', ']', '_', '~'] {
        let count = |panel: &Panel| marks(panel).matches(mark).count();
        assert_eq!(count(panel), count(harmless), "{name} brings {mark}:\n{shown}");
    }
    assert!(!shown.contains(['\u{202e}', '\u{202c}', '\u{feff}']), "{name} turns the text around:\n{shown}");
}

fn act(table: &Table, by: u64, name: &str, verb: Verb) -> Table {
    let member = Member { user: UserId(by), name: name.to_owned() };
    table.decide(&member, verb).unwrap_or_else(|reason| panic!("{reason}")).table
}

/// Every panel that can show a name, at a table where all are called this.
fn panels(name: &str) -> Vec<Panel> {
    let set = RuleSet::Classic;
    let member = Member { user: UserId(100), name: name.to_owned() };
    let lobby = Table::open(TableId(12), GuildId(1), ChannelId(2), member.clone(), set, set.rules(4));
    let mut full = lobby.clone();
    for (user, team) in [(101, Team::EastWest), (102, Team::NorthSouth)] {
        full = act(&full, user, name, Verb::Join(team));
    }
    full = act(&full, 100, name, Verb::AddComputer(Team::EastWest, Level::Easy));
    full = act(&full, 100, name, Verb::SetOption { key: "target".into(), value: "one-round".into() });
    let dealer = crate::engine::Seat::North;
    let playing = act(&full, 100, name, Verb::Start { dealer, pack: Pack::sorted() });
    let mut won = playing.clone();
    let mut events: Vec<Event> = Vec::new();
    while let Some(seat) = won.round().and_then(|round| round.to_act().next()) {
        let action = moves::safe(&won.round().unwrap().view(seat)).unwrap();
        let change = match won.seats[seat].clone() {
            Some(by) => won.decide(&by, Verb::Act { step: won.step, actions: vec![action] }),
            None => won.decide_for_computer(seat, won.step, &action),
        };
        let change = change.unwrap();
        events.extend(change.events().cloned());
        won = change.table;
    }
    let frame = Frame::of(Lang::En, &playing);
    let mut story = Story::new(Lang::En, frame.names.text.clone(), 4);
    for seen in Event::history(&events, None) {
        story.tell(&seen);
    }
    let told = story.take_lines();
    let message = |table: &Table| {
        public_message(&Frame::of(Lang::En, table), table, &Beside { latest: &told, ..Beside::default() })
    };
    let view = playing.view_of(UserId(101)).unwrap();
    let refusal = |reason: &Refusal| {
        let content = say::refusal(Lang::En, &frame.names.text, 4, &frame.ended, reason);
        Panel { content, ..Panel::default() }
    };
    let list = vec![Ranked { place: 1, user: UserId(100), name: name.to_owned(), wins: 1, games: 2, points: 3 }];
    let hand = |told_of_click| {
        let draft = Draft::default();
        let end = hand::End { went_out: true, ..hand::End::default() };
        let beside = hand::Beside { since: &told, end, ..hand::Beside::default() };
        hand::panel(&frame, &Hand { view: &view, draft: &draft, render: 0, beside, told: told_of_click })
    };
    vec![
        lobby::panel(&Frame::of(Lang::En, &lobby), &lobby, 1),
        lobby::panel(&Frame::of(Lang::En, &full), &full, 1),
        options::panel(&Frame::of(Lang::En, &full), &full, 0, &[]),
        message(&playing),
        message(&act(&playing, 102, name, Verb::Abandon)),
        message(&won),
        message(&act(&playing, 100, name, Verb::End { manager: false })),
        hand(Told::Nothing),
        hand(Told::Hint),
        end::panel(&frame, &playing),
        log::panel(&frame, &told, 0),
        refusal(&Refusal::MayNotEnd { host: dealer }),
        refusal(&Refusal::SawAnotherHand { seat: dealer }),
        stats::panel(Lang::En, &member, &Stats::default(), false),
        leaderboard::panel(Lang::En, &Leaderboard { page: 0, pages: 1, rows: list }, false),
        tables::panel(Lang::En, UserId(100), &[("Mine".to_owned(), vec![(&playing, Some(5))])]),
    ]
}

#[test]
fn every_panel_shows_every_name_as_it_is() {
    let harmless = panels("Ana");
    for name in NAMES {
        for (panel, harmless) in panels(name).iter().zip(&harmless) {
            check(name, panel, harmless);
        }
    }
}

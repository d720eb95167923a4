//! Every panel in every phase, as a person sees it.

use super::phone::Phone;
use super::{frame, position, rendered, too_wide};
use crate::ai::Level;
use crate::discord::click::{HandVerb, ListVerb};
use crate::discord::commands::TargetChoice;
use crate::discord::draft::Draft;
use crate::discord::panel::after::{self, After};
use crate::discord::panel::hand::{self, Hand, Told};
use crate::discord::panel::names::Names;
use crate::discord::panel::table::{self, Beside};
use crate::discord::panel::{
    Component, Frame, Panel, Row, end, ended, help, leaderboard, limits, lobby, log, options, public_message, rounds,
    rules, stats, tables, vote,
};
use crate::discord::route::refused;
use crate::engine::rules::{OPTIONS, OptionSpec};
use crate::engine::{BySeat, ByTeam, Ending, Pack, Round, RuleSet, Rules, Seat, Sheet, Stage, Team, moves};
use crate::i18n::{Lang, say};
use crate::service::{Leaderboard, Ranked, Stats};
use crate::table::{ChannelId, GuildId, Member, Motion, Notice, Pace, Phase, Refusal, Table, TableId, UserId, Verb};

/// The panels are the whole of a snapshot: how they were made stands in the test.
macro_rules! snapshot {
    ($shown:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($shown) })
    };
}

/// Panels one after the other, each within Discord's limits.
fn shown(panels: &[(&str, &Panel)]) -> String {
    let one = |(title, panel): &(&str, &Panel)| {
        assert_eq!(limits::broken(panel), [""; 0], "{title}");
        assert_eq!(too_wide(panel), [""; 0], "{title}");
        format!("=== {title}\n{}", rendered(panel))
    };
    panels.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

fn hand_of(round: &Round, seat: Seat, told: Told<'_>) -> Panel {
    let since = ["Cy drew, discarded 9".to_owned(), "Bo took the pile (5 cards), melded 9 9 9, discarded K".to_owned()];
    let view = round.view(seat);
    let draft = Draft::default();
    let went_out = matches!(view.public.ended, Some((Ending::WentOut, _))) && view.public.turn.seat == seat;
    let drew = (view.public.turn.stage != Stage::ToDraw).then_some("You drew Q black 3");
    let end = hand::End { went_out, game_over: false };
    let beside = hand::Beside { since: &since, drew, end, ..hand::Beside::default() };
    hand::panel(&frame(*round.rules()), &Hand { view: &view, draft: &draft, render: 0, beside, told })
}

fn hand_beside(round: &Round, seat: Seat, beside: hand::Beside<'_>) -> Panel {
    let (view, draft) = (round.view(seat), Draft::default());
    hand::panel(&frame(*round.rules()), &Hand { view: &view, draft: &draft, render: 0, beside, told: Told::Nothing })
}

#[test]
fn a_hand_tells_the_time_that_is_left_to_whom_the_table_waits_for() {
    let told = |turn: &str, seat: Seat| {
        let beside = hand::Beside { deadline: Some(1_800_000_000), ..hand::Beside::default() };
        rendered(&hand_beside(&in_play(turn), seat, beside)).contains("Time limit: <t:1800000000:R>.")
    };
    assert!(told("N", Seat::North) && told("N drawn", Seat::North) && told("N drawn asking", Seat::South));
    // The time is another's.
    assert!(!told("N", Seat::East) && !told("N drawn asking", Seat::North));
}

#[test]
fn a_hand_says_where_its_news_are_not_all() {
    let turn = |number: usize| format!("Cy drew, discarded {number}");
    let told = |turns: usize| {
        let since: Vec<String> = (1..=turns).map(turn).collect();
        let beside = hand::Beside { since: &since, ..hand::Beside::default() };
        rendered(&hand_beside(&in_play("N"), Seat::North, beside))
    };
    let (all, cut) = (told(3), told(99));
    assert!(all.contains("Since your turn:\n> Cy drew, discarded 1\n") && !all.contains("earlier"), "{all}");
    assert!(cut.contains("Since your turn:\n> … earlier: see “Log”\n> Cy drew, discarded "), "{cut}");
    assert!(cut.contains("discarded 99\n") && !cut.contains("discarded 1\n"), "{cut}");
}

#[test]
fn a_hand_tells_the_partners_answer_and_nothing_against_it() {
    let told = |answer: &str| {
        let text = format!("turn N drawn {answer}\nhand N KKK44\nmelds NS 5555555 444\npile 4c");
        hand_beside(&position(&text), Seat::North, hand::Beside::default()).content
    };
    let no = told("said-no");
    assert!(no.contains("**The partner said no: you can't go out this turn.**"), "{no}");
    let yes = told("said-yes\nbound partner-said-yes");
    assert!(yes.contains("**The partner said yes: you must go out this turn.**"), "{yes}");
    assert!(!yes.contains("then discard"), "{yes}");
}

#[test]
fn a_hand_after_the_round_shows_nothing_that_is_dead() {
    let mut over = position("turn N drawn\nhand N 4\nhand S 59\nmelds NS 5555555\npile 4c");
    over.play(Seat::North, &crate::engine::Action::Discard(crate::engine::Rank::Four)).unwrap();
    let shown = |game_over: bool| {
        let end = hand::End { went_out: false, game_over };
        rendered(&hand_beside(&over, Seat::South, hand::Beside { end, ..hand::Beside::default() }))
    };
    for dead in ["PILE", "(Draw)", "(Build)", "▾"] {
        assert!(!shown(false).contains(dead), "{}", shown(false));
    }
    assert!(shown(false).contains("The result and the next deal are on the table's message."), "{}", shown(false));
    assert!(shown(true).contains("The game is over: the result and “Rematch”"), "{}", shown(true));
}

#[test]
fn a_hand_in_a_pause_offers_nothing_that_would_be_refused() {
    let round = in_play("N");
    let shown = |paused: bool| {
        let beside = hand::Beside { paused, ..hand::Beside::default() };
        rendered(&hand_beside(&round, Seat::North, beside))
    };
    assert!(shown(false).contains("[Draw]") && !shown(false).contains("paused"), "{}", shown(false));
    assert!(shown(true).contains("(Draw)") && shown(true).contains("The game is paused"), "{}", shown(true));
}

const IN_PLAY: &str = "rules classic\ntotals 1240 1730\ndealer W\nhand N AAKKKQ99552*\nhand E 456\nhand S 77\nhand W 88\n\
    melds NS TTTTT JJJJJJ2 444444*\nlaid NS 3h3d\npile 4c5dKh";

fn in_play(turn: &str) -> Round {
    position(&format!("{IN_PLAY}\nturn {turn}"))
}

fn opening(turn: &str, pile: &str) -> Round {
    position(&format!(
        "rules classic\ntotals 1240 1730\nhand N AAKKKQ99552*\nhand E 456\nhand S 77\nhand W 88\npile {pile}\nturn {turn}"
    ))
}

#[test]
fn the_table() {
    let latest = ["Cy drew, discarded 9".to_owned(), "Di discarded K".to_owned()];
    let panel = |round: &Round| {
        let beside = Beside { latest: &latest, deadline: Some(1_800_000_000), ..Beside::default() };
        table::panel(&frame(*round.rules()), &round.public(), &beside)
    };
    let with = |frame: &Frame, round: &Round, beside: Beside<'_>| {
        table::panel(frame, &round.public(), &Beside { latest: &latest, ..beside })
    };
    let asked = in_play("N drawn asking");
    let drawn = in_play("N drawn");
    let of = frame(*drawn.rules());
    let mut away = of.clone();
    (away.users[Seat::North], away.stands_in[Seat::North]) = (None, true);
    let hurry = Beside { deadline: Some(1_800_000_000), notice: Some(Notice::LittleTime), ..Beside::default() };
    let blocked = position(&format!("{}\nturn W", IN_PLAY.replace("4c5dKh", "4c5d3s")));
    let frozen = position(&format!("{}\nturn N", IN_PLAY.replace("4c5dKh", "2c5dKh")));
    snapshot!(shown(&[
        ("to draw, frozen", &panel(&frozen)),
        ("drawn", &panel(&in_play("N drawn"))),
        ("the partner is asked", &panel(&asked)),
        ("the computer plays, blocked", &panel(&blocked)),
        ("the computer plays for who is away", &with(&away, &drawn, Beside::default())),
        ("no answer, and little time", &with(&of, &drawn, hurry)),
        ("the game begins", &with(&of, &drawn, Beside { begins: true, ..Beside::default() })),
        ("a day of silence", &with(&of, &drawn, Beside { notice: Some(Notice::MayCall), ..Beside::default() })),
    ]));
}

#[test]
fn a_hand_before_it_melds() {
    let open = opening("N", "4cKh");
    let two =
        |turn: &str| position(&format!("rules classic players=2\nhand N 3hKKQ9\nhand E 456\npile 4c6h\nturn {turn}"));
    snapshot!(shown(&[
        ("waiting", &hand_of(&opening("E", "4cKh"), Seat::North, Told::Nothing)),
        ("to draw", &hand_of(&open, Seat::North, Told::Nothing)),
        ("to draw, no take", &hand_of(&opening("N", "4c7h"), Seat::North, Told::Nothing)),
        ("to draw, one natural for a frozen pile", &hand_of(&opening("N", "4cQh"), Seat::North, Told::Nothing)),
        ("to draw, blocked", &hand_of(&opening("N", "4c3s"), Seat::North, Told::Nothing)),
        ("drawn", &hand_of(&opening("N drawn", "4cKh"), Seat::North, Told::Nothing)),
        ("hint", &hand_of(&opening("N drawn", "4cKh"), Seat::North, Told::Hint)),
        ("hint, to draw", &hand_of(&open, Seat::North, Told::Hint)),
        ("two players, to draw", &hand_of(&two("N"), Seat::North, Told::Nothing)),
        ("two players, drawn", &hand_of(&two("N drawn"), Seat::North, Told::Nothing)),
    ]));
}

#[test]
fn a_hand_that_has_melded() {
    let asked = in_play("N drawn asking");
    snapshot!(shown(&[
        ("waiting", &hand_of(&in_play("E"), Seat::North, Told::Nothing)),
        ("to draw", &hand_of(&in_play("N"), Seat::North, Told::Nothing)),
        ("drawn", &hand_of(&in_play("N drawn"), Seat::North, Told::Nothing)),
        ("waiting for the partner", &hand_of(&asked, Seat::North, Told::Nothing)),
        ("asked", &hand_of(&asked, Seat::South, Told::Nothing)),
        ("waiting for others", &hand_of(&asked, Seat::East, Told::Nothing)),
    ]));
}

#[test]
fn a_draft() {
    let mut phone = Phone::new(opening("N drawn", "4cKh"), Seat::North);
    phone.choose_labels(HandVerb::Pick, &["9 9 2"]);
    let below = phone.panel.clone();
    phone.choose_labels(HandVerb::Pick, &["K K K", "A A ★"]);
    let enough = phone.panel.clone();
    let mut phone = Phone::new(opening("E", "4cKh"), Seat::North);
    phone.choose_labels(HandVerb::Pick, &["K K K"]);
    let plan = phone.panel.clone();
    let mut phone = Phone::new(opening("N drawn", "4cKh"), Seat::North);
    phone.choose_labels(HandVerb::Pick, &["9 9 2", "A A 2"]);
    snapshot!(shown(&[
        ("below the minimum", &below),
        ("enough", &enough),
        ("a plan", &plan),
        ("one two for two melds", &phone.panel),
    ]));
}

#[test]
fn building() {
    let mut phone = Phone::new(opening("N drawn", "4cKh"), Seat::North);
    assert!(phone.press(HandVerb::Build));
    let ranks = phone.panel.clone();
    phone.choose_labels(HandVerb::BuildRank, &["K"]);
    assert!(phone.press(HandVerb::AddNatural) && phone.press(HandVerb::AddNatural) && phone.press(HandVerb::AddJoker));
    let kings = phone.panel.clone();
    let mut phone = Phone::new(opening("N", "4cKh"), Seat::North);
    assert!(phone.press(HandVerb::BuildTake) && phone.press(HandVerb::AddNatural) && phone.press(HandVerb::AddNatural));
    let take = phone.panel.clone();
    assert!(phone.press(HandVerb::Hint));
    let hint = phone.panel.clone();
    assert!(phone.press(HandVerb::Back));
    phone.choose_labels(HandVerb::Pick, &["A A ★"]);
    snapshot!(shown(&[
        ("which rank", &ranks),
        ("kings", &kings),
        ("a take", &take),
        ("a hint for a take", &hint),
        ("the take is ready", &phone.panel),
    ]));
}

#[test]
fn a_discard_is_asked_once_more() {
    let mut phone = Phone::new(in_play("N drawn"), Seat::North);
    phone.choose_labels(HandVerb::Discard, &["2"]);
    snapshot!(shown(&[("a wild card", &phone.panel)]));
}

#[test]
fn going_out_and_an_empty_stock() {
    let out = position("turn N drawn\nhand N KKK4\nhand S 5\nmelds NS 5555555\npile 4c");
    let black = position("rules wild\nturn N drawn\nhand N 3c3s3sK\nmelds NS 5555555 666\npile 4c");
    let empty =
        position("rules playout\nturn N\nhand N KK5\nhand S 5\nhand E 4\nhand W 4\nmelds NS 666\npile 4cKc\nstock");
    let bound = position("turn N drawn said-yes\nhand N KKK44\nmelds NS 5555555 444\nbound partner-said-yes\npile 4c");
    let forced =
        position("rules playout\nturn N\nhand N KK5\nhand S 5\nhand E 4\nhand W 4\nmelds NS KKK\npile 4cKc\nstock");
    let mut over = out.clone();
    over.play(
        Seat::North,
        &crate::engine::Action::Meld(smallvec::smallvec![crate::engine::Placement::naturals(
            crate::engine::Rank::King,
            3
        )]),
    )
    .unwrap();
    over.play(Seat::North, &crate::engine::Action::Discard(crate::engine::Rank::Four)).unwrap();
    snapshot!(shown(&[
        ("can go out", &hand_of(&out, Seat::North, Told::Nothing)),
        ("with black threes", &hand_of(&black, Seat::North, Told::Nothing)),
        ("take or pass", &hand_of(&empty, Seat::North, Told::Nothing)),
        ("must take", &hand_of(&forced, Seat::North, Told::Nothing)),
        ("bound", &hand_of(&bound, Seat::North, Told::Nothing)),
        ("over", &hand_of(&over, Seat::South, Told::Nothing)),
        ("over, by this player", &hand_of(&over, Seat::North, Told::Nothing)),
    ]));
}

fn member(user: u64, name: &str) -> Member {
    Member { user: UserId(user), name: name.to_owned() }
}

fn new_table() -> Table {
    let set = RuleSet::Classic;
    Table::open(TableId(12), GuildId(1), ChannelId(2), member(100, "Ana"), set, set.rules(4))
}

fn act(table: &Table, by: &Member, verb: Verb) -> Table {
    table.decide(by, verb).unwrap().table
}

#[test]
fn the_lobby_and_its_options() {
    let ana = member(100, "Ana");
    let waits = new_table();
    let set = |key: &str, value: &str| Verb::SetOption { key: key.to_owned(), value: value.to_owned() };
    let changed = act(&act(&waits, &ana, set("drawn", "2")), &ana, set("target", "one-round"));
    let mut full = act(&changed, &member(101, "Cy*"), Verb::Join(Team::EastWest));
    full = act(&full, &member(102, "Bo"), Verb::Join(Team::NorthSouth));
    full = act(&full, &member(103, "Di"), Verb::Join(Team::EastWest));
    let of = |table: &Table| Frame::of(Lang::En, table);
    let robot = act(&waits, &ana, Verb::AddComputer(Team::NorthSouth, Level::Normal));
    let joined = act(&robot, &member(102, "Bo"), Verb::Join(Team::NorthSouth));
    let closed = act(&waits, &ana, Verb::End { manager: false });
    let two = act(&waits, &ana, set("players", "2"));
    let timed = act(&waits, &ana, Verb::SetClock(Some(Pace::FiveMinutes)));
    let waiting = act(&timed, &ana, Verb::LetSeatsWait(true));
    let idle = timed.decide_for_time(i64::MAX, 0, &Pack::sorted()).unwrap().0.table;
    let drawn = OptionSpec::by_key("turned-over").unwrap();
    let target = OptionSpec::by_key("target").unwrap();
    snapshot!(shown(&[
        ("waits", &lobby::panel(&of(&waits), &waits, 1)),
        ("full", &lobby::panel(&of(&full), &full, 1)),
        ("a computer player made room", &lobby::panel(&of(&joined), &joined, 1)),
        ("for two", &lobby::panel(&of(&two), &two, 1)),
        ("closed", &lobby::panel(&of(&closed), &closed, 1)),
        ("with a clock, left seats waiting", &lobby::panel(&of(&waiting), &waiting, 1)),
        ("nobody did anything", &lobby::panel(&of(&idle), &idle, 1)),
        ("options", &options::panel(&of(&full), &full, 3, &options::changes(&of(&full), &waits.rules, "drawn"))),
        (
            "options, alone",
            &options::panel(&of(&waits), &waits, 3, &options::changes(&of(&waits), &waits.rules, "drawn"))
        ),
        ("options, with a clock, left seats waiting", &options::panel(&of(&waiting), &waiting, 3, &[])),
        ("named values", &options::values(&of(&full), &full, drawn, 4)),
        ("numbers", &options::values(&of(&full), &full, target, 4)),
    ]));
    for option in OPTIONS {
        let panel = options::values(&of(&full), &full, option, 35);
        assert_eq!(limits::broken(&panel), [""; 0], "{option:?}");
    }
}

#[test]
fn the_options_offer_every_target_of_the_command() {
    let table = new_table();
    let panel = options::values(&Frame::of(Lang::En, &table), &table, OptionSpec::by_key("target").unwrap(), 0);
    let Some(Component::Menu(menu)) = panel.components[0].usable().next() else { panic!("{panel:?}") };
    assert!(TargetChoice::values().count() > 1);
    for target in TargetChoice::values() {
        assert!(menu.options.iter().any(|option| option.value == target), "{target}: {menu:?}");
    }
}

#[test]
fn menus_that_may_be_given_the_same_choice_again_are_new_ones() {
    let id = |row: &Row| serde_json::to_value(row).unwrap()["components"][0]["custom_id"].clone();
    let table = new_table();
    let frame = Frame::of(Lang::En, &table);
    let computers = [1, 2].map(|version| id(&lobby::panel(&frame, &table, version).components[2]));
    assert!(computers[0].is_string() && computers[0] != computers[1], "{computers:?}");
    let options = [1, 2].map(|render| options::panel(&frame, &table, render, &[]).components);
    assert_eq!(options[0].len(), 4);
    for (one, other) in options[0].iter().zip(&options[1]) {
        assert_ne!(id(one), id(other));
    }
}

#[test]
fn who_comes_too_late_is_told_how_the_table_stands() {
    let table = new_table();
    for reason in [Refusal::Stale, Refusal::GameBegun, Refusal::NoVote, Refusal::NotSeated] {
        let told = refused(Some(&table), &reason).content;
        assert!(told.contains(&format!("Table {}", table.id.0)), "{told}");
    }
    assert!(!refused(Some(&table), &Refusal::SeatedAlready).content.contains("Table"));
}

#[test]
fn the_options_with_the_most_words_fit_a_message() {
    let table = new_table();
    let mut rules = table.rules;
    for option in OPTIONS {
        let values = (0..=u16::MAX).filter(|value| option.values.contains(*value));
        let longest = values.max_by_key(|value| say::option_value(Lang::En, option, *value).chars().count());
        assert!(option.set(&mut rules, longest.unwrap()), "{option:?}");
    }
    let table = Table { rules, ..table };
    let frame = Frame::of(Lang::En, &table);
    for panel in [rules::panel(&frame, RuleSet::Wild), options::panel(&frame, &table, 35, &["x".repeat(600)])] {
        assert_eq!(limits::broken(&panel), [""; 0]);
    }
}

#[test]
fn lists_of_tables() {
    let ana = member(100, "Ana");
    let lobby = new_table();
    let for_two = Verb::SetOption { key: "players".to_owned(), value: "2".to_owned() };
    let seated = act(&act(&lobby, &ana, for_two), &member(101, "Cy"), Verb::Join(Team::EastWest));
    let playing = act(&seated, &ana, Verb::Start { dealer: Seat::North, pack: Pack::sorted() });
    let left = act(&playing, &ana, Verb::Abandon);
    let other = Table { id: TableId(13), ..lobby.clone() };
    let won = Table { phase: Phase::Won, ..playing.clone() };
    let list = |user: u64, mine: Vec<tables::Listed<'_>>, open: Vec<tables::Listed<'_>>| {
        tables::panel(Lang::En, UserId(user), &[("Mine".to_owned(), mine), ("Open".to_owned(), open)])
    };
    let choose = |tables: Vec<tables::Listed<'_>>, verb| {
        tables::choice(Lang::En, UserId(101), ("Which?".to_owned(), tables), verb, "")
    };
    snapshot!(shown(&[
        ("one's turn", &list(101, vec![(&playing, Some(5))], vec![(&lobby, None)])),
        ("all seats taken", &list(101, vec![(&seated, None)], vec![])),
        ("a game that is over", &list(101, vec![(&won, Some(5))], vec![])),
        ("another's turn", &list(100, vec![(&playing, Some(5))], vec![])),
        ("a seat left in a game", &list(100, vec![], vec![(&left, Some(5))])),
        ("to leave one", &choose(vec![(&playing, Some(5)), (&other, None)], ListVerb::Leave)),
    ]));
    let far = Table { id: TableId(i64::MAX), guild: GuildId(u64::MAX), channel: ChannelId(u64::MAX), ..playing };
    let many = || vec![(&far, Some(u64::MAX)); 100];
    let lists = list(1, many(), many());
    assert_eq!(limits::broken(&lists), [""; 0]);
    assert!(lists.content.contains("more"), "{}", lists.content);
    let ids = (0..100).map(|id| Table { id: TableId(i64::MAX - id), ..far.clone() }).collect::<Vec<_>>();
    let all = ids.iter().map(|table| (table, Some(u64::MAX))).collect();
    assert_eq!(limits::broken(&choose(all, ListVerb::End)), [""; 0]);
}

#[test]
fn after_a_round_and_a_game() {
    let round = position(IN_PLAY);
    let frame = frame(*round.rules());
    let mut public = round.public();
    public.ended = Some((Ending::WentOut, crate::engine::Hands::from_fn(|seat| round.view(seat).hand)));
    let won = Sheet { melded_cards: 345, canasta_bonus: 600, going_out: 100, red_threes: 200, ..Sheet::default() };
    let lost = Sheet { left_in_hands: -135, ..Sheet::default() };
    let sheets = ByTeam::from_fn(|team| if team == Team::NorthSouth { won } else { lost });
    let latest = ["Ana went out".to_owned(), say::ending(Lang::En, Ending::WentOut)];
    let timed = After {
        public: &public,
        sheets: &sheets,
        players: &frame.names,
        with_computers: false,
        winner: None,
        closed: false,
        deadline: Some(1_800_000_000),
        latest: &latest,
    };
    let abandoned = Frame { ended: Lang::En.word("ended-idle"), ..frame.clone() };
    let shown_to = |frame: &Frame, winner: Option<Team>, closed| {
        after::panel(frame, &After { winner, closed, deadline: None, ..timed.clone() })
    };
    let after = |winner, closed| shown_to(&frame, winner, closed);
    let with_computers = After { winner: Some(Team::EastWest), deadline: None, with_computers: true, ..timed.clone() };
    let names = ["Eve", "Robot East", "Bo", "West"];
    let names = Names::new(&BySeat::from_fn(|seat| names[seat as usize].to_owned()));
    let mut left = Frame { names, seat_left: true, ..frame.clone() };
    (left.stands_in[Seat::South], left.waits[Seat::West]) = (true, true);
    snapshot!(shown(&[
        ("after a round", &after(None, false)),
        ("after a game", &after(Some(Team::NorthSouth), false)),
        ("after a game that some have left", &shown_to(&left, Some(Team::EastWest), false)),
        ("after a game with a computer player", &after::panel(&frame, &with_computers)),
        ("ended after a round", &after(None, true)),
        ("the next round deals itself", &after::panel(&frame, &timed)),
        ("abandoned", &ended::panel(&abandoned, &round.public(), &[])),
        ("ended within a round", &ended::panel(&frame, &round.public(), &[sheets, sheets])),
        ("to be ended", &end::panel(&frame, &Table { phase: Phase::Playing, ..new_table() })),
        ("to be closed", &end::panel(&frame, &new_table())),
        ("what lay on the table", &after::melds(&frame, timed.public)),
        ("all rounds", &rounds::panel(&frame, &[sheets, sheets])),
        ("the second round", &rounds::chosen(&frame, &[sheets, sheets], "2 1245 -135").unwrap()),
    ]));
}

#[test]
fn the_message_of_a_table_follows_its_phase() {
    let ana = member(100, "Ana");
    let mut table = new_table();
    let message = |table: &Table| {
        let panel = public_message(&Frame::of(Lang::En, table), table, &Beside::default());
        assert_eq!(limits::broken(&panel), [""; 0]);
        rendered(&panel)
    };
    assert!(message(&table).contains("[Join East–West]"));
    for (user, team) in [(101, Team::EastWest), (102, Team::NorthSouth), (103, Team::EastWest)] {
        table = act(&table, &member(user, "x"), Verb::Join(team));
    }
    let start = Verb::Start { dealer: Seat::North, pack: Pack::sorted() };
    table = act(
        &act(&table, &ana, Verb::SetOption { key: "target".to_owned(), value: "one-round".to_owned() }),
        &ana,
        start,
    );
    assert!(message(&table).contains("[My hand]"));
    let ended = message(&act(&table, &ana, Verb::End { manager: false }));
    assert!(ended.contains("PILE") && ended.contains("has ended") && !ended.contains("[My hand]"), "{ended}");
    loop {
        let next = table.to_act().next().cloned();
        let Some(by) = next else { break };
        let action = moves::safe(&table.view_of(by.user).unwrap()).unwrap();
        table = act(&table, &by, Verb::Act { step: table.step, actions: vec![action] });
    }
    assert!(message(&table).contains("[Rematch]") || message(&table).contains("[Deal the next round]"));
    let closed = act(&table, &ana, Verb::End { manager: false });
    let ended = message(&closed);
    assert!(ended.contains("Total") && ended.contains("has ended") && !ended.contains("[Rematch]"), "{ended}");
}

#[test]
fn a_vote_and_a_pause() {
    let ana = member(100, "Ana");
    let mut table = new_table();
    for (user, team) in [(101, Team::EastWest), (102, Team::NorthSouth), (103, Team::EastWest)] {
        table = act(&table, &member(user, "Cy*"), Verb::Join(team));
    }
    table = act(&table, &ana, Verb::Start { dealer: Seat::North, pack: Pack::sorted() });
    let propose = |motion| Verb::Propose { motion, now: 1_800_000_000_000 };
    let below = |table: &Table| vote::beside(&Frame::of(Lang::En, table), table, Panel::default());
    let paused = Table { paused: true, ..table.clone() };
    let in_play = |paused| {
        let frame = Frame::of(Lang::En, &table);
        public_message(&frame, &table, &Beside { paused, ..Beside::default() }).content
    };
    assert!(in_play(false).contains("▶ <@") && in_play(true).contains("⏸ <@"), "{}", in_play(true));
    snapshot!(shown(&[
        ("to replace", &below(&act(&table, &ana, propose(Motion::Replace(UserId(101)))))),
        ("to end", &below(&act(&table, &ana, propose(Motion::End)))),
        ("to pause", &below(&act(&table, &ana, propose(Motion::Pause)))),
        ("paused", &below(&paused)),
    ]));
}

#[test]
fn rules_help_and_log() {
    let frame = frame(Rules { drawn: 2, ..RuleSet::Wild.rules(4) });
    let classic = Frame { rules: RuleSet::Classic.rules(4), ..frame.clone() };
    let told = |lines: &[String]| log::panel(&frame, lines, 0);
    let lines = ["Di dealt".to_owned(), "Turned up: K".to_owned(), "Ana drew, discarded 4".to_owned()];
    let long: Vec<String> = (0..500).map(|n| format!("line {n}")).collect();
    let earlier = log::panel(&frame, &long, 1);
    let long = told(&long);
    assert!(long.content.ends_with("line 499") && long.content.contains("…"));
    assert!(rendered(&long).contains('◀'));
    assert!(earlier.content.contains("line 100\n") && !earlier.content.contains("line 499"));
    snapshot!(shown(&[
        ("rules", &rules::panel(&frame, RuleSet::Wild)),
        ("rules of another set", &rules::panel(&classic, RuleSet::Classic)),
        ("help", &help::panel(Lang::En)),
        ("log", &told(&lines)),
        ("nothing yet", &told(&[])),
    ]));
}

#[test]
fn statistics_and_leaderboard() {
    let ana = member(1, "Ana_");
    let some = Stats {
        games: 3,
        wins: 2,
        rounds: 12,
        points: 9120,
        best_round: Some(2315),
        outs: 5,
        concealed_outs: 1,
        natural_canastas: 2,
        mixed_canastas: 9,
        wild_canastas: 0,
        concealed_canastas: 1,
        computer_games: 4,
        computer_wins: 1,
        left: 2,
    };
    let unrated = Stats { computer_games: 1, computer_wins: 1, ..Stats::default() };
    let (user, points) = (UserId(1), 12_345);
    let line = |place, name: &str, wins| Ranked { place, user, name: name.to_owned(), wins, games: 9, points };
    let rows = vec![line(1, "Ana", 8), line(2, "漢字漢字漢字漢字", 7), line(2, "Maximilian the Great", 7)];
    let list = Leaderboard { page: 1, pages: 3, rows };
    let only = Leaderboard { page: 0, pages: 1, ..list.clone() };
    let (count, points) = (99_999, -12_345_678);
    let worst = |place| Ranked { place, user, name: "w".repeat(12), wins: count, games: count, points };
    let worst = Leaderboard { page: 0, pages: 1, rows: (1..=20).map(worst).collect() };
    let worst = leaderboard::panel(Lang::En, &worst, true);
    assert_eq!((limits::broken(&worst), too_wide(&worst)), (vec![], vec![]));
    snapshot!(shown(&[
        ("no game yet", &stats::panel(Lang::En, &ana, &Stats::default(), true)),
        ("none but with computer players", &stats::panel(Lang::En, &ana, &unrated, true)),
        ("some games, shown to all", &stats::panel(Lang::En, &ana, &some, false)),
        ("leaderboard", &leaderboard::panel(Lang::En, &list, true)),
        ("one page", &leaderboard::panel(Lang::En, &only, true)),
        ("empty", &leaderboard::panel(Lang::En, &Leaderboard::default(), true)),
    ]));
}

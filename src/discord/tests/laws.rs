//! What holds of every panel in random rounds of all rule sets and options: Discord's limits, secrecy, and that
//! whatever is on does something.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::{frame, position, rendered, too_wide};
use crate::discord::click::{Click, HandVerb, Verb};
use crate::discord::compose::{Step, compose};
use crate::discord::draft::{Building, Draft, Mode, code_of};
use crate::discord::offers;
use crate::discord::panel::after::{self, After};
use crate::discord::panel::hand::{self, Hand, Told};
use crate::discord::panel::names::Names;
use crate::discord::panel::table::{self, Beside};
use crate::discord::panel::{Component, Frame, Panel, Row, ended, limits, log, rounds, rules, vote};
use crate::engine::notation::rank_letter;
use crate::engine::rules::{OPTIONS, Values};
use crate::engine::tests::laws::hidden_cards_shuffled;
use crate::engine::{
    BySeat, ByTeam, Canastas, Cards, Ending, Event, Hands, Pack, Placement, Public, Rank, Round, RuleSet, Rules, Seat,
    Sheet, View, moves,
};
use crate::i18n::{Lang, Story, say};
use crate::table::{ChannelId, GuildId, Member, Motion, Notice, Phase, Table, TableId, UserId, Vote};

fn random_rules(rng: &mut StdRng) -> Rules {
    loop {
        let set = RuleSet::ALL[rng.random_range(0..4)];
        let mut rules = set.rules(if rng.random_bool(0.3) { 2 } else { 4 });
        if rng.random_bool(0.5) {
            for option in OPTIONS.iter().filter(|option| option.key != "players") {
                let value = match option.values {
                    Values::Named(names) => rng.random_range(0..names.len() as u16),
                    Values::Number { least, most, .. } => rng.random_range(least..=most),
                };
                option.set(&mut rules, value);
            }
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// The frame of a table whose players have the worst of names, and whose channel is gone.
fn worst_frame(rules: Rules) -> Frame {
    let names = ["************", "漢字漢字漢字漢字漢字漢字", "@everyone`'`", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"];
    let names = Names::new(&BySeat::from_fn(|seat| names[seat as usize].to_owned()));
    let base = frame(rules);
    // A name can be longer than a mention: one seat keeps it.
    let users = BySeat::from_fn(|seat| base.users[seat].map(|_| UserId(u64::MAX - seat as u64)));
    let table = TableId(i64::MAX);
    let manager = names.text[Seat::West].as_str();
    let ended = base.lang.say("ended-by-manager", &[("name", manager.into())]);
    Frame { names, users, step: u64::MAX, table, round: 99, no_channel: true, seat_left: true, ended, ..base }
}

/// A table with all that can stand below its message, where all are still to vote; whoever asks has the worst name.
fn worst_table(rules: Rules) -> Table {
    let member = |user: u64, name: String| Member { user: UserId(user), name };
    let set = RuleSet::Classic;
    let mut table = Table::open(TableId(1), GuildId(1), ChannelId(1), member(u64::MAX, String::new()), set, rules);
    table.seats = BySeat::from_fn(|seat| Some(member(u64::MAX - seat as u64, String::new())));
    table.phase = Phase::Playing;
    let (by, motion) = (Some(member(1, "👩‍👩‍👧‍👦".repeat(12))), Motion::Replace(UserId(u64::MAX)));
    table.vote = Some(Vote { by, motion, yes: Vec::new(), no: Vec::new(), until: i64::MAX });
    table.paused = true;
    table
}

/// A message to all with what can stand below it.
fn with_vote(frame: &Frame, panel: Panel) -> Panel {
    let panel = vote::beside(frame, &worst_table(frame.rules), panel);
    for line in ["needed · ends", "Still to vote: <@", "is paused"] {
        assert!(panel.content.contains(line), "{}", rendered(&panel));
    }
    panel
}

/// A round that is over, with every item on the sheets of both sides.
fn after_within_limits(frame: &Frame, public: &Public, latest: &[String]) {
    let canastas = Canastas { natural: 9, mixed: 9, wild: 9, concealed: 9 };
    let sheet = Sheet {
        melded_cards: 12_345,
        canastas,
        canasta_bonus: 12_345,
        concealed_canastas: 12_345,
        red_threes: -12_345,
        going_out: 12_345,
        left_in_hands: -12_345,
    };
    let sheets = &ByTeam::from_fn(|_| sheet);
    let deadline = Some(i64::MAX);
    let players = &frame.names;
    let after = After { public, sheets, players, with_computers: true, winner: None, closed: false, deadline, latest };
    within_limits(&with_vote(frame, after::panel(frame, &after)));
    let won = After { winner: Some(Seat::North.team()), closed: true, deadline: None, ..after.clone() };
    within_limits(&after::panel(frame, &won));
    // All are away: each of the names stands there once more.
    let away = Frame { stands_in: BySeat::from_fn(|_| true), ..frame.clone() };
    within_limits(&after::panel(&away, &After { closed: false, ..won }));
    within_limits(&after::melds(frame, public));
    let many = vec![*sheets; 100];
    within_limits(&rounds::panel(frame, &many));
    for number in [1, 100] {
        let value = format!("{number} {0} {0}", sheet.total());
        within_limits(&rounds::chosen(frame, &many, &value).unwrap());
    }
}

fn within_limits(panel: &Panel) {
    assert_eq!(limits::broken(panel), [""; 0], "\n{}", rendered(panel));
    assert_eq!(too_wide(panel), [""; 0], "\n{}", rendered(panel));
}

fn hand_of(frame: &Frame, view: &View, draft: &Draft, told: Told<'_>, since: &[String]) -> Panel {
    let pile: Cards = Pack::sorted().cards().iter().copied().filter(|card| !card.is_red_three()).take(80).collect();
    let took = say::you_took(Lang::En, &pile).unwrap();
    let drew = format!("You laid 2 red threes, drew 2 red threes, got 10 10 for it. {took}");
    let beside = hand::Beside { since, drew: Some(&drew), deadline: Some(i64::MAX), ..hand::Beside::default() };
    let panel = hand::panel(frame, &Hand { view, draft, render: 35, beside, told });
    within_limits(&panel);
    assert!(panel.content.chars().count() < 2000, "something is cut off:\n{}", rendered(&panel));
    let rows = if view.public.ended.is_some() { 1 } else { 5 };
    assert_eq!(panel.components.len(), rows, "{}", rendered(&panel));
    panel
}

/// Uses something of a hand that is on, and shows what comes of it; what it plays must be legal.
fn tap_at_random(frame: &Frame, view: &View, panel: &Panel, rng: &mut StdRng) -> Option<Draft> {
    let usable: Vec<&Component> = panel.components.iter().flat_map(Row::usable).collect();
    let (id, values) = match usable.get(rng.random_range(0..usable.len()))? {
        Component::Button(button) => (&button.custom_id, Vec::new()),
        Component::Menu(menu) => {
            let mut options: Vec<String> = menu.options.iter().map(|option| option.value.clone()).collect();
            options.shuffle(rng);
            options.truncate(rng.random_range(1..=usize::from(menu.max_values)));
            (&menu.custom_id, options)
        }
    };
    let click = Click::decode(id).expect("ours");
    let Verb::Hand(verb) = click.verb else { return None };
    match compose(view, &click.draft, verb, &values) {
        Step::Show(draft) | Step::Hint(draft) => Some(draft),
        Step::Refuse(draft, reason) => {
            // Several melds can ask for the same wild card; nothing else that is on is refused.
            assert_eq!(verb, HandVerb::Pick, "{reason:?}\n{}", rendered(panel));
            let text = say::illegal(frame.lang, &frame.names.text, &reason);
            hand_of(frame, view, &draft, Told::Text(&text), &[]);
            Some(draft)
        }
        Step::Confirm(draft, rank, risk) => {
            hand_of(frame, view, &draft, Told::Confirm(rank, risk), &[]);
            Some(draft)
        }
        Step::Play { actions, .. } => {
            let first = actions.first().expect("something is played");
            assert!(crate::engine::check(view, first).is_ok(), "{first:?}\n{}", rendered(panel));
            None
        }
    }
}

fn look_around(frame: &Frame, round: &Round, lines: &[String], rng: &mut StdRng) {
    let public = round.public();
    for notice in [Notice::LittleTime, Notice::MayCall] {
        let (deadline, notice) = (Some(i64::MAX), Some(notice));
        let beside = Beside {
            version: 1,
            latest: lines,
            deadline,
            notice,
            begins: true,
            paused: false,
            players: None,
            with_computers: false,
        };
        within_limits(&with_vote(frame, table::panel(frame, &public, &beside)));
    }
    for page in [0, 1, u16::MAX] {
        within_limits(&log::panel(frame, lines, page));
    }
    for seat in Seat::at_table(round.rules().players) {
        let view = round.view(seat);
        let mut draft = Draft::default();
        for _ in 0..4 {
            hand_of(frame, &view, &draft, Told::Hint, lines);
            let panel = hand_of(frame, &view, &draft, Told::Nothing, lines);
            let Some(next) = tap_at_random(frame, &view, &panel, rng) else { break };
            draft = next;
        }
    }
}

fn tell(story: &mut Story, events: &[Event]) {
    for seen in Event::history(events, None) {
        story.tell(&seen);
    }
}

#[test]
fn every_panel_of_random_rounds_keeps_to_the_limits() {
    for seed in 0..40 {
        let mut rng = StdRng::seed_from_u64(seed);
        let rules = random_rules(&mut rng);
        let frame = worst_frame(rules);
        within_limits(&rules::panel(&frame, RuleSet::ALL[rng.random_range(0..4)]));
        let totals = ByTeam::from_fn(|_| [-12_345, 0, 1500, 19_995][rng.random_range(0..4)]);
        let (mut round, events) = Round::deal(&rules, totals, Seat::North, &Pack::shuffled(&mut rng));
        let mut story = Story::new(frame.lang, frame.names.text.clone(), rules.players);
        tell(&mut story, &events);
        let mut lines = Vec::new();
        while let Some(seat) = round.to_act().next() {
            lines.extend(story.take_lines());
            if rng.random_range(0..8) == 0 {
                look_around(&frame, &round, &lines, &mut rng);
            }
            let offered = moves::actions(&round.view(seat));
            let action = if lines.len() > 400 {
                moves::safe(&round.view(seat)).expect("to act")
            } else {
                offered[rng.random_range(0..offered.len())].clone()
            };
            let events = round.play(seat, &action).expect("offered");
            tell(&mut story, &events);
        }
        look_around(&frame, &round, &lines, &mut rng);
        let public = round.public();
        after_within_limits(&frame, &public, &lines);
        within_limits(&ended::panel(&frame, &public, &[ByTeam::default(); 99]));
    }
}

#[test]
fn the_largest_hand_and_the_worst_table_keep_to_the_limits() {
    // Sixty cards, with five of most ranks: every menu has more to offer than it can hold.
    let cards = "44444555556666677777888889999TTTTTJJJJJQQQQQKKKKKAAAAA333222****";
    let text = |turn: &str| {
        format!(
            "rules wild\ntotals -12345 -12345\nturn N {turn}\nhand N {cards}\nhand E 4\nhand S 5\nhand W 6\n\
             melds EW 444* 5552 6662 777* 888 999 TTT\npile K4K5K6\nstock 2"
        )
    };
    for turn in ["", "drawn"] {
        let round = position(&text(turn));
        let frame = worst_frame(*round.rules());
        let view = round.view(Seat::North);
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..40 {
            look_around(&frame, &round, &["x".repeat(3000)], &mut rng);
        }
        let hands = Hands::from_fn(|seat| round.view(seat).hand);
        let over = Public { ended: Some((Ending::WentOut, hands)), ..round.public() };
        after_within_limits(&frame, &over, &["x".repeat(3000)]);
        assert!(view.held.total() >= 60);
        assert!(offers::melds(&view, &Draft::default()).len() > 10);
        for rank in Rank::ALL {
            let told = Told::Confirm(rank, offers::Risk::Freezes);
            hand_of(&frame, &view, &Draft::default(), told, &[]);
        }
    }
}

/// The same round with all cards that this seat, or nobody at all, can see dealt anew.
fn with_other_hidden_cards(round: &Round, seat: Option<Seat>, rng: &mut StdRng) -> Round {
    let viewer = seat.unwrap_or(Seat::North);
    let other = hidden_cards_shuffled(round, viewer, rng.random());
    let nobody_sees = seat.is_none();
    if nobody_sees { hidden_cards_shuffled(&other, Seat::East, rng.random()) } else { other }
}

#[test]
fn no_panel_shows_a_hidden_card() {
    for seed in 0..30 {
        let mut rng = StdRng::seed_from_u64(seed);
        let rules = random_rules(&mut rng);
        let frame = frame(rules);
        let (mut round, _) = Round::deal(&rules, ByTeam::default(), Seat::North, &Pack::shuffled(&mut rng));
        for _ in 0..60 {
            let Some(seat) = round.to_act().next() else { break };
            let other = with_other_hidden_cards(&round, None, &mut rng);
            let shown = |round: &Round| table::panel(&frame, &round.public(), &Beside::default());
            assert_eq!(shown(&round), shown(&other));
            for seat in Seat::at_table(rules.players) {
                let other = with_other_hidden_cards(&round, Some(seat), &mut rng);
                let shown = |round: &Round| {
                    let view = round.view(seat);
                    hand_of(&frame, &view, &Draft::default(), Told::Hint, &[])
                };
                assert_eq!(shown(&round), shown(&other));
            }
            let offered = moves::actions(&round.view(seat));
            round.play(seat, &offered[rng.random_range(0..offered.len())].clone()).expect("offered");
        }
    }
}

#[test]
fn hidden_cards_do_change() {
    let mut rng = StdRng::seed_from_u64(7);
    let (round, _) = Round::deal(&RuleSet::Classic.rules(4), ByTeam::default(), Seat::North, &Pack::shuffled(&mut rng));
    let other = with_other_hidden_cards(&round, Some(Seat::North), &mut rng);
    let hand = |round: &Round, seat: Seat| -> Cards { round.view(seat).hand };
    assert_eq!(hand(&round, Seat::North), hand(&other, Seat::North));
    assert_ne!(hand(&round, Seat::East), hand(&other, Seat::East));
}

/// Placements that no panel offers.
fn any_placements(rng: &mut StdRng) -> Vec<Placement> {
    let count = rng.random_range(0..6);
    let mut any = |most: u8| rng.random_range(0..=most);
    let one = |any: &mut dyn FnMut(u8) -> u8| Placement {
        rank: Rank::ALL[usize::from(any(13))],
        naturals: any(4),
        twos: any(2),
        jokers: any(35) / 30,
    };
    (0..count).map(|_| one(&mut any)).collect()
}

#[test]
fn whatever_a_click_brings_is_taken_calmly() {
    let verbs: Vec<HandVerb> = Click::plain_verbs()
        .filter_map(|verb| match verb {
            Verb::Hand(verb) => Some(verb),
            _ => None,
        })
        .collect();
    for seed in 0..20 {
        let mut rng = StdRng::seed_from_u64(seed);
        let rules = random_rules(&mut rng);
        let frame = worst_frame(rules);
        let (mut round, _) = Round::deal(&rules, ByTeam::default(), Seat::North, &Pack::shuffled(&mut rng));
        for _ in 0..40 {
            let Some(seat) = round.to_act().next() else { break };
            for seat in Seat::at_table(rules.players) {
                let view = round.view(seat);
                let rank = Rank::ALL[rng.random_range(0..14)];
                let mode = if rng.random_bool(0.5) { Mode::Meld } else { Mode::Take(rank) };
                let building = [Building::No, Building::Choosing, Building::Rank(rank)][rng.random_range(0..3)];
                let draft = Draft::of(mode, &any_placements(&mut rng)).at(building);
                let value = match rng.random_range(0..4) {
                    0 => code_of(&any_placements(&mut rng)),
                    1 => Draft::of(Mode::Take(rank), &any_placements(&mut rng)).code(),
                    2 => rank_letter(rank).to_string(),
                    _ => "★-".to_owned(),
                };
                let verb = verbs[rng.random_range(0..verbs.len())];
                match compose(&view, &draft, verb, &[value]) {
                    Step::Show(draft) | Step::Refuse(draft, _) | Step::Confirm(draft, ..) | Step::Hint(draft) => {
                        hand_of(&frame, &view, &draft, Told::Nothing, &[]);
                    }
                    Step::Play { actions, keep } => {
                        assert!(!actions.is_empty());
                        hand_of(&frame, &view, &keep, Told::Nothing, &[]);
                    }
                }
                hand_of(&frame, &view, &draft, Told::Nothing, &[]);
            }
            let offered = moves::actions(&round.view(seat));
            round.play(seat, &offered[rng.random_range(0..offered.len())].clone()).expect("offered");
        }
    }
}

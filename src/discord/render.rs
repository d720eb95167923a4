//! From a table as it is now to the panel for everybody, or for one member. Must never give a panel more than its
//! viewer may know.

use super::draft::Draft;
use super::panel::frame::Frame;
use super::panel::{Panel, after, hand, log, names, public_message, table};
use crate::engine::{BySeat, Seat, View};
use crate::i18n::{Lang, Story, names_before, say};
use crate::service::Look;
use crate::table::{Entry, Incident, Phase, computers_before};

/// So many turns before the one in play are told on the public message: computer players in a row play no more at once.
const LATEST: usize = 4;

/// The public message of a table.
pub(super) fn board(lang: Lang, look: &Look) -> Panel {
    let frame = Frame::of(lang, &look.table);
    // Below the sheets it is told at large.
    let latest = &news(story(&frame, look).without_winner(), look, None, look.before_last_turns(LATEST));
    let players = look.table.round_is_over().then(|| players_of_round(lang, look));
    let timing = &look.table.timing;
    let computers = BySeat::from_fn(|seat| look.table.is_computers(seat));
    let computers = computers_before(computers, look.incidents_after_round());
    let beside = table::Beside {
        version: look.version,
        latest,
        deadline: deadline(look),
        notice: timing.notice,
        paused: look.table.paused,
        begins: look.shown.pinged_step == 0 && look.sheets().is_empty(),
        players: players.as_ref(),
        with_computers: look.table.seats_in_use().any(|seat| computers[seat]),
    };
    public_message(&frame, &look.table, &beside)
}

/// Who played the round that is over to its end: others may sit there now.
fn players_of_round(lang: Lang, look: &Look) -> names::Names {
    names::Names::new(&names_before(lang, names::raw(lang, &look.table), look.incidents_after_round()))
}

/// What lies on the table, for one member alone; nothing without a game.
pub(super) fn melds(lang: Lang, look: &Look) -> Option<Panel> {
    let frame = Frame::of(lang, &look.table);
    let names = if look.table.round_is_over() { players_of_round(lang, look) } else { frame.names.clone() };
    Some(after::melds(&Frame { names, ..frame }, &look.public()?))
}

/// A player's hand; none where there is nothing to see.
pub(super) fn hand(
    lang: Lang,
    look: &Look,
    view: &View,
    draft: &Draft,
    render: u8,
    told_of_click: hand::Told<'_>,
) -> Panel {
    let frame = Frame::of(lang, &look.table);
    let story = story(&frame, look).of_the_others(view.seat);
    let since = news(story, look, Some(view.seat), look.since_turn_of(view.seat));
    let drew = say::you_drew(lang, view.seat, look.turn_in_play(view.seat));
    let took = say::you_took(lang, &look.took(view.seat));
    let drew = [drew, took].into_iter().flatten().reduce(|drew, took| format!("{drew}. {took}"));
    let beside = hand::Beside {
        since: &since,
        drew: drew.as_deref(),
        end: hand::End { went_out: look.went_out(view.seat), game_over: look.table.phase == Phase::Won },
        paused: look.table.paused,
        deadline: deadline(look),
        away: look.table.away()[view.seat],
    };
    hand::panel(&frame, &hand::Hand { view, draft, render, beside, told: told_of_click })
}

/// When the time is over of what a table waits for, in seconds since 1970.
fn deadline(look: &Look) -> Option<i64> {
    look.table.deadline().map(|at| at / 1000)
}

/// The story of the round in play, from its beginning on.
fn story(frame: &Frame, look: &Look) -> Story {
    let incidents: Vec<Incident> = look.incidents().map(in_text).collect();
    let story = Story::new(frame.lang, frame.names.text.clone(), frame.rules.players);
    story.from_before(incidents.iter(), look.table.away())
}

/// With the names as they stand in a text.
fn in_text(incident: &Incident) -> Incident {
    incident.clone().with_names(names::in_text)
}

/// What happened in the round in play from a place in its history on, where more than that is told: of a pause that is
/// on, the message speaks by itself.
fn news(story: Story, look: &Look, viewer: Option<Seat>, from: usize) -> Vec<String> {
    let pauses = look.history(viewer).enumerate().filter(|(_, entry)| entry.incident() == Some(&Incident::Paused));
    let pause = pauses.map(|(place, _)| place).last().filter(|_| look.table.paused);
    told(story, look, viewer, |place| place >= from && Some(place) != pause)
}

/// What of the round in play is to be told by its place in the history, as a seat, or everybody, may know it.
fn told(mut story: Story, look: &Look, viewer: Option<Seat>, tells: impl Fn(usize) -> bool) -> Vec<String> {
    for (place, entry) in look.history(viewer).enumerate() {
        match entry {
            Entry::Played(seen) if !tells(place) => story.skip(&seen),
            Entry::Played(seen) => story.tell(&seen),
            Entry::Happened(incident) if !tells(place) => story.skip_incident(&in_text(&incident)),
            Entry::Happened(incident) => story.tell_incident(&in_text(&incident)),
        }
    }
    story.take_lines()
}

/// What happened in the round in play, for whoever asks; of a long story this page, from 0 for the newest.
pub(super) fn history(lang: Lang, look: &Look, viewer: Option<Seat>, page: u16) -> Panel {
    let frame = Frame::of(lang, &look.table);
    log::panel(&frame, &told(story(&frame, look), look, viewer, |_| true), page)
}

/// A short text, for one member alone.
pub(super) fn text(content: impl Into<String>) -> Panel {
    Panel { content: content.into(), ..Panel::default() }
}

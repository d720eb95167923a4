//! What happened to the people at a table, in words. Must never make a name safe to show: names come as they are to
//! stand.

use super::{Names, seat};
use crate::engine::{BySeat, Seat};
use crate::i18n::lang::{Lang, text};
use crate::table::{Failed, Incident, Leaving, Member};

/// How a seat without a member is called: by its place, or by the computer player there.
pub fn without_member(lang: Lang, of: Seat, computer: bool) -> String {
    let place = seat(lang, of);
    if computer { lang.say("computer-name", &[("seat", text(place))]) } else { place }
}

/// What happened where the seats are called this and were last left by these.
pub fn incident(lang: Lang, names: &Names, last: &BySeat<Option<Member>>, incident: &Incident) -> String {
    let by_name = |key: &str, name: &str| lang.say(key, &[("name", text(name))]);
    let at = |key: &str, seat: Seat| by_name(key, &names[seat]);
    match incident {
        Incident::Left { member, leaving, computer, .. } => by_name(left(*leaving, *computer), &member.name),
        Incident::SatDown { seat, member, .. } => match &last[*seat] {
            Some(last) if last.user == member.user => by_name("happened-back", &member.name),
            last => {
                let before = last.as_ref().map_or(names[*seat].as_str(), |last| &last.name);
                let who = [("name", text(member.name.as_str())), ("before", text(before))];
                lang.say("happened-sat-down", &who)
            }
        },
        Incident::NewHost { seat } => at("happened-new-host", *seat),
        Incident::TimeUp { seat } => at("happened-time-up", *seat),
        Incident::Away { seat } => at("happened-away", *seat),
        Incident::NoLongerWaits { seat } => at("happened-waits-no-longer", *seat),
        Incident::Unanswered { seat } => at("happened-unanswered", *seat),
        Incident::Back { seat, computer_ends: false } => at("happened-back", *seat),
        Incident::Back { seat, computer_ends: true } => at("happened-back-in-turn", *seat),
        Incident::Paused => lang.word("happened-paused"),
        Incident::WentOn { seat } => at("happened-went-on", *seat),
        Incident::ClockStarted { seat } => at("happened-clock-started", *seat),
        Incident::VoteFailed(Failed::End) => lang.word("happened-vote-lost-end"),
        Incident::VoteFailed(Failed::Pause) => lang.word("happened-vote-lost-pause"),
        Incident::VoteFailed(Failed::Replace { seat }) => at("happened-vote-lost-replace", *seat),
        Incident::VoteFailed(Failed::IsHere { seat }) => at("happened-vote-lost-here", *seat),
    }
}

const fn left(leaving: Leaving, computer: bool) -> &'static str {
    match (leaving, computer) {
        (Leaving::InPlay, true) => "happened-left",
        (Leaving::InPlay, false) => "happened-left-waits",
        (Leaving::AfterPlay, _) => "happened-left-after",
        (Leaving::VotedOut, true) => "happened-voted-out",
        (Leaving::VotedOut, false) => "happened-voted-out-waits",
        (Leaving::NotInRematch, true) => "happened-no-rematch",
        (Leaving::NotInRematch, false) => "happened-no-rematch-waits",
    }
}

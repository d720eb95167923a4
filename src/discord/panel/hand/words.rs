//! What a hand message says, in its few lines. Must never decide anything.

use super::super::frame::{NEWS, block, cut, newest, relative};
use super::{Desk, Hand, Told};
use crate::discord::draft::Mode;
use crate::discord::offers::{self, Phase, Risk};
use crate::engine::{Action, Card, Counts, Illegal, Placement, Question, Rank, check};
use crate::i18n::{board, hint, say};

pub(super) fn content(desk: &Desk<'_>, hand: &Hand<'_>) -> String {
    let mut lines = vec![heading(desk)];
    lines.extend(hand.beside.end.went_out.then(|| desk.word("hand-went-out")));
    lines.extend(news(desk, hand.beside.since));
    lines.extend(situation(desk, hand));
    lines.extend(desk.frame.no_channel.then(|| desk.word("hand-no-channel")));
    lines.push(block(&cards(desk)));
    // A draft and a hint tell it with their points.
    let hinted = matches!(hand.told, Told::Hint);
    lines.extend(minimum(desk).filter(|_| desk.draft.is_empty() && !hinted));
    lines.extend(draft(desk, hinted));
    lines.extend(told(desk, &hand.told));
    cut(&lines.join("\n"), 2000)
}

/// Which table, round, seat, and the partner.
fn heading(desk: &Desk<'_>) -> String {
    let lang = desk.frame.lang;
    let players = desk.view.public.rules.players;
    let seat = say::seat(lang, desk.view.seat);
    let place = [("number", desk.frame.table.0.into()), ("round", desk.frame.round.into()), ("seat", seat.into())];
    let place = lang.say("hand-place", &place);
    match desk.view.seat.partner(players) {
        None => format!("**{place}**"),
        Some(partner) => {
            let name = desk.frame.names.text[partner].as_str();
            format!("**{place}** · {}", lang.say("hand-partner", &[("name", name.into())]))
        }
    }
}

fn news(desk: &Desk<'_>, since: &[String]) -> Vec<String> {
    if since.is_empty() {
        return Vec::new();
    }
    let shown = newest(since, NEWS);
    let earlier = (shown.len() < since.len()).then(|| desk.word("hand-earlier"));
    let lines = earlier.into_iter().chain(shown).map(|line| format!("> {line}"));
    std::iter::once(desk.word("hand-since")).chain(lines).collect()
}

/// What this player is asked for now, and the upcard while it matters.
fn situation(desk: &Desk<'_>, hand: &Hand<'_>) -> Vec<String> {
    let lang = desk.frame.lang;
    let public = &desk.view.public;
    let name = desk.frame.names.text[public.turn.seat].as_str();
    let line = match desk.phase {
        Phase::Over if hand.beside.end.game_over => desk.word("hand-after-game"),
        Phase::Over => desk.word("hand-after-round"),
        Phase::Asked => lang.say("hand-asked", &[("name", name.into())]),
        Phase::AwaitingPartner => desk.word("hand-awaiting"),
        // This hand may stand here for long: who plays meanwhile is told on the table.
        Phase::Waiting if hand.beside.paused => desk.word("hand-paused"),
        Phase::Waiting if hand.beside.away => desk.word("hand-away"),
        Phase::Waiting if desk.frame.stands_in[desk.view.seat] => desk.word("refusal-computer-plays"),
        Phase::Waiting => desk.word("hand-not-your-turn"),
        Phase::ToDraw if public.stock == 0 => desk.word("hand-take-or-pass"),
        Phase::ToDraw if desk.takes.is_empty() => desk.word("hand-to-draw"),
        Phase::ToDraw => desk.word("hand-to-draw-or-take"),
        Phase::Drawn => match public.turn.bound {
            Some(cause) => format!("**{}**", say::bound(lang, cause)),
            None => desk.word("hand-drawn"),
        },
    };
    let refused = desk.phase == Phase::Drawn && public.turn.question == Question::No;
    let refused = refused.then(|| format!("**{}**", desk.word("hand-partner-said-no")));
    let may_not_pass = match (desk.phase, public.stock) {
        (Phase::ToDraw, 0) => check(desk.view, &Action::Pass).err(),
        _ => None,
    };
    let may_not_pass = may_not_pass.map(|reason| say::illegal(lang, &desk.frame.names.text, &reason));
    let line = with_time(desk, may_not_pass.unwrap_or(line), hand.beside.deadline);
    drew(desk, hand.beside.drew).into_iter().chain([line]).chain(refused).collect()
}

/// With the time that this player has left, where the table waits for them and a clock runs.
fn with_time(desk: &Desk<'_>, line: String, deadline: Option<i64>) -> String {
    let waited_for = matches!(desk.phase, Phase::ToDraw | Phase::Drawn | Phase::Asked);
    match deadline.filter(|_| waited_for) {
        Some(at) => format!("{line} {}", desk.frame.lang.say("hand-time", &[("when", relative(at).into())])),
        None => line,
    }
}

fn drew(desk: &Desk<'_>, drew: Option<&str>) -> Option<String> {
    let in_turn = matches!(desk.phase, Phase::ToDraw | Phase::Drawn | Phase::AwaitingPartner);
    Some(desk.frame.lang.say("hand-drew", &[("happened", drew.filter(|_| in_turn)?.into())]))
}

/// The pile in a line, then the hand by rank. Who waits sees the pile on the table: here it would grow old. After
/// the round it is dead.
fn cards(desk: &Desk<'_>) -> String {
    let view = desk.view;
    let mut lines = Vec::new();
    if !matches!(desk.phase, Phase::Waiting | Phase::Over) {
        lines.extend(board::pile(desk.frame.lang, &view.public, Some(view.seat)));
        lines.push(String::new());
    }
    let mut groups = say::groups(&Counts::of(&view.hand));
    let waiting = view.hand.red_threes();
    groups.extend((waiting > 0).then(|| desk.frame.lang.say("hand-waiting", &[("count", waiting.into())])));
    if groups.is_empty() {
        groups.push(desk.word("hand-empty"));
    }
    lines.extend(board::wrap_groups(&groups, board::WIDTH));
    lines.join("\n")
}

fn minimum(desk: &Desk<'_>) -> Option<String> {
    let need = desk.view.minimum_needed().filter(|_| desk.phase != Phase::Over)?;
    Some(desk.frame.lang.say("hand-minimum", &[("need", need.into())]))
}

/// The draft with its points, and why it can't be played yet; a hint tells of the minimum itself.
fn draft(desk: &Desk<'_>, hinted: bool) -> Vec<String> {
    if desk.draft.is_empty() {
        return Vec::new();
    }
    let line = format!("**{}**", draft_text(desk));
    let can_play = match desk.draft.mode {
        Mode::Meld => desk.phase == Phase::Drawn,
        Mode::Take(_) => desk.phase == Phase::ToDraw,
    };
    let reason = check(desk.view, &desk.draft.action()).err().filter(|_| can_play);
    let reason = reason.filter(|reason| !(hinted && matches!(reason, Illegal::BelowMinimum { .. })));
    let names = &desk.frame.names.text;
    let reason = reason.map(|reason| say::illegal(desk.frame.lang, names, &reason));
    std::iter::once(line).chain(reason).collect()
}

/// The draft on one line, aces first.
fn draft_text(desk: &Desk<'_>) -> String {
    let lang = desk.frame.lang;
    let mut placements = desk.draft.placements().to_vec();
    placements.reverse();
    let cards = match desk.draft.mode {
        Mode::Take(_) => say::action(lang, desk.view, &desk.draft.action()),
        Mode::Meld => say::put_down(lang, desk.view, &placements),
    };
    let key = if desk.phase == Phase::Drawn || desk.draft.mode != Mode::Meld { "draft-now" } else { "draft-plan" };
    lang.say(key, &[("cards", cards.into()), ("points", points(desk).into())])
}

/// What the draft comes to where a menu would be, while it is put together.
pub(super) fn draft_or_nothing(desk: &Desk<'_>) -> String {
    if desk.draft.is_empty() { desk.word("draft-empty") } else { points(desk) }
}

/// The draft's points, and of how many where there is a minimum.
fn points(desk: &Desk<'_>) -> String {
    let points = desk.draft.value();
    match desk.view.minimum_needed() {
        Some(need) => desk.frame.lang.say("points-of", &[("points", points.into()), ("need", need.into())]),
        None => desk.frame.lang.say("offer-points", &[("points", points.into())]),
    }
}

pub(super) fn play_label(desk: &Desk<'_>) -> String {
    let key = match desk.draft.mode {
        _ if desk.draft.is_empty() => return desk.word("button-play"),
        Mode::Meld => "button-play-points",
        Mode::Take(_) => "button-take-points",
    };
    desk.frame.lang.say(key, &[("points", points(desk).into())])
}

/// What a meld becomes with these cards.
pub(super) fn becomes(desk: &Desk<'_>, placement: Placement) -> String {
    let lang = desk.frame.lang;
    let before = desk.draft.melds_after(desk.view).get(placement.rank);
    let after = before.with(placement.meld());
    let points = ("points", placement.value().into());
    match after.canasta().filter(|_| before.canasta().is_none()) {
        Some(kind) => lang.say("offer-canasta", &[points, ("canasta", say::canasta(lang, kind).into())]),
        None if before.is_empty() => lang.say("offer-points", &[points]),
        None => {
            let cards = board::meld_cards(placement.rank, after);
            lang.say("offer-lay-off", &[points, ("cards", cards.into())])
        }
    }
}

/// A way to take the pile: what joins the upcard, then what is melded with it.
pub(super) fn take_way(desk: &Desk<'_>, placements: &[Placement]) -> String {
    let lang = desk.frame.lang;
    let upcard = desk.view.upcard().map(Card::rank);
    let (with, others): (Vec<Placement>, Vec<Placement>) =
        placements.iter().partition(|placement| Some(placement.rank) == upcard);
    let onto = || {
        let ranks = upcard.map(|rank| say::ranks(lang, rank)).unwrap_or_default();
        lang.say("take-onto", &[("ranks", ranks.into())])
    };
    let with = with.iter().map(|placement| say::groups(&placement.counts()).join(" ")).find(|cards| !cards.is_empty());
    let all =
        std::iter::once(with.unwrap_or_else(onto)).chain(others.iter().map(|other| say::placements(lang, &[*other])));
    all.collect::<Vec<_>>().join(" · ")
}

pub(super) fn card_name(desk: &Desk<'_>, rank: Rank) -> String {
    match rank {
        Rank::Three => desk.word("card-black-three"),
        Rank::Joker => desk.word("card-joker"),
        rank => say::rank(rank).to_owned(),
    }
}

pub(super) fn why_no_melds(desk: &Desk<'_>) -> String {
    let refusal = offers::why_no_melds(desk.view, desk.draft).filter(|_| desk.phase == Phase::Drawn);
    let none = || desk.word(if desk.draft.is_empty() { "off-no-melds" } else { "off-no-more-melds" });
    refusal.and_then(|reason| say::briefly(desk.frame.lang, &reason)).unwrap_or_else(none)
}

pub(super) fn why_no_discard(desk: &Desk<'_>) -> String {
    let mut reasons = desk.view.held.ranks().filter_map(|(rank, _)| check(desk.view, &Action::Discard(rank)).err());
    let reason = reasons.next().and_then(|reason| say::briefly(desk.frame.lang, &reason));
    reason.unwrap_or_else(|| desk.word("off-no-discard"))
}

fn told(desk: &Desk<'_>, told: &Told<'_>) -> Option<String> {
    match told {
        Told::Nothing => None,
        Told::Text(text) => Some(format!("⚠ {}", cut(text, 600))),
        Told::Confirm(rank, risk) => {
            let key = match risk {
                Risk::Freezes => "confirm-freezes",
                Risk::TheyMeld => "confirm-they-meld",
            };
            let card = card_name(desk, *rank);
            Some(format!("⚠ {}", desk.frame.lang.say(key, &[("card", card.into())])))
        }
        Told::Hint => Some(hint::text(desk.frame.lang, &desk.frame.names.text, desk.view, &desk.takes)),
    }
}

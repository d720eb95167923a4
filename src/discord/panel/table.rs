//! The table message: what everybody may see, and whose turn it is. Must never be given more than the public knows.

use super::frame::{Frame, NEWS, block, newest, relative};
use super::names::Names;
use super::{Mentions, Panel, Row, Style};
use crate::discord::click::{BoardVerb, Verb};
use crate::engine::{Public, Question, Seat, Stage};
use crate::i18n::board;
use crate::table::Notice;

/// What stands on the table message beside the cards.
#[derive(Clone, Debug, Default)]
pub struct Beside<'a> {
    /// Rises with every change of the table.
    pub version: u64,
    /// What happened last, told with the names for text.
    pub latest: &'a [String],
    /// When the time is over of what the table waits for, in seconds since 1970.
    pub deadline: Option<i64>,
    /// What those who are waited for are told of the time.
    pub notice: Option<Notice>,
    /// The players have paused the game.
    pub paused: bool,
    /// The game has just begun: all players are called.
    pub begins: bool,
    /// Who played a round that is over to its end, where that is known: others may sit there now.
    pub players: Option<&'a Names>,
    /// A computer player was among them.
    pub with_computers: bool,
}

/// The table message. The one player whom it waits for is mentioned, and when the game begins, everybody.
pub fn panel(frame: &Frame, public: &Public, beside: &Beside<'_>) -> Panel {
    let waited_for = public.to_act().next();
    let number = frame.lang.say("table-number", &[("number", frame.table.0.into())]);
    let heading = format!("{number} · {}", board::heading(&frame.board(), public));
    let turn = waited_for.map(|seat| turn_line(frame, public, seat, beside));
    let begins = (beside.begins && players(frame).count() > 1).then(|| begins_line(frame));
    let cards = block(&board::body(&frame.board(), public, None));
    let latest = newest(beside.latest, NEWS);
    let lines: Vec<String> = std::iter::once(heading).chain(begins).chain(turn).chain([cards]).chain(latest).collect();
    let named = players(frame).filter(|&seat| beside.begins || Some(seat) == waited_for);
    let users = named.filter_map(|seat| frame.users[seat]).map(|user| user.0.to_string());
    let call = (beside.notice == Some(Notice::MayCall)).then(|| Row::buttons([frame.inform(BoardVerb::CallClock)]));
    Panel {
        content: lines.join("\n"),
        components: std::iter::once(buttons(frame, public, beside.paused)).chain(call).collect(),
        allowed_mentions: Mentions { users: users.collect(), ..Mentions::default() },
    }
}

/// The seats where people play.
fn players(frame: &Frame) -> impl Iterator<Item = Seat> {
    Seat::at_table(frame.rules.players).filter(|&seat| frame.users[seat].is_some())
}

fn begins_line(frame: &Frame) -> String {
    let names: Vec<String> = players(frame).map(|seat| mention(frame, seat)).collect();
    frame.lang.say("game-begins", &[("names", names.join(" · ").into())])
}

fn turn_line(frame: &Frame, public: &Public, seat: Seat, beside: &Beside<'_>) -> String {
    let who = mention(frame, seat);
    let asked = public.turn.question == Question::Waiting;
    let line = if asked {
        let by = frame.names.text[public.turn.seat].as_str();
        frame.lang.say("turn-asked", &[("name", who.into()), ("asker", by.into())])
    } else {
        let key = match (frame.waits[seat], frame.stands_in[seat]) {
            (true, _) => "turn-free-seat",
            (false, true) => "turn-stood-in",
            (false, false) => "turn-to-play",
        };
        frame.lang.say(key, &[("name", who.into())])
    };
    let mark = if beside.paused { '⏸' } else { '▶' };
    let hurry = if beside.notice == Some(Notice::LittleTime) { "⏳ " } else { "" };
    match beside.deadline {
        Some(at) => format!("{mark} {line} · {hurry}{}", frame.lang.say("turn-time", &[("when", relative(at).into())])),
        None => format!("{mark} {line}"),
    }
}

/// A player as the message can call them: the mention rings only if the message allows it.
pub(super) fn mention(frame: &Frame, seat: Seat) -> String {
    frame.users[seat].map_or_else(|| frame.names.text[seat].clone(), |user| format!("<@{}>", user.0))
}

fn buttons(frame: &Frame, public: &Public, paused: bool) -> Row {
    let hand = frame.lang.word("button-my-hand");
    let my_hand = frame.button(Verb::Board(BoardVerb::MyHand), hand, Style::Primary);
    // The place is the same: while a question waits, nobody can draw.
    let second = if public.turn.question == Question::Waiting && public.ended.is_none() {
        frame.inform(BoardVerb::AnswerPrompt)
    } else {
        let can_draw = public.ended.is_none() && public.turn.stage == Stage::ToDraw && public.stock > 0;
        // A computer player draws by itself.
        let can_draw = can_draw && !paused && frame.users[public.turn.seat].is_some();
        frame.inform(BoardVerb::Draw).on_if(can_draw)
    };
    let take_over = frame.inform(BoardVerb::TakeOver);
    let always = [my_hand, second, frame.inform(BoardVerb::Log), frame.inform(BoardVerb::Rules)];
    Row::buttons(always.into_iter().chain(Some(take_over).filter(|_| frame.seat_left)))
}

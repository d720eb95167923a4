//! After a round: all hands face up, the sheets of both sides, and how to go on; after a game its winner.
//! Must never be given a round that is still in play.

use super::frame::{Frame, NEWS, block, newest, relative};
use super::names::Names;
use super::{Button, Panel, Row, Style};
use crate::discord::click::{AfterVerb, BoardVerb, Verb};
use crate::engine::{ByTeam, Counts, Hands, Public, Seat, Sheet, Team};
use crate::i18n::{board, say, sheet};

/// A round that is over.
#[derive(Clone, Debug)]
pub struct After<'a> {
    /// The round as everybody sees it now; its totals are those before it.
    pub public: &'a Public,
    /// The sheets of both sides.
    pub sheets: &'a ByTeam<Sheet>,
    /// Who played it to its end: others may sit there now.
    pub players: &'a Names,
    /// A computer player was among them: what is won counts apart.
    pub with_computers: bool,
    /// Who has won the game, if this round ended it.
    pub winner: Option<Team>,
    /// The table has ended: nothing follows.
    pub closed: bool,
    /// When the next round deals itself, in seconds since 1970.
    pub deadline: Option<i64>,
    /// What happened last, told with the names for text; not who has won.
    pub latest: &'a [String],
}

/// The table message after a round. Nobody is pinged.
pub fn panel(frame: &Frame, after: &After<'_>) -> Panel {
    let lang = frame.lang;
    let number = lang.say("table-number", &[("number", frame.table.0.into())]);
    let mut lines = vec![format!("{number} · {}", board::heading(&frame.board(), after.public))];
    lines.extend(newest(after.latest, NEWS));
    if let Some((_, hands)) = &after.public.ended {
        lines.push(block(&face_up(frame, after.players, hands)));
    }
    lines.push(block(&sheet::sheets(&frame.board(), after.sheets, &after.public.totals, frame.rules.players)));
    let next = after.deadline.map(|at| lang.say("next-round-at", &[("when", relative(at).into())]));
    lines.extend(next);
    if let Some(team) = after.winner {
        let won = say::game_won(lang, &after.players.text, team, frame.rules.players);
        lines.push(format!("## {won}"));
        lines.extend(after.with_computers.then(|| lang.word("counted-apart")));
        lines.extend(rematch_line(frame, after.players).filter(|_| !after.closed));
    }
    lines.extend(after.closed.then(|| frame.ended_line()));
    Panel { content: lines.join("\n"), components: buttons(frame, after), ..Panel::default() }
}

/// What lay on the table when the round was over, for whoever looks back at it.
pub fn melds(frame: &Frame, public: &Public) -> Panel {
    let number = frame.lang.say("table-number", &[("number", frame.table.0.into())]);
    let heading = format!("{number} · {}", board::heading(&frame.board(), public));
    Panel { content: format!("{heading}\n{}", block(&board::body(&frame.board(), public, None))), ..Panel::default() }
}

/// Who would play another game, where that is not plain: somebody has left, sat down, or is away.
fn rematch_line(frame: &Frame, players: &Names) -> Option<String> {
    let seats = || Seat::at_table(frame.rules.players);
    let is_as_it_was = |seat: Seat| {
        let same = players.plain[seat] == frame.names.plain[seat];
        same && !frame.stands_in[seat] && !frame.waits[seat]
    };
    if seats().all(is_as_it_was) {
        return None;
    }
    let would_play = |seat: Seat| {
        let name = frame.names.text[seat].as_str();
        match (frame.stands_in[seat], frame.waits[seat]) {
            (true, _) => frame.lang.say("rematch-if-back", &[("name", name.into())]),
            (false, true) => frame.lang.say("rematch-free", &[("name", name.into())]),
            (false, false) => name.to_owned(),
        }
    };
    let names = seats().map(would_play).collect::<Vec<_>>().join(" · ");
    Some(frame.lang.say("rematch-seats", &[("names", names.into())]))
}

/// Every hand, its cards below its name: as many lines as it takes, none wider than a telephone.
fn face_up(frame: &Frame, players: &Names, hands: &Hands) -> String {
    let hand = |seat: Seat| {
        let name = &players.block[seat];
        let mut groups = say::groups(&Counts::of(&hands[seat]));
        if hands[seat].is_empty() {
            groups.push(frame.lang.word("went-out-hand"));
        }
        let lines = board::wrap_groups(&groups, board::WIDTH - 1);
        std::iter::once(name.clone()).chain(lines.into_iter().map(|line| format!(" {line}"))).collect::<Vec<_>>()
    };
    Seat::at_table(frame.rules.players).flat_map(hand).collect::<Vec<_>>().join("\n")
}

fn buttons(frame: &Frame, after: &After<'_>) -> Vec<Row> {
    /// Discord's limit.
    const IN_A_ROW: usize = 5;
    let button = |verb, key, style| frame.button(Verb::After(verb), frame.lang.word(key), style);
    let next = match after.winner {
        _ if after.closed => vec![],
        None => vec![button(AfterVerb::Deal, "button-deal", Style::Primary)],
        Some(_) => vec![
            button(AfterVerb::Rematch, "button-rematch", Style::Primary),
            button(AfterVerb::Leave, "button-leave", Style::Secondary),
        ],
    };
    let look_back = [
        frame.button(Verb::After(AfterVerb::Rounds), frame.lang.word("button-rounds"), Style::Secondary),
        frame.inform(BoardVerb::Melds),
        frame.inform(BoardVerb::Log),
        frame.inform(BoardVerb::Rules),
    ];
    let take_over = (!after.closed && frame.seat_left).then(|| frame.inform(BoardVerb::TakeOver));
    let go_on: Vec<Button> = next.into_iter().chain(take_over).collect();
    if go_on.len() + look_back.len() <= IN_A_ROW {
        return vec![Row::buttons(go_on.into_iter().chain(look_back))];
    }
    vec![Row::buttons(go_on), Row::buttons(look_back)]
}

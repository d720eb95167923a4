//! A player's own hand: the cards, what can be done, and melds being put together. Five rows that keep their places
//! while the round is in play; what can't be used is off and says why. Must never be given more than one seat's view.

mod rows;
mod words;

use super::frame::Frame;
use super::{Panel, Row};
use crate::discord::click::{BoardVerb, Click, HandVerb, RENDERS, Verb};
use crate::discord::draft::{Building, Draft};
use crate::discord::offers::{self, Phase, Risk};
use crate::engine::{Action, Rank, View};

/// What a hand message shows.
#[derive(Clone, Debug)]
pub struct Hand<'a> {
    /// The view of its owner.
    pub view: &'a View,
    /// The melds put together so far.
    pub draft: &'a Draft,
    /// One more than at the last rendering of this message, see [`next_render`].
    pub render: u8,
    /// What stands beside the cards.
    pub beside: Beside<'a>,
    /// What has to be said about the last click.
    pub told: Told<'a>,
}

/// What stands in a hand message beside the cards.
#[derive(Clone, Debug, Default)]
pub struct Beside<'a> {
    /// What the others did since this player's turn, told with the names for text.
    pub since: &'a [String],
    /// What this player drew, took and laid in the turn in play, told to them.
    pub drew: Option<&'a str>,
    /// How the round has ended.
    pub end: End,
    /// The players have paused the game.
    pub paused: bool,
    /// The computer plays on for this player until they are back.
    pub away: bool,
    /// When the time is over of what the table waits for, in seconds since 1970.
    pub deadline: Option<i64>,
}

/// How a round that is over has ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct End {
    /// This player went out: the news are of the others.
    pub went_out: bool,
    /// The game has ended, too.
    pub game_over: bool,
}

/// What has to be said about the last click.
#[derive(Clone, Copy, Debug, Default)]
pub enum Told<'a> {
    /// Nothing.
    #[default]
    Nothing,
    /// A refusal in words.
    Text(&'a str),
    /// Is this rank really to be discarded?
    Confirm(Rank, Risk),
    /// What the hand could do.
    Hint,
}

/// The counter of the rendering after this one.
pub const fn next_render(render: u8) -> u8 {
    (render + 1) % RENDERS
}

/// The hand message.
pub fn panel(frame: &Frame, hand: &Hand<'_>) -> Panel {
    let draft = hand.draft.clone().fitted(hand.view);
    let takes = offers::takes(hand.view);
    let phase = match offers::phase(hand.view) {
        Phase::Over => Phase::Over,
        // Nothing would be taken.
        _ if hand.beside.paused || frame.stands_in[hand.view.seat] => Phase::Waiting,
        phase => phase,
    };
    let desk = Desk { frame, view: hand.view, draft: &draft, render: hand.render, phase, takes };
    let confirm = match hand.told {
        Told::Confirm(rank, risk) if desk.phase == Phase::Drawn => Some((rank, risk)),
        _ => None,
    };
    let components = match confirm {
        Some((rank, _)) => desk.confirm_rows(rank),
        None if desk.builds() => desk.build_rows(),
        None if desk.phase == Phase::Over => vec![desk.last_row()],
        None => desk.rows(),
    };
    Panel { content: words::content(&desk, hand), components, ..Panel::default() }
}

/// All that rows and words are made from.
struct Desk<'a> {
    frame: &'a Frame,
    view: &'a View,
    draft: &'a Draft,
    render: u8,
    phase: Phase,
    /// The ways to take the pile now; to find them takes long.
    takes: Vec<Action>,
}

impl Desk<'_> {
    fn builds(&self) -> bool {
        let may = matches!(self.phase, Phase::Waiting | Phase::ToDraw | Phase::Drawn);
        may && self.draft.building != Building::No
    }

    fn id(&self, verb: HandVerb) -> String {
        let verb = Verb::Hand(verb);
        let Frame { table, step, .. } = *self.frame;
        Click { table, step, verb, render: self.render % RENDERS, draft: self.draft.clone() }.encode()
    }

    fn word(&self, key: &str) -> String {
        self.frame.lang.word(key)
    }

    /// Refresh, log, rules; a hint for whoever can act.
    fn last_row(&self) -> Row {
        let refresh = self.button(HandVerb::Refresh, self.word("button-refresh"));
        let log = self.frame.inform(BoardVerb::Log);
        let rules = self.frame.inform(BoardVerb::Rules);
        let hint = matches!(self.phase, Phase::ToDraw | Phase::Drawn)
            .then(|| self.button(HandVerb::Hint, self.word("button-hint")));
        Row::buttons([refresh, log, rules].into_iter().chain(hint))
    }
}

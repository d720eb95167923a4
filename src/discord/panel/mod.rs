//! What people see on Discord, as plain data: a view becomes a [`Panel`]. Pure: no clock, no request, no state.
//! Must never know a rule, or hold anything that its viewer may not see.

pub mod after;
pub mod end;
pub mod ended;
pub mod frame;
pub mod hand;
pub mod help;
pub mod leaderboard;
pub mod limits;
pub mod lobby;
pub mod log;
pub mod names;
pub mod options;
pub mod rounds;
pub mod rules;
pub mod stats;
pub mod table;
pub mod tables;
pub mod vote;

use std::ops::Not;

use serde::Serialize;

use crate::table::{Phase, Table};
use after::After;
pub use frame::Frame;

/// The message of a table as everybody sees it: its lobby, its round in play, or what came of it.
pub fn public_message(frame: &Frame, table: &Table, beside: &table::Beside<'_>) -> Panel {
    let Some((game, round)) = table.game.as_ref().and_then(|game| Some((game, game.round()?))) else {
        return lobby::panel(frame, table, beside.version);
    };
    let (public, closed) = (&round.public(), table.phase == Phase::Closed);
    let panel = match game.sheets().last().filter(|_| round.is_over()) {
        Some(sheets) => {
            let (players, winner) = (beside.players.unwrap_or(&frame.names), game.winner());
            let table::Beside { deadline, latest, with_computers, .. } = *beside;
            after::panel(frame, &After { public, sheets, players, with_computers, winner, closed, deadline, latest })
        }
        None if closed => ended::panel(frame, public, game.sheets()),
        None => table::panel(frame, public, beside),
    };
    vote::beside(frame, table, panel)
}

/// One message: a text and rows of components, as Discord's API takes them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Panel {
    /// At most 2,000 characters.
    pub content: String,
    /// At most five rows; an empty list removes those of an edited message.
    pub components: Vec<Row>,
    /// Whom the text may ping.
    pub allowed_mentions: Mentions,
}

/// Whom a text may ping: nobody but these.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Mentions {
    /// Always empty: no text pings everyone, here, or roles.
    pub parse: [&'static str; 0],
    /// The users, as decimal texts.
    pub users: Vec<String>,
}

/// A row: up to five buttons, or one menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    #[serde(rename = "type")]
    kind: u8,
    components: Vec<Component>,
}

/// A button or a menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Component {
    /// A button.
    Button(Button),
    /// A menu.
    Menu(Menu),
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Button {
    #[serde(rename = "type")]
    kind: u8,
    /// 1 to 100 characters, unlike all others of the message.
    pub custom_id: String,
    /// At most 80 characters; 34 show on a phone.
    pub label: String,
    style: u8,
    /// It is shown, and can't be pressed.
    #[serde(skip_serializing_if = "Not::not")]
    pub disabled: bool,
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Style {
    /// The usual next step.
    Primary = 1,
    /// Anything else.
    Secondary = 2,
    /// Yes, go.
    Success = 3,
    /// What can't be taken back.
    Danger = 4,
}

/// A menu of up to 25 options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Menu {
    #[serde(rename = "type")]
    kind: u8,
    /// 1 to 100 characters, unlike all others of the message.
    pub custom_id: String,
    /// At most 150 characters: what it is for, or why it can't be used.
    pub placeholder: String,
    /// The fewest options to choose.
    pub min_values: u8,
    /// The most options to choose.
    pub max_values: u8,
    /// 1 to 25.
    pub options: Vec<Choice>,
    /// It is shown, and can't be used.
    #[serde(skip_serializing_if = "Not::not")]
    pub disabled: bool,
}

/// One option of a menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// At most 100 characters.
    pub label: String,
    /// At most 100 characters, unlike all others of the menu.
    pub value: String,
    /// At most 100 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Chosen from the start.
    #[serde(skip_serializing_if = "Not::not")]
    pub default: bool,
}

impl Row {
    /// A row of buttons.
    pub fn buttons(buttons: impl IntoIterator<Item = Button>) -> Self {
        Self { kind: 1, components: buttons.into_iter().map(Component::Button).collect() }
    }

    /// A row with one menu.
    pub fn menu(menu: Menu) -> Self {
        Self { kind: 1, components: vec![Component::Menu(menu)] }
    }

    /// What is in it.
    pub fn components(&self) -> &[Component] {
        &self.components
    }
}

impl Button {
    /// A button that can be pressed.
    pub fn new(custom_id: String, label: impl Into<String>, style: Style) -> Self {
        Self { kind: 2, custom_id, label: label.into(), style: style as u8, disabled: false }
    }

    /// This button, off unless `on`.
    #[must_use]
    pub fn on_if(mut self, on: bool) -> Self {
        self.disabled = !on;
        self
    }
}

impl Menu {
    /// A menu that takes one option.
    pub fn new(custom_id: String, placeholder: impl Into<String>, options: Vec<Choice>) -> Self {
        Self {
            kind: 3,
            custom_id,
            placeholder: placeholder.into(),
            min_values: 1,
            max_values: 1,
            options,
            disabled: false,
        }
    }
}

//! What all messages of one table share: its number, its step, who sits there, and small helpers. Must never hold a
//! card.

use super::names::{self, Names};
use super::{Button, Choice, Component, Menu, Row, Style};
use crate::discord::click::{BoardVerb, Click, Verb};
use crate::engine::{BySeat, Rules};
use crate::i18n::{Lang, board, say};
use crate::table::{Ended, Member, Table, TableId, UserId};

/// The most that what happened may take of a message. What the others did in a row has room, also where computer players
/// put down whole hands; the worst table or hand leaves it.
pub(super) const NEWS: usize = 700;

/// What all messages of one table share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The language.
    pub lang: Lang,
    /// Which table.
    pub table: TableId,
    /// Its step.
    pub step: u64,
    /// The rules in force.
    pub rules: Rules,
    /// How the players are called.
    pub names: Names,
    /// Whom to mention at each seat; nobody where the computer plays.
    pub users: BySeat<Option<UserId>>,
    /// The number of the round, from 1.
    pub round: usize,
    /// The computer plays for a member: of one turn, or until the member is back.
    pub stands_in: BySeat<bool>,
    /// Somebody left a seat that others may take.
    pub seat_left: bool,
    /// Nobody plays this seat until somebody takes it.
    pub waits: BySeat<bool>,
    /// The table's channel is gone.
    pub no_channel: bool,
    /// How the table has ended, if it has.
    pub ended: String,
}

impl Frame {
    /// The frame of a table.
    pub fn of(lang: Lang, table: &Table) -> Self {
        let over = match table.round() {
            Some(round) => round.is_over(),
            None => true,
        };
        let rounds = table.game.as_ref().map_or(0, |game| game.sheets().len());
        Self {
            lang,
            table: table.id,
            step: table.step,
            rules: table.rules,
            names: Names::of(lang, table),
            users: BySeat::from_fn(|seat| {
                table.seats[seat].as_ref().filter(|_| table.computer_at(seat).is_none()).map(|member| member.user)
            }),
            round: (rounds + usize::from(!over)).max(1),
            stands_in: BySeat::from_fn(|seat| table.seats[seat].is_some() && table.computer_at(seat).is_some()),
            seat_left: table.seats_left().next().is_some(),
            waits: BySeat::from_fn(|seat| table.seats[seat].is_none() && table.computer_at(seat).is_none()),
            no_channel: table.has_no_channel(),
            ended: ended(lang, table),
        }
    }

    /// The frame of rules that no table plays by.
    pub fn without_table(lang: Lang, rules: Rules) -> Self {
        Self {
            lang,
            table: TableId(0),
            step: 0,
            rules,
            names: Names::new(&say::seat_names(lang)),
            users: BySeat::default(),
            round: 1,
            stands_in: BySeat::default(),
            seat_left: false,
            waits: BySeat::default(),
            no_channel: false,
            ended: lang.word("ended"),
        }
    }

    /// The same for what is laid out in columns.
    pub(super) fn board(&self) -> board::Frame<'_> {
        board::Frame { lang: self.lang, names: &self.names.block, round: self.round }
    }

    /// How the table has ended, where all are to see it.
    pub(super) fn ended_line(&self) -> String {
        format!("**{}**", self.ended)
    }

    /// The `custom_id` of a verb that needs no draft.
    pub(super) fn id(&self, verb: Verb) -> String {
        Click::new(self.table, self.step, verb).encode()
    }

    /// A button with a verb that needs no draft.
    pub(super) fn button(&self, verb: Verb, label: impl Into<String>, style: Style) -> Button {
        Button::new(self.id(verb), label, style)
    }

    /// Buttons that every message of a game can have.
    pub(super) fn inform(&self, verb: BoardVerb) -> Button {
        let label = self.lang.word(match verb {
            BoardVerb::MyHand => "button-my-hand",
            BoardVerb::Draw => "button-draw",
            BoardVerb::Log | BoardVerb::LogPage(_) => "button-log",
            BoardVerb::Melds => "button-melds",
            BoardVerb::Rules => "button-rules",
            BoardVerb::Help => "button-help",
            BoardVerb::AnswerPrompt => "button-answer",
            BoardVerb::End => "button-end",
            BoardVerb::KeepPlaying => "button-keep-playing",
            BoardVerb::TakeOver => "button-take-over",
            BoardVerb::CallClock => "button-call-clock",
            BoardVerb::Vote { yes: true, .. } => "button-vote-yes",
            BoardVerb::Vote { yes: false, .. } => "button-vote-no",
            BoardVerb::GoOn => "button-go-on",
        });
        self.button(Verb::Board(verb), label, Style::Secondary)
    }
}

/// How a table that has ended came to that: by whom, or because nobody did anything.
fn ended(lang: Lang, table: &Table) -> String {
    let by = |key: &str, member: &Member| lang.say(key, &[("name", names::in_text(&member.name).into())]);
    match &table.ended {
        Some(Ended::ByHost(host)) => by("ended-by-host", host),
        Some(Ended::ByManager(manager)) => by("ended-by-manager", manager),
        Some(Ended::ByVote) => lang.word("ended-by-vote"),
        None if !table.timing.abandoned => lang.word("ended"),
        None if table.game.is_none() => lang.word("ended-idle-lobby"),
        None => lang.word("ended-idle"),
    }
}

impl Choice {
    /// A choice with a label and a value.
    pub fn new(label: &str, value: impl Into<String>) -> Self {
        Self { label: cut(label, 100), value: value.into(), description: None, default: false }
    }

    /// With a line below the label.
    #[must_use]
    pub fn described(mut self, description: &str) -> Self {
        self.description = Some(cut(description, 100)).filter(|text| !text.is_empty());
        self
    }
}

impl Menu {
    /// A menu that can't be used, and says why.
    pub(super) fn off(custom_id: String, reason: &str) -> Self {
        let nothing = Choice::new("–", "-");
        Self { disabled: true, ..Self::new(custom_id, cut(reason, 150), vec![nothing]) }
    }

    /// This menu, or one that is off where there is nothing to choose.
    pub(super) fn or_off(self, reason: &str) -> Self {
        if self.options.is_empty() { Self::off(self.custom_id, reason) } else { self }
    }

    /// Takes any number of options.
    pub(super) fn several(mut self) -> Self {
        self.max_values = self.options.len().clamp(1, 25) as u8;
        self
    }
}

/// A text of at most so many characters, the last an ellipsis if it was cut.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// The last lines that together have at most so many characters.
pub fn newest(lines: &[String], most: usize) -> Vec<String> {
    let mut room = most;
    let mut kept: Vec<String> = Vec::new();
    for line in lines.iter().rev() {
        let length = line.chars().count() + 1;
        if length > room {
            if kept.is_empty() {
                kept.push(cut(line, room.saturating_sub(1)));
            }
            break;
        }
        room -= length;
        kept.push(line.clone());
    }
    kept.reverse();
    kept
}

/// A moment, in seconds since 1970, as each reader's own client counts down to it.
pub(super) fn relative(at: i64) -> String {
    format!("<t:{at}:R>")
}

/// A text as people see it, in a block of code.
pub fn block(text: &str) -> String {
    format!("```\n{text}\n```")
}

impl Row {
    /// The buttons and menus that can be used, for whoever looks for a way.
    pub fn usable(&self) -> impl Iterator<Item = &Component> {
        self.components().iter().filter(|component| match component {
            Component::Button(button) => !button.disabled,
            Component::Menu(menu) => !menu.disabled,
        })
    }
}

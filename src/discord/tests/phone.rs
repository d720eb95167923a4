//! A player with a telephone, who sees panels and taps what is offered there, and a round that follows.

use super::frame;
use crate::discord::click::{Click, HandVerb, Verb};
use crate::discord::compose::{Step, compose};
use crate::discord::draft::Draft;
use crate::discord::panel::hand::{self, Hand, Told, next_render};
use crate::discord::panel::{Component, Frame, Menu, Panel, Row};
use crate::engine::{Action, Round, Seat};
use crate::i18n::say;

/// One player's telephone.
pub(super) struct Phone {
    pub(super) frame: Frame,
    pub(super) round: Round,
    pub(super) seat: Seat,
    pub(super) panel: Panel,
    /// What the last click wanted to play.
    pub(super) played: Vec<Action>,
    /// Whether plays are followed.
    pub(super) follows: bool,
    pub(super) taps: u32,
}

impl Phone {
    /// The hand of a seat, just opened.
    pub(super) fn new(round: Round, seat: Seat) -> Self {
        let frame = frame(*round.rules());
        let mut phone =
            Self { frame, round, seat, panel: Panel::default(), played: Vec::new(), follows: true, taps: 0 };
        phone.show(&Draft::default(), 0, Told::Nothing);
        phone
    }

    pub(super) fn show(&mut self, draft: &Draft, render: u8, told: Told<'_>) {
        let view = self.round.view(self.seat);
        self.panel =
            hand::panel(&self.frame, &Hand { view: &view, draft, render, beside: hand::Beside::default(), told });
    }

    fn usable(&self) -> impl Iterator<Item = &Component> {
        self.panel.components.iter().flat_map(Row::usable)
    }

    /// The button with this verb, if it is there and on.
    pub(super) fn button(&self, verb: HandVerb) -> Option<String> {
        self.usable().find_map(|component| match component {
            Component::Button(button) if verb_of(&button.custom_id) == Some(verb) => Some(button.custom_id.clone()),
            _ => None,
        })
    }

    /// The menu with this verb, if it is there and on.
    pub(super) fn menu(&self, verb: HandVerb) -> Option<&Menu> {
        self.usable().find_map(|component| match component {
            Component::Menu(menu) if verb_of(&menu.custom_id) == Some(verb) => Some(menu),
            _ => None,
        })
    }

    /// Presses the button with this verb; false if there is none to press.
    pub(super) fn press(&mut self, verb: HandVerb) -> bool {
        let Some(id) = self.button(verb) else { return false };
        self.taps += 1;
        self.click(&id, &[]);
        true
    }

    /// Chooses options by their values; false if they are not offered.
    pub(super) fn choose(&mut self, verb: HandVerb, values: &[String]) -> bool {
        let Some(menu) = self.menu(verb) else { return false };
        let offered = values.iter().all(|value| menu.options.iter().any(|option| option.value == *value));
        if !offered || values.is_empty() || values.len() > usize::from(menu.max_values) {
            return false;
        }
        let several = menu.max_values > 1;
        let id = menu.custom_id.clone();
        // Open it, choose, and close it where it does not close by itself.
        self.taps += 1 + values.len() as u32 + u32::from(several);
        self.click(&id, values);
        true
    }

    /// Chooses options by their labels.
    pub(super) fn choose_labels(&mut self, verb: HandVerb, labels: &[&str]) {
        let menu = self.menu(verb).unwrap_or_else(|| panic!("no menu for {verb:?}"));
        let value = |label: &&str| {
            let found = menu.options.iter().find(|option| option.label == **label);
            found.unwrap_or_else(|| panic!("no '{label}' among {:?}", menu.options)).value.clone()
        };
        let values: Vec<String> = labels.iter().map(value).collect();
        assert!(self.choose(verb, &values));
    }

    fn click(&mut self, id: &str, values: &[String]) {
        let click = Click::decode(id).expect("a button of ours");
        let Verb::Hand(verb) = click.verb else { panic!("no click on a hand: {click:?}") };
        let view = self.round.view(self.seat);
        let render = next_render(click.render);
        self.played.clear();
        match compose(&view, &click.draft, verb, values) {
            Step::Show(draft) => self.show(&draft, render, Told::Nothing),
            Step::Hint(draft) => self.show(&draft, render, Told::Hint),
            Step::Confirm(draft, rank, risk) => self.show(&draft, render, Told::Confirm(rank, risk)),
            Step::Refuse(draft, reason) => {
                let text = say::illegal(self.frame.lang, &self.frame.names.text, &reason);
                self.show(&draft, render, Told::Text(&text));
            }
            Step::Play { actions, keep } => {
                if self.follows {
                    for action in &actions {
                        self.round.play(self.seat, action).expect("what is offered is accepted");
                    }
                }
                self.played = actions;
                self.show(&keep, render, Told::Nothing);
            }
        }
    }
}

fn verb_of(id: &str) -> Option<HandVerb> {
    match Click::decode(id).expect("a button of ours").verb {
        Verb::Hand(verb) => Some(verb),
        _ => None,
    }
}

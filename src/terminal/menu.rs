//! What the player to act can do, numbered. Must never know more than the player's view.

use super::panel::wrap;
use crate::engine::{Action, Placements, View, moves};
use crate::i18n::{Lang, say};

/// Wider than the table: sentences, not columns.
const WIDTH: usize = 76;

/// The numbered choices.
pub(super) struct Menu {
    pub(super) actions: Vec<Action>,
}

impl Menu {
    pub(super) fn of(view: &View) -> Self {
        let mut actions: Vec<Action> = Vec::new();
        for action in moves::actions(view) {
            if !actions.iter().any(|other| same(other, &action)) {
                actions.push(action);
            }
        }
        // Discards are shown last, in columns: their numbers come last too.
        actions.sort_by_key(|action| matches!(action, Action::Discard(_)));
        Self { actions }
    }

    /// The choice of a number, from 1.
    pub(super) fn choice(&self, number: usize) -> Option<&Action> {
        number.checked_sub(1).and_then(|at| self.actions.get(at))
    }

    /// What `take` alone means: the one way to take the pile, if there is exactly one; if there is none, all cards of
    /// the upcard's rank, so that the refusal tells what is missing.
    pub(super) fn bare_take(&self, view: &View) -> Action {
        let mut takes = self.takes();
        match (takes.next(), takes.next()) {
            (Some(only), None) => only.clone(),
            (Some(_), Some(_)) => Action::TakePile(Placements::new()),
            (None, _) => moves::whole_take(view),
        }
    }

    fn takes(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(|action| matches!(action, Action::TakePile(_)))
    }

    pub(super) fn text(&self, lang: Lang, view: &View) -> String {
        let numbered = self.actions.iter().enumerate().map(|(at, action)| (at + 1, action));
        let (discards, others): (Vec<_>, Vec<_>) =
            numbered.partition(|(_, action)| matches!(action, Action::Discard(_)));
        let item = |(number, action): &(usize, &Action)| format!("{number:>2}  {}", say::action(lang, view, action));
        let mut lines = vec![lang.word("choices")];
        lines.extend(others.iter().map(|other| format!(" {}", item(other))));
        let discards: Vec<String> = discards.iter().map(|discard| format!("{:14}", item(discard))).collect();
        lines.extend(wrap(&discards, WIDTH).iter().map(|line| line.trim_end().to_owned()));
        lines.join("\n")
    }
}

/// Whether two actions differ at most in the order in which melds are named.
fn same(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Meld(one), Action::Meld(other)) | (Action::TakePile(one), Action::TakePile(other)) => {
            one.len() == other.len() && one.iter().all(|placement| other.contains(placement))
        }
        _ => one == other,
    }
}

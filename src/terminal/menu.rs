//! What the player to act can do, numbered, and what a hint tells. Must never know more than the player's view.

use super::panel::wrap;
use crate::engine::{Action, Card, Placement, Position, Stage, View, best_opening, check, moves};
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
            (Some(_), Some(_)) => Action::TakePile(Vec::new()),
            (None, _) => all_of_upcard(view),
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

fn all_of_upcard(view: &View) -> Action {
    let rank = view.upcard().map(Card::rank);
    let placement = rank.map(|rank| Placement::naturals(rank, if rank.is_wild() { 0 } else { view.held.get(rank) }));
    Action::TakePile(placement.into_iter().collect())
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

/// What this hand could do, for a newcomer.
pub(super) fn hint(lang: Lang, names: &say::Names, view: &View, menu: &Menu) -> String {
    let position = Position::of(view);
    let mut lines = Vec::new();
    if let Some(need) = position.minimum {
        let best = best_opening(&position, None).value;
        let key = if best >= need { "hint-opens" } else { "hint-opens-not" };
        lines.push(lang.say(key, &[("best", best.into()), ("need", need.into())]));
    }
    let missing = position.canastas_missing();
    if missing > 0 {
        lines.push(lang.say("hint-canastas", &[("missing", missing.into())]));
    }
    if view.public.turn.stage == Stage::ToDraw && menu.takes().next().is_none() {
        let reason = check(view, &all_of_upcard(view)).err();
        let reason = reason.map(|illegal| say::illegal(lang, names, &illegal));
        lines.extend(reason.map(|reason| lang.say("hint-no-take", &[("reason", reason.into())])));
    }
    lines.extend(way_out(lang, &position, view));
    if let Some(action) = moves::safe(view) {
        lines.push(lang.say("hint-offered", &[("what", say::action(lang, view, &action).into())]));
    }
    lines.join("\n")
}

fn way_out(lang: Lang, position: &Position<'_>, view: &View) -> Option<String> {
    let drawn = view.public.turn.stage == Stage::Drawn;
    let way = position.way_out().filter(|_| drawn)?;
    let what = say::action(lang, view, &Action::Meld(way.melds.clone()));
    let rank = way.discard.map(say::rank);
    Some(match rank {
        Some(rank) if way.melds.is_empty() => lang.say("hint-discard-out", &[("rank", rank.into())]),
        Some(rank) => lang.say("hint-way-out-discard", &[("what", what.into()), ("rank", rank.into())]),
        None => lang.say("hint-way-out", &[("what", what.into())]),
    })
}

//! What a hand could do, for a newcomer. Must never know more than the player's view.

use super::{Lang, say};
use crate::engine::{Action, Position, Question, Stage, View, best_opening, check, moves};

/// What this hand could do, line by line. `takes`: the ways to take the pile now, the best first.
pub fn text(lang: Lang, names: &say::Names, view: &View, takes: &[Action]) -> String {
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
    if view.public.turn.stage == Stage::ToDraw && takes.is_empty() {
        let reason = check(view, &moves::whole_take(view)).err();
        lines.extend(reason.map(|illegal| say::illegal(lang, names, &illegal)));
    }
    lines.extend(way_out(lang, &position, view));
    let useful = useful(view, takes);
    if !useful.is_empty() {
        lines.push(lang.word("hint-offered"));
        lines.extend(useful.iter().map(|action| format!("- {}", say::action(lang, view, action))));
    }
    lines.join("\n")
}

/// The best of each sort of things that can be done now.
fn useful(view: &View, takes: &[Action]) -> Vec<Action> {
    let turn = &view.public.turn;
    if turn.question == Question::Waiting || turn.seat != view.seat {
        return moves::actions(view);
    }
    let legal = |action: Action| Some(action).filter(|action| check(view, action).is_ok());
    let best = match turn.stage {
        Stage::ToDraw => [legal(Action::Draw), takes.first().cloned(), legal(Action::Pass)],
        Stage::Drawn => {
            let discard = moves::safe(view).filter(|action| matches!(action, Action::Discard(_)));
            [moves::melds(view).into_iter().next(), legal(Action::AskPartner), discard]
        }
    };
    best.into_iter().flatten().collect()
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

//! What a hand could do, for a newcomer. Must never know more than the player's view.

use super::{Lang, say};
use crate::engine::{Action, Illegal, Position, Question, Stage, View, best_opening, check, moves};

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
    if position.refused {
        lines.push(say::illegal(lang, names, &Illegal::PartnerSaidNo));
    } else if missing > 0 {
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
        Stage::Drawn => [moves::melds(view).into_iter().next(), legal(Action::AskPartner), discard(view)],
    };
    best.into_iter().flatten().collect()
}

/// The discard that costs least: no wild card, nothing that the other side can lay off, few points.
fn discard(view: &View) -> Option<Action> {
    let theirs = &view.public.sides[view.team().other()].melds;
    moves::discards(view)
        .min_by_key(|&rank| (rank.is_wild(), !theirs.get(rank).is_empty(), rank.value()))
        .map(Action::Discard)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;
    use crate::engine::notation::parse_position;

    fn hint(position: &str) -> String {
        let round = parse_position(position).unwrap_or_else(|error| panic!("{error}"));
        let view = round.view(Seat::North);
        text(Lang::En, &say::seat_names(Lang::En), &view, &moves::takes(&view))
    }

    #[test]
    fn the_best_of_each_sort_is_named() {
        insta::assert_snapshot!(hint("turn N\nhand N KKQ98\nmelds NS 555\npile 4cKc"), @"
        Your side needs 1 more canasta to go out.
        You could:
        - Draw from the stock
        - Take the pile with K K
        ");
        insta::assert_snapshot!(hint("turn N\nhand N KQ98\nmelds NS 555\npile 2c4cKc"), @"
        Your side needs 1 more canasta to go out.
        The pile is frozen by a card in it: you need a pair of kings from your hand to go with the upcard, and there is only 1.
        You could:
        - Draw from the stock
        ");
        insta::assert_snapshot!(hint("turn N drawn\nhand N KKK4\nmelds NS 5555555\npile 4c"), @"
        You can go out this turn: Meld K K K, then discard 4.
        You could:
        - Meld K K K
        - Ask your partner: may I go out?
        - Discard 4
        ");
        insta::assert_snapshot!(hint("turn N drawn said-no\nhand N KKK45\nmelds NS 555555\npile 4c"), @"
        Your partner said no: you can't go out this turn. Keep one card to discard and one more.
        You could:
        - Meld K K K
        - Discard 4
        ");
        // The four is cheaper, but the other side could lay it off.
        insta::assert_snapshot!(hint("turn N drawn\nhand N KKK459\nmelds NS 999\nmelds EW 444\npile 4c"), @"
        Your side needs 1 more canasta to go out.
        You could:
        - Put down 9 · K K K
        - Discard 5
        ");
    }
}

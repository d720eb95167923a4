//! The exact search behind `going_out.rs` and `opening.rs`: for every rank one choice of how many of its naturals go
//! down with how many wild cards, so that the sums come out as asked and the score is the highest.
//! Must never know what the sums mean.

use super::card::Rank;

/// What choices use up or bring about, summed over the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// Wild cards put down: never more than the limit.
    pub(super) wilds: u8,
    /// Wild cards put down with a pile take, before the rest: never more than the limit.
    pub(super) early: u8,
    /// Naturals kept in hand: counted up to the limit.
    pub(super) kept: u8,
    /// Canastas completed: counted up to the limit.
    pub(super) canastas: u8,
}

/// One way to use the cards of one rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) rank: Rank,
    /// Naturals and wild cards that go down.
    pub(super) down: (u8, u8),
    /// Of them, those that go down with the pile take.
    pub(super) early: (u8, u8),
    pub(super) tally: Tally,
    pub(super) score: i32,
}

/// Sums reached so far: the score, and where it came from.
#[derive(Clone, Copy)]
struct Reached {
    score: i32,
    before: usize,
    choice: usize,
}

type Layer = Vec<Option<Reached>>;

/// The best choice for each menu. `accept` is asked of every reachable sum: none refuses it, a number is added to its score.
pub(super) fn best(
    menus: &[Vec<Choice>],
    limits: Tally,
    accept: impl Fn(Tally) -> Option<i32>,
) -> Option<(i32, Vec<Choice>)> {
    let mut layers: Vec<Layer> = Vec::with_capacity(menus.len() + 1);
    let mut first = vec![None; size(limits)];
    first[0] = Some(Reached { score: 0, before: 0, choice: 0 });
    layers.push(first);
    for menu in menus {
        let next = step(layers.last()?, menu, limits);
        layers.push(next);
    }
    let (place, score) = layers
        .last()?
        .iter()
        .enumerate()
        .filter_map(|(place, reached)| Some((place, (*reached)?.score + accept(tally_at(place, limits))?)))
        .max_by_key(|&(_, score)| score)?;
    Some((score, trace(menus, &layers, place)))
}

fn step(layer: &Layer, menu: &[Choice], limits: Tally) -> Layer {
    let mut next: Layer = vec![None; layer.len()];
    for (before, reached) in layer.iter().enumerate() {
        let Some(reached) = reached else { continue };
        let sum = tally_at(before, limits);
        for (number, choice) in menu.iter().enumerate() {
            let Some(sum) = add(sum, choice.tally, limits) else { continue };
            let score = reached.score + choice.score;
            let place = &mut next[place_of(sum, limits)];
            if place.is_none_or(|other| other.score < score) {
                *place = Some(Reached { score, before, choice: number });
            }
        }
    }
    next
}

fn trace(menus: &[Vec<Choice>], layers: &[Layer], mut place: usize) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::with_capacity(menus.len());
    for (menu, layer) in menus.iter().zip(&layers[1..]).rev() {
        if let Some(reached) = layer[place] {
            choices.push(menu[reached.choice]);
            place = reached.before;
        }
    }
    choices.reverse();
    choices
}

fn add(sum: Tally, more: Tally, limits: Tally) -> Option<Tally> {
    let sum = Tally {
        wilds: sum.wilds + more.wilds,
        early: sum.early + more.early,
        kept: (sum.kept + more.kept).min(limits.kept),
        canastas: (sum.canastas + more.canastas).min(limits.canastas),
    };
    (sum.wilds <= limits.wilds && sum.early <= limits.early).then_some(sum)
}

fn size(limits: Tally) -> usize {
    [limits.wilds, limits.early, limits.kept, limits.canastas].iter().map(|&limit| usize::from(limit) + 1).product()
}

fn place_of(sum: Tally, limits: Tally) -> usize {
    let digits = [
        (sum.wilds, limits.wilds),
        (sum.early, limits.early),
        (sum.kept, limits.kept),
        (sum.canastas, limits.canastas),
    ];
    digits.iter().fold(0, |place, &(digit, limit)| place * (usize::from(limit) + 1) + usize::from(digit))
}

fn tally_at(mut place: usize, limits: Tally) -> Tally {
    let mut digit = |limit: u8| {
        let base = usize::from(limit) + 1;
        let digit = place % base;
        place /= base;
        digit as u8
    };
    let canastas = digit(limits.canastas);
    let kept = digit(limits.kept);
    let early = digit(limits.early);
    Tally { wilds: digit(limits.wilds), early, kept, canastas }
}

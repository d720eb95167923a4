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

/// The choices, rank by rank.
pub(super) struct Menus {
    choices: Vec<Choice>,
    /// Where each menu ends in `choices`.
    ends: Vec<usize>,
    /// What menus of a single choice come to.
    fixed: Vec<Choice>,
}

impl Menus {
    /// No menus yet, with room for those of most hands.
    pub(super) fn new() -> Self {
        Self { choices: Vec::with_capacity(64), ends: Vec::with_capacity(16), fixed: Vec::with_capacity(16) }
    }

    /// One more menu: one of these must be chosen. With none, there is no solution.
    pub(super) fn push(&mut self, menu: impl Iterator<Item = Choice>) {
        let start = self.choices.len();
        self.choices.extend(menu);
        if self.choices.len() == start + 1 {
            self.fixed.extend(self.choices.pop());
        } else {
            self.ends.push(self.choices.len());
        }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, number: usize) -> &[Choice] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.choices[start..self.ends[number]]
    }
}

/// The best way to sums: its score, and where it came from.
#[derive(Clone, Copy)]
struct Reached {
    score: i32,
    before: u16,
    choice: u16,
    sum: Tally,
}

/// The best choice of each menu, in the order of ranks. `accept` is asked of every sum reached: none refuses it, a number is added to its score.
pub(super) fn best(menus: &Menus, limits: Tally, accept: impl Fn(Tally) -> Option<i32>) -> Option<(i32, Vec<Choice>)> {
    let size = place_of(limits, limits) + 1;
    // One layer of sums after another, the first before any menu.
    let mut layers: Vec<Option<Reached>> = vec![None; size * (menus.len() + 1)];
    let mut sum = Tally::default();
    for choice in &menus.fixed {
        sum = add(sum, choice.tally, limits)?;
    }
    let score = menus.fixed.iter().map(|choice| choice.score).sum();
    layers[place_of(sum, limits)] = Some(Reached { score, before: 0, choice: 0, sum });
    for number in 0..menus.len() {
        let (reached, next) = layers[size * number..size * (number + 2)].split_at_mut(size);
        step(reached, next, menus.get(number), limits);
    }
    let ends = layers[size * menus.len()..].iter().enumerate();
    let accepted = ends.filter_map(|(place, reached)| {
        let reached = (*reached)?;
        Some((place, reached.score + accept(reached.sum)?))
    });
    let (place, score) = accepted.max_by_key(|&(_, score)| score)?;
    Some((score, trace(menus, &layers, size, place)))
}

fn step(layer: &[Option<Reached>], next: &mut [Option<Reached>], menu: &[Choice], limits: Tally) {
    for (before, reached) in layer.iter().enumerate() {
        let Some(reached) = reached else { continue };
        for (number, choice) in menu.iter().enumerate() {
            let Some(sum) = add(reached.sum, choice.tally, limits) else { continue };
            let score = reached.score + choice.score;
            let place = &mut next[place_of(sum, limits)];
            if place.is_none_or(|other| other.score < score) {
                *place = Some(Reached { score, before: before as u16, choice: number as u16, sum });
            }
        }
    }
}

fn trace(menus: &Menus, layers: &[Option<Reached>], size: usize, mut place: usize) -> Vec<Choice> {
    let mut choices = menus.fixed.clone();
    for number in (0..menus.len()).rev() {
        if let Some(reached) = layers[size * (number + 1) + place] {
            choices.push(menus.get(number)[usize::from(reached.choice)]);
            place = usize::from(reached.before);
        }
    }
    choices.sort_unstable_by_key(|choice| choice.rank);
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

/// The place of sums in a layer; that of the limits is the last.
fn place_of(sum: Tally, limits: Tally) -> usize {
    let [wilds, early, kept, canastas] = [sum.wilds, sum.early, sum.kept, sum.canastas].map(usize::from);
    let [early_base, kept_base, canasta_base] =
        [limits.early, limits.kept, limits.canastas].map(|limit| usize::from(limit) + 1);
    ((wilds * early_base + early) * kept_base + kept) * canasta_base + canastas
}

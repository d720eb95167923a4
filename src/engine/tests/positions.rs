//! Random small positions in which much is possible, or nearly: few cards of few ranks, six-card melds, wild cards,
//! pairs, black threes, short piles; and how a failing one is made smaller and shown.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::super::illegal::Bound;
use super::super::notation::print_position;
use super::super::rules::{BlackThreeUpcard, ConcealedMinimum, OPTIONS, RuleSet, Rules, Values, WildMelds};
use super::super::view::{Side, Turn};
use super::super::{
    BySeat, ByTeam, Card, Cards, Meld, Melds, Pack, Question, Rank, Round, Seat, Stack, Stage, Suit, View, WILD,
};
use super::brute::{Brute, is_meld};

/// What a random position is wanted for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// How far the turn is.
    pub(crate) stage: Stage,
    /// Whether the side has melds; either, if not said.
    pub(crate) melds: Option<bool>,
}

/// A random position for this seed. Not every one can come about in play: see [`comes_about`].
pub(crate) fn position(seed: u64, wanted: Wanted) -> Round {
    let mut maker = Maker::new(seed);
    let rules = maker.rules();
    let seat = Seat::ALL[maker.rng.random_range(0..usize::from(rules.players))];
    let mut sides = ByTeam::<Side>::default();
    if wanted.melds.unwrap_or_else(|| maker.chance(70)) {
        sides[seat.team()] = maker.side(&rules);
    }
    let mut hands = BySeat::default();
    hands[seat] = maker.hand(&rules, &sides[seat.team()].melds);
    let mut turn = Turn::new(seat, maker.chance(50), super::super::RankSet::default());
    turn.stage = wanted.stage;
    maker.middle_of_turn(&rules, &mut turn, &sides[seat.team()].melds);
    let pile = maker.pile(&rules);
    for other in Seat::at_table(rules.players).filter(|&other| other != seat) {
        hands[other] = maker.random_cards(3);
    }
    let empty = wanted.stage == Stage::ToDraw && maker.chance(35);
    let stock = if empty { Cards::EMPTY } else { maker.random_cards(4) };
    let totals = ByTeam::from_fn(|_| maker.pick(&[-5, -5, 0, 0, 1495, 1500, 2995, 3000]));
    Round {
        rules,
        dealer: seat,
        totals,
        hands,
        stock: stock.iter().collect(),
        pile,
        sides,
        melded: BySeat::default(),
        turn,
        ended: None,
    }
}

/// Whether play can lead to such a position: who is bound, asks, or has a single card can go out, who has no stock
/// can take, and everybody has a card.
pub(crate) fn comes_about(round: &Round, brute: &Brute<'_>) -> bool {
    let turn = &round.turn;
    let cards = brute.start().cards();
    if Seat::at_table(round.rules.players).any(|seat| round.hands[seat].is_empty()) {
        return false;
    }
    match turn.stage {
        Stage::Drawn => {
            // Who asks has drawn, and laid nothing down.
            let asks = turn.question == Question::Waiting;
            let free = cards > 1 && turn.bound.is_none() && !asks;
            free || (cards > u8::from(asks) && brute.can_go_out())
        }
        Stage::ToDraw => cards > 0 && (!round.stock.is_empty() || brute.can_take()),
    }
}

/// What was met while looking at positions: a test that never meets the interesting ones proves nothing.
#[derive(Default)]
pub(crate) struct Met(BTreeMap<&'static str, u32>);

impl Met {
    pub(crate) fn note(&mut self, what: &'static str, met: bool) {
        *self.0.entry(what).or_default() += u32::from(met);
    }

    /// Asserts that at least so many of a thousand positions were of this sort.
    fn assert_share(&self, what: &'static str, positions: u32, least: u32) {
        let met = self.0.get(what).copied().unwrap_or_default();
        assert!(met * 1000 >= least * positions, "only {met} of {positions} positions: {what}");
    }
}

/// Looks at many positions, ten times as many with `CANASTA_LONG=1`. A position that fails is made as small as it goes
/// and shown. `shares`: what must be met how often in a thousand.
pub(crate) fn look_at(
    positions: u32,
    wanted: Wanted,
    property: impl Fn(&Round, &mut Met) -> Result<(), String>,
    shares: &[(&'static str, u32)],
) {
    let positions = if std::env::var_os("CANASTA_LONG").is_some() { positions * 10 } else { positions };
    let mut met = Met::default();
    for seed in 0..u64::from(positions) {
        let round = position(seed, wanted);
        if let Err(first) = property(&round, &mut met) {
            let round = smallest(round, |round| property(round, &mut Met::default()).is_err());
            let reason = property(&round, &mut Met::default()).err().unwrap_or(first);
            panic!("seed {seed}: {reason}\n{}", print_position(&round));
        }
    }
    if std::env::var_os("CANASTA_SHARES").is_some() {
        eprintln!("{positions} positions: {:?}", met.0);
    }
    for &(what, least) in shares {
        met.assert_share(what, positions, least);
    }
}

/// Takes cards away as long as it still fails. Smaller is what takes fewer words.
fn smallest(mut round: Round, fails: impl Fn(&Round) -> bool) -> Round {
    let size = |round: &Round| print_position(round).len();
    while let Some(smaller) = smaller(&round).into_iter().find(|smaller| size(smaller) < size(&round) && fails(smaller))
    {
        round = smaller;
    }
    round
}

fn smaller(round: &Round) -> Vec<Round> {
    let mut all = Vec::new();
    let mut change = |change: &dyn Fn(&mut Round)| {
        let mut other = round.clone();
        change(&mut other);
        all.push(other);
    };
    let seat = round.turn.seat;
    for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
        change(&|round| round.hands[other] = round.hands[other].iter().take(1).collect());
    }
    for set in RuleSet::ALL {
        change(&|round| round.rules = set.rules(round.rules.players));
    }
    for rank in Melds::ranks() {
        change(&|round| remove_meld(round, rank));
    }
    for card in round.hands[seat].iter() {
        change(&|round| {
            round.hands[seat].remove(card);
        });
    }
    for place in 0..round.pile.cards().len() {
        change(&|round| {
            let cards = round.pile.cards().iter().enumerate().filter(|&(other, _)| other != place);
            round.pile = cards.map(|(_, card)| *card).collect();
        });
    }
    change(&|round| round.turn.bound = None);
    change(&|round| round.turn.question = Question::NotAsked);
    all
}

fn remove_meld(round: &mut Round, rank: Rank) {
    let side = &mut round.sides[round.turn.seat.team()];
    let left: Vec<(Rank, Meld)> = side.melds.iter().filter(|(other, _)| *other != rank).collect();
    let mut all = side.melded;
    *side = Side::default();
    for (rank, meld) in left {
        let cards = [(rank, meld.naturals), (Rank::Two, meld.twos), (Rank::Joker, meld.jokers)];
        for (rank, n) in cards {
            side.melded.extend_from(&all.remove_rank(rank, n));
        }
        side.melds.add(rank, meld);
    }
}

struct Maker {
    rng: StdRng,
    /// The cards of the pack that are not in the position yet.
    left: Cards,
    /// The ranks of which most cards are, so that they meet.
    ranks: Vec<Rank>,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let n = rng.random_range(2..=5);
        // Low ranks alone make melds below the minimum.
        let among = if rng.random_range(0..4) == 0 { &Rank::NATURAL[..4] } else { &Rank::NATURAL[..] };
        let ranks = among.sample(&mut rng, n).copied().collect();
        Self { rng, left: Pack::sorted().cards().iter().copied().collect(), ranks }
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.rng.random_range(0..among.len())]
    }

    fn rank(&mut self) -> Rank {
        let ranks = self.ranks.clone();
        if self.chance(88) { self.pick(&ranks) } else { self.pick(&Rank::NATURAL) }
    }

    fn take(&mut self, rank: Rank, n: u8) -> Cards {
        self.left.remove_rank(rank, n)
    }

    fn random_cards(&mut self, n: usize) -> Cards {
        let mut cards = Cards::EMPTY;
        for _ in 0..n {
            let left: Vec<Card> = self.left.iter().filter(|card| !card.is_red_three()).collect();
            let card = self.pick(&left);
            self.left.remove(card);
            cards.insert(card);
        }
        cards
    }

    /// A rule set, half the time with other values for some options.
    fn rules(&mut self) -> Rules {
        let players = self.pick(&[2, 4, 4, 4]);
        let set = self.pick(&RuleSet::ALL);
        loop {
            let mut rules = set.rules(players);
            if self.chance(50) {
                for option in OPTIONS.iter().filter(|option| option.key != "players") {
                    let value = match option.values {
                        Values::Named(names) => self.rng.random_range(0..names.len() as u16),
                        Values::Number { least, most, .. } => self.rng.random_range(least..=most),
                    };
                    if self.chance(33) {
                        option.set(&mut rules, value);
                    }
                }
            }
            if rules.validate().is_ok() {
                return rules;
            }
        }
    }

    fn side(&mut self, rules: &Rules) -> Side {
        let mut side = Side::default();
        for _ in 0..self.pick(&[1, 1, 2, 2, 3]) {
            let rank = self.rank();
            if side.melds.get(rank).is_empty() {
                let meld = self.meld(rules, rank);
                self.add_meld(&mut side, rank, meld);
            }
        }
        if rules.wild_melds == WildMelds::SevenAtOnce && self.chance(20) {
            let jokers = self.pick(&[0, 1, 2]);
            self.add_meld(&mut side, WILD, Meld { naturals: 0, twos: 7 - jokers, jokers });
        }
        side
    }

    fn add_meld(&mut self, side: &mut Side, rank: Rank, meld: Meld) {
        for (rank, n) in [(rank, meld.naturals), (Rank::Two, meld.twos), (Rank::Joker, meld.jokers)] {
            let cards = self.take(rank, n);
            side.melded.extend_from(&cards);
        }
        side.melds.add(rank, meld);
    }

    fn meld(&mut self, rules: &Rules, rank: Rank) -> Meld {
        loop {
            let naturals = self.pick(&[2, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
            let twos = self.pick(&[0, 0, 0, 1, 1, 2]);
            let jokers = self.pick(&[0, 0, 0, 1]);
            if is_meld(rules, rank, [naturals, twos, jokers]) {
                return Meld { naturals, twos, jokers };
            }
        }
    }

    /// A hand of up to twelve cards, put together from what can be melded and what gets in the way.
    fn hand(&mut self, rules: &Rules, melds: &Melds) -> Cards {
        const MOST: u8 = 12;
        let mut size = self.pick(&[1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 9, 9, 10, 12]);
        let mut hand = Cards::EMPTY;
        if rules.wild_melds == WildMelds::SevenAtOnce && melds.is_empty() && self.chance(20) {
            hand.extend_from(&self.take(Rank::Two, 5));
            hand.extend_from(&self.take(Rank::Joker, 2));
        } else if size >= 7 && self.chance(60) {
            let rank = self.rank();
            let n = self.pick(&[4, 5, 6, 7, 7]);
            hand.extend_from(&self.take(rank, n));
            if melds.is_empty() && self.chance(40) {
                size = hand.len() + self.pick(&[0, 1, 1, 3]);
            }
        }
        if rules.black_three_upcard == BlackThreeUpcard::GoingOut && self.chance(25) {
            let n = self.pick(&[2, 2, 3]);
            hand.extend_from(&self.take(Rank::Three, n));
        }
        while hand.len() < size {
            let table: Vec<Rank> = melds.iter().map(|(rank, _)| rank).collect();
            let rank = self.rank();
            let (rank, n) = match self.rng.random_range(0..20) {
                0..=4 if !table.is_empty() => (self.pick(&table), 1),
                0..=8 => (rank, 2),
                9..=11 => (rank, 3),
                12 => (rank, 1),
                13..=15 => (Rank::Two, 1),
                16 | 17 => (Rank::Joker, 1),
                18 => (Rank::Three, 1),
                _ => (Rank::Three, 3),
            };
            let n = n.min(MOST - hand.len());
            hand.extend_from(&self.take(rank, n));
        }
        hand
    }

    fn middle_of_turn(&mut self, rules: &Rules, turn: &mut Turn, melds: &Melds) {
        let mut before = Vec::new();
        for (rank, meld) in melds.iter() {
            if turn.stage == Stage::Drawn && self.chance(25) {
                turn.put_down.add(rank, meld);
            } else {
                before.push(rank);
            }
        }
        turn.ranks_before = before.into_iter().collect();
        if turn.stage == Stage::ToDraw {
            return;
        }
        turn.took_pile = !turn.put_down.is_empty() && self.chance(40);
        let drew = !turn.took_pile;
        let (question, bound) = match self.rng.random_range(0..10) {
            0 if rules.players == 4 && drew => (Question::Yes, Some(Bound::PartnerSaidYes)),
            1 if rules.players == 4 && drew => (Question::No, None),
            2 if rules.players == 4 && drew => (Question::UsedUp, None),
            3 if rules.players == 4 && drew => (Question::Waiting, None),
            4 if !drew && rules.concealed_minimum == ConcealedMinimum::Never => {
                (Question::NotAsked, Some(Bound::TakenBelowMinimum))
            }
            _ => (Question::NotAsked, None),
        };
        turn.question = question;
        turn.bound = bound;
    }

    /// Short piles, the upcard mostly of a rank that others have too.
    fn pile(&mut self, rules: &Rules) -> Stack {
        let mut pile = Stack::EMPTY;
        for _ in 0..self.pick(&[0, 1, 1, 1, 2, 2, 3, 4, 6]) {
            let card = match self.rng.random_range(0..40) {
                0..=2 => Some(Card::new(Rank::Three, Suit::Hearts)),
                3..=5 => self.take(Rank::Three, 1).iter().next(),
                6 => self.take(Rank::Two, 1).iter().next(),
                7 => self.take(Rank::Joker, 1).iter().next(),
                _ => {
                    let rank = self.rank();
                    self.take(rank, 1).iter().next()
                }
            };
            card.map(|card| pile.push(card));
        }
        if rules.black_three_upcard == BlackThreeUpcard::GoingOut && self.chance(20) {
            self.take(Rank::Three, 1).iter().for_each(|card| {
                pile.push(card);
            });
        }
        pile
    }
}

/// The view of the player whose turn it is.
pub(crate) fn view_of_turn(round: &Round) -> View {
    round.view(round.turn.seat)
}

//! The rules of legality a second time, written plainly and by trying everything: slow, simple, and sharing nothing
//! with `check.rs`, `going_out.rs`, `opening.rs`, `assign.rs`, `moves.rs` or the judgement in `meld.rs`.
//! [`Brute::legal_actions`] is every legal action there is, for whoever wants to prove that none is out of reach.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use super::super::rules::{BlackThreeUpcard, ConcealedMinimum, EmptyStock, Freezing, Rules, WildLimit, WildMelds};
use super::super::{Action, Card, Placement, Placements, Question, Rank, Seat, Stage, View};

/// How many cards of each rank.
type Hand = [u8; Rank::COUNT];

/// Naturals, twos, jokers of a meld.
type Cards3 = [u8; 3];

/// Ranks from three to two can have a meld; the one of rank two is that of wild cards.
const MELD_RANKS: usize = Rank::COUNT - 1;

/// The cards that matter in the middle of a turn.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    hand: Hand,
    melds: [Cards3; MELD_RANKS],
}

/// All there is to know about one player's possibilities.
pub(crate) struct Brute<'a> {
    view: &'a View,
    rules: &'a Rules,
    start: Table,
    /// What an initial meld must reach, if the side has none.
    minimum: Option<u16>,
    /// Positions after the initial meld, and whether the player can go out from there.
    known: RefCell<HashMap<Table, bool>>,
    /// The best openings, without and with the pile, once they have been asked for.
    openings: [OnceCell<u16>; 2],
}

impl Table {
    pub(crate) fn cards(&self) -> u8 {
        self.hand.iter().sum()
    }

    pub(crate) fn canastas(&self) -> u8 {
        self.melds.iter().filter(|meld| meld.iter().sum::<u8>() >= 7).count() as u8
    }

    fn has_melds(&self) -> bool {
        self.melds.iter().any(|meld| meld.iter().sum::<u8>() > 0)
    }

    /// The bonuses of all canastas.
    fn bonus(&self) -> i32 {
        let bonus = |&[naturals, twos, jokers]: &Cards3| match (naturals + twos + jokers >= 7, naturals, twos + jokers)
        {
            (false, ..) => 0,
            (true, 0, _) => 2000,
            (true, _, 0) => 500,
            _ => 300,
        };
        self.melds.iter().map(bonus).sum()
    }

    /// Once the minimum is behind, twos and jokers do the same.
    fn wilds_as_twos(&self) -> Self {
        let mut table = self.clone();
        table.hand[Rank::Two.index()] += table.hand[Rank::Joker.index()];
        table.hand[Rank::Joker.index()] = 0;
        for [_, twos, jokers] in &mut table.melds {
            *twos += *jokers;
            *jokers = 0;
        }
        table
    }

    /// Moves cards from the hand to a meld; none if the hand does not hold them.
    fn with(&self, placement: Placement) -> Option<Self> {
        let mut table = self.clone();
        let moved =
            [(placement.rank, placement.naturals), (Rank::Two, placement.twos), (Rank::Joker, placement.jokers)];
        for (to, (rank, n)) in moved.into_iter().enumerate() {
            let held = &mut table.hand[rank.index()];
            *held = held.checked_sub(n)?;
            table.melds.get_mut(placement.rank.index())?[to] += n;
        }
        Some(table)
    }
}

/// Whether these cards are a meld.
pub(crate) fn is_meld(rules: &Rules, rank: Rank, [naturals, twos, jokers]: Cards3) -> bool {
    let wilds = twos + jokers;
    let within_limit = match rules.wild_limit {
        WildLimit::AtMostThree => true,
        WildLimit::NotMoreThanNaturals => wilds <= naturals,
        WildLimit::FewerThanNaturals => wilds < naturals,
    };
    match rank {
        Rank::Joker => false,
        Rank::Two => rules.wild_melds == WildMelds::SevenAtOnce && naturals == 0 && wilds >= 7,
        Rank::Three => naturals >= 3 && wilds == 0,
        _ => naturals >= 2 && naturals + wilds >= 3 && wilds <= 3 && within_limit,
    }
}

fn points(placements: &[Placement]) -> u16 {
    let worth = |rank: Rank, n: u8| card_points(rank) * u16::from(n);
    let of = |p: &Placement| worth(p.rank, p.naturals) + worth(Rank::Two, p.twos) + worth(Rank::Joker, p.jokers);
    placements.iter().map(of).sum()
}

fn card_points(rank: Rank) -> u16 {
    use Rank::{Ace, Eight, Five, Four, Jack, Joker, King, Nine, Queen, Seven, Six, Ten, Three, Two};
    match rank {
        Joker => 50,
        Ace | Two => 20,
        King | Queen | Jack | Ten | Nine | Eight => 10,
        Seven | Six | Five | Four | Three => 5,
    }
}

fn lays_black_threes(placements: &[Placement]) -> bool {
    placements.iter().any(|placement| placement.rank == Rank::Three)
}

fn hand_of(cards: impl Iterator<Item = Card>) -> Hand {
    let mut hand = [0; Rank::COUNT];
    for card in cards.filter(|card| !card.is_red_three()) {
        hand[card.rank().index()] += 1;
    }
    hand
}

fn opposite(seat: Seat) -> Seat {
    match seat {
        Seat::North => Seat::South,
        Seat::South => Seat::North,
        Seat::East => Seat::West,
        Seat::West => Seat::East,
    }
}

impl<'a> Brute<'a> {
    pub(crate) fn of(view: &'a View) -> Self {
        let side = &view.public.sides[view.seat.team()];
        let mut melds = [[0; 3]; MELD_RANKS];
        for (rank, meld) in side.melds.iter() {
            melds[rank.index()] = [meld.naturals, meld.twos, meld.jokers];
        }
        let start = Table { hand: hand_of(view.hand.iter()), melds };
        let minimum = match view.public.totals[view.seat.team()] {
            total if total < 0 => 15,
            total if total < 1500 => 50,
            total if total < 3000 => 90,
            _ => 120,
        };
        let minimum = (!start.has_melds()).then_some(minimum);
        Self {
            view,
            rules: &view.public.rules,
            start,
            minimum,
            known: RefCell::default(),
            openings: Default::default(),
        }
    }

    /// What the hand holds and the side has melded now.
    pub(crate) fn start(&self) -> &Table {
        &self.start
    }

    pub(crate) fn minimum(&self) -> Option<u16> {
        self.minimum
    }

    /// Every legal action of this player.
    pub(crate) fn legal_actions(&self) -> Vec<Action> {
        let simple = [
            Action::Draw,
            Action::AskPartner,
            Action::WithdrawQuestion,
            Action::AnswerPartner(true),
            Action::AnswerPartner(false),
            Action::Pass,
        ];
        let melds = self.plays(None).into_iter().map(Action::Meld);
        let takes = self.plays(self.upcard()).into_iter().map(Action::TakePile);
        let all = simple.into_iter().chain(Rank::ALL.map(Action::Discard)).chain(melds).chain(takes);
        all.filter(|action| self.is_legal(action)).collect()
    }

    pub(crate) fn is_legal(&self, action: &Action) -> bool {
        let turn = &self.view.public.turn;
        let mine = turn.seat == self.view.seat;
        let waiting = turn.question == Question::Waiting;
        let running = self.view.public.ended.is_none();
        let to_play = running && mine && !waiting;
        let to_draw = to_play && turn.stage == Stage::ToDraw;
        let drawn = to_play && turn.stage == Stage::Drawn;
        match action {
            Action::AnswerPartner(_) => running && waiting && self.is_partner_of_asker(),
            Action::WithdrawQuestion => running && waiting && mine,
            Action::Draw => to_draw && self.view.public.stock > 0,
            Action::Pass => to_draw && self.view.public.stock == 0 && !self.must_take(),
            Action::TakePile(placements) => to_draw && self.may_take(placements),
            Action::Meld(placements) => drawn && self.may_meld(placements),
            Action::Discard(rank) => drawn && self.may_discard(*rank),
            Action::AskPartner => drawn && self.may_ask(),
        }
    }

    fn is_partner_of_asker(&self) -> bool {
        self.rules.players == 4 && opposite(self.view.public.turn.seat) == self.view.seat
    }

    fn may_ask(&self) -> bool {
        let turn = &self.view.public.turn;
        let before_any_meld = !turn.took_pile && turn.put_down.is_empty();
        self.rules.players == 4 && turn.question == Question::NotAsked && before_any_meld && self.can_go_out()
    }

    fn may_discard(&self, rank: Rank) -> bool {
        let last = self.start.cards() == 1;
        self.start.hand[rank.index()] > 0 && if last { self.is_out(&self.start) } else { !self.bound() }
    }

    fn may_meld(&self, placements: &[Placement]) -> bool {
        let Some(after) = self.put_down(placements, None) else { return false };
        let enough = self.minimum.is_none_or(|need| points(placements) >= need) || self.is_waived(&after);
        !placements.is_empty() && enough && self.may_stand(&after, lays_black_threes(placements))
    }

    /// An action that leaves at most one card, with which the player goes out, and has a canasta among its melds.
    fn is_waived(&self, after: &Table) -> bool {
        let waives = self.rules.concealed_minimum != ConcealedMinimum::Always;
        waives && after.canastas() > 0 && after.cards() <= 1 && self.goes_out(after)
    }

    fn may_take(&self, placements: &[Placement]) -> bool {
        let Some((after, have)) = self.take(placements) else { return false };
        let below = self.minimum.is_some_and(|need| have < need);
        (!below || self.rules.concealed_minimum == ConcealedMinimum::Never)
            && self.may_stand(&after, below || lays_black_threes(placements))
    }

    /// Where a legal meld or take leads to, and whether the player is then bound to go out this turn.
    pub(crate) fn after(&self, action: &Action) -> Option<(Table, bool)> {
        match action {
            Action::Meld(placements) => {
                Some((self.put_down(placements, None)?, self.bound() || lays_black_threes(placements)))
            }
            Action::TakePile(placements) => {
                let (after, have) = self.take(placements)?;
                let below = self.minimum.is_some_and(|need| have < need);
                Some((after, below || lays_black_threes(placements)))
            }
            _ => None,
        }
    }

    /// A take that is legal but for the minimum and the cards that are left, and what it puts down.
    fn take(&self, placements: &[Placement]) -> Option<(Table, u16)> {
        let upcard = self.upcard()?;
        let one_for_one = self.start.cards() == 1 && self.view.public.pile.len() == 1;
        let forbidden = one_for_one && self.view.public.stock > 0 && !self.rules.one_card_for_one;
        let used = placements.iter().find(|placement| placement.rank == upcard)?;
        if forbidden || !self.uses_upcard(*used) {
            return None;
        }
        let mut after = self.put_down(placements, Some(upcard))?;
        for (held, more) in after.hand.iter_mut().zip(self.below_upcard()) {
            *held += more;
        }
        Some((after, points(placements) + card_points(upcard)))
    }

    fn uses_upcard(&self, used: Placement) -> bool {
        let pair = used.naturals >= 2;
        let with_wild = used.naturals >= 1 && used.twos + used.jokers >= 1;
        let lay_off = self.start.melds[used.rank.index()] != [0; 3];
        pair || (used.rank != Rank::Three && !self.is_frozen() && (with_wild || lay_off))
    }

    /// The rank of the upcard, unless it blocks the pile.
    pub(crate) fn upcard(&self) -> Option<Rank> {
        let card = *self.view.public.pile.cards().last()?;
        let black_three_may = self.rules.black_three_upcard == BlackThreeUpcard::GoingOut;
        let blocks = card.is_wild() || card.is_red_three() || (card.is_black_three() && !black_three_may);
        (!blocks).then(|| card.rank())
    }

    fn below_upcard(&self) -> Hand {
        let cards = self.view.public.pile.cards();
        hand_of(cards.iter().take(cards.len().saturating_sub(1)).copied())
    }

    pub(crate) fn is_frozen(&self) -> bool {
        let red_threes = self.rules.freezing == Freezing::WildAndRedThree;
        let ices = |card: &Card| card.is_wild() || (card.is_red_three() && red_threes);
        !self.start.has_melds() || self.view.public.pile.cards().iter().any(ices)
    }

    /// With an empty stock, an open pile that fits an own meld.
    pub(crate) fn must_take(&self) -> bool {
        let fits = self.upcard().is_some_and(|rank| rank != Rank::Three && self.start.melds[rank.index()] != [0; 3]);
        let one_for_one = self.start.cards() == 1 && self.view.public.pile.len() == 1;
        self.rules.empty_stock == EmptyStock::PlayGoesOn && fits && !self.is_frozen() && !one_for_one && self.can_take()
    }

    /// Whether any take is legal.
    pub(crate) fn can_take(&self) -> bool {
        self.plays(self.upcard()).iter().any(|play| self.may_take(play))
    }

    /// Whether the player can go out by taking the pile.
    pub(crate) fn can_go_out_by_pile(&self) -> bool {
        let goes_out = |play: &Placements| self.take(play).is_some_and(|(after, _)| self.goes_out(&after));
        self.plays(self.upcard()).iter().any(|play| self.may_take(play) && goes_out(play))
    }

    fn bound(&self) -> bool {
        self.view.public.turn.bound.is_some()
    }

    fn refused(&self) -> bool {
        self.view.public.turn.question == Question::No
    }

    fn may_stand(&self, after: &Table, bound: bool) -> bool {
        let must_go_out = bound || self.bound() || after.cards() <= 1;
        !must_go_out || self.goes_out(after)
    }

    /// The last card, or none, and the canastas that going out needs.
    fn is_out(&self, table: &Table) -> bool {
        !self.refused() && table.cards() <= 1 && table.canastas() >= self.rules.canastas
    }

    /// Whether the player can go out from here: melding one rank after the other, in any way and order. A play of many
    /// melds is the same as many plays, since all that is asked of those on the way is that going out stays possible.
    fn goes_out(&self, table: &Table) -> bool {
        let table = table.wilds_as_twos();
        if self.refused() {
            return false;
        }
        if let Some(&known) = self.known.borrow().get(&table) {
            return known;
        }
        let found = self.is_out(&table)
            || Rank::ALL.into_iter().flat_map(|rank| self.placements(&table, rank)).any(|placement| {
                let after = table.with(placement);
                after.is_some_and(|after| self.goes_out(&after))
            });
        self.known.borrow_mut().insert(table, found);
        found
    }

    /// Whether the player can go out this turn, after the draw.
    pub(crate) fn can_go_out(&self) -> bool {
        if self.minimum.is_none() {
            return self.goes_out(&self.start);
        }
        self.openings().any(|after| self.goes_out(&after))
    }

    /// The positions after all initial melds that reach the minimum or need not.
    fn openings(&self) -> impl Iterator<Item = Table> {
        self.plays(None).into_iter().filter_map(|play| {
            let after = self.put_down(&play, None)?;
            let reached = self.minimum.is_none_or(|need| points(&play) >= need);
            (reached || self.is_waived(&after)).then_some(after)
        })
    }

    /// The most points of cards and bonuses that a way out brings, everything put down in one action.
    pub(crate) fn most_points_out(&self) -> Option<i32> {
        let brings = |play: &Placements| {
            let after = self.put_down(play, None)?;
            let enough = self.minimum.is_none_or(|need| points(play) >= need) || self.is_waived(&after);
            let points = i32::from(points(play)) + after.bonus() - self.start.bonus();
            (enough && self.is_out(&after)).then_some(points)
        };
        self.plays(None).iter().filter_map(brings).max()
    }

    /// The most that one action can put down which is legal but for the minimum; zero if there is none.
    pub(crate) fn best_opening(&self, with_pile: bool) -> u16 {
        *self.openings[usize::from(with_pile)].get_or_init(|| self.find_best_opening(with_pile))
    }

    fn find_best_opening(&self, with_pile: bool) -> u16 {
        let upcard = if with_pile { self.upcard() } else { None };
        let value = |play: &Placements| {
            let (after, have) = match upcard {
                Some(_) => self.take(play)?,
                None => (self.put_down(play, None)?, points(play)),
            };
            self.may_stand(&after, lays_black_threes(play)).then_some(have)
        };
        self.plays(upcard).iter().filter(|play| !play.is_empty()).filter_map(value).max().unwrap_or(0)
    }

    /// The table after these placements; none if one of them is not a legal part of its meld.
    pub(crate) fn put_down(&self, placements: &[Placement], upcard: Option<Rank>) -> Option<Table> {
        let mut table = self.start.clone();
        if let Some(rank) = upcard {
            table.melds[rank.index()][0] += 1;
        }
        for (number, placement) in placements.iter().enumerate() {
            let rank = placement.rank;
            let twice = placements[..number].iter().any(|other| other.rank == rank);
            let nothing = (placement.naturals, placement.twos, placement.jokers) == (0, 0, 0) && upcard != Some(rank);
            let misnamed = rank == Rank::Joker || (rank == Rank::Two && placement.naturals > 0);
            if twice || nothing || misnamed {
                return None;
            }
            table = table.with(*placement)?;
            if !is_meld(self.rules, rank, table.melds[rank.index()]) {
                return None;
            }
        }
        Some(table)
    }

    /// Every way to put down cards in one action whose melds are legal, the empty one included; if there is an
    /// upcard, every way to use it.
    pub(crate) fn plays(&self, upcard: Option<Rank>) -> Vec<Placements> {
        let mut table = self.start.clone();
        if let Some(rank) = upcard {
            table.melds[rank.index()][0] += 1;
        }
        let mut all = vec![(table, Placements::new())];
        for rank in Rank::ALL {
            let mut more = Vec::new();
            for (table, play) in &all {
                for placement in self.placements(table, rank) {
                    let longer: Placements = play.iter().copied().chain([placement]).collect();
                    more.extend(table.with(placement).map(|after| (after, longer)));
                }
            }
            if upcard == Some(rank) {
                let bare = Placement { rank, naturals: 0, twos: 0, jokers: 0 };
                all.retain(|(table, _)| is_meld(self.rules, rank, table.melds[rank.index()]));
                for (_, play) in &mut all {
                    play.push(bare);
                }
            }
            all.extend(more);
        }
        all.into_iter().map(|(_, play)| play).collect()
    }

    /// Every way to add cards to the meld of a rank.
    fn placements(&self, table: &Table, rank: Rank) -> Vec<Placement> {
        let held = |rank: Rank| table.hand[rank.index()];
        let mut all = Vec::new();
        let naturals = if rank.is_wild() { 0 } else { held(rank) };
        for naturals in 0..=naturals {
            for twos in 0..=held(Rank::Two) {
                for jokers in 0..=held(Rank::Joker) {
                    let placement = Placement { rank, naturals, twos, jokers };
                    let after = table.with(placement);
                    let legal = after.is_some_and(|after| is_meld(self.rules, rank, after.melds[rank.index()]));
                    if naturals + twos + jokers > 0 && legal {
                        all.push(placement);
                    }
                }
            }
        }
        all
    }

    /// Single placements, sensible or not, and with a card more than the hand holds: to be put together at random.
    pub(crate) fn any_placements(&self) -> Vec<Placement> {
        let held = |rank: Rank| self.start.hand[rank.index()];
        let known = |rank: Rank| {
            let melded = self.start.melds.get(rank.index()).is_some_and(|meld| *meld != [0; 3]);
            rank.is_wild() || rank == Rank::Three || held(rank) > 0 || melded || self.upcard() == Some(rank)
        };
        let mut all = Vec::new();
        for rank in Rank::ALL.into_iter().filter(|&rank| known(rank)) {
            for naturals in 0..=held(rank) + 1 {
                for twos in 0..=held(Rank::Two) + 1 {
                    for jokers in 0..=held(Rank::Joker) + 1 {
                        all.push(Placement { rank, naturals, twos, jokers });
                    }
                }
            }
        }
        all
    }
}

//! The normal player: weighs what every play leaves in hand and on the table, what a discard may give away, and whether
//! it is time to go out. All numbers are points of the game, as far as guesses can be. Must never know a hidden card.

use super::go_out;
use super::reading::Reading;
use crate::engine::rules::Target;
use crate::engine::{
    Action, CANASTA, Canasta, Counts, Meld, Melds, Placement, Position, Question, Rank, Seat, Seen, Sheet, Stage, Take,
    Team, View, WayOut, check, moves,
};

// What things are worth to this player, in points; found by playing many deals against itself and the easy player.

/// A card in hand, whatever it is.
const CARD: f32 = 12.0;
/// More for a wild card.
const WILD_CARD: f32 = 75.0;
/// More for a pair, which can take the pile.
const PAIR: f32 = 8.0;
/// More for a pair, for each card in a pile that only a pair can take.
const PAIR_IN_PILE: f32 = 0.5;
/// More for a card that fits an own meld.
const FITS: f32 = 10.0;
/// A black three in hand: a safe discard.
const BLACK_THREE: f32 = 4.0;
/// A meld on the table by its length, from three to six.
const LENGTH: [f32; 4] = [20.0, 45.0, 85.0, 150.0];
/// Three or more of a rank in hand: nearly what they would be on the table.
const THREE_IN_HAND: f32 = 16.0;
/// Having opened.
const OPENED: f32 = 150.0;
/// Against holding so few cards (none to five) while canastas are missing.
const FEW: [f32; 6] = [150.0, 130.0, 80.0, 40.0, 15.0, 5.0];
/// A card of the pile that the opponents take.
const GIVEN_AWAY: f32 = 28.0;
/// A card left in another's hand at the end: its points, and what it might have become.
const LEFT: f32 = 18.0;
/// No hand is likely to hold more than this a card.
const DEAREST_LEFT: i32 = 20;
/// How much going out must win while the opponents are far from it.
const PATIENCE: f32 = 420.0;
/// Where going out wins less than this more than it must, the partner is asked.
const UNSURE: f32 = 120.0;
/// An average drawn card.
const DRAWN: f32 = 30.0;
/// Before opening, more for each point of a pair or more, for each hundred points that are needed.
const TOWARD_OPENING: f32 = 0.8;

/// What this player does; none if no action is legal.
pub(super) fn choose(view: &View, history: &[Seen]) -> Option<Action> {
    let mind = Mind::new(view, history);
    let turn = &view.public.turn;
    if turn.question == Question::Waiting {
        return Some(mind.answer());
    }
    let chosen = match turn.stage {
        _ if turn.bound.is_some() => None,
        Stage::ToDraw => mind.draw(),
        Stage::Drawn => mind.play(),
    };
    chosen.or_else(|| moves::safe(view))
}

struct Mind<'a> {
    view: &'a View,
    reading: Reading,
    position: Position<'a>,
    /// The opponents.
    them: Team,
    /// The opponent who plays next.
    next: Seat,
    /// How likely the round ends before this player's next turn, between 0 and 1.
    urgency: f32,
    /// Only a pair takes the pile.
    pairs_only: bool,
}

impl<'a> Mind<'a> {
    fn new(view: &'a View, history: &[Seen]) -> Self {
        let players = view.public.rules.players;
        let mut mind = Self {
            view,
            reading: Reading::new(view, history),
            position: Position::of(view),
            them: view.team().other(),
            next: view.seat.next(players),
            urgency: 0.0,
            pairs_only: view.public.frozen_to(view.team()),
        };
        mind.urgency = mind.end_is_near();
        mind
    }

    fn end_is_near(&self) -> f32 {
        let public = &self.view.public;
        let side = &public.sides[self.them];
        let missing = public.rules.canastas.saturating_sub(side.melds.canastas());
        let fewest =
            self.them.seats(public.rules.players).map(|seat| public.hand_sizes[seat]).min().unwrap_or_default();
        let by_them = match (missing, fewest) {
            (0, 0..=2) => 0.6,
            (0, 3..=4) => 0.4,
            (0, 5..=7) => 0.22,
            (0, _) => 0.12,
            (1, 0..=4) => 0.2,
            _ => 0.04,
        };
        let by_stock = match public.stock {
            0..=3 => 0.7,
            4..=7 => 0.35,
            8..=12 => 0.1,
            _ => 0.0,
        };
        1.0 - (1.0 - by_them) * (1.0 - by_stock)
    }

    /// What a hand and the side's melds are worth together.
    fn worth(&self, hand: &Counts, melds: &Melds) -> f32 {
        let rules = &self.view.public.rules;
        let held: f32 = hand.ranks().map(|(rank, n)| self.held(rank, n, melds)).sum();
        let table: f32 = melds.iter().map(|(rank, meld)| Self::on_table(rank, meld)).sum();
        let canastas = melds.canastas();
        let few =
            if canastas < rules.canastas { FEW.get(usize::from(hand.total())).copied().unwrap_or(0.0) } else { 0.0 };
        let red_threes = f32::from(self.view.side().red_threes.red_threes());
        let opened = if melds.is_empty() { 0.0 } else { OPENED + red_threes * 200.0 * (0.15 + self.urgency) };
        let at_risk = f32::from(hand.value()) * self.urgency;
        held + table + opened - few - at_risk
    }

    fn held(&self, rank: Rank, n: u8, melds: &Melds) -> f32 {
        let each = f32::from(n);
        if rank.is_wild() {
            return each * (CARD + WILD_CARD);
        }
        if rank == Rank::Three {
            return each * BLACK_THREE;
        }
        let fits = if melds.get(rank).is_empty() { 0.0 } else { FITS };
        let pile = if self.pairs_only { f32::from(self.view.public.pile.len()) * PAIR_IN_PILE } else { 0.0 };
        let several = match n {
            0 | 1 => 0.0,
            2 => PAIR + pile,
            _ => PAIR + pile + THREE_IN_HAND,
        };
        let need = self.position.minimum.filter(|_| n >= 2 && melds.is_empty()).map_or(0.0, f32::from);
        let toward = need / 100.0 * each * f32::from(rank.value()) * TOWARD_OPENING;
        each * (CARD + fits) + several + toward
    }

    fn on_table(rank: Rank, meld: Meld) -> f32 {
        let growth = match meld.canasta() {
            Some(_) => f32::from(meld.len() - CANASTA),
            None if rank == Rank::Three => 0.0,
            None => LENGTH[usize::from(meld.len().clamp(3, 6) - 3)],
        };
        f32::from(points(rank, meld)) + growth
    }

    fn draw(&self) -> Option<Action> {
        let public = &self.view.public;
        let take = Take::of(self.view);
        let takes = moves::takes(self.view).into_iter().filter_map(|action| {
            let (Action::TakePile(placements), Some(take)) = (&action, &take) else { return None };
            let after = self.position.after_take(placements, take.upcard, &take.rest);
            Some((self.worth(&after.hand, &after.melds), action))
        });
        let best = takes.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let now = self.worth(&self.position.hand, &self.position.melds);
        let drawing = if public.stock == 0 {
            // Nothing to draw: not taking may end the round.
            now - DRAWN
        } else {
            now + DRAWN * f32::from(public.rules.drawn)
        };
        best.filter(|(worth, _)| *worth > drawing).map(|(_, action)| action)
    }

    fn play(&self) -> Option<Action> {
        if let Some(way) = self.position.way_out() {
            let more = self.gain_of_going_out(&way) - PATIENCE * (1.0 - 3.0 * self.urgency).max(0.0);
            let ask = || (more < UNSURE && check(self.view, &Action::AskPartner).is_ok()).then_some(Action::AskPartner);
            if more > 0.0 {
                return Some(ask().unwrap_or_else(|| go_out(way)));
            }
        }
        let now = self.worth(&self.position.hand, &self.position.melds);
        let melds = moves::melds(self.view).into_iter().filter_map(|action| {
            let Action::Meld(placements) = &action else { return None };
            let after = self.position.after(placements);
            Some((self.worth(&after.hand, &after.melds) - now, action))
        });
        let best = melds.max_by(|(one, _), (other, _)| one.total_cmp(other)).filter(|(gain, _)| *gain > 0.0);
        best.map(|(_, action)| action).or_else(|| self.discard())
    }

    fn discard(&self) -> Option<Action> {
        let discards = moves::discards(self.view).map(|rank| (self.worth_of_discard(rank), rank));
        discards.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, rank)| Action::Discard(rank))
    }

    fn worth_of_discard(&self, rank: Rank) -> f32 {
        let left = self.position.hand.without(rank, 1);
        let pile = f32::from(self.view.public.pile.len() + 1);
        // A wild card gives nothing away: throwing one freezes a pile that would cost more than it is worth.
        let lost = self.chance_of_take(self.next, rank) * pile * GIVEN_AWAY;
        self.worth(&left, &self.position.melds) - lost
    }

    /// How likely an opponent can take the pile under an upcard of this rank.
    fn chance_of_take(&self, seat: Seat, rank: Rank) -> f32 {
        if rank.is_wild() || rank == Rank::Three {
            return 0.0;
        }
        let public = &self.view.public;
        let melds = &public.sides[self.them].melds;
        let pair = self.reading.holds(seat, rank, 2);
        if melds.is_empty() {
            let able = match public.minimum(self.them) {
                0..=15 => 0.9,
                16..=50 => 0.6,
                51..=90 => 0.4,
                _ => 0.25,
            };
            return pair * able;
        }
        if public.iced() {
            return pair;
        }
        if !melds.get(rank).is_empty() {
            return 1.0;
        }
        let one = self.reading.holds(seat, rank, 1);
        pair + (one - pair) * self.reading.holds_wild(seat)
    }

    /// What the two sides would win and lose if this player went out now, against playing on.
    fn gain_of_going_out(&self, way: &WayOut) -> f32 {
        let public = &self.view.public;
        let players = public.rules.players;
        let cards = |team: Team| -> f32 {
            team.seats(players)
                .filter(|&seat| seat != self.view.seat)
                .map(|seat| f32::from(public.hand_sizes[seat]))
                .sum()
        };
        let potential = |melds: &Melds| -> f32 {
            melds
                .iter()
                .filter(|(_, meld)| (5..CANASTA).contains(&meld.len()))
                .map(|(_, meld)| 40.0 * f32::from(meld.len() - 4))
                .sum()
        };
        let after = self.position.after(&way.melds);
        let theirs = cards(self.them) * LEFT + potential(&public.sides[self.them].melds);
        let ours = cards(self.view.team()) * LEFT + potential(&after.melds);
        let bonus = f32::from(public.rules.going_out);
        if self.wins_the_game(&after) {
            return f32::INFINITY;
        }
        bonus + theirs - ours
    }

    /// Whether the game is surely won by going out with this position.
    fn wins_the_game(&self, after: &Position<'_>) -> bool {
        let public = &self.view.public;
        let target = match public.rules.target {
            Target::Points(target) => i32::from(target),
            Target::OneRound => i32::MIN,
        };
        let team = self.view.team();
        let down: i32 = after.melds.iter().map(|(rank, meld)| i32::from(points(rank, meld))).sum();
        let partner = self.view.seat.partner(public.rules.players).map_or(0, |seat| public.hand_sizes[seat]);
        let ours = public.totals[team] + down + i32::from(public.rules.going_out) - i32::from(partner) * DEAREST_LEFT;
        let theirs = public.totals[self.them] + Sheet::new(&public.rules, &public.sides[self.them], &[], None).total();
        ours >= target && ours > theirs
    }

    fn answer(&self) -> Action {
        let public = &self.view.public;
        let own = f32::from(self.view.held.value());
        let theirs: f32 = self.them.seats(public.rules.players).map(|seat| f32::from(public.hand_sizes[seat])).sum();
        let yes = own < theirs * LEFT + 100.0 + 200.0 * self.urgency;
        Action::AnswerPartner(yes)
    }
}

/// The points of a meld: its cards, and the bonus if it is a canasta.
fn points(rank: Rank, meld: Meld) -> u16 {
    let Meld { naturals, twos, jokers } = meld;
    Placement { rank, naturals, twos, jokers }.value() + meld.canasta().map_or(0, Canasta::bonus)
}

//! Given a position, when a player acts, then these facts hold: how the tests of the rules are written. Positions,
//! actions and facts are in the notation; a semicolon ends a line of it too. Every accepted action is also held to
//! the plain laws: no card is lost by any event, and following the events leads to the state that was played.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::engine::card::Card;
use crate::engine::event::{Ending, Event};
use crate::engine::illegal::Illegal;
use crate::engine::notation::{parse_action, parse_position, parse_rules, parse_seat, print_position};
use crate::engine::pack::Pack;
use crate::engine::round::Round;
use crate::engine::score::Sheet;
use crate::engine::seat::{ByTeam, Seat, Team};
use crate::engine::view::View;

/// A position to start from.
pub(super) struct Given {
    pub(super) round: Round,
}

/// What came of an action.
pub(super) struct When {
    step: String,
    before: Round,
    outcome: Result<(Round, Vec<Event>), Illegal>,
}

/// Reads a position.
#[track_caller]
pub(super) fn given(text: &str) -> Given {
    let text = text.replace(';', "\n");
    let round = parse_position(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    Given { round }
}

/// All cards there are, wherever they lie.
pub(super) fn number_of_cards(round: &Round) -> usize {
    let hands: usize = Seat::ALL.into_iter().map(|seat| usize::from(round.hands[seat].len())).sum();
    let sides = Team::ALL.into_iter().map(|team| &round.sides[team]);
    let table: usize = sides.map(|side| usize::from(side.melded.len() + side.red_threes.len())).sum();
    hands + table + usize::from(round.stock.len()) + usize::from(round.pile.len())
}

impl Given {
    /// A player acts: `N meld KKK`.
    #[track_caller]
    pub(super) fn when(&self, step: &str) -> When {
        let (seat, action) = step.trim().split_once(' ').expect("a seat and an action");
        let (seat, action) = (parse_seat(seat).unwrap(), parse_action(action).unwrap());
        let before = self.round.clone();
        let outcome = before.decide(seat, &action).map(|events| {
            let mut followed = before.clone();
            for event in &events {
                followed.apply(event);
                assert_eq!(number_of_cards(&followed), number_of_cards(&before), "{step}: {event:?} loses cards");
            }
            let mut played = before.clone();
            assert_eq!(played.play(seat, &action).as_ref(), Ok(&events));
            assert!(played == followed, "{step}: the events don't lead to the state that was played");
            (played, events)
        });
        When { step: step.to_owned(), before, outcome }
    }

    pub(super) fn view(&self, seat: Seat) -> View {
        self.round.view(seat)
    }

    /// These facts hold.
    #[track_caller]
    pub(super) fn then(self, facts: &str) -> Self {
        check_facts(&self.round, facts);
        self
    }
}

impl When {
    #[track_caller]
    fn accepted(&self) -> &(Round, Vec<Event>) {
        match &self.outcome {
            Ok(accepted) => accepted,
            Err(reason) => panic!("'{}' was refused: {reason:?}\n{}", self.step, print_position(&self.before)),
        }
    }

    #[track_caller]
    pub(super) fn events(&self) -> &[Event] {
        &self.accepted().1
    }

    #[track_caller]
    pub(super) fn round(&self) -> &Round {
        &self.accepted().0
    }

    /// It was legal.
    #[track_caller]
    pub(super) fn then_legal(self) -> Given {
        Given { round: self.accepted().0.clone() }
    }

    /// It was legal, and these facts hold.
    #[track_caller]
    pub(super) fn then(self, facts: &str) -> Given {
        check_facts(self.round(), facts);
        self.then_legal()
    }

    /// It was refused for this reason; the position is as before.
    #[track_caller]
    pub(super) fn then_refused(self, reason: Illegal) -> Given {
        match &self.outcome {
            Err(given) => assert_eq!(*given, reason, "'{}' in\n{}", self.step, print_position(&self.before)),
            Ok(_) => panic!("'{}' was accepted in\n{}", self.step, print_position(&self.before)),
        }
        Given { round: self.before }
    }

    /// It was legal; then another player acts, or the same again.
    #[track_caller]
    pub(super) fn when(self, step: &str) -> Self {
        self.then_legal().when(step)
    }

    /// The player went out, concealed or not.
    #[track_caller]
    pub(super) fn then_out(self, concealed: bool) -> Self {
        let out = self.events().iter().find_map(|event| match event {
            Event::WentOut { concealed, .. } => Some(*concealed),
            _ => None,
        });
        assert_eq!(out, Some(concealed), "'{}': went out concealed?", self.step);
        self
    }

    /// The round goes on.
    #[track_caller]
    pub(super) fn then_not_over(self) -> Self {
        assert!(!self.round().is_over(), "'{}' ended the round", self.step);
        self
    }

    /// The round is over, for this reason.
    #[track_caller]
    pub(super) fn then_ended(self, why: Ending) -> Self {
        assert_eq!(self.round().ended, Some(why), "'{}'", self.step);
        self
    }

    /// The sheets with which the round ended.
    #[track_caller]
    pub(super) fn sheets(&self) -> ByTeam<Sheet> {
        let sheets = self.events().iter().find_map(|event| match event {
            Event::RoundEnded { sheets, .. } => Some(*sheets),
            _ => None,
        });
        sheets.unwrap_or_else(|| panic!("'{}' did not end the round", self.step))
    }

    /// The sheet of north and south.
    #[track_caller]
    pub(super) fn sheet(&self) -> Sheet {
        self.sheets()[Team::NorthSouth]
    }
}

fn ranks(cards: &[Card]) -> String {
    cards.iter().map(|card| card.rank().to_string()).collect()
}

/// Every line is a line of a position; suits don't matter, but for red threes: `laid NS` compares their number.
#[track_caller]
fn check_facts(round: &Round, facts: &str) {
    let facts = facts.replace(';', "\n");
    let wanted = parse_position(&facts).unwrap_or_else(|error| panic!("{error} in\n{facts}"));
    for line in facts.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (head, whose) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let [is, should] = [round, &wanted].map(|round| fact(round, head, whose));
        assert_eq!(is, should, "wanted '{line}' in\n{}", print_position(round));
    }
}

fn fact(round: &Round, head: &str, whose: &str) -> String {
    let turn = &round.turn;
    let side = &round.sides[if whose == "EW" { Team::EastWest } else { Team::NorthSouth }];
    match head {
        "hand" => {
            let hand = &round.hands[parse_seat(whose).unwrap()];
            format!("{} and {} red threes", crate::engine::Counts::of(hand), hand.red_threes())
        }
        "melds" => format!("{:?} worth {}", side.melds, crate::engine::Counts::of(&side.melded).value()),
        "laid" => side.red_threes.red_threes().to_string(),
        "concealed" => side.concealed_canastas.to_string(),
        "pile" => ranks(round.pile.cards()),
        "stock" => ranks(round.stock.cards()),
        "turn" => format!("{:?} {:?} {} {:?}", turn.seat, turn.stage, turn.took_pile, turn.question),
        "bound" => format!("{:?}", turn.bound),
        "put-down" => format!("{:?}", turn.put_down),
        "ended" => format!("{:?}", round.ended),
        "totals" => format!("{:?}", round.totals),
        _ => panic!("no such fact: {head}"),
    }
}

/// A pack for a deal: these cards go to the players in seat order from the dealer's left, each hand filled up with
/// naturals; then come `next`, the rest, and at the end the threes and wild cards that nobody asked for.
pub(super) fn pack(players: usize, dealt: usize, hands: &[&str], next: &str) -> Pack {
    let cards = |text: &str| crate::engine::notation::parse_cards(text).unwrap();
    let order = |text: &str| given(&format!("stock {text}")).round.stock.cards().to_vec();
    let mut left: crate::engine::Cards = Pack::sorted().cards().iter().copied().collect();
    for hand in hands {
        left.remove_all(&cards(hand));
    }
    left.remove_all(&order(next).into_iter().collect());
    let plain = |card: &Card| !card.is_wild() && card.rank() != crate::engine::Rank::Three;
    let mut rest: std::collections::VecDeque<Card> = left.iter().filter(plain).collect();
    let mut special: Vec<Card> = left.iter().filter(|card| !plain(card)).collect();
    let mut filled: Vec<Vec<Card>> = (0..players).map(|seat| order(hands.get(seat).unwrap_or(&""))).collect();
    for hand in &mut filled {
        while hand.len() < dealt {
            hand.push(rest.pop_front().or_else(|| special.pop()).unwrap());
        }
    }
    let mut all: Vec<Card> = (0..dealt).flat_map(|n| filled.iter().map(move |hand| hand[n])).collect();
    all.extend(order(next));
    all.extend(rest);
    all.extend(special);
    Pack::from_cards(&all).expect("a whole pack")
}

/// Deals such a pack for rules in the notation; west deals, so north begins.
#[track_caller]
pub(super) fn deal(rules: &str, hands: &[&str], next: &str) -> (Given, Vec<Event>) {
    let rules = parse_rules(rules).unwrap();
    let dealer = if rules.players == 2 { Seat::East } else { Seat::West };
    let pack = pack(usize::from(rules.players), usize::from(rules.dealt), hands, next);
    let (round, events) = Round::deal(&rules, ByTeam::default(), dealer, &pack);
    (Given { round }, events)
}

//! One round in the middle of play as text, for tests and for looking at a fault. It shows every card: never print it
//! where players could see it.
//!
//! A line a fact, in any order; what is left out has its usual value. Suits may be left out where they don't matter;
//! without a line `stock` the stock is the rest of the pack, in order.
//!
//! ```text
//! rules classic          totals 1240 1730        dealer W
//! turn N drawn took-pile said-no had-melded      bound black-threes-laid
//! hand N AhAc KKK Q9     melds NS KKK2 555       laid NS 3h          pile 4c5dKh (upcard last)
//! before K5              put-down KKK Q+2        from-pile Q9        melded NS      concealed NS 1
//! stock 4c5d (top last)  ended went-out
//! ```

use std::fmt::Write as _;

use super::cards::{Named, counts_of, named_cards};
use super::words::{placement_of, print_placement, rules_of, seat_of};
use super::{Parsed, Problem, Word, Words, lines, print_rules, rank_letter, seat_letter};
use crate::engine::card::{Card, Rank, Suit};
use crate::engine::cards::{Cards, Counts};
use crate::engine::event::Ending;
use crate::engine::illegal::Bound;
use crate::engine::meld::{Meld, Placement, RankSet, WILD};
use crate::engine::pack::Pack;
use crate::engine::round::Round;
use crate::engine::rules::RuleSet;
use crate::engine::seat::{BySeat, ByTeam, Seat, Team};
use crate::engine::stack::Stack;
use crate::engine::view::{Question, Side, Stage, Turn};

const BOUNDS: [(&str, Bound); 4] = [
    ("partner-said-yes", Bound::PartnerSaidYes),
    ("black-threes-laid", Bound::BlackThreesLaid),
    ("black-three-taken", Bound::BlackThreeTaken),
    ("taken-below-minimum", Bound::TakenBelowMinimum),
];
const ENDINGS: [(&str, Ending); 5] = [
    ("went-out", Ending::WentOut),
    ("stock-empty", Ending::StockEmpty),
    ("no-take", Ending::NoTake),
    ("passed", Ending::Passed),
    ("last-red-three", Ending::LastRedThree),
];
const QUESTIONS: [(&str, Question); 4] = [
    ("asking", Question::Waiting),
    ("asked", Question::UsedUp),
    ("said-yes", Question::Yes),
    ("said-no", Question::No),
];

fn named<T: Copy>(names: &[(&str, T)], word: Word<'_>, expected: &'static str) -> Parsed<T> {
    let found = names.iter().find(|(name, _)| *name == word.text);
    found.map(|(_, value)| *value).ok_or_else(|| word.unexpected(expected))
}

fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, named)| named == value).map_or("", |(name, _)| name)
}

const fn team_name(team: Team) -> &'static str {
    match team {
        Team::NorthSouth => "NS",
        Team::EastWest => "EW",
    }
}

fn team_of(word: Word<'_>) -> Parsed<Team> {
    named(&Team::ALL.map(|team| (team_name(team), team)), word, "a side (NS EW)")
}

/// Gives suits to cards named without one: those that are left in the pack.
struct Suits {
    left: Cards,
}

impl Suits {
    /// What is left beside all cards of the text that have a suit.
    fn beside(text: &str) -> Self {
        let mut left: Cards = Pack::sorted().cards().iter().copied().collect();
        for mut words in lines(text) {
            if matches!(words.next().text, "hand" | "melds" | "laid" | "pile" | "stock") {
                for word in words.all() {
                    for named in named_cards(word).unwrap_or_default() {
                        if let Named::Card(card) = named {
                            left.remove(card);
                        }
                    }
                }
            }
        }
        Self { left }
    }

    /// Positions beyond what a pack holds get clubs: a test may want them.
    fn card(&mut self, named: Named) -> Card {
        match named {
            Named::Card(card) => card,
            Named::Rank(rank) => {
                self.left.remove_rank(rank, 1).iter().next().unwrap_or_else(|| Card::new(rank, Suit::Clubs))
            }
        }
    }

    fn cards(&mut self, word: Word<'_>) -> Parsed<Vec<Card>> {
        Ok(named_cards(word)?.into_iter().map(|named| self.card(named)).collect())
    }

    fn collect(&mut self, words: &mut Words<'_>) -> Parsed<Cards> {
        let mut all = Cards::EMPTY;
        for word in words.all() {
            for card in self.cards(word)? {
                if !all.insert(card) {
                    return Err(word.error(Problem::TooManyOfAKind));
                }
            }
        }
        Ok(all)
    }

    fn stack(&mut self, words: &mut Words<'_>) -> Parsed<Stack> {
        let mut stack = Stack::EMPTY;
        for word in words.all() {
            for card in self.cards(word)? {
                if !stack.push(card) {
                    return Err(word.error(Problem::NotAPack));
                }
            }
        }
        Ok(stack)
    }
}

/// Reads a position.
///
/// # Errors
/// If a line is not understood, with its place. Whether the position can come about in play is not asked.
pub fn parse_position(text: &str) -> Parsed<Round> {
    let mut suits = Suits::beside(text);
    let mut round = Round {
        rules: RuleSet::default().rules(4),
        dealer: Seat::West,
        totals: ByTeam::default(),
        hands: BySeat::default(),
        stock: Stack::EMPTY,
        pile: Stack::EMPTY,
        sides: ByTeam::default(),
        melded: BySeat::default(),
        turn: Turn::new(Seat::North, false, RankSet::default()),
        ended: None,
    };
    let mut stock = None;
    let mut before = None;
    for mut words in lines(text) {
        let head = words.next();
        match head.text {
            "stock" => stock = Some(suits.stack(&mut words)?),
            "before" => before = Some(counts_of(words.next())?.ranks().map(|(rank, _)| rank).collect()),
            _ => line(&mut round, &mut suits, head, &mut words)?,
        }
        if outside_the_stock(&round) > Pack::SIZE {
            return Err(head.error(Problem::NotAPack));
        }
        words.end()?;
    }
    round.turn.ranks_before = before.unwrap_or_else(|| ranks_before(&round));
    // The rest of the pack in order, the highest kinds on top.
    round.stock = stock.unwrap_or_else(|| suits.left.iter().collect());
    Ok(round)
}

/// Whatever kinds a test makes up: hands, pile and melds never hold more cards than the pack.
fn outside_the_stock(round: &Round) -> usize {
    let hands = Seat::ALL.map(|seat| round.hands[seat].len());
    let sides = Team::ALL.map(|team| &round.sides[team]).map(|side| [side.melded.len(), side.red_threes.len()]);
    let all = hands.iter().chain(sides.as_flattened()).map(|&cards| usize::from(cards));
    all.sum::<usize>() + usize::from(round.pile.len())
}

/// Without a word on it: the ranks on the table that were not put down this turn.
fn ranks_before(round: &Round) -> RankSet {
    let melds = &round.sides[round.turn.seat.team()].melds;
    let down = |rank: Rank| round.turn.put_down.get(rank).len();
    melds.iter().filter(|&(rank, meld)| meld.len() > down(rank)).map(|(rank, _)| rank).collect()
}

fn line(round: &mut Round, suits: &mut Suits, head: Word<'_>, words: &mut Words<'_>) -> Parsed<()> {
    match head.text {
        "rules" => round.rules = rules_of(words)?,
        "totals" => {
            for team in Team::ALL {
                round.totals[team] = words.next().number("a total")?;
            }
        }
        "dealer" => round.dealer = seat_of(words.next())?,
        "turn" => turn(&mut round.turn, words)?,
        "bound" => round.turn.bound = Some(named(&BOUNDS, words.next(), "a reason to go out")?),
        "hand" => {
            let seat = seat_of(words.next())?;
            round.hands[seat] = suits.collect(words)?;
        }
        "pile" => round.pile = suits.stack(words)?,
        "melds" => melds(&mut round.sides[team_of(words.next())?], suits, words)?,
        "laid" => {
            let team = team_of(words.next())?;
            round.sides[team].red_threes = suits.collect(words)?;
        }
        "concealed" => {
            let team = team_of(words.next())?;
            round.sides[team].concealed_canastas = words.next().number("a number of canastas")?;
        }
        "put-down" => {
            for word in words.all() {
                let placement = placement_of(word)?;
                round.turn.put_down.add(placement.rank, placement.meld());
                if usize::from(round.turn.put_down.get(placement.rank).len()) > Pack::SIZE {
                    return Err(word.error(Problem::TooManyOfARank));
                }
            }
        }
        "from-pile" => round.turn.from_pile = counts_of(words.next())?,
        "melded" => {
            for word in words.all() {
                round.melded[seat_of(word)?] = true;
            }
        }
        "ended" => round.ended = Some(named(&ENDINGS, words.next(), "a reason why the round ended")?),
        _ => return Err(head.unexpected("rules, totals, dealer, turn, bound, hand, pile, melds, laid, …")),
    }
    Ok(())
}

fn turn(turn: &mut Turn, words: &mut Words<'_>) -> Parsed<()> {
    turn.seat = seat_of(words.next())?;
    for word in words.all() {
        match word.text {
            "to-draw" => turn.stage = Stage::ToDraw,
            "drawn" => turn.stage = Stage::Drawn,
            "took-pile" => turn.took_pile = true,
            "had-melded" => turn.had_melded = true,
            _ => turn.question = named(&QUESTIONS, word, "to-draw, drawn, took-pile, had-melded, asking, asked, …")?,
        }
    }
    Ok(())
}

fn melds(side: &mut Side, suits: &mut Suits, words: &mut Words<'_>) -> Parsed<()> {
    for word in words.all() {
        let cards = suits.cards(word)?;
        if cards.iter().any(|card| card.is_red_three()) {
            return Err(word.unexpected("cards of a meld: red threes are laid"));
        }
        let counts = cards.iter().fold(Counts::default(), |counts, card| counts.with(card.rank(), 1));
        let (rank, meld) = meld(word, &counts)?;
        side.melds.add(rank, meld);
        for card in cards {
            if !side.melded.insert(card) {
                return Err(word.error(Problem::TooManyOfAKind));
            }
        }
    }
    Ok(())
}

fn meld(word: Word<'_>, counts: &Counts) -> Parsed<(Rank, Meld)> {
    let naturals: Vec<(Rank, u8)> = counts.ranks().filter(|(rank, _)| !rank.is_wild()).collect();
    let (rank, naturals) = match naturals.as_slice() {
        [] => (WILD, 0),
        [one] => *one,
        _ => return Err(word.error(Problem::MixedRanks)),
    };
    Ok((rank, Meld { naturals, twos: counts.get(Rank::Two), jokers: counts.get(Rank::Joker) }))
}

/// The text of a position, as [`parse_position`] reads it.
pub fn print_position(round: &Round) -> String {
    let mut text = String::new();
    let mut say = |line: String| {
        // Writing to a string never fails.
        let _ = writeln!(text, "{line}");
    };
    let turn = &round.turn;
    say(format!("rules {}", print_rules(&round.rules)));
    say(format!("totals {} {}", round.totals[Team::NorthSouth], round.totals[Team::EastWest]));
    say(format!("dealer {}", seat_letter(round.dealer)));
    say(print_turn(turn));
    if let Some(bound) = turn.bound {
        say(format!("bound {}", name_of(&BOUNDS, &bound)));
    }
    for seat in Seat::ALL.into_iter().filter(|&seat| !round.hands[seat].is_empty()) {
        say(format!("hand {} {}", seat_letter(seat), round.hands[seat]));
    }
    for team in Team::ALL {
        print_side(&round.sides[team], team_name(team)).into_iter().for_each(&mut say);
    }
    say(format!("before {}", letters(turn.ranks_before.iter())));
    if !turn.put_down.is_empty() {
        let words = turn.put_down.iter().map(|(rank, Meld { naturals, twos, jokers })| {
            format!(" {}", print_placement(Placement { rank, naturals, twos, jokers }))
        });
        say(format!("put-down{}", words.collect::<String>()));
    }
    if turn.from_pile.total() > 0 {
        say(format!("from-pile {}", turn.from_pile));
    }
    let melded: String = Seat::ALL
        .into_iter()
        .filter(|&seat| round.melded[seat])
        .map(|seat| format!(" {}", seat_letter(seat)))
        .collect();
    if !melded.is_empty() {
        say(format!("melded{melded}"));
    }
    say(format!("pile {}", round.pile));
    say(format!("stock {}", round.stock));
    if let Some(ending) = round.ended {
        say(format!("ended {}", name_of(&ENDINGS, &ending)));
    }
    text
}

fn letters(ranks: impl Iterator<Item = Rank>) -> String {
    ranks.map(rank_letter).collect()
}

fn print_turn(turn: &Turn) -> String {
    let stage = match turn.stage {
        Stage::ToDraw => " to-draw",
        Stage::Drawn => " drawn",
    };
    let took = if turn.took_pile { " took-pile" } else { "" };
    let had = if turn.had_melded { " had-melded" } else { "" };
    let question = match turn.question {
        Question::NotAsked => String::new(),
        question => format!(" {}", name_of(&QUESTIONS, &question)),
    };
    format!("turn {}{stage}{took}{had}{question}", seat_letter(turn.seat))
}

fn print_side(side: &Side, team: &str) -> Vec<String> {
    let mut left = side.melded;
    let words: String = side
        .melds
        .iter()
        .map(|(rank, meld)| {
            let naturals = left.remove_rank(rank, meld.naturals);
            let twos = left.remove_rank(Rank::Two, meld.twos);
            format!(" {naturals}{twos}{}", "*".repeat(usize::from(meld.jokers)))
        })
        .collect();
    let melds = (!words.is_empty()).then(|| format!("melds {team}{words}"));
    let laid = (!side.red_threes.is_empty()).then(|| format!("laid {team} {}", side.red_threes));
    let concealed = (side.concealed_canastas > 0).then(|| format!("concealed {team} {}", side.concealed_canastas));
    melds.into_iter().chain(laid).chain(concealed).collect()
}

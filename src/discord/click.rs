//! What a component asks for, as the text in its `custom_id`: the table, the step its player saw, the verb, a counter
//! that makes every rendering's menus new, and the draft. Whatever is written can be read back, and nothing else.
//! Must never know what the verbs do.

use thiserror::Error;

use super::draft::{Draft, rank_of};
use crate::engine::notation::rank_letter;
use crate::engine::rules::OptionSpec;
use crate::engine::{Rank, Team};
use crate::table::{TableId, UserId};

/// The first letter of every `custom_id` of this program.
const MARK: char = 'c';
/// Buttons of another version are old buttons.
const VERSION: char = '1';
/// The parts are kept apart by this.
const DOT: char = '.';

/// A component that was used, with its whole context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Click {
    /// The table it belongs to; zero for lists.
    pub table: TableId,
    /// The step the player saw.
    pub step: u64,
    /// What it asks for.
    pub verb: Verb,
    /// Rises with every rendering of a message, round and round: a menu drawn again is a new menu, without the choices
    /// that the client would keep.
    pub render: u8,
    /// The melds put together so far.
    pub draft: Draft,
}

/// How far the counter of renderings goes.
pub const RENDERS: u8 = 36;

/// What a component asks for, by the message it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// The lobby and the host's options.
    Lobby(LobbyVerb),
    /// The table message, and what any message of a game can ask for.
    Board(BoardVerb),
    /// A player's own hand.
    Hand(HandVerb),
    /// After a round or a game.
    After(AfterVerb),
    /// Statistics and lists.
    List(ListVerb),
}

/// The lobby and the host's options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LobbyVerb {
    /// Sit down on a side.
    Join(Team),
    /// Stand up.
    Leave,
    /// Put the members in another order.
    Shuffle,
    /// Start the game.
    Start,
    /// Ask whether to end the table.
    Cancel,
    /// Show the options.
    Options,
    /// Show the values of the option whose key was chosen.
    PickOption,
    /// Give this option the value that was chosen.
    SetOption(&'static str),
    /// Back to all options.
    BackToOptions,
    /// Send away the member or computer player that was chosen.
    Remove,
    /// Seat the computer player that was chosen.
    AddComputer,
    /// Let a turn take as long as was chosen.
    SetClock,
    /// Do with left seats what was chosen.
    SetLeftSeats,
}

/// The table message, and what any message of a game can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BoardVerb {
    MyHand,
    /// Draw, then show the hand.
    Draw,
    Log,
    /// Turn the log to this page, from 0 for the newest.
    LogPage(u16),
    /// Show what lies on the table, after a round.
    Melds,
    Rules,
    Help,
    /// Show the partner's question with the hand.
    AnswerPrompt,
    /// End the table, having been asked once more.
    End,
    /// Do not end it after all.
    KeepPlaying,
    /// Sit down where somebody left.
    TakeOver,
    /// Call for a clock.
    CallClock,
    /// For what is voted on until then, in milliseconds since 1970, or against it.
    Vote {
        yes: bool,
        until: u64,
    },
    /// The pause is over.
    GoOn,
}

/// A player's own hand. Choices of menus come beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandVerb {
    /// Draw from the stock.
    Draw,
    /// Decline the pile.
    Pass,
    /// Take the pile in the one way there is.
    Take,
    /// Take the pile in the way chosen.
    TakeWith,
    /// Add the melds chosen to the draft.
    Pick,
    /// Discard the rank chosen.
    Discard,
    /// Discard this rank, having been asked once more.
    DiscardSure(Rank),
    /// Play the draft.
    Play,
    /// Meld all, and discard the last card if there is one.
    GoOut,
    /// Empty the draft.
    Clear,
    /// Put melds together card by card.
    Build,
    /// The rank chosen is the one that cards go to.
    BuildRank,
    /// Put together a take of the pile.
    BuildTake,
    /// One natural more.
    AddNatural,
    /// One natural fewer.
    RemoveNatural,
    /// One two more.
    AddTwo,
    /// One joker more.
    AddJoker,
    /// One wild card fewer.
    RemoveWild,
    /// Back from building, or from being asked once more.
    Back,
    /// Ask the partner.
    Ask,
    /// Take the question back.
    Withdraw,
    /// Answer the partner.
    Answer(bool),
    /// Show the hand as it is now.
    Refresh,
    /// What could this hand do?
    Hint,
}

/// After a round or a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterVerb {
    /// Deal the next round.
    Deal,
    /// Show what all rounds brought.
    Rounds,
    /// Show the sheets of the chosen round.
    SheetOf,
    /// Another game.
    Rematch,
    /// Leave: another game begins without whoever clicks.
    Leave,
}

/// Statistics and lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListVerb {
    /// This page of the leaderboard, from 0.
    Page(u16),
    /// Show this page of the leaderboard to everybody.
    ShowPage(u16),
    /// Show this member's statistics to everybody.
    ShowStats(UserId),
    /// Leave the table chosen.
    Leave,
    /// Ask whether to end the table chosen.
    End,
    /// Post the table chosen again.
    Post,
    /// Begin a vote at the chosen table.
    Propose,
}

/// Why a `custom_id` could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unreadable {
    /// It comes from another version of this program.
    #[error("an old button")]
    Old,
    /// It is not one of this program's.
    #[error("a foreign button")]
    Foreign,
}

/// The verbs without a value of their own, each with its letter.
const PLAIN: &[(char, Verb)] = &[
    ('l', Verb::Lobby(LobbyVerb::Leave)),
    ('s', Verb::Lobby(LobbyVerb::Shuffle)),
    ('S', Verb::Lobby(LobbyVerb::Start)),
    ('X', Verb::Lobby(LobbyVerb::Cancel)),
    ('O', Verb::Lobby(LobbyVerb::Options)),
    ('o', Verb::Lobby(LobbyVerb::PickOption)),
    ('V', Verb::Lobby(LobbyVerb::BackToOptions)),
    ('k', Verb::Lobby(LobbyVerb::Remove)),
    ('C', Verb::Lobby(LobbyVerb::AddComputer)),
    ('U', Verb::Lobby(LobbyVerb::SetClock)),
    ('_', Verb::Lobby(LobbyVerb::SetLeftSeats)),
    ('m', Verb::Board(BoardVerb::MyHand)),
    ('D', Verb::Board(BoardVerb::Draw)),
    ('L', Verb::Board(BoardVerb::Log)),
    ('+', Verb::Board(BoardVerb::Melds)),
    ('R', Verb::Board(BoardVerb::Rules)),
    ('H', Verb::Board(BoardVerb::Help)),
    ('A', Verb::Board(BoardVerb::AnswerPrompt)),
    ('Z', Verb::Board(BoardVerb::End)),
    ('K', Verb::Board(BoardVerb::KeepPlaying)),
    ('J', Verb::Board(BoardVerb::TakeOver)),
    ('Q', Verb::Board(BoardVerb::CallClock)),
    ('I', Verb::Board(BoardVerb::GoOn)),
    ('d', Verb::Hand(HandVerb::Draw)),
    ('P', Verb::Hand(HandVerb::Pass)),
    ('t', Verb::Hand(HandVerb::Take)),
    ('T', Verb::Hand(HandVerb::TakeWith)),
    ('i', Verb::Hand(HandVerb::Pick)),
    ('x', Verb::Hand(HandVerb::Discard)),
    ('p', Verb::Hand(HandVerb::Play)),
    ('g', Verb::Hand(HandVerb::GoOut)),
    ('c', Verb::Hand(HandVerb::Clear)),
    ('b', Verb::Hand(HandVerb::Build)),
    ('r', Verb::Hand(HandVerb::BuildRank)),
    ('B', Verb::Hand(HandVerb::BuildTake)),
    ('n', Verb::Hand(HandVerb::AddNatural)),
    ('N', Verb::Hand(HandVerb::RemoveNatural)),
    ('w', Verb::Hand(HandVerb::AddTwo)),
    ('W', Verb::Hand(HandVerb::AddJoker)),
    ('u', Verb::Hand(HandVerb::RemoveWild)),
    ('z', Verb::Hand(HandVerb::Back)),
    ('a', Verb::Hand(HandVerb::Ask)),
    ('q', Verb::Hand(HandVerb::Withdraw)),
    ('y', Verb::Hand(HandVerb::Answer(true))),
    ('Y', Verb::Hand(HandVerb::Answer(false))),
    ('f', Verb::Hand(HandVerb::Refresh)),
    ('h', Verb::Hand(HandVerb::Hint)),
    ('e', Verb::After(AfterVerb::Deal)),
    ('E', Verb::After(AfterVerb::Rounds)),
    ('8', Verb::After(AfterVerb::SheetOf)),
    ('M', Verb::After(AfterVerb::Rematch)),
    ('6', Verb::After(AfterVerb::Leave)),
    ('4', Verb::List(ListVerb::Leave)),
    ('5', Verb::List(ListVerb::End)),
    ('7', Verb::List(ListVerb::Post)),
    ('9', Verb::List(ListVerb::Propose)),
];

impl Click {
    /// A click on a message of a table that shows no draft.
    pub fn new(table: TableId, step: u64, verb: Verb) -> Self {
        Self { table, step, verb, render: 0, draft: Draft::default() }
    }

    /// All verbs without a value of their own, for whoever tries them all.
    pub fn plain_verbs() -> impl Iterator<Item = Verb> {
        PLAIN.iter().map(|(_, verb)| *verb)
    }

    /// As a `custom_id` of at most 100 characters.
    pub fn encode(&self) -> String {
        // Most carry no draft and fit: a panel writes two dozen of them.
        let mut text = String::with_capacity(32);
        text.extend([MARK, VERSION]);
        push_base36(&mut text, self.table.0.cast_unsigned());
        text.push(DOT);
        push_base36(&mut text, self.step);
        text.push(DOT);
        push_verb(&mut text, self.verb);
        text.push(DOT);
        push_base36(&mut text, u64::from(self.render % RENDERS));
        text.push_str(&self.draft.code());
        text
    }

    /// The click of a `custom_id`.
    ///
    /// # Errors
    /// If this version of the program did not write it.
    pub fn decode(text: &str) -> Result<Self, Unreadable> {
        let rest = text.strip_prefix(MARK).ok_or(Unreadable::Foreign)?;
        let rest = rest.strip_prefix(VERSION).ok_or(Unreadable::Old)?;
        let click = Self::read(rest).ok_or(Unreadable::Old)?;
        // What reads but would be written otherwise is not ours.
        if click.encode() == text { Ok(click) } else { Err(Unreadable::Old) }
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, DOT);
        let table = TableId(of_base36(parts.next()?)?.cast_signed());
        let step = of_base36(parts.next()?)?;
        let verb = verb_of(parts.next()?)?;
        let last = parts.next()?;
        let (at, _) = last.char_indices().nth(1).unwrap_or((last.len(), ' '));
        let (render, draft) = last.split_at(at);
        let render = of_base36(render)? as u8;
        Some(Self { table, step, verb, render, draft: Draft::parse(draft)? })
    }
}

fn push_verb(text: &mut String, verb: Verb) {
    match verb {
        Verb::Lobby(LobbyVerb::Join(Team::NorthSouth)) => text.push_str("jn"),
        Verb::Lobby(LobbyVerb::Join(Team::EastWest)) => text.push_str("je"),
        Verb::Lobby(LobbyVerb::SetOption(key)) => text.extend(["v", key]),
        Verb::Hand(HandVerb::DiscardSure(rank)) => text.extend(['!', rank_letter(rank)]),
        Verb::Board(BoardVerb::Vote { yes: true, until }) => push_with_number(text, 'F', until),
        Verb::Board(BoardVerb::Vote { yes: false, until }) => push_with_number(text, 'G', until),
        Verb::Board(BoardVerb::LogPage(page)) => push_with_number(text, '0', page.into()),
        Verb::List(ListVerb::Page(page)) => push_with_number(text, '1', page.into()),
        Verb::List(ListVerb::ShowPage(page)) => push_with_number(text, '2', page.into()),
        Verb::List(ListVerb::ShowStats(user)) => push_with_number(text, '3', user.0),
        plain => text.extend(PLAIN.iter().find(|(_, verb)| *verb == plain).map(|(letter, _)| letter)),
    }
}

fn push_with_number(text: &mut String, letter: char, number: u64) {
    text.push(letter);
    push_base36(text, number);
}

fn verb_of(text: &str) -> Option<Verb> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let value = letters.as_str();
    let page = || u16::try_from(of_base36(value)?).ok();
    match letter {
        'j' if value == "n" => Some(Verb::Lobby(LobbyVerb::Join(Team::NorthSouth))),
        'j' => Some(Verb::Lobby(LobbyVerb::Join(Team::EastWest))),
        'v' => Some(Verb::Lobby(LobbyVerb::SetOption(OptionSpec::by_key(value)?.key))),
        '!' => Some(Verb::Hand(HandVerb::DiscardSure(rank_of(value.chars().next()?)?))),
        'F' | 'G' => Some(Verb::Board(BoardVerb::Vote { yes: letter == 'F', until: of_base36(value)? })),
        '0' => Some(Verb::Board(BoardVerb::LogPage(page()?))),
        '1' => Some(Verb::List(ListVerb::Page(page()?))),
        '2' => Some(Verb::List(ListVerb::ShowPage(page()?))),
        '3' => Some(Verb::List(ListVerb::ShowStats(UserId(of_base36(value)?)))),
        _ => PLAIN.iter().find(|(of, _)| *of == letter).map(|(_, verb)| *verb),
    }
}

fn push_base36(text: &mut String, number: u64) {
    if number >= 36 {
        push_base36(text, number / 36);
    }
    text.extend(char::from_digit((number % 36) as u32, 36));
}

fn of_base36(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 36).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::draft::{Building, Mode};
    use crate::engine::rules::OPTIONS;
    use crate::engine::{Melds, Placement};
    use proptest::prelude::*;

    fn all_verbs() -> Vec<Verb> {
        let mut all: Vec<Verb> = PLAIN.iter().map(|(_, verb)| *verb).collect();
        all.extend(Team::ALL.map(|team| Verb::Lobby(LobbyVerb::Join(team))));
        all.extend(OPTIONS.iter().map(|option| Verb::Lobby(LobbyVerb::SetOption(option.key))));
        all.extend(Rank::ALL.map(|rank| Verb::Hand(HandVerb::DiscardSure(rank))));
        for page in [0, 1, 35, 36, u16::MAX] {
            all.extend([Verb::List(ListVerb::Page(page)), Verb::List(ListVerb::ShowPage(page))]);
            all.push(Verb::Board(BoardVerb::LogPage(page)));
        }
        for number in [0, u64::MAX] {
            all.push(Verb::List(ListVerb::ShowStats(UserId(number))));
            all.extend([true, false].map(|yes| Verb::Board(BoardVerb::Vote { yes, until: number })));
        }
        all
    }

    fn any_draft() -> impl Strategy<Value = Draft> {
        let rank = proptest::sample::select(Rank::ALL.to_vec());
        let placement = (rank.clone(), 0..36_u8, 0..36_u8, 0..36_u8)
            .prop_map(|(rank, naturals, twos, jokers)| Placement { rank, naturals, twos, jokers });
        let mode = prop_oneof![Just(Mode::Meld), rank.clone().prop_map(Mode::Take)];
        let building = prop_oneof![Just(Building::No), Just(Building::Choosing), rank.prop_map(Building::Rank)];
        let placements = proptest::collection::vec(placement, 0..14);
        (mode, building, placements).prop_map(|(mode, building, placements)| Draft::of(mode, &placements).at(building))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_click_reads_back(
            table: i64, step: u64, verb in proptest::sample::select(all_verbs()), render in 0..RENDERS, draft in any_draft(),
        ) {
            let click = Click { table: TableId(table), step, verb, render, draft };
            let text = click.encode();
            prop_assert_eq!(Click::decode(&text), Ok(click));
        }

        #[test]
        fn anything_else_is_refused(text in "\\PC*", damage in any::<u8>(), letter in any::<char>()) {
            prop_assert!(Click::decode(&text).is_err() || text.starts_with('c'));
            let click = Click::new(TableId(12), 40, Verb::Hand(HandVerb::Play));
            let mut letters: Vec<char> = click.encode().chars().collect();
            let at = usize::from(damage) % letters.len();
            letters[at] = letter;
            let damaged: String = letters.into_iter().collect();
            // Whatever reads is exactly what would be written.
            prop_assert!(Click::decode(&damaged).map_or(true, |read| read.encode() == damaged));
        }
    }

    #[test]
    fn the_longest_click_fits() {
        let placements: Vec<Placement> =
            Melds::ranks().map(|rank| Placement { rank, naturals: 11, twos: 8, jokers: 4 }).collect();
        let draft = Draft::of(Mode::Take(Rank::Ace), &placements).at(Building::Rank(Rank::Ace));
        let verb = Verb::Hand(HandVerb::DiscardSure(Rank::Ace));
        let click = Click { table: TableId(-1), step: u64::MAX, verb, render: 35, draft };
        assert_eq!(click.encode().len(), 88);
        for verb in all_verbs() {
            let click = Click { verb, draft: Draft::default(), ..click.clone() };
            assert!(click.encode().len() <= 100, "{click:?}");
        }
    }

    #[test]
    fn verbs_have_letters_of_their_own() {
        let code = |verb| {
            let mut text = String::new();
            push_verb(&mut text, verb);
            text
        };
        let mut codes: Vec<String> = all_verbs().into_iter().map(code).collect();
        let count = codes.len();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), count);
        assert!(codes.iter().all(|code| !code.is_empty()));
    }

    #[test]
    fn an_old_button_is_told_from_a_foreign_one() {
        assert_eq!(Click::decode("c05.3.p.0"), Err(Unreadable::Old));
        assert_eq!(Click::decode("c15.3.p.0-"), Err(Unreadable::Old));
        assert_eq!(Click::decode("c105.3.p.0"), Err(Unreadable::Old));
        assert_eq!(Click::decode("vote:5"), Err(Unreadable::Foreign));
        assert_eq!(Click::decode(""), Err(Unreadable::Foreign));
    }
}

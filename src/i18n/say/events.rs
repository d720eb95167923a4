//! What happened, in words: each event as what one player did, to be put behind that player's name.
//! Must never know more than a [`Seen`] tells.

use super::{Names, card, groups, placement, without_member};
use crate::engine::{Card, Cards, Counts, Ending, Event, Meld, Melds, Origin, Placement, Rank, Seat, Seen, Team};
use crate::i18n::lang::{Lang, text};
use crate::i18n::story::meld_of;

/// What is said of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// It goes without saying.
    Nothing,
    /// What a player did; several of one turn can share one name.
    Did(Seat, Act),
    /// What befell a player: it stands on a line of its own.
    Befell(Seat, Act),
    /// A line of its own.
    Line(String),
    /// This side has won the game, which [`game_won`] tells by the names of its players.
    Won(Team),
}

/// One thing that a player did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Drew a card, which not everybody may know.
    Drew(Option<Card>),
    /// Laid a red three of the hand.
    LaidRedThree,
    /// Drew a red three, and laid it.
    DrewRedThree,
    /// Got this card in place of a red three.
    Replaced(Card),
    /// Put these cards down as a new meld.
    Melded(String),
    /// Added these cards to a meld.
    LaidOff(String),
    /// Anything else, in words.
    Told(String),
}

/// What happened, where so many cards lay in the pile and these melds on the table before.
pub fn what_happened(lang: Lang, seen: &Seen, pile: u8, melds: impl Fn(Team) -> Melds) -> What {
    match seen {
        Seen::Dealt { dealer } => What::Did(*dealer, Act::Told(lang.word("did-deal"))),
        Seen::Drew { seat, card } => What::Did(*seat, Act::Drew(*card)),
        Seen::RoundEnded { ending: why, .. } => What::Line(ending(lang, *why)),
        Seen::Public(event) => public(lang, event, pile, melds),
    }
}

fn public(lang: Lang, event: &Event, pile: u8, melds: impl Fn(Team) -> Melds) -> What {
    let did = |seat: Seat, what: String| What::Did(seat, Act::Told(what));
    match event {
        // These come as cases of their own, with the secrets taken out; a turn's beginning is seen from what follows.
        Event::Dealt { .. }
        | Event::Drew { .. }
        | Event::Replaced { .. }
        | Event::RoundEnded { .. }
        | Event::TurnBegan { .. } => What::Nothing,
        Event::TurnedUp { card: up } => What::Line(lang.say("turned-up", &[("card", text(card(lang, *up)))])),
        Event::RedThreeLaid { seat, from, .. } => What::Did(*seat, red_three(*from)),
        Event::PileTaken { seat } => did(*seat, lang.say("did-take-pile", &[("cards", pile.into())])),
        Event::Melded { seat, rank, cards, .. } => What::Did(*seat, melded(lang, &melds(seat.team()), *rank, cards)),
        Event::BoundToGoOut { seat, .. } => What::Befell(*seat, Act::Told(lang.word("did-bind"))),
        Event::Discarded { seat, card: up } => did(*seat, lang.say("did-discard", &[("card", text(card(lang, *up)))])),
        Event::PartnerAsked { seat } => did(*seat, lang.word("did-ask")),
        Event::QuestionWithdrawn { seat } => did(*seat, lang.word("did-withdraw")),
        Event::PartnerAnswered { seat, yes: true } => did(*seat, lang.word("did-answer-yes")),
        Event::PartnerAnswered { seat, yes: false } => did(*seat, lang.word("did-answer-no")),
        Event::Passed { seat } => did(*seat, lang.word("did-pass")),
        Event::WentOut { seat, concealed: false } => did(*seat, lang.word("did-go-out")),
        Event::WentOut { seat, concealed: true } => did(*seat, lang.word("did-go-out-concealed")),
        Event::GameWon { team } => What::Won(*team),
    }
}

const fn red_three(from: Origin) -> Act {
    match from {
        Origin::Hand => Act::LaidRedThree,
        Origin::Stock => Act::DrewRedThree,
    }
}

/// What a player has drawn, and which red threes were laid for them, told to themselves; none if that is nothing.
pub fn you_drew(lang: Lang, you: Seat, seen: impl Iterator<Item = Seen>) -> Option<String> {
    let acts = seen.filter_map(|seen| match seen {
        Seen::Drew { seat, card } if seat == you => Some(Act::Drew(card)),
        Seen::Public(Event::RedThreeLaid { seat, from, .. }) if seat == you => Some(red_three(from)),
        _ => None,
    });
    let acts: Vec<Act> = acts.collect();
    (!acts.is_empty()).then(|| happened(lang, &lang.word("you"), &acts))
}

/// What a player has taken with the pile, told to themselves; none if that is nothing.
pub fn you_took(lang: Lang, cards: &Cards) -> Option<String> {
    let groups = groups(&Counts::of(cards)).join("  ");
    (!cards.is_empty()).then(|| lang.say("hand-took", &[("cards", text(groups))]))
}

fn melded(lang: Lang, melds: &Melds, rank: Rank, put_down: &Cards) -> Act {
    let before = melds.get(rank);
    let more = meld_of(put_down);
    let Meld { naturals, twos, jokers } = more;
    let what = placement(lang, Placement { rank, naturals, twos, jokers });
    let made = before.with(more).canasta().filter(|_| before.canasta().is_none());
    let what = super::with_canasta(lang, what, made);
    if before.is_empty() { Act::Melded(what) } else { Act::LaidOff(what) }
}

impl Act {
    /// It has to do with drawing, or with a red three that another card takes the place of.
    pub const fn is_draw(&self) -> bool {
        matches!(self, Self::Drew(_) | Self::LaidRedThree | Self::DrewRedThree | Self::Replaced(_))
    }
}

/// A player's name and what that player did, one thing after the other; what was done several times on end is counted.
pub fn happened(lang: Lang, name: &str, acts: &[Act]) -> String {
    let alike = |one: &Act, other: &Act| {
        !matches!(one, Act::Told(_)) && std::mem::discriminant(one) == std::mem::discriminant(other)
    };
    let acts = with_replacements(acts);
    let did = acts.chunk_by(alike).map(|run| did(lang, run));
    let what = did.reduce(|first, then| lang.say("and-then", &[("first", text(first)), ("then", text(then))]));
    lang.say("happened", &[("name", text(name)), ("what", text(what.unwrap_or_default()))])
}

/// A card drawn next after a red three was laid comes in its place: where it is not known, that goes without saying.
fn with_replacements(acts: &[Act]) -> Vec<Act> {
    let mut owed = 0_usize;
    let told = |act: &Act| match (act, owed) {
        (Act::Drew(card), 1..) => {
            owed -= 1;
            card.map(Act::Replaced)
        }
        (act, _) => {
            owed = match act {
                Act::LaidRedThree => owed + 1,
                // It came in the place of the one before, if there was one.
                Act::DrewRedThree => owed.max(1),
                _ => 0,
            };
            Some(act.clone())
        }
    };
    acts.iter().filter_map(told).collect()
}

/// The same thing, done as often as it stands here.
fn did(lang: Lang, run: &[Act]) -> String {
    let count = ("count", run.len().into());
    // All of them or, where one is not known to everybody, none.
    let cards: Option<Vec<String>> = run.iter().map(|act| cards_of(lang, act)).collect();
    match (run, cards) {
        ([Act::LaidRedThree, ..], _) => lang.say("did-lay-red-three", &[count]),
        ([Act::DrewRedThree, ..], _) => lang.say("did-draw-red-three", &[count]),
        ([Act::Replaced(_), ..], Some(cards)) => lang.say("did-replace", &[("cards", text(cards.join(" ")))]),
        ([Act::Drew(_), ..], None) => lang.say("did-draw", &[count]),
        ([Act::Drew(_), ..], Some(cards)) => lang.say("did-draw-cards", &[("cards", text(cards.join(" ")))]),
        ([Act::Melded(_), ..], Some(cards)) => lang.say("did-meld", &[("cards", text(cards.join(" · ")))]),
        ([Act::LaidOff(_), ..], Some(cards)) => lang.say("did-lay-off", &[("cards", text(cards.join(" · ")))]),
        (_, cards) => cards.unwrap_or_default().join(" "),
    }
}

fn cards_of(lang: Lang, act: &Act) -> Option<String> {
    match act {
        Act::Drew(drawn) => drawn.map(|drawn| card(lang, drawn)),
        Act::Replaced(with) => Some(card(lang, *with)),
        Act::LaidRedThree | Act::DrewRedThree => None,
        Act::Melded(what) | Act::LaidOff(what) | Act::Told(what) => Some(what.clone()),
    }
}

/// Who has won: the people of that side by name, with their place; where there is nobody, the place says it all.
pub fn game_won(lang: Lang, names: &Names, team: Team, players: u8) -> String {
    let side = super::team(lang, team, players);
    let by_place =
        |seat: Seat| [false, true].iter().any(|&computer| names[seat] == without_member(lang, seat, computer));
    let both = |first, second| lang.say("both-names", &[("first", text(first)), ("second", text(second))]);
    let all = team.seats(players).map(|seat| names[seat].clone()).reduce(both).unwrap_or_default();
    if team.seats(players).all(by_place) {
        let winner = if team.seats(players).count() > 1 { side } else { all };
        return lang.say("game-won", &[("team", text(winner))]);
    }
    lang.say("game-won-by", &[("names", text(all)), ("team", text(side))])
}

/// Why a round ended.
pub fn ending(lang: Lang, ending: Ending) -> String {
    lang.word(match ending {
        Ending::WentOut => "ending-went-out",
        Ending::StockEmpty => "ending-stock-empty",
        Ending::NoTake => "ending-no-take",
        Ending::Passed => "ending-passed",
        Ending::LastRedThree => "ending-last-red-three",
    })
}

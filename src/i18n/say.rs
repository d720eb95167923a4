//! From the engine's types to words: exhaustive matches, so that a new refusal or event without words does not compile.
//! Must never decide anything, and hold no word itself: words are in `locales/`.

mod events;
mod people;
mod refusals;
mod settings;
mod tables;

use super::lang::{Lang, text};
use crate::ai::Level;
use crate::engine::{Action, BySeat, Canasta, Card, Counts, Placement, Rank, Seat, Sheet, Team, View, WILD};

pub use events::{Act, What, ending, game_won, happened, what_happened, you_drew, you_took};
pub use people::{incident, without_member};
pub use refusals::{bound, briefly, cannot_deal, illegal, problem};
pub use settings::{bad_option, help, option, option_line, option_value, rule_set, rule_set_line, title, unplayable};
#[cfg(test)]
pub(super) use settings::{option_key, rule_set_key, value_key};
pub use tables::{left_seats, pace, refusal};

/// How the players are called.
pub type Names = BySeat<String>;

/// The seats' own names.
pub fn seat_names(lang: Lang) -> Names {
    BySeat::from_fn(|of| seat(lang, of))
}

/// A seat.
pub fn seat(lang: Lang, seat: Seat) -> String {
    lang.word(match seat {
        Seat::North => "seat-north",
        Seat::East => "seat-east",
        Seat::South => "seat-south",
        Seat::West => "seat-west",
    })
}

/// How well a computer player plays.
pub fn level(lang: Lang, level: Level) -> String {
    lang.word(match level {
        Level::Random => "level-random",
        Level::Easy => "level-easy",
        Level::Normal => "level-normal",
    })
}

/// A side: with two players, its one seat.
pub fn team(lang: Lang, team: Team, players: u8) -> String {
    match (team, players) {
        (Team::NorthSouth, 2) => seat(lang, Seat::North),
        (Team::EastWest, 2) => seat(lang, Seat::East),
        (Team::NorthSouth, _) => lang.word("team-north-south"),
        (Team::EastWest, _) => lang.word("team-east-west"),
    }
}

/// A side in a few letters, for the head of a column.
pub fn team_short(lang: Lang, of: Team, players: u8) -> String {
    match (of, players) {
        (_, 2) => team(lang, of, players),
        (Team::NorthSouth, _) => lang.word("team-short-north-south"),
        (Team::EastWest, _) => lang.word("team-short-east-west"),
    }
}

/// The sign of a rank, the same in every language: it is what players type.
pub const fn rank(rank: Rank) -> &'static str {
    const SIGNS: [&str; Rank::COUNT] = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "★"];
    SIGNS[rank.index()]
}

/// Cards of a rank, as in "a pair of kings": where numbers stand around them, the sign alone would be one more number.
pub fn ranks(lang: Lang, rank: Rank) -> String {
    lang.word(match rank {
        Rank::Three => "ranks-three",
        Rank::Four => "ranks-four",
        Rank::Five => "ranks-five",
        Rank::Six => "ranks-six",
        Rank::Seven => "ranks-seven",
        Rank::Eight => "ranks-eight",
        Rank::Nine => "ranks-nine",
        Rank::Ten => "ranks-ten",
        Rank::Jack => "ranks-jack",
        Rank::Queen => "ranks-queen",
        Rank::King => "ranks-king",
        Rank::Ace => "ranks-ace",
        Rank::Two => "ranks-two",
        Rank::Joker => "ranks-joker",
    })
}

/// A card: suits matter for threes alone.
pub fn card(lang: Lang, card: Card) -> String {
    match card {
        card if card.is_red_three() => lang.word("card-red-three"),
        card if card.is_black_three() => lang.word("card-black-three"),
        card => rank(card.rank()).to_owned(),
    }
}

/// The order in which cards are shown: aces first, black threes after the fours, wild cards last.
pub fn order() -> impl Iterator<Item = Rank> {
    Rank::NATURAL.into_iter().rev().chain([Rank::Three, Rank::Two, Rank::Joker])
}

/// So many cards of a rank: `K K K`, and from five on `K×5`.
pub fn run(of: Rank, count: u8) -> String {
    match count {
        5.. => format!("{}×{count}", rank(of)),
        _ => vec![rank(of); usize::from(count)].join(" "),
    }
}

/// Cards by rank, one group a rank: `A A`, `K K K`, `★`.
pub fn groups(counts: &Counts) -> Vec<String> {
    order().filter(|&rank| counts.get(rank) > 0).map(|rank| run(rank, counts.get(rank))).collect()
}

/// The kind of a canasta.
pub fn canasta(lang: Lang, canasta: Canasta) -> String {
    lang.word(match canasta {
        Canasta::Natural => "canasta-natural",
        Canasta::Mixed => "canasta-mixed",
        Canasta::Wild => "canasta-wild",
    })
}

/// What a player puts down, as one text; wild cards that go down alone say on which meld.
pub fn placements(lang: Lang, placements: &[Placement]) -> String {
    placements.iter().map(|placement| self::placement(lang, *placement)).collect::<Vec<_>>().join(" · ")
}

/// What the player of this view puts down, or has chosen so far: wild cards alone may be for a meld that is yet to come.
pub fn put_down(lang: Lang, view: &View, placements: &[Placement]) -> String {
    let one = |all: &Placement| {
        if all.naturals > 0 || all.rank == WILD || !view.meld(all.rank).is_empty() {
            return placement(lang, *all);
        }
        let cards = groups(&all.counts()).join(" ");
        lang.say("wilds-for", &[("cards", text(cards)), ("ranks", text(ranks(lang, all.rank)))])
    };
    placements.iter().map(one).collect::<Vec<_>>().join(" · ")
}

fn placement(lang: Lang, placement: Placement) -> String {
    let cards = groups(&placement.counts()).join(" ");
    if placement.naturals > 0 || placement.rank == WILD {
        return cards;
    }
    lang.say("wilds-on", &[("cards", text(cards)), ("rank", text(rank(placement.rank)))])
}

/// Something that can be done now, as a choice offered to the player of this view.
pub fn action(lang: Lang, view: &View, action: &Action) -> String {
    let leaving = match action {
        Action::Meld(placements) => placements.iter().map(|placement| placement.len()).sum(),
        Action::Discard(_) => 1,
        _ => 0,
    };
    let what = doing(lang, view, action);
    if leaving > 0 && leaving == view.hand.len() {
        return lang.say("action-going-out", &[("what", text(what))]);
    }
    what
}

fn doing(lang: Lang, view: &View, action: &Action) -> String {
    match action {
        Action::Draw => lang.word("action-draw"),
        Action::TakePile(placements) => take(lang, view, placements),
        Action::Meld(placements) => meld(lang, view, placements),
        Action::Discard(of) => lang.say("action-discard", &[("rank", text(rank(*of)))]),
        Action::AskPartner => lang.word("action-ask"),
        Action::WithdrawQuestion => lang.word("action-withdraw"),
        Action::AnswerPartner(true) => lang.word("action-answer-yes"),
        Action::AnswerPartner(false) => lang.word("action-answer-no"),
        Action::Pass => lang.word("action-pass"),
    }
}

fn take(lang: Lang, view: &View, all: &[Placement]) -> String {
    let upcard = view.upcard().map(Card::rank);
    let (with, companions): (Vec<Placement>, Vec<Placement>) =
        all.iter().partition(|placement| Some(placement.rank) == upcard);
    let bare = with.iter().all(|placement| placement.is_empty());
    let take = match upcard {
        Some(upcard) if bare => {
            let key = if view.meld(upcard).is_empty() { "action-take-choose" } else { "action-take-onto" };
            lang.say(key, &[("rank", text(rank(upcard)))])
        }
        _ => {
            let cards = with.iter().flat_map(|placement| groups(&placement.counts())).collect::<Vec<_>>().join(" ");
            lang.say("action-take", &[("cards", text(cards))])
        }
    };
    if companions.is_empty() {
        return take;
    }
    lang.say("action-take-and-meld", &[("take", text(take)), ("cards", text(put_down(lang, view, &companions)))])
}

/// What is put down, and the canasta that comes of it.
fn with_canasta(lang: Lang, what: String, made: Option<Canasta>) -> String {
    match made {
        None => what,
        Some(kind) => lang.say("makes-canasta", &[("what", text(what)), ("canasta", text(canasta(lang, kind)))]),
    }
}

fn meld(lang: Lang, view: &View, all: &[Placement]) -> String {
    let made = all.iter().find_map(|placement| {
        let before = view.meld(placement.rank);
        before.with(placement.meld()).canasta().filter(|_| before.canasta().is_none())
    });
    with_canasta(lang, meld_words(lang, view, all), made)
}

fn meld_words(lang: Lang, view: &View, all: &[Placement]) -> String {
    let cards = text(put_down(lang, view, all));
    let on_table = |placement: &Placement| !view.meld(placement.rank).is_empty();
    if view.minimum_needed().is_some() {
        let points: u16 = all.iter().map(|placement| placement.value()).sum();
        lang.say("action-meld-points", &[("cards", cards), ("points", points.into())])
    } else if all.iter().all(on_table) {
        lang.say("action-lay-off", &[("cards", cards)])
    } else if all.iter().any(on_table) {
        lang.say("action-put-down", &[("cards", cards)])
    } else {
        lang.say("action-meld", &[("cards", cards)])
    }
}

/// The items of a score sheet that are worth showing, in the order in which they add up.
pub fn sheet_items(lang: Lang, sheet: &Sheet) -> Vec<(String, i32)> {
    let bonus = |kind: Canasta, count: u8| i32::from(kind.bonus()) * i32::from(count);
    let canastas = sheet.canastas;
    vec![
        (lang.word("sheet-melded-cards"), sheet.melded_cards),
        (lang.word("sheet-natural-canastas"), bonus(Canasta::Natural, canastas.natural)),
        (lang.word("sheet-mixed-canastas"), bonus(Canasta::Mixed, canastas.mixed)),
        (lang.word("sheet-wild-canastas"), bonus(Canasta::Wild, canastas.wild)),
        (lang.word("sheet-concealed-canastas"), sheet.concealed_canastas),
        (lang.word("sheet-red-threes"), sheet.red_threes),
        (lang.word("sheet-going-out"), sheet.going_out),
        (lang.word("sheet-left-in-hands"), sheet.left_in_hands),
    ]
}

//! The table and a hand as text, at most 32 columns wide for the table: pure functions of what may be known.
//! Must never be given more than that.

use crate::engine::rules::BlackThreeUpcard;
use crate::engine::{Blocker, Canasta, Cards, Counts, Meld, Public, Rank, Seat, Side, Team, View, WILD};
use crate::i18n::{Lang, say};

/// How wide the table is.
pub(super) const WIDTH: usize = 32;

/// What is always the same at a table.
pub(super) struct Frame<'a> {
    pub(super) lang: Lang,
    pub(super) names: &'a say::Names,
    pub(super) round: usize,
}

/// The table as everybody sees it; `viewer`'s side is told what concerns it alone.
pub(super) fn table(frame: &Frame<'_>, public: &Public, viewer: Option<Seat>) -> String {
    let lang = frame.lang;
    let title = say::title(lang, &public.rules);
    let mut lines = vec![lang.say("table-round", &[("title", title.into()), ("round", frame.round.into())])];
    lines.extend(pile(lang, public, viewer));
    lines.push(lang.say("table-stock", &[("cards", public.stock.into())]));
    for team in Team::ALL {
        lines.extend(side(frame, public, team));
    }
    lines.join("\n")
}

fn pile(lang: Lang, public: &Public, viewer: Option<Seat>) -> Vec<String> {
    let Some(upcard) = public.pile.top() else { return vec![lang.word("table-pile-empty")] };
    let card = say::card(lang, upcard);
    let pile = lang.say("table-pile", &[("card", card.into()), ("cards", public.pile.len().into())]);
    let may_take_black_three = public.rules.black_three_upcard == BlackThreeUpcard::GoingOut;
    let blocked = match public.blocker() {
        None => false,
        Some(Blocker::BlackThree) => !may_take_black_three,
        Some(Blocker::Wild | Blocker::RedThree) => true,
    };
    if public.iced() {
        return vec![lang.say("table-pile-frozen", &[("pile", pile.into())])];
    }
    if blocked {
        return vec![lang.say("table-pile-blocked", &[("pile", pile.into())])];
    }
    let frozen_to_viewer = viewer.is_some_and(|seat| public.frozen_to(seat.team()));
    let note = frozen_to_viewer.then(|| format!(" {}", lang.word("table-frozen-unmelded")));
    std::iter::once(pile).chain(note).collect()
}

/// What lies before one side.
pub(super) fn side(frame: &Frame<'_>, public: &Public, team: Team) -> Vec<String> {
    let lang = frame.lang;
    let side = &public.sides[team];
    let players = public.rules.players;
    let points = [("points", public.minimum(team).into())];
    let key = if side.melds.is_empty() { "table-minimum" } else { "table-minimum-met" };
    let head = format!("{} {}", say::team(lang, team, players).to_uppercase(), public.totals[team]);
    let seats: String = team.seats(players).map(|seat| seat_mark(frame, public, seat)).collect();
    let red_threes = [("count", side.red_threes.red_threes().into())];
    let mut lines =
        vec![spread(&head, &lang.say(key, &points)), spread(&seats, &lang.say("table-red-threes", &red_threes))];
    lines.extend(melds(lang, side));
    lines
}

fn seat_mark(frame: &Frame<'_>, public: &Public, seat: Seat) -> String {
    let to_play = public.ended.is_none() && public.turn.seat == seat;
    let mark = if to_play { '▶' } else { ' ' };
    format!("{mark}{} {} ", frame.names[seat], public.hand_sizes[seat])
}

/// The left text, then the right one against the edge.
fn spread(left: &str, right: &str) -> String {
    let gap = WIDTH.saturating_sub(left.chars().count() + right.chars().count()).max(1);
    format!("{left}{}{right}", " ".repeat(gap))
}

fn melds(lang: Lang, side: &Side) -> Vec<String> {
    if side.melds.is_empty() {
        return vec![format!(" {}", lang.word("table-no-melds"))];
    }
    let shown = |canasta: bool| {
        let melds: Vec<(Rank, Meld)> = side.melds.iter().collect();
        melds.into_iter().rev().filter(move |(_, meld)| meld.canasta().is_some() == canasta)
    };
    let open: Vec<String> = shown(false).map(|(rank, meld)| meld_cards(rank, meld)).collect();
    let mut lines = wrap(&open, WIDTH);
    lines.extend(shown(true).filter_map(|(rank, meld)| {
        let canasta = canasta(lang, meld.canasta()?);
        Some(format!(" {}  ● {canasta}", meld_cards(rank, meld)))
    }));
    lines
}

fn canasta(lang: Lang, canasta: Canasta) -> String {
    lang.word(match canasta {
        Canasta::Natural => "table-canasta-natural",
        Canasta::Mixed => "table-canasta-mixed",
        Canasta::Wild => "table-canasta-wild",
    })
}

fn meld_cards(rank: Rank, meld: Meld) -> String {
    let naturals = if rank == WILD { 0 } else { meld.naturals };
    let runs = [(rank, naturals), (Rank::Two, meld.twos), (Rank::Joker, meld.jokers)];
    let runs: Vec<String> = runs.iter().filter(|(_, n)| *n > 0).map(|(rank, n)| say::run(*rank, *n)).collect();
    runs.join(" ")
}

/// Items three spaces apart, on as many lines as they need.
pub(super) fn wrap(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + item.chars().count() <= width => {
                line.push_str("   ");
                line.push_str(item);
            }
            _ => lines.push(format!(" {item}")),
        }
    }
    lines
}

/// A hand: its owner, then the cards by rank.
pub(super) fn hand(frame: &Frame<'_>, view: &View) -> String {
    let lang = frame.lang;
    let name = frame.names[view.seat].as_str();
    let head = lang.say("hand-of", &[("name", name.into()), ("cards", view.hand.len().into())]);
    let waiting = view.hand.red_threes();
    let red = (waiting > 0).then(|| lang.say("hand-waiting", &[("count", waiting.into())]));
    let mut groups = say::groups(&Counts::of(&view.hand));
    groups.extend(red);
    format!("{head}\n {}", if groups.is_empty() { lang.word("hand-empty") } else { groups.join("  ") })
}

/// Cards face up on one line.
pub(super) fn face_up(cards: &Cards) -> String {
    say::groups(&Counts::of(cards)).join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::notation::parse_position;

    fn shown(position: &str, seat: Seat) -> String {
        let round = parse_position(position).unwrap_or_else(|error| panic!("{error}"));
        let lang = Lang::En;
        let frame = Frame { lang, names: &say::seat_names(lang), round: 3 };
        let view = round.view(seat);
        format!("{}\n\n{}", table(&frame, &view.public, Some(seat)), hand(&frame, &view))
    }

    #[test]
    fn a_table_in_play() {
        let position = "rules classic\ntotals 1240 1730\ndealer W\nturn N drawn\n\
            hand N AA KKK Q 99 55 2*\nhand E 456\nhand S 77\nhand W 88\n\
            melds NS KKK2 TTTTT JJJJJJ2 444444*\nlaid NS 3h3d\npile 4c5dKh";
        insta::assert_snapshot!(shown(position, Seat::North), @"
            classic to 5000 · round 3
            PILE K · 3 cards
            STOCK 61
            NORTH–SOUTH 1240    minimum 50 ✓
            ▶North 12  South 2  red threes 2
             K K K 2   10×5
             J×6 2  ● MIXED CANASTA
             4×6 ★  ● MIXED CANASTA
            EAST–WEST 1730        minimum 90
             East 3  West 2     red threes 0
             no melds yet

            North's hand (12 cards):
             A A  K K K  Q  9 9  5 5  2  ★
            ");
    }

    #[test]
    fn what_freezes_and_what_blocks() {
        let pile = |rules: &str, pile: &str, seat| {
            let text = shown(&format!("rules {rules}\nturn E\nhand N 3hK\nmelds NS 555\npile {pile}"), seat);
            text.lines().skip(1).take(2).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(pile("classic", "4c", Seat::North), @"
        PILE 4 · 1 card
        STOCK 102
        ");
        insta::assert_snapshot!(pile("classic", "4c", Seat::East), @"
        PILE 4 · 1 card
         frozen until your side melds
        ");
        insta::assert_snapshot!(pile("classic", "2c4c", Seat::North), @"
        PILE 4 · 2 cards · FROZEN
        STOCK 101
        ");
        insta::assert_snapshot!(pile("classic", "4c3s", Seat::North), @"
        PILE black 3 · 2 cards · BLOCKED
        STOCK 101
        ");
        insta::assert_snapshot!(pile("wild", "4c3s", Seat::North), @"
        PILE black 3 · 2 cards
        STOCK 101
        ");
        insta::assert_snapshot!(pile("classic", "", Seat::North), @"
        PILE empty
        STOCK 103
        ");
    }

    #[test]
    fn a_red_three_waits_in_the_hand() {
        let text = shown("rules classic\nturn E\nhand N 3hKKKKK4", Seat::North);
        insta::assert_snapshot!(text.lines().rev().take(2).collect::<Vec<_>>().join("\n"), @"
         K×5  4  red 3 ×1 (laid at your first turn)
        North's hand (7 cards):
        ");
    }

    #[test]
    fn no_table_is_wider_than_a_telephone() {
        let text = shown(
            "rules wild\ntotals -12345 -1000\nturn N\nhand N K\n\
             melds NS 4444442** TTTTT22* QQQQQQ*\nmelds EW AAAA2 KKKKK2 JJJ 999 666\npile 2c9d5d4d7h8h9h6c7c8c",
            Seat::North,
        );
        let table = text.split("\n\n").next().unwrap_or_default();
        for line in table.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}

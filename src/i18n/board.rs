//! The table and a hand as text, at most 32 columns wide for the table: pure functions of what may be known.
//! Must never be given more than that.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::{Lang, say};
use crate::engine::rules::BlackThreeUpcard;
use crate::engine::{Blocker, Canasta, Cards, Counts, Meld, Public, Rank, Seat, Side, Team, View, WILD};

/// How wide the table is.
pub const WIDTH: usize = 32;

/// What is always the same at a table.
pub struct Frame<'a> {
    /// The language.
    pub lang: Lang,
    /// How the players are called.
    pub names: &'a say::Names,
    /// The number of the round, from 1.
    pub round: usize,
}

/// The table as everybody sees it; `viewer`'s side is told what concerns it alone.
pub fn table(frame: &Frame<'_>, public: &Public, viewer: Option<Seat>) -> String {
    format!("{}\n{}", heading(frame, public), body(frame, public, viewer))
}

/// What is played, and the number of the round.
pub fn heading(frame: &Frame<'_>, public: &Public) -> String {
    let title = say::title(frame.lang, &public.rules);
    frame.lang.say("table-round", &[("title", title.into()), ("round", frame.round.into())])
}

/// What lies on the table, at most [`WIDTH`] columns wide.
pub fn body(frame: &Frame<'_>, public: &Public, viewer: Option<Seat>) -> String {
    let lang = frame.lang;
    let mut lines: Vec<String> = pile(lang, public, viewer).iter().flat_map(|line| wrap_words(line, WIDTH)).collect();
    lines.push(lang.say("table-stock", &[("cards", public.stock.into())]));
    for team in Team::ALL {
        lines.extend(side(frame, public, team));
    }
    lines.join("\n")
}

/// The pile: its upcard and how many cards; what freezes or blocks it.
pub fn pile(lang: Lang, public: &Public, viewer: Option<Seat>) -> Vec<String> {
    let Some(upcard) = public.pile.top() else { return vec![lang.word("table-pile-empty")] };
    let card = say::card(lang, upcard);
    let pile = lang.say("table-pile", &[("card", card.into()), ("cards", public.pile.len().into())]);
    let blocked = is_blocked(public).then(|| lang.word("table-blocked"));
    let frozen = public.iced().then(|| lang.word("table-frozen"));
    let notes: Vec<String> = blocked.into_iter().chain(frozen).collect();
    if !notes.is_empty() {
        return noted(pile, &notes.join(" · "));
    }
    let frozen_to_viewer = viewer.is_some_and(|seat| public.frozen_to(seat.team()));
    let note = frozen_to_viewer.then(|| format!(" {}", lang.word("table-frozen-unmelded")));
    std::iter::once(pile).chain(note).collect()
}

/// Whether nobody can take the pile until another card covers it.
fn is_blocked(public: &Public) -> bool {
    match public.blocker() {
        None => false,
        Some(Blocker::BlackThree) => public.rules.black_three_upcard != BlackThreeUpcard::GoingOut,
        Some(Blocker::Wild | Blocker::RedThree) => true,
    }
}

/// A line and a note on it, which stands below where both are too wide.
fn noted(line: String, note: &str) -> Vec<String> {
    let whole = format!("{line} · {note}");
    if whole.width() <= WIDTH { vec![whole] } else { vec![line, format!(" {note}")] }
}

/// What lies before one side.
pub fn side(frame: &Frame<'_>, public: &Public, team: Team) -> Vec<String> {
    let lang = frame.lang;
    let side = &public.sides[team];
    let players = public.rules.players;
    let points = [("points", public.minimum(team).into())];
    let key = if side.melds.is_empty() { "table-minimum" } else { "table-minimum-met" };
    let head = format!("{} {}", say::team(lang, team, players).to_uppercase(), public.totals[team]);
    let seats: String = team.seats(players).map(|seat| seat_mark(frame, public, seat)).collect();
    let red_threes = [("count", side.red_threes.red_threes().into())];
    let mut lines = spread(&head, &lang.say(key, &points));
    lines.extend(spread(seats.trim_end(), &lang.say("table-red-threes", &red_threes)));
    lines.extend(melds(lang, side));
    lines
}

/// A mark for who is to play, the name, how many cards; all seats of a side fit on one line.
fn seat_mark(frame: &Frame<'_>, public: &Public, seat: Seat) -> String {
    const BESIDE: usize = " ".len() + " 99 ".len();
    let seats = seat.team().seats(public.rules.players).count();
    let to_play = public.ended.is_none() && public.turn.seat == seat;
    let mark = if to_play { '▶' } else { ' ' };
    let name = fit(&frame.names[seat], WIDTH / seats.max(1) - BESIDE);
    format!("{mark}{name} {} ", public.hand_sizes[seat])
}

/// The left text, then the right one against the edge; on a line of its own where both do not fit.
fn spread(left: &str, right: &str) -> Vec<String> {
    let (left_width, right_width) = (left.width(), right.width());
    match WIDTH.checked_sub(left_width + right_width) {
        None | Some(0) => vec![left.to_owned(), format!("{}{right}", " ".repeat(WIDTH.saturating_sub(right_width)))],
        Some(gap) => vec![format!("{left}{}{right}", " ".repeat(gap))],
    }
}

/// A text cut to so many columns, the last of them an ellipsis if it was cut.
pub fn fit(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for cluster in text.graphemes(true) {
        if cut.width() + cluster.width() + 1 > columns {
            break;
        }
        cut.push_str(cluster);
    }
    cut + "…"
}

/// A text on as many lines as it needs, broken between words.
pub fn wrap_words(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!(" {word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
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
    for (rank, meld) in shown(true) {
        let kind = meld.canasta().map(|kind| format!("● {}", canasta(lang, kind))).unwrap_or_default();
        lines.extend(wrap_groups(&[format!(" {}", meld_cards(rank, meld)), kind], WIDTH));
    }
    lines
}

fn canasta(lang: Lang, canasta: Canasta) -> String {
    lang.word(match canasta {
        Canasta::Natural => "table-canasta-natural",
        Canasta::Mixed => "table-canasta-mixed",
        Canasta::Wild => "table-canasta-wild",
    })
}

/// The cards of a meld, naturals first.
pub fn meld_cards(rank: Rank, meld: Meld) -> String {
    let naturals = if rank == WILD { 0 } else { meld.naturals };
    let runs = [(rank, naturals), (Rank::Two, meld.twos), (Rank::Joker, meld.jokers)];
    let runs: Vec<String> = runs.iter().filter(|(_, n)| *n > 0).map(|(rank, n)| say::run(*rank, *n)).collect();
    runs.join(" ")
}

/// Items three spaces apart, on as many lines as they need.
pub fn wrap(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + item.width() <= width => {
                line.push_str("   ");
                line.push_str(item);
            }
            _ => lines.push(format!(" {item}")),
        }
    }
    lines
}

/// Groups of cards two spaces apart, on as many lines as they need.
pub fn wrap_groups(groups: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for group in groups {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + group.width() <= width => {
                line.push_str("  ");
                line.push_str(group);
            }
            _ => lines.push(group.clone()),
        }
    }
    lines
}

/// A hand: its owner, then the cards by rank.
pub fn hand(frame: &Frame<'_>, view: &View) -> String {
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
pub fn face_up(cards: &Cards) -> String {
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
        insta::assert_snapshot!(pile("classic", "4c5c6c7c8c9cTcJcQcKcAc4d3s", Seat::North), @"
        PILE black 3 · 13 cards
         BLOCKED
        ");
        // No pair helps before another card covers it, and one is needed then.
        insta::assert_snapshot!(pile("classic", "2c4c3s", Seat::North), @"
        PILE black 3 · 3 cards
         BLOCKED · FROZEN
        ");
        insta::assert_snapshot!(pile("classic", "4c*", Seat::North), @"
        PILE ★ · 2 cards
         BLOCKED · FROZEN
        ");
        insta::assert_snapshot!(pile("wild", "2c3s", Seat::North), @"
        PILE black 3 · 2 cards · FROZEN
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
         K×5  4  red 3 ×1 (laid in your turn)
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
            assert!(line.width() <= WIDTH, "{line}");
        }
    }
}

//! The end of a round as text: all hands face up, then both sides' sheets side by side. Must never add up anything but
//! the items it shows.

use super::board::{Frame, WIDTH, face_up};
use super::say;
use crate::engine::{ByTeam, Hands, Seat, Sheet, Team};

const COLUMN: usize = 7;

/// All hands, face up.
pub fn hands(frame: &Frame<'_>, hands: &Hands, players: u8) -> String {
    let longest = Seat::at_table(players).map(|seat| frame.names[seat].chars().count()).max().unwrap_or(0);
    let line = |seat: Seat| {
        let cards = if hands[seat].is_empty() { frame.lang.word("went-out-hand") } else { face_up(&hands[seat]) };
        format!("\n {:longest$}  {cards}", frame.names[seat])
    };
    frame.lang.word("all-hands") + &Seat::at_table(players).map(line).collect::<String>()
}

/// Both sheets; items that are nothing to either side are left out. `before`: the totals before the round.
pub fn sheets(frame: &Frame<'_>, sheets: &ByTeam<Sheet>, before: &ByTeam<i32>, players: u8) -> String {
    let lang = frame.lang;
    let [ours, theirs] = Team::ALL.map(|team| say::sheet_items(lang, &sheets[team]));
    let head = Team::ALL.map(|team| say::team_short(lang, team, players));
    let mut lines = vec![line("", &head)];
    let items = ours.into_iter().zip(theirs).map(|((label, ours), (_, theirs))| (label, [ours, theirs]));
    lines.extend(
        items.filter(|(_, points)| points.iter().any(|points| *points != 0)).map(|(label, points)| row(&label, points)),
    );
    lines.push("─".repeat(WIDTH));
    let round = Team::ALL.map(|team| sheets[team].total());
    let before = Team::ALL.map(|team| before[team]);
    let total = [before[0].saturating_add(round[0]), before[1].saturating_add(round[1])];
    lines.push(row(&lang.word("sheet-round"), round));
    lines.push(row(&lang.word("sheet-before"), before));
    lines.push(row(&lang.word("sheet-total"), total));
    lines.join("\n")
}

fn row(label: &str, points: [i32; 2]) -> String {
    line(label, &points.map(|points| points.to_string()))
}

fn line(label: &str, columns: &[String; 2]) -> String {
    let [ours, theirs] = columns;
    let first = WIDTH - 2 * COLUMN;
    format!("{label:first$}{ours:>COLUMN$}{theirs:>COLUMN$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::notation::parse_cards;
    use crate::engine::{Canastas, Cards};
    use crate::i18n::Lang;

    #[test]
    fn a_round_that_is_over() {
        let lang = Lang::En;
        let frame = Frame { lang, names: &say::seat_names(lang), round: 1 };
        let before = ByTeam::from_fn(|team| if team == Team::NorthSouth { 1240 } else { -35 });
        let canastas = Canastas { natural: 1, mixed: 2, wild: 0, concealed: 0 };
        let won = Sheet { melded_cards: 345, canastas, canasta_bonus: 1100, going_out: 100, ..Sheet::default() };
        let lost = Sheet { red_threes: -200, left_in_hands: -1135, ..Sheet::default() };
        let both = ByTeam::from_fn(|team| if team == Team::NorthSouth { won } else { lost });
        insta::assert_snapshot!(sheets(&frame, &both, &before, 4), @"
                              N–S    E–W
        Melded cards          345      0
        Natural canastas      500      0
        Mixed canastas        600      0
        Red threes              0   -200
        Going out             100      0
        Left in hands           0  -1135
        ────────────────────────────────
        Round                1545  -1335
        Before               1240    -35
        Total                2785  -1370
        ");

        let left: Cards = parse_cards("KcKd4c3s*2c").unwrap_or_default();
        let all = Hands::from_fn(|seat| if seat == Seat::East { left } else { Cards::EMPTY });
        insta::assert_snapshot!(hands(&frame, &all, 2), @"
        All hands:
         North  (out)
         East   K K  4  3  2  ★
        ");
    }
}

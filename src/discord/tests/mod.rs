//! What people see and what their clicks come to: snapshots of every panel, and laws over random rounds.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod computers;
mod laws;
mod names;
mod panels;
mod people;
mod phone;
mod reach;
mod taps;

use crate::discord::panel::names::Names;
use unicode_width::UnicodeWidthStr;

use crate::discord::panel::{Component, Frame, Panel, Row};
use crate::engine::notation::parse_position;
use crate::engine::{BySeat, Round, Rules, Seat};
use crate::i18n::board::WIDTH;
use crate::i18n::{Lang, take_faults};
use crate::table::{TableId, UserId};

/// The frame of a test's table.
fn frame(rules: Rules) -> Frame {
    let names = ["Ana", "Cy", "Bo", "Di"];
    Frame {
        lang: Lang::En,
        table: TableId(12),
        step: 40,
        rules,
        names: Names::new(&BySeat::from_fn(|seat| names[seat as usize].to_owned())),
        users: BySeat::from_fn(|seat| (seat != Seat::West).then(|| UserId(100 + seat as u64))),
        round: 3,
        stands_in: BySeat::default(),
        seat_left: false,
        waits: BySeat::default(),
        no_channel: false,
        ended: Lang::En.word("ended"),
    }
}

fn position(text: &str) -> Round {
    parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What of a panel a phone shows in part only.
fn too_wide(panel: &Panel) -> Vec<String> {
    const PLACEHOLDER: usize = 60;
    let blocks = panel.content.split("```").skip(1).step_by(2).flat_map(str::lines);
    let wide = blocks.filter(|line| line.width() > WIDTH).map(|line| format!("wider than a phone: {line}"));
    let menus = panel.components.iter().flat_map(Row::components).filter_map(|component| match component {
        Component::Menu(menu) => Some(&menu.placeholder),
        Component::Button(_) => None,
    });
    let long = menus.filter(|text| text.width() > PLACEHOLDER).map(|text| format!("a long placeholder: {text}"));
    wide.chain(long).collect()
}

/// A panel as a person sees it: what is off stands in parentheses.
fn rendered(panel: &Panel) -> String {
    assert_eq!(take_faults(), [""; 0]);
    let mut lines = vec![panel.content.clone()];
    if !panel.allowed_mentions.users.is_empty() {
        lines.push(format!("(pings {})", panel.allowed_mentions.users.join(", ")));
    }
    for row in &panel.components {
        let mut buttons = Vec::new();
        for component in row.components() {
            match component {
                Component::Button(button) if button.disabled => buttons.push(format!("({})", button.label)),
                Component::Button(button) => buttons.push(format!("[{}]", button.label)),
                Component::Menu(menu) if menu.disabled => lines.push(format!("(▾ {})", menu.placeholder)),
                Component::Menu(menu) => {
                    lines.push(format!("[▾ {}]", menu.placeholder));
                    lines.extend(menu.options.iter().map(|option| {
                        let mark = if option.default { '•' } else { '·' };
                        let description = option.description.as_ref().map(|text| format!(" — {text}"));
                        format!("   {mark} {}{}", option.label, description.unwrap_or_default())
                    }));
                }
            }
        }
        if !buttons.is_empty() {
            lines.push(buttons.join(" "));
        }
    }
    lines.join("\n")
}

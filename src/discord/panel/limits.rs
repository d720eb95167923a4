//! Discord's limits on a message, as far as a panel can break them. Must never know what the message is for.

use std::collections::BTreeSet;

use super::{Component, Menu, Panel, Row};

/// What of Discord's limits this panel breaks; nothing, if it can be sent.
pub fn broken(panel: &Panel) -> Vec<String> {
    let mut faults = Vec::new();
    between(&mut faults, "content", panel.content.chars().count(), 1, 2000);
    between(&mut faults, "rows", panel.components.len(), 0, 5);
    let mut ids = BTreeSet::new();
    for component in panel.components.iter().flat_map(Row::components) {
        let id = match component {
            Component::Button(button) => &button.custom_id,
            Component::Menu(menu) => &menu.custom_id,
        };
        between(&mut faults, "custom_id", id.chars().count(), 1, 100);
        if !ids.insert(id) {
            faults.push(format!("custom_id twice: {id}"));
        }
    }
    panel.components.iter().for_each(|row| check_row(&mut faults, row));
    faults
}

fn between(faults: &mut Vec<String>, what: &str, count: usize, least: usize, most: usize) {
    if !(least..=most).contains(&count) {
        faults.push(format!("{what}: {count}, not {least} to {most}"));
    }
}

fn check_row(faults: &mut Vec<String>, row: &Row) {
    let menus = row.components().iter().filter(|component| matches!(component, Component::Menu(_))).count();
    between(faults, "components of a row", row.components().len(), 1, if menus > 0 { 1 } else { 5 });
    for component in row.components() {
        match component {
            Component::Button(button) => between(faults, "label", button.label.chars().count(), 1, 80),
            Component::Menu(menu) => check_menu(faults, menu),
        }
    }
}

fn check_menu(faults: &mut Vec<String>, menu: &Menu) {
    between(faults, "placeholder", menu.placeholder.chars().count(), 1, 150);
    between(faults, "options", menu.options.len(), 1, 25);
    between(faults, "min_values", menu.min_values.into(), 0, menu.options.len());
    between(faults, "max_values", menu.max_values.into(), menu.min_values.max(1).into(), menu.options.len());
    let mut values = BTreeSet::new();
    for option in &menu.options {
        between(faults, "option label", option.label.chars().count(), 1, 100);
        between(faults, "option value", option.value.chars().count(), 1, 100);
        let description = option.description.as_ref().map_or(1, |text| text.chars().count());
        between(faults, "option description", description, 1, 100);
        if !values.insert(&option.value) {
            faults.push(format!("option value twice: {}", option.value));
        }
    }
    let chosen = menu.options.iter().filter(|option| option.default).count();
    between(faults, "options chosen from the start", chosen, 0, menu.max_values.into());
}

#[cfg(test)]
mod tests {
    use super::super::{Button, Choice, Style};
    use super::*;

    #[test]
    fn every_limit_is_seen() {
        let button = |id: &str, label: &str| Button::new(id.to_owned(), label, Style::Primary);
        let wide = Row::buttons((0..6).map(|n| button(&n.to_string(), &"x".repeat(81))));
        let bad = Menu { max_values: 3, ..Menu::new("0".to_owned(), "", vec![Choice::new("x", "v"); 2]) };
        let empty = Menu::new("m".repeat(101), "x".repeat(151), Vec::new());
        let rows = vec![wide, Row::menu(bad), Row::menu(empty), Row::buttons([]), Row::buttons([]), Row::buttons([])];
        let panel = Panel { content: "x".repeat(2001), components: rows, ..Panel::default() };
        let faults = broken(&panel);
        let told = |what: &str| faults.iter().filter(|fault| fault.starts_with(what)).count();
        assert_eq!(told("content"), 1);
        assert_eq!(told("rows"), 1);
        assert_eq!(told("label"), 6);
        assert_eq!(told("components of a row"), 4);
        assert_eq!(told("custom_id twice"), 1);
        assert_eq!(told("custom_id: 101"), 1);
        assert_eq!(told("placeholder"), 2);
        assert_eq!(told("options: 0"), 1);
        assert_eq!(told("max_values"), 2);
        assert_eq!(told("option value twice"), 1);
    }
}

//! What the rules are held to. Positions and actions are written in the notation.
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub(crate) mod brute;
mod cases;
mod faults;
mod fuzzed;
mod given;
mod going_out;
mod golden;
pub(crate) mod laws;
mod legality;
pub(crate) mod positions;
mod refusals;
mod rules_ask;
mod rules_concealed;
mod rules_deal;
mod rules_meld;
mod rules_options;
mod rules_out;
mod rules_pile;
mod rules_score;
mod rules_stock;
mod rules_wild;
pub(crate) mod strategies;

/// How many random cases a law is tried on: ten times as many with `CANASTA_LONG` set.
pub(crate) fn cases(usual: u32) -> u32 {
    if std::env::var_os("CANASTA_LONG").is_some() { usual * 10 } else { usual }
}

//! `playout`, after source 001 (Lithuanian): where it differs from the common values.

use super::{EmptyStock, Rules, WildLimit};

pub(super) const fn rules(players: u8) -> Rules {
    Rules { wild_limit: WildLimit::AtMostThree, empty_stock: EmptyStock::PlayGoesOn, ..Rules::where_silent(players) }
}

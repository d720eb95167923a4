//! `classic`, after source 000 (Polish): where it differs from the common values.

use super::{EmptyStock, RedThrees, Rules, WildLimit};

pub(super) const fn rules(players: u8) -> Rules {
    Rules {
        red_threes: RedThrees::AtTheFirstTurn,
        wild_limit: WildLimit::FewerThanNaturals,
        mercy: true,
        empty_stock: EmptyStock::RoundEnds,
        ..Rules::where_silent(players)
    }
}

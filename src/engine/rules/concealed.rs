//! `concealed`, after source 002 (Polish): where it differs from the common values.

use super::{Freezing, Rules, TurnedOver};

pub(super) const fn rules(players: u8) -> Rules {
    Rules {
        turned_over: TurnedOver::WildOrAnyThree,
        freezing: Freezing::WildOnly,
        concealed_canasta: 100,
        ..Rules::where_silent(players)
    }
}

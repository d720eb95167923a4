//! `wild`, after source 003 (Romanian): where it differs from the common values.

use super::{BlackThreeUpcard, ConcealedBy, ConcealedMinimum, EmptyStock, Rules, TurnedOver, WildMelds};

pub(super) const fn rules(players: u8) -> Rules {
    Rules {
        turned_over: TurnedOver::Never,
        wild_melds: WildMelds::SevenAtOnce,
        going_out: 0,
        concealed_by: ConcealedBy::Side,
        concealed_minimum: ConcealedMinimum::Never,
        empty_stock: EmptyStock::RoundEnds,
        black_three_left: 100,
        black_three_upcard: BlackThreeUpcard::GoingOut,
        ..Rules::where_silent(players)
    }
}

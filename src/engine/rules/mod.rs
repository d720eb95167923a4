//! The options of the game as plain data, and the four rule sets as values of it.
//! Must never know about a round in play. Nothing anywhere asks which rule set is in force.

mod classic;
mod concealed;
mod options;
mod playout;
mod wild;

use serde::{Deserialize, Serialize};

pub use options::{BadOption, OPTIONS, OptionSpec, Unplayable, Values};

/// Everything about the game that a table can choose. Every field has one entry in [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Two players, each alone, or four in partnerships.
    pub players: u8,
    /// When the game is over.
    pub target: Target,
    /// Cards dealt to each player.
    pub dealt: u8,
    /// Cards drawn a turn.
    pub drawn: u8,
    /// Which first upcards are turned over again.
    pub turned_over: TurnedOver,
    /// Which of the cards turned up at the deal freeze the pile.
    pub freezing: Freezing,
    /// When red threes of the deal are laid and replaced.
    pub red_threes: RedThrees,
    /// How many wild cards a meld of natural cards may hold.
    pub wild_limit: WildLimit,
    /// Whether wild cards alone make a meld.
    pub wild_melds: WildMelds,
    /// Canastas a side needs to go out.
    pub canastas: u8,
    /// Points for going out.
    pub going_out: u16,
    /// Points for going out concealed, in all.
    pub concealed_out: u16,
    /// Who must have melded nothing before this turn to go out concealed.
    pub concealed_by: ConcealedBy,
    /// Whether lay-offs on the partner's melds still count as concealed where the turn's cards are melds alone.
    pub mercy: bool,
    /// Whether going out concealed needs the minimum.
    pub concealed_minimum: ConcealedMinimum,
    /// Points for a canasta put down in one placement from the hand, besides its own bonus.
    pub concealed_canasta: u16,
    /// What an empty stock does.
    pub empty_stock: EmptyStock,
    /// What happens when the last card of the stock is a red three and nothing else was drawn.
    pub last_red_three: LastRedThree,
    /// Points against a side for a black three left in hand.
    pub black_three_left: u16,
    /// Whether a black-three upcard may be taken.
    pub black_three_upcard: BlackThreeUpcard,
    /// Whether a player with one card may take a pile of one card while there is a stock.
    pub one_card_for_one: bool,
}

/// When the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// After one round, or the first that is not a tie.
    OneRound,
    /// When a side has this many points after a round.
    Points(u16),
}

/// Which first upcards are turned over again, until there is another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnedOver {
    /// Wild cards and red threes.
    WildOrRedThree,
    /// Wild cards and all threes.
    WildOrAnyThree,
    /// None: a wild card or red three stays on top and blocks until a natural covers it.
    Never,
}

/// Which of the cards turned up at the deal freeze the pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Freezing {
    /// Wild cards and red threes.
    WildAndRedThree,
    /// Wild cards alone: a buried red three leaves the pile open.
    WildOnly,
}

/// When red threes of the deal are laid and replaced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RedThrees {
    /// At the deal.
    AtTheDeal,
    /// At that player's first turn, before drawing or taking.
    AtTheFirstTurn,
}

/// How many wild cards a meld of natural cards may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WildLimit {
    /// At most three.
    AtMostThree,
    /// At most three, and not more than naturals.
    NotMoreThanNaturals,
    /// At most three, and fewer than naturals.
    FewerThanNaturals,
}

/// Whether wild cards alone make a meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WildMelds {
    /// No.
    No,
    /// Seven or more, put down in one placement.
    SevenAtOnce,
}

/// Who must have melded nothing before this turn to go out concealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConcealedBy {
    /// The player.
    Player,
    /// The whole side.
    Side,
}

/// Whether going out concealed needs the minimum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConcealedMinimum {
    /// Always.
    Always,
    /// Only when the pile was taken for it.
    AfterTake,
    /// Never; a pile taken below the minimum binds the player to go out.
    Never,
}

/// What an empty stock does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EmptyStock {
    /// The round ends with any turn at whose end the stock is empty.
    RoundEnds,
    /// Play goes on with the pile; a card that fits an own meld must then be taken.
    PlayGoesOn,
}

/// What happens when the last card of the stock is a red three and nothing else was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastRedThree {
    /// It is laid, and the round ends at once.
    RoundEnds,
    /// It is laid, and the turn goes on as one that began with an empty stock: take the pile, or pass.
    TurnGoesOn,
}

/// Whether a black-three upcard may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlackThreeUpcard {
    /// Never.
    Never,
    /// With two or three black threes from the hand, by a player who then goes out.
    GoingOut,
}

/// A named rule set: the values that one of the sources gives to the options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// Partners may be asked, red threes wait for your turn, the round ends with the stock.
    #[default]
    Classic,
    /// Play goes on without a stock; a card that fits must then be taken.
    Playout,
    /// A canasta put down in one go from the hand earns 100 more.
    Concealed,
    /// Canastas of wild cards for 2000.
    Wild,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 4] = [Self::Classic, Self::Playout, Self::Concealed, Self::Wild];

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Playout => "playout",
            Self::Concealed => "concealed",
            Self::Wild => "wild",
        }
    }

    /// The rule set of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// Its rules for so many players.
    pub const fn rules(self, players: u8) -> Rules {
        match self {
            Self::Classic => classic::rules(players),
            Self::Playout => playout::rules(players),
            Self::Concealed => concealed::rules(players),
            Self::Wild => wild::rules(players),
        }
    }
}

impl Rules {
    /// The values where a source is silent.
    const fn where_silent(players: u8) -> Self {
        let two_players = players == 2;
        Self {
            players,
            target: Target::Points(5000),
            dealt: if two_players { 15 } else { 11 },
            drawn: 1,
            turned_over: TurnedOver::WildOrRedThree,
            freezing: Freezing::WildAndRedThree,
            red_threes: RedThrees::AtTheDeal,
            wild_limit: WildLimit::NotMoreThanNaturals,
            wild_melds: WildMelds::No,
            canastas: if two_players { 2 } else { 1 },
            going_out: 100,
            concealed_out: 200,
            concealed_by: ConcealedBy::Player,
            mercy: false,
            concealed_minimum: ConcealedMinimum::Always,
            concealed_canasta: 0,
            empty_stock: EmptyStock::PlayGoesOn,
            last_red_three: LastRedThree::RoundEnds,
            black_three_left: 5,
            black_three_upcard: BlackThreeUpcard::Never,
            one_card_for_one: false,
        }
    }

    /// The points an initial meld must reach, by the side's total before the round.
    ///
    /// Source: all four (003 alone gives the numbers); the thresholds don't scale with the target.
    pub const fn minimum(total: i32) -> u16 {
        match total {
            ..0 => 15,
            0..1500 => 50,
            1500..3000 => 90,
            3000.. => 120,
        }
    }
}

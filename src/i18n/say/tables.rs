//! Why a table refuses something, in words. Must never know more than the refusal tells.

use super::{Names, bad_option, cannot_deal, illegal, team, unplayable};
use crate::i18n::lang::{Lang, text};
use crate::table::{Pace, Refusal};

/// How long a turn may take.
pub fn pace(lang: Lang, pace: Option<Pace>) -> String {
    lang.word(match pace {
        None => "pace-none",
        Some(Pace::NinetySeconds) => "pace-ninety-seconds",
        Some(Pace::FiveMinutes) => "pace-five-minutes",
        Some(Pace::Hour) => "pace-hour",
        Some(Pace::Day) => "pace-day",
    })
}

/// What becomes of a seat that somebody leaves in a game.
pub fn left_seats(lang: Lang, wait: bool) -> String {
    lang.word(if wait { "left-seats-wait" } else { "left-seats-computer" })
}

/// Why something was refused at a table of so many players, which came to its end like this if it has.
pub fn refusal(lang: Lang, names: &Names, players: u8, ended: &str, refusal: &Refusal) -> String {
    match refusal {
        Refusal::NoSuchTable => lang.word("refusal-no-such-table"),
        Refusal::Closed => ended.to_owned(),
        Refusal::GameBegun => lang.word("refusal-game-begun"),
        Refusal::NoGame => lang.word("refusal-no-game"),
        Refusal::NotSeated => lang.word("refusal-not-seated"),
        Refusal::NotHost { host } => lang.say("refusal-not-host", &[("name", names[*host].as_str().into())]),
        Refusal::MayNotEnd { host } => lang.say("refusal-may-not-end", &[("name", names[*host].as_str().into())]),
        Refusal::SeatedAlready => lang.word("refusal-seated-already"),
        Refusal::SideFull { team: of } => lang.say("refusal-side-full", &[("team", text(team(lang, *of, players)))]),
        Refusal::NoComputer => lang.word("refusal-no-computer"),
        Refusal::NoSeatLeft => lang.word("refusal-no-seat-left"),
        Refusal::SawAnotherHand { seat } => {
            lang.say("refusal-saw-another-hand", &[("name", names[*seat].as_str().into())])
        }
        Refusal::SeatsFree { free } => lang.say("refusal-seats-free", &[("free", (*free).into())]),
        Refusal::ComputerPlays => lang.word("refusal-computer-plays"),
        Refusal::NoCall => lang.word("refusal-no-call"),
        Refusal::VoteOpen => lang.word("refusal-vote-open"),
        Refusal::NoVote => lang.word("refusal-no-vote"),
        Refusal::NobodyToReplace => lang.word("refusal-nobody-to-replace"),
        Refusal::NotOfTable => lang.word("refusal-not-of-table"),
        Refusal::NotAbsent { seat } => lang.say("refusal-not-absent", &[("name", names[*seat].as_str().into())]),
        Refusal::NobodyAbsent => lang.word("refusal-nobody-absent"),
        Refusal::Paused => lang.word("refusal-paused"),
        Refusal::NoChannel => lang.word("refusal-no-channel"),
        Refusal::Stale => lang.word("refusal-stale"),
        Refusal::TooManySeated => lang.word("refusal-too-many-seated"),
        Refusal::Illegal(reason) => illegal(lang, names, reason),
        Refusal::CannotDeal(reason) => lang.say("refusal-cannot-deal", &[("reason", text(cannot_deal(lang, *reason)))]),
        Refusal::BadOption(bad) => bad_option(lang, bad),
        Refusal::Unplayable(reason) => unplayable(lang, reason),
    }
}

//! `/canasta …`: what each command takes, and which handler it calls; choices are named by the keys of their texts.
//! Must never know rules, or a word that members read.

use poise::serenity_prelude as serenity;

use super::answers::NewTable;
use super::permissions::Place;
use super::route::{Bot, Caller};
use super::send::Handle;
use crate::service::{Pings, Request};
use crate::table::{Member, Motion, Pace, UserId};

/// What poise carries to every command.
pub(super) type Data = std::sync::Arc<Bot>;
/// Handlers answer by themselves: nothing is left for poise to report.
pub(super) type Error = std::convert::Infallible;
type Context<'a> = poise::ApplicationContext<'a, Data, Error>;

/// The rule sets, as a choice of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum RuleSetChoice {
    #[name = "rule-set-classic"]
    Classic,
    #[name = "rule-set-playout"]
    Playout,
    #[name = "rule-set-concealed"]
    Concealed,
    #[name = "rule-set-wild"]
    Wild,
}

impl From<RuleSetChoice> for crate::engine::RuleSet {
    fn from(choice: RuleSetChoice) -> Self {
        match choice {
            RuleSetChoice::Classic => Self::Classic,
            RuleSetChoice::Playout => Self::Playout,
            RuleSetChoice::Concealed => Self::Concealed,
            RuleSetChoice::Wild => Self::Wild,
        }
    }
}

/// How many play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum PlayersChoice {
    #[name = "choice-players-four"]
    Four,
    #[name = "choice-players-two"]
    Two,
}

/// Until when a game lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum TargetChoice {
    #[name = "choice-target-5000"]
    FiveThousand,
    #[name = "choice-target-3000"]
    ThreeThousand,
    #[name = "choice-target-1500"]
    FifteenHundred,
    #[name = "choice-target-one-round"]
    OneRound,
    #[name = "choice-target-other"]
    Other,
}

impl TargetChoice {
    /// The text of the option's value.
    pub(super) const fn value(self) -> &'static str {
        match self {
            Self::FiveThousand | Self::Other => "5000",
            Self::ThreeThousand => "3000",
            Self::FifteenHundred => "1500",
            Self::OneRound => "one-round",
        }
    }

    /// The texts of all values that can be chosen.
    pub(super) fn values() -> impl Iterator<Item = &'static str> {
        (0..).map_while(<Self as poise::ChoiceParameter>::from_index).map(Self::value)
    }
}

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum ClockChoice {
    #[name = "choice-clock-none"]
    None,
    #[name = "choice-clock-ninety-seconds"]
    NinetySeconds,
    #[name = "choice-clock-five-minutes"]
    FiveMinutes,
    #[name = "choice-clock-hour"]
    Hour,
    #[name = "choice-clock-day"]
    Day,
}

impl From<ClockChoice> for Option<Pace> {
    fn from(choice: ClockChoice) -> Self {
        match choice {
            ClockChoice::None => None,
            ClockChoice::NinetySeconds => Some(Pace::NinetySeconds),
            ClockChoice::FiveMinutes => Some(Pace::FiveMinutes),
            ClockChoice::Hour => Some(Pace::Hour),
            ClockChoice::Day => Some(Pace::Day),
        }
    }
}

/// When a member wants to be pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum PingsChoice {
    #[name = "choice-pings-always"]
    Always,
    #[name = "choice-pings-when-away"]
    WhenAway,
    #[name = "choice-pings-never"]
    Never,
}

impl From<PingsChoice> for Pings {
    fn from(choice: PingsChoice) -> Self {
        match choice {
            PingsChoice::Always => Self::Always,
            PingsChoice::WhenAway => Self::WhenAway,
            PingsChoice::Never => Self::Never,
        }
    }
}

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum LevelChoice {
    #[name = "level-normal"]
    Normal,
    #[name = "level-easy"]
    Easy,
}

impl From<LevelChoice> for crate::ai::Level {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Normal => Self::Normal,
            LevelChoice::Easy => Self::Easy,
        }
    }
}

/// What becomes of a seat that somebody leaves in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum LeftSeatsChoice {
    #[name = "choice-left-seats-computer"]
    Computer,
    #[name = "choice-left-seats-wait"]
    Wait,
}

/// What a table votes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub(super) enum VoteChoice {
    #[name = "choice-vote-pause"]
    Pause,
    #[name = "choice-vote-end"]
    End,
    #[name = "choice-vote-replace"]
    Replace,
}

#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "new",
        "hand",
        "table",
        "tables",
        "rules",
        "leave",
        "end",
        "vote",
        "stats",
        "leaderboard",
        "pings",
        "help"
    )
)]
#[allow(clippy::unused_async)]
pub(super) async fn canasta(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

// Poise makes each argument an option of the command.
#[allow(clippy::too_many_arguments)]
#[poise::command(slash_command, guild_only)]
async fn new(
    ctx: Context<'_>,
    rules: Option<RuleSetChoice>,
    players: Option<PlayersChoice>,
    target: Option<TargetChoice>,
    thread: Option<bool>,
    #[min = 0]
    #[max = 3]
    computers: Option<u8>,
    level: Option<LevelChoice>,
    clock: Option<ClockChoice>,
    left_seats: Option<LeftSeatsChoice>,
) -> Result<(), Error> {
    let players = if players == Some(PlayersChoice::Two) { 2 } else { 4 };
    let target = target.unwrap_or(TargetChoice::FiveThousand);
    let rule_set = rules.map(Into::into).unwrap_or_default();
    let bot = ctx.data().clone();
    let caller = caller(ctx);
    let asked = NewTable {
        rule_set,
        players,
        target: target.value(),
        other_target: target == TargetChoice::Other,
        thread: thread.unwrap_or(false),
        computers: computers.unwrap_or(0).min(players - 1),
        level: level.unwrap_or(LevelChoice::Normal).into(),
        pace: clock.and_then(Into::into),
        seats_wait: left_seats == Some(LeftSeatsChoice::Wait),
        place: place(ctx),
    };
    bot.new_table(caller, asked).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn hand(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().hand_command(caller(ctx)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn table(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().table_command(caller(ctx), place(ctx).lacks_to_show()).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn tables(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().tables_command(caller(ctx)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn rules(ctx: Context<'_>, rule_set: Option<RuleSetChoice>) -> Result<(), Error> {
    ctx.data().clone().rules_command(caller(ctx), rule_set.map(Into::into)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn leave(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().leave_command(caller(ctx)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn end(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().end_command(caller(ctx)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn vote(ctx: Context<'_>, about: VoteChoice, member: Option<serenity::User>) -> Result<(), Error> {
    let proposal = match about {
        VoteChoice::Pause => Request::Propose(Motion::Pause),
        VoteChoice::End => Request::Propose(Motion::End),
        VoteChoice::Replace => member
            .map_or(Request::ProposeToReplace, |member| Request::Propose(Motion::Replace(UserId(member.id.get())))),
    };
    ctx.data().clone().vote_command(caller(ctx), proposal).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn stats(ctx: Context<'_>, member: Option<serenity::User>) -> Result<(), Error> {
    let whose = member.map(|user| named(&user, None));
    ctx.data().clone().stats_command(caller(ctx), whose).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn leaderboard(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().leaderboard_command(caller(ctx)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn pings(ctx: Context<'_>, when: Option<PingsChoice>) -> Result<(), Error> {
    ctx.data().clone().pings_command(caller(ctx), when.map(Into::into)).await;
    Ok(())
}

#[poise::command(slash_command, guild_only)]
async fn help(ctx: Context<'_>) -> Result<(), Error> {
    ctx.data().clone().help_command(caller(ctx)).await;
    Ok(())
}

/// Where a command was given.
fn place(ctx: Context<'_>) -> Place {
    Place::of(ctx.interaction.channel.as_ref(), ctx.interaction.app_permissions)
}

fn caller(ctx: Context<'_>) -> Caller {
    caller_of(ctx.interaction)
}

/// Who gave a command.
pub(super) fn caller_of(interaction: &serenity::CommandInteraction) -> Caller {
    let handle = Handle { id: interaction.id.get(), token: interaction.token.clone() };
    let member = interaction.member.as_deref();
    Caller::new(handle, interaction.guild_id, interaction.channel_id, &interaction.user, member)
}

/// A member by the name that the server's members see.
pub(super) fn named(user: &serenity::User, nickname: Option<&str>) -> Member {
    Member { user: UserId(user.id.get()), name: nickname.unwrap_or_else(|| user.display_name()).to_owned() }
}

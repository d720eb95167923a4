//! What each command does. Like a click, it calls the service once and answers once. Must never know SQL or rules.

use std::cmp::Reverse;
use std::sync::Arc;

use poise::serenity_prelude::{self as serenity, Permissions};

use super::boards::NotShown;
use super::click::ListVerb;
use super::commands::caller_of;
use super::panel::frame::Frame;
use super::panel::tables::{self, Listed};
use super::panel::{Panel, help, rules};
use super::permissions::{Place, lacks};
use super::render;
use super::reply::{Announce, Reply};
use super::route::{Afterwards, Bot, Caller, Clicked, alone, end_question, failure, lang, may_end, refused, trouble};
use crate::ai::Level;
use crate::engine::{RuleSet, Team};
use crate::service::{Failure, Look, Pings, Request};
use crate::table::{ChannelId, Member, Pace, Phase, Refusal, Table, TableId};

/// What `/canasta new` was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewTable {
    pub(super) rule_set: RuleSet,
    pub(super) players: u8,
    /// The text of the option's value.
    pub(super) target: &'static str,
    /// The host wants to set another target.
    pub(super) other_target: bool,
    pub(super) thread: bool,
    /// How many seats the computer plays, and how well.
    pub(super) computers: u8,
    pub(super) level: Level,
    /// How long a turn may take.
    pub(super) pace: Option<Pace>,
    /// A seat that somebody leaves waits; without this, the computer plays it.
    pub(super) seats_wait: bool,
    /// Where it is to stand, or the thread for it.
    pub(super) place: Place,
}

impl NewTable {
    /// What the host would ask for in the lobby. Of computer players, the opponents come first.
    fn preparations(&self) -> Vec<Request> {
        let team = |number| if number < self.players / 2 { Team::EastWest } else { Team::NorthSouth };
        let clock = self.pace.map(|pace| Request::SetClock(Some(pace)));
        let wait = self.seats_wait.then_some(Request::LetSeatsWait(true));
        let computers = (0..self.computers).map(|number| Request::AddComputer(team(number), self.level));
        clock.into_iter().chain(wait).chain(computers).collect()
    }
}

/// What came is none of the program's commands.
#[derive(Debug, thiserror::Error)]
#[error("a command is not one of this version's")]
struct UnreadableCommand;

impl Bot {
    /// Answers a command, to its member alone, and does what the handler left to be done afterwards.
    pub(super) async fn command<H>(
        self: Arc<Self>,
        caller: Caller,
        handler: impl FnOnce(Arc<Self>, Caller, Afterwards) -> H,
    ) where
        H: Future<Output = Reply> + Send + 'static,
    {
        if !self.seen.is_new(caller.handle.id) {
            return;
        }
        self.service.note_click(caller.member.user);
        let afterwards = Afterwards::default();
        let answering = handler(Arc::clone(&self), caller.clone(), afterwards.clone());
        let taken = self.answer(&caller.handle, Announce::Private, answering).await;
        self.settle(&afterwards, caller.member.user, false, taken);
    }

    /// Answers a command that could not be read: Discord may still show those of an older version of the program.
    pub(super) async fn unreadable_command(self: Arc<Self>, interaction: &serenity::CommandInteraction) {
        self.command(caller_of(interaction), |_, caller, _| async move {
            Reply::Private(trouble(&caller.handle, &UnreadableCommand))
        })
        .await;
    }

    pub(super) async fn new_table(self: Arc<Self>, caller: Caller, asked: NewTable) {
        self.command(caller, move |bot, caller, afterwards| async move { bot.open(&caller, asked, &afterwards).await })
            .await;
    }

    async fn open(&self, caller: &Caller, asked: NewTable, afterwards: &Afterwards) -> Reply {
        if let Some(reply) = Self::no_place_for(asked) {
            return reply;
        }
        let mut options = asked.rule_set.rules(asked.players);
        if let Err(reason) = options.set("target", asked.target) {
            return Reply::Private(refused(None, &reason.into()));
        }
        let (host, prepared) = (caller.member.clone(), asked.preparations());
        let opened = self.service.open_table(caller.guild, caller.channel, host, asked.rule_set, options, prepared);
        let table = match opened.await {
            Ok(look) => look.table,
            Err(why) => return failure(caller, why),
        };
        let thread = if asked.thread { self.move_to_a_thread(caller, table.id).await.map(Some) } else { Ok(None) };
        let thread = match thread {
            Ok(thread) => thread,
            Err(reply) => {
                self.boards.changed(table.id);
                return reply;
            }
        };
        // Where no seat stays free, and the host has nothing left to set, the game begins.
        if table.free_seats() > 0 || asked.other_target {
            self.boards.changed(table.id);
            let reply = opened_text(table.id, thread);
            return if asked.other_target { and(reply, "table-opened-target") } else { reply };
        }
        match self.service.ask(table.id, &caller.member, Request::Start).await {
            Ok(look) => {
                afterwards.take_turn(&self.hands, table.id, caller.member.user).await;
                let hand = self.show_hand_of(caller, &look, afterwards);
                afterwards.note_change(look);
                hand
            }
            Err(why) => {
                self.boards.changed(table.id);
                failure(caller, why)
            }
        }
    }

    /// Why no table can be opened there, if none can.
    fn no_place_for(NewTable { thread, place, .. }: NewTable) -> Option<Reply> {
        if thread && place.is_thread {
            return Some(alone("permissions-thread-within-thread"));
        }
        let here = place.lacks_to_show();
        let reply = lacks(if thread { place.lacks_to_open_thread() } else { here })?;
        Some(if thread && here.is_empty() { and(reply, "permissions-without-thread") } else { reply })
    }

    pub(super) async fn leave_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |bot, caller, afterwards| async move {
            match bot.tables_to_leave(&caller).await {
                Ok(looks) => bot.leave_one(&caller, &looks, &afterwards).await,
                Err(why) => failure(&caller, why),
            }
        })
        .await;
    }

    /// The member's tables; where none of them stands in this channel, the game last won here in place of them.
    async fn tables_to_leave(&self, caller: &Caller) -> Result<Vec<Look>, Failure> {
        let looks = self.own_tables(caller).await?;
        if looks.iter().any(|look| look.table.channel == caller.channel) {
            return Ok(looks);
        }
        let won = self.won_tables(caller).await?;
        let here = won.into_iter().find(|look| look.table.channel == caller.channel);
        Ok(here.map_or(looks, |look| vec![look]))
    }

    /// Leaves the member's one table in this channel, or the one there is; of several, asks which.
    async fn leave_one(&self, caller: &Caller, looks: &[Look], afterwards: &Afterwards) -> Reply {
        match the_one(caller, looks, || choice(caller, "tables-leave-which", looks, ListVerb::Leave)) {
            Ok(look) => {
                let left = self.leave(caller, look.table.id, afterwards).await;
                Self::or_failed(caller, left, Reply::Private)
            }
            Err(reply) => reply,
        }
    }

    /// Leaves the table chosen of several.
    pub(super) async fn leave_chosen(&self, clicked: &Clicked) -> Reply {
        let Some(id) = chosen(clicked) else { return alone("click-unreadable") };
        let left = self.leave(&clicked.caller, id, &clicked.afterwards).await;
        Self::or_failed(&clicked.caller, left, |panel| clicked.update(panel))
    }

    async fn leave(&self, caller: &Caller, id: TableId, afterwards: &Afterwards) -> Result<Panel, Failure> {
        let now = self.service.look(id).await?.table;
        // Nobody would be left to play: that is to end it.
        if now.phase == Phase::Playing && now.members().all(|(_, member)| member.user == caller.member.user) {
            let question = end_question(caller, &now);
            let content = format!("{}\n{}", lang().word("leave-last"), question.content);
            return Ok(Panel { content, ..question });
        }
        let request = if now.phase == Phase::Won { Request::LeaveWon { step: now.step } } else { Request::Abandon };
        self.leave_by(caller, id, request, afterwards).await
    }

    /// Leaves a table as asked; what the member is told.
    pub(super) async fn leave_by(
        &self,
        caller: &Caller,
        id: TableId,
        request: Request,
        afterwards: &Afterwards,
    ) -> Result<Panel, Failure> {
        let look = self.service.ask(id, &caller.member, request).await?;
        let key = match look.table.phase {
            Phase::Playing if look.table.left_seats_wait => "left-seat-waits",
            Phase::Playing => "left-game",
            Phase::Won => "left-won-game",
            Phase::Lobby | Phase::Closed => "left-table",
        };
        afterwards.note_change(look);
        Ok(render::text(lang().say(key, &[("number", id.0.into())])))
    }

    /// Gives a new table a thread, which is named by the table's number; where that fails, the table goes away again, or
    /// stays where it is.
    async fn move_to_a_thread(&self, caller: &Caller, id: TableId) -> Result<ChannelId, Reply> {
        // Just started, the program shows whatever has not been shown yet.
        let _held = self.boards.hold(id).await;
        let name = lang().say("thread-name", &[("number", id.0.into())]);
        match self.sender.create_thread(caller.channel, &name).await {
            Ok(thread) => {
                let moved = self.service.ask(id, &caller.member, Request::Move(thread)).await;
                moved.map(|_| thread).map_err(|why| failure(caller, why))
            }
            Err(error) => {
                let reply = Reply::Private(trouble(&caller.handle, &error));
                let ended = self.service.ask(id, &caller.member, Request::End { manager: false }).await;
                Err(ended.map_or_else(|why| failure(caller, why), |_| reply))
            }
        }
    }

    pub(super) async fn hand_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |bot, caller, afterwards| async move {
            match bot.own_tables(&caller).await {
                Ok(looks) => bot.hand_or_list(&caller, &looks, &afterwards).await,
                Err(why) => failure(&caller, why),
            }
        })
        .await;
    }

    async fn hand_or_list(&self, caller: &Caller, looks: &[Look], afterwards: &Afterwards) -> Reply {
        match looks {
            [] => self.no_table(caller).await,
            [look] if look.table.phase == Phase::Lobby && !look.table.has_no_channel() => {
                let link = tables::link(lang(), &look.table, look.shown.message);
                Reply::Private(render::text(lang().say("hand-in-lobby", &[("table", link.into())])))
            }
            [look] => {
                self.touch(look.table.id, &caller.member).await;
                afterwards.take_turn(&self.hands, look.table.id, caller.member.user).await;
                // Whoever was away is back by that.
                match self.service.look(look.table.id).await {
                    Ok(look) => self.show_hand_of(caller, &look, afterwards),
                    Err(why) => failure(caller, why),
                }
            }
            looks => several(caller, looks),
        }
    }

    /// Takes a table of the member's here whose channel is gone, or posts the one in this channel again.
    pub(super) async fn table_command(self: Arc<Self>, caller: Caller, lacking: Permissions) {
        self.command(caller, move |bot, caller, afterwards| async move {
            let looks = match bot.own_tables(&caller).await {
                Ok(looks) => looks,
                Err(why) => return failure(&caller, why),
            };
            if looks.is_empty() {
                return bot.no_table(&caller).await;
            }
            // One after the other: only by this command can those without a channel be reached.
            let gone = looks.iter().find(|look| look.table.has_no_channel());
            let which = || choice(&caller, "tables-post-which", &looks, ListVerb::Post);
            match gone.map_or_else(|| the_one(&caller, &looks, which), Ok) {
                Ok(look) => bot.post_or_take(&caller, &look.table, lacking, &afterwards).await,
                Err(reply) => reply,
            }
        })
        .await;
    }

    /// The same of the table chosen of several.
    pub(super) async fn post_chosen(&self, clicked: &Clicked) -> Reply {
        let Some(id) = chosen(clicked) else { return alone("click-unreadable") };
        let table = match self.service.look(id).await {
            Ok(look) => look.table,
            Err(why) => return failure(&clicked.caller, why),
        };
        if table.phase == Phase::Closed {
            return clicked.update(refused(Some(&table), &Refusal::Closed));
        }
        if table.seat_of(clicked.caller.member.user).is_none() {
            return clicked.update(refused(Some(&table), &Refusal::NotSeated));
        }
        match self.post_or_take(&clicked.caller, &table, clicked.lacking, &clicked.afterwards).await {
            Reply::Private(panel) => clicked.update(panel),
            reply => reply,
        }
    }

    /// Posts a table in its channel again; without one it comes here, unless the bot lacks what that takes.
    async fn post_or_take(
        &self,
        caller: &Caller,
        table: &Table,
        lacking: Permissions,
        afterwards: &Afterwards,
    ) -> Reply {
        self.touch(table.id, &caller.member).await;
        if !table.has_no_channel() {
            match self.boards.post_again(table.id, caller.handle.id).await {
                Ok(()) => return self.shown_again(caller, table.id).await,
                // Nobody had told the bot that the channel is gone.
                Err(_) if self.has_no_channel(table.id).await => {}
                Err(NotShown::Discord(error)) if error.is_barred() => {
                    let here = lacks(lacking).filter(|_| table.channel == caller.channel);
                    let place = format!("<#{}>", table.channel.0);
                    let there = || lang().say("table-barred", &[("place", place.into())]);
                    return here.unwrap_or_else(|| Reply::Private(render::text(there())));
                }
                Err(error) => return Reply::Private(trouble(&caller.handle, &error)),
            }
        }
        match lacks(lacking) {
            Some(reply) => reply,
            None => self.take_here(caller, table.id, afterwards).await,
        }
    }

    /// What to say where the member sits at no table in play.
    async fn no_table(&self, caller: &Caller) -> Reply {
        match self.won_tables(caller).await {
            Ok(won) if won.is_empty() => alone("tables-none"),
            Ok(won) => {
                let lists = [(lang().word("tables-none-but-won"), listed(&won))];
                Reply::Private(tables::panel(lang(), caller.member.user, &lists))
            }
            Err(why) => failure(caller, why),
        }
    }

    /// Where the table is now: whoever asked may be in another channel.
    async fn shown_again(&self, caller: &Caller, id: TableId) -> Reply {
        match self.service.look(id).await {
            Ok(look) => {
                let link = tables::link(lang(), &look.table, look.shown.message);
                Reply::Private(render::text(lang().say("table-shown-again", &[("link", link.into())])))
            }
            Err(why) => failure(caller, why),
        }
    }

    async fn has_no_channel(&self, id: TableId) -> bool {
        self.service.look(id).await.is_ok_and(|look| look.table.has_no_channel())
    }

    /// A table whose channel is gone goes on in this one.
    async fn take_here(&self, caller: &Caller, id: TableId, afterwards: &Afterwards) -> Reply {
        match self.service.ask(id, &caller.member, Request::Move(caller.channel)).await {
            Ok(look) => {
                afterwards.note_change(look);
                Reply::Private(render::text(lang().say("table-moved", &[("number", id.0.into())])))
            }
            Err(why) => failure(caller, why),
        }
    }

    pub(super) async fn tables_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |bot, caller, _| async move {
            match bot.mine_and_open(&caller).await {
                Ok((mine, won, open)) => {
                    let won = Some(("tables-won", won.as_slice())).filter(|(_, looks)| !looks.is_empty());
                    let lists =
                        [("tables-mine", mine.as_slice())].into_iter().chain(won).chain([("tables-open", &*open)]);
                    let lists: Vec<_> = lists.map(|(key, looks)| (lang().word(key), listed(looks))).collect();
                    Reply::Private(tables::panel(lang(), caller.member.user, &lists))
                }
                Err(why) => failure(&caller, why),
            }
        })
        .await;
    }

    pub(super) async fn rules_command(self: Arc<Self>, caller: Caller, chosen: Option<RuleSet>) {
        self.command(caller, |bot, caller, _| async move {
            let looks = match (chosen, bot.own_tables(&caller).await) {
                (Some(_), _) => Vec::new(),
                (None, Ok(looks)) => looks,
                (None, Err(why)) => return failure(&caller, why),
            };
            let here = looks.iter().find(|look| look.table.channel == caller.channel);
            let panel = match (here, looks.as_slice()) {
                (Some(look), _) | (None, [look]) => rules::panel(&Frame::of(lang(), &look.table), look.table.rule_set),
                _ => {
                    let set = chosen.unwrap_or_default();
                    rules::panel(&Frame::without_table(lang(), set.rules(4)), set)
                }
            };
            Reply::Private(panel)
        })
        .await;
    }

    pub(super) async fn end_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |bot, caller, _| async move { bot.ask_to_end(&caller).await }).await;
    }

    /// Asks whether to end the one table in this channel that the member may end, or the one there is; of several, asks
    /// which.
    async fn ask_to_end(&self, caller: &Caller) -> Reply {
        let looks = match self.tables_to_end(caller).await {
            Ok(looks) => looks,
            Err(why) => return failure(caller, why),
        };
        match the_one(caller, &looks, || choice(caller, "tables-end-which", &looks, ListVerb::End)) {
            Ok(look) => Reply::Private(end_question(caller, &look.table)),
            Err(reply) => reply,
        }
    }

    /// Asks whether to end the table chosen of several.
    pub(super) async fn ask_to_end_chosen(&self, clicked: &Clicked) -> Reply {
        let Some(id) = chosen(clicked) else { return alone("click-unreadable") };
        let asked = self.service.look(id).await.map(|look| end_question(&clicked.caller, &look.table));
        Self::or_failed(&clicked.caller, asked, |panel| clicked.update(panel))
    }

    /// The tables that the member may end: as their host or, in this channel, as who manages it.
    async fn tables_to_end(&self, caller: &Caller) -> Result<Vec<Look>, Failure> {
        let mut looks = self.own_tables(caller).await?;
        if caller.manager {
            let here = self.service.tables_in(caller.channel).await?;
            let others = here.into_iter().filter(|id| looks.iter().all(|look| look.table.id != *id)).collect();
            looks.extend(self.looks(others).await?);
        }
        // Those here first, and of them the newest: a menu has an end.
        looks.sort_by_key(|look| (look.table.channel != caller.channel, Reverse(look.table.id)));
        let may_end = |look: &Look| may_end(caller, &look.table);
        if looks.iter().any(may_end) {
            looks.retain(may_end);
        } else {
            // Why not is told of any.
            looks.truncate(1);
        }
        Ok(looks)
    }

    pub(super) async fn stats_command(self: Arc<Self>, caller: Caller, whose: Option<Member>) {
        self.command(caller, |bot, caller, _| async move {
            let whose = whose.unwrap_or_else(|| caller.member.clone());
            let panel = bot.stats(caller.guild, &whose, true).await;
            Bot::or_failed(&caller, panel, Reply::Private)
        })
        .await;
    }

    pub(super) async fn leaderboard_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |bot, caller, _| async move {
            let panel = bot.leaderboard(caller.guild, 0, true).await;
            Bot::or_failed(&caller, panel, Reply::Private)
        })
        .await;
    }

    /// Keeps when the member wants to be pinged; without a choice, tells what it is.
    pub(super) async fn pings_command(self: Arc<Self>, caller: Caller, chosen: Option<Pings>) {
        self.command(caller, |bot, caller, _| async move {
            let kept = match chosen {
                Some(pings) => bot.service.set_pings(&caller.member, pings).await.map(|()| pings),
                None => bot.service.pings_of(caller.member.user).await,
            };
            match kept {
                Ok(Pings::Always) => alone("pings-always"),
                Ok(Pings::WhenAway) => alone("pings-when-away"),
                Ok(Pings::Never) => alone("pings-never"),
                Err(why) => failure(&caller, why),
            }
        })
        .await;
    }

    pub(super) async fn help_command(self: Arc<Self>, caller: Caller) {
        self.command(caller, |_, _, _| async { Reply::Private(help::panel(lang())) }).await;
    }

    pub(super) async fn own_tables(&self, caller: &Caller) -> Result<Vec<Look>, Failure> {
        self.looks(self.service.tables_of(caller.guild, caller.member.user).await?).await
    }

    /// The member's won games from which nobody has gone on, where that can be done.
    async fn won_tables(&self, caller: &Caller) -> Result<Vec<Look>, Failure> {
        let mut won = self.looks(self.service.won_of(caller.guild, caller.member.user).await?).await?;
        won.retain(|look| !look.table.has_no_channel());
        Ok(won)
    }

    /// The member's tables, those where they have won or lost, and those they could join.
    async fn mine_and_open(&self, caller: &Caller) -> Result<(Vec<Look>, Vec<Look>, Vec<Look>), Failure> {
        let mine = self.own_tables(caller).await?;
        let open = self.service.tables_to_join(caller.guild).await?;
        let others = open.into_iter().filter(|id| mine.iter().all(|look| look.table.id != *id)).collect();
        let mut others = self.looks(others).await?;
        // Nobody could find the buttons of those without a channel.
        others.retain(|look| !look.table.has_no_channel() && look.table.has_room_for(caller.member.user));
        Ok((mine, self.won_tables(caller).await?, others))
    }

    async fn looks(&self, ids: Vec<TableId>) -> Result<Vec<Look>, Failure> {
        let mut looks = Vec::with_capacity(ids.len());
        for id in ids {
            match self.service.look(id).await {
                Ok(look) => looks.push(look),
                Err(failure) if failure.is_of_no_table() => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(looks)
    }
}

/// The member's one table in this channel, or the one there is; else what to say, `several` where it could be any.
pub(super) fn the_one<'a>(
    caller: &Caller,
    looks: &'a [Look],
    several: impl FnOnce() -> Reply,
) -> Result<&'a Look, Reply> {
    let here: Vec<&Look> = looks.iter().filter(|look| look.table.channel == caller.channel).collect();
    match (here.as_slice(), looks) {
        ([look], _) => Ok(look),
        (_, [look]) => Ok(look),
        (_, []) => Err(alone("tables-none")),
        _ => Err(several()),
    }
}

/// Where to find a new table: here, or in its thread.
fn opened_text(id: TableId, thread: Option<ChannelId>) -> Reply {
    let number = ("number", id.0.into());
    Reply::Private(render::text(match thread {
        None => lang().say("table-opened", &[number]),
        Some(thread) => lang().say("table-opened-in", &[number, ("place", format!("<#{}>", thread.0).into())]),
    }))
}

/// This, and one line more.
fn and(reply: Reply, key: &str) -> Reply {
    match reply {
        Reply::Private(panel) => {
            let content = format!("{}\n{}", panel.content, lang().word(key));
            Reply::Private(Panel { content, ..panel })
        }
        reply => reply,
    }
}

/// The tables of which a command could mean any.
fn several(caller: &Caller, looks: &[Look]) -> Reply {
    let lists = [(lang().word("tables-several"), listed(looks))];
    Reply::Private(tables::panel(lang(), caller.member.user, &lists))
}

/// The same with a menu, of which one is chosen for this verb.
fn choice(caller: &Caller, question: &str, looks: &[Look], verb: ListVerb) -> Reply {
    let list = (lang().word(question), listed(looks));
    Reply::Private(tables::choice(lang(), caller.member.user, list, verb, ""))
}

/// The table chosen of several.
fn chosen(clicked: &Clicked) -> Option<TableId> {
    clicked.values.first().and_then(|value| tables::chosen(value)).map(|(table, _)| table)
}

pub(super) fn listed(looks: &[Look]) -> Vec<Listed<'_>> {
    looks.iter().map(|look| (look.table.as_ref(), look.shown.message)).collect()
}

//! One interaction -> one call of the service -> panels. No rules, no words, no requests of its own.

use std::sync::{Arc, Mutex, PoisonError};

use poise::serenity_prelude as serenity;
use tokio::sync::OwnedMutexGuard;

use super::boards::Boards;
use super::click::{AfterVerb, BoardVerb, Click, HandVerb, ListVerb, LobbyVerb, Verb};
use super::commands::named;
use super::compose::{Step, compose};
use super::computers::Computers;
use super::draft::Draft;
use super::hands::{Hands, Open, Standing};
use super::panel::frame::Frame;
use super::panel::hand::{Told, next_render};
use super::panel::{Panel, end, help, leaderboard, rounds, rules, stats, tables};
use super::permissions::Place;
use super::render;
use super::reply::{Announce, Reply, Seen, answer_once, failure_id};
use super::send::{Handle, Sender};
use crate::engine::{RuleSet, View};
use crate::i18n::{Lang, say};
use crate::service::{Failure, Look, Request, Service};
use crate::table::{ChannelId, GuildId, Member, Phase, Refusal, Table, TableId, UserId};

/// Everything a handler needs.
pub(super) struct Bot {
    pub(super) service: Arc<Service>,
    pub(super) sender: Arc<Sender>,
    pub(super) boards: Arc<Boards>,
    pub(super) hands: Hands,
    pub(super) seen: Seen,
    pub(super) computers: Computers,
}

/// Who asks, and where the answer goes.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) handle: Handle,
    pub(super) guild: GuildId,
    pub(super) channel: ChannelId,
    pub(super) member: Member,
    /// Whether the member may manage this channel.
    pub(super) manager: bool,
}

impl Caller {
    /// Where there is no server, no table has this one's number.
    pub(super) fn new(
        handle: Handle,
        guild: Option<serenity::GuildId>,
        channel: serenity::ChannelId,
        user: &serenity::User,
        member: Option<&serenity::Member>,
    ) -> Self {
        let guild = GuildId(guild.map_or(0, serenity::GuildId::get));
        let permissions = member.and_then(|member| member.permissions);
        let manager = permissions.is_some_and(serenity::Permissions::manage_channels);
        let member = named(user, member.and_then(|member| member.nick.as_deref()));
        Self { handle, guild, channel: ChannelId(channel.get()), member, manager }
    }

    /// Whether the member may manage the channel in which this table stands.
    pub(super) fn manages(&self, table: &Table) -> bool {
        self.manager && table.channel == self.channel
    }
}

/// A click, and what came with it.
pub(super) struct Clicked {
    pub(super) caller: Caller,
    pub(super) click: Click,
    pub(super) values: Vec<String>,
    /// The message of the click is for its member alone.
    pub(super) private: bool,
    /// What the bot needs to show a table in this channel, and may not do.
    pub(super) lacking: serenity::Permissions,
    pub(super) afterwards: Afterwards,
}

/// What a handler leaves to be done once the click is answered: before, it could take away the message that the
/// answer goes to.
#[derive(Clone, Default)]
pub(super) struct Afterwards {
    /// The table as the click left it: others are to be told.
    changed: Arc<Mutex<Option<Look>>>,
    /// The hand that the answer shows: another that showed it is to be taken away.
    opened: Arc<Mutex<Option<(TableId, Open)>>>,
    /// Until then no other click shows this hand.
    turn: Arc<Mutex<Option<OwnedMutexGuard<()>>>>,
}

impl Afterwards {
    /// Others are to be told how the table stands now.
    pub(super) fn note_change(&self, look: Look) {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
    }

    /// The answer shows this hand.
    fn note_open(&self, table: TableId, open: Open) {
        *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = Some((table, open));
    }

    /// Waits for the turn to show a hand, and keeps it until everything is done.
    pub(super) async fn take_turn(&self, hands: &Hands, table: TableId, user: UserId) {
        let turn = hands.turn(table, user).await;
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(turn);
    }
}

impl Clicked {
    /// What the member alone may see takes the place of the clicked message only where that is theirs alone.
    pub(super) const fn update(&self, panel: Panel) -> Reply {
        if self.private { Reply::Update(panel) } else { Reply::Private(panel) }
    }
}

impl Bot {
    /// Answers one use of a component.
    pub(super) async fn component(self: Arc<Self>, interaction: &serenity::ComponentInteraction) {
        let caller = component_caller(interaction);
        if !self.seen.is_new(caller.handle.id) {
            return;
        }
        self.service.note_click(caller.member.user);
        self.notice_permissions(caller.channel, interaction.app_permissions);
        let private = interaction.message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL));
        let handle = caller.handle.clone();
        let decoded = Click::decode(&interaction.data.custom_id);
        let announce = decoded.as_ref().map_or(Announce::Private, |click| announced(click.verb, private));
        let values = values(&interaction.data.kind);
        let lacking = Place::of(interaction.channel.as_ref(), interaction.app_permissions).lacks_to_show();
        let bot = Arc::clone(&self);
        let user = caller.member.user;
        let afterwards = Afterwards::default();
        let kept = afterwards.clone();
        let handler = async move {
            match decoded {
                Ok(click) => bot.clicked(Clicked { caller, click, values, private, lacking, afterwards: kept }).await,
                Err(_) => alone("click-unreadable"),
            }
        };
        let taken = self.answer(&handle, announce, handler).await;
        self.settle(&afterwards, user, private, taken);
    }

    /// An interaction tells what the bot may do in its channel: tables that rest there may go on.
    fn notice_permissions(self: &Arc<Self>, channel: ChannelId, may: Option<serenity::Permissions>) {
        let send = serenity::Permissions::SEND_MESSAGES | serenity::Permissions::SEND_MESSAGES_IN_THREADS;
        if self.boards.is_barred(channel) && may.is_some_and(|may| may.contains(send)) {
            let boards = Arc::clone(&self.boards);
            tokio::spawn(async move { boards.channel_changed(channel).await });
        }
    }

    /// Does what a handler left to be done once the answer is sent. Where Discord has not `taken` it, the hand that was
    /// open before is all that its player sees.
    pub(super) fn settle(self: &Arc<Self>, afterwards: &Afterwards, user: UserId, private: bool, taken: bool) {
        let opened = afterwards.opened.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|_| taken);
        // The answer has drawn the hand of whoever clicked on one.
        let drawn = opened.as_ref().map(|_| user);
        if let Some((table, open)) = opened {
            self.take_over(table, user, open, private);
        }
        let changed = afterwards.changed.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(look) = changed {
            // The answer to a click in the lobby draws the table itself.
            if look.table.phase == Phase::Lobby {
                self.boards.overdrawn(look.table.id);
            } else {
                self.boards.changed(look.table.id);
            }
            self.push_hands(&look, drawn);
            if look.table.computer_to_act().is_some() {
                self.play_computers(look.table.id);
            }
        }
        afterwards.turn.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Runs a handler and answers once; whether Discord took it.
    pub(super) async fn answer(
        &self,
        handle: &Handle,
        announce: Announce,
        handler: impl Future<Output = Reply> + Send + 'static,
    ) -> bool {
        answer_once(&self.sender, handle, announce, handler, failed).await
    }

    async fn clicked(&self, clicked: Clicked) -> Reply {
        self.touch(clicked.click.table, &clicked.caller.member).await;
        if shows_hand(clicked.click.verb) {
            let user = clicked.caller.member.user;
            clicked.afterwards.take_turn(&self.hands, clicked.click.table, user).await;
        }
        match clicked.click.verb {
            Verb::Lobby(verb) => self.lobby(&clicked, verb).await,
            Verb::Board(verb) => self.board(&clicked, verb).await,
            Verb::Hand(verb) => self.hand(&clicked, verb).await,
            Verb::After(verb) => self.after(&clicked, verb).await,
            Verb::List(ListVerb::Page(page)) => {
                let panel = self.leaderboard(clicked.caller.guild, page, true).await;
                Self::or_failed(&clicked.caller, panel, Reply::Update)
            }
            Verb::List(ListVerb::ShowPage(page)) => {
                let panel = self.leaderboard(clicked.caller.guild, page, false).await;
                Self::or_failed(&clicked.caller, panel, Reply::Public)
            }
            Verb::List(ListVerb::ShowStats(user)) => {
                let whose = Member { user, name: String::new() };
                let panel = self.stats(clicked.caller.guild, &whose, false).await;
                Self::or_failed(&clicked.caller, panel, Reply::Public)
            }
            Verb::List(ListVerb::Leave) => self.leave_chosen(&clicked).await,
            Verb::List(ListVerb::End) => self.ask_to_end_chosen(&clicked).await,
            Verb::List(ListVerb::Post) => self.post_chosen(&clicked).await,
            Verb::List(ListVerb::Propose) => self.propose_chosen(&clicked).await,
        }
    }

    async fn board(&self, clicked: &Clicked, verb: BoardVerb) -> Reply {
        match verb {
            BoardVerb::End => return self.end_for_good(clicked).await,
            // Nothing was ended, whatever has become of the table.
            BoardVerb::KeepPlaying => return clicked.update(render::text(lang().word("end-kept"))),
            BoardVerb::Vote { .. } | BoardVerb::GoOn => return self.voted(clicked, verb).await,
            BoardVerb::TakeOver | BoardVerb::CallClock => {
                let request = if verb == BoardVerb::TakeOver { Request::TakeOver } else { Request::CallClock };
                return match self.ask(clicked, request).await {
                    // The cards on the table are another's, who played them to their end.
                    Ok(look) if look.table.round_is_over() => alone("took-seat-between-rounds"),
                    Ok(look) => self.open_hand(clicked, &look, Told::Nothing),
                    Err(reply) => reply,
                };
            }
            _ => {}
        }
        let look = match self.look(clicked).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        let seat = look.table.seat_of(clicked.caller.member.user);
        match verb {
            BoardVerb::MyHand | BoardVerb::AnswerPrompt => self.open_hand(clicked, &look, Told::Nothing),
            BoardVerb::Draw => self.hand(clicked, HandVerb::Draw).await,
            BoardVerb::Log => Reply::Private(render::history(lang(), &look, seat, 0)),
            BoardVerb::LogPage(page) => clicked.update(render::history(lang(), &look, seat, page)),
            BoardVerb::Melds => Reply::Private(
                render::melds(lang(), &look).unwrap_or_else(|| refused(Some(&look.table), &Refusal::NoGame)),
            ),
            BoardVerb::Rules => Reply::Private(rules::panel(&Frame::of(lang(), &look.table), look.table.rule_set)),
            // The others are done above.
            _ => Reply::Private(help::panel(lang())),
        }
    }

    /// The table ends, having been asked once more; a question that comes too late goes away with its buttons. Who was
    /// asked about a lobby is asked again about the game that has begun.
    async fn end_for_good(&self, clicked: &Clicked) -> Reply {
        let table = match self.look(clicked).await {
            Ok(look) => look.table,
            Err(reply) => return reply,
        };
        if clicked.click.step == 0 && table.step > 0 {
            return clicked.update(end_question(&clicked.caller, &table));
        }
        match self.ask_quietly(clicked, Request::End { manager: clicked.caller.manages(&table) }).await {
            Ok(look) => clicked.update(render::text(lang().say("table-ended", &[("number", look.table.id.0.into())]))),
            Err(Failure::Refused { reason, table }) => clicked.update(refused(table.as_deref(), &reason)),
            Err(why) => failure(&clicked.caller, why),
        }
    }

    /// A click on a hand, or on Draw of the public message.
    async fn hand(&self, clicked: &Clicked, verb: HandVerb) -> Reply {
        let look = match self.look(clicked).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        let Some(view) = open_view(&look, clicked.caller.member.user) else {
            return clicked.update(refused(Some(&look.table), &not_here(&look)));
        };
        match compose(&view, &clicked.click.draft, verb, &clicked.values) {
            Step::Show(draft) => self.show_hand(clicked, &look, &draft, Told::Nothing),
            Step::Hint(draft) => self.show_hand(clicked, &look, &draft, Told::Hint),
            Step::Confirm(draft, rank, risk) => self.show_hand(clicked, &look, &draft, Told::Confirm(rank, risk)),
            Step::Refuse(draft, reason) => {
                let text = words(Some(&look.table), &Refusal::Illegal(reason));
                self.show_hand(clicked, &look, &draft, Told::Text(&text))
            }
            Step::Play { actions, keep } => {
                let request = Request::Act { step: clicked.click.step, actions };
                match self.ask_quietly(clicked, request).await {
                    Ok(look) => self.show_hand(clicked, &look, &keep, Told::Nothing),
                    Err(Failure::Refused { reason, table: Some(table) }) => {
                        let text = words(Some(&table), &reason);
                        match self.look(clicked).await {
                            Ok(look) => self.show_hand(clicked, &look, &clicked.click.draft, Told::Text(&text)),
                            Err(reply) => reply,
                        }
                    }
                    Err(why) => failure(&clicked.caller, why),
                }
            }
        }
    }

    /// The hand in the message of the click where that is the member's own, else in a new one.
    fn show_hand(&self, clicked: &Clicked, look: &Look, draft: &Draft, told: Told<'_>) -> Reply {
        let Some(view) = open_view(look, clicked.caller.member.user) else {
            return clicked.update(refused(Some(&look.table), &not_here(look)));
        };
        let render = next_render(clicked.click.render);
        let open = Open {
            handle: clicked.caller.handle.clone(),
            since: self.service.clock().now(),
            render,
            version: look.version,
            standing: Standing::of(&look.table, Some(&view.public), clicked.caller.member.user),
            drafting: !draft.is_empty() || matches!(told, Told::Confirm(..)),
        };
        clicked.afterwards.note_open(look.table.id, open);
        let panel = render::hand(lang(), look, &view, draft, render, told);
        clicked.update(panel)
    }

    /// The hand in a new message, for a command.
    pub(super) fn show_hand_of(&self, caller: &Caller, look: &Look, afterwards: &Afterwards) -> Reply {
        let click = Click::new(look.table.id, look.table.step, Verb::Board(BoardVerb::MyHand));
        let (caller, afterwards) = (caller.clone(), afterwards.clone());
        let lacking = serenity::Permissions::empty();
        let clicked = Clicked { caller, click, values: Vec::new(), private: false, lacking, afterwards };
        self.open_hand(&clicked, look, Told::Nothing)
    }

    pub(super) fn open_hand(&self, clicked: &Clicked, look: &Look, told: Told<'_>) -> Reply {
        self.show_hand(clicked, look, &Draft::default(), told)
    }

    /// From now on this hand is the open one; the message that showed it before goes, unless it is the same.
    fn take_over(&self, table: TableId, user: UserId, open: Open, private: bool) {
        let before = self.hands.open(table, user, open);
        if let Some(before) = before.filter(|_| !private) {
            let sender = Arc::clone(&self.sender);
            tokio::spawn(async move {
                // Gone already is as good.
                let _ = sender.delete_answer(&before.handle).await;
            });
        }
    }

    async fn after(&self, clicked: &Clicked, verb: AfterVerb) -> Reply {
        let step = clicked.click.step;
        let request = match verb {
            AfterVerb::Deal => Request::Deal { step },
            AfterVerb::Rematch => Request::Rematch { step },
            AfterVerb::Leave => {
                let (caller, table) = (&clicked.caller, clicked.click.table);
                let left = self.leave_by(caller, table, Request::LeaveWon { step }, &clicked.afterwards).await;
                return Self::or_failed(caller, left, Reply::Private);
            }
            AfterVerb::Rounds | AfterVerb::SheetOf => return self.rounds(clicked).await,
        };
        match self.ask(clicked, request).await {
            // The public message shows the new round by itself; the player who dealt sees the new hand.
            Ok(look) => self.open_hand(clicked, &look, Told::Nothing),
            Err(reply) => reply,
        }
    }

    /// What all rounds brought, or the sheets of the one that is chosen.
    async fn rounds(&self, clicked: &Clicked) -> Reply {
        let look = match self.look(clicked).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        let frame = Frame::of(lang(), &look.table);
        let Some(value) = clicked.values.first() else {
            return Reply::Private(rounds::panel(&frame, look.sheets()));
        };
        // What stands there may be all that is left of a game before this one.
        rounds::chosen(&frame, look.sheets(), value).map_or_else(|| alone("rounds-gone"), |panel| clicked.update(panel))
    }

    /// Looks at the table of a click.
    pub(super) async fn look(&self, clicked: &Clicked) -> Result<Look, Reply> {
        self.service.look(clicked.click.table).await.map_err(|why| failure(&clicked.caller, why))
    }

    /// Asks the service, and tells a refusal to the member alone.
    pub(super) async fn ask(&self, clicked: &Clicked, request: Request) -> Result<Look, Reply> {
        self.ask_quietly(clicked, request).await.map_err(|why| failure(&clicked.caller, why))
    }

    /// Asks the service; what to say of a refusal is the caller's.
    pub(super) async fn ask_quietly(&self, clicked: &Clicked, request: Request) -> Result<Look, Failure> {
        let look = self.service.ask(clicked.click.table, &clicked.caller.member, request).await?;
        clicked.afterwards.note_change(look.clone());
        Ok(look)
    }

    /// A panel as a reply, or the failure.
    pub(super) fn or_failed(
        caller: &Caller,
        panel: Result<Panel, Failure>,
        reply: impl FnOnce(Panel) -> Reply,
    ) -> Reply {
        panel.map_or_else(|why| failure(caller, why), reply)
    }

    pub(super) async fn stats(&self, guild: GuildId, whose: &Member, private: bool) -> Result<Panel, Failure> {
        let mut whose = whose.clone();
        if whose.name.is_empty() {
            whose.name = self.service.name_of(whose.user).await?.unwrap_or_default();
        }
        Ok(stats::panel(lang(), &whose, &self.service.stats(guild, whose.user).await?, private))
    }

    pub(super) async fn leaderboard(&self, guild: GuildId, page: u16, private: bool) -> Result<Panel, Failure> {
        Ok(leaderboard::panel(lang(), &self.service.leaderboard(guild, page.into()).await?, private))
    }
}

/// A failure in words, for the member alone.
pub(super) fn failure(caller: &Caller, failure: Failure) -> Reply {
    Reply::Private(match failure {
        Failure::Refused { reason, table } => refused(table.as_deref(), &reason),
        Failure::Store(error) => trouble(&caller.handle, &error),
        Failure::Commit(error) => trouble(&caller.handle, &error),
    })
}

/// A message without values, for the member alone.
pub(super) fn alone(key: &str) -> Reply {
    Reply::Private(render::text(lang().word(key)))
}

/// The language of what everybody sees; a member's own will come with the member.
pub(super) const fn lang() -> Lang {
    Lang::En
}

/// Whether a table is really to be ended, or why this member can't end it.
pub(super) fn end_question(caller: &Caller, table: &Table) -> Panel {
    if table.phase == Phase::Closed {
        return refused(Some(table), &Refusal::Closed);
    }
    if !may_end(caller, table) {
        // It may be one of several.
        let number = lang().say("table-number", &[("number", table.id.0.into())]);
        let why = words(Some(table), &Refusal::MayNotEnd { host: table.host_seat() });
        return render::text(format!("**{number}**\n{why}"));
    }
    end::panel(&Frame::of(lang(), table), table)
}

/// Whether this member may end the table.
pub(super) fn may_end(caller: &Caller, table: &Table) -> bool {
    table.host == caller.member.user || caller.manages(table)
}

/// What a slow answer to this announces. On the public message most verbs are answered to the member alone; the lobby
/// changes for all, and lists are shown to all.
const fn announced(verb: Verb, private: bool) -> Announce {
    match verb {
        _ if private => Announce::Update,
        Verb::Lobby(LobbyVerb::Join(_) | LobbyVerb::Leave | LobbyVerb::Shuffle | LobbyVerb::AddComputer)
        | Verb::List(_) => Announce::Update,
        _ => Announce::Private,
    }
}

/// Whether the answer to this can be the member's hand.
const fn shows_hand(verb: Verb) -> bool {
    match verb {
        Verb::Hand(_) => true,
        Verb::Board(verb) => {
            matches!(
                verb,
                BoardVerb::MyHand
                    | BoardVerb::Draw
                    | BoardVerb::AnswerPrompt
                    | BoardVerb::TakeOver
                    | BoardVerb::CallClock
            )
        }
        Verb::After(verb) => matches!(verb, AfterVerb::Deal | AfterVerb::Rematch),
        Verb::Lobby(verb) => matches!(verb, LobbyVerb::Start),
        Verb::List(_) => false,
    }
}

/// What a member may know of a table that is not closed.
pub(super) fn open_view(look: &Look, user: UserId) -> Option<View> {
    look.table.view_of(user).filter(|_| look.table.phase != Phase::Closed)
}

/// Why a member sees no hand.
pub(super) fn not_here(look: &Look) -> Refusal {
    match (look.table.phase, look.public()) {
        (Phase::Closed, _) => Refusal::Closed,
        (_, None) => Refusal::NoGame,
        _ => Refusal::NotSeated,
    }
}

pub(super) fn words(table: Option<&Table>, reason: &Refusal) -> String {
    let frame = match table {
        Some(table) => Frame::of(lang(), table),
        None => Frame::without_table(lang(), RuleSet::default().rules(4)),
    };
    say::refusal(lang(), &frame.names.text, frame.rules.players, &frame.ended, reason)
}

/// A refusal in words; whoever does not sit at a table, or comes too late, is told how it stands.
pub(super) fn refused(table: Option<&Table>, reason: &Refusal) -> Panel {
    let told = matches!(reason, Refusal::NotSeated | Refusal::Stale | Refusal::GameBegun | Refusal::NoVote);
    let stands = table.filter(|_| told).map(|table| tables::standing(&Frame::of(lang(), table), table));
    render::text(std::iter::once(words(table, reason)).chain(stands).collect::<Vec<_>>().join("\n"))
}

fn failed(id: &str) -> Panel {
    render::text(lang().say("failure", &[("id", id.into())]))
}

/// Something broke: it is logged under an id that the member is told.
pub(super) fn trouble(handle: &Handle, error: &(dyn std::error::Error + Sync)) -> Panel {
    let id = failure_id(handle);
    tracing::error!(failure = %id, %error, "a request failed");
    failed(&id)
}

fn component_caller(interaction: &serenity::ComponentInteraction) -> Caller {
    let handle = Handle { id: interaction.id.get(), token: interaction.token.clone() };
    let member = interaction.member.as_ref();
    Caller::new(handle, interaction.guild_id, interaction.channel_id, &interaction.user, member)
}

fn values(kind: &serenity::ComponentInteractionDataKind) -> Vec<String> {
    match kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => Vec::new(),
    }
}

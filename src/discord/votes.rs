//! What players decide together: the command that begins a vote, and the clicks on it. One call of the service each.

use std::sync::Arc;

use super::answers::{listed, the_one};
use super::click::{BoardVerb, ListVerb};
use super::panel::tables;
use super::reply::Reply;
use super::route::{Afterwards, Bot, Caller, Clicked, alone, failure, lang, refused};
use crate::service::{Look, Request};
use crate::table::{Motion, Phase, Refusal, TableId, UserId};

impl Bot {
    /// Begins a vote at the member's one table in play in this channel, or the one there is; of several, asks which.
    pub(super) async fn vote_command(self: Arc<Self>, caller: Caller, proposal: Request) {
        self.command(caller, move |bot, caller, afterwards| async move {
            let mut looks = match bot.own_tables(&caller).await {
                Ok(looks) => looks,
                Err(why) => return failure(&caller, why),
            };
            let in_play = |look: &Look| look.table.phase == Phase::Playing;
            if looks.iter().any(in_play) {
                looks.retain(in_play);
            }
            let which = || {
                let list = (lang().word("tables-vote-which"), listed(&looks));
                let what = text_of(&proposal);
                Reply::Private(tables::choice(lang(), caller.member.user, list, ListVerb::Propose, &what))
            };
            match the_one(&caller, &looks, which) {
                Ok(look) => bot.propose(&caller, look.table.id, proposal, &afterwards).await,
                Err(reply) => reply,
            }
        })
        .await;
    }

    /// The same at the table chosen of several.
    pub(super) async fn propose_chosen(&self, clicked: &Clicked) -> Reply {
        let chosen = clicked.values.first().and_then(|value| tables::chosen(value));
        let Some((table, proposal)) = chosen.and_then(|(table, what)| Some((table, proposal_of(what)?))) else {
            return alone("click-unreadable");
        };
        match self.propose(&clicked.caller, table, proposal, &clicked.afterwards).await {
            Reply::Private(panel) => clicked.update(panel),
            reply => reply,
        }
    }

    async fn propose(&self, caller: &Caller, table: TableId, proposal: Request, afterwards: &Afterwards) -> Reply {
        match self.service.ask(table, &caller.member, proposal).await {
            Ok(look) => {
                let open = look.table.vote.is_some();
                afterwards.note_change(look);
                alone(if open { "vote-begun" } else { "vote-carried" })
            }
            Err(why) => failure(caller, why),
        }
    }

    /// A voice for or against, or the end of a pause.
    pub(super) async fn voted(&self, clicked: &Clicked, verb: BoardVerb) -> Reply {
        let request = match verb {
            BoardVerb::Vote { yes, until } => Request::Vote { yes, until: until.cast_signed() },
            _ => Request::GoOn,
        };
        let said = match self.ask(clicked, request).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        match (verb, &said.table.vote) {
            (BoardVerb::GoOn, _) => alone("went-on"),
            (_, Some(_)) => alone("vote-counted"),
            (_, None) if said.table.phase == Phase::Closed => {
                Reply::Private(refused(Some(&said.table), &Refusal::Closed))
            }
            (_, None) => alone("vote-over"),
        }
    }
}

const PAUSE: &str = "pause";
const END: &str = "end";
/// Whoever is absent.
const REPLACE: &str = "replace";

/// What is voted on, as one word of a menu's value: whom to replace is named by a number.
fn text_of(proposal: &Request) -> String {
    match proposal {
        Request::Propose(Motion::Pause) => PAUSE.to_owned(),
        Request::Propose(Motion::End) => END.to_owned(),
        Request::Propose(Motion::Replace(user)) => user.0.to_string(),
        _ => REPLACE.to_owned(),
    }
}

fn proposal_of(text: &str) -> Option<Request> {
    Some(match text {
        PAUSE => Request::Propose(Motion::Pause),
        END => Request::Propose(Motion::End),
        REPLACE => Request::ProposeToReplace,
        user => Request::Propose(Motion::Replace(UserId(user.parse().ok()?))),
    })
}

//! What players decide together: the command that begins a vote, and the clicks on it. One call of the service each.

use std::sync::Arc;

use super::click::BoardVerb;
use super::reply::{Announce, Reply};
use super::route::{Afterwards, Bot, Caller, Clicked, alone, failure};
use crate::service::Request;
use crate::table::{Motion, Phase};

impl Bot {
    /// Begins a vote at the member's one table in this channel, or the one there is.
    pub(super) async fn vote_command(self: Arc<Self>, caller: Caller, motion: Motion) {
        let afterwards = Afterwards::default();
        let kept = afterwards.clone();
        let bot = Arc::clone(&self);
        let from = caller.clone();
        let handler = async move {
            let looks = match bot.own_tables(&from).await {
                Ok(looks) => looks,
                Err(why) => return failure(&from, why),
            };
            let look = match Self::the_one(&from, &looks) {
                Ok(look) => look,
                Err(reply) => return reply,
            };
            match bot.service.ask(look.table.id, &from.member, Request::Propose(motion)).await {
                Ok(look) => {
                    let open = look.table.vote.is_some();
                    kept.note_change(look);
                    alone(if open { "vote-begun" } else { "vote-carried" })
                }
                Err(why) => failure(&from, why),
            }
        };
        self.answer(&caller.handle, Announce::Private, handler).await;
        self.settle(&afterwards, caller.member.user, false);
    }

    /// A voice for or against, or the end of a pause.
    pub(super) async fn voted(&self, clicked: &Clicked, verb: BoardVerb) -> Reply {
        let request = match verb {
            BoardVerb::Vote(yes) => Request::Vote(yes),
            _ => Request::GoOn,
        };
        let said = match self.ask(clicked, request).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        alone(match (verb, &said.table.vote) {
            (BoardVerb::GoOn, _) => "went-on",
            (_, Some(_)) => "vote-counted",
            (_, None) if said.table.phase == Phase::Closed => "table-closed",
            (_, None) => "vote-over",
        })
    }
}

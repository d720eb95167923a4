//! What players decide together: the command that begins a vote, and the clicks on it. One call of the service each.

use std::sync::Arc;

use super::answers::{several, the_one};
use super::click::BoardVerb;
use super::reply::Reply;
use super::route::{Bot, Caller, Clicked, alone, failure, refused};
use crate::service::Request;
use crate::table::{Phase, Refusal};

impl Bot {
    /// Begins a vote at the member's one table in this channel, or the one there is.
    pub(super) async fn vote_command(self: Arc<Self>, caller: Caller, proposal: Request) {
        self.command(caller, move |bot, caller, afterwards| async move {
            let looks = match bot.own_tables(&caller).await {
                Ok(looks) => looks,
                Err(why) => return failure(&caller, why),
            };
            let look = match the_one(&caller, &looks, || several(&caller, &looks)) {
                Ok(look) => look,
                Err(reply) => return reply,
            };
            match bot.service.ask(look.table.id, &caller.member, proposal).await {
                Ok(look) => {
                    let open = look.table.vote.is_some();
                    afterwards.note_change(look);
                    alone(if open { "vote-begun" } else { "vote-carried" })
                }
                Err(why) => failure(&caller, why),
            }
        })
        .await;
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

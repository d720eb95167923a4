//! Open hands follow what happens at their table without a click of their players: of whoever is to act, and wherever
//! what its player can do is something else now. Must never hold up an answer, nor take a draft away.

use std::sync::Arc;

use super::draft::Draft;
use super::hands::{Hands, Standing};
use super::panel::Panel;
use super::panel::hand::{Told, next_render};
use super::render;
use super::route::{Bot, lang, not_here, open_view, refused};
use super::send::Sender;
use crate::service::Look;
use crate::table::{Member, Refusal, UserId};

impl Bot {
    /// The hands of all who are to act show the new state, and those that offer something else now; not the one that
    /// an answer has just drawn.
    pub(super) fn push_hands(&self, look: &Look, drawn: Option<UserId>) {
        let to_act: Vec<UserId> = look.table.to_act().map(|member| member.user).collect();
        self.push_to(look, |user| Some(user) != drawn, |user| to_act.contains(&user));
    }

    /// All open hands show the new state: something happened that none of their players clicked for.
    pub(super) fn push_all_hands(&self, look: &Look) {
        self.push_to(look, |_| true, |_| true);
    }

    /// To these; to some of them whatever their hands offered before.
    fn push_to(&self, look: &Look, these: impl Fn(UserId) -> bool, anyway: impl Fn(UserId) -> bool) {
        let (now, public) = (self.service.clock().now(), look.public());
        for user in players(look).map(|member| member.user).filter(|user| these(*user)) {
            let standing = || Standing::of(&look.table, public.as_ref(), user);
            if self.hands.follows(look.table.id, user, now, anyway(user), standing) {
                tokio::spawn(push(self.hands.clone(), Arc::clone(&self.sender), look.clone(), user, now));
            }
        }
    }
}

/// Who sits at a table, and who sat there in this game.
fn players(look: &Look) -> impl Iterator<Item = &Member> {
    look.table.members().map(|(_, member)| member).chain(&look.table.quitters)
}

/// Shows the new state in an open hand, unless a click or something newer has shown it by then.
async fn push(hands: Hands, sender: Arc<Sender>, look: Look, user: UserId, now: i64) {
    let table = look.table.id;
    let _turn = hands.turn(table, user).await;
    let Some(open) = hands.find(table, user, now).filter(|open| open.may_follow(open.standing)) else { return };
    let render = next_render(open.render);
    if hands.renew(table, user, &open.handle, look.version, render) {
        let panel = pushed(&look, user, render);
        // Nothing depends on a push: a token that no longer works is let go, never tried again.
        if sender.edit_answer(&open.handle, &panel).await.is_err() {
            hands.close(table, user, &open.handle);
        }
    }
}

/// What an open hand shows that its player has not clicked.
fn pushed(look: &Look, user: UserId, render: u8) -> Panel {
    if let Some(view) = open_view(look, user) {
        return render::hand(lang(), look, &view, &Draft::default(), render, Told::Nothing);
    }
    match not_here(look) {
        Refusal::NotSeated => render::text(lang().word("hand-seat-lost")),
        reason => refused(Some(&look.table), &reason),
    }
}

//! What stands below the message of a table while its players decide something, or have paused it. Must never count.

use super::frame::{Frame, relative};
use super::names::in_text;
use super::{Panel, Row};
use crate::discord::click::BoardVerb;
use crate::table::{Motion, Phase, Table, UserId, Vote};

/// The message with the vote that is open, and with what ends a pause.
pub fn beside(frame: &Frame, table: &Table, mut panel: Panel) -> Panel {
    if table.phase != Phase::Playing {
        return panel;
    }
    if let Some(vote) = &table.vote {
        panel.content = format!("{}\n{}", panel.content, line(frame, table, vote));
        let named = &mut panel.allowed_mentions.users;
        let asked: Vec<String> = table.yet_to_vote().map(|user| user.0.to_string()).collect();
        // Discord takes nobody twice.
        named.retain(|user| !asked.contains(user));
        named.extend(asked);
        let until = vote.until.cast_unsigned();
        panel.components.push(Row::buttons([true, false].map(|yes| frame.inform(BoardVerb::Vote { yes, until }))));
    }
    if table.paused {
        panel.content = format!("{}\n{}", panel.content, frame.lang.word("table-paused"));
        panel.components.push(Row::buttons([frame.inform(BoardVerb::GoOn)]));
    }
    panel
}

fn line(frame: &Frame, table: &Table, vote: &Vote) -> String {
    let lang = frame.lang;
    let motion = match vote.motion {
        Motion::End => lang.word("vote-end"),
        Motion::Pause => lang.word("vote-pause"),
        Motion::Replace(user) => lang.say("vote-replace", &[("name", mention(user).into())]),
    };
    let by = vote.by.as_ref().map_or_else(|| lang.word("vote-somebody"), |by| in_text(&by.name));
    let args = [
        ("name", by.into()),
        ("motion", motion.into()),
        ("yes", table.seated_of(&vote.yes).to_string().into()),
        ("needed", table.majority().to_string().into()),
        ("when", relative(vote.until / 1000).into()),
    ];
    let line = lang.say("vote-line", &args);
    // Whose seat it is about is named there.
    let others = table.yet_to_vote().filter(|user| vote.motion != Motion::Replace(*user));
    let others: Vec<String> = others.map(mention).collect();
    if others.is_empty() {
        return line;
    }
    format!("{line}\n{}", lang.say("vote-asked", &[("names", others.join(" · ").into())]))
}

/// A member as the message can call them, also one for whom the computer plays.
fn mention(user: UserId) -> String {
    format!("<@{}>", user.0)
}

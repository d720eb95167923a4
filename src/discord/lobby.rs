//! Clicks in the lobby and on the host's options: one call of the service each. No rules, no words of panels.

use super::click::LobbyVerb;
use super::panel::frame::Frame;
use super::panel::hand::{Told, next_render};
use super::panel::lobby::{self, Removed};
use super::panel::names::Names;
use super::panel::options;
use super::render;
use super::reply::Reply;
use super::route::{Bot, Clicked, alone, end_question, failure, lang, refused, words};
use crate::engine::rules::OptionSpec;
use crate::i18n::say;
use crate::service::{Failure, Look, Request};
use crate::table::{Phase, Refusal, UserId};

impl Bot {
    pub(super) async fn lobby(&self, clicked: &Clicked, verb: LobbyVerb) -> Reply {
        match verb {
            LobbyVerb::Cancel => {
                return match self.look(clicked).await {
                    Ok(look) => Reply::Private(end_question(&clicked.caller, &look.table)),
                    Err(reply) => reply,
                };
            }
            LobbyVerb::Options | LobbyVerb::BackToOptions | LobbyVerb::PickOption => {
                return self.show_options(clicked, verb).await;
            }
            LobbyVerb::SetOption(key) => return self.set_option(clicked, key).await,
            _ => {}
        }
        let chosen = clicked.values.first().map_or("", String::as_str);
        let Some(request) = asked_for(verb, chosen) else { return alone("click-unreadable") };
        let news = self.news_of(clicked, &request).await;
        match self.ask_quietly(clicked, request).await {
            // Only the host has the menus of a private message.
            Ok(look) if clicked.private => {
                let render = next_render(clicked.click.render);
                Reply::Update(options::panel(&Frame::of(lang(), &look.table), &look.table, render, &news))
            }
            // The public message is posted anew, and may be gone already; the host sees the first hand.
            Ok(look) if verb == LobbyVerb::Start => self.open_hand(clicked, &look, Told::Nothing),
            Ok(look) => Reply::Update(render::board(lang(), &look)),
            Err(Failure::Refused { reason, table }) if leaves_no_menus(&reason) => {
                clicked.update(refused(table.as_deref(), &reason))
            }
            Err(why) => failure(&clicked.caller, why),
        }
    }

    /// What the host is told once this is done.
    async fn news_of(&self, clicked: &Clicked, request: &Request) -> Vec<String> {
        let set = |what: String| lang().say("options-set", &[("what", what.into())]);
        let line = match request {
            Request::Remove(user) => {
                let name = self.seated_name(clicked, *user).await;
                name.map(|name| lang().say("options-sent-away", &[("name", name.into())]))
            }
            Request::SetClock(pace) => Some(set(say::pace(lang(), *pace))),
            Request::LetSeatsWait(wait) => Some(set(say::left_seats(lang(), *wait))),
            _ => None,
        };
        line.into_iter().collect()
    }

    async fn show_options(&self, clicked: &Clicked, verb: LobbyVerb) -> Reply {
        let look = match self.look(clicked).await {
            Ok(look) => look,
            Err(reply) => return reply,
        };
        let refusal = match look.table.phase {
            Phase::Lobby if look.table.host == clicked.caller.member.user => None,
            Phase::Lobby => Some(Refusal::NotHost { host: look.table.host_seat() }),
            Phase::Closed => Some(Refusal::Closed),
            Phase::Playing | Phase::Won => Some(Refusal::GameBegun),
        };
        if let Some(reason) = refusal {
            return clicked.update(refused(Some(&look.table), &reason));
        }
        let frame = Frame::of(lang(), &look.table);
        let render = next_render(clicked.click.render);
        let picked = clicked.values.first().and_then(|key| OptionSpec::by_key(key));
        match (verb, picked) {
            (LobbyVerb::Options, _) => Reply::Private(options::panel(&frame, &look.table, render, &[])),
            (LobbyVerb::PickOption, Some(option)) => {
                clicked.update(options::values(&frame, &look.table, option, render))
            }
            _ => clicked.update(options::panel(&frame, &look.table, render, &[])),
        }
    }

    async fn set_option(&self, clicked: &Clicked, key: &str) -> Reply {
        let value = clicked.values.first().cloned().unwrap_or_default();
        let before = match self.look(clicked).await {
            Ok(look) => look.table,
            Err(reply) => return reply,
        };
        let asked = self.ask_quietly(clicked, Request::SetOption { key: key.to_owned(), value }).await;
        let (table, news) = match asked {
            Ok(Look { table, .. }) => {
                let news = options::changes(&Frame::of(lang(), &table), &before.rules, key);
                (table, news)
            }
            Err(Failure::Refused { reason, table }) if leaves_no_menus(&reason) => {
                return clicked.update(refused(table.as_deref(), &reason));
            }
            Err(Failure::Refused { reason, table: Some(table) }) => {
                let why = format!("⚠ {}", words(Some(&table), &reason));
                (table, vec![why])
            }
            Err(why) => return failure(&clicked.caller, why),
        };
        let render = next_render(clicked.click.render);
        clicked.update(options::panel(&Frame::of(lang(), &table), &table, render, &news))
    }

    /// How somebody is called who sits at the table of a click.
    async fn seated_name(&self, clicked: &Clicked, user: UserId) -> Option<String> {
        let table = self.look(clicked).await.ok()?.table;
        let seat = table.seat_of(user)?;
        Some(Names::of(lang(), &table).text[seat].clone())
    }
}

/// Whether the menus of whoever is refused for this are of no use any more.
const fn leaves_no_menus(reason: &Refusal) -> bool {
    matches!(reason, Refusal::GameBegun | Refusal::Closed | Refusal::NoSuchTable | Refusal::NotHost { .. })
}

/// What a click asks the service for, with the choice of a menu; none if that can't be read.
fn asked_for(verb: LobbyVerb, chosen: &str) -> Option<Request> {
    Some(match verb {
        LobbyVerb::Join(team) => Request::Join(team),
        LobbyVerb::Leave => Request::Leave,
        LobbyVerb::Shuffle => Request::Shuffle,
        LobbyVerb::Start => Request::Start,
        LobbyVerb::Remove => match lobby::removed(chosen)? {
            Removed::Member(user) => Request::Remove(user),
            Removed::Computer(seat) => Request::RemoveComputer(seat),
        },
        LobbyVerb::AddComputer => {
            let (team, level) = lobby::computer(chosen)?;
            Request::AddComputer(team, level)
        }
        LobbyVerb::SetClock => Request::SetClock(options::pace(chosen)?),
        LobbyVerb::SetLeftSeats => Request::LetSeatsWait(options::left_seats(chosen)?),
        // These ask the service for nothing.
        LobbyVerb::Cancel
        | LobbyVerb::Options
        | LobbyVerb::PickOption
        | LobbyVerb::SetOption(_)
        | LobbyVerb::BackToOptions => return None,
    })
}

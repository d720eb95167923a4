//! The application itself: where its gateway is, who it is, its commands and emojis. It must never touch channels or messages.

use serde_json::{Value, json};

use super::{Call, Reply, Route};
use crate::sandbox::errors::ApiError;
use crate::sandbox::message::drop_nulls;
use crate::sandbox::state::{Id, World};
use crate::sandbox::{Shared, gateway, lock, render};

pub(super) fn serve(shared: &Shared, world: &mut World, call: &Call) -> Result<Reply, ApiError> {
    match (call.method.as_str(), &call.route) {
        ("GET", Route::Gateway) => Reply::ok(&json!({"url": shared.gateway_url()})),
        ("GET", Route::GatewayBot) => Reply::ok(&gateway_bot(shared)),
        ("GET", Route::Application | Route::OauthApplication) => Reply::ok(&application(world)),
        ("GET", Route::Me) => Reply::ok(&gateway::current_user(world)),
        ("GET", Route::MyGuilds) => Reply::ok(&my_guilds(world)),
        (method, Route::Commands(app)) => commands(world, call, method, *app, None),
        (method, Route::GuildCommands(app, guild)) => commands(world, call, method, *app, Some(*guild)),
        (method, Route::Command(app, id)) => command(world, method, *app, *id),
        (method, Route::Emojis(app)) => emojis(world, call, method, *app),
        (method, Route::Emoji(app, emoji)) => one_emoji(world, method, *app, *emoji),
        _ => Err(ApiError::method_not_allowed()),
    }
}

fn gateway_bot(shared: &Shared) -> Value {
    let left = 1000_u64.saturating_sub(lock(&shared.gateway).identifies());
    json!({
        "url": shared.gateway_url(),
        "shards": 1,
        "session_start_limit": {"total": 1000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1},
    })
}

fn application(world: &World) -> Value {
    let owner = world.guilds.values().next().map_or(world.bot, |guild| guild.owner);
    json!({
        "id": world.application.to_string(),
        "name": "canasta",
        "icon": null,
        "description": "",
        "type": null,
        "bot": render::user(world, world.bot),
        "bot_public": true,
        "bot_require_code_grant": false,
        "integration_types_config": {"0": {}},
        "verify_key": "0".repeat(64),
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": render::user(world, owner),
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": null,
        "eligible_oauth2_scopes": [],
    })
}

fn my_guilds(world: &World) -> Value {
    let mine = world.guilds.values().filter(|guild| guild.members.contains_key(&world.bot));
    let row = |guild: &crate::sandbox::state::Guild| {
        json!({"id": guild.id.to_string(), "name": guild.name, "icon": null, "banner": null, "owner": false,
            "permissions": "0", "features": []})
    };
    mine.map(row).collect()
}

fn mine(world: &World, app: Id) -> Result<(), ApiError> {
    if world.application == app { Ok(()) } else { Err(ApiError::unknown_application()) }
}

/// Commands of one guild are kept with those of all: this stand-in knows one application in few guilds.
fn commands(world: &mut World, call: &Call, method: &str, app: Id, guild: Option<Id>) -> Result<Reply, ApiError> {
    mine(world, app)?;
    if guild.is_some_and(|guild| !world.guilds.contains_key(&guild)) {
        return Err(ApiError::unknown_guild());
    }
    let guild_text = guild.map(|id| id.to_string());
    let same = |command: &Value| command.get("guild_id").and_then(Value::as_str) == guild_text.as_deref();
    match method {
        "GET" => Reply::ok(&world.commands.iter().filter(|c| same(c)).collect::<Vec<_>>()),
        "PUT" => {
            let sent: Vec<Value> = call.body.as_array().cloned().unwrap_or_default();
            let made: Vec<Value> = sent.iter().map(|sent| registered(world, call.now, sent, guild)).collect();
            world.commands.retain(|command| !same(command));
            world.commands.extend(made.iter().cloned());
            Reply::ok(&made)
        }
        "POST" => {
            let made = registered(world, call.now, &call.body, guild);
            world.commands.retain(|command| !(same(command) && command["name"] == made["name"]));
            world.commands.push(made.clone());
            Reply::created(&made)
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// A command as Discord keeps it; one of the same name keeps its identifier.
fn registered(world: &mut World, now: i64, sent: &Value, guild: Option<Id>) -> Value {
    let mut command = sent.clone();
    drop_nulls(&mut command);
    let old = world.commands.iter().find(|old| old["name"] == command["name"]).map(|old| old["id"].clone());
    let permissions = match &sent["default_member_permissions"] {
        Value::Number(bits) => Value::String(bits.to_string()),
        other => other.clone(),
    };
    let version = render::id(world.next_id(now));
    command["id"] = old.unwrap_or_else(|| version.clone());
    command["version"] = version;
    command["application_id"] = render::id(world.application);
    command["default_member_permissions"] = permissions;
    if let Some(guild) = guild {
        command["guild_id"] = render::id(guild);
    }
    for (key, value) in
        [("type", json!(1)), ("description", json!("")), ("nsfw", json!(false)), ("integration_types", json!([0]))]
    {
        if command.get(key).is_none() {
            command[key] = value;
        }
    }
    for key in ["name_localizations", "description_localizations"] {
        if command.get(key).is_none() {
            command[key] = Value::Null;
        }
    }
    command
}

fn command(world: &mut World, method: &str, app: Id, command: Id) -> Result<Reply, ApiError> {
    mine(world, app)?;
    let wanted = render::id(command);
    let index = world.commands.iter().position(|c| c["id"] == wanted).ok_or_else(ApiError::unknown_command)?;
    match method {
        "GET" => Reply::ok(&world.commands.get(index)),
        "DELETE" => {
            world.commands.remove(index);
            Reply::nothing()
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

fn emojis(world: &mut World, call: &Call, method: &str, app: Id) -> Result<Reply, ApiError> {
    mine(world, app)?;
    match method {
        "GET" => Reply::ok(&json!({"items": world.emojis})),
        "POST" => {
            let name = call.body["name"].as_str().unwrap_or_default();
            if world.emojis.iter().any(|emoji| emoji["name"] == name) {
                let text = "You have an emoji of this name already";
                return Err(ApiError::form_one("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text));
            }
            let emoji = json!({"id": world.next_id(call.now).to_string(), "name": name, "roles": [], "user": render::user(world, world.bot),
                "require_colons": true, "managed": false, "animated": false, "available": true});
            world.emojis.push(emoji.clone());
            Reply::created(&emoji)
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

fn one_emoji(world: &mut World, method: &str, app: Id, emoji: Id) -> Result<Reply, ApiError> {
    mine(world, app)?;
    let wanted = render::id(emoji);
    let index = world.emojis.iter().position(|e| e["id"] == wanted).ok_or_else(ApiError::not_found)?;
    match method {
        "GET" => Reply::ok(&world.emojis.get(index)),
        "DELETE" => {
            world.emojis.remove(index);
            Reply::nothing()
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

//! Slash commands from the member's side: which registered command is meant, and whether its options are as it wants them.
//! It must never know who registered it or what it does.

use serde_json::{Map, Value, json};

use super::driver::Refused;
use super::render;
use super::state::{Id, World};

const SUB_COMMAND_GROUP: u64 = 2;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const NUMBER: u64 = 10;

/// What a member typed.
pub(crate) struct Typed<'a> {
    /// Command, group and sub-command, separated by spaces.
    pub(crate) path: &'a str,
    pub(crate) options: &'a [(&'a str, Value)],
    /// The option in which the member is still typing.
    pub(crate) focused: Option<&'a str>,
}

/// A command found, ready to be sent.
pub(crate) struct Found {
    pub(crate) data: Value,
    /// What the command asks of whoever uses it.
    pub(crate) permissions: u64,
}

/// Finds the command and fits the options to it.
pub(crate) fn find(world: &World, guild: Id, typed: &Typed<'_>) -> Result<Found, Refused> {
    let mut words = typed.path.split_whitespace();
    let name = words.next().unwrap_or_default();
    let no_command = || Refused::NoSuchCommand(typed.path.to_owned());
    let here = guild.to_string();
    let offered = |c: &&Value| c.get("guild_id").is_none_or(|guild| *guild == *here);
    let mut commands = world.commands.iter().filter(offered);
    let command = commands.find(|c| c["name"] == name && c["type"].as_u64().unwrap_or(1) == 1);
    let command = command.ok_or_else(no_command)?;
    let mut level = command;
    let mut way = Vec::new();
    for word in words {
        let options = level["options"].as_array().ok_or_else(no_command)?;
        let next =
            options.iter().find(|o| o["name"] == word && o["type"].as_u64().is_some_and(|t| t <= SUB_COMMAND_GROUP));
        level = next.ok_or_else(no_command)?;
        way.push((level["type"].clone(), word));
    }
    let wanted = level["options"].as_array().map_or(&[][..], Vec::as_slice);
    if wanted.iter().any(|option| option["type"].as_u64().is_some_and(|t| t <= SUB_COMMAND_GROUP)) {
        return Err(no_command());
    }
    let mut resolved = Map::new();
    let mut options = fit(world, guild, wanted, typed, &mut resolved)?;
    for (kind, word) in way.into_iter().rev() {
        options = vec![json!({"type": kind, "name": word, "options": options})];
    }
    let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": options});
    if !resolved.is_empty() {
        data["resolved"] = Value::Object(resolved);
    }
    let permissions = command["default_member_permissions"].as_str().and_then(|bits| bits.parse().ok()).unwrap_or(0);
    Ok(Found { data, permissions })
}

fn fit(
    world: &World,
    guild: Id,
    wanted: &[Value],
    typed: &Typed<'_>,
    resolved: &mut Map<String, Value>,
) -> Result<Vec<Value>, Refused> {
    if let Some((name, _)) = typed.options.iter().find(|(name, _)| !wanted.iter().any(|o| o["name"] == *name)) {
        return Err(Refused::NoSuchOption((*name).to_owned()));
    }
    let mut fitted = Vec::new();
    for option in wanted {
        let name = option["name"].as_str().unwrap_or_default();
        let focused = typed.focused == Some(name);
        let Some((_, value)) = typed.options.iter().find(|(given, _)| *given == name) else {
            if option["required"] == true && typed.focused.is_none() {
                return Err(Refused::MissingOption(name.to_owned()));
            }
            continue;
        };
        let value = if focused { value.clone() } else { value_of(world, guild, option, value, resolved)? };
        let mut entry = json!({"type": option["type"], "name": name, "value": value});
        if focused {
            entry["focused"] = true.into();
        }
        fitted.push(entry);
    }
    Ok(fitted)
}

/// The value as the option's kind wants it; clients let nothing else through.
fn value_of(
    world: &World,
    guild: Id,
    option: &Value,
    given: &Value,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refused> {
    let bad = || Refused::BadValue(option["name"].as_str().unwrap_or_default().to_owned());
    let choices = option["choices"].as_array().filter(|list| !list.is_empty());
    if choices.is_some_and(|list| !list.iter().any(|choice| choice["value"] == *given)) {
        return Err(bad());
    }
    let within = |least: &str, most: &str, n: f64| {
        option[least].as_f64().is_none_or(|least| n >= least) && option[most].as_f64().is_none_or(|most| n <= most)
    };
    match option["type"].as_u64().unwrap_or(0) {
        STRING => {
            let length = u32::try_from(given.as_str().ok_or_else(bad)?.chars().count()).map_err(|_| bad())?;
            within("min_length", "max_length", f64::from(length)).then(|| given.clone()).ok_or_else(bad)
        }
        INTEGER if given.is_i64() || given.is_u64() => number(given, within).ok_or_else(bad),
        NUMBER if given.is_number() => number(given, within).ok_or_else(bad),
        BOOLEAN if given.is_boolean() => Ok(given.clone()),
        6..=9 => {
            let id = given.as_u64().or_else(|| given.as_str()?.parse().ok()).ok_or_else(bad)?;
            resolve(world, guild, id, resolved).ok_or_else(bad)?;
            Ok(render::id(id))
        }
        _ => Err(bad()),
    }
}

fn number(given: &Value, within: impl Fn(&str, &str, f64) -> bool) -> Option<Value> {
    within("min_value", "max_value", given.as_f64()?).then(|| given.clone())
}

/// Puts a named user, role or channel among the resolved ones.
pub(crate) fn resolve(world: &World, guild: Id, id: Id, resolved: &mut Map<String, Value>) -> Option<()> {
    let guild = world.guilds.get(&guild)?;
    let mut put = |table: &str, value: Value| {
        let table = resolved.entry(table).or_insert_with(|| json!({}));
        table[id.to_string()] = value;
    };
    if world.users.contains_key(&id) {
        put("users", render::tree(&render::user(world, id)));
        if let Some(member) = render::member(world, guild, id) {
            let mut member = render::tree(&member);
            if let Some(map) = member.as_object_mut() {
                map.retain(|key, _| !matches!(key.as_str(), "user" | "deaf" | "mute"));
                map.insert("permissions".to_owned(), "0".into());
            }
            put("members", member);
        }
    } else if let Some(role) = guild.roles.get(&id) {
        put("roles", render::role(role, 1));
    } else {
        let channel = world.channels.get(&id)?;
        put("channels", render::tree(&render::partial_channel(world, channel, world.bot)));
    }
    Some(())
}

//! Canasta for two or four players, in four rule sets: the rules, a table in a terminal, and the bot for Discord.
//!
//! Code map, top to bottom; a module uses only what its line names (`tidy.rs` holds it to that):
//!
//! - [`discord`]: the game on Discord. Uses service, table, views, i18n; never the store.
//! - [`terminal`]: play and replay in a terminal. Uses engine, ai, i18n.
//! - [`service`]: the verbs; it owns the clock and chance, and commits before it tells. Uses engine, table, store.
//! - [`store`]: SQLite; all SQL. Uses engine, table.
//! - [`i18n`]: words for players, one file of messages a language. Uses engine, table.
//! - [`table`]: lobby and seats, who may do what. Uses engine.
//! - [`ai`]: computer players; they see a view. Uses engine.
//! - [`engine`]: the rules. Uses nothing of ours.
//! - [`config`]: the one reader of the environment. Uses nothing of ours.
//! - `sandbox`: the stand-in for Discord (feature `sandbox`). Uses nothing of ours.
//!
//! What holds everywhere: legality is a function of what a player may know; actions speak ranks, events speak cards;
//! views are built field by field; what happened is recorded, not what caused it; no hand reaches a log.

pub mod ai;
pub mod config;
pub mod discord;
pub mod engine;
pub mod i18n;
#[cfg(feature = "sandbox")]
pub mod sandbox;
pub mod service;
pub mod store;
pub mod table;
pub mod terminal;
#[cfg(test)]
mod tidy;

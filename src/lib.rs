//! Canasta for two or four players, in four rule sets.

pub mod ai;
pub mod discord;
pub mod engine;
pub mod i18n;
pub mod table;
pub mod terminal;

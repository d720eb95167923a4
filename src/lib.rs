//! Canasta for two or four players, in four rule sets.

pub mod ai;
pub mod engine;
pub mod store;
pub mod table;

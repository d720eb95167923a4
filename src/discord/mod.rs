//! The game on Discord. Must never know how tables are stored: it asks the service.

pub mod panel;

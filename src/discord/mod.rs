//! The game on Discord. Must never know how tables are stored: it asks the service.

pub mod click;
pub mod compose;
pub mod draft;
pub mod offers;
pub mod panel;
#[cfg(test)]
mod tests;

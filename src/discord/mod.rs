//! The game on Discord: the connection, the commands, the clicks, and what people see. Must never know how tables are
//! stored: it asks the service.

mod answers;
mod background;
mod boards;
pub mod click;
mod commands;
pub mod compose;
mod computers;
pub mod draft;
mod hands;
mod lobby;
pub mod offers;
pub mod panel;
mod permissions;
mod pushes;
mod render;
mod reply;
mod route;
mod run;
mod send;
#[cfg(test)]
mod tests;
mod timer;
mod turns;
mod votes;
mod wording;

pub use run::{Access, RunError, run};

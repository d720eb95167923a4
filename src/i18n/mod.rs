//! Words for players, one file of messages a language: [`Lang`] finds a message, [`say`] knows which message says what;
//! [`board`] and [`sheet`] lay out what every table shows as plain columns of text.
//! Must never know a rule, nor where its texts are shown.

pub mod board;
mod cast;
pub mod hint;
mod lang;
pub mod say;
pub mod sheet;
mod story;
#[cfg(test)]
mod tests;

pub use cast::names_before;
#[cfg(test)]
pub(crate) use lang::take_faults;
pub use lang::{Arg, Lang};
pub use story::Story;

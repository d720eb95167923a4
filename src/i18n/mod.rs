//! Words for players, one file of messages a language: [`Lang`] finds a message, [`say`] knows which message says what.
//! Must never know a rule, nor where its texts are shown.

mod lang;
pub mod say;
mod story;
#[cfg(test)]
mod tests;

pub use lang::{Arg, Lang};
pub use story::Story;

//! The whole program, run as its users run it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod canasta;
#[cfg(feature = "sandbox")]
mod discord;
mod play;
mod replay;

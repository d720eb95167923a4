//! The whole program, run as its users run it.

mod canasta;
mod play;
mod replay;

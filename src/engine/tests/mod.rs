//! What the rules are held to. Positions and actions are written in the notation.

pub(crate) mod brute;
mod going_out;
mod legality;
pub(crate) mod positions;

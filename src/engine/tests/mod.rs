//! What the rules are held to. Positions and actions are written in the notation.

mod brute;
mod going_out;
mod legality;
mod positions;

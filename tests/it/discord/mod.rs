//! The bot against the stand-in for Discord: the real binary, members who do nothing but what members can do.

mod games;
mod party;
mod kill;
mod crowd;
mod old_buttons;
mod trouble;
mod secrets;

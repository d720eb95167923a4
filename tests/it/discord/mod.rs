//! The bot against the stand-in for Discord: the real binary, members who do nothing but what members can do.

mod after;
mod away;
mod calls;
mod clock;
mod computers;
mod crowd;
mod games;
mod kill;
mod lists;
mod old_buttons;
mod party;
mod people;
mod player;
mod secrets;
mod several;
mod starting;
mod trouble;
mod votes;

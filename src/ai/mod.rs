//! Computer players: they see a view and choose among what is offered. Must never know a hidden card.

mod random;

pub use random::choose_at_random;

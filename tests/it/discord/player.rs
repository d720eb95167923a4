//! How a player at a screen plays: what can be used on a message, and what of it somebody sensible would use. The
//! benchmarks play like this too.

use canasta::discord::click::{Click, HandVerb, Verb};
use canasta::sandbox::{Id, Message};
use rand::seq::IndexedRandom;
use rand::{RngExt, rngs::StdRng};

/// Something that can be used on a message.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) verb: Verb,
    pub(crate) custom_id: String,
    /// Nothing for a button.
    pub(crate) values: Vec<String>,
}

/// Every button that can be clicked, and every menu with one choice of it.
pub(crate) fn uses(message: &Message) -> Vec<Use> {
    let buttons = message.buttons().into_iter().filter(|button| !button.disabled);
    let buttons =
        buttons.map(|button| Use { verb: verb(&button.custom_id), custom_id: button.custom_id, values: vec![] });
    let menus = message.selects().into_iter().filter(|menu| !menu.disabled).flat_map(|menu| {
        let verb = verb(&menu.custom_id);
        let custom_id = menu.custom_id.clone();
        menu.choices.into_iter().map(move |choice| Use {
            verb,
            custom_id: custom_id.clone(),
            values: vec![choice.value],
        })
    });
    buttons.chain(menus).collect()
}

/// What a sensible player would use: go out, play what is put together, draw or take, meld, discard. `melds`: so often
/// something that can be melded is, between 0 and 1.
pub(crate) fn sensible(hand: &Message, melds: f64, rng: &mut StdRng) -> Option<Use> {
    let all = uses(hand);
    let any_of = |wanted: &[HandVerb], rng: &mut StdRng| {
        let fits = |used: &&Use| matches!(used.verb, Verb::Hand(verb) if wanted.contains(&verb));
        all.iter().filter(fits).collect::<Vec<_>>().choose(rng).map(|&used| used.clone())
    };
    let sure = all.iter().find(|used| matches!(used.verb, Verb::Hand(HandVerb::DiscardSure(_)))).cloned();
    let melds = rng.random_bool(melds);
    any_of(&[HandVerb::Answer(true), HandVerb::Answer(false)], rng)
        .or(sure)
        .or_else(|| any_of(&[HandVerb::GoOut], rng))
        .or_else(|| any_of(&[HandVerb::Play], rng))
        .or_else(|| any_of(&[HandVerb::Draw, HandVerb::Take, HandVerb::TakeWith, HandVerb::Pass], rng))
        .or_else(|| melds.then(|| any_of(&[HandVerb::Pick], rng)).flatten())
        .or_else(|| any_of(&[HandVerb::Discard], rng))
        .or_else(|| any_of(&[HandVerb::Pick, HandVerb::Clear, HandVerb::Withdraw], rng))
}

/// What a component asks for.
pub(crate) fn verb(custom_id: &str) -> Verb {
    Click::decode(custom_id).unwrap_or_else(|error| panic!("{custom_id}: {error}")).verb
}

/// The step of the table that a message shows, if it shows one of it.
pub(crate) fn step(message: &Message) -> Option<u64> {
    let mut clicks = message.custom_ids().filter_map(|id| Click::decode(id).ok());
    clicks.find(|click| click.table.0 != 0).map(|click| click.step)
}

/// Whom the table waits for.
pub(crate) fn waited_for(board: &Message) -> Option<Id> {
    let (_, line) = board.content.split_once("▶ <@")?;
    line.split_once('>')?.0.parse().ok()
}

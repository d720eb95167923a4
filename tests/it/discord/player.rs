//! How a player at a screen plays: what can be used on a message, and what of it somebody sensible would use. The
//! benchmarks play like this too.

use std::sync::LazyLock;

use canasta::discord::click::{Click, HandVerb, Verb};
use canasta::i18n::Lang;
use canasta::sandbox::{Button, Id, Message};
use rand::seq::IteratorRandom;
use rand::{RngExt, rngs::StdRng};

/// Something that can be used on a message.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) verb: Verb,
    pub(crate) custom_id: String,
    /// Nothing for a button.
    pub(crate) values: Vec<String>,
    /// What a menu says of this choice.
    hint: String,
}

impl Use {
    fn button(Button { custom_id, .. }: Button) -> Self {
        Self { verb: verb(&custom_id), custom_id, values: Vec::new(), hint: String::new() }
    }
}

/// A message of the locale, whatever its value.
struct Says(Vec<String>);

impl Says {
    fn new(key: &str, value: &'static str) -> Self {
        const HERE: &str = "\0";
        let text = Lang::default().say(key, &[(value, HERE.into())]);
        assert!(text.contains(HERE), "no message '{key}' with a value '{value}': {text}");
        Self(text.split(HERE).map(str::to_owned).collect())
    }

    fn is_in(&self, text: &str) -> bool {
        self.0.iter().all(|words| text.contains(words))
    }
}

/// A hand whose side has yet to reach the minimum says this.
static NEEDS: LazyLock<Says> = LazyLock::new(|| Says::new("hand-minimum", "need"));
/// A menu says this of melds that reach it.
static REACHES: LazyLock<Says> = LazyLock::new(|| Says::new("offer-opens", "points"));

/// Every button that can be clicked, and every menu with one choice of it.
pub(crate) fn uses(message: &Message) -> Vec<Use> {
    let buttons = message.buttons().into_iter().filter(|button| !button.disabled).map(Use::button);
    let menus = message.selects().into_iter().filter(|menu| !menu.disabled).flat_map(|menu| {
        let verb = verb(&menu.custom_id);
        let custom_id = menu.custom_id.clone();
        menu.choices.into_iter().map(move |choice| Use {
            verb,
            custom_id: custom_id.clone(),
            values: vec![choice.value],
            hint: choice.description,
        })
    });
    buttons.chain(menus).collect()
}

/// What a sensible player would use: go out, play what is put together, draw or take, meld, discard. `melds`: so often
/// something that can be melded is, between 0 and 1. Whatever its menu warns of is discarded only where nothing else can
/// be, and nothing is put together that falls short of the minimum. `all`: the hand's [`uses`].
pub(crate) fn sensible(hand: &Message, all: &[Use], melds: f64, rng: &mut StdRng) -> Option<Use> {
    use HandVerb::{Answer, Clear, Discard, DiscardSure, Draw, GoOut, Pass, Pick, Play, Take, TakeWith, Withdraw};
    let needs = NEEDS.is_in(&hand.content);
    let melds = rng.random_bool(melds);
    let wise = |used: &Use| match used.verb {
        Verb::Hand(Pick) => melds && (!needs || REACHES.is_in(&used.hint)),
        Verb::Hand(Discard) => used.hint.is_empty(),
        _ => true,
    };
    let mut any_of = |wanted: &[HandVerb], wise: &dyn Fn(&Use) -> bool| {
        let fits = |used: &&Use| matches!(used.verb, Verb::Hand(verb) if wanted.contains(&verb)) && wise(used);
        all.iter().filter(fits).choose(rng).cloned()
    };
    let sure = all.iter().find(|used| matches!(used.verb, Verb::Hand(DiscardSure(_)))).cloned();
    let first: [&[HandVerb]; 6] =
        [&[Answer(true), Answer(false)], &[GoOut], &[Play], &[Draw, Take, TakeWith, Pass], &[Pick], &[Discard]];
    let wise = first.into_iter().find_map(|wanted| any_of(wanted, &wise));
    sure.or(wise).or_else(|| any_of(&[Discard], &|_| true)).or_else(|| any_of(&[Pick, Clear, Withdraw], &|_| true))
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

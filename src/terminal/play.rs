//! A game at one keyboard: people at some seats, chance at the others. Must never show a person what that seat may not
//! know, nor decide what is legal.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::ask::Console;
use super::input::{Misread, Typed, read};
use super::menu::Menu;
use super::panel::{self, Frame};
use super::record::Record;
use super::{Done, Failure, Setup, sheet};
use crate::ai::Level;
use crate::engine::notation::Step;
use crate::engine::rules::OPTIONS;
use crate::engine::{
    Action, BySeat, Event, Game, Illegal, Pack, Public, Question, Rules, Seat, Seen, Stage, View, moves,
};
use crate::i18n::{Lang, Story, hint, say};

/// Plays a game until it is won, or until the people quit or their input ends.
///
/// # Errors
/// If reading, writing or recording fails.
pub fn play(setup: &Setup, input: impl BufRead, output: impl Write) -> Done {
    let mut table = Table::new(setup, input, output)?;
    table.welcome()?;
    let flow = table.play()?;
    if flow.is_break() {
        table.console.show(&table.lang.word("thanks"))?;
    }
    Ok(())
}

/// Goes on, or stops because somebody quits.
type Flow = Result<ControlFlow<()>, Failure>;

const GO_ON: Flow = Ok(ControlFlow::Continue(()));
const QUIT: Flow = Ok(ControlFlow::Break(()));

struct Table<R, W> {
    lang: Lang,
    names: say::Names,
    people: Vec<Seat>,
    level: Level,
    game: Game,
    record: Option<Record>,
    /// Two sources of chance: the same seed deals the same packs, whatever is played.
    packs: ChaCha12Rng,
    players: ChaCha12Rng,
    console: Console<R, W>,
    /// What each seat saw of the round in play: all that a computer player goes by.
    seen: BySeat<Vec<Seen>>,
    /// Each seat's own telling of what happened.
    stories: BySeat<Option<Story>>,
    /// Who last sat before the screen.
    at_screen: Option<Seat>,
}

impl<R: BufRead, W: Write> Table<R, W> {
    fn new(setup: &Setup, input: R, output: W) -> Result<Self, Failure> {
        let lang = setup.lang;
        let mut packs = ChaCha12Rng::seed_from_u64(setup.seed.unwrap_or_else(|| rand::rng().random()));
        let players = ChaCha12Rng::from_rng(&mut packs);
        let first_dealer = Seat::ALL[packs.random_range(0..usize::from(setup.rules.players))];
        let game = Game::new(setup.rules, first_dealer)
            .map_err(|unplayable| Failure::Told(say::unplayable(lang, &unplayable)))?;
        let record = setup.record.as_deref().map(|path| {
            Record::create(path, &setup.rules, game.dealer()).map_err(|error| {
                let file = path.display().to_string();
                let problem = error.to_string();
                Failure::Told(lang.say("file-failed", &[("file", file.into()), ("problem", problem.into())]))
            })
        });
        let names = say::seat_names(lang);
        let stories = BySeat::from_fn(|seat| {
            setup.people.contains(&seat).then(|| Story::new(lang, names.clone(), setup.rules.players))
        });
        Ok(Self {
            lang,
            names,
            people: setup.people.clone(),
            level: setup.level,
            seen: BySeat::default(),
            game,
            record: record.transpose()?,
            packs,
            players,
            console: Console::new(input, output),
            stories,
            at_screen: None,
        })
    }

    fn welcome(&mut self) -> Done {
        let names: Vec<&str> = self.people.iter().map(|seat| self.names[*seat].as_str()).collect();
        let names = names.join(", ");
        self.console.show(&self.lang.word("welcome"))?;
        self.console
            .show(&self.lang.say("you-play", &[("names", names.into()), ("level", self.level.name().into())]))?;
        Ok(())
    }

    fn play(&mut self) -> Flow {
        loop {
            let pack = Pack::shuffled(&mut self.packs);
            let events = self.game.deal(&pack).map_err(|reason| Failure::Told(reason.to_string()))?;
            self.happen(&Step::Deal(pack), &events)?;
            while let Some((view, others)) = self.next_to_act() {
                if self.turn(&view, others)?.is_break() {
                    return QUIT;
                }
            }
            self.end_round()?;
            if self.game.winner().is_some() {
                return GO_ON;
            }
            if self.console.ask(&format!("\n{} ", self.lang.word("deal-next")))?.is_none() {
                return QUIT;
            }
        }
    }

    /// The view of the seat to act; an asked partner comes before the player who waits for the answer.
    fn next_to_act(&self) -> Option<(View, bool)> {
        let round = self.game.round()?;
        let public = round.public();
        let seat = public.to_act().next()?;
        Some((round.view(seat), self.people.len() > 1))
    }

    fn turn(&mut self, view: &View, others: bool) -> Flow {
        if self.people.contains(&view.seat) {
            return self.person(view, others);
        }
        let chosen = self.level.choose(view, &self.seen[view.seat], &mut self.players).or_else(|| moves::safe(view));
        if let Some(action) = chosen {
            // What is offered is accepted: were it refused, the same player would be asked again for ever.
            self.act(view.seat, &action)?.map_err(|illegal| Failure::Told(illegal.to_string()))?;
            return GO_ON;
        }
        Err(Failure::Told(Illegal::RoundOver.to_string()))
    }

    /// Does an action if it is legal, and lets everybody know.
    fn act(&mut self, seat: Seat, action: &Action) -> Result<Result<(), Illegal>, Failure> {
        let events = match self.game.decide(seat, action) {
            Ok(events) => events,
            Err(illegal) => return Ok(Err(illegal)),
        };
        self.happen(&Step::Act(seat, action.clone()), &events)?;
        Ok(Ok(()))
    }

    /// Records a step before anybody sees it, then follows it.
    fn happen(&mut self, step: &Step, events: &[Event]) -> Done {
        if let Some(record) = &mut self.record {
            record.push(step)?;
        }
        for event in events {
            self.game.apply(event);
            // Who has won is said below the sheets.
            if matches!(event, Event::GameWon { .. }) {
                continue;
            }
            for seat in Seat::ALL {
                if matches!(event, Event::Dealt { .. }) {
                    self.seen[seat].clear();
                }
                self.seen[seat].push(event.seen_by(Some(seat)));
                if let Some(story) = &mut self.stories[seat] {
                    story.tell(&event.seen_by(Some(seat)));
                }
            }
        }
        Ok(())
    }

    fn frame(&self) -> Frame<'_> {
        let over = self.game.round().is_none_or(crate::engine::Round::is_over);
        Frame { lang: self.lang, names: &self.names, round: self.game.sheets().len() + usize::from(!over) }
    }

    /// One action of a person, after as many questions and mistakes as it takes.
    fn person(&mut self, view: &View, others: bool) -> Flow {
        if others && self.at_screen != Some(view.seat) && self.hand_over(view.seat)?.is_break() {
            return QUIT;
        }
        let menu = Menu::of(view);
        self.show_situation(view)?;
        self.console.show(&menu.text(self.lang, view))?;
        loop {
            let Some(line) = self.console.ask("> ")? else { return QUIT };
            let action = match read(&line) {
                Err(misread) => {
                    self.show_misread(&line, &misread)?;
                    continue;
                }
                Ok(Typed::Quit) => return QUIT,
                Ok(Typed::Act(action)) => Some(action),
                Ok(Typed::Number(number)) => self.choice(&menu, number)?,
                Ok(other) => {
                    self.inform(&other, view, &menu)?;
                    None
                }
            };
            if let Some(action) = action
                && self.try_action(view, &menu, action)?
            {
                return GO_ON;
            }
        }
    }

    fn choice(&mut self, menu: &Menu, number: usize) -> Result<Option<Action>, Failure> {
        let chosen = menu.choice(number).cloned();
        if chosen.is_none() {
            let numbers = [("number", number.into()), ("most", menu.actions.len().into())];
            self.console.show(&self.lang.say("no-choice", &numbers))?;
        }
        Ok(chosen)
    }

    /// Whether it was accepted.
    fn try_action(&mut self, view: &View, menu: &Menu, action: Action) -> Result<bool, Failure> {
        let bare_take = matches!(&action, Action::TakePile(placements) if placements.is_empty());
        let action = if bare_take { menu.bare_take(view) } else { action };
        match self.act(view.seat, &action)? {
            Ok(()) => Ok(true),
            Err(illegal) => {
                self.console.show(&say::illegal(self.lang, &self.names, &illegal))?;
                Ok(false)
            }
        }
    }

    /// Nobody may see the hand of the one who sat here before, or of the one who comes.
    fn hand_over(&mut self, seat: Seat) -> Flow {
        // Before the first hand, and after a round, nothing on the screen is a secret.
        if self.at_screen.is_some() {
            self.console.clear()?;
        }
        let name = self.names[seat].as_str();
        let text = self.lang.say("hand-over", &[("name", name.into())]);
        if self.console.ask(&format!("{text} "))?.is_none() {
            return QUIT;
        }
        self.at_screen = Some(seat);
        GO_ON
    }

    /// At the beginning of a turn all of it, within the turn what changes.
    fn show_situation(&mut self, view: &View) -> Done {
        let turn = &view.public.turn;
        let mine = turn.seat == view.seat;
        let begins = turn.stage == Stage::ToDraw || !mine || turn.question == Question::Waiting;
        if begins {
            self.console.show("")?;
            self.show_news(view.seat)?;
            self.console.show("")?;
            self.console.show(&panel::table(&self.frame(), &view.public, Some(view.seat)))?;
            self.console.show("")?;
        } else {
            self.show_news(view.seat)?;
            if !turn.put_down.is_empty() {
                let side = panel::side(&self.frame(), &view.public, view.team());
                self.console.show(&side.join("\n"))?;
            }
        }
        if let Some(cause) = turn.bound.filter(|_| mine) {
            self.console.show(&say::bound(self.lang, cause))?;
        }
        self.console.show(&panel::hand(&self.frame(), view))?;
        if !mine {
            let names =
                [("asker", self.names[turn.seat].as_str().into()), ("name", self.names[view.seat].as_str().into())];
            self.console.show(&self.lang.say("partner-asks", &names))?;
        }
        Ok(())
    }

    fn show_news(&mut self, seat: Seat) -> Done {
        for line in self.stories[seat].as_mut().map(Story::take_lines).unwrap_or_default() {
            self.console.show(&line)?;
        }
        Ok(())
    }

    fn show_misread(&mut self, line: &str, misread: &Misread) -> Done {
        // A tab would move the caret: every character of the line shown is one wide.
        let shown: String = line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        self.console.show_exactly(&format!("  {shown}\n  {}^", " ".repeat(misread.column.saturating_sub(1))))?;
        self.console.show(&say::problem(self.lang, &misread.error))?;
        Ok(())
    }

    fn inform(&mut self, typed: &Typed, view: &View, menu: &Menu) -> Done {
        let text = match typed {
            Typed::Help => self.lang.word("help"),
            Typed::Rules { explained } => rules(self.lang, &view.public.rules, *explained),
            Typed::Hint => hint::text(self.lang, &self.names, view, &moves::takes(view)),
            Typed::Table => {
                let frame = self.frame();
                let table = panel::table(&frame, &view.public, Some(view.seat));
                format!("{table}\n\n{}\n{}", panel::hand(&frame, view), menu.text(self.lang, view))
            }
            Typed::Nothing | Typed::Number(_) | Typed::Act(_) | Typed::Quit => menu.text(self.lang, view),
        };
        self.console.show(&text)?;
        Ok(())
    }

    /// All hands face up, the sheets, and after the last round the winner.
    fn end_round(&mut self) -> Done {
        let Some(public) = self.game.round().map(crate::engine::Round::public) else { return Ok(()) };
        if let Some(seat) = self.people.first().copied() {
            self.console.show("")?;
            self.show_news(seat)?;
        }
        // The others hear the same at the end of a round: what they have not heard yet is no news in the next.
        for seat in Seat::ALL {
            self.stories[seat].as_mut().map(Story::take_lines);
        }
        self.at_screen = None;
        let text = round_over(&self.frame(), &self.game, &public);
        self.console.show(&text)?;
        Ok(())
    }
}

/// What everybody sees when a round is over.
pub(super) fn round_over(frame: &Frame<'_>, game: &Game, public: &Public) -> String {
    let hands = public.ended.map(|(_, hands)| sheet::hands(frame, &hands, public.rules.players));
    let sheets = game.sheets().last().map(|sheets| sheet::sheets(frame, sheets, &public.totals, public.rules.players));
    let winner = game.winner().map(|team| say::game_won(frame.lang, frame.names, team, public.rules.players));
    hands.into_iter().chain(sheets).chain(winner).map(|text| format!("\n{text}")).collect::<Vec<_>>().join("\n")
}

/// The rules in force, option by option.
fn rules(lang: Lang, rules: &Rules, explained: bool) -> String {
    let mut lines = vec![say::title(lang, rules)];
    for option in OPTIONS {
        lines.push(format!(" {}", say::option_line(lang, option, rules)));
        if explained {
            lines.push(format!("     {}", say::help(lang, option)));
        }
    }
    if !explained {
        lines.push(lang.word("rules-help"));
    }
    lines.join("\n")
}

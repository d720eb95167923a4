//! A recorded game told step by step, as one seat or the public may know it. Must never show a hand that the chosen
//! seat could not see at that moment.

use std::io::{self, Write};
use std::path::Path;

use super::panel::{self, Frame};
use super::play::round_over;
use super::{Done, Failure, setup};
use crate::engine::notation::{ReplayError, Step, Transcript};
use crate::engine::{Event, Game, Seat};
use crate::i18n::{Lang, Story, say};

/// Tells the game recorded in a file; without a seat as the public sees it.
///
/// # Errors
/// If the file can't be read, is no transcript, or records something illegal: with the line.
pub fn replay(lang: Lang, path: &Path, seat: Option<&str>, output: impl Write) -> Done {
    let file = path.display().to_string();
    let told = |key: &str, problem: String| {
        Failure::Told(lang.say(key, &[("file", file.as_str().into()), ("problem", problem.into())]))
    };
    let text = std::fs::read_to_string(path).map_err(|error| told("file-failed", error.to_string()))?;
    let transcript = Transcript::parse(&text).map_err(|error| told("replay-unreadable", error.to_string()))?;
    let players = transcript.rules.players;
    let viewer = seat.map(|seat| setup::seat(lang, seat, players)).transpose()?;
    let names = say::seat_names(lang);
    let story = Story::new(lang, names.clone(), players);
    let mut teller = Teller { lang, names, viewer, story, output, failed: None };
    let result = transcript.replay(|game, step, events| teller.step(game, step, events));
    if let Some(error) = teller.failed.take() {
        return Err(error.into());
    }
    let rest = teller.story.take_lines();
    write_lines(&mut teller.output, &rest)?;
    let game = result.map_err(|error| refused(lang, &file, &transcript, &error))?;
    if game.winner().is_none() {
        writeln!(teller.output, "\n{}", lang.word("replay-end"))?;
    }
    teller.output.flush()?;
    Ok(())
}

struct Teller<W> {
    lang: Lang,
    names: say::Names,
    viewer: Option<Seat>,
    story: Story,
    output: W,
    failed: Option<io::Error>,
}

impl<W: Write> Teller<W> {
    fn step(&mut self, game: &Game, step: &Step, events: &[Event]) {
        if self.failed.is_none() {
            self.failed = self.tell(game, step, events).err();
        }
    }

    fn tell(&mut self, game: &Game, step: &Step, events: &[Event]) -> io::Result<()> {
        for event in events.iter().filter(|event| !matches!(event, Event::GameWon { .. })) {
            self.story.tell(&event.seen_by(self.viewer));
        }
        let Some(round) = game.round() else { return Ok(()) };
        let over = round.is_over();
        let frame = Frame { lang: self.lang, names: &self.names, round: game.sheets().len() + usize::from(!over) };
        let began =
            |seat: Seat| events.iter().any(|event| matches!(event, Event::TurnBegan { seat: of } if *of == seat));
        let acted = |seat: Seat| matches!(step, Step::Act(of, _) if *of == seat);
        let hand = self.viewer.filter(|seat| !over && (began(*seat) || acted(*seat)));
        // What others do in a turn is told in one line; before a hand is shown all is told.
        let lines = if over || hand.is_some() { self.story.take_lines() } else { self.story.take_complete_lines() };
        write_lines(&mut self.output, &lines)?;
        if over {
            return writeln!(self.output, "{}\n", round_over(&frame, game, &round.public()));
        }
        let Some(seat) = hand else { return Ok(()) };
        let view = round.view(seat);
        if began(seat) {
            writeln!(self.output, "\n{}", panel::table(&frame, &view.public, self.viewer))?;
        }
        writeln!(self.output, "{}", panel::hand(&frame, &view))
    }
}

fn write_lines(output: &mut impl Write, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(output, "{line}"))
}

fn refused(lang: Lang, file: &str, transcript: &Transcript, error: &ReplayError) -> Failure {
    let names = say::seat_names(lang);
    Failure::Told(match error {
        ReplayError::Unplayable(unplayable) => say::unplayable(lang, unplayable),
        ReplayError::CannotDeal { line, reason } => {
            let reason = say::cannot_deal(lang, *reason);
            let place = [("file", file.into()), ("line", (*line).into()), ("reason", reason.into())];
            lang.say("replay-cannot-deal", &place)
        }
        ReplayError::Illegal { line, reason } => {
            let step = transcript.steps.iter().find(|(at, _)| at == line);
            let name = match step {
                Some((_, Step::Act(seat, _))) => names[*seat].as_str(),
                _ => "",
            };
            let reason = say::illegal(lang, &names, reason);
            let place =
                [("file", file.into()), ("line", (*line).into()), ("name", name.into()), ("reason", reason.into())];
            lang.say("replay-line", &place)
        }
    })
}

//! What no caller should do: rules that were never validated, events that do not fit. Nothing panics all the same.
#![no_main]

use arbitrary::{Result, Unstructured};
use canasta::engine::notation::print_position;
use canasta::engine::rules::Target;
use canasta::engine::{
    Bound, ByTeam, Card, Cards, Ending, Event, Origin, Rank, Round, Rules, Seat, Sheet, Suit, Team, moves,
};
use canasta_fuzz::{action, pack, rules, seat};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // An input too short to say everything ends the play early.
    let _ = play(&mut Unstructured::new(bytes));
});

fn play(bytes: &mut Unstructured<'_>) -> Result<()> {
    let rules = if bytes.arbitrary()? { rules(bytes)? } else { unplayable(bytes)? };
    let totals = [bytes.arbitrary()?, bytes.arbitrary()?];
    let totals = ByTeam::from_fn(|team| totals[team as usize]);
    let (mut round, _) = Round::deal(&rules, totals, seat(bytes)?, &pack(bytes)?);
    while !bytes.is_empty() {
        let seat = seat(bytes)?;
        if bytes.arbitrary()? {
            round.apply(&event(bytes, seat)?);
        } else {
            let view = round.view(seat);
            let _ = round.play(seat, &action(bytes, &view)?);
        }
        let _ = (print_position(&round), moves::safe(&round.view(seat)));
    }
    Ok(())
}

/// Rules with any values in the fields that are numbers.
fn unplayable(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    Ok(Rules {
        players: bytes.arbitrary()?,
        target: Target::Points(bytes.arbitrary()?),
        dealt: bytes.arbitrary()?,
        drawn: bytes.arbitrary()?,
        canastas: bytes.arbitrary()?,
        going_out: bytes.arbitrary()?,
        concealed_out: bytes.arbitrary()?,
        concealed_canasta: bytes.arbitrary()?,
        black_three_left: bytes.arbitrary()?,
        ..rules(bytes)?
    })
}

fn card(bytes: &mut Unstructured<'_>) -> Result<Card> {
    Ok(Card::new(*bytes.choose(&Rank::ALL)?, *bytes.choose(&Suit::ALL)?))
}

fn cards(bytes: &mut Unstructured<'_>) -> Result<Cards> {
    let mut all = Cards::EMPTY;
    for _ in 0..bytes.int_in_range(0..=8)? {
        let card = card(bytes)?;
        for _ in 0..bytes.int_in_range(0..=15)? {
            all.insert(card);
        }
    }
    Ok(all)
}

fn event(bytes: &mut Unstructured<'_>, seat: Seat) -> Result<Event> {
    let bounds = [Bound::PartnerSaidYes, Bound::BlackThreesLaid, Bound::BlackThreeTaken, Bound::TakenBelowMinimum];
    Ok(match bytes.int_in_range(0..=16)? {
        0 => Event::Dealt { dealer: seat, pack: Box::new(pack(bytes)?) },
        1 => Event::TurnedUp { card: card(bytes)? },
        2 => Event::RedThreeLaid { seat, card: card(bytes)?, from: *bytes.choose(&[Origin::Hand, Origin::Stock])? },
        3 => Event::Replaced { seat, card: card(bytes)? },
        4 => Event::TurnBegan { seat },
        5 => Event::Drew { seat, card: card(bytes)? },
        6 => Event::PileTaken { seat },
        7..=9 => Event::Melded {
            seat,
            rank: *bytes.choose(&Rank::ALL)?,
            cards: cards(bytes)?,
            concealed_canasta: bytes.arbitrary()?,
        },
        10 => Event::BoundToGoOut { seat, cause: *bytes.choose(&bounds)? },
        11 => Event::Discarded { seat, card: card(bytes)? },
        12 => Event::PartnerAsked { seat },
        13 => Event::QuestionWithdrawn { seat },
        14 => Event::PartnerAnswered { seat, yes: bytes.arbitrary()? },
        15 => Event::RoundEnded { ending: Ending::Passed, sheets: ByTeam::from_fn(|_| Sheet::default()) },
        _ => Event::GameWon { team: Team::NorthSouth },
    })
}

//! The five rows of a hand, in every phase. Must never decide what is legal.

use super::super::frame::cut;
use super::super::{Button, Choice, Menu, Row, Style};
use super::{Desk, words};
use crate::discord::click::HandVerb;
use crate::discord::draft::{Building, Draft, Mode, Sort, code_of};
use crate::discord::offers::{self, Offer, Phase, Risk};
use crate::engine::notation::rank_letter;
use crate::engine::{Action, Card, Placement, Rank, WILD, check};
use crate::i18n::say;

/// The most options of a menu.
const MOST: usize = 25;

impl Desk<'_> {
    pub(super) fn button(&self, verb: HandVerb, label: impl Into<String>) -> Button {
        Button::new(self.id(verb), cut(&label.into(), 80), Style::Secondary)
    }

    fn styled(&self, verb: HandVerb, label: impl Into<String>, style: Style) -> Button {
        Button::new(self.id(verb), cut(&label.into(), 80), style)
    }

    /// The rows where whole melds are picked, while the round is in play.
    pub(super) fn rows(&self) -> Vec<Row> {
        let third = match self.phase {
            Phase::Asked => Row::buttons([
                self.styled(HandVerb::Answer(true), self.word("button-yes"), Style::Success),
                self.styled(HandVerb::Answer(false), self.word("button-no"), Style::Danger),
            ]),
            Phase::ToDraw => self.in_places(self.draw_buttons()),
            Phase::Drawn if !self.has_partner() => Row::buttons([self.play_button(), self.go_out_button()]),
            Phase::Drawn => Row::buttons([self.play_button(), self.ask_button(), self.go_out_button()]),
            Phase::AwaitingPartner => Row::buttons([
                self.play_button().on_if(false),
                self.button(HandVerb::Ask, self.word("button-ask")).on_if(false),
                self.styled(HandVerb::Withdraw, self.word("button-withdraw"), Style::Primary),
            ]),
            Phase::Over | Phase::Waiting => self.in_places([
                self.button(HandVerb::Draw, self.word("button-draw")).on_if(false),
                self.button(HandVerb::Take, self.take_label()).on_if(false),
                self.button(HandVerb::GoOut, self.word("button-go-out")).on_if(false),
            ]),
        };
        vec![Row::menu(self.pick_menu()), Row::menu(self.second_menu()), third, self.build_row(), self.last_row()]
    }

    fn has_partner(&self) -> bool {
        self.view.seat.partner(self.view.public.rules.players).is_some()
    }

    /// Where there is nobody to ask, the place beside Play is that of going out: taking the pile makes way for it, so
    /// that a double tap on that can't end the round.
    fn in_places(&self, [draw, take, third]: [Button; 3]) -> Row {
        Row::buttons(if self.has_partner() { [draw, take, third] } else { [draw, third, take] })
    }

    fn pick_menu(&self) -> Menu {
        let id = self.id(HandVerb::Pick);
        let off = match self.phase {
            Phase::Asked => Some("off-answer-first"),
            Phase::AwaitingPartner => return Menu::off(id, &self.waiting_for()),
            Phase::Over | Phase::Waiting | Phase::ToDraw | Phase::Drawn => None,
        };
        let mut offers = if off.is_none() { offers::melds(self.view, self.draft) } else { Vec::new() };
        offers.truncate(MOST);
        if offers.is_empty() {
            let reason = off.map_or_else(|| words::why_no_melds(self), |key| self.word(key));
            return Menu::off(id, &reason);
        }
        let key = if self.phase == Phase::Drawn { "menu-meld" } else { "menu-plan" };
        let choices = offers.iter().map(|offer| self.offer(offer)).collect();
        Menu::new(id, self.word(key), choices).several()
    }

    fn offer(&self, offer: &Offer) -> Choice {
        let lang = self.frame.lang;
        let cards = say::placements(lang, &offer.placements);
        let points: u16 = offer.placements.iter().map(|placement| placement.value()).sum();
        // One meld alone can reach it, too; that it is a canasta says more.
        let reaches = self.draft.is_empty() && self.view.minimum_needed().is_some_and(|need| points >= need);
        let is_canasta = |placement: &Placement| placement.meld().canasta().is_some();
        let opens = offer.opens || (reaches && !offer.placements.iter().any(is_canasta));
        let description = match offer.placements[..] {
            [placement] if !opens => words::becomes(self, placement),
            _ if opens => lang.say("offer-opens", &[("points", points.into())]),
            _ => lang.say("offer-points", &[("points", points.into())]),
        };
        Choice::new(&cards, code_of(&offer.placements)).described(&description)
    }

    /// Ways to take, or cards to discard.
    fn second_menu(&self) -> Menu {
        match self.phase {
            Phase::ToDraw => self.take_menu(),
            Phase::Drawn if self.draft.is_empty() => self.discard_menu(),
            Phase::Drawn => Menu::off(self.id(HandVerb::Discard), &self.word("off-play-first")),
            Phase::Asked => Menu::off(self.id(HandVerb::Discard), &self.word("off-answer-first")),
            Phase::AwaitingPartner => Menu::off(self.id(HandVerb::Discard), &self.waiting_for()),
            Phase::Over | Phase::Waiting => Menu::off(self.id(HandVerb::Discard), &self.word("off-not-your-turn")),
        }
    }

    fn waiting_for(&self) -> String {
        let partner = self.view.seat.partner(self.view.public.rules.players).unwrap_or(self.view.seat);
        let name = self.frame.names.plain[partner].as_str();
        self.frame.lang.say("off-waiting-for", &[("name", name.into())])
    }

    fn take_menu(&self) -> Menu {
        let id = self.id(HandVerb::TakeWith);
        let lang = self.frame.lang;
        let upcard = self.view.upcard().map(Card::rank);
        let ways = self.takes.iter().take(MOST).filter_map(|action| {
            let code = Draft::from_action(action, upcard)?.code();
            let Action::TakePile(placements) = action else { return None };
            let points = placements.iter().map(|placement| placement.value()).sum::<u16>();
            let points = points + upcard.map_or(0, Rank::value);
            let needed = self.view.minimum_needed().map(|need| [("points", points.into()), ("need", need.into())]);
            let description = needed.map(|needed| lang.say("points-of", &needed)).unwrap_or_default();
            Some(Choice::new(&words::take_way(self, placements), code).described(&description))
        });
        let ways: Vec<Choice> = ways.collect();
        if ways.is_empty() {
            let reason = offers::why_no_take(self.view).and_then(|reason| say::briefly(lang, &reason));
            return Menu::off(id, &reason.unwrap_or_else(|| self.word("off-no-take")));
        }
        Menu::new(id, self.word("menu-take"), ways)
    }

    fn discard_menu(&self) -> Menu {
        let id = self.id(HandVerb::Discard);
        let discards = offers::discards(self.view);
        if discards.is_empty() {
            return Menu::off(id, &words::why_no_discard(self));
        }
        let choice = |rank: Rank| {
            let held = self.view.held.get(rank);
            let lang = self.frame.lang;
            let risk = match offers::risk(self.view, rank) {
                Some(Risk::Freezes) => self.word("risk-freezes"),
                Some(Risk::TheyMeld) => self.word("risk-they-meld"),
                None => String::new(),
            };
            let name = words::card_name(self, rank);
            let label = match held {
                ..2 => name,
                several => lang.say("discard-one-of", &[("card", name.into()), ("count", several.into())]),
            };
            Choice::new(&label, rank_letter(rank)).described(&risk)
        };
        let shown = say::order().filter(|rank| discards.contains(rank));
        Menu::new(id, self.word("menu-discard"), shown.map(choice).collect())
    }

    /// The cards are counted for who could take them.
    fn take_label(&self) -> String {
        if self.phase != Phase::ToDraw {
            return self.word("button-take-later");
        }
        self.frame.lang.say("button-take", &[("cards", self.view.public.pile.len().into())])
    }

    fn draw_buttons(&self) -> [Button; 3] {
        let can = |action: Action| check(self.view, &action).is_ok();
        let draw = self.styled(HandVerb::Draw, self.word("button-draw"), Style::Primary).on_if(can(Action::Draw));
        let take = match self.draft.mode {
            Mode::Take(_) => self.play_button(),
            Mode::Meld => {
                let ready = offers::the_take(&self.takes).is_some();
                self.styled(HandVerb::Take, self.take_label(), Style::Success).on_if(ready)
            }
        };
        let third = if self.view.public.stock == 0 {
            self.styled(HandVerb::Pass, self.word("button-pass"), Style::Danger).on_if(can(Action::Pass))
        } else {
            self.button(HandVerb::GoOut, self.word("button-go-out")).on_if(false)
        };
        [draw, take, third]
    }

    /// Plays the draft; on if that is legal.
    fn play_button(&self) -> Button {
        let legal = !self.draft.is_empty() && check(self.view, &self.draft.action()).is_ok();
        self.styled(HandVerb::Play, words::play_label(self), Style::Success).on_if(legal)
    }

    fn ask_button(&self) -> Button {
        let may = self.draft.is_empty() && check(self.view, &Action::AskPartner).is_ok();
        self.button(HandVerb::Ask, self.word("button-ask")).on_if(may)
    }

    fn go_out_button(&self) -> Button {
        let may = self.draft.is_empty() && offers::way_out(self.view).is_some();
        self.styled(HandVerb::GoOut, self.word("button-go-out"), Style::Success).on_if(may)
    }

    fn may_compose(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::ToDraw | Phase::Drawn)
    }

    fn build_row(&self) -> Row {
        let may_build = self.may_compose() && !offers::build_ranks(self.view, self.draft).is_empty();
        let build = self.button(HandVerb::Build, self.word("button-build")).on_if(may_build);
        let take = self.button(HandVerb::BuildTake, self.word("button-build-take"));
        let take = (self.phase == Phase::ToDraw).then(|| take.on_if(!self.takes.is_empty()));
        Row::buttons([build, self.clear_button()].into_iter().chain(take))
    }

    fn clear_button(&self) -> Button {
        self.button(HandVerb::Clear, self.word("button-clear")).on_if(self.may_compose() && !self.draft.is_empty())
    }

    /// The rows where a meld is put together card by card.
    pub(super) fn build_rows(&self) -> Vec<Row> {
        let at = match self.draft.building {
            Building::Rank(rank) => Some(rank),
            Building::Choosing | Building::No => None,
        };
        let sort = |verb: HandVerb, label: String, sort: Sort| {
            self.button(verb, label).on_if(at.is_some_and(|rank| self.draft.can_add(self.view, rank, sort)))
        };
        let there = at.map(|rank| self.draft.get(rank));
        let natural =
            at.filter(|rank| *rank != WILD).map_or_else(|| self.word("natural"), |rank| say::rank(rank).to_owned());
        let has_naturals = there.is_some_and(|placement| placement.naturals > 0);
        let has_wilds = there.is_some_and(|placement| placement.meld().wilds() > 0);
        let third = Row::buttons([
            self.button(HandVerb::RemoveNatural, format!("− {natural}")).on_if(has_naturals),
            sort(HandVerb::AddNatural, format!("+ {natural}"), Sort::Natural),
            sort(HandVerb::AddTwo, format!("+ {}", say::rank(Rank::Two)), Sort::Two),
            sort(HandVerb::AddJoker, format!("+ {}", say::rank(Rank::Joker)), Sort::Joker),
            self.button(HandVerb::RemoveWild, self.word("button-remove-wild")).on_if(has_wilds),
        ]);
        let back = self.button(HandVerb::Back, self.word("button-back"));
        let fourth = Row::buttons([self.play_button(), self.clear_button(), back]);
        let second = Menu::off(self.id(HandVerb::Discard), &words::draft_or_nothing(self));
        vec![Row::menu(self.rank_menu(at)), Row::menu(second), third, fourth, self.last_row()]
    }

    fn rank_menu(&self, at: Option<Rank>) -> Menu {
        let id = self.id(HandVerb::BuildRank);
        let lang = self.frame.lang;
        let ranks = offers::build_ranks(self.view, self.draft);
        if ranks.is_empty() {
            return Menu::off(id, &self.word("off-no-melds"));
        }
        let left = self.draft.left(self.view);
        let choice = |rank: Rank| {
            let held = if rank == WILD { left.wilds() } else { left.get(rank) };
            let meld = self.draft.melds_after(self.view).get(rank);
            let counts = [("held", held.into()), ("melded", meld.len().into())];
            let name = if rank == WILD { self.word("wild-cards") } else { words::card_name(self, rank) };
            Choice::new(&name, rank_letter(rank)).described(&lang.say("build-choice", &counts))
        };
        let key = if at.is_some() { "menu-another-rank" } else { "menu-rank" };
        Menu::new(
            id,
            self.word(key),
            ranks.into_iter().filter(|rank| Some(*rank) != at).map(choice).collect::<Vec<_>>(),
        )
        .or_off(&self.word("off-no-other-rank"))
    }

    /// The rows where a discard is asked once more.
    pub(super) fn confirm_rows(&self, rank: Rank) -> Vec<Row> {
        let discard = self.frame.lang.say("button-discard", &[("card", words::card_name(self, rank).into())]);
        let reason = self.word("off-confirm");
        let third = Row::buttons([
            self.play_button().on_if(false),
            self.styled(HandVerb::DiscardSure(rank), discard, Style::Danger),
            self.button(HandVerb::Back, self.word("button-keep")),
        ]);
        let fourth = Row::buttons([
            self.button(HandVerb::Build, self.word("button-build")).on_if(false),
            self.button(HandVerb::Clear, self.word("button-clear")).on_if(false),
        ]);
        let first = Menu::off(self.id(HandVerb::Pick), &reason);
        let second = Menu::off(self.id(HandVerb::Discard), &reason);
        vec![Row::menu(first), Row::menu(second), third, fourth, self.last_row()]
    }
}

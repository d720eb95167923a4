"""Somebody who plays by what stands on the buttons, as a person would: draw, meld what is offered, discard something."""

import random
import re

from playwright.sync_api import TimeoutError, expect

from sandbox import SOON, Seat

OVER = re.compile("Deal the next round|Rematch")
TO_PLAY = re.compile(r"▶ ?@(\w+)")


class Table:
    """Four members at one table, each in a part of the page."""

    def __init__(self, page, names=("Ana", "Bo", "Cy", "Di"), seed=7):
        self.page = page
        self.seats = {name: Seat(page, name) for name in names}
        self.host = self.seats[names[0]]
        self.random = random.Random(seed)
        self.asked = 0
        self.missed = 0

    def open(self, options="target:one round"):
        """A new table with everybody at it, the first round dealt."""
        self.host.say(f"/canasta new {options}")
        others = [seat for seat in self.seats.values() if seat is not self.host]
        for seat, words in zip(others, ("Join East–West", "Join North–South", "Join East–West")):
            seat.click(seat.board(), words)
        self.start()

    def start(self):
        start = self.host.board().get_by_role("button", name="Start")
        expect(start).to_be_enabled(timeout=SOON)
        self.host.click(self.host.board(), "Start")
        self.dealt()

    def dealt(self):
        """Waits until there are cards to look at."""
        expect(self.host.board().get_by_role("button", name="My hand")).to_be_visible(timeout=SOON)
        expect(self.host.board().get_by_role("button", name=OVER)).to_have_count(0, timeout=SOON)

    def state(self):
        """What stands on the newest table now: the words, and whose turn it is; nobody's when the round is over."""
        board = self.host.board()
        words = board.inner_text()
        found = None if OVER.search(words) else TO_PLAY.search(words)
        return words, found and found.group(1)

    def hand_of(self, seat):
        """The member's open hand; the table's own button opens one if there is none."""
        if seat.hand().get_by_role("button", name="Refresh").count() == 0:
            seat.click(seat.board(), "My hand")
        return seat.hand()

    def step(self, ask=True):
        """One click or choice of whoever is to act; False when the round is over."""
        self.page.wait_for_timeout(30)
        words, name = self.state()
        if name is None:
            return not OVER.search(words)
        seat = self.seats[name]
        try:
            hand = self.hand_of(seat)
            if not any(choose(seat, hand) for choose in self.wishes(ask)):
                self.look_again(seat)
        except (AssertionError, TimeoutError) as why:
            # What was clicked was drawn anew under the finger, which may happen now and then.
            self.missed += 1
            if self.missed > 10:
                raise
            print(f"        looked again: {str(why).splitlines()[0]}")
        return True

    def look_again(self, seat):
        """The hand or the table was drawn anew meanwhile: a fresh hand, if there is a table to ask."""
        self.page.wait_for_timeout(500)
        again = seat.board().get_by_role("button", name="My hand")
        if again.count() and self.state()[1] == seat.name:
            seat.click(seat.board(), "My hand")

    def wishes(self, ask):
        """What is tried, in this order."""
        def press(words, mean=lambda: None):
            def go(seat, hand):
                button = hand.get_by_role("button", name=re.compile(f"^{words}"), disabled=False)
                if button.count() == 0:
                    return False
                mean()
                seat.click(hand, button.first.inner_text())
                return True
            return go

        def pick(menu, which):
            def go(seat, hand):
                opener = hand.get_by_role("button", name=re.compile(f"^{menu}"), disabled=False)
                if opener.count() == 0:
                    return False
                seat.choose(hand, menu, which)
                return True
            return go

        def asked():
            self.asked += 1

        wishes = [press("Yes, go out"), press("Discard "), press("Go out")]
        if ask:
            wishes.insert(2, press("Ask partner", asked))
        wishes += [press("Play"), press("Draw"), press("Take the pile"), press("Pass")]
        if self.random.random() < 0.8:
            wishes.append(pick("Meld or lay off", 0))
        wishes += [pick("Discard…", 0), pick("Meld or lay off", 0), pick("Take the pile with", 0)]
        return wishes

    def play_round(self):
        """Until the round is over; how many steps that took."""
        for steps in range(3000):
            if not self.step():
                return steps
        raise AssertionError(f"the round does not end:\n{self.state()[0]}")

"""Pictures of every phase, to be looked at: `shots.py PROGRAM FOLDER`. `table.png` among them is the README's."""

import pathlib
import re
import shutil
import sys

from playwright.sync_api import expect, sync_playwright

from common import EVERYTHING, PHONE, as_bot, place
from player import Table
from sandbox import BROWSERS, Sandbox, Seat, open_page


def everything(browser, program, folder, theme):
    """Four members side by side, from the lobby to the end of the game."""
    with Sandbox(program) as sandbox:
        page = open_page(browser, sandbox, width=1600, height=1000, theme=theme, members=4)

        def shot(name):
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{theme}-{name}.png")

        table = Table(page)
        host = table.host
        host.box.fill("/canasta new target:")
        shot("completion")
        host.say("/canasta new target:one round")
        expect(host.board()).to_contain_text("free")
        shot("lobby")
        host.click(host.board(), "Options")
        host.hand().get_by_role("button", name="Change an option").click()
        shot("options")
        page.keyboard.press("Escape")
        for name, words in (("Bo", "Join East–West"), ("Cy", "Join North–South"), ("Di", "Join East–West")):
            table.seats[name].click(table.seats[name].board(), words)
        table.start()
        seat = table.seats[table.state()[1]]
        table.hand_of(seat)
        seat.node.locator(".scroll").evaluate("node => node.scrollTop = 0")
        shot("to-draw")
        seat.click(table.hand_of(seat), "Draw")
        seat.click(seat.hand(), "Build")
        shot("composing")
        seat.click(seat.hand(), "Back")
        asked = composed = False
        for step in range(3000):
            going_on = table.step()
            if step == 60:
                shot("middle")
            for one in table.seats.values():
                if not composed and one.hand().get_by_role("button", name="Clear", disabled=False).count():
                    one.hand().scroll_into_view_if_needed()
                    shot("draft")
                    composed = True
            if table.asked and not asked:
                asked = True
                expect(host.board()).to_contain_text("may I go out?", timeout=20_000)
                partner = table.seats[table.state()[1]]
                partner.click(partner.board(), "Answer")
                shot("question")
            if not going_on:
                break
        shot("end")
        host.click(host.board(), "All rounds")
        shot("sheet")
        as_bot(sandbox, f"/channels/{place(sandbox)[1]}/messages", EVERYTHING)
        page.get_by_role("button", name="1 member").click()
        expect(host.messages().last).to_contain_text("bold")
        host.messages().last.get_by_role("button", name="Two or three").click()
        shot("everything")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Developer controls").click()
        page.locator(".requests summary").first.click()
        shot("developer")
        page.context.close()


def phone(browser, program, folder, theme):
    """The same on a telephone."""
    with Sandbox(program) as sandbox:
        page = open_page(browser, sandbox, **PHONE, theme=theme, is_mobile=True, has_touch=True, device_scale_factor=2)
        seats = {name: Seat(page, name) for name in ("Ana", "Bo", "Cy", "Di")}

        def shot(name):
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"phone-{theme}-{name}.png")

        seats["Ana"].say("/canasta new target:one round")
        for name, words in (("Bo", "Join East–West"), ("Cy", "Join North–South"), ("Di", "Join East–West")):
            page.get_by_role("button", name=name, exact=True).click()
            seats[name].click(seats[name].board(), words)
        page.get_by_role("button", name="Ana", exact=True).click()
        shot("lobby")
        ana = seats["Ana"]
        ana.click(ana.board(), "Start")
        expect(ana.board()).to_contain_text("STOCK")
        shot("table")
        ana.click(ana.board(), "My hand")
        shot("hand")
        menu = ana.hand().locator(".menu:enabled")
        if menu.count():
            menu.first.click()
            shot("menu")
            page.keyboard.press("Escape")
        ana.box.fill("/canasta ")
        shot("completion")
        ana.box.fill("")
        page.get_by_role("button", name="Developer controls").click()
        shot("developer")
        page.context.close()


def readme(browser, program, folder):
    """A table in the middle of a round, two members side by side."""
    with Sandbox(program) as sandbox:
        page = open_page(browser, sandbox, width=1600, height=1000, members=4)
        table = Table(page, seed=3)
        table.open("rules:playout target:1500 points")
        seat = table.seats["Ana"]
        melds = re.compile("^Meld or lay off")
        for _ in range(40):
            table.step(ask=False)
        while table.state()[1] != "Ana" or seat.hand().get_by_role("button", name=melds, disabled=False).count() == 0:
            table.step(ask=False)
        page.wait_for_timeout(5000)
        page.set_viewport_size({"width": 960, "height": 1080})
        page.get_by_role("button", name="2 members side by side").click()
        for _ in seat.node.get_by_role("button", name="Dismiss").all():
            seat.node.get_by_role("button", name="Dismiss").first.click()
            page.wait_for_timeout(200)
        seat.click(seat.board(), "My hand")
        seat.click(seat.hand(), "Refresh")
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        page.screenshot(path=folder / "table.png")
        page.context.close()


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for theme in ("dark", "light"):
            everything(browser, program, folder, theme)
            phone(browser, program, folder, theme)
        readme(browser, program, folder)


if __name__ == "__main__":
    main()

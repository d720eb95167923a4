"""Tests of playing: commands, turns, games, and what happens when something goes wrong."""

import os
import re
import tempfile

from playwright.sync_api import expect

from common import control, place, test
from player import Table
from sandbox import SOON, Sandbox, Seat, open_page



@test
def a_command_is_completed_by_keyboard(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    box = ana.box
    box.focus()
    keys = page.keyboard
    keys.type("/canasta ne")
    options = ana.node.get_by_role("listbox", name="Commands and options").get_by_role("option")
    expect(options).to_have_count(1)
    keys.press("Tab")
    expect(box).to_have_value("/canasta new ")
    names = ("rules", "players", "target", "thread", "computers", "level", "clock", "left_seats")
    expect(options).to_have_text([re.compile(f"{name}:") for name in names])
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(box).to_have_value("/canasta new players:")
    expect(options).to_have_count(2)
    keys.type("2")
    keys.press("Tab")
    expect(box).to_have_value("/canasta new players:2, each alone ")
    keys.type("target:one")
    keys.press("Tab")
    keys.press("Enter")
    expect(ana.board()).to_contain_text("one round")
    expect(ana.board()).to_contain_text("1 seat is free")
    expect(ana.messages().filter(has_text="Ana used /canasta new")).to_have_count(1)
    ana.say("/canasta nonsense:1")
    expect(ana.node.get_by_role("alert")).to_contain_text("no such command")
    return page


@test
def a_whole_turn_by_clicks(browser, sandbox, _):
    page = open_page(browser, sandbox, width=1600, members=4)
    table = Table(page)
    for seat in table.seats.values():
        # Who has just clicked is here, and is pinged only if they ask for it.
        seat.say("/canasta pings when:always")
        expect(seat.messages().filter(has_text="used /canasta pings")).to_have_count(1)
    table.open()
    words, name = table.state()
    seat = table.seats[name]
    hand = table.hand_of(seat)
    expect(hand).to_contain_text("Only you can see this")
    before = int(re.search(r"STOCK (\d+)", words).group(1))
    seat.click(hand, "Draw")
    # One card fewer, or more where red threes came.
    expect(seat.board()).to_contain_text(re.compile(rf"STOCK (?!{before}\b)\d+"))
    expect(hand).to_contain_text("then discard")
    seat.choose(hand, "Discard…", 0)
    if hand.get_by_role("button", name="Keep it").count():
        seat.click(hand, "Discard")
    expect(table.host.board()).not_to_contain_text(f"@{name} to play")
    words, after = table.state()
    assert after and after != name, words
    expect(table.seats[after].node.locator(".message.named")).to_have_count(1)
    expect(seat.node.locator(".message.named").filter(has_text=f"@{after}")).to_have_count(0)
    return page


@test
def a_hand_is_seen_by_its_owner_alone(browser, sandbox, _):
    page = open_page(browser, sandbox, width=1600, members=4)
    spy = browser.new_context().new_page()
    heard = []
    spy.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    spy.goto(sandbox.address)
    spy.get_by_role("button", name="Bo", exact=True).click()
    spy.locator("h2", has_text="Bo").wait_for()
    table = Table(page)
    table.open()
    shown = {}
    for name, seat in table.seats.items():
        hand = table.hand_of(seat)
        shown[name] = hand.get_attribute("data-id")
        assert re.search(r"\n\s*(([2-9AKQJ★]|10)\s+){5}", hand.inner_text()), hand.inner_text()
    for name, seat in table.seats.items():
        own = [node.get_attribute("data-id") for node in seat.node.locator(".message.ephemeral").all()]
        assert shown[name] in own
        others = [one for other, one in shown.items() if other != name]
        assert not set(own) & set(others), f"{name} sees another hand"
    expect(spy.locator(f"[data-id='{shown['Bo']}']")).to_be_visible()
    told = "".join(frame if isinstance(frame, str) else frame.decode() for frame in heard)
    assert shown["Bo"] in told
    for name in ("Ana", "Cy", "Di"):
        assert shown[name] not in told, f"Bo's browser was told of {name}'s hand"
    table.seats["Ana"].hand().get_by_role("button", name="Dismiss").click()
    expect(page.locator(f"[data-id='{shown['Ana']}']")).to_have_count(0)
    return page


@test
def a_game_of_one_round_and_the_partners_prompt(browser, sandbox, _):
    page = open_page(browser, sandbox, width=1600, members=4)
    table = Table(page)
    table.open()
    for games in range(1, 9):
        asked = table.asked
        while table.step():
            if table.asked == asked:
                continue
            asked = table.asked
            expect(table.host.board()).to_contain_text("may I go out?", timeout=SOON)
            _, partner = table.state()
            seat = table.seats[partner]
            seat.click(seat.board(), "Answer")
            expect(seat.hand().get_by_role("button", name="Yes, go out")).to_be_enabled()
            expect(seat.hand()).to_contain_text("asks: may I go out?")
        expect(table.host.board()).to_contain_text(re.compile("won the game|draw"))
        expect(table.host.board()).to_contain_text("Total")
        if table.asked:
            break
        table.host.click(table.host.board(), "Rematch")
        table.dealt()
    assert table.asked, f"nobody could ask in {games} games"
    found = control(sandbox, "violations")
    assert not found, found
    bad = control(sandbox, "badly_answered")
    assert not bad, bad
    return page


@test
def a_table_in_a_thread_is_a_click_away(browser, sandbox, _):
    page = open_page(browser, sandbox, members=2)
    ana, bo = Seat(page, "Ana"), Seat(page, "Bo")
    ana.say("/canasta new thread:True")
    ana.messages().filter(has_text="is open in").get_by_role("button", name="#").first.click()
    expect(ana.board()).to_contain_text("3 seats are free")
    expect(ana.node.get_by_label("Channel").locator("option:checked")).to_have_text(re.compile("table 1"))
    expect(bo.messages().filter(has_text="3 seats are free")).to_have_count(0)
    thread = control(sandbox, "")["guilds"][0]["channels"][1]
    assert thread["thread"], thread
    # The box names the channel that is shown, also where another stands below it.
    expect(bo.node.get_by_label("Channel")).to_have_value(place(sandbox)[1])
    bo.node.get_by_label("Channel").select_option(thread["id"])
    bo.click(bo.board(), "Join East–West")
    expect(ana.board()).to_contain_text("@Bo")
    return page


@test
def a_click_without_an_answer_fails_after_three_seconds(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    ana.say("/canasta new")
    expect(ana.board()).to_contain_text("free")
    control(sandbox, "faults", {"times": 1, "method": "POST", "path": "/interactions/**", "kind": "hang", "ms": 4000})
    ana.board().get_by_role("button", name="Options").click()
    expect(ana.board().get_by_role("button", name="Options")).to_have_attribute("aria-busy", "true")
    expect(ana.board()).to_contain_text("This interaction failed", timeout=5000)
    control(sandbox, "faults", {"times": 1, "method": "POST", "path": "/interactions/**", "kind": "hang", "ms": 4000})
    ana.say("/canasta help")
    expect(ana.node).to_contain_text("The application did not respond", timeout=5000)
    return page


@test
def developers_can_cause_trouble(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    ana.say("/canasta new")
    expect(ana.board()).to_contain_text("free")
    page.get_by_role("button", name="Developer controls").click()
    tools = page.get_by_role("complementary", name="Developer controls")
    before = int(control(sandbox, "clock"))
    tools.get_by_role("button", name="+ 61 minutes").click()
    expect(tools.get_by_role("status")).to_contain_text("moved by 61 minutes")
    assert int(control(sandbox, "clock")) - before > 3_600_000
    # Nobody joined for so long: that table has ended, and the bot knows what time it is.
    closed = ana.messages().filter(has_text="This table has ended")
    expect(closed).to_have_count(1)
    ana.say("/canasta new")
    expect(ana.board()).to_contain_text("free")
    tools.get_by_role("button", name="+ a day").click()
    # What was written before the first button may be of the day before that: an hour reaches past midnight.
    expect(ana.messages().locator("time.when").last).to_contain_text("Yesterday")
    expect(closed).to_have_count(2)
    ana.say("/canasta new")
    expect(ana.board()).to_contain_text("free")
    tools.get_by_role("button", name="Cut", exact=True).click()
    expect(tools).to_contain_text("The bot is connected.")
    answers = tools.locator(".requests li").filter(has_text="POST /interactions")
    count = answers.count()
    ana.click(ana.board(), "Options")
    expect(answers).to_have_count(count + 1)
    expect(tools).to_contain_text("The checks found nothing wrong")
    tools.get_by_label("Next requests").fill("3")
    tools.get_by_role("button", name="429").click()
    expect(tools).to_contain_text("3 requests will still fail")
    tools.get_by_role("button", name="No more trouble").click()
    expect(tools).to_contain_text("All requests are answered")
    tools.get_by_label("Whose").select_option("everyone")
    tools.get_by_label("Which").select_option("View Channel")
    tools.get_by_role("button", name="Remove").click()
    expect(ana.node).to_contain_text("sees no channel")
    expect(ana.messages()).to_have_count(0)
    tools.get_by_role("button", name="Give back").click()
    expect(ana.board()).to_contain_text("free")
    tools.get_by_label("Member", exact=True).select_option("Ana")
    tools.get_by_label("Name", exact=True).fill("Anastasia")
    tools.get_by_role("button", name="Rename").click()
    ana = Seat(page, "Anastasia")
    expect(ana.board()).to_contain_text("@Anastasia")
    tools.get_by_role("button", name="Leave").click()
    # Whoever leaves loses the name they had here.
    ana = Seat(page, "Ana")
    expect(ana.node).to_contain_text("not in this server")
    tools.get_by_role("button", name="Join").click()
    expect(ana.board()).to_contain_text("free")
    count = ana.messages().count()
    ana.board().get_by_role("button", name="Delete").click()
    expect(ana.messages()).to_have_count(count - 1)
    return page


def at_rest(page, table):
    """What everybody sees, once nothing has changed for a while: tables may be drawn only so often."""
    before = None
    while True:
        now = {name: seat.node.locator(".messages").inner_text() for name, seat in table.seats.items()}
        if now == before:
            return now
        before = now
        page.wait_for_timeout(6000)


@test
def a_restart_keeps_everything(browser, sandbox, program):
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "canasta.db")
        with Sandbox(program, "--db", database) as first:
            page = open_page(browser, first, width=1600, members=4)
            table = Table(page)
            table.open()
            for _ in range(6):
                table.step()
            before = at_rest(page, table)
        expect(page.get_by_role("alert").filter(has_text="does not answer")).to_be_visible()
        page.context.close()
        with Sandbox(program, "--db", database) as second:
            page = open_page(browser, second, width=1600, members=4)
            table = Table(page)
            expect(table.host.board()).to_contain_text("STOCK")
            for name, seat in table.seats.items():
                now = seat.node.locator(".messages").inner_text()
                assert now == before[name], f"{name} saw\n{before[name]}\nand sees\n{now}"
            for _ in range(6):
                table.step()
            ana = table.seats["Ana"]
            ana.say("/canasta table")
            expect(ana.node).to_contain_text("/canasta table")
            assert not page.wrong, page.wrong
            before = at_rest(page, table)
            second.crash()
            page.context.close()
        with Sandbox(program, "--db", database) as third:
            page = open_page(browser, third, width=1600, members=4)
            table = Table(page)
            expect(table.host.board()).to_contain_text("STOCK")
            assert table.state()[0] == before["Ana"][before["Ana"].index(table.state()[0]):][:len(table.state()[0])]
            for _ in range(4):
                table.step()
            page.context.close()
    return None

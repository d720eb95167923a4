"""The sandbox page in a real browser, as a person uses it: `check.py PROGRAM [-k WORD]`.

Every test has a sandbox and a window of its own. A test fails, too, if the page complains, asks anything of another
server, or the bot logs an error."""

import argparse
import base64
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import traceback
import urllib.request

from playwright.sync_api import expect, sync_playwright

from player import Table
from sandbox import SOON, Sandbox, Seat, open_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
AXE = pathlib.Path(os.environ.get("AXE", "target/page/node_modules/axe-core/axe.min.js"))
PHONE = {"width": 390, "height": 844}
TESTS = []


def test(run):
    TESTS.append(run)
    return run


def control(sandbox, what, body=None):
    """What a developer can do, without the page."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{sandbox.address}sandbox/{what}", data)) as answer:
        return json.load(answer)


def as_bot(sandbox, path, body):
    """Something said with the bot's own token, to show what the bot itself never sends."""
    about = control(sandbox, "")
    request = urllib.request.Request(f"{about['base']}/api/v10{path}", json.dumps(body).encode(), {
        "authorization": f"Bot {about['token']}", "content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def place(sandbox):
    guild = control(sandbox, "")["guilds"][0]
    return guild, guild["channels"][0]["id"]


def no_sideways(page):
    """Nothing is wider than the window."""
    wide = page.evaluate("""() => [...document.querySelectorAll("body *")].filter((node) => {
        if (node.closest(".unseen")) return false;
        // What its parent cuts off or scrolls by itself is not seen.
        for (let up = node.parentElement; up !== document.body; up = up.parentElement) {
            if (getComputedStyle(up).overflowX !== "visible" && !up.matches(".scroll, #tools, #seats, #rest")) return false;
        }
        const box = node.getBoundingClientRect();
        return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    }).map((node) => node.outerHTML.slice(0, 120))""")
    assert not wide, f"wider than the window: {wide}"
    over = page.evaluate("""() => [document.scrollingElement, document.body, ...document.querySelectorAll(".scroll, #tools")]
        .filter((node) => node.scrollWidth > node.clientWidth).map((node) => `${node.tagName}.${node.className} ${node.scrollWidth}`)""")
    assert not over, f"scrolls sideways: {over}"


def accessible(page, where):
    """What axe finds wrong: nothing."""
    if not AXE.exists():
        return
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("""async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
        .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160) + " " + node.failureSummary).join("; ")}`)""")
    assert not found, f"{where}: {json.dumps(found, indent=1, ensure_ascii=False)}"


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
    expect(options).to_have_text([re.compile("rules:"), re.compile("players:"), re.compile("target:"), re.compile("thread:")])
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
        assert re.search(r"\n\s+([2-9AKQJ★]|10)\b", hand.inner_text()), hand.inner_text()
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
        table.start()
    assert table.asked, f"nobody could ask in {games} games"
    found = control(sandbox, "violations")
    assert not found, found
    bad = control(sandbox, "badly_answered")
    assert not bad, bad
    return page


@test
def nothing_is_wider_than_a_phone(browser, sandbox, _):
    page = open_page(browser, sandbox, **PHONE, is_mobile=True, has_touch=True)
    expect(page.get_by_role("button", name="4 members side by side")).to_be_hidden()
    seats = {name: Seat(page, name) for name in ("Ana", "Bo", "Cy", "Di")}
    seats["Ana"].say("/canasta new target:one round")
    for name, words in (("Bo", "Join East–West"), ("Cy", "Join North–South"), ("Di", "Join East–West")):
        page.get_by_role("button", name=name, exact=True).click()
        seats[name].click(seats[name].board(), words)
        no_sideways(page)
    page.get_by_role("button", name="Ana", exact=True).click()
    ana = seats["Ana"]
    ana.click(ana.board(), "Options")
    no_sideways(page)
    ana.hand().get_by_role("button", name="Change an option").click()
    no_sideways(page)
    page.keyboard.press("Escape")
    ana.click(ana.board(), "Start")
    expect(ana.board()).to_contain_text("STOCK")
    ana.click(ana.board(), "My hand")
    no_sideways(page)
    ana.box.fill("/canasta ")
    no_sideways(page)
    ana.box.fill("")
    as_bot(sandbox, f"/channels/{place(sandbox)[1]}/messages", {"content": "```\n" + "wide " * 60 + "\n```" + "x" * 300})
    expect(ana.messages().last).to_contain_text("wide")
    no_sideways(page)
    page.get_by_role("button", name="Developer controls").click()
    expect(page.get_by_role("heading", name="Requests of the bot")).to_be_visible()
    no_sideways(page)
    page.get_by_label("Name", exact=True).fill("W" * 32)
    page.get_by_role("button", name="Rename").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("h2 span")).to_have_text("W" * 32)
    no_sideways(page)
    return page


@test
def axe_finds_nothing_in_either_theme(browser, sandbox, _):
    for theme in ("dark", "light"):
        page = open_page(browser, sandbox, width=1600, theme=theme, members=4)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        table = Table(page)
        accessible(page, f"{theme}, at the start")
        if theme == "light":
            table.host.say("/canasta end")
            expect(table.host.messages().filter(has_text="has ended").first).to_be_visible()
        table.host.say("/canasta new target:one round")
        expect(table.host.board()).to_contain_text("free")
        table.host.click(table.host.board(), "Options")
        accessible(page, f"{theme}, lobby and options")
        table.host.hand().get_by_role("button", name="Change an option").click()
        accessible(page, f"{theme}, an open menu")
        page.keyboard.press("Escape")
        for name, words in (("Bo", "Join East–West"), ("Cy", "Join North–South"), ("Di", "Join East–West")):
            table.seats[name].click(table.seats[name].board(), words)
        table.start()
        for _ in range(12):
            table.step()
        accessible(page, f"{theme}, in a game")
        table.host.box.fill("/canasta ")
        accessible(page, f"{theme}, completions")
        table.host.box.fill("")
        as_bot(sandbox, f"/channels/{place(sandbox)[1]}/messages", EVERYTHING)
        expect(table.host.messages().last).to_contain_text("bold")
        page.get_by_role("button", name="Developer controls").click()
        page.locator(".requests summary").first.click()
        accessible(page, f"{theme}, developer controls")
        assert not page.wrong, page.wrong
        page.close()
    return None


EVERYTHING = {
    "content": "# Heading\n**bold** *italic* __under__ ~~gone~~ ||hidden|| `code` <t:1700000000:R> <#0> @everyone\n"
               "> quoted\n- item\n-# small\n[a link](https://example.org/) <img src=x onerror=alert(1)> \\*plain\\*",
    "allowed_mentions": {"parse": []},
    "embeds": [{"title": "An embed", "description": "with **text**", "color": 0x5865F2, "footer": {"text": "below"},
                "fields": [{"name": "one", "value": "1", "inline": True}, {"name": "two", "value": "2", "inline": True}]}],
    "components": [
        {"type": 1, "components": [{"type": 2, "style": style, "label": f"style {style}", "custom_id": f"s{style}",
                                    "disabled": style == 4} for style in (1, 2, 3, 4)]
         + [{"type": 2, "style": 5, "label": "link", "url": "https://example.org/"}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "several", "placeholder": "Two or three", "min_values": 2,
                                    "max_values": 3, "options": [{"label": f"choice {n}", "value": str(n),
                                                                  "description": f"number {n}"} for n in range(5)]}]}],
}


@test
def text_is_drawn_and_never_run(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    guild, channel = place(sandbox)
    as_bot(sandbox, f"/channels/{channel}/messages", EVERYTHING)
    last = ana.messages().last
    for tag, words in (("strong", "bold"), ("em", "italic"), ("u", "under"), ("s", "gone"), ("blockquote", "quoted"), ("code", "code")):
        expect(last.locator(tag).filter(has_text=words)).to_have_count(1)
    expect(last).to_contain_text("<img src=x onerror=alert(1)>")
    expect(last).to_contain_text("*plain*")
    expect(last.locator("img, script")).to_have_count(0)
    expect(last.locator(".embed")).to_contain_text("An embed")
    expect(last.get_by_role("button", name="style 4")).to_be_disabled()
    last.get_by_role("button", name="Spoiler").click()
    expect(last.get_by_text("hidden")).to_be_visible()
    last.get_by_role("button", name="Two or three").click()
    done = last.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    for n in range(4):
        # The last is greyed: three are enough.
        last.get_by_role("option").nth(n).click(force=True)
    expect(last.locator("[aria-selected=true]")).to_have_count(3)
    expect(done).to_be_enabled()
    page.keyboard.press("Escape")
    bo = next(member["id"] for member in guild["members"] if member["name"] == "Bo")
    ana.say(f"hello <@{bo}> <b>not bold</b>")
    expect(ana.messages().last).to_contain_text("hello @Bo <b>not bold</b>")
    expect(page.get_by_role("button", name=re.compile("^Bo"))).to_contain_text("1 new mentions")
    page.get_by_role("button", name=re.compile("^Bo")).click()
    expect(Seat(page, "Bo").node.locator(".message.named")).to_have_count(1)
    return page


@test
def files_are_shown_with_their_description(browser, sandbox, _):
    page = open_page(browser, sandbox)
    pixel = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    about = control(sandbox, "")
    payload = {"attachments": [{"id": 0, "description": "a red dot"}, {"id": 1}]}
    parts = [("payload_json", "", "application/json", json.dumps(payload).encode()),
             ("files[0]", '; filename="dot.png"', "image/png", pixel), ("files[1]", '; filename="a.html"', "text/html", b"<script>")]
    body = b"".join(f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\nContent-Type: {kind}\r\n\r\n'.encode()
                    + data + b"\r\n" for name, more, kind, data in parts) + b"--x--\r\n"
    request = urllib.request.Request(f"{about['base']}/api/v10/channels/{place(sandbox)[1]}/messages", body, {
        "authorization": f"Bot {about['token']}", "content-type": "multipart/form-data; boundary=x"})
    urllib.request.urlopen(request).close()
    last = Seat(page, "Ana").messages().last
    picture = last.get_by_role("img", name="a red dot")
    expect(picture).to_be_visible()
    assert picture.evaluate("node => node.naturalWidth") == 1
    expect(last.get_by_role("link", name="a.html")).to_have_attribute("download", "a.html")
    return page


@test
def a_table_in_a_thread_is_a_click_away(browser, sandbox, _):
    page = open_page(browser, sandbox, members=2)
    ana, bo = Seat(page, "Ana"), Seat(page, "Bo")
    ana.say("/canasta new thread:True")
    ana.messages().filter(has_text="Your table stands in").get_by_role("button", name="#").first.click()
    expect(ana.board()).to_contain_text("3 seats are free")
    expect(ana.node.get_by_label("Channel")).to_have_value(re.compile(r"\d+"))
    expect(bo.messages().filter(has_text="3 seats are free")).to_have_count(0)
    thread = control(sandbox, "")["guilds"][0]["channels"][1]
    assert thread["thread"], thread
    bo.node.get_by_label("Channel").select_option(thread["id"])
    bo.click(bo.board(), "Join East–West")
    expect(ana.board()).to_contain_text("@Bo")
    return page


@test
def older_messages_are_loaded_when_asked_for(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    guild, channel = place(sandbox)
    member = guild["members"][-1]["id"]
    for number in range(150):
        control(sandbox, "say", {"member": member, "channel": channel, "content": f"number {number}."})
    expect(ana.messages().last).to_contain_text("number 149.")
    expect(ana.messages()).to_have_count(100)
    expect(ana.messages().last).to_be_in_viewport()
    page.set_viewport_size({"width": 1000, "height": 500})
    expect(ana.messages().last).to_be_in_viewport()
    ana.node.locator(".scroll").evaluate("node => node.scrollTop = 0")
    seen = ana.messages().first
    expect(seen).to_contain_text("number 50.")
    seen = ana.messages().filter(has_text="number 50.")
    ana.node.get_by_role("button", name="Load older messages").click()
    expect(ana.messages()).to_have_count(150)
    expect(seen).to_be_in_viewport()
    expect(ana.node.get_by_role("button", name="Load older messages")).to_be_hidden()
    ana.node.get_by_role("button", name="Jump to the newest").click()
    expect(ana.messages().last).to_be_in_viewport()
    return page


@test
def a_menu_is_used_by_keyboard(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    ana.say("/canasta new")
    expect(ana.node).to_contain_text("Your table stands in")
    ana.board().get_by_role("button", name="Options").focus()
    page.keyboard.press("Enter")
    ana.settle()
    opener = ana.hand().get_by_role("button", name="Change an option")
    opener.focus()
    page.keyboard.press("Enter")
    expect(ana.hand().get_by_role("option").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.type("t")
    expect(ana.hand().get_by_role("option", name=re.compile("^Target"))).to_be_focused()
    page.keyboard.press("Enter")
    ana.settle()
    expect(ana.hand()).to_contain_text("Target")
    inside = page.evaluate("document.activeElement.closest('.message')?.dataset.id")
    assert inside == ana.hand().get_attribute("data-id"), "the focus is lost"
    return page


@test
def a_click_without_an_answer_fails_after_three_seconds(browser, sandbox, _):
    page = open_page(browser, sandbox)
    ana = Seat(page, "Ana")
    ana.say("/canasta new")
    expect(ana.node).to_contain_text("Your table stands in")
    control(sandbox, "faults", {"times": 1, "method": "POST", "path": "/interactions/**", "kind": "hang", "ms": 4000})
    ana.board().get_by_role("button", name="Options").click()
    expect(ana.board().get_by_role("button", name="Options")).to_have_attribute("aria-busy", "true")
    expect(ana.board()).to_contain_text("This interaction failed", timeout=5000)
    control(sandbox, "faults", {"times": 1, "method": "POST", "path": "/interactions/**", "kind": "hang", "ms": 4000})
    ana.say("/canasta help")
    expect(ana.node).to_contain_text("The application did not respond", timeout=5000)
    return page


# There the bot is kept from answering, and logs it.
MAY_COMPLAIN = {"a_click_without_an_answer_fails_after_three_seconds"}


@test
def a_modal_opens_for_its_member_and_is_sent_off(browser, sandbox, _):
    # No answer of this bot opens one: the page is told of one as the stand-in would tell it.
    page = browser.new_context().new_page()
    page.wrong = []
    modal = {"custom_id": "m", "title": "A question", "components": [{"type": 1, "components": [
        {"type": 4, "custom_id": "name", "label": "Your name", "style": 1, "min_length": 2}]}]}

    def told(socket):
        server = socket.connect_to_server()

        def pass_on(text):
            news = json.loads(text)
            if news["kind"] == "seat":
                news.update(modal=modal, modal_by="1")
            socket.send(json.dumps(news))
        server.on_message(pass_on)
    page.route_web_socket(re.compile("/live$"), told)
    sent = []
    page.route(re.compile("/sandbox/submit_modal$"), lambda route: (sent.append(route.request.post_data_json), route.fulfill(
        json={"answers": [{"accepted": True}]})))
    page.goto(sandbox.address)
    dialog = page.get_by_role("dialog", name="A question")
    expect(dialog.get_by_label("Your name")).to_be_focused()
    accessible(page, "a modal")
    page.keyboard.type("A")
    dialog.get_by_role("button", name="Submit").click()
    assert not sent, "too short"
    dialog.get_by_label("Your name").fill("Ana")
    dialog.get_by_role("button", name="Submit").click()
    expect(dialog.get_by_role("alert")).to_have_text("")
    page.wait_for_timeout(200)
    assert [one["values"] for one in sent] == [{"name": "Ana"}], sent
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
    tools.get_by_role("button", name="+ a day").click()
    expect(ana.board().locator("time.when")).to_contain_text("Yesterday")
    tools.get_by_role("button", name="Cut", exact=True).click()
    expect(tools).to_contain_text("The bot is connected.")
    ana.click(ana.board(), "Options")
    expect(tools.locator(".requests li").first).to_contain_text("POST /interactions")
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


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("-k", default="", help="only tests with this word in their name")
    arguments.add_argument("--assets", help="serve the page's files from this folder")
    given = arguments.parse_args()
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser_path:
        print(f"skipped: no browser; one of {', '.join(BROWSERS)} is needed")
        return 0
    if given.assets:
        import sandbox as harness
        harness.ASSETS = given.assets
    if not AXE.exists():
        print(f"skipped: accessibility, because {AXE} is not there")
    failed = 0
    chosen = [run for run in TESTS if given.k in run.__name__]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for run in chosen:
            try:
                with Sandbox(given.program, quiet=run.__name__ not in MAY_COMPLAIN) as sandbox:
                    page = run(browser, sandbox, given.program)
                    wrong = page.wrong if page else []
                    for context in browser.contexts:
                        context.close()
                assert not wrong, f"the page complained: {wrong}"
                print(f"ok      {run.__name__}")
            except Exception:  # Whatever went wrong, the other tests still run.
                failed += 1
                print(f"FAILED  {run.__name__}")
                traceback.print_exc()
                for number, page in enumerate(page for context in browser.contexts for page in context.pages):
                    page.screenshot(path=os.path.join(tempfile.gettempdir(), f"{run.__name__}-{number}.png"))
                for context in browser.contexts:
                    context.close()
            sys.stdout.flush()
        browser.close()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

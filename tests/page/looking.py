"""Tests of looks: what is drawn, on which screen, for whom, and by which keys it can be reached."""

import base64
import json
import re
import urllib.request

from playwright.sync_api import expect

from common import EVERYTHING, PHONE, accessible, as_bot, control, no_sideways, place, test
from player import Table
from sandbox import Seat, open_page



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
            expect(table.host.hand()).to_contain_text("for good?")
            table.host.click(table.host.hand(), "End the game")
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
    expect(ana.board()).to_contain_text("free")
    ana.board().get_by_role("button", name="Options").focus()
    page.keyboard.press("Enter")
    ana.settle(ana.messages())
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
    ana.settle(ana.messages())
    expect(ana.hand()).to_contain_text("Target")
    inside = page.evaluate("document.activeElement.closest('.message')?.dataset.id")
    assert inside == ana.hand().get_attribute("data-id"), "the focus is lost"
    return page


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

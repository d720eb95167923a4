"""What the tests share: the list of them, what a developer and the bot can do without the page, and two ways to look at it."""

import json
import os
import pathlib
import urllib.request

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


# One of everything that a message can carry.
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

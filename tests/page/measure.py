"""How long a click takes, from the finger to what is drawn: `measure.py PROGRAM`. Prints `metric NAME MILLISECONDS`.

Measured in the page itself: a click on *Log*, *My hand* or *Refresh* until the changed message has been painted."""

import shutil
import statistics
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from common import control, place
from player import Table
from sandbox import BROWSERS, Sandbox, open_page

CLICK = """async (words) => {
    const seat = document.querySelector("section.seat");
    const hands = [...seat.querySelectorAll(".message.ephemeral")].filter((node) => node.querySelector(".rows"));
    const button = [...hands.at(-1).querySelectorAll("button")].find((node) => node.textContent === words);
    const list = seat.querySelector(".messages");
    const before = button.dataset.component;
    const start = performance.now();
    const changed = new Promise((resolve) => new MutationObserver((_, observer) => {
        const now = [...list.querySelectorAll("button")].find((node) => node.textContent === words);
        if (now && now.dataset.component !== before) {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(resolve));
        }
    }).observe(list, {childList: true, subtree: true}));
    button.click();
    await changed;
    return performance.now() - start;
}"""


def clicks(page, times=40):
    took = []
    for _ in range(times):
        took.append(page.evaluate(CLICK, "Refresh"))
        # Five answers in two seconds are allowed.
        page.wait_for_timeout(100)
    return took


def tell(name, took):
    took = sorted(took)
    print(f"metric {name}_p50_ms {statistics.median(took):.1f}")
    print(f"metric {name}_max_ms {took[-1]:.1f}", flush=True)


def main():
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        # With everything kept in files, which is the slower way.
        with tempfile.TemporaryDirectory() as folder, Sandbox(sys.argv[1], "--db", f"{folder}/canasta.db") as sandbox:
            page = open_page(browser, sandbox, width=1600, members=4)
            table = Table(page)
            table.open()
            host = table.host
            table.hand_of(host)
            tell("click_of_few_messages", clicks(page))
            _, channel = place(sandbox)
            member = control(sandbox, "")["guilds"][0]["members"][1]["id"]
            for number in range(10_000):
                control(sandbox, "say", {"member": member, "channel": channel, "content": f"message {number} of **many** <@{member}>"})
            expect(host.messages().last).to_contain_text("message 9999", timeout=120_000)
            host.say("/canasta table")
            host.say("/canasta hand")
            expect(host.hand()).to_contain_text("Table 1")
            page.wait_for_timeout(1000)
            tell("click_of_10000_messages", clicks(page))
            page.context.close()


if __name__ == "__main__":
    main()

"""The sandbox as a program of its own, and a person at its page: everything goes through the browser's window.

A `Page` shows one member or several, each in a `Seat`; what a seat shows is what that member sees."""

import os
import re
import signal
import subprocess

from playwright.sync_api import expect

SOON = 20_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# A folder that the page's files are taken from, for work on them; the program's own otherwise.
ASSETS = None


class Sandbox:
    """`canasta sandbox`, running; ended in order at the end of the `with`."""

    def __init__(self, program, *arguments, quiet=True):
        self.command = [program, "sandbox", *arguments]
        self.quiet = quiet

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if line.startswith("http://127.0.0.1:"):
                self.address = line.strip()
                return self
        raise AssertionError(f"no address was printed:\n{self.process.stderr.read()}")

    def crash(self):
        """Ends it as a crash would."""
        self.process.kill()
        self.process.wait()

    def __exit__(self, *_):
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, f"the sandbox ended with {self.process.returncode}:\n{complaints}"
        bad = [line for line in complaints.splitlines() if " ERROR " in line or "panicked" in line]
        assert not bad or not self.quiet, f"the log has {bad}"


class Seat:
    """One member's part of the page."""

    def __init__(self, page, name):
        self.name = name
        self.page = page
        self.node = page.locator("section.seat").filter(has=page.locator("h2 span", has_text=re.compile(f"^{name}$")))

        self.box = self.node.get_by_role("combobox", name=re.compile("Message|may not write"))

    def messages(self):
        return self.node.locator(".message")

    def board(self):
        """The newest table: a message for everybody with components."""
        return self.node.locator(".message:not(.ephemeral)").filter(has=self.page.locator(".rows")).last

    def hand(self):
        """The newest message that only this member sees and that can be clicked."""
        return self.node.locator(".message.ephemeral").filter(has=self.page.locator(".rows")).last

    def say(self, line):
        self.box.fill(line)
        self.box.press("Enter")

    def click(self, message, label):
        """Clicks a button by the beginning of its words and waits for the answer."""
        button = message.get_by_role("button", name=re.compile(f"^{re.escape(label)}")).first
        button.click(timeout=SOON)
        self.settle(message)

    def settle(self, message):
        """Until no control waits for its answer; that of this message must have come."""
        expect(self.node.locator("[aria-busy=true]")).to_have_count(0, timeout=SOON)
        expect(message.locator(".failed")).to_have_count(0, timeout=1000)

    def choose(self, message, menu, *labels):
        """Chooses in a menu by the beginning of its words; several when the list says so."""
        message.get_by_role("button", name=re.compile(f"^{re.escape(menu)}")).first.click()
        choices = message.get_by_role("option")
        for label in labels:
            (choices.nth(label) if isinstance(label, int) else choices.filter(has_text=label).first).click(timeout=5000)
        done = message.get_by_role("button", name="Done")
        if done.count():
            done.click()
        self.settle(message)


def open_page(browser, sandbox, *, width=1280, height=900, theme="dark", members=1, **more):
    """A fresh window on the page."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, **more)
    page = context.new_page()
    page.set_default_timeout(SOON)
    page.wrong = []
    page.on("console", lambda message: message.type == "error" and "409" not in message.text and page.wrong.append(message.text))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda request: sandbox.address.split("/")[2] in request.url
            or request.url.startswith("data:") or page.wrong.append(f"asked {request.url}"))
    if ASSETS:
        page.route(re.compile(r"\.(js|css)$"), lambda route: route.fulfill(
            path=os.path.join(ASSETS, route.request.url.rsplit("/", 1)[1]),
            headers={"content-type": "text/css" if route.request.url.endswith("css") else "text/javascript"}))
    page.goto(sandbox.address)
    page.locator("section.seat").first.wait_for()
    if members > 1:
        page.get_by_role("button", name=f"{members} members side by side").click()
    return page

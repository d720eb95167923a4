"""The sandbox page in a real browser, as a person uses it: `check.py PROGRAM [-k WORD]`.

Every test has a sandbox and a window of its own. A test fails, too, if the page complains, asks anything of another
server, or the bot logs an error."""

import argparse
import os
import shutil
import sys
import tempfile
import traceback

from playwright.sync_api import sync_playwright

import looking  # noqa: F401 (its tests enter the list)
import playing  # noqa: F401
import sandbox as harness
from common import AXE, TESTS
from sandbox import BROWSERS, Sandbox

# There the bot is kept from answering, and logs it.
MAY_COMPLAIN = {"a_click_without_an_answer_fails_after_three_seconds"}


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

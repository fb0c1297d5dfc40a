"""The page of a replay in a real browser, by keyboard alone; where there is none, that is said."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from fadenet import games
from fadenet.console.share.sheet import deck_page
from fadenet.games.decks import load_deck
from tests.console.test_share import data_of, page
from tests.console.test_viewer import ENDED

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="there is no chromium with its chromedriver here"),
]
ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--window-size=1200,900"),
)
KEYS = {
    "right": "\ue014",
    "left": "\ue012",
    "down": "\ue015",
    "end": "\ue010",
    "tab": "\ue004",
    "enter": "\ue007",
}
WAIT_S = 30.0
CUT_CARDS = """[...document.querySelectorAll("li")].filter(card => {
  const text = card.querySelector("pre");
  return text.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom - 2
    || text.scrollWidth > text.clientWidth;
}).map(card => card.textContent)"""


class Browser:
    """A window of Chromium, over WebDriver (W3C)."""

    def __init__(self, port: int, profile: Path) -> None:
        self._at = f"http://127.0.0.1:{port}"
        options = {"binary": BROWSER, "args": [*ARGUMENTS, f"--user-data-dir={profile}"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._at += f"/session/{made['sessionId']}"

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = Request(self._at + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=WAIT_S) as answer:
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def press(self, *keys: str) -> None:
        """Type keys, wherever the focus is."""
        codes = [KEYS.get(key, key) for key in keys]
        strokes = [{"type": kind, "value": code} for code in codes for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def said(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self._ask("POST", "/execute/sync", {"script": f"return {script}", "args": []})

    def text(self, id: str) -> str:
        return str(self.said(f"document.getElementById('{id}').textContent"))

    def log(self) -> list[Any]:
        return list(self._ask("POST", "/se/log", {"type": "browser"}))

    def close(self) -> None:
        self._ask("DELETE", "")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    assert DRIVER is not None
    with subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdout is not None
        port = next(
            int(line.rsplit(" ", 1)[1].strip(".\n")) for line in driver.stdout if "successfully" in line
        )
        made = None
        try:
            made = Browser(port, tmp_path / "profile")
            yield made
        finally:
            with suppress(OSError):
                if made is not None:
                    made.close()
            driver.terminate()


def test_a_page_is_stepped_through_by_keys(browser: Browser, tmp_path: Path) -> None:
    """given the page of a match, then the board stands there, the arrows step and go by turns, v looks with
    other eyes at the same place, Tab comes to every control, nobody is asked for anything, and nothing is in
    the log."""
    file = tmp_path / "match.html"
    file.write_text(page(), encoding="utf-8")
    browser.open(file.as_uri())
    assert "turn 1" in browser.text("where") and "p2 Mara" in browser.text("sides")
    first = browser.text("where")
    browser.press("right")
    assert browser.text("where") != first
    browser.press("left")
    assert browser.text("where") == first
    browser.press("down")
    assert "turn 2" in browser.text("where")
    hand = browser.said("document.querySelectorAll('details .card').length")
    there = browser.text("where")
    browser.press("v")
    assert browser.text("where") == there
    assert browser.said("document.querySelectorAll('details .card').length") > hand
    browser.press("end")
    assert ENDED in browser.text("where")
    reached = set()
    for _ in range(10):
        browser.press("tab")
        reached.add(browser.said("document.activeElement.id"))
    assert {"first", "back", "on", "last", "slider", "turn", "view", "theme"} <= reached
    assert browser.said("document.querySelectorAll('#sides section[aria-label]').length") == 2
    assert browser.said("performance.getEntriesByType('resource').length") == 0
    assert browser.log() == []


def test_a_step_is_heard_and_leaves_the_chosen_card_chosen(browser: Browser, tmp_path: Path) -> None:
    """given a card that is reached by Tab, then Enter says what it does; a step on says where one is and what
    has happened to whoever hears the page, and the card keeps the focus."""
    file = tmp_path / "match.html"
    file.write_text(page(), encoding="utf-8")
    browser.open(file.as_uri())
    label = None
    while label is None:
        browser.press("tab")
        label = browser.said("document.activeElement.dataset.label || null")
    browser.press("enter")
    assert browser.text("text").startswith(f"{label} ")
    browser.press("right")
    assert browser.said("document.activeElement.dataset.label") == label
    now = browser.said("[...document.querySelectorAll('#log .now')].map(line => line.textContent)")
    assert now and browser.text("heard") == ". ".join([browser.text("where"), *now])
    assert browser.said("document.getElementById('heard').getAttribute('role')") == "status"
    assert browser.log() == []


def test_arrows_lead_from_the_attacker_to_whom_it_attacks(browser: Browser, tmp_path: Path) -> None:
    """given the step in which an attack has begun, then an arrow is drawn."""
    file = tmp_path / "match.html"
    file.write_text(page(), encoding="utf-8")
    steps = data_of(page())["views"][0]["steps"]
    at = next(step[0] for step in steps if step[7] and step[7][0][0] != step[7][0][1])
    browser.open(f"{file.as_uri()}#{at}")
    began = time.monotonic()
    while browser.said("document.querySelectorAll('#arrows line').length") == 0:
        assert time.monotonic() < began + WAIT_S
    assert browser.log() == []


@pytest.mark.parametrize(
    ("game", "deck"), [("terrene", "jin"), ("fade1", "widows-hour"), ("faroe", "orrery-of-brass")]
)
def test_a_printed_card_has_the_size_of_a_real_one_and_holds_its_text(
    browser: Browser, tmp_path: Path, game: str, deck: str
) -> None:
    """given the deck with the longest texts, or long names, then each of its cards is 63 by 88 mm, and all
    that it says stands in it."""
    rules, file = games.load(game), tmp_path / "deck.html"
    file.write_text(deck_page(rules, load_deck(rules, deck)), encoding="utf-8")
    browser.open(file.as_uri())
    size = browser.said(
        "(({width, height}) => [width, height])(document.querySelector('li').getBoundingClientRect())"
    )
    assert [round(px / 96 * 25.4) for px in size] == [63, 88]
    assert browser.said(CUT_CARDS) == []
    assert browser.log() == []

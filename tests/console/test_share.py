"""What is shown to others: the page of a replay, pictures, films, decks to print."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from fadenet import games
from fadenet.console.replay.scene import ReplayScene
from fadenet.console.replay.viewer import Viewer
from fadenet.console.share.cards import deck_page
from fadenet.console.share.page import Page
from fadenet.console.share.picture import film, still
from fadenet.games.decks import load_deck, packaged
from fadenet.table.reading import parse
from fadenet.table.record import Seated, write
from fadenet.table.replay import Replay
from tests.console.helpers import faroe
from tests.console.test_viewer import ENDED, recorded, replayed, viewer

REACHES_OUT = re.compile(r"""https?://(?!www\.w3\.org/2000/svg)|\bsrc=|\bhref=|\bimport\b|url\(""")
LINES = 260
"""Of the record: some turns of it."""


VIEWS = {"p2": "what p2 sees", "all": "everything", "p1": "what p1 sees", "public": "what all see"}


@cache
def begun() -> Replay:
    """The first turns of the match that others replay whole."""
    lines = write(recorded()).split("\n")[:LINES]
    return Replay(parse("\n".join(lines) + "\n"), faroe(), cut=True)


@cache
def page() -> str:
    """The page of the replay, as p2 sees it first."""
    return Page(begun(), "p2", ENDED).html()


def data_of(html: str) -> Any:
    """What a page shows, as its script reads it."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def names_of(data: Any, view: int, step: int) -> set[str]:
    """The names of all cards that a step shows."""

    def lying(number: int) -> set[str]:
        card = data["cards"][number]
        return {card[1]}.union(*map(lying, card[8]))

    found = set[str]()
    for side in (n for sides in data["views"][view]["steps"][step][2:4] for n in sides):
        _, _, _, rows, held, _ = data["sides"][side]
        cards = [n for row in rows for place in data["rows"][row][2] for n in place[3]]
        found = found.union(*map(lying, [*cards, *(n for _, zone in held for n in zone)]))
    return found


def test_a_page_holds_every_step_in_every_view() -> None:
    """given a replay, then its page has each position that something leads to, with what has happened, seen
    by everybody whom the record knows, begins with the view that is asked for, and asks nobody for
    anything."""
    html = page()
    data = data_of(html)
    assert [one["name"] for one in data["views"]] == [*VIEWS.values()]
    frames = list(Viewer(begun(), "all", 0).frames())
    assert len(data["views"][1]["steps"]) == len(frames) > 30
    told = [data["texts"][n] for n in data["views"][1]["steps"][-1][4]]
    assert [f"{entry.lead}{entry.text}" for entry in frames[-1].entries] == told[1:]
    assert not REACHES_OUT.search(html) and "{{" not in html and data["ended"] == ENDED
    decisions = sum(len(step.entries) for step in begun().steps if step.decided)
    assert len(html.encode()) < 400_000 and decisions > 30


def test_a_view_shows_no_card_that_its_player_does_not_know() -> None:
    """given the first turn, then p1 sees its own hand and not that of p2, and the public sees neither."""
    seen = {view: names_of(data_of(page()), n, 12) for n, view in enumerate(VIEWS)}
    everything, p1, p2, public = (seen[view] for view in ("all", "p1", "p2", "public"))
    assert p1 < everything and p2 < everything and public < p1 and public < p2
    assert p1 - p2 and p2 - p1


def test_names_end_no_script() -> None:
    """given a player whose name would end the script of a page, then it is a name in it."""
    record, nasty = begun().record, "</script><b>&amp;"
    named = replace(record, players=(Seated(nasty, "human"), record.players[1]))
    html = Page(Replay(named, faroe(), cut=True), "public", "").html()
    assert html.count("</script>") == 2 and "<title>" in html and "<b>" not in html
    assert nasty[:12] in json.dumps(data_of(html)).replace("\\u003c", "<")


def test_a_picture_says_what_the_terminal_shows() -> None:
    """given a position, then its picture is XML with the words of the terminal, each in its place."""
    v = viewer(at=200)
    rows = [" ".join(row.split()) for row in ReplayScene(v).lines(100, 30)]
    drawn = ElementTree.fromstring(still(v, 100, 30))
    lines: dict[str, list[str]] = {}
    for text in drawn.iter("{http://www.w3.org/2000/svg}text"):
        lines.setdefault(text.attrib["y"], []).append(text.text or "")
    said = [" ".join(" ".join(parts).split()) for _, parts in sorted(lines.items(), key=lambda x: int(x[0]))]
    assert [row.replace(" ", "") for row in rows if row] == [line.replace(" ", "") for line in said]


def test_a_film_ends_with_what_the_terminal_shows() -> None:
    """given the end of a replay, then its film, carried out row by row, shows what the terminal does, and its
    times only grow."""
    v = viewer(at=replayed().length - 8)
    lines = [json.loads(line) for line in film(v, 100, 30)]
    assert lines[0]["version"] == 2 and (lines[0]["width"], lines[0]["height"]) == (100, 30)
    screen, times = [""] * 30, [at for at, _, _ in lines[1:]]
    for _, kind, text in lines[2:-1]:
        assert kind == "o"
        for row, said in re.findall(r"\x1b\[(\d+);1H(.*?)\x1b\[K", text):
            screen[int(row) - 1] = re.sub(r"\x1b\[[\d;]*m", "", said)
    assert screen == [row.rstrip() for row in ReplayScene(v).lines(100, 30)]
    assert times == sorted(times) and times[-1] > 5


@pytest.mark.parametrize("name", games.NAMES)
def test_a_deck_is_printed_card_by_card(name: str) -> None:
    """given a packaged deck, then its page has each of its cards as often as the deck has it."""
    rules = games.load(name)
    deck = load_deck(rules, packaged(rules)[0])
    html = deck_page(rules, deck)
    cards = [code for codes in deck.lists for code in codes]
    assert html.count("<li>") == len(cards) and not REACHES_OUT.search(html)
    for code in set(cards):
        words = rules.cards[code].name.split()
        assert all(word.replace("'", "&#x27;") in html for word in words)

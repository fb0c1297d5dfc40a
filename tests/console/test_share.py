"""The pieces that are shown to others: the page of a replay, pictures, films, decks to print."""

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
from fadenet.console.share.page import ReplayPage
from fadenet.console.share.picture import film, still
from fadenet.console.share.sheet import deck_page
from fadenet.games.decks import load_deck, packaged
from fadenet.table.reading import parse
from fadenet.table.record import Seated, write
from fadenet.table.replay import Replay
from tests.console.helpers import faroe
from tests.console.test_viewer import ENDED, recorded, replayed, viewer

REACHES_OUT = re.compile(r"""https?://(?!www\.w3\.org/2000/svg)|\bsrc=|\bhref=|\bimport\b|url\(""")
LINES = 260
"""Of the record: some turns of it."""
LINES_OF_300, PAGE_BYTES_MAX = 900, 400_000
"""Lines of the record with more than 300 decisions; how large the page of so many may be."""

VIEWS = {"p2": "what p2 sees", "all": "everything", "p1": "what p1 sees", "public": "what all see"}


@cache
def begun(so_many: int = LINES) -> Replay:
    """The first turns of the match that others replay whole."""
    lines = write(recorded()).split("\n")[:so_many]
    return Replay(parse("\n".join(lines) + "\n"), faroe(), cut=True)


@cache
def page() -> str:
    """The page of the replay in every view, as p2 sees it first."""
    return ReplayPage(begun(), [*VIEWS], None, ENDED).html()


def data_of(html: str) -> Any:
    """The content of a page, as its script reads it."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def names_of(data: Any, view: int, step: int) -> set[str]:
    """The names of all cards that a step shows."""

    def lying(number: int) -> set[str]:
        card = data["cards"][number]
        return {card[1]}.union(*map(lying, card[8]))

    found = set[str]()
    for side in (n for sides in data["views"][view]["steps"][step][3:5] for n in sides):
        _, _, _, rows, held, _ = data["sides"][side]
        cards = [n for row in rows for place in data["rows"][row][2] for n in place[3]]
        found = found.union(*map(lying, [*cards, *(n for _, zone in held for n in zone)]))
    return found


def test_a_page_holds_every_step_in_every_view() -> None:
    """given a replay, then its page has each position that something leads to, with what has happened, in
    the views that are asked for, begins at the first turn, and asks nobody for anything."""
    html = page()
    data = data_of(html)
    assert [one["name"] for one in data["views"]] == [*VIEWS.values()]
    frames = list(Viewer(begun(), "all", 0).frames())
    assert len(data["views"][1]["steps"]) == len(frames) > 30
    told = [data["texts"][n] for n in data["views"][1]["steps"][-1][5]]
    assert [f"{entry.lead}{entry.text}" for entry in frames[-1].entries] == told[1:]
    steps = data["views"][1]["steps"]
    assert [step[0] for step in steps] == [frame.at for frame in frames] and steps[-1][0] <= data["length"]
    assert data["at"] == begun().at_turn(1) and next(s for s in steps if s[0] >= data["at"])[1] == 1
    assert not REACHES_OUT.search(html) and "{{" not in html and data["ended"] == ENDED


@pytest.mark.slow
def test_a_page_of_300_decisions_is_small_enough_to_send() -> None:
    """given 300 decisions and all four views of them, then their page is below the size that is promised."""
    replay = begun(LINES_OF_300)
    assert sum(len(step.entries) for step in replay.steps if step.decided) >= 300
    assert len(ReplayPage(replay, replay.views, None, "").html().encode()) < PAGE_BYTES_MAX


def test_a_page_for_one_seat_names_no_card_that_it_does_not_know() -> None:
    """given the page of p1 alone, then nothing in it names what p2 alone has seen until then."""
    everybody = data_of(page())
    p2, p1 = (names_of(everybody, list(VIEWS).index(seat), -1) for seat in ("p2", "p1"))
    html = ReplayPage(begun(), ["p1"], None, "").html()
    assert [one["name"] for one in data_of(html)["views"]] == [VIEWS["p1"]]
    assert p2 - p1 and not [name for name in p2 - p1 if name in html]


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
    html = ReplayPage(Replay(named, faroe(), cut=True), ["public"], None, "").html()
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

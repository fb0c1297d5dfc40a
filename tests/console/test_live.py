"""A match that is looked on at while it is played: the table, the log, and what may be typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.console.replay.live import HINT, LiveScene, Onlooker
from fadenet.console.shell.plain import run_plain
from fadenet.console.text import cells
from fadenet.engine.state import Row, State
from fadenet.node.watch.narrator import Narrator
from fadenet.table.local import LocalMatch
from fadenet.table.record import Answered, Seated
from fadenet.table.replay import Replay, decisions, narrowed
from fadenet.table.scribe import Scribe
from tests.console.helpers import NAMES, Dice, Tired, decks, faroe


class TwoScribes(Scribe):
    """Writes down, and lets somebody else tell it too."""

    def __init__(self, other: Scribe) -> None:
        super().__init__(other.rules)
        self.other = other

    def supplied(self, s: State, values: Sequence[object], code_of: Callable[[int], int]) -> None:
        super().supplied(s, values, code_of)
        self.other.supplied(s, values, code_of)

    def answered(self, entry: object) -> None:
        super().answered(entry)  # type: ignore[arg-type]
        self.other.answered(entry)  # type: ignore[arg-type]

    def happened(self, s: State, rows: Sequence[Row]) -> None:
        super().happened(s, rows)
        self.other.happened(s, rows)


def onlooker() -> Onlooker:
    return Onlooker(NAMES[:2], ("human", "bot"), faroe(), "onlooker, 60 s behind")


def looked_on(one: Onlooker, told: Callable[[str], None] = lambda text: None, seed: int = 3) -> LocalMatch:
    """A match of random moves, until one player gives up, at which somebody has looked on."""
    lists = decks(faroe(), 2, seed)
    scribe = TwoScribes(Narrator(faroe(), one.decided, told))
    players = [Tired(seed), Tired(seed + 1)]
    match = LocalMatch(faroe(), players, lists, seed, names=NAMES[:2], watch=one.tell)
    match.scribe = scribe
    run_now(match.play())
    return match


def text(one: Onlooker, width: int = 100, height: int = 40) -> str:
    lines = LiveScene(one).lines(width, height)
    assert len(lines) == height and all(cells(line) == width for line in lines)
    return "\n".join(lines)


def test_before_the_match_there_is_a_table_that_waits() -> None:
    one = onlooker()
    scene = LiveScene(one)
    assert "waiting for the match to begin" in text(one)
    scene.enter("look p1")
    assert one.stage.log[-1].text == "there is nothing to see yet"
    assert scene.hints("", 80).startswith(HINT[:40]) and not scene.colours


def test_who_looks_on_sees_the_table_and_what_happens_and_no_hidden_card() -> None:
    """given a match of random moves, then the log has every event and no answer as a record writes it, the
    status says how it is looked on at, and no card is told of that lies hidden."""
    one = onlooker()
    match = looked_on(one)
    shown = text(one)
    assert "onlooker, 60 s behind" in shown and "looking on" in shown
    said = [entry.lead + entry.text for entry in one.stage.log]
    assert any(line.startswith("p1: plays ") for line in said)
    assert not any(re.match(r"p\d: \d+\. ", line) for line in said)
    assert not any("draws" in line and "draws a card" not in line for line in said)
    assert one.sight is not None and one.sight.seat.known == {}
    assert one.sight.seat.state is match.state


def test_what_is_told_is_what_a_replay_tells() -> None:
    """given a match that is looked on at as it is played, then the same is told, in the same order, as a
    replay of its record tells to the public."""
    one, told = onlooker(), []
    decided: list[str] = []
    one.decided = lambda number, entry: told.append(f"{number}. p{entry.who + 1}")  # type: ignore[method-assign]
    match = looked_on(one, told.append)
    assert match.scribe is not None
    record = match.scribe.record(match.state, [Seated(name, "bot") for name in NAMES[:2]], match.decks)
    replay = Replay(narrowed(Replay(record, faroe()), "public"), faroe())
    here = replay.position(0)
    for step in replay.steps:
        decided += [f"{number}. p{entry.who + 1}" for number, entry in decisions(step)]
        decided += replay.told(here, "public")
    assert len(told) > 200 and sorted(told) == sorted(decided)
    assert [line for line in told if line[0].isdigit()] == [line for line in decided if line[0].isdigit()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("concede",), "p2: gives up"),
        (("timeout",), "p2: is out of time"),
        (("leave", "format.leaving"), "p2: leaves the match"),
        (("pass",), ""),
    ],
)
def test_who_goes_is_told(words: tuple[str, ...], said: str) -> None:
    one = onlooker()
    one.decided(7, Answered(1, words))
    assert [entry.lead + entry.text for entry in one.stage.log] == [said] * bool(said)


def test_tab_shows_the_other_side_below() -> None:
    one = onlooker()
    looked_on(one)
    scene = LiveScene(one)
    before = text(one)
    scene.keys["tab"]()
    after = text(one)
    assert before != after and one.sight is not None and one.sight.seat.index == 1
    scene.keys["tab"]()
    assert text(one) == before


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("look p2", "look p2"),
        ("field", "field"),
        ("log draws", "log"),
        ("?", "help"),
        ("? charge", "charge"),
        ("help turn.phases", "turn.phases"),
    ],
)
def test_what_lies_where_can_be_asked(line: str, title: str) -> None:
    one = onlooker()
    looked_on(one)
    scene = LiveScene(one)
    scene.enter(line)
    assert one.stage.page is not None and one.stage.page.title.lower().startswith(title)
    assert scene.hints("", 80)
    scene.enter("")
    assert one.stage.page is None


def test_who_looks_on_plays_no_moves_and_may_leave_at_once() -> None:
    one = onlooker()
    looked_on(one)
    scene = LiveScene(one)
    scene.enter("pass")
    assert one.stage.log[-1].text == "you look on, and play no moves; ? says what you can type"
    assert scene.complete("lo") == ("", ["look", "log"])
    scene.interrupt(False)
    assert one.stage.leaving == "quit"
    other = onlooker()
    LiveScene(other).enter("q")
    assert other.stage.leaving == "quit"


def test_the_end_stays_on_the_screen() -> None:
    one = onlooker()
    looked_on(one)
    one.note("note: the feed is back.")
    one.finish(["p1 Aud wins [win.lose-ko]", "guilty: p2"])
    scene = LiveScene(one)
    assert scene.over and "p1 Aud wins [win.lose-ko]" in text(one)
    assert [entry.kind for entry in list(one.stage.log)[-3:]] == ["alert", "over", "over"]


async def test_plain_lines_tell_the_same() -> None:
    """given plain mode, then each event is a line, and typed lines are answered."""
    one = onlooker()
    looked_on(one)
    lines: list[str] = []
    typed = [b"look p1\n", b"q\n", b""]

    async def read() -> bytes:
        return typed.pop(0)

    await run_plain(LiveScene(one), read, lines.append)
    assert any(line.startswith("p1: ") for line in lines)
    assert any(line.startswith("look p1: ") for line in lines) and one.stage.leaving == "quit"


def test_another_game_is_shown_alike() -> None:
    """given prelude, then the onlooker has a table too."""
    rules = games.load("prelude")
    from tests.builders.playout import deck_lists

    one = Onlooker(NAMES[:2], ("bot", "bot"), rules, "onlooker")
    lists = deck_lists(rules, 3, 2)
    match = LocalMatch(rules, [Dice(1), Dice(2)], lists, 3, NAMES[:2], watch=one.tell)
    run_now(match.play())
    assert "looking on" in text(one)

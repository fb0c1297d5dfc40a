"""The JSON that a bot is told has the shape that `protocol/fnbot.cddl` says, and so have the examples."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import cbor2
import pytest

import protocol
from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.fnbot.serve import info_of, view_of
from fadenet.bots.random_ import RandomBot
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import TableNeed
from fadenet.table import plain
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.bots.test_worlds import GAMES, moments
from tests.builders.playout import Table, deck_lists, in_turn
from tests.protocol.vectors import published

CDDL = (Path(protocol.__file__).parent / "fnbot.cddl").read_text()
EXAMPLES = published("views")["views"]
BY_GAME = pytest.mark.parametrize("told", EXAMPLES, ids=lambda told: told["match"]["game"])
WORDS = {"zones": "zone_names", "numbers": "columns", "figures": "quantities"}
"""The parts of a view whose keys are words of the game, and where those are published."""
ROWS = {"seats": "seat", "cards": "card", "on": "card", "chain": "link", "changes": "change"}
"""The parts of a view that are rows, and their rules."""


@cache
def schema(rule: str) -> Any:
    """The `pycddl.Schema` whose root is `rule`."""
    return pytest.importorskip("pycddl", reason="pycddl has no wheel for Python 3.14 yet").Schema(
        f"root = {rule}\n" + CDDL
    )


def check(rule: str, told: object) -> None:
    """Raises for plain data without the shape of a rule: CDDL says the same of JSON and of CBOR."""
    schema(rule).validate_cbor(cbor2.dumps(json.loads(json.dumps(told))))


def check_view(view: dict[str, Any]) -> None:
    """The same of a view, and each of its rows against its own rule: pycddl passes over keys that are too
    many in the rows of an array."""
    check("view", view)
    for key, rows in parts(view):
        for row in rows if key in ROWS else ():
            check(ROWS[key], row)


def check_match(match: dict[str, Any]) -> None:
    """The same of a match: pycddl refuses an empty array where there is a choice."""
    check("match", {**match, "lists": [cards or None for cards in match["lists"]]})
    for cards in match["lists"]:
        if cards is not None:
            check("cards", cards)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_verbs_of_a_game_are_told(game: str) -> None:
    """given the verbs of a game that a bot may be offered, then the specification has them all, in order."""
    page = (Path(protocol.__file__).parent / "FNBOT.md").read_text("utf-8")
    (row,) = [one for one in page.splitlines() if one[:1] == "|" and game in one and "`attack`" in one]
    common = {"pass", "pick", "done", "yes", "no", "mode", "end", "concede", "timeout"}
    own = [verb for verb in games.load(game).verbs if verb not in common]
    assert re.findall("`([a-z]+)`", row) == own


def rules_at(told: dict[str, Any]) -> Rules:
    return games.load(told["match"]["game"], told["match"]["format"])


def parts(there: object) -> Iterator[tuple[str, Any]]:
    """The keys of plain data with what stands behind them, inner ones too."""
    for one in there if isinstance(there, list) else ():
        yield from parts(one)
    for key, one in there.items() if isinstance(there, dict) else ():
        yield key, one
        yield from parts(one)


def in_words_of(view: dict[str, Any], game: str) -> bool:
    """Whether all words of a view are those that are published of its game."""
    there = published("numbers")[game]
    found = list(parts(view))
    return (
        all({*part} <= {*there[WORDS[key]]} for key, part in found if key in WORDS)
        and {part for key, part in found if key == "what"} <= {*there["quantities"]}
        and {part for key, part in found if key == "phase"} <= {*there["phases"]}
        and {part for key, part in found if key == "is"} <= {*there["claims"]}
    )


@BY_GAME
def test_the_example_of_a_game_is_what_a_bot_is_told(told: dict[str, Any]) -> None:
    """given the published match, position and hidden cards of a game, when they are read as a bot of Python
    reads them, then the view of that seat is the published one, and so is the match."""
    rules = rules_at(told)
    info = info_of(rules, told["match"])
    seat = view_of(rules, info.seat, told["position"], told["hidden"])
    assert json.loads(json.dumps(plain.view_of(seat))) == told["view"]
    assert json.loads(json.dumps(plain.hidden_of(seat))) == told["hidden"]
    assert plain.match_of(seat.state, info) == told["match"]


@BY_GAME
def test_the_example_of_a_game_has_the_shape_of_the_schema(told: dict[str, Any]) -> None:
    check_match(told["match"])
    check("hidden", told["hidden"])
    check_view(told["view"])
    assert in_words_of(told["view"], told["match"]["game"])


@in_turn(3, GAMES)
def test_every_view_has_the_shape_of_the_schema(table: Table) -> None:
    """given views of random matches, then each has the shape and the words that are published, and what is
    told with a position too."""
    for seat in [moment.seat for moment in moments(table, 10)]:
        view = plain.view_of(seat)
        check_view(view)
        check("hidden", plain.hidden_of(seat))
        assert in_words_of(view, rules_of(seat.state).name)


@in_turn(5, GAMES)
def test_every_match_has_the_shape_of_the_schema(table: Table) -> None:
    """given a match of each kind, then what each seat is told of it has the shape that is published; players
    who stand together against an automaton are on one side, as they are in a view."""
    players = [Told() for _ in range(table.players)]
    match = LocalMatch(table.rules, players, deck_lists(table.rules, 0, table.players), 3)
    with pytest.raises(Enough):
        run_now(match.play())
    for seat, told in enumerate(player.match for player in players):
        check_match(told)
        sides = [one["side"] for one in told["seats"]]
        view = plain.view_of(SeatView(match.state, seat, {}))
        assert sides == [one["side"] for one in view["seats"]]
        if table.rules.name == "faroe" and table.rules.automata:
            assert sides == [0] * table.players + [1]


class Enough(Exception):
    """The match has begun for all."""


class Told(RandomBot):
    """Keeps what it is told of its match, and plays none."""

    match: dict[str, Any]

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self.match = plain.match_of(seat.state, match)

    async def choose(self, seat: SeatView) -> Answer:
        raise Enough

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        raise Enough


def first_card(view: dict[str, Any]) -> Any:
    return next(part for key, part in parts(view) if key == "cards")[0]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda view: view.update(hand=3),
        lambda view: view.pop("you"),
        lambda view: view.update(turn="1"),
        lambda view: view.update(chain=[]),
        lambda view: view["seats"].clear(),
        lambda view: view["seats"][0].update(zones={}),
        lambda view: first_card(view).pop("at"),
        lambda view: first_card(view).update(secret=False),
        lambda view: first_card(view).update(numbers={}),
        lambda view: first_card(view).update(face=1),
        lambda view: first_card(view).update(on=[{"at": "c1.1", "card": 3}]),
    ],
)
def test_what_has_another_shape_is_found(spoil: Callable[[dict[str, Any]], object]) -> None:
    view = deepcopy(EXAMPLES[0]["view"])
    spoil(view)
    with pytest.raises(Exception, match="error validating"):
        check_view(view)


def test_a_word_that_no_game_has_is_found() -> None:
    view = deepcopy(EXAMPLES[0]["view"])
    first_card(view)["numbers"] = {"Luck": 1}
    assert not in_words_of(view, "faroe")

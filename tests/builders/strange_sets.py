"""Card sets as strangers may send them: of any cards, with one part or another written otherwise."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from fadenet import games
from fadenet.engine import cardset
from fadenet.engine.cardset import CardSet
from fadenet.engine.language.sets import set_of
from fadenet.engine.rules import Rules
from tests.meetings.shelves import game

Cards = Mapping[str, dict[str, Any]]
Path = tuple[Any, ...]

WILD: tuple[Any, ...] = (
    *(True, False, 0, 1, -1, 7, 9_999, 2**31, -(2**31)),
    *("", "x", "this", "target", "it", "n", "x" * 300, "enemy characters", "all players"),
    *([], [1], ["x"], [[]], [{}], {}),
    *({"x": 1}, {"from": "this"}, {"count": "your hand"}, {"your_turn": True}, {"plus": [1, 2]}),
    *([{"draw": 1}], {"times": [9_999, 9_999]}),
)
"""Values that could stand anywhere, and seldom mean anything there."""


def a_set(name: str, cards: Cards, alone: bool = True, **head: Any) -> CardSet:
    """A set of a game with these cards, known from now on. Raises `LoadErrors`."""
    usual = {"code": "zz", "name": "Strange", "game": name, "with": [] if alone else [name]}
    one = set_of({"set": usual | head, "card": dict(cards), "deck": {}}, "strange.toml")
    cardset.keep(one)
    return one


def loaded(name: str, cards: Cards, alone: bool = True) -> Rules:
    """The rules of a game with such a set. Raises `LoadError`."""
    return games.load(name, sets=a_set(name, cards, alone).id)


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Everything in a table, with the way to it."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from parts(one, (*path, key))


def holder(value: Any, path: Path) -> Any:
    """The table or list in which a part stands."""
    for key in path[:-1]:
        value = value[key]
    return value


class Mutants:
    """Cards of a game, two at a time, of which up to three parts are something else."""

    def __init__(self, name: str, seed: int) -> None:
        self.tables, self.values = _stock(name)
        self.random = Random(seed)

    def __iter__(self) -> Iterator[dict[str, dict[str, Any]]]:
        while True:
            there = self.random.sample(sorted(self.tables), 2)
            cards = copy.deepcopy({slug: self.tables[slug] for slug in there})
            for _ in range(self.random.choice((1, 1, 2, 3))):
                self.change(cards)
            yield cards

    def change(self, cards: dict[str, dict[str, Any]]) -> None:
        """Write one part otherwise, leave it out, or put another one beside it."""
        random = self.random
        path, value = random.choice([there for there in parts(cards) if len(there[0]) > 1])
        place, other = holder(cards, path), copy.deepcopy(random.choice(self.values))
        way = random.randrange(8)
        if way < 3:
            place[path[-1]] = copy.deepcopy(random.choice(WILD))
        elif way < 5:
            place[path[-1]] = other[1]
        elif way == 5:
            del place[path[-1]]
        elif isinstance(value, dict):
            value[other[0]] = other[1]
        elif isinstance(value, list):
            value[:] = [*value, other[1]] if way == 6 else value * random.choice((2, 5))
        elif type(value) is int:
            place[path[-1]] = value + random.choice((1, -1, 100, 2**30))


@cache
def _stock(name: str) -> tuple[dict[str, dict[str, Any]], list[tuple[str, Any]]]:
    """The packaged cards of a game, and every value in them with its key."""
    tables = game(name).tables
    return tables, [(path[-1], value) for path, value in parts(tables) if type(path[-1]) is str]

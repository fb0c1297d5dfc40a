"""The arguments that a move gives a card which it uses, in the order that `kit.uses` tells, by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fadenet.engine.rules import Move
from fadenet.engine.state import State


class Arguments(NamedTuple):
    """The parts of a move behind its card: the values that have keys, the link (0 = none), the handles."""

    named: dict[int, int]
    link: int
    line: tuple[int, ...]


def split(move: Move) -> Arguments:
    """The parts of a move behind its card, each by its kind."""
    named: dict[int, int] = {}
    link, line = 0, []
    for x in move[2:]:
        if type(x) is tuple:
            named[x[0]] = x[1]
        elif x < 0:
            link = link or -x
        else:
            line.append(x)
    return Arguments(named, link, tuple(line))


def use_of(move: Move) -> Move:
    """The part of a move ahead of its targets: the whole of a move that names none."""
    at = next((n for n, x in enumerate(move[2:], 2) if type(x) is int and x > 0), len(move))
    return move[:at]


def cut_uses(s: State, options: Sequence[Move]) -> list[Move]:
    """The uses, without targets, of which a list has so many ways that others may be as legal."""
    times = Counter([use_of(move) for move in options]) if len(options) >= s.rules.listed_max else {}
    return [use for use, n in times.items() if n >= s.rules.listed_max]


def pairs(move: Move, key: int) -> Move:
    """The arguments of a move that have this key."""
    return tuple([x for x in move[2:] if type(x) is tuple and x[0] == key])

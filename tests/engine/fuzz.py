"""Answers and values that are none, or not quite: what a broken bot, a bad node or a liar could give."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from fadenet.engine.rules import Move
from fadenet.engine.state import OPEN, POOL, RECOMMIT, State, TableNeed

HUGE = (2**31, 2**63, -(2**63), 10**40)
WILD: tuple[Any, ...] = (
    None,
    True,
    1.5,
    float("nan"),
    "x",
    b"x",
    (),
    [],
    {},
    (1,),
    [1],
    ((1,),),
    (None,),
    ("a", "b"),
    ((), ()),
    ((1,), 1),
    (1, (1,)),
    ((1, 2, 3), (1, 2, 3)),
    ([1], [None]),
    ({1: 1}, {1: 1}),
    *HUGE,
    *((n,) for n in HUGE),
    *(((n,), (n,)) for n in HUGE),
)
"""Things of every type that could stand where a handle, a value or a line of them belongs."""


def mutants(s: State, move: Move, random: Random) -> list[Move]:
    """Moves that are like a legal one and, most of them, not legal."""
    top = len(s.code)
    verbs = len(s.rules.verbs)
    out: list[Move] = [(v, *move[1:]) for v in range(verbs)]
    out += [(verbs, *move[1:]), (-1, *move[1:]), (), (*move, random.randrange(1, top)), move[:-1]]
    strange: Sequence[Any] = (0, top, top + 7, -1, -99, (0, 0), (0, 99), (1, 1), random.randrange(1, top))
    for key in range(1, len(s.rules.keys)):
        out.append((*move[:2], (key, random.randrange(6)), *move[2:]))
    for i in range(1, len(move)):
        out += [
            (*move[:i], x, *move[i + 1 :]) for x in (*strange, random.choice(s.zones[s.zone[-1]] or (1,)))
        ]
        out.append((*move[:i], move[i], *move[i:]))
    return [m for m in out if m != move]


def wild_moves(s: State, move: Move, random: Random) -> list[Any]:
    """Things that are not moves at all, or hold something that is not an argument."""
    out: list[Any] = [x for x in WILD if x != move]
    out += [(x,) for x in WILD if type(x) is not int or not 0 <= x < len(s.rules.verbs)]
    out += [(*move, x) for x in WILD if type(x) is not tuple or len(x) != 2]
    out += [list(move), (*move, (0, HUGE[0])), (*move, (HUGE[1], 1)), (*move, (-1, 1)), (*move,) + (1,) * 300]
    return random.sample(out, min(12, len(out)))


def wild_openings(s: State, move: Move, shown: Sequence[tuple[int, int]], random: Random) -> list[Any]:
    """Openings that do not belong to the move, or are none."""
    top, cards = len(s.code), len(s.rules.cards)
    hidden = [h for h in range(s.seats + 1, top) if not s.code[h] and h not in dict(shown)]
    out: list[Any] = [(*shown, (h, 1)) for h in (0, 1, top, -1, *hidden[:3], random.randrange(1, top), *HUGE)]
    out = [x for x in out if x[-1][0] not in dict(shown)]
    out += [((h, x),) for h, _ in shown for x in (0, -1, cards, *HUGE, None, "x", (1,))]
    out += [(*shown, *shown)] if shown else []
    return [*out, 5, "x", {1: 1}, (None,), ((1,),), ((1, 2, 3),), (("a", "b"),)]


def wild_values(w: TableNeed) -> list[Any]:
    """Values of every wrong type for a need."""
    kind = w.kind
    if kind == RECOMMIT or (kind == OPEN and w.n >= 0):
        return [x for x in WILD if x is not None]
    if kind == POOL:
        return [x for x in WILD if x is not None and (type(x) is not int or x in HUGE)]
    return [x for x in WILD if x != () or w.n > 0 or w.items]

"""Every slip in a card is told: in which card, at which key, on which line, and what was probably meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

from fadenet import games
from fadenet.games.checking import Remark, check
from keys.names import readings
from tests.builders.faulty_sets import HEAD, KINDS, MISSPELT, SLUG, Slip, slips

MEANT_ELSEWHERE = ("a key that is missing", "a list without anything")
"""Something that is left out may be told where the card speaks of it."""
FIRST = HEAD.count("\n") + 1


def faults(slip: Slip) -> tuple[Remark, ...]:
    return check([("slips.toml", slip.text)], readings).faults


def is_named(slip: Slip, remark: Remark) -> bool:
    """Whether a remark is about the card and the key of the slip, or the key that is missing."""
    root = str(slip.path[0])
    return remark.card == SLUG and (root in remark.key or root in remark.said.lower())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_slip_is_told_where_it_is(kind: str, so_many: Callable[[int, int], int]) -> None:
    """given cards of each game with one slip, then it is told with the card, the key and a line of the card,
    and of nine in ten that are misspelt what was meant."""
    told: Counter[str] = Counter()
    lost: list[tuple[Slip, tuple[Remark, ...]]] = []
    for name in games.NAMES:
        for slip in islice(slips(name, kind, 1), so_many(2, 8)):
            found = faults(slip)
            told["all"] += 1
            told["named"] += any(is_named(slip, one) for one in found)
            told["placed"] += any(one.place is not None and one.place.line >= FIRST for one in found)
            told["meant"] += any(f"did you mean {slip.meant}?" in one.said for one in found)
            if not any(is_named(slip, one) for one in found):
                lost.append((slip, found))
    assert told["all"] == told["placed"], told
    assert told["named"] >= (0.9 if kind in MEANT_ELSEWHERE else 1.0) * told["all"], lost[:3]
    if kind in MISSPELT:
        assert told["meant"] >= 0.9 * told["all"], told

"""How a keyword counts that a card has several times, by the kind that the edition gives to its value."""

from __future__ import annotations

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.policies import Merge


def _added(s: State, h: int, what: int, n: int) -> int:
    """The sum."""
    return values.changed(s, h, what, n)


def _highest(s: State, h: int, what: int, n: int) -> int:
    """The highest one (fade1 keyword.numbers-add)."""
    index = s.index or s.rules.index_of(s)
    return max([n, *[amount for _, _, amount, _, _ in values.changes(s, index.statics, what, (h,))]])


def _smallest(s: State, h: int, what: int, n: int) -> int:
    """The smallest one, 0 if there is none (fade2 keyword.stacking)."""
    given = [n, *[amount for _, _, amount, _, _ in values.changes_of(s, what, h)]]
    return min([amount for amount in given if amount > 0], default=0)


def _united(s: State, h: int, what: int, n: int) -> int:
    """All Elements (faroe keyword.mastery)."""
    for _, _, mask, _, _ in values.changes_of(s, what, h):
        n |= mask
    return n


def way_of(k: int, kind: str) -> Merge:
    """The way in which the values of a keyword of this kind are one."""
    if kind == "elements":
        return _united
    if kind == "one number":
        return _highest
    return _smallest if k in t.SMALLEST else _added

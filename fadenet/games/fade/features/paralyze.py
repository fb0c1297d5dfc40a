"""Paralyze: its bearer cannot act.

Where it is a state, as long as it bears such a Counter (fade2 keyword.paralyze-counter); where one is removed
in each upkeep, for the round after that (faroe keyword.paralyze).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _paralyzed(s: State, there: Sequence[int]) -> Iterable[int]:
    stopped = s.num[t.PARALYZE]
    return [h for h in there if stopped[h] and not values.ignores(s, h, t.PARALYZE)]


def _bar(s: State, seat: int, h: int, column: int) -> None:
    """One Counter goes, and its bearer neither Attacks nor activates for a round."""
    atoms.put(s, column, h, -1)
    until, nature = rules_of(s).policies.round_of(s), t.I_COLUMNS[column]
    for ban in (t.B_ATTACK, t.B_ACTIVATE):
        atoms.modify(s, t.Q_FORBID + ban, ref(s, h), 1, (t.U_ROUND, until), nature)


PARALYZE: Final = Feature(
    "Paralyze",
    Points(upkeeps=(("bar", _bar),)),
    ways={"state": Points(idle=(_paralyzed,))},
    burden=True,
)

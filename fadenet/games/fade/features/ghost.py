"""Ghost: nothing Physical is done to whoever bears a Ghost Counter (fade1 keyword.ghost-counter)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points

REASON: Final = "ghost"


def _of_what_is_physical(s: State, there: Collection[int], free: dict[int, int]) -> None:
    """Unless Immune keeps the Counter itself from doing anything."""
    ghosts = s.num[t.GHOST]
    for h in there:
        if ghosts[h] and not free.get(h, 0) & t.I_COLUMNS[t.GHOST]:
            free[h] = free.get(h, 0) | t.I_PHYSICAL


GHOST: Final = Feature(
    "Ghost",
    Points(free=((REASON, _of_what_is_physical),), recorded=(t.I_PHYSICAL,)),
    reasons={REASON: "keywords.Ghost"},
)

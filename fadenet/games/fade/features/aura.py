"""Aura: PLV beside that which is printed.

As a number it is +1 PLV for every full so many HP that its bearer misses (fade2 keyword.aura); as a Counter,
+1 PLV each (faroe keyword.aura).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def _by_missing(s: State, h: int, plv: int) -> int:
    if not s.num[t.DAMAGE][h] or not (missing := values.hurt(s, h)):
        return plv
    threshold = values.keyword(s, h, t.K_AURA)
    return plv + missing // threshold if threshold else plv


AURA: Final = Feature(
    "Aura",
    ways={"missing": Points(plv=(_by_missing,)), "counter": Points(counted=((t.AURA, 1),))},
)

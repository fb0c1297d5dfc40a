"""Reinforce: an ability is active while so many Characters stand behind the front (faroe keyword.reinforce).

Where it happens as that becomes true, it does so once a turn at most (fade2 keyword.reinforce).
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import A_SEAT
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.games.fade import tables as t
from fadenet.games.fade.language.effects import edition_of
from fadenet.games.fade.points import Feature, Given, Points, Proviso


def _reads(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    n = c.number(v, "Reinforce", 1)
    return (
        lambda s, act: len(s.zones[act[A_SEAT] * t.NZ + t.BACKUP]) >= n,
        f"your {edition_of(c).zones[t.BACKUP]} holds {n} or more Characters",
    )


_BY_NUMBER: Final = Proviso("reinforce", _reads, counted=True, times=1)
REINFORCE: Final = Feature("Reinforce", Points(provisos=(("Reinforce", _BY_NUMBER),)), given=Given.OVER)

"""Timebomb: so many of its Counters Knock Out their bearer (faroe keyword.timebomb)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _go_off(s: State, there: Sequence[int]) -> list[int]:
    bombs, limit = s.num[t.TIMEBOMB], rules_of(s).figures.timebomb_knock_out_at
    return [h for h in there if bombs[h] >= limit and not values.ignores(s, h, t.TIMEBOMB)]


TIMEBOMB: Final = Feature("Timebomb", Points(fatal=((t.TIMEBOMB, _go_off),)), burden=True)

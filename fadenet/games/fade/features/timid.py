"""Timid: its bearer chooses no Character of a Level as high as its number (fade1, fade2 keyword.timid)."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_USER
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points

REASON: Final = "timid"


def _low_enough(s: State, act: Act, there: list[int]) -> list[int]:
    limit = values.keyword(s, act[A_USER] & HANDLE_MASK, t.K_TIMID)
    return [h for h in there if values.level(s, h) < limit] if limit else there


TIMID: Final = Feature("Timid", Points(chosen=((REASON, _low_enough),)), reasons={REASON: "keywords.Timid"})

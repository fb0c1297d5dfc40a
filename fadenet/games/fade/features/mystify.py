"""Mystify: a Character that lies face-down does nothing (fade2 keyword.mystify-face-down)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fadenet.engine.state import State
from fadenet.games.fade.points import Feature, Points


def _face_down(s: State, there: Sequence[int]) -> Iterable[int]:
    return [h for h in there if not s.face[h]]


MYSTIFY = Feature("Mystify", Points(idle=(_face_down,)))

"""Drain: each such Counter takes 1 PLV from its bearer (faroe keyword.drain)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points

DRAIN: Final = Feature("Drain", Points(counted=((t.DRAIN, -1),)), burden=True)

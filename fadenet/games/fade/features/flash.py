"""Flash: a Character acts in the turn in which it came (faroe keyword.flash)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points

FLASH: Final = Feature("Flash", Points(prompt=(t.K_FLASH,)))

"""Mute: its bearer does nothing that is printed on it, nor do the cards attached to it (faroe keyword.mute).

The core silences them (`field/working.py`), as that is about all effects. In some editions the figures that
an attached card gives stay (fade2 keyword.mute).
"""

from __future__ import annotations

from typing import Final

from fadenet.games.fade.field.working import STATS
from fadenet.games.fade.points import Feature, Points

MUTE: Final = Feature("Mute", ways={"stats stay": Points(unmuted=STATS)}, burden=True)

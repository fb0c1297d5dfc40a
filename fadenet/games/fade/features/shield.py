"""Shield: its Counters Negate Attacks, in links of their own (faroe keyword.shield) or by themselves (fade2
keyword.shield-counter)."""

from __future__ import annotations

from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points

SHIELD = Feature("Shield", ways={"links": Points(guards=(t.SHIELD,)), "itself": Points(wards=(t.SHIELD,))})

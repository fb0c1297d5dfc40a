"""Barrier: its Counters Negate actions that are not Attacks, in links of their own (faroe keyword.barrier) or
by themselves (fade2 keyword.barrier-counter)."""

from __future__ import annotations

from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points

BARRIER = Feature(
    "Barrier", ways={"links": Points(guards=(t.BARRIER,)), "itself": Points(wards=(t.BARRIER,))}
)

"""Orbital: from where a card leaves the field for Orbit, and comes back to it (faroe keyword.orbital)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.state import UNDER, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import falling


def note(s: State, h: int) -> None:
    """Remember from which row a card becomes Orbital."""
    atoms.mark(s, t.P_ORBIT, 0, ref(s, h), 1 + s.zone[h] % t.NZ)


def zone_before(s: State, h: int) -> int:
    """The row from which a card became Orbital, the Character Zone if that is not known; it is forgotten."""
    return atoms.unmark(s, t.P_ORBIT, 0, ref(s, h), 1) - 1


def rezone_tree(s: State, h: int, away: bool) -> None:
    """Take the cards attached to or stacked under a card off the field with it, or back with it."""
    for k in falling.tree(s, h):
        kind = t.ADRIFT if away else t.STACK if s.role[k] == UNDER else t.ATTACH
        atoms.rezone(s, k, s.zone[h] // t.NZ * t.NZ + kind)

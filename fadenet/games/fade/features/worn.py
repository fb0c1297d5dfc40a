"""Attached cards with HP of their own, which suffer damage or wear out (fade2 item.hp)."""

from __future__ import annotations

from itertools import compress

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, falling, values
from fadenet.games.fade.points import Feature, Points


def _have_hp(edition: Edition) -> bool:
    return edition.damage.attached_hp == "suffers" or edition.damage.item_uses


def _worn_out(s: State, changed: bool) -> bool:
    """Attached cards without any HP left are destroyed (fade2 item.hp, fade1 item.equip-item-uses)."""
    bearers = {*s.kids} if values.may_lower(s, t.Q_HP) else {*compress(s.host, s.num[t.DAMAGE])} - {0}
    there = [
        k for h in sorted(bearers) if s.rules.on_field[s.zone[h]] or h <= s.seats for k in combat.worn(s, h)
    ]
    gone = [k for k in there if not values.hp(s, k)]
    falling.fall(s, falling.DESTROY, gone)
    return bool(gone) or changed


WORN = Feature("", Points(checks=(_worn_out,)), there=_have_hp)

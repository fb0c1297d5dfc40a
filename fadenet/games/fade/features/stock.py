"""Stock: Items with Power Counters, which are destroyed without any (fade2 item.stock-empty)."""

from __future__ import annotations

from fadenet.engine.acts import A_SRC
from fadenet.engine.state import ATTACHED, HANDLE_MASK, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import falling
from fadenet.games.fade.points import Feature, Form, Points


def _empty(s: State, changed: bool) -> bool:
    """They go, but for the one whose use is under way."""
    cards, code, power, printed = s.rules.cards, s.code, s.num[t.POWER], s.rules.printing[t.K_STOCK]
    if printed.isdisjoint(code):
        return changed
    under_way = [s.acts[k][A_SRC] & HANDLE_MASK for k in s.chain]
    empty = [
        h
        for host in sorted(s.kids)
        for h in s.kids[host]
        if code[h] in printed and s.role[h] == ATTACHED and cards[code[h]].types & t.ITEM
        if not power[h] and h not in under_way
    ]
    falling.fall(s, falling.DESTROY, empty)
    return bool(empty) or changed


_FORM = Form(headed=True, counter=t.POWER)
STOCK = Feature("Stock", Points(forms=(("Stock", _FORM),), checks=(_empty,)))

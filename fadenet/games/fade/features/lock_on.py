"""Lock-On: Attacks reach whoever stands behind others (faroe keyword.lock-on)."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_SRC, A_USER
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def locks_on(s: State, act: Act) -> bool:
    """Lock-On of the attacker, or printed on the card that attacks (faroe keyword.general)."""
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    if values.keyword(s, user, t.K_LOCK_ON):
        return True
    return src != user and bool(s.code[src]) and bool(s.rules.cards[s.code[src]].keywords[t.K_LOCK_ON])


LOCK_ON: Final = Feature("Lock-On", Points(far=(locks_on,), natured=((t.I_KEYWORDS[t.K_LOCK_ON], locks_on),)))

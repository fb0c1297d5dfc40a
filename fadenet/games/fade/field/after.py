"""The consequences of an Attack whose link is done."""

from __future__ import annotations

from fadenet.engine.acts import (
    A_FLAGS,
    A_ID,
    A_MODE,
    A_SEAT,
    A_USER,
    FIZZLED,
    NEGATED,
)
from fadenet.engine.state import (
    HANDLE_MASK,
    Act,
    State,
    alive,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat
from fadenet.games.fade.typed import rules_of


def end_attack(s: State, act: Act) -> None:
    """Items are used, then comes what features add. The rest of an Attack that was not performed is over."""
    if act[A_FLAGS] & t.REST and act[A_FLAGS] & (NEGATED | FIZZLED) and act[A_SEAT] not in s.out:
        combat.finish(s, act)
    if rules_of(s).item_uses and not act[A_FLAGS] & t.LEFT_OVER:
        use_items(s, act)
    for follows in rules_of(s).points.after:
        follows(s, act)


def use_items(s: State, act: Act) -> None:
    """An Attack takes one use of each Equip Item on its user; not if it was Negated or Prevented, but for the
    rest of one (fade1 item.equip-item-counting).
    """
    if act[A_FLAGS] & (NEGATED | t.PREVENTED) and not act[A_FLAGS] & t.REST:
        return
    if act[A_FLAGS] & t.ATTACK or act[A_MODE] == t.M_SKILL:
        for h in combat.worn(s, act[A_USER] & HANDLE_MASK) if alive(s, act[A_USER]) else ():
            combat.lose_hp(s, h, 1, act[A_ID])

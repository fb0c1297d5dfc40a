"""What follows an Attack whose link is done: uses of Items, and Stun."""

from __future__ import annotations

from collections.abc import Iterable

from fadenet.engine import atoms
from fadenet.engine.acts import (
    A_FLAGS,
    A_ID,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
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
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.typed import rules_of


def end_attack(s: State, act: Act) -> None:
    """What follows an Attack whose link is done: Items are used, Stun ends that it met, then its own begins.

    The attacker gets one Attack more, for the own Combat Phase (fade1 attack.extra-attacks). The rest of an
    Attack that was not performed is over as well.
    """
    if act[A_FLAGS] & t.REST and act[A_FLAGS] & (NEGATED | FIZZLED) and act[A_SEAT] not in s.out:
        combat.finish(s, act)
    if rules_of(s).item_uses and not act[A_FLAGS] & t.LEFT_OVER:
        use_items(s, act)
    if not rules_of(s).stuns:
        return
    victims = stuns(s, act)
    if act[A_FLAGS] & t.ATTACK:
        recover(s, [r & HANDLE_MASK for r in _struck(s, act) if alive(s, r)])
    for h in victims:
        atoms.set_number(s, t.STUN, h, 1)
    own = act[A_SEAT] == s.active and s.phase == t.COMBAT and not combat.performer_gone(s, act)
    if victims and own and not act[A_FLAGS] & t.REWARDED:
        atoms.mark(s, t.P_TURN, t.MK_EXTRA, act[A_USER])


def use_items(s: State, act: Act) -> None:
    """An Attack takes one use of each Equip Item on its user; not if it was Negated or Prevented, but for the
    rest of one (fade1 item.equip-item-counting).
    """
    if act[A_FLAGS] & (NEGATED | t.PREVENTED) and not act[A_FLAGS] & t.REST:
        return
    if act[A_FLAGS] & t.ATTACK or act[A_MODE] == t.M_SKILL:
        for h in combat.worn(s, act[A_USER] & HANDLE_MASK) if alive(s, act[A_USER]) else ():
            combat.lose_hp(s, h, 1, act[A_ID])


def stuns(s: State, act: Act) -> list[int]:
    """The Characters that an Attack leaves Stunned, whatever damage it dealt, unless it was Negated or
    Prevented; not those it was Deflected from (fade1 keyword.stun-details).
    """
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    used = act[A_FLAGS] & t.ATTACK or act[A_MODE] in (t.M_SKILL, t.M_REACTION)
    printed = s.rules.cards[s.code[src]].keywords[t.K_STUN] if src != user else 0
    if not used or act[A_FLAGS] & (NEGATED | FIZZLED) or not (printed or values.keyword(s, user, t.K_STUN)):
        return []
    onto = [r & HANDLE_MASK for r in _struck(s, act) if r & HANDLE_MASK > s.seats and alive(s, r)]
    immune = t.I_KEYWORDS[t.K_STUN]
    return [h for h in onto if combat.may_hit(s, act, h) and not values.keyword(s, h, t.K_IMMUNE) & immune]


def _struck(s: State, act: Act) -> list[int]:
    """Whom an Attack was aimed at in the end, or the targets of what is none."""
    if not act[A_FLAGS] & t.ATTACK:
        return list(act[A_TARGETS])
    return [combat.redirected(act, r) for r in combat.aimed(s, act)]


def recover(s: State, there: Iterable[int]) -> None:
    """Stun ends for these (fade1 keyword.stun)."""
    for h in there if rules_of(s).stuns else ():
        atoms.set_number(s, t.STUN, h, 0)

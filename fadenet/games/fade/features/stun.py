"""Stun: a Character hit by an Attack with it neither Attacks nor defends before a turn or End Phase begins.

fade1 keyword.stun, keyword.stun-details
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_MODE, A_SEAT, A_SRC, A_TARGETS, A_USER, FIZZLED, NEGATED
from fadenet.engine.state import HANDLE_MASK, Act, State, alive
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Points

STUNNED: Final = "stunned"


def _hinders(s: State, h: int) -> str:
    return STUNNED if s.num[t.STUN][h] > 0 else ""


def _lays_open(s: State, act: Act, h: int) -> bool:
    return s.num[t.STUN][h] > 0


def _victims(s: State, act: Act) -> list[int]:
    """The Characters that an Attack leaves Stunned, whatever damage it dealt, unless it was Negated or
    Prevented; not those it was Deflected from (fade1 keyword.stun-details).
    """
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    used = act[A_FLAGS] & t.ATTACK or act[A_MODE] in (t.M_SKILL, t.M_REACTION)
    printed = s.rules.cards[s.code[src]].keywords[t.K_STUN] if src != user else 0
    if not used or act[A_FLAGS] & (NEGATED | FIZZLED) or not (printed or values.keyword(s, user, t.K_STUN)):
        return []
    onto = [r & HANDLE_MASK for r in _struck(s, act) if r & HANDLE_MASK > s.seats and alive(s, r)]
    stun = t.I_KEYWORDS[t.K_STUN]
    return [h for h in onto if combat.may_hit(s, act, h) and not values.is_free(s, h, stun)]


def _struck(s: State, act: Act) -> list[int]:
    """The final targets of an Attack, or the targets of another action."""
    if not act[A_FLAGS] & t.ATTACK:
        return list(act[A_TARGETS])
    return [combat.redirected(act, r) for r in combat.aimed(s, act)]


def _after(s: State, act: Act) -> None:
    """The Stun that an Attack met ends, then its own begins. For that the attacker gets one Attack more, for
    the own Combat Phase (fade1 attack.extra-attacks).
    """
    victims = _victims(s, act)
    if act[A_FLAGS] & t.ATTACK:
        _recover(s, [r & HANDLE_MASK for r in _struck(s, act) if alive(s, r)])
    for h in victims:
        atoms.set_number(s, t.STUN, h, 1)
    own = act[A_SEAT] == s.active and s.phase == t.COMBAT and not combat.performer_gone(s, act)
    if victims and own and not act[A_FLAGS] & t.REWARDED:
        atoms.mark(s, t.P_TURN, t.MK_EXTRA, act[A_USER])


def _reward_is_due(s: State, act: Act) -> int:
    """The part of an Attack that has hit has its Attack more, so the rest of it has none."""
    return t.REWARDED if _victims(s, act) else 0


def _all_recover(s: State) -> None:
    _recover(s, range(s.seats + 1, len(s.code)))


def _recover(s: State, there: Iterable[int]) -> None:
    for h in there:
        atoms.set_number(s, t.STUN, h, 0)


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.words[t.K_STUN] and edition.attacks.budget != "one":
        return "keywords.Stun", "this is for an edition with [attacks] budget = 'one'"
    return None


STUN: Final = Feature(
    "Stun",
    Points(
        columns=((t.STUN, t.K_STUN, "St"),),
        hindering=(_hinders,),
        defenceless=(_lays_open,),
        after=(_after,),
        waiting=(_reward_is_due,),
        passing=(_all_recover,),
    ),
    reasons={STUNNED: "keywords.Stun"},
    amiss=_amiss,
)

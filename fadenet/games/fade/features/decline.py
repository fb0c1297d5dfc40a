"""A card or Player that is attacked Defends with its DEF, unless its Player declines that (fade1
defend.automatic).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, chain
from fadenet.engine.acts import A_FLAGS, A_ID
from fadenet.engine.chain import W_CHAIN, push
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.state import Act, Known, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of

REASON: Final = "decline"


def _is_declined(edition: Edition) -> bool:
    return edition.damage.declines


def _has_declined(s: State, act: Act, h: int) -> bool:
    return atoms.marked(s, t.P_DECLINED, act[A_ID], ref(s, h)) > 0


def _fighters(s: State, seat: int, codes: Known) -> Ways:
    return (*combat.characters(s, seat), seat + 1) if s.chain else ()


def _attacks_on(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The Attacks on the chain against which each of these would set its DEF."""
    links = [(-n, s.acts[k]) for n, k in enumerate(s.chain, 1)]
    met = [(x, act, combat.is_attacked(s, act)) for x, act in links if act[A_FLAGS] & t.ATTACK]
    return [(h, [x for x, act, there in met if h in there and _defends(s, act, h)]) for h in ways]


def _defends(s: State, act: Act, h: int) -> bool:
    is_open = any([lies_open(s, act, h) for lies_open in rules_of(s).points.defenceless])
    return not is_open and values.defense(s, h) > 0


def _decline(s: State, seat: int, h: int, link: int) -> None:
    """All who may answer are asked anew."""
    push(s, chain.f_linked)
    atoms.mark(s, t.P_DECLINED, s.chain[-link - 1], ref(s, h))
    atoms.emit(s, t.E_DECLINED, h, seat)


_DECLINE: Final = Verb(
    _fighters,
    REASON,
    (Rule(REASON, to=_attacks_on),),
    begins=_decline,
    quiet=True,
)


def _verb(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    return {t.V_DECLINE: _DECLINE}


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.damage.declines and "guard" not in edition.stages:
        return "damage.declines", "without the stage 'guard' nobody Defends"
    return None


DECLINE: Final = Feature(
    "",
    Points(
        verbs=(_verb,),
        listed=((W_CHAIN, (t.V_DECLINE,)),),
        defenceless=(_has_declined,),
        lines=(("declined", lambda s, h, n, d: "{card} does not Defend"),),
    ),
    there=_is_declined,
    reasons={REASON: "damage.declines"},
    amiss=_amiss,
)

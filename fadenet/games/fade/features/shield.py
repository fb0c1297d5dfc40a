"""Shield and Barrier: Counters that Negate what their bearer is the target of.

Shield is for Attacks, Barrier for all other actions: in links of their own that are moves (faroe
keyword.shield, keyword.barrier), or by themselves (fade2 keyword.shield-counter, keyword.barrier-counter).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine.acts import A_FLAGS, A_MODE, A_TARGETS
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.state import HANDLE_MASK, Act, Known, State, alive
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, legality, reach, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import rules_of

SHIELD_REASON: Final = "shield"
BARRIER_REASON: Final = "barrier"


def _guard(column: int, mode: int, rule: str, tag: str, works: Callable[[State, Act], None]) -> Verb:
    """Spend a Counter on a card or Player that a link is aimed at."""

    def bear(s: State, seat: int, codes: Known) -> Ways:
        return legality.bearers(s, seat, column) if s.chain else ()

    wanted = t.ATTACK if column == t.SHIELD else 0

    def stops_any(s: State, seat: int) -> bool:
        return any([s.acts[k][A_FLAGS] & (t.ATTACK | t.BLOCKED) == wanted for k in s.chain])

    def aimed_at(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
        links = [(-n, s.acts[k]) for n, k in enumerate(s.chain, 1)]
        open_to = [(x, act) for x, act in links if act[A_FLAGS] & (t.ATTACK | t.BLOCKED) == wanted]
        return [(h, [x for x, act in open_to if reach.aims_at(s, act, h)]) for h in ways]

    def guarded(s: State, act: Act) -> None:
        act[A_MODE] = mode

    return Verb(
        bear,
        rule,
        (
            Rule(rule, onto=lambda s, h, there: [x for x in there if x < 0]),
            Rule(reasons.ORBITAL, cards=lambda s, h: s.zone[h] < 0 or s.rules.on_field[s.zone[h]]),
            Rule(reasons.IMMUNE_BEARER, cards=lambda s, h: not values.ignores(s, h, column)),
            Rule(rule, seat=stops_any),
            Rule(rule, to=aimed_at),
            Rule(
                reasons.WITHSTANDS,
                onto=lambda s, h, there: [
                    x for x in there if not rules_of(s).policies.refuses(s, s.acts[s.chain[-x - 1]], tag)
                ],
            ),
        ),
        self_cost=((column, 1),),
        made=guarded,
        works=works,
    )


_SHIELD: Final = _guard(t.SHIELD, t.M_SHIELD, SHIELD_REASON, "block", play.block)
_BARRIER: Final = _guard(t.BARRIER, t.M_BARRIER, BARRIER_REASON, "negate", play.negate)


def _shield_verb(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    return {t.V_SHIELD: _SHIELD}


def _barrier_verb(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    return {t.V_BARRIER: _BARRIER}


def _attacked(s: State, act: Act) -> list[int]:
    return combat.is_attacked(s, act) if act[A_FLAGS] & t.ATTACK else []


def _targeted(s: State, act: Act) -> list[int]:
    """The targets; a Skill without hits is not an Attack on a friend (fade2 target.enemies-only)."""
    aimed = act[A_TARGETS]
    if act[A_FLAGS] & t.ATTACK:
        struck = combat.aimed(s, act)
        aimed = [r for r in aimed if r not in struck] if combat.is_hitless(s, act) else ()
    return [r & HANDLE_MASK for r in aimed if alive(s, r)]


SHIELD: Final = Feature(
    "Shield",
    ways={
        "links": Points(verbs=(_shield_verb,), guards=(t.SHIELD,)),
        "itself": Points(wards=((t.SHIELD, _attacked),)),
    },
    reasons={SHIELD_REASON: "keywords.Shield.links"},
)
BARRIER: Final = Feature(
    "Barrier",
    ways={
        "links": Points(verbs=(_barrier_verb,), guards=(t.BARRIER,)),
        "itself": Points(wards=((t.BARRIER, _targeted),)),
    },
    reasons={BARRIER_REASON: "keywords.Barrier.links"},
)

"""How much damage a hit or effect does: its Damage Types, and the stages that the edition goes through."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import (
    A_FLAGS,
    A_TYPES,
    A_USER,
)
from fadenet.engine.state import (
    HANDLE_MASK,
    Act,
    State,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.typed import rules_of


def hit_types(s: State, act: Act, number: int, hit: int, at: int) -> int:
    """The Damage Types of a hit, downgraded as it was when something was done (`DOWN_AT_BLOCK` ...)."""
    types = t.BASIC if number < 0 else rules_of(s).attacks[number].hits[hit][1]
    down = act[A_TYPES] >> at
    return lowered(s, types, down) if down else types


def lowered(s: State, types: int, down: int) -> int:
    """Damage Types so many steps further down (fade2 damage.downgrade), as far as the last 2 bits say."""
    ladder = rules_of(s).policies.ladder
    return sum({ladder[max(n - (down & 3), 0)] for n, bit in enumerate(ladder) if types & bit})


def hit_amount(s: State, act: Act, number: int, hit: int, target: int) -> int:
    """The damage that one hit of an Attack does to this target if nothing stops it."""
    user = act[A_USER] & HANDLE_MASK
    amount = values.plv(s, user) if number < 0 else max(rules_of(s).attacks[number].hits[hit][0](s, act), 0)
    types, halved = hit_types(s, act, number, hit, t.DOWN), 0
    for stage in rules_of(s).policies.stages:
        amount, halved = stage(s, act, target, types, amount, halved)
    return amount


def _own(s: State, act: Act, target: int, types: int, n: int, halved: int) -> tuple[int, int]:
    return dealt_by(s, act, act[A_USER] & HANDLE_MASK, n)


def _guard(s: State, act: Act, target: int, types: int, n: int, halved: int) -> tuple[int, int]:
    return defended(s, act, target, types, n), halved


def _times(s: State, act: Act, target: int, types: int, n: int, halved: int) -> tuple[int, int]:
    """It doubles first, then comes what halves."""
    for doubles in rules_of(s).points.doubling:
        n += n if doubles(s, act) else 0
    return n >> halved, 0


def _receiver(s: State, act: Act, target: int, types: int, n: int, halved: int) -> tuple[int, int]:
    return taken_by(s, act, target, n), halved


STAGES: Final = {"own": _own, "guard": _guard, "times": _times, "receiver": _receiver}
"""The stages of the damage of a hit, by word: (state, act, target, its Damage Types, amount, halvings to
come) -> the last two anew."""


def defended(s: State, act: Act, target: int, types: int, n: int) -> int:
    """The damage that the target's DEF leaves: all of it if a Damage Type withstands "defend", or a feature
    leaves the target defenceless.

    fade1 damage.plv-against-def, damage.each-hit-defended, damage.non-attack
    """
    rules = rules_of(s)
    if types & rules.policies.withstood["defend"]:
        return n
    for is_open in rules.points.defenceless:
        if is_open(s, act, target):
            return n
    return max(n - values.defense(s, target), 0)


def undefended(s: State, act: Act, target: int, types: int, n: int) -> int:
    """All of the damage, where nobody has DEF."""
    return n


def dealt_by(s: State, act: Act, user: int, n: int) -> tuple[int, int]:
    """The dealing side's additions and subtractions, and its halvings (faroe value.modifier-order)."""
    n, halved = _altered(s, act, user, t.Q_DEALT, n)
    return max(n, 0), halved


def taken_by(s: State, act: Act, target: int, n: int) -> int:
    """The damage after the changes of the receiving side: first its halving, then additions and subtractions.

    Where Immune keeps Damage Counters away, nothing is dealt (faroe keyword.immune).
    """
    if values.ignores(s, target, t.DAMAGE) and not natures.personal(s, act):
        return 0
    if rules_of(s).immune_named & t.I_ALL_ELEMENTS and _is_proof(s, act, target):
        return 0
    change, halved = _altered(s, act, target, t.Q_TAKEN, 0)
    return max((n >> halved) + change, 0)


def _is_proof(s: State, act: Act, target: int) -> bool:
    """Whether Immune lists an Element of the damage itself: an action that is not an Attack deals Null,
    whatever the Elements of its card are for targeting (fade2 item.damage, keyword.immune).
    """
    if act[A_FLAGS] & t.ATTACK:
        return False
    return values.is_free(s, target, natures.of_damage(s, act) << t.I_ELEMENT)


def _altered(s: State, act: Act, h: int, what: int, n: int) -> tuple[int, int]:
    """The sum of n and all changes that apply, and how many effects halve it.

    A change of the damage that a card deals is about its Attacks, unless the text speaks of abilities.
    """
    halved = 0
    plain = what == t.Q_TAKEN or bool(act[A_FLAGS] & t.ATTACK)
    for _, op, amount, _, about in values.changes_of(s, what, h):
        if plain if about is None else about(s, act):
            if op == 2:
                halved += 1
            else:
                n += amount
    return n, halved

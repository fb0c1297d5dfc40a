"""Choosing the targets of a use: which ways are listed, and whether the targets that a move names are right.

Both go slot after slot and ask `Effects.choosable` what may come next, so that they cannot disagree, except
that a list has an end: of a use with more than `Rules.listed_max` ways the first are listed; all are legal.
Only the last slot of an ability may take a varying number of targets, so a line of targets has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from fadenet.engine.acts import A_TARGETS
from fadenet.engine.card import Slot
from fadenet.engine.rules import rules_of
from fadenet.engine.state import INST_SHIFT, Act, State

Chosen = tuple[int, ...]
Visitor = Callable[[Chosen], bool]
"""A function that is told of every way, and answers whether there are to be more."""
EXAMINED_MAX: Final = 1 << 12
"""Of so many ways, or as many as are listed, those are found that pass a test."""
GONE_ON_MAX: Final = 1 << 10
"""So many lines of targets are gone on with, slot after slot, as all of them may lead nowhere."""


def ways(
    s: State, act: Act, slots: Sequence[Slot], passes: Callable[[Chosen], bool] | None = None
) -> list[Chosen]:
    """Ways to choose the targets of an act, as handles in canonical order: the first `Rules.listed_max`.

    passes: a test that each of them must pass, which may write into the act.
    """
    most: int = s.rules.listed_max
    if passes is None and len(slots) == 1 and slots[0].lo == slots[0].hi == 1:
        found: list[Chosen] = [(h,) for h in _next(s, act, slots[0], ())[:most]]
    else:
        found, left = [], most if passes is None else max(most, EXAMINED_MAX)

        def take(line: Chosen) -> bool:
            nonlocal left
            left -= 1
            if passes is None or passes(line):
                found.append(line)
            return left > 0 and len(found) < most

        _tell(s, act, slots, (), take, [GONE_ON_MAX])
    act[A_TARGETS] = ()
    return found


def fit(s: State, act: Act, slots: Sequence[Slot], named: Chosen) -> bool:
    """Whether these are as many legal targets, slot after slot, as the slots ask for, in order."""
    line: Chosen = ()
    for slot in slots:
        mine = named[len(line) : len(line) + slot.hi]
        if len(mine) < slot.lo:
            return False
        again = rules_of(s).effects.in_any_order(act, slot)
        there: list[int] = []
        for n, h in enumerate(mine):
            if again or not n:
                there = _next(s, act, slot, line)
            if h not in there:
                return False
            there = there[there.index(h) + 1 :]
            line = (*line, h)
    act[A_TARGETS] = ()
    return len(line) == len(named)


def _next(s: State, act: Act, slot: Slot, line: Chosen) -> list[int]:
    """The handles that may be chosen for a slot behind the targets of a line."""
    inst = s.inst
    act[A_TARGETS] = tuple([inst[h] << INST_SHIFT | h for h in line])
    there: list[int] = rules_of(s).effects.choosable(s, act, slot)
    return [h for h in there if h not in line] if line else there


def _tell(
    s: State, act: Act, slots: Sequence[Slot], line: Chosen, take: Visitor, examined: list[int]
) -> bool:
    """Tell of every way to go on behind a line with these slots, in canonical order, until it is enough;
    whether it is not yet. examined: how many lines more may be gone on with."""
    if not slots:
        return take(line)
    slot, rest = slots[0], slots[1:]
    examined[0] -= 1
    if examined[0] < 0:
        return False

    def further(chosen: Chosen) -> bool:
        return _tell(s, act, rest, chosen, take, examined)

    if rules_of(s).effects.in_any_order(act, slot):
        return all(_tell_rows(s, act, slot, line, n, further, examined) for n in range(slot.lo, slot.hi + 1))
    there = _next(s, act, slot, line)
    for n in range(slot.lo, min(slot.hi, len(there)) + 1):
        for some in combinations(there, n):
            if not further((*line, *some)):
                return False
    return True


def _tell_rows(
    s: State, act: Act, slot: Slot, line: Chosen, n: int, take: Visitor, examined: list[int]
) -> bool:
    """Tell of every way to choose n for a slot one after the other, each deciding what may be next."""
    if not n:
        return take(line)
    examined[0] -= 1
    there = _next(s, act, slot, line) if examined[0] >= 0 else []
    return examined[0] >= 0 and all(
        _tell_rows(s, act, slot, (*line, h), n - 1, take, examined) for h in there
    )

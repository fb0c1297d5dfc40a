"""Lock: nothing is done to its bearer that lacks one of the Elements listed (fade1 keyword.element-lock)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine.card import Card
from fadenet.engine.state import Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.points import Feature, Points

REASON: Final = "lock"

Q_LOCK: Final = t.Q_KEYWORD + t.K_LOCK


def lock(s: State, h: int) -> int:
    """The Elements without which nothing is done to a card, 0 = none."""
    mask = 0
    if s.code[h] not in s.rules.printing[t.K_LOCK] and Q_LOCK not in (s.index or s.rules.index_of(s)).changes:
        return mask
    for listed in values.each(s, h, t.K_LOCK) if values.at_work(s, h) else ():
        mask |= listed
    return mask


def _printed(s: State, h: int) -> int:
    """The Elements that the Lock lists which is printed on a card."""
    return values.printed_keyword(s, h, t.K_LOCK) if values.at_work(s, h) else 0


def _within_reach(s: State, act: Act, there: list[int]) -> list[int]:
    locked = {h: mask for h in there if (mask := lock(s, h))}
    if not locked:
        return there
    made = natures.elements_of(s, act)
    return [h for h in there if not locked.get(h, 0) & ~made]


def _reached(s: State, what: int, src: int, made: int, there: list[int]) -> list[int]:
    """Those of these that an effect of something of these Elements changes; effects on Lock reach all, and so
    do those of no card. While an effect that gives Lock asks for values, printed Lock alone counts.
    """
    if s.index is None or what == Q_LOCK or not made:
        return there
    listed = _printed if s.index.asking.get(Q_LOCK) else lock
    return [h for h in there if not listed(s, h) & ~made]


def _may_bear(s: State, bearers: Sequence[int]) -> Callable[[Card, list[int]], list[int]] | None:
    given = Q_LOCK in (s.index or s.rules.index_of(s)).changes
    if not given and s.rules.printing[t.K_LOCK].isdisjoint(s.code):
        return None
    locked = {h: mask for h in bearers if (mask := lock(s, h))}
    return lambda card, there: [h for h in there if not locked.get(h, 0) & ~(card.traits or t.NULL)]


LOCK: Final = Feature(
    "Lock",
    Points(
        reached=((REASON, _within_reach),),
        changing=(_reached,),
        bearing=(_may_bear,),
        recorded=(t.I_ALL_ELEMENTS,),
    ),
    reasons={REASON: "keywords.Lock"},
)

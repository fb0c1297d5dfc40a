"""Neutrality: a Character that is controlled by whoever has the turn (fade2 keyword.neutrality)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import control, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of

Q_NEUTRALITY: Final = t.Q_KEYWORD + t.K_NEUTRALITY


def _may_have_it(s: State, there: Sequence[int]) -> Sequence[int]:
    if Q_NEUTRALITY in (s.index or s.rules.index_of(s)).changes:
        return there
    code, printed = s.code, s.rules.printing[t.K_NEUTRALITY]
    return [h for h in there if code[h] in printed]


def _by_turn(s: State, h: int) -> int:
    """The turn player while that one is in the match, else the one on whose side a Character stands. The turn
    of Raiders is that of no player, and they follow nobody (fade2 raider.turn).
    """
    opponent = rules_of(s).opponent
    if not values.keyword(s, h, t.K_NEUTRALITY) or opponent.includes(s, h):
        return -1
    nobody = s.active in s.out or opponent.is_nobody(s, s.active + 1)
    return s.zone[h] // t.NZ if nobody else s.active


def _check(s: State, changed: bool) -> bool:
    return control.follow(s) or changed


def _withholds(s: State, host: int) -> bool:
    return values.keyword(s, host, t.K_NEUTRALITY) > 0


NEUTRALITY: Final = Feature(
    "Neutrality",
    Points(
        controllers=((_may_have_it, _by_turn),),
        checks=(_check,),
        prompt=(t.K_NEUTRALITY,),  # fade2 keyword.neutrality-act
        withholding=(_withholds,),
    ),
)

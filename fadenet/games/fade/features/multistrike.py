"""Multistrike: its bearer makes so many Normal Attacks more (faroe keyword.multistrike)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _more(s: State, u: int) -> int:
    return values.keyword(s, u, t.K_MULTISTRIKE)


def _this_round(s: State, u: int) -> None:
    atoms.mark(s, t.P_ROUND + rules_of(s).policies.round_of(s), t.MK_STRIKES, ref(s, u))


def _this_turn(s: State, u: int) -> None:
    atoms.mark(s, t.P_TURN, t.MK_STRIKES, ref(s, u))


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.attacks.budget == "one" and edition.hows[t.K_MULTISTRIKE] == "round":
        return "keywords.Multistrike.how", "with [attacks] budget = 'one' it is for each 'turn'"
    return None


MULTISTRIKE: Final = Feature(
    "Multistrike",
    Points(strikes=(_more,)),
    ways={"round": Points(struck_again=(_this_round,)), "turn": Points(struck_again=(_this_turn,))},
    amiss=_amiss,
)

"""Charge: TP for a card on the field, or a Player, as its Player's turn begins.

As a triggered ability, granted or printed, it uses the chain (faroe keyword.charge), else it comes with the
upkeep (fade2 keyword.power-source).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine.acts import A_ID, A_SEAT, A_SRC
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, Act, State, Waiting, alive
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import FadeAbility, rules_of


def _built_in(rules: Rules, edition: Edition) -> FadeAbility:
    """Charge as a triggered ability."""
    ability = FadeAbility(0, 0, "trigger", f"{edition.words[t.K_CHARGE]}: you gain that many TP")
    rules.programs.append(((_triggered, ()),))
    ability.program = 0
    rules.add_ability(ability)
    return ability


def _triggered(s: State, act: Act) -> None:
    _gain(s, act[A_SEAT], act[A_SRC], act[A_ID])


def _upkept(s: State, row: Waiting) -> None:
    _gain(s, row.seat, row.src)


def _gain(s: State, seat: int, src: int, act_id: int = 0) -> None:
    h = src & HANDLE_MASK
    if alive(s, src) and (h <= s.seats or s.rules.on_field[s.zone[h]]):
        combat.gain_tp(s, seat, values.keyword(s, h, t.K_CHARGE), act_id)


def _on_chain(s: State, there: Sequence[int]) -> tuple[int, list[int]]:
    return rules_of(s).built_in["Charge"].number, _charged(s, there)


def _in_upkeep(s: State, there: Sequence[int]) -> tuple[int, list[int]]:
    return t.UP_CHARGE, _charged(s, there)


def _charged(s: State, there: Sequence[int]) -> list[int]:
    on_field = s.rules.on_field
    return [h for h in values.those_with(s, there, t.K_CHARGE) if h <= s.seats or on_field[s.zone[h]]]


CHARGE: Final = Feature(
    "Charge",
    Points(built_in=(("Charge", _built_in),)),
    ways={
        "chain": Points(starting=(_on_chain,)),
        "upkeep": Points(starting=(_in_upkeep,), due=((t.UP_CHARGE, t.K_CHARGE, _upkept),)),
    },
)

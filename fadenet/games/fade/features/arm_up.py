"""Arm Up: an ability is active while so many Equip cards lie on its card (faroe, fade2 keyword.arm-up)."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import A_SRC
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import combat
from fadenet.games.fade.language.effects import edition_of
from fadenet.games.fade.points import Feature, Given, Points, Proviso


def _reads(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    n, items = c.number(v, "Arm Up", 1), _counts_items(edition_of(c))
    types = t.ITEM if items else t.ALL_TYPES

    def test(s: State, act: Act) -> bool:
        there = [s.rules.cards[s.code[k]] for k in combat.attached(s, act[A_SRC] & HANDLE_MASK) if s.face[k]]
        return sum(1 for card in there if card.keywords[t.K_EQUIP] and card.types & types) >= n

    return test, edition_of(c).speak(
        f"{n} or more {{Equip}} {'Items' if items else 'cards'} are attached to it"
    )


def _counts_items(edition: Edition) -> bool:
    return edition.hows[t.K_ARM_UP] == "Items"


ARM_UP: Final = Feature(
    "Arm Up", Points(provisos=(("Arm Up", Proviso("arm_up", _reads, counted=True)),)), given=Given.OVER
)

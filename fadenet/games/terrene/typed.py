"""What the engine keeps in general terms, as Terrene knows it: its cards, their abilities, and its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fadenet.engine.card import Ability, Card
from fadenet.engine.state import State

if TYPE_CHECKING:
    from fadenet.games.terrene.rules import TerreneRules


@dataclass(slots=True)
class TerreneAbility(Ability):
    """colour: that of its banner, PASSIVE = in effect by itself."""

    colour: int = 0


@dataclass(slots=True)
class TerreneCard(Card):
    """number: as printed. own: what is of this project, true = all but the name. xp: the programs of a
    Terrain's rows; rewards: their words."""

    abilities: tuple[TerreneAbility, ...] = ()
    activated: Sequence[TerreneAbility] = ()
    number: str = ""
    own: bool | list[str] = False
    xp: tuple[int, ...] = ()
    rewards: tuple[str, ...] = ()


def rules_of(s: State) -> TerreneRules:
    """The rules of a match of Terrene."""
    return s.rules  # type: ignore[return-value]  # no state of this game has other rules

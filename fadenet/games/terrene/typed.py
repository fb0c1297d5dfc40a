"""What the engine keeps in general terms, as Terrene knows it: the rules of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fadenet.engine.state import State

if TYPE_CHECKING:
    from fadenet.games.terrene.rules import TerreneRules


def rules_of(s: State) -> TerreneRules:
    """The rules of a match of Terrene."""
    return s.rules  # type: ignore[return-value]  # no state of this game has other rules

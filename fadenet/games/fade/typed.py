"""What the engine keeps in general terms, as the family knows it: the rules of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fadenet.engine.state import State

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules


def rules_of(s: State) -> FadeRules:
    """The rules of a match of this family."""
    return s.rules  # type: ignore[return-value]  # no state of a game of the family has other rules

"""How an edition of the family does what all editions do, where they differ: what play asks for by name.

Where exactly one way is chosen by a word of the edition's file, that way is a function, a number or a set
here. Functions stand with the matter that they are about, in a table by the edition's words;
`wording.policies_of` looks each word up once, and in mid-play nobody asks which edition it is. What features
add is in `points`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fadenet.engine.state import Act, State

Stage = Callable[[State, Act, int, int, int, int], tuple[int, int]]
"""(state, act, target, its Damage Types, damage, halvings to come) -> the last two anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """The ways of an edition, by what they are about."""

    # Damage.
    stages: tuple[Stage, ...]
    """Those of the damage of a hit, in order."""
    defended: Callable[[State, int, int, int], int]
    """The damage of an effect that the DEF of its target leaves: (state, target, Damage Types, damage)."""
    refuses: Callable[[State, Act, str], bool]
    """Whether a defence is not even played against a link: (state, link, its tag)."""
    mastered: Callable[[State, Act], int]
    """The Elements of an Attack that Mastery asks for."""
    infused: Callable[[State, Act], int]
    """The Elements of the damage of an action that is not an Attack."""
    knock_out_costs: Callable[[State, int], int] | None
    """The HP that its controller loses with a Character that is Knocked Out; None: nothing."""

    # Turns.
    turn_starts: tuple[Callable[[State, int], bool], ...]
    """The steps that begin a turn: (state, seat) -> whether that was the whole turn."""

"""A card as the engine knows it: what is printed on it, and its abilities, compiled.

Further fields of a game's cards and abilities stand in classes of the game that derive from these two.
Everything in here is shared by all copies of a card and all matches, and never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from fadenet.engine.state import Act, Printed, State

Amount = Callable[[State, Act], int]
Select = Callable[[State, Act], list[int]]
Test = Callable[[State, Act], bool]
CardTest = Callable[[State, Act, int], bool]
Instruction = tuple[Callable[..., None], tuple[Any, ...]]


@dataclass(slots=True)
class Slot:
    """One choice of targets of an ability: between `lo` and `hi` of what `candidates` gives."""

    candidates: Select
    lo: int
    hi: int
    text: str
    reach: bool = False
    untargeted: bool = False  # chosen, but the card is not "targeted" (what is given up as a cost)


@dataclass(slots=True)
class Static:
    """A continuous effect: while its source works, it changes `what` by `amount` on what `scope` gives."""

    what: int
    scope: Select
    amount: Amount
    condition: Test | None
    op: int  # 0 = add, 1 = set, 2 = halve
    text: str
    about: Test | None = None  # what an action must be for it
    rises: bool = False  # whether it adds an amount that is never below 0
    asks: bool = False  # whether it depends on values that other continuous effects change


@dataclass(slots=True)
class Ability:
    """One ability of a card, compiled. `kind` is one of the words of `ABILITY_KINDS`."""

    number: int
    code: int
    kind: str
    text: str
    event: int = -1
    hidden: bool = False  # works from the hand, if its owner shows the card
    condition: Test | None = None
    aimed: bool = True  # whether the condition may ask about the targets, or about "x"
    may: bool = False
    cost: tuple[tuple[int, int], ...] = ()  # (numbered column, amount), paid by the seat's body
    self_cost: tuple[tuple[int, int], ...] = ()  # (numbered column, amount), paid by the card itself
    slots: tuple[Slot, ...] = ()
    program: int = -1
    answers: CardTest | None = None  # which link of the chain it may name: the third argument is an act id
    static: Static | None = None
    limit: int = 0  # uses per turn, 0 = no limit of its own
    tags: frozenset[str] = frozenset()  # declared categories, computed from the program's ops
    modes: int = 0  # ways in which it may be used, 0 = just one, which has no number


class Reading(NamedTuple):
    """An amount that speaks of cards which may have left (`lasting`).

    number: its own. about: the refs of these cards. read: the amount as long as they are there.
    """

    number: int
    about: Callable[[Act], tuple[int, ...]]
    read: Amount


ABILITY_KINDS: Final[tuple[str, ...]] = ("use", "enter", "trigger", "activate", "static", "spring")


@dataclass(slots=True)
class Card(Printed):
    """A card of the set, shared by all copies of it. Its triggered abilities stand in `by_event`, those that
    are used in `activated`, the continuous ones in `statics`."""

    abilities: tuple[Ability, ...] = ()
    by_event: dict[int, tuple[Ability, ...]] = field(default_factory=dict)
    activated: Sequence[Ability] = ()
    statics: Sequence[Ability] = ()

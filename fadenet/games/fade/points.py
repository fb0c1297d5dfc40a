"""Where the core of the family asks what the keywords and mechanics of an edition add to its rules.

A `Feature` is one of them: it stands in a file of `features/`, and says at which points it speaks. An edition
has the features that it has a word for; `make_rules` joins them once, and play asks `rules.points` alone. In
mid-play nobody asks whether an edition has something: a loop over nothing costs as little as the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from fadenet.engine.card import Card
from fadenet.engine.state import Act, State

Keeping = tuple[str, Callable[[State, Act, list[int]], list[int]]]
"""A reason that keeps an action from some cards and Players: (the reason, those of these left to it)."""


@dataclass(frozen=True, slots=True)
class Points:
    """Functions of features by the place that asks them, each tuple in the order of `features.table`."""

    reached: tuple[Keeping, ...] = ()
    """Cards and Players that an action cannot affect."""
    changing: tuple[Callable[[State, int, int, list[int]], list[int]], ...] = ()
    """Cards that an effect cannot change: (state, quantity, Elements of its source, these) -> those left."""
    bearing: tuple[Callable[[State, Sequence[int]], Callable[[Card, list[int]], list[int]] | None], ...] = ()
    """Bearers to which an attached card cannot move: all bearers -> (card, some of these) -> those left."""
    recorded: tuple[int, ...] = ()
    """Bits that the nature of every action has to record for these."""
    chosen: tuple[Keeping, ...] = ()
    """Cards and Players that an action could affect, and cannot choose."""
    free: tuple[tuple[str, Callable[[State, Collection[int], dict[int, int]], None]], ...] = ()
    """Freedom beside that of Immune: (reason, adds the bits that these are free of, by card or Player)."""
    hindering: tuple[Callable[[State, int], str], ...] = ()
    """A reason for which a card or Player can neither Attack nor defend, or ""."""
    idle: tuple[Callable[[State, Sequence[int]], Iterable[int]], ...] = ()
    """Those of these Characters that cannot act, whatever effects say."""
    plv: tuple[Callable[[State, int, int], int], ...] = ()
    """The PLV of a card or Player, its Counters and all effects counted in: (state, which, PLV) -> PLV."""
    attacks: tuple[Callable[[State, Act], None], ...] = ()
    """An Attack begins."""
    landing: tuple[Callable[[State, int, int], int], ...] = ()
    """The damage of a hit as it lands: (state, target, damage) -> damage."""
    defenceless: tuple[Callable[[State, int], bool], ...] = ()
    """Whether the DEF of a card or Player counts for nothing."""
    dealt: tuple[Callable[[State, Act, int], None], ...] = ()
    """This card or Player has dealt damage."""
    waiting: tuple[Callable[[State, Act], int], ...] = ()
    """Flags that an Attack keeps while its left hits wait for the end of the Chain."""
    after: tuple[Callable[[State, Act], None], ...] = ()
    """The link of an Attack or other use is done."""
    passing: tuple[Callable[[State], None], ...] = ()
    """A turn begins, or its End Phase."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A keyword or mechanic. ways: what it adds, by the word with which an edition says how it goes."""

    keyword: str
    points: Points = Points()
    ways: Mapping[str, Points] = field(default_factory=dict)


def joined(parts: Sequence[Points]) -> Points:
    """All of these as one."""
    return Points(*[sum([getattr(part, one.name) for part in parts], ()) for one in fields(Points)])

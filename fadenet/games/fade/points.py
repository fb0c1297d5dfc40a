"""Where the core of the family asks what the keywords and mechanics of an edition add to its rules.

A `Feature` is one of them: it stands in a file of `features/`, and says at which points it speaks. An edition
has the features that it has a word for; `make_rules` joins them once, and play asks `rules.points` alone. In
mid-play nobody asks whether an edition has something: a loop over nothing costs as little as the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from fadenet.engine.state import Act, State


@dataclass(frozen=True, slots=True)
class Points:
    """What features add, by the place where it counts; each is asked in the order of `features.FEATURES`."""

    chosen: tuple[tuple[str, Callable[[State, Act, list[int]], list[int]]], ...] = ()
    """What keeps an action from choosing what it could affect: (reason, those of these that are left)."""
    free: tuple[tuple[str, Callable[[State, Collection[int], dict[int, int]], None]], ...] = ()
    """What these are free of beside what Immune lists: (reason, adds such bits by card or Player)."""
    idle: tuple[Callable[[State, Sequence[int]], Iterable[int]], ...] = ()
    """Those of a row of Characters that cannot act, whatever effects say."""
    plv: tuple[Callable[[State, int, int], int], ...] = ()
    """The PLV of a card or Player, its Counters and all effects counted in: (state, which, PLV) -> PLV."""
    attacks: tuple[Callable[[State, Act], None], ...] = ()
    """An Attack begins."""
    landing: tuple[Callable[[State, int, int], int], ...] = ()
    """The damage of a hit as it lands: (state, target, damage) -> damage."""
    dealt: tuple[Callable[[State, Act, int], None], ...] = ()
    """This card or Player has dealt damage."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A keyword or mechanic. ways: what it adds, by the word with which an edition says how it goes."""

    keyword: str
    points: Points = Points()
    ways: Mapping[str, Points] = field(default_factory=dict)


def joined(parts: Iterable[Points]) -> Points:
    """All of these as one."""
    there = list(parts)
    return Points(*(sum((getattr(part, one.name) for part in there), ()) for one in fields(Points)))

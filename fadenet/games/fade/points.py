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
"""What keeps an action from some cards and Players: (reason, those of these that are left to it)."""


@dataclass(frozen=True, slots=True)
class Points:
    """What features add, by the place where it counts; each is asked in the order of `features.FEATURES`."""

    reached: tuple[Keeping, ...] = ()
    """What an action cannot do anything to."""
    changing: tuple[Callable[[State, int, int, list[int]], list[int]], ...] = ()
    """What an effect does not change: (state, quantity, Elements of its source, these) -> those left."""
    bearing: tuple[Callable[[State, Sequence[int]], Callable[[Card, list[int]], list[int]] | None], ...] = ()
    """What an attached card cannot be moved to: all bearers -> (card, some of these) -> those left."""
    recorded: tuple[int, ...] = ()
    """Bits that the nature of every action has to record for these."""
    chosen: tuple[Keeping, ...] = ()
    """What an action cannot choose though it could affect it."""
    free: tuple[tuple[str, Callable[[State, Collection[int], dict[int, int]], None]], ...] = ()
    """What these are free of beside what Immune lists: (reason, adds such bits by card or Player)."""
    hindering: tuple[Callable[[State, int], str], ...] = ()
    """Why a card or Player can neither Attack nor defend: a reason or ""."""
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

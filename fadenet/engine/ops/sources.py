"""Where the cards come from that a move may name: parts out of which a game makes the sources of its deeds.

A source gives ways, which are tuples of handles, in canonical order. `codes` is what the asking seat knows of
hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from fadenet.engine.state import Known, State

Ways = Sequence[tuple[int, ...]]
Source = Callable[[State, int, Known], Ways]


def nothing(s: State, seat: int, codes: Known) -> Ways:
    """The one way of naming no card."""
    return [()]


def lying(kind: int, face: int | None = None) -> Source:
    """A seat's cards in a zone: all of them, or those that lie face-up (1) or face-down (0)."""

    if face is None:
        return lambda s, seat, codes: list(zip(s.zones[seat * s.rules.zones_per_seat + kind]))

    def find(s: State, seat: int, codes: Known) -> Ways:
        faces = s.face
        return [(h,) for h in s.zones[seat * s.rules.zones_per_seat + kind] if faces[h] == face]

    return find


def beneath(kind: int) -> Source:
    """A seat's cards in a zone but for the last one."""
    return lambda s, seat, codes: list(zip(s.zones[seat * s.rules.zones_per_seat + kind][:-1]))


def are(types: int, source: Source) -> Source:
    """Those that are known to be of one of these types, bits of `Card.types`."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        cards, code = s.rules.cards, s.code
        there = source(s, seat, codes)
        return [way for way in there if cards[code[way[0]] or codes.get(way[0], 0)].types & types]

    return find


def may_be(types: int, source: Source) -> Source:
    """Those that are, or for all that is known may be, of one of these types."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        cards, code = s.rules.cards, s.code
        there = source(s, seat, codes)
        return [
            way for way in there if not (c := code[way[0]] or codes.get(way[0], 0)) or cards[c].types & types
        ]

    return find


def lying_on(source: Source) -> Source:
    """What lies on or under the cards of a source."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        kids = s.kids
        return [(k,) for (h,) in source(s, seat, codes) if h in kids for k in kids[h]]

    return find


def joined(first: Source, second: Source) -> Source:
    """The ways of one source, then those of another."""
    return lambda s, seat, codes: [*first(s, seat, codes), *second(s, seat, codes)]


def with_each(first: Source, second: Source) -> Source:
    """Every way of one source together with every way of another."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        there = first(s, seat, codes)
        others = second(s, seat, codes) if there else ()
        return [one + other for one in there for other in others]

    return find


def pairs(source: Source) -> Source:
    """Every two cards of a source."""
    return lambda s, seat, codes: [one + other for one, other in combinations(source(s, seat, codes), 2)]

"""Where the cards that a move may name come from: parts out of which a game makes the sources of its verbs.

A source gives handles in canonical order, one of `Seconds` what each of some first cards may be named
together with. `codes` is what the asking seat knows of hidden cards. There are loops here where a
comprehension would be shorter: lists of a few cards are made all the time, and before Python 3.12 every
comprehension calls a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fadenet.engine.state import Known, State

Ways = Sequence[Any]
Source = Callable[[State, int, Known], Ways]
Seconds = Callable[[State, int, Ways, Known], Sequence[tuple[int, Ways]]]


def nothing(s: State, seat: int, codes: Known) -> Ways:
    """The source of what names no card."""
    return ()


def lying(kind: int, face: int | None = None) -> Source:
    """A seat's cards in a zone: all of them, or those that lie face-up (1) or face-down (0)."""

    if face is None:
        return lambda s, seat, codes: s.zones[seat * s.rules.zones_per_seat + kind]

    def find(s: State, seat: int, codes: Known) -> Ways:
        faces, found = s.face, []
        for h in s.zones[seat * s.rules.zones_per_seat + kind]:
            if faces[h] == face:
                found.append(h)
        return found

    return find


def beneath(kind: int) -> Source:
    """A seat's cards in a zone but for the last one."""
    return lambda s, seat, codes: s.zones[seat * s.rules.zones_per_seat + kind][:-1]


def are(types: int, source: Source) -> Source:
    """Those that are known to be of one of these types, bits of `Card.types`."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        code, wanted, found = s.code, s.rules.of_types[types], []
        for h in source(s, seat, codes):
            if (code[h] or codes.get(h)) in wanted:
                found.append(h)
        return found

    return find


def may_be(types: int, source: Source) -> Source:
    """Those that are, or for all that is known may be, of one of these types."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        code, wanted, found = s.code, s.rules.of_types[types], []
        for h in source(s, seat, codes):
            c = code[h] or codes.get(h)
            if not c or c in wanted:
                found.append(h)
        return found

    return find


def may_meet(statement: int) -> Callable[[State, int, Ways, Known], Ways]:
    """A function that leaves of some cards those of which a statement is true, or may be true as far as the
    codes are known."""

    def leave(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        code, true, found = s.code, s.rules.meeting[statement], []
        for h in ways:
            c = code[h] or codes.get(h)
            if not c or c in true:
                found.append(h)
        return found

    return leave


def lying_on(source: Source) -> Source:
    """A source of the cards that lie on or under those of another source."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        kids = s.kids
        found: list[int] = []
        for h in source(s, seat, codes):
            if h in kids:
                found += kids[h]
        return found

    return find


def with_burden(s: State, handles: Sequence[int]) -> list[int]:
    """Those of these cards that lie face-up, each with what lies on or under it."""
    faces, kids = s.face, s.kids
    found = []
    for h in handles:
        if faces[h]:
            found.append(h)
            if h in kids:
                found += kids[h]
    return found


def joined(first: Source, second: Source) -> Source:
    """The ways of one source, then those of another."""
    return lambda s, seat, codes: [*first(s, seat, codes), *second(s, seat, codes)]


def each(source: Source) -> Seconds:
    """Every card of a source, whatever the first card is."""

    def find(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
        there = source(s, seat, codes)
        return [(h, there) for h in ways]

    return find


def later(source: Source) -> Seconds:
    """The cards of a source behind the first one, so that two of them are named in one order."""

    def find(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
        line = source(s, seat, codes)
        return [(h, line[line.index(h) + 1 :]) for h in ways]

    return find

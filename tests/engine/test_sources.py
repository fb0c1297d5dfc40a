"""Where cards come from that a move may name: places, types, burdens, and how sources are put together."""

from __future__ import annotations

from fadenet.engine.kit import sources
from fadenet.engine.kit.sources import Source, lying
from tests.builders import yard as y
from tests.builders.yard import BOULDER, HAMMER, HAND, PEBBLE, YARD, A, B, C, D, W, X, Y, Z, match, put, tie


def test_lying_gives_a_zone_or_one_side_of_it() -> None:
    """given cards face-up and face-down, then all, or those of one side, come in the order of the zone."""
    s = match()
    put(s, {C: PEBBLE})
    put(s, {A: PEBBLE}, 0)
    put(s, {B: BOULDER})
    for face, found in ((None, [C, A, B]), (1, [C, B]), (0, [A])):
        assert list(lying(YARD, face)(s, 0, {})) == found
        assert list(lying(YARD, face)(s, 1, {})) == []
    assert list(lying(HAND)(s, 1, {})) == [W, X, Y, Z]


def test_types_are_asked_of_what_is_public_or_known() -> None:
    """given an open stone, a known stone, a known tool and an unknown card, then `are` leaves the stones and
    `may_be` the unknown card too."""
    s = match()
    s.code[A] = BOULDER
    known = {B: PEBBLE, C: HAMMER}
    assert sources.are(y.STONE, lying(HAND))(s, 0, known) == [A, B]
    assert sources.may_be(y.STONE, lying(HAND))(s, 0, known) == [A, B, D]
    assert sources.may_be(y.TOOL, lying(HAND))(s, 0, known) == [C, D]
    assert sources.are(y.STONE | y.TOOL, lying(HAND))(s, 0, known) == [A, B, C]
    s.code[A] = HAMMER
    assert sources.are(y.STONE, lying(HAND))(s, 0, {A: PEBBLE}) == [], "what is public counts"


def test_what_lies_on_others_comes_after_them() -> None:
    """given a card with two on it, face-up, and one with one, face-down, then their burdens are found."""
    s = match()
    put(s, {A: PEBBLE})
    put(s, {B: PEBBLE}, 0)
    tie(s, D, A)
    tie(s, C, A)
    tie(s, W, B)
    assert sources.lying_on(lying(YARD))(s, 0, {}) == [D, C, W]
    assert sources.with_burden(s, [B, A]) == [A, D, C]
    assert sources.with_burden(s, [X, A]) == [A, D, C]


def test_sources_are_put_together() -> None:
    """given two sources, then they come one after the other, or one beside each of some cards."""
    s = match()
    put(s, {D: PEBBLE})
    some: Source = lying(YARD)
    assert sources.joined(some, lying(HAND))(s, 0, {}) == [D, A, B, C]
    assert sources.each(some)(s, 0, [A, B], {}) == [(A, (D,)), (B, (D,))]
    assert sources.later(lying(HAND))(s, 0, [A, C, B], {}) == [(A, (B, C)), (C, ()), (B, (C,))]
    assert list(sources.beneath(HAND)(s, 0, {})) == [A, B]
    assert list(sources.nothing(s, 0, {})) == []

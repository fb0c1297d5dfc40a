"""The opening Hand, kept or shuffled back (topic mulligan)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ROW_N, ROW_SEAT
from fadenet.games.fade.tables import DECK, HAND
from tests.builders.scenario import ROCK, SCISSORS, Duel


def dealt(edition: str, seats: int = 2) -> Duel:
    """A match at the question whether the opening Hands are kept."""
    d = Duel(seats=seats, setup=False, edition=edition)
    if d.rules.edition.turn.first != "toss":
        d.throw(ROCK, *[SCISSORS] * (seats - 1))
    return d


@pytest.mark.editions("mulligan.whole-hand", fade2="mulligan.exchange", fade1="mulligan.redraw")
def test_the_whole_hand_goes_back_or_none_of_it(edition: str) -> None:
    d = dealt(edition)
    seat = 1 - d.s.active  # who goes second draws nothing more for now
    hand = d.s.zones[d.rules.zone_id(seat, HAND)]
    assert (d.size(seat, HAND), d.size(seat, DECK)) == (6, 34)
    assert d.refused(seat, "pick", *hand[:4]) == d.rule("mulligan")
    d.yes(seat)
    d.no(1 - seat)
    assert [row[-1] for row in d.happened("shuffled")][-1] == 40
    assert (d.size(seat, HAND), d.size(seat, DECK)) == (6, 34)


@pytest.mark.editions("mulligan.once", fade2="mulligan.once", fade1="mulligan.once-per-game")
def test_the_second_hand_is_kept(edition: str) -> None:
    d = dealt(edition)
    first = d.s.zones[HAND]
    d.yes(0)
    assert d.refused(0, "yes") == d.rule("mulligan-done")
    d.no(1)
    second = d.s.zones[HAND]
    assert second != first
    assert d.refused(0, "yes") == d.rule("waiting")  # the match has begun, nobody is asked any more
    assert d.s.zones[HAND] == second
    assert (kernel.V_YES,) in dealt(edition).options(0)


@pytest.mark.editions("mulligan.simultaneous", fade2="mulligan.order", fade1="mulligan.simultaneous")
def test_nobody_sees_a_mulligan_until_all_have_decided(edition: str) -> None:
    """Given 3 Players; when Player 2 has chosen; then nothing is told until all have."""
    d = dealt(edition, seats=3)
    assert all(ask.sealed for ask in d.s.asks)
    first = d.s.zones[d.rules.zone_id(2, HAND)]
    told = len(d.log)
    d.yes(1)
    assert d.asked() == [0, 2]
    assert len(d.log) == told
    d.no(2)
    d.answer(0, kernel.default_answer(d.s, 0, d.dealer.known[0]))  # seat 0 lets the timer run out
    assert [(row[ROW_SEAT], row[ROW_N]) for row in d.happened("keeps")] == [(0, 1), (1, 0), (2, 1)]
    assert d.s.zones[d.rules.zone_id(2, HAND)] == first

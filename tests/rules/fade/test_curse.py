"""Curse Counters (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import RIFT
from tests.builders.scenario import Duel


@pytest.mark.editions("keyword.curse", fade2="keyword.curse-counter", fade1="keyword.curse-counter")
@pytest.mark.parametrize("paid", [True, False])
def test_curse_is_paid_or_imprisons(paid: bool, edition: str) -> None:
    # Given a Character with 2 Curse Counters and 3 TP.
    d = Duel(edition=edition)
    d.character(1)
    cursed = d.character(1)
    d.counters(cursed, "Curse", 2)
    d.tp(1, 3)
    assert d.until(CONFIRM) == 1
    if paid:
        # When you pay, then 1 TP is left, the Character stays and keeps 2 Counters.
        d.yes(1)
        assert d.lies(cursed) == "front"
        assert d.count(cursed, "Curse") == 2
    else:
        # When you decline, then it goes to its owner's Rift Zone and 3 TP stay.
        d.no(1)
        assert d.s.zones[13 + RIFT] == (cursed,)
    # The Phase's own TP come afterwards.
    d.end_turn()
    assert d.tp_of(1) == (1 if paid else 3) + d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions(
    "keyword.curse-details", fade2="keyword.curse-counter", fade1="keyword.curse-counter-details"
)
def test_every_curse_is_decided_alone_and_paid_in_full(edition: str) -> None:
    # Given Characters X with 1 and Y with 3 Curse Counters and 3 TP.
    d = Duel(edition=edition)
    d.character(1)
    x, y = d.character(1), d.character(1)
    d.counters(x, "Curse", 1)
    d.counters(y, "Curse", 3)
    d.tp(1, 3)
    d.play(0, "end")
    while d.s.active == 0:
        d.step()
    # When you choose X first and pay 1 for it.
    row = {r.stamp: r for r in d.s.queue}
    (first,) = [m for m in d.options(1) if row[-m[1]][3] & 0xFFFF == x]
    d.answer(1, first)
    d.yes(1)
    # Then Y, needing 3 with 2 TP left, is imprisoned without a question.
    assert d.asked_kind() != CONFIRM
    d.end_turn()
    assert d.lies(x) == "front"
    assert d.lies(y) == "rift"
    assert d.tp_of(1) == 3 - 1 + d.rules.figures.tp_gain_starting_phase
    # And it comes due again every Starting Phase.
    assert d.until(CONFIRM) == 1

"""Paralyze Counters (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel


@cited(
    ("counter.victims-phases", "counter.whose-phase"),
    ("keyword.paralyze-counter", "keyword.paralyze-counter"),
)
def test_paralyze_counters_wear_off_in_the_end_phases_of_the_victims_player(edition: str) -> None:
    # Given 2 Paralyze Counters put on B's Character in A's turn.
    d = Duel(edition=edition)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Paralyze", 2)
    # When A's End Phase comes, then none is removed; in B's turn it cannot attack or change zones.
    d.go(1, PREPARATION)
    assert d.count(y, "Paralyze") == 2
    assert not [move for move in d.options(1) if move[:2] == (d.rules.verbs.index("move"), y)]
    d.go(1, COMBAT)
    assert d.refused(1, "attack", y, x) == d.rule("cannot-act")
    # One is removed in B's End Phase, the last one in B's End Phase after that.
    d.go(0, PREPARATION)
    assert d.count(y, "Paralyze") == 1
    d.go(1, PREPARATION)
    assert d.count(y, "Paralyze") == 1
    d.go(0, PREPARATION)
    assert d.count(y, "Paralyze") == 0

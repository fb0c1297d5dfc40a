"""Tag-Out in the older editions (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, DRAWING, ENDING, STARTING
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards


@cited(("keyword.tag-out", "keyword.tag-out"), ("keyword.tag-out-details", "keyword.tag-out"))
@pytest.mark.parametrize("phase", [STARTING, DRAWING, COMBAT, ENDING])
@pytest.mark.parametrize("seat", [0, 1])
def test_tag_out_is_used_in_any_phase_of_any_turn(phase: int, seat: int, edition: str) -> None:
    # Given X with Tag-Out in c2 and another one in b4, then X tags out before a Phase of a turn ends.
    d = Duel(cards("tagger"), edition=edition)
    x, other = d.character(0, "tagger", at="c2"), d.character(0, at="b4")
    turn = d.s.turn
    while d.s.turn == turn or d.s.active != seat or d.s.phase != phase or not d.can(0, "tag", x, to(d, "b4")):
        assert d.s.turn < turn + 4
        d.step()
    d.play(0, "tag", x, to(d, "b4"))
    assert (d.at(x), d.at(other)) == ("b4", "c2") and not d.s.chain

"""Whole random matches come to what they came to when they were noted, whatever form the rules are in.

`scripts/rests.py --write --matches 1 --more 9 tests/engine/rests.txt faroe fade2 fade1 terrene prelude` notes
them anew behind a change of play, of cards or of decks.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import rests

LINES = (Path(__file__).parent / "rests.txt").read_text("utf-8").splitlines()
NAMES = {" ".join(line.split()[:2]): line for line in LINES}
QUICK = (
    *("fade1-duel-2 0", "terrene-duel-2 0", "prelude-duel-2 0"),
    *("faroe-teams-4 0", "fade2-teams-4 0", "terrene-2v2-4 0", "prelude-melee-4 0"),
)
"""The matches that every run tries: a duel of each family, and large tables, where more comes together."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.long] * (name not in QUICK), id=name)
        for name, line in NAMES.items()
    ],
)
def test_a_match_is_played_as_it_was_noted(line: str) -> None:
    """given a table and a seed, then digests, events and listed moves of all rests are as they were."""
    assert rests.differing([line]) == []


def test_the_ends_of_a_game_are_its_duel_and_its_largest_table() -> None:
    assert [str(table) for table in rests.ENDS] == [
        *("faroe-duel-2", "faroe-free-for-all-4", "fade2-duel-2", "fade2-free-for-all-4"),
        *("fade1-duel-2", "fade1-free-for-all-4", "terrene-duel-2", "terrene-2v2-4"),
        *("prelude-duel-2", "prelude-melee-4"),
    ]


def test_every_table_of_a_game_that_is_published_is_noted() -> None:
    assert {line.split()[0] for line in LINES} == {
        name for name, one in rests.NAMED.items() if one.game != "ten"
    }

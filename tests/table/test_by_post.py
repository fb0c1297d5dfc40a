"""Matches of which all that a seat can say goes over at once: `scripts/bench_post.py`."""

from __future__ import annotations

import bench_post as bench
import pytest

from fadenet import games
from fadenet.table.replica import Replica
from protocol.files import verify_file


@pytest.mark.parametrize("game", ("faroe", "prelude"))
def test_passes_in_advance_save_exchanges(game: str) -> None:
    """given a match by post, when the bots say where they pass while they are away, then it takes fewer
    exchanges a turn, and its file is a whole match to a stranger."""
    rules = games.load(game)
    plain, away = (bench.PostedMatch(rules, "greedy", 3, away) for away in (False, True))
    before, after = (bench.figures_of([match]).exchanges["mean"] for match in (plain, away))
    assert after < 0.9 * before
    report = verify_file(b"".join(away.seats[0].journal), Replica(rules))
    assert report.result is not None


def test_journeys_are_counted_by_turn_and_cause() -> None:
    """given journeys of two turns, a start and an end, then turns have two and three halves of an exchange,
    and only what the other seat owes is a cause."""
    match = bench.PostedMatch.__new__(bench.PostedMatch)
    parts = [bench.START, "1", "1", "2", "2", "2", bench.END]
    causes = ["", "token", "", "open", "", "", ""]
    match.journeys = [
        bench.Journey(part, (bytes(60), bytes(40)), cause) for part, cause in zip(parts, causes, strict=True)
    ]
    found = bench.figures_of([match])
    assert (found.turns, found.start, found.end) == (2, 0.5, 0.5)
    assert found.exchanges == {"median": 1.0, "mean": 1.25, "p95": 1.5}
    assert found.turn_bytes["mean"] == 250 and found.causes == [("token", 0.5), ("open", 0.5)]

"""Sizes and message counts keep their bars: what `scripts/bench_protocol.py` finds alike in every run."""

from __future__ import annotations

import bench_protocol as bench
import check_match
import pytest

from fadenet import games
from fadenet.table.replica import Replica
from protocol import files


@pytest.fixture(scope="module")
def reference() -> bench.Reference:
    played = bench.Reference()
    played.play()
    return played


def missed(lines: list[bench.Budget]) -> list[str]:
    assert any(line.exact for line in lines)
    return [str(line) for line in lines if line.exact and not line.met]


def test_a_shuffle_is_one_message_of_bounded_size() -> None:
    assert missed(list(bench.shuffle_lines())) == []


def test_the_reference_match_and_proofs_keep_to_their_sizes(reference: bench.Reference) -> None:
    assert missed(list(bench.proof_lines(reference))) == []
    assert max(reference.sent) <= bench.MATCH_BYTES


@pytest.mark.slow
@pytest.mark.parametrize(("format", "seats"), [("duel", 2), pytest.param("2v2", 4, marks=pytest.mark.long)])
def test_real_matches_keep_to_sizes_hops_and_results(
    reference: bench.Reference, format: str, seats: int
) -> None:
    # Given a match of Terrene between greedy bots, what is sent in one round arriving in the next.
    match = bench.MeteredMatch(games.load("terrene", format), seats, 0)
    # Then what it sends, its draws and its RESULT are within their bars.
    assert missed(list(bench.size_lines("terrene", [match], reference))) == []
    # And between two seats draws come with decisions; where more play nothing rides.
    rode, _ = match.rides()
    assert (rode > 0) == (seats == 2)
    # And the engine's replay, which the audit is compared with, comes to the match's end.
    bench.carry_out(match, bench.engine_steps(match))
    # And both verifiers find nothing wrong with its file.
    assert files.verify_file(match.file, Replica(match.rules)).state == files.FileState.VALID
    assert check_match.check(match.file).state == check_match.VALID


def test_a_line_that_misses_its_bar_says_so() -> None:
    line = bench.Budget("a figure", 3, 2, "B")
    assert not line.met and str(line).startswith("NOT MET")
    assert bench.Budget("a figure", 2, 2, "B").met

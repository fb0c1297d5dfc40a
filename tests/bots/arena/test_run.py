"""Contests: the same pairs and the same verdict whoever computes them, however often they are ended."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from fadenet.bots.arena import DRAWN, Contest, GamePair, Variant, play_pairs, run_pairs
from fadenet.bots.arena.journal import PairJournal
from fadenet.bots.arena.run import PairsDiffer
from fadenet.bots.arena.score import classes_of
from fadenet.bots.arena.sprt import H0, H1, Sprt
from fadenet.bots.arena.workers import Alone, Executor, Workers
from tests.bots.arena.false_bots import HERE
from tests.bots.fnbot.programs import written

TERRENE = Variant("terrene")
RANDOM = Contest(TERRENE, ("random", f"{HERE}:Quitter"))
TEST = Sprt(0.50, 0.55)
GAMES = ("prelude", "terrene", "faroe")


def until_sure(
    contest: Contest, test: Sprt, executor: Executor, journal: PairJournal | None = None
) -> tuple[str, list[GamePair]]:
    """The verdict, and the pairs that it took."""
    pairs: list[GamePair] = []
    with closing(run_pairs(contest, range(10_000), executor, journal)) as found:
        for pair in found:
            pairs.append(pair)
            if verdict := test.verdict(classes_of(pairs)):
                return verdict, pairs
    return "", pairs


@pytest.mark.slow
def test_verdict_and_journal_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    """given a test that ends after some pairs, when one process or two play them, then verdict, pairs and
    the bytes of the journal are the same, though more had been begun."""
    found = []
    for n in (1, 2):
        path = tmp_path / f"{n}.jsonl"
        with Workers(n) as workers:
            executor = Alone() if n == 1 else workers
            found.append((until_sure(RANDOM, TEST, executor, PairJournal(path, RANDOM)), path.read_bytes()))
    assert found[0] == found[1]
    assert found[0][0][0] == H1


def test_a_run_that_was_ended_goes_on_to_the_same_verdict(tmp_path: Path) -> None:
    """given a run that was ended after any of its pairs, in the midst of a line, when the same command goes
    on, then it comes to the same verdict, plays no pair again, and leaves the same journal."""
    whole = tmp_path / "whole.jsonl"
    verdict, pairs = until_sure(RANDOM, TEST, Alone(), PairJournal(whole, RANDOM))
    lines = whole.read_bytes().splitlines(keepends=True)
    for ended in (1, len(pairs) // 2, len(pairs)):
        path = tmp_path / f"{ended}.jsonl"
        path.write_bytes(b"".join(lines[: ended + 1]) + b'{"pair": 99, "bo')
        journal = PairJournal(path, RANDOM)
        assert len(journal.pairs) == ended
        assert until_sure(RANDOM, TEST, Alone(), journal) == (verdict, pairs)
        assert path.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_worker_that_is_killed_costs_only_time(tmp_path: Path) -> None:
    """given a bot that kills its process in the middle of a game, then all pairs are there, as they are where
    nobody dies."""
    mark = tmp_path / "mark"
    contest = Contest(TERRENE, ("random", f"{HERE}:Deadly:mark={mark}"))
    with Workers(2) as workers:
        found = [*run_pairs(contest, range(6), workers)]
    assert mark.exists()
    assert found == [*run_pairs(contest, range(6), Alone())]


@pytest.mark.slow
def test_a_bot_that_answers_by_chance_is_found_out() -> None:
    """given a bot whose answers follow from no seed, when several processes play, then a pair that is played
    twice goes differently, and the run ends with its number."""
    contest = Contest(TERRENE, ("random", f"{HERE}:Fickle"), DRAWN)
    with Workers(2) as workers, pytest.raises(PairsDiffer, match=r"Pair 53 was played twice"):
        list(run_pairs(contest, range(52, 54), workers))


def test_a_program_may_have_dice_of_its_own(tmp_path: Path) -> None:
    """given a program whose answers follow from no seed, when several processes play, then no pair is played
    twice."""
    line = written(tmp_path, 'say("move", number, random.choice(legal))')
    with Workers(2) as workers:
        (pair,) = run_pairs(Contest(Variant("prelude"), (f"exec:{line}", "random")), range(1), workers)
    assert pair.number == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bot", "false"),
    [
        ("terrene", "random", "Tired"),
        *[pytest.param(game, "greedy", "Careless", marks=pytest.mark.long) for game in GAMES],
    ],
)
def test_a_bot_that_errs_one_time_in_ten_is_told_from_the_one_that_does_not(
    game: str, bot: str, false: str
) -> None:
    """given a bot, and the same with an error in one of ten answers, then the test takes H1: it is better."""
    verdict, pairs = until_sure(Contest(Variant(game), (bot, f"{HERE}:{false}")), Sprt(0.5, 0.6), Alone())
    assert verdict == H1, f"{classes_of(pairs)}"


@pytest.mark.slow
def test_a_bot_against_itself_ends_in_h0(so_many: Callable[[int, int], int]) -> None:
    """given a bot against itself, with other dice than its own, then the test takes H0 in at least 93 of 100
    runs on seeds of their own."""
    right, runs = 0, so_many(1, 100)
    contest = Contest(TERRENE, (f"{HERE}:Dicing", f"{HERE}:Dicing:dice=1"))
    for seed in range(runs):
        counts = [0] * 5
        for pair in run_pairs(contest, range(seed * 10_000, (seed + 1) * 10_000), Alone()):
            counts[pair.points] += 1
            if verdict := Sprt(0.50, 0.65).verdict(counts):
                right += verdict == H0
                break
    assert right >= 0.93 * runs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bot"),
    [("terrene", "random"), *[pytest.param(game, "greedy", marks=pytest.mark.long) for game in GAMES]],
)
def test_equal_bots_are_level(game: str, bot: str) -> None:
    """given a bot against itself, when seats are swapped, then what one seat wins the other seat wins too,
    and what it wins as beginner it loses as second."""
    score = play_pairs(Contest(Variant(game), (bot, bot), DRAWN), 3)
    assert score.pairs.classes == (0, 0, 3, 0, 0)
    assert score.beginner.rate + score.second.rate == pytest.approx(1) and score.unswapped == 0

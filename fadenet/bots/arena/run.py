"""A contest under way: pairs out of the journal, or played, in the order of their numbers."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from typing import Final

from fadenet.bots.arena.journal import PairJournal
from fadenet.bots.arena.pairs import Contest, GamePair, play_pair
from fadenet.bots.arena.score import Score, score_of
from fadenet.bots.arena.workers import Alone, Executor, Workers
from fadenet.bots.naming import EXEC

CHECKED_EACH: Final = 53
"""One pair of so many is played twice, where there are several processes, and no program that may have dice
of its own; a prime, so that in a league all pairings have their turn."""


class PairsDiffer(Exception):
    """A pair was played twice, and both went differently."""


def run_pairs(
    contest: Contest, numbers: Sequence[int], executor: Executor, journal: PairJournal | None = None
) -> Generator[GamePair, None, None]:
    """These pairs in this order, each as soon as it is there. Those that are not in the journal are played,
    and written into it.

    Which pairs come does not depend on the executor, so that neither does what is made of them. Raises
    `WorkerDied`, `PairsDiffer` and `PairVoid`.
    """
    there = {} if journal is None else dict(journal.pairs)
    programs = any(name.startswith(EXEC) for name in contest.bots)
    twice = executor.processes > 1 and not programs
    played = executor.each(partial(play_pair, contest), _wanted(numbers, there, twice))
    with closing(played):
        for number in numbers:
            if number in there:
                yield there[number]
                continue
            pair = next(played)
            if twice and _is_checked(number) and (again := next(played)) != pair:
                raise PairsDiffer(
                    f"Pair {number} was played twice and went differently: {_told(pair)}; {_told(again)}. "
                    "What its bots answer does not follow from what they see, or a machine is faulty."
                )
            if journal is not None:
                journal.add(pair)
            yield pair


def _wanted(numbers: Sequence[int], there: dict[int, GamePair], twice: bool) -> Iterator[int]:
    """The numbers that are to be played, some of them twice."""
    for number in numbers:
        if number not in there:
            yield number
            if twice and _is_checked(number):
                yield number


def _told(pair: GamePair) -> str:
    """How the games of a pair ended."""
    return " and ".join(f"{game.rule} in turn {game.turns} (digest {game.digest})" for game in pair.games)


def _is_checked(number: int) -> bool:
    return number % CHECKED_EACH == 0


def processes_for(pairs: int, workers: int | None) -> int:
    """How many processes play so many pairs: at most these workers, None = one for each core."""
    return min(workers or os.cpu_count() or 1, pairs)


def executor_of(workers: int | None, pairs: int) -> AbstractContextManager[Executor]:
    """The executor of so many processes, None = one for each core; 1 = this one alone."""
    n = processes_for(pairs, workers)
    return nullcontext(Alone()) if n == 1 else Workers(n)


def play_pairs(contest: Contest, n: int, seed: int = 0, workers: int | None = 1) -> Score:
    """The score of the first n pairs from a seed on, between two bots."""
    with executor_of(workers, n) as executor:
        return score_of([*run_pairs(contest, contest.numbers(seed, n), executor)])

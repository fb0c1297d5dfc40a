"""Bot against bot over many games, in pairs: the same seed and decks twice, the seats swapped.

A pair cancels most of the luck of the draw and of going first, so fewer games tell two bots apart. Every game
follows from its number alone, so the score is the same with any number of processes. With more than two seats
the bots sit alternately, which keeps teams together; against an automaton one bot plays all seats, and then
the other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random

from fadenet import games
from fadenet.bots import make
from fadenet.bots.arena.interval import interval
from fadenet.bots.arena.workers import Workers
from fadenet.bots.base import run_now
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State
from fadenet.games.decks import Deck
from fadenet.table.local import LocalMatch
from fadenet.table.view import StepListener

STEPS_MAX = 50_000
"""Answers and dealt values of one game: hundreds of times what any real game takes."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The kind of match that is played: the arguments of `games.load`, and the number of seats."""

    game: str
    format: str = "duel"
    seats: int = 2
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went. score: 2 = only even seats won, 1 = even and odd ones or nobody, 0 = only odd ones.

    Against an automaton: 2 = the players won, 0 = they lost.
    """

    score: int
    rule: str  # the rule that ended it
    turns: int
    answers: int


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of paired games, seen from the first bot."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...]  # half points of the first bot by pair, 0 to 4
    turns_max: int
    answers: int  # all answers given in all games

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of points, a draw counting half."""
        return sum(self.pairs) / (2 * self.games)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `rate`, a pair being one trial; None after too few pairs."""
        return interval(self.rate, len(self.pairs))


def play_game(
    rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int, watch: StepListener | None = None
) -> GameResult:
    """One game, one bot and one deck a seat. Raises `AssertionError` for a game that never ends."""
    steps = 0

    def count(s: State, rows: Sequence[Row]) -> None:
        nonlocal steps
        steps += 1
        if watch is not None:
            watch(s, rows)
        if steps > STEPS_MAX:
            raise AssertionError(f"game {seed} of {bots} is still running in turn {s.turn}")

    codes = [part for d in decks for part in d.lists]
    match = LocalMatch(rules, [make(name) for name in bots], codes, seed, bots, watch=count)
    places, rule = run_now(match.play())
    won = {seat % 2 for seat in range(len(bots)) if places[seat] == 1}
    if rules.automata:
        score = 2 if won else 0
    else:
        score = {frozenset({0}): 2, frozenset({1}): 0}.get(frozenset(won), 1)
    return GameResult(score, rule, match.state.turn, len(match.answers))


def play_pair(
    match: Variant, bot_a: str, bot_b: str, decks: Sequence[Deck], seed: int
) -> tuple[GameResult, GameResult]:
    """Two games of the same seed and decks, bot_a in seat 0 and then in seat 1."""
    rules = games.load(match.game, match.format, **dict(match.options))
    random = Random(seed)
    lists = [random.choice(decks) if decks else random_deck(rules, random) for _ in range(match.seats)]
    first, second = [bot_a, bot_b] * 2, [bot_b, bot_a] * 2
    if rules.automata:
        first, second = [bot_a] * match.seats, [bot_b] * match.seats
    return (
        play_game(rules, first[: match.seats], lists, seed),
        play_game(rules, second[: match.seats], lists, seed),
    )


def play_pairs(
    match: Variant, bot_a: str, bot_b: str, decks: Sequence[Deck], n: int, seed: int = 0, workers: int = 0
) -> Score:
    """The score of `each_pair`."""
    return score_of([*each_pair(match, bot_a, bot_b, decks, n, seed, workers)])


def each_pair(
    match: Variant, bot_a: str, bot_b: str, decks: Sequence[Deck], n: int, seed: int = 0, workers: int = 0
) -> Iterator[tuple[GameResult, GameResult]]:
    """Pairs number seed to seed + n - 1 in this order, as soon as each has been played, with a deck for each
    seat drawn from `decks` (none: from all cards).

    workers: processes, 0 = one for each core, 1 = this one alone. The games do not depend on it. Raises
    `WorkerDied`.
    """
    one = partial(play_pair, match, bot_a, bot_b, tuple(decks))
    numbers = range(seed, seed + n)
    workers = min(workers or os.cpu_count() or 1, n)
    if workers == 1:
        yield from map(one, numbers)
        return
    with Workers(workers) as pool:
        yield from pool.each(one, numbers)


def score_of(pairs: Sequence[tuple[GameResult, GameResult]]) -> Score:
    """Sum up paired games."""
    points = [(first.score, 2 - second.score) for first, second in pairs]
    each = list(chain.from_iterable(points))
    played = list(chain.from_iterable(pairs))
    return Score(
        each.count(2),
        each.count(1),
        each.count(0),
        tuple(a + b for a, b in points),
        max(g.turns for g in played),
        sum(g.answers for g in played),
    )


def random_deck(rules: Rules, random: Random) -> Deck:
    """A legal deck drawn from all cards of a set, so that in many games every card is played.

    Raises `WrongInput` for a card set that is too small for one.
    """
    lists = rules.book.draw_deck(random.shuffle)
    for rule, why in rules.book.deck_faults(lists):
        raise WrongInput(f"these cards make no deck: {why} [{rule}]")
    return Deck("drawn at random", "", lists)

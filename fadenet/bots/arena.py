"""Bot against bot over many games, in pairs: the same seed and decks twice, the seats swapped.

A pair cancels most of the luck of the draw and of going first, so fewer games tell two bots apart. Every game
follows from its number alone, so the score is the same with any number of processes.
"""

from __future__ import annotations

import math
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random

from fadenet import games
from fadenet.bots import make
from fadenet.bots.base import run_now
from fadenet.engine.rules import Card
from fadenet.engine.state import Row, State
from fadenet.games.decks import Deck
from fadenet.games.fade.rules import FadeRules
from fadenet.games.fade.tables import CHARACTER, K_MYTHICAL, S_LEVEL
from fadenet.table.local import LocalMatch

STEPS_MAX = 50_000
"""Answers and dealt values of one game: hundreds of times what any real game takes."""


@dataclass(frozen=True, slots=True)
class Game:
    """How one game went. score: 2 = seat 0 won, 1 = nobody, 0 = seat 1 won."""

    score: int
    rule: str  # the rule that ended it
    turns: int
    answers: int


@dataclass(frozen=True, slots=True)
class Score:
    """What came of paired games, seen from the first bot."""

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
    def low(self) -> float:
        """Lower end of the 95 % interval of `rate` (normal approximation over the pairs)."""
        n = len(self.pairs)
        mean = sum(self.pairs) / n
        spread = sum((p - mean) ** 2 for p in self.pairs) / max(n - 1, 1)
        return self.rate - 1.96 * math.sqrt(spread / n) / 4


def play_game(rules: FadeRules, bots: Sequence[str], decks: Sequence[Deck], seed: int) -> Game:
    """One game, one bot and one deck a seat. Raises `AssertionError` for a game that never ends."""
    steps = 0

    def count(s: State, rows: Sequence[Row]) -> None:
        nonlocal steps
        steps += 1
        if steps > STEPS_MAX:
            raise AssertionError(f"game {seed} of {bots} is still running in turn {s.turn}")

    codes = [part for d in decks for part in (d.deck, d.pool)]
    match = LocalMatch(rules, [make(name) for name in bots], codes, seed, bots, watch=count)
    places, rule = run_now(match.play())
    score = 1 if places[0] == places[1] else 2 if places[0] < places[1] else 0
    return Game(score, rule, match.state.turn, len(match.answers))


def play_pair(game: str, bot_a: str, bot_b: str, decks: Sequence[Deck], seed: int) -> tuple[Game, Game]:
    """Two games of the same seed and decks, bot_a in seat 0 and then in seat 1."""
    rules = games.load(game)
    random = Random(seed)
    two = [random.choice(decks) if decks else random_deck(rules, random) for _ in range(2)]
    return (play_game(rules, (bot_a, bot_b), two, seed), play_game(rules, (bot_b, bot_a), two, seed))


def play_pairs(
    game: str, bot_a: str, bot_b: str, decks: Sequence[Deck], n: int, seed: int = 0, workers: int = 0
) -> Score:
    """Pairs number seed to seed + n - 1, each with two decks drawn from `decks` (none: from all cards).

    workers: processes, 0 = one for each core, 1 = this one alone. The score does not depend on it.
    """
    one = partial(play_pair, game, bot_a, bot_b, tuple(decks))
    numbers = range(seed, seed + n)
    workers = min(workers or os.cpu_count() or 1, n)
    if workers == 1:
        return score_of([one(k) for k in numbers])
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return score_of(pool.map(one, numbers, chunksize=1))


def score_of(pairs: Sequence[tuple[Game, Game]]) -> Score:
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


def random_deck(rules: FadeRules, random: Random) -> Deck:
    """A legal deck drawn from all cards of a set, so that in many games every card is played."""
    figures = rules.figures
    cards = [c for c in rules.cards[1:] for _ in range(_copies(rules, c))]
    random.shuffle(cards)
    fighters: list[int] = []
    levels = figures["fighter_pool_max_total_level"]
    for card in cards:
        level = max(card.stats[S_LEVEL], 0)
        if card.types & CHARACTER and level <= levels and len(fighters) < figures["fighter_pool_max_cards"]:
            fighters.append(card.code)
            levels -= level
    main = [c.code for c in cards if not c.types & CHARACTER]
    return Deck("drawn at random", "", tuple(main[: figures["deck_min"]]), tuple(fighters))


def _copies(rules: FadeRules, card: Card) -> int:
    """How many copies of a card a random deck is drawn from."""
    if card.keywords[K_MYTHICAL]:
        return rules.figures["copies_max_mythical"]  # type: ignore[no-any-return]
    return min(card.extra["copies"], rules.figures["copies_max_same_name"])  # type: ignore[no-any-return]

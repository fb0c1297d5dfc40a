"""Games in pairs: the same seed and decks twice, the bots' seats swapped, and with them who begins.

A pair cancels most of the luck of the draw and of going first, so fewer games tell two bots apart. Every
pair follows from the contest and its number alone, so it is the same whoever plays it. With more than two
seats the bots sit alternately, which keeps teams together; against an automaton one bot plays all seats, and
then the other.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

from fadenet.bots.arena.games import (
    NOBODY,
    GameResult,
    Variant,
    dealt_anew,
    match_of,
    play_begun_by,
    play_game,
    random_deck,
)
from fadenet.bots.arena.timing import Thinking
from fadenet.bots.base import run_now
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.engine.rules import Rules, once
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.record import Seated, write
from fadenet.table.scribe import Scribe
from fadenet.table.view import StepListener

PACKAGED, DRAWN = "packaged", "drawn"
DECKS: Final = (PACKAGED, DRAWN)
"""Where the decks of a pair come from: those of the game, or new ones out of all its cards."""


class PairVoid(Exception):
    """A pair, or a game, that did not come to its end, as a bot raised an error or gave an answer that is not
    legal."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The setting from which every pair follows by its number.

    bots: by name, two or more, each against each; decks: one of `DECKS`; mirror: both sides of a pair play
    the same list, so that no better one hides who plays better.
    """

    variant: Variant
    bots: tuple[str, ...]
    decks: str = PACKAGED
    mirror: bool = False

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """The bots, two by two."""
        return tuple(combinations(self.bots, 2))

    def pairing(self, number: int) -> tuple[str, str]:
        """The bots of the pair of this number: the pairings take turns."""
        return self.pairings[number % len(self.pairings)]

    def numbers(self, seed: int, n: int) -> range:
        """The pairs of the seeds from this one on, n for each pairing."""
        each = len(self.pairings)
        return range(seed * each, (seed + n) * each)

    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.variant.rules()


@dataclass(frozen=True, slots=True)
class GamePair:
    """How a pair went. bots: the first had the even seats in the first game; decks: their names by seat."""

    number: int
    bots: tuple[str, str]
    decks: tuple[str, ...]
    games: tuple[GameResult, GameResult]

    @property
    def scores(self) -> tuple[int, int]:
        """Half points of the first bot in both games."""
        return self.games[0].score, 2 - self.games[1].score

    @property
    def points(self) -> int:
        """Half points of the first bot, 0 to 4."""
        return sum(self.scores)

    @property
    def beginners(self) -> tuple[int, int]:
        """The bot that began each game, 0 or 1; `NOBODY` where no turn began, or one bot had all seats."""
        first, second = self.games
        return _whose(first.began, 0), _whose(second.began, 1)

    @property
    def thinking(self) -> tuple[Thinking, Thinking]:
        """How long the bots thought, in both games together."""
        first, second = (game.thinking for game in self.games)
        return first[0] + second[1], first[1] + second[0]

    def turned(self) -> GamePair:
        """The same pair, seen from the other bot."""
        return GamePair(self.number, self.bots[::-1], self.decks, self.games[::-1])


def _whose(seat: int, swapped: int) -> int:
    return NOBODY if seat == NOBODY else (seat + swapped) % 2


def play_pair(contest: Contest, number: int) -> GamePair:
    """The pair of this number. Raises `PairVoid`."""
    rules, bots, lists, seed = _seated(contest, number)
    with void_on_error(f"Pair {number} of {' and '.join(bots)}"):
        first = play_game(rules, _in_seats(rules, bots, len(lists)), lists, seed)
        second = play_begun_by(first.began, rules, _in_seats(rules, bots[::-1], len(lists)), lists, seed)
    if rules.automata:  # one bot had all seats
        first, second = (
            replace(one, began=NOBODY, thinking=(sum(one.thinking, Thinking()), Thinking()))
            for one in (first, second)
        )
    return GamePair(number, bots, tuple(deck.name for deck in lists), (first, second))


@contextmanager
def void_on_error(what: str) -> Iterator[None]:
    """Raise any error of bots as a `PairVoid` that says where it was. what: that which they play."""
    try:
        yield
    except ProgramFailed as failed:
        raise PairVoid(f"{what} is void: {failed.message}") from failed
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise PairVoid(f"{what} is void: {type(error).__name__}: {error} ({where})") from error


def match_in(
    contest: Contest, number: int, game: int = 0, deal: int = 0, watch: StepListener | None = None
) -> LocalMatch:
    """The match of the first (0) or second (1) game of a pair, which has not begun and will be written down.

    deal: how often the cards were dealt anew.
    """
    rules, bots, lists, seed = _seated(contest, number)
    seats = _in_seats(rules, bots[::-1] if game else bots, len(lists))
    match = match_of(rules, seats, lists, dealt_anew(seed, deal), watch)
    match.scribe = Scribe(rules)
    return match


def record_of(contest: Contest, pair: GamePair, game: int) -> str:
    """The record of the first (0) or second (1) game of a pair, played again."""
    match = match_in(contest, pair.number, game, pair.games[game].deal)
    run_now(match.play())
    assert match.scribe is not None
    return write(match.scribe.record(match.state, [Seated(name, "bot") for name in match.names], match.decks))


def _seated(contest: Contest, number: int) -> tuple[Rules, tuple[str, str], list[Deck], int]:
    """Rules, the two bots, a deck a seat, and the seed of a pair."""
    rules, seats, seed = contest.rules(), contest.variant.seats, number // len(contest.pairings)
    dice = Random(seed)
    own = 1 if contest.mirror else seats
    if contest.decks == PACKAGED:
        lists = [dice.choice(_shelf(rules)) for _ in range(own)]
    else:
        lists = [random_deck(rules, dice) for _ in range(own)]
    return rules, contest.pairing(number), lists * (seats // own), seed


@once
def _shelf(rules: Rules) -> Sequence[Deck]:
    """The packaged decks of a game."""
    return [load_deck(rules, name) for name in packaged(rules)]


def _in_seats(rules: Rules, bots: tuple[str, str], seats: int) -> list[str]:
    return [bots[0] if rules.automata else bots[seat % 2] for seat in range(seats)]

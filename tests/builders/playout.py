"""Random play-outs of any game against the local dealer, one rest at a time, for tests that look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import cycle
from random import Random
from typing import Any

import pytest

from fadenet import games
from fadenet.engine import kernel
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import CONFIRM, EVERY_PART, TAKE, State
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.table.dealer import Dealer
from tests.builders.compiled import COMPILED

TENS: dict[str, Rules] = {} if COMPILED else import_module("tests.builders.ten").TENS
FAROE = games.load("faroe")
RESTS_MAX = 50_000


@dataclass(frozen=True)
class Table:
    """A game in one of its formats, with so many players."""

    game: str
    format: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Rules:
        if self.game == "ten":
            return TENS[self.format]
        return games.load(self.game, self.format, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game, self.format, *(value for _, value in self.options), str(self.players)])


def tables() -> list[Table]:
    """Every game in every format, option and number of players that it has.

    All that players bring, each what they like, is brought once each, to the tables of the game in turn.
    """
    found = [Table("ten", format, n) for format, rules in TENS.items() for n in rules.seat_counts]
    for game, descriptor in games.GAMES.items():
        own = [Table(game, *setting) for format in descriptor.formats for setting in settings(game, format)]
        brought = [
            (one.word, value)
            for one in descriptor.options
            if one.each and one.word not in descriptor.formats
            for value in games.choices(game, one.word)
        ]
        found += own + [
            replace(table, options=tuple(sorted((*table.options, pair))))
            for table, pair in zip(cycle(own), brought)
        ]
    return found


def settings(game: str, format: str) -> list[tuple[str, int, tuple[tuple[str, str], ...]]]:
    """(format, players, options) of the tables of a format: all options for all numbers of players.

    All that a format is about and one player brings is met once each, by so many players in turn.
    """
    counts, sets = games.GAMES[game].formats[format], option_sets(game, format)
    if format in games.OPTIONS and games.OPTIONS[format].each:
        return [(format, n, options) for n, options in zip(cycle(counts), sets)]
    return [(format, n, options) for options in sets for n in counts]


def option_sets(game: str, format: str) -> list[tuple[tuple[str, str], ...]]:
    """The ways to fill in the options of a format: all that it is about, as every Legend, and each other
    option besides the first."""
    options = [*games.GAMES[game].taken(format)]
    base: list[tuple[tuple[str, str], ...]] = [()]
    if format in options:
        base = [((format, value),) for value in games.choices(game, format)]
    others = [word for word in options if word != format and not games.OPTIONS[word].each]
    more = [
        (*base[0], (word, value))
        for word in others
        for value in games.choices(game, word)
        if value != games.OPTIONS[word].usual
    ]
    return [*base, *(tuple(sorted(pairs)) for pairs in more)]


TABLES = tables()
TURNS = 8
"""How many turns the tests take among themselves, from 0 on."""


def sharing(game: str) -> tuple[str, ...]:
    """The games that share what one game has of a normal run: the editions of a family but its first one."""
    family = tuple(name for name, one in games.GAMES.items() if one.family == games.GAMES[game].family)
    return family[1:] if game in family[1:] else (game,)


def tables_of(turn: int, tables: Sequence[Table] = TABLES) -> list[Table]:
    """One table for every other format of a game, or of those that share what one has: whatever else they
    differ in, they are taken by turns. In `TURNS` of these every edition plays all of its formats, with every
    number of players.
    """
    alike: dict[tuple[str, str], list[Table]] = {}
    for one in tables:
        game = one.game if one.game == "ten" else sharing(one.game)[0]
        alike.setdefault((game, one.format), []).append(one)
    return [ones[(turn // 2 + k) % len(ones)] for k, ones in enumerate(alike.values()) if (turn + k) % 2 == 0]


def in_turn(turn: int, tables: Sequence[Table] = TABLES, always: Iterable[str] = ()) -> pytest.MarkDecorator:
    """For what holds on all of the tables: a run tries those of the turn, a long one every table.

    always: the names of tables that no run leaves out.
    """
    chosen = {*map(str, tables_of(turn, tables)), *always}
    each = [pytest.param(one, marks=[pytest.mark.long] * (str(one) not in chosen)) for one in tables]
    return pytest.mark.parametrize("table", each, ids=str)


every_table = pytest.mark.parametrize("table", TABLES, ids=str)
"""For long runs: what holds on all of them."""


def deck_lists(rules: Rules, seed: int = 0, players: int = 2) -> list[list[int]]:
    """The codes of every deck of a match: the packaged decks in turn, another one first by seed."""
    if rules.name in ("ten", "cellar"):
        return [list(range(1, len(rules.cards))) for _ in range(players)]
    there = packaged_decks(rules)
    return [list(part) for i in range(players) for part in there[(seed + i) % len(there)].lists]


@cache
def packaged_decks(rules: Rules) -> list[Deck]:
    """The decks that come with a game, by name."""
    return [load_deck(rules, name) for name in packaged(rules)]


def brisk(random: Random, options: Sequence[Move]) -> Move:
    """Half of the time a move of a verb drawn first, so that many ways to do one thing crowd out no other."""
    if random.getrandbits(1):
        return random.choice(options)
    verb = random.choice(sorted({move[0] for move in options}))
    return random.choice([move for move in options if move[0] == verb])


RARE = {"run": 50, "propose": 2}
"""Verbs with which a game is given up or cut short: done once in so many times."""


def wander(random: Random, rules: Rules, options: Sequence[Move]) -> Move:
    """A brisk move that, but for once in a while, does not end a game by running from it or by agreement."""
    for verb, times in RARE.items():
        staying = [move for move in options if rules.verbs[move[0]] != verb]
        if 0 < len(staying) < len(options) and random.randrange(times):
            options = staying
    return brisk(random, options)


class Playout:
    """A match under way. `s` the state, `dealer` the table, `random` the dice of all players."""

    def __init__(
        self, rules: Rules, seed: int, decks: Sequence[Sequence[int]] | None = None, players: int = 2
    ) -> None:
        lists = decks or deck_lists(rules, seed, players)
        self.dealer = Dealer([*lists, *rules.ownerless], players, seed)
        self.random = Random(seed)
        self.s = kernel.setup(rules, players)

    def options(self, seat: int) -> list[Move]:
        return kernel.options(self.s, seat, self.dealer.known[seat])

    def answer(self, seat: int, move: Move) -> None:
        kernel.apply(self.s, seat, move, self.dealer.opening(self.s, move))

    def owing(self) -> list[int]:
        """The seats of players that still owe an answer, in the order of the asks."""
        asked = [a.seat for a in self.s.asks if kernel.ask_of(self.s, a.seat) is not None]
        return [seat for seat in asked if seat < len(self.dealer.known)]

    def search(self) -> None:
        """A player who takes cards out of a deck takes any that fit, not only the first ones."""
        for w in self.s.needs:
            if w.kind == TAKE:
                taken: list[int] = []
                while there := self.dealer.takeable(self.s, w, taken):
                    taken.append(self.random.choice(there))
                self.dealer.choose_take[w.id] = taken

    def rests(self) -> Iterator[State]:
        """Yield at every rest, and between the answers of one rest, and then go on at random."""
        for _ in range(RESTS_MAX):
            yield self.s
            if self.s.over:
                return
            if self.s.needs:
                self.search()
                self.dealer.deal(self.s)
            else:
                seat = self.owing()[0]
                options = self.options(seat)
                if is_vote(self.s) and self.random.randrange(8):
                    options = [YES_MOVE]
                self.answer(seat, wander(self.random, rules_of(self.s), options))
        raise AssertionError(f"still running in turn {self.s.turn}")


def is_vote(s: State) -> bool:
    """Whether players are asked about whom they fight together, which by chance few tables would."""
    return bool(s.rules.automata and not s.turn and s.asks[0].kind == CONFIRM and len(s.asks[0].data) > 2)


def same_but_fresh(s: State) -> State:
    """A clone that has forgotten all it had computed before."""
    fresh: Any = s.clone()
    fresh.index = None
    fresh.stale = EVERY_PART
    return fresh  # type: ignore[no-any-return]

"""Random play-outs of any game against the local dealer, one rest at a time, for tests that look at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from fadenet import games
from fadenet.engine import kernel
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ASK_SEAT, State
from fadenet.games.decks import load_deck, packaged
from fadenet.table.dealer import Dealer
from tests.engine.ten import CARDS, Ten

TEN = Ten()
FAROE = games.load("faroe")
GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
RESTS_MAX = 50_000


def deck_lists(rules: Rules, seed: int = 0) -> list[list[int]]:
    """The codes of every deck of a two-seat match; in faroe both packaged decks, dealt out by seed."""
    if rules.name == "ten":
        return [list(CARDS), list(CARDS)]
    names = packaged(FAROE)
    lists = [load_deck(FAROE, name) for name in (names if seed % 2 == 0 else reversed(names))]
    return [list(part) for one in lists for part in (one.deck, one.pool)]


def brisk(random: Random, options: Sequence[Move]) -> Move:
    """Half of the time a move of a verb drawn first, so that many ways to do one thing crowd out no other."""
    if random.getrandbits(1):
        return random.choice(options)
    verb = random.choice(sorted({move[0] for move in options}))
    return random.choice([move for move in options if move[0] == verb])


class Playout:
    """A match under way. `s` the state, `dealer` the table, `random` the dice of all players."""

    def __init__(self, rules: Rules, seed: int, decks: Sequence[Sequence[int]] | None = None) -> None:
        self.dealer = Dealer(decks or deck_lists(rules, seed), 2, seed)
        self.random = Random(seed)
        self.s = kernel.setup(rules, 2)

    def options(self, seat: int) -> list[Move]:
        return kernel.options(self.s, seat, self.dealer.known[seat])

    def answer(self, seat: int, move: Move) -> None:
        kernel.apply(self.s, seat, move, self.dealer.opening(self.s, move))

    def owing(self) -> list[int]:
        """The seats that still owe an answer, in the order of the asks."""
        return [a[ASK_SEAT] for a in self.s.asks if kernel.ask_of(self.s, a[ASK_SEAT]) is not None]

    def rests(self) -> Iterator[State]:
        """Yield at every rest, and between the answers of one rest, and then go on at random."""
        for _ in range(RESTS_MAX):
            yield self.s
            if self.s.over:
                return
            if self.s.needs:
                self.dealer.deal(self.s)
            else:
                seat = self.owing()[0]
                self.answer(seat, brisk(self.random, self.options(seat)))
        raise AssertionError(f"still running in turn {self.s.turn}")

    def to_end(self) -> State:
        for _ in self.rests():
            pass
        return self.s


def same_but_fresh(s: State) -> State:
    """A clone that has forgotten all it had computed before."""
    fresh: Any = s.clone()
    fresh.index = None
    fresh.digests = []
    fresh.dirty = -1
    return fresh  # type: ignore[no-any-return]

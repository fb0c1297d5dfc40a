"""Whole matches over the real protocol objects in memory: two seats and whoever looks on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import keys
from fadenet.engine import kernel
from fadenet.engine.errors import Illegal
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ACT, ASK_KIND
from fadenet.table.player import Seat
from fadenet.table.seat import TableSeat
from protocol.hello import Config, make_hello
from protocol.secrets import Secrets
from tests.engine.playout import deck_lists, wander

STEPS_MAX = 50_000

Choice = Callable[[TableSeat], list[bytes]]


def seeded(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


@cache
def identity(name: str) -> keys.Identity:
    return keys.Identity.from_seed(name, seeded("identity", name))


class Brazen(Seat):
    """A changed client that states of its own hidden cards whatever it likes."""

    def refusal(self, move: Move) -> Illegal | None:
        return kernel.check(self.state, self.index, move, self.opened(move))


class Match:
    """Two `seats` at a table, `onlookers` beside it. `random` is the dice of both players.

    looking: how many look on. rules: one object for each seat and onlooker, if they are not to share one.
    decks: the lists of all decks, if they are not to follow from the seed.
    """

    def __init__(
        self,
        game: Rules,
        seed: int,
        looking: int = 0,
        rules: Sequence[Rules] = (),
        after: Callable[[Match], None] | None = None,
        decks: Sequence[Sequence[int]] = (),
    ) -> None:
        self.random = Random(seed)
        self.after = after
        self.decisions = 0
        lists = list(decks) or deck_lists(game, seed)
        per = game.decks_per_seat
        config = Config(game.name, game.format, 2, opts=tuple(sorted(game.options.items())))
        self.secrets: list[Secrets] = []
        self.hellos: list[bytes] = []
        for i, name in enumerate(("ana", "ben")):
            own = tuple(tuple(sorted(deck)) for deck in lists[i * per : (i + 1) * per])
            master, signing, opening = (seeded(part, i, seed) for part in "MSX")
            secrets = Secrets(master, signing, opening, own)
            nonce = seeded("nonce", i, seed)
            self.hellos.append(
                make_hello(identity(name), secrets, config, game.hash, game.card_hash, nonce, True)
            )
            self.secrets.append(secrets)
        self.rules = list(rules) or [game] * (2 + looking)
        first = TableSeat(self.rules[0], self.hellos, self.secrets[0])
        if first.seat:
            self.secrets.reverse()
        self.seats = [self.fresh(i) for i in range(2)]
        self.onlookers = [TableSeat(r, self.hellos, None) for r in self.rules[2:]]

    @property
    def tables(self) -> list[TableSeat]:
        return [*self.seats, *self.onlookers]

    def fresh(self, seat: int) -> TableSeat:
        """A new node for a seat, with its secrets and nothing else."""
        table = TableSeat(self.rules[seat], self.hellos, self.secrets[seat])
        assert table.seat == seat
        return table

    def send(self, seat: int, wires: Sequence[bytes]) -> None:
        """Deliver what a seat made to everybody else."""
        for table in self.tables:
            if table is not self.seats[seat]:
                for wire in wires:
                    table.receive(wire)
        if wires and self.after is not None:
            self.after(self)

    def move(self, table: TableSeat) -> list[bytes]:
        """The player of a seat decides at random, if it is asked anything."""
        if table.question() is not None:
            assert table.view is not None
            self.decisions += 1
            return table.answer(wander(self.random, table.view.state.rules, table.view.options()))
        search = table.search()
        if search is None or table.view is None:
            return []
        taken: list[int] = []
        while there := table.view.takeable(search, taken):
            taken.append(self.random.choice(there))
        return table.take(taken)

    def play(self, move: Choice | None = None, steps: int = STEPS_MAX) -> Match:
        """Go on until nobody has anything to do any more, or for so many steps."""
        quiet = 0
        for step in range(steps):
            seat = step % 2
            table = self.seats[seat]
            wires = table.pump() or (move or self.move)(table)
            self.send(seat, wires)
            quiet = 0 if wires else quiet + 1
            if quiet == 2:
                return self
        assert steps < STEPS_MAX, "the match does not end"
        return self

    def until(self, wanted: Callable[[TableSeat], bool]) -> TableSeat:
        """Play until a seat is asked in a position that is wanted; the seat's table."""
        for step in range(STEPS_MAX):
            table = self.seats[step % 2]
            wires = table.pump()
            if not wires and table.question() is not None and wanted(table):
                return table
            self.send(table.seat, wires or self.move(table))
            assert not table.over
        raise AssertionError("that never comes up")


def acting(table: TableSeat) -> bool:
    """Whether a seat has a free choice."""
    ask = table.question()
    return ask is not None and ask[ASK_KIND] == ACT


def file_of(table: TableSeat) -> bytes:
    return b"".join(table.journal)

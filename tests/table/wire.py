"""Whole matches over the real protocol objects in memory: two to four seats and whoever looks on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

import keys
from fadenet.engine import kernel
from fadenet.engine.errors import Illegal
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ACT, ALL, State
from fadenet.table.follower import Follower
from fadenet.table.seat import TableSeat
from fadenet.table.view import SeatView
from protocol.hello import Config, HelloParts, make_hello, seating
from protocol.secrets import Secrets
from tests.builders.playout import deck_lists, wander

STEPS_MAX = 50_000
NAMES = ("ana", "ben", "cid", "dea")

Choice = Callable[[TableSeat], list[bytes]]


def seeded(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


@cache
def identity(name: str) -> keys.Identity:
    return keys.Identity.from_seed(name, seeded("identity", name))


class Brazen(SeatView):
    """A changed client that states of its own hidden cards whatever it likes."""

    def refusal(self, move: Move) -> Illegal | None:
        return kernel.check(self.state, self.index, move, self.opened(move))


class NeverComes(AssertionError):
    """A match is over, or has gone on for too long, before what was waited for."""


class Match:
    """`players` seats at a table, `onlookers` beside it. `random` is the dice of all players.

    looking: how many look on. rules: one object for each seat and onlooker, if they are not to share one.
    decks: the lists of all decks, if they are not to follow from the seed. people: who is not a bot, by
    number. standing: whether the players now and then pass in advance. `silent`: the seats whose nodes
    neither send nor hear anything any more.
    """

    def __init__(
        self,
        game: Rules,
        seed: int,
        looking: int = 0,
        rules: Sequence[Rules] = (),
        after: Callable[[Match], None] | None = None,
        decks: Sequence[Sequence[int]] = (),
        players: int = 2,
        people: Sequence[int] = (),
        standing: bool = False,
    ) -> None:
        self.random = Random(seed)
        self.standing = standing
        self.after = after
        self.decisions = 0
        self.silent: set[int] = set()
        lists = list(decks) or deck_lists(game, seed, players)
        per = game.decks_per_seat
        config = Config(game.name, game.format, players, opts=tuple(sorted(game.options.items())))
        made: list[Secrets] = []
        self.hellos: list[bytes] = []
        nonces = [seeded("nonce", i, seed) for i in range(players)]
        together = seating((identity(NAMES[i]).public, nonce) for i, nonce in enumerate(nonces))
        for i, name in enumerate(NAMES[:players]):
            own = tuple(tuple(sorted(deck)) for deck in lists[i * per : (i + 1) * per])
            master, signing, opening = (seeded(part, i, seed) for part in "MSX")
            secrets = Secrets(master, signing, opening, own)
            parts = HelloParts(game.hash, game.card_hash, nonces[i], together)
            self.hellos.append(make_hello(identity(name), secrets, config, parts, i not in people))
            made.append(secrets)
        self.rules = list(rules) or [game] * (players + looking)
        self.secrets = sorted(made, key=lambda own: TableSeat(self.rules[0], self.hellos, own).seat)
        self.seats = [self.fresh(i) for i in range(players)]
        self.onlookers = [Follower(r, self.hellos) for r in self.rules[players:]]

    @property
    def tables(self) -> list[Follower]:
        return [*self.seats, *self.onlookers]

    def fresh(self, seat: int) -> TableSeat:
        """A new node for a seat, with its secrets and nothing else."""
        table = TableSeat(self.rules[seat], self.hellos, self.secrets[seat])
        assert table.seat == seat
        return table

    def send(self, seat: int, wires: Sequence[bytes]) -> None:
        """Deliver what a seat made to everybody else who listens."""
        for table in self.tables:
            if table is not self.seats[seat] and not self.is_silent(table):
                for wire in wires:
                    table.receive(wire)
        if wires and self.after is not None:
            self.after(self)

    def is_silent(self, table: Follower) -> bool:
        return any(table is self.seats[seat] for seat in self.silent)

    @property
    def present(self) -> list[TableSeat]:
        """The seats whose nodes are there."""
        return [table for table in self.seats if table.seat not in self.silent]

    def move(self, table: TableSeat) -> list[bytes]:
        """The player of a seat decides at random, if it is asked anything."""
        if table.question() is not None:
            assert table.view is not None
            self.decisions += 1
            move = wander(self.random, rules_of(table.view.state), table.view.options())
            return table.answer(move, self.in_advance(table) if self.standing else None)
        search = table.search()
        if search is None or table.view is None:
            return []
        taken: list[int] = []
        while there := table.view.takeable(search, taken):
            taken.append(self.random.choice(there))
        return table.take(taken)

    def in_advance(self, table: TableSeat) -> tuple[tuple[int, int], ...] | None:
        """Now and then a standing pass for some windows of this turn or the next, or none any more."""
        assert table.view is not None
        if self.random.randrange(8):
            return None
        mask, turn = self.random.randrange(16), table.view.state.turn
        return ((mask, turn + self.random.randrange(2)),) if mask else ()

    def play(self, move: Choice | None = None, steps: int = STEPS_MAX) -> Match:
        """Go on until nobody has anything to do any more, or for so many steps."""
        quiet = 0
        for step in range(steps):
            present = self.present
            table = present[step % len(present)]
            wires = table.pump() or (move or self.move)(table)
            self.send(table.seat, wires)
            quiet = 0 if wires else quiet + 1
            if quiet == len(present):
                return self
        assert steps < STEPS_MAX, "the match does not end"
        return self

    def finish(self, move: Choice | None = None) -> Match:
        """Go on to the RESULT: silent seats are voted out where that can be done, else given up."""
        for _ in range(3 * len(self.seats)):
            self.play(move)
            waiting = [table for table in self.present if table.result is None]
            if not waiting:
                return self
            for table in waiting:
                if not table.may_vote:
                    self.send(table.seat, table.give_up())
                for seat in filter(table.may_drop, sorted(self.silent)):
                    self.send(table.seat, table.drop(seat))
            for table in waiting:
                self.send(table.seat, table.confirm())
        raise AssertionError("those who are left do not come to a result")

    def vote_out(self, seat: int) -> None:
        """All others who are present, and have waited for a seat in vain, vote it out."""
        for table in self.present:
            if table.may_drop(seat):
                self.send(table.seat, table.drop(seat))
        for table in self.present:
            self.send(table.seat, table.confirm())

    def until(self, wanted: Callable[[TableSeat], bool]) -> TableSeat:
        """Play until a seat is asked in a position that is wanted; the seat's table."""
        return self.until_rest(lambda table: table.question() is not None and wanted(table))

    def until_rest(self, wanted: Callable[[TableSeat], bool]) -> TableSeat:
        """Play until a seat stands before its next entry, whatever it is, in a position that is wanted.

        Raises `NeverComes` where the match is over before.
        """
        for step in range(STEPS_MAX):
            present = self.present
            table = present[step % len(present)]
            if wanted(table):
                return table
            self.send(table.seat, table.pump() or self.move(table))
            if table.over:
                break
        raise NeverComes


def acting(table: TableSeat) -> bool:
    """Whether a seat has a free choice."""
    ask = table.question()
    return ask is not None and ask.kind == ACT


def give_up(table: TableSeat) -> list[bytes]:
    """A player who concedes at its first decision, and takes in searches what it must."""
    if table.question() is not None:
        return table.concede()
    return table.take(()) if table.search() is not None else []


def keeps_one_too_many(table: TableSeat, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A seat's client is changed: where it must throw out all of something it keeps one; the numbers of the
    entries in which it did.
    """
    seqs: list[int] = []
    honest = TableSeat._taken

    def sly(taker: TableSeat, want: object, handles: object) -> object:
        payload = honest(taker, want, handles)  # type: ignore[arg-type]
        if taker is table and want.items[2] == ALL:  # type: ignore[attr-defined]
            seqs.append(len(table.transcript.entries(0)))
            claim = payload.claims[0]._replace(coms=payload.coms[1:])
            return type(payload)(payload.deck, payload.coms[1:], payload.ops, (claim,))
        return payload

    monkeypatch.setattr(TableSeat, "_taken", sly)
    return seqs


def state_of(table: TableSeat) -> State:
    assert table.view is not None
    return table.view.state


def file_of(table: Follower) -> bytes:
    return b"".join(table.journal)

"""The smallest game that a table can play: no cards, two sealed lots, and a word of the seat that drew.

All seats draw a lot in secret at one rest, and show it at the next. The seat that the sum of the lots names
then decides alone, `WORDS` times, whether it gives in. A seat that gives in, or is out, has lost; one that
has not when all is said has won, the drawer first.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from fadenet.engine import atoms, kernel
from fadenet.engine.card import Card
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import Illegal
from fadenet.engine.policies import Course, GamePolicies, Index, Triggers
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import MODE, Known, State
from tests.builders.ten import PlainBook, Unchained

GIVE_IN, STAY = ((kernel.V_MODE, (0, 1)), (kernel.V_MODE, (0, 2)))


class Lots(Rules):
    """The rules object; `f_...` are its frames. words: how many decisions follow the lots, of one seat
    after the other."""

    def __init__(self, format: str = "duel", words: int = 1) -> None:
        super().__init__(Descriptor("lots", "", {"duel": (2,), "free-for-all": (3, 4)}), format)
        self.hash = blake2b(b"lots", digest_size=32).digest()
        self.card_hash = blake2b(b"no cards", digest_size=32).digest()
        self.take_verbs(kernel.VERBS, kernel.PASS_MOVE)
        self.take_zones("h", ())
        self.events = atoms.EVENTS
        self.decks_per_seat, self.deck_tables = 0, ()
        self.words = words
        nothing: tuple[Any, ...] = (0, (), frozenset(), "", (), {})
        self.cards = [Card(0, "", "", 0, (), *nothing)]
        self.frames = [self.f_lots, self.f_drawn, self.f_word, self.f_said]
        self.played_by(
            GamePolicies(course=LotsCourse(), moves=LotsMoves(), triggers=NoTriggers(), book=PlainBook())
        )

    def f_lots(self, s: State) -> None:
        s.frames.append((1,))
        for seat in range(s.seats):
            if seat not in s.out:
                kernel.ask(s, seat, MODE, (1, 2), sealed=1)

    def f_drawn(self, s: State) -> None:
        s.active = sum(move[1][1] for move in s.ans) % s.seats
        s.frames.append((2, self.words))

    def f_word(self, s: State, left: int) -> None:
        if not left:
            self.course.lose(s, -1, "lots.said")
            return
        if s.active in s.out:
            s.active = next(
                k % s.seats for k in range(s.active + 1, s.active + s.seats) if k % s.seats not in s.out
            )
        s.turn += 1
        s.frames.append((3, left))
        kernel.ask(s, s.active, MODE, (1, 2))

    def f_said(self, s: State, left: int) -> None:
        if s.ans[0] == GIVE_IN:
            self.course.lose(s, s.active, "lots.given-in")
        if not s.over:
            s.active = (s.active + 1) % s.seats
            s.frames.append((2, left - 1))


class LotsCourse(Course):
    """How a match begins and ends: the last one in has won; -1 ends it where all who are in share the win."""

    def begin(self, s: State) -> None:
        s.frames.append((0,))

    def lose(self, s: State, seat: int, rule: str) -> None:
        if seat in s.out:
            return
        if seat >= 0:
            atoms.leave_seat(s, seat)
        if seat < 0 or len(s.out) == s.seats - 1:
            last_first = {k: s.seats - i for i, k in enumerate(s.out)}
            first = [k for k in range(s.seats) if k not in s.out]
            places = {k: 1 + i for i, k in enumerate(first)}
            s.over = (tuple((last_first | places)[k] for k in range(s.seats)), rule)
            s.asks = s.needs = ()


class LotsMoves(Unchained):
    """The moves of a seat: nothing but answers to what it is asked."""

    def vouched(self, s: State, move: Move) -> int:
        return 0

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        return ()

    def perform(self, s: State, seat: int, move: Move) -> None:
        raise AssertionError("nobody acts freely here")

    def options(self, s: State, seat: int, known: Known) -> list[Move]:
        raise AssertionError("nobody acts freely here")

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        raise AssertionError("nobody acts freely here")


class NoTriggers(Triggers):
    """No card could listen."""

    def build_index(self, s: State) -> Index:
        return Index({}, {}, frozenset())

"""The time banks of one match, as this node counts them: our own player's by its thinking, the others' by our
waiting.

A seat that is out of time says so itself: its node signs the loss. Another node may give it up only later, or
two that are connected would see two results. Of each wait it leaves out what the way takes, as the session
measures it (`Session.way`), and `GRACE_S` stands once, for the whole match, against all by which the two
counts differ besides: so nobody gains time by answering often.

The time that an answer gives back comes when somebody else has decided: many decisions in a row give no more
than one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

from fadenet.engine.kernel import PASS_MOVE, VERBS
from protocol.messages import Commit, MoveMessage, Pass, Payload, ResultMessage, Take
from protocol.statements import Body

GRACE_S: Final = 10.0
"""How much more than its bank another seat may take by our count in a whole match, before it is late."""
WAY_S: Final = 4.0
"""The most that each wait for another seat is free of, as the way there and back."""
KEPT_S: Final = 10
"""How much of a bank a restart may give back."""
_EVEN: Final = 1e-6
"""A bank with less left is spent: times are sums of floats."""


class Credit(Enum):
    """The time that an entry gives back: for a decision the bonus, for a pass at most what it took, else
    nothing."""

    DECISION = auto()
    PASS = auto()
    NOTHING = auto()


def credit_of(payload: Payload | Body | ResultMessage) -> Credit:
    """The kind of answer that somebody has signed."""
    if isinstance(payload, MoveMessage) and payload.text != VERBS[PASS_MOVE[0]]:
        return Credit.DECISION
    if isinstance(payload, Pass | MoveMessage):
        return Credit.PASS
    return Credit.DECISION if isinstance(payload, Take | Commit) else Credit.NOTHING


class Banks:
    """bank, bonus: seconds, bank 0 = nobody's time is counted. own: our seat. spent: what was kept of earlier
    lives of our process, whole seconds by seat."""

    def __init__(self, bank: int, bonus: int, seats: int, own: int, spent: Sequence[int] = ()) -> None:
        self._bank = float(bank) if bank else math.inf
        self._bonus = bonus
        self._own = own
        self._spent = [float(n) for n in spent] if len(spent) == seats else [0.0] * seats
        self._present = [0.0] * seats  # how long each seat has taken for its present answer
        self._way = [0.0] * seats  # what that is free of
        self._took = [0.0] * seats  # what the last answer has taken
        self._due = [0.0] * seats  # what a seat gets back once another one has decided
        self._credit = [0.0 if seat == own else GRACE_S for seat in range(seats)]

    def left(self, seat: int) -> float:
        """Seconds until a seat is out of time: our own player, or another one as far as we know."""
        return max(0.0, self._bank + self._credit[seat] - self._taken(seat))

    def is_late(self, seat: int) -> bool:
        """Whether the bank of a seat is spent."""
        return self.left(seat) < _EVEN

    def take(self, seat: int, seconds: float, way: float = 0.0) -> None:
        """A seat has thought, or was waited for, so long; way: what the ways of this wait may take."""
        self._present[seat] += seconds
        self._way[seat] = max(self._way[seat], min(way, WAY_S))

    def answered(self, seat: int) -> None:
        """A seat has done what it owed."""
        before, taken = self._spent[seat], self._taken(seat)
        self._took[seat], self._spent[seat] = taken - before, taken
        self._present[seat] = self._way[seat] = 0.0

    def rested(self, credits: Mapping[int, Credit]) -> None:
        """All of a rest is there, and these are the answers: a seat that has decided before somebody else
        here gets something back. Our own seat gets nothing once it is out of time."""
        for seat, kind in credits.items():
            back = self._bonus if kind is Credit.DECISION else min(self._took[seat], self._bonus)
            if kind is not Credit.NOTHING:
                self._due[seat] = min(self._bonus, self._due[seat] + back)
        deciding = {seat for seat, kind in credits.items() if kind is not Credit.NOTHING}
        for seat, due in enumerate(self._due):
            if due and deciding - {seat}:
                self._due[seat] = 0.0
                if not (seat == self._own and self.is_late(seat)):
                    self._spent[seat] = max(0.0, self._spent[seat] - due)

    def forbear(self, seats: Sequence[int]) -> None:
        """Wait longer for these, who may have to wait for somebody themselves, for whom we wait no more."""
        for seat in seats:
            self._credit[seat] = (seat != self._own) * GRACE_S + GRACE_S

    def refill(self) -> None:
        """The game is over; what is owed now is owed by nodes, and everybody has a whole bank for it."""
        for times in (self._spent, self._present, self._due):
            times[:] = [0.0] * len(times)

    @property
    def kept(self) -> tuple[int, ...]:
        """The seconds taken by each seat, for a restart, in steps of `KEPT_S`; () when nobody's time is
        counted."""
        if self._bank == math.inf:
            return ()
        return tuple(int(self._taken(seat)) // KEPT_S * KEPT_S for seat in range(len(self._spent)))

    def _taken(self, seat: int) -> float:
        """The seconds that a seat has taken of its bank, the present answer included."""
        return self._spent[seat] + max(0.0, self._present[seat] - self._way[seat])

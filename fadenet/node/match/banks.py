"""The time banks of one match, as this node counts them: our own player's by its thinking, the others' by our
waiting.

A seat that is out of time says so itself: its node signs the loss. Another node may give it up only later, or
two that are connected would see two results. What makes sure of that is `GRACE_S`, which no wait costs: as
long as an entry takes less than that on its way, less one beat, what we have counted for another seat is
never more than its own node has, at no answer and so in no sum of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from fadenet.engine.kernel import PASS_MOVE, VERBS
from protocol.messages import Commit, MoveMessage, Pass, Payload, ResultMessage, Take
from protocol.statements import Body

GRACE_S: Final = 10.0
"""What each wait for another seat is free of: an entry needs time on its way."""
KEPT_S: Final = 10
"""How much of a bank a restart may give back."""
_EVEN: Final = 1e-6
"""A bank with less left is spent: times are sums of floats."""


class Given(Enum):
    """What an entry gives back: for a decision the bonus, for a pass at most what it took, else nothing."""

    DECISION = auto()
    PASS = auto()
    NOTHING = auto()


def given_of(payload: Payload | Body | ResultMessage) -> Given:
    """What kind of answer somebody has signed."""
    if isinstance(payload, MoveMessage) and payload.text != VERBS[PASS_MOVE[0]]:
        return Given.DECISION
    if isinstance(payload, Pass | MoveMessage):
        return Given.PASS
    return Given.DECISION if isinstance(payload, Take | Commit) else Given.NOTHING


class Banks:
    """bank, bonus: seconds, bank 0 = nobody's time is counted. own: our seat. spent: what was kept of earlier
    lives of our process, whole seconds by seat."""

    def __init__(self, bank: int, bonus: int, seats: int, own: int, spent: Sequence[int] = ()) -> None:
        self._bank = float(bank) if bank else math.inf
        self._bonus = bonus
        self._own = own
        self._spent = [float(n) for n in spent] if len(spent) == seats else [0.0] * seats
        self._present = [0.0] * seats  # how long each seat has taken for its present answer
        self._credit = [0.0] * seats

    def left(self, seat: int) -> float:
        """Seconds until a seat is out of time: our own player, or another one as far as we know."""
        grace = 0.0 if seat == self._own else max(0.0, GRACE_S - self._present[seat])
        return max(0.0, self._bank + self._credit[seat] - self._taken(seat) + grace)

    def is_late(self, seat: int) -> bool:
        """Whether the bank of a seat is spent."""
        return self.left(seat) < _EVEN

    def take(self, seat: int, seconds: float) -> None:
        """A seat has thought, or was waited for, so long."""
        self._present[seat] += seconds

    def answered(self, seat: int, given: Given) -> None:
        """A seat has done what it owed. Who is out of time gets nothing back."""
        taken = self._taken(seat)
        if not (seat == self._own and self.is_late(seat)):
            if given is Given.DECISION:
                taken = max(0.0, taken - self._bonus)
            elif given is Given.PASS:
                taken = max(self._spent[seat], taken - self._bonus)
        self._spent[seat], self._present[seat] = taken, 0.0

    def forbear(self, seats: Sequence[int]) -> None:
        """Wait longer for these, who may have to wait for somebody themselves, for whom we wait no more."""
        for seat in seats:
            self._credit[seat] = GRACE_S

    def refill(self) -> None:
        """The game is over; what is owed now is owed by nodes, and everybody has a whole bank for it."""
        self._spent = [0.0] * len(self._spent)
        self._present = [0.0] * len(self._present)

    @property
    def kept(self) -> tuple[int, ...]:
        """What a restart has to know, in steps of `KEPT_S`; () when nobody's time is counted."""
        if self._bank == math.inf:
            return ()
        return tuple(int(self._taken(seat)) // KEPT_S * KEPT_S for seat in range(len(self._spent)))

    def _taken(self, seat: int) -> float:
        """What a seat has taken of its bank, the present answer included."""
        grace = 0.0 if seat == self._own else GRACE_S
        return self._spent[seat] + max(0.0, self._present[seat] - grace)

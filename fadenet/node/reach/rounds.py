"""The rounds of a node on the board: how often it visits another one, and where it was not long ago. A value
without clock and network; times are seconds that only grow."""

from __future__ import annotations

from collections import OrderedDict

from fadenet.node.limits import BOARD_VISITS_BURST, BOARD_VISITS_S, NOTICES_HELD, POST_AGAIN_S
from fadenet.node.link.rates import Bucket


class Rounds:
    """Visits are made with nobody in mind but those whom one was not at since our notice was signed last."""

    def __init__(self) -> None:
        self._pace = Bucket(1 / BOARD_VISITS_S, BOARD_VISITS_BURST, 0.0)
        self._until: OrderedDict[bytes, float] = OrderedDict()  # nodes that need not be visited before
        self._next_at = 0.0

    def next_at(self, now: float) -> float:
        """When the next visit may be made."""
        return max(self._next_at, now + self._pace.debt(1, now))

    def past(self, now: float) -> set[bytes]:
        """The nodes that were visited not long ago, by fingerprint."""
        return {who for who, until in self._until.items() if until > now}

    def went(self, who: bytes, now: float) -> None:
        """Somebody is visited now."""
        self._pace.take(1, now)
        self._until[who] = now + POST_AGAIN_S
        self._until.move_to_end(who)
        if len(self._until) > NOTICES_HELD:
            self._until.popitem(last=False)

    def rest(self, now: float) -> None:
        """There is nobody to visit now."""
        self._next_at = now + BOARD_VISITS_S

    def hurry(self) -> None:
        """There is something to show."""
        self._next_at = 0.0

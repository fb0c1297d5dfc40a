"""When the answers of our seat leave, so that their times tell nothing about hidden cards.

Every answer leaves on a grid of time. One that gave itself because there was nothing to answer with leaves
when our player might have: after as many ticks as one of the player's own answers took that said the same
where there was a choice. Where everybody can see that hidden cards give this seat no answer, it leaves with
the first tick.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

import trio

from fadenet.node.link.noise import Rng
from fadenet.table.view import Answer, SeatView

TICK_S: Final = 0.4
JITTER_S: Final = 0.1
OF_PEOPLE: Final = (1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)
"""In how many ticks people pass, until enough of their own answers are known; as many as are remembered."""
OF_BOTS: Final = (1,) * len(OF_PEOPLE)
TICKS_MAX: Final = 15
"""An own answer that took longer counts as this: nobody waits for longer than this where there is nothing."""


class AnswerPace:
    """The times of one seat's answers in one match. bot: whether our player is declared as one."""

    def __init__(self, rng: Rng, bot: bool) -> None:
        self._rng = rng
        self._prior = OF_BOTS if bot else OF_PEOPLE
        self._taken: dict[tuple[int, int, int], deque[int]] = {}
        self._rested = trio.current_time()

    def rested(self) -> None:
        """The match has come to another rest: the grid begins here."""
        self._rested = trio.current_time()

    @property
    def _ticks(self) -> int:
        """The tick that comes next."""
        return max(1, math.ceil((trio.current_time() - self._rested) / TICK_S))

    async def wait(self, view: SeatView, answer: Answer | None, most: float) -> None:
        """Wait until an answer to the present question leaves. answer: None if no player gave it, or if cards
        were taken; most: seconds that one may be held back where there was nothing to answer with."""
        drawn, jitter = (int.from_bytes(self._rng(2), "big") for _ in range(2))
        ask, ticks = view.ask, self._ticks
        if ask is not None and answer is not None:
            key = ask.kind, ask.window, answer.move[0]
            taken = self._taken.setdefault(key, deque(self._prior, len(self._prior)))
            if answer.empty:
                held = taken[drawn % len(taken)] if view.concerned() else 1
                ticks = max(self._ticks, min(held, int(most / TICK_S)))  # looking has taken time itself
            elif answer.own and len(view.choices()) > 1:
                taken.append(min(ticks, TICKS_MAX))
        await trio.sleep_until(self._rested + ticks * TICK_S + jitter / 65536 * JITTER_S)

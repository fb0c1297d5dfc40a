"""The player without a plan: any legal move, each as likely as the others. The yardstick for all bots."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots.base import Bot
from fadenet.engine.rules import Move
from fadenet.engine.state import TableNeed
from fadenet.table.view import SeatView


class RandomBot(Bot):
    """Uniform over the legal moves, and over what it may take out of its deck."""

    proposes = True

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return self.random.choice(options)

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        return self.random.choice(there)

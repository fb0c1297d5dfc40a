"""Bots that are not what they should be, for an arena to find out, in a module of their own: processes of an
arena import it by its name."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from fadenet.bots.greedy import GreedyBot
from fadenet.bots.options import SpinOption, TextOption
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import PICK
from fadenet.table.view import Answer, SeatView

HERE = "tests.bots.arena.false_bots"


class Careless(GreedyBot):
    """Greedy, which answers at random one time in ten."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return self.random.choice(options) if not self.random.randrange(10) else super().pick(seat, options)


class Tired(RandomBot):
    """Random, which gives up one time in ten."""

    async def choose(self, seat: SeatView) -> Answer:
        answer = await super().choose(seat)
        return Answer(CONCEDE_MOVE) if not self.random.randrange(10) else answer


class Dicing(RandomBot):
    """Random, with dice of its own."""

    dice = SpinOption(0, 0, 99, "the seed of its dice")

    def _shake(self, seat: SeatView) -> None:
        self.random.seed(f"{self._seed} {self.dice} {seat.state.next_id}")


class Quitter(Dicing):
    """Gives up in its first turn."""

    async def choose(self, seat: SeatView) -> Answer:
        return Answer(CONCEDE_MOVE) if seat.state.turn else await super().choose(seat)


class Polite(Quitter):
    """Lets another side begin wherever it is asked."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        return options[1 - seat.index % 2] if ask.kind == PICK else super().pick(seat, options)


class Pushing(Polite):
    """Begins wherever it is asked."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        return options[seat.index % 2] if ask.kind == PICK else super().pick(seat, options)


class Fickle(RandomBot):
    """Answers as no seed says."""

    def _shake(self, seat: SeatView) -> None:
        self.random.seed(os.urandom(8))


class Broken(Quitter):
    """Raises an error in its first turn."""

    async def choose(self, seat: SeatView) -> Answer:
        return Answer((1 // 0,)) if seat.state.turn else await super().choose(seat)


class Deadly(RandomBot):
    """Kills the process in which it plays, once."""

    mark = TextOption("", "a file that is there once that has been done")
    after = TextOption("", "a journal that has three pairs first")

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        due = not self.after or Path(self.after).read_bytes().count(b"\n") > 3
        if due and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().pick(seat, options)

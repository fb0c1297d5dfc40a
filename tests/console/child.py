"""A whole program for the terminal tests: a short match of the person at the console against random moves.

    python -m tests.console.child [--plain] [--break WHERE] [HP]

Prints `places (..) rule` at the end and exits with 0, or with 3 and `left: reason` when the match was left.
With `--break match` or `--break drawing` that breaks once the match is shown. The command `hint` always does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import trio

from fadenet.console.faces.fade import FadeFace
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.run import Leave, Options, play_match, run_console
from fadenet.engine.rules import Move
from fadenet.engine.state import State, TableNeed
from fadenet.table.local import LocalMatch
from fadenet.table.view import SeatView
from tests.console.helpers import NAMES, Dice, decks, faroe, info

SEED = 11


class BrokenFace(FadeFace):
    """A face that breaks."""

    def phase(self, s: State) -> str:
        raise ZeroDivisionError("in the drawing")


class Broken:
    """Advice that breaks."""

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        raise ZeroDivisionError("in the key")

    def beyond(self, seat: SeatView, move: Move) -> list[Move]:
        raise ZeroDivisionError("in the key")

    def indifferent(self, seat: SeatView) -> bool:
        return False

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        raise ZeroDivisionError("in the key")


def main(arguments: list[str]) -> int:
    rules = faroe()
    if hp := next((int(a) for a in arguments if a.isdigit()), 0):
        rules.figures = replace(rules.figures, starting_hp=hp)

    async def play(player: ConsolePlayer) -> tuple[tuple[int, ...], str]:
        match = LocalMatch(rules, [player, Dice(SEED)], decks(rules, 2, SEED), SEED, NAMES[:2])
        if "match" in arguments or "drawing" in arguments:
            await player.start(info(0), match.seats[0])
            await trio.sleep(0.1)
            if "match" in arguments:
                raise ZeroDivisionError("in the match")
            player.desk.sight.face = BrokenFace()
            player.desk.notify()
            await trio.sleep_forever()
        return await match.play()

    options = Options(plain="--plain" in arguments)
    try:
        places, rule = run_console(options, play_match, play, options, Broken())
    except Leave as leave:
        print("left:", leave.reason)
        return 3
    print("places", places, rule)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

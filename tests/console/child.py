"""A whole program for the terminal tests: a short match of the person at the console against random moves.

    python -m tests.console.child [--plain] [--crash] [HP]

Prints `places (..) rule` at the end and exits with 0, or with 3 and `left: reason` when the match was left.
With `--crash` the match breaks once it is shown.
"""

from __future__ import annotations

import sys

import trio

from fadenet.console import ConsolePlayer, Leave, Options, play_match
from fadenet.games.fade.edition import load_edition
from fadenet.table.local import LocalMatch
from tests.console.helpers import NAMES, Dice, decks, info

SEED = 11


def main(arguments: list[str]) -> int:
    rules = load_edition("faroe")
    rules.figure_hp = next((int(a) for a in arguments if a.isdigit()), rules.figure_hp)

    async def play(player: ConsolePlayer) -> tuple[tuple[int, ...], str]:
        match = LocalMatch(rules, [player, Dice(SEED)], decks(rules, 2, SEED), SEED, NAMES[:2])
        if "--crash" in arguments:
            await player.start(info(0), match.seats[0])
            await trio.sleep(0.1)
            raise ZeroDivisionError("in the match")
        return await match.play()

    try:
        places, rule = trio.run(play_match, play, Options(plain="--plain" in arguments))
    except Leave as leave:
        print("left:", leave.reason)
        return 3
    print("places", places, rule)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

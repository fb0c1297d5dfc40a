"""Plays the starter decks of a game against each other and says which wins how often.

    python3 scripts/balance.py [--games 1000] [--bot greedy] [--seed 0]

Every pair of games has one seed and the decks in swapped seats, so that neither deck gains by its seat. Exits
with 1 when a deck wins more than `SHARE_MAX` of the games. Run it with an environment that has the project's
dependencies, such as the one that `scripts/test.py` makes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from functools import partial
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.arena import play_game
from fadenet.games import decks

SHARE_MAX = 0.60


def pair(game: str, bot: str, names: tuple[str, str], seed: int) -> tuple[int, int]:
    """Half points (0 to 4) of the first deck in two games, and the turns that both took."""
    rules = games.load(game)
    two = [decks.load_deck(rules, name) for name in names]
    first = play_game(rules, (bot, bot), two, seed)
    second = play_game(rules, (bot, bot), two[::-1], seed)
    return first.score + 2 - second.score, first.turns + second.turns


def main() -> int:
    """Play and print; 0 if no deck is too strong."""
    parser = argparse.ArgumentParser(description="Balance of the starter decks, by paired games.")
    parser.add_argument("--game", default="faroe", choices=games.NAMES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    worst = 0.0
    numbers = range(options.seed, options.seed + max(options.games // 2, 1))
    with multiprocessing.get_context("spawn").Pool() as pool:
        for names in combinations(decks.packaged(games.load(options.game)), 2):
            played = pool.map(partial(pair, options.game, options.bot, names), numbers, chunksize=4)
            share = sum(points for points, _ in played) / (4 * len(played))
            turns = sum(t for _, t in played) / (2 * len(played))
            says = f"{names[0]} {share:.1%}  {names[1]} {1 - share:.1%}"
            print(f"{says}  ({2 * len(played)} games, {turns:.1f} turns)")
            worst = max(worst, share, 1 - share)
    return int(worst > SHARE_MAX)


if __name__ == "__main__":
    sys.exit(main())

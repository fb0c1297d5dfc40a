"""Plays the starter decks of a game against each other, every pair of them, and prints who wins how often.

    python3 scripts/balance.py [--game faroe] [--games 100] [--bot greedy] [--seed 0] [--deck NAME ...]
    python3 scripts/balance.py --legend NAME [--players 2] [--games 200] [--bot greedy] [--seed 0]

Every pair of games has one seed and the decks in swapped seats, so that neither deck gains by its seat. A row
of the matrix says what the deck on the left won of its games against the deck above; the last column is all
its pairings together. Exits with 1 when a deck is there above the `SHARE_MAX` of its game or below 1 minus
that. With `--deck` only pairings with one of these decks are played. A game of Terrene is a whole match.

With `--legend` as many bots as `--players` play starter decks, drawn by the seed, against that Legend or, for
`all`, against each of them. Exits with 1 when a Legend wins less than `LEGEND_MIN` or more than `LEGEND_MAX`.

Run it with an environment that has the project's dependencies, such as the one that `scripts/test.py` makes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.arena import play_game
from fadenet.games import decks

SHARE_MAX = {"faroe": 0.60, "terrene": 0.65}
LEGEND_MIN, LEGEND_MAX = 0.20, 0.80


def pair(game: str, bot: str, names: tuple[str, str], seed: int) -> tuple[int, int]:
    """Half points (0 to 4) of the first deck in two games, and the turns that both took."""
    rules = games.load(game)
    two = [decks.load_deck(rules, name) for name in names]
    first = play_game(rules, (bot, bot), two, seed)
    second = play_game(rules, (bot, bot), two[::-1], seed)
    return first.score + 2 - second.score, first.turns + second.turns


def fight(game: str, bot: str, legend: str, players: int, seed: int) -> tuple[int, int]:
    """(1 if the Legend won, turns) of one game against it; the seed says who plays which starter deck."""
    rules = games.load(game, "legend", legend=legend)
    shelf = decks.packaged(rules)
    dice = Random(seed)
    lists = [decks.load_deck(rules, dice.choice(shelf)) for _ in range(players)]
    played = play_game(rules, [bot] * players, lists, seed)
    return int(played.score == 0), played.turns


def fights(options: argparse.Namespace) -> int:
    """Play against Legends and print who won how often; 0 if each of them wins and loses enough."""
    there = games.choices(options.game, "legend")
    fair = True
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for legend in there if options.legend == "all" else [options.legend]:
            one = partial(fight, options.game, options.bot, legend, options.players)
            found = pool.map(one, range(options.seed, options.seed + options.games))
            share = sum(won for won, _ in found) / len(found)
            turns = sum(n for _, n in found) / len(found)
            print(f"{legend} wins {share:.1%} of {len(found)} games, {turns:.1f} turns each", flush=True)
            fair = fair and LEGEND_MIN <= share <= LEGEND_MAX
    return 0 if fair else 1


def shares_of(won: dict[tuple[str, str], float], names: list[str]) -> dict[str, float]:
    """What each deck won of all its games, every pairing counting the same; decks without one left out."""
    found = {}
    for name in names:
        own = [won[name, other] for other in names if (name, other) in won]
        if own:
            found[name] = sum(own) / len(own)
    return found


def matrix(won: dict[tuple[str, str], float], names: list[str]) -> list[str]:
    """The lines of the table: a row and a column for each deck, and what it won over all."""
    total = shares_of(won, names)
    wide = max(map(len, names))
    lines = [f"{'':{wide}}  " + "  ".join(f"{name:>{wide}}" for name in [*names, "all"])]
    for name in names:
        cells = [f"{won[name, other]:.0%}" if (name, other) in won else "-" for other in names]
        cells.append(f"{total[name]:.0%}" if name in total else "-")
        lines.append(f"{name:{wide}}  " + "  ".join(f"{cell:>{wide}}" for cell in cells))
    return lines


def main() -> int:
    """Play and print; 0 if no deck is too strong or too weak."""
    parser = argparse.ArgumentParser(description="Balance of the starter decks, by paired games.")
    parser.add_argument("--game", default="faroe", choices=games.NAMES)
    parser.add_argument("--games", type=int, default=100, help="games for each pairing")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--legend", help="play against this Legend instead, or against all of them")
    parser.add_argument("--players", type=int, default=2, help="against a Legend")
    parser.add_argument("--deck", action="append", default=[], help="only pairings with this deck")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.legend:
        return fights(options)
    names = decks.packaged(games.load(options.game))
    numbers = range(options.seed, options.seed + max(options.games // 2, 1))
    won: dict[tuple[str, str], float] = {}
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for two in combinations(names, 2):
            if options.deck and not set(options.deck) & set(two):
                continue
            played = pool.map(partial(pair, options.game, options.bot, two), numbers, chunksize=4)
            share = sum(points for points, _ in played) / (4 * len(played))
            turns = sum(t for _, t in played) / (2 * len(played))
            won[two], won[two[::-1]] = share, 1 - share
            print(f"{two[0]} {share:.1%}  {two[1]} {1 - share:.1%}  ({turns:.1f} turns)", flush=True)
    print("\n".join(matrix(won, names)))
    most = SHARE_MAX[options.game]
    return int(any(not 1 - most <= share <= most for share in shares_of(won, names).values()))


if __name__ == "__main__":
    sys.exit(main())

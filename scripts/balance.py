"""Plays the starter decks of a game against each other, every pair of them, and prints who wins how often.

    python3 scripts/balance.py [--game faroe] [--format duel] [--opening even] [--games 100] [--bot greedy]
                               [--seed 0] [--deck NAME ...]
    python3 scripts/balance.py --legend NAME [--players 2] [--games 200] [--bot greedy] [--seed 0]
    python3 scripts/balance.py --game fade2 --raiders NAME [--players 2] [--games 200] [--bot greedy]

Every pair of games has one seed and the decks in swapped seats, so that neither deck gains by its seat. With
more than two seats the decks sit alternately, which keeps teams together; a format is played by its greatest
even number of players. A row of the matrix says what the deck on the left won of its games against the deck
above; the last column is all its pairings together. Exits with 1 when a deck is there above the `SHARE_MAX`
of its game or below 1 minus that. With `--deck` only pairings with one of these decks are played. `--game
all` and `--format all` play one after the other; options of formats can be given as to `fadenet play`, and
with `--format all` they hold where they belong.

A share has its 95 % interval behind it (Wilson's), for which two games of one seed count as one trial. Behind
each pairing stand the share of the games that whoever began has won, the median of the turns that a game
took, and the comebacks: the share that was won by a side behind at half time, of the games in which one was.
Behind is who has fewer Hit Points left than another side, as a share of what each had in the first turn, when
the turn in the middle of the game begins; nothing else counts. A match of Terrene is won and lost as a whole
for the shares of the decks; beginner, turns and comebacks are those of each of its games. Events of note
may be counted as well: blasts, second lines, Masters and finished tasks of Prelude, by the hundred
games, and in how many of them there was one at all.

With `--legend` or `--raiders`, or a format of these names, as many bots as `--players` play starter decks,
drawn by the seed, against that Legend or those Raiders or, for `all`, against each of them; one of these
players always begins. Exits with 1 when one wins less than `OPPONENT_MIN` or more than `OPPONENT_MAX`.

Run it with an environment that has the project's dependencies, such as the one that `scripts/test.py` makes.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.arena import Variant, play_game
from fadenet.bots.arena.course import Courses, GameCourse, share_of, told
from fadenet.bots.arena.workers import Workers
from fadenet.engine.errors import WrongInput
from fadenet.games import decks

SHARE_MAX = {"faroe": 0.60, "fade2": 0.60, "fade1": 0.60, "terrene": 0.65, "prelude": 0.60}
OPPONENT_MIN, OPPONENT_MAX = 0.20, 0.80
TOGETHER = ("legend", "raiders")  # formats in which all fight what the option of that name says


def pair(match: Variant, bot: str, names: tuple[str, str], seed: int) -> tuple[int, list[GameCourse]]:
    """Half points (0 to 4) of the first deck in two matches, and the course of their games."""
    rules = games.load(match.game, match.format, **dict(match.options))
    two, watched, points = [decks.load_deck(rules, name) for name in names], Courses(), 0
    for first in (0, 1):
        seated = [two[(seat + first) % 2] for seat in range(match.seats)]
        score = play_game(rules, [bot] * match.seats, seated, seed, watched).score
        points += 2 - score if first else score
    return points, watched.games


def fight(
    game: str, format: str, bot: str, opponent: str, players: int, seed: int
) -> tuple[int, list[GameCourse]]:
    """(1 if the opponent won, the course) of one game against it; the seed says who plays which deck."""
    rules = games.load(game, format, **{format: opponent})
    shelf, dice, watched = decks.packaged(rules), Random(seed), Courses()
    lists = [decks.load_deck(rules, dice.choice(shelf)) for _ in range(players)]
    played = play_game(rules, [bot] * players, lists, seed, watched)
    return int(played.score == 0), watched.games


def fights(options: argparse.Namespace, game: str, format: str, pool: Workers) -> bool:
    """Play against opponents and print who won how often; whether each of them wins and loses enough."""
    fair, named = True, getattr(options, format)
    for opponent in games.choices(game, format) if named in (None, "all") else [named]:
        one = partial(fight, game, format, options.bot, opponent, options.players)
        found = [*pool.each(one, range(options.seed, options.seed + options.games))]
        share = sum(won for won, _ in found) / len(found)
        courses = [course for _, played in found for course in played]
        print(f"{opponent} wins {share_of(share * len(found), len(found))}; {told(courses)}", flush=True)
        fair = fair and OPPONENT_MIN <= share <= OPPONENT_MAX
    return fair


def shares_of(won: dict[tuple[str, str], float], names: list[str]) -> dict[str, float]:
    """The share that each deck won of all its games, every pairing counting the same; decks without one left
    out."""
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


def pairings(options: argparse.Namespace, match: Variant, pool: Workers) -> bool:
    """Play all pairings of starter decks and print what came of them; whether no deck is too strong."""
    names = decks.packaged(games.load(match.game, match.format, **dict(match.options)))
    numbers = range(options.seed, options.seed + max(options.games // 2, 1))
    won: dict[tuple[str, str], float] = {}
    courses: list[GameCourse] = []
    for two in combinations(names, 2):
        if options.deck and not set(options.deck) & set(two):
            continue
        played = [*pool.each(partial(pair, match, options.bot, two), numbers)]
        share = sum(points for points, _ in played) / (4 * len(played))
        own = [course for _, found in played for course in found]
        won[two], won[two[::-1]] = share, 1 - share
        courses += own
        points = share_of(share * 2 * len(played), 2 * len(played), len(played))
        print(f"{two[0]} {points}, {two[1]} {1 - share:.0%}; {told(own)}", flush=True)
    print(f"all: {told(courses)}" if courses else "no pairing was played")
    print("\n".join(matrix(won, names)))
    most = SHARE_MAX[match.game]
    return all(1 - most <= share <= most for share in shares_of(won, names).values())


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(description="Balance of the starter decks, by paired games.")
    parser.add_argument("--game", default=games.NAMES[0], choices=(*games.NAMES, "all"))
    parser.add_argument("--format", default="", help="a format of the game, or all (duel)")
    parser.add_argument("--games", type=int, default=100, help="games for each pairing")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    for option in games.OPTIONS.values():
        parser.add_argument(f"--{option.word}", metavar=option.placeholder, help=option.help)
    parser.add_argument("--players", type=int, default=2, help="against a Legend or Raiders")
    parser.add_argument("--deck", action="append", default=[], help="only pairings with this deck")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser


def chosen(options: argparse.Namespace) -> list[tuple[str, Callable[[Workers], bool]]]:
    """The kind of match to be played, with its headline. Raises `WrongInput` for what there is not."""
    wanted = options.format or next((word for word in TOGETHER if getattr(options, word)), "duel")
    found: list[tuple[str, Callable[[Workers], bool]]] = []
    for game in games.NAMES if options.game == "all" else [options.game]:
        offered = games.GAMES[game]
        for format in offered.formats if wanted == "all" else [wanted]:
            taken = offered.taken(format)
            said = {name: value for name in games.OPTIONS if (value := getattr(options, name)) is not None}
            said = {name: said[name] for name in said if name in taken or wanted != "all"}
            words = " ".join([game, format, *(f"{name} {value}" for name, value in said.items())])
            if format in TOGETHER:
                found.append((f"{words}, {options.players} players", partial(fights, options, game, format)))
                continue
            rules = games.load(game, format, **said)
            seats = max(n for n in rules.seat_counts if n % 2 == 0)
            match = Variant(game, format, seats, tuple(said.items()))
            found.append((f"{words}, {seats} players", partial(pairings, options, match)))
    return found


def main() -> int:
    """Play and print; 0 if no deck and no opponent is too strong or too weak."""
    parser, fair = arguments(), True
    options = parser.parse_args()
    try:
        matches = chosen(options)
    except WrongInput as error:
        parser.error(str(error))
    with Workers(options.workers) as pool:
        for headline, play in matches:
            print(headline, flush=True)
            fair = play(pool) and fair
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())

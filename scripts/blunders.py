"""Counts what bots do wrong: lets them play each other and looks at every match afterwards.

    scripts/blunders.py faroe greedy                       100 duels with packaged decks
    scripts/blunders.py terrene normal --matches 30 --drawn        with decks drawn from all cards
    scripts/blunders.py fade1 hard --format free-for-all --seats 3
    scripts/blunders.py prelude greedy --json > found.json         every finding, with its position

A bot is a level of the game or named as everywhere. The kinds (`fadenet.bots.blunders`):

    missed-win         a line of the turn would have won, and the bot finds none even if nobody answers
    loss-let-happen    another answer in a loser's last two turns would have let it live a round longer
    spent-for-nothing  a card or means are spent, and nothing else has changed
    worse-for-nothing  the position falls at once, and is worse at the next turn than without the move
    gain-left          a turn ends without a free move that still shows when the next one is over
    never-chosen       a card is legal in 50 positions of turns, of all matches, and is never used
    never-answered     the same of answers

A position of the JSON is played on by `fadenet play GAME --position LINE`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots import make
from fadenet.bots.arena import Variant, random_deck
from fadenet.bots.arena.interval import interval, mean_interval
from fadenet.bots.arena.workers import Alone, Workers
from fadenet.bots.blunders import KINDS, Blunder, Chances, blunders, reviewed
from fadenet.engine.errors import WrongInput
from fadenet.games import decks

SORTS = 10  # of blunders, the commonest, that are told


class Seen(NamedTuple):
    """One match, and all that was found in it."""

    seed: int
    findings: list[Blunder]
    chances: Chances


def look(match: Variant, bot: str, drawn: bool, seed: int) -> Seen:
    """Play a match of one bot in all seats, and look at it."""
    rules = games.load(match.game, match.format, **dict(match.options))
    dice, shelf = Random(seed), decks.packaged(rules)
    chosen = [
        random_deck(rules, dice) if drawn else decks.load_deck(rules, dice.choice(shelf))
        for _ in range(match.seats)
    ]
    review, chances = reviewed(rules, [bot] * match.seats, chosen, seed), Chances()
    chances.add(review.decisions)
    return Seen(seed, list(blunders(review)), chances)


def rates(seen: Sequence[Seen]) -> list[str]:
    """A line for each kind that is counted by match."""
    lines = []
    for kind in KINDS[:-2]:
        counts = [sum(found.weight for found in one.findings if found.kind == kind) for one in seen]
        mean, among = sum(counts) / len(counts), sum(map(bool, counts))
        reach, share = mean_interval(counts), interval(among / len(counts), len(counts))
        told = f" ({reach[0]:.2f} to {reach[1]:.2f})" if reach else ""
        said = f" ({share[0]:.0%} to {share[1]:.0%})" if share else ""
        lines.append(f"{kind:18} {mean:5.2f} a match{told}, in {among} of {len(counts)} matches{said}")
    return lines


def sorts(findings: Sequence[Blunder]) -> list[str]:
    """The commonest sorts of blunders, each with one that was made."""
    by_sort: dict[tuple[str, str], list[Blunder]] = {}
    for found in findings:
        by_sort.setdefault((found.kind, found.what), []).append(found)
    weighed = sorted(by_sort.values(), key=lambda group: -sum(found.weight for found in group))
    lines = []
    for group in weighed[:SORTS]:
        one, n = group[0], sum(found.weight for found in group)
        better = f", not {one.better}" if one.better else ""
        lines.append(
            f"{n:6.1f}  {one.kind} {one.what}: p{one.seat + 1} in turn {one.turn}: {one.move}{better}"
        )
    return lines


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("bot", metavar="LEVEL")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first match")
    parser.add_argument("--format", default="duel")
    parser.add_argument("--seats", type=int, default=2)
    for option in games.OPTIONS.values():
        parser.add_argument(f"--{option.word}", metavar=option.placeholder, help=option.help)
    parser.add_argument("--drawn", action="store_true", help="decks drawn from all cards")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="every finding, with its position")
    return parser


def main() -> int:
    """Play, look and print."""
    parser = arguments()
    given = parser.parse_args()
    said = {word: value for word in games.OPTIONS if (value := getattr(given, word)) is not None}
    try:
        make(given.bot)
        counts = games.load(given.game, given.format, **said).seat_counts
        if given.seats not in counts:
            raise WrongInput(f"{given.format} is for {' or '.join(map(str, counts))} players: --seats")
    except WrongInput as error:
        parser.error(str(error))
    variant = Variant(given.game, given.format, given.seats, tuple(said.items()))
    one = partial(look, variant, given.bot, given.drawn)
    seeds = range(given.seed, given.seed + max(given.matches, 1))
    with Workers(given.workers) if given.workers > 1 else nullcontext(Alone()) as executor:
        seen = [*executor.each(one, seeds)]
    chances = Chances()
    for match in seen:
        chances.merge(match.chances)
    if given.json:
        rows = [{"match": match.seed} | found._asdict() for match in seen for found in match.findings]
        print(json.dumps(rows + [found._asdict() for found in chances.findings()], indent=1))
        return 0
    print(f"{given.game} {given.format}, {given.seats} {given.bot}, {len(seen)} matches")
    print("\n".join(rates(seen)))
    for kind in KINDS[-2:]:
        never = [found.what for found in chances.findings() if found.kind == kind]
        print(f"{kind:18} {len(never)} cards{': ' * bool(never)}{', '.join(never)}")
    print("\n".join(["the commonest:", *sorts([found for match in seen for found in match.findings])]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

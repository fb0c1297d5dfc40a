"""Notes what random matches come to at every rest, to compare it behind a change that is to change no play.

    python3 scripts/rests.py --write FILE [GAME ...] [--ends] [--matches N] [--more N]    before the change
    python3 scripts/rests.py FILE                                            behind it: says what differs

A line is a match: its table, its seed, how many rests it has, and a hash of them all: of each rest the state
digest, the events of the step that led to it, and the moves that the engine lists for whoever answers next.
`perft` counts the moves of fixed positions; this follows whole matches, and so sees what comes late. The
lines in `tests/engine/rests.txt` are those that the source and the compiled wheel both have to come to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.engine.digest import digest
from tests.builders.playout import TABLES, Playout, Table

MATCHES = 3
NAMED = {str(table): table for table in TABLES}
FIRST = {table.game: table for table in reversed(TABLES)}
"""By game its first table, a duel."""
ENDS = [
    table
    for game in games.GAMES
    for table in (FIRST[game], max((one for one in TABLES if one.game == game), key=lambda one: one.players))
]
"""Of each game its duel, and the first of its tables with the most players."""


def noted(table: Table, seed: int) -> str:
    """The line of a match."""
    rules = table.rules
    playout = Playout(rules, seed, players=table.players)
    found = blake2b(digest_size=16)
    rests = 0
    for s in playout.rests():
        rests += 1
        found.update(digest(s))
        found.update(repr(s.events).encode())
        if not (s.over or s.needs):
            found.update(repr(playout.options(playout.owing()[0])).encode())
    return f"{table} {seed} {rests} {found.hexdigest()}"


def differing(lines: Iterable[str]) -> list[str]:
    """Those of the lines whose matches come to something else now."""
    return [line for line in lines if noted(NAMED[line.split()[0]], int(line.split()[1])) != line]


def main() -> int:
    """0: nothing differs, or the file is written; 1: something does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="where the lines are")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games are written (all)")
    parser.add_argument("--write", action="store_true", help="write the file, do not compare with it")
    parser.add_argument("--ends", action="store_true", help="write duels and the largest tables alone")
    parser.add_argument("--matches", type=int, default=MATCHES, help="matches a table to write")
    parser.add_argument("--more", type=int, default=0, help="further matches of the first table of a game")
    args = parser.parse_args()
    if unknown := {*args.games} - {*games.GAMES}:
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(games.GAMES)}")
    if args.write:
        tables = ENDS if args.ends else TABLES
        chosen = [table for table in tables if table.game in (args.games or games.GAMES)]
        pairs = [(table, seed) for table in chosen for seed in range(args.matches)]
        further = range(args.matches, args.matches + args.more)
        pairs += [(FIRST[game], seed) for game in args.games or games.GAMES for seed in further]
        lines = [noted(table, seed) for table, seed in pairs]
        args.file.write_text("\n".join([*lines, ""]))
        print(f"{len(lines)} matches written")
        return 0
    lines = args.file.read_text().splitlines()
    differ = differing(lines)
    for line in differ:
        print("differs:", *line.split()[:2])
    print(f"{len(lines) - len(differ)} of {len(lines)} matches are as they were")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

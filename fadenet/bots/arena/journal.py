"""The journal of a contest: a file that grows by a line for each pair, so that a run that was ended goes on.

    {"v": 1, "game": "terrene", "format": "duel", .., "bots": ["greedy", "normal"], "rules": "4f..", ..}
    {"pair": 0, "bots": ["greedy", "normal"], "decks": [..], "games": [{"score": 2, "rule": .., ..}, {..}]}

The head line is the setting, with hashes of rules, cards and bots: pairs of another one do not belong to it.
Lines stand in the order of the pairs, whatever the number of processes, and hold nothing that differs between
two machines. A last line without its end is what a run was writing when it was killed; it is cut off.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec

from fadenet.bots.arena.pairs import Contest, GamePair
from fadenet.bots.fnbot.process import command_of
from fadenet.bots.naming import BOTS, command_in, installed
from keys import UserError

VERSION: Final = 1
DEALING: Final = ("dealer.py", "local.py", "view.py")
"""The files of the table that deal to bots and ask them."""
DIGITS: Final = 16
"""So many hexadecimal digits of a hash tell two settings apart."""


class JournalRefused(UserError):
    """A journal that is of something else, or that makes no sense."""


class PairJournal:
    """The pairs of a contest that have been played.

    pairs: by number. Two runs may write into one journal at the same time; pairs that stand in it twice must
    be equal.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open a journal, or begin it. Raises `JournalRefused`, and `OSError`."""
        self.pairs: dict[int, GamePair] = {}
        self._path = path
        self._contest = contest
        head = setting(contest)
        with open(path, "a+b") as file:
            file.seek(0)
            *lines, torn = file.read().split(b"\n")
            if lines:
                self._compare(read_row(path, 1, lines[0]), head)
            elif not _line(head).startswith(torn):
                raise unreadable(path, 1)
            for n, line in enumerate(lines[1:], 2):
                self._take(n, read_row(path, n, line))
            file.truncate(sum(len(line) + 1 for line in lines))
            if not lines:
                file.write(_line(head))

    def add(self, pair: GamePair) -> None:
        """Keep a pair. Raises `OSError`."""
        line = asdict(pair)
        for game in line["games"]:
            del game["thinking"]
        with open(self._path, "ab") as file:
            file.write(_line({"pair": line.pop("number"), **line}))
        self.pairs[pair.number] = pair

    def _compare(self, found: dict[str, Any], head: dict[str, Any]) -> None:
        if found != head:
            other = [key for key in head | found if found.get(key) != head.get(key)]
            raise JournalRefused(
                f"{self._path} is the journal of another setting ({', '.join(map(str, other))}). "
                "Choose another name, or move that file away."
            )

    def _take(self, n: int, line: dict[str, Any]) -> None:
        pair = pair_in(line, self._path, n, self._contest)
        if self.pairs.setdefault(pair.number, pair) != pair:
            raise JournalRefused(
                f"{self._path} has pair {pair.number} twice, and they differ: line {n}. "
                "One of them was played by other code, or by a faulty machine."
            )


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode() + b"\n"


def pair_in(row: dict[str, Any], path: Path, n: int, contest: Contest) -> GamePair:
    """The pair of a line, one of this contest. Raises `JournalRefused`."""
    try:
        pair = msgspec.convert({**row, "number": row.get("pair")}, GamePair)
    except msgspec.ValidationError:
        raise unreadable(path, n) from None
    if pair.bots != contest.pairing(pair.number) or {*pair.scores} - {0, 1, 2}:
        raise unreadable(path, n)
    return pair


def read_row(path: Path, n: int, line: bytes) -> dict[str, Any]:
    """The content of line n. Raises `JournalRefused`."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise unreadable(path, n)
    return found


def unreadable(path: Path, n: int) -> JournalRefused:
    """The error for a line that makes no sense."""
    return JournalRefused(f"Line {n} of {path} is not one of an arena's journal. Move that file away.")


def setting(contest: Contest) -> dict[str, Any]:
    """The head line: what is played, by which bots, and by which rules, cards and code."""
    rules, variant = contest.rules(), contest.variant
    return {
        "v": VERSION,
        "game": variant.game,
        "format": variant.format,
        "seats": variant.seats,
        "options": dict(variant.options),
        "bots": list(contest.bots),
        "decks": contest.decks,
        "mirror": contest.mirror,
        "rules": rules.hash.hex()[:DIGITS],
        "cards": rules.card_hash.hex()[:DIGITS],
        "bot_code": _code_hash(contest.bots),
    }


def _code_hash(bots: tuple[str, ...]) -> str:
    """The hash of the code by which bots play: this room's, that by which they are dealt to and asked, the
    modules they are named by, and of a program the files in its command, or else itself."""
    found = hashlib.sha256()
    for name, code in sorted({*_own_code(), *_foreign_code(bots)}):
        found.update(f"{name} {len(code)}\n".encode() + code)
    return found.hexdigest()[:DIGITS]


@cache
def _own_code() -> tuple[tuple[str, bytes], ...]:
    """The files of this room and of dealing, as they are when they are asked for first: what a process plays
    by that goes on when they are changed."""
    files = [file for file in resources.files("fadenet.bots").iterdir() if file.name.endswith(".py")]
    files += [resources.files("fadenet.table").joinpath(name) for name in DEALING]
    return tuple((file.name, file.read_bytes()) for file in files)


def _foreign_code(bots: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for command in filter(None, map(command_in, bots)):
        program, *words = command_of(command[0])
        for file in [word for word in words if Path(word).is_file()] or [program]:
            yield Path(file).name, Path(file).read_bytes()
    for word in {name.partition(":")[0] for name in bots if command_in(name) is None} - BOTS.keys():
        found = find_spec(installed()[word].module if word in installed() else word)
        if found is not None and found.origin is not None and Path(found.origin).is_file():
            yield word, Path(found.origin).read_bytes()

"""Card sets with one fault each, made from packaged cards: what an author's slip does, and where it is."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from fadenet.engine.errors import LoadError
from tests.builders.strange_sets import Path, holder, loaded, parts
from tests.meetings.author import is_brought
from tests.meetings.shelves import game, written

SLUG: Final = "slip"
HEAD: Final = '[set]\ncode = "zz"\nname = "Slips"\ngame = "{game}"\nwith = []\n'
Table = dict[str, Any]
_FREE: Final = ("name", "artist", "set", "archetypes", "archetype", "number", "level_up", "token", "own")
"""Keys of texts that may be anything, or are names."""
_STRANGERS: Final = ("blorg", "zzyx", "qwop")
_WRONG: Final[dict[type, tuple[Any, ...]]] = {
    int: ("seven", [1], {"n": 1}),
    str: (7, ["x", 1], {"x": "x"}),
    list: (7, "x"),
    dict: (7, "x", ["x"]),
    bool: (7, "yes"),
}


@dataclass(frozen=True)
class Slip:
    """A faulty set: the text of its file, the path of what was written otherwise, and the word that was
    meant, "" where that is nobody's guess."""

    game: str
    kind: str
    text: str
    path: Path
    meant: str


def slips(name: str, kind: str, seed: int) -> Iterator[Slip]:
    """Sets of a game with a slip of a kind, one after the other; those whose slip is none are left out."""
    random = Random(f"{name} {kind} {seed}")
    tables = [table for _, table in sorted(game(name).tables.items()) if not is_brought(table)]
    while True:
        table = copy.deepcopy(random.choice(tables))
        if not _loads(name, table):
            continue
        slipped = copy.deepcopy(table)
        at = KINDS[kind](random, slipped)
        if at is None or slipped == table or _loads(name, slipped):
            continue
        path, meant = at
        text = HEAD.format(game=name) + written({SLUG: slipped})
        yield Slip(name, kind, text, path, meant)


def _loads(name: str, table: Table) -> bool:
    """Whether a card stands alone: it speaks of no other."""
    try:
        loaded(name, {SLUG: table})
    except LoadError:
        return False
    return True


def _misspelt(random: Random, word: str) -> str:
    """A word with two letters in the other order, one too few, one too many or another one."""
    at = random.randrange(len(word) - 1)
    return random.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice("aeiou") + word[at + 1 :],
        )
    )


def _renamed(place: Table, key: str, other: str) -> None:
    """Give a key of a table another name, in its place."""
    there = [(other if one == key else one, value) for one, value in place.items()]
    place.clear()
    place.update(there)


def _key(random: Random, table: Table) -> tuple[Path, str] | None:
    keys = [path for path, _ in parts(table) if type(path[-1]) is str and len(path[-1]) > 3]
    path = random.choice(keys)
    other = _misspelt(random, path[-1])
    _renamed(holder(table, path), path[-1], other)
    return (*path[:-1], other), path[-1]


def _words(table: Table) -> list[tuple[Path, str]]:
    """The texts of a card that are words of its language."""
    found = [(path, value) for path, value in parts(table) if type(value) is str and len(value) > 3]
    return [(path, value) for path, value in found if not set(_FREE) & set(path)]


def _word(random: Random, table: Table) -> tuple[Path, str] | None:
    words = _words(table)
    path, word = random.choice(words)
    holder(table, path)[path[-1]] = _misspelt(random, word)
    return path, word


def _stranger(random: Random, table: Table) -> tuple[Path, str] | None:
    path, _ = random.choice(_words(table))
    holder(table, path)[path[-1]] = random.choice(_STRANGERS)
    return path, ""


def _event(random: Random, table: Table) -> tuple[Path, str] | None:
    rows = [n for n, row in enumerate(table.get("ability", ())) if "on" in row]
    if not rows:
        return None
    n = random.choice(rows)
    word = table["ability"][n]["on"]
    table["ability"][n]["on"] = _misspelt(random, word)
    return ("ability", n, "on"), word


def _type(random: Random, table: Table) -> tuple[Path, str] | None:
    path, value = random.choice([*parts(table)])
    holder(table, path)[path[-1]] = random.choice(_WRONG[type(value)])
    return path, ""


def _range(random: Random, table: Table) -> tuple[Path, str] | None:
    numbers = [path for path, value in parts(table) if type(value) is int]
    if not numbers:
        return None
    path = random.choice(numbers)
    holder(table, path)[path[-1]] = random.choice((-5, 10_000, 2**31))
    return path, ""


def _lack(random: Random, table: Table) -> tuple[Path, str] | None:
    key = random.choice([*table])
    del table[key]
    return (key,), ""


def _nothing(random: Random, table: Table) -> tuple[Path, str] | None:
    lists = [path for path, value in parts(table) if type(value) is list]
    if not lists:
        return None
    path = random.choice(lists)
    holder(table, path)[path[-1]] = []
    return path, ""


def _beside(random: Random, table: Table) -> tuple[Path, str] | None:
    """A key that the tables of its kind do not have, however well it is written."""
    tables = [(), *(path for path, value in parts(table) if type(value) is dict)]
    path = random.choice(tables)
    place = holder(table, (*path, ""))
    key = random.choice(("colour_of_ink", "weight_in_gold"))
    place[key] = 1
    return (*path, key), ""


def _impossible(random: Random, table: Table) -> tuple[Path, str] | None:
    """An effect that finds nothing where it stands."""
    programs = [path for path, value in parts(table) if path[-1] == "do" and type(value) is list]
    if not programs:
        return None
    path = random.choice(programs)
    holder(table, path)["do"] = [{"destroy": "it"}, *holder(table, path)["do"]]
    return (*path, 0), ""


KINDS: Final[dict[str, Callable[[Random, Table], tuple[Path, str] | None]]] = {
    "a misspelt key": _key,
    "a misspelt word": _word,
    "a misspelt event": _event,
    "a word from nowhere": _stranger,
    "a value of another type": _type,
    "a number out of range": _range,
    "a key that is missing": _lack,
    "a list without anything": _nothing,
    "a key too many": _beside,
    "an effect that finds nothing": _impossible,
}
"""By kind the function that makes the slip in a table: its path and the word that was meant."""
MISSPELT: Final = ("a misspelt key", "a misspelt word", "a misspelt event")

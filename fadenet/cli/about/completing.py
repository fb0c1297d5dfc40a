"""The words that may stand at the cursor of a shell: `fadenet __complete WORDS`, which the scripts ask.

The last word is the one that is being typed. Answers are lines: a value, perhaps with a tab and what it is
about; the line `:files` says that names of files fit as well. All is looked up at that moment, and quickly:
rules are loaded for the ids of rules, lessons and puzzles alone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from fadenet import games
from fadenet.cli.frame.escape import harmless
from fadenet.cli.frame.parser import Parser, commands_of

FILES = ":files"
ANSWERS_MAX = 2_000
ABOUT_CHARS = 100
FILES_MAX = 200
"""Deck files in the folder where one is, and matches of a data folder, that are looked at."""
FILE_BYTES = 16_384
_TOUCHED = re.compile(r'"(?:touched|left)": ?(\d{1,12})')
_GAME = re.compile(r'^game\s*=\s*["\']([a-z0-9]+)["\']', re.MULTILINE)

Completion = tuple[str, str]
"""A value, and what it is about."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a value is to stand. whole: describes the whole command line; path: the command; typed: the
    values before it, by their names; count: how many of them are not options."""

    whole: Parser
    path: str
    typed: Mapping[str, str]
    count: int = 0

    @property
    def home(self) -> Path:
        """The data folder; where there can be none, one in which nothing is."""
        from keys.errors import NoHome
        from keys.files import data_home

        try:
            return data_home(self.typed.get("home"))
        except NoHome:
            return Path(os.devnull) / "nothing"

    @property
    def games(self) -> list[str]:
        """The game that was named, else all."""
        named = self.typed.get("game", "")
        return [named] if named in games.NAMES else list(games.NAMES)


def answers(whole: Parser, words: list[str]) -> list[str]:
    """The lines that say what may stand in the place of the last of these words. whole: describes the whole
    command line."""
    return [
        f"{harmless(value)}\t{harmless(about)[:ABOUT_CHARS]}" if about else harmless(value)
        for value, about in islice(candidates(whole, words), ANSWERS_MAX)
    ]


def candidates(whole: Parser, words: list[str]) -> Iterator[Completion]:
    """All that fits where the last word is and begins as it does."""
    *before, current = _joined(words)
    parser, place, waiting = _walked(whole, before)
    name, equals, begun = current.partition("=")
    known = parser._option_string_actions
    if waiting is not None:
        yield from _fitting(_values(waiting, place), current)
    elif equals and name in known:
        for value, about in _fitting(_values(known[name], place), begun):
            yield (value if value == FILES else f"{name}={value}"), about
    elif current.startswith("-"):
        yield from _fitting(_options(parser), current)
    else:
        yield from _fitting(_positional(parser, place), current)


def _joined(words: list[str]) -> list[str]:
    """Words with a part behind = in one piece: bash hands out `--deck=x` as three."""
    found: list[str] = []
    for word in words or [""]:
        if found and (word == "=" or (found[-1].endswith("=") and found[-1].startswith("--"))):
            found[-1] += word
        else:
            found.append(word)
    return found


def _walked(whole: Parser, words: list[str]) -> tuple[Parser, Cursor, argparse.Action | None]:
    """(parser of the command, where its next value stands, the option that this is due for)."""
    parser, path = whole, ""
    typed: dict[str, str] = {}
    waiting: argparse.Action | None = None
    count = 0
    for word in words:
        name, equals, value = word.partition("=")
        option = parser._option_string_actions.get(name)
        if waiting is not None:
            typed[waiting.dest], waiting = word, None
        elif option is not None and equals:
            typed[option.dest] = value
        elif option is not None:
            waiting = option if option.nargs is None else None
        elif word in (there := commands_of(parser)):
            parser, path, count = there[word], f"{path} {word}".strip(), 0
        else:
            action = _nth(parser, count)
            if action is not None:
                typed[action.dest], count = word, count + 1
    return parser, Cursor(whole, path, typed, count), waiting


def _nth(parser: argparse.ArgumentParser, n: int) -> argparse.Action | None:
    """The argument that the word of this number belongs to; the last one may take many."""
    arguments = [one for one in parser._actions if not one.option_strings]
    arguments = [one for one in arguments if not isinstance(one, argparse._SubParsersAction)]
    if n < len(arguments):
        return arguments[n]
    return arguments[-1] if arguments and arguments[-1].nargs in ("*", "+") else None


def _fitting(answers: Iterable[Completion], begun: str) -> Iterator[Completion]:
    seen = set()
    for value, about in answers:
        if (value.startswith(begun) or value == FILES) and value not in seen:
            seen.add(value)
            yield value, about


def _options(parser: argparse.ArgumentParser) -> Iterator[Completion]:
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            for text in action.option_strings:
                yield text, (action.help or "").replace("%(prog)s", parser.prog)


def _positional(parser: Parser, place: Cursor) -> Iterator[Completion]:
    for group in parser._actions:
        if isinstance(group, argparse._SubParsersAction):
            for pseudo in group._choices_actions:
                yield pseudo.dest, pseudo.help or ""
    action = _nth(parser, place.count)
    if action is not None:
        yield from _values(action, place)


# Values.


def _values(action: argparse.Action, place: Cursor) -> Iterator[Completion]:
    """The values that an argument or an option may have."""
    if action.choices is not None:
        yield from ((str(choice), "") for choice in action.choices)
    elif action.dest in games.OPTIONS:
        yield from _choices(action.dest, place)
    else:
        about = _BY_DEST.get(action.dest) or _BY_METAVAR.get(str(action.metavar))
        if about is not None:
            yield from about(place)


def _games(place: Cursor) -> Iterator[Completion]:
    yield from ((name, ", ".join(game.formats)) for name, game in games.GAMES.items())


def _formats(place: Cursor) -> Iterator[Completion]:
    for name in place.games:
        for format, counts in games.GAMES[name].formats.items():
            yield format, f"for {', '.join(map(str, counts))}"


def _choices(option: str, place: Cursor) -> Iterator[Completion]:
    """Legends, Raiders, World Rules and the like."""
    for name in place.games:
        yield from ((choice, name) for choice in games.choices(name, option))


def _decks(place: Cursor) -> Iterator[Completion]:
    """One's own decks, the packaged ones, and deck files of the game in this folder; other files fit too."""
    from fadenet.games.decks import packaged_of

    for name in place.games:
        yield from _own_decks(place, name)
        yield from ((deck, name) for deck in packaged_of(games.GAMES[name]))
    for path in sorted(Path().glob("*.toml"))[:FILES_MAX]:
        found = _GAME.search(_start_of(path))
        if found and found[1] in place.games:
            yield path.name, f"a deck file of {found[1]}"
    yield FILES, ""


def _own_decks(place: Cursor, game: str) -> Iterator[Completion]:
    own = sorted((place.home / "decks" / game).glob("*.toml"))[:FILES_MAX]
    yield from ((path.stem, f"yours, of {game}") for path in own)


def _sets(place: Cursor) -> Iterator[Completion]:
    """Card sets that are kept; a file of one fits too."""
    from fadenet.cli.frame.shelf import SetShelf

    there = SetShelf(place.home).all()
    yield from ((one.code, f"{one.name}, of {one.game}") for one in there if one.game in place.games)
    yield FILES, ""


def _shown_decks(place: Cursor) -> Iterator[Completion]:
    """Those that a command of `deck` may be about: only one's own can be deleted."""
    if place.path != "deck delete":
        yield from _decks(place)
    else:
        yield from (answer for name in place.games for answer in _own_decks(place, name))


def _start_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(FILE_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _bots(place: Cursor) -> Iterator[Completion]:
    from fadenet.bots import NAMES

    yield from ((name, "a bot") for name in NAMES)


def _matches(place: Cursor) -> Iterator[Completion]:
    """Matches that can be gone on with, the latest first."""
    there = [path.with_suffix(".table") for path in (place.home / "matches").glob("*.secret")]
    there = [path for path in [*there, *(place.home / "local").glob("*.json")] if path.is_file()]
    for path in sorted(there, key=_touched, reverse=True)[:FILES_MAX]:
        if path.suffix == ".json":
            yield path.stem, "on this machine"
        else:
            yield path.stem[:8], _about_match(path)


def _touched(path: Path) -> float:
    """When a match was played last, in Unix seconds, as its file says."""
    found = _TOUCHED.search(_start_of(path))
    return float(found[1]) if found else 0.0


def _about_match(path: Path) -> str:
    try:
        note = json.loads(_start_of(path))
        return f"{note['game']} against {', '.join(peer['name'] for peer in note['peers'])}"
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


def _identities(place: Cursor) -> Iterator[Completion]:
    folder = place.home / "identities"
    yield from ((path.stem, "yours") for path in sorted(folder.glob("*.key")))


def _contacts(place: Cursor) -> Iterator[Completion]:
    import keys

    try:
        yield from ((one.petname, "a contact") for one in keys.Contacts.load(place.home))
    except keys.UserError:
        return


def _relays(place: Cursor) -> Iterator[Completion]:
    try:
        known = json.loads(_start_of(place.home / "relays.json"))["relays"]
        yield from ((str(one["name"]), "a relay") for one in known)
    except (ValueError, TypeError, KeyError, RecursionError):
        return


def _names(place: Cursor) -> Iterator[Completion]:
    """NAME means somebody else in each group of commands."""
    kind = {"key": _identities, "contact": _contacts, "relay": _relays}.get(place.path.partition(" ")[0])
    if kind is not None and place.path not in ("key new", "key import", "contact add", "relay add"):
        yield from kind(place)


def _helped(place: Cursor) -> Iterator[Completion]:
    """The commands that can be asked about; behind the name of a group those of the group."""
    there = commands_of(place.whole)
    word = place.typed.get("command", "")
    yield from _positional(there.get(word, place.whole), Cursor(place.whole, "", {}, 99))


def _keys(place: Cursor) -> Iterator[Completion]:
    from fadenet.cli.frame.settings import KEYS

    yield from ((key, one.about) for key, one in KEYS.items())


def _set_to(place: Cursor) -> Iterator[Completion]:
    """The values that the setting that was named may have."""
    from fadenet.cli.frame.settings import DECK, KEYS, NAME

    key = place.typed.get("key", "")
    if key.startswith(DECK):
        yield from _decks(replace(place, typed={**place.typed, "game": key.removeprefix(DECK)}))
    elif key == NAME:
        yield from _identities(place)
    elif key in KEYS:
        yield from ((value, "") for value in KEYS[key].values)


def _rules(place: Cursor) -> Iterator[Completion]:
    if place.typed.get("game") in games.NAMES:
        book = games.load(place.typed["game"]).book.rules
        yield from ((rule, text["text"].split(". ")[0]) for rule, text in book.items())


def _lessons(place: Cursor) -> Iterator[Completion]:
    from fadenet.games.lessons import tutorial_in

    if place.typed.get("game") in games.NAMES:
        name = place.typed["game"]
        tutorial = tutorial_in(f"fadenet.games.{games.GAMES[name].family}", name)
        yield from ((lesson.id, lesson.title) for lesson in tutorial.lessons)


def _puzzles(place: Cursor) -> Iterator[Completion]:
    from fadenet.games.puzzles import puzzles_of

    if place.typed.get("game") in games.NAMES:
        yield from ((one.id, one.task) for one in puzzles_of(games.load(place.typed["game"])))


def _words(place: Cursor) -> Iterator[Completion]:
    """The words that cards of the game are written with."""
    from fadenet.games.wordbook import words_of

    if place.typed.get("game") in games.NAMES:
        for one in words_of(games.load(place.typed["game"])):
            yield from ((word, one.means) for word in one.words)


def _cards(place: Cursor) -> Iterator[Completion]:
    """The cards of the set that was named."""
    named = re.findall(r"^\[card\.([a-z0-9-]+)\]", _start_of(Path(place.typed.get("file", ""))), re.MULTILINE)
    yield from ((slug, "") for slug in named)


def _views(place: Cursor) -> Iterator[Completion]:
    yield from ((view, "") for view in ("p1", "p2", "p3", "p4", "public", "all"))


def _logs(place: Cursor) -> Iterator[Completion]:
    """Those of programs that have played."""
    for path in sorted((place.home / "bots").glob("*.log"))[:FILES_MAX]:
        yield path.stem, "a program"


def _clusters(place: Cursor) -> Iterator[Completion]:
    """The one on this machine; an address may be any."""
    yield "local", "processes of this machine"


def _journals(place: Cursor) -> Iterator[Completion]:
    """Those of the arena in the current folder."""
    for path in sorted(Path().glob("arena-*.jsonl"))[:FILES_MAX]:
        yield path.stem.removeprefix("arena-"), ""


def _files(place: Cursor) -> Iterator[Completion]:
    yield FILES, ""


def _deck_or_key(place: Cursor) -> Iterator[Completion]:
    yield from (_keys(place) if place.path.startswith("config") else _files(place))


_BY_DEST: dict[str, Callable[[Cursor], Iterator[Completion]]] = {
    "bot": _bots,
    "a": _bots,
    "b": _bots,
    "bots": _bots,
    "hint": _bots,
    "dask": _clusters,
    "journal": _journals,
    "identity": _identities,
    "forget": _matches,
    "record": _files,
    "position": _files,
}
"""By what argparse calls an argument."""

_BY_METAVAR: dict[str, Callable[[Cursor], Iterator[Completion]]] = {
    "GAME": _games,
    "F": _formats,
    "D": _decks,
    "SET": _sets,
    "DECK": _shown_decks,
    "MATCH": _matches,
    "NAME": _names,
    "COMMAND": _helped,
    "KEY": _deck_or_key,
    "VALUE": _set_to,
    "ID|WORDS": _rules,
    "LESSON": _lessons,
    "PROGRAM": _logs,
    "PUZZLE": _puzzles,
    "WORD": _words,
    "CARD": _cards,
    "VIEW": _views,
    "FILE": _files,
    "FILE|LINE": _files,
    "OUT": _files,
    "DIR": _files,
}
"""By what the help calls a value."""

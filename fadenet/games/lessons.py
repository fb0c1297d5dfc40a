"""The tutorial of a game for newcomers: a first page, lessons, terms, the order to read its book in.

All of it is data, `lessons/<game>.toml` of the game's package. No text holds a figure of its own: all are
references (`figures.py`) to what rules and cards say; in the texts of a step also to what lies there, by its
label, to what lay there when the step was asked for (`{was.c1 HP}`), and to the newest line of the log that
has a name and a word in it (`{log.moss-golem takes}`). A lesson is a position and what is done in it: the
Decks in the order in which they are drawn, the moves that lead there, and the steps of the player.

| key | what it holds |
|---|---|
| `quick` | the first page, at most 24 rows of 80 cells |
| `shares`, `[words]` | other files of the folder, and what stands for {word} in their lessons |
| `order` | the ids of all lessons in their order, where some are shared |
| `chapters` | `title`, and the `topics` of its rules, in the order in which one learns them |
| `[terms]` | by word, in small letters, what it means; `"= word"` for another word for the same |
| `figures` | `like`, the form of figures on the screen as a regular expression, and what it `says` |
| `[[lesson]]` | `id`, `title`, `about`, `minutes`, `decks`, `before`, `[[lesson.step]]`, `end` |

`decks`: by seat, by the name of the deck, its cards in the order in which they are drawn, `"3 slug"` for
three. `before`: moves that lead to the position. A move is written as the console takes it, behind the seat
that makes it, as in `"p2 attack c1 p1"`, several in one line with `; ` between them. Until the next one is
legal everybody passes, declines and ends. `take NAME` answers a search.

| key of a step | what it holds |
|---|---|
| `say` | what the player is asked to do |
| `do` | the moves that do it, any of them; the first one is shown by `hint` |
| `why` | what is said to any other legal move |
| `no` | by move, what is said to that one in place of `why` |
| `then` | what is said when it is done |
| `next` | moves that follow before the next step |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

import msgspec

from fadenet.engine.errors import LoadError
from fadenet.engine.language import files
from fadenet.engine.rules import Rules, once
from fadenet.games.figures import filled, said_of

_WORD: Final = re.compile(r"\{(\w+)\}")


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the rule book: the rules of these topics."""

    title: str
    topics: tuple[str, ...]


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of figures of such a form."""

    like: str
    says: str


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the player does, and the texts around it."""

    say: str
    do: tuple[str, ...]
    why: str
    no: dict[str, str] = {}
    then: str = ""
    next: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """A position, and what is done in it. decks: by seat, by the name of the deck, the cards as they lie."""

    id: str
    title: str
    about: str
    minutes: int
    decks: tuple[dict[str, tuple[str, ...]], ...]
    steps: tuple[LessonStep, ...]
    end: str
    before: tuple[str, ...] = ()


class _LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lessons": "lesson"}):
    quick: str = ""
    shares: tuple[str, ...] = ()
    words: dict[str, str] = {}
    order: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    terms: dict[str, str] = {}
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial:
    """All that a game teaches."""

    quick: tuple[str, ...]  # lines
    lessons: tuple[Lesson, ...]
    chapters: tuple[Chapter, ...]
    terms: Mapping[str, str]
    figures: tuple[Figure, ...]


@once
def tutorial_of(rules: Rules) -> Tutorial:
    """The tutorial of a game, with the figures of its rules and cards. Raises `LoadError` for a file that
    does not hold what it must, and for a figure that is not there."""
    return msgspec.convert(
        _filled(rules, msgspec.to_builtins(tutorial_in(rules.package, rules.name))), Tutorial
    )


def _filled(rules: Rules, value: Any) -> Any:
    return _in_texts(value, partial(filled, said_of=partial(said_of, rules)))


@cache
def tutorial_in(package: str, name: str) -> Tutorial:
    """The tutorial of a game as it is written, by the names of its package and of the game."""
    own = _read(package, name, {})
    shared = [_read(package, other, own.words) for other in own.shares]
    lessons = [one for file in (*shared, own) for one in file.lessons]
    if own.order:
        lessons.sort(key=lambda lesson: own.order.index(lesson.id))
    chapters = [chapter for file in (own, *shared) for chapter in file.chapters]
    terms = {word: says for file in (*shared, own) for word, says in file.terms.items()}
    figures = [figure for file in (own, *shared) for figure in file.figures]
    quick = own.quick.strip("\n").split("\n")
    return Tutorial(tuple(quick), tuple(lessons), tuple(chapters), terms, tuple(figures))


def book_of(rules: Rules) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """The chapters of the rule book in the order in which one learns them: their titles and their rules."""
    book = list(rules.book.rules.values())
    chapters = [
        (chapter.title, [rule for topic in chapter.topics for rule in book if rule["topic"] == topic])
        for chapter in tutorial_of(rules).chapters
    ]
    return [(title, told) for title, told in chapters if told]


def lessons_of(rules: Rules) -> tuple[Lesson, ...]:
    """The lessons of a game in their order."""
    return tutorial_of(rules).lessons


def codes_of(rules: Rules, lesson: Lesson) -> list[list[int]]:
    """The decks of a lesson as codes, in the rules' order of decks. Raises `LoadError`."""
    found = []
    for seat in lesson.decks:
        for table, _ in rules.deck_tables:
            found.append([code for line in seat.get(table, ()) for code in _cards(rules, lesson, line)])
    return found


def _cards(rules: Rules, lesson: Lesson, line: str) -> list[int]:
    n, _, slug = line.rpartition(" ")
    if slug not in rules.by_slug:
        raise LoadError(f"{rules.name}.toml", lesson.id, "decks", f"there is no card {slug}")
    return [rules.by_slug[slug].code] * int(n or 1)


def _read(package: str, name: str, words: Mapping[str, str]) -> _LessonFile:
    tables = files.data(package, "lessons", f"{name}.toml")
    try:
        spoken = (
            tables | {"lesson": _spoken(tables["lesson"], words)} if words and "lesson" in tables else tables
        )
        return msgspec.convert(spoken, _LessonFile)
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        raise LoadError(f"{name}.toml", "", "lessons", str(error)) from error


def _spoken(value: Any, words: Mapping[str, str]) -> Any:
    """The same with the words of the game in all texts."""
    return _in_texts(value, lambda text: _WORD.sub(lambda found: words[found[1]], text))


def _in_texts(value: Any, change: Callable[[str], str]) -> Any:
    """The same with all texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_in_texts(one, change) for one in value]
    if isinstance(value, dict):
        return {_in_texts(key, change): _in_texts(one, change) for key, one in value.items()}
    return value

"""Several own cards that go into one row by one line: `move all to=backup`, `move all but c2 to=backup`,
`move c1 c3 to=front`. It may be shortened as other moves may, and `all` left out before `but`: `m but 2 b`.

The line is of the console alone: it stands for a move after the other, as they would have been typed. Each is
made when the one before it has been carried out and the seat is asked again; moves that are not legal any
more then, or come after another question, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from fadenet.console.match.grammar import Unclear, words_of
from fadenet.console.match.sight import Sight
from fadenet.console.match.wording import TO, named
from fadenet.engine.rules import Move

ALL, BUT = "all", "but"


class March(NamedTuple):
    """The cards that go into a row, by their handles, in this order."""

    row: str
    handles: tuple[int, ...]

    def next(self, sight: Sight, options: Sequence[Move]) -> Move:
        """The move of the next one who can go, () for none."""
        there = _by_row(sight, options).get(self.row, {})
        return next((there[h] for h in self.handles if h in there), ())

    def behind(self, move: Move) -> March:
        """Those who are left once this move is made."""
        return March(self.row, self.handles[self.handles.index(move[1]) + 1 :])


def read(sight: Sight, options: Sequence[Move], line: str) -> March | None:
    """The march that a typed line asks for, None for a line that does not ask for one.

    Raises `Unclear` if it does not say into which row, or nobody of these can go there.
    """
    rows = _by_row(sight, options)
    verb, *words = words_of(line) or [""]
    verbs = {sight.seat.state.rules.verbs[move[0]] for there in rows.values() for move in there.values()}
    if not words or not any(one.startswith(sight.face.letters.get(verb, verb)) for one in verbs):
        return None
    last = words[-1].removeprefix(TO)
    row = next((one for one in ROWS if last and one.startswith(last)), "")
    said = words.pop() if row or words[-1].startswith(TO) else ""
    everybody = words[:1] in ([ALL], [BUT])
    words = words[1:] if words[:1] == [ALL] else words
    but = words[:1] == [BUT]
    there = [h for one in rows if row in ("", one) for h in rows[one]]
    named = [_handle(sight, there, word) for word in words[but:]]
    if bool(said) != bool(row) or 0 in named or not (everybody or len(named) > 1 or (named and said)):
        return None
    if everybody and bool(named) != but:
        return None
    going = {
        one: [h for h in rows[one] if h not in named] if everybody else [h for h in named if h in rows[one]]
        for one in rows
    }
    fits = [one for one in going if going[one]]
    if not row and len(fits) != 1:
        raise Unclear("say into which row", [f"{TO}{one}" for one in rows], short=True)
    row = row or fits[0]
    if not going.get(row):
        raise Unclear(f"nobody of these can go there now: {TO}{row}", short=True)
    return March(row, tuple(going[row]))


def _handle(sight: Sight, there: Sequence[int], word: str) -> int:
    """The handle that a word names: by the label, or by its number alone if that fits one of those who can
    go; 0 for none."""
    if not word.isdecimal():
        return sight.handle(word)
    found = [h for h in there if sight.token(h).lstrip(ascii_lowercase) == word]
    return found[0] if len(found) == 1 else 0


def march(sight: Sight, options: Sequence[Move], row: str, handles: Sequence[int]) -> March:
    """Those of these cards that can go into a row now."""
    return March(row, tuple(h for h in _by_row(sight, options).get(row, {}) if h in handles))


def typed(sight: Sight, options: Sequence[Move], march: March) -> str:
    """The line that says so."""
    return _line(sight, options, march, sight.token)


def spoken(sight: Sight, options: Sequence[Move], march: March) -> str:
    """The same with the names of who goes."""
    return _line(sight, options, march, lambda h: named(sight, sight.token(h)))


def _line(sight: Sight, options: Sequence[Move], march: March, called: Callable[[int], str]) -> str:
    verb = sight.seat.state.rules.verbs[march.next(sight, options)[0]]
    stay = [h for h in _by_row(sight, options)[march.row] if h not in march.handles]
    who = list(map(called, march.handles))
    if len(stay) < len(who):
        who = [ALL, *([BUT, *map(called, stay)] if stay else [])]
    return " ".join([verb, *who, f"{TO}{march.row}"])


ROWS = ("front", "backup")


def _by_row(sight: Sight, options: Sequence[Move]) -> dict[str, dict[int, Move]]:
    """By row and card the first move that brings it there."""
    s, seat = sight.seat.state, sight.seat.index
    found: dict[str, dict[int, Move]] = {}
    for move in options:
        row = sight.face.row_of(s, seat, move)
        if row:
            found.setdefault(row, {}).setdefault(move[1], move)
    return found

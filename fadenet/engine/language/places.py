"""Where in a text of TOML a key stands: line and column of what an error is about.

The text is one that `files.parse` has taken, or most of one; what stands in no table that is found here is
found as the nearest table or key around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from typing import Final, NamedTuple

from fadenet.engine.language.files import TOKENS
from fadenet.engine.language.shapes import Path

_HEADER: Final = re.compile(r"[ \t]*(\[\[?)([^\n]*?)\]\]?[ \t]*(?:#[^\n]*)?(?=\n|\Z)")
_PART: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'([^\'\n]*)\'|([A-Za-z0-9_-]+)')


class TextPlace(NamedTuple):
    """A place in a text. line, column: from 1, columns in characters; shown: the line as it stands there."""

    line: int
    column: int
    shown: str


class _Entry(NamedTuple):
    """A header or a key with its value. start, end: the characters that they take."""

    path: Path
    start: int
    end: int


class TextPlaces:
    """The places in one text."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self._lines = [0, *(found.end() for found in re.finditer("\n", self.text))]
        self._entries = {entry.path: entry for entry in reversed(list(_entries(self.text)))}

    def of(self, path: Path, word: str = "") -> TextPlace | None:
        """Where a path of keys stands, or what is nearest around it; None where not even the first two keys
        of it stand here. word: what is looked for in its value."""
        for length in range(len(path), min(len(path), 2) - 1, -1):
            entry = self._entries.get(path[:length])
            if entry is not None:
                return self.at(self._word(entry, word or str(path[-1])))
        return None

    def on(self, line: int, column: int) -> TextPlace:
        """The place on a line, from 1."""
        return self.at(self._lines[min(line, len(self._lines)) - 1])._replace(column=column)

    def at(self, offset: int) -> TextPlace:
        """The place of a character."""
        line = bisect_right(self._lines, offset)
        start = self._lines[line - 1]
        end = self.text.find("\n", start)
        return TextPlace(line, offset - start + 1, self.text[start : end if end >= 0 else len(self.text)])

    def _word(self, entry: _Entry, word: str) -> int:
        """Where a word begins inside an entry; the beginning of that if it does not stand there."""
        bounded = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        found = bounded.search(self.text, entry.start, entry.end) if word else None
        return found.start() if found is not None else entry.start


def _entries(text: str) -> list[_Entry]:
    """Headers and keys in their order; the span of a header goes up to the next one."""
    found: list[_Entry] = []
    headers: list[tuple[Path, int]] = []
    counts: Counter[Path] = Counter()
    table: Path = ()
    at, tokens = 0, list(TOKENS.finditer(text))
    place = 0
    while at < len(text):
        header = _HEADER.match(text, at)
        if header is not None:
            table = tuple(_parts(header[2]))
            table = _numbered(table, counts, header[1] == "[[")
            headers.append((table, header.start(1)))
            at = header.end() + 1
            continue
        end, place = _line_end(text, tokens, at, place)
        key = text[at : text.find("=", at, end)] if "=" in text[at:end] else ""
        if key.strip() and not key.lstrip().startswith("#"):
            start = at + len(key) - len(key.lstrip())
            found.append(_Entry((*table, *_parts(key)), start, end))
        at = end + 1
    ends = [*(start for _, start in headers), len(text)]
    found += [
        _Entry(path, start, end) for (path, start), (_, end) in zip(headers, pairwise(ends), strict=True)
    ]
    return found


def _numbered(path: Path, counts: Counter[Path], more: bool) -> Path:
    """The path of a header with the places in lists of tables. more: it begins another one of a list."""
    whole: Path = ()
    for n, step in enumerate(path, 1):
        whole = (*whole, step)
        if n == len(path) and more:
            counts[whole] += 1
        if counts[whole]:
            whole = (*whole, counts[whole] - 1)
    return whole


def _line_end(text: str, tokens: list[re.Match[str]], at: int, place: int) -> tuple[int, int]:
    """Where the line ends that begins here, with all that its brackets hold, and the token behind it."""
    depth = 0
    while place < len(tokens) and tokens[place].start() < at:
        place += 1
    while place < len(tokens):
        mark = tokens[place][0]
        if mark == "\n" and depth <= 0:
            return tokens[place].start(), place + 1
        depth += (mark in ("[", "{")) - (mark in ("]", "}"))
        place += 1
    return len(text), place


def _parts(key: str) -> list[str]:
    """The parts of a dotted key."""
    return [quoted or literal or bare for quoted, literal, bare in _PART.findall(key)]

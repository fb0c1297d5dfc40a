"""Match records read: text of any origin into a `Record`, or a sentence that names the line.

Every limit has a name. The meaning of the lines is not looked at: that is for `replay`.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Final

from fadenet.engine.cardset import SETS_MAX
from fadenet.engine.language.sets import PACKED_MAX
from fadenet.table.record import (
    FIRST_LINE,
    MARKS,
    TABLE,
    Answered,
    BadRecord,
    Check,
    Event,
    Note,
    Placing,
    Record,
    RecordLine,
    Seated,
    TurnBegins,
)

BYTES_MAX: Final = 8 * 1024 * 1024
LINES_MAX: Final = 200_000
START_CHARS: Final = 200  # in which a file shows whether it is a record
LINE_CHARS_MAX: Final = 65_536
SET_CHARS_MAX: Final = 2 * PACKED_MAX + 64  # of the tag of a card set, all of whose quotes are escaped
TAGS_MAX: Final = 128
PLAYERS_MAX: Final = 8
DECKS_MAX: Final = 32
DECK_CARDS_MAX: Final = 1_024
OPTIONS_MAX: Final = 16
NAME_CHARS_MAX: Final = 200
TEXT_CHARS_MAX: Final = 2_000  # of an event or a comment
WORDS_MAX: Final = 2_048
WORD_CHARS_MAX: Final = 256
STANDING_MAX: Final = 64
NUMBER_MAX: Final = 10**12  # of anything counted: turns, masks, milliseconds

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]{0,31})[ \t]+(".*")[ \t]*\]')
_WORD = re.compile(r"[!-~]+")
_SLUG = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]{0,79}")
_OPTION = re.compile(r"([a-z][a-z0-9_]{0,31})=([A-Za-z0-9_.,-]{1,160})")
_HASH = re.compile(r"b2:([0-9a-f]{64})")
_WHO = re.compile(r"p([1-8])")
_ENTRY = re.compile(r"(0|[1-9][0-9]{0,7})\.[ \t]+(.*)")
_COMMENT = re.compile(r"(?:^|[ \t]);(?:[ \t]|$)")
_RESULT = re.compile(r"(p[1-8](?:[>=]p[1-8])*)[ \t]+([a-z0-9][a-z0-9.-]{0,79})")


def parse(text: str) -> Record:
    """The record that a text holds. Raises `BadRecord`, which names the line."""
    lines = text.split("\n", LINES_MAX + 1)
    if len(lines) > LINES_MAX:
        raise BadRecord(LINES_MAX, f"a record has at most {LINES_MAX} lines")
    if not is_record(text):
        raise BadRecord(1, f"a record begins with '{FIRST_LINE}'")
    tags: dict[str, tuple[int, str]] = {}
    body: list[RecordLine] = []
    entries = 0
    for n, raw in enumerate(lines[1:], 2):
        line = _checked(n, raw)
        if not line:
            continue
        if line.startswith("["):
            _tag(n, line, tags, bool(body))
            continue
        one = _body_line(n, line, entries + 1)
        entries += isinstance(one, Answered)
        body.append(one)
    return _assembled(tags, tuple(body))


def read(data: bytes) -> Record:
    """The record in a file's bytes. Raises `BadRecord`."""
    data = data.removeprefix(BOM_UTF8)
    if len(data) > BYTES_MAX:
        raise BadRecord(0, f"it is larger than {BYTES_MAX} bytes")
    try:
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "it is not text in UTF-8") from None


def is_record(text: str | bytes) -> bool:
    """Whether a text, or the bytes of a file, begins as a record does."""
    start = text[:START_CHARS]
    if isinstance(start, bytes):
        start = start.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    return start.partition("\n")[0].rstrip() == FIRST_LINE


def _checked(n: int, raw: str) -> str:
    """A line without what may stand around it; no controls, not too long."""
    most = SET_CHARS_MAX if raw.startswith("[Set") else LINE_CHARS_MAX
    if len(raw) > most:
        raise BadRecord(n, f"a line has at most {most} characters")
    line = raw.strip(" \t\r")
    if not line.isprintable() and not line.replace("\t", " ").isprintable():
        raise BadRecord(n, "there is a sign in it that cannot be printed")
    return line


def _tag(n: int, line: str, tags: dict[str, tuple[int, str]], late: bool) -> None:
    m = _TAG.fullmatch(line)
    if not m:
        raise BadRecord(n, 'a tag is written [Name "value"]')
    if late:
        raise BadRecord(n, "tags stand before the first turn")
    if m[1] in tags:
        raise BadRecord(n, f"the tag {m[1]} is there twice")
    if len(tags) >= TAGS_MAX:
        raise BadRecord(n, f"a record has at most {TAGS_MAX} tags")
    try:
        value = json.loads(m[2])
    except ValueError:
        value = None
    if type(value) is not str or any("\ud800" <= ch <= "\udfff" for ch in value):
        raise BadRecord(n, f"the value of {m[1]} is no JSON string")
    tags[m[1]] = (n, value)


def _body_line(n: int, line: str, number: int) -> RecordLine:
    first, _, rest = line.replace("\t", " ").partition(" ")
    if first == ">":
        return Event(_said(n, rest, empty=False), n)
    if first == ";" or line.startswith(";"):
        return Note(_said(n, line[1:]), n)
    if first == "=":
        digest = rest.strip()
        if not re.fullmatch(r"[0-9a-f]{16}", digest):
            raise BadRecord(n, "a digest has 16 hex digits")
        return Check(digest, n)
    if first == "turn":
        words = rest.split()
        if len(words) != 2:
            raise BadRecord(n, "write: turn NUMBER SEAT")
        return TurnBegins(_number(n, words[0]), _who(n, words[1]), n)
    m = _ENTRY.fullmatch(line)
    if not m:
        raise BadRecord(n, "it is neither a tag, a turn, a numbered answer, an event, a digest nor a comment")
    if int(m[1]) != number:
        raise BadRecord(n, f"the next answer is number {number}")
    return _entry(n, m[2])


def _said(n: int, text: str, empty: bool = True) -> str:
    said = text.replace("\t", " ").strip(" ")
    if len(said) > TEXT_CHARS_MAX or not (said or empty):
        raise BadRecord(n, f"a text has 1 to {TEXT_CHARS_MAX} characters")
    return said


def _entry(n: int, text: str) -> Answered:
    found = _COMMENT.search(text)
    comment = _said(n, text[found.end() :]) if found else ""
    words = (text[: found.start()] if found else text).split()
    clock = _number(n, words.pop()[1:]) if words and words[-1].startswith("@") else -1
    mark = words.pop() if words and words[-1] in MARKS else ""
    standing = _standing(n, words.pop()[1:]) if words and words[-1].startswith("~") else None
    if not 2 <= len(words) <= WORDS_MAX:
        raise BadRecord(n, f"an answer has 1 to {WORDS_MAX} words behind the seat")
    seat, *said = words
    for word in said:
        if len(word) > WORD_CHARS_MAX or not _WORD.fullmatch(word) or word[0] in "~@;" or word in MARKS:
            raise BadRecord(n, f"{word[:40]!r} cannot stand in an answer")
    return Answered(_who(n, seat), tuple(said), standing, mark, clock, comment, n)


def _standing(n: int, text: str) -> tuple[tuple[int, int], ...]:
    rows = text.split(",") if text else []
    if len(rows) > STANDING_MAX:
        raise BadRecord(n, f"at most {STANDING_MAX} standing passes can be written")
    pairs = [row.split(":") for row in rows]
    if any(len(pair) != 2 for pair in pairs):
        raise BadRecord(n, "standing passes are written ~MASK:TURN,MASK:TURN")
    return tuple((_number(n, mask), _number(n, until)) for mask, until in pairs)


def _number(n: int, text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,12}", text) or int(text) > NUMBER_MAX:
        raise BadRecord(n, f"{text[:40]!r} is not a whole number from 0 to {NUMBER_MAX}")
    return int(text)


def _who(n: int, text: str) -> int:
    m = _WHO.fullmatch(text)
    if not m and text != "-":
        raise BadRecord(n, f"{text[:40]!r} is no seat; write p1, p2 .., or - for the table")
    return int(m[1]) - 1 if m else TABLE


class _Tags:
    """The tags of a text, taken one by one."""

    def __init__(self, tags: dict[str, tuple[int, str]]) -> None:
        self._tags = tags
        self.line: int  # of the tag last taken

    def take(self, name: str, default: str | None = None) -> str:
        """The value of a tag. Raises `BadRecord` if it is not there and has no default."""
        self.line, value = self._tags.get(name, (1, default))
        if value is None:
            raise BadRecord(1, f"the tag {name} is missing")
        return value

    def numbered(self, name: str, most: int) -> list[tuple[int, str]]:
        """(line, value) of Name1, Name2 .., as many as there are without a gap."""
        found: list[tuple[int, str]] = []
        while f"{name}{len(found) + 1}" in self._tags:
            value = self.take(f"{name}{len(found) + 1}")
            found.append((self.line, value))
            if len(found) > most:
                raise BadRecord(self.line, f"there are at most {most} tags {name}1, {name}2 ..")
        return found

    def matched(self, name: str, pattern: re.Pattern[str], how: str, default: str | None = None) -> str:
        """The first group of a pattern in a tag; "" for a default that does not fit. Raises `BadRecord`."""
        value = self.take(name, default)
        m = pattern.fullmatch(value)
        if not m and value != default:
            raise BadRecord(self.line, f"{name} is written {how}")
        return m[1] if m else ""

    def wrong(self, what: str) -> BadRecord:
        return BadRecord(self.line, what)


def _assembled(raw: dict[str, tuple[int, str]], body: tuple[RecordLine, ...]) -> Record:
    tags = _Tags(raw)
    plain = re.compile(r"([a-z0-9][a-z0-9-]{0,31})")
    names = []
    for line, name in tags.numbered("P", PLAYERS_MAX):
        if not 0 < len(name) <= NAME_CHARS_MAX:
            raise BadRecord(line, f"a name has 1 to {NAME_CHARS_MAX} characters")
        names.append(name)
    if not names:
        raise BadRecord(1, "the tag P1 is missing")
    date = tags.take("Date", "")
    if len(date) > NAME_CHARS_MAX:
        raise tags.wrong(f"a date has at most {NAME_CHARS_MAX} characters")
    return Record(
        game=tags.matched("Game", plain, "as a name in small letters"),
        format=tags.matched("Format", plain, "as a name in small letters"),
        options=_options(tags),
        sets=tuple(text for _, text in tags.numbered("Set", SETS_MAX)),
        date=date,
        players=_players(tags, names),
        clock=_clock(tags),
        rules=tags.matched("Rules", _HASH, "b2: and 64 hex digits"),
        cards=tags.matched("Cards", _HASH, "b2: and 64 hex digits"),
        decks=tuple(_deck(*tag) for tag in tags.numbered("Deck", DECKS_MAX)),
        view=tags.matched("View", re.compile(rf"(all|public|p[1-{len(names)}])"), "all, public, or a seat"),
        result=_result(tags),
        head=tags.matched("Head", _HASH, "b2: and 64 hex digits", ""),
        lines=body,
    )


def _players(tags: _Tags, names: Sequence[str]) -> tuple[Seated, ...]:
    kinds = tags.take("Kinds", " ".join(["human"] * len(names))).split()
    if len(kinds) != len(names) or not set(kinds) <= {"human", "bot"}:
        raise tags.wrong("Kinds has one word a player, human or bot")
    given = tags.take("Keys", " ".join(["-"] * len(names))).split()
    if len(given) != len(names) or any(len(k) > NAME_CHARS_MAX or not _WORD.fullmatch(k) for k in given):
        raise tags.wrong("Keys has one word a player, - for none")
    return tuple(
        Seated(name, kind, "" if key == "-" else key)
        for name, kind, key in zip(names, kinds, given, strict=True)
    )


def _options(tags: _Tags) -> tuple[tuple[str, str], ...]:
    words = tags.take("Options", "").split()
    found = [_OPTION.fullmatch(word) for word in words]
    options = tuple((m[1], m[2]) for m in found if m)
    if not len({key for key, _ in options}) == len(options) == len(words) <= OPTIONS_MAX:
        raise tags.wrong(f"Options has up to {OPTIONS_MAX} words key=value, each key once")
    return options


def _clock(tags: _Tags) -> tuple[int, int] | int | None:
    text = tags.take("Clock", "")
    if not text:
        return None
    if text.startswith("days:"):
        return _number(tags.line, text.removeprefix("days:"))
    bank, _, bonus = text.partition("+")
    return _number(tags.line, bank), _number(tags.line, bonus)


def _deck(line: int, text: str) -> tuple[str, ...]:
    cards: list[str] = []
    for word in text.split():
        slug, star, n = word.partition("*")
        count = _number(line, n) if star else 1
        if not _SLUG.fullmatch(slug) or not 0 < count <= DECK_CARDS_MAX - len(cards):
            what = f"a deck is a list of at most {DECK_CARDS_MAX} cards, each written slug or slug*2"
            raise BadRecord(line, what)
        cards += [slug] * count
    return tuple(cards)


def _result(tags: _Tags) -> Placing | None:
    text = tags.take("Result")
    if text == "*":
        return None
    m = _RESULT.fullmatch(text)
    groups = [group.split("=") for group in m[1].split(">")] if m else []
    seats = [seat for group in groups for seat in group]
    if not m or len(set(seats)) < len(seats) or any(group != sorted(group) for group in groups):
        raise tags.wrong("Result is * or the seats in order and the rule, such as p1>p2 win.lose-ko")
    return Placing(tuple(tuple(int(seat[1:]) - 1 for seat in group) for group in groups), m[2])

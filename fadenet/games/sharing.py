"""Decks as text that is pasted into a chat: one line with check digits, or a plain list for people.

    fadenet-deck:faroe:aeam2esu...

The line is the game's name and, in base32 (RFC 4648 section 6, no padding, either case),

    version 1 | bytes that follow, without the check 2 | bytes of the name 1 | name in UTF-8 |
    for each deck of the game: different cards 1, and for each of them id 3, count 1 | check 4

A card's id is the beginning of the BLAKE2b hash of its slug, so that a card set may grow; the check is that
of the game's name and all before it. The plan of a deck is not in the line. A list names the deck and has a
line `2 Comet Uppercut` for each card.
"""

from __future__ import annotations

import base64
import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from hashlib import blake2b
from typing import Final

from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import NAME_MAX, PLAN_MAX, Deck, is_name, is_plan, read_deck
from fadenet.games.spelling import letters, typed

PREFIX: Final = "fadenet-deck:"
VERSION: Final = 1
LINE_CHARS_MAX: Final = 4_000
FAULTS_MAX: Final = 20
"""So many wrong lines of a list are told at once."""
"""So many characters of what stands behind the prefix are looked at; the longest line has fewer."""
COPIES_MAX: Final = 255
"""How often a card may be in a deck that is shared."""
KINDS_MAX: Final = 255
"""How many different cards one of the decks of a line may hold."""
LIST_CHARS_MAX: Final = 64 * 1024
LIST_LINES_MAX: Final = 1_000
CARD_CHARS_MAX: Final = 300
"""Characters in the line of a card."""
DELIMITERS: Final = ",;\t"
NEAR: Final = 3
"""So many cards are named where one is meant that there is not."""

_ID_BYTES: Final = 3
_CHECK_BYTES: Final = 4
_HEAD_BYTES: Final = 3
_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz234567")
_LOOKALIKES: Final = str.maketrans("018", "olb")
_NOISE: Final = re.compile(
    r"[\s\"'`<>*_,;.()\[\]|\\\u2018-\u201d\u00ab\u00bb\u200b-\u200f\u2060\ufeff\u00ad]"
)
_BEGUN: Final = re.compile(PREFIX + r"\s*([a-z0-9]{1,32})\s*:", re.IGNORECASE)
_SAID: Final = re.compile(r"(game|name|plan)\s*[:\uff1a]\s*(.*)", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\d+(?:\s+cards?)?\W*$", re.IGNORECASE)
_BULLET: Final = re.compile(r"[-*+\u2022\u2023\u25aa\u25cf\u25e6\u00b7]\s*(?=\S)")
_COUNT_FIRST: Final = re.compile(r"(?:(\d{1,9})\s*[x*\u00d7]?|[x*\u00d7]\s*(\d{1,9}))\s+(.+)", re.IGNORECASE)
_COUNT_LAST: Final = re.compile(
    r"(.+?)(?:[\s:,]+[x*\u00d7]\s*(\d{1,9})|\s*[:=]\s*(\d{1,9})|\s*[(\[][x\u00d7]?(\d{1,9})[x\u00d7]?[)\]])",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(r"\s+[(\[{<*#^].*")
"""Behind a name: the set, the number in it, foil, a tag; in lists of ours what the card is."""
_COUNTS: Final = frozenset({"amount", "copies", "count", "number", "qty", "quantity"})
_CALLED: Final = frozenset({"card", "cardname", "name", "title"})
"""How programs call the columns of what they export, by their letters: how many, and of what."""
_AROUND: Final = " \t\f\v\u00a0\u200b\u200e\u200f\u202f\u2060\u3000\ufeff"
"""The signs that may stand before and behind a line, unseen."""
_TOML_GAME: Final = re.compile(r"^[\s\ufeff]*game\s*=\s*[\"']([^\"']*)[\"']", re.MULTILINE)
_UNNAMED: Final = "a deck without a name"

RulesByName = Callable[[str], Rules]
"""The rules of a game by its name; raises its own error for a name that is none."""


class BadDeckText(Exception):
    """Text that is not a deck: a sentence that says where and what to do."""


# The line.


def deck_line(rules: Rules, deck: Deck) -> str:
    """The line for a deck. Raises `BadDeckText` for one that does not fit into a line."""
    name = deck.name.encode()
    parts = [bytes([len(name)]), name]
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        counts = sorted((card_id(rules.cards[code].slug), n) for code, n in Counter(codes).items())
        if len(counts) > KINDS_MAX or any(n > COPIES_MAX for _, n in counts):
            raise BadDeckText(
                f"The {title} has more than {KINDS_MAX} different cards, or more than {COPIES_MAX} of one: "
                "that does not fit into a line."
            )
        parts += [bytes([len(counts)]), *(number + bytes([n]) for number, n in counts)]
    body = b"".join(parts)
    data = bytes([VERSION]) + len(body).to_bytes(2, "big") + body
    text = base64.b32encode(data + _check(rules.name, data)).decode().rstrip("=").lower()
    return f"{PREFIX}{rules.name}:{text}"


def card_id(slug: str) -> bytes:
    """The number of a card in a line: `_ID_BYTES` bytes of the hash of its slug."""
    return blake2b(slug.encode(), digest_size=_ID_BYTES).digest()


def _check(game: str, data: bytes) -> bytes:
    return blake2b(game.encode() + b":" + data, digest_size=_CHECK_BYTES).digest()


def read_line(text: str, rules_of: RulesByName) -> tuple[Rules, Deck]:
    """The deck of the first line in a text, however that is wrapped or mangled. Raises `BadDeckText`, and
    what `rules_of` raises."""
    game = _BEGUN.search(text)
    if game is None:
        raise BadDeckText(f"No deck begins in this text: a line begins with {PREFIX}GAME:")
    rules = rules_of(game[1].lower())
    letters = _letters(text[game.end() :][:LINE_CHARS_MAX])
    head = _start_of(letters, _HEAD_BYTES)
    if head[0] != VERSION:
        raise BadDeckText(
            f"This deck is written in form {head[0]}, and this fadenet reads form {VERSION}. Copy the whole "
            "line again, try a newer version, or ask for a list: fadenet deck export DECK --list"
        )
    data = _start_of(letters, _HEAD_BYTES + int.from_bytes(head[1:], "big") + _CHECK_BYTES)
    if data[-_CHECK_BYTES:] != _check(rules.name, data[:-_CHECK_BYTES]):
        raise BadDeckText("The check digits of this deck are wrong: copy the whole line again.")
    return rules, _unpacked(rules, data[_HEAD_BYTES:-_CHECK_BYTES])


def _letters(text: str) -> str:
    """The letters of a code as people and programs mangle it, up to the first sign that cannot be in one."""
    plain = _NOISE.sub("", text).lower().translate(_LOOKALIKES)
    return plain[: next((i for i, ch in enumerate(plain) if ch not in _ALPHABET), len(plain))]


def _start_of(letters: str, size: int) -> bytes:
    """The first bytes of a code."""
    n = -(-size * 8 // 5)
    if len(letters) < n:
        raise BadDeckText("This deck breaks off, or a sign in it is wrong: copy the whole line again.")
    return base64.b32decode(letters[:n].upper() + "=" * (-n % 8))[:size]


def _unpacked(rules: Rules, body: bytes) -> Deck:
    """The deck of a body whose check digits are right."""
    known = {card_id(card.slug): card.code for card in rules.cards[1:]}
    at, unknown, lists = 1 + body[0] if body else 0, 0, []
    name = body[1:at].decode("utf-8", "replace")
    for _ in rules.deck_tables:
        rows = body[at + 1 : at + 1 + (_ID_BYTES + 1) * body[at]] if at < len(body) else b""
        at += 1 + len(rows)
        codes: list[int] = []
        for i in range(0, len(rows) - _ID_BYTES, _ID_BYTES + 1):
            code = known.get(rows[i : i + _ID_BYTES])
            unknown += code is None
            codes += [code] * rows[i + _ID_BYTES] if code is not None else []
        lists.append(tuple(codes))
    if at != len(body) or not is_name(name):
        raise BadDeckText("This is not a deck of this game: ask for its line, or its list, again.")
    if unknown:
        raise BadDeckText(
            f"{unknown} of its cards {'is' if unknown == 1 else 'are'} not in the card set of {rules.name} "
            "here. Try the version that it was made with."
        )
    return Deck(name, "", tuple(lists))


# The list.


def deck_list(rules: Rules, deck: Deck) -> str:
    """A deck as a list for people, which `read_list` reads to the same deck, its cards in another order."""
    lines = [f"Game: {rules.name}", f"Name: {deck.name}", *([f"Plan: {deck.plan}"] if deck.plan else [])]
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        counts = Counter(rules.cards[code].name for code in codes)
        lines += ["", title, *(f"{n} {name}" for name, n in sorted(counts.items()))]
    return "\n".join(lines) + "\n"


def read_list(text: str, rules_of: RulesByName, game: str = "") -> tuple[Rules, Deck]:
    """The deck of a plain list. game: whose cards these are, if the list does not say it. Cards under no
    heading are put where they belong. Raises `BadDeckText`, and what `rules_of` raises."""
    lines = text.splitlines()
    if len(text) > LIST_CHARS_MAX or len(lines) > LIST_LINES_MAX:
        raise BadDeckText(f"A list has at most {LIST_LINES_MAX} lines and {LIST_CHARS_MAX} characters.")
    said = {"game": game, "name": _UNNAMED, "plan": ""}
    reading: _Reading | None = None
    for number, line in enumerate((line.strip(_AROUND) for line in lines), 1):
        about = _SAID.fullmatch(line)
        if about is not None:
            said[about[1].lower()] = about[2].lower() if about[1].lower() == "game" else about[2]
        elif line and not line.startswith(("#", "//")):
            if not said["game"]:
                raise BadDeckText("The list does not say of which game it is: add a line  Game: NAME")
            reading = reading or _Reading(rules_of(said["game"]))
            reading.take(number, typed(line))
    if reading is not None and reading.faults:
        raise BadDeckText(_listed(reading.faults))
    if reading is None or not any(reading.lists):
        raise BadDeckText("There is no card in it. A line of a list is a number and a name: 2 Comet Uppercut")
    if not is_name(said["name"]) or not is_plan(said["plan"]):
        raise BadDeckText(
            f"The name of a deck has 1 to {NAME_MAX} printable characters, its plan at most {PLAN_MAX}."
        )
    return reading.rules, Deck(said["name"], said["plan"], tuple(map(tuple, reading.lists)))


def _listed(faults: Sequence[str]) -> str:
    """The faults of the lines of a list, `FAULTS_MAX` sentences at most, then how many more there are."""
    more = len(faults) - FAULTS_MAX
    return " ".join([*faults[:FAULTS_MAX], *([f"And {more} more such lines."] if more > 0 else [])])


class _Reading:
    """A list as far as it is read. lists: the codes for each deck of the game; faults: a sentence for each
    line that could not be read."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lists: list[list[int]] = [[] for _ in rules.deck_tables]
        self.faults: list[str] = []
        self._names = names_of(rules)
        self._table = catalogue_of(rules).table
        self._under: int | None = None
        self._titles = {letters(word): at for at, names in enumerate(rules.deck_tables) for word in names}
        self._columns: tuple[str, int, int] | None = None  # the delimiter; where counts and where names are

    def take(self, number: int, line: str) -> None:
        """Read one line: a heading, or so many of a card."""
        if len(line) > CARD_CHARS_MAX:
            self.faults.append(f"Line {number}: a line has at most {CARD_CHARS_MAX} characters.")
            return
        under = self._titles.get(letters(_NUMBERED.sub("", line)))
        self._under = self._under if under is None else under
        if under is None and not self._is_header(line):
            n, code, name = self._counted(line)
            self._put(f"Line {number}: ", n, code, name)

    def _is_header(self, line: str) -> bool:
        """Whether the line tells which columns those below it have, which is noted."""
        for delimiter in DELIMITERS:
            titles = [letters(cell) for cell in _cells(line, delimiter)]
            counts = next((at for at, title in enumerate(titles) if title in _COUNTS), -1)
            names = next((at for at, title in enumerate(titles) if title in _CALLED), -1)
            if counts >= 0 and names >= 0:
                self._columns = delimiter, counts, names
                return True
        return False

    def _put(self, place: str, n: int, code: int | None, name: str) -> None:
        if code is None:
            self.faults.append(place + unknown_card(self._names, self.rules, name))
            return
        table = self.lists[self._table(self.rules.cards[code]) if self._under is None else self._under]
        if 0 < n <= COPIES_MAX - table.count(code):
            table += [code] * n
        else:
            self.faults.append(f"{place}there are 1 to {COPIES_MAX} copies of a card, not {n}.")

    def _counted(self, line: str) -> tuple[int, int | None, str]:
        """(how many, the code of which card or None, what it is called there): the first way to read the
        line in which there is such a card."""
        ways = [*self._row(line), *_ways(line), *_ways(_BULLET.sub("", line, count=1)), *_rows(line)]
        unmarked = [(n, _MARKED.sub("", name)) for n, name in ways]
        for n, name in (*ways, *unmarked):
            code = self._names.get(letters(name))
            if code is not None:
                return n, code, name
        n, name = min(ways, key=lambda way: len(way[1]))
        return n, None, name

    def _row(self, line: str) -> list[tuple[int, str]]:
        """(how many, the name) as a line says it in the columns of the list's header; empty without both."""
        if self._columns is None:
            return []
        delimiter, counts, names = self._columns
        cells = _cells(line, delimiter)
        if len(cells) <= max(counts, names) or not _is_count(cells[counts]):
            return []
        return [(int(cells[counts]), cells[names])]


def _ways(line: str) -> list[tuple[int, str]]:
    """(how many, the name) as a line may mean it: NAME, 2 NAME, 2x NAME, NAME x2, NAME: 2, NAME (2)."""
    ways = [(1, line)]
    if first := _COUNT_FIRST.fullmatch(line):
        ways.append((int(first[1] or first[2]), first[3]))
    elif last := _COUNT_LAST.fullmatch(line):
        ways.append((int(last[2] or last[3] or last[4]), last[1]))
    return ways


def _rows(line: str) -> list[tuple[int, str]]:
    """The same for a row of a table without a header: the first number counts one of the other cells."""
    found = []
    for cells in (_cells(line, delimiter) for delimiter in DELIMITERS):
        n = next((int(cell) for cell in cells if _is_count(cell)), 1)
        found += [(n, cell) for cell in cells if len(cells) > 1 and cell and not _is_count(cell)]
    return found


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _is_count(cell: str) -> bool:
    return cell.isdecimal() and len(cell) < 10


def names_of(rules: Rules) -> dict[str, int]:
    """The codes of all cards by the letters of their names."""
    return {letters(card.name): card.code for card in rules.cards[1:]}


def unknown_card(names: Mapping[str, int], rules: Rules, name: str) -> str:
    """A sentence about a card that there is not, with those that may have been meant."""
    word = letters(name[:60])
    near = [names[one] for one in get_close_matches(word, names, 2 * NEAR)]
    near += [code for one, code in names.items() if len(word) > 2 and word in one and code not in near]
    meant = [rules.cards[code].name for code in dict.fromkeys(near)][:NEAR]
    shown = "".join(ch if ch.isprintable() else "\ufffd" for ch in name[:60])
    return f"{rules.name} has no card '{shown}'" + (f"; did you mean {' or '.join(meant)}?" if meant else ".")


# Either.


def read_shared(text: str, rules_of: RulesByName, game: str = "") -> tuple[Rules, Deck]:
    """The deck of a line, a list or a deck file. game: as in `read_list`. Raises `BadDeckText`, `LoadError`
    for a deck file, and what `rules_of` raises."""
    if PREFIX in text.lower():
        return read_line(text, rules_of)
    named = _TOML_GAME.search(text)
    if named is not None:
        rules = rules_of(named[1])
        return rules, read_deck(rules, text, "deck")
    return read_list(text, rules_of, game)

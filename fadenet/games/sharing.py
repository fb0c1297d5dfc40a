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
import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from hashlib import blake2b
from typing import Final

from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import NAME_MAX, PLAN_MAX, Deck, is_name, is_plan, read_deck

PREFIX: Final = "fadenet-deck:"
VERSION: Final = 1
LINE_CHARS_MAX: Final = 4_000
"""So many characters of what stands behind the prefix are looked at; the longest line has fewer."""
COPIES_MAX: Final = 255
"""How often a card may be in a deck that is shared."""
KINDS_MAX: Final = 255
"""How many different cards one of the decks of a line may hold."""
LIST_CHARS_MAX: Final = 64 * 1024
LIST_LINES_MAX: Final = 1_000
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
_SAID: Final = re.compile(r"(game|name|plan)\s*:\s*(.*)", re.IGNORECASE)
_COUNTED: Final = re.compile(r"(?:(\d{1,9})\s*x?\s+)?(.+)", re.IGNORECASE)
_HEADING: Final = re.compile(r"\[?([^\]:(]+?)\]?\s*:?\s*\(?(?:\d+(?: cards?)?)?\)?:?")
_TOML_GAME: Final = re.compile(r"^\s*game\s*=\s*[\"']([^\"']*)[\"']", re.MULTILINE)
_UNNAMED: Final = "a deck without a name"

RulesOf = Callable[[str], Rules]
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
    """What a card is called in a line."""
    return blake2b(slug.encode(), digest_size=_ID_BYTES).digest()


def _check(game: str, data: bytes) -> bytes:
    return blake2b(game.encode() + b":" + data, digest_size=_CHECK_BYTES).digest()


def read_line(text: str, rules_of: RulesOf) -> tuple[Rules, Deck]:
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


def read_list(text: str, rules_of: RulesOf, game: str = "") -> tuple[Rules, Deck]:
    """The deck of a plain list. game: whose cards these are, if the list does not say it. Cards under no
    heading are put where they belong. Raises `BadDeckText`, and what `rules_of` raises."""
    lines = text.splitlines()
    if len(text) > LIST_CHARS_MAX or len(lines) > LIST_LINES_MAX:
        raise BadDeckText(f"A list has at most {LIST_LINES_MAX} lines and {LIST_CHARS_MAX} characters.")
    said = {"game": game, "name": _UNNAMED, "plan": ""}
    reading: _Reading | None = None
    for number, line in enumerate(map(str.strip, lines), 1):
        about = _SAID.fullmatch(line)
        if about is not None:
            said[about[1].lower()] = about[2].lower() if about[1].lower() == "game" else about[2]
        elif line and not line.startswith(("#", "//")):
            if not said["game"]:
                raise BadDeckText("The list does not say of which game it is: add a line  Game: NAME")
            reading = reading or _Reading(rules_of(said["game"]))
            reading.take(number, line)
    if reading is None or not any(reading.lists):
        raise BadDeckText("There is no card in it. A line of a list is a number and a name: 2 Comet Uppercut")
    if not is_name(said["name"]) or not is_plan(said["plan"]):
        raise BadDeckText(
            f"The name of a deck has 1 to {NAME_MAX} printable characters, its plan at most {PLAN_MAX}."
        )
    return reading.rules, Deck(said["name"], said["plan"], tuple(map(tuple, reading.lists)))


class _Reading:
    """A list as far as it is read. lists: the codes for each deck of the game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lists: list[list[int]] = [[] for _ in rules.deck_tables]
        self._names = names_of(rules)
        self._table = catalogue_of(rules).table
        self._under: int | None = None

    def take(self, number: int, line: str) -> None:
        """Read one line: a heading, or so many of a card."""
        heading = _HEADING.fullmatch(line)
        titles = [{key.lower(), title.lower()} for key, title in self.rules.deck_tables]
        under = [i for i, names in enumerate(titles) if heading and heading[1].strip().lower() in names]
        if under:
            self._under = under[0]
            return
        counted = _COUNTED.fullmatch(line)
        assert counted is not None
        n, name = int(counted[1] or 1), counted[2]
        code = self._names.get(name.lower()) or self._names.get(name.partition(" (")[0].lower())
        if code is None:
            raise BadDeckText(f"Line {number}: {unknown_card(self._names, self.rules, name)}")
        card = self.rules.cards[code]
        table = self.lists[self._table(card) if self._under is None else self._under]
        if not 0 < n <= COPIES_MAX - table.count(code):
            raise BadDeckText(f"Line {number}: there are 1 to {COPIES_MAX} copies of a card, not {n}.")
        table += [code] * n


def names_of(rules: Rules) -> dict[str, int]:
    """The codes of all cards by what they are called: their names and slugs, in small letters."""
    cards = rules.cards[1:]
    return {card.slug: card.code for card in cards} | {card.name.lower(): card.code for card in cards}


def unknown_card(names: Mapping[str, int], rules: Rules, name: str) -> str:
    """A sentence about a card that there is not, with those that may have been meant."""
    word = name.lower()[:60]
    near = [names[one] for one in get_close_matches(word, names, 2 * NEAR)]
    near += [code for one, code in names.items() if len(word) > 2 and word in one and code not in near]
    meant = [rules.cards[code].name for code in dict.fromkeys(near)][:NEAR]
    shown = "".join(ch if ch.isprintable() else "\ufffd" for ch in name[:60])
    return f"{rules.name} has no card '{shown}'" + (f"; did you mean {' or '.join(meant)}?" if meant else ".")


# Either.


def read_shared(text: str, rules_of: RulesOf, game: str = "") -> tuple[Rules, Deck]:
    """The deck of a line, a list or a deck file. game: as in `read_list`. Raises `BadDeckText`, `LoadError`
    for a deck file, and what `rules_of` raises."""
    if PREFIX in text.lower():
        return read_line(text, rules_of)
    named = _TOML_GAME.search(text)
    if named is not None:
        rules = rules_of(named[1])
        return rules, read_deck(rules, text, "deck")
    return read_list(text, rules_of, game)

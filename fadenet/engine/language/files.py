"""Card files: the bounds of any text from anybody, the tables in it, and the hashes that name a card set.

A game says where its files are and how one table becomes a card. Everything else is the same for all of them:
bounds before the parser sees a text, unique slugs and names, an error that names file, card and key.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources
from typing import Any, Final, TypeVar

from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.letters import reading
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.language.mending import FAULTS_MAX, CompileCard, faults_of
from fadenet.engine.rules import Depending, Rules

CARD_FILE_BYTES: Final = 262_144
CARD_FILE_DEPTH: Final = 8
CARD_FILE_PARTS: Final = 4
CARD_FILES_KEPT: Final = 64
"""How many card files stay parsed for the next rules that hold them: those of all games and their formats."""
TOKENS: Final = re.compile(
    r"""
    \"{3} (?: [^\\] | \\. )*? (?: "{3,5} | \Z )   # text and comments, up to the end if nothing ends them:
    | '{3} .*? (?: '{3,5} | \Z )                  # the parser stops there, too
    | " (?: [^"\\\n] | \\. )* "? | ' [^'\n]* '?
    | [#] [^\n]*
    | [][{}.=,\n]
    """,
    re.VERBOSE | re.DOTALL,
)
_BREAKS: Final = frozenset("[]{}=,\n")
"""Marks that end a dotted key, which stands on one line; no value has more than one dot outside of text."""

R = TypeVar("R", bound=Rules)
SourceFile = tuple[str, str]
"""The name of a file and its text."""


def sources(package: str, *path: str) -> list[SourceFile]:
    """The TOML files of a folder of a package, by name."""
    folder = resources.files(package).joinpath(*path)
    return sorted((f.name, f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml"))


def text(package: str, *path: str) -> str:
    """A file that comes with a game, as text."""
    return resources.files(package).joinpath(*path).read_text("utf-8")


def data(package: str, *path: str) -> dict[str, Any]:
    """A TOML file that comes with a game: read once, and nobody's to change."""
    return _parsed(package, path)


@cache
def _parsed(package: str, path: tuple[str, ...]) -> dict[str, Any]:
    return tomllib.loads(text(package, *path))


def book(package: str, name: str) -> dict[str, Any]:
    """The rule book of a game as data: `[book]` with its figures, and the rules in their order."""
    return data(package, "rules", f"{name}.toml")


def parse(text: str, file: str) -> dict[str, Any]:
    """Parse TOML from anybody: size, nesting and dotted keys are bounded before the parser sees it.

    A byte order mark in front, as editors of Windows put it there, is passed over.
    """
    text = text.removeprefix("\ufeff")
    if len(text.encode()) > CARD_FILE_BYTES:
        raise LoadError(file, "", "size", f"the file is larger than {CARD_FILE_BYTES} bytes; split it")
    depth = dots = 0
    for token in TOKENS.finditer(text):
        mark = token[0]
        if mark == ".":
            dots += 1
            if dots >= CARD_FILE_PARTS:
                raise _beyond(text, token, file, f"a key has at most {CARD_FILE_PARTS} parts")
        elif mark in _BREAKS:
            dots = 0
            depth += (mark in "[{") - (mark in "]}")
            if depth > CARD_FILE_DEPTH:
                raise _beyond(text, token, file, f"brackets are nested deeper than {CARD_FILE_DEPTH}")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise LoadError(file, "", "", f"this is not TOML: {error}") from error


def _beyond(text: str, token: re.Match[str], file: str, why: str) -> LoadError:
    return LoadError(file, "", f"line {text.count(chr(10), 0, token.start()) + 1}", why)


def card_tables(texts: list[SourceFile], game: str = "") -> dict[str, tuple[str, dict[str, Any]]]:
    """The tables `[card.<slug>]` of card files: slug -> (file, table). Raises `LoadError`.

    A card that several games have says what is printed in each: `[card.<slug>.in.<game>]`. It is left out for
    a game that it does not name, and has no such table in one that it does. Where a list of tables stands in
    both, as abilities do, those of the game come behind the card's own.
    """
    tables: dict[str, tuple[str, dict[str, Any]]] = {}
    for file, text in texts:
        for slug, table in _cards_of(file, text).items():
            if slug in tables:
                raise LoadError(file, slug, "", f"this card stands in {tables[slug][0]} already")
            printed = _printed(file, slug, table, game)
            if printed is not None:
                tables[slug] = (file, printed)
    return tables


def _printed(file: str, slug: str, table: dict[str, Any], game: str) -> dict[str, Any] | None:
    """A card as it is printed in a game, None if it is not."""
    if "in" not in table:
        return table
    games: dict[str, dict[str, Any]] = table["in"]
    if type(games) is not dict or not all(type(printed) is dict for printed in games.values()):
        raise LoadError(file, slug, "in", "write [card.<slug>.in.<game>] tables of what is printed")
    if game not in games:
        return None
    printed = {key: value for key, value in table.items() if key != "in"}
    for key, value in games[game].items():
        if key not in printed:
            printed[key] = value
        elif _of_tables(value) and _of_tables(printed[key]):
            printed[key] = printed[key] + value
        else:
            raise LoadError(file, slug, f"in.{game}", f"{key!r} stands in the card itself already")
    return printed


def _of_tables(value: Any) -> bool:
    return type(value) is list and all(type(one) is dict for one in value)


@lru_cache(CARD_FILES_KEPT)
def _cards_of(file: str, text: str) -> dict[str, dict[str, Any]]:
    tables = parse(text, file)
    for key in tables:
        if key != "card":
            raise LoadError(file, "", key, "a card file holds only tables [card.<slug>]")
    cards = tables.get("card", {})
    if type(cards) is not dict or not all(type(v) is dict for v in cards.values()):
        raise LoadError(file, "", "card", "write each card as a table [card.<slug>]")
    return cards


def add_cards(
    rules: R,
    texts: list[SourceFile],
    compile_card: CompileCard,
    version: int = 0,
) -> R:
    """Compile card files into rules, in the order of their slugs, and hash them; returns the rules.

    The cards of the rules' own sets follow, set by set; where one of these does not lie beside the cards of
    the game, those are left out. version: of the game's code, raised with every change that makes an old
    match replay differently. Raises `LoadErrors` with all that is wrong.
    """
    own = card_tables(texts, rules.name)
    tables = {slug: own[slug] for slug in sorted(own)} if rules.own_cards else {}
    for one in rules.sets:
        tables |= {one.slug(slug): (one.name, dict(one.cards[slug])) for slug in sorted(one.cards)}
    faults: list[LoadError] = []
    left: dict[str, dict[str, Any]] = {}
    named: dict[str, str] = {}
    for slug, (file, table) in tables.items():
        try:
            card = compile_card(file, slug, table, len(rules.cards))
            read = reading(card.name)
            if read in named:
                alike = "is the name of" if card.name in rules.names else "reads as the name of"
                raise LoadError(file, slug, "name", f"'{card.name}' {alike} '{named[read]}' too", card.name)
            named[read] = slug
            rules.add_card(card)
        except LoadError as error:
            found, readable = faults_of(compile_card, file, slug, table, len(rules.cards))
            faults += found or error.faults
            left |= {slug: readable} if readable is not None else {}
            if len(faults) > FAULTS_MAX:
                break
    faults += [*_unknown_names(rules), *_built_on(rules)] if not faults else []
    if faults:
        raise LoadErrors(faults, left=left)
    rules.written = {slug: table for slug, (_, table) in tables.items()}
    rules.awaited = frozenset().union(*(card.by_event for card in rules.cards))
    rules.card_hash = hash_of(b"fn1/cards", [(slug, own[slug][1]) for slug in sorted(own)])
    if rules.sets:
        pool = [*[rules.card_hash] * rules.own_cards, *(one.hash for one in rules.sets)]
        rules.card_hash = hash_of(b"fn1/pool", [part.hex() for part in pool])
    chosen = [rules.format, rules.options] if rules.format != "duel" or rules.options else []
    rules.hash = hash_of(b"fn1/rules", [rules.name, version, rules.book.figures, *chosen])
    return rules


def _unknown_names(rules: Rules) -> list[LoadError]:
    """The faults of names in texts: no card is called so, or it is not a token where one is brought.

    A card of a game may speak of one that its edition lacks.
    """
    faults: list[LoadError] = []
    for file, slug, key, name, token in rules.spoken_of:
        if len(faults) == FAULTS_MAX:
            break
        code = rules.names.get(name, 0)
        if not code and (token or ":" in slug):
            hint = f"no card is called '{name}'{in_place_of(name, rules.names)}"
            faults.append(LoadError(file, slug, key, hint, name))
        elif token and not rules.cards[code].types & rules.token_types:
            hint = f"'{name}' is no token: a card that decks hold is not brought from outside"
            faults.append(LoadError(file, slug, key, hint, name))
    return faults


def _built_on(rules: Rules) -> list[LoadError]:
    """The continuous effects of sets that ask for what another one gives that asks itself: what is worked out
    of values that are worked out so themselves takes ever longer, or has no end.
    """
    faults: list[LoadError] = []
    given = {other.gives: other for other in rules.depending}
    given_by_sets = {other.gives: other for other in rules.depending if ":" in other.card}
    for one in rules.depending:
        there = given if ":" in one.card else given_by_sets
        asked = sorted(one.asks & there.keys())
        if asked and len(faults) < FAULTS_MAX:
            other = there[asked[0]]
            at, beside = (one, other) if ":" in one.card else (other, one)
            hint = (
                f"{_depends(at)}, and {_depends(beside)} by '{beside.card}': a continuous effect depends on "
                "nothing that one gives that depends on values itself"
            )
            faults.append(LoadError(at.file, at.card, at.key, hint))
    return faults


def _depends(one: Depending) -> str:
    return f"{one.gives} depends on {' and '.join(sorted(one.asks))}"


def hash_of(tag: bytes, value: Any) -> bytes:
    """BLAKE2b-256 over a canonical text of plain data: sorted keys, no white space."""
    return blake2b(_canonical(value).encode(), digest_size=32, person=tag.ljust(16, b"\0")).digest()


def _canonical(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{_canonical(k)}:{_canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_canonical(v) for v in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)

"""Reads an edition's files and compiles them into rules: the one module here that touches files."""

from __future__ import annotations

import tomllib
from hashlib import blake2b
from importlib import resources
from typing import Any

from fadenet.engine.errors import LoadError
from fadenet.games.fade import cards, vocabulary, words
from fadenet.games.fade.rules import FadeRules

CARD_FILE_BYTES = 262_144
CARD_FILE_DEPTH = 8
CARD_FILE_DOTS = 4
ENGINE_VERSION = 1
"""Raised with every change that makes an old match replay differently; part of the rules hash."""

_ROOT = resources.files("fadenet.games.fade")


def bare_edition(name: str) -> FadeRules:
    """The rules of an edition without any card: `add_cards` completes them."""
    book = _book(name)
    rules = FadeRules(name, book["book"]["figures"])
    rules.book = {rule["id"]: rule for rule in book["rule"]}
    rules.title = book["book"]["title"]
    return rules


def load_edition(name: str) -> FadeRules:
    """The rules of an edition with the cards that come with it."""
    rules = bare_edition(name)
    sources = sorted(
        (f.name, f.read_text("utf-8")) for f in (_ROOT / "cards" / name).iterdir() if f.name.endswith(".toml")
    )
    add_cards(rules, sources)
    return rules


def add_cards(rules: FadeRules, sources: list[tuple[str, str]]) -> None:
    """Compile card files, given as (file name, text), into fresh rules and seal them. Raises `LoadError`."""
    tables: dict[str, tuple[str, dict[str, Any]]] = {}
    names: dict[str, str] = {}
    for file, text in sources:
        for slug, table in cards.check_file(parse(text, file), file).items():
            if slug in tables:
                raise LoadError(file, slug, "", f"this card stands in {tables[slug][0]} already")
            tables[slug] = (file, table)
    language = vocabulary.make_language(rules)
    rules.predicates[:] = [words.may_lie_on_character, words.may_lie_beside_player]
    rules.predicate_texts[:] = ["a Skill or Reaction", "a card with Surprise"]
    for slug in sorted(tables):
        file, table = tables[slug]
        card = cards.compile_card(language, file, slug, table, len(rules.cards))
        if card.name in names:
            raise LoadError(file, slug, "name", f"'{card.name}' is the name of '{names[card.name]}' too")
        names[card.name] = slug
        rules.cards.append(card)
        rules.by_slug[slug] = card
    rules.card_hash = _hash(b"fn1/cards", [(slug, tables[slug][1]) for slug in sorted(tables)])
    rules.hash = _hash(b"fn1/rules", [rules.name, ENGINE_VERSION, rules.figures])
    rules.seal()


def parse(text: str, file: str) -> dict[str, Any]:
    """Parse TOML from anybody: size, nesting and dotted keys are bounded before the parser sees it."""
    if len(text.encode()) > CARD_FILE_BYTES:
        raise LoadError(file, "", "size", f"the file is larger than {CARD_FILE_BYTES} bytes; split it")
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        key = line.split("=", 1)[0].split("#", 1)[0]
        if key.count(".") >= CARD_FILE_DOTS:
            raise LoadError(file, "", f"line {number}", f"a key has at most {CARD_FILE_DOTS} parts")
        quote = ""
        for ch in line:
            if quote:
                quote = "" if ch == quote else quote
            elif ch in "\"'":
                quote = ch
            elif ch in "[{":
                depth += 1
                if depth > CARD_FILE_DEPTH * 2:
                    raise LoadError(file, "", f"line {number}", "brackets are nested too deep")
            elif ch in "]}":
                depth -= 1
            elif ch == "#":
                break
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise LoadError(file, "", "", f"this is not TOML: {error}") from error


def _book(name: str) -> dict[str, Any]:
    return tomllib.loads((_ROOT / "rules" / f"{name}.toml").read_text("utf-8"))


def _hash(tag: bytes, value: Any) -> bytes:
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

"""Reads card sets of somebody's own: one TOML file or several, with a head, cards and decks.

    [set]
    code = "ash"
    name = "Ashes of the Ninth Bell"
    game = "GAME"
    version = 3
    by = "Mira"
    license = "CC-BY-4.0"
    with = ["GAME"]

    [card.ember-oath]
    ...
    [deck.first-ash]
    name = "First Ash"
    [deck.first-ash.deck]
    ember-oath = 4

A set that is read has the right shape and is within its bounds, whoever wrote it. Whether its cards and decks
make sense shows when they are put into the rules of a game.

A set is packed as one line of JSON (RFC 8259) in UTF-8: the tables `set`, `card` and `deck`, the keys of the
head in the order above and all others as they are written, since an effect begins with its word; nothing
between the marks, and in text a backslash before quotes and backslashes alone. Its hash is BLAKE2b-256 over
these bytes, personalised `fn1/set`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from fadenet.engine.cardset import CardSet, id_of
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.files import CARD_FILE_BYTES, CARD_FILE_DEPTH, SourceFile, parse
from fadenet.engine.language.letters import amiss
from fadenet.engine.language.meant import in_place_of

PACKED_MAX: Final = CARD_FILE_BYTES
"""Bytes of a packed set."""
CARDS_MAX: Final = 600
DECKS_MAX: Final = 32
BESIDE_MAX: Final = 8
TEXT_MAX: Final = 400
"""Characters in any text of a set."""
DEPTH_MAX: Final = CARD_FILE_DEPTH + 2
"""So deep are tables and lists nested in a card: in a file an ability is one without a bracket of its own."""
NUMBER_MAX: Final = 2**31
"""No number of a set is larger, or below its negative."""
NAME_MAX: Final = 60
SLUG_MAX: Final = 40
_CODE: Final = re.compile("[a-z]{2,5}")
_SLUG: Final = re.compile(rf"[a-z0-9-]{{1,{SLUG_MAX}}}")
_HEAD: Final = ("code", "name", "game", "version", "by", "license", "with")
_LEFT_OUT: Final = {"version": 1, "by": "", "license": ""}
_PARTS: Final = ("set", "card", "deck")

_ENCODER: Final = msgspec.json.Encoder()

SetData = dict[str, dict[str, Any]]
Fault = Callable[[str, str, str], None]
"""Takes the card or deck, the key, and what to do."""


def read_set(texts: Sequence[SourceFile]) -> CardSet:
    """The set that is written in one file, or spread over several with the head in one of them.

    Raises `LoadErrors`, with the faults of all files.
    """
    parts, faults = merged(texts)
    if faults:
        raise LoadErrors(faults)
    return set_of(parts, texts[0][0])


def merged(texts: Sequence[SourceFile]) -> tuple[SetData, list[LoadError]]:
    """(the tables of all files that can be read, what is wrong with the others)."""
    faults: list[LoadError] = []
    parts: SetData = {part: {} for part in _PARTS}
    for file, text in texts:
        try:
            tables = parse(text, file)
        except LoadError as error:
            faults.append(error)
            continue
        for part, table in tables.items():
            if part not in _PARTS or type(table) is not dict:
                meant = in_place_of(part, _PARTS)
                hint = f"a card set holds only [set], [card.<slug>] and [deck.<slug>]{meant}"
                faults.append(LoadError(file, "", part, hint))
                continue
            for key in [key for key in table if key in parts[part]]:
                card, where = ("", f"set.{key}") if part == "set" else (key, part)
                faults.append(LoadError(file, card, where, "this stands in another file of the set already"))
            parts[part] |= table
    return parts, faults


def set_of(data: Mapping[str, Any], file: str) -> CardSet:
    """The set of the data of a set, wherever it comes from: its tables `set`, `card` and `deck`. Raises
    `LoadErrors`; file: where it says that they are."""
    faults: list[LoadError] = []

    def fault(card: str, key: str, hint: str) -> None:
        faults.append(LoadError(file, card, key, hint))

    head, cards, decks = (data.get(part, {}) for part in _PARTS)
    _check_head(head, fault)
    for part, tables, most in (("card", cards, CARDS_MAX), ("deck", decks, DECKS_MAX)):
        _check_tables(part, tables, most, fault)
    if not faults and not cards:
        fault("", "card", "a set has at least one card: write [card.<slug>]")
    if faults:
        raise LoadErrors(faults)
    whole = _whole(head, cards, decks)
    line = _ENCODER.encode(whole)
    if len(line) > PACKED_MAX:
        raise LoadErrors([LoadError(file, "", "size", f"packed it has {len(line)} bytes, over {PACKED_MAX}")])
    head, hash = whole["set"], blake2b(line, digest_size=32, person=b"fn1/set").digest()
    return CardSet(
        code=head["code"],
        name=head["name"],
        game=head["game"],
        version=head["version"],
        by=head["by"],
        license=head["license"],
        beside=tuple(head["with"]),
        cards=cards,
        decks=decks,
        hash=hash,
        id=id_of(hash),
    )


def packed(card_set: CardSet) -> bytes:
    """The line of a set, of which `unpacked` makes an equal one."""
    head = {
        "code": card_set.code,
        "name": card_set.name,
        "game": card_set.game,
        "version": card_set.version,
        "by": card_set.by,
        "license": card_set.license,
        "with": list(card_set.beside),
    }
    return _ENCODER.encode(_whole(head, card_set.cards, card_set.decks))


def unpacked(line: bytes, file: str) -> CardSet:
    """The set of a line from anybody. Raises `LoadError`; file: where it says that it stands."""
    try:
        if len(line) > PACKED_MAX:
            raise ValueError(f"it has over {PACKED_MAX} bytes")
        data = msgspec.json.decode(line, type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise LoadError(file, "", "", f"this is no packed card set: {error}") from None
    found = set_of(data, file)
    if packed(found) != line:
        raise LoadError(file, "", "", "this is no packed card set: it is not written in the one way")
    return found


def _whole(head: Mapping[str, Any], cards: Mapping[str, Any], decks: Mapping[str, Any]) -> SetData:
    """All tables in their order, those of the head with what it leaves out."""
    full = {**_LEFT_OUT, **head}
    return {"set": {key: full[key] for key in _HEAD}, "card": dict(cards), "deck": dict(decks)}


def _check_head(head: Any, fault: Fault) -> None:
    if type(head) is not dict or not head:
        fault("", "set", "write a head [set] with: " + ", ".join(_HEAD))
        return
    for key in head:
        if key not in _HEAD:
            meant = in_place_of(key, _HEAD)
            fault("", f"set.{key}", f"there is no key '{key}' here{meant}; known: {', '.join(_HEAD)}")
    code, version, beside = head.get("code"), head.get("version", 1), head.get("with")
    if type(code) is not str or not _CODE.fullmatch(code):
        fault("", "set.code", "a code is two to five small letters, which stand before its slugs")
    for key, least in (("name", 1), ("game", 1), ("by", 0), ("license", 0)):
        text = head.get(key, "" if least == 0 else None)
        if type(text) is not str or not least <= len(text) <= NAME_MAX:
            fault("", f"set.{key}", f"write {least} to {NAME_MAX} characters")
        elif why := amiss(text):
            fault("", f"set.{key}", why)
    if type(version) is not int or not 0 < version <= NUMBER_MAX:
        fault("", "set.version", "a version is a whole number from 1 on")
    told = type(beside) is list and len(beside) <= BESIDE_MAX
    if not told or not all(type(one) is str and 0 < len(one) <= SLUG_MAX for one in beside or ()):
        fault(
            "",
            "set.with",
            "write a list of what its cards lie beside: the name of the game for those that come with it, "
            "codes of other sets, nothing for a set that stands alone",
        )


def _check_tables(part: str, tables: Any, most: int, fault: Fault) -> None:
    if type(tables) is not dict or not all(type(table) is dict for table in tables.values()):
        fault("", part, f"write each {part} as a table [{part}.<slug>]")
        return
    if len(tables) > most:
        fault("", part, f"a set has at most {most} {part}s, and this one {len(tables)}")
    for slug, table in tables.items():
        if not _SLUG.fullmatch(slug):
            fault(slug, part, f"a slug is 1 to {SLUG_MAX} small letters, digits and '-'")
        _check_data(table, part, slug, "", 0, fault)


def _check_data(value: Any, part: str, slug: str, key: str, depth: int, fault: Fault) -> None:
    """Whether a value is plain data within its bounds: text, whole numbers, true and false, lists, tables."""
    if type(value) in (dict, list):
        if depth > DEPTH_MAX:
            fault(slug, key, f"this is nested deeper than {DEPTH_MAX}")
            return
        if type(value) is list:
            for n, one in enumerate(value, 1):
                _check_data(one, part, slug, f"{key} {n}", depth + 1, fault)
            return
        for word, one in value.items():
            if type(word) is not str:
                fault(slug, key or part, "the keys of a table are text")
            else:
                _check_data(one, part, slug, f"{key}.{word}" if key else word, depth + 1, fault)
    elif type(value) is str:
        why = amiss(value) if len(value) <= TEXT_MAX else f"it has at most {TEXT_MAX} characters"
        if why:
            fault(slug, key, f"this is not a text of a card: {why}")
    elif type(value) is int:
        if abs(value) > NUMBER_MAX:
            fault(slug, key, f"a number is at most {NUMBER_MAX}")
    elif type(value) is not bool:
        fault(slug, key, "write text, a whole number, true, false, a list or a table")

"""Tables in the shape that a game gives them: all that does not fit is told, and what does is kept.

A key of an error is written as the author finds it: `hp`, `ability 2`, `ability 2.limit`, `keywords.Tough`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.compiler import Compiler
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.language.schema import Shape

Path = tuple[str | int, ...]
"""Where a value stands in a table: keys, and places in lists from 0."""

_PATH: Final = re.compile(r" - at `\$([^`]*)`$")
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_MISSING: Final = re.compile(r"Object missing required field `([^`]+)`")
_OTHER: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_WORD: Final = re.compile(r"Invalid enum value '([^']*)'")
_KINDS: Final = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a broken number",
}
"""The kinds of values by msgspec's names for them."""
FAULTS_MAX: Final = 100
"""So many faults of a table are looked for."""


def converted(c: Compiler, table: dict[str, Any], shape: type[Shape]) -> Shape:
    """A table in a shape. Raises `LoadError` with all keys that do not fit."""
    faults = _unknown(c, table, shape, ())
    for fault in faults:
        table = without(table, path_of(fault.key)) or table
    while len(faults) < FAULTS_MAX:
        try:
            made = msgspec.convert(table, shape)
        except msgspec.ValidationError as error:
            path = _path_of(str(error))
            faults.append(_told(c, shape, table, path, str(error)))
            less = without(table, path)
            if less is None:
                break
            table = less
            continue
        if faults:
            break
        return made
    raise LoadErrors(faults)


def key_of(path: Path) -> str:
    """A path as the key of an error."""
    said = ""
    for step in path:
        if type(step) is int:
            said += f" {step + 1}"
        else:
            said += f".{step}" if said else str(step)
    return said


def path_of(key: str) -> Path:
    """The path of a key, which is one of an error."""
    path: list[str | int] = []
    for part in key.split("."):
        word, _, n = part.rpartition(" ")
        path += [word, int(n) - 1] if word and n.isdecimal() and len(n) < 7 else [part]
    return tuple(path)


def without(table: dict[str, Any], path: Path) -> dict[str, Any] | None:
    """A table without the value at a path, or without the nearest one that there is around it; None if not
    even its first key is there."""
    if not path or path[0] not in table:
        return None
    less: dict[str, Any] = _without(table, path)
    return less


def _without(value: Any, path: Path) -> Any:
    step, rest = path[0], path[1:]
    inner = value[step]
    deeper = bool(rest) and (
        (type(inner) is dict and rest[0] in inner)
        or (type(inner) is list and type(rest[0]) is int and rest[0] < len(inner))
    )
    if type(value) is list:
        kept = [_without(inner, rest)] if deeper else []
        return [*value[: int(step)], *kept, *value[int(step) + 1 :]]
    if deeper:
        return {key: _without(one, rest) if key == step else one for key, one in value.items()}
    return {key: one for key, one in value.items() if key != step}


@cache
def _kinds_of(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """By key of a shape the type of its values."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(shape)}


def _unknown(c: Compiler, table: dict[str, Any], shape: type[msgspec.Struct], path: Path) -> list[LoadError]:
    """A fault for each key that the shape does not know, and that the rows in it do not."""
    fields = _kinds_of(shape)
    faults = []
    for key in [key for key in table if key not in fields]:
        fault = _at(c, (*path, key), c.unknown(f"there is no key '{key}' here", key, fields))
        fault.needed = False
        faults.append(fault)
    for key, kind in fields.items():
        row = get_args(kind)[0] if get_origin(kind) is list else None
        if isinstance(row, type) and issubclass(row, msgspec.Struct) and type(table.get(key)) is list:
            for n, inner in enumerate(table[key]):
                if type(inner) is dict:
                    faults += _unknown(c, inner, row, (*path, key, n))
    return faults


def _told(c: Compiler, shape: type[msgspec.Struct], table: Any, path: Path, said: str) -> LoadError:
    """The fault that msgspec has found at a path."""
    missing, other, word = _MISSING.match(said), _OTHER.match(said), _WORD.match(said)
    hint = _PATH.sub("", said).replace("`", "")
    if missing is not None:
        error = _at(c, path, c.fail(f"'{missing[1]}' is missing: write {missing[1]} = .."))
        error.lacks = {missing[1]: None}
        return error
    if other is not None:
        wanted = " or ".join(
            _KINDS.get(one.strip(), "") for one in other[1].split("|") if one.strip() in _KINDS
        )
        hint = f"write {wanted} here, not {_KINDS.get(other[2], other[2])}" if wanted else hint
    elif word is not None:
        known = _words(shape, path)
        listed = f"; known: {', '.join(known)}" if known else ""
        hint = f"'{word[1]}' is none of the words that may stand here{in_place_of(word[1], known)}{listed}"
    return _at(c, path, c.fail(hint, word=_value(table, path)))


def _at(c: Compiler, path: Path, error: LoadError) -> LoadError:
    return LoadError(c.file, c.card, key_of(path), error.hint, error.word)


def _path_of(said: str) -> Path:
    found = _PATH.search(said)
    steps = _STEP.findall(found[1].partition("[...]")[0]) if found is not None else []
    return tuple([int(place) if place else key for key, place in steps])


def _value(table: Any, path: Path) -> Any:
    for step in path:
        table = table[step]
    return table


def _words(shape: Any, path: Path) -> tuple[str, ...]:
    """The words that a field may have, () where it is not known which."""
    for step in path:
        if type(step) is int:
            continue
        kinds = _kinds_of(shape)
        if step not in kinds:
            return ()
        shape = kinds[step]
        if get_origin(shape) is list:
            shape = get_args(shape)[0]
    choices = [
        one for kind in (shape, *get_args(shape)) if get_origin(kind) is Literal for one in get_args(kind)
    ]
    return tuple(map(str, choices))

"""Finds all that is wrong with a card: a part with a fault is left out, and the rest is read once more.

A thing that is missing only because something was left out is not a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.errors import LoadError
from fadenet.engine.language.shapes import key_of, path_of, without

CompileCard = Callable[[str, str, dict[str, Any], int], Card]
"""(file, slug, table, code) -> card. Raises `LoadError`."""

ROUNDS_MAX: Final = 50
FAULTS_MAX: Final = 100
"""So many faults of a card are told."""


def faults_of(
    compile_card: CompileCard, file: str, slug: str, table: dict[str, Any], code: int
) -> tuple[list[LoadError], dict[str, Any] | None]:
    """(the faults of a card, the table of all that could be read of it); None where that is not a card."""
    faults: list[LoadError] = []
    gone: set[str] = set()
    for _ in range(ROUNDS_MAX):
        try:
            compile_card(file, slug, table, code)
        except LoadError as error:
            faults += [one for one in error.faults if _counts(one, gone)][: FAULTS_MAX - len(faults)]
            less = table
            for one in sorted(error.faults, key=lambda one: _place(one.key), reverse=True):
                less, gone = _mended(less, one, gone)
            if less == table:
                return faults, None
            table = less
        else:
            return faults, table
    return faults, None


def _counts(fault: LoadError, gone: set[str]) -> bool:
    """Whether a fault was there before something was left out."""
    return _root(fault.key) not in gone and gone.isdisjoint(fault.lacks)


def _root(key: str) -> str:
    """The key of the card in which a key stands, or its ability."""
    path = path_of(key)
    return key_of(path[:2] if path[0] == "ability" else path[:1])


def _place(key: str) -> tuple[str, ...]:
    """Sorts keys so that of a list what stands last comes last."""
    return tuple(f"{step:08}" if type(step) is int else str(step) for step in path_of(key))


def _mended(table: dict[str, Any], fault: LoadError, gone: set[str]) -> tuple[dict[str, Any], set[str]]:
    """A table in which a fault is not, and which keys are gone from it then."""
    added = {key: value for key, value in fault.lacks.items() if value is not None and key not in table}
    if added:
        return table | added, gone
    less = without(table, path_of(fault.key))
    if less is None:
        return table, gone
    return less, gone | ({_root(fault.key)} if fault.needed else set())

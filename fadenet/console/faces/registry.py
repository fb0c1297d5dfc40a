"""The faces of all games, by family: a game of a family that is here needs nothing more to be shown."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from fadenet.console.faces.face import Face
from fadenet.engine.rules import Rules

_FACES: Final = {"fade": "FADE", "terrene": "TERRENE", "prelude": "PRELUDE"}
"""The face in the module of a family, which is read when the first of its games is shown."""


def is_shown(rules: Rules) -> bool:
    """Whether the console can show a game."""
    return rules.descriptor.family in _FACES


@cache
def face_of_family(family: str) -> Face:
    """The face of the games of a family. Raises `KeyError` for one that the console cannot show."""
    name = _FACES[family]
    face: Face = getattr(import_module(f"fadenet.console.faces.{family}"), name)
    return face


def face_of(rules: Rules) -> Face:
    """The face of a game. Raises `KeyError` for one that the console cannot show."""
    return face_of_family(rules.descriptor.family)

"""The faces of all games, by family: a game of a family that is here needs nothing more to be shown."""

from __future__ import annotations

from collections.abc import Mapping

from fadenet.console.faces.face import Face
from fadenet.console.faces.fade import FADE
from fadenet.console.faces.prelude import PRELUDE
from fadenet.console.faces.terrene import TERRENE
from fadenet.engine.rules import Rules

FACES: Mapping[str, Face] = {"fade": FADE, "terrene": TERRENE, "prelude": PRELUDE}


def is_shown(rules: Rules) -> bool:
    """Whether the console can show a game."""
    return rules.descriptor.family in FACES


def face_of(rules: Rules) -> Face:
    """The face of a game. Raises `KeyError` for one that the console cannot show."""
    return FACES[rules.descriptor.family]

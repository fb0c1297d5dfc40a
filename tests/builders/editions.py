"""Editions that differ from the one that is there in some words of its file."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any

import pytest

from fadenet.engine.language import files
from fadenet.games.fade import edition
from fadenet.games.fade.typed import PACKAGE
from tests.builders.scenario import Duel

FAMILY = resources.files(PACKAGE)
TEXT = FAMILY.joinpath("editions", "faroe.toml").read_text("utf-8")
BOOK = FAMILY.joinpath("rules", "faroe.toml").read_text("utf-8")


def changed(*pairs: tuple[str, str]) -> str:
    """The file of the edition that is there, with other words in some places."""
    text = TEXT
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def differing(
    cards: str,
    *pairs: tuple[str, str],
    figures: Mapping[str, Any] = MappingProxyType({}),
    seats: int = 2,
    setup: bool = True,
    format: str = "",
) -> Duel:
    """A match of the edition that is there, but for some words of its file and figures of its book."""
    made = edition.read(PACKAGE, "made.toml", changed(*pairs))
    book = copy.deepcopy(files.book(PACKAGE, "faroe"))
    book["book"]["figures"] |= figures
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "edition_of", lambda name: made)
        patch.setattr(files, "book", lambda package, name: book)
        return Duel(f"# {pairs!r} {[*figures.items()]!r}\n{cards}", seats=seats, setup=setup, format=format)

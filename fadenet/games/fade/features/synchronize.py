"""Synchronize: an ability is active while so many cards are adjacent in the directions that its card lists.

They are Command Materials (fade2 keyword.synchronize), or face-up cards of a kind, and its card is a Command
itself (fade1 command.synchronize-is-command).
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import A_SRC
from fadenet.engine.card import Test
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.language.english import Noun, some_of
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import commands
from fadenet.games.fade.language.anatomy import AbilityTable
from fadenet.games.fade.language.conditions import directions_of
from fadenet.games.fade.language.effects import edition_of
from fadenet.games.fade.points import Feature, Given, Points, Proviso
from fadenet.games.fade.typed import FadeCard


def _reads(c: Compiler, v: Any, table: dict[str, Any]) -> tuple[Test, Said]:
    c.known(table, "synchronize", "directions", "among")
    n = c.number(v, "Synchronize", 1, 8)
    directions = directions_of(c, table.get("directions", []))
    of_materials = _counts_materials(edition_of(c))
    if of_materials and "among" in table:
        raise c.fail(edition_of(c).speak("{Synchronize} counts Command Materials, whatever they are"))
    among, words = c.card_test(table.get("among", {}))

    def test(s: State, act: Act) -> bool:
        src = act[A_SRC] & HANDLE_MASK
        there = commands.around(s, src, directions)
        if of_materials:
            materials = commands.layout(s).materials
            return sum(h in materials for h in there) >= n
        return sum(among(s, act, h) for h in there) >= n

    noun = Noun("", "card", "cards").qualified(words)
    said = "Command Materials" if of_materials else f"face-up {noun}"
    return test, f"{n} or more {said} are adjacent to it ({', '.join(table['directions'])})"


def _counts_materials(edition: Edition) -> bool:
    return edition.hows[t.K_SYNCHRONIZE] == "Materials"


def _looks_around(c: Compiler, made: FadeCard, row: AbilityTable) -> tuple[dict[str, Any], str]:
    asked: dict[str, Any] = {"directions": row.directions}
    kind = Noun("", "Command Material", "Command Materials")
    if not _counts_materials(edition_of(c)):
        made.directions = tuple(sorted({*made.directions, *directions_of(c, row.directions)}))
        kind = Noun("", "card", "cards")
    if row.among is not None:
        asked["among"] = row.among
        kind = kind.qualified(c.card_test(row.among)[1])
    return asked, f" {', '.join(row.directions)} {some_of(kind, str(row.n))}"


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.words[t.K_SYNCHRONIZE] and not edition.materials:
        return "keywords.Synchronize", "without [commands] there are no Command Materials"
    return None


_ADJACENT: Final = Proviso(
    "synchronize", _reads, counted=True, brings=frozenset({"materials"}), around=_looks_around
)
SYNCHRONIZE: Final = Feature(
    "Synchronize", Points(provisos=(("Synchronize", _ADJACENT),)), amiss=_amiss, given=Given.OVER
)

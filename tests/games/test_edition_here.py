"""Zone cards in cells speak of who stands in their place."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, KEY_TO
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import zone

DAIS = zone("dais", ability={"gives": {"PLV": 2}, "to": "here"})


def test_what_is_here_changes_with_who_stands_there() -> None:
    # Given a Zone card under a Character, then that one has what it gives, and nobody else.
    d = Duel(DAIS, edition="fade2")
    x, y, enemy = d.character(0, at="c1"), d.character(0, at="c2"), d.character(1, at="c1")
    d.play(0, "play", d.hand(0, "dais"), (KEY_TO, d.cell("c1")))
    plv = values.plv(d.s, enemy)
    assert [values.plv(d.s, h) for h in (x, y)] == [plv + 2, plv]
    # When it leaves, then it has that no more; who comes there has it, wherever the Zone card came from.
    d.go(0, AFTERMATH)
    d.play(0, "move", x, (KEY_TO, d.cell("c3")))
    assert [values.plv(d.s, h) for h in (x, y)] == [plv, plv]
    d.play(0, "move", y, (KEY_TO, d.cell("c1")))
    assert [values.plv(d.s, h) for h in (x, y, enemy)] == [plv, plv + 2, plv]


def test_without_cells_nobody_is_here() -> None:
    # Given an edition without cells, then the word is unknown there.
    assert (
        rules_with(DAIS, edition="fade2").by_slug["dais"].text == "The Character over this card gets +2 PLV."
    )
    with pytest.raises(LoadError):
        rules_with(DAIS)

"""Continuous effects that ask for values, and are asked for themselves whatever is asked for."""

from __future__ import annotations

import pytest

from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import character

FIGURES = {word: 1 for word in ("SP", "LV", "HP", "ATK", "DEF", "Actions")}


@pytest.mark.parametrize("word", FIGURES)
@pytest.mark.rule("terrene", "card.own-effect")
def test_who_is_immune_by_a_figure_is_found_out_soon(word: str) -> None:
    """given Characters who make all Immune while a figure is so, beside one who raises all figures, when
    these are asked for, then no effect is left out: while it is found out who is Immune, that counts which is
    printed alone."""
    when = {"is": "all characters", "at_least": {"of": word, "n": 1}}
    shy = character("shy", ability={"gives": {"Immune": ["Character"]}, "to": "all characters", "if": when})
    g = Terrene(shy + character("bold", ability={"gives": FIGURES, "to": "all characters"}))
    there = [g.character(seat, "shy") for seat in (0, 0, 1, 1)] + [g.character(0, "bold")]
    g.s.index = None
    for h in there:
        assert min(g.atk(h), g.defence(h), g.hp(h), g.lv(h)) >= 0
    assert g.s.index is not None and g.s.index.left_out == 0

"""The print on a card, in the 40-card edition (topic card)."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine.errors import LoadError
from fadenet.games.fade.language.printed import lines, printed
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import cards, character

CARDS = cards("corsair", "forge-punch") + character("veteran", hp=10)


def duel() -> Duel:
    return Duel(CARDS, edition="fade2")


@pytest.mark.rule("fade2", "card.layout")
def test_the_parts_of_a_card_stand_where_the_book_says() -> None:
    # Given a Character card and a Skill that are shown.
    d = duel()
    d.go(0, PREPARATION)
    shown = [d.discard(0, slug) for slug in ("corsair", "forge-punch")]
    codes = [d.s.code[h] for h in shown]
    fighter, skill = (lines(d.rules.cards[code]) for code in codes)
    # Then Elements stand top left, the Name in the middle and the Cost top right; HP left and PLV right of
    # the supertypes; Level or Rank under these; artist and set code on the lowest line.
    elements = "/".join(printed(d.rules.cards[codes[1]]).elements)
    assert skill[0].startswith(elements) and "Forge Punch" in skill[0] and skill[0].endswith("3 TP")
    assert fighter[1].startswith("8 HP") and "Character" in fighter[1] and fighter[1].endswith(" PLV")
    assert fighter[2].startswith("Level 4") and "Hyper Rank" in skill[2]
    assert skill[-1].startswith("A. Smith") and skill[-1].endswith("F1")


@pytest.mark.rule("fade2", "card.no-def-agi")
@pytest.mark.parametrize("key", ["def", "agi", "cs"])
def test_there_is_nothing_that_lowers_damage_by_itself(key: str) -> None:
    # Given a card with a value that this edition has not, when it is loaded, then the error names it.
    with pytest.raises(LoadError, match=key):
        rules_with(character("odd", **{key: 3}), edition="fade2")
    # And an attack of 3 on a Character of 10 HP takes 3 of them.
    d = duel()
    x, y = d.character(0), d.character(1, "veteran")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 7


@pytest.mark.rule("fade2", "card.symbols-stats")
def test_a_panel_shows_hp_and_tp_and_a_fighter_its_plv() -> None:
    # Given a player with 50 HP, 1 PLV and 0 TP.
    d = duel()
    d.tp(0, 0)
    assert "HP 50/50" in FADE.figures(d.s, 0) and "TP  0" in FADE.figures(d.s, 0)
    face = printed(d.rules.by_slug["veteran"])
    assert (face.left, face.right) == ("10 HP", "2 PLV")

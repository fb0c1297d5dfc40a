"""The effects of LEVEL UP: the topic `level`."""

from __future__ import annotations

import pytest

from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import command, green, item

SPELL = command(
    "bolt", subtype="Spell", ability=green(targets={}, do={"damage": {"times": ["x", 10]}})
) + item("ascent", ability=green(do={"level_up": "user"}))


@pytest.mark.rule("terrene", "level.up")
def test_level_up_is_one_level_besides_the_rest_of_the_row() -> None:
    """given LV 1 at 2 XP on Seaside Market, when it gains 1, then LV 2, 2 cards drawn, 10 damage healed."""
    g = Terrene(edition=True)
    g.terrain(0, "seaside-market")
    ann = g.character(0, "thief", damage=15, xp=2)
    bob, _ = g.character(1, damage=10), g.character(1)
    assert g.lv(ann) == 1
    g.fight(ann, bob)
    assert (g.lv(ann), g.size(0, t.HAND), g.damage(ann), g.xp(ann)) == (2, 2, 5, 3)


@pytest.mark.rule("terrene", "level.up")
def test_levels_have_no_upper_limit() -> None:
    g = Terrene(SPELL)
    ann, _ = g.character(0, level=98), g.character(1)
    assert g.lv(ann) == 99
    g.play(0, "use", g.hold(ann, "ascent"))
    assert g.lv(ann) == 100


@pytest.mark.rule("terrene", "level.effects")
def test_a_level_changes_spells_and_the_xp_for_it_and_nothing_else() -> None:
    """given a Spellcaster of LV 1 + 1, then 10 damage a level are 20, and its defeat is worth 2 XP."""
    g = Terrene(SPELL)
    mage, giant = g.character(0, "mage"), g.character(1, "giant")
    g.character(0)
    figures = [g.atk(mage), g.defence(mage), g.hp(mage), g.used(0)]
    g.play(0, "use", g.hold(mage, "ascent"))
    assert g.lv(mage) == 2
    assert [g.atk(mage), g.defence(mage), g.hp(mage), g.used(0)] == figures == [5, 0, 15, 2]
    g.play(0, "use", g.hold(mage, "bolt"), giant)
    assert g.damage(giant) == 20 - 15
    g.end_turn()
    g.fight(giant, mage)
    assert (g.where(mage), g.xp(giant)) == ("Discard Pile", 2)

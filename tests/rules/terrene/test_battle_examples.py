"""The worked examples of the rule book, played with the game's own cards as they stand there."""

from __future__ import annotations

import pytest

from tests.builders.terrene_scenario import Terrene


@pytest.mark.rule("terrene", "damage.example-inu")
def test_inu_is_overkilled_by_five() -> None:
    """given Inu with 5 damage, HP 20 and DEF 0, when she blocks Ethan's 20, then her player takes 5."""
    g = Terrene(edition=True)
    ethan = g.character(0, "ethan-the-resilient")
    inu = g.character(1, "inu-the-inferno", damage=5)
    g.character(1, "grunt", hidden=True)
    assert (g.atk(ethan), g.hp(inu), g.defence(inu), g.hp_of(1)) == (20, 20, 0, 50)
    g.play(0, "attack", ethan)
    g.quietly(1, "block", inu)
    assert g.where(inu) == "Discard Pile"
    assert g.hp_of(1) == 45
    assert g.xp(ethan) == 1


@pytest.mark.rule("terrene", "damage.example-asu")
def test_asu_blocks_and_may_block_again() -> None:
    """given Asu with DEF 10, when she blocks two attacks of 20, then she takes 10, and 15 after her decay."""
    g = Terrene(edition=True)
    ethan, other = g.character(0, "ethan-the-resilient"), g.character(0, "grunt")
    asu = g.character(1, "asu-the-flame-hellion")
    assert g.defence(asu) == 10
    g.play(0, "attack", ethan)
    g.quietly(1, "block", asu)
    assert (g.damage(asu), g.defence(asu)) == (10, 5)
    g.play(0, "attack", other)
    g.quietly(1, "block", asu)
    assert (g.damage(asu), g.defence(asu)) == (25, 0)


@pytest.mark.rule("terrene", "xp.example-ethan", "item.activation", "zone.discard")
def test_ethan_earns_the_experience_of_his_fire_bomb() -> None:
    """given Sammy (HP 20) with 10 damage, when Ethan's Fire Bomb deals 10, then he has 1 XP and its row."""
    g = Terrene(edition=True)
    ethan = g.character(0, "ethan-the-resilient")
    bomb = g.hold(ethan, "fire-bomb")
    sammy = g.character(1, "sammy-the-agile", damage=10)
    card = g.hold(sammy, "tonic")
    g.character(1, "grunt", hidden=True)
    g.quietly(0, "use", bomb, sammy)
    assert [g.where(h) for h in (sammy, card, bomb)] == ["Discard Pile"] * 3
    assert g.hp_of(1) == 50
    assert g.xp(ethan) == 1
    assert g.atk(ethan) == 25

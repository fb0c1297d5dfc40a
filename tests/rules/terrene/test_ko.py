"""When a Character is defeated, what goes with it, and what is not a defeat: the topic `ko`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, item

ITEMS = (
    cards("hammer")
    + item("poison", ability=blue(targets={}, do={"mod": "HP", "n": -10, "until": "end"}))
    + item("recall", ability=blue(targets={}, do={"return": "target", "to": "hand"}))
    + item("doom", ability=blue(targets={}, do={"defeat": "target"}))
    + item("tonic-of-life", ability=blue(targets={}, do={"mod": "HP", "n": 10}))
    + item("breath", ability=blue(targets={}, do={"mod": "HP", "n": 10, "until": "start"}))
)


def duel(edition: bool = False) -> tuple[Terrene, int, int]:
    """A recruited Grunt (ATK 20, HP 20, DEF 0) of seat 0, and a Guard of seat 1 that never fights."""
    g = Terrene(ITEMS, edition=edition)
    return g, g.character(0, "grunt"), g.character(1, "guard")


@pytest.mark.rule("terrene", "ko.threshold")
@pytest.mark.parametrize(("before", "there"), [(10, False), (5, True)])
def test_a_character_falls_when_its_damage_reaches_its_hp(before: int, there: bool) -> None:
    """given HP 20, when the total is 20 then it is defeated; with 15 it stays."""
    g, ann, _ = duel()
    victim = g.character(1, damage=before)
    g.play(0, "use", g.hold(ann, "stone"), victim)
    assert g.where(victim) == ("Party" if there else "Discard Pile")
    assert g.damage(victim) == (15 if there else 0)
    assert len(g.happened("defeated")) == int(not there)


@pytest.mark.rule("terrene", "ko.discard")
def test_a_defeated_character_takes_what_it_holds_along() -> None:
    """given a face-down Life Potion, then it is discarded with its holder, unused; Supply is free at once."""
    g, ann, _ = duel(edition=True)
    victim = g.character(1, "titan", damage=35)
    potion = g.hold(victim, "life-potion")
    other = g.character(1)
    ongoing = g.hold(other, "banner", face=1)
    assert g.used(1) == 4
    g.quietly(0, "use", g.hold(ann, "fire-bomb"), victim)
    assert g.where(victim) == "Party" and g.used(1) == 4
    g.fight(ann, victim)
    assert [g.where(h) for h in (victim, potion)] == ["Discard Pile"] * 2
    assert [row for row in g.happened("used") if row[ROW_CARD] == potion] == []
    assert (g.used(1), g.hp_of(1), g.s.code[potion]) == (2, 50 - 5, g.rules.code_of("life-potion"))
    g.counters(other, "Damage", 15)
    g.fight(g.character(0), other)
    assert [g.where(h) for h in (other, ongoing)] == ["Discard Pile"] * 2
    assert g.used(1) == 1


@pytest.mark.rule("terrene", "ko.hp-lowered")
def test_lowered_hp_may_defeat() -> None:
    """given HP 30 with 25 damage and an Item for -10 HP, then its player takes 5, the holder gains the XP."""
    g, ann, _ = duel()
    victim, before = g.character(1, "thief", damage=25), g.character(0)
    poison = g.hold(ann, "poison")
    assert g.hp(victim) == 30
    g.play(0, "use", poison, victim)
    assert (g.where(victim), g.hp_of(1)) == ("Discard Pile", 45)
    assert (g.xp(ann), g.xp(before)) == (1, 0)


@pytest.mark.rule("terrene", "ko.hp-lowered")
def test_the_source_that_lowered_hp_counts_and_not_the_damage_before() -> None:
    """given damage by one Character, when another's Item lowers the HP, then that other one has the XP."""
    g, ann, _ = duel()
    victim, other = g.character(1), g.character(0, "thief")
    g.play(0, "use", g.hold(other, "stone"), victim)
    assert (g.damage(victim), g.hp_of(1)) == (10, 50)
    g.play(0, "use", g.hold(ann, "poison"), victim)
    assert (g.where(victim), g.hp_of(1)) == ("Discard Pile", 50)
    assert (g.xp(ann), g.xp(other)) == (1, 0)


@pytest.mark.rule("terrene", "ko.hp-lowered", "xp.timing")
def test_hp_that_end_with_the_turn_may_defeat() -> None:
    """given 25 damage on HP 20 + 10 until the end of the turn, then it falls there, and is paid for."""
    g, ann, guard = duel()
    victim = g.character(1, damage=5)
    g.play(0, "use", g.hold(ann, "tonic-of-life"), victim)
    g.fight(ann, victim)
    assert (g.where(victim), g.damage(victim), g.hp(victim)) == ("Party", 25, 30)
    g.end_turn()
    assert (g.where(victim), g.hp_of(1), g.s.active) == ("Discard Pile", 45, 1)
    assert (g.xp(ann), g.atk(ann), g.xp(guard)) == (1, 25, 0)


@pytest.mark.rule("terrene", "ko.hp-lowered")
def test_hp_that_end_as_a_turn_starts_may_defeat() -> None:
    """given 25 damage on HP 20 + 10 until the start of its player's turn, then it falls there."""
    g, ann, _ = duel()
    victim = g.character(1, damage=5)
    g.play(0, "use", g.hold(ann, "breath"), victim)
    g.fight(ann, victim)
    g.end(0)
    assert g.s.active == 1
    assert (g.where(victim), g.hp_of(1), g.xp(ann)) == ("Discard Pile", 45, 1)
    assert g.order("turn-ends", "defeated", "drawn")[-3:] == ["turn-ends", "defeated", "drawn"]


@pytest.mark.rule("terrene", "ko.not-a-defeat")
@pytest.mark.parametrize(("slug", "place"), [("recall", "Hand"), ("hammer", "Discard Pile")])
def test_leaving_play_is_no_defeat(slug: str, place: str) -> None:
    """given an effect that returns or discards a Character with 15 damage, then no XP and no damage."""
    g, ann, _ = duel()
    victim = g.character(1, damage=15)
    held = g.hold(victim, "tonic")
    g.quietly(0, "use", g.hold(ann, slug), victim)
    assert (g.where(victim), g.where(held)) == (place, "Discard Pile")
    assert (g.xp(ann), g.hp_of(0), g.hp_of(1), g.happened("defeated")) == (0, 50, 50, [])


@pytest.mark.rule("terrene", "ko.not-a-defeat")
def test_a_dismissal_is_no_defeat() -> None:
    """given 10 damage by an enemy, when the Character is dismissed, then nobody gains XP."""
    g, ann, _ = duel()
    victim = g.character(1)
    g.play(0, "use", g.hold(ann, "stone"), victim)
    g.end_turn()
    g.play(1, "dismiss", victim)
    assert (g.where(victim), g.xp(ann), g.hp_of(1), g.happened("defeated")) == ("Discard Pile", 0, 40, [])


@pytest.mark.rule("terrene", "ko.not-a-defeat")
def test_an_effect_may_say_defeat() -> None:
    """given an effect that says "defeat", then there is XP, and no overkill."""
    g, ann, _ = duel()
    victim = g.character(1, damage=15)
    g.play(0, "use", g.hold(ann, "doom"), victim)
    assert (g.where(victim), g.xp(ann), g.hp_of(1)) == ("Discard Pile", 1, 50)

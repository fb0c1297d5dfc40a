"""Keywords that work in another way in other editions, and Counters that are no Counters there."""

from __future__ import annotations

from tests.builders.editions import differing
from tests.builders.scenario import AFTERMATH, COMBAT, Duel

CARDS = """
[card.grudge]
name = "Grudge"
types = ["Character"]
level = 3
hp = 20
plv = 2
keywords = { Aura = 3 }
[card.spite]
name = "Spite"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { Aura = 2 } }]
[card.temper]
name = "Temper"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Aura", value = 2, on = "target" }]
[card.bulk]
name = "Bulk"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { HP = 5 } }]
[card.charm]
name = "Charm"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ control = "target" }]
[card.quiet]
name = "Quiet"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Mute", on = "target" }]
[card.recall]
name = "Recall"
types = ["Item"]
rank = "Normal"
targets = [{ pick = { from = "your discard pile", type = "Character" } }]
do = [{ enter = "target", to = "front" }]
"""
MISSING = ('Aura = { kind = "counter", how = "counter" }', 'Aura = { kind = "number", how = "missing" }')


def item(d: Duel, seat: int, slug: str, *targets: int) -> None:
    """An Item is played and does what it says."""
    d.play(seat, "play", d.hand(seat, slug), *targets)
    d.pass_all()


# Aura for HP that its bearer misses (fade2 keyword.aura).


def test_aura_is_one_plv_for_every_full_number_of_hp_missing() -> None:
    # Given Aura 3 and PLV 2, then 12 HP missing are +4, 11 are +3, and 6 of 12 gained again leave +2.
    d = differing(CARDS, MISSING)
    grudge = d.character(0, "grudge")
    assert (d.plv(grudge), d.count(grudge, "Damage")) == (2, 0)
    d.damage(grudge, 11)
    assert d.plv(grudge) == 5
    d.damage(grudge, 1)
    assert d.plv(grudge) == 6
    d.damage(grudge, -6)
    assert d.plv(grudge) == 4


def test_aura_that_is_no_counter_is_no_counter() -> None:
    # Given such an edition, then it has no Aura Counters, and the card says its number.
    d = differing(CARDS, MISSING)
    assert "Aura" not in d.rules.edition.counters and d.rules.by_slug["grudge"].text == "Aura 3."
    assert "Aura" in differing("").rules.edition.counters


def test_of_several_auras_the_smallest_number_counts() -> None:
    # Given Aura 3, an Augment with Aura 2 and 12 HP missing, then the PLV are +6, as long as it lies there;
    # a Character without Aura has it by the Augment alone; another one's number changes nothing.
    d = differing(CARDS, MISSING)
    grudge, other = d.character(0, "grudge"), d.character(0)
    d.damage(grudge, 12)
    d.damage(other, 5)
    assert (d.plv(grudge), d.plv(other)) == (6, 3)
    spite = d.on(grudge, "spite", face=1)
    assert (d.plv(grudge), d.plv(other)) == (8, 3)
    d.go(0, AFTERMATH)
    d.play(0, "reattach", spite, other)
    d.pass_all()
    assert (d.plv(grudge), d.plv(other)) == (6, 5)


def test_a_granted_aura_ends_and_a_muted_one_does_nothing() -> None:
    # Given Aura 3 and 12 HP missing, when an effect grants Aura 2 for the turn, then it counts until then;
    # while its bearer is Mute, neither does.
    d = differing(CARDS, MISSING)
    grudge = d.character(0, "grudge")
    d.damage(grudge, 12)
    item(d, 0, "temper", grudge)
    assert d.plv(grudge) == 8
    item(d, 0, "quiet", grudge)
    assert d.plv(grudge) == 2
    d.next_turn(1)
    assert d.plv(grudge) == 6


def test_hp_that_an_augment_adds_are_not_missing_until_they_are_damaged() -> None:
    # Given Aura 3 and 6 HP missing, when an Augment adds 5 HP, then 6 are missing as before.
    d = differing(CARDS, MISSING)
    grudge = d.character(0, "grudge")
    d.damage(grudge, 6)
    d.on(grudge, "bulk", face=1)
    assert (d.plv(grudge), d.hp(grudge)) == (4, 19)


def test_aura_goes_with_control_and_is_gone_with_the_damage_of_a_card_that_left() -> None:
    # Given Aura 3 and 6 HP missing, when an enemy takes control, then it strikes with +2; when it has fallen
    # and comes back, nothing is missing.
    d = differing(CARDS, MISSING)
    enemy, grudge = d.character(1, "giant"), d.character(1, "grudge")
    d.damage(grudge, 6)
    item(d, 0, "charm", grudge)
    d.next_turn(1)
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", grudge, enemy)
    d.pass_all()
    assert d.count(enemy, "Damage") == 4
    d.damage(grudge, 14)
    d.next_turn(1)
    assert d.where(grudge) == "Discard Pile Zone"
    item(d, 1, "recall", grudge)
    assert (d.where(grudge), d.plv(grudge)) == ("Character Zone", 2)

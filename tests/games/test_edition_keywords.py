"""Keywords that work in another way in other editions, such as Aura, and some that do not."""

from __future__ import annotations

import pytest

from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import AFTERMATH, COMBAT, Duel

CARDS = (
    cards("faroe", "bulk", "charm", "quiet", "recall", "riposte")
    + """
[card.grudge]
name = "Grudge"
types = ["Character"]
level = 3
hp = 20
plv = 2
keywords = { Aura = 3 }
[card.wolf]
name = "Wolf"
types = ["Character"]
level = 4
hp = 9
plv = 4
keywords = { Bloodlust = 2 }
[card.triple]
name = "Triple"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 1, hits = 3 }]
[card.curse]
name = "Curse"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Deathmark", on = "target", until = "end" }]
[card.omen]
name = "Omen"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Deathmark", on = "target", until = "round" }]
[card.wreck]
name = "Wreck"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all cards" }]
do = [{ destroy = "target" }]
[card.plague]
name = "Plague"
types = ["Item"]
rank = "Normal"
do = [{ damage = 1, to = "all characters" }]
[card.knight]
name = "Knight"
types = ["Character"]
hp = 9
plv = 1
ability = [{ keyword = "Arm Up", n = 2, gives = { PLV = 3 } }]
[card.strap]
name = "Strap"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true }
ability = [{ gives = { HP = 1 } }]
[card.rig]
name = "Rig"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
ability = [{ gives = { HP = 1 } }]
[card.proud]
name = "Proud"
types = ["Character"]
hp = 9
plv = 3
ability = [{ gives = { PLV = 1 } }]
[card.gear]
name = "Gear"
types = ["Augment"]
rank = "Normal"
[[card.gear.ability]]
gives = { PLV = 2, damage = 1, Lock-On = true }
[[card.gear.ability]]
on = "attacks"
of = "host"
do = [{ gain_tp = 2 }]
[card.mourner]
name = "Mourner"
types = ["Character"]
hp = 9
plv = 1
ability = [{ keyword = "Vengeance", do = [{ gain_tp = 1 }] }]
"""
)
AURA = (
    CARDS
    + """
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
"""
)
"""With cards that give Aura, where it is no Counter."""

LUST_CARDS = (
    CARDS
    + """
[card.thirst]
name = "Thirst"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { Bloodlust = 1 } }]
"""
)
"""With one that gives Bloodlust, where that is no Counter."""

MISSING = ('Aura = { kind = "counter", how = "counter" }', 'Aura = { kind = "number", how = "missing" }')

LUST = (
    'Bloodlust = { kind = "counter", how = "counter" }',
    'Bloodlust = { kind = "number", how = "attack" }',
)


def item(d: Duel, seat: int, slug: str, *targets: int) -> None:
    """An Item is played and does what it says."""
    d.play(seat, "play", d.hand(seat, slug), *targets)
    d.pass_all()


# Aura for HP that its bearer misses (fade2 keyword.aura).


def test_aura_is_one_plv_for_every_full_number_of_hp_missing() -> None:
    # Given Aura 3 and PLV 2, then 12 HP missing are +4, 11 are +3, and 6 of 12 gained again leave +2.
    d = differing(AURA, MISSING)
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
    d = differing(AURA, MISSING)
    assert "Aura" not in d.rules.edition.counters and d.rules.by_slug["grudge"].text == "Aura 3."
    assert "Aura" in differing("").rules.edition.counters


def test_of_several_auras_the_smallest_number_counts() -> None:
    # Given Aura 3, an Augment with Aura 2 and 12 HP missing, then the PLV are +6, as long as it lies there;
    # a Character without Aura has it by the Augment alone; another one's number changes nothing.
    d = differing(AURA, MISSING)
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
    d = differing(AURA, MISSING)
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
    d = differing(AURA, MISSING)
    grudge = d.character(0, "grudge")
    d.damage(grudge, 6)
    d.on(grudge, "bulk", face=1)
    assert (d.plv(grudge), d.hp(grudge)) == (4, 19)


def test_aura_goes_with_control_and_is_gone_with_the_damage_of_a_card_that_left() -> None:
    # Given Aura 3 and 6 HP missing, when an enemy takes control, then it strikes with +2; when it has fallen
    # and comes back, nothing is missing.
    d = differing(AURA, MISSING)
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


# Bloodlust for HP gained by Attacking (fade2 keyword.bloodlust).


def test_bloodlust_gains_its_hp_once_an_attack_even_if_it_is_blocked() -> None:
    # Given Bloodlust 2 and 4 of 9 HP, when it uses a Skill of three hits that is Blocked, then it has 6 HP
    # before anybody answers, and 6 afterwards; at 8 of 9 a Normal Attack gains 1.
    d = differing(LUST_CARDS, LUST)
    wolf, enemy = d.character(0, "wolf"), d.character(1, "giant")
    flurry, guard = d.on(wolf, "triple"), d.on(enemy, "guard")
    d.damage(wolf, 5)
    d.go(0, COMBAT)
    d.play(0, "use", flurry, enemy)
    assert d.hp(wolf) == 6 and d.happened("healed")
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert (d.hp(wolf), d.count(enemy, "Damage")) == (6, 0)
    d.damage(wolf, -2)
    d.play(0, "attack", wolf, enemy)
    d.pass_all()
    assert (d.hp(wolf), d.count(enemy, "Damage")) == (9, 4)


def test_bloodlust_that_is_no_counter_does_not_heal_for_each_hit_or_without_it() -> None:
    # Given the Counter, then it heals for every hit that deals damage and not on declaring; an edition where
    # Bloodlust is a number has none.
    d = differing(CARDS)
    wolf, enemy = d.character(0, "wolf"), d.character(1, "giant")
    flurry, _ = d.on(wolf, "triple"), d.on(enemy, "guard")
    d.damage(wolf, 8)
    d.counters(wolf, "Bloodlust", 2)
    d.go(0, COMBAT)
    d.play(0, "use", flurry, enemy)
    assert d.hp(wolf) == 1
    d.pass_all()
    assert d.hp(wolf) == 7
    assert "Bloodlust" not in differing(LUST_CARDS, LUST).rules.edition.counters


def test_several_bloodlusts_add_up_and_mute_stops_them() -> None:
    # Given Bloodlust 2, an Augment with Bloodlust 1 and 4 of 9 HP, when it Attacks, then it has 7 HP; while
    # it is Mute it gains none.
    d = differing(LUST_CARDS, LUST)
    wolf, enemy = d.character(0, "wolf"), d.character(1, "giant")
    other = d.character(0, "wolf")
    d.on(wolf, "thirst", face=1)
    d.damage(wolf, 5)
    d.damage(other, 5)
    item(d, 0, "quiet", other)
    d.go(0, COMBAT)
    for attacker in (wolf, other):
        d.play(0, "attack", attacker, enemy)
        d.pass_all()
    assert (d.hp(wolf), d.hp(other)) == (7, 4)


def test_bloodlust_comes_after_fracture_and_not_to_whom_that_knocks_out() -> None:
    # Given 5 of 9 HP, a Fracture Counter and Bloodlust 2, when it Attacks, then it stands at 6 before anybody
    # answers. Given 1 HP, then it is Knocked Out by that, and its Attack does nothing.
    d = differing(LUST_CARDS, LUST)
    wolf, enemy = d.character(0, "wolf"), d.character(1, "giant")
    other, _ = d.character(0, "wolf"), d.on(enemy, "guard")
    d.damage(wolf, 4)
    d.damage(other, 8)
    for h in (wolf, other):
        d.counters(h, "Fracture", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", wolf, enemy)
    assert (d.hp(wolf), d.count(enemy, "Damage")) == (6, 0)
    d.pass_all()
    d.play(0, "attack", other, enemy)
    assert d.where(other) == "Discard Pile Zone"
    d.pass_all()
    assert d.count(enemy, "Damage") == 4


def test_bloodlust_comes_although_the_attack_misses() -> None:
    # Given a Blindness Counter, Bloodlust 2 and Tails, when it Attacks, then it gains its HP all the same.
    d = differing(LUST_CARDS, LUST)
    wolf, enemy = d.character(0, "wolf"), d.character(1, "giant")
    d.damage(wolf, 5)
    d.counters(wolf, "Blindness", 1)
    d.go(0, COMBAT)
    d.coins = [1]
    d.play(0, "attack", wolf, enemy)
    d.pass_all()
    assert (d.hp(wolf), d.count(enemy, "Damage")) == (6, 0)


def test_a_counter_strike_is_an_attack_of_the_one_who_strikes() -> None:
    # Given a Character with Bloodlust 2 that strikes back, then it gains HP, and who attacked does not; of
    # three seats the one on whose behalf somebody else answers gains none.
    d = differing(LUST_CARDS, LUST, seats=3)
    wolf, attacker, third = d.character(1, "wolf"), d.character(0), d.character(2, "wolf")
    riposte, _ = d.on(wolf, "riposte"), d.on(attacker, "guard")
    for h in (wolf, third):
        d.damage(h, 5)
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, wolf)
    while d.asked() != [1]:
        d.step()
    d.play(1, "use", riposte, -1)
    assert (d.hp(wolf), d.hp(third)) == (6, 4)
    d.pass_all()
    assert (d.hp(wolf), d.hp(third), d.hp(attacker)) == (3, 4, 8)


# Deathmark lasts as its card says, Arm Up, Vengeance and Mute.


def test_a_deathmark_stays_or_ends_with_the_round_as_its_card_says() -> None:
    # Given a Deathmark granted for good and one for the round, when the round is over and an ally of their
    # Level is destroyed, then only the first bearer is Knocked Out.
    d = differing(CARDS)
    stays, ends, ally = d.character(1), d.character(1), d.character(1)
    item(d, 0, "curse", stays)
    item(d, 0, "omen", ends)
    d.next_turn(1)
    d.next_turn(0)
    item(d, 0, "wreck", ally)
    assert (d.where(stays), d.where(ends)) == ("Discard Pile Zone", "Character Zone")


@pytest.mark.parametrize("how", ["cards", "Items"])
def test_arm_up_counts_equip_cards_of_all_types_or_items_alone(how: str) -> None:
    # Given Arm Up 2, an Item and an Augment with Equip, then it is active with "cards" only; with a second
    # Item it is in both; an Augment without Equip counts in neither.
    d = differing(
        CARDS,
        ('"Arm Up" = { kind = "number", how = "cards"', f'"Arm Up" = {{ kind = "number", how = "{how}"'),
    )
    knight = d.character(0, "knight")
    d.on(knight, "strap", face=1)
    d.on(knight, "bulk", face=1)
    assert d.plv(knight) == 1
    d.on(knight, "rig", face=1)
    assert d.plv(knight) == (4 if how == "cards" else 1)
    second = d.on(knight, "strap", face=1)
    assert d.plv(knight) == 4
    item(d, 0, "wreck", second)
    assert d.plv(knight) == (4 if how == "cards" else 1)


@pytest.mark.parametrize("how", ["all", "stats stay"])
def test_mute_leaves_the_stats_that_attached_cards_give_or_does_not(how: str) -> None:
    # Given PLV 3, an Augment with +2 PLV, damage, Lock-On and an effect, and an ability of its own with +1
    # PLV, when it is Mute, then with "stats stay" the PLV are 5, else 3, and nothing else is left of both.
    d = differing(CARDS, ('Mute = { kind = "plain", how = "all"', f'Mute = {{ kind = "plain", how = "{how}"'))
    proud, front, back = d.character(0, "proud"), d.character(1), d.character(1, backup=True)
    d.on(proud, "gear", face=1)
    assert d.plv(proud) == 6
    d.go(0, COMBAT)
    assert d.can(0, "attack", proud, back)
    d.next_turn(1)
    d.next_turn(0)
    item(d, 0, "quiet", proud)
    assert d.plv(proud) == (5 if how == "stats stay" else 3)
    d.go(0, COMBAT)
    assert not d.can(0, "attack", proud, back)
    d.tp(0, 5)
    d.play(0, "attack", proud, front)
    d.pass_all()
    assert (d.tp_of(0), d.count(front, "Damage")) == (6, d.plv(proud))


def test_vengeance_is_for_each_ally_that_is_knocked_out_and_not_for_one_destroyed() -> None:
    # Given Vengeance on a Character, when two allies are Knocked Out at once and a third one is destroyed,
    # then it happens twice; those who fall together see each other.
    d = differing(CARDS)
    x, y = d.character(0, "mourner"), d.character(0, "mourner")
    allies = [d.character(0), d.character(0)]
    d.tp(0, 0)
    for h in allies:
        d.damage(h, 9)
    item(d, 0, "plague")
    assert d.tp_of(0) == 4
    d.tp(0, 0)
    third = d.character(0)
    item(d, 0, "wreck", third)
    assert d.tp_of(0) == 0
    for h in (x, y):
        d.damage(h, 8)
    item(d, 0, "plague")
    assert d.tp_of(0) == 2

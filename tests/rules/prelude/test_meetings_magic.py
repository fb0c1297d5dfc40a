"""Magic where it meets other rules: guards, armour, Edge, Immediates that attack, energies, two lines."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.prelude import tables as t
from tests.builders.cards import cards
from tests.builders.prelude_scenario import Prelude

CARDS = (
    cards("prelude", "sword", "club", "heavy-club", "shield", "mail", "snare", "bell", "guard", "squire")
    + cards("prelude", "bolt", "ember", "lance", "slow-bolt", "spark", "moss", "flame", "wolf", "draught")
    + """
[card.cinder]
name = "Cinder"
type = "Spell"
icons = ["red"]
tier = 1
price = 1
suspend = 1
keywords = { Immediate = true }
[[card.cinder.ability]]
activate = true
targets = [{}]
do = [{ damage = 2 }]
[card.scorch]
name = "Scorch"
type = "Spell"
icons = ["red"]
tier = 1
price = 2
suspend = 1
keywords = { Immediate = true }
[[card.scorch.ability]]
activate = true
targets = [{ pick = "all fighters" }]
do = [{ damage = 3 }]
[card.slow-flame]
name = "Slow Flame"
type = "Energy"
price = 3
suspend = 4
[[card.slow-flame.ability]]
gives = { Attack = 1 }
to = "your gear"
[card.flash]
name = "Flash"
type = "Energy"
price = 2
suspend = 1
keywords = { Immediate = true }
[[card.flash.ability]]
gives = { Attack = 1 }
to = "your gear"
[card.rapier]
name = "Rapier"
type = "Weapon"
icons = ["sharp"]
attack = 3
suspend = 1
hands = 1
price = 2
keywords = { Alert = true }
[card.salts]
name = "Salts"
type = "Item"
suspend = 1
hands = 1
price = 2
keywords = { Alert = true }
[[card.salts.ability]]
activate = true
do = [{ heal = 3 }]
[card.lookout]
name = "Lookout"
type = "Minion"
life = 4
attack = 1
price = 2
keywords = { Alert = true }
[[card.lookout.ability]]
activate = true
do = [{ heal = 2, of = "your characters" }]
[card.wave]
name = "Wave"
type = "Spell"
icons = ["red"]
tier = 1
price = 2
suspend = 1
[[card.wave.ability]]
activate = true
do = [{ damage = 3, to = "enemy fighters" }]
[card.clumsy-page]
name = "Clumsy Page"
type = "Minion"
life = 9
price = 1
[[card.clumsy-page.ability]]
on = "damaged"
of = "this"
do = [{ damage = 4, to = "your characters" }]
[card.caltrops]
name = "Caltrops"
type = "Trap"
price = 1
suspend = 1
keywords = { Immediate = true }
[[card.caltrops.ability]]
on = "attacked"
do = [{ damage = 2, to = "attacker" }]
"""
)


def mage(one: str = "human", other: str = "human") -> Prelude:
    """Green Magic 1 and Red Magic 1 against a Soldier, both with full reserves."""
    g = Prelude(one, other, cards=CARDS)
    g.ranks(0, "green-magic-1"), g.ranks(0, "red-magic-1", more=True), g.ranks(1, "soldier-1")
    return g


def swordsman_mage() -> Prelude:
    """Swordsman 4 (Edge 2) and Green Magic 2 (Edge 1) against a Mage of Green."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3", "swordsman-4")
    g.ranks(0, "green-magic-1", "green-magic-2", more=True)
    g.ranks(1, "green-magic-1")
    return g


def cast(g: Prelude, slug: str, *targets: int, seat: int = 0) -> int:
    h = g.hand(seat, slug)
    g.play(seat, "cast", h, *targets)
    g.pass_all()
    return h


# Guards, armour and defence against spells.


@pytest.mark.rule("prelude", "defend.guard")
@pytest.mark.rule("prelude", "element.explosion")
def test_a_guard_killed_by_the_spell_leaves_the_blast_to_the_caster() -> None:
    """given a minion that guards and dies of the second spell, then the blast takes the caster alone."""
    g = mage()
    guard = g.minion(1, "guard")
    cast(g, "bolt", g.body(1))
    g.life(guard, 3)
    g.play(0, "cast", g.hand(0, "ember"), g.body(1))
    assert g.until(t.W_GUARD) == 1
    g.play(1, "guard", guard)
    g.pass_all()
    assert g.where(guard) == "Cemetery"
    assert (g.lost(0), g.lost(1)) == (2, 4)


@pytest.mark.rule("prelude", "defend.evade")
@pytest.mark.rule("prelude", "element.explosion")
def test_an_evade_lowers_the_spell_and_not_the_blast() -> None:
    """given an evade of the second spell of 3, then 2 are dealt, and the blast of 2 in full."""
    g = mage()
    cast(g, "bolt", g.body(1))
    g.play(0, "cast", g.hand(0, "ember"), g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    g.play(1, "evade")
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (2, 4 + 2 + 2)


@pytest.mark.rule("prelude", "defend.armour")
@pytest.mark.rule("prelude", "element.explosion")
def test_the_armour_of_a_dwarf_stops_neither_spell_nor_blast() -> None:
    """given a Dwarf in mail, when two colours hit it, then it takes 4, 3 and 2."""
    g = mage("human", "dwarf")
    g.equipped(1, "mail")
    cast(g, "bolt", g.body(1))
    cast(g, "ember", g.body(1))
    assert g.lost(1) == 4 + 3 + 2


@pytest.mark.rule("prelude", "defend.parry")
@pytest.mark.rule("prelude", "defend.evade")
def test_an_orc_with_a_shield_has_no_defence_against_a_spell() -> None:
    """given an Orc, which cannot evade, with a shield, when a spell hits it, then it is not even asked."""
    g = mage("human", "orc")
    g.equipped(1, "shield")
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    asked = []
    while g.window() != -1:
        asked.append(g.window())
        g.step()
    assert g.lost(1) == 4 and t.W_DEFENCE not in asked


@pytest.mark.rule("prelude", "defend.guard")
@pytest.mark.rule("prelude", "defend.evade")
def test_a_guard_evades_a_spell_with_its_second_action() -> None:
    """given a guarding creature with 2 actions, when a spell of 4 comes, then it evades and takes 3."""
    g = mage()
    wolf = g.minion(1, "wolf", 2)
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    g.until(t.W_GUARD)
    g.play(1, "guard", wolf)
    assert g.until(t.W_DEFENCE) == 1
    g.play(1, "evade")
    g.pass_all()
    assert (g.left(wolf), g.free(wolf), g.lost(1)) == (1, 0, 0)


@pytest.mark.rule("prelude", "element.explosion")
@pytest.mark.rule("prelude", "attack.targets")
def test_a_second_spell_on_oneself_takes_the_blast_once() -> None:
    """given a green spell on B, when a red one is cast on the own character, then it takes 3 and 2."""
    g = mage()
    cast(g, "bolt", g.body(1))
    cast(g, "scorch", g.body(0))
    assert (g.lost(0), g.lost(1)) == (3 + 2, 4)


@pytest.mark.rule("prelude", "element.explosion")
@pytest.mark.rule("prelude", "timing.checks")
def test_a_spell_whose_minion_dies_first_does_nothing() -> None:
    """given a spell on a minion that its owner kills in the window, then it is lost, nobody else is hit."""
    g = mage()
    g.ranks(1, "red-magic-1", more=True)
    squire, scorch = g.minion(1, "squire"), g.hand(1, "scorch")
    h = g.hand(0, "bolt")
    g.play(0, "cast", h, squire)
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "play", scorch, squire)
    g.pass_all()
    assert (g.where(h), g.where(squire), g.lost(1), g.lost(0)) == ("Cemetery", "Cemetery", 0, 0)
    assert g.s.num[t.RESERVE][g.zone(0, t.LINE_A)[0]] == 4


# Edge.


@pytest.mark.rule("prelude", "rank.edge")
@pytest.mark.rule("prelude", "prelim.top-only")
def test_each_line_gives_edge_to_its_own_alone() -> None:
    """given Swordsman 4 and Green Magic 2, then a sword deals 3 + 2 and a green spell 4 + 1."""
    g = swordsman_mage()
    g.play(0, "attack", g.equipped(0, "sword"), g.body(1))
    g.pass_all()
    assert g.lost(1) == 5
    cast(g, "bolt", g.body(1))
    assert g.lost(1) == 5 + 5


@pytest.mark.rule("prelude", "rank.edge")
@pytest.mark.rule("prelude", "prelim.refill")
def test_a_refill_in_mid_task_lowers_the_edge_and_stops_nothing() -> None:
    """given a spell carried with Green Magic 4 (Edge 2), when tier 1 is laid on it, then it deals 12."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1", "green-magic-2", "green-magic-3", "green-magic-4")
    g.ranks(1, "soldier-1")
    g.actions(0, 1)
    spell = g.hand(0, "slow-bolt")
    refill = g.hand(0, "green-magic-1")
    g.play(0, "cast", spell, g.body(1))
    g.pass_all()
    g.play(0, "place", refill)
    g.pass_all()
    assert g.carries(g.body(0))
    g.next()
    g.next()
    assert (g.lost(1), g.where(spell)) == (12, "Cemetery")


@pytest.mark.rule("prelude", "rank.edge")
@pytest.mark.rule("prelude", "element.explosion")
def test_edge_adds_nothing_to_a_blast() -> None:
    """given Green Magic 4 (Edge 2) and Red Magic 1, when mixed, then the blast deals the tiers alone."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1", "green-magic-2", "green-magic-3", "green-magic-4")
    g.ranks(0, "red-magic-1", more=True)
    g.ranks(1, "soldier-1")
    cast(g, "ember", g.body(1))
    cast(g, "bolt", g.body(1))
    assert (g.lost(0), g.lost(1)) == (2, 3 + 6 + 2)


@pytest.mark.rule("prelude", "rank.edge")
@pytest.mark.rule("prelude", "minion.actions")
def test_a_creature_of_a_mage_has_no_edge() -> None:
    """given Green Magic 4 (Edge 2), when a wolf of Attack 3 strikes, then it deals 3."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1", "green-magic-2", "green-magic-3", "green-magic-4")
    g.ranks(1, "soldier-1")
    g.play(0, "attack", g.minion(0, "wolf"), g.body(1))
    g.pass_all()
    assert g.lost(1) == 3


# Immediates and Alerts that are attacks.


def answered(slug: str = "spark") -> tuple[Prelude, int, int]:
    """A attacks B with a sword; B, a Mage of Green, is asked, and holds an Immediate."""
    g = swordsman_mage()
    h, sword = g.hand(1, slug), g.equipped(0, "sword")
    return g, h, sword


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "defend.evade")
def test_an_immediate_that_deals_damage_can_be_evaded() -> None:
    """given a Spark of 1 in the window over A's attack, when A evades, then A takes nothing."""
    g, spark, sword = answered()
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "play", spark, g.body(0))
    assert g.until(t.W_DEFENCE) == 0
    g.play(0, "evade")
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.free(g.body(0))) == (0, 5, 1)


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "defend.guard")
def test_a_minion_guards_against_an_immediate() -> None:
    """given a Spark at A in B's window, when A's squire guards, then the squire takes 1 and A nothing."""
    g, spark, sword = answered()
    squire = g.minion(0, "squire", 1)
    g.play(0, "attack", sword, g.body(1))
    g.until(t.W_IMMEDIATE)
    g.play(1, "play", spark, g.body(0))
    assert g.until(t.W_GUARD) == 0
    g.play(0, "guard", squire)
    g.pass_all()
    assert (g.lost(0), g.left(squire)) == (0, 2)


@pytest.mark.rule("prelude", "item.trap-springs")
@pytest.mark.rule("prelude", "timing.no-answers")
def test_a_trap_strikes_the_player_of_the_immediate_that_attacks() -> None:
    """given A's set Snare, when B plays a Spark at A over A's own attack, then B takes 4, not A."""
    g, spark, sword = answered()
    snare = g.trap(0, "snare")
    g.play(0, "attack", sword, g.body(1))
    g.until(t.W_IMMEDIATE)
    g.play(1, "play", spark, g.body(0))
    g.pass_all()
    assert g.where(snare) == "Cemetery"
    assert (g.lost(0), g.lost(1)) == (1, 4 + 5)


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.rule("prelude", "item.trap-springs")
def test_a_trap_strikes_who_attacks_by_alert() -> None:
    """given C's set Snare, when B attacks C by Alert over A's attack on B, then B takes 4 and A none."""
    g = Prelude("human", "human", "human", cards=CARDS)
    for seat in range(3):
        g.ranks(seat, "soldier-1")
    sword, rapier, snare = g.equipped(0, "sword"), g.equipped(1, "rapier"), g.trap(2, "snare")
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "alert", rapier, g.body(2))
    assert g.until(t.W_SPRING) == 2
    g.play(2, "spring", snare)
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.lost(2)) == (0, 4 + 3, 3)


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_alert_sets_off_no_trap_that_waits_for_immediates() -> None:
    """given A's Bell, when B attacks by Alert, then it does not spring: that is no Immediate."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    g.trap(0, "bell")
    sword, rapier = g.equipped(0, "sword"), g.equipped(1, "rapier")
    g.play(0, "attack", sword, g.body(1))
    g.until(t.W_IMMEDIATE)
    g.play(1, "alert", rapier, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.happened("springs")) == (3, 3, [])


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.rule("prelude", "response.override")
def test_an_alert_item_is_used_in_anothers_response() -> None:
    """given an Alert item in B's hand, when A attacks, then B may use it in the window."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    g.hand(1, "spark")  # B is asked in any case
    sword, salts = g.equipped(0, "sword"), g.equipped(1, "salts")
    g.life(g.body(1), 20)
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "use", salts)
    assert g.left(g.body(1)) == 23


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "timing.no-answers")
def test_a_trap_springs_when_an_immediate_trap_is_played() -> None:
    """given A's Bell, when B lays an Immediate trap in a window, then B takes 4 first."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    g.trap(0, "bell")
    g.coin(1, 3)
    sword, caltrops = g.equipped(0, "sword"), g.hand(1, "caltrops")
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "arm", caltrops, (t.KEY_COST, t.TRAP_COSTS.index((1, 1))))
    g.pass_all()
    assert (len(g.happened("springs")), g.lost(1)) == (1, 4 + 3)


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "element.mixing-danger")
def test_an_immediate_of_another_colour_explodes_in_anothers_response() -> None:
    """given green in A's Response, when A plays red over B's attack, then both colours explode at B."""
    g = mage()
    cast(g, "bolt", g.body(1))
    g.next()
    cinder, sword = g.hand(0, "cinder"), g.equipped(1, "sword")
    g.play(1, "attack", sword, g.body(0))
    assert g.until(t.W_IMMEDIATE) == 0
    g.play(0, "play", cinder, g.body(1))
    g.pass_all()
    assert len(g.happened("explodes")) == 1
    assert (g.lost(0), g.lost(1)) == (2 + 3, 4 + 2 + 2)


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "win.death")
def test_whoever_dies_of_its_own_blast_has_lost_before_the_attack() -> None:
    """given a Mage with 2 life, when its Immediate mixes colours, then it is dead and the attack over."""
    g = mage()
    cast(g, "bolt", g.body(1))
    g.next()
    cinder, sword = g.hand(0, "cinder"), g.equipped(1, "sword")
    g.life(g.body(0), 2)
    g.play(1, "attack", sword, g.body(0))
    g.until(t.W_IMMEDIATE)
    g.play(0, "play", cinder, g.body(1))
    g.pass_all()
    assert g.s.over == ((2, 1), "win.death")
    assert len(g.happened("damaged")) == 4


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "rank.edge")
def test_a_weakened_attack_keeps_its_edge_and_loses_three() -> None:
    """given sword 3 and Edge 2, when the target plays Moss, then it takes 2."""
    g, moss, sword = answered("moss")
    g.play(0, "attack", sword, g.body(1))
    g.until(t.W_IMMEDIATE)
    g.play(1, "play", moss)
    g.pass_all()
    assert g.lost(1) == 2


@pytest.mark.rule("prelude", "minion.death")
@pytest.mark.rule("prelude", "attack.sequence")
def test_nobody_defends_against_the_attack_of_a_dead_minion() -> None:
    """given a Snare that kills the attacking minion, then its target is asked for no defence."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    snare, guard = g.trap(1, "snare"), g.minion(0, "guard")
    g.life(guard, 4)
    g.play(0, "attack", guard, g.body(1))
    assert g.until(t.W_SPRING) == 1
    g.play(1, "spring", snare)
    asked = []
    while g.window() != -1:
        asked.append(g.window())
        g.step()
    assert (g.where(guard), g.lost(1)) == ("Cemetery", 0)
    assert t.W_DEFENCE not in asked


# Energies, creatures and Magic with two lines.


@pytest.mark.rule("prelude", "spell.energy")
@pytest.mark.rule("prelude", "keyword.immediate")
def test_there_are_never_three_energies() -> None:
    """given one energy, one that is carried, and one played as Immediate, then two at most stay."""
    g = mage()
    g.energy(0, "flame")
    red = g.zone(0, t.LINE_B)[0]
    g.reserve(red, 0)
    carried, flash, sword = g.hand(0, "slow-flame"), g.hand(0, "flash"), g.stowed(1, "sword")
    g.actions(0, 2)
    g.play(0, "cast", carried)
    g.pass_all()
    assert g.carries(g.body(0))
    g.next()
    g.play(1, "equip", sword)
    assert g.until(t.W_IMMEDIATE) == 0
    if g.can(0, "play", flash):
        g.play(0, "play", flash)
    g.pass_all()
    g.next()
    assert g.size(0, t.ENERGIES) <= 2


@pytest.mark.rule("prelude", "spell.energy")
@pytest.mark.rule("prelude", "keyword.immediate")
def test_an_immediate_energy_is_paid_from_any_reserve_of_choice() -> None:
    """given two reserves that hold enough, when an Immediate energy is played, then its player chooses."""
    g = mage()
    green, red = g.zone(0, t.LINE_A)[0], g.zone(0, t.LINE_B)[0]
    g.reserve(green, 9)
    g.next()
    flash, sword = g.hand(0, "flash"), g.equipped(1, "sword")
    g.play(1, "attack", sword, g.body(0))
    assert g.until(t.W_IMMEDIATE) == 0
    g.play(0, "play", flash)
    assert g.asked() == [0] and (kernel.V_PICK, red) in g.options(0)
    g.answer(0, (kernel.V_PICK, red))
    g.pass_all()
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (9, 4)


@pytest.mark.rule("prelude", "spell.energy")
@pytest.mark.rule("prelude", "prelim.covered-reserve")
def test_a_covered_reserve_pays_for_no_energy() -> None:
    """given 2 on the top and 9 under it, when an energy of 3 is to be cast, then it is refused."""
    g = Prelude("human", "human", cards=CARDS)
    under, top = g.ranks(0, "green-magic-1", "green-magic-2")
    g.reserve(under, 9)
    g.reserve(top, 2)
    flame = g.hand(0, "flame")
    assert g.refused(0, "cast", flame) == "value.no-debt"
    g.reserve(top, 3)
    assert g.can(0, "cast", flame)


@pytest.mark.rule("prelude", "value.magic")
@pytest.mark.rule("prelude", "prelim.top-only")
def test_a_magic_card_goes_to_one_of_two_tops() -> None:
    """given two lines with covered cards, when Magic is played, then only the two tops are offered."""
    g = Prelude("human", "human", cards=CARDS)
    _, green = g.ranks(0, "green-magic-1", "green-magic-2")
    (red,) = g.ranks(0, "red-magic-1", more=True)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert sorted(move[1] for move in g.options(0)) == sorted([green, red])
    g.answer(0, (kernel.V_PICK, red))
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (9, 10)


@pytest.mark.rule("prelude", "value.magic")
@pytest.mark.rule("prelude", "rank.weapon-classes")
def test_a_swordsman_and_mage_fills_the_only_colour() -> None:
    """given Swordsman and Green, when Magic is played, then it goes to Green without a question."""
    g = swordsman_mage()
    top = g.zone(0, t.LINE_B)[-1]
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert g.window() == -1 and g.s.num[t.RESERVE][top] == 9 + 4


@pytest.mark.rule("prelude", "minion.enter")
@pytest.mark.rule("prelude", "element.colours")
def test_a_creature_is_paid_by_its_own_colour_alone() -> None:
    """given green 2 and red 6, when a green creature of 3 is to enter, then it is refused."""
    g = mage("elf")
    green, red = g.zone(0, t.LINE_A)[0], g.zone(0, t.LINE_B)[0]
    g.reserve(green, 2)
    wolf = g.hand(0, "wolf")
    assert g.refused(0, "bring", wolf) == "value.no-debt"
    g.reserve(green, 3)
    g.play(0, "bring", wolf)
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (0, 6)


@pytest.mark.rule("prelude", "spell.tier")
@pytest.mark.rule("prelude", "prelim.refill")
def test_a_refill_takes_the_higher_spells_away() -> None:
    """given Red Magic 3, when Red Magic 1 is laid on it, then a tier 3 spell is refused at once."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1", "red-magic-2", "red-magic-3")
    lance = g.hand(0, "lance")
    assert g.can(0, "cast", lance, g.body(1))
    g.play(0, "place", g.hand(0, "red-magic-1"))
    g.pass_all()
    assert g.refused(0, "cast", lance, g.body(1)) == "spell.tier"


@pytest.mark.rule("prelude", "defend.evade")
@pytest.mark.rule("prelude", "turn.what-is-attack")
def test_each_of_those_whom_a_spell_sweeps_evades_for_itself() -> None:
    """given a spell of 3 for each enemy, when B evades, then B takes 2 and C and B's minion 3."""
    g = Prelude("human", "human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    guard = g.minion(1, "guard", actions=0)
    g.play(0, "cast", g.hand(0, "wave"))
    assert g.until(t.W_DEFENCE) == 1
    g.play(1, "evade")
    assert g.until(t.W_DEFENCE) == 2 and g.window() == t.W_DEFENCE
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.lost(2), g.left(guard)) == (0, 2, 3, 2)


@pytest.mark.rule("prelude", "defend.evade")
@pytest.mark.rule("prelude", "defend.guard")
@pytest.mark.rule("prelude", "response.no-actions")
def test_nobody_guards_against_a_spell_that_is_aimed_at_nobody() -> None:
    """given a minion that could guard, when a spell sweeps, then it may evade; B without actions may not."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    guard = g.minion(1, "guard", actions=1)
    g.actions(1, 0)
    g.play(0, "cast", g.hand(0, "wave"))
    asked = []
    while g.window() != -1:
        asked.append(g.window())
        g.play(1, "evade") if g.window() == t.W_DEFENCE else g.step()
    assert t.W_GUARD not in asked and asked.count(t.W_DEFENCE) == 1
    assert (g.lost(1), g.left(guard)) == (3, 5 - 2)


@pytest.mark.rule("prelude", "keyword.immediate")
@pytest.mark.rule("prelude", "turn.what-is-attack")
def test_an_immediate_takes_strength_off_all_that_a_spell_sweeps() -> None:
    """given a spell of 3 for each enemy, when B takes 3 off it, then neither B nor C takes anything."""
    g = Prelude("human", "human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1"), g.ranks(1, "green-magic-1")
    moss = g.hand(1, "moss")
    g.play(0, "cast", g.hand(0, "wave"))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "play", moss)
    g.pass_all()
    assert (g.lost(1), g.lost(2)) == (0, 0)


@pytest.mark.rule("prelude", "defend.evade")
def test_an_evade_counts_against_the_spell_alone() -> None:
    """given a swept B that evades, when its own minion hurts it then, that counts in full."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    g.minion(1, "clumsy-page", actions=0)
    g.play(0, "cast", g.hand(0, "wave"))
    assert g.until(t.W_DEFENCE) == 1
    g.play(1, "evade")
    g.pass_all()
    assert g.lost(1) == 2 + 4


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.rule("prelude", "response.own-only")
def test_what_is_alert_is_paid_on_the_spot_and_waits_for_others() -> None:
    """given an Alert item of Suspend 1, then with 1 action it heals in A's window; without any, or in the
    window over an own action, it does not."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    sword, salts, own = g.equipped(0, "sword"), g.equipped(1, "salts"), g.equipped(0, "salts")
    g.hand(0, "spark")  # A is asked in any case
    g.life(g.body(1), 20)
    g.actions(1, 1)
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "use", salts)
    assert (g.left(g.body(1)), g.free(g.body(1)), g.where(salts)) == (23, 0, "Cemetery")
    assert g.until(t.W_IMMEDIATE) == 0 and g.refused(0, "use", own) == "keyword.alert"
    g.pass_all()
    assert g.left(g.body(1)) == 20


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.rule("prelude", "minion.actions")
def test_an_alert_minion_acts_with_its_own_actions() -> None:
    """given a character without actions and an Alert minion with one, then that acts in the window."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    sword, watch = g.equipped(0, "sword"), g.minion(1, "lookout", actions=1)
    g.actions(1, 0)
    g.life(g.body(1), 20)
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.play(1, "use", watch)
    assert (g.left(g.body(1)), g.free(watch)) == (22 - 3, 0)

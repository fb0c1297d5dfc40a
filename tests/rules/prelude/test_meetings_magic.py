"""Magic where it meets other rules: guards, armour, Edge, Immediates that attack, energies, two lines."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude, tiers
from tests.cards.prelude import cards, energy, item, minion, spell

CARDS = (
    cards(
        *("sword", "dagger", "shield", "mail"),
        *("snare", "jaws", "bell", "guard", "squire", "wolf"),
        *("bolt", "lance", "ember", "slow-bolt", "wave", "moss", "spark", "flame", "slow-flame"),
    )
    + spell(
        "scorch",
        "red",
        price=2,
        keywords="Immediate",
        ability={"activate": True, "targets": "all fighters", "do": {"damage": 3}},
    )
    + energy("flash", price=2, keywords="Immediate", ability={"gives": {"Attack": 1}, "to": "your gear"})
    + item("tonic", price=2, hands=1, keywords="Alert", ability={"activate": True, "do": {"heal": 3}})
    + minion(
        "lookout",
        life=4,
        attack=1,
        keywords="Alert",
        ability={"activate": True, "do": {"heal": 2, "of": "your characters"}},
    )
    + spell(
        "splinters",
        "red",
        price=2,
        ability={
            "activate": True,
            "targets": "enemy characters",
            "do": [{"damage": 4}, {"damage": 2, "to": "enemy minions"}],
        },
    )
    + spell(
        "backlash",
        "red",
        tier=2,
        ability={"activate": True, "targets": {}, "do": [{"damage": 4}, {"damage": 2, "to": "you"}]},
    )
    + spell("bought-flame", "red", ability={"activate": True, "cost": 2, "targets": {}, "do": {"damage": 3}})
    + spell(
        "recall",
        "red",
        ability={"activate": True, "do": {"return": {"from": "your cemetery", "type": "Weapon"}}},
    )
    + spell("ruin", "red", ability={"activate": True, "do": {"destroy": "all fighters"}})
    + minion(
        "clumsy-page",
        life=9,
        price=1,
        ability={"on": "damaged", "of": "this", "do": {"damage": 4, "to": "your characters"}},
    )
)


def mage(one: str = "human", other: str = "human") -> Prelude:
    """Green Magic 1 and Red Magic 1 against a Soldier, both with full reserves."""
    g = Prelude(one, other, cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.ranks(0, "red-magic-1", more=True)
    return g


def swordsman_mage() -> Prelude:
    """Swordsman 4 (Edge 2) and Green Magic 2 (Edge 1) against a Mage of Green."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3", "swordsman-4")
    g.ranks(0, "green-magic-1", "green-magic-2", more=True)
    g.ranks(1, "green-magic-1")
    return g


# Guards, armour and defence against spells.


@pytest.mark.rule("prelude", "defend.guard", "element.explosion")
def test_a_guard_killed_by_the_spell_leaves_the_blast_to_the_caster() -> None:
    """given a minion that guards and dies of the second spell, then the blast takes the caster alone."""
    g = mage()
    guard = g.minion(1, "guard")
    g.cast(0, "bolt", g.body(1))
    g.life(guard, 3)
    g.play(0, "cast", g.hand(0, "ember"), g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", guard)
    g.pass_all()
    assert g.where(guard) == "Cemetery"
    assert (g.lost(0), g.lost(1)) == (2, 4)


@pytest.mark.rule("prelude", "defend.evade", "element.explosion")
def test_an_evade_lowers_the_spell_and_not_the_blast() -> None:
    """given an evade of the second spell of 3, then 2 are dealt, and the blast of 2 in full."""
    g = mage()
    g.cast(0, "bolt", g.body(1))
    g.play(0, "cast", g.hand(0, "ember"), g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (2, 4 + 2 + 2)


@pytest.mark.rule("prelude", "defend.armour", "element.explosion")
def test_the_armour_of_a_dwarf_stops_neither_spell_nor_blast() -> None:
    """given a Dwarf in mail, when two colours hit it, then it takes 4, 3 and 2."""
    g = mage("human", "dwarf")
    g.equipped(1, "mail")
    g.cast(0, "bolt", g.body(1))
    g.cast(0, "ember", g.body(1))
    assert g.lost(1) == 4 + 3 + 2


@pytest.mark.rule("prelude", "defend.parry", "defend.evade")
def test_an_orc_with_a_shield_has_no_defence_against_a_spell() -> None:
    """given an Orc, which cannot evade, with a shield, when a spell hits it, then it is not even asked."""
    g = mage("human", "orc")
    g.equipped(1, "shield")
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    asked = [window for _, window in g.windows()]
    assert g.lost(1) == 4 and t.W_DEFENCE not in asked


@pytest.mark.rule("prelude", "defend.guard", "defend.evade")
def test_a_guard_evades_a_spell_with_its_second_action() -> None:
    """given a guarding creature with 2 actions, when a spell of 4 comes, then it evades and takes 3."""
    g = mage()
    wolf = g.minion(1, "wolf", 2)
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", wolf)
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.left(wolf), g.free(wolf), g.lost(1)) == (1, 0, 0)


@pytest.mark.rule("prelude", "element.explosion", "attack.targets")
def test_a_second_spell_on_oneself_takes_the_blast_once() -> None:
    """given a green spell on B, when a red one is cast on the own character, then it takes 3 and 2."""
    g = mage()
    g.cast(0, "bolt", g.body(1))
    g.cast(0, "scorch", g.body(0))
    assert (g.lost(0), g.lost(1)) == (3 + 2, 4)


@pytest.mark.rule("prelude", "element.explosion", "timing.checks")
def test_a_spell_whose_minion_dies_first_does_nothing() -> None:
    """given a spell on a minion that its owner kills in the window, then it is lost, nobody else is hit."""
    g = mage()
    g.ranks(1, "red-magic-1", more=True)
    squire, scorch = g.minion(1, "squire"), g.hand(1, "scorch")
    h = g.hand(0, "bolt")
    g.play(0, "cast", h, squire)
    g.when_asked(1, t.W_IMMEDIATE, "play", scorch, squire)
    g.pass_all()
    assert (g.where(h), g.where(squire), g.lost(1), g.lost(0)) == ("Cemetery", "Cemetery", 0, 0)
    assert g.s.num[t.RESERVE][g.zone(0, t.LINE_A)[0]] == 4


# Edge.


@pytest.mark.rule("prelude", "rank.edge", "prelim.top-only")
def test_each_line_gives_edge_to_its_own_alone() -> None:
    """given Swordsman 4 and Green Magic 2, then a sword deals 3 + 2 and a green spell 4 + 1."""
    g = swordsman_mage()
    g.quietly(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.lost(1) == 5
    g.cast(0, "bolt", g.body(1))
    assert g.lost(1) == 5 + 5


@pytest.mark.rule("prelude", "rank.edge", "prelim.refill")
def test_a_refill_in_mid_task_lowers_the_edge_and_stops_nothing() -> None:
    """given a spell carried with Green Magic 4 (Edge 2), when tier 1 is laid on it, then it deals 12."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 4))
    g.ranks(1, "soldier-1")
    g.actions(0, 1)
    spell = g.hand(0, "slow-bolt")
    refill = g.hand(0, "green-magic-1")
    g.quietly(0, "cast", spell, g.body(1))
    g.quietly(0, "place", refill)
    assert g.carries(g.body(0))
    g.next()
    g.next()
    assert (g.lost(1), g.where(spell)) == (12, "Cemetery")


@pytest.mark.rule("prelude", "rank.edge", "element.explosion")
def test_edge_adds_nothing_to_a_blast() -> None:
    """given Green Magic 4 (Edge 2) and Red Magic 1, when mixed, then the blast deals the tiers alone."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 4))
    g.ranks(0, "red-magic-1", more=True)
    g.ranks(1, "soldier-1")
    g.cast(0, "ember", g.body(1))
    g.cast(0, "bolt", g.body(1))
    assert (g.lost(0), g.lost(1)) == (2, 3 + 6 + 2)


@pytest.mark.rule("prelude", "rank.edge", "minion.actions")
def test_a_creature_of_a_mage_has_no_edge() -> None:
    """given Green Magic 4 (Edge 2), when a wolf of Attack 3 strikes, then it deals 3."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, *tiers("green-magic", 4))
    g.ranks(1, "soldier-1")
    g.quietly(0, "attack", g.minion(0, "wolf"), g.body(1))
    assert g.lost(1) == 3


# Immediates and Alerts that are attacks.


def answered(slug: str = "spark") -> tuple[Prelude, int, int]:
    """A attacks B with a sword; B, a Mage of Green, is asked, and holds an Immediate."""
    g = swordsman_mage()
    h, sword = g.hand(1, slug), g.equipped(0, "sword")
    return g, h, sword


@pytest.mark.rule("prelude", "keyword.immediate", "defend.evade")
def test_an_immediate_that_deals_damage_can_be_evaded() -> None:
    """given a Spark of 1 in the window over A's attack, when A evades, then A takes nothing."""
    g, spark, sword = answered()
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.when_asked(0, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.free(g.body(0))) == (0, 5, 1)


@pytest.mark.rule("prelude", "keyword.immediate", "defend.guard")
def test_a_minion_guards_against_an_immediate() -> None:
    """given a Spark at A in B's window, when A's squire guards, then the squire takes 1 and A nothing."""
    g, spark, sword = answered()
    squire = g.minion(0, "squire", 1)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.when_asked(0, t.W_GUARD, "guard", squire)
    g.pass_all()
    assert (g.lost(0), g.left(squire)) == (0, 2)


@pytest.mark.rule("prelude", "keyword.alert", "item.trap-springs")
def test_a_trap_strikes_who_attacks_by_alert() -> None:
    """given C's set Snare, when B attacks C by Alert over A's attack on B, then B takes 4 and A none."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    sword, dagger, snare = g.equipped(0, "sword"), g.equipped(1, "dagger"), g.trap(2, "snare")
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(2))
    g.when_asked(2, t.W_SPRING, "spring", snare)
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.lost(2)) == (0, 4 + 3, 4)


@pytest.mark.rule("prelude", "keyword.alert", "keyword.immediate")
def test_an_alert_sets_off_no_trap_that_waits_for_immediates() -> None:
    """given A's Bell, when B attacks by Alert, then it does not spring: that is not an Immediate."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.trap(0, "bell")
    sword, dagger = g.equipped(0, "sword"), g.equipped(1, "dagger")
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.happened("springs")) == (4, 3, [])


@pytest.mark.rule("prelude", "keyword.alert", "response.override")
def test_an_alert_item_is_used_in_anothers_response() -> None:
    """given an Alert item in B's hand, when A attacks, then B may use it in the window."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.hand(1, "spark")  # B is asked in any case
    sword, tonic = g.equipped(0, "sword"), g.equipped(1, "tonic")
    g.life(g.body(1), 20)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "use", tonic)
    assert g.left(g.body(1)) == 23


@pytest.mark.rule("prelude", "keyword.immediate", "element.mixing-danger")
def test_an_immediate_of_another_colour_explodes_in_anothers_response() -> None:
    """given green in A's Response, when A plays red over B's attack, then both colours explode at B."""
    g = mage()
    g.cast(0, "bolt", g.body(1))
    g.next()
    scorch, sword = g.hand(0, "scorch"), g.equipped(1, "sword")
    g.play(1, "attack", sword, g.body(0))
    g.when_asked(0, t.W_IMMEDIATE, "play", scorch, g.body(1))
    g.pass_all()
    assert len(g.happened("explodes")) == 1
    assert (g.lost(0), g.lost(1)) == (2 + 3, 4 + 3 + 2)


@pytest.mark.rule("prelude", "keyword.immediate", "win.death")
def test_whoever_dies_of_its_own_blast_has_lost_before_the_attack() -> None:
    """given a Mage with 2 life, when its Immediate mixes colours, then it is dead and the attack over."""
    g = mage()
    g.cast(0, "bolt", g.body(1))
    g.next()
    scorch, sword = g.hand(0, "scorch"), g.equipped(1, "sword")
    g.life(g.body(0), 2)
    g.play(1, "attack", sword, g.body(0))
    g.when_asked(0, t.W_IMMEDIATE, "play", scorch, g.body(1))
    g.pass_all()
    assert g.s.over == ((2, 1), "win.death")
    assert len(g.happened("damaged")) == 4


@pytest.mark.rule("prelude", "keyword.immediate", "rank.edge")
def test_a_weakened_attack_keeps_its_edge_and_loses_three() -> None:
    """given sword 3 and Edge 2, when the target plays Moss, then it takes 2."""
    g, moss, sword = answered("moss")
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", moss)
    g.pass_all()
    assert g.lost(1) == 2


@pytest.mark.rule("prelude", "minion.death", "attack.sequence")
def test_nobody_defends_against_the_attack_of_a_dead_minion() -> None:
    """given a Snare that kills the attacking minion, then its target is asked for no defence."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    snare, guard = g.trap(1, "snare"), g.minion(0, "guard")
    g.life(guard, 4)
    g.play(0, "attack", guard, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    asked = [window for _, window in g.windows()]
    assert (g.where(guard), g.lost(1)) == ("Cemetery", 0)
    assert t.W_DEFENCE not in asked


# Energies, creatures and Magic with two lines.


@pytest.mark.rule("prelude", "spell.energy", "keyword.immediate")
def test_there_are_never_three_energies() -> None:
    """given one energy and one that is carried, when a third is played as Immediate, then it is refused."""
    g = mage()
    g.energy(0, "flame")
    red = g.zone(0, t.LINE_B)[0]
    g.reserve(red, 0)
    carried, flash, sword = g.hand(0, "slow-flame"), g.hand(0, "flash"), g.stowed(1, "sword")
    g.begin(0, "cast", carried, paid=2)
    assert g.carries(g.body(0))
    g.next()
    g.play(1, "equip", sword)
    assert g.until(t.W_IMMEDIATE) == 0
    assert g.refused(0, "play", flash) == "spell.energy"
    g.pass_all()
    g.next()
    assert g.size(0, t.ENERGIES) == 2


@pytest.mark.rule("prelude", "spell.energy", "keyword.immediate")
def test_an_immediate_energy_is_paid_from_any_reserve_of_choice() -> None:
    """given two reserves that hold enough, when an Immediate energy is played, then its player chooses."""
    g = mage()
    green, red = g.zone(0, t.LINE_A)[0], g.zone(0, t.LINE_B)[0]
    g.reserve(green, 9)
    g.next()
    flash, sword = g.hand(0, "flash"), g.equipped(1, "sword")
    g.play(1, "attack", sword, g.body(0))
    g.when_asked(0, t.W_IMMEDIATE, "play", flash)
    assert g.asked() == [0] and (kernel.V_PICK, red) in g.options(0)
    g.answer(0, (kernel.V_PICK, red))
    g.pass_all()
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (9, 4)


@pytest.mark.rule("prelude", "spell.energy", "prelim.covered-reserve")
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


@pytest.mark.rule("prelude", "value.magic", "prelim.top-only")
def test_a_magic_card_goes_to_one_of_two_tops() -> None:
    """given two lines with covered cards, when Magic is played, then only the two tops are offered."""
    g = Prelude("human", "human", cards=CARDS)
    _, green = g.ranks(0, "green-magic-1", "green-magic-2")
    (red,) = g.ranks(0, "red-magic-1", more=True)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert sorted(move[1] for move in g.options(0)) == sorted([green, red])
    g.answer(0, (kernel.V_PICK, red))
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (9, 10)


@pytest.mark.rule("prelude", "value.magic", "rank.weapon-classes")
def test_a_swordsman_and_mage_fills_the_only_colour() -> None:
    """given Swordsman and Green, when Magic is played, then it goes to Green without a question."""
    g = swordsman_mage()
    top = g.zone(0, t.LINE_B)[-1]
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert g.window() == -1 and g.s.num[t.RESERVE][top] == 9 + 4


@pytest.mark.rule("prelude", "minion.enter", "element.colours")
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


@pytest.mark.rule("prelude", "spell.tier", "prelim.refill")
def test_a_refill_takes_the_higher_spells_away() -> None:
    """given Red Magic 3, when Red Magic 1 is laid on it, then a tier 3 spell is refused at once."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1", "red-magic-2", "red-magic-3")
    lance = g.hand(0, "lance")
    assert g.can(0, "cast", lance, g.body(1))
    g.quietly(0, "place", g.hand(0, "red-magic-1"))
    assert g.refused(0, "cast", lance, g.body(1)) == "spell.tier"


@pytest.mark.rule("prelude", "defend.evade", "turn.what-is-attack")
def test_each_of_those_whom_a_spell_sweeps_evades_for_itself() -> None:
    """given a spell of 3 for each enemy, when B evades, then B takes 2 and C and B's minion 3."""
    g = Prelude("human", "human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    guard = g.minion(1, "guard", actions=0)
    g.play(0, "cast", g.hand(0, "wave"))
    g.when_asked(1, t.W_DEFENCE, "evade")
    assert g.until(t.W_DEFENCE) == 2 and g.window() == t.W_DEFENCE
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.lost(2), g.left(guard)) == (0, 2, 3, 2)


@pytest.mark.rule("prelude", "defend.evade", "defend.guard", "response.no-actions")
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


@pytest.mark.rule("prelude", "keyword.immediate", "turn.what-is-attack")
def test_an_immediate_takes_strength_off_all_that_a_spell_sweeps() -> None:
    """given a spell of 3 for each enemy, when B takes 3 off it, then neither B nor C takes anything."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks=("red-magic-1", "green-magic-1"))
    moss = g.hand(1, "moss")
    g.play(0, "cast", g.hand(0, "wave"))
    g.when_asked(1, t.W_IMMEDIATE, "play", moss)
    g.pass_all()
    assert (g.lost(1), g.lost(2)) == (0, 0)


@pytest.mark.rule("prelude", "defend.evade")
def test_an_evade_counts_against_the_spell_alone() -> None:
    """given a swept B that evades, when its own minion hurts it then, that counts in full."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    g.minion(1, "clumsy-page", actions=0)
    g.play(0, "cast", g.hand(0, "wave"))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert g.lost(1) == 2 + 4


@pytest.mark.rule("prelude", "keyword.alert", "response.own-only")
def test_what_is_alert_is_paid_on_the_spot_and_waits_for_others() -> None:
    """given an Alert item of Suspend 1, then with 1 action it heals in A's window; without any, or in the
    window over an own action, it does not."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    sword, tonic, own = g.equipped(0, "sword"), g.equipped(1, "tonic"), g.equipped(0, "tonic")
    g.hand(0, "spark")  # A is asked in any case
    g.life(g.body(1), 20)
    g.actions(1, 1)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "use", tonic)
    assert (g.left(g.body(1)), g.free(g.body(1)), g.where(tonic)) == (23, 0, "Cemetery")
    assert g.until(t.W_IMMEDIATE) == 0 and g.refused(0, "use", own) == "keyword.alert"
    g.pass_all()
    assert g.left(g.body(1)) == 20


@pytest.mark.rule("prelude", "keyword.alert", "minion.actions")
def test_an_alert_minion_acts_with_its_own_actions() -> None:
    """given a character without actions and an Alert minion with one, then that acts in the window."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    sword, watch = g.equipped(0, "sword"), g.minion(1, "lookout", actions=1)
    g.actions(1, 0)
    g.life(g.body(1), 20)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "use", watch)
    assert (g.left(g.body(1)), g.free(watch)) == (22 - 3, 0)


@pytest.mark.rule("prelude", "turn.what-is-attack", "format.melee-grace", "defend.evade")
def test_a_spell_that_hurts_more_than_its_target_is_an_attack_on_all_of_them() -> None:
    """given a spell at B that also hurts minions, then C's minion evades for itself; while C has grace it is
    refused, whoever is its target."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks=("red-magic-1", "soldier-1", "soldier-1"))
    guard = g.minion(2, "guard", actions=1)
    g.play(0, "cast", g.hand(0, "splinters"), g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.when_asked(2, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.lost(1), g.lost(2), g.left(guard)) == (3, 0, 5 - 1)
    g = Prelude("human", "human", "human", cards=CARDS, ranks="red-magic-1", turn=1)
    g.next(1)
    g.minion(2, "guard", actions=1)
    assert g.refused(1, "cast", g.hand(1, "splinters"), g.body(0)) == "format.melee-grace"


@pytest.mark.rule("prelude", "rank.edge")
def test_edge_is_for_others_and_not_for_the_caster() -> None:
    """given Edge 1 and a spell of 4 that costs its caster 2 life, then 5 are dealt and 2 are lost."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1", "red-magic-2")
    g.cast(0, "backlash", g.body(1))
    assert (g.lost(0), g.lost(1)) == (2, 4 + 1)


@pytest.mark.rule("prelude", "card.price", "value.no-debt")
def test_a_spell_may_cost_coin_too() -> None:
    """given a spell that costs 2 Coin beside its reserve, then both are paid; without Coin it is refused."""
    g = Prelude("human", "human", cards=CARDS, ranks="red-magic-1")
    paid = g.hand(0, "bought-flame")
    assert g.refused(0, "cast", paid, g.body(1)) == "value.no-debt"
    g.coin(0, 3)
    red = g.zone(0, t.LINE_A)[0]
    before = g.s.num[t.RESERVE][red]
    g.quietly(0, "cast", paid, g.body(1))
    assert (g.purse(0), before - g.s.num[t.RESERVE][red], g.lost(1)) == (1, 1, 3)


@pytest.mark.rule("prelude", "zone.cemetery")
def test_a_card_comes_back_from_the_cemetery_if_a_text_says_so() -> None:
    """given a sword in the cemetery, when a spell returns it, then its owner holds it."""
    g = Prelude("human", "human", cards=CARDS, ranks="red-magic-1")
    sword = g.card(0, "sword", t.CEMETERY)
    g.cast(0, "recall")
    assert [g.slug(h) for h in g.zone(0, t.HAND)] == ["sword"] and g.zone(0, t.CEMETERY) != [sword]


@pytest.mark.rule("prelude", "minion.death")
def test_what_destroys_everything_leaves_characters_alone() -> None:
    """given a spell that destroys all fighters, then minions are killed, and characters stay as they are."""
    g = Prelude("human", "human", cards=CARDS, ranks="red-magic-1")
    guard = g.minion(1, "guard")
    g.cast(0, "ruin")
    assert (g.where(guard), len(g.happened("killed")), g.lost(0), g.lost(1)) == ("Cemetery", 1, 0, 0)
    assert not g.s.over and not g.s.out

"""Colours, their danger, and what is cast: the topics `element` and `spell`."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import card, cards, energy, spell

CARDS = cards(
    "mail",
    *("giant", "wolf"),
    *("bolt", "lance", "ember", "slow-bolt", "dart", "gust", "gale", "flame"),
    *("sword", "club", "shield"),
)
WELL = card("well", "Value", value="Magic", amount=3)
WARDS = energy("ward", ability={"gives": {"Armour": 3}, "to": "you"}) + spell(
    "quench", ability={"activate": True, "do": {"destroy": "all energies"}}
)
QUICK = spell(
    "flick", suspend=0, keywords="Immediate", ability={"activate": True, "targets": {}, "do": {"damage": 1}}
) + card("bear", "Creature", "green", tier=2, life=6, price=3, attack=4, suspend=2)


def mage(one: str = "human", turn: int = 5) -> Prelude:
    """A character with Green Magic 1 and Red Magic 1 against a soldier."""
    g = Prelude(one, "human", cards=CARDS, turn=turn, ranks=("green-magic-1", "soldier-1"))
    g.ranks(0, "red-magic-1", more=True)
    return g


@pytest.mark.rule("prelude", "element.colours")
def test_a_spell_is_paid_only_from_the_reserve_of_its_colour() -> None:
    """given green reserve 6 and red 0, when a red spell of 2 is to be cast, then it is refused."""
    g = mage()
    (green,), (red,) = g.zone(0, t.LINE_A), g.zone(0, t.LINE_B)
    g.reserve(red, 0)
    ember, bolt = g.hand(0, "ember"), g.hand(0, "bolt")
    assert g.refused(0, "cast", ember, g.body(1)) == "value.no-debt"
    g.quietly(0, "cast", bolt, g.body(1))
    assert (g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == (4, 0)
    g.reserve(red, 2)
    assert g.can(0, "cast", ember, g.body(1))


@pytest.mark.rule("prelude", "element.colours")
def test_a_colour_without_its_rank_is_not_used() -> None:
    """given Green Magic alone, when a red spell is to be cast, then it is refused."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    ember = g.hand(0, "ember")
    assert g.refused(0, "cast", ember, g.body(1)) == "rank.weapon-classes"


@pytest.mark.rule("prelude", "element.mixing-danger")
def test_a_colour_of_an_earlier_response_does_not_mix() -> None:
    """given a green spell in Turn 3, when a red one comes first in Turn 4, then nothing explodes."""
    g = mage(turn=3)
    g.cast(0, "bolt", g.body(1))
    g.next(0)
    assert g.s.turn == 4
    g.cast(0, "ember", g.body(1))
    assert not g.happened("explodes")
    assert (g.lost(0), g.lost(1)) == (0, 7)


@pytest.mark.rule("prelude", "element.mixing-danger")
def test_green_red_green_explodes_twice() -> None:
    """given three spells of changing colours in one Response, then it explodes at the second and third."""
    g = mage()
    for slug, explosions in (("bolt", 0), ("ember", 1), ("bolt", 2)):
        g.cast(0, slug, g.body(1))
        assert len(g.happened("explodes")) == explosions
    assert (g.lost(0), g.lost(1)) == (4, 15)


@pytest.mark.rule("prelude", "element.mixing-danger")
def test_energies_and_creatures_do_not_mix() -> None:
    """given an energy and a green creature between two red spells, then nothing explodes."""
    g = mage("elf")
    g.cast(0, "ember", g.body(1))
    flame, wolf = g.hand(0, "flame"), g.hand(0, "wolf")
    g.reserve(g.zone(0, t.LINE_B)[0], 9)
    g.play(0, "cast", flame)
    g.answer(0, (kernel.V_PICK, g.zone(0, t.LINE_B)[0]))
    g.pass_all()
    g.quietly(0, "bring", wolf)
    g.cast(0, "ember", g.body(1))
    assert (g.where(flame), g.where(wolf), g.happened("explodes")) == ("Energies", "Minions", [])
    g.cast(0, "bolt", g.body(1))
    assert len(g.happened("explodes")) == 1


def after_green() -> tuple[Prelude, int]:
    """A green spell of tier 1 has been finished; the caster has Red Magic 3 and a red spell of tier 3."""
    g = Prelude("human", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.ranks(0, "red-magic-1", "red-magic-2", "red-magic-3", more=True)
    g.actions(0, 4)
    g.equipped(0, "mail"), g.equipped(1, "mail")
    g.cast(0, "bolt", g.body(1))
    assert g.lost(1) == 4
    return g, g.hand(0, "lance")


@pytest.mark.rule("prelude", "element.explosion")
def test_the_blast_hurts_the_caster_and_the_target() -> None:
    """given tier 1 green and tier 3 red on B, when the red has taken effect, then both take 4 more."""
    g, lance = after_green()
    g.quietly(0, "cast", lance, g.body(1))
    assert (g.lost(0), g.lost(1)) == (4, 4 + 12 + 1 + 4)
    assert len(g.happened("explodes")) == 1


@pytest.mark.rule("prelude", "element.explosion")
def test_the_blast_hurts_a_guarding_minion() -> None:
    """given a minion that guarded against the second spell, then it takes the blast and its owner nothing."""
    g, lance = after_green()
    giant = g.minion(1, "giant")
    g.play(0, "cast", lance, g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", giant)
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.left(giant)) == (4, 4, 40 - 13 - 4)


@pytest.mark.rule("prelude", "element.explosion")
def test_the_blast_takes_both_at_the_same_time() -> None:
    """given caster and target that the blast would kill, then nobody outlives the other."""
    g, lance = after_green()
    g.life(g.body(0), 4)
    g.life(g.body(1), 17)
    g.quietly(0, "cast", lance, g.body(1))
    assert (g.left(g.body(0)), g.left(g.body(1))) == (0, 0)
    assert g.s.over is not None
    assert g.s.over[0][0] == g.s.over[0][1]


@pytest.mark.rule("prelude", "element.cross-training-risk")
def test_cross_training_does_not_protect() -> None:
    """given a Cross Trained Human, when colours of tier 1 are mixed, then the Human takes 2."""
    g = mage()
    g.cast(0, "bolt", g.body(1))
    g.cast(0, "ember", g.body(1))
    assert g.lost(0) == 2


@pytest.mark.rule("prelude", "spell.cast")
def test_a_spell_costs_reserve_and_actions_and_goes_to_the_cemetery() -> None:
    """given price 2, reserve 6 and 3 actions, when cast, then 4 reserve and 2 actions are left."""
    g = Prelude("human", "human", cards=CARDS)
    (rank,) = g.ranks(0, "green-magic-1")
    bolt = g.cast(0, "bolt", g.body(1))
    assert (g.s.num[t.RESERVE][rank], g.free(g.body(0)), g.where(bolt)) == (4, 2, "Cemetery")
    assert g.lost(1) == 4


@pytest.mark.rule("prelude", "spell.cast")
def test_a_spell_is_cast_from_the_hand_alone() -> None:
    """given a spell that has been cast, when it is to be cast again, then that is refused; one that lies in
    hand is not."""
    g = Prelude("human", "human", cards=CARDS, ranks="green-magic-1")
    bolt = g.cast(0, "bolt", g.body(1))
    assert g.refused(0, "cast", bolt, g.body(1)) == "spell.cast"
    assert g.can(0, "cast", g.hand(0, "bolt"), g.body(1))


@pytest.mark.rule("prelude", "spell.cast")
def test_a_carried_spell_lies_face_up() -> None:
    """given a spell that owes actions, then it lies open on the field, paid."""
    g = Prelude("human", "human", cards=CARDS)
    (rank,) = g.ranks(0, "green-magic-1")
    g.actions(0, 1)
    spell = g.cast(0, "slow-bolt", g.body(1))
    assert (g.where(spell), g.s.face[spell], g.s.num[t.RESERVE][rank]) == ("Casting", 1, 1)


@pytest.mark.rule("prelude", "spell.cast")
def test_a_spell_needs_no_free_hand() -> None:
    """given a club and a shield in hand, when a spell is cast, then it takes effect, and both stay there."""
    g = Prelude("human", "human", cards=CARDS, ranks="green-magic-1")
    held = g.equipped(0, "club"), g.equipped(0, "shield")
    g.cast(0, "bolt", g.body(1))
    assert g.lost(1) == 4 and [g.where(h) for h in held] == ["Equipped"] * 2


@pytest.mark.rule("prelude", "spell.cast", "keyword.immediate")
def test_a_spell_of_suspend_0_takes_one_action() -> None:
    """given an Immediate spell of Suspend 0, when it is cast or played in a window, then 1 action is spent;
    without one it is refused."""
    g = Prelude("human", "human", cards=CARDS + QUICK, ranks="green-magic-1")
    first, second, theirs = g.hand(0, "flick"), g.hand(0, "flick"), g.hand(1, "flick")
    g.actions(0, 1)
    g.play(0, "cast", first, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", theirs, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.free(g.body(0)), g.free(g.body(1))) == (1, 1, 0, 2)
    assert g.refused(0, "cast", second, g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "spell.tier")
def test_a_spell_needs_its_tier() -> None:
    """given Green Magic 2 on top, then tier 3 is refused, and tiers 2 and 1 are not."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1", "green-magic-2")
    gale, gust, bolt = g.hand(0, "gale"), g.hand(0, "gust"), g.hand(0, "bolt")
    assert g.refused(0, "cast", gale, g.body(1)) == "spell.tier"
    assert g.can(0, "cast", gust, g.body(1))
    assert g.can(0, "cast", bolt, g.body(1))


@pytest.mark.rule("prelude", "spell.tier")
def test_a_creature_needs_its_tier() -> None:
    """given a creature of tier 2, when Green Magic 1 is on top, then it is refused, and not under tier 2."""
    g = Prelude("elf", "human", cards=CARDS + QUICK, ranks="green-magic-1")
    bear = g.hand(0, "bear")
    assert g.refused(0, "bring", bear) == "spell.tier"
    g.play(0, "place", g.hand(0, "green-magic-2"))
    g.play(0, "bring", bear)
    assert g.where(bear) == "Minions"


@pytest.mark.rule("prelude", "spell.reserve")
def test_a_reserve_is_used_up() -> None:
    """given Green Magic 2 with 9, when 3, 3 and 3 are cast, then it is 0 and a fourth is refused."""
    g = Prelude("elf", "human", cards=CARDS)
    _, rank = g.ranks(0, "green-magic-1", "green-magic-2")
    for left in (6, 3, 0):
        g.cast(0, "dart", g.body(1))
        assert g.s.num[t.RESERVE][rank] == left
    fourth = g.hand(0, "dart")
    assert g.free(g.body(0)) == 1
    assert g.refused(0, "cast", fourth, g.body(1)) == "value.no-debt"


@pytest.mark.rule("prelude", "spell.reserve")
@pytest.mark.parametrize("rank", [False, True])
def test_an_empty_reserve_is_refilled_by_a_rank_or_by_magic_value(rank: bool) -> None:
    """given an empty Green Magic 1, when a new rank card or magic Value is played on it, then a green spell
    can be paid for again."""
    g = Prelude("elf", "human", cards=CARDS + WELL)
    (old,) = g.ranks(0, "green-magic-1")
    g.put(old, t.RESERVE, 0)
    spell = g.hand(0, "dart")
    assert g.refused(0, "cast", spell, g.body(1)) == "value.no-debt"
    g.quietly(0, *(("place", g.hand(0, "green-magic-1")) if rank else ("value", g.hand(0, "well"))))
    assert g.can(0, "cast", spell, g.body(1))


@pytest.mark.rule("prelude", "spell.energy")
def test_a_third_energy_is_refused() -> None:
    """given two energies on the field, when a third is to be cast, then it is refused; it was not before."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    g.energy(0, "flame")
    third = g.hand(0, "flame")
    assert g.can(0, "cast", third)
    g.energy(0, "flame")
    assert g.refused(0, "cast", third) == "spell.energy"


@pytest.mark.rule("prelude", "spell.energy")
def test_an_energy_stays_on_the_field() -> None:
    """given Red Magic, when an energy of 3 is cast, then it is paid from there and stays."""
    g = Prelude("human", "human", cards=CARDS)
    (rank,) = g.ranks(0, "red-magic-1")
    flame = g.hand(0, "flame")
    g.quietly(0, "cast", flame)
    assert (g.where(flame), g.s.num[t.RESERVE][rank], g.free(g.body(0))) == ("Energies", 3, 2)


@pytest.mark.rule("prelude", "spell.energy")
def test_any_reserve_that_suffices_may_pay_for_an_energy() -> None:
    """given reserves of 3 and 6, when an energy of 3 is cast, then either may pay, and 3 are enough."""
    g = Prelude("human", "human", cards=CARDS)
    (green,) = g.ranks(0, "green-magic-1")
    (red,) = g.ranks(0, "red-magic-1", more=True)
    g.reserve(green, 3)
    flame = g.hand(0, "flame")
    g.play(0, "cast", flame)
    assert sorted(g.options(0)) == sorted([(kernel.V_PICK, green), (kernel.V_PICK, red)])
    g.answer(0, (kernel.V_PICK, green))
    g.pass_all()
    assert (g.where(flame), g.s.num[t.RESERVE][green], g.s.num[t.RESERVE][red]) == ("Energies", 0, 6)


@pytest.mark.rule("prelude", "spell.energy")
def test_an_energy_works_until_it_is_destroyed() -> None:
    """given two energies that give 3 Armour each, when both are destroyed, then no Armour is left, both
    lie in the cemetery, and another may be cast."""
    g = Prelude("human", "human", cards=CARDS + WARDS, ranks="green-magic-1")
    wards, more = [g.energy(0, "ward") for _ in range(2)], g.hand(0, "ward")
    g.actions(0, 4)
    assert g.refused(0, "cast", more) == "spell.energy"
    g.next(1)
    club = g.equipped(1, "club")
    g.quietly(1, "attack", club, g.body(0))
    assert g.lost(0) == 0
    g.next(0)
    g.quietly(0, "cast", g.hand(0, "quench"))
    assert [g.where(h) for h in wards] == ["Cemetery"] * 2 and g.can(0, "cast", more)
    g.next(1)
    g.quietly(1, "attack", club, g.body(0))
    assert g.lost(0) == 5

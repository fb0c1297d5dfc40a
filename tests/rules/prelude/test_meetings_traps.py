"""Traps and what they meet: Immediates, Alerts, tasks, minions, spells, death, other traps."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import ROW_CARD
from fadenet.games.prelude import tables as t
from tests.builders import offering
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.cards.prelude import cards, trap


def heard(slug: str, on: str, do: object, **figures: object) -> str:
    """A trap for attacks on its owner, or for what enemy characters do."""
    of = {} if on == "attacked" else {"of": "enemy characters"}
    return trap(slug, **figures, ability={"on": on, **of, "do": do})


CARDS = (
    cards(
        *("club", "heavy-club", "dagger", "mail"),
        *("snare", "deep-snare", "jaws", "bell", "pit", "guard", "squire", "wolf"),
        *("bolt", "ember", "slower-bolt", "steady-bolt", "spark", "flame"),
    )
    + heard("salt", "spell-begun", {"interrupt": "attacker"})
    + heard("wire", "spell-begun", {"damage": 2, "to": "that"})
    + heard("fuse", "task-finishes", {"damage": 4, "to": "that"})
    + heard("maw", "attacked", {"damage": 40, "to": "attacker"})
    + heard("knell", "immediate-played", {"damage": 40, "to": "that"})
    + heard("cobweb", "attacked", {"weaken": 3})
    + heard("gorge", "attacked", {"damage": 4, "to": "attacker"}, price=3, suspend=3)
)


def match(*who: str, turn: int = 5, rank: str = "green-magic-1") -> Prelude:
    """Characters with one rank each, in Turn 5 or another."""
    return Prelude(*who, cards=CARDS, turn=turn, ranks=rank)


def springs(g: Prelude) -> list[str]:
    """The traps that have sprung, in order."""
    return [g.slug(row[ROW_CARD]) for row in g.happened("springs")]


# Attacks, armour, guards, defence.


@pytest.mark.rule("prelude", "item.trap-springs", "defend.armour", "defend.guard")
def test_neither_armour_nor_a_minion_keeps_a_trap_off() -> None:
    """given an attacker in mail with a minion, when a snare springs, then it takes 4, and nobody is asked."""
    g = match("human", "human")
    club = g.equipped(0, "club")
    g.equipped(0, "mail"), g.minion(0, "squire"), g.trap(1, "snare")
    g.play(0, "attack", club, g.body(1))
    seen = g.windows()
    assert g.lost(0) == 4 and seen == [(1, t.W_SPRING), (1, t.W_DEFENCE)]


@pytest.mark.rule("prelude", "item.trap-springs", "defend.guard", "attack.sequence")
def test_a_trap_springs_before_a_minion_takes_the_attack() -> None:
    """given a set snare and a minion, when attacked, then the snare springs though the minion guards."""
    g = match("human", "human")
    club, guard = g.equipped(0, "club"), g.minion(1, "guard")
    g.trap(1, "snare")
    g.play(0, "attack", club, g.body(1))
    g.until(t.W_GUARD)
    assert g.lost(0) == 4
    g.quietly(1, "guard", guard)
    assert (g.lost(1), g.where(guard)) == (0, "Cemetery")


@pytest.mark.rule("prelude", "item.trap-springs", "attack.targets")
def test_a_trap_for_attacks_on_its_owner_waits_when_a_minion_is_attacked() -> None:
    """given a set snare, when its owner's minion is attacked, then it does not spring."""
    g = match("human", "human")
    club, guard, snare = g.equipped(0, "club"), g.minion(1, "guard"), g.trap(1, "snare")
    g.quietly(0, "attack", club, guard)
    assert (g.lost(0), g.where(snare), g.where(guard)) == (0, "Traps", "Cemetery")


@pytest.mark.rule("prelude", "item.trap-springs", "minion.death", "suspend.target-gone")
def test_a_minion_that_dies_of_a_trap_deals_nothing() -> None:
    """given a minion of life 3 that strikes, when a snare springs for 4, then it deals nothing."""
    g = match("human", "human")
    squire = g.minion(0, "squire")
    g.trap(1, "snare")
    g.quietly(0, "attack", squire, g.body(1))
    assert (g.where(squire), g.lost(0), g.lost(1)) == ("Cemetery", 0, 0)


@pytest.mark.rule("prelude", "item.trap-springs", "response.no-actions")
def test_a_trap_needs_no_action_of_its_owner() -> None:
    """given an owner without actions, when attacked, then the snare springs all the same."""
    g = match("human", "human")
    club = g.equipped(0, "club")
    g.trap(1, "snare")
    g.actions(1, 0)
    g.quietly(0, "attack", club, g.body(1))
    assert (g.lost(0), g.lost(1), g.free(g.body(1))) == (4, 5, 0)


@pytest.mark.rule("prelude", "item.trap-springs", "turn.what-is-attack")
def test_a_spell_that_harms_springs_a_trap_for_attacks() -> None:
    """given a set snare, when a bolt is cast at its owner, then the snare springs before it."""
    g = match("human", "human")
    g.trap(1, "snare")
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    while not springs(g):
        g.step()
    assert (g.lost(0), g.lost(1)) == (4, 0)
    g.pass_all()
    assert g.lost(1) == 4


@pytest.mark.rule("prelude", "rank.edge", "item.trap-springs")
def test_edge_adds_nothing_to_a_trap() -> None:
    """given an owner with Edge 3, when the snare springs, then it deals 4."""
    g = match("human", "human", rank="soldier-1")
    g.give(g.zone(1, t.LINE_A)[-1], "Edge", 3)
    g.trap(1, "snare")
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(0) == 4


# The first Turn.


@pytest.mark.rule("prelude", "turn.first-no-attack", "item.trap-springs")
def test_a_trap_of_player_one_springs_in_the_first_turn() -> None:
    """given a trap that Player One set in Turn 1, when B attacks in Turn 1, then it deals 4."""
    g = match("human", "human", turn=1)
    g.coin(0, 2)
    snare = g.hand(0, "snare")
    g.play(0, "lay", snare, CHEAP)
    g.quietly(0, "set", snare)
    g.next(1)
    g.quietly(1, "attack", g.equipped(1, "club"), g.body(0))
    assert (g.s.turn, g.lost(1), g.lost(0)) == (1, 4, 5)


@pytest.mark.rule("prelude", "format.melee-grace", "item.trap-springs")
def test_grace_protects_from_attacks_and_not_from_traps() -> None:
    """given C before its first Response, when it plays an Immediate, then a bell deals it 4."""
    g = match("human", "human", "human", turn=1)
    g.trap(0, "bell")
    g.next(1)
    spark = g.hand(2, "spark")
    g.play(1, "attack", g.equipped(1, "club"), g.body(0))
    g.when_asked(2, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.lost(2), g.lost(0)) == (4, 6)


# Immediates and Alerts.


@pytest.mark.rule("prelude", "keyword.alert", "item.trap-springs")
def test_a_trap_against_an_alert_attack_hits_the_alert_attacker() -> None:
    """given A's set snare, when B attacks A with an Alert weapon in A's attack, then B takes the 4."""
    g = match("human", "human")
    club, dagger = g.equipped(0, "club"), g.equipped(1, "dagger")
    g.trap(0, "snare")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (4, 4 + 5)


@pytest.mark.rule("prelude", "keyword.alert", "item.trap-springs")
def test_a_trap_that_weakens_an_alert_attack_leaves_the_other_attack_alone() -> None:
    """given A's cobweb, when B's Alert attack comes in A's attack, then only B's attack loses 3."""
    g = match("human", "human")
    club, dagger = g.equipped(0, "club"), g.equipped(1, "dagger")
    g.trap(0, "cobweb")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", dagger, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (1, 5)


@pytest.mark.rule("prelude", "keyword.immediate", "turn.what-is-attack", "item.trap-springs")
def test_a_trap_against_an_immediate_that_harms_hits_who_played_it() -> None:
    """given A's set snare, when B plays an Immediate of 1 damage on A in A's attack, then B takes the 4."""
    g = match("human", "human")
    club, spark = g.equipped(0, "club"), g.hand(1, "spark")
    g.trap(0, "snare")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (1, 4 + 5)


@pytest.mark.rule("prelude", "timing.no-answers", "win.death")
def test_a_trap_that_kills_who_plays_an_immediate_in_a_duel_ends_it() -> None:
    """given A's knell, when B plays an Immediate in A's attack, then A has won, and nothing else happens."""
    g = match("human", "human")
    club, spark = g.equipped(0, "club"), g.hand(1, "spark")
    g.trap(0, "knell")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert g.s.over == ((1, 2), "win.death") and g.lost(0) == 0


@pytest.mark.rule("prelude", "timing.no-answers", "format.melee-out", "format.melee-spoils")
def test_an_immediate_of_who_is_killed_for_it_takes_no_effect() -> None:
    """given C's knell, when B plays an Immediate on A, then B is out, A is unhurt, and C draws 2."""
    g = match("human", "human", "human")
    club, spark = g.equipped(0, "club"), g.hand(1, "spark")
    g.trap(2, "knell")
    hand = g.size(2, t.HAND)
    g.play(0, "attack", club, g.body(2))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.s.out, g.lost(0), g.lost(2), g.size(2, t.HAND)) == ((1,), 0, 5, hand + 2)


@pytest.mark.rule("prelude", "keyword.immediate", "timing.no-answers")
def test_an_immediate_played_like_an_ordinary_card_springs_the_same_trap() -> None:
    """given B's bell, when A casts an Immediate in the own Response, then A takes 4 before it."""
    g = match("human", "human")
    g.trap(1, "bell")
    g.play(0, "cast", g.hand(0, "spark"), g.body(1))
    g.step()
    assert (g.lost(0), g.lost(1)) == (4, 0)
    g.pass_all()
    assert g.lost(1) == 1


@pytest.mark.rule("prelude", "keyword.immediate", "timing.no-answers")
def test_arming_an_immediate_trap_is_playing_an_immediate() -> None:
    """given A's bell, when B lays and sets an Immediate trap in the window, then B takes 4."""
    g = match("human", "human")
    club, jaws = g.equipped(0, "club"), g.hand(1, "jaws")
    g.trap(0, "bell")
    g.coin(1, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "arm", jaws, CHEAP)
    g.pass_all()
    assert g.lost(1) == 4 + 5


@pytest.mark.rule("prelude", "keyword.immediate", "keyword.alert")
def test_an_armed_trap_springs_for_another_attack_in_the_same_window() -> None:
    """given B arms a trap in A's attack on B, when C's Alert attack hits B there, then C's sets it off."""
    g = match("human", "human", "human")
    club, jaws, dagger = g.equipped(0, "club"), g.hand(1, "jaws"), g.equipped(2, "dagger")
    g.coin(1, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "arm", jaws, CHEAP)
    while g.asked() != [2] or g.window() != t.W_IMMEDIATE:
        g.step()
    g.quietly(2, "alert", dagger, g.body(1))
    assert g.where(jaws) == "Cemetery" and (g.lost(0), g.lost(1), g.lost(2)) == (0, 5 + 4, 4)


@pytest.mark.rule("prelude", "item.trap-field", "keyword.immediate")
def test_a_third_trap_is_not_armed_in_the_window() -> None:
    """given two traps on the field, when an Immediate trap is to be armed, then it is refused."""
    g = match("human", "human")
    g.trap(1, "pit"), g.trap(1, "pit", set=False)
    club, jaws = g.equipped(0, "club"), g.hand(1, "jaws")
    g.coin(1, 2)
    g.play(0, "attack", club, g.body(1))
    g.until(t.W_IMMEDIATE)
    assert g.refused(1, "arm", jaws, CHEAP) == "item.trap-field"


# Spells.


@pytest.mark.rule("prelude", "item.trap-springs", "spell.cast", "value.no-debt")
def test_a_trap_stops_a_spell_that_is_paid_for() -> None:
    """given a salt, when A casts a bolt, then nothing is dealt; the spell and its price are lost."""
    g = match("human", "human")
    (rank,) = g.zone(0, t.LINE_A)
    bolt = g.hand(0, "bolt")
    g.trap(1, "salt")
    g.quietly(0, "cast", bolt, g.body(1))
    assert (g.lost(1), g.where(bolt), g.s.num[t.RESERVE][rank], g.free(g.body(0))) == (0, "Cemetery", 4, 2)


@pytest.mark.rule("prelude", "item.trap-springs", "suspend.carry-over")
def test_a_trap_stops_a_spell_as_soon_as_it_is_begun() -> None:
    """given a salt, when A begins a spell that it has to carry, then it carries nothing."""
    g = match("human", "human")
    bolt = g.hand(0, "slower-bolt")
    g.trap(1, "salt")
    g.quietly(0, "cast", bolt, g.body(1))
    assert not g.carries(g.body(0)) and g.where(bolt) == "Cemetery"
    g.next(0)
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "element.mixing-danger", "item.trap-springs")
def test_a_spell_that_a_trap_stopped_mixes_with_nothing() -> None:
    """given a green spell stopped by a salt, when a red one is finished after it, then nothing explodes."""
    g = match("human", "human")
    g.ranks(0, "red-magic-1", more=True)
    g.trap(1, "salt")
    g.cast(0, "bolt", g.body(1))
    g.cast(0, "ember", g.body(1))
    assert (g.lost(0), g.lost(1)) == (0, 3)


@pytest.mark.rule("prelude", "spell.energy", "item.trap-springs")
def test_an_energy_is_no_spell_for_a_trap() -> None:
    """given a salt, when an energy is cast, then it does not spring, and the energy lies there."""
    g = match("human", "human")
    flame, salt = g.hand(0, "flame"), g.trap(1, "salt")
    g.quietly(0, "cast", flame)
    assert (g.where(flame), g.where(salt)) == ("Energies", "Traps")


@pytest.mark.rule("prelude", "card.types", "timing.no-answers", "item.trap-springs")
def test_an_immediate_spell_is_a_spell_that_is_begun() -> None:
    """given A's wire, when B plays an Immediate spell in the window, then the wire springs for 2."""
    g = match("human", "human")
    club, spark = g.equipped(0, "club"), g.hand(1, "spark")
    g.trap(0, "wire")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (1, 2 + 5)


# Tasks.


@pytest.mark.rule("prelude", "suspend.interrupt-damage", "timing.immediate-window", "attack.sequence")
def test_a_trap_stops_a_carried_attack_that_is_about_to_finish() -> None:
    """given a carried attack, when it comes in the close and a snare deals 4, then it stops."""
    g = match("human", "human")
    club = g.equipped(0, "heavy-club")
    snare = g.trap(1, "snare")
    g.begin(0, "attack", club, g.body(1), paid=2)
    assert (g.lost(0), g.where(snare)) == (0, "Traps")
    g.next(0)
    assert (g.lost(0), g.lost(1), g.where(snare), g.carries(g.body(0))) == (4, 0, "Cemetery", False)


@pytest.mark.rule("prelude", "keyword.steadfast", "item.trap-springs")
def test_a_steadfast_spell_outlives_a_trap() -> None:
    """given a Steadfast spell that finishes in the close, when a snare deals 4, then it comes still."""
    g = match("human", "human")
    bolt = g.hand(0, "steady-bolt")
    g.trap(1, "snare")
    g.begin(0, "cast", bolt, g.body(1), paid=2)
    g.next(0)
    assert (g.lost(0), g.lost(1)) == (4, 10)


@pytest.mark.rule("prelude", "suspend.interrupt-damage", "suspend.carry-over")
def test_a_trap_does_not_stop_an_attack_that_is_paid_in_full() -> None:
    """given an attack paid in full, when a snare deals 4 to the attacker, then the attack comes."""
    g = match("human", "human")
    g.trap(1, "snare")
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert (g.lost(0), g.lost(1)) == (4, 5)


@pytest.mark.rule("prelude", "suspend.finish-timing", "item.trap-springs")
def test_a_trap_for_the_end_of_a_task_stops_it() -> None:
    """given B's fuse and A's task on C, when that comes to its end, then A takes 4 and C nothing."""
    g = match("human", "human", "human")
    g.trap(1, "fuse")
    club = g.equipped(0, "heavy-club")
    g.begin(0, "attack", club, g.body(2), paid=2)
    g.next(2)
    assert (g.lost(0), g.lost(2), springs(g)) == (4, 0, ["fuse"])


@pytest.mark.rule("prelude", "suspend.trap-setting", "suspend.finish-timing", "timing.same-moment")
@pytest.mark.parametrize("first", [True, False])
def test_a_trap_that_is_set_in_a_close_springs_for_what_comes_after_it(first: bool) -> None:
    """given a setting and an attack due in A's close, then it springs if the setting comes first in order."""
    g = match("human", "human", "human")
    setter, striker = (1, 2) if first else (2, 1)
    gorge = g.trap(setter, "gorge", set=False)
    club = g.equipped(striker, "heavy-club")
    g.next(1)
    if first:
        g.give(g.body(1), "Suspend", 2)  # 1 action of 3 now, 1 in C's Response and 1 in A's
        g.actions(1, 1)
        g.play(1, "set", gorge)
    else:
        g.give(club, "Suspend", 4)  # 2 actions of 8 now, 3 in C's Response and 3 in A's
        g.actions(1, 2)
        g.play(1, "attack", club, g.body(2))
    g.pass_all()
    g.next(2)
    g.actions(2, 2)
    if first:
        g.play(2, "attack", club, g.body(1))
    else:
        g.play(2, "set", gorge)
    g.pass_all()
    g.next(0)
    assert g.carries(g.body(1)) and g.carries(g.body(2)) and not g.s.num[t.SET][gorge]
    g.end(0)
    g.pass_all()
    assert (g.lost(striker), g.lost(setter)) == ((4, 0) if first else (0, 8))
    assert springs(g) == (["gorge"] if first else [])


# Minions.


@pytest.mark.rule("prelude", "keyword.eager", "item.trap-springs", "minion.death")
def test_an_eager_minion_that_dies_of_a_trap_does_not_strike() -> None:
    """given two pits, when an Eager minion of life 3 enters, then it is dead before it can strike."""
    g = match("human", "human")
    squire = g.hand(0, "squire")
    g.trap(1, "pit"), g.trap(1, "pit")
    g.coin(0, 2)
    g.quietly(0, "bring", squire)
    assert g.where(squire) == "Cemetery" and g.purse(0) == 0
    assert g.refused(0, "attack", squire, g.body(1))


@pytest.mark.rule("prelude", "minion.enter", "item.trap-springs")
def test_a_creature_springs_a_trap_for_minions() -> None:
    """given a pit, when a creature enters, then it takes 2."""
    g = match("elf", "human")
    wolf = g.hand(0, "wolf")
    g.trap(1, "pit")
    g.quietly(0, "bring", wolf)
    assert g.left(wolf) == 2


@pytest.mark.rule("prelude", "item.trap-springs", "minion.enter")
def test_the_own_minion_springs_no_trap_for_enemies() -> None:
    """given A's pit, when A's own minion enters, then it does not spring."""
    g = match("human", "human")
    guard, pit = g.hand(0, "guard"), g.trap(0, "pit")
    g.coin(0, 3)
    g.quietly(0, "bring", guard)
    assert (g.left(guard), g.where(pit)) == (5, "Traps")


# Several traps.


@pytest.mark.rule("prelude", "item.trap-springs", "timing.same-moment")
def test_traps_of_two_conditions_that_one_spell_meets_spring_in_order_of_seats() -> None:
    """given B's snare and C's wire, when A casts a bolt at B, then B's springs before C's."""
    g = match("human", "human", "human")
    g.trap(1, "snare"), g.trap(2, "wire")
    g.cast(0, "bolt", g.body(1))
    assert springs(g) == ["snare", "wire"]


@pytest.mark.rule("prelude", "item.trap-springs", "timing.same-moment")
def test_the_older_of_two_traps_with_different_conditions_springs_first() -> None:
    """given B's older snare and younger wire, when A casts a bolt at B, then the snare springs first."""
    g = match("human", "human")
    g.trap(1, "snare"), g.trap(1, "wire")
    g.cast(0, "bolt", g.body(1))
    assert springs(g) == ["snare", "wire"]


@pytest.mark.rule("prelude", "item.trap-springs", "suspend.trap-setting")
def test_only_the_set_one_of_two_traps_springs() -> None:
    """given an older snare not set and a younger one set, when attacked, then the younger one springs."""
    g = match("human", "human")
    older, younger = g.trap(1, "snare", set=False), g.trap(1, "snare")
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert (g.lost(0), g.where(older), g.where(younger)) == (4, "Traps", "Cemetery")


# Death.


@pytest.mark.rule("prelude", "win.death", "item.trap-springs")
def test_a_trap_that_kills_the_attacker_in_its_own_response_ends_the_duel() -> None:
    """given B's maw and B at life 1, when A attacks, then B has won before the attack comes."""
    g = match("human", "human")
    g.trap(1, "maw")
    g.life(g.body(1), 1)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.s.over == ((2, 1), "win.death") and g.left(g.body(1)) == 1


@pytest.mark.rule("prelude", "format.melee-out", "format.melee-spoils", "turn.responses")
def test_a_trap_that_kills_the_attacker_in_a_melee_skips_the_rest() -> None:
    """given B's maw, when A attacks B, then A is out, B is unhurt, draws 2 and responds, with a wage of 1."""
    g = match("human", "human", "human")
    g.trap(1, "maw")
    hand, coin = g.size(1, t.HAND), g.purse(1)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert (g.s.out, g.s.active, g.lost(1), g.purse(1)) == ((0,), 1, 0, coin + 1)
    assert g.size(1, t.HAND) == hand + 2 + 2


@pytest.mark.rule("prelude", "format.melee-out", "item.trap-springs")
def test_a_set_trap_of_who_is_out_does_not_spring() -> None:
    """given B's pit, when B has conceded and A's minion enters, then nobody is asked and it lives."""
    g = match("human", "human", "human")
    pit = g.trap(1, "pit")
    g.leaves(1)
    guard = g.hand(0, "guard")
    g.coin(0, 3)
    g.play(0, "bring", guard)
    assert g.window() == -1
    assert (g.left(guard), g.where(pit), springs(g)) == (5, "nowhere", [])


@pytest.mark.rule("prelude", "format.melee-out", "suspend.finish-timing")
def test_when_a_trap_kills_the_responder_a_task_of_another_still_finishes() -> None:
    """given C's task on B due in A's close and B's knell, when A dies of it by a spark, C's attack comes."""
    g = match("human", "human", "human")
    g.next(2)
    g.begin(2, "attack", g.equipped(2, "heavy-club"), g.body(1), paid=2)
    g.next(0)
    bell = g.trap(1, "knell")
    g.cast(0, "spark", g.body(2))
    assert (g.s.out, g.s.active, g.where(bell)) == ((0,), 1, "Cemetery")
    assert (g.lost(1), g.lost(2)) == (8, 0)


@pytest.mark.rule("prelude", "format.best-of-three", "item.trap-springs")
def test_a_trap_that_kills_counts_for_its_owner_and_the_next_game_has_no_traps() -> None:
    """given best of three and B's maw, when A dies of it, then B has 1 win, and no trap is on the field."""
    g = match("human", "human")
    atoms.set_var(g.s, t.G_GAMES, 3)
    g.trap(1, "maw"), g.trap(0, "snare")
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.s.vars[t.G_WINS : t.G_WINS + 2] == (0, 1) and not g.s.over and g.s.turn == 1
    assert not g.zone(0, t.TRAPS) and not g.zone(1, t.TRAPS)


# What was stated.


@pytest.mark.rule("prelude", "zone.hidden-audit", "item.trap-springs")
def test_a_false_price_is_found_before_the_trap_kills() -> None:
    """given a trap of price 4 laid for 2, when A at life 4 attacks into it, then its owner loses instead."""
    g = match("human", "human")
    g.next(1)
    g.coin(1, 9)
    trap = g.hand(1, "deep-snare")
    g.play(1, "lay", trap, CHEAP)
    g.quietly(1, "set", trap)
    g.next(0)
    g.life(g.body(0), 4)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.s.over == ((1, 2), "zone.hidden-audit") and g.left(g.body(0)) == 4


@pytest.mark.rule("prelude", "zone.hidden-audit", "keyword.immediate")
def test_a_trap_armed_in_the_window_must_be_an_immediate() -> None:
    """given a trap that is not an Immediate, then its owner is not offered to arm it in the window."""
    g = match("human", "human")
    club, snare = g.equipped(0, "club"), g.hand(1, "snare")
    g.hand(1, "jaws")
    g.coin(1, 9)
    g.play(0, "attack", club, g.body(1))
    g.until(t.W_IMMEDIATE)
    assert g.move("arm", snare, CHEAP) not in g.options(1) and offering.faults(g.s, g.dealer) == []


@pytest.mark.rule("prelude", "zone.hidden-audit", "keyword.immediate")
def test_a_trap_armed_as_an_immediate_that_is_none_loses_when_it_springs() -> None:
    """given a trap that is not an Immediate, armed in the window all the same, then it loses when turned
    up."""
    g = match("human", "human")
    club, snare = g.equipped(0, "club"), g.hand(1, "snare")
    g.coin(1, 9)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "arm", snare, CHEAP)
    g.pass_all()
    assert not g.s.over
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    assert g.s.over == ((1, 2), "zone.hidden-audit") and g.lost(0) == 0


@pytest.mark.rule("prelude", "item.trap-field", "zone.hidden")
def test_a_trap_laid_but_not_set_is_not_even_asked_about() -> None:
    """given a snare laid and not set, when its owner is attacked, then no question about it is put."""
    g = match("human", "human")
    g.trap(1, "snare", set=False)
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.window() != t.W_SPRING
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (0, 5)

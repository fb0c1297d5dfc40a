"""The steps of a battle, and who may do what between them: the topic `combat`."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import ACT, MODE, ROW_EVENT, ROW_N
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import character

OGRE = character("ogre", "Beast", "Dark", hp=40, atk=30, def_=5)


def steps(g: Terrene) -> list[str]:
    """The steps of a battle in the log: events, and numbers put on cards."""
    own = {t.EVENTS.index(word): word for word in ("attacks", "blocks", "defeated", "discarded", "hurt")}
    own[t.E_XP] = "gains-xp"
    columns = {k: t.COLUMNS[k] for k in (t.DAMAGE, t.DECAY, t.GAIN_ATK)}
    found = []
    for row in g.log:
        if row[ROW_EVENT] == atoms.COUNTER_PUT and row[ROW_N] in columns:
            found.append(columns[row[ROW_N]])
        elif row[ROW_EVENT] in own:
            found.append(own[row[ROW_EVENT]])
    return found


@pytest.mark.rule("terrene", "combat.steps")
def test_the_eight_steps_of_a_battle() -> None:
    """given ATK 20 against HP 20 with 5 damage, then attack, block, damage, discard, overkill, XP, reward."""
    g = Terrene()
    ann, bob = g.character(0), g.character(1, damage=5)
    g.character(1, "guard")
    g.log.clear()
    g.fight(ann, bob)
    expected = ["attacks", "blocks", "Damage", "defeated", "discarded", "hurt", "gains-xp", "gain-ATK"]
    assert steps(g) == expected
    assert [row[ROW_N] for row in g.happened("hurt")] == [5]
    assert [row[ROW_N] for row in g.happened("takes-damage")] == [20]
    assert (g.hp_of(1), g.xp(ann), g.atk(ann)) == (45, 1, 25)


@pytest.mark.rule("terrene", "combat.steps")
def test_decay_comes_before_experience() -> None:
    """given a blocker with Retaliate that defeats the attacker, then its DEF decays before it gains XP."""
    g = Terrene()
    ann, guard = g.character(0, "mage", damage=10), g.character(1, "guard")
    g.character(0)
    g.give(guard, "Retaliate")
    g.log.clear()
    g.fight(ann, guard)
    parts = ["attacks", "blocks", "Damage", "defeated", "discarded", "hurt", "Decay", "gains-xp", "gain-ATK"]
    assert steps(g) == parts
    assert (g.defence(guard), g.xp(guard), g.hp_of(0)) == (5, 1, 45)


@pytest.mark.rule("terrene", "combat.responses")
def test_there_are_two_moments_for_answers() -> None:
    """given an attack, then it is answered before the block, and the block by the attacker's player first."""
    g = Terrene()
    ann, bob = g.character(0), g.character(1, "guard")
    mine, first, second = g.hold(ann, "dart"), g.hold(bob, "dart"), g.hold(g.character(1), "dart")
    g.play(0, "attack", ann)
    assert (g.asked(), g.s.asks[0].window) == ([1], 0)
    assert g.refused(1, "block", bob) == "response.to-actions"
    g.play(1, "use", first, ann)
    assert g.asked() == [0] and g.can(0, "use", mine, bob)
    g.pass_(0)
    assert g.damage(ann) == 5
    assert (g.asked(), g.s.asks[0].window) == ([1], t.W_BLOCK)
    assert g.refused(1, "use", second, ann) == "action.when"
    g.play(1, "block", bob)
    assert (g.asked(), g.s.asks[0].window) == ([0], 0)
    g.play(0, "use", mine, bob)
    assert g.asked() == [1] and g.can(1, "use", second, ann)
    g.pass_(1)
    assert (g.asked_kind(), g.damage(bob), g.damage(ann)) == (ACT, 5 + 10, 5)


@pytest.mark.rule("terrene", "combat.responses")
def test_a_declined_block_gives_no_moment() -> None:
    g = Terrene()
    ann, bob = g.character(0), g.character(1)
    for h in (ann, bob):
        g.hold(h, "dart")
    g.play(0, "attack", ann)
    g.pass_(1)
    assert g.s.asks[0].window == t.W_BLOCK
    g.pass_(1)
    assert (g.asked(), g.asked_kind(), g.hp_of(1)) == ([0], ACT, 30)


@pytest.mark.rule("terrene", "combat.responses")
def test_after_a_block_the_players_are_asked_from_the_blocker_on() -> None:
    """given 2v2 in the order 0, 1, 2, 3 and a block by 1, then 2 is asked first, then 3 and 0."""
    g = Terrene(seats=4)
    all_four = [g.character(seat, "guard") for seat in range(4)]
    for h in all_four:
        g.hold(h, "dart")
    g.play(0, "attack", all_four[0])
    order = []
    while g.s.asks[0].window != t.W_BLOCK:
        order += g.asked()
        g.pass_(g.asked()[0])
    assert (order, g.asked()) == ([1, 2, 3], [1])
    g.play(1, "block", all_four[1])
    order = []
    while g.asked_kind() != ACT:
        order += g.asked()
        g.pass_(g.asked()[0])
    assert order == [2, 3, 0]


def reward_under_way() -> tuple[Terrene, int, int, int, int]:
    """An attacker has gained its fourth XP and its player is asked for the choice in its reward."""
    g = Terrene()
    ann, bob, guard = g.character(0, xp=3), g.character(1, damage=10), g.character(1, "guard")
    mine, foes = g.hold(ann, "dart"), g.hold(guard, "dart")
    g.play(0, "attack", ann)
    g.to_block()
    g.play(1, "block", bob)
    g.pass_(0)
    assert (g.asked(), g.asked_kind(), g.xp(ann)) == ([0], MODE, 4)
    return g, ann, guard, mine, foes


@pytest.mark.rule("terrene", "combat.damage-locked")
def test_nobody_acts_while_damage_is_resolved() -> None:
    """given damage being resolved, when anybody tries a Blue ability, then it is refused until an Action."""
    g, ann, guard, mine, foes = reward_under_way()
    assert g.refused(1, "use", foes, ann) == "combat.damage-locked"
    assert g.refused(0, "use", mine, guard) == "combat.damage-locked"
    g.mode(0, 2)
    assert (g.asked(), g.asked_kind(), g.hp_of(1)) == ([0], ACT, 50 - 10)
    assert g.refused(1, "use", foes, ann) == "response.active-first"
    g.play(0, "attack", other := g.character(0, "thief"))
    assert g.asked() == [1] and g.can(1, "use", foes, other)


@pytest.mark.rule("terrene", "combat.one-at-a-time")
def test_the_rewards_of_a_battle_come_before_the_next() -> None:
    """given a first XP for +5 ATK, then it is there before the same player's next attack is declared."""
    g = Terrene()
    ann, other = g.character(0), g.character(0, "thief")
    bob, _ = g.character(1, damage=15), g.character(1, "guard")
    g.fight(ann, bob)
    g.play(0, "attack", other)
    names = g.order("attacks", "gains-xp", "battle-over")
    assert names == ["attacks", "gains-xp", "battle-over", "attacks"]
    assert g.atk(ann) == 25


@pytest.mark.rule("terrene", "combat.one-at-a-time")
def test_no_attack_is_declared_while_a_reward_is_chosen() -> None:
    g, ann, _, _, _ = reward_under_way()
    other = g.character(0, "thief")
    assert g.refused(0, "attack", other) == "combat.damage-locked"
    g.mode(0, 1)
    assert (g.lv(ann), g.xp(ann)) == (2, 4)
    assert g.can(0, "attack", other)


@pytest.mark.rule("terrene", "combat.no-counter-damage")
def test_a_blocker_does_not_strike_back() -> None:
    """given ATK 20 against a blocker with ATK 30 and DEF 5, then it has 15 damage and the attacker none."""
    g = Terrene(OGRE)
    ann, ogre = g.character(0), g.character(1, "ogre")
    g.fight(ann, ogre)
    assert (g.damage(ogre), g.damage(ann), g.hp_of(0)) == (15, 0, 50)

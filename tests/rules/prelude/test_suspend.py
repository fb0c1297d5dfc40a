"""Tasks that take time: what they cost, how they are carried, finished, stopped: the topic `suspend`."""

from __future__ import annotations

import pytest

from fadenet.engine.acts import A_X
from fadenet.engine.state import CONFIRM
from fadenet.games.prelude import aims, values
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, item, spell, weapon

CARDS = (
    cards(
        *("sword", "club", "heavy-club", "whip", "shield", "draught"),
        *("deep-snare", "pit", "guard"),
        *("slow-bolt", "slower-bolt", "spark", "slow-flame"),
    )
    + weapon("broadsword", "sharp", price=3, attack=4, suspend=2)
    + item("jug", suspend=4, hands=1, ability={"activate": True, "do": {"heal": 4}})
    + spell(
        "pact",
        suspend=4,
        ability={"activate": True, "targets": {}, "do": [{"damage": 9, "to": "you"}, {"damage": 2}]},
    )
    + spell(
        "balm",
        keywords="Immediate",
        ability={"activate": True, "targets": "all characters", "do": {"heal": 1, "of": "target"}},
    )
)


def duel(one: str = "human", two: str = "human", rank: str = "soldier-1") -> Prelude:
    """Two characters; the second one is a soldier."""
    return Prelude(one, two, cards=CARDS, ranks=(rank, "soldier-1"))


def caster(slug: str, actions: int, one: str = "human") -> tuple[Prelude, int]:
    """A spell that was begun at the other character with so many actions."""
    g = duel(one, rank="green-magic-1")
    spell = g.hand(0, slug)
    g.begin(0, "cast", spell, g.body(1), paid=actions)
    return g, spell


@pytest.mark.rule("prelude", "suspend.cost")
def test_each_attack_costs_the_suspend_of_its_weapon() -> None:
    """given 4 actions and an equipped Suspend 2 sword, when attacking twice, then no actions are left."""
    g = duel()
    sword = g.equipped(0, "broadsword")
    g.actions(0, 4)
    for left in (2, 0):
        g.quietly(0, "attack", sword, g.body(1))
        assert g.free(g.body(0)) == left
    assert g.lost(1) == 8
    assert g.refused(0, "attack", sword, g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "suspend.carry-over")
def test_what_is_missing_comes_from_the_following_response() -> None:
    """given 2 actions and a Suspend 4 weapon, when attacking, then 2 are owed and taken from the next one."""
    g = duel("dwarf")
    club = g.equipped(0, "heavy-club")
    g.quietly(0, "attack", club, g.body(1))
    assert g.carries(g.body(0))
    assert (g.free(g.body(0)), g.lost(1)) == (0, 0)
    g.next()
    assert g.s.active == 1
    assert (g.free(g.body(0)), g.s.num[t.LOCKED][g.body(0)], g.lost(1)) == (0, 2, 0)
    g.next()
    assert (g.carries(g.body(0)), g.lost(1)) == (False, 8)
    assert g.free(g.body(0)) == 2


@pytest.mark.rule("prelude", "suspend.carry-over", "suspend.finish-timing")
def test_a_task_takes_from_further_responses_and_finishes_at_once_in_the_own_one() -> None:
    """given 1 action of 4 paid and a pool of 2, then 2 come from the other's Response and 1 from the own."""
    g = duel("dwarf")
    club = g.equipped(0, "heavy-club")
    g.begin(0, "attack", club, g.body(1), paid=1)
    g.next()
    assert g.free(g.body(0)) == 0
    g.end(1)
    assert (g.carries(g.body(0)), g.lost(1)) == (True, 0)
    g.pass_all()
    assert g.s.active == 0
    assert (g.carries(g.body(0)), g.lost(1), g.free(g.body(0))) == (False, 8, 1)


@pytest.mark.rule("prelude", "suspend.finish-on-others")
def test_a_spell_is_finished_in_the_response_of_another() -> None:
    """given 2 of 3 actions paid, when the other's Response passes, then it is finished with 1 there."""
    g, spell = caster("slow-bolt", 2)
    g.next()
    assert (g.s.active, g.free(g.body(0)), g.lost(1)) == (1, 2, 0)
    g.end(1)
    g.pass_all()
    assert (g.lost(1), g.where(spell), g.carries(g.body(0))) == (12, "Cemetery", False)


@pytest.mark.rule("prelude", "suspend.lock")
def test_locked_actions_are_lost_to_defence() -> None:
    """given 2 actions, both locked, when attacked, then a defence is not possible."""
    g = duel("dwarf")
    g.equipped(0, "shield")
    club = g.equipped(0, "heavy-club")
    other = g.equipped(1, "club")
    g.quietly(0, "attack", club, g.body(1))
    g.next()
    g.play(1, "attack", other, g.body(0))
    assert t.W_DEFENCE not in [window for _, window in g.windows()]
    assert (g.lost(0), g.carries(g.body(0))) == (4, True)


@pytest.mark.rule("prelude", "suspend.lock")
def test_what_is_locked_is_not_given_back_when_the_task_stops() -> None:
    """given a pool of 3 and 1 owed, when a hit stops the task, then 2 actions are free as before."""
    g = duel()
    heavy, club = g.equipped(0, "heavy-club"), g.equipped(1, "club")
    g.quietly(0, "attack", heavy, g.body(1))
    g.next()
    assert (g.free(g.body(0)), g.carries(g.body(0))) == (2, True)
    g.quietly(1, "attack", club, g.body(0))
    assert (g.free(g.body(0)), g.carries(g.body(0))) == (2, False)


@pytest.mark.rule("prelude", "suspend.wasted")
def test_an_item_whose_use_was_stopped_is_in_hand_and_unused() -> None:
    """given 3 of 4 actions paid for the use of an item, when a hit stops it, then nothing is healed, the item
    is in hand with its use, and a new try owes 1 action of 4 again."""
    g = duel()
    jug, club = g.equipped(0, "jug"), g.equipped(1, "club")
    g.life(g.body(0), 20)
    g.quietly(0, "use", jug)
    g.next()
    g.quietly(1, "attack", club, g.body(0))
    g.next()
    assert (g.s.active, g.left(g.body(0)), g.where(jug), g.s.num[t.USES][jug]) == (0, 15, "Equipped", 0)
    g.quietly(0, "use", jug)
    task = values.task_of(g.s, g.body(0))
    assert g.free(g.body(0)) == 0 and task is not None and task[A_X] == 1


@pytest.mark.rule("prelude", "suspend.lock")
def test_only_what_is_owed_is_locked() -> None:
    """given a pool of 3 and 1 owed, when attacked, then 2 actions can be used."""
    g = duel()
    g.equipped(0, "shield")
    club = g.equipped(0, "heavy-club")
    other = g.equipped(1, "club")
    g.quietly(0, "attack", club, g.body(1))
    g.next()
    assert (g.free(g.body(0)), g.s.num[t.LOCKED][g.body(0)]) == (2, 1)
    g.play(1, "attack", other, g.body(0))
    g.when_asked(0, t.W_DEFENCE, "evade")
    assert g.free(g.body(0)) == 1
    g.pass_all()
    assert g.lost(0) == 4
    assert not g.carries(g.body(0))
    assert g.free(g.body(0)) == 1  # what was locked is not given back


@pytest.mark.rule("prelude", "suspend.lock")
def test_owners_of_tasks_decide_in_order_from_the_responder() -> None:
    """given tasks of A and C in a Melee of A, B, C, when B's Response begins, then C decides before A."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    for seat in (2, 0):
        g.next(seat)
        club = g.equipped(seat, "heavy-club")
        g.give(club, "Suspend", 9)
        g.quietly(seat, "attack", club, g.body(1))
    g.end(0)
    asked = []
    while g.asked_kind() == CONFIRM:
        asked += g.asked()
        g.step()
    assert g.s.active == 1 and asked == [2, 0]


@pytest.mark.rule("prelude", "suspend.finish-timing")
def test_a_carried_attack_is_finished_in_the_close_and_can_be_defended_against() -> None:
    """given 2 owed and locked, when the other ends its Response, then the attack comes, and it may defend."""
    g = duel("dwarf")
    club = g.equipped(0, "heavy-club")
    other = g.equipped(1, "club")
    g.quietly(0, "attack", club, g.body(1))
    g.next()
    g.quietly(1, "attack", other, g.body(0))
    assert (g.lost(1), g.free(g.body(1))) == (0, 2)
    g.end(1)
    assert g.until(t.W_DEFENCE) == 1
    assert (g.s.active, g.s.phase) == (1, t.CLOSING)
    g.play(1, "evade")
    assert g.free(g.body(1)) == 1
    g.pass_all()
    assert g.lost(1) == 7


@pytest.mark.rule("prelude", "suspend.one-task")
def test_the_owed_action_is_paid_first_and_the_others_are_free() -> None:
    """given 1 action owed and 3 at the start of the own Response, then the spell finishes and 2 are left."""
    g = duel(rank="green-magic-1")
    spell = g.hand(0, "slower-bolt")
    g.actions(0, 1)
    g.give(g.body(0), "Suspend", 1)
    g.quietly(0, "cast", spell, g.body(1))
    g.next()
    assert g.free(g.body(0)) == 0
    g.give(g.body(0), "Suspend", -1)
    g.end(1)
    assert (g.carries(g.body(0)), g.lost(1)) == (True, 0)
    g.pass_all()
    assert g.s.active == 0
    assert (g.carries(g.body(0)), g.lost(1), g.free(g.body(0))) == (False, 16, 2)
    g.quietly(0, "strike", g.body(1))
    assert g.lost(1) == 17


@pytest.mark.rule("prelude", "suspend.one-task")
def test_whoever_carries_a_task_begins_no_other_but_plays_what_is_free() -> None:
    """given a carried task and an action, when beginning another, then it is refused; fielding is not."""
    g = duel()
    club, sword = g.equipped(0, "heavy-club"), g.hand(0, "sword")
    shield = g.stowed(0, "shield")
    g.begin(0, "attack", club, g.body(1), paid=2)
    g.actions(0, 1)
    g.coin(0, 3)
    assert g.refused(0, "equip", shield) == "suspend.one-task"
    assert g.refused(0, "attack", club, g.body(1)) == "suspend.one-task"
    assert g.refused(0, "strike", g.body(1)) == "suspend.one-task"
    g.play(0, "bring", sword)
    assert (g.where(sword), g.carries(g.body(0))) == ("Stowed", True)


@pytest.mark.rule("prelude", "suspend.abandon")
def test_an_abandoned_spell_is_lost_and_the_whole_pool_free() -> None:
    """given 2 of 4 actions used, when abandoning at the start, then the spell is gone and 3 are free."""
    g, spell = caster("slower-bolt", 2)
    g.end(0)
    assert g.asked() == [0]
    assert g.where(spell) == "Casting"
    g.yes(0)
    assert g.where(spell) == "Cemetery"
    g.pass_all()
    assert (g.s.active, g.carries(g.body(0)), g.free(g.body(0))) == (1, False, 3)
    g.next()
    assert g.lost(1) == 0


def melee_of_a_caster() -> tuple[Prelude, int, int]:
    """A spell that is begun and owes actions; the window for Immediates is open, and the next seat asked."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="green-magic-1")
    spell, spark = g.hand(0, "slower-bolt"), g.hand(1, "spark")
    g.actions(0, 2)
    g.play(0, "cast", spell, g.body(2))
    assert g.until(t.W_IMMEDIATE) == 1
    return g, spell, spark


@pytest.mark.rule("prelude", "suspend.interrupt-immediate")
def test_an_immediate_aimed_at_who_carries_a_task_stops_it() -> None:
    """given a carried spell, when an Immediate of 1 damage is played on its caster, then it stops."""
    g, spell, spark = melee_of_a_caster()
    g.quietly(1, "play", spark, g.body(0))
    assert (g.carries(g.body(0)), g.where(spell)) == (False, "Cemetery")
    assert (g.lost(0), g.free(g.body(1))) == (1, 2)


@pytest.mark.rule("prelude", "suspend.interrupt-immediate")
def test_an_immediate_aimed_at_another_does_not_stop_it() -> None:
    """given a carried spell, when an Immediate is played on a third, then it goes on."""
    g, spell, spark = melee_of_a_caster()
    g.quietly(1, "play", spark, g.body(2))
    assert (g.carries(g.body(0)), g.where(spell)) == (True, "Casting")
    assert g.lost(2) == 1


@pytest.mark.rule("prelude", "suspend.interrupt-immediate")
@pytest.mark.parametrize("by", [0, 1])
def test_only_an_immediate_of_another_player_distracts(by: int) -> None:
    """given a carried spell, when its own caster plays an Immediate on itself, then it goes on; the same one
    of another player stops it."""
    g = duel(rank="green-magic-1")
    g.ranks(1, "green-magic-1", more=True)
    g.begin(0, "cast", g.hand(0, "slower-bolt"), g.body(1), paid=2)
    g.next(1)
    balm = g.hand(by, "balm")
    g.life(g.body(0), 20)
    g.play(1, "attack", g.equipped(1, "whip"), g.body(0))
    g.when_asked(by, t.W_IMMEDIATE, "play", balm, g.body(0))
    assert g.left(g.body(0)) == 21 and g.carries(g.body(0)) == (by == 0)


@pytest.mark.rule("prelude", "suspend.interrupt-damage")
def test_a_tenth_of_the_printed_life_at_once_stops_a_task() -> None:
    """given a threshold of 3 at life 9, when 2 and 2 are dealt, then it goes on; 3 at once stop it."""
    g, spell = caster("slower-bolt", 2, "elf")
    whip, sword = g.equipped(1, "whip"), g.equipped(1, "sword")
    g.life(g.body(0), 9)
    g.next()
    for left in (7, 5):
        g.quietly(1, "attack", whip, g.body(0))
        assert (g.left(g.body(0)), g.carries(g.body(0))) == (left, True)
    g.quietly(1, "attack", sword, g.body(0))
    assert (g.left(g.body(0)), g.carries(g.body(0)), g.where(spell)) == (2, False, "Cemetery")


@pytest.mark.rule("prelude", "suspend.interrupt-damage")
def test_a_task_that_takes_effect_is_carried_no_more() -> None:
    """given a carried spell that deals 9 to its caster and then 2 to its target, when it comes to its end,
    then both are dealt, and nothing has been stopped."""
    g, pact = caster("pact", 2)
    g.next(1)
    g.next(0)
    assert (g.lost(0), g.lost(1), g.where(pact)) == (9, 2, "Cemetery")
    assert not g.happened("task-broken")


def test_what_a_carried_task_is_going_to_do_is_told_as_of_one_that_takes_effect() -> None:
    """given a carried spell that deals 9 to its caster, which would stop a task, and then 2 to its target,
    then 2 are told of it."""
    g, _ = caster("pact", 2)
    (task,) = g.s.acts.values()
    assert g.carries(g.body(0)) and aims.threatens(g.s, task, g.body(1)) == 2


@pytest.mark.rule("prelude", "suspend.interrupt-damage")
def test_what_defence_takes_off_does_not_count() -> None:
    """given a threshold of 3, when an attack of 3 is evaded, then the task goes on."""
    g, _ = caster("slower-bolt", 3, "elf")
    sword = g.equipped(1, "sword")
    g.next()
    g.play(1, "attack", sword, g.body(0))
    g.when_asked(0, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.lost(0), g.carries(g.body(0))) == (2, True)


@pytest.mark.rule("prelude", "suspend.wasted")
def test_a_trap_whose_setting_was_stopped_costs_the_whole_again() -> None:
    """given 1 of 2 actions paid, when interrupted, then the trap lies unset and costs 2 actions later."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    trap, spark = g.trap(0, "deep-snare", set=False), g.hand(1, "spark")
    g.actions(0, 1)
    g.play(0, "set", trap)
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert not g.carries(g.body(0))
    assert (g.where(trap), g.s.face[trap], g.s.num[t.SET][trap]) == ("Traps", 0, 0)
    g.next(0)
    assert (g.free(g.body(0)), g.s.num[t.SET][trap]) == (3, 0)
    g.quietly(0, "set", trap)
    assert (g.free(g.body(0)), g.s.num[t.SET][trap]) == (1, 1)


@pytest.mark.rule("prelude", "suspend.wasted")
def test_a_weapon_stays_equipped_when_its_attack_is_stopped() -> None:
    """given a carried attack, when its attacker takes a tenth, then the weapon stays and nothing comes."""
    g = duel()
    club, sword = g.equipped(0, "heavy-club"), g.equipped(1, "sword")
    g.begin(0, "attack", club, g.body(1), paid=2)
    g.next()
    g.quietly(1, "attack", sword, g.body(0))
    assert (g.carries(g.body(0)), g.where(club), g.free(g.body(0))) == (False, "Equipped", 1)
    g.next()
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "suspend.spell-dissolves")
def test_a_stopped_spell_goes_to_the_cemetery_with_its_reserve() -> None:
    """given a carried spell of price 5, when its caster takes a tenth, then spell and reserve are lost."""
    g, spell = caster("slow-bolt", 2)
    (rank,) = g.zone(0, t.LINE_A)
    sword = g.equipped(1, "sword")
    g.next()
    g.quietly(1, "attack", sword, g.body(0))
    assert (g.lost(0), g.carries(g.body(0)), g.where(spell)) == (3, False, "Cemetery")
    g.next()
    assert (g.lost(1), g.s.num[t.RESERVE][rank]) == (0, 1)


@pytest.mark.rule("prelude", "suspend.spell-dissolves")
def test_an_energy_shares_the_fate_of_a_spell() -> None:
    """given a carried energy, when its caster takes a tenth, then it is in the cemetery."""
    g = duel(rank="green-magic-1")
    flame, sword = g.hand(0, "slow-flame"), g.equipped(1, "sword")
    g.begin(0, "cast", flame, paid=1)
    g.next()
    assert g.where(flame) == "Casting"
    g.quietly(1, "attack", sword, g.body(0))
    assert (g.where(flame), g.carries(g.body(0))) == ("Cemetery", False)


@pytest.mark.rule("prelude", "suspend.target-gone")
def test_a_carried_attack_on_a_minion_that_died_has_no_effect() -> None:
    """given a carried attack on a minion, when it dies before, then nothing is hit and the weapon stays."""
    g = Prelude("dwarf", "human", "human", cards=CARDS, ranks="soldier-1")
    heavy, club = g.equipped(0, "heavy-club"), g.equipped(2, "club")
    minion, second = g.minion(1, "guard"), g.minion(1, "guard")
    g.begin(0, "attack", heavy, minion, paid=1)
    g.next(2)
    g.quietly(2, "attack", club, minion)
    assert (g.where(minion), g.carries(g.body(0))) == ("Cemetery", True)
    g.next()
    assert (g.s.active, g.carries(g.body(0)), g.where(heavy)) == (0, False, "Equipped")
    assert (g.left(second), [g.lost(seat) for seat in range(3)]) == (5, [0, 0, 0])


@pytest.mark.rule("prelude", "suspend.target-gone")
def test_a_task_stops_when_its_card_is_put_away() -> None:
    """given a carried attack, when its weapon is put away, then the task stops at once."""
    g = duel("dwarf")
    club = g.equipped(0, "heavy-club")
    g.quietly(0, "attack", club, g.body(1))
    assert g.carries(g.body(0))
    g.play(0, "stow", club)
    assert (g.carries(g.body(0)), g.where(club)) == (False, "Stowed")
    g.next(0)
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "suspend.trap-setting")
def test_a_trap_is_set_only_in_the_close_of_the_next_response() -> None:
    """given a Suspend 3 trap and 2 actions, when set, then it is not armed during the next Response."""
    g = duel("dwarf")
    pit = g.trap(0, "pit", set=False)
    first, second = g.hand(1, "guard"), g.hand(1, "guard")
    g.quietly(0, "set", pit)
    assert (g.free(g.body(0)), g.s.num[t.SET][pit]) == (0, 0)
    g.next()
    g.coin(1, 6)
    assert (g.free(g.body(0)), g.s.num[t.SET][pit]) == (1, 0)
    g.quietly(1, "bring", first)
    assert (g.left(first), g.where(pit)) == (5, "Traps")
    g.next()
    assert (g.s.active, g.s.num[t.SET][pit]) == (0, 1)
    g.next()
    g.quietly(1, "bring", second)
    assert (g.left(second), g.where(pit)) == (3, "Cemetery")


@pytest.mark.rule("prelude", "suspend.zero-equip")
def test_one_action_brings_out_and_uses_a_card_of_suspend_0() -> None:
    """given a Suspend 0 flask on the field and 3 actions, when drawn and drunk, then 2 are left."""
    g = duel()
    draught = g.stowed(0, "draught")
    g.life(g.body(0), 20)
    g.quietly(0, "use", draught)
    assert (g.left(g.body(0)), g.free(g.body(0)), g.where(draught)) == (24, 2, "Cemetery")


@pytest.mark.rule("prelude", "suspend.zero-weapon")
def test_a_whip_is_used_as_often_as_there_are_actions() -> None:
    """given a whip on the field and 4 actions, when attacking, then 4 attacks are made and not a fifth."""
    g = duel("elf", rank="green-magic-1")
    whip = g.stowed(0, "whip")
    for left in (3, 2, 1, 0):
        g.quietly(0, "attack", whip, g.body(1))
        assert (g.free(g.body(0)), g.where(whip)) == (left, "Equipped")
    assert g.lost(1) == 8
    assert g.refused(0, "attack", whip, g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "suspend.interrupt-damage")
@pytest.mark.parametrize(("who", "least"), [("elf", 3), ("human", 3), ("dwarf", 5), ("orc", 4)])
def test_the_share_is_of_the_printed_life_rounded_up(who: str, least: int) -> None:
    """given a wounded character, then its threshold is a tenth of the printed life, rounded up."""
    g = Prelude(who, "human", cards=CARDS)
    g.life(g.body(0), 9)
    assert values.threshold(g.s, g.body(0)) == least

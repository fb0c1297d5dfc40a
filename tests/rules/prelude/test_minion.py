"""Minions and creatures: the topic `minion`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, item, minion

CARDS = (
    cards("sword", "club", "guard", "wolf")
    + minion(
        "archer",
        life=20,
        price=3,
        attack=2,
        suspend=2,
        ability={"activate": True, "suspend": 3, "targets": {}, "do": {"damage": 6}},
    )
    + item(
        "squall",
        ability={"activate": True, "do": [{"damage": 5, "to": "enemy minions"}, {"return": "enemy minions"}]},
    )
    + item(
        "quake",
        ability={
            "activate": True,
            "do": [{"damage": 5, "to": "enemy minions"}, {"destroy": "enemy minions"}],
        },
    )
)


def duel(two: str = "human") -> Prelude:
    """Two soldiers."""
    return Prelude("human", two, cards=CARDS, ranks="soldier-1")


@pytest.mark.rule("prelude", "minion.enter")
def test_a_fourth_minion_or_creature_is_refused() -> None:
    """given 3 minions and creatures, when a creature is to be fielded, then it is refused; not with 2."""
    g = Prelude("elf", "human", cards=CARDS)
    (rank,) = g.ranks(0, "green-magic-1")
    g.minion(0, "guard"), g.minion(0, "wolf")
    wolf, more = g.hand(0, "wolf"), g.hand(0, "wolf")
    g.play(0, "bring", wolf)
    assert (g.where(wolf), g.s.num[t.RESERVE][rank], g.free(g.body(0))) == ("Minions", 3, 4)
    assert g.refused(0, "bring", more) == "minion.enter"


@pytest.mark.rule("prelude", "minion.enter")
def test_a_minion_is_paid_for_in_coin() -> None:
    """given 3 Coin, when a minion of 3 enters, then no Coin and all actions are left."""
    g = duel()
    first, second = g.hand(0, "guard"), g.hand(0, "guard")
    g.coin(0, 3)
    g.play(0, "bring", first)
    assert (g.where(first), g.purse(0), g.free(g.body(0))) == ("Minions", 0, 3)
    assert g.refused(0, "bring", second) == "card.price"


@pytest.mark.rule("prelude", "minion.no-actions-yet")
def test_a_new_minion_has_no_actions_until_the_next_turn() -> None:
    """given a minion fielded in Turn 1, when attacked, then it cannot guard; in Turn 2 it has actions."""
    g = Prelude("human", "human", cards=CARDS, turn=1, ranks="soldier-1")
    minion, club = g.hand(0, "guard"), g.equipped(1, "club")
    g.coin(0, 3)
    g.play(0, "bring", minion)
    assert g.free(minion) == 0
    assert g.refused(0, "attack", minion, g.body(1)) == "minion.no-actions-yet"
    g.next()
    assert (g.s.turn, g.s.active, g.free(minion)) == (1, 1, 0)
    g.play(1, "attack", club, g.body(0))
    seen = [window for _, window in g.windows()]
    assert t.W_GUARD not in seen
    assert t.W_DEFENCE in seen
    assert g.lost(0) == 5
    g.next()
    assert (g.s.turn, g.s.active, g.free(minion)) == (2, 0, 1)
    assert g.can(0, "attack", minion, g.body(1))


@pytest.mark.rule("prelude", "minion.no-actions-yet")
def test_a_new_minion_uses_no_ability_until_the_next_turn() -> None:
    """given a minion fielded in this Turn, when its ability is used, then this rule is against it; in the
    next Turn it is used."""
    g = duel()
    archer = g.hand(0, "archer")
    g.coin(0, 3)
    g.play(0, "bring", archer)
    assert g.refused(0, "use", archer, g.body(1)) == "minion.no-actions-yet"
    g.next(0)
    assert g.can(0, "use", archer, g.body(1))
    g.actions(0, 0)
    g.put(archer, t.ACTIONS, 0)
    assert g.refused(0, "use", archer, g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "minion.no-actions-yet")
def test_the_second_players_minion_acts_from_the_first_response_of_the_next_turn() -> None:
    """given a minion of the second player in Turn 5, when Turn 6 begins with the first, then it may guard."""
    g = duel()
    minion, club = g.hand(1, "guard"), g.equipped(0, "club")
    g.next()
    g.coin(1, 3)
    g.play(1, "bring", minion)
    assert g.free(minion) == 0
    g.next()
    assert (g.s.turn, g.s.active, g.free(minion)) == (6, 0, 1)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_GUARD) == 1


@pytest.mark.rule("prelude", "minion.actions")
def test_a_strike_takes_one_action_of_the_minion_alone() -> None:
    """given Suspend 3 and Attack 3, when it strikes armour 1, then 2 is dealt and its one action spent."""
    g = duel("dwarf")
    minion = g.minion(0, "guard")
    assert g.free(minion) == 1
    g.quietly(0, "attack", minion, g.body(1))
    assert (g.lost(1), g.free(minion), g.free(g.body(0))) == (2, 0, 3)
    assert g.refused(0, "attack", minion, g.body(1)) == "response.no-actions"
    g.next()
    assert g.free(minion) == 1


@pytest.mark.rule("prelude", "minion.actions")
def test_the_pool_of_a_minion_may_be_empty() -> None:
    """given a minion of Suspend 3 under an effect of 2 more, when a Response begins, then it has no action,
    while its owner, of Suspend 1 under 5 more, keeps one."""
    g = duel()
    minion = g.minion(0, "guard")
    for h, more in ((minion, 2), (g.body(0), 5)):
        g.give(h, "Suspend", more)
    g.next(0)
    assert (g.free(minion), g.free(g.body(0))) == (0, 1)
    assert g.refused(0, "attack", minion, g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "minion.actions")
@pytest.mark.parametrize(("armed", "goes_on"), [(True, False), (False, True)])
def test_a_minion_carries_a_task_of_its_own(armed: bool, goes_on: bool) -> None:
    """given a minion of life 20 carrying a task, when 3 is dealt to it, then it stops; at 1 it goes on."""
    g = duel()
    archer, sword = g.minion(0, "archer"), g.equipped(1, "sword")
    g.quietly(0, "use", archer, g.body(1))
    assert (g.carries(archer), g.free(archer), g.free(g.body(0)), g.carries(g.body(0))) == (True, 0, 3, False)
    g.next()
    if armed:
        g.play(1, "attack", sword, archer)
    else:
        g.play(1, "strike", archer)
    g.pass_all()
    assert g.carries(archer) == goes_on
    g.next()
    assert g.lost(1) == (6 if goes_on else 0)


@pytest.mark.rule("prelude", "minion.death")
def test_a_minion_without_life_goes_to_the_cemetery() -> None:
    """given life 5 and 2 taken, when 3 more come, then it is in its owner's cemetery."""
    g = duel()
    sword, minion = g.equipped(0, "sword"), g.minion(1, "guard")
    g.life(minion, 3)
    g.quietly(0, "attack", sword, minion)
    assert (g.where(minion), g.s.zone[minion] // t.NZ) == ("Cemetery", 1)


@pytest.mark.rule("prelude", "minion.death")
@pytest.mark.parametrize(("slug", "other"), [("squall", "Hand"), ("quake", "Cemetery")])
def test_a_minion_without_life_goes_nowhere_else(slug: str, other: str) -> None:
    """given an item that deals 5 to minions and then returns or destroys them, when one has 5 life and one 6,
    then the first is killed, once, and the other goes where the text says."""
    g = duel()
    first, second = g.minion(1, "guard"), g.minion(1, "archer")
    g.quietly(0, "use", g.equipped(0, slug))
    assert (g.where(first), g.where(second)) == ("Cemetery", other)
    assert [row[ROW_CARD] for row in g.happened("killed")].count(first) == 1


@pytest.mark.rule("prelude", "minion.death")
def test_a_minion_with_life_left_stays_and_a_dead_one_drops_its_task() -> None:
    """given a minion that carries a task, when it dies, then its task is no more."""
    g = duel()
    archer, sword = g.minion(0, "archer"), g.equipped(1, "sword")
    g.life(archer, 5)
    g.quietly(0, "use", archer, g.body(1))
    g.next()
    g.quietly(1, "attack", sword, archer)
    assert (g.where(archer), g.left(archer)) == ("Minions", 2)
    g.quietly(1, "attack", sword, archer)
    assert g.where(archer) == "Cemetery"
    g.next()
    assert g.lost(1) == 0

"""Turns, Responses and the actions in them (topics turn, response)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, PICK, ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.cards.prelude import cards, item, minion

CARDS = cards(
    *("sword", "club", "heavy-club", "knife", "shield", "flask"),
    *("snare", "jaws", "squire"),
    *("bolt", "slow-bolt", "spark", "flame"),
)
WATCH = minion("watch", attack=1, suspend=2, keywords="Alert")
SPUR = item("spur", hands=1, ability={"activate": True, "do": {"hasten": 3}})
VALUES = ("copper-purse", "morning-drill")


# Turns.


@pytest.mark.rule("prelude", "turn.responses")
@pytest.mark.parametrize("gone", [False, True])
def test_each_player_has_one_response_in_a_turn(gone: bool) -> None:
    """given a Melee, when Turn 2 ends, then each has had two Responses; without Player One B is next."""
    g = Prelude("human", "elf", "orc", turn=1)
    order = [(g.s.turn, g.s.active)]
    for _ in range(5):
        g.next()
        order.append((g.s.turn, g.s.active))
    assert order == [(turn, seat) for turn in (1, 2) for seat in range(3)]
    assert [g.s.num[t.RESPONSES][seat + 1] for seat in range(3)] == [2, 2, 2]
    if gone:
        g.leaves(0)
    g.next()
    assert (g.s.turn, g.s.active) == (3, 1 if gone else 0)


@pytest.mark.rule("prelude", "turn.responses")
def test_each_turn_is_told_once_with_its_number() -> None:
    """given a Melee, when two Turns pass, then each is told when its first Response begins, and not again."""
    g = Prelude("human", "elf", "orc")
    since = len(g.happened("turn-begins"))
    for _ in range(6):
        g.next()
    assert [(row[ROW_SEAT], row[ROW_N]) for row in g.happened("turn-begins")[since:]] == [(0, 6), (0, 7)]


@pytest.mark.rule("prelude", "turn.parts")
def test_upkeep_is_training_then_the_wage_then_the_draw() -> None:
    """given no Coin in the second Response, then Training +1, purse 1 and two cards, in this order."""
    g = Prelude("human", "human", turn=1)
    g.training(0, 2)
    g.coin(0, 0)
    g.next()
    before = len(g.log)
    g.next()
    assert (g.s.turn, g.s.active, g.s.num[t.RESPONSES][1]) == (2, 0, 2)
    assert (g.s.num[t.TRAINING][1], g.purse(0), g.size(0, t.HAND)) == (3, 1, 2)
    done = []
    for row in g.log[before:]:
        name = g.rules.events[row[ROW_EVENT]]
        if name == "counter-put" and row[ROW_CARD] == g.body(0) and row[ROW_N] in (t.TRAINING, t.COIN):
            done.append(t.COLUMNS[row[ROW_N]])
        elif name == "drawn" and g.s.owner[row[ROW_CARD]] == 0:
            done.append(name)
    assert done == ["Training", "Coin", "drawn", "drawn"]


@pytest.mark.rule("prelude", "turn.parts")
def test_a_response_runs_from_its_reset_to_its_close() -> None:
    """given a task, no actions and 8 cards, then reset, task, upkeep, main, and in the close the discard."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club = g.equipped(0, "heavy-club")
    g.quietly(0, "attack", club, g.body(1))
    assert g.carries(g.body(0)) and g.free(g.body(0)) == 0
    g.give(g.body(1), "Attack", 1, t.U_RESPONSE)
    for _ in range(6):
        g.hand(1, "copper-purse")
    training = g.s.num[t.TRAINING][2]
    g.end(0)
    assert g.s.phase == t.TASKS and g.asked() == [0] and g.free(g.body(0)) == 3
    assert g.s.num[t.TRAINING][2] == training and g.size(1, t.HAND) == 6
    g.no(0)
    assert (g.s.phase, g.asked(), g.asked_kind()) == (t.MAIN, [1], ACT)
    assert g.s.num[t.TRAINING][2] == training + 1 and g.size(1, t.HAND) == 8 and g.lost(1) == 0
    assert not g.s.mods
    g.give(g.body(1), "Attack", 1, t.U_RESPONSE)
    g.end(1)
    while g.asked_kind() != PICK:
        g.step()
    assert g.lost(1) == 8 and g.s.phase == t.CLOSING and g.size(1, t.HAND) == 8 and g.s.mods
    g.step()
    assert g.size(1, t.HAND) == 7 and g.s.active == 0 and not g.s.mods


@pytest.mark.rule("prelude", "turn.draw")
def test_two_cards_are_drawn_from_the_second_response_on() -> None:
    """given 7 cards in the first Response, then the hand still has 7; in the second it gains 2."""
    g = Prelude("human", "human", setup=False)
    g.pass_all()
    for _ in range(2):
        seat = g.s.active
        assert g.s.turn == 1 and g.size(seat, t.HAND) == 7 and g.free(g.body(seat)) == 3
        g.next()
    for _ in range(2):
        seat = g.s.active
        assert g.s.turn == 2 and g.size(seat, t.HAND) == 9 and g.free(g.body(seat)) == 3
        g.next()


@pytest.mark.rule("prelude", "turn.end")
def test_the_main_part_goes_on_until_its_player_ends_it() -> None:
    """given no actions and a Coin card, then it is played, and the Response goes on until it is ended."""
    g = Prelude("human", "human")
    g.ranks(0, "soldier-1")
    purse = g.hand(0, "copper-purse")
    g.coin(0, 0)
    g.actions(0, 0)
    g.play(0, "value", purse)
    assert g.purse(0) == 2 and (g.asked(), g.asked_kind(), g.s.active) == ([0], ACT, 0)
    g.end(0)
    assert g.s.active == 1


@pytest.mark.rule("prelude", "turn.end")
def test_the_main_part_may_be_ended_with_actions_left() -> None:
    """given three free actions, when the Response is ended, then it is over."""
    g = Prelude("human", "human")
    assert g.free(g.body(0)) == 3 and g.can(0, "end")
    g.end(0)
    assert g.s.active == 1


@pytest.mark.rule("prelude", "turn.first-no-attack")
def test_player_one_does_not_attack_in_the_first_turn() -> None:
    """given a sword in the first Response, then no attack; equipping and setting a trap are allowed."""
    g = Prelude("human", "human", cards=CARDS, turn=1, ranks="soldier-1")
    sword, club = g.equipped(0, "sword"), g.stowed(0, "club")
    trap = g.hand(0, "snare")
    assert g.refused(0, "attack", sword, g.body(1)) == "turn.first-no-attack"
    g.quietly(0, "equip", club)
    g.coin(0, 2)
    g.play(0, "lay", trap, CHEAP)
    g.quietly(0, "set", trap)
    assert g.where(club) == "Equipped" and g.s.num[t.SET][trap] == 1
    other = g.equipped(1, "sword")
    g.next()
    assert (g.s.turn, g.s.active) == (1, 1) and g.can(1, "attack", other, g.body(0))
    g.next()
    assert g.s.turn == 2 and g.can(0, "attack", sword, g.body(1))


@pytest.mark.rule("prelude", "turn.what-is-attack")
def test_to_begin_an_attack_is_to_attack() -> None:
    """given 3 actions and a weapon of Suspend 4 in the first Turn, then its attack cannot be begun."""
    g = Prelude("human", "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "heavy-club")
    assert g.free(g.body(0)) == 3
    assert g.refused(0, "attack", club, g.body(1)) == "turn.first-no-attack"
    g.next()
    g.next()
    assert g.s.turn == 2 and g.can(0, "attack", club, g.body(1))


@pytest.mark.rule("prelude", "turn.what-is-attack")
def test_strikes_and_spells_that_hurt_are_attacks() -> None:
    """given the first Turn, then no strike, no minion's strike, no spell that hurts; an energy is none."""
    g = Prelude("human", "human", cards=CARDS, turn=1)
    g.ranks(0, "green-magic-1")
    squire, foe = g.minion(0, "squire", 1), g.minion(1, "squire", 1)
    bolt, slow, flame = g.hand(0, "bolt"), g.hand(0, "slow-bolt"), g.hand(0, "flame")
    for target in (g.body(1), foe):
        assert g.refused(0, "strike", target) == "turn.first-no-attack"
        assert g.refused(0, "attack", squire, target) == "turn.first-no-attack"
        assert g.refused(0, "cast", bolt, target) == "turn.first-no-attack"
        assert g.refused(0, "cast", slow, target) == "turn.first-no-attack"
    assert g.can(0, "cast", flame)
    g.next()
    g.next()
    for h in (bolt, slow):
        assert g.can(0, "cast", h, g.body(1))
    assert g.can(0, "strike", foe) and g.can(0, "attack", squire, foe)


# Actions.


@pytest.mark.rule("prelude", "response.action-count")
@pytest.mark.parametrize(("who", "n"), [("dwarf", 2), ("human", 3), ("orc", 3), ("elf", 4)])
def test_a_character_has_four_actions_minus_its_suspend(who: str, n: int) -> None:
    """given a Dwarf with Suspend 2, when a Response starts, then it has 2 actions."""
    g = Prelude("human", who)
    g.actions(1, 0)
    g.next()
    assert g.free(g.body(1)) == n


@pytest.mark.rule("prelude", "response.action-count")
@pytest.mark.parametrize(("more", "n"), [(1, 1), (3, 1), (-1, 3), (-5, 4)])
def test_a_character_has_one_to_four_actions(more: int, n: int) -> None:
    """given a Dwarf under effects adding 3 Suspend, then from the next reset on it has 1, not -1."""
    g = Prelude("human", "dwarf")
    g.give(g.body(1), "Suspend", more)
    assert g.free(g.body(1)) == 2
    g.next()
    assert g.free(g.body(1)) == n


@pytest.mark.rule("prelude", "response.action-count", "response.reset")
def test_a_text_grants_more_than_four_actions_until_the_next_reset() -> None:
    """given an Elf with 4 actions and an item that grants 3, when it is used, then it has 6, and 4 again when
    the next Response begins."""
    g = Prelude("elf", "human", cards=SPUR, ranks=("green-magic-1", "soldier-1"))
    g.quietly(0, "use", g.equipped(0, "spur"))
    assert g.free(g.body(0)) == 6
    g.next(1)
    assert g.free(g.body(0)) == 4


@pytest.mark.rule("prelude", "response.reset")
def test_the_actions_of_all_are_reset_when_a_response_begins() -> None:
    """given actions spent and unused, when the next Response begins, then both have their full pool."""
    g = Prelude("human", "human")
    g.actions(0, 2)
    g.actions(1, 0)
    g.next()
    assert g.free(g.body(0)) == 3 == g.free(g.body(1))


@pytest.mark.rule("prelude", "response.own-only")
def test_in_others_responses_actions_are_for_defence() -> None:
    """given A's Response, then B may not equip a sword; when A attacks, B may spend actions on defence."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club, shield, sword = g.equipped(0, "club"), g.equipped(1, "shield"), g.stowed(1, "sword")
    assert g.free(g.body(1)) == 3 and g.refused(1, "equip", sword) == "response.own-only"
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_DEFENCE) == 1 and g.refused(1, "equip", sword)
    g.play(1, "parry", shield)
    g.quietly(1, "evade")
    assert g.free(g.body(1)) == 1 and g.lost(1) == 1


@pytest.mark.rule("prelude", "response.own-only")
def test_a_question_in_anothers_response_is_no_chance_to_equip() -> None:
    """given B is asked for its defence, when it wants to equip a sword, then this rule is against it."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club, sword = g.equipped(0, "club"), g.stowed(1, "sword")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    assert g.refused(1, "equip", sword) == "response.own-only"


@pytest.mark.rule("prelude", "response.override")
def test_an_immediate_may_be_played_in_anothers_response() -> None:
    """given B with an Immediate of Suspend 1 and 1 action, when A attacks, then it may be played."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    club = g.equipped(0, "club")
    spark, bolt = g.hand(1, "spark"), g.hand(1, "bolt")
    g.actions(1, 1)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "play", bolt, g.body(0)) == "response.override"
    g.quietly(1, "play", spark, g.body(0))
    assert g.lost(0) == 1 and g.where(spark) == "Cemetery" and g.where(bolt) == "Hand"


@pytest.mark.rule("prelude", "response.override")
def test_an_alert_weapon_may_be_used_in_anothers_response() -> None:
    """given B with an Alert weapon and a club, when A attacks, then the first may attack, not the second."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club = g.equipped(0, "club")
    knife, slow = g.equipped(1, "knife"), g.equipped(1, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "alert", slow, g.body(0)) == "response.own-only"
    g.quietly(1, "alert", knife, g.body(0))
    assert g.lost(0) == 2


@pytest.mark.rule("prelude", "response.no-actions")
@pytest.mark.parametrize("n", [0, 1])
def test_nobody_responds_without_actions(n: int) -> None:
    """given B without actions, a shield and an Immediate, when an attack of 5 hits, then B takes 5."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    club, shield = g.equipped(0, "club"), g.equipped(1, "shield")
    spark = g.hand(1, "spark")
    g.actions(1, n)
    g.play(0, "attack", club, g.body(1))
    asked = []
    while g.asked_kind() != ACT:
        asked.append((g.asked(), g.window()))
        if g.window() == t.W_DEFENCE:
            g.play(1, "parry", shield)
        else:
            g.step()
    if n:
        assert asked == [([1], t.W_IMMEDIATE), ([1], t.W_DEFENCE)] and g.lost(1) == 2
    else:
        assert asked == [] and g.lost(1) == 5 and not g.happened("parries")
    assert g.free(g.body(1)) == 0 and g.where(spark) == "Hand"


@pytest.mark.rule("prelude", "response.no-actions")
def test_nobody_parries_with_the_last_action_twice() -> None:
    """given B with 1 action, when it has parried, then a second card cannot parry the same attack."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club = g.equipped(0, "club")
    shield, sword = g.equipped(1, "shield"), g.equipped(1, "sword")
    g.actions(1, 1)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_DEFENCE) == 1 and g.can(1, "parry", sword)
    g.play(1, "parry", shield)
    assert g.asked_kind() == ACT and g.lost(1) == 2
    assert g.free(g.body(1)) == 0 and len(g.happened("parries")) == 1


@pytest.mark.rule("prelude", "response.no-actions")
@pytest.mark.parametrize("n", [0, 1])
def test_nobody_arms_a_trap_without_an_action(n: int) -> None:
    """given B without actions, who is asked for an Alert minion's sake, then its Immediate trap is refused;
    with 1 action it is laid and set."""
    g = Prelude("human", "human", cards=CARDS + WATCH, ranks="soldier-1")
    jaws = g.hand(1, "jaws")
    g.minion(1, "watch")
    g.coin(1, 2)
    g.actions(1, n)
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    if n:
        g.quietly(1, "arm", jaws, CHEAP)
        assert (g.where(jaws), g.s.num[t.SET][jaws], g.s.acts) == ("Traps", 1, {})
    else:
        assert g.refused(1, "arm", jaws, CHEAP) == "response.no-actions"


@pytest.mark.rule("prelude", "response.free-plays")
def test_free_plays_cost_no_action_after_an_attack() -> None:
    """given an attack and 1 action left, then a flask, Values, ranks and stowing leave that 1 action."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "club")
    flask, rank = g.hand(0, "flask"), g.hand(0, "swordsman-2")
    cards_of_value = [g.hand(0, slug) for slug in VALUES]
    g.training(0, 2)
    g.coin(0, 2)
    g.actions(0, 2)
    g.quietly(0, "attack", club, g.body(1))
    assert g.free(g.body(0)) == 1 and g.lost(1) == 5
    g.play(0, "bring", flask)
    assert g.where(flask) == "Stowed" and g.free(g.body(0)) == 1
    for h in cards_of_value:
        g.play(0, "value", h)
    g.play(0, "place", rank)
    g.play(0, "stow", club)
    assert g.free(g.body(0)) == 1 and (g.asked(), g.asked_kind()) == ([0], ACT)
    assert [g.where(h) for h in (*cards_of_value, rank, club)] == [*["Cemetery"] * 2, "First Line", "Stowed"]
    g.next(0)
    g.actions(0, 1)
    g.play(0, "descend", g.zone(0, t.LINE_A)[0])
    assert g.free(g.body(0)) == 1 and g.size(0, t.LINE_A) == 1


@pytest.mark.rule("prelude", "response.free-plays", "item.trap-field")
def test_free_plays_are_done_without_any_action() -> None:
    """given no action left, then goods, a minion and a trap come onto the field, a Value card is played, a
    rank placed and a club put away all the same."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    club, flask, squire, trap = g.equipped(0, "club"), *[g.hand(0, it) for it in ("flask", "squire", "snare")]
    g.coin(0, 9)
    g.actions(0, 0)
    for move in (("bring", flask), ("bring", squire), ("lay", trap, CHEAP), ("stow", club)):
        g.play(0, *move)
    g.play(0, "value", g.hand(0, VALUES[0]))
    g.play(0, "place", g.hand(0, "swordsman-2"))
    assert [g.where(h) for h in (flask, squire, trap, club)] == ["Stowed", "Minions", "Traps", "Stowed"]
    assert g.size(0, t.LINE_A) == 2 and g.free(g.body(0)) == 0

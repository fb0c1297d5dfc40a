"""Duel and Melee (topic format)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_N
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards

CARDS = cards("sword", "club", "heavy-club", "snare", "squire", "bolt", "flame")


def melee(*characters: str, turn: int = 5) -> Prelude:
    """A Melee in which everybody is a Soldier."""
    return Prelude(*characters, cards=CARDS, turn=turn, ranks="soldier-1")


@pytest.mark.rule("prelude", "format.duel")
def test_each_cuts_the_others_deck() -> None:
    """given a Duel, when A has shuffled, then B cuts A's deck, and A cuts B's."""
    g = Prelude("human", "dwarf", setup=False)
    g.until(t.W_CUT)
    asked = []
    while g.window() == t.W_CUT:
        deck, own = g.s.asks[0].data
        asked.append((deck, own, g.asked()))
        g.step()
    assert asked == [(0, 0, [1]), (0, 1, [0]), (1, 0, [0]), (1, 1, [1])]


@pytest.mark.rule("prelude", "format.duel")
def test_a_duel_is_won_by_the_last_one_alive() -> None:
    """given a Duel, when B's character dies, then A has won."""
    g = melee("human", "human")
    g.life(g.body(1), 3)
    g.quietly(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.s.over == ((1, 2), "win.death") and g.rules.format == "duel"


@pytest.mark.rule("prelude", "format.melee")
def test_a_melee_is_won_by_the_last_one_alive() -> None:
    """given a Melee of A, B and C, when C's character dies, then A and B play on; when B's does, A has
    won."""
    g = melee("human", "human", "human")
    sword = g.equipped(0, "sword")
    for seat, over in ((2, ()), (1, ((1, 2, 2), "win.death"))):
        g.life(g.body(seat), 3)
        g.quietly(0, "attack", sword, g.body(seat))
        assert g.s.over == over


@pytest.mark.rule("prelude", "format.melee")
@pytest.mark.parametrize("target", [1, 2, 3])
def test_anybody_may_be_attacked_wherever_seated(target: int) -> None:
    """given A, B, C, D, when A attacks C in Turn 2, then it is legal."""
    g = melee(*["human"] * 4, turn=2)
    club = g.equipped(0, "club")
    g.quietly(0, "attack", club, g.body(target))
    assert [g.lost(seat) for seat in range(4)] == [5 if seat == target else 0 for seat in range(4)]
    assert g.rules.format == "melee"


@pytest.mark.rule("prelude", "format.melee-grace")
def test_nobody_is_attacked_before_its_first_response() -> None:
    """given A, B, C, D in Turn 1, when B attacks D, then it is refused; it may attack A."""
    g = melee(*["human"] * 4, turn=1)
    g.next(1)
    assert g.s.turn == 1
    club, bolt = g.equipped(1, "club"), g.hand(1, "bolt")
    g.ranks(1, "green-magic-1", more=True)
    foe = g.minion(3, "squire", 1)
    for target in (g.body(2), g.body(3), foe):
        assert g.refused(1, "attack", club, target) == "format.melee-grace"
        assert g.refused(1, "cast", bolt, target) == "format.melee-grace"
    assert g.can(1, "cast", bolt, g.body(0))
    g.quietly(1, "attack", club, g.body(0))
    assert g.lost(0) == 5
    g.next(3)
    assert g.s.turn == 1
    sword = g.equipped(3, "sword")
    assert all(g.can(3, "attack", sword, g.body(seat)) for seat in range(3))


@pytest.mark.rule("prelude", "format.melee-grace")
def test_a_duel_knows_no_such_grace() -> None:
    """given a Duel in Turn 1, then the second player is protected by the first rule alone."""
    g = melee("human", "human", turn=1)
    assert g.refused(0, "attack", g.equipped(0, "club"), g.body(1)) == "turn.first-no-attack"
    g = melee("orc", "human", turn=1)
    assert g.can(0, "attack", g.equipped(0, "club"), g.body(1))


@pytest.mark.rule("prelude", "format.melee-carried")
def test_a_task_is_carried_through_one_response_after_the_other() -> None:
    """given a Dwarf's task of Suspend 6, then 2 are locked in B's and C's Responses; it finishes in C's."""
    g = melee("dwarf", "human", "human")
    club = g.equipped(0, "heavy-club")
    g.give(club, "Suspend", 2)
    g.quietly(0, "attack", club, g.body(2))
    assert g.carries(g.body(0)) and g.free(g.body(0)) == 0
    for seat in (1, 2):
        g.next()
        assert g.s.active == seat and g.s.num[t.LOCKED][1] == 2 and g.free(g.body(0)) == 0
        assert g.carries(g.body(0)) and g.lost(2) == 0
    g.end(2)
    assert g.until(t.W_DEFENCE) == 2 and g.s.active == 2 and g.s.phase == t.CLOSING
    g.pass_all()
    assert g.lost(2) == 8 and g.s.active == 0 and not g.carries(g.body(0))


@pytest.mark.rule("prelude", "format.melee-carried")
@pytest.mark.parametrize("who", [1, 2])
def test_each_response_is_a_chance_to_interrupt_it(who: int) -> None:
    """given the same task, when B or C strikes the Dwarf hard in its Response, then it is broken."""
    g = melee("dwarf", "human", "human")
    club = g.equipped(0, "heavy-club")
    g.give(club, "Suspend", 2)
    g.quietly(0, "attack", club, g.body(2))
    g.next(who)
    g.give(hit := g.equipped(who, "club"), "Attack", 2)
    assert g.carries(g.body(0))
    g.quietly(who, "attack", hit, g.body(0))
    assert g.lost(0) == 6 and not g.carries(g.body(0)) and len(g.happened("task-broken")) == 1


@pytest.mark.rule("prelude", "format.melee-out")
def test_who_is_out_leaves_with_all_cards_and_the_next_response_begins() -> None:
    """given A dies from B's trap in A's Response with 2 actions left, then B's Response begins."""
    g = melee("human", "human", "human")
    sword, snare = g.equipped(0, "sword"), g.trap(1, "snare")
    g.trap(0, "snare")
    g.minion(0, "squire", 1)
    g.stowed(0, "club")
    g.hand(0, "club")
    g.life(g.body(0), 4)
    g.play(0, "attack", sword, g.body(1))
    assert g.free(g.body(0)) == 2 and g.until(t.W_SPRING) == 1
    g.quietly(1, "spring", snare)
    assert g.s.out == (0,) and not g.s.over and (g.s.active, g.asked(), g.s.turn) == (1, [1], 5)
    assert not any(g.size(0, kind) for kind in range(t.NZ)) and g.lost(1) == 0
    assert g.where(sword) == "nowhere" and not g.s.acts


@pytest.mark.rule("prelude", "format.melee-out")
def test_tasks_of_others_still_finish_in_the_close() -> None:
    """given C's task that is paid for, when A dies in its own Response, then that task still finishes."""
    g = melee("human", "human", "human")
    g.next(2)
    club = g.equipped(2, "heavy-club")
    g.play(2, "attack", club, g.body(1))
    g.next(0)
    assert g.carries(g.body(2)) and g.s.num[t.LOCKED][3] == 1
    sword, snare = g.equipped(0, "sword"), g.trap(1, "snare")
    g.life(g.body(0), 4)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    g.pass_all()
    assert g.s.out == (0,) and g.lost(1) == 8 and g.s.active == 1 and not g.carries(g.body(2))


@pytest.mark.rule("prelude", "format.melee-out")
def test_tasks_and_effects_of_who_is_out_end() -> None:
    """given A's task and energy, when A dies in B's Response, then they are gone, and B goes on."""
    g = melee("human", "human", "human")
    g.energy(0, "flame")
    g.play(0, "attack", g.equipped(0, "heavy-club"), g.body(2))
    g.next(1)
    assert g.carries(g.body(0)) and g.s.num[t.LOCKED][1] == 1
    g.life(g.body(0), 3)
    g.quietly(1, "attack", g.equipped(1, "sword"), g.body(0))
    assert g.s.out == (0,) and not g.s.acts and (g.s.active, g.asked()) == (1, [1])
    g.next()
    assert g.s.active == 2 and g.lost(2) == 0 and not g.size(0, t.ENERGIES)


@pytest.mark.rule("prelude", "format.melee-spoils")
@pytest.mark.parametrize(("chest", "n"), [(40, 2), (1, 1), (0, 0)])
def test_who_kills_a_character_draws_two_cards(chest: int, n: int) -> None:
    """given B's minion kills C's character, then B draws 2; with an empty chest none, and loses no life."""
    g = melee("human", "human", "human")
    g.next(1)
    squire = g.minion(1, "squire", 1)
    hand = g.size(1, t.HAND)
    g.chest(1, chest)
    g.life(g.body(2), 2)
    g.quietly(1, "attack", squire, g.body(2))
    assert g.s.out == (2,) and not g.s.over and g.asked() == [1]
    assert g.size(1, t.HAND) == hand + n and g.size(1, t.CHEST) == chest - n and g.lost(1) == 0
    assert g.size(0, t.HAND) == 0


@pytest.mark.rule("prelude", "format.melee-spoils")
def test_a_trap_brings_spoils_too() -> None:
    """given A dies from B's trap, then B draws 2 cards before its own Response, and C none."""
    g = melee("human", "human", "human")
    sword, snare = g.equipped(0, "sword"), g.trap(1, "snare")
    g.life(g.body(0), 4)
    g.play(0, "attack", sword, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    g.pass_all()
    assert g.s.active == 1 and g.size(1, t.HAND) == 2 + 2 and g.size(2, t.HAND) == 0


@pytest.mark.rule("prelude", "format.melee-spoils")
@pytest.mark.parametrize("hurt_before", [False, True])
def test_time_gives_no_spoils(hurt_before: bool) -> None:
    """given C dies because it cannot draw, then nobody draws for it, whoever hurt it before."""
    g = melee("human", "human", "human")
    if hurt_before:
        g.quietly(0, "attack", g.equipped(0, "sword"), g.body(2))
    g.next(1)
    g.life(g.body(2), 3)
    g.chest(2, 0)
    before = [g.size(seat, t.HAND) for seat in range(2)]
    g.next(0)
    assert g.s.out == (2,) and not g.s.over
    assert [g.size(seat, t.HAND) for seat in range(2)] == [before[0] + 2, before[1]]


@pytest.mark.rule("prelude", "format.melee-spoils")
@pytest.mark.parametrize(("life", "n"), [(30, 0), (5, 2)])
def test_there_are_no_spoils_for_ones_own_doing(life: int, n: int) -> None:
    """given A dies from its own explosion, then nobody draws; B that dies from one brings A 2 cards."""
    g = Prelude("human", "human", "human", cards=CARDS + cards("ember"))
    g.ranks(0, "green-magic-1")
    g.ranks(0, "red-magic-1", more=True)
    for seat in (1, 2):
        g.ranks(seat, "soldier-1")
    bolt, ember = g.hand(0, "bolt"), g.hand(0, "ember")
    g.quietly(0, "cast", bolt, g.body(1))
    g.life(g.body(1), life)
    if not n:
        g.life(g.body(0), 2)
    g.quietly(0, "cast", ember, g.body(1))
    assert g.s.out == ((1,) if n else (0,)) and [row[ROW_N] for row in g.happened("explodes")] == [2]
    drawn = [g.s.owner[row[ROW_CARD]] for row in g.happened("drawn")[21:]]
    assert drawn == ([0, 0] if n else [1, 1])

"""The bounds of a game of Prelude, and how it is won, drawn and left (topics limit, win)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.state import PICK, ROW_N
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards

CARDS = cards("sword")
HUES = cards("haze", "glow")  # of tier 2, with a target; by themselves they hurt nobody


# Limits.


@pytest.mark.rule("prelude", "limit.hand")
def test_the_hand_is_brought_down_to_seven_in_the_close() -> None:
    """given 9 cards at the close, then 2 cards of the player's choice go to the cemetery."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    hand = [g.hand(0, "copper-purse") for _ in range(9)]
    for _ in range(9):
        g.hand(1, "copper-purse")
    g.end(0)
    for h in (hand[4], hand[1]):
        assert g.asked() == [0] and g.asked_kind() == PICK and g.s.phase == t.CLOSING
        assert g.refused(0, "pick", g.body(0))
        g.play(0, "pick", h)
    assert g.zone(0, t.HAND) == [h for h in hand if h not in (hand[1], hand[4])]
    assert sorted(g.zone(0, t.CEMETERY)) == [hand[1], hand[4]]
    assert g.s.active == 1 and g.size(1, t.HAND) == 11


@pytest.mark.rule("prelude", "limit.hand")
def test_seven_cards_are_no_more_than_seven() -> None:
    """given 7 cards at the close, then nothing is asked."""
    g = Prelude("human", "human")
    for _ in range(7):
        g.hand(0, "copper-purse")
    g.end(0)
    assert g.s.active == 1 and g.size(0, t.HAND) == 7 and not g.size(0, t.CEMETERY)


@pytest.mark.rule("prelude", "limit.empty-chest")
@pytest.mark.parametrize(("who", "chest", "left"), [("human", 1, 9), ("human", 0, 6), ("dwarf", 1, 7)])
def test_cards_that_cannot_be_drawn_cost_life(who: str, chest: int, left: int) -> None:
    """given a Human at life 12 with 1 card left, when 2 are to be drawn, then 1 is, and life is 9."""
    g = Prelude("human", who)
    g.life(g.body(1), 12)
    g.chest(1, chest)
    g.next()
    assert g.s.active == 1 and g.size(1, t.HAND) == chest and g.left(g.body(1)) == left
    assert not g.happened("damaged") and len(g.happened("loses-life")) == 1


@pytest.mark.rule("prelude", "limit.turn-cap")
@pytest.mark.parametrize(
    ("lives", "places"), [((15, 20), (1, 2)), ((12, 20), (2, 1)), ((15, 23), (1, 1)), ((30, 46), (1, 1))]
)
def test_after_turn_30_the_larger_share_of_life_wins(lives: tuple[int, int], places: tuple[int, int]) -> None:
    """given a Human at 15 of 30 and a Dwarf at 20 of 46 after Turn 30, then the Human wins."""
    g = Prelude("human", "dwarf", turn=30)
    for seat in range(2):
        g.life(g.body(seat), lives[seat])
    g.next()
    assert g.s.active == 1 and g.s.turn == 30 and not g.s.over
    g.end(1)
    assert g.s.over == (places, "limit.turn-cap")


@pytest.mark.rule("prelude", "limit.turn-cap")
def test_turn_30_is_still_played() -> None:
    """given the end of Turn 29, then Turn 30 begins."""
    g = Prelude("human", "dwarf", turn=29)
    g.next()
    g.next()
    assert g.s.turn == 30 and not g.s.over


# The end.


@pytest.mark.rule("prelude", "win.death")
@pytest.mark.parametrize(("life", "over"), [(3, True), (4, False)])
def test_who_is_at_0_is_dead_and_the_last_player_left_wins(life: int, over: bool) -> None:
    """given B at life 3, when it takes 3, then A wins at once, and nothing further is resolved."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    sword = g.equipped(0, "sword")
    g.life(g.body(1), life)
    before = g.size(0, t.HAND)
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    g.pass_(1)
    if over:
        assert g.s.over == ((1, 2), "win.death") and not g.s.asks and not g.s.needs
    else:
        assert not g.s.over and g.asked() == [0]
    assert g.size(0, t.HAND) == before and g.left(g.body(1)) == life - 3


@pytest.mark.rule("prelude", "win.death")
def test_a_melee_goes_on_while_two_are_left() -> None:
    """given a Melee, when one is dead, then the others go on; when only one is left, it has won."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    for seat in range(3):
        g.life(g.body(seat), 3)
    sword = g.equipped(0, "sword")
    g.quietly(0, "attack", sword, g.body(1))
    assert g.s.out == (1,) and not g.s.over and g.asked() == [0]
    g.quietly(0, "attack", sword, g.body(2))
    assert g.s.over == ((1, 2, 2), "win.death")


@pytest.mark.rule("prelude", "win.draw")
@pytest.mark.parametrize(
    ("lives", "over"),
    [((2, 2), ((1, 1), "win.draw")), ((5, 2), ((1, 2), "win.death")), ((2, 5), ((2, 1), "win.death"))],
)
def test_who_all_die_together_draw(lives: tuple[int, int], over: tuple[tuple[int, int], str]) -> None:
    """given both at life 2, when an explosion deals 4 to both, then the game is a draw."""
    g = Prelude("human", "human", cards=HUES)
    g.ranks(0, "green-magic-1", "green-magic-2")
    g.ranks(0, "red-magic-1", "red-magic-2", more=True)
    g.ranks(1, "soldier-1")
    haze, glow = g.hand(0, "haze"), g.hand(0, "glow")
    for seat in range(2):
        g.life(g.body(seat), lives[seat])
    g.quietly(0, "cast", haze, g.body(1))
    assert not g.s.over
    g.quietly(0, "cast", glow, g.body(1))
    assert [row[ROW_N] for row in g.happened("explodes")] == [4]
    assert g.s.over == over


@pytest.mark.rule("prelude", "win.draw")
def test_who_was_out_before_a_draw_has_lost() -> None:
    """given C out of a Melee, when A and B die together, then these two draw, and C has lost."""
    g = Prelude("human", "human", "human", cards=HUES)
    g.ranks(0, "green-magic-1", "green-magic-2")
    g.ranks(0, "red-magic-1", "red-magic-2", more=True)
    haze, glow = g.hand(0, "haze"), g.hand(0, "glow")
    g.leaves(2)
    for seat in range(2):
        g.life(g.body(seat), 4)
    for h in (haze, glow):
        g.quietly(0, "cast", h, g.body(1))
    assert g.s.over == ((1, 1, 2), "win.draw")


@pytest.mark.rule("prelude", "win.leave")
@pytest.mark.parametrize("way", ["leave", "concede"])
def test_who_concedes_is_out_and_nobody_is_rewarded(way: str) -> None:
    """given a Melee, when B concedes in A's Response, then A and C go on, and no spoils are drawn."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    sword = g.equipped(0, "sword")
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    drawn = len(g.happened("drawn"))
    if way == "leave":
        g.leaves(1)
    else:
        g.answer(1, CONCEDE_MOVE)
    g.pass_all()
    assert g.s.out == (1,) and not g.s.over and g.asked() == [0] and g.s.active == 0
    assert len(g.happened("drawn")) == drawn and not g.size(0, t.HAND) and not g.zone(1, t.CHARACTER)
    assert g.can(0, "attack", sword, g.body(2))
    g.next()
    assert g.s.active == 2


@pytest.mark.rule("prelude", "win.leave")
@pytest.mark.parametrize("who", [0, 1])
def test_who_leaves_a_duel_has_lost_it(who: int) -> None:
    """given A's free choice, when either player leaves, then the other has won."""
    g = Prelude("human", "human")
    kernel.leave(g.s, who)
    assert g.s.over == ((2, 1) if who == 0 else (1, 2), "win.leave")

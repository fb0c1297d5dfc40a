"""Kinds of games: who is an opponent, who an ally, and what becomes of what an eliminated Player had."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import RESPOND
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import reaction

CARDS = reaction("last-word", cost=0, contingency={"ally_down": True}, do={"draw": 1})


def three() -> Duel:
    return Duel(CARDS, seats=3)


def teams() -> Duel:
    """Seats 0 and 2 against 1 and 3."""
    return Duel(CARDS, seats=4, format="teams")


# Every one for themselves.


# Teams.


# Allies.


@pytest.mark.rule("faroe", "format.allies", "keyword.contingency")
@pytest.mark.parametrize(("format", "may"), [("teams", True), ("free-for-all", False)])
def test_a_fallen_ally_may_be_the_teammates(format: str, may: bool) -> None:
    d = Duel(CARDS, seats=4, format=format)
    mate = d.character(2, "squire")
    d.character(0)
    last_word = d.hand(0, "last-word")
    hunter = d.character(1, "giant")
    d.go(1, COMBAT)
    d.play(1, "attack", hunter, mate)
    asked = []
    while d.s.active == 1:
        asked += [d.can(0, "use", last_word)] if d.asked() == [0] and not d.s.chain else []
        d.step()
    assert any(asked) == may


@pytest.mark.rule("faroe", "format.allies", "response.own-link")
def test_a_plain_block_answers_no_attack_on_a_teammate() -> None:
    d = teams()
    hunter, mate, mine = d.character(1), d.character(2), d.character(0)
    guard = d.on(mine, "guard")
    d.go(1, COMBAT)
    d.play(1, "attack", hunter, mate)
    d.until(RESPOND)
    while d.asked() != [0]:
        d.step()
    assert d.refused(0, "use", guard, -1) == "defend.whom"


# Elimination.


# The turn of an eliminated Player.


@pytest.mark.rule("faroe", "turn.round-duration", "format.elimination-turn")
def test_what_lasts_this_round_ends_where_the_lost_turn_would_have_begun() -> None:
    # Given a Paralyze Counter that was removed in A's Starting Phase from A's Character, A then eliminated.
    d = three()
    c = d.character(2)
    d.go(1, PREPARATION)
    d.counters(c, "Paralyze", 1)
    d.go(2, COMBAT)
    assert d.refused(2, "attack", c, d.body(0)) == "action.cannot-act"
    d.go(0, COMBAT)
    kernel.leave(d.s, 1)
    d.settle()
    # Then it ends when the turn of the one in whose turn it began comes again.
    d.go(2, COMBAT)
    assert d.can(2, "attack", c, d.body(0))


# Leaving.


# Rules that hold between two, with more of them.


@pytest.mark.rule("faroe", "target.several-opponents", "format.teams")
def test_the_order_is_read_over_both_enemies_and_never_over_the_teammate() -> None:
    # Given an enemy in The Last Stand, one with a front and a Backup Character, and a teammate without any.
    d = teams()
    x = d.character(0)
    front, back = d.character(3), d.character(3, backup=True)
    d.go(0, COMBAT)
    # Then the front Character and the enemy in The Last Stand are in reach, and nothing else.
    there = (front, back, d.body(1), d.body(2), d.body(3))
    assert [d.can(0, "attack", x, h) for h in there] == [True, False, True, False, False]
    # When that enemy is eliminated, then only the front Character is left.
    kernel.leave(d.s, 1)
    d.settle()
    assert [d.can(0, "attack", x, h) for h in there] == [True, False, False, False, False]

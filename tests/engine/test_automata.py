"""Seats that nobody plays: the rules answer for them, chance where they do not mind, their decks are open."""

from __future__ import annotations

from typing import Any

import pytest

from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.policies import Automata
from fadenet.engine.rules import Move
from fadenet.engine.state import BIND, OPEN, POOL, TOSS, Ask, State, is_automaton, seat_order
from fadenet.table.dealer import Dealer
from tests.builders.ten import CARDS, Ten


class AnyMove(Automata):
    """Any legal move is as good as another."""

    def answers(self, s: State, ask: Ask) -> list[Move]:
        return kernel.options(s, ask.seat, {})


class Alone(Ten):
    """The game of ten for one player: seat 1 plays by itself, any legal move being as good as another."""

    def __init__(self) -> None:
        super().__init__()
        self.seat_counts = (1,)
        self.automata = 1
        self.ownerless = (CARDS,)
        self.automaton = AnyMove()


ALONE = Alone()


def played(seed: int, until: int = 400) -> tuple[State, Dealer, list[Any]]:
    """A match in which seat 0 takes its first option; with all that was owed on the way."""
    dealer = Dealer([list(CARDS), *ALONE.ownerless], 1, seed)
    s = kernel.setup(ALONE, 1)
    owed: list[Any] = []
    for _ in range(until):
        if s.over:
            break
        if s.needs:
            owed += s.needs
            dealer.deal(s)
        else:
            owed += [a for a in s.asks if kernel.ask_of(s, a.seat)]
            move = kernel.options(s, 0, dealer.known[0])[0]
            kernel.apply(s, 0, move, dealer.opening(s, move))
    return s, dealer, owed


def test_setup_takes_the_players_alone() -> None:
    s = kernel.setup(ALONE, 1)
    assert s.seats == 2 and is_automaton(s, 1) and not is_automaton(s, 0)
    with pytest.raises(WrongInput, match=r"format\.players"):
        kernel.setup(ALONE, 2)


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_asked_for_an_automaton_and_nobody_owns_its_deck(seed: int) -> None:
    s, _, owed = played(seed)
    assert s.over
    asked = {row.seat for row in owed if len(row) == 9}
    needs = [row for row in owed if len(row) == 6]
    assert asked == {0}
    assert all(w.who == -1 for w in needs if w.kind in (POOL, BIND) and w.deck == 1)
    assert all(w.who == 0 for w in needs if w.kind in (POOL, BIND) and w.deck == 0)
    # What it does not mind is tossed, with one number for the moves there are.
    assert any(w.kind == TOSS and len(w.items) == 1 for w in needs)


def test_what_comes_out_of_an_ownerless_deck_is_opened_for_all() -> None:
    s, dealer, owed = played(3, until=12)
    drawn = [row for row in owed if len(row) == 6 and row.kind == OPEN and row.who == -1]
    assert drawn
    for w in drawn:
        assert all(s.code[h] for h in w.items)
    # What lies in the deck is known to nobody.
    assert s.pool[1] and not any(s.code[h] or h in dealer.known[0] for h in s.pool[1])


def test_the_same_chance_leads_every_copy_to_the_same_state() -> None:
    one, _, _ = played(5, until=60)
    other, _, _ = played(5, until=60)
    assert digest(one) == digest(other)
    assert digest(one) != digest(played(6, until=60)[0])


class Behind(Alone):
    """Two players and a seat that plays by itself, which comes after both unless it begins."""

    def __init__(self) -> None:
        super().__init__()
        self.seat_counts = (2,)
        self.automata_last = True


def test_automata_may_come_after_all_players_in_every_order_but_their_own() -> None:
    # Given two players and an automaton, then it is last in an order that begins with either of them.
    s = kernel.setup(Behind(), 2)
    assert [seat_order(s, first) for first in range(3)] == [[0, 1, 2], [1, 0, 2], [2, 0, 1]]


def test_who_was_on_one_side_against_automata_shares_a_place() -> None:
    # Given places at the end of a match against an automaton, then one place means one side.
    rules = Behind()
    assert rules.sides_by((1, 1), 2) == rules.sides_by((2, 2), 2) == rules.sides_by((), 2) == (0, 0)
    # With two places they were enemies, and without automata the sides are those of the format.
    assert rules.sides_by((1, 2), 2) == Ten().sides_by((1, 1), 2) == (0, 1)

"""A player is offered what the rules accept, in every game: neither more nor less."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from fadenet.engine.choices import WHOLE, Bunch, Choices
from fadenet.engine.state import Known, State
from fadenet.games.fade.rules import FadeMoves
from fadenet.games.fade.tables import PREPARATION
from tests.builders import offering
from tests.builders.playout import TABLES, Playout, Table, in_turn
from tests.builders.scenario import Duel

EVERY = 47
"""Short moves are tried at every so-many-th rest of a match."""


@in_turn(4, [one for one in TABLES if one.game != "ten"], always=("fade1-free-for-all-3", "prelude-melee-3"))
def test_what_is_accepted_is_offered_and_the_other_way_round(
    table: Table, so_many: Callable[[int, int], int]
) -> None:
    """given a match with decks drawn from all cards, then at no rest do list and judgement differ."""
    rules, seed = table.rules, TABLES.index(table)
    random = Random(seed)
    decks = [list(part) for _ in range(table.players) for part in rules.book.draw_deck(random.shuffle)]
    play = Playout(rules, seed, decks, table.players)
    looks = so_many(3, 200)
    for n, s in enumerate(play.rests()):
        if s.asks and not s.needs and n % EVERY == seed % EVERY:
            assert offering.faults(s, play.dealer) == [], n
            looks -= 1
        if not looks:
            break


class _Forgetful(FadeMoves):
    """A list that lacks its first move."""

    def bunches_at(self, s: State, seat: int, known: Known, now: int) -> list[Bunch]:
        return [(WHOLE, 0, Choices(super().bunches_at(s, seat, known, now)).listed()[1:])]


class _Generous(FadeMoves):
    """A list with a move that nobody may make: the first one at more targets than it may have."""

    def bunches_at(self, s: State, seat: int, known: Known, now: int) -> list[Bunch]:
        found = super().bunches_at(s, seat, known, now)
        first = Choices(found)[0]
        return [*found, (WHOLE, 0, [(*first, first[1])])]


def listed_by(kind: type[FadeMoves], d: Duel) -> State:
    """The same rest, with the moves listed in another way."""
    s, rules, moves = d.s.clone(), copy.copy(d.rules), d.rules.moves
    assert isinstance(moves, FadeMoves)
    rules.moves = kind(d.rules, moves.table, moves.answers, gaps=True)
    any_state: Any = s
    any_state.rules = rules
    return s


def test_a_move_that_the_list_lacks_or_has_too_many_is_found() -> None:
    """given a card to attach, when the list forgets that, or has a move more, then one fault each is told."""
    d = Duel()
    d.character(0), d.hand(0, "strike")
    d.go(0, PREPARATION)
    assert offering.faults(d.s, d.dealer) == []
    (lacks,) = offering.faults(listed_by(_Forgetful, d), d.dealer)
    assert lacks.startswith("accepted, and not offered: attach")
    (more,) = offering.faults(listed_by(_Generous, d), d.dealer)
    assert more.startswith("offered, and refused by ")

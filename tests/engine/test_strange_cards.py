"""No card is a surprise: whatever a hidden card turns out to be, what is done with it is judged and resolved.

A cheat's deck is known to nobody before the end. So every card of the set can come out of every
place where a seat has hidden cards, those that no legal deck may hold among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import count, islice
from random import Random

import pytest

from fadenet.engine import kernel
from fadenet.engine.card import Card
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import VERBS
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import State
from tests.builders.playout import Playout, Table, deck_lists, every_table, in_turn

RESTS = 300
"""Rests of a table in a normal run; every second match has strange decks besides."""

LONG_RESTS = 50_000
TRIES = 10  # moves at a rest


_IN_EVERY_GAME = {f.name for f in fields(Card)} - {"activated", "statics"}


def printed(card: Card) -> tuple[object, ...]:
    """The marks of cards of one kind: their types, their keywords and which parts they have."""
    parts = sorted(f.name for f in fields(card) if f.name not in _IN_EVERY_GAME and getattr(card, f.name))
    return card.types, tuple(map(bool, card.keywords)), tuple(parts)


class Strangers:
    """Random matches on one table, in which hidden cards are tried as any card of the set."""

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        self.rules: Rules = table.rules
        self.random = Random(first)
        kinds: dict[tuple[object, ...], list[int]] = {}
        for code, card in enumerate(self.rules.cards):
            if code:
                kinds.setdefault(printed(card), []).append(code)
        self.kinds = list(kinds.values())
        self.rests = self._rests(first)

    def code(self) -> int:
        """Any card of the set, each kind as often as the others."""
        return self.random.choice(self.random.choice(self.kinds))

    def _rests(self, first: int) -> Iterator[Playout]:
        """The rests of match after match at which an answer is owed."""
        for seed in count(first):
            decks = deck_lists(self.rules, seed, self.table.players)
            if seed & 1:
                decks = [[*deck, *(self.code() for _ in deck)] for deck in decks]
            play = Playout(self.rules, seed, decks, self.table.players)
            for s in play.rests():
                if not s.needs and not s.over:
                    yield play

    def tries(self, play: Playout, seat: int) -> Iterator[tuple[Move, tuple[tuple[int, int], ...]]]:
        """Moves of a seat that show hidden cards: what would be legal with their own faces, and others."""
        s = play.s
        there = [
            h
            for h in range(s.seats + 1, len(s.code))
            if not s.code[h] and s.zone[h] >= 0 and seat in (s.owner[h], s.ctrl[h])
        ]
        moves = [move for move in play.options(seat) if kernel.opens(s, move)]
        moves = self.random.sample(moves, min(TRIES // 2, len(moves)))
        if there:
            verbs = range(len(VERBS), len(self.rules.verbs))
            faces = [k for k, code in enumerate(s.code) if code]
            moves += [
                self.move(s, self.random.choice(verbs), self.random.choice(there), faces)
                for _ in range(TRIES // 2)
            ]
        for move in moves:
            shown = kernel.opens(s, move)
            if shown:
                yield move, tuple((card, self.code()) for card in shown)

    def move(self, s: State, verb: int, h: int, faces: Sequence[int]) -> Move:
        """A move with a card and, as often as not, with something that may or may not belong to it.

        faces: the cards that lie open.
        """
        key = (self.random.randrange(1, max(2, len(self.rules.keys))), self.random.randrange(6))
        target = self.random.choice((*range(1, s.seats + 1), *faces, -1))
        more: tuple[tuple[object, ...], ...] = ((), (), (target,), (key,), (key, target))
        return (verb, h, *self.random.choice(more))


def strange(table: Table, rests: int, first: int) -> None:
    """Try moves at so many rests, the legal ones on a copy; some of them are refused and some are not."""
    strangers = Strangers(table, first)
    refused = played = 0
    for play in islice(strangers.rests, rests):
        for seat in play.owing():
            for move, opened in strangers.tries(play, seat):
                reason = kernel.check(play.s, seat, move, opened)
                if reason is None:
                    kernel.apply(play.s.clone(), seat, move, opened)
                    played += 1
                else:
                    assert type(reason) is Illegal and reason.rule and reason.text
                    refused += 1
    assert refused and played


@pytest.mark.slow
@in_turn(4)
def test_any_card_may_come_out_of_any_place(table: Table) -> None:
    """given hidden cards that turn out to be any of the set, then moves with them are refused by a rule or
    can be played, and whole matches of such decks come to an end."""
    strange(table, RESTS, 1)


@pytest.mark.long
@every_table
def test_any_card_may_come_out_of_any_place_in_a_long_run(table: Table) -> None:
    """given many more matches, then the same holds."""
    strange(table, LONG_RESTS, 1_000)

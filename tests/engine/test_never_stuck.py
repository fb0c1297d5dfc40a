"""No match of any game, format and number of players gets stuck, crashes, or takes what it should refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from fadenet import games
from fadenet.engine import kernel, needs, position
from fadenet.engine.digest import digest
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import rules_of
from fadenet.engine.state import Ask, State
from fadenet.table.dealer import Dealer
from tests.builders.playout import (
    TABLES,
    TURNS,
    Playout,
    Table,
    brisk,
    every_table,
    in_turn,
    sharing,
    tables_of,
)
from tests.engine.fuzz import mutants, wild_moves, wild_openings, wild_values

DECISIONS = 1_500
"""Random decisions of a game in a normal run, shared out among its formats."""

LONG_DECISIONS = 2_000_000

LEAVERS = 30  # matches of a table whose players give up

COPIES = 53  # at every so-many-th decision copies are compared
FUZZ = 43  # at every so-many-th decision wrong answers are tried
WRONG_VALUES = 7  # and at every so-many-th need wrong values


class Soak:
    """Match after match on one table until so many decisions have been made; `seen` counts what came up."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rules = table.rules
        self.seen: Counter[str] = Counter()

    def matches(self, decisions: int, first: int, ends: int = 1) -> None:
        """So many decisions at least, and so many matches to their ends."""
        seed = first
        while self.seen["decisions"] < decisions or self.seen["matches"] < ends:
            play = Playout(self.rules, seed, players=self.table.players)
            for s in self.rests(play):
                if s.over or (self.seen["matches"] >= ends and self.seen["decisions"] >= decisions):
                    break
            seed += 1
            self.seen["matches"] += bool(play.s.over)

    def rests(self, play: Playout) -> Iterator[State]:
        """The rests of a match; each is in order before it goes on."""
        for s in play.rests():
            self.in_order(play, s)
            if s.needs:
                self.seen["needs"] += 1
                if self.seen["needs"] % WRONG_VALUES == 0:
                    self.values(play)
            elif s.asks:
                self.seen["decisions"] += 1
                n = self.seen["decisions"]
                if n % COPIES == 0:
                    self.copies(play)
                if n % FUZZ == 0:
                    self.wrong(play)
            yield s

    def in_order(self, play: Playout, s: State) -> None:
        """It rests in one of three ways, and somebody who can is to do something."""
        waits = [bool(s.asks), bool(s.needs), bool(s.over)]
        assert waits.count(True) == 1 or (waits == [True, True, False] and self.rules.automata)
        if s.over:
            places, rule = s.over
            assert len(places) == s.seats and min(places) == 1
            assert self.table.game == "ten" or rule in self.rules.book.rules
        elif not s.needs:
            owing = play.owing()
            assert owing and all(0 <= seat < self.table.players and seat not in s.out for seat in owing)

    def copies(self, play: Playout) -> None:
        """A clone and a position that is read again are the same, and take the next answer alike.

        A position leaves out what somebody has decided unseen: while that waits there is only a clone.
        """
        s, seat = play.s, play.owing()[0]
        states = [s.clone()]
        if not s.answers:
            states.append(position.load(self.rules, position.dump(s)))  # which refuses what is not sound
        before = digest(s)
        assert {digest(c) for c in states} == {before}
        options = play.options(seat)
        for c in states:
            assert kernel.options(c, seat, play.dealer.known[seat]) == options
        move = brisk(play.random, options)
        opened = play.dealer.opening(s, move)
        events = [kernel.apply(c, seat, move, opened) for c in states]
        assert events == events[:1] * len(states) and len({digest(c) for c in states}) == 1
        assert digest(s) == before
        self.seen["copies"] += 1

    def wrong(self, play: Playout) -> None:
        """Answers that are none are refused with a rule, and change nothing."""
        s, random = play.s, play.random
        for seat in play.owing():
            options = play.options(seat)
            move = random.choice(options)
            opened = play.dealer.opening(s, move)
            tries: list[tuple[int, Any, Any]] = [(seat, m, opened) for m in wild_moves(s, move, random)]
            tries += [(seat, move, o) for o in wild_openings(s, move, opened, random)]
            others = [k for k in range(-1, s.seats + 2) if kernel.ask_of(s, k) is None]
            tries += [(k, m, ()) for k in others for m in (move, CONCEDE_MOVE)]
            tries += [(seat, m, play.dealer.opening(s, m)) for m in mutants(s, move, random)]
            for who, m, o in tries:
                if not self.refused(s, who, m, o):
                    assert (
                        m in options
                        or rules_of(s).moves.vouched(s, m)
                        or m in (CONCEDE_MOVE, rules_of(s).timeout)
                    ), (s.asks, m, o)
                    assert who == seat and o == play.dealer.opening(s, m)

    def refused(self, s: State, seat: int, move: Any, opened: Any) -> bool:
        before = digest(s)
        reason = kernel.check(s, seat, move, opened)
        if reason is not None:
            assert reason.text and reason.rule
            assert self.table.game == "ten" or reason.rule in self.rules.book.rules, reason.rule
            with pytest.raises(IllegalMove):
                kernel.apply(s, seat, move, opened)
            self.seen["refusals"] += 1
        assert digest(s) == before
        return reason is not None

    def values(self, play: Playout) -> None:
        """Values that are none are refused and change nothing."""
        s = play.s
        dealer = Dealer(play.dealer.decks, self.table.players, 0)
        dealer.truth = play.dealer.truth
        right = [dealer._value(s, w) for w in s.needs]
        before = digest(s)
        tries: list[Any] = [None, 5, (), right[:-1], [*right, None], {}]
        for i, w in enumerate(s.needs):
            tries += [[*right[:i], x, *right[i + 1 :]] for x in wild_values(w)]
        for values in tries:
            trial = s.clone()
            try:
                needs.supply(trial, values)
            except WrongInput as error:
                assert str(error) and digest(trial) == before
                self.seen["wrong values"] += 1
            else:
                assert is_plain(values), values
        after = s.clone()
        needs.supply(after, right)
        assert digest(after) != before


def is_plain(value: Any) -> bool:
    """Whether a value holds integers, or what is None in the right place, and so may be right by chance."""
    if type(value) in (tuple, list):
        return all(is_plain(x) for x in value)
    return value is None or (type(value) is int and abs(value) < 2**31)


def share(table: Table, tables: Sequence[Table], decisions: int) -> int:
    """How many decisions are made on this one of the tables: those of its game by turns. Editions of a family
    but one share what one game has; ten needs fewer to show all that it has.
    """
    if table.game == "ten":
        return decisions // 5
    return decisions // sum(t.game in sharing(table.game) for t in tables)


def test_every_game_and_format_is_on_a_table() -> None:
    """given the games, then each format of each is played here, with every number of players."""
    for game in games.NAMES:
        for format, counts in games.GAMES[game].formats.items():
            assert {t.players for t in TABLES if (t.game, t.format) == (game, format)} == set(counts), format


@pytest.mark.python
def test_turns_have_every_edition_and_every_number_of_players() -> None:
    """given the tables of all turns, then each format of each game is there, with every number of players."""
    there = [t for turn in range(TURNS) for t in tables_of(turn)]
    assert {(t.game, t.format) for t in there} == {(t.game, t.format) for t in TABLES}
    assert {(t.format, t.players) for t in there} == {(t.format, t.players) for t in TABLES}


@pytest.mark.slow
@in_turn(0)
def test_no_match_gets_stuck(table: Table) -> None:
    """given random matches, then each rest is in order, copies agree, and wrong answers change nothing."""
    soak, ends = Soak(table), int(table.players < 3)  # those of more are played to the end in `test_local`
    soak.matches(share(table, tables_of(0), DECISIONS), 1, ends)
    assert soak.seen["matches"] >= ends and soak.seen["refusals"] > 100 and soak.seen["wrong values"] > 100
    assert soak.seen["copies"] * COPIES >= soak.seen["decisions"] - COPIES


@in_turn(1, [table for table in TABLES if table.players > 1])
def test_players_may_leave_at_any_decision(table: Table) -> None:
    """given players who give up, or whose time is over, some or all of those who are asked at one time, then
    the match goes on without them to its end."""
    for seed in range(LEAVERS):
        play = Playout(table.rules, seed, players=table.players)
        s, often = play.s, 0.0
        asks: tuple[Ask, ...] = ()
        while not s.over:
            if s.needs:
                play.dealer.deal(s)
                continue
            if s.asks != asks:
                asks, often = s.asks, play.random.choice((0.0, 0.0, 0.0, 0.5, 1.0))
            seat = play.random.choice(play.owing())
            move = brisk(play.random, play.options(seat))
            if play.random.random() < often:
                move = play.random.choice((CONCEDE_MOVE, rules_of(s).timeout))
            kernel.apply(s, seat, move, play.dealer.opening(s, move))


@pytest.mark.long
@every_table
def test_no_match_of_a_long_run_gets_stuck(table: Table) -> None:
    """given many more matches, then the same holds."""
    Soak(table).matches(share(table, TABLES, LONG_DECISIONS), 100_000)

"""A sealed decision (throws, new hands, votes) is in nobody's view until all have decided."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import pytest

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.engine import kernel, position
from fadenet.engine.digest import digest
from fadenet.engine.state import CONFIRM, MODE, PICK, RESPOND, Row, State, is_automaton
from fadenet.table.local import LocalMatch
from fadenet.table.reading import parse
from fadenet.table.record import write
from fadenet.table.replay import Replay
from fadenet.table.view import Answer, SeatView, TakeBack
from tests.builders.playout import TABLES, Table, deck_lists, in_turn, tables_of
from tests.builders.ten import TEN
from tests.table.test_local import Brisk, Wrong
from tests.table.test_replay import Enough, Person, seen
from tests.table.wire import Match

RESTS = 3
"""So many rests at which something is decided unseen are tried in each format."""
CHOICES_MAX = 250
UNREAD = {"rules", "index"}
"""Parts of a state that are the same for all, or follow from the others."""


def whole(seat: SeatView) -> str:
    """All that a player can read: every part of the state, what the seat knows, a copy to try things out on,
    the text of the position, and what is listed as legal."""
    copies = (seat.state, seat.state.clone())
    states = [{k: getattr(s, k) for k in State.__slots__ if k not in UNREAD} for s in copies]
    return repr((states, seat.known, position.dump(seat.state), seat.options()))


def unseen(s: State) -> dict[int, Any]:
    """Answers of players who have answered while others have not."""
    return {seat: a for seat, a in s.answers.items() if seat not in s.out and not is_automaton(s, seat)}


class Reader(Brisk):
    """Keeps its whole view whenever it decides something unseen: `read`, by the number of the question of the
    first seat. At the question `other` it decides otherwise than it would."""

    def __init__(self, other: int = 0) -> None:
        super().__init__()
        self.other = other
        self.read: dict[int, str] = {}
        self.kinds: set[int] = set()

    async def choose(self, seat: SeatView) -> Answer:
        ask = seat.ask
        assert ask is not None
        if not ask.sealed:
            return await super().choose(seat)
        rest = seat.state.asks[0].id
        self.read[rest] = whole(seat)
        self.kinds.add(ask.kind)
        options = seat.options()
        at = options.index((await super().choose(seat)).move)
        return Answer(options[(at + (rest == self.other)) % len(options)])


def readings(
    table: Table, twist: tuple[int, int] = (-1, 0), host: type[LocalMatch] = LocalMatch
) -> list[Reader]:
    """The players, with what each has read. twist: the seat that decides otherwise, and at which question;
    soon after it the match is broken off."""

    def watch(s: State, rows: Sequence[Row]) -> None:
        enough = len(match.choices) > CHOICES_MAX or len(players[0].read) > RESTS
        if enough or (twist[1] and s.next_id > twist[1] + len(players)):
            raise Enough

    players = [Reader(twist[1] if seat == twist[0] else 0) for seat in range(table.players)]
    lists = deck_lists(table.rules, 3, table.players)
    match = host(table.rules, players, lists, 3, kinds=("human",) * table.players, watch=watch)
    with contextlib.suppress(Enough):
        run_now(match.play())
    return players


def found(table: Table, host: type[LocalMatch] = LocalMatch) -> list[tuple[int, int, int]]:
    """(question, seat that reads, seat whose unseen decision shows in what that one reads)."""
    plain = [player.read for player in readings(table, host=host)]
    shows = []
    for rest in sorted({rest for read in plain for rest in read})[:RESTS]:
        there = [seat for seat, read in enumerate(plain) if rest in read]
        for decider in there:
            twisted = [player.read for player in readings(table, (decider, rest), host)]
            assert twisted[decider][rest] == plain[decider][rest], "all before it is the same"
            shows += [
                (rest, s, decider) for s in there if s != decider and twisted[s][rest] != plain[s][rest]
            ]
    return shows


class Telling(LocalMatch):
    """Carries out each answer as it comes."""

    async def _ask(self) -> None:
        rows: list[Row] = []
        for a in self.state.asks:
            rows = self._apply(a.seat, await self._obtain(a.seat))
        await self._tell(rows)


@pytest.mark.slow
@in_turn(7)
def test_no_view_holds_what_another_seat_decides_unseen(table: Table) -> None:
    """given a seat that decides otherwise, then nobody else who decides at that rest reads anything else."""
    assert not found(table)


@pytest.mark.parametrize("game", ["ten", "faroe"])
def test_a_view_that_holds_it_is_noticed(game: str) -> None:
    """given a match that carries out each answer as it comes, then the later seat reads the earlier one's."""
    assert {(reader, decider) for _, reader, decider in found(Table(game, "duel", 2), Telling)} == {(1, 0)}


@pytest.mark.slow
def test_what_is_decided_unseen_is_tried_in_every_way_that_there_is() -> None:
    """given the formats, then throws, new hands and votes are among what is tried."""
    asked = {
        kind
        for turn in (0, 1)
        for table in tables_of(turn)
        for player in readings(table)
        for kind in player.kinds
    }
    assert asked == {MODE, CONFIRM, PICK, RESPOND}


class Back(Person):
    """Takes its first decision back, and looks each time whether its view holds anybody's."""

    async def choose(self, seat: SeatView) -> Answer:
        assert not unseen(seat.state)
        if self.begun == 1 and self.asked:
            raise TakeBack(seat.index)
        return await Brisk.choose(self, seat)


@in_turn(0)
def test_what_is_taken_back_leaves_nobody_elses_decision_in_the_view(table: Table) -> None:
    """given a person asked after bots, when it takes its first decision back, then theirs are not there."""
    person = Back()
    others = [Brisk() for _ in range(table.players - 1)]
    seen(table.rules, 3, *others, person, choices_max=60)
    assert person.begun == 2


@pytest.mark.slow
@in_turn(1, [table for table in TABLES if table.players > 1])
def test_no_node_holds_what_others_decide_unseen(table: Table) -> None:
    """given matches over the protocol, then no seat's view and no onlooker's state ever holds it."""
    sealed = 0

    def look(match: Match) -> None:
        nonlocal sealed
        for one in match.tables:
            s = one.replica.state
            if s is not None:
                sealed += any(a.sealed for a in s.asks)
                assert not unseen(s)

    Match(table.rules, 3, looking=1, players=table.players, after=look).play(steps=60 * table.players)
    assert sealed or table.game == "terrene", "where nothing is decided unseen"


@pytest.mark.slow
@in_turn(3)
def test_a_replay_stands_nowhere_between_what_is_decided_unseen(table: Table) -> None:
    """given a record, then at none of its positions the answers of a rest are there in part."""
    players = [Brisk() for _ in range(table.players)]
    _, _, record = seen(table.rules, 3, *players, choices_max=60)
    replay = Replay(parse(write(record)), table.rules)
    here = replay.position(0)
    while here.at < replay.length:
        replay.advance(here)
        assert not unseen(here.state)
        assert digest(replay.position(here.at).state) == digest(here.state)
    joint = [step for step in replay.steps if step.decided and len(step.entries) > 1]
    assert joint or table.game == "terrene" or table.players == 1
    assert all(replay.at_number(step.number + 1) == replay.steps.index(step) for step in joint)


def test_who_gives_up_at_such_a_rest_leaves_before_the_others_decisions_count() -> None:
    """given three of whom the second never answers right, then it has left, the others' throws are as they
    were given, and the record leads to the same state."""
    rules = games.load("faroe", "free-for-all")
    players = Brisk(), Wrong(10_000), Brisk()
    match, _, record = seen(rules, 3, *players, choices_max=40)
    assert match.state.out == (1,)
    assert [seat for seat, _ in match.choices[:3] if isinstance(seat, int)] == [1, 0, 2]
    replay = Replay(parse(write(record)), rules)
    assert digest(replay.position(replay.length).state) == digest(match.state)


def test_a_position_between_such_answers_asks_for_them_again() -> None:
    """given a state in which one of two has thrown, then its line says nothing of that."""
    lines = set()
    for n in range(2):
        match = LocalMatch(TEN, (Brisk(), Brisk()), deck_lists(TEN), 1)
        match._deal_alone()
        s, move = match.state, kernel.options(match.state, 0, {})[n]
        lines.add(position.dump(s))
        kernel.apply(s, 0, move)
        assert unseen(s)
        lines.add(position.dump(s))
    assert len(lines) == 1
    again = position.load(TEN, lines.pop())
    assert kernel.ask_of(again, 0) is not None

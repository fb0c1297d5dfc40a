"""Two who are left in a match, and who of them has won when they lose each other, or one ends it alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.engine.rules import Move
from fadenet.games.decks import Deck
from fadenet.history.past import Endorsement
from fadenet.history.reading import read_match
from fadenet.node.match.banks import Banks
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, SeatView
from keys.files import make_folder
from protocol.files import FileState
from protocol.needs import NeedReveal
from protocol.result import check_result
from tests.builders.ten import CARDS, Ten
from tests.node.tables import (
    TOLD_S,
    Party,
    Quitter,
    Slow,
    Sore,
    Stuck,
    Yielding,
    dishonest,
    identity,
    table,
    verified,
)
from tests.node.test_time import FREE, party
from tests.sim.explore.node import Event
from tests.sim.explore.plan import Plan

TEN = Ten()


class Pondering(Quitter):
    """Plays at random, but for its n-th decision it needs `answer`; `ponders` says that it has come to it."""

    def __init__(self, n: int) -> None:
        super().__init__(10_000)
        self.ponders, self.answer = trio.Event(), trio.Event()
        self._at = n

    async def choose(self, seat: SeatView) -> Answer:
        if self.decided + 1 == self._at:
            self.ponders.set()
            await self.answer.wait()
        return await super().choose(seat)


def part(there: Party, n: int) -> None:
    """Nobody reaches this node any more, nor it anybody."""
    there.apart |= {frozenset((n, other)) for other in range(len(there.tables)) if other != n}
    there.network.cut_all()


def winners(there: Party) -> list[int]:
    """The numbers of those whose own history says that they have won."""
    found = []
    for n, (end, seat) in enumerate(zip(there.ends, there.tables, strict=True)):
        if isinstance(end, MatchEnd):
            match = read_match(end.path, [seat.identity.public], lambda *_, seat=seat: seat.rules)
            assert match is not None
            assert [one.place for one in match.seats] == list(end.places or [0] * len(match.seats))
            found += [n] * (match.seats[end.seat].place == 1)
    return found


UNCONFIRMED = "nor confirm the last that this node has signed"


@pytest.mark.parametrize("thinker", [0, 1])
@pytest.mark.parametrize("at", [3, 9, 14])
async def test_who_moves_into_the_void_has_not_won_by_waiting(
    tmp_path: Path, autojump_clock: MockClock, thinker: int, at: int
) -> None:
    """given two that lose each other while one thinks, when that one moves and nobody ever hears of it, then
    the other has won, and it has no result."""
    player = Pondering(at)
    there = party(tmp_path, *([player, Quitter(10_000)] if thinker == 0 else [Quitter(10_000), player]))

    async def cut(both: Party) -> None:
        await player.ponders.wait()
        await trio.sleep(TOLD_S)
        part(both, thinker)
        await trio.sleep(2)
        player.answer.set()

    await there.play(bank=30, patience=1_000, meddle=cut)
    alone = there.ends[thinker]
    assert isinstance(alone, MatchEnd) and (alone.places, alone.result) == (None, None)
    assert winners(there) == [1 - thinker]
    assert any(UNCONFIRMED in said for said in there.told[thinker])
    assert not any(UNCONFIRMED in said for said in there.told[1 - thinker])


async def test_who_is_out_of_time_in_the_void_has_no_result(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given two that lose each other while one thinks, and thinks on until its bank is spent, then the other
    has won, and it has lost on its own table: that nobody answers it there makes no win of that."""
    stuck = Stuck(9)
    there = party(tmp_path, Quitter(10_000), stuck)

    async def cut(both: Party) -> None:
        while not stuck.asked:
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        part(both, 1)

    await there.play(bank=30, patience=1_000, meddle=cut)
    late = there.ends[1]
    assert isinstance(late, MatchEnd) and (late.places, late.result) == (None, None)
    assert winners(there) == [0]
    assert "Your time bank is spent: you have run out of time, and lose." in there.told[1]


async def test_who_is_cut_off_before_its_move_is_confirmed_has_no_result(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given two that lose each other at the moment in which both are asked, when one does not answer, then
    neither has won: the one that has answered and waits cannot know that the other has heard that."""
    player = Pondering(1)
    there = party(tmp_path, Quitter(10_000), player)

    async def cut(both: Party) -> None:
        await player.ponders.wait()
        part(both, 1)

    await there.play(bank=30, patience=1_000, meddle=cut)
    assert all(isinstance(end, MatchEnd) and end.result is None for end in there.ends)
    assert winners(there) == []


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_that_come_back_one_after_the_other_neither_has_won(
    tmp_path: Path, autojump_clock: MockClock, first: int
) -> None:
    """given two whose processes die while one thinks, when each comes back to nobody, then neither has won:
    what the other holds it was told in another life."""
    player = Pondering(9)
    there = party(tmp_path, Quitter(10_000), player)
    await there.play(bank=30, patience=25)
    assert there.ends == [None, None]
    there.tables[1] = replace(there.tables[1], player=Quitter(10_000))
    for n in (first, 1 - first):
        await there.go_on(n)
    assert all(isinstance(end, MatchEnd) and end.places is None for end in there.ends)
    assert winners(there) == []


@pytest.mark.slow
async def test_of_two_that_are_left_of_three_one_at_most_has_won(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given three of whom one has conceded, when another thinks, is cut off and moves into the void, then
    the one that waits for it has won, and it has no result."""
    player = Pondering(12)
    there = party(tmp_path, Quitter(1_000), Quitter(5), player, rules=FREE)

    async def cut(all_of_them: Party) -> None:
        await player.ponders.wait()
        await trio.sleep(TOLD_S)
        part(all_of_them, 2)
        await trio.sleep(2)
        player.answer.set()

    await there.play(bank=60, patience=2_000, meddle=cut)
    alone = there.ends[2]
    assert isinstance(alone, MatchEnd) and (alone.places, alone.result) == (None, None)
    assert winners(there) == [0]


class Hushed(TableSeat):
    """Opens its sealed decision once `told`, and not before the other has opened its own."""

    told = False

    def pump(self) -> list[bytes]:
        waits = isinstance(self.transcript.owed(), NeedReveal) and not self.told
        return [] if waits else super().pump()

    @property
    def answered(self) -> bool:
        """Whether the other has opened its sealed decision."""
        owed = isinstance(self.transcript.owed(), NeedReveal)
        return owed and self.transcript.awaited() == [self.seat]


async def test_who_gives_up_in_the_void_has_not_won_by_waiting(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given two that owe a sealed decision each, of whom one gives up by its own, when they lose each other
    before it has what the other decided, then the other has won, and it has no result."""
    runs: list[MatchRun] = []
    tables = [table(tmp_path / "0", 0, Yielding(sealed=True)), table(tmp_path / "1", 1, Slow())]
    tables[1] = replace(tables[1], begun=runs.append)
    there = Party(*dishonest(monkeypatch, Hushed, tables))

    async def cut(both: Party) -> None:
        while not (runs and isinstance(hushed := runs[0].seat, Hushed) and hushed.answered):
            await trio.sleep(0.1)
        await trio.sleep(TOLD_S)
        part(both, 1)
        hushed.told = True
        runs[0].offer_void(False)  # nothing new comes that would have it go on

    await there.play(bank=30, patience=1_000, meddle=cut)
    quitter, winner = there.ends
    assert isinstance(quitter, MatchEnd) and (quitter.places, quitter.result) == (None, None)
    assert winners(there) == [1]
    assert isinstance(winner, MatchEnd) and winner.result is not None
    assert verified(winner.path).state is FileState.VALID
    assert any("had given up itself" in said for said in there.told[0])


# Who ends a match alone, though the time of the other is not spent


def end_alone(run: MatchRun) -> None:
    """Show the AUDIT of a seat in mid-game, as who has waited for the other until its bank is spent."""
    run.exchange.out(run.seat.give_up())
    run.exchange.abandon()


def kept(there: Party, n: int) -> tuple[list[int], list[bool]]:
    """The places that the history of a table has for its match, and who has left it; its own seat first."""
    end, seat = there.ends[n], there.tables[n]
    assert isinstance(end, MatchEnd)
    match = read_match(end.path, [seat.identity.public], lambda *_: seat.rules)
    assert match is not None and not match.rated
    order = sorted(range(len(match.seats)), key=lambda one: one != end.seat)
    return [match.seats[i].place for i in order], [match.seats[i].left for i in order]


async def play_to_its_end(there: Party, asked: Stuck, liar: int) -> None:
    """Play until somebody is asked who answers no more; when all know of that the liar ends the match."""
    runs: list[MatchRun] = []
    there.tables[liar] = replace(there.tables[liar], begun=runs.append)

    async def lie(_: Party) -> None:
        while not asked.asked:
            await trio.sleep(0.1)
        await trio.sleep(TOLD_S)
        end_alone(runs[0])

    await there.play(bank=600, patience=300, meddle=lie)


async def test_who_is_told_that_its_bank_is_spent_goes_by_its_own_count(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a player that thinks, when the other ends the match as if its bank were spent, then its own node
    has it neither lost nor won."""
    thinker = Stuck(9)
    there = party(tmp_path, thinker, Slow())
    await play_to_its_end(there, thinker, 1)
    ended = there.ends[0]
    assert isinstance(ended, MatchEnd) and (ended.places, ended.result) == (None, None)
    assert kept(there, 0) == ([0, 0], [False, True])
    assert any("By the clock of this node it is not" in said for said in there.told[0])


@pytest.mark.parametrize("spent", [False, True])
async def test_who_is_given_up_has_lost_if_its_own_count_says_so_as_well(spent: bool) -> None:
    """given a seat that has to answer, when the only other one shows its AUDIT in place of waiting longer,
    then the match is over for it: as lost where its bank is spent by its own count, else without a result."""
    plan = Plan(2)
    nodes = [node for node in plan.begun(plan.table()) if node is not None]
    asked, waits = sorted(nodes, key=lambda node: not node.owes())
    asked.clock.banks = Banks(60, 0, 2, asked.number)
    asked.clock.banks.take(asked.number, 60.0 if spent else 59.0)
    # when
    (shown,) = waits.seat.give_up([asked.number])
    asked.take(Event("item", waits.number, shown))
    # then
    assert asked.exchange.abandoned and asked.exchange.given_up == spent


async def test_who_ends_the_match_where_it_has_to_answer_has_left_it(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a player that owes an answer and has told that it knows, when it ends the match as if it had
    waited in vain, then the other has won at once."""
    loser = Stuck(9)
    there = party(tmp_path, Slow(), loser)
    await play_to_its_end(there, loser, 1)
    ended = there.ends[0]
    assert isinstance(ended, MatchEnd) and ended.result is None
    assert ended.places is not None and ended.places[ended.seat] == 1
    assert kept(there, 0) == ([1, 2], [False, True])
    said = "p1 was to answer, and has ended the match instead: it has left; the match ends here."
    assert said in there.told[0]


@pytest.mark.slow
@pytest.mark.parametrize("owes", [True, False], ids=["the liar owes an answer", "the other thinks"])
async def test_of_the_last_two_of_three_nobody_loses_by_the_word_of_the_other(
    tmp_path: Path, autojump_clock: MockClock, owes: bool
) -> None:
    """given three of whom one has conceded, when one of the others ends the match as if the last one's bank
    were spent, then that one has won if the liar owed an answer, and else has neither lost nor won."""
    stuck = Stuck(14)
    there = party(
        tmp_path, *((Slow(), Quitter(5), stuck) if owes else (stuck, Quitter(5), Slow())), rules=FREE
    )
    await play_to_its_end(there, stuck, 2)
    ended = there.ends[0]
    assert isinstance(ended, MatchEnd) and ended.result is None
    places, left = kept(there, 0)
    assert (places[0], ended.places is None) == ((1, False) if owes else (0, True))
    assert not left[0]


# Who plays to the last move, and signs nothing more


class Bidding(RandomBot):
    """Bids this in a match of `Ten` for who begins, and plays no card."""

    def __init__(self, bid: int) -> None:
        super().__init__()
        self._bid = bid

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        assert seat.ask is not None
        if seat.ask.sealed:
            return options[self._bid]
        return next((move for move in options if move == TEN.end_move), options[0])


async def test_who_plays_to_the_last_move_and_signs_no_more_is_rated_all_the_same(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a game that is lost by who has no card left to draw, when the loser says nothing once it is over,
    then the other has a RESULT, the match is valid, and both are rated for what they have played."""
    decks = Deck("ten", "", (CARDS,))
    tables = []
    for n in range(2):
        make_folder(home := tmp_path / str(n))
        tables.append(Entrant(home, identity(n), TEN, decks, Bidding(2 * n), "bot", "random"))
    there = Party(*dishonest(monkeypatch, Sore, tables))
    await there.play(bank=60, patience=200)
    ended = there.ends[0]
    assert isinstance(ended, MatchEnd) and ended.result is not None
    assert check_result(ended.result).absent == (1 - ended.seat,)
    assert verified(ended.path, TEN).state is FileState.VALID
    match = read_match(ended.path, [there.host.identity.public], lambda *_: TEN)
    assert match is not None and match.rated and match.signed is Endorsement.END
    ours, theirs = match.seats[ended.seat], match.seats[1 - ended.seat]
    assert (ours.place, theirs.place) == (1, 2) and theirs.absent and not theirs.left

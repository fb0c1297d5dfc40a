"""Matches that are finished here and not there: given out without secrets, to whoever comes back later."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.node.errors import Reason, RefusedInvite
from fadenet.node.link.channel import Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.match import follow, messages, saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.peers import Mesh, Peer
from fadenet.node.match.saved import MatchNotFound, SavedTable
from fadenet.node.sitting import Hosting, config_of
from fadenet.table.seat import TableSeat
from keys import UserError, fingerprint
from protocol.files import FileState
from protocol.messages import Entry, ResultMessage, Statement, parse_message
from protocol.needs import Accepted
from protocol.result import check_result
from protocol.values import AUDIT, END, VERDICT
from tests.node.tables import (
    HOST,
    LONG_S,
    RULES,
    Party,
    Quitter,
    address,
    dishonest,
    files,
    give,
    host,
    identity,
    settle,
    table,
    verified,
)
from tests.node.test_mesh import FREE, party

Message = Entry | Statement | ResultMessage


def rules_of(note: SavedTable) -> Rules:
    """The rules of a saved match."""
    return games.load(note.game, note.format, **note.options)


class Killed(UserError):
    """The process is gone."""


def dies_at(first: Callable[[Message], bool]) -> type[TableSeat]:
    """A seat whose process dies when the first such item comes."""

    class Dying(TableSeat):
        def receive(self, data: bytes) -> list[Accepted]:
            if first(parse_message(data)):
                raise Killed("gone")
            return super().receive(data)

    return Dying


def states(kind: int) -> Callable[[Message], bool]:
    return lambda message: isinstance(message, Statement) and message.kind == kind


def is_result(message: Message) -> bool:
    return isinstance(message, ResultMessage)


async def left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: Callable[[Message], bool]
) -> tuple[Party, MatchEnd]:
    """A match that its host has finished, whose joiner died at such an item and comes back a day later."""
    tables = [table(tmp_path / "a", 0, Quitter(9)), table(tmp_path / "b", 1, Quitter(4))]
    both = Party(*dishonest(monkeypatch, dies_at(first), tables))
    ended, gone = await both.play(bank=30, patience=5_000)
    assert isinstance(ended, MatchEnd) and isinstance(gone, Killed)
    assert ended.result is not None and not files(both.host.home, "secret")
    (kept,) = saved.saved_matches(both.host.home)
    assert kept.finished and kept.lacking == ("p1",)
    later = replace(both.joiner.machine, now=lambda: time.time() + 86_400)
    both.joiner = replace(both.joiner, rules=RULES, machine=later)
    return both, ended


def the_same(both: Party, ended: MatchEnd, late: object) -> None:
    """Both files prove one RESULT, and nobody lacks it any more."""
    assert isinstance(late, MatchEnd), late
    assert late.result == ended.result
    for home in (both.host.home, both.joiner.home):
        (path,) = files(home, "match")
        report = verified(path)
        assert report.state is FileState.VALID, report
        assert not files(home, "secret")
    (kept,) = saved.saved_matches(both.host.home)
    assert kept.lacking == ()


MOMENTS = {"END": states(END), "AUDIT": states(AUDIT), "VERDICT": states(VERDICT), "RESULT": is_result}


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_finished_match_is_given_to_who_comes_back_for_it(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    # given a joiner that died in the ending, and a host that has finished without it
    both, ended = await left_behind(tmp_path, monkeypatch, MOMENTS[moment])
    assert check_result(ended.result or b"").absent == (() if moment == "RESULT" else (1 - ended.seat,))
    # when both resume
    ends: dict[str, object] = {}

    async def give_it() -> None:
        ends["host"] = await settle(give(both.seat(0), ended.match, say=both.say(0)))

    with trio.move_on_after(LONG_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(give_it)
            ends["joiner"] = await settle(both.back(1))
    # then
    the_same(both, ended, ends["joiner"])
    assert isinstance(ends["host"], MatchEnd) and ends["host"].result == ended.result
    with pytest.raises(MatchNotFound, match="the others have its result"):
        await give(both.seat(0), ended.match, say=both.say(0))


async def test_a_node_that_hosts_another_table_gives_it_out_too(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    both, ended = await left_behind(tmp_path, monkeypatch, is_result)
    # when the host waits for somebody else
    other = Hosting(config_of(both.host.rules, 2, 0, 0, 0), [HOST], lambda text: None, hours=1)
    hosting = partial(host, both.seat(0), other, say=both.say(0), finished=rules_of)
    with trio.move_on_after(LONG_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting)
            late = await settle(both.back(1))
            await trio.sleep(5)
            nursery.cancel_scope.cancel()
    # then
    the_same(both, ended, late)


async def test_nobody_but_its_players_is_let_in_for_a_finished_match(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a stranger who has got hold of the token of the match
    both, ended = await left_behind(tmp_path, monkeypatch, is_result)
    note = saved.read_table(both.host.home, ended.match)
    stranger = NodeIdentity(identity(2), rng=both.host.machine.rng, kind=PlayerKind.BOT)
    whom, token = fingerprint(both.host.identity.public), bytes.fromhex(note.token)
    # then
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(give, both.seat(0), ended.match, say=both.say(0)))
        await trio.sleep(1)
        with pytest.raises(RefusedInvite) as refused:
            await dial(stranger, [HOST], Errand(whom, token, Purpose.SEAT), open_link=both.links(1))
        nursery.cancel_scope.cancel()
    assert refused.value.reason is Reason.FULL


@pytest.mark.slow
async def test_a_better_result_that_came_to_one_archive_goes_on_to_the_others(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a cheat of three that kept its signature back and was given up, when it gives the RESULT of all
    to one archive alone, then that one gives it to the other."""
    # given
    three = party(tmp_path, Quitter(3), Quitter(40), Quitter(5))
    by_seat = sorted(identity(n).public for n in range(3))
    cheat = by_seat.index(identity(2).public)
    keeping = True

    class Keeper(Peer):
        def send(self, data: bytes) -> None:
            is_signature = data[0] == messages.ITEM and is_result(parse_message(data[1:]))
            if not (keeping and (is_signature or data[0] == messages.DONE)):
                super().send(data)

    def mesh(seat: int, peers: Sequence[Peer]) -> Mesh:
        for peer in peers if seat == cheat else ():
            peer.__class__ = Keeper
        return Mesh(seat, peers)

    monkeypatch.setattr(follow, "Mesh", mesh)
    ends = await three.play(bank=30, patience=20_000)
    match = next(end.match for end in ends if isinstance(end, MatchEnd))

    def counted(n: int) -> tuple[int, ...] | None:
        (path,) = files(three.tables[n].home, "match")
        result = verified(path, FREE).result
        return None if result is None else result.absent

    assert counted(0) == counted(1) == (cheat,)
    # when
    keeping = False
    home = three.tables[2].home
    note = saved.read_table(home, match)
    saved.write_table(home, match, replace(note, lacking=(by_seat[0].hex(),), result="won"))

    async def meet(*numbers: int) -> None:
        with trio.move_on_after(500):
            async with trio.open_nursery() as nursery:
                for n in numbers:
                    giving = give(three.seat(n), match, say=three.say(n), listen=[address(n)])
                    nursery.start_soon(settle, giving)

    await meet(0, 2)
    assert (counted(0), counted(1)) == ((), (cheat,))
    # then
    await meet(0, 1)
    assert counted(0) == counted(1) == ()

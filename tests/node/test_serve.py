"""Headless nodes: standing invitations, limits, overload, restarts."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.node import serve
from fadenet.node.errors import Reason, RefusedInvite, Unreachable
from fadenet.node.knock import pause_before
from fadenet.node.limits import (
    ARCHIVED_MOST,
    BEHIND_NAT,
    FILES_PER_MATCH,
    FILES_SHARE,
    HOST_AWAITED_S,
    KNOCK_AGAIN_S,
    KNOCKS_AT_STANDING,
    KNOCKS_UNANSWERED,
    LAG_HELD_S,
    LAG_LOOK_S,
    LAG_S,
    MATCHES_MOST,
    MATCHES_PER_KEY,
    MATCHES_PER_SOURCE,
)
from fadenet.node.link.channel import Purpose
from fadenet.node.lobby.invite import make_invite, parse_invite
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.messages import Watch
from fadenet.node.match.storage import Disk
from fadenet.node.play import open_node
from fadenet.node.reach import node as reach
from protocol.faults import PeerFault
from tests.node.serving import DUEL, THREE, Guest, Inn, slow
from tests.node.tables import Quitter, Stuck, files, verified

BUSY = "This node plays all the matches that it takes; trying again in "


@pytest.fixture
def inn(tmp_path: Path) -> Inn:
    """A node whose bots need a second for each decision."""
    return Inn(tmp_path / "inn", sits=slow)


def _plays(guest: Guest) -> bool:
    return guest.plays


def over(*guests: Guest) -> bool:
    """Whether the matches of all these have come to an end with a result."""
    return all(isinstance(guest.end, MatchEnd) and guest.end.places for guest in guests)


# Standing invitations.


@pytest.mark.slow
async def test_one_invitation_is_good_for_many_at_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a table for two, when three come by its one invitation, then each has a match of its own; when
    all are over, nothing of them is left at the node."""
    inn = Inn(tmp_path / "inn", sits=slow)
    guests = [Guest(inn, tmp_path / f"g{n}", n) for n in (1, 2, 3)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        assert parse_invite(inn.invites["ten"]).standing and not parse_invite(inn.invites["ten"]).expires
        for guest in guests:
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.service.matches == 3)
        assert inn.service.players == 3 and len({guest.runs[0].match for guest in guests}) == 3
        await inn.until(lambda: inn.count()["over"] == 3)
        await inn.until(lambda: not inn.node.connections)
        assert (inn.service.matches, inn.service.players, inn.service.counts.matches) == (0, 0, 3)
        assert inn.service.counts.decisions == len(inn.service.counts.took) > 10
        inn.scope.cancel()
    assert over(*guests) and inn.count() == {"begun": 3, "over": 3}
    assert all(begun["table"] == "ten" and "watch" not in begun for begun in inn.told("begun"))
    assert all(verified(path, DUEL).state.name == "VALID" for path in files(inn.home, "match"))


@pytest.mark.slow
async def test_each_table_has_its_own_invitation(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a table for two and one for three, then each invitation leads to its own."""
    inn = Inn(tmp_path / "inn", {"two": (DUEL, 2), "three": (THREE, 3)}, slow)
    guests = [Guest(inn, tmp_path / f"g{n}", n, table="two" if n == 1 else "three") for n in (1, 2, 3)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        assert len(set(inn.invites.values())) == 2
        assert [(one.seats, one.free, one.standing) for one in inn.service.announced()] == [
            (2, 1, True),
            (3, 2, True),
        ]
        for guest in guests:
            nursery.start_soon(guest.run)
        await inn.until(lambda: all(guest.plays for guest in guests))
        assert [len(guest.runs[0].names) for guest in guests] == [2, 3, 3]
        await inn.until(lambda: inn.count()["over"] == 2)
        inn.scope.cancel()
    assert over(*guests) and {one["table"] for one in inn.told("over")} == {"two", "three"}


@pytest.mark.slow
async def test_who_leaves_the_lobby_leaves_its_place_and_an_empty_one_is_closed(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a table for four, when one of two in its lobby leaves, then the next gets the place; when a lobby
    is empty, then it is closed and takes no room."""
    inn = Inn(tmp_path / "inn", {"ten": (THREE, 4)}, slow, most=1)
    one, two, three, four = guests = [Guest(inn, tmp_path / f"g{n}", n) for n in (1, 2, 3, 4)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(one.run)
        await inn.until(lambda: inn.service.players == 1)
        one.scope.cancel()
        await inn.until(lambda: inn.service.players == 0)
        assert inn.service.has_room()  # the only one that there is
        for guest in (two, three):
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.service.players == 2)
        two.scope.cancel()
        await inn.until(lambda: inn.service.players == 1)
        for guest in (four, two):
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.service.matches == 1)
        await inn.until(lambda: inn.count()["over"] == 1)
        inn.scope.cancel()
    assert over(two, three, four)
    assert not any("trying again" in line for guest in guests for line in guest.said)


async def test_somebody_who_says_nothing_keeps_no_place(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given somebody who has the invitation and never sits down, then the lobby closes after a minute."""
    guest = Guest(inn, tmp_path / "g", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        async with open_node(guest.seat) as node:
            invite = parse_invite(inn.invites["ten"])
            node.directory.named(invite.fingerprint, invite.candidates)
            channel = await node.dial(invite.fingerprint, invite.token, Purpose.SEAT)
            began = trio.current_time()
            assert inn.service.players == 1
            with pytest.raises(Exception, match=r"goodbye|lost"):
                while True:
                    await channel.receive()
            assert 20 < trio.current_time() - began <= 61
            await inn.until(lambda: not inn.service.players)
            assert inn.service.has_room() and not inn.events
        inn.scope.cancel()


async def test_other_purposes_are_declined(tmp_path: Path, inn: Inn, autojump_clock: MockClock) -> None:
    guest = Guest(inn, tmp_path / "g", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        async with open_node(guest.seat) as node:
            invite = parse_invite(inn.invites["ten"])
            node.directory.named(invite.fingerprint, invite.candidates)
            with pytest.raises(RefusedInvite) as caught:
                await node.dial(invite.fingerprint, invite.token, Purpose.SPECTATE)
            assert caught.value.reason is Reason.DECLINED and inn.node.refused["declined"] == 1
        inn.scope.cancel()


async def test_matches_may_be_watched_if_the_node_says_so(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given tables that may be watched, then each match is told with the line that leads to its feed."""
    inn = Inn(tmp_path / "inn", sits=slow, watch=Watch(True, 0))
    guest = Guest(inn, tmp_path / "g", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        assert all(one.watched for one in inn.service.announced())
        nursery.start_soon(guest.run)
        await inn.until(lambda: inn.told("begun"))
        assert parse_invite(inn.told("begun")[0]["watch"]).spectator
        inn.scope.cancel()
        guest.scope.cancel()


# Limits.


@pytest.mark.slow
async def test_one_player_has_two_matches_and_not_three(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given a player with as many matches as one may have, when it comes once more, then it hears that the
    node is busy, knocks again, and plays when one of the others is over."""
    guests = [Guest(inn, tmp_path / f"g{n}", 1, slow()) for n in range(MATCHES_PER_KEY)]
    late = Guest(inn, tmp_path / "late", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for guest in guests:
            nursery.start_soon(guest.run)
            await inn.until(partial(_plays, guest))
        nursery.start_soon(late.run)
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert inn.service.matches == MATCHES_PER_KEY
        await inn.until(lambda: late.plays)
        assert not all(guest.plays for guest in guests)
        assert late.said[0].startswith(BUSY) and late.said[0].endswith(" s (Ctrl-C stops).")
        inn.scope.cancel()
        nursery.cancel_scope.cancel()


@pytest.mark.slow
@pytest.mark.parametrize(("behind_nat", "most"), [(False, MATCHES_PER_SOURCE), (True, BEHIND_NAT)])
async def test_one_source_has_so_many_matches_and_no_more(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock, behind_nat: bool, most: int
) -> None:
    """given a source with as many guests as one may have, then another player from there is turned away, and
    one from elsewhere is not."""
    near, inn.behind_nat = "203.0.113.7", behind_nat
    guests = [Guest(inn, tmp_path / f"g{n}", n, source=near) for n in range(1, most + 2)]
    other = Guest(inn, tmp_path / "other", 99)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for guest in guests[:-1]:
            nursery.start_soon(guest.run)
            await inn.until(partial(_plays, guest))
        nursery.start_soon(guests[-1].run)
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert inn.service.matches == most and not guests[-1].runs
        nursery.start_soon(other.run)
        await inn.until(lambda: other.plays)
        nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_so_many_matches_are_played_at_once_and_no_more(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    inn = Inn(tmp_path / "inn", sits=slow, most=2)
    guests = [Guest(inn, tmp_path / f"g{n}", n) for n in (1, 2, 3)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for guest in guests:
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert inn.service.players == 2 and not inn.service.announced()
        await inn.until(lambda: inn.count()["over"] == 3)
        inn.scope.cancel()
    assert over(*guests) and any(BUSY in line for guest in guests for line in guest.said)


async def test_files_are_counted(
    tmp_path: Path, inn: Inn, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """given a system that lets a process have just as many files as one match takes, and a fifth more, then
    there is room for one guest and not for the next."""
    monkeypatch.setattr(reach, "_files_most", lambda: FILES_PER_MATCH / FILES_SHARE)
    guest, late = Guest(inn, tmp_path / "g", 1, slow()), Guest(inn, tmp_path / "late", 2)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        nursery.start_soon(late.run)
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert not late.runs
        nursery.cancel_scope.cancel()


# Knocking.


def _same(byte: int, size: int) -> bytes:
    return bytes([byte]) * size


def test_pauses_between_knocks_grow_and_differ() -> None:
    """given any draw, then the pause is within a quarter of 1, 2, 4, 8, 8 .. s."""
    for times, usual in enumerate([*KNOCK_AGAIN_S, KNOCK_AGAIN_S[-1]]):
        least, most = (pause_before(times, partial(_same, byte)) for byte in (0, 255))
        assert least == 0.75 * usual and 1.249 * usual < most < 1.25 * usual
    assert KNOCK_AGAIN_S == (1.0, 2.0, 4.0, 8.0)


@pytest.mark.parametrize(
    ("standing", "times", "least", "most"),
    [(False, KNOCKS_UNANSWERED, 11, 19), (True, KNOCKS_AT_STANDING, 47, 79)],
)
async def test_a_hang_up_is_taken_for_one_so_often(
    tmp_path: Path,
    inn: Inn,
    autojump_clock: MockClock,
    standing: bool,
    times: int,
    least: float,
    most: float,
) -> None:
    """given an invitation that the node does not know, then the joiner knocks four times more, if it is a
    standing one ten times, and then says what it may be."""
    guest = Guest(inn, tmp_path / "g", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        inn.node.doors.close(inn.offered[0].token)
        if not standing:
            once = replace(parse_invite(inn.invites["ten"]), standing=False, expires=1 << 20)
            inn.invites["ten"] = make_invite(once)
        began = trio.current_time()
        await guest.run()
        assert least < trio.current_time() - began < most
        inn.scope.cancel()
    assert isinstance(guest.end, RefusedInvite) and guest.end.reason is Reason.UNKNOWN
    assert len(guest.said) == times
    assert all(line.startswith("The host has hung up;") and "trying again in" in line for line in guest.said)


async def test_a_host_that_is_not_up_yet_is_waited_for(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given an invitation to a node that comes up 90 s later, then a guest with patience waits, and plays."""
    guest = Guest(inn, tmp_path / "g", 1)
    guest.patience = 120
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        inn.scope.cancel()
        await trio.sleep(1)
        nursery.start_soon(guest.run)
        await trio.sleep(90)
        assert len(guest.said) == 1 and "Waiting for the host, 2 min at most" in guest.said[0]
        await nursery.start(inn.run)
        await inn.until(lambda: guest.plays)
        inn.scope.cancel()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("patience", "least", "most"), [(0, 0, 1), (60, 60, 75), (HOST_AWAITED_S, 600, 615)])
async def test_a_host_that_does_not_come_is_waited_for_no_longer_than_that(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock, patience: float, least: float, most: float
) -> None:
    guest = Guest(inn, tmp_path / "g", 1)
    guest.patience = patience
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        inn.scope.cancel()
    began = trio.current_time()
    await guest.run()
    assert least <= trio.current_time() - began <= most
    assert isinstance(guest.end, Unreachable) and len(guest.said) == (patience > 0)


# Overload.


async def test_a_node_that_lags_lets_nobody_new_in(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given a loop that comes too late by more than it may, then a new guest is turned away for a second; one
    that is late by less does not matter. A player in a match goes on."""
    guest, late = Guest(inn, tmp_path / "g", 1, slow()), Guest(inn, tmp_path / "late", 2)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        autojump_clock.jump(LAG_S - LAG_LOOK_S)
        await trio.sleep(LAG_LOOK_S)
        assert not inn.service.lags
        autojump_clock.jump(LAG_S + 0.01)
        await trio.sleep(0)
        await trio.sleep(0.01)
        assert inn.service.lags
        nursery.start_soon(late.run)
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert late.said and not late.runs
        await trio.sleep(LAG_HELD_S)
        assert not inn.service.lags
        await inn.until(lambda: late.plays)
        assert guest.plays and max(inn.service.counts.lagged) > LAG_S - LAG_LOOK_S
        nursery.cancel_scope.cancel()


class Small(Disk):
    """A disk that is full while `full`."""

    def __init__(self) -> None:
        self.full = False

    def write(self, fd: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(fd, data)


@pytest.mark.slow
async def test_a_full_disk_begins_nothing_and_loses_nothing(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a disk that is full in the middle of a match, then that is told, nobody new is let in for a
    minute, and when there is room again the match goes on."""
    disk = Small()
    inn = Inn(tmp_path / "inn", sits=slow, disk=disk)
    guest, late = Guest(inn, tmp_path / "g", 1, slow()), Guest(inn, tmp_path / "late", 2)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        disk.full = True
        await inn.until(lambda: inn.told("fault"))
        assert "no room" in inn.told("fault")[0]["text"] and "for 60 s" in inn.service.counts.error
        assert inn.service.disk_is_full and not inn.service.announced()
        nursery.start_soon(late.run)
        await trio.sleep(serve.AGAIN_S - 5)
        assert not late.runs and inn.service.matches == 0 and inn.service.asleep == 1
        disk.full = False
        await inn.until(lambda: inn.count()["over"] == 2)
        inn.scope.cancel()
    assert over(guest, late) and inn.count()["fault"] == 1


async def test_a_full_disk_at_the_begin_ends_that_table_only(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a disk that is full when a match would begin, then the guest is told that the table is closed,
    and nothing is left of it."""
    disk = Small()
    inn = Inn(tmp_path / "inn", sits=slow, disk=disk)
    guest = Guest(inn, tmp_path / "g", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        disk.full = True
        await guest.run()
        assert inn.service.disk_is_full and inn.service.asleep == 0 and not files(inn.home, "match")
        inn.scope.cancel()
    assert not isinstance(guest.end, MatchEnd) and guest.end is not None


# Faults.


class Broken(Quitter):
    """A bot with a mistake in it, which shows at its third decision."""

    async def choose(self, seat: Any) -> Any:
        if self.decided == 2:
            raise KeyError("a card that is not there")
        return await super().choose(seat)


async def test_what_goes_wrong_at_one_table_ends_only_that(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a bot that fails at one table, then the match at the other goes on to its end, and the node says
    what went wrong."""
    inn = Inn(tmp_path / "inn", sits=slow)
    bad, good = Guest(inn, tmp_path / "bad", 1), Guest(inn, tmp_path / "good", 2)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        inn.sits = partial(Broken, 100)
        nursery.start_soon(bad.run)
        await inn.until(lambda: bad.runs)
        inn.sits = slow
        nursery.start_soon(good.run)
        await inn.until(lambda: over(good))
        (fault,) = inn.told("fault")
        assert (
            fault["table"] == "ten"
            and "KeyError" in fault["text"]
            and fault["text"] in inn.service.counts.error
        )
        assert (inn.service.counts.mistakes, inn.service.counts.faults) == (1, 0)
        bad.scope.cancel()
        inn.scope.cancel()


async def test_a_peer_at_fault_ends_only_its_match(
    tmp_path: Path,
    inn: Inn,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """given a fault of another side at one table, then it is counted, told with its rule, and in the log."""
    guest = Guest(inn, tmp_path / "g", 1, slow())
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)

        async def faulty(*arguments: object, **more: object) -> Any:
            raise PeerFault("it has signed two things in one place")

        monkeypatch.setattr(serve, "host_company", faulty)
        other = Guest(inn, tmp_path / "other", 2)
        nursery.start_soon(other.run)
        await inn.until(lambda: inn.told("fault"))
        assert "two things" in inn.told("fault")[0]["text"]
        assert (inn.service.counts.mistakes, inn.service.counts.faults) == (0, 1)
        assert "ten: the other side broke the protocol" in caplog.text
        assert guest.plays and inn.service.matches == 1
        nursery.cancel_scope.cancel()


# Restarts.


@pytest.mark.slow
async def test_matches_outlive_the_process(tmp_path: Path, inn: Inn, autojump_clock: MockClock) -> None:
    """given two matches under way when the node dies, when it is up again, then both wait on disk; when their
    guests, who have never left, knock, then they go on to their ends, and the invitation is the same."""
    guests = [Guest(inn, tmp_path / f"g{n}", n, slow()) for n in (1, 2)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for guest in guests:
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.service.matches == 2)
        await trio.sleep(5)
        inn.scope.cancel()
        inn.network.cut_all()
        await trio.sleep(0)
        before = inn.invites
        await inn.until(lambda: not inn.network.listeners)
        await trio.sleep(30)
        await nursery.start(inn.run)
        assert inn.invites == before
        await trio.sleep(0)
        assert (inn.service.asleep, inn.service.matches) == (2, 0)
        await inn.until(lambda: inn.service.matches == 2)
        assert inn.service.asleep == 0 and inn.service.players == 2
        await inn.until(lambda: inn.count()["over"] == 2)
        inn.scope.cancel()
    assert over(*guests) and inn.count() == {"begun": 4, "over": 2}
    assert {one["table"] for one in inn.told("over")} == {
        f"match {guest.runs[0].match[:8]}" for guest in guests
    }


@pytest.mark.slow
async def test_a_guest_in_the_lobby_stays_there_over_a_restart(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest that waits for a third, when the node restarts, then it is at the table again."""
    inn = Inn(tmp_path / "inn", {"ten": (THREE, 3)}, slow)
    one, two = guests = [Guest(inn, tmp_path / f"g{n}", n) for n in (1, 2)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(one.run)
        await inn.until(lambda: any("At the table" in line for line in one.said))
        inn.network.cut_all()
        inn.scope.cancel()
        await inn.until(lambda: not inn.network.listeners)
        await nursery.start(inn.run)
        await inn.until(lambda: inn.service.players == 1)
        nursery.start_soon(two.run)
        await inn.until(lambda: over(*guests))
        inn.scope.cancel()


async def test_a_match_that_nobody_comes_back_to_is_given_up(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given a match on disk, then it waits as long as it is kept, not longer; what was signed stays."""
    guest = Guest(inn, tmp_path / "g", 1, slow())
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        guest.scope.cancel()
        inn.scope.cancel()
        await inn.until(lambda: not inn.network.listeners)
        inn.kept_s = 3600.0
        await nursery.start(inn.run)
        await trio.sleep(3500)
        assert inn.service.asleep == 1 and files(inn.home, "secret")
        await trio.sleep(200)
        assert inn.service.asleep == 0
        inn.scope.cancel()
    (given_up,) = inn.told("given up")
    assert given_up["match"] == guest.runs[0].match
    assert not files(inn.home, "secret") and not files(inn.home, "table") and files(inn.home, "match")


@pytest.mark.slow
async def test_a_match_that_cannot_be_read_does_not_keep_the_others(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock
) -> None:
    """given two matches on disk, one of them damaged, then the other goes on, and the node says why one does
    not."""
    guests = [Guest(inn, tmp_path / f"g{n}", n, slow()) for n in (1, 2)]
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for guest in guests:
            nursery.start_soon(guest.run)
        await inn.until(lambda: inn.service.matches == 2)
        inn.scope.cancel()
        inn.network.cut_all()
        await inn.until(lambda: not inn.network.listeners)
        bad = inn.home / saved.FOLDER / f"{guests[0].runs[0].match}.secret"
        bad.write_bytes(b"nothing")
        await nursery.start(inn.run)
        await inn.until(lambda: over(guests[1]))
        assert "damaged" in inn.told("fault")[0]["text"]
        nursery.cancel_scope.cancel()


async def test_a_node_with_too_many_matches_lets_one_sleep(
    tmp_path: Path, inn: Inn, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given as many matches as a node may ever play, then one on disk waits until there are fewer."""
    guest = Guest(inn, tmp_path / "g", 1, slow())
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        inn.scope.cancel()
        inn.network.cut_all()
        await inn.until(lambda: not inn.network.listeners)
        await nursery.start(inn.run)
        matches = [MATCHES_MOST]
        monkeypatch.setattr(serve.Service, "matches", property(lambda service: matches[0]))
        await inn.until(lambda: inn.node.refused.get("busy"))
        assert inn.service.asleep == 1
        matches[0] -= 1
        await inn.until(lambda: over(guest))
        nursery.cancel_scope.cancel()


# The end.


async def test_a_node_that_drains_lets_nobody_in_and_ends_with_its_last_match(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a match under way and a lobby, when the node is drained, then the lobby closes, the match is
    played to its end, and then the node is down."""
    inn = Inn(tmp_path / "inn", {"ten": (DUEL, 2), "three": (THREE, 3)}, slow)
    guest, waits = Guest(inn, tmp_path / "g", 1), Guest(inn, tmp_path / "w", 2, table="three")
    late = Guest(inn, tmp_path / "late", 3)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(inn.run)
        await inn.until(lambda: inn.invites and inn.network.listeners)
        nursery.start_soon(guest.run)
        nursery.start_soon(waits.run)
        await inn.until(lambda: guest.plays and inn.service.players == 2)
        inn.service.drain()
        await inn.until(lambda: waits.end is not None)
        nursery.start_soon(late.run)
        await inn.until(lambda: late.said)
        assert guest.plays and not late.runs and not inn.service.announced()
        await inn.until(lambda: not inn.network.listeners and over(guest))
        assert inn.count() == {"begun": 1, "over": 1}
        late.scope.cancel()
    assert "closed the table" in str(waits.end)


async def test_a_node_without_a_match_is_drained_at_once(inn: Inn, autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        inn.service.drain()
    assert not inn.network.listeners


async def test_a_guest_who_is_gone_loses_by_its_clock(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a guest whose node is gone for good, then its time bank ends the match, and the place is free."""
    inn = Inn(tmp_path / "inn", sits=RandomBot, most=1, bank=60)
    guest = Guest(inn, tmp_path / "g", 1, Stuck(3))
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        nursery.start_soon(guest.run)
        await inn.until(lambda: guest.plays)
        guest.scope.cancel()
        await inn.until(lambda: inn.told("over"))
        assert inn.service.has_room()
        inn.scope.cancel()


async def test_finished_matches_that_are_given_out_are_bounded(
    inn: Inn, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given one more finished match than is given out at once, then the oldest is let go."""
    given: list[str] = []

    async def for_ever(owner: object, node: object, match: str, rules: object) -> None:
        given.append(match)
        try:
            await trio.sleep_forever()
        finally:
            given.remove(match)

    monkeypatch.setattr(serve, "give_when_asked", for_ever)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        names = [f"{n:032x}" for n in range(ARCHIVED_MOST + 1)]
        for name in names[:-1]:
            nursery.start_soon(inn.service._give, name)
            await trio.sleep(0.01)
        assert given == names[:-1]
        nursery.start_soon(inn.service._give, names[-1])
        await trio.sleep(0.01)
        assert given == names[1:]
        nursery.cancel_scope.cancel()

"""Whole matches between two nodes: played over real sockets, cut, timed out, refused, and gone on with."""

from __future__ import annotations

import copy
import itertools
import resource
import stat
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import bots
from fadenet.bots.base import Bot
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, RESPOND, Row
from fadenet.history.reading import read_match
from fadenet.node import limits
from fadenet.node.errors import BadInvite, CannotListen, DiskFull, Reason, RefusedInvite, Unreachable
from fadenet.node.link.candidates import Address
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.links import Link
from fadenet.node.lobby.invite import Invite, expiry, make_invite
from fadenet.node.match import pace, saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import OTHER_NAME, REASONS, CannotPlay
from fadenet.node.match.run import MatchRun
from fadenet.node.match.storage import Disk, MatchFolder
from fadenet.node.sitting import Hosting, config_of
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, SeatView
from keys import Contacts, UserError, fingerprint
from keys.errors import FileTrouble
from protocol.encoding import encode
from protocol.faults import PeerFault, UnexpectedEntry
from protocol.files import FileState, split_items
from protocol.hashing import H, sign, var
from protocol.messages import (
    Entry,
    EntryPlace,
    Head,
    MoveMessage,
    Pass,
    ResultMessage,
    Statement,
    parse_message,
)
from protocol.needs import Accepted, NeedMove
from protocol.result import check_result
from protocol.secrets import Secrets
from protocol.statements import Audit, parse_body
from protocol.values import AUDIT
from tests.node.memory import MemoryNetwork, memory_links
from tests.node.tables import (
    HOST,
    LONG_S,
    RULES,
    TOLD_S,
    Party,
    Quitter,
    Settled,
    Slow,
    Sore,
    Stuck,
    Sulking,
    Yielding,
    address,
    dishonest,
    files,
    host,
    join,
    on,
    resume,
    settle,
    table,
    verified,
)
from tests.node.test_storage import FailingDisk


def outcomes(ends: Sequence[Settled]) -> tuple[MatchEnd, MatchEnd]:
    """Both sides ended, with the same result and places."""
    hosted, joined = ends
    assert isinstance(hosted, MatchEnd) and isinstance(joined, MatchEnd), ends
    assert {hosted.seat, joined.seat} == {0, 1}
    assert hosted.result is not None and hosted.result == joined.result
    assert hosted.places == joined.places == check_result(hosted.result).places()
    return hosted, joined


def holds(ends: Sequence[Settled]) -> None:
    """Both match files prove the same result, and no secret is left."""
    for one in outcomes(ends):
        report = verified(one.path)
        assert (report.state, report.findings) == (FileState.VALID, ())
        assert report.result == check_result(one.result or b"")
        assert not files(one.path.parents[1], "secret")


def pair(path: Path, host: Bot, joiner: Bot) -> Party:
    return Party(table(path / "a", 0, host), table(path / "b", 1, joiner))


# A match over real sockets


@pytest.mark.slow
async def test_two_nodes_over_tcp_come_to_one_result(tmp_path: Path) -> None:
    # given
    tables = [table(tmp_path / name, n, Quitter(60)) for n, name in enumerate("ab")]
    ends: list[Settled] = [None, None]
    # when
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:

            async def joined(text: str) -> None:
                ends[1] = await settle(join(tables[1], text, say=lambda text: None))

            ends[0] = await settle(
                host(
                    tables[0],
                    Hosting(
                        config_of(tables[0].rules, 2, 60, 600, 5),
                        [Address("127.0.0.1", 0)],
                        lambda text: nursery.start_soon(joined, text),
                        hours=1,
                    ),
                    say=lambda text: None,
                )
            )
    # then
    hosted, joiner = outcomes((ends[0], ends[1]))
    holds((hosted, joiner))
    assert hosted.names == joiner.names and set(hosted.names) == {"p0", "p1"}
    for one in (hosted, joiner):
        home = one.path.parents[1]
        assert [stat.S_IMODE(path.stat().st_mode) for path in files(home, "table")] == [0o600]
        assert [m.finished for m in saved.saved_matches(home)] == [True]
        with pytest.raises(saved.MatchNotFound, match="finished"):
            await resume(tables[ends.index(one)], one.match, say=lambda text: None)


# Cut and gone on with


async def test_a_match_survives_every_cut_connection(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given
    def cut(n: int) -> None:
        if n % 4 == 0:
            both.network.cut_all()

    both = pair(tmp_path, Quitter(30, cut), bots.make("random"))
    # when
    ends = await both.play()
    # then
    holds(ends)
    assert sum(said.endswith("lost; reconnecting ...") for said in both.said) >= 6


async def test_the_player_sees_why_nobody_is_reached_until_somebody_is(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given: a match whose host cannot be reached any more after a while
    def cut(n: int) -> None:
        if n == 5:
            both.apart.add(frozenset((0, 1)))
            both.network.cut_all()

    async def mend(party: Party) -> None:
        while not any("Still trying" in text for text in party.told[1]):
            await trio.sleep(0.1)
        await trio.sleep(60)
        party.apart.clear()

    both = pair(tmp_path, Quitter(30, cut), bots.make("random"))
    # when
    ends = await both.play(meddle=mend)
    # then: each outage is explained once, however often is dialled
    holds(ends)
    name = f"Nobody could be reached at {HOST}; is the host still open, and its port forwarded?"
    lost = both.told[1].index("Connection to p0 lost; reconnecting ...")
    assert both.told[1][lost + 1 : lost + 3] == [
        f"{name} Still trying to reach p0 ...",
        "Connected to p0 again.",
    ]
    assert not any("Still trying" in text for text in both.told[0]), "whoever is dialled has nothing to say"


async def test_two_nodes_that_were_both_stopped_go_on(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given: a match in which both stop thinking
    both = pair(tmp_path, Stuck(12), Stuck(10))
    assert await both.play(patience=500) == [None, None]
    before = [path.read_bytes() for home in ("a", "b") for path in files(tmp_path / home, "match")]
    both.host = replace(both.host, player=Quitter(8))
    both.joiner = replace(both.joiner, player=bots.make("random"))
    # when
    ends = await both.resume()
    # then
    holds(ends)
    for one, data in zip(outcomes(ends), before, strict=True):
        assert len(data) > 5_000
        assert one.path.read_bytes().startswith(data), "a file only grows"


class Reader(Stuck):
    """Keeps what it is told."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.read: list[Row] = []

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.read += rows


async def test_who_comes_back_is_told_what_had_happened(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a match that was stopped, when its player comes back, then all that was told when it was played
    is told again, and first."""
    both = pair(tmp_path, Stuck(12), Stuck(10))
    before, after = Reader(12), Reader(0)
    both.host = replace(both.host, player=before)
    await both.play(patience=500)
    both.host = replace(both.host, player=after)
    assert await both.resume(patience=100) == [None, None]
    assert len(before.read) > 20 and after.read == before.read


@pytest.mark.parametrize("listen", [None, (), (address(7),)], ids=["as before", "nowhere", "elsewhere"])
async def test_a_host_whose_address_is_gone_goes_on(
    tmp_path: Path, autojump_clock: MockClock, listen: Sequence[Address] | None
) -> None:
    # given two nodes that were stopped, and a host that has another address since
    both = pair(tmp_path, Stuck(12), Stuck(10))
    await both.play(patience=500)
    both.network.gone.add(HOST)
    both.host = replace(both.host, player=Quitter(8))
    both.joiner = replace(both.joiner, player=bots.make("random"))
    # when
    with trio.move_on_after(LONG_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(both.go_on, 0, listen)
            await trio.sleep(30)
            there = set(both.network.listeners)
            nursery.start_soon(both.go_on, 1)
    # then it dials the guest, says why if it was not told so, and listens where it was told
    holds(both.ends)
    assert there == set(listen or ())
    assert any("we dial them" in text for text in both.told[0]) is (listen is None)


@pytest.mark.parametrize("listen", [None, (), (HOST,)], ids=["as before", "nowhere", "there"])
async def test_a_host_whom_nobody_could_reach_says_so(
    tmp_path: Path, autojump_clock: MockClock, listen: Sequence[Address] | None
) -> None:
    # given a guest that only dials, and a host that has another address since
    both = pair(tmp_path, Stuck(12), Stuck(10))
    both.deaf = {1}
    await both.play(patience=500)
    both.network.gone.add(HOST)
    # when the host comes back without another one, then it ends with a sentence
    await both.go_on(0, listen)
    assert isinstance(both.ends[0], CannotListen)
    assert files(tmp_path / "a", "secret"), "the match is kept"


async def test_an_address_that_was_named_for_a_resume_has_to_be_there(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    both = pair(tmp_path, Stuck(12), Stuck(10))
    await both.play(patience=500)
    both.network.gone.add(address(7))
    await both.go_on(0, [address(7)])
    assert isinstance(both.ends[0], CannotListen)


@pytest.mark.slow
@pytest.mark.parametrize("years", [-20, 20])
async def test_a_clock_that_is_set_to_another_day_takes_nothing_away(
    tmp_path: Path, autojump_clock: MockClock, years: int
) -> None:
    # given: two nodes that were stopped, on computers whose clocks are set anew, one again and again
    both = pair(tmp_path, Stuck(12), Stuck(10))
    assert await both.play(bank=600, patience=500) == [None, None]
    other_day = time.time() + years * 365 * 86_400
    days = itertools.cycle((other_day, time.time()))
    both.host = replace(both.host, player=Quitter(8), machine=Machine(now=lambda: other_day))
    both.joiner = replace(both.joiner, player=bots.make("random"), machine=Machine(now=lambda: next(days)))
    # when
    ends = await both.resume()
    # then
    holds(ends)


async def test_a_match_that_was_never_begun_says_so(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given: the node died between making the file and storing the first item
    both = pair(tmp_path, Stuck(3), Stuck(3))
    await both.play(patience=100)
    for home in ("a", "b"):
        files(tmp_path / home, "match")[0].write_bytes(b"")
    # when
    ends = await both.resume(patience=100)
    # then
    assert all(isinstance(end, saved.MatchNotFound) and "never begun" in str(end) for end in ends), ends
    # and nothing of it is left
    assert not [*(tmp_path / "a" / "matches").iterdir(), *(tmp_path / "b" / "matches").iterdir()]


# The clocks


async def test_the_decision_timer_signs_the_default(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given: a player who stops answering
    sulking = Sulking(6)
    both = pair(tmp_path, sulking, Quitter(40))
    began = trio.current_time()
    # when
    ends = await both.play(timer=5)
    # then: its node has answered for it, each time after 5 s
    holds(ends)
    assert len(sulking.asked) > 5
    assert trio.current_time() - began >= 5 * len(sulking.asked)


async def test_answers_of_people_leave_on_a_time_grid(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given: two who declare themselves people, and answer at once
    asked: list[tuple[int, float]] = []

    class Quick(Quitter):
        async def choose(self, seat: SeatView) -> Answer:
            assert seat.ask is not None
            asked.append((seat.ask.kind, trio.current_time()))
            return await super().choose(seat)

    both = Party(
        table(tmp_path / "a", 0, Quick(20), kind="human"),
        table(tmp_path / "b", 1, bots.make("random"), kind="human"),
    )
    # when
    holds(await both.play())
    # then: a window takes at least a tick to answer
    waits = [b - a for (kind, a), (_, b) in itertools.pairwise(asked) if kind == RESPOND]
    assert waits and min(waits) >= pace.TICK_S * 0.99


async def test_the_grid_of_an_answer_begins_with_its_rest_whatever_comes_meanwhile(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given: two people, one of whom takes 0.3 s for each answer, and says meanwhile that it would have the
    # match end as void, and that it would not
    asked: list[float] = []
    runs: list[MatchRun] = []

    class Quick(Quitter):
        async def choose(self, seat: SeatView) -> Answer:
            asked.append(trio.current_time())
            return await super().choose(seat)

    class Undecided(Quick):
        async def choose(self, seat: SeatView) -> Answer:
            answer = await super().choose(seat)
            await trio.sleep(0.3)
            for wanted in (True, False):
                runs[0].offer_void(wanted)
            return answer

    host = table(tmp_path / "a", 0, Undecided(8), kind="human")
    guest = table(tmp_path / "b", 1, Quick(40), kind="human")
    # when
    holds(await Party(replace(host, begun=runs.append), guest).play())
    # then: all answers have left by the grid of their rests, and none by one that began 0.3 s later
    assert len(asked) > 5
    for before, after in itertools.pairwise(asked):
        assert (after - before + 0.01) % pace.TICK_S < 0.25


async def test_a_silent_peer_has_left_when_its_bank_is_spent(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a guest whose node has told what it holds when it is asked, and dies
    host, guest = Quitter(10_000), Stuck(5)
    both = pair(tmp_path, host, guest)

    async def die(party: Party) -> None:
        while not guest.asked:
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        party.kill(1)

    # when
    ended, silent = await both.play(bank=30, meddle=die, patience=1_000)
    # then
    assert silent is None
    assert isinstance(ended, MatchEnd)
    assert ended.rule == host.rule == "format.leaving"
    assert ended.places is not None and ended.places[ended.seat] == 1 and host.places == ended.places
    assert ended.result is None
    report = verified(ended.path)
    assert (report.state, report.findings) == (FileState.INCOMPLETE, ())
    last = parse_message(items_of(ended.path)[-1])
    assert isinstance(last, Statement) and last.kind == AUDIT
    body = parse_body(last.kind, last.body)
    assert isinstance(body, Audit) and body.seat == ended.seat


async def test_who_comes_back_too_late_for_its_own_move_waits_no_longer_than_the_bank(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given: a guest that died while it was its turn, and a host that has ended the match without it
    both = pair(tmp_path, Quitter(1_000), Stuck(8))

    async def die(party: Party) -> None:
        while not party.joiner.player.asked:  # type: ignore[attr-defined]
            await trio.sleep(1)
        party.kill(1)

    ended, _ = await both.play(bank=60, meddle=die, patience=1_000)
    assert isinstance(ended, MatchEnd) and ended.result is None
    # when it comes back, and nobody is there any more
    before = trio.current_time()
    await both.go_on(1)
    # then it is told so, and ends as the other did
    late = both.ends[1]
    assert isinstance(late, MatchEnd) and late.result is None and trio.current_time() - before < 100
    assert any(said.startswith("Nobody is here yet. This match ends") for said in both.told[1])


async def test_who_comes_back_to_nobody_has_won_nothing(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match that both have left, the guest for good, and owing an answer
    both = pair(tmp_path, Quitter(10_000), Stuck(5))
    await both.play(bank=30, patience=20)
    # when
    with trio.move_on_after(5_000):
        await both.go_on(0)
    # then it does not know what the guest holds, and the match has no result
    ended = both.ends[0]
    assert isinstance(ended, MatchEnd) and (ended.rule, ended.result) == ("format.leaving", None)
    assert ended.places is None


def items_of(path: Path) -> list[bytes]:
    with MatchFolder(path.parent).open(path.stem) as file:
        return file.items()


# Dishonest and broken nodes: they have rules of their own, by which their seats are told apart


class Mute(TableSeat):
    """Does not even say that it is READY."""

    def pump(self) -> list[bytes]:
        return []


class Sorer(TableSeat):
    """Signs END and shows its AUDIT, and nothing after."""

    def _close(self) -> list[bytes]:
        if self.seat in self.transcript.closing.audits:
            return []
        stated = [parse_message(wire) for wire in self.ending.state()]
        made = [one.wire for one in stated if isinstance(one, Statement) and one.kind <= AUDIT]
        self._journal.add(made)
        return made


async def test_a_peer_that_never_begins_has_left_nothing(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [table(tmp_path / name, n, bots.make("random")) for n, name in enumerate("ab")]
    ended, _ = await Party(*dishonest(monkeypatch, Mute, tables)).play(bank=30, patience=1_000)
    assert isinstance(ended, MatchEnd)
    assert (ended.rule, ended.result, ended.places) == ("", None, None), "who has not begun cannot leave"
    items, _ = split_items(ended.path.read_bytes())
    assert not any(isinstance(parse_message(item), Statement) for item in items[2:]), "no AUDIT"


@pytest.mark.parametrize("sealed", [True, False], ids=["where both owe an entry", "where it alone owes one"])
@pytest.mark.parametrize("kind", [Sore, Sorer])
async def test_a_peer_that_is_gone_after_the_game_is_absent_from_the_result(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[TableSeat],
    sealed: bool,
) -> None:
    # given
    tables = [table(tmp_path / "a", 0, bots.make("random")), table(tmp_path / "b", 1, Yielding(sealed))]
    both = Party(*dishonest(monkeypatch, kind, tables))
    # when
    ended, _ = await both.play(bank=30, patience=200)
    # then
    assert isinstance(ended, MatchEnd) and ended.result is not None
    result = check_result(ended.result)
    assert result.absent == (1 - ended.seat,)
    assert ended.places is not None and ended.places[ended.seat] == 1
    report = verified(ended.path)
    assert (report.state, report.result) == (FileState.VALID, result)
    match = read_match(ended.path, [both.host.identity.public], lambda *_: RULES)
    assert match is not None and match.rated and not any(seat.left for seat in match.seats)


class Killed(UserError):
    """The joiner's process is gone."""


async def test_a_peer_that_dies_on_the_last_item_still_gets_it(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given: the joiner's process dies when it is about to store the complete RESULT
    died = trio.Event()
    back: list[Settled] = []

    class Dying(TableSeat):
        def receive(self, data: bytes) -> list[Accepted]:
            if isinstance(parse_message(data), ResultMessage):
                died.set()
                raise Killed("gone")
            return super().receive(data)

    async def come_back(both: Party) -> None:
        await died.wait()
        await trio.sleep(1)
        again = replace(on(both.joiner, both.network), rules=RULES, player=bots.make("random"))
        resuming = resume(again, say=lambda text: None)
        back.append(await settle(resuming))

    tables = [table(tmp_path / "a", 0, bots.make("random")), table(tmp_path / "b", 1, Quitter(4))]
    both = Party(*dishonest(monkeypatch, Dying, tables))
    # when
    ended, gone = await both.play(meddle=come_back, patience=400)
    # then
    assert isinstance(gone, Killed)
    holds((ended, back[0] if back else None))


class Garbling(TableSeat):
    """Sends something of its own before its fifth answer."""

    garbage = b""
    answers = 0

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        made = super().answer(move, standing)
        self.answers += 1
        if self.answers != 5:
            return made
        if self.garbage == b"flip":
            return [made[0][:-1] + bytes([made[0][-1] ^ 1]), *made]
        return [self.garbage, *made]


@pytest.mark.slow
@pytest.mark.parametrize("garbage", [b"", b"\xff" * 9, b"\x83\x01\x02\x03", b"x" * 60_000, b"flip"])
async def test_garbage_is_not_listened_to_and_loses_nothing(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, garbage: bytes
) -> None:
    # given
    monkeypatch.setattr(Garbling, "garbage", garbage)
    tables = [table(tmp_path / "a", 0, bots.make("random")), table(tmp_path / "b", 1, Quitter(12))]
    both = Party(*dishonest(monkeypatch, Garbling, tables))
    # when
    ends = await both.play(patience=100)
    # then the player hears of it, the match goes on waiting, and the file is whole
    assert ends == [None, None]
    assert [said for said in both.told[0] if said.startswith("p1 sends what no honest node sends")]
    assert not any("lost; reconnecting" in said for said in both.told[0])
    report = verified(files(tmp_path / "a", "match")[0])
    assert (report.state, report.findings) == (FileState.INCOMPLETE, ())
    # and when both go on with honest nodes
    both.joiner = replace(both.joiner, rules=RULES, player=Quitter(6))
    holds(await both.resume())


@pytest.mark.slow
async def test_who_sends_garbage_has_left_when_its_bank_is_spent(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a guest whose node sends a byte of garbage where it should decide, and comes back again and again
    monkeypatch.setattr(Garbling, "garbage", b"\x00")
    tables = [table(tmp_path / "a", 0, bots.make("random")), table(tmp_path / "b", 1, Quitter(12))]
    both = Party(*dishonest(monkeypatch, Garbling, tables))

    async def come_back(party: Party) -> None:
        for _ in range(20):
            await trio.sleep(10)
            party.scopes[1].cancel()
            await trio.sleep(1)
            nursery.start_soon(party.go_on, 1)

    # when
    async with trio.open_nursery() as nursery:
        ended, _ = await both.play(bank=60, patience=1_000, meddle=come_back)
        nursery.cancel_scope.cancel()
    # then the host has not stopped for a moment, and has won
    assert isinstance(ended, MatchEnd) and (ended.rule, ended.result) == ("format.leaving", None)
    assert ended.places is not None and ended.places[ended.seat] == 1


@pytest.mark.parametrize("restarts", [0, 3])
async def test_a_restart_of_our_node_gives_nobody_time(
    tmp_path: Path, autojump_clock: MockClock, restarts: int
) -> None:
    # given a guest that is gone when it is asked, and a host that is started anew on the way
    both = pair(tmp_path, Quitter(10_000), Stuck(5))

    async def die(party: Party) -> None:
        while not party.joiner.player.asked:  # type: ignore[attr-defined]
            await trio.sleep(1)
        party.kill(1)

    began = trio.current_time()
    await both.play(bank=200, meddle=die, patience=40 if restarts else LONG_S)
    for _ in range(restarts - 1):
        with trio.move_on_after(40):
            await both.go_on(0)
    # when it waits for as long as it takes
    if restarts:
        await both.go_on(0)
    # then that was one time bank, and what each life forgets of it
    ended = both.ends[0]
    assert isinstance(ended, MatchEnd) and ended.rule == "format.leaving"
    assert 200 <= trio.current_time() - began < 220 + 25 * restarts


class Lawless(TableSeat):
    """Writes `text` in the place of the first free move that it owes after five answers."""

    text = ""
    answers = 0

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        self.answers += 1
        ask = self.question()
        if self.answers <= 5 or ask is None or ask.kind != ACT:
            return super().answer(move, standing)
        wire = self.transcript.write(MoveMessage(self.text))
        self.journal.append(wire)
        return [wire]


@pytest.mark.parametrize("text", ["no such move", "yes", "pick h1"])
async def test_an_illegal_move_convicts_whoever_signed_it(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    # given
    monkeypatch.setattr(Lawless, "text", text)
    tables = [table(tmp_path / name, n, bots.make("random")) for n, name in enumerate("ab")]
    both = Party(*dishonest(monkeypatch, Lawless, tables))
    # when
    fault, _ = await both.play(patience=400)
    # then
    assert isinstance(fault, PeerFault) and fault.proven
    entry = parse_message(fault.evidence)
    assert isinstance(entry, Entry)
    assert (entry.head.author, entry.head.seq) == (fault.author, fault.seq)
    report = verified(files(tmp_path / "a", "match")[0])
    assert report.state is FileState.GUILTY
    assert report.findings == ((fault.author, fault.seq, fault.rule),)
    assert entry.wire == items_of(files(tmp_path / "a", "match")[0])[-1]
    # and the match is over: nothing that was secret is kept, and nobody goes on with it
    assert not files(tmp_path / "a", "secret")
    (match,) = saved.saved_matches(tmp_path / "a")
    assert match.finished and match.note.result == f"broken off [{fault.rule}]"
    with pytest.raises(saved.MatchNotFound):
        await both.back(0)


async def test_a_proven_fault_that_a_file_holds_ends_the_match_too(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a node that died as it had stored the proof, then its match is over once it looks at that."""
    monkeypatch.setattr(Lawless, "text", "yes")
    tables = [table(tmp_path / name, n, bots.make("random")) for n, name in enumerate("ab")]
    both = Party(*dishonest(monkeypatch, Lawless, tables))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saved, "break_off", lambda *_: None)
        await both.play(patience=400)
    assert files(tmp_path / "a", "secret")
    with pytest.raises(PeerFault) as fault:
        await both.back(0)
    assert fault.value.proven and not files(tmp_path / "a", "secret")


class OutOfPlace(TableSeat):
    """Signs a pass where a move is owed."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        script = self.transcript
        if script.owed() != NeedMove():
            return super().answer(move, standing)
        data = encode(Pass().wire())
        seq, link = script.heads()[self.seat]
        body = H("fn1/body", var(data))
        head = Head.make(
            Pass.TYPE, EntryPlace(script.game_id, self.seat, seq), link, script.table_digest, body
        )
        assert script._own is not None
        return [encode([head, data, sign(script._own.sk, "fn1/msg", head)])]


async def test_a_proven_fault_of_the_protocol_is_kept_as_proof(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    tables = [table(tmp_path / name, n, Slow()) for n, name in enumerate("ab")]
    both = Party(*dishonest(monkeypatch, OutOfPlace, tables))
    # when
    fault, _ = await both.play(patience=400)
    # then
    assert isinstance(fault, UnexpectedEntry) and fault.proven
    report = verified(files(tmp_path / "a", "match")[0])
    assert report.state is FileState.GUILTY
    assert report.findings == ((fault.author, fault.seq, fault.rule),)


# Getting in


async def test_a_late_joiner_hears_that_the_table_is_full(tmp_path: Path, autojump_clock: MockClock) -> None:
    late: list[Settled] = []

    async def come_late(both: Party) -> None:
        await trio.sleep(50)
        third = on(table(tmp_path / "c", 2, bots.make("random")), both.network)
        joining = join(third, both.invitation, say=lambda text: None, listen=())
        late.append(await settle(joining))

    both = pair(tmp_path, Stuck(5), Stuck(5))
    await both.play(patience=200, meddle=come_late)
    assert isinstance(late[0], RefusedInvite) and late[0].reason is Reason.FULL


async def test_an_expired_invitation_is_refused(tmp_path: Path, autojump_clock: MockClock) -> None:
    both = pair(tmp_path, bots.make("random"), bots.make("random"))
    waiting, late = await both.play(hours=-1, patience=200)
    assert waiting is None
    assert isinstance(late, RefusedInvite) and late.reason is Reason.EXPIRED
    assert any("expired" in said for said in both.said)


async def test_an_invitation_that_leads_nowhere(tmp_path: Path, autojump_clock: MockClock) -> None:
    both = pair(tmp_path, bots.make("random"), bots.make("random"))
    text = make_invite(Invite(bytes(16), b"twelve bytes", expiry(2e9, 1), (HOST,)))
    with pytest.raises(Unreachable, match=HOST.host):
        await join(on(both.joiner, both.network), text, say=lambda text: None)
    assert not (both.joiner.home / "matches").exists()


@pytest.mark.parametrize("text", ["", "hello", "fadenet:", "fadenet:aaaa", "garbled"])
async def test_text_that_is_no_invitation(tmp_path: Path, text: str) -> None:
    if text == "garbled":
        text = make_invite(Invite(bytes(16), b"twelve bytes", expiry(2e9, 1), (HOST,)))
        text = text[:20] + ("b" if text[20] == "a" else "a") + text[21:]
    with pytest.raises(BadInvite):
        await join(table(tmp_path / "a", 0, bots.make("random")), text, say=lambda text: None)


@pytest.mark.parametrize(("what", "reason"), [("hash", 0), ("card_hash", 1), ("name", 2)])
async def test_other_rules_end_with_a_sentence_on_both_sides(
    tmp_path: Path, autojump_clock: MockClock, what: str, reason: int
) -> None:
    # given
    both = pair(tmp_path, bots.make("random"), bots.make("random"))
    other = copy.copy(RULES)
    setattr(other, what, "other" if what == "name" else bytes(32))
    both.joiner = replace(both.joiner, rules=other)
    # when
    host, guest = await both.play(patience=200)
    # then the guest hears it, and the host, whose table stays open
    assert isinstance(guest, CannotPlay)
    if what == "name":
        assert str(guest) == REASONS[reason]
    else:
        kind, same = ("rules", "cards")[reason], ("cards", "rules")[reason]
        assert f"he host's {kind} are {getattr(RULES, what).hex()[:8]}, yours are 00000000" in str(guest)
        assert f"he {same} are the same" in str(guest) and "the same version" in str(guest)
    assert host is None and f"Somebody does not sit down: {REASONS[reason]}" in both.told[0]
    assert not files(tmp_path / "a", "secret") and not files(tmp_path / "b", "secret")


# The disk


@pytest.mark.parametrize("k", [0, 3, 40])
async def test_a_full_disk_stops_the_match_and_it_can_be_gone_on_with(
    tmp_path: Path, autojump_clock: MockClock, k: int
) -> None:
    # given: the host's disk is full at the k-th item
    both = pair(tmp_path, bots.make("random"), Quitter(25))

    class FullDisk(FailingDisk):
        def open(self, path: Path, flags: int) -> int:
            if path.suffix == ".match":
                self.done.clear()  # what came before went into other files
            return super().open(path, flags)

    disk = FullDisk("write", k, code=28, for_good=True)
    both.host = replace(both.host, machine=Machine(disk=disk))
    # when
    ended, _ = await both.play(patience=400)
    # then
    assert isinstance(ended, DiskFull)
    if k < 2:  # not even both HELLOs: nothing was signed
        return
    # and when there is room again
    assert len(items_of(files(tmp_path / "a", "match")[0])) == k
    both.host = replace(both.host, machine=Machine())
    both.joiner = replace(both.joiner, player=Quitter(6))
    holds(await both.resume())


async def test_a_disk_with_no_room_for_the_note_of_the_table_keeps_nothing(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given room for the secrets of a match and not for its table, then it is not begun, nor half there."""
    both = pair(tmp_path, Stuck(1), Stuck(1))
    await both.play(patience=100)
    (secret,) = files(tmp_path / "a", "secret")
    (note,) = files(tmp_path / "a", "table")
    hellos, room = items_of(secret.with_suffix(".match"))[:2], secret.stat().st_size
    secrets, kept = Secrets.load(secret.read_bytes()), saved.read_table(tmp_path / "a", secret.stem)
    kept = replace(kept, deck="long" * room)
    assert room < note.stat().st_size + len(kept.deck)
    saved.discard(tmp_path / "a", Machine(), secret.stem)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(FileTrouble):
            saved.begin(tmp_path / "a", Machine(), hellos, secrets, kept)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list((tmp_path / "a" / "matches").iterdir())


async def test_who_comes_back_from_its_own_address_finds_a_place(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a match that both have left, and a host who goes on
    both = pair(tmp_path, Stuck(1), Stuck(1))
    await both.play(patience=100)
    (note,) = files(both.host.home, "table")
    token = bytes.fromhex(saved.read_table(both.host.home, note.stem).token)
    whom, guest = fingerprint(both.host.identity.public), address(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(both.go_on, 0)
        await trio.sleep(1)
        # when others who know the token have taken all places of strangers
        held = []
        for n in range(1, limits.HANDSHAKES_AT_ONCE + 1):
            near, far, _ = memory_links(f"203.0.113.{n}", HOST.host)
            await both.network.listeners[HOST].arrive.send(far)
            e = n.to_bytes(32, "big")
            await near.send_all((52).to_bytes(2, "big") + e + gate_bytes(token, e, whom))
            held.append(near)

        class FromItsOwn(MemoryNetwork):
            async def open(self, address: Address, port: int = 0) -> Link:
                near, far, _ = memory_links(guest.host, HOST.host)
                await both.network.listeners[HOST].arrive.send(far)
                return near

        before = len(both.told[1])
        # then the guest, who dials from where it listened, is let in at once all the same
        again = on(both.joiner, FromItsOwn())
        nursery.start_soon(partial(resume, again, say=both.say(1), listen=()))
        await trio.sleep(1)
        assert any(said.startswith("Connected to p0") for said in both.told[1][before:])
        nursery.cancel_scope.cancel()


class Deadly(Disk):
    """Tells when the first HELLO of a match is on disk."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell = tell
        self._told = False

    def fsync(self, fd: int) -> None:
        super().fsync(fd)
        if not self._told:
            self._told = True
            self._tell()


async def test_a_guest_that_dies_once_it_has_agreed_can_go_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a guest that dies while the host, who has all it waits for, begins the match
    both = pair(tmp_path, Quitter(20), Quitter(20))
    died = trio.Event()

    async def come_back(there: Party) -> None:
        await died.wait()
        await trio.sleep(1)
        await there.go_on(1)

    def die() -> None:
        both.kill(1)
        died.set()

    both.host = replace(both.host, machine=Machine(disk=Deadly(die)))
    # when it comes back to what it had agreed to, then the match is played to its end
    holds(await both.play(meddle=come_back))


async def test_a_guest_whose_host_is_gone_once_it_has_agreed_is_told_how_to_go_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a host that dies before it can say that the match has begun
    both = pair(tmp_path, Quitter(20), Quitter(20))
    both.host = replace(both.host, machine=Machine(disk=Deadly(lambda: both.kill(0))))
    # when the guest has waited for it, then it hears how to go on, and so it does
    _, guest = await both.play(patience=400)
    match = files(tmp_path / "b", "match")[0].stem
    assert isinstance(guest, Unreachable) and f"fadenet resume {match[:8]}" in str(guest)
    both.host = replace(both.host, machine=Machine())
    holds(await both.resume())


async def test_a_person_is_noted_as_met_and_a_bot_is_not(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a person and a bot
    person = table(tmp_path / "a", 0, Quitter(3), kind="human")
    bot = table(tmp_path / "b", 1, bots.make("random"))
    # when
    both = Party(person, bot)
    await both.play()
    # then
    assert any("(a bot, new) has come" in said for said in both.told[0])
    assert any("(new) plays" in said for said in both.told[1])
    assert not Contacts.load(person.home).met
    assert [contact.public for contact in Contacts.load(bot.home).met] == [person.identity.public]
    assert not len(Contacts.load(bot.home)), "nobody is known by having been met"


@pytest.mark.parametrize("kind", ["human", "bot"])
async def test_a_known_name_with_another_key_is_refused(
    tmp_path: Path, autojump_clock: MockClock, kind: str
) -> None:
    # given: the host knows somebody of the joiner's name by another key
    host = table(tmp_path / "a", 0, bots.make("random"))
    guest = table(tmp_path / "b", 1, Quitter(3), kind=kind)
    Contacts.load(host.home).add(host.identity.public, guest.identity.name, 0)
    both = Party(host, guest)
    # when
    ends = await both.play(patience=200)
    # then
    assert isinstance(ends[1], CannotPlay) and str(ends[1]) == REASONS[OTHER_NAME]
    assert ends[0] is None and any("rename" in said for said in both.told[0])

"""Matches of two to four nodes: everybody with everybody, on detours, with nodes that die, leave or cheat."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import ClassVar, cast

import pytest
import trio
from trio.testing import MockClock

from fadenet import bots, games
from fadenet.bots.base import Bot
from fadenet.engine.rules import Move, Rules
from fadenet.node import introducing
from fadenet.node.errors import Reason, RefusedInvite
from fadenet.node.link.session import Session
from fadenet.node.match import follow, run, saved
from fadenet.node.match.clock import CONFIRM_S
from fadenet.node.match.committer import Keeper
from fadenet.node.match.exchange import Exchange
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import CannotPlay
from fadenet.node.match.peers import Mesh, Peer
from fadenet.node.match.storage import MatchFile
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, SeatView
from fadenet.table.writing import move_payload
from protocol.encoding import encode
from protocol.evidence import signed_statement
from protocol.files import FileState
from protocol.hashing import H, sign, var
from protocol.messages import Ack, EntryPlace, Head
from protocol.needs import NeedMove
from protocol.result import check_result
from protocol.statements import End
from protocol.values import END, VERSION
from tests.node.tables import (
    TOLD_S,
    Brief,
    Party,
    Quitter,
    Settled,
    Slow,
    Stuck,
    files,
    identity,
    settle,
    table,
    verified,
    without_introductions,
)
from tests.sim.explore.node import Way

FREE = games.load("faroe", "free-for-all")
KINDS = {
    "free-for-all": (FREE, 3),
    "teams": (games.load("faroe", "teams"), 4),
    "legend": (games.load("faroe", "legend", legend="vantarel-the-hollow-sun"), 2),
    "2v2": (games.load("terrene", "2v2"), 4),
}


def party(path: Path, *players: Bot, rules: Rules = FREE) -> Party:
    """Tables side by side."""
    return Party(*(table(path / str(n), n, player, rules=rules) for n, player in enumerate(players)))


def repeatable(there: Party, monkeypatch: pytest.MonkeyPatch) -> Party:
    """The same cards and the same players each time, by which a cheat has its chance within few decisions."""
    without_introductions(monkeypatch)
    for n, seat in enumerate(there.tables):
        there.tables[n] = replace(seat, machine=Machine(rng=Random(f"cheats 3 {n}").randbytes))
    return there


def holds(ends: Sequence[Settled], rules: Rules = FREE, absent: Sequence[int] = ()) -> list[MatchEnd]:
    """All who are there ended alike, each file proves the same result, and no secret is left."""
    there = [end for end in ends if end is not None]
    for end in there:
        assert isinstance(end, MatchEnd) and end.result is not None, ends
        result = check_result(end.result)
        assert (result.absent, result.findings) == (tuple(absent), ())
        assert end.places == result.places()
        report = verified(end.path, rules)
        assert (report.state, report.findings) == (FileState.VALID, ()), report
        assert report.result == result
        assert not files(end.path.parents[1], "secret")
    outcomes = [end for end in there if isinstance(end, MatchEnd)]
    assert len({end.result for end in outcomes}) == 1
    assert len({end.seat for end in outcomes}) == len(outcomes) >= 2
    return outcomes


# To the end, in every format


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_all_nodes_of_a_table_come_to_one_result(
    tmp_path: Path, autojump_clock: MockClock, kind: str
) -> None:
    # given
    rules, seats = KINDS[kind]
    there = party(tmp_path, *(Quitter(12) for _ in range(seats)), rules=rules)
    # when
    ends = await there.play()
    # then
    outcomes = holds(ends, rules)
    assert len(outcomes) == seats
    names = {f"p{n}" for n in range(seats)}
    for one in outcomes:
        assert set(one.names) == names
        (kept,) = saved.saved_matches(one.path.parents[1])
        assert kept.finished and (kept.note.format, kept.note.options) == (rules.format, rules.options)
        assert {*kept.peers} == names - {one.names[one.seat]}


async def test_a_lobby_says_who_has_come_and_who_is_missing(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    there = party(tmp_path, *(Quitter(3) for _ in range(3)))
    holds(await there.play())
    assert there.told[0][1:2] == ["Waiting for 2 others to join; the invitation is good for 1 h."]
    come = [said for said in there.told[0] if "has come" in said]
    assert [said.partition(": ")[2] for said in come] == ["2 of 3 are here.", "3 of 3 are here."]
    first, second = (there.told[n] for n in ((1, 2) if come[0].startswith("p1") else (2, 1)))
    votes = (
        "Know whom you sit down with: of three players, two who agree can vote the third out, and no proof"
    )
    for told in (first, second):
        assert told[0] == "p0 (new) plays faroe free-for-all." and told[2] == f"{votes} is asked for."
    assert any(said.endswith("; waiting for 1 more.") for said in first)
    assert [said.count(", ") for said in second if "At the table" in said][-1] == 2


# Detours


@pytest.mark.slow
@pytest.mark.parametrize("how", ["apart", "deaf"])
async def test_two_who_cannot_reach_each_other_play_through_the_others(
    tmp_path: Path, autojump_clock: MockClock, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given two guests of four who never have a connection, and a host that carries nothing for them
    monkeypatch.setattr(introducing, "CIRCUITS_OF_HOST", 0)
    there = party(tmp_path, Quitter(9), Slow(9), Slow(9), Quitter(9))
    if how == "apart":
        there.apart.add(frozenset((1, 2)))
    else:
        there.deaf = (1, 2)
    # when
    ends = await there.play()
    # then
    holds(ends)
    assert "What p2 plays comes through p0." in there.told[1] or (
        "What p2 plays comes through p3." in there.told[1]
    )
    assert not any("comes through" in said for said in there.told[0])


@pytest.mark.slow
async def test_a_chain_of_nodes_is_enough(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match of four whose nodes reach only their neighbours from the fourth decision on
    def part(n: int) -> None:
        if n == 4:
            there.apart |= {frozenset(pair) for pair in ((0, 2), (0, 3), (1, 3))}
            there.network.cut_all()

    there = party(tmp_path, Quitter(12, part), Quitter(12), Quitter(12), Quitter(12))
    # then
    holds(await there.play())


# Nodes that die and come back


@pytest.mark.slow
async def test_a_node_that_was_killed_comes_back(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given
    async def kill(there: Party) -> None:
        await trio.sleep(8)
        for n in (2, 1, 0):
            there.kill(n)
            await trio.sleep(2)
            there.tables[n] = replace(there.tables[n], player=Slow(4))
            nursery.start_soon(there.go_on, n)
            await trio.sleep(6)

    there = party(tmp_path, Slow(25), Slow(25), Slow(25))
    # when
    async with trio.open_nursery() as nursery:
        ends = await there.play(meddle=kill)
    # then
    holds(there.ends)
    assert any(said.startswith("Connection to p2 lost") for said in there.told[1])
    assert "Connected to p2 again." in there.told[1]
    assert ends is there.ends


@pytest.mark.slow
async def test_all_three_were_stopped_and_go_on(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given
    there = party(tmp_path, Stuck(6), Stuck(5), Stuck(7))
    assert await there.play(patience=100) == [None, None, None]
    before = [files(tmp_path / str(n), "match")[0].read_bytes() for n in range(3)]
    there.tables = [replace(seat, player=Quitter(4)) for seat in there.tables]
    # when
    outcomes = holds(await there.resume())
    # then
    for one in outcomes:
        was = before[int(one.path.parents[1].name)]
        assert one.path.read_bytes().startswith(was), "a file only grows"


@pytest.mark.slow
async def test_a_node_that_stays_away_is_voted_out(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match of three in which one node dies for good
    async def kill(there: Party) -> None:
        await trio.sleep(6.5)
        there.kill(2)

    there = party(tmp_path, Slow(25), Slow(25), Slow(25))
    # when
    ends = await there.play(bank=30, meddle=kill, patience=1_000)
    # then the others play on to a result in which it is absent and last
    assert ends[2] is None
    gone = next(
        seat for seat in range(3) if seat not in [end.seat for end in ends if isinstance(end, MatchEnd)]
    )
    outcomes = holds(ends, absent=[gone])
    assert outcomes[0].places is not None and outcomes[0].places[gone] == 3
    for n in (0, 1):
        assert any("you vote to go on without p2" in said for said in there.told[n])


@pytest.mark.slow
async def test_who_was_voted_out_learns_it_when_it_comes_back(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given
    async def kill(there: Party) -> None:
        await trio.sleep(6.5)
        there.kill(2)
        while not any("you vote" in said for said in there.told[0]):
            await trio.sleep(1)
        await trio.sleep(4 * CONFIRM_S)
        await there.go_on(2)

    there = party(tmp_path, Slow(20), Slow(20), Slow(20))
    # when
    ends = await there.play(bank=30, meddle=kill, patience=1_000)
    # then it has the same result as the others, and its file proves it as well as theirs do
    back = ends[2]
    assert isinstance(back, MatchEnd)
    assert len(holds(ends, absent=[back.seat])) == 3
    assert any("go on without you" in said for said in there.told[2])


@pytest.mark.slow
async def test_who_was_cut_off_with_an_entry_that_nobody_got_follows_the_others(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a node that loses the others when it decides, and finds them again when they have voted it out
    decided: list[bytes] = []
    rewritten: list[str] = []
    rewrite = MatchFile.rewrite

    def part(n: int) -> None:
        if n == 6:
            there.apart |= {frozenset((0, 2)), frozenset((1, 2))}
            there.network.cut_all()

    async def heal(there: Party) -> None:
        while not all(any("you vote" in said for said in there.told[n]) for n in (0, 1)):
            await trio.sleep(1)
        await trio.sleep(4 * CONFIRM_S)
        decided.append(files(there.tables[2].home, "match")[0].read_bytes())
        there.apart.clear()

    def noted(file: MatchFile, items: Sequence[bytes]) -> None:
        rewritten.append(file.path.parents[1].name)
        rewrite(file, items)

    monkeypatch.setattr(MatchFile, "rewrite", noted)
    there = party(tmp_path, Slow(40), Slow(40), Quitter(40, part))
    # when
    ends = await there.play(bank=30, meddle=heal, patience=1_000)
    # then its own entry has gone out of its file, which proves what the others' files prove
    back = ends[2]
    assert isinstance(back, MatchEnd)
    assert len(holds(ends, absent=[back.seat])) == 3
    assert rewritten == ["2"] and not back.path.read_bytes().startswith(decided[0])
    assert any("go on without you" in said for said in there.told[2])


async def test_a_host_that_dies_as_the_match_begins_loses_no_guest(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a host whose process dies when the match is on its disk, before it has told anybody
    there = party(tmp_path, Quitter(4), Quitter(4), Quitter(4))
    start, died = Exchange.start, trio.Event()

    def dying(exchange: Exchange, nursery: trio.Nursery) -> None:
        if died.is_set():
            start(exchange, nursery)
        else:
            died.set()
            there.kill(0)

    async def come_back(there: Party) -> None:
        await died.wait()
        await trio.sleep(10)
        await there.go_on(0)

    monkeypatch.setattr(Exchange, "start", dying)
    # when it comes back
    ends = await there.play(meddle=come_back)
    # then the guests are still there
    assert len(holds(ends)) == 3


# Who may sit down


async def test_the_invitation_opens_no_seat_too_many(tmp_path: Path, autojump_clock: MockClock) -> None:
    late: list[Settled] = []

    async def come_late(there: Party) -> None:
        await trio.sleep(5)
        there.tables.append(table(tmp_path / "3", 3, Quitter(3), rules=FREE))
        there.told.append([])
        late.append(await settle(there.join(3)))

    there = party(tmp_path, Slow(9), Slow(9), Slow(9))
    ends = await there.play(meddle=come_late)
    holds(ends)
    assert isinstance(late[0], RefusedInvite) and late[0].reason is Reason.FULL


@pytest.mark.slow
async def test_a_guest_may_leave_before_the_start(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a table of three at which one guest sits
    there = party(tmp_path, Quitter(3), Quitter(3), Quitter(3))

    async def change_places(there: Party) -> None:
        while not any("has come" in said for said in there.told[0]):
            await trio.sleep(0.1)
        there.scopes[1].cancel()
        await trio.sleep(5)
        there.absent.clear()
        there.tables[1] = table(tmp_path / "4", 4, Quitter(3), rules=FREE)
        for n in (1, 2):
            nursery.start_soon(there.take_seat, n)

    there.absent.add(2)
    # when it leaves, and two others come
    async with trio.open_nursery() as nursery:
        await there.play(meddle=change_places)
    # then
    outcomes = holds(there.ends)
    assert {*outcomes[0].names} == {"p0", "p2", "p4"}
    assert "p1 has left." in there.told[0]


async def test_a_host_may_close_the_table(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = party(tmp_path, Quitter(3), Quitter(3), Quitter(3))

    async def close(there: Party) -> None:
        await trio.sleep(5)
        there.scopes[0].cancel()

    there.absent.add(2)
    ends = await there.play(meddle=close)
    assert isinstance(ends[1], CannotPlay) and "closed the table" in str(ends[1])
    assert not files(tmp_path / "1", "match")


# Cheats


def dishonest(monkeypatch: pytest.MonkeyPatch, kind: type[TableSeat], there: Party) -> None:
    """The last of the tables gets a seat of this kind; it is told apart by rules of its own."""
    theirs = copy.copy(FREE)

    def make(rules: Rules, hellos: Sequence[bytes], own: object, watch: Callable[..., None]) -> TableSeat:
        return (kind if rules is theirs else TableSeat)(rules, hellos, own, watch)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "TableSeat", make)
    there.tables[-1] = replace(there.tables[-1], rules=theirs)


class TwoFaced(TableSeat):
    """Makes one of its decisions in two ways, each of them legal."""

    faces: ClassVar[list[bytes]] = []

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        script = self.transcript
        others = [one for one in self.view.options() if one != move] if self.view is not None else []
        if self.faces or script.owed() != NeedMove() or not others:
            return super().answer(move, standing)
        payload = move_payload(self.replica, self.seat, others[0], None)
        data = encode(payload.wire())
        seq, link = script.heads()[self.seat]
        body = H("fn1/body", var(data))
        head = Head.make(
            payload.TYPE, EntryPlace(script.game_id, self.seat, seq), link, script.table_digest, body
        )
        made = super().answer(move, standing)
        assert script._own is not None
        self.faces.extend([made[0], encode([head, data, sign(script._own.sk, "fn1/msg", head)])])
        return [*self.faces, *made[1:]]


class Forked(Mesh):
    """Shows each of two others another face, and passes nothing on."""

    def send(self, data: bytes) -> None:
        for n, peer in enumerate(self.peers):
            if data[1:] not in TwoFaced.faces or data[1:] == TwoFaced.faces[n]:
                peer.send(data)


@pytest.mark.slow
async def test_two_entries_for_one_place_are_proven_to_all(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a cheat that shows one decision to the one, and another to the other
    there = repeatable(party(tmp_path, Brief(40), Brief(40), Brief(40)), monkeypatch)
    dishonest(monkeypatch, TwoFaced, there)
    cheat = sorted(identity(n).public for n in range(3)).index(identity(2).public)
    monkeypatch.setattr(TwoFaced, "faces", [])
    monkeypatch.setattr(follow, "Mesh", lambda seat, peers: (Forked if seat == cheat else Mesh)(seat, peers))
    # when
    ends = await there.play(patience=1_000)
    assert len(TwoFaced.faces) == 2
    # then both have the proof, and go back behind it and on to a result without the cheat
    outcomes = holds(ends[:2], absent=[cheat])
    assert len(outcomes) == 2 and outcomes[0].result == outcomes[1].result
    for n in (0, 1):
        (proof,) = files(tmp_path / str(n), "evidence")
        assert verified(proof).state is FileState.GUILTY
        # and each player is told who has cheated, and who goes back
        fork = "p2 has shown different entries for one place to different players."
        for who in ("You go", f"p{1 - n} goes"):
            assert f"{fork} {who} back to before them, as soon as all others do." in there.told[n]


PAIRS = tuple(frozenset(pair) for pair in combinations(range(4), 2))


class Neighbour(Peer):
    """Another node as one has it that is connected with it or not, and notes what it sends to it."""

    def __init__(self, seat: int, keeper: Keeper, linked: bool, links: Iterable[int]) -> None:
        way = Way()
        vars(way)["state"] = SimpleNamespace(connected=linked)
        super().__init__(seat, "", cast(Session, way), keeper)
        self.links = frozenset(links)
        self.got: list[bytes] = []

    def send(self, data: bytes) -> None:
        if self.connected:
            self.got.append(data)


def links_of(ways: Collection[frozenset[int]]) -> list[set[int]]:
    """The nodes that each of four reaches."""
    return [{other for way in ways if seat in way for other in way - {seat}} for seat in range(4)]


def spread(ways: Collection[frozenset[int]], author: int, keeper: Keeper) -> list[tuple[int, int]]:
    """The ways of an item of `author` from node to node, where nodes of four are connected by these ways."""
    links = links_of(ways)
    sent, at = [(author, other) for other in sorted(links[author])], 0
    while at < len(sent):
        via, seat = sent[at]
        if seat not in [to for _, to in sent[:at]]:
            others = [one for one in range(4) if one != seat]
            peers = [Neighbour(one, keeper, one in links[seat], links[one]) for one in others]
            Mesh(seat, peers).pass_on(b"item", author, via)
            sent += [(seat, peer.seat) for peer in peers if peer.got]
        at += 1
    return sent


async def test_whatever_one_signs_is_passed_on_to_all_and_to_nobody_who_has_it(keeper: Keeper) -> None:
    """given four nodes that reach each other on any detours, when one of them sends what it has signed to all
    whom it reaches, then all have it in the end, and it comes back neither to it nor to whom it came from;
    whom it does not reach has it once, of the lowest that reaches both, if there is one."""
    tried = 0
    for ways in (some for n in range(3, 7) for some in combinations(PAIRS, n)):
        for author in range(4):
            sent = spread(ways, author, keeper)
            reached = {author}.union(*sent)
            if {0, 1, 2, 3} == reached:
                tried += 1
            else:
                assert not any(len(way & reached) == 1 for way in ways), "somebody in reach has not got it"
            assert all(to != author and (to, by) not in sent for by, to in sent)
            links = links_of(ways)
            for seat in {0, 1, 2, 3} - {author}:
                both = {author} if seat in links[author] else links[author] & links[seat]
                assert not both or [by for by, to in sent if to == seat] == [min(both)]
    assert tried == 4 * 38, "all ways to connect four"


class Liar(TableSeat):
    """Signs an END for the first of the others alone, and keeps something else from it."""

    told: ClassVar[set[bytes]] = set()
    kept: ClassVar[set[bytes]] = set()

    def sign(self, outcome: tuple[tuple[int, ...], str] | None) -> bytes:
        script = self.transcript
        body = encode(End(script.game_id, self.seat, script.root, outcome).wire())
        assert self._own is not None
        wire = encode([VERSION, END, body, sign(self._own.sk, "fn1/stmt", signed_statement(END, body))])
        self.told.add(wire)
        return wire


class FalseEnd(Liar):
    """Tells one that it has won, and all others how the match has really ended."""

    def pump(self) -> list[bytes]:
        made = super().pump()
        true = self.transcript.closing.end_of(self.seat) if self.over else None
        if true not in made or true is None or self.kept:
            return made
        self.kept.add(true)
        return [self.sign((tuple(1 + (seat != self.seat) for seat in range(3)), "faroe.end")), *made]


class FalseVoid(Liar):
    """Tells one that it would end the match as void where it first decides in a turn, and decides before all
    others."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        assert self.view is not None
        void = [self.sign(None)] if self.view.state.turn and not self.told else []
        return [*void, *super().answer(move, standing)]


class Lied(Quitter):
    """Gives up at its n-th decision after the lie, so that all three are there when it is told."""

    async def choose(self, seat: SeatView) -> Answer:
        if not Liar.told:
            self.decided = 0
        return await super().choose(seat)


class Partial(Mesh):
    """Tells and keeps from the first of the others what a liar wants to, and passes nothing on."""

    def send(self, data: bytes) -> None:
        for n, peer in enumerate(self.peers):
            if data[1:] not in (Liar.told if n else Liar.kept):
                peer.send(data)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "honest"), [(FalseEnd, Quitter), (FalseVoid, Lied)])
async def test_a_lie_for_one_node_alone_parts_nobody(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Liar],
    honest: type[Quitter],
) -> None:
    # given a cheat that says something to one node which contradicts what it says to the other
    there = party(tmp_path, honest(7), honest(12), bots.make("random"))
    dishonest(monkeypatch, kind, there)
    cheat = sorted(identity(n).public for n in range(3)).index(identity(2).public)
    monkeypatch.setattr(Liar, "told", set())
    monkeypatch.setattr(Liar, "kept", set())
    monkeypatch.setattr(follow, "Mesh", lambda seat, peers: (Partial if seat == cheat else Mesh)(seat, peers))
    # when
    ends = await there.play(bank=30, patience=1_000)
    # then both honest nodes have seen the same end, without the one that has contradicted itself
    assert Liar.told
    if kind is FalseEnd:
        holds(ends)
    else:
        holds(ends[:2], absent=[cheat])
        assert all(any("has broken the protocol" in said for said in there.told[n]) for n in (0, 1))


@pytest.mark.slow
async def test_who_is_out_goes_when_the_last_one_left_has_ended_the_match(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given three, of whom one has conceded and another leaves for good
    there = party(tmp_path, Quitter(1_000), Quitter(5), Stuck(12))

    async def leave(party: Party) -> None:
        while not party.tables[2].player.asked:  # type: ignore[attr-defined]
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        party.scopes[2].cancel()

    # when
    ends = await there.play(bank=60, meddle=leave, patience=1_000)
    # then the last one has won, unproven, and the other knows that nothing more will come
    assert [isinstance(end, MatchEnd) for end in ends] == [True, True, False]
    assert any(said.startswith("p0 has ended the match, as nobody else") for said in there.told[1])


async def test_who_is_out_goes_when_nobody_who_plays_on_is_reached(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given three, of whom one has conceded and the others leave for good
    there = party(tmp_path, Quitter(1_000), Quitter(5), Stuck(12))

    async def leave(party: Party) -> None:
        while not party.tables[2].player.asked:  # type: ignore[attr-defined]
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        party.scopes[0].cancel()
        party.scopes[2].cancel()
        left.append(trio.current_time())

    # when
    left: list[float] = []
    ends = await there.play(bank=60, meddle=leave, patience=1_000)
    # then it watches on for a whole time bank, and no longer; there is nothing to resume
    assert isinstance(ends[1], MatchEnd) and ends[1].result is None
    assert 60 <= trio.current_time() - left[0] < 120
    assert there.told[1][-1].startswith("Nobody who plays on was reached for the whole time bank")
    assert not files(there.tables[1].home, "secret")


class Garbler(TableSeat):
    """Sends what is not a message before its third answer."""

    answers = 0

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        self.answers += 1
        made = super().answer(move, standing)
        return [b"\xff" * 9, *made] if self.answers == 3 else made


@pytest.mark.slow
async def test_garbage_is_not_listened_to_and_the_others_play_on(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    there = party(tmp_path, Slow(20), Slow(20), Slow(20))
    dishonest(monkeypatch, Garbler, there)
    # when
    ends = await there.play(bank=30, patience=200)
    # then it is as good as gone for both, and convicted of nothing
    first, second = ends[:2]
    assert isinstance(first, MatchEnd) and isinstance(second, MatchEnd), ends
    gone = ({0, 1, 2} - {first.seat, second.seat}).pop()
    holds([first, second], absent=[gone])
    for n in (0, 1):
        assert any(said.startswith("p2 sends what no honest node sends") for said in there.told[n])


class Planter(TableSeat):
    """Once, while somebody else alone owes an entry, sends its next one, written at no table there is."""

    planted: ClassVar[list[bytes]] = []
    after = 0

    def pump(self) -> list[bytes]:
        made, transcript = super().pump(), self.transcript
        seq, link = transcript.heads()[self.seat]
        waits = len(transcript.awaited()) == 1 and self.seat not in transcript.awaited()
        if self.planted or made or not waits or seq < self.after:
            return made
        assert self._own is not None
        data = encode(Ack().wire())
        table, body = bytes([7]) * 32, H("fn1/body", var(data))
        head = Head.make(Ack.TYPE, EntryPlace(transcript.game_id, self.seat, seq), link, table, body)
        self.planted.append(encode([head, data, sign(self._own.sk, "fn1/msg", head)]))
        return list(self.planted)


@pytest.mark.slow
@pytest.mark.parametrize("after", [18, 26])
async def test_an_entry_of_no_table_sent_ahead_throws_nobody_out(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """given an entry that one node keeps until its own leads to that rest, when it fits no table there, then
    it is forgotten, and the match goes on."""
    there = repeatable(party(tmp_path, Slow(30), Slow(30), Slow(30)), monkeypatch)
    dishonest(monkeypatch, Planter, there)
    monkeypatch.setattr(Planter, "planted", [])
    monkeypatch.setattr(Planter, "after", after)
    ends = await there.play(bank=30, patience=500)
    assert Planter.planted
    holds(ends)

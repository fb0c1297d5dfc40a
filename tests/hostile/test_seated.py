"""The harm that a seated player can do to the others but by playing badly: nothing that stays, grows or
lasts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.engine.rules import Rules
from fadenet.node.lobby.visit import Visit
from fadenet.node.match import follow, messages
from fadenet.node.match.clock import CONFIRM_S
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import HELLO_S, MatchRun
from fadenet.table.seat import TableSeat
from protocol.closing import ENDS_MAX
from protocol.encoding import encode
from protocol.evidence import signed_statement
from protocol.files import FileState
from protocol.hashing import H, sign, var
from protocol.messages import Entry, EntryPlace, Head, Pass, parse_message
from protocol.result import result_body
from protocol.standing import DROPPED
from protocol.statements import Body, Drop, End
from protocol.values import RESULT, VERSION
from tests.node.tables import (
    RULES,
    Party,
    Quitter,
    Slow,
    Stuck,
    identity,
    table,
    verified,
    with_a_clock_that_stands,
    without_introductions,
)
from tests.node.test_bounds import Counting
from tests.node.test_mesh import holds
from tests.node.test_talk import ALL, Seated

STOPPED = "does not sit down: the node has stopped answering."
BANK_S = 30
BONUS_S = 5


# What a hostile node signs, and sends past its own seat.


def signed_entry(there: MatchRun, ahead: int = 0) -> bytes:
    """An entry at the present rest, the next one of its author or so many behind that."""
    script, own = there.seat.transcript, there.seat._own
    assert own is not None
    seq, link = script.heads()[there.own]
    data = encode(Pass().wire())
    body = H("fn1/body", var(data))
    head = Head.make(
        Pass.TYPE, EntryPlace(script.game_id, there.own, seq + ahead), link, script.table_digest, body
    )
    return encode([head, data, sign(own.sk, "fn1/msg", head)])


def signed(there: MatchRun, body: Body) -> bytes:
    """A statement."""
    own, data = there.seat._own, encode(body.wire())
    assert own is not None
    return encode([VERSION, body.TYPE, data, sign(own.sk, "fn1/stmt", signed_statement(body.TYPE, data))])


def unsigned_result(there: MatchRun, n: int) -> bytes:
    """A large RESULT that nobody has signed."""
    players, game = there.seat.players, there.seat.transcript.game_id
    bindings = [[player.binding.raw, player.binding.signature] for player in players]
    found = [(0, seq, "x" * 90) for seq in range(60)]
    ranks = tuple(range(1, len(players) + 1))
    body = result_body(game, players[0].config.game, n.to_bytes(32, "big"), (ranks, "r"), found, [])
    return encode([VERSION, RESULT, body, bindings, [b""] * len(players)])


async def send(there: MatchRun, data: bytes) -> None:
    """To everybody whom this node reaches."""
    for peer in there.mesh.peers:
        if peer.connected:
            await peer.session.send(data)


async def send_item(there: MatchRun, wire: bytes) -> None:
    await send(there, bytes([messages.ITEM]) + wire)


def stop(there: Party) -> None:
    for scope in there.scopes:
        scope.cancel()


# Items.


async def test_an_entry_behind_a_void_result_changes_no_file(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a match that both have ended as void
    there = Seated(tmp_path, Slow(500), Slow(500))
    path, files = tmp_path, list[bytes]()

    async def cheat(party: Party) -> None:
        nonlocal path
        await trio.sleep(6)
        both = there.run(0), there.run(1)
        for one in both:
            one.offer_void(True)
        while not any(one.seat.void for one in both):
            await trio.sleep(0.01)
        hostile, victim = sorted(both, key=lambda one: one.own not in one.seat.transcript.awaited())
        while victim.seat.result is None:
            await trio.sleep(0.01)
        path = victim.file.path
        files.append(path.read_bytes())
        # when the one whose decision was missing there signs it after all
        await send_item(hostile, signed_entry(hostile))
        await trio.sleep(3)
        # then the other has looked at it, and has neither kept it nor sent it back
        assert victim.seat.fault is not None and victim.seat.fault.proven
        assert hostile.seat.fault is None

    ends = await there.party.play(meddle=cheat, patience=1_000)
    assert files == [path.read_bytes()] and verified(path).state is FileState.VALID
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends), ends


async def test_what_nobody_signed_is_neither_remembered_nor_passed_on(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a node between two that do not reach each other."""
    monkeypatch.setattr(follow, "Peer", Counting)
    without_introductions(monkeypatch)
    there = Seated(tmp_path, Slow(400), Slow(400), Slow(400), rules=ALL)
    there.party.apart = {frozenset((1, 2))}

    async def flood(party: Party) -> None:
        await trio.sleep(5)
        hostile, between, far = there.run(1), there.run(0), there.run(2)
        assert not any(peer.connected and peer.seat == far.own for peer in hostile.mesh.peers)
        wires = {unsigned_result(hostile, n) for n in range(100)}
        for wire in wires:
            await send_item(hostile, wire)
        for peer in hostile.mesh.peers:
            if peer.connected:
                await peer.session.drained()
        await trio.sleep(5)
        (other,) = (peer for peer in between.mesh.peers if peer.seat == far.own)
        assert isinstance(other, Counting)
        assert not wires & between.exchange._seen
        assert not wires & {data[1:] for data in other.offered}
        assert not any(peer.shunned for peer in between.mesh.peers)
        stop(party)

    await there.party.play(meddle=flood, patience=300)
    assert all(scope.cancelled_caught for scope in there.party.scopes)


async def test_an_entry_that_waits_for_its_rest_is_passed_on_at_once(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a node between two that do not reach each other."""
    there = Seated(tmp_path, Slow(400), Stuck(3), Slow(400), rules=ALL)
    there.party.apart = {frozenset((1, 2))}

    async def hurry(party: Party) -> None:
        await trio.sleep(100)
        early, far = there.run(1), there.run(2)
        assert early.seat.awaited() == [early.own]
        wire = signed_entry(early, ahead=1)
        await send_item(early, wire)
        await trio.sleep(1)
        message = parse_message(wire)
        assert isinstance(message, Entry)
        assert far.seat.transcript.leaving.held(early.own, message.head.seq) == wire
        stop(party)

    await there.party.play(meddle=hurry, patience=300)
    assert all(scope.cancelled_caught for scope in there.party.scopes)


# Time.


def ends_of(there: MatchRun) -> list[bytes]:
    """ENDs as void at rests that nobody knows, as many as are heard."""
    game = there.seat.transcript.game_id
    return [signed(there, End(game, there.own, bytes([n]) * 32, None)) for n in range(1, 16)]


def votes_of(there: MatchRun) -> list[bytes]:
    """Votes on all entries of the others that can be voted on."""
    script = there.seat.transcript
    dues = {seat: seq for seat, (seq, _) in enumerate(script.heads()) if seat != there.own}
    places = [(seat, seq) for seat, due in dues.items() for seq in range(max(0, due - 63), due + 63)]
    return [signed(there, Drop(script.game_id, there.own, *place, b"\1" * 32, False)) for place in places]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [(RULES, 2, ends_of), (ALL, 3, ends_of), (ALL, 3, votes_of)],
    ids=["two, ends", "three, ends", "three, votes"],
)
async def test_statements_that_nobody_waits_for_win_no_time(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    rules: Rules,
    players: int,
    said: Callable[[MatchRun], list[bytes]],
) -> None:
    """given a player that decides nothing any more, when its node signs whatever else it can, then the others
    wait for no longer than its bank."""
    with_a_clock_that_stands(monkeypatch, "p0")
    stuck = Stuck(3)
    there = Seated(tmp_path, stuck, *(Slow(400) for _ in range(players - 1)), rules=rules)

    async def talk(party: Party) -> None:
        for wire in said(there.run(0)):
            await send_item(there.run(0), wire)
            await trio.sleep(BONUS_S - 1)

    async def watch(party: Party) -> None:
        await trio.sleep(5)
        other = there.run(1)
        while not stuck.asked or other.seat.awaited() != [there.run(0).own]:
            await trio.sleep(0.1)
        (late,) = other.clock.awaited()
        assert late.left is not None
        nursery.start_soon(talk, party)
        with trio.fail_after(late.left + CONFIRM_S + 2 * BONUS_S):
            while not (other.exchange.abandoned or other.seat.transcript.who_is(DROPPED)):
                await trio.sleep(0.1)
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        await there.party.play(meddle=watch, bank=BANK_S, patience=1_000)
    assert nursery.cancel_scope.cancelled_caught


async def test_false_ends_and_results_win_no_time_at_the_end(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a seat that has lost and owes its END, when it signs others, and RESULTs, then it is waited for
    no longer."""
    there = Seated(tmp_path, Quitter(4), Quitter(10_000))
    close = TableSeat._close

    def withheld(seat: TableSeat) -> list[bytes]:
        return [] if there.runs[0] is not None and seat is there.run(0).seat else close(seat)

    async def talk(party: Party) -> None:
        while not (all(there.runs) and all(there.run(n).seat.over for n in (0, 1))):
            await trio.sleep(0.1)
        liar, other = there.run(0), there.run(1)
        (late,) = other.clock.awaited()
        assert late.left is not None
        script, own = liar.seat.transcript, liar.seat._own
        assert own is not None
        keys = [[player.binding.raw, player.binding.signature] for player in liar.seat.players]
        with trio.fail_after(late.left + 2 * BONUS_S):
            for n in range(ENDS_MAX):
                if other.seat.result is not None:
                    break
                tied = (1, 1), f"r{n}"
                body = result_body(script.game_id, script.players[0].config.game, script.root, tied, (), [])
                signed_by = [b"", b""]
                signed_by[liar.own] = sign(own.sk, "fn1/stmt", signed_statement(RESULT, body))
                await send_item(liar, signed(liar, End(script.game_id, liar.own, script.root, tied)))
                await send_item(liar, encode([VERSION, RESULT, body, keys, signed_by]))
                await trio.sleep(BONUS_S - 1)
            while other.seat.result is None:
                await trio.sleep(1)
        for scope in party.scopes:
            scope.cancel()

    monkeypatch.setattr(TableSeat, "_close", withheld)
    await there.party.play(meddle=talk, bank=BANK_S, patience=1_000)
    assert there.run(1).seat.result is not None


# The screen.


async def test_a_player_has_one_name_for_others(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Seated(tmp_path, Slow(400), Slow(400))

    async def rename(party: Party) -> None:
        await trio.sleep(5)
        before = len(party.told[1])
        for n in range(300):
            await send(there.run(0), messages.pack_links(f"somebody else {n}", []))
        await trio.sleep(20)
        told = party.told[1][before:]
        assert told == ["p0 goes by the name somebody_else_0 as well."]
        stop(party)

    await there.party.play(meddle=rename, patience=300)
    assert all(scope.cancelled_caught for scope in there.party.scopes)


@pytest.mark.slow
async def test_votes_on_what_is_not_owed_are_not_told(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Of two seats, what each owes now or has just given: a handful of lines."""
    there = Seated(tmp_path, Slow(400), Stuck(3), Slow(400), rules=ALL)

    async def vote(party: Party) -> None:
        await trio.sleep(100)  # nobody moves any more
        votes = votes_of(there.run(0))
        for wire in votes:
            await send_item(there.run(0), wire)
        await trio.sleep(20)
        told = [said for said in party.told[2] if "has heard from" in said]
        assert len(votes) > 100 and 0 < len(told) <= 4
        stop(party)

    await there.party.play(meddle=vote, patience=300)
    assert all(scope.cancelled_caught for scope in there.party.scopes)


# The lobby.


async def say_nothing(visit: Visit, body: bytes) -> None:
    pass


async def agree_to_something_else(visit: Visit, body: bytes) -> None:
    while True:
        await visit._session.send(bytes([messages.AGREED]) + bytes(32))
        await trio.sleep(10)


async def test_who_agrees_and_then_to_something_else_too_has_agreed(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree = Visit._agree

    async def twice(visit: Visit, body: bytes) -> None:
        await agree(visit, body)
        await visit._session.send(bytes([messages.AGREED]) + bytes(32))

    monkeypatch.setattr(Visit, "_agree", twice)
    there = Party(*(table(tmp_path / str(n), n, Quitter(3)) for n in range(2)))
    assert all(isinstance(end, MatchEnd) for end in await there.play(patience=1_000))


@pytest.mark.slow
@pytest.mark.parametrize("answer", [say_nothing, agree_to_something_else])
async def test_who_does_not_agree_holds_the_table_for_a_minute_only(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[Visit, bytes], Awaitable[None]],
) -> None:
    # given a guest that sits down, and does not say whether it plays
    agree = Visit._agree

    async def perhaps(visit: Visit, body: bytes) -> None:
        own = visit._participant.identity.public == identity(1).public
        await (answer if own else agree)(visit, body)

    monkeypatch.setattr(Visit, "_agree", perhaps)
    there = Party(*(table(tmp_path / str(n), n, Quitter(3)) for n in range(2)))

    async def take_over(party: Party) -> None:
        with trio.fail_after(HELLO_S + 10):
            while not any(said.endswith(STOPPED) for said in party.told[0]):
                await trio.sleep(0.01)
        # when its time is over, and somebody else comes before it does
        party.scopes[1].cancel()
        await trio.sleep(2)
        party.tables.append(table(tmp_path / "2", 2, Quitter(3)))
        party.told.append([])
        ends.append(await party.join(2))

    ends: list[object] = []
    host, _ = await there.play(meddle=take_over, patience=1_000)
    # then they play
    assert isinstance(host, MatchEnd) and {*host.names} == {"p0", "p2"}
    assert isinstance(ends[0], MatchEnd) and ends[0].result == host.result


async def test_who_has_sat_down_may_wait_for_others(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Party(*(table(tmp_path / str(n), n, Quitter(3), rules=ALL) for n in range(3)))
    there.absent.add(2)

    async def come_late(party: Party) -> None:
        await trio.sleep(10 * HELLO_S)
        nursery.start_soon(party.take_seat, 2)

    async with trio.open_nursery() as nursery:
        await there.play(meddle=come_late)
    holds(there.ends, ALL)
    assert not any(STOPPED in said for said in there.told[0])


async def test_who_cannot_be_remembered_is_played_with(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given two people whose contacts cannot be written
    both = Party(*(table(tmp_path / str(n), n, Quitter(3), kind="human") for n in range(2)))
    for one in both.tables:
        (one.home / "contacts.lock").mkdir()
    # when
    ends = await both.play(patience=1_000)
    # then
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends), ends
    for n, other in enumerate(("p1", "p0")):
        assert any(said.startswith(f"{other} is not remembered: ") for said in both.told[n])

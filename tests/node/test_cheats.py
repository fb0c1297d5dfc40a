"""Among three or four a proven cheat is out, and the others play on to their result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
import trio
from trio.testing import MockClock

from fadenet.engine.rules import Move
from fadenet.node.machine import Machine
from fadenet.node.run import Outcome
from fadenet.node.storage import Disk
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.encoding import encode
from protocol.files import State
from protocol.hashing import H, sign, var
from protocol.messages import Ack, Head, Payload
from protocol.messages import Move as MoveMessage
from protocol.needs import NeedMove
from protocol.result import check_result
from tests.node.tables import Party, Settled, Slow, files, identity, verified
from tests.node.test_mesh import FREE, dishonest, party


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process dies here for real, so nothing has to reach a platter."""
    monkeypatch.setattr(Disk, "fsync", lambda disk, fd: None)


class Cheat(TableSeat):
    """Signs what no honest node signs, once. `after`: how many answers it has given before."""

    after: ClassVar[int] = 0
    answers = 0

    def sign(self, payload: Payload, seq: int, link: bytes, table: bytes) -> bytes:
        script, data = self.transcript, encode(payload.wire())
        head = Head.make(payload.TYPE, script.game_id, self.seat, seq, link, table, H("fn1/body", var(data)))
        assert self._own is not None
        return encode([head, data, sign(self._own.sk, "fn1/msg", head)])

    def here(self, payload: Payload) -> bytes:
        """What it owes at this rest."""
        seq, link = self.transcript.heads()[self.seat]
        return self.sign(payload, seq, link, self.transcript.table_digest)

    def free(self) -> bool:
        """Whether it owes an open decision, all are still in, and it has answered often enough."""
        self.answers += 1
        owed, playing = self.transcript.owed(), self.transcript.play.playing()
        return isinstance(owed, NeedMove) and len(playing) == len(self.players) and self.answers > self.after


class Doubling(Cheat):
    """Shows, some answers later, that it has signed another entry for one place."""

    second = b""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        others = [one for one in self.view.options() if one != move] if self.view is not None else []
        first = not self.second and bool(others) and self.free()
        if first:
            self.second = self.here(move_payload(self.replica, self.seat, others[0], None))
        made = super().answer(move, standing)
        if not first and self.second:
            made.append(self.second)
        return made


class Lawless(Cheat):
    """Signs a move that is none."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        return [self.here(MoveMessage("no such move"))] if self.free() else super().answer(move, standing)


class Illegal(Cheat):
    """Signs a move that is no answer to what it is asked."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        return [self.here(MoveMessage("yes"))] if self.free() else super().answer(move, standing)


class OutOfPlace(Cheat):
    """Signs an ACK where a move is owed."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        return [self.here(Ack())] if self.free() else super().answer(move, standing)


def repeatable(there: Party) -> Party:
    """The same cards and the same players each time, so that the cheat always has its chance."""
    for n, seat in enumerate(there.tables):
        there.tables[n] = replace(seat, machine=Machine(rng=Random(f"cheats {n}").randbytes))
    return there


def without_the_last(ends: Sequence[Settled], there: Party) -> None:
    """All others have one sound result in which the last one is absent, and nobody is convicted in it."""
    honest = ends[:-1]
    keys = sorted(identity(n).public for n in range(len(there.tables)))
    cheat = keys.index(there.tables[-1].identity.public)
    for end in honest:
        assert isinstance(end, Outcome) and end.result is not None, ends
        result = check_result(end.result)
        assert (result.absent, result.findings) == ((cheat,), ())
        assert end.places is not None and end.places[cheat] == max(end.places)
        assert verified(end.path, FREE).state is State.VALID
    assert len({end.result for end in honest if isinstance(end, Outcome)}) == 1


@pytest.mark.parametrize("kind", [Doubling, Lawless, Illegal, OutOfPlace])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("bank", [0, 600])
async def test_a_proven_cheat_is_out_and_the_others_play_on(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Cheat],
    seats: int,
    bank: int,
) -> None:
    # given an accomplice who would have the match broken off
    there = repeatable(party(tmp_path, *(Slow(90) for _ in range(seats))))
    dishonest(monkeypatch, kind, there)
    # when it signs something that proves it guilty, then the others wait for no time bank, and play on
    ends = await there.play(bank=bank, patience=2_000)
    without_the_last(ends, there)
    for n in range(seats - 1):
        assert any("has broken the protocol" in said for said in there.told[n])
        if kind is Doubling:
            (proof,) = files(there.tables[n].home, "evidence")
            assert verified(proof).state is State.GUILTY


async def test_the_proof_is_remembered_over_a_restart(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given three, one of whom is found to have signed two entries for one place
    there = repeatable(party(tmp_path, *(Slow(90) for _ in range(3))))
    dishonest(monkeypatch, Doubling, there)

    async def restart(party: Party) -> None:
        while not files(party.tables[0].home, "evidence"):
            await trio.sleep(0.1)
        party.kill(0)
        await trio.sleep(2)
        nursery.start_soon(party.go_on, 0)

    # when the node of another dies just then and comes back
    async with trio.open_nursery() as nursery:
        await there.play(meddle=restart, patience=2_000)
        nursery.cancel_scope.cancel()
    # then it votes as it would have
    without_the_last(there.ends, there)

"""Among three or four a proven cheat is out, and the others play on to their result."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import trio
from trio.testing import MockClock

from fadenet.engine.rules import Move, Rules
from fadenet.node.match import follow, run
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.peers import Mesh
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.encoding import decode, encode
from protocol.evidence import signed_statement
from protocol.files import FileState
from protocol.hashing import H, sign, var
from protocol.messages import Ack, EntryPlace, Head, MoveMessage, Payload, Ready
from protocol.needs import NeedMove
from protocol.result import check_result
from protocol.statements import End
from protocol.values import END, VERSION
from tests.node.tables import Brief, Party, Settled, files, identity, verified
from tests.node.test_mesh import FREE, TwoFaced, dishonest, party, repeatable


class Cheat(TableSeat):
    """Signs what no honest node signs, once. `after`: how many answers it has given before."""

    after: ClassVar[int] = 0
    answers = 0

    def sign(self, payload: Payload, seq: int, link: bytes, table: bytes) -> bytes:
        script, data = self.transcript, encode(payload.wire())
        head = Head.make(
            payload.TYPE, EntryPlace(script.game_id, self.seat, seq), link, table, H("fn1/body", var(data))
        )
        assert self._own is not None
        return encode([head, data, sign(self._own.sk, "fn1/msg", head)])

    def here(self, payload: Payload) -> bytes:
        """The entry that it owes at this rest."""
        seq, link = self.transcript.heads()[self.seat]
        return self.sign(payload, seq, link, self.transcript.table_digest)

    def free(self) -> bool:
        """Whether it owes an open decision, all are still in, and it has answered often enough."""
        self.answers += 1
        owed, playing = self.transcript.owed(), self.transcript.playing()
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
    """Signs a move that does not answer what it is asked."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        return [self.here(MoveMessage("yes"))] if self.free() else super().answer(move, standing)


class OutOfPlace(Cheat):
    """Signs an ACK where a move is owed."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        return [self.here(Ack())] if self.free() else super().answer(move, standing)


class Voiding(Cheat):
    """Signs, where it owes a move, that the match ends there as void, and then the move."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        end = [self.end_here()] if self.free() else []
        return [*end, *super().answer(move, standing)]

    def end_here(self) -> bytes:
        """END void of this rest."""
        body = encode(End(self.transcript.game_id, self.seat, self.transcript.root, None).wire())
        assert self._own is not None
        return encode([VERSION, END, body, sign(self._own.sk, "fn1/stmt", signed_statement(END, body))])


class Twice(Voiding):
    """Signs what is not an answer, and where the others take its entries all the same END void and an
    entry."""

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        first = self.free() and not self.answers > 1
        wrong = [self.here(MoveMessage("no such move"))] if first else []
        return [*wrong, self.end_here(), *TableSeat.answer(self, move, standing)]


def without_the_last(ends: Sequence[Settled], there: Party) -> None:
    """All others have one sound result in which the last one is absent, and nobody is convicted in it."""
    honest = ends[:-1]
    keys = sorted(identity(n).public for n in range(len(there.tables)))
    cheat = keys.index(there.tables[-1].identity.public)
    for end in honest:
        assert isinstance(end, MatchEnd) and end.result is not None, ends
        result = check_result(end.result)
        assert (result.absent, result.findings) == ((cheat,), ())
        assert end.places is not None and end.places[cheat] == max(end.places)
        assert verified(end.path, FREE).state is FileState.VALID
    assert len({end.result for end in honest if isinstance(end, MatchEnd)}) == 1


CHEATS = (Doubling, Lawless, Illegal, OutOfPlace, Voiding, Twice)
EVERY_WAY = [(kind, seats, bank) for kind in CHEATS for seats in (3, 4) for bank in (0, 600)]
RUN = [(kind, 3, 0) for kind in CHEATS] + [(Doubling, 4, 600)]
"""Which cheat sits at a table of how many seats, and their time bank (s): all, and those of a normal run."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "seats", "bank"),
    [way if way in RUN else pytest.param(*way, marks=pytest.mark.long) for way in EVERY_WAY],
)
async def test_a_proven_cheat_is_out_and_the_others_play_on(
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Cheat],
    seats: int,
    bank: int,
) -> None:
    # given an accomplice who would have the match broken off
    there = repeatable(party(tmp_path, *(Brief(40) for _ in range(seats))), monkeypatch)
    dishonest(monkeypatch, kind, there)
    # when it signs something that proves it guilty, then the others wait for no time bank, and play on
    ends = await there.play(bank=bank, patience=500)
    without_the_last(ends, there)
    for n in range(seats - 1):
        assert any("has broken the protocol" in said for said in there.told[n])
        if kind is Doubling:
            (proof,) = files(there.tables[n].home, "evidence")
            assert verified(proof).state is FileState.GUILTY


@pytest.mark.slow
async def test_the_proof_is_remembered_over_a_restart(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given three, one of whom is found to have signed two entries for one place
    there = repeatable(party(tmp_path, *(Brief(40) for _ in range(3))), monkeypatch)
    dishonest(monkeypatch, Doubling, there)

    async def restart(party: Party) -> None:
        while not files(party.tables[0].home, "evidence"):
            await trio.sleep(0.1)
        party.kill(0)
        await trio.sleep(2)
        nursery.start_soon(party.go_on, 0)

    # when the node of another dies just then and comes back
    async with trio.open_nursery() as nursery:
        await there.play(meddle=restart, patience=500)
        nursery.cancel_scope.cancel()
    # then it votes as it would have
    without_the_last(there.ends, there)


class Agreeing(Voiding):
    """Signs END void where all others have, and in place of the RESULT its move."""

    def free(self) -> bool:
        return len(self.ending.void_for()) == len(self.players) - 1


@pytest.mark.slow
async def test_a_cheat_that_keeps_a_void_result_back_is_waited_for_no_longer_than_its_bank(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given three, two of whom would end the match as void
    there = repeatable(party(tmp_path, Brief(500), Brief(500), Brief(500)), monkeypatch)
    dishonest(monkeypatch, Agreeing, there)
    there.tables[:2] = [replace(one, begun=lambda run: run.offer_void(True)) for one in there.tables[:2]]
    # when the third agrees, and gives its entry as well
    ends = await there.play(bank=60, patience=200)
    # then both have the proof, take no entry any more, and end the match without a result
    for n, end in enumerate(ends[:2]):
        assert isinstance(end, MatchEnd) and end.result is None and end.places is None, ends
        assert any("has broken the protocol" in said for said in there.told[n])
        assert verified(end.path, FREE).state is FileState.INCOMPLETE


# Forks


class Facing(Mesh):
    """Shows the first of the others one face and the rest another, and passes nothing on."""

    def send(self, data: bytes) -> None:
        for n, peer in enumerate(self.peers):
            if data[1:] not in TwoFaced.faces or data[1:] == TwoFaced.faces[min(n, 1)]:
                peer.send(data)


class TwoReady(TwoFaced):
    """Signs two READYs."""

    def pump(self) -> list[bytes]:
        made = super().pump()
        if self.faces or not made:
            return made
        head, payload, _ = decode(made[0])
        ready = Ready(bytes(32), Ready.parse(decode(payload)).anchors)
        game = self.transcript.game_id
        data = encode(ready.wire())
        head = Head.make(ready.TYPE, EntryPlace(game, self.seat, 0), game, game, H("fn1/body", var(data)))
        assert self._own is not None
        self.faces.extend([made[0], encode([head, data, sign(self._own.sk, "fn1/msg", head)])])
        return [*self.faces, *made[1:]]


class Stubborn(TableSeat):
    """Goes back behind nothing."""

    def fork_from(self, proofs: Iterable[bytes]) -> bytes | None:
        return None


def parted(monkeypatch: pytest.MonkeyPatch, there: Party, kind: type[TwoFaced] = TwoFaced) -> None:
    """The last of the tables parts the others."""
    dishonest(monkeypatch, kind, there)
    keys = sorted(one.identity.public for one in there.tables)
    cheat = keys.index(there.tables[-1].identity.public)
    monkeypatch.setattr(TwoFaced, "faces", [])
    monkeypatch.setattr(follow, "Mesh", lambda seat, peers: (Facing if seat == cheat else Mesh)(seat, peers))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "dies"),
    [
        (3, None),
        (3, "back to before"),
        (3, "All have gone back"),
        (4, None),
        *(pytest.param(4, dies, marks=pytest.mark.long) for dies in ("back to before", "All have gone back")),
    ],
)
async def test_nodes_that_were_parted_go_back_and_on(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, seats: int, dies: str | None
) -> None:
    """given nodes that a cheat has parted, also when one of them dies as it goes back, then they play on to a
    result without the cheat."""
    there = repeatable(party(tmp_path, *(Brief(40) for _ in range(seats))), monkeypatch)
    parted(monkeypatch, there)

    async def restart(party: Party) -> None:
        while dies is not None and not any(dies in said for said in party.told[0]):
            await trio.sleep(0.05)
        if dies is not None:
            party.kill(0)
            await trio.sleep(2)
            nursery.start_soon(party.go_on, 0)

    async with trio.open_nursery() as nursery:
        await there.play(meddle=restart, patience=500)
        nursery.cancel_scope.cancel()
    assert len(TwoFaced.faces) == 2
    without_the_last(there.ends, there)
    for n in range(seats - 1):
        (proof,) = files(there.tables[n].home, "evidence")
        assert verified(proof).state is FileState.GUILTY
        assert sum("All have gone back" in said for said in there.told[n]) == 1


@pytest.mark.slow
async def test_nodes_that_two_readies_have_parted_begin_anew(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = repeatable(party(tmp_path, *(Brief(40) for _ in range(3))), monkeypatch)
    parted(monkeypatch, there, TwoReady)
    await there.play(patience=200)
    assert len(TwoFaced.faces) == 2
    without_the_last(there.ends, there)


@pytest.mark.slow
async def test_who_does_not_go_back_is_given_up(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given three of whom one parts the others and another does not go back, then the third waits for that no
    longer than for anything else."""
    there = repeatable(party(tmp_path, *(Brief(40) for _ in range(3))), monkeypatch)
    parted(monkeypatch, there)
    friend, made = copy.copy(FREE), vars(run)["TableSeat"]

    def make(rules: Rules, *others: Any) -> TableSeat:
        return (Stubborn if rules is friend else made)(rules, *others)

    monkeypatch.setattr(run, "TableSeat", make)
    there.tables[1] = replace(there.tables[1], rules=friend)
    # when
    ends = await there.play(bank=60, patience=200)
    # then one of the two, which wait for each other, has ended the match for both
    assert isinstance(ends[0], MatchEnd) and ends[0].result is None
    spent = "p1 did not answer for the whole time bank", "by the clock of that node your time bank is spent"
    assert any(text in said for said in there.told[0] for text in spent)

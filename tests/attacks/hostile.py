"""A hostile seat: the real protocol objects with the seat's own keys, and it signs whatever it likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha512

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.rules import Rules
from fadenet.engine.state import TAKE, State
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.encoding import encode
from protocol.evidence import signed_statement
from protocol.faults import PeerFault
from protocol.files import FileState, verify_file
from protocol.hashing import H, sign, var
from protocol.messages import EntryPlace, Head, Payload
from protocol.needs import Need, NeedPool, NeedRecommit
from protocol.result import result_body
from protocol.secrets import Secrets
from protocol.statements import Body
from protocol.values import RESULT, VERSION, Finding, Outcome
from protocol.vault import Vault
from tests.builders.ten import EVEN, Ten
from tests.table.wire import Match, file_of

ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the group of Ed25519 (RFC 8032 section 5.1)."""


def _scalar(key: Ed25519PrivateKey) -> int:
    """The number that an Ed25519 key multiplies by (RFC 8032 section 5.1.5)."""
    bits = int.from_bytes(sha512(key.private_bytes_raw()).digest()[:32], "little")
    return bits & (2**254 - 8) | 2**254


def sign_otherwise(key: Ed25519PrivateKey, tag: str, data: bytes) -> bytes:
    """Another signature that holds under the same key: of as many as its holder likes, each with an R of its
    own. The R of this one is the public half of a second key."""
    second = Ed25519PrivateKey.from_private_bytes(sha512(data).digest()[:32])
    r, public = second.public_key().public_bytes_raw(), key.public_key().public_bytes_raw()
    message = tag.encode() + b"\0" + data
    k = int.from_bytes(sha512(r + public + message).digest(), "little")
    return r + ((_scalar(second) + k * _scalar(key)) % ORDER).to_bytes(32, "little")


class Quiet(Ten):
    """Ten, but the even card that a 7 finds stays hidden: that it is even is only said."""

    def f_effect(self, s: State, code: int) -> None:
        me = s.active
        if code == 7 and s.zones[self.deck_zone(me)]:
            self.push(s, "f_found")
            kernel.need(s, TAKE, me, me, 1, (EVEN, 0, 0))
        else:
            super().f_effect(s, code)


def entry(match: Match, seat: int, payload: Payload, **changes: object) -> bytes:
    """An entry that `seat` signs, right in all but `changes` to its head, whether or not it is owed."""
    return entry_of(match.seats[seat], match.secrets[seat], payload, **changes)


def entry_of(table: TableSeat, own: Secrets, payload: Payload, **changes: object) -> bytes:
    """The same of the seat at this table, which has these secrets."""
    seat, transcript = table.seat, table.transcript
    seq, link = transcript.heads()[seat]
    data = encode(payload.wire())
    fields = {"game": transcript.game_id, "author": seat, "seq": seq, "prev": link}
    fields |= {"state": transcript.table_digest, "body": H("fn1/body", var(data))} | changes
    place = EntryPlace(*[fields.pop(part) for part in EntryPlace._fields])  # type: ignore[arg-type]
    head = Head.make(payload.TYPE, place, **fields)  # type: ignore[arg-type]
    return encode([head, data, sign(own.sk, "fn1/msg", head)])


def statement(match: Match, seat: int, body: Body) -> bytes:
    """A statement that `seat` signs."""
    data = encode(body.wire())
    signature = sign(match.secrets[seat].sk, "fn1/stmt", signed_statement(body.TYPE, data))
    return encode([VERSION, body.TYPE, data, signature])


def result(
    match: Match,
    signers: Sequence[int],
    outcome: Outcome,
    findings: Sequence[Finding] = (),
    absent: Sequence[int] = (),
    root: bytes | None = None,
) -> bytes:
    """A RESULT that says anything at all, with the signatures of some seats."""
    transcript = match.seats[signers[0]].transcript
    place = transcript.root if root is None else root
    name = transcript.players[0].config.game
    body = result_body(transcript.game_id, name, place, outcome, findings, absent)
    bound = [[player.binding.raw, player.binding.signature] for player in transcript.players]
    own = signed_statement(RESULT, body)
    signed = [
        sign(match.secrets[seat].sk, "fn1/stmt", own) if seat in signers else transcript.joined(seat) or b""
        for seat in range(transcript.seats)
    ]
    signed = [b"" if seat not in (*signers, *absent) else one for seat, one in enumerate(signed)]
    return encode([VERSION, RESULT, body, bound, signed])


def vault_of(table: TableSeat) -> Vault:
    assert table.transcript.play.vault is not None
    return table.transcript.play.vault


def owing(kind: type[Need]) -> Callable[[TableSeat], bool]:
    """Whether a seat is about to answer such a need."""
    return lambda table: isinstance(table.transcript.owed(), kind)


def spoil(
    table: TableSeat,
    kind: type[NeedPool | NeedRecommit],
    change: Callable[[list[int]], list[int]],
    first: bool = False,
) -> list[int]:
    """Let a seat answer one POOL or RECOMMIT with other cards than are due, or in another order, and go on
    with those: a deck's first one, or one of two cards or more that are committed to again. Returns where the
    seq of that entry will stand once it is made."""
    vault, ledger = vault_of(table), table.transcript.play.ledger
    honest = vault._ordered
    made: dict[int, list[int]] = {}
    seqs: list[int] = []

    def ordered(need: NeedPool | NeedRecommit, epoch: int) -> list[int]:
        if epoch in made:
            return made[epoch]
        cards = honest(need, epoch)
        again = isinstance(need, NeedRecommit) or need.deck in ledger.pools
        if seqs or not isinstance(need, kind) or again is first or len(cards) < 2:
            return cards
        made[epoch] = change(cards)
        seqs.append(len(table.transcript.entries(table.seat)))
        return made[epoch]

    vault._ordered = ordered  # type: ignore[method-assign]
    return seqs


def refused(honest: TableSeat, wire: bytes, kind: type[PeerFault], proven: bool = True) -> PeerFault:
    """The fault by which an honest seat stops an item at once; its game has not gone on."""
    state = honest.replica.state
    before = digest(state) if state is not None else b""
    with pytest.raises(kind) as caught:
        honest.receive(wire)
    assert caught.value.proven is proven, caught.value
    assert (digest(state) if state is not None else b"") == before
    return caught.value


def convicted(honest: TableSeat, rules: Rules, finding: Finding) -> None:
    """The file of an honest seat alone shows to anybody who is guilty of what."""
    report = verify_file(file_of(honest), Replica(rules))
    assert (report.state, report.findings) == (FileState.GUILTY, (finding,)), report


def audited(match: Match, finding: Finding) -> None:
    """All seats have come to one RESULT, which names the cheat and nobody else, and puts it last."""
    for table in match.seats:
        assert table.ending.audited is not None and table.ending.audited.findings == (finding,)
    assert len({table.result for table in match.seats}) == 1 and match.seats[0].result is not None
    convicted(match.seats[0], match.rules[0], finding)

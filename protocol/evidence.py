"""EVIDENCE: proof of a double signature that anybody can check alone, without the match.

[2, 18, 0, keys, sig_IK, head a, sig a, head b, sig b] shows two different heads of one author for one
(G, seq, era); with 1 in place of 0 it shows two DROP votes of one voter on one (seat, seq, era) in one
round, with 2 two RESUMEs of one seat in one era. At most 1 KB, with 2 at most 6 KB.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from protocol.encoding import decode, encode, item_end
from protocol.faults import BadEvidence, PeerFault
from protocol.hashing import u8, verify
from protocol.hello import Binding, parse_binding
from protocol.messages import Head, Joined
from protocol.statements import Drop, Resume, parse_body
from protocol.values import DROP, EVIDENCE, READY, RESUME, VERSION, blob, raw, uint, versioned

HEADS: Final = 0
VOTES: Final = 1
RESUMES: Final = 2
_STATED: Final = {VOTES: DROP, RESUMES: RESUME}
"""The type of the statements of which two are shown, by kind."""


@dataclass(frozen=True, slots=True)
class Guilt:
    """The guilt that a sound EVIDENCE item proves: of whom (`ik`), in which match, at which entry (or vote on
    which; 0 for RESUMEs)."""

    ik: bytes
    game: bytes
    seat: int
    seq: int
    kind: int


@dataclass(frozen=True, slots=True)
class Fork:
    """How a seat has parted others: in which match and era.

    It has signed two entries for one place at one rest, or two votes on an entry. `owing`, `seq`: whose entry
    that is, its own or the one voted on; `tables`: the digests that the two name, of votes perhaps two;
    `proven`: who is left behind with it, each with the key binding that proves it: its author, and another
    cheat perhaps.
    """

    game: bytes
    seat: int
    owing: int
    seq: int
    era: int
    tables: frozenset[bytes]
    proven: tuple[tuple[int, bytes], ...]

    @property
    def of_votes(self) -> bool:
        """Whether two votes have parted them."""
        return self.owing != self.seat

    @property
    def out(self) -> frozenset[int]:
        """The seats that are left behind with it."""
        return frozenset(seat for seat, _ in self.proven)

    @property
    def again(self) -> bool:
        """Whether this is the fork of a second RESUME, which leaves two behind."""
        return len(self.proven) > 1


@lru_cache(maxsize=16)
def fork_of(data: bytes) -> Fork:
    """The fork that the proof in a RESUME shows: an EVIDENCE, and in a second RESUME another one behind it.

    Raises `BadEvidence` where it shows none: two RESUMEs, two votes of a seat on itself or on READY, two
    entries that do not stand on the same one at the same rest, so that their author has parted others before,
    or two in the place of READY of which none is such, so that their author is in no match; or where the
    other EVIDENCE is of another match, or against the same seat.
    """
    first, *more = evidences_of(data)
    fork = _fork_of(first)
    for proof in more:
        guilt = check_evidence(proof)
        if guilt.game != fork.game or guilt.seat in fork.out:
            raise BadEvidence("a second proof of another match, or against the same seat", evidence=data)
        fork = replace(fork, proven=(*fork.proven, (guilt.seat, _bound(proof))))
    return fork


def evidences_of(data: bytes) -> list[bytes]:
    """The EVIDENCE in the proof of a RESUME, or both of them. Raises `BadEvidence`."""
    try:
        end = item_end(data)
    except PeerFault as fault:
        raise BadEvidence(fault.why, evidence=data) from fault
    return [data[:end], data[end:]] if data[end:] else [data]


def _fork_of(data: bytes) -> Fork:
    """The fork that one EVIDENCE shows."""
    try:
        kind = versioned(decode(data), EVIDENCE, 9)[2]
    except PeerFault as fault:
        raise BadEvidence(fault.why, evidence=data) from fault
    if kind == RESUMES:
        raise BadEvidence("two RESUMEs are no fork", evidence=data)
    guilt = check_evidence(data)
    _, _, _, bound, _, a, _, b, _ = decode(data)
    proven = ((guilt.seat, bound),)
    if guilt.kind == VOTES:
        one, two = parse_body(DROP, a), parse_body(DROP, b)
        assert isinstance(one, Drop) and isinstance(two, Drop)
        if one.accused == one.seat:
            raise BadEvidence("two votes of a seat on itself are no fork", evidence=data)
        if not one.seq:
            raise BadEvidence("two votes on READY, which nobody votes on, are no fork", evidence=data)
        tables = frozenset({one.table, two.table})
        return Fork(guilt.game, guilt.seat, one.accused, guilt.seq, one.era, tables, proven)
    first, second = Head.parse(a), Head.parse(b)
    if (first.prev, first.state) != (second.prev, second.state):
        raise BadEvidence("two entries that stand at different rests", evidence=data)
    if not first.seq and READY not in (first.kind, second.kind):
        raise BadEvidence("two entries of a seat that has not signed READY", evidence=data)
    where = guilt.seat, guilt.seq, first.era
    return Fork(guilt.game, guilt.seat, *where, frozenset({first.state}), proven)


def _bound(data: bytes) -> bytes:
    """The key binding under which an EVIDENCE proves something."""
    bound: bytes = decode(data)[3]
    return bound


def readies_of(data: bytes) -> list[Joined]:
    """The READYs among the entries that a fork of such has."""
    _, _, _, _, _, a, signature_a, b, signature_b = decode(evidences_of(data)[0])
    pairs = (Joined(a, signature_a), Joined(b, signature_b))
    return [one for one in pairs if Head.parse(one.head).kind == READY]


def signed_statement(kind: int, body: bytes) -> bytes:
    """The bytes that the signature of a statement is over."""
    return u8(kind) + body


def make_evidence(
    kind: int, binding: Binding, a: bytes, signature_a: bytes, b: bytes, signature_b: bytes
) -> bytes:
    """Bytes of an EVIDENCE item; `a` and `b` are heads, or bodies of DROP or RESUME statements, as
    received."""
    return encode([VERSION, EVIDENCE, kind, binding.raw, binding.signature, a, signature_a, b, signature_b])


def check_evidence(data: bytes) -> Guilt:
    """The guilt that an item proves. Raises `BadEvidence` when it proves nothing (never a finding against
    anybody)."""
    try:
        return _check(data)
    except BadEvidence:
        raise
    except PeerFault as fault:
        raise BadEvidence(fault.why, evidence=data) from fault


def _check(data: bytes) -> Guilt:
    _, _, kind, bound, by_ik, a, signature_a, b, signature_b = versioned(decode(data), EVIDENCE, 9)
    binding = parse_binding(blob(bound), raw(by_ik, 64))
    kind, a, b = uint(kind, RESUMES), blob(a), blob(b)
    place = _place_of(kind, a)
    if place != _place_of(kind, b) or a == b:
        raise BadEvidence("the two do not contradict each other", evidence=data)
    for one, signature in ((a, signature_a), (b, signature_b)):
        tag, signed = (
            ("fn1/msg", one) if kind == HEADS else ("fn1/stmt", signed_statement(_STATED[kind], one))
        )
        if not verify(binding.sk, tag, signed, raw(signature, 64)):
            raise BadEvidence("a signature does not verify", evidence=data)
    game, seat, seq = place[:3]
    return Guilt(binding.ik, game, seat, seq, kind)


def _place_of(kind: int, data: bytes) -> tuple[bytes, int, int, object]:
    """The place that nobody signs twice: (G, seat, seq, and what there is besides)."""
    if kind == HEADS:
        head = Head.parse(data)
        return head.game, head.author, head.seq, head.era
    body = parse_body(_STATED[kind], data)
    if isinstance(body, Drop):
        return body.game, body.seat, body.seq, (body.accused, body.final, body.era)
    assert isinstance(body, Resume)
    fork = _fork_of(body.proof)
    if fork.game != body.game:
        raise BadEvidence("goes back behind a fork of another match", evidence=data)
    return body.game, body.seat, 0, fork.era

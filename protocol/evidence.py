"""EVIDENCE: proof of a double signature that anybody can check alone, without the match.

[2, 18, 0, keys, sig_IK, head a, sig a, head b, sig b] shows two different heads of one author for one
(G, seq, era); with 1 in place of 0 it shows two DROP votes of one voter on one (seat, seq, era) in one
round. At most 1 KB.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.encoding import decode, encode
from protocol.faults import BadEvidence, PeerFault
from protocol.hashing import u8, verify
from protocol.hello import Binding, parse_binding
from protocol.messages import Head, Joined
from protocol.statements import Drop, parse_body
from protocol.values import DROP, EVIDENCE, READY, VERSION, blob, raw, uint, versioned

HEADS: Final = 0
VOTES: Final = 1


@dataclass(frozen=True, slots=True)
class Guilt:
    """What a sound EVIDENCE item proves: who (`ik`), in which match, at which entry (or vote on which)."""

    ik: bytes
    game: bytes
    seat: int
    seq: int
    kind: int


@dataclass(frozen=True, slots=True)
class Fork:
    """How a seat has parted others: in which match and era, and under which key binding.

    It has signed two entries for one place at one rest, or two votes on an entry. `owing`, `seq`: whose entry
    that is, its own or the one voted on; `tables`: the digests that the two name, of votes perhaps two.
    """

    game: bytes
    seat: int
    owing: int
    seq: int
    era: int
    tables: frozenset[bytes]
    binding: bytes

    @property
    def of_votes(self) -> bool:
        """Whether two votes have parted them."""
        return self.owing != self.seat


def fork_of(data: bytes) -> Fork:
    """The fork that an EVIDENCE proves. Raises `BadEvidence` where it proves none: two votes of a seat on
    itself or on READY, two entries that do not stand on the same one at the same rest, so that their author
    has parted others before, or two in the place of READY of which none is such, so that their author is in
    no match."""
    guilt = check_evidence(data)
    _, _, _, bound, _, a, _, b, _ = decode(data)
    if guilt.kind == VOTES:
        one, two = parse_body(DROP, a), parse_body(DROP, b)
        assert isinstance(one, Drop) and isinstance(two, Drop)
        if one.accused == one.seat:
            raise BadEvidence("two votes of a seat on itself are no fork", evidence=data)
        if not one.seq:
            raise BadEvidence("two votes on READY, which nobody votes on, are no fork", evidence=data)
        return Fork(
            guilt.game, guilt.seat, one.accused, guilt.seq, one.era, frozenset({one.table, two.table}), bound
        )
    first, second = Head.parse(a), Head.parse(b)
    if (first.prev, first.state) != (second.prev, second.state):
        raise BadEvidence("two entries that stand at different rests", evidence=data)
    if not first.seq and READY not in (first.kind, second.kind):
        raise BadEvidence("two entries of a seat that has not signed READY", evidence=data)
    where = guilt.seat, guilt.seq, first.era
    return Fork(guilt.game, guilt.seat, *where, frozenset({first.state}), bound)


def readies_of(data: bytes) -> list[Joined]:
    """The READYs among the entries that a fork of such has."""
    _, _, _, _, _, a, signature_a, b, signature_b = decode(data)
    pairs = (Joined(a, signature_a), Joined(b, signature_b))
    return [one for one in pairs if Head.parse(one.head).kind == READY]


def signed_statement(kind: int, body: bytes) -> bytes:
    """What the signature of a statement is over."""
    return u8(kind) + body


def make_evidence(
    kind: int, binding: Binding, a: bytes, signature_a: bytes, b: bytes, signature_b: bytes
) -> bytes:
    """Bytes of an EVIDENCE item; `a` and `b` are heads, or bodies of DROP statements, as received."""
    return encode([VERSION, EVIDENCE, kind, binding.raw, binding.signature, a, signature_a, b, signature_b])


def check_evidence(data: bytes) -> Guilt:
    """What the item proves. Raises `BadEvidence` when it proves nothing (never a finding against anybody)."""
    try:
        return _check(data)
    except BadEvidence:
        raise
    except PeerFault as fault:
        raise BadEvidence(fault.why, evidence=data) from fault


def _check(data: bytes) -> Guilt:
    _, _, kind, bound, by_ik, a, signature_a, b, signature_b = versioned(decode(data), EVIDENCE, 9)
    binding = parse_binding(blob(bound), raw(by_ik, 64))
    kind, a, b = uint(kind, VOTES), blob(a), blob(b)
    if kind == HEADS:
        first, second = Head.parse(a), Head.parse(b)
        place = (first.game, first.author, first.seq)
        same = (*place, first.era) == (second.game, second.author, second.seq, second.era)
        tag, signed = "fn1/msg", (a, b)
    else:
        one, two = parse_body(DROP, a), parse_body(DROP, b)
        assert isinstance(one, Drop) and isinstance(two, Drop)
        place = (one.game, one.seat, one.seq)
        same = place == (two.game, two.seat, two.seq)
        same &= (one.accused, one.final, one.era) == (two.accused, two.final, two.era)
        tag, signed = "fn1/stmt", (signed_statement(DROP, a), signed_statement(DROP, b))
    if not same or a == b:
        raise BadEvidence("the two do not contradict each other", evidence=data)
    for what, signature in zip(signed, (signature_a, signature_b), strict=True):
        if not verify(binding.sk, tag, what, raw(signature, 64)):
            raise BadEvidence("a signature does not verify", evidence=data)
    return Guilt(binding.ik, *place, kind)

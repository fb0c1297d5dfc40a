"""The messages between nodes and a helper: reserving, asking for somebody, meeting, being carried.

These travel as DATA records of a channel, one byte of kind and CBOR:

    RESERVE   0 | [[circuit token, ..], [candidate, ..]]       a host, to keep being found by these tokens
    RESERVED  1 | [observed, circuits, bytes a second, s]      the helper: so you are seen; what is carried
    ASK       2 | [fingerprint of the host, [candidate, ..]]   a joiner, behind the gate of a circuit token
    CALL      3 | [call, circuit token, observed, [candidate, ..]]     the helper to the host: somebody asks
    MEET      4 | [call, observed, [candidate, ..], carries]   the helper to the joiner, in the same instant
    CARRY     5 | [call]                                       both: what follows here is of the circuit
    GONE      6 | [number]                                     the helper: not this time

An observed address is that of a candidate, in bytes, or empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import blake2b
from typing import Final

from fadenet.node.limits import CANDIDATES, CIRCUIT_TOKENS
from fadenet.node.link.candidates import (
    FINGERPRINT_BYTES,
    Address,
    Candidate,
    pack_candidate,
    unpack_candidate,
    unpack_candidates,
)
from fadenet.node.link.gate import TOKEN_BYTES
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.values import array, blob, flag, raw, uint

CALL_BYTES: Final = 8
RESERVE, RESERVED, ASK, CALL, MEET, CARRY, GONE = range(7)


class Why(IntEnum):
    """Why a helper does not bring two together."""

    AWAY = 0
    FULL = 1
    UNWANTED = 2


def circuit_token(token: bytes) -> bytes:
    """The token by which a helper knows those who hold `token`, of which it learns nothing (12 bytes)."""
    return blake2b(token, digest_size=32, person=b"fn1/rly").digest()[:TOKEN_BYTES]


def helper_token(token: bytes) -> bytes:
    """The token by which guests reserve (12 bytes): at a host, as they hold `token` of its match, or at a
    helper, as they hold that circuit token."""
    return blake2b(token, digest_size=32, person=b"fn1/hlp").digest()[:TOKEN_BYTES]


@dataclass(frozen=True, slots=True)
class Reserve:
    """The circuit tokens by which a host is to be found, and where it can be dialled."""

    tokens: tuple[bytes, ...] = field(repr=False)
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(RESERVE, [list(self.tokens), _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Reserved:
    """The grant of a helper: where it sees the host, circuits at once, bytes a second of each, seconds."""

    observed: Address | None
    circuits: int
    rate: int
    seconds: int

    def pack(self) -> bytes:
        return _pack(RESERVED, [_seen(self.observed), self.circuits, self.rate, self.seconds])


@dataclass(frozen=True, slots=True)
class HostQuery:
    """The host that a joiner asks for (fingerprint), and where the joiner can be dialled itself."""

    host: bytes
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(ASK, [self.host, _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody asks for a host: the call's number, by which token, where it is seen and can be dialled."""

    call: bytes
    token: bytes = field(repr=False)
    observed: Address | None
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(CALL, [self.call, self.token, _seen(self.observed), _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Meet:
    """Where the host is seen and can be dialled, and whether the helper has room for a circuit."""

    call: bytes
    observed: Address | None
    candidates: tuple[Candidate, ...]
    carries: bool

    def pack(self) -> bytes:
        return _pack(MEET, [self.call, _seen(self.observed), _packed(self.candidates), self.carries])


@dataclass(frozen=True, slots=True)
class Carry:
    """From here on this channel is one end of the circuit of a call."""

    call: bytes

    def pack(self) -> bytes:
        return _pack(CARRY, [self.call])


@dataclass(frozen=True, slots=True)
class Gone:
    """The helper does not bring the two together."""

    why: Why

    def pack(self) -> bytes:
        return _pack(GONE, [int(self.why)])


RelayWord = Reserve | Reserved | HostQuery | Call | Meet | Carry | Gone


def parse_word(data: bytes) -> RelayWord:
    """Raises `BadEncoding`."""
    kind, fields = data[0] if data else -1, decode(data[1:])
    if kind == RESERVE:
        tokens, candidates = array(fields, 2)
        named = tuple(raw(one, TOKEN_BYTES) for one in array(tokens, 1, CIRCUIT_TOKENS))
        return Reserve(named, _candidates(candidates))
    if kind == RESERVED:
        observed, circuits, rate, seconds = array(fields, 4)
        return Reserved(_observed(observed), uint(circuits), uint(rate), uint(seconds))
    if kind == ASK:
        host, candidates = array(fields, 2)
        return HostQuery(raw(host, FINGERPRINT_BYTES), _candidates(candidates))
    if kind == CALL:
        call, token, observed, candidates = array(fields, 4)
        names = raw(call, CALL_BYTES), raw(token, TOKEN_BYTES)
        return Call(*names, _observed(observed), _candidates(candidates))
    if kind == MEET:
        call, observed, candidates, carries = array(fields, 4)
        where = _observed(observed), _candidates(candidates)
        return Meet(raw(call, CALL_BYTES), *where, flag(carries))
    if kind == CARRY:
        return Carry(raw(array(fields, 1)[0], CALL_BYTES))
    if kind == GONE:
        number = uint(array(fields, 1)[0], 255)
        return Gone(Why(number) if number in list(Why) else Why.UNWANTED)
    raise BadEncoding("a word of no known kind to or from a helper")


def _pack(kind: int, fields: Sequence[object]) -> bytes:
    return bytes([kind]) + encode(list(fields))


def _packed(candidates: Iterable[Candidate]) -> list[bytes]:
    return list(map(pack_candidate, candidates))


def _candidates(x: object) -> tuple[Candidate, ...]:
    return unpack_candidates([blob(one) for one in array(x, 0, CANDIDATES)])


def _seen(observed: Address | None) -> bytes:
    return b"" if observed is None else pack_candidate(observed)


def _observed(x: object) -> Address | None:
    packed = blob(x)
    seen = unpack_candidate(packed) if packed else None
    if packed and not isinstance(seen, Address):
        raise BadEncoding("an observed address that is none")
    return seen if isinstance(seen, Address) else None

"""Invitations: one line of text that tells a joiner whom to reach, where, and with which token.

`fadenet:` and lower-case base32 (RFC 4648 section 6, no padding) of

    version 1 | flags 1 | host fingerprint 16 | token 12 | expiry 3 (hours since 1970) | n 1 | n candidates |
    checksum 3

A candidate is kind 1 and its body: v4 or v6 with the bits tcp and udp (ip, port 2), a QUIC endpoint id (32),
a relay (fingerprint 16, ip, port 2). Kinds from 64 on carry a length byte and are skipped when unknown.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from fadenet.node.errors import BadInvite
from fadenet.node.limits import CANDIDATES, INVITE_BYTES, INVITE_TEXT
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.link.links import Address, Candidate, IrohId, RelayAddress
from fadenet.node.link.noise import Rng

PREFIX: Final = "fadenet:"
VERSION: Final = 2
FINGERPRINT_BYTES: Final = 16
_SPECTATOR: Final = 1
_SUM_BYTES: Final = 3
_HEAD_BYTES: Final = 2 + FINGERPRINT_BYTES + TOKEN_BYTES + 3 + 1
_V4, _V6, _IROH, _RELAY_V4, _RELAY_V6 = 1, 2, 3, 4, 5
_TCP, _UDP, _LENGTH_FROM = 16, 32, 64
_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz234567")
_LOOKALIKES: Final = str.maketrans("018", "olb")
_NOISE: Final = re.compile(
    r"[\s\"'`<>*_,;.()\[\]|\\\u2018\u2019\u201c\u201d\u00ab\u00bb\u200b-\u200f\u2060\ufeff\u00ad]"
)
HOUR_S: Final = 3600
_HOURS_MAX: Final = 2**24 - 1


@dataclass(frozen=True, slots=True)
class Invite:
    """`fingerprint` of the host (16 bytes), `token` (12), `expires` (hours since 1970), where to dial.

    `spectator` opens a place to watch instead of a seat.
    """

    fingerprint: bytes
    token: bytes = field(repr=False)
    expires: int
    candidates: tuple[Candidate, ...]
    spectator: bool = False

    def warning(self, now: float) -> str | None:
        """What to tell when it looks expired at `now` (s since 1970); only the host's clock decides."""
        if now < self.expires * HOUR_S:
            return None
        return "This invitation looks expired; if the host refuses it, ask for a fresh one."


def new_token(rng: Rng) -> bytes:
    """A fresh secret of 12 bytes."""
    return rng(TOKEN_BYTES)


def expiry(now: float, hours: int) -> int:
    """`hours` from `now` (s since 1970) as hours since 1970, rounded up."""
    return min(_HOURS_MAX, -(-int(now) // HOUR_S) + hours)


def make_invite(invite: Invite) -> str:
    """The line to paste. Raises `ValueError` for what does not fit: our own bug."""
    return PREFIX + _text(_body(invite))


def parse_invite(text: str) -> Invite:
    """Read an invitation however mangled. Raises `BadInvite` with the sentence for the player."""
    clean = _NOISE.sub("", text[:INVITE_TEXT]).lower()
    if PREFIX in clean:
        clean = clean.partition(PREFIX)[2]
    elif ":" in clean or len(clean) < _HEAD_BYTES:
        raise BadInvite(f"This is no {PREFIX[:-1]} line; copy the whole line that begins with {PREFIX}.")
    return _read(_bytes(clean.translate(_LOOKALIKES)))


# Writing


def _text(body: bytes) -> str:
    return base64.b32encode(body + _checksum(body)).decode().rstrip("=").lower()


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=32, person=b"fn1/sum").digest()[:_SUM_BYTES]


def _body(invite: Invite) -> bytes:
    if len(invite.fingerprint) != FINGERPRINT_BYTES or len(invite.token) != TOKEN_BYTES:
        raise ValueError("a fingerprint has 16 bytes and a token 12")
    if not 0 <= invite.expires <= _HOURS_MAX or len(invite.candidates) > CANDIDATES:
        raise ValueError("the expiry or the candidates do not fit")
    body = (
        bytes((VERSION, _SPECTATOR if invite.spectator else 0))
        + invite.fingerprint
        + invite.token
        + invite.expires.to_bytes(3, "big")
        + bytes((len(invite.candidates),))
        + b"".join(_pack(candidate) for candidate in invite.candidates)
    )
    if len(body) + _SUM_BYTES > INVITE_BYTES:
        raise ValueError("too many bytes of candidates")
    return body


def _pack(candidate: Candidate) -> bytes:
    if isinstance(candidate, IrohId):
        if len(candidate.key) != 32:
            raise ValueError("an endpoint id has 32 bytes")
        return bytes((_IROH,)) + candidate.key
    ip = ipaddress.ip_address(candidate.host).packed
    where = ip + candidate.port.to_bytes(2, "big")
    if isinstance(candidate, RelayAddress):
        if len(candidate.fingerprint) != FINGERPRINT_BYTES:
            raise ValueError("a fingerprint has 16 bytes")
        return bytes((_RELAY_V4 if len(ip) == 4 else _RELAY_V6,)) + candidate.fingerprint + where
    links = (_TCP if candidate.tcp else 0) | (_UDP if candidate.udp else 0)
    if not links:
        raise ValueError("an address needs tcp, udp or both")
    return bytes(((_V4 if len(ip) == 4 else _V6) | links,)) + where


# Reading


def _bytes(letters: str) -> bytes:
    for place, letter in enumerate(letters, 1):
        if letter not in _ALPHABET:
            raise BadInvite(f"Character {place} ({letter!r}) does not belong in this line; copy it again.")
    if len(letters) > INVITE_BYTES * 8 // 5 + 1:
        raise BadInvite("This line is too long; copy only the invitation itself.")
    if len(letters) % 8 in (1, 3, 6):
        raise _cut_off()
    raw = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    if base64.b32encode(raw).decode().rstrip("=").lower() != letters:
        raise _garbled()
    return raw


def _cut_off() -> BadInvite:
    return BadInvite("The end of this line is missing; copy the whole line.")


def _garbled() -> BadInvite:
    return BadInvite("A character of this line is wrong; copy it instead of typing, or ask for it again.")


def _read(raw: bytes) -> Invite:
    if raw[:1] and raw[0] != VERSION:
        if len(raw) > _SUM_BYTES and _checksum(raw[:-_SUM_BYTES]) == raw[-_SUM_BYTES:]:
            raise BadInvite(
                f"This line is of version {raw[0]}, this program reads {VERSION}; update "
                + ("this program." if raw[0] > VERSION else "the host's program.")
            )
        raise _garbled()
    if len(raw) < _HEAD_BYTES + _SUM_BYTES:
        raise _cut_off()
    body, intact = raw[:-_SUM_BYTES], _checksum(raw[:-_SUM_BYTES]) == raw[-_SUM_BYTES:]
    at, candidates = _HEAD_BYTES, []
    if body[at - 1] > CANDIDATES:
        raise _garbled()
    for _ in range(body[at - 1]):
        end = _candidate_end(body, at)
        if end > len(body):
            raise _cut_off()
        candidate = _unpack(body[at], body[at + 1 : end])
        if candidate is not None:
            candidates.append(candidate)
        at = end
    if at < len(body) and not intact:
        raise BadInvite("Something has been added to this line or got lost in it; copy only the line itself.")
    if at != len(body) or not intact:
        raise _garbled()
    fingerprint, token = body[2:18], body[18:30]
    return Invite(
        fingerprint, token, int.from_bytes(body[30:33], "big"), tuple(candidates), bool(body[1] & _SPECTATOR)
    )


def _candidate_end(body: bytes, at: int) -> int:
    """The offset behind the candidate at `at`, which may lie beyond the end of `body`."""
    if at >= len(body):
        return at + 1
    kind = body[at]
    if kind >= _LENGTH_FROM:
        return at + 2 + (body[at + 1] if at + 1 < len(body) else 0)
    sizes = {_IROH: 32, _RELAY_V4: 22, _RELAY_V6: 34}
    for links in (_TCP, _UDP, _TCP | _UDP):
        sizes |= {_V4 | links: 6, _V6 | links: 18}
    if kind not in sizes:
        raise _garbled()
    return at + 1 + sizes[kind]


def _unpack(kind: int, data: bytes) -> Candidate | None:
    if kind >= _LENGTH_FROM:
        return None
    if kind == _IROH:
        return IrohId(data)
    relay = kind in (_RELAY_V4, _RELAY_V6)
    fingerprint, where = (data[:16], data[16:]) if relay else (b"", data)
    host, port = str(ipaddress.ip_address(where[:-2])), int.from_bytes(where[-2:], "big")
    if relay:
        return RelayAddress(fingerprint, host, port)
    return Address(host, port, tcp=bool(kind & _TCP), udp=bool(kind & _UDP))

"""Invitations: one line of text that tells a joiner whom to reach, where, and with which token.

`fadenet:` and lower-case base32 (RFC 4648 section 6, no padding) of

    version 1 | flags 1 | host fingerprint 16 | token 12 | expiry 3 (hours since 1970) | n 1 | n candidates |
    checksum 3

The candidates are those of `link.candidates`. A relay's line says `fadenet-relay:` instead and has flag bit 1
set; its token is the right to be carried.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final

from fadenet.node.errors import BadInvite
from fadenet.node.limits import CANDIDATES, INVITE_BYTES, INVITE_TEXT
from fadenet.node.link.candidates import (
    FINGERPRINT_BYTES,
    Candidate,
    candidate_end,
    pack_candidate,
    unpack_candidate,
)
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.link.noise import Rng
from protocol.faults import BadEncoding

PREFIX: Final = "fadenet:"
RELAY_PREFIX: Final = "fadenet-relay:"
VERSION: Final = 2
_SPECTATOR, _RELAY, _STANDING = 1, 2, 4
_SUM_BYTES: Final = 3
_HEAD_BYTES: Final = 2 + FINGERPRINT_BYTES + TOKEN_BYTES + 3 + 1
_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz234567")
_LOOKALIKES: Final = str.maketrans("018", "olb")
_NOISE: Final = re.compile(
    r"[\s\"'`<>*_,;.()\[\]|\\\u2018\u2019\u201c\u201d\u00ab\u00bb\u200b-\u200f\u2060\ufeff\u00ad]"
)
HOUR_S: Final = 3600
_HOURS_MAX: Final = 2**24 - 1


@dataclass(frozen=True, slots=True)
class Invite:
    """`fingerprint` of the host (16 bytes), `token` (12), `expires` (hours since 1970, 0 = never), where to
    dial.

    `spectator` opens a place to watch instead of a seat; `relay` is a relay's own line; `standing` is good
    for one match after another.
    """

    fingerprint: bytes
    token: bytes = field(repr=False)
    expires: int
    candidates: tuple[Candidate, ...]
    spectator: bool = False
    relay: bool = False
    standing: bool = False

    def warning(self, now: float) -> str | None:
        """A sentence for our player where it looks expired at `now` (s since 1970), else None; only the
        host's clock decides."""
        if not self.expires or now < self.expires * HOUR_S:
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
    return (RELAY_PREFIX if invite.relay else PREFIX) + _text(_body(invite))


def longest_invite(invite: Invite) -> str:
    """The line to paste, with as many of the candidates as there is room for."""
    there = invite.candidates
    while True:
        try:
            return make_invite(replace(invite, candidates=there))
        except ValueError:
            if not there:
                raise
            there = there[:-1]


def parse_invite(text: str) -> Invite:
    """Read an invitation however mangled. Raises `BadInvite` with the sentence for the player."""
    invite = _parse(text, PREFIX)
    if invite.relay:
        raise BadInvite("This is the line of a relay, not of a table: fadenet relay add LINE")
    return invite


def parse_seat(text: str) -> Invite:
    """Read an invitation to a seat. Raises `BadInvite`, also for one to look on."""
    invite = parse_invite(text)
    if invite.spectator:
        raise BadInvite(
            "This line is for looking on, not for a seat: fadenet watch LINE. "
            "To play, ask the host for the line of the table."
        )
    return invite


def parse_relay_line(text: str) -> Invite:
    """Read the line of a relay, as `parse_invite` reads an invitation. Raises `BadInvite`."""
    line = _parse(text, RELAY_PREFIX)
    if not line.relay:
        raise BadInvite("This is an invitation to a table, not the line of a relay: fadenet join INVITE")
    if not line.candidates:
        raise BadInvite("This relay's line names no address; ask for a fresh one.")
    return line


def parse_any_line(text: str) -> Invite:
    """Read an invitation or the line of a relay: where a node can be dialled. Raises `BadInvite`."""
    line = _parse(text, PREFIX)
    if not line.candidates:
        raise BadInvite("This line names no address; ask for a fresh one.")
    return line


def _parse(text: str, prefix: str) -> Invite:
    clean = _NOISE.sub("", text[:INVITE_TEXT]).lower()
    there = [one for one in (RELAY_PREFIX, PREFIX) if one in clean]
    if there:
        clean = clean.partition(there[0])[2]
    elif ":" in clean or len(clean) < _HEAD_BYTES:
        raise BadInvite(f"This is no {prefix[:-1]} line; copy the whole line that begins with {prefix}.")
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
    flags = _SPECTATOR * invite.spectator | _RELAY * invite.relay | _STANDING * invite.standing
    body = (
        bytes((VERSION, flags))
        + invite.fingerprint
        + invite.token
        + invite.expires.to_bytes(3, "big")
        + bytes((len(invite.candidates),))
        + b"".join(map(pack_candidate, invite.candidates))
    )
    if len(body) + _SUM_BYTES > INVITE_BYTES:
        raise ValueError("too many bytes of candidates")
    return body


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
        try:
            end = candidate_end(body, at)
            if end > len(body):
                raise _cut_off()
            candidate = unpack_candidate(body[at:end])
        except BadEncoding as error:
            raise _garbled() from error
        if candidate is not None:
            candidates.append(candidate)
        at = end
    if at < len(body) and not intact:
        raise BadInvite("Something has been added to this line or got lost in it; copy only the line itself.")
    if at != len(body) or not intact:
        raise _garbled()
    fingerprint, token = body[2:18], body[18:30]
    expires, flags = int.from_bytes(body[30:33], "big"), body[1]
    kinds = bool(flags & _SPECTATOR), bool(flags & _RELAY), bool(flags & _STANDING)
    return Invite(fingerprint, token, expires, tuple(candidates), *kinds)

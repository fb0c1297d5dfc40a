"""Another program, written from `WIRE.md` and the specification alone: nothing of the project is imported.

It knows how a guest comes to a table, through a helper if need be, and is found there itself, and says HELLO,
and no rules: it never signs an entry.
"""

from __future__ import annotations

import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from hashlib import blake2b, sha256
from typing import Any

import cbor2
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from noise.connection import Keypair, NoiseConnection

DATA, PING, PONG, BYE, GREET, REFUSE = range(6)
RESUME, FRAME, ACK = range(3)
SEAT, RELAY, INTRODUCE, BOX = 0, 3, 4, 6
RESERVE, RESERVED, ASK, CALL, MEET, CARRY, GONE, OPEN, PUT, TAKE, YES, PARCEL, TAKEN = range(13)
PIECE_BYTES = 16_367
NOBODY = bytes(16)


def blake(size: int, tag: str, data: bytes, key: bytes = b"") -> bytes:
    """BLAKE2b under a tag of the project, filled up with zero bytes to 16."""
    return blake2b(data, digest_size=size, key=key, person=("fn1/" + tag).encode().ljust(16, b"\0")).digest()


def var(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def cbor(value: object) -> bytes:
    return cbor2.dumps(value, canonical=True)


def fingerprint(ik: bytes) -> bytes:
    return blake(16, "fp", ik)


def gate(token: bytes, ephemeral: bytes, host: bytes) -> bytes:
    """The payload of m1. host: its fingerprint."""
    return blake(32, "inv", token)[:4] + blake(32, "gate", ephemeral + host, token)[:16]


def circuit_token(token: bytes) -> bytes:
    return blake(32, "rly", token)[:12]


def helper_token(token: bytes) -> bytes:
    return blake(32, "hlp", token)[:12]


def resume(own: bytes, other: bytes, last: int) -> bytes:
    return struct.pack(">B16s16sI", RESUME, own, other, last)


def frame(number: int, last: int, message: bytes) -> bytes:
    return struct.pack(">BII", FRAME, number, last) + message


def ack(last: int) -> bytes:
    return struct.pack(">BI", ACK, last)


def text_of(value: Any) -> str:
    """The text over which rules and cards are hashed."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{text_of(key)}:{text_of(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(text_of, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def stated(statements: list[bytes], result: bytes = b"") -> bytes:
    """The digest of HEADS, of whole statements of honest seats. result: the body of the RESULT."""
    said = sorted(_comes_to(kind, body) for _, kind, body, _ in map(cbor2.loads, statements))
    plain = [blake2b(one, digest_size=32).digest() for one in said]
    return blake(16, "stated", b"".join(plain) + result)


def _comes_to(kind: int, body: bytes) -> bytes:
    """The part of an AUDIT that fits, a VERDICT, or any other statement in that digest."""
    seat = cbor2.loads(body)[1]
    short = {15: [15, seat, 2], 16: [16, seat]}
    return cbor2.dumps(short[kind]) if kind in short else bytes([kind]) + body


class Stranger:
    """A player with keys of its own for one match, all of them from a seed."""

    def __init__(self, seed: bytes) -> None:
        def secret(what: bytes) -> bytes:
            return blake2b(seed + what, digest_size=32).digest()

        self.key = Ed25519PrivateKey.from_private_bytes(secret(b"ik"))
        self.ik = self.key.public_key().public_bytes_raw()
        self.static = X25519PrivateKey.from_private_bytes(secret(b"s"))
        self.boot_nonce = secret(b"boot")[:16]
        self.secret = secret

    def sign(self, tag: str, data: bytes) -> bytes:
        return self.key.sign(f"fn1/{tag}".encode() + b"\0" + data)

    def hello(self, offer: list[Any], present: list[tuple[bytes, bytes]], decks: list[list[int]]) -> bytes:
        """The HELLO of a match as it was offered, to those present: (IK, nonce) of all."""
        _, config, rules, cards, _, _, _ = offer
        sk = Ed25519PrivateKey.from_private_bytes(self.secret(b"sk"))
        xk = X25519PrivateKey.from_private_bytes(self.secret(b"xk"))
        master = self.secret(b"m")
        mc = blake(32, "mc", self.ik + master)
        dc = blake(32, "deck", self.ik + var(cbor(decks)), blake(16, "dsalt", b"", master))
        together = struct.pack(">I", len(present)) + b"".join(ik + nonce for ik, nonce in sorted(present))
        seating = blake(32, "seating", together)
        hello = cbor([2, rules, cards, config, 1, self.secret(b"nonce"), seating, mc, dc])
        publics = [sk.public_key().public_bytes_raw(), xk.public_key().public_bytes_raw()]
        keys = cbor([self.ik, *publics, blake(32, "hello", var(hello))])
        by_sk = sk.sign(b"fn1/keys\0" + keys)
        return cbor([2, 0, hello, keys, self.sign("keys", keys), by_sk])


class Refused(Exception):
    """The node does not let us in; `reason` is its number for why."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class Line:
    """A channel to a node, and the session over it. `heard`: numbers of the node's FRAMEs so far."""

    def __init__(self, stream: trio.abc.Stream, who: Stranger) -> None:
        self._stream = stream
        self._who = who
        self._buffer = b""
        self._noise = NoiseConnection.from_name(b"Noise_XX_25519_ChaChaPoly_SHA256")
        self.id = NOBODY
        self.theirs = NOBODY
        self.heard = 0
        self.said = 0
        self.confirmed = 0
        self.host = b""
        self.greeted: list[Any] = []

    async def _read(self) -> bytes:
        while len(self._buffer) < 2 or len(self._buffer) < 2 + struct.unpack(">H", self._buffer[:2])[0]:
            more = await self._stream.receive_some(65536)
            assert more, "the node has hung up"
            self._buffer += more
        size = struct.unpack(">H", self._buffer[:2])[0]
        message, self._buffer = self._buffer[2 : 2 + size], self._buffer[2 + size :]
        return bytes(message)

    async def _write(self, *messages: bytes) -> None:
        await self._stream.send_all(b"".join(struct.pack(">H", len(m)) + m for m in messages))

    def _sealed(self, kind: int, content: bytes = b"") -> bytes:
        return bytes(self._noise.encrypt(bytes([kind]) + content))

    async def open(self, host: bytes, token: bytes) -> None:
        """Handshake, GREET and RESUME. host: the fingerprint of the node that is dialled."""
        self.id = self._who.secret(host)[:16]
        await self.greet(host, token, SEAT, resume(self.id, self.theirs, self.heard))
        content = await self.data()
        assert (content[0], len(content)) == (RESUME, 37)
        _, self.theirs, mine, last = struct.unpack(">B16s16sI", content)
        assert (mine, last) in ((NOBODY, 0), (self.id, 0))

    async def greet(self, host: bytes, token: bytes, purpose: int, first: bytes) -> None:
        """Handshake and GREET, and a DATA that goes along."""
        noise, who = self._noise, self._who
        ephemeral = X25519PrivateKey.generate()
        noise.set_as_initiator()
        noise.set_prologue(b"fn1/noise\0")
        noise.set_keypair_from_private_bytes(Keypair.STATIC, who.static.private_bytes_raw())
        noise.set_keypair_from_private_bytes(Keypair.EPHEMERAL, ephemeral.private_bytes_raw())
        noise.start_handshake()
        m1 = bytes(noise.write_message(gate(token, ephemeral.public_key().public_bytes_raw(), host)))
        assert len(m1) == 52
        before = noise.noise_protocol.symmetric_state.h
        await self._write(m1)
        m2 = await self._read()
        assert len(m2) == 192
        proof = bytes(noise.read_message(m2))
        self.host = proof[:32]
        assert fingerprint(self.host) == host
        bound = sha256(sha256(before + m2[:32]).digest() + m2[32:80]).digest()
        Ed25519PublicKey.from_public_bytes(self.host).verify(proof[32:], b"fn1/proof\0" + bound)
        state = noise.noise_protocol.symmetric_state
        nonce = bytes(4) + struct.pack("<Q", state.cipher_state.n)
        ours = who.static.public_key().public_bytes_raw()
        sealed = ChaCha20Poly1305(state.cipher_state.k).encrypt(nonce, ours, state.h)
        bound = sha256(state.h + sealed).digest()
        m3 = bytes(noise.write_message(who.ik + who.sign("proof", bound)))
        assert len(m3) == 160
        greet = cbor([2, noise.get_handshake_hash(), who.boot_nonce, b"", "", purpose, 1])
        await self._write(m3, self._sealed(GREET, greet), self._sealed(DATA, first))
        kind, content = await self._record()
        if kind == REFUSE:
            assert len(content) == 1 and await self._record() == (BYE, b"")
            raise Refused(content[0])
        assert kind == GREET
        self.greeted = cbor2.loads(content)
        assert self.greeted[:2] == [2, noise.get_handshake_hash()] and self.greeted[5] == purpose

    async def data(self) -> bytes:
        """The content of the next record, which is DATA."""
        kind, content = await self._record()
        assert kind == DATA
        return content

    async def say_data(self, content: bytes) -> None:
        await self._write(self._sealed(DATA, content))

    async def _record(self) -> tuple[int, bytes]:
        """The next record that is not PING or PONG."""
        while True:
            plain = bytes(self._noise.decrypt(await self._read()))
            if plain[0] == PING:
                await self._write(self._sealed(PONG))
            elif plain[0] != PONG:
                return plain[0], plain[1:]

    async def say(self, message: bytes) -> None:
        self.said += 1
        await self._write(self._sealed(DATA, frame(self.said, self.heard, message)))

    async def hear(self) -> tuple[int, bytes]:
        """The next message: kind and body. It is confirmed at once."""
        while True:
            kind, content = await self._record()
            assert kind == DATA
            if content[0] == ACK:
                (self.confirmed,) = struct.unpack(">I", content[1:])
                continue
            kind, number, self.confirmed = struct.unpack(">BII", content[:9])
            assert (kind, number) == (FRAME, self.heard + 1)
            self.heard = number
            await self._write(self._sealed(DATA, ack(number)))
            return content[9], content[10:]

    async def hear_out(self, last: int) -> dict[int, list[bytes]]:
        """All bodies by kind, up to the first message of a kind."""
        found: dict[int, list[bytes]] = {}
        while last not in found:
            kind, body = await self.hear()
            found.setdefault(kind, []).append(body)
        return found

    async def bye(self) -> None:
        await self._write(self._sealed(BYE))


@asynccontextmanager
async def line_to(stream: trio.abc.Stream, who: Stranger, host: bytes, token: bytes) -> AsyncGenerator[Line]:
    """A line that is open while the block runs."""
    async with stream:
        line = Line(stream, who)
        await line.open(host, token)
        yield line
        await line.bye()


class Circuit(trio.abc.Stream):
    """A byte stream to a host, in the records of a channel to a helper."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._buffer = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        whole = bytes(data)
        for at in range(0, len(whole), PIECE_BYTES):
            await self._line.say_data(whole[at : at + PIECE_BYTES])

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        self._buffer = self._buffer or await self._line.data()
        taken, self._buffer = self._buffer[:max_bytes], self._buffer[len(self._buffer[:max_bytes]) :]
        return taken

    async def aclose(self) -> None:
        await self._line.bye()


async def circuit_through(
    stream: trio.abc.Stream, who: Stranger, helper: bytes, host: bytes, token: bytes
) -> Circuit:
    """A circuit to a host. helper, host: their fingerprints; token: with which the host would be dialled.
    Raises `Refused` with the number of GONE."""
    line = Line(stream, who)
    await line.greet(helper, circuit_token(token), INTRODUCE, bytes([ASK]) + cbor([host, []]))
    word = await line.data()
    if word[0] == GONE:
        raise Refused(cbor2.loads(word[1:])[0])
    assert word[0] == MEET
    call, _, _, carries = cbor2.loads(word[1:])
    assert len(call) == 8 and carries is True
    await line.say_data(bytes([CARRY]) + cbor([call]))
    return Circuit(line)


async def found_at(stream: trio.abc.Stream, who: Stranger, helper: bytes, token: bytes) -> Line:
    """The words of a helper to a guest that is found there, from RESERVED on. helper: its fingerprint; token:
    with which the players of the match dial each other."""
    line, known = Line(stream, who), circuit_token(token)
    await line.greet(helper, helper_token(known), RELAY, bytes([RESERVE]) + cbor([[known], []]))
    word = await line.data()
    assert word[0] == RESERVED and len(cbor2.loads(word[1:])) == 4
    return line


def box_tag(secret: bytes, ik: bytes) -> bytes:
    return blake(32, "box", secret + ik)[:12]


def box_gate(tag: bytes) -> bytes:
    return blake(32, "bxg", tag)[:12]


async def open_boxes(
    stream: trio.abc.Stream, who: Stranger, helper: bytes, line_token: bytes, tags: list[bytes]
) -> None:
    """Have boxes at a helper (its fingerprint), by its line."""
    line = Line(stream, who)
    await line.greet(helper, line_token, BOX, bytes([OPEN]) + cbor([tags, 30, b""]))
    assert await line.data() == bytes([YES]) + cbor([])
    await stream.aclose()


async def put_parcel(
    stream: trio.abc.Stream, who: Stranger, helper: bytes, owner: bytes, tag: bytes, parcel: bytes
) -> None:
    """Put a parcel into the box of a player. helper, owner: their fingerprints."""
    line = Line(stream, who)
    await line.greet(helper, box_gate(tag), BOX, bytes([PUT]) + cbor([owner, tag, len(parcel)]))
    assert await line.data() == bytes([YES]) + cbor([])
    for at in range(0, len(parcel), PIECE_BYTES):
        await line.say_data(parcel[at : at + PIECE_BYTES])
    assert await line.data() == bytes([YES]) + cbor([])
    await stream.aclose()


async def take_parcels(
    stream: trio.abc.Stream, who: Stranger, helper: bytes, token: bytes, tags: list[bytes]
) -> list[tuple[bytes, bytes]]:
    """All that lies in boxes of one's own, and under which tag. token: of the helper's line, or of a tag."""
    line, taken = Line(stream, who), []
    await line.greet(helper, token, BOX, bytes([TAKE]) + cbor([tags]))
    while (word := await line.data()) != bytes([YES]) + cbor([]):
        assert word[0] == PARCEL
        tag, number, size = cbor2.loads(word[1:])
        parcel = b""
        while len(parcel) < size:
            parcel += await line.data()
        taken.append((tag, parcel))
        await line.say_data(bytes([TAKEN]) + cbor([number]))
    await stream.aclose()
    return taken

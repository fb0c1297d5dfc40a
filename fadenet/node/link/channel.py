"""The secure channel: records between two proven identities, kept alive, paced and bounded.

A record is a Noise transport message: one byte of kind, then the content. Somebody must always be in
`receive`: that is where pings are answered, silence is noticed and the peer's pace is held down.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import trio
from cryptography.exceptions import InvalidTag

from fadenet.node import limits
from fadenet.node.errors import BadChannelRecord, PeerGone, TooFast, TooSlow
from fadenet.node.link.candidates import Address
from fadenet.node.link.framing import Wire, lost
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.noise import CipherState
from fadenet.node.link.rates import Bucket
from protocol.encoding import decode, encode

VERSION: Final = 2


class RecordKind(IntEnum):
    """The first byte inside a record."""

    DATA = 0
    PING = 1
    PONG = 2
    BYE = 3
    GREET = 4
    REFUSE = 5


class Purpose(IntEnum):
    """The purpose for which the dialler comes."""

    SEAT = 0
    RESUME = 1
    SPECTATE = 2
    RELAY = 3
    INTRODUCE = 4
    BOARD = 5
    BOX = 6
    OTHER = 255
    """Something that only another version knows: declined."""


@dataclass(frozen=True, slots=True)
class Greet:
    """The first thing each side says on a channel.

    `channel_id` (32 bytes) must be the reader's own, so that no relay can splice two channels; `observed` is
    the reader's address as the writer sees it; `iroh_key` is the writer's QUIC endpoint (32 bytes) or empty.
    """

    channel_id: bytes
    boot_nonce: bytes
    iroh_key: bytes
    observed: str
    purpose: Purpose
    kind: PlayerKind
    version: int = VERSION

    def pack(self) -> bytes:
        fields = [self.channel_id, self.boot_nonce, self.iroh_key, self.observed]
        return encode([self.version, *fields, int(self.purpose), int(self.kind)])


def parse_greet(data: bytes) -> Greet:
    """Read a GREET; of another version only `version` means anything. Raises `BadEncoding` or
    `BadChannelRecord`."""
    value = decode(data)
    if type(value) is not list or not value or type(value[0]) is not int:
        raise BadChannelRecord("a GREET that is no list with a version in front")
    if value[0] != VERSION:
        return Greet(b"", b"", b"", "", Purpose.SEAT, PlayerKind.HUMAN, version=value[0])
    if [type(field) for field in value] != [int, bytes, bytes, bytes, str, int, int]:
        raise BadChannelRecord("a GREET of another shape")
    _, channel_id, nonce, iroh_key, observed, purpose, kind = value
    if len(nonce) != 16 or len(iroh_key) not in (0, 32) or len(observed) > 64:
        raise BadChannelRecord("a field of GREET has the wrong length")
    if not 0 <= purpose <= Purpose.OTHER or kind not in list(PlayerKind):
        raise BadChannelRecord(
            "a GREET with an unknown kind of player, or a purpose that is no number of a byte"
        )
    wanted = Purpose(purpose) if purpose in list(Purpose) else Purpose.OTHER
    return Greet(channel_id, nonce, iroh_key, observed, wanted, PlayerKind(kind))


class Channel:
    """A secure, ordered channel of byte strings to one proven peer. Made by `dial` and by the node's
    listener.

    `peer`           the other player's IK, 32 bytes
    `channel_id`     the handshake hash, 32 bytes, the same on both sides; may be logged
    `resume_secret`  32 bytes: the token with which this pair may dial one another next time
    `dialled_by`     the IK of whoever dialled
    `greet`          what the peer said of itself
    `stranger`       held to the tight limits until `promote`
    `rtt`            seconds of the last ping and its answer, None before the first
    `doubted`        told when whoever uses it begins to doubt that it leads anywhere
    """

    def __init__(
        self,
        wire: Wire,
        ciphers: tuple[CipherState, CipherState],
        *,
        peer: bytes,
        dialled_by: bytes,
        channel_id: bytes,
        resume_secret: bytes,
    ) -> None:
        self._wire = wire
        self._out, self._in = ciphers
        self.peer = peer
        self.dialled_by = dialled_by
        self.channel_id = channel_id
        self.resume_secret = resume_secret
        self.greet: Greet
        self.rtt: float | None = None
        self.doubted: Callable[[], None] = lambda: None
        self._lock = trio.Lock()
        self._broken = self._closed = self._owes_pong = False
        self._queued = self._queued_bytes = 0
        now = trio.current_time()
        self.made_at = self._left_at = self._pinged_at = self._may_read_at = now
        self._over_since: float | None = None
        self._messages: Bucket | None
        self.stranger = True
        words, size = limits.STRANGER_MESSAGES_PER_S, limits.STRANGER_BYTES_PER_S
        self.set_rates(Bucket(words, words, now), Bucket(size, size, now))

    def __repr__(self) -> str:
        return f"<channel {self.channel_id.hex()[:8]} over {self._wire.link!r}>"

    @property
    def kind(self) -> str:
        """The kind of link underneath: `tcp`, ..."""
        return self._wire.link.kind

    @property
    def remote(self) -> Address:
        """The address of the other side."""
        return self._wire.link.remote

    @property
    def source(self) -> str:
        """The source that its link counts as."""
        return self._wire.link.source

    @property
    def site(self) -> str:
        """The site that its link counts as."""
        return self._wire.link.site

    @property
    def relay(self) -> str:
        """The name or address of the node that carries the link between the two, "" for a direct one."""
        return self._wire.link.relay

    @property
    def local(self) -> str:
        """The address of ours that it uses, "" where there is none to tell."""
        return self._wire.link.local

    @property
    def small(self) -> bool:
        """Whether it is carried in small segments."""
        return self._wire.link.small

    def fell_silent(self) -> None:
        """Nothing comes from the other side any more: the next link there may have to be another one."""
        self._wire.link.fell_silent()

    def promote(self) -> None:
        """From a stranger to an admitted peer: larger records, higher rates."""
        self.stranger = False
        self._over_since = None
        words, burst = limits.ADMITTED_MESSAGES_PER_S, limits.ADMITTED_MESSAGES_BURST
        size, now = limits.ADMITTED_BYTES_PER_S, trio.current_time()
        self.set_rates(Bucket(words, burst, now), Bucket(size, size, now))

    def suit(self, ours: PlayerKind) -> None:
        """Between two bots the number of messages a second has no limit; that of bytes stays."""
        if ours is PlayerKind.BOT and self.greet.kind is PlayerKind.BOT:
            self._messages = None

    def set_rates(self, messages: Bucket | None, size: Bucket) -> None:
        """How many messages and bytes a second are read of the peer; messages None = any number."""
        self._messages = messages
        self._bytes = size

    # Sending

    async def send(self, data: bytes) -> None:
        """Send up to `limits.DATA_BYTES` bytes; raises `PeerGone`, or `TooSlow` when too much waits already.

        Cancelling a send that has begun breaks the channel.
        """
        if len(data) > limits.DATA_BYTES:
            raise ValueError(f"{len(data)} bytes; a record carries at most {limits.DATA_BYTES}")
        if (
            self._queued >= limits.SEND_QUEUE_MESSAGES
            or self._queued_bytes + len(data) > limits.SEND_QUEUE_BYTES
        ):
            raise await self._too_slow()
        self._queued += 1
        self._queued_bytes += len(data)
        try:
            await self.send_record(RecordKind.DATA, data)
        finally:
            self._queued -= 1
            self._queued_bytes -= len(data)

    def offer(self, data: bytes) -> bool:
        """Send up to `limits.DATA_BYTES` bytes without waiting: what the connection has no room for is
        `behind`, and for `flush` to send. Returns whether it was taken; it is not while something is being
        sent, nor by a channel that is over."""
        if self._lock.locked() or self._broken or self._closed or self._out.spent:
            return False
        self._wire.offer(self.seal(RecordKind.DATA, data))
        return True

    @property
    def behind(self) -> bool:
        """Whether something that was offered has not left."""
        return bool(self._wire.behind)

    async def flush(self) -> None:
        """Wait until what was offered has left; raises `PeerGone`. Cancelling that breaks the channel."""
        await self._send(None)

    async def send_record(self, kind: RecordKind, data: bytes = b"") -> None:
        """Send one record of any kind; raises `PeerGone`."""
        await self._send(kind, data)

    async def _send(self, kind: RecordKind | None, data: bytes = b"") -> None:
        try:
            self._lock.acquire_nowait()  # the usual case, and spares a round through the scheduler
        except trio.WouldBlock:
            await self._lock.acquire()
        try:
            await self._write(kind, data)
            while self._owes_pong:
                self._owes_pong = False
                await self._write(RecordKind.PONG)
        finally:
            self._lock.release()

    def seal(self, kind: RecordKind, data: bytes = b"") -> bytes:
        """The next record as a message, for what must leave in one piece with something else."""
        return self._out.encrypt(bytes((kind,)) + data)

    async def _write(self, kind: RecordKind | None, data: bytes = b"") -> None:
        """Send a record, and what was offered before it; None: that alone. The connection usually takes all
        of it at once, and that spares a round through the scheduler."""
        if self._broken or self._closed or self._out.spent:
            raise lost()
        await trio.lowlevel.checkpoint_if_cancelled()  # here nothing breaks, and a goodbye can still be said
        if kind is not None:
            self._wire.offer(self.seal(kind, data))
        if not self.behind:
            return
        whole = False
        try:
            with trio.move_on_after(limits.DOWN_S):
                await self._wire.write()
                whole = True
        finally:
            self._broken = not whole
        if self._broken:
            raise await self._too_slow()

    async def _too_slow(self) -> TooSlow:
        self._broken = True
        await trio.aclose_forcefully(self._wire.link)
        return TooSlow(
            "The other node takes nothing any more; the connection was closed to make a fresh one."
        )

    # Receiving

    async def receive(self) -> bytes:
        """The next message. Loses nothing when cancelled.

        Raises `PeerGone` when the channel is over (`said_bye` tells how) and a `PeerFault` for what no honest
        node sends; after either only `aclose` is of use.
        """
        kind, data = await self.receive_record()
        if kind is not RecordKind.DATA:
            raise BadChannelRecord(f"a {kind.name} in mid-channel")
        return data

    async def receive_record(self) -> tuple[RecordKind, bytes]:
        """The next record that is not of the channel's own housekeeping."""
        self._wire.skip(trio.current_time() - self._left_at)
        try:
            while True:
                await self._pause()
                message = await self._next_message()
                self._charge(len(message))
                kind, data = self._open(message)
                if kind is RecordKind.PING:
                    await self._answer_ping()
                elif kind is RecordKind.PONG:
                    self.rtt = trio.current_time() - self._pinged_at
                elif kind is RecordKind.BYE:
                    raise PeerGone("The other node said goodbye.", said_bye=True)
                else:
                    return kind, data
        finally:
            self._left_at = trio.current_time()

    async def probe(self, seconds: float) -> bool:
        """Whether anything comes from the other side within `seconds` of a ping. Somebody must be in
        `receive` meanwhile."""
        answered = False
        with trio.move_on_after(seconds), suppress(PeerGone):
            if not self._lock.locked():
                async with self._lock:
                    await (
                        self._wire.link.wait_send_all_might_not_block()
                    )  # a record that is cut off breaks it
                    await self._write(RecordKind.PING)
            await self._wire.heard.park()
            answered = True
        return answered and not (self._broken or self._closed)

    async def _next_message(self) -> bytes:
        most = limits.STRANGER_RECORD_BYTES if self.stranger else limits.RECORD_BYTES
        while True:
            if self._broken or self._closed:
                raise lost()
            ping_at, down_at = self._deadlines()
            if (message := self._wire.whole(most)) is not None:
                return message
            with trio.move_on_at(min(ping_at, down_at)):
                return await self._wire.read(most)
            if trio.current_time() >= down_at:
                self._broken = True
                self.fell_silent()
                raise PeerGone("Nothing came from the other node for 25 s; it is being dialled again.")
            self._pinged_at = trio.current_time()
            if not self._lock.locked():
                await self.send_record(RecordKind.PING)

    def _deadlines(self) -> tuple[float, float]:
        """When the next ping is due, and when the silence is that of a lost link: a ping must have had its
        time. A loop that has not kept up, and so has asked too late, holds nothing against the other side."""
        heard, pinged = self._wire.last_byte, self._pinged_at
        if pinged <= heard:
            return heard + limits.PING_S, math.inf
        asked_twice = limits.DOWN_S - 2 * limits.PING_S
        return pinged + limits.PING_S, max(heard + limits.DOWN_S, pinged + asked_twice)

    def _open(self, message: bytes) -> tuple[RecordKind, bytes]:
        if self._in.spent:
            raise lost()
        try:
            plain = self._in.decrypt(message)
            kind = RecordKind(plain[0])
        except (InvalidTag, IndexError, ValueError):
            raise BadChannelRecord("a record that does not authenticate or is of no known kind") from None
        return kind, plain[1:]

    async def _answer_ping(self) -> None:
        """At once if nobody is sending, else behind what is being sent: two full pipes must not lock up."""
        self._owes_pong = True
        if not self._lock.locked():
            self._owes_pong = False
            await self.send_record(RecordKind.PONG)

    def _charge(self, size: int) -> None:
        """Book a record against the peer's rates; what is over has to be waited for before the next one."""
        now = trio.current_time()
        wait = self._bytes.take(size, now)
        if self._messages is not None:
            wait = max(wait, self._messages.take(1, now))
        self._may_read_at = now + wait
        if not wait or not self.stranger:
            self._over_since = None
        elif self._over_since is None:
            self._over_since = now
        elif now - self._over_since > limits.STRANGER_PATIENCE_S:
            raise TooFast(f"a stranger over its rate for {limits.STRANGER_PATIENCE_S:.0f} s")

    async def _pause(self) -> None:
        began = trio.current_time()
        if began < self._may_read_at:
            try:
                await trio.sleep_until(self._may_read_at)
            finally:
                self._wire.skip(trio.current_time() - began)

    async def aclose(self) -> None:
        """Say goodbye, for at most a second, and close. May be called twice."""
        said = self._closed
        if not self._closed:
            with trio.move_on_after(limits.BYE_S, shield=True):
                with suppress(PeerGone):  # nobody may be left to say goodbye to
                    await self.send_record(RecordKind.BYE)
                    said = True
        self._closed = True
        await (trio.aclose_forcefully(self._wire.link) if said else self.abort())

    async def abort(self) -> None:
        """Close without a word, as after a fault, or where nothing arrives any more."""
        self._closed = True
        await self._wire.link.abort()

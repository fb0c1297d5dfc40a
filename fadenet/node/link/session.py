"""Sessions: the messages of two nodes to each other, whatever happens to the connections underneath.

Frames are numbered from 1 on each side and kept until the other side has them. Whenever a channel is made,
both sides first send RESUME and nothing else before they have read the other's:

    RESUME  0 | own session id 16 | id known of the other, or zeros, 16 | last seq received u32
    FRAME   1 | seq u32 | last seq received u32 | data
    ACK     2 | last seq received u32

A session id names one life of one side's session. A new id means that the other side has lost its memory (its
process died): numbering begins again in both directions, what it had not acknowledged is dropped, and
`receive` raises `PeerRestarted` once, so that the caller can compare what each of them keeps on disk.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

from fadenet.node import limits
from fadenet.node.errors import DROPPED, REPORT, BadSession, NodeError, PeerGone, VersionSkew, bare, plainly
from fadenet.node.link.alarms import Alarm, pause_until
from fadenet.node.link.channel import Channel
from fadenet.node.link.noise import Rng
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

Redial = Callable[[bytes], Awaitable[Channel]]
"""Dials the peer, with these bytes as `early`, and returns the channel; raises `NodeError`."""

ID_BYTES: Final = 16
_NOBODY: Final = bytes(ID_BYTES)
_RESUME, _FRAME, _ACK = b"\0", b"\1", b"\2"
_HEAD_BYTES: Final = 9
FRAME_DATA_BYTES: Final = limits.DATA_BYTES - _HEAD_BYTES
"""The most that one `Session.send` may carry."""
_SEQ_MAX: Final = 2**32 - 1


class PeerRestarted(Exception):
    """Raised once by `receive`: the other side begins anew; what it had acknowledged may be lost to it."""


@dataclass(frozen=True, slots=True)
class SessionState:
    """Connected, or reconnecting, since a time on Trio's clock (s)."""

    connected: bool
    since: float


class _Carrier:
    """One channel while it carries a session."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.scope = trio.CancelScope()
        self.resumed = False
        self.next_seq = 0
        self.acked = 0
        self.faults: list[PeerFault] = []
        self.silent = False  # it has not answered a ping
        self.work = trio.Event()

    async def beats(self, old: _Carrier) -> bool:
        """Of a relayed and a direct one that were made at much the same time the direct one is kept, on both
        sides, as long as it answers; of two dials that crossed the smaller IK's. Otherwise the newer one: a
        node that dials has no connection any more, as when it has moved, or is another process than
        before."""
        ours, before = self.channel, old.channel
        together = ours.made_at - before.made_at < limits.DUPLICATE_WINDOW_S
        if ours.greet.boot_nonce != before.greet.boot_nonce or old.silent or not together:
            return True
        if bool(ours.relay) is bool(before.relay):
            better = ours.dialled_by <= before.dialled_by
        else:
            better = not ours.relay
        return better or not await before.probe(limits.PROBE_RELAY_S)


class Session:
    """Byte strings to and from one peer, each exactly once and in order, over one channel after another.

    `attach` serves a channel that somebody dialled to us; `run` dials and redials. `error` is why the last
    dial failed, for the player to see, None when it did not. `said_bye`: the last channel ended with a
    goodbye. `closed`: we have closed it.
    """

    def __init__(self, peer: bytes, rng: Rng) -> None:
        self.peer = peer
        self.id = rng(ID_BYTES)
        self.state = SessionState(False, trio.current_time())
        self.error: NodeError | None = None
        self.said_bye = False
        self._rng = rng
        self._peer_id = _NOBODY
        self._ring: deque[bytes] = deque()
        self._ring_first = 1
        self._ring_bytes = 0
        self._received = 0
        self._inbox: deque[bytes | None] = deque()
        self._inbox_bytes = 0
        self._unacked_bytes = 0
        self._carrier: _Carrier | None = None
        self._arrived = trio.Event()  # something has come for `receive`
        self._eased = trio.Event()  # there is room again in the ring or in the inbox
        self.closed = self._hurried = False
        self._state_changed = trio.Event()
        self._rerouted = trio.Event()
        self._silenced = trio.Event()  # the present channel does not answer
        self._said = trio.Event()  # something waits for its confirmation
        self._oldest_at = 0.0  # since when the first of that does
        self._said_at = self._way = 0.0
        self._dialling = trio.CancelScope()

    def __repr__(self) -> str:
        return f"<session {self.id.hex()[:8]} with {self.peer.hex()[:8]}>"

    @property
    def channel(self) -> Channel | None:
        """The channel in use, for showing its path and round trip; None while reconnecting."""
        return self._carrier.channel if self._carrier else None

    @property
    def unacknowledged(self) -> int:
        """Messages that the other side has not confirmed yet."""
        return len(self._ring)

    @property
    def way(self) -> float:
        """Seconds that it took until all was confirmed when something was last said, or takes already."""
        waits = trio.current_time() - self._said_at if self._ring else 0.0
        return max(self._way, waits)

    @property
    def restarted(self) -> bool:
        """Whether the other side has begun anew, and `receive` is still to say so."""
        return None in self._inbox

    async def rerouted(self) -> None:
        """Wait until the session goes over another channel."""
        await self._rerouted.wait()

    async def state_changed(self) -> SessionState:
        """Wait until `state` changes or a dial fails, and return the state."""
        await self._state_changed.wait()
        return self.state

    async def send(self, data: bytes) -> None:
        """Queue `data` (at most `FRAME_DATA_BYTES`); waits while 256 KiB are unconfirmed."""
        while not self.send_now(data):
            await self._eased.wait()

    def send_now(self, data: bytes) -> bool:
        """Queue `data` (at most `FRAME_DATA_BYTES`), unless 256 KiB are unconfirmed; whether it was."""
        if len(data) > FRAME_DATA_BYTES:
            raise ValueError(f"{len(data)} bytes; a frame carries at most {FRAME_DATA_BYTES}")
        if self._ring and self._ring_bytes + len(data) > limits.RING_BYTES:
            return False
        assert self._ring_first + len(self._ring) <= _SEQ_MAX
        if not self._ring:
            self._oldest_at = self._said_at = trio.current_time()
            self._said.set()
            self._said = trio.Event()
        self._ring.append(data)
        self._ring_bytes += len(data)
        self._poke()
        return True

    async def receive(self) -> bytes:
        """The next message; raises `PeerRestarted` where the other side began anew.

        A caller that leaves 256 messages or 512 KiB lying for 25 s loses the channel; the next one resumes.
        """
        if self._inbox:
            # A peer that is never at a loss for words must not keep others waiting.
            await trio.lowlevel.checkpoint()
        while not self._inbox:
            await self._arrived.wait()
        data = self._inbox.popleft()
        self._ease()
        if data is None:
            raise PeerRestarted(f"{self!r}")
        self._inbox_bytes -= len(data)
        return data

    async def drained(self) -> None:
        """Wait until the other side has confirmed everything."""
        while self._ring:
            await self._eased.wait()

    def close(self) -> None:
        """Carry nothing any more: the present channel says goodbye, and further ones are closed at once."""
        self.closed = True
        if self._carrier is not None:
            self._carrier.scope.cancel()
        self._wake()

    async def attach(self, channel: Channel) -> None:
        """Carry this session over `channel` until it is lost or replaced, then close it.

        Raises `PeerFault` when the peer breaks the rules; a lost connection is not an error.
        """
        if channel.peer != self.peer:
            raise ValueError(f"{channel!r} leads to another peer than {self!r}")
        await self._carry(channel, greeted=False)

    async def run(self, redial: Redial, first: Channel | None = None) -> None:
        """Dial whenever the session has no channel, at once and then again and again, for ever. The longer
        ago it is that there was one, the longer the pauses: `REDIAL_SHARE` of that time, but 0.25 .. 8 s,
        with jitter.

        `first` is a channel already made. Raises `NodeError` only when the other side can never be reached
        again (another version). Everything else is kept in `error` or logged, and tried again.
        """
        with plainly():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._mistrust, redial, nursery)
                await self._keep_connected(redial, first)
                nursery.cancel_scope.cancel()

    async def _keep_connected(self, redial: Redial, first: Channel | None) -> None:
        if first is not None:
            await self.use(first)
        lost = trio.current_time()
        while not self.closed:
            while self.state.connected:
                await self.state_changed()
                lost = trio.current_time()
            began, self._hurried = trio.current_time(), False
            channel = await self._dial(redial)
            if channel is not None:
                await self.use(channel, greeted=True)
            now = trio.current_time()
            if (now - began >= limits.REDIAL_LAST_S and self.error is None) or self._hurried:
                lost = now
            elif not self.state.connected:
                pause = max(limits.REDIAL_FIRST_S, (now - lost) * limits.REDIAL_SHARE)
                jitter = int.from_bytes(self._rng(2), "big") / 65536
                with trio.move_on_after(min(pause, limits.REDIAL_LAST_S) * (0.5 + jitter / 2)):
                    await self._state_changed.wait()
                lost = trio.current_time() if self._hurried else lost

    async def _dial(self, redial: Redial) -> Channel | None:
        """A fresh channel, None if there is none to be had now. Raises `VersionSkew`."""
        channel: Channel | None = None
        try:
            with trio.CancelScope() as self._dialling:
                channel = await redial(self._resume_frame())
        except VersionSkew:
            raise
        except NodeError as error:
            log.info("%r: %s", self, error)
            self.error = bare(error)
            self._wake()
        except Exception:
            log.exception("%r: dialling has ended; %s", self, REPORT)
        else:
            self.error = None
        return channel

    def hurry(self) -> None:
        """The way to the other side may be a new one: a session without a connection dials at once, whatever
        it waits for, and then with the shortest pauses again."""
        if not self.state.connected:
            self._hurried = True
            self._dialling.cancel()
            self._wake()

    async def _mistrust(self, redial: Redial, nursery: trio.Nursery) -> None:
        """Where the present channel has fallen silent: dial beside it, and take what comes first."""
        while True:
            await self._silenced.wait()
            fresh = await self._dial(redial)
            if fresh is not None:
                nursery.start_soon(partial(self.use, fresh, greeted=True))

    async def _listen_for(self, carrier: _Carrier) -> None:
        """Where something stays unconfirmed and a ping unanswered, the way may be gone without a word, as
        when a router has got another address. Where our own loop has not kept up, that says nothing about the
        other side."""
        while True:
            await self._doubt()
            self._oldest_at = began = trio.current_time()
            carrier.channel.doubted()
            carrier.silent = not await carrier.channel.probe(limits.PROBE_S)
            if trio.current_time() > began + limits.PROBE_S + limits.LAG_S:
                carrier.silent = False
            if carrier.silent:
                log.info("%r: nothing comes over %r any more", self, carrier.channel)
                carrier.channel.fell_silent()
                self._silenced.set()
                self._silenced = trio.Event()

    async def _doubt(self) -> None:
        """Wait until what has waited longest for its confirmation has waited for `PROBE_S`."""
        while not self._ring or trio.current_time() < self._oldest_at + limits.PROBE_S:
            if self._ring:
                await pause_until(self._oldest_at + limits.PROBE_S)
            else:
                await self._said.wait()

    async def use(self, channel: Channel, *, greeted: bool = False) -> None:
        """Carry this session over a channel that we have dialled, until it is lost or replaced. greeted: it
        has taken our RESUME along. An error is the connection's own affair, and is logged."""
        try:
            await self._carry(channel, greeted=greeted)
        except PeerFault as fault:
            log.warning("%r dropped: %s; %s", self, fault, DROPPED)
        except Exception:
            log.exception("%r dropped; %s", self, REPORT)

    # Carrying

    async def _carry(self, channel: Channel, *, greeted: bool) -> None:
        carrier = _Carrier(channel)
        while (old := self._carrier) is not None and not self.closed:
            if not await carrier.beats(old):
                log.info("%r: %r gives way to %r", self, channel, old.channel)
                await channel.abort()
                return
            if old is self._carrier:
                old.scope.cancel()
                break
        if self.closed:
            await channel.aclose()
            return
        self._carrier = carrier
        self._rerouted.set()
        self._rerouted = trio.Event()
        self.said_bye = False
        if old is None:
            self._set_state(True)
        try:
            with carrier.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._listen_for, carrier)
                    nursery.start_soon(self._guard, carrier, self._read)
                    nursery.start_soon(self._guard, carrier, self._write_greeted if greeted else self._write)
        finally:
            replaced = self._carrier is not carrier
            if not replaced:
                self._carrier = None
                self._set_state(False)
            if replaced or carrier.silent or carrier.faults:
                await channel.abort()
            else:
                await channel.aclose()
        if carrier.faults:
            raise carrier.faults.pop()

    def _poke(self) -> None:
        if self._carrier is not None:
            self._carrier.work.set()

    def _ease(self) -> None:
        self._eased.set()
        self._eased = trio.Event()

    def _arrive(self, data: bytes | None) -> None:
        self._inbox.append(data)
        self._arrived.set()
        self._arrived = trio.Event()

    def _set_state(self, connected: bool) -> None:
        self.state = SessionState(connected, trio.current_time())
        self._wake()

    def _wake(self) -> None:
        self._state_changed.set()
        self._state_changed = trio.Event()

    async def _guard(self, carrier: _Carrier, work: Callable[[_Carrier], Awaitable[None]]) -> None:
        """Either half ending ends both."""
        try:
            await work(carrier)
        except PeerGone as gone:
            log.info("%r: %s", self, gone)
            self.said_bye = gone.said_bye
        except PeerFault as fault:
            carrier.faults.append(fault)
        carrier.scope.cancel()

    def _resume_frame(self) -> bytes:
        return _RESUME + self.id + self._peer_id + self._received.to_bytes(4, "big")

    async def _write(self, carrier: _Carrier) -> None:
        await carrier.channel.send(self._resume_frame())
        await self._write_greeted(carrier)

    async def _write_greeted(self, carrier: _Carrier) -> None:
        while True:
            work = carrier.work = trio.Event()
            if not carrier.resumed:
                await work.wait()
                continue
            # Frames of an earlier channel may be confirmed before they are sent again on this one.
            carrier.next_seq = max(carrier.next_seq, self._ring_first)
            at = carrier.next_seq - self._ring_first
            if at < len(self._ring):
                await self._send_frame(carrier, at)
            elif carrier.acked == self._received:
                await work.wait()
            else:
                if self._unacked_bytes < limits.ACK_AFTER_BYTES and not await _is_quiet(work):
                    continue
                self._mark_acked(carrier)
                await carrier.channel.send(_ACK + carrier.acked.to_bytes(4, "big"))

    async def _send_frame(self, carrier: _Carrier, at: int) -> None:
        self._mark_acked(carrier)
        head = _FRAME + carrier.next_seq.to_bytes(4, "big") + carrier.acked.to_bytes(4, "big")
        carrier.next_seq += 1
        await carrier.channel.send(head + self._ring[at])

    def _mark_acked(self, carrier: _Carrier) -> None:
        carrier.acked = self._received
        self._unacked_bytes = 0

    async def _read(self, carrier: _Carrier) -> None:
        self._resumed(carrier, await carrier.channel.receive())
        while True:
            frame = await carrier.channel.receive()
            kind = frame[:1]
            if kind == _FRAME and len(frame) >= _HEAD_BYTES:
                self._acknowledged(int.from_bytes(frame[5:9], "big"))
                await self._take(int.from_bytes(frame[1:5], "big"), frame[_HEAD_BYTES:])
            elif kind == _ACK and len(frame) == 5:
                self._acknowledged(int.from_bytes(frame[1:5], "big"))
            else:
                raise BadSession("a frame of no known shape")

    def _resumed(self, carrier: _Carrier, frame: bytes) -> None:
        if frame[:1] != _RESUME or len(frame) != 2 * ID_BYTES + 5:
            raise BadSession("a session that does not begin with RESUME")
        theirs, mine, last = frame[1:17], frame[17:33], int.from_bytes(frame[33:], "big")
        if theirs != self._peer_id:
            if self._peer_id != _NOBODY:
                self._ring.clear()  # said to a process that is gone, perhaps in answer to it
                self._ring_bytes = 0
                self._ring_first = 1
                if not self._inbox or self._inbox[-1] is not None:
                    self._arrive(None)  # once, however often the other side begins anew
            self._peer_id = theirs
            self._received = 0
            self._unacked_bytes = 0
        self._acknowledged(last if mine == self.id else 0)
        carrier.acked = self._received
        carrier.next_seq = self._ring_first
        self._oldest_at = trio.current_time()
        carrier.resumed = True
        carrier.work.set()

    def _acknowledged(self, last: int) -> None:
        """Everything up to `last` has arrived there."""
        if last >= self._ring_first + len(self._ring):
            raise BadSession(f"an acknowledgement of {last}, which was never sent")
        if self._ring_first <= last:
            self._oldest_at = trio.current_time()
        while self._ring_first <= last:
            self._ring_bytes -= len(self._ring.popleft())
            self._ring_first += 1
            if not self._ring:
                self._way = trio.current_time() - self._said_at
        self._ease()

    async def _take(self, seq: int, data: bytes) -> None:
        if seq <= self._received:
            return
        if seq != self._received + 1:
            raise BadSession(f"frame {seq} behind {self._received}")
        while self._inbox and (
            len(self._inbox) >= limits.INBOX_MESSAGES or self._inbox_bytes + len(data) > limits.INBOX_BYTES
        ):
            await self._eased.wait()
        self._arrive(data)
        self._inbox_bytes += len(data)
        self._received = seq
        self._unacked_bytes += len(data)
        self._poke()


async def _is_quiet(work: trio.Event) -> bool:
    """Whether nothing is to be done for `ACK_DELAY_S`, so that a confirmation must go by itself."""
    alarm = Alarm(work, trio.current_time() + limits.ACK_DELAY_S)
    try:
        await work.wait()
    finally:
        alarm.stop()
    return alarm.rang

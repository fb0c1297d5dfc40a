"""Length-framed messages over a link: a u16 (big-endian) and so many bytes, for the handshake and for
records.

The length is checked before the message is read, and a message that was begun must be finished in time.
"""

from __future__ import annotations

from collections.abc import Iterable

import trio

from fadenet.node.errors import BadChannelRecord, Dribbling, PeerGone
from fadenet.node.limits import RECORD_S, SLOW_AFTER_S, SLOW_BYTES_PER_S
from fadenet.node.link.links import Link

_HEAD = 2
_CHUNK = 65536


def lost() -> PeerGone:
    """The connection ended and nobody said goodbye."""
    return PeerGone("The connection was lost; it will be made again if the other node can be reached.")


def _framed(messages: Iterable[bytes]) -> bytes:
    return b"".join(len(message).to_bytes(_HEAD, "big") + message for message in messages)


class Wire:
    """Framed messages of one link. `read` loses nothing when cancelled; `write` must not be cancelled.

    `last_byte` is when (seconds, Trio's clock) something last came in; a task that is parked in `heard` is
    woken by it. `behind`: what was offered to the link and found no room yet; it leaves with the next
    `write`.
    """

    def __init__(self, link: Link) -> None:
        self.link = link
        self.last_byte = trio.current_time()
        self.heard = trio.lowlevel.ParkingLot()
        self.behind = b""
        self._buffer = bytearray()
        self._started = self.last_byte

    async def write(self, *messages: bytes) -> None:
        """Send the messages, framed, in one piece; raises `PeerGone`."""
        data, self.behind = self.behind + _framed(messages), b""
        try:
            await self.link.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise lost() from error

    def offer(self, message: bytes) -> None:
        """Send as much of the message as the link takes at once. Nobody may be in `write`."""
        data = self.behind + _framed((message,))
        self.behind = data[self.link.send_now(data) :]

    async def read(self, most: int) -> bytes:
        """The next message, of at most `most` bytes; raises `PeerGone`, `BadChannelRecord` or `Dribbling`."""
        while (message := self.whole(most)) is None:
            await self._more()
        return message

    def whole(self, most: int) -> bytes | None:
        """The next message, of at most `most` bytes, if all of it is here; raises `BadChannelRecord`."""
        if len(self._buffer) < _HEAD:
            return None
        size = int.from_bytes(self._buffer[:_HEAD], "big")
        if size > most:
            raise BadChannelRecord(f"a message of {size} bytes where {most} are allowed")
        if len(self._buffer) < _HEAD + size:
            return None
        message = bytes(self._buffer[_HEAD : _HEAD + size])
        del self._buffer[: _HEAD + size]
        self._started = trio.current_time()
        return message

    def skip(self, seconds: float) -> None:
        """Time during which nobody listened counts neither as silence nor as slowness of the peer."""
        self.last_byte += seconds
        self._started += seconds

    async def _more(self) -> None:
        if not self._buffer:
            data = await self._receive()
        else:
            allowed = RECORD_S if len(self._buffer) >= SLOW_AFTER_S * SLOW_BYTES_PER_S else SLOW_AFTER_S
            with trio.move_on_at(self._started + allowed) as scope:
                data = await self._receive()
            if scope.cancelled_caught:
                raise Dribbling(f"{len(self._buffer)} bytes of a message after {allowed:.0f} s")
        self.last_byte = trio.current_time()
        self.heard.unpark_all()
        if not self._buffer:
            self._started = self.last_byte
        self._buffer += data

    async def _receive(self) -> bytes:
        try:
            data = await self.link.receive_some(_CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise lost() from error
        if not data:
            raise lost()
        return data

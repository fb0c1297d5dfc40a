"""A circuit: a byte stream to another node through a helper, in the records of a channel to the helper."""

from __future__ import annotations

from typing import Final

import trio

from fadenet.node.errors import PeerGone, TooSlow
from fadenet.node.limits import PIECE_BYTES
from fadenet.node.link.channel import Channel
from protocol.faults import PeerFault

KIND: Final = "relay"


class Circuit(trio.abc.Stream):
    """One end of a circuit. The channel is its own, and closes with it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._buffer = b""
        self._closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        left = bytes(data)
        if not left:
            await trio.lowlevel.checkpoint()
        while left:
            if self._closed:
                raise trio.ClosedResourceError
            piece, left = left[:PIECE_BYTES], left[PIECE_BYTES:]
            try:
                await self._channel.send(piece)
            except (PeerGone, TooSlow) as error:
                raise trio.BrokenResourceError from error

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while not self._buffer:
            if self._closed:
                raise trio.ClosedResourceError
            try:
                self._buffer = await self._channel.receive()
            except PeerGone as gone:
                if gone.said_bye:
                    return b""
                raise trio.BrokenResourceError from gone
            except PeerFault as fault:  # of the helper, which is nobody's opponent
                raise trio.BrokenResourceError from fault
        taken, self._buffer = self._buffer[:max_bytes], self._buffer[len(self._buffer[:max_bytes]) :]
        return taken

    async def cut(self) -> None:
        """Close without a word."""
        self._closed = True
        await self._channel.abort()

    async def aclose(self) -> None:
        self._closed = True
        await self._channel.aclose()

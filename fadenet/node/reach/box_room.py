"""The counter of a helper's boxes: who may open some, put something in, and take out what lies there.

A player with the line of the helper opens boxes, as it is found there: a helper keeps nothing for somebody
who has not asked for it. The players who know the tag of an open box come with a token that is derived from
it, to put parcels in, and each of a few of them may have a box as well, as long as that one is open. Only the
owner of a box, proven by the handshake, is given what lies in it, and it lies there until the owner says that
it is safe.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from fadenet.node import limits
from fadenet.node.errors import Reason, plainly
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.rates import Rates
from fadenet.node.reach.box_store import BoxStore, DiskWork, open_store
from fadenet.node.reach.calls import (
    Gone,
    NotWanted,
    OpenBoxes,
    ParcelHead,
    ParcelTaken,
    Put,
    TakeOut,
    Why,
    Yes,
    box_gate,
    hear_pieces,
    hear_word,
    send_pieces,
)
from fadenet.node.reach.node import Node
from keys import fingerprint


class BoxRoom:
    """The boxes of a helper as others come to them, and the door for those who know a tag. Made by
    `keeping_boxes`. `store`: what there is."""

    channels_most = limits.BOX_CHANNELS

    def __init__(self, node: Node, store: BoxStore) -> None:
        self.store = store
        self._node = node
        self._tags: set[bytes] = set()
        self._calls = Rates[str](limits.CALLS_PER_S, limits.BOX_CALLS_BURST, limits.SOURCES_REMEMBERED)
        self._set_gates()

    # The door of tags.

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        return Admitted(stranger=True) if purpose is Purpose.BOX else Refused(Reason.DECLINED)

    async def handle(self, channel: Channel) -> None:
        await self.serve(channel, has_line=False)

    def _set_gates(self) -> None:
        """Let those in who know the tags of the boxes that there are, and nobody else."""
        tags = self.store.tags
        for tag in self._tags - tags:
            self._node.doors.close(box_gate(tag))
        for tag in tags - self._tags:
            self._node.doors.open(box_gate(tag), self)
        self._tags = tags

    # What is asked.

    async def serve(self, channel: Channel, *, has_line: bool) -> None:
        """Do the one thing that somebody has come for. has_line: whether it may open boxes as who has the
        line."""
        with trio.move_on_after(limits.CALL_S) as patience:
            word = await hear_word(channel)
            patience.deadline = trio.current_time() + limits.PARCEL_S
            if not isinstance(word, OpenBoxes | Put | TakeOut):
                raise NotWanted("somebody at the boxes who says something else than OPEN, PUT or TAKE")
            if not self._calls.allow(channel.source, trio.current_time()):
                await channel.send(Gone(Why.FULL).pack())
            elif isinstance(word, OpenBoxes):
                await self._open(channel, word, has_line)
            elif isinstance(word, Put):
                await self._put(channel, word)
            else:
                await self._give(channel, word, patience)

    async def _open(self, channel: Channel, word: OpenBoxes, has_line: bool) -> None:
        why: Why | None = Why.UNWANTED
        if has_line or word.by:
            who = fingerprint(channel.peer)
            why = await self.store.open(who, word.tags, word.days, channel.site, word.by)
            self._set_gates()
        await channel.send(_answer(why))

    async def _put(self, channel: Channel, word: Put) -> None:
        who = fingerprint(channel.peer), channel.site
        why = self.store.refusal(word.owner, word.tag, *who, word.size)
        await channel.send(_answer(why))
        if why is None:
            parcel = await hear_pieces(channel, word.size)
            await channel.send(_answer(await self.store.put(word.owner, word.tag, *who, parcel)))

    async def _give(self, channel: Channel, word: TakeOut, patience: trio.CancelScope) -> None:
        """Give the owner one parcel after another. Each is removed when the owner has said that it is
        safe."""
        channel.promote()
        for lying in self.store.waiting(fingerprint(channel.peer), word.tags):
            parcel = await self.store.read(lying)
            if parcel is None:
                continue
            patience.deadline = trio.current_time() + limits.PARCEL_S
            box, there = lying
            await channel.send(ParcelHead(box.tag, there.id, there.size).pack())
            await send_pieces(channel, parcel)
            if await hear_word(channel) != ParcelTaken(there.id):
                raise NotWanted("an owner that says something else than TAKEN to its parcel")
            await self.store.remove(lying)
        await channel.send(Yes().pack())

    async def keep_tidy(self) -> None:
        """Remove what is over, for ever."""
        while True:
            await trio.sleep(limits.BOX_LOOK_S)
            await self.store.tidy()
            self._set_gates()


def _answer(why: Why | None) -> bytes:
    return Yes().pack() if why is None else Gone(why).pack()


@asynccontextmanager
async def keeping_boxes(
    node: Node, folder: Path, now: Callable[[], float], beside: DiskWork
) -> AsyncGenerator[BoxRoom]:
    """The boxes of the helper that a node is, kept in a folder, as long as the block runs. now: seconds since
    1970; beside: waits for the disk. Raises `UserError` if the folder cannot be used."""
    store = await open_store(folder, node.identity.derive("fn1/box"), now, beside)
    room = BoxRoom(node, store)
    with plainly():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.keep_tidy)
            yield room
            nursery.cancel_scope.cancel()

"""Boxes at the helpers of others, for those who play by correspondence: to have one, to put something into
that of another, to take out what lies in one's own.

A parcel is any bytes, up to `PARCEL_BYTES_MAX`; it is sealed before it comes here. A helper may lose a
parcel, withhold it, or give it again: so each says all that its reader lacks, and one that is read twice does
no harm.

Every trouble with a helper is a `BoxFailed` with a sentence for the player, and loses nothing: the parcel
goes another way, or the same way later. Only that of a proxy of our own is a `ProxyFailed`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import trio

from fadenet.node import limits
from fadenet.node.errors import (
    NoAnswer,
    NodeError,
    PeerGone,
    Reason,
    RefusedInvite,
    Unreachable,
    VersionSkew,
    WrongPeer,
    amiss,
)
from fadenet.node.link.candidates import RelayAddress
from fadenet.node.link.channel import Channel
from fadenet.node.reach.calls import (
    Gone,
    NotWanted,
    OpenBoxes,
    ParcelHead,
    ParcelTaken,
    Put,
    RelayWord,
    TakeOut,
    Why,
    Yes,
    box_gate,
    hear_pieces,
    hear_word,
    send_pieces,
)
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from protocol.faults import PeerFault

KeepParcel = Callable[[bytes, bytes], Awaitable[None]]
"""Makes a parcel safe that has come out of a box: the tag of the box (12 bytes), and the parcel."""
ANSWER_S: Final = limits.CALL_S + limits.PARCEL_S
"""How long a helper may take to answer one word."""
_REFUSED: Final = {
    Why.AWAY: "At {} there is no such box: the other player has not opened it, or its time is over. Send it "
    "another way.",
    Why.FULL: "The box at {} is full, or the relay has too much to do; try again once the other player has "
    "taken out what lies there.",
    Why.UNWANTED: "The relay {} does not open a box for you; ask whoever runs it.",
}
_TURNED_AWAY: Final = {
    Reason.DECLINED: "The relay {} keeps no boxes: it is of an older version, or was told so. Use another "
    "one, or send it another way.",
    Reason.BUSY: "The relay {} has too many callers at the moment; try again in a minute.",
}


class BoxFailed(NodeError):
    """A helper could not be asked, or did not do what it was asked at a box; `why`: its own reason, if it has
    given one."""

    def __init__(self, message: str, why: Why | None = None) -> None:
        super().__init__(message)
        self.why = why


def helper_at(relay: RelayAddress) -> Helper:
    """The helper that a candidate of another player names, to whose line we have no token."""
    return Helper(relay.fingerprint, b"", (relay.address,), str(relay.address))


async def open_boxes(
    node: Node, helper: Helper, tags: Sequence[bytes], *, days: int = limits.BOX_DAYS, by: bytes = b""
) -> None:
    """Have boxes at a helper under these tags (12 bytes each, 1 to `BOXES_PER_OWNER`) for so many days from
    now on; 0 = no more, and what lies in them is gone. The parcels in boxes that are open already stay. by:
    the tag of the box of another player there, where we have not the helper's line; ours then ends with that
    one at the latest, and of all its players together there are no more than three. Raises `BoxFailed`, and
    ValueError for another number of tags or days."""
    if not 0 <= days <= limits.BOX_DAYS:
        raise ValueError(f"{days} days; a box is open for at most {limits.BOX_DAYS}")
    gate = box_gate(by) if by else _line(helper)
    async with _visit(node, helper, gate, OpenBoxes(_checked(tags), days, by).pack()) as visit:
        await visit.hear_yes()


async def put_parcel(
    node: Node, relay: Helper | RelayAddress, owner: bytes, tag: bytes, parcel: bytes
) -> None:
    """Put a parcel (1 to `PARCEL_BYTES_MAX` bytes) into the box that a player (fingerprint, 16 bytes) has
    under this tag; when this returns the helper has it on its disk. Of several by us in one box it keeps the
    last `PARCELS_PER_SENDER`. Raises `BoxFailed`, and ValueError for a parcel of another size."""
    if not 0 < len(parcel) <= limits.PARCEL_BYTES_MAX:
        raise ValueError(f"a parcel of {len(parcel)} bytes; it has 1 to {limits.PARCEL_BYTES_MAX}")
    helper = helper_at(relay) if isinstance(relay, RelayAddress) else relay
    async with _visit(node, helper, box_gate(tag), Put(owner, tag, len(parcel)).pack()) as visit:
        await visit.hear_yes()
        await visit.send(parcel)
        await visit.hear_yes()


async def take_parcels(node: Node, helper: Helper, tags: Sequence[bytes], keep: KeepParcel) -> int:
    """Take out what lies in our boxes under these tags (12 bytes each, 1 to `BOXES_PER_OWNER`), one parcel
    after another: `keep` makes it safe, and only then the helper is told to remove it. Returns how many there
    were. A box that is not open has none. Where we have not the helper's line, it is asked for each box by
    itself. Raises `BoxFailed`, ValueError for another number of tags, and what `keep` raises.

    `keep` returns within 20 seconds, and for a parcel that makes no sense as well, which so is removed; it
    uses no box itself, as the helper waits for it. A parcel for which it raises is given again next time."""
    line, named, taken = _line(helper), _checked(tags), 0
    for gate, some in [(line, named)] if line else [(box_gate(tag), (tag,)) for tag in named]:
        try:
            async with _visit(node, helper, gate, TakeOut(some).pack()) as visit:
                taken += await visit.take_all(some, keep)
        except BoxFailed as error:
            if line or error.why is not Why.AWAY:
                raise
    return taken


def _checked(tags: Sequence[bytes]) -> tuple[bytes, ...]:
    """Each of these tags once. Raises ValueError for more than a player has boxes, or none."""
    named = tuple(dict.fromkeys(tags))
    if not 0 < len(named) <= limits.BOXES_PER_OWNER:
        raise ValueError(f"{len(named)} tags of boxes; a player has 1 to {limits.BOXES_PER_OWNER}")
    return named


def _line(helper: Helper) -> bytes:
    """The token of a helper's line, b"" if we have it not."""
    return b"" if helper.among else helper.token


class _Visit:
    """A question at the boxes of a helper. Its methods raise `BoxFailed`."""

    def __init__(self, helper: Helper, channel: Channel) -> None:
        self._helper = helper
        self._channel = channel

    async def hear_yes(self) -> None:
        with _answering(self._helper):
            if not isinstance(await self._hear(), Yes):
                raise NotWanted("another word than YES")

    async def send(self, parcel: bytes) -> None:
        with _answering(self._helper):
            await send_pieces(self._channel, parcel)

    async def take_all(self, tags: tuple[bytes, ...], keep: KeepParcel) -> int:
        """Take what a helper gives, until it says that this is all; how much it was. Raises what `keep` does
        as well."""
        self._channel.promote()
        taken, most = 0, len(tags) * limits.PARCELS_PER_BOX
        while True:
            with _answering(self._helper):
                word = await self._hear()
                if isinstance(word, Yes):
                    return taken
                if not isinstance(word, ParcelHead) or word.tag not in tags or taken == most:
                    raise NotWanted("a parcel that was not asked for, or more than boxes have room for")
                parcel = await hear_pieces(self._channel, word.size)
            await keep(word.tag, parcel)
            with _answering(self._helper):
                await self._channel.send(ParcelTaken(word.id).pack())
            taken += 1

    async def _hear(self) -> RelayWord:
        """The next word. Raises `BoxFailed` if it is GONE."""
        word = await hear_word(self._channel)
        if isinstance(word, Gone):
            raise BoxFailed(_REFUSED[word.why].format(self._helper.name), word.why)
        return word


@asynccontextmanager
async def _visit(node: Node, helper: Helper, gate: bytes, said: bytes) -> AsyncGenerator[_Visit]:
    """A visit to a helper for one question, which these bytes begin. Raises `BoxFailed`."""
    if not gate:
        raise BoxFailed(f"You have no line of the relay {helper.name}, and so no box there.", Why.UNWANTED)
    async with node.helpers.errand():
        channel = None
        with _answering(helper):
            try:
                channel = await node.helpers.call(helper, gate, said)
            except RefusedInvite as error:
                raise _turned_away(helper, gate, error.reason) from error
        assert channel is not None
        try:
            yield _Visit(helper, channel)
        finally:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.BYE_S):
                await channel.aclose()


@contextmanager
def _answering(helper: Helper) -> Iterator[None]:
    """The helper may take `ANSWER_S` for what the block waits for. Raises `BoxFailed` for all that is amiss
    between it and us."""
    try:
        with trio.fail_after(ANSWER_S):
            yield
    except trio.TooSlowError as slow:
        raise _unusable(helper, NoAnswer("")) from slow
    except (Unreachable, WrongPeer, VersionSkew, PeerGone, PeerFault) as error:
        raise _unusable(helper, error) from error


def _turned_away(helper: Helper, gate: bytes, reason: Reason) -> BoxFailed:
    if reason is Reason.UNKNOWN and gate != helper.token:
        return BoxFailed(_REFUSED[Why.AWAY].format(helper.name), Why.AWAY)
    if reason is Reason.UNKNOWN:
        return BoxFailed(f"The relay {helper.name} does not know this line; ask for a fresh one.")
    return BoxFailed(_TURNED_AWAY.get(reason, _TURNED_AWAY[Reason.BUSY]).format(helper.name))


def _unusable(helper: Helper, error: NodeError | PeerFault) -> BoxFailed:
    return BoxFailed(
        f"No box can be used at the relay {helper.name}: {amiss(error)}. Nothing is lost; try again later, "
        "or send it another way."
    )

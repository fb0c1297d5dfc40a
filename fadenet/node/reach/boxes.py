"""Boxes at the helpers of others, for those who play by correspondence: to have one, to put something into
that of another, to take out what lies in one's own.

A parcel is any bytes, up to `PARCEL_BYTES_MAX`; it is sealed before it comes here. A helper may lose a
parcel, withhold it, or give it again: so each says all that its reader lacks, and one that is read twice does
no harm.

Every error is a `BoxFailed` with a sentence for the player, and loses nothing: the parcel goes another way,
or the same way later.
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
    ProxyFailed,
    Reason,
    RefusedInvite,
    Unreachable,
    VersionSkew,
    WrongPeer,
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
    one at the latest, and of all its players together there are no more than three. Raises `BoxFailed`."""
    gate = box_gate(by) if by else _line(helper)
    async with _visit(node, helper, gate, OpenBoxes(tuple(tags), days, by).pack()) as channel:
        await _hear_yes(helper, channel)


async def put_parcel(
    node: Node, relay: Helper | RelayAddress, owner: bytes, tag: bytes, parcel: bytes
) -> None:
    """Put a parcel (1 to `PARCEL_BYTES_MAX` bytes) into the box that a player (fingerprint, 16 bytes) has
    under this tag; when this returns the helper has it on its disk. Of several by us in one box it keeps the
    last `PARCELS_PER_SENDER`. Raises `BoxFailed`, and ValueError for a parcel of another size."""
    if not 0 < len(parcel) <= limits.PARCEL_BYTES_MAX:
        raise ValueError(f"a parcel of {len(parcel)} bytes; it has 1 to {limits.PARCEL_BYTES_MAX}")
    helper = helper_at(relay) if isinstance(relay, RelayAddress) else relay
    async with _visit(node, helper, box_gate(tag), Put(owner, tag, len(parcel)).pack()) as channel:
        await _hear_yes(helper, channel)
        await send_pieces(channel, parcel)
        await _hear_yes(helper, channel)


async def take_parcels(node: Node, helper: Helper, tags: Sequence[bytes], keep: KeepParcel) -> int:
    """Take out what lies in our boxes under these tags (12 bytes each, 1 to `BOXES_PER_OWNER`), one parcel
    after another: `keep` makes it safe, within 20 seconds, and only then the helper is told to remove it.
    Returns how many there were. A box that is not open has none. Where we have not the helper's line, it is
    asked for each box by itself. Raises `BoxFailed`, and what `keep` raises; a parcel that was not kept is
    given again."""
    line, taken = _line(helper), 0
    for gate, some in [(line, tuple(tags))] if line else [(box_gate(tag), (tag,)) for tag in tags]:
        try:
            async with _visit(node, helper, gate, TakeOut(some).pack()) as channel:
                channel.promote()
                taken += await _take_all(helper, channel, some, keep)
        except BoxFailed as error:
            if line or error.why is not Why.AWAY:
                raise
    return taken


async def _take_all(helper: Helper, channel: Channel, tags: tuple[bytes, ...], keep: KeepParcel) -> int:
    most = len(tags) * limits.PARCELS_PER_BOX
    for taken in range(most + 1):
        word = await _hear(helper, channel)
        if isinstance(word, Yes):
            return taken
        if not isinstance(word, ParcelHead) or word.tag not in tags or taken == most:
            raise NotWanted("a parcel out of a box that was not asked for, or more than it has room for")
        with _in_time(helper):
            parcel = await hear_pieces(channel, word.size)
        await keep(word.tag, parcel)
        await channel.send(ParcelTaken(word.id).pack())
    raise AssertionError("an end, or an error")


def _line(helper: Helper) -> bytes:
    """The token of a helper's line, b"" if we have it not."""
    return b"" if helper.among else helper.token


@asynccontextmanager
async def _visit(node: Node, helper: Helper, gate: bytes, said: bytes) -> AsyncGenerator[Channel]:
    """A channel to a helper for one question, which `said` begins. Raises `BoxFailed`."""
    if not gate:
        raise BoxFailed(f"You have no line of the relay {helper.name}, and so no box there.", Why.UNWANTED)
    async with node.helpers.errands:
        try:
            channel = await node.helpers.call(helper, gate, said)
            try:
                yield channel
            finally:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.BYE_S):
                    await channel.aclose()
        except (BoxFailed, ProxyFailed):
            raise
        except RefusedInvite as error:
            raise _turned_away(helper, gate, error.reason) from error
        except (Unreachable, WrongPeer, VersionSkew, PeerGone, PeerFault) as error:
            raise _unusable(helper, error) from error


def _turned_away(helper: Helper, gate: bytes, reason: Reason) -> BoxFailed:
    if reason is Reason.UNKNOWN and gate != helper.token:
        return BoxFailed(_REFUSED[Why.AWAY].format(helper.name), Why.AWAY)
    if reason is Reason.UNKNOWN:
        return BoxFailed(f"The relay {helper.name} does not know this line; ask for a fresh one.")
    return BoxFailed(_TURNED_AWAY.get(reason, _TURNED_AWAY[Reason.BUSY]).format(helper.name))


def _unusable(helper: Helper, error: NodeError | PeerFault) -> BoxFailed:
    if isinstance(error, PeerFault):
        why = f"it breaks the protocol [{error.rule}]"
    elif isinstance(error, PeerGone):
        why = "it has hung up in the middle of it"
    elif isinstance(error, NoAnswer):
        why = "it takes the connection and does not answer"
    elif isinstance(error, WrongPeer):
        why = "another node answers there"
    else:
        why = "it speaks another version" if isinstance(error, VersionSkew) else "nobody answers there"
    return BoxFailed(
        f"No box can be used at the relay {helper.name}: {why}. Nothing is lost; try again later, or send it "
        "another way."
    )


@contextmanager
def _in_time(helper: Helper) -> Iterator[None]:
    """The block may take `ANSWER_S`. Raises `NoAnswer`."""
    with trio.move_on_after(ANSWER_S) as patience:
        yield
    if patience.cancelled_caught:
        raise NoAnswer(f"The relay {helper.name} does not answer; ask whether it is well.")


async def _hear(helper: Helper, channel: Channel) -> RelayWord:
    """The next word of a helper. Raises `BoxFailed` if it is GONE, `NoAnswer`, `PeerGone` and faults."""
    with _in_time(helper):
        word = await hear_word(channel)
        if isinstance(word, Gone):
            raise BoxFailed(_REFUSED[word.why].format(helper.name), word.why)
        return word
    raise AssertionError("a word, or an error")


async def _hear_yes(helper: Helper, channel: Channel) -> None:
    """Wait for YES. Raises as `_hear` does."""
    if not isinstance(await _hear(helper, channel), Yes):
        raise NotWanted("another word than YES")

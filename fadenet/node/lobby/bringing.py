"""Card sets over a channel: a host gives those of its table to a guest who lacks them, piece by piece, and a
feed those of its match to who looks on.

A guest asks (WANT) and the host answers with the next piece (SET): nobody is sent what it has not asked for.
A set that has come is read as a stranger's file, and has to have the id that was asked for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from fadenet.engine.cardset import CardSet
from fadenet.engine.errors import LoadError
from fadenet.engine.language.sets import PACKED_MAX, packed, unpacked
from fadenet.node.limits import SET_PIECE_BYTES, SETS_GIVEN
from fadenet.node.match import messages
from protocol.faults import BadEncoding

Send = Callable[[bytes], Awaitable[None]]
Receive = Callable[[], Awaitable[tuple[int, bytes]]]
"""The next message for a guest who waits for a piece: its kind and its body."""


class Giver:
    """Gives one guest the sets of a table, each `SETS_GIVEN` times at most."""

    def __init__(self, sets: Sequence[CardSet]) -> None:
        self._lines = {one.id: packed(one) for one in sets}
        self._left = SETS_GIVEN * sum(map(len, self._lines.values()))

    def answer(self, body: bytes) -> bytes:
        """The SET for a WANT. Raises `BadEncoding` for one that asks for no part of a set of this table, or
        once too often."""
        id, at = messages.parse_want(body)
        line = self._lines.get(id, b"")
        piece = line[at : at + SET_PIECE_BYTES]
        self._left -= len(piece)
        if not piece or self._left < 0:
            raise BadEncoding("a part of a card set that is not given")
        return messages.pack_set(messages.SetPiece(id, len(line), at, piece))


async def bring(id: str, send: Send, receive: Receive) -> CardSet:
    """Have the set of an id brought by whoever is at the other end. Raises `BadEncoding` for pieces of
    anything else, `CannotPlay` for a set that cannot be read here, and what `receive` raises."""
    line, size = b"", PACKED_MAX
    while len(line) < size:
        await send(messages.pack_want(id, len(line)))
        kind, body = await receive()
        if kind != messages.SET:
            raise BadEncoding("something else than the card set that was asked for")
        piece = messages.parse_set(body)
        goes_on = piece.id == id and piece.at == len(line) and piece.size == (size if line else piece.size)
        line, size = line + piece.data, piece.size
        if not goes_on:
            raise BadEncoding("a piece of another card set than was asked for")
    try:
        found = unpacked(line, f"the card set {id}")
    except LoadError as error:
        raise messages.CannotPlay(f"The card set of this match cannot be read here: {error}.") from None
    if found.id != id:
        raise BadEncoding("a card set with another id than was asked for")
    return found

"""After a match: its players say whether they play once more, over the connections that they still have.

A player that stays at the table says so with AGAIN; one that leaves says goodbye, and is waited for no more.
Once all want it the host says that it begins. Then all leave, and meet anew at a table that only they can
find: its token follows from that of the match, and its door lets in nobody but them. The match played there
is a fresh one like any other; which seats they have follows from its HELLOs, so nobody chooses who goes
first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

import trio

from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.link.session import PeerRestarted, Session
from fadenet.node.match import messages
from fadenet.node.match.messages import RematchWish
from fadenet.node.match.peers import Peer
from fadenet.node.match.saved import SavedTable
from protocol.faults import BadEncoding
from protocol.hello import Config

STAY_S: Final = 600.0
"""How long after a match its players can still agree to play once more."""
MEET_S: Final = 60.0
"""How long they may take to meet anew."""
WAITING: Final = f"Waiting for all others to come back for the rematch, {MEET_S:.0f} s at most."
GONE_S: Final = 30.0
"""How long somebody whose connection was lost may take to come back to the table."""
TOLD_S: Final = 5.0
"""How long the news that a rematch begins may take to arrive."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Where the players of a match meet once more. config: what they play; players: keys of the others; host:
    the key of whoever opens the table, b"" = we do, and where it can be dialled; listen: where our own node
    has listened."""

    token: bytes = field(repr=False)
    config: Config
    players: tuple[bytes, ...]
    host: bytes
    where: tuple[Candidate, ...]
    listen: tuple[Address, ...]


def rematch_token(players: bytes, match: str) -> bytes:
    """The token of the table of a rematch, from that of the players of a match and its id: nobody else can
    tell it."""
    digest = blake2b(bytes.fromhex(match), key=players, digest_size=32, person=b"fn1/again").digest()
    return digest[:TOKEN_BYTES]


def rematch_of(note: SavedTable, match: str, config: Config, listen: Sequence[Address]) -> Rematch:
    """Where the players of a match would meet. listen: where our node listens."""
    return Rematch(
        rematch_token(bytes.fromhex(note.token), match),
        config,
        tuple(bytes.fromhex(peer.key) for peer in note.peers),
        bytes.fromhex(note.host),
        next((peer.where for peer in note.peers if peer.key == note.host), ()),
        tuple(listen),
    )


class Again:
    """Whether the players of a match that is over play once more. peers: those that our node speaks with
    about that, all others or, as a guest, the host alone; people: whether they all are: bots leave.

    wanted: whether ours would. agreed: the rematch begins. gone: those who have left the table. changed: set,
    and made anew, whenever one of these changes or another player speaks.
    """

    def __init__(self, peers: Sequence[Peer], rematch: Rematch, *, is_host: bool, people: bool) -> None:
        self.rematch = rematch
        self.wanted = self.agreed = False
        self.gone: list[Peer] = []
        self.changed = trio.Event()
        self._is_over, self._begins = not people, False
        self._is_host = is_host
        self._peers = peers

    @property
    def may_be(self) -> bool:
        """Whether a rematch can still come about."""
        return not (self._is_over or self.gone)

    @property
    def asking(self) -> list[Peer]:
        """Those who would play once more, as far as we know."""
        return [peer for peer in self._peers if peer.wish is not RematchWish.NO]

    @property
    def awaited(self) -> list[Peer]:
        """Those who have not said that they would, as far as we know."""
        return [peer for peer in self._peers if peer.wish is RematchWish.NO]

    async def serve(self) -> None:
        """Hear the others, for `STAY_S` at most."""
        with trio.move_on_after(STAY_S):
            async with trio.open_nursery() as nursery:
                for peer in self._peers:
                    if peer.shunned:
                        await self._lose(peer)
                    nursery.start_soon(self._hear, peer)
                    nursery.start_soon(self._watch, peer)
        self._is_over = True
        self._notify()

    async def begins(self) -> None:
        """Wait until the rematch begins."""
        while not self.agreed:
            await self.changed.wait()

    async def want(self) -> None:
        """Our player would play once more."""
        self.wanted = True
        await self._tell(RematchWish.YES)
        await self._look()

    def _notify(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

    async def _tell(self, wish: RematchWish) -> None:
        for peer in self._peers:
            if peer not in self.gone:
                await peer.session.send(messages.pack_again(wish))

    async def _look(self) -> None:
        """See whether all want it: the host says so to all, and a guest hears it."""
        if not self._is_host:
            self.agreed = self.wanted and self._peers[0].wish is RematchWish.BEGINS
        elif self.wanted and self.may_be and not (self.awaited or self._begins):
            self._begins = True
            await self._tell(RematchWish.BEGINS)
            with trio.move_on_after(TOLD_S):
                for peer in self._peers:
                    await _heard_or_gone(peer.session)
            self.agreed = True
        self._notify()

    async def _hear(self, peer: Peer) -> None:
        """Hear the wishes of a player; messages that are left over from the match mean nothing any more."""
        while True:
            try:
                data = await peer.session.receive()
                if data[:1] == bytes([messages.AGAIN]):
                    wish = messages.parse_again(data[1:])
                    if wish is RematchWish.NO:
                        await self._lose(peer)
                    elif wish > peer.wish:
                        peer.wish = wish
                        await self._look()
            except (PeerRestarted, BadEncoding):
                await self._lose(peer)

    async def _watch(self, peer: Peer) -> None:
        """Lose a player that says goodbye, or that does not come back within `GONE_S`."""
        session = peer.session
        while not (peer in self.gone or self._begins):
            while session.state.connected:
                await session.state_changed()
            with trio.move_on_after(0 if session.said_bye else GONE_S):
                while not session.state.connected:
                    await session.state_changed()
                continue
            await self._lose(peer)

    async def _lose(self, peer: Peer) -> None:
        """A player does not play once more; the other guests hear it from the host."""
        if not (peer in self.gone or self._begins):  # a player who has heard that it begins leaves at once
            self.gone.append(peer)
            self._notify()
            if self._is_host:
                await self._tell(RematchWish.NO)


async def _heard_or_gone(session: Session) -> None:
    """Until the other side has confirmed everything, or is not there any more."""
    async with trio.open_nursery() as nursery:

        async def gone() -> None:
            while session.state.connected:
                await session.state_changed()
            nursery.cancel_scope.cancel()

        nursery.start_soon(gone)
        await session.drained()
        nursery.cancel_scope.cancel()

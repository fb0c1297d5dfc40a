"""The talk of the people at a table: not part of the match, not signed, and not a proof."""

from __future__ import annotations

from collections.abc import Callable, Collection

import trio

from fadenet.node.limits import CHAT_BURST, CHAT_PER_S
from fadenet.node.link.rates import Bucket
from fadenet.node.match import messages
from fadenet.node.match.peers import Mesh

HearLine = Callable[[int, str], None]
"""Shows our player what a seat says: text of whatever signs, to be made harmless for a terminal."""


def _nobody(seat: int, text: str) -> None:
    """A bot hears nothing."""


class Chat:
    """The talk of one node's player, said and heard. people: the seats of people. hear: set by whoever shows
    it."""

    def __init__(self, mesh: Mesh, people: Collection[int]) -> None:
        self.hear: HearLine = _nobody
        self._mesh = mesh
        self._people = people
        now = trio.current_time()
        seats = [mesh.seat, *(peer.seat for peer in mesh.peers)]
        self._rates = {seat: Bucket(CHAT_PER_S, CHAT_BURST, now) for seat in seats}

    def speak(self, text: str) -> list[int] | None:
        """Say something to everybody whom we reach directly. The seats of the people who do not hear it, and
        for whom it is not kept; None if that is too much at once."""
        if not self._may(self._mesh.seat):
            return None
        self._mesh.send(messages.pack_chat(text))
        return [peer.seat for peer in self._mesh.peers if peer.seat in self._people and not peer.listens]

    def heard(self, seat: int, text: str) -> None:
        """A seat says something; what is more than people can type is left out."""
        if self._may(seat):
            self.hear(seat, text)

    def _may(self, seat: int) -> bool:
        return self._rates[seat].try_take(1, trio.current_time())

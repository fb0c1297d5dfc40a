"""The other seats of a match as this node reaches them: sessions, and who passes on what to whom.

Every pair of nodes tries to have a session of its own. Where two cannot reach each other, what the one signs
goes to the other through those who reach both: the lowest of these seats passes it on. Each node says whom it
reaches (LINKS) whenever that changes. A message that goes astray while this is not up to date costs time and
nothing else, because nodes also say what they hold, and a node that sees that another lacks something sends
it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import trio

from fadenet.node import limits
from fadenet.node.link.rates import Bucket
from fadenet.node.link.session import Session
from fadenet.node.match import messages
from fadenet.node.match.committer import Keeper


class Peer:
    """Another seat. `links`: the seats that its node reaches directly; `heads`: what it holds; both as it
    said last over this connection. `held`: what it holds, as it said last over any. `asked`: what we held
    when we last asked it for all that we lack, `asking`: it has not answered yet, `asked_again`: when we
    asked it for that once more; `told`: what we held at the last beats.

    `met`: there was a connection in this life of our process; `introduced`: it has said its name in it;
    `greeted`: we have said who we are over the present one, before which nothing else is sent;
    `synced`: it has sent all that we lacked; `done`: it has the RESULT on its disk; `shunned`: it sent what
    no honest node sends, and is not heard; `wish`: whether its player would play once more.

    keeper: what we say leaves behind what was written before we said it.
    """

    def __init__(self, seat: int, name: str, session: Session, keeper: Keeper) -> None:
        self.seat = seat
        self.name = name or f"p{seat + 1}"
        self.session = session
        self.links: frozenset[int] = frozenset()
        self.heads: messages.Heads | None = None
        self.held: messages.Heads | None = None
        self.asked: messages.Heads | None = None
        self.told: messages.Heads | None = None
        self._times_told = 0
        self.met = self.introduced = self.greeted = False
        self.asking = self.synced = self.done = self.shunned = False
        self.wish = messages.RematchWish.NO
        self._keeper = keeper
        self._outbox: deque[tuple[int, bytes]] = deque()
        self._outbox_bytes = 0
        self.asked_again = -math.inf
        self._has_items = False
        self._catch_up = Bucket(limits.CATCH_UP_BYTES_PER_S, limits.CATCH_UP_BURST_BYTES, trio.current_time())
        self._heard_at = 0.0
        self._work = trio.Event()

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self.session.state.connected and not self.shunned

    @property
    def listens(self) -> bool:
        """Whether what is sent now leaves: there is a connection, over which we have said who we are."""
        return self.greeted and self.connected

    @property
    def idle(self) -> bool:
        """Whether all that we sent has arrived there."""
        return not (self._outbox or self.session.unacknowledged)

    @property
    def settled(self) -> bool:
        """Whether all items that we sent have arrived there, whatever else is on its way."""
        return self.idle or not self._has_items

    def send(self, data: bytes) -> None:
        """Send when all that was written until now is durable, and the connection takes it. Without one
        nothing is kept: a peer that comes back asks for all."""
        if not self.listens:
            return
        self._has_items |= data[0] == messages.ITEM
        if not (self._outbox or self._keeper.waits) and self.session.send_now(data):
            return
        waiting = self._outbox_bytes + len(data)
        if len(self._outbox) < limits.OUTBOX_MESSAGES and waiting <= limits.OUTBOX_BYTES:
            self._outbox.append((self._keeper.number, data))
            self._outbox_bytes = waiting
            self._work.set()

    def beat(self, heads: messages.Heads) -> None:
        """Say what we hold, twice, and while it stays the same at every `HEADS_AGAIN`-th beat; but not before
        all that we have sent has arrived, so that there is never more than one of these on a slow way."""
        if not self.idle:
            return
        self._has_items = False
        self._times_told = self._times_told + 1 if heads == self.told else 0
        self.told = heads
        if self._times_told < 2 or self._times_told % limits.HEADS_AGAIN == 0:
            self.send(heads.pack(messages.HEADS))

    async def carry(self) -> None:
        """Send what waits, for ever, each behind its number."""
        while True:
            while self._outbox:
                first = number, data = self._outbox[0]
                await self._keeper.kept(number)
                if self._is_first(first):
                    await self.session.send(data)
                if self._is_first(first):
                    self._outbox.popleft()
                    self._outbox_bytes -= len(data)
            self._work = trio.Event()
            await self._work.wait()

    async def sent(self) -> None:
        """Wait until all that waits has arrived there."""
        while self._outbox:
            await trio.sleep(0.01)
        await self.session.drained()

    def charge(self, size: int) -> None:
        """Book bytes that were sent because this node says it lacks them."""
        now = trio.current_time()
        self._heard_at = now + self._catch_up.take(size, now)

    async def heard(self) -> None:
        """Wait until this node has paid for what it asked for."""
        if trio.current_time() < self._heard_at:
            await trio.sleep_until(self._heard_at)

    def shun(self) -> None:
        """Hear nothing more from it directly, and send it nothing."""
        self.shunned = True
        self._drop()
        self.session.close()

    def restarted(self) -> None:
        """Its process has died: what was said to that one, perhaps in answer to it, is not for the next."""
        self.links, self.heads, self.done = frozenset(), None, False
        self._drop()

    def _is_first(self, message: tuple[int, bytes]) -> bool:
        """Whether this waits still: it may have been dropped meanwhile."""
        return bool(self._outbox) and self._outbox[0] is message

    def _drop(self) -> None:
        self._outbox.clear()
        self._outbox_bytes = 0


class Mesh:
    """All other seats of our `seat`, ascending."""

    def __init__(self, seat: int, peers: Sequence[Peer]) -> None:
        self.seat = seat
        self.peers = tuple(peers)

    @property
    def several(self) -> bool:
        """Whether there is anybody to pass things on to."""
        return len(self.peers) > 1

    def connected(self) -> list[int]:
        """The seats that we reach directly, ascending."""
        return [peer.seat for peer in self.peers if peer.connected]

    def send(self, data: bytes) -> None:
        """To everybody whom we reach."""
        for peer in self.peers:
            peer.send(data)

    def pass_on(self, data: bytes, author: int, via: int) -> None:
        """Pass what `author` signed and `via` sent us on to those who do not hear it from anybody else."""
        if not self.several:
            return
        by_author = self._reached_by(author)
        for peer in self.peers:
            if peer.seat in (author, via) or author in peer.links:
                continue
            between = by_author & (peer.links | {self.seat})
            if not between or self.seat == min(between):
                peer.send(data)

    def reached_through(self, seat: int) -> Peer | None:
        """Somebody who reaches a seat, and whom we reach."""
        return next((peer for peer in self.peers if peer.connected and seat in peer.links), None)

    def way(self, seat: int) -> float:
        """Seconds that it takes now until the node of a seat has confirmed what we send it: infinite where
        that goes through others, as we cannot know, and 0 where no way leads there."""
        peer = next(peer for peer in self.peers if peer.seat == seat)
        if peer.connected:
            return peer.session.way
        return math.inf if self.reached_through(seat) else 0.0

    def _reached_by(self, seat: int) -> set[int]:
        """The seats that reach this one, as far as we know."""
        there = {peer.seat for peer in self.peers if peer.connected and seat in peer.links}
        for peer in self.peers:
            if peer.seat == seat and peer.connected:
                there |= peer.links | {self.seat}
        return there

"""The board: nodes of strangers keep each other's notices of open tables, so that players meet who know
nothing of each other, without a server.

A node on the board dials a few others, lets some more in, and says and hears on these links what `gossip`
decides. Any node that knows of another may knock at its board, and nothing is believed of what is heard there
but what its player has signed.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Final

import trio

import keys
from fadenet.node import limits
from fadenet.node.errors import REPORT, NodeError, Reason, RefusedInvite, Unreachable, WrongPeer, plainly
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.rates import Bucket
from fadenet.node.reach.beacon import nearby
from fadenet.node.reach.gossip import Gossip
from fadenet.node.reach.held import Certainty, network_of
from fadenet.node.reach.known import First
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import TABLES, Notice, Offer, make_notice, parse_notice
from fadenet.node.reach.posts import Other, Peers, RawNotice, board_token, parse_post
from fadenet.node.reach.ties import Tie
from keys import fingerprint
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

LOOKED_S: Final = 0.5
"""How often it is looked whether our tables have changed."""
WHERE_S: Final = 5.0
"""So long it is remembered where we can be dialled: to ask the system takes milliseconds."""
NEARBY_S: Final = 1.2
NEARBY_EVERY_S: Final = 60.0
"""How long those nearby are asked, and how often as long as links are wanted."""

OffersNow = Callable[[], Sequence[Offer]]


class NoticeBoard:
    """Made by `open_board`. The door of those who knock, and the links to all. most: how many may come in."""

    def __init__(self, node: Node, identity: keys.Identity, now: Callable[[], float], most: int) -> None:
        self.channels_most = most + limits.BOARD_TURNED_AWAY
        self._node = node
        self._identity = identity
        self._now = now
        self._most = most
        self._channels: dict[Tie, Channel] = {}
        self._stirred: dict[Tie, trio.Event] = {}
        self._sought = trio.Event()
        self._changed = trio.Event()
        self._offers: list[OffersNow] = []
        self._offered = trio.Event()
        self._where_at = -WHERE_S
        self._there: tuple[Candidate, ...] = ()
        self._pace = Bucket(limits.BOARD_DIALS_PER_S, limits.BOARD_DIALS_BURST, trio.current_time())
        self.gossip = Gossip(identity.public, node.identity.rng, self._where, self._stir)
        self.gossip.came = self._came

    @property
    def notices(self) -> list[Notice]:
        """The notices of others on the board, those first whose players are surest to be there."""
        there = [one for one in self.gossip.held if one.ik != self._identity.public]
        told = [replace(one, candidates=self._node.for_strangers(one.candidates)) for one in there]
        return [one for one in told if one.candidates]

    def certainty(self, notice: Notice) -> Certainty:
        """How sure it is that the player of a notice is there."""
        kept = self.gossip.held.get(notice.id)
        return Certainty.NOBODY if kept is None else kept.certainty

    def missed(self, notice: Notice) -> None:
        """The player of a notice was not where that says."""
        self.gossip.held.missed(notice.fingerprint, self._now())

    @property
    def links(self) -> int:
        """How many nodes we are linked with."""
        return len(self.gossip.ties)

    async def changed(self) -> None:
        """Wait until something else is held than before, or a link is made or lost."""
        await self._changed.wait()

    @contextmanager
    def offering(self, tables: OffersNow) -> Iterator[None]:
        """Post the tables that are open here while the block runs; asked again and again, as they fill."""
        self._offers.append(tables)
        self._offered.set()
        try:
            yield
        finally:
            self._offers.remove(tables)
            self._offered.set()

    def name(self, firsts: Iterable[First]) -> None:
        """Others who may be on the board."""
        for one in firsts:
            self.gossip.name(one)
        self._sought.set()

    # The door.

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Anybody who comes for the board and is not linked already."""
        if purpose is not Purpose.BOARD:
            return Refused(Reason.DECLINED)
        if fingerprint(peer) in self.gossip.linked:
            return Refused(Reason.BUSY)
        return Admitted(stranger=True)

    async def handle(self, channel: Channel) -> None:
        """Keep a link that somebody has dialled; where no room is left for it, name others. A node that shows
        its notice at first is here on a visit."""
        site, first = network_of(channel.remote.host), b""
        with trio.move_on_after(limits.HANDSHAKE_S) as patience:
            first = await channel.receive()
        if patience.cancelled_caught:
            return
        said = parse_post(first)
        if isinstance(said, RawNotice):
            now = trio.current_time()
            self.gossip.visited(fingerprint(channel.peer), site, said.wire, now, self._now())
            self._sought.set()
        elif self.gossip.has_room(site, self._most):
            crowded = self.gossip.crowd(site, self._most)
            if crowded is not None:
                await self._channels[crowded].abort()
            await self._keep(channel, dialled=False, first=first)
        elif others := self.gossip.known.others({fingerprint(channel.peer)}):
            await channel.send(Peers(others).pack())

    # Links.

    async def _keep(self, channel: Channel, *, dialled: bool, first: bytes = b"") -> None:
        """Say and hear on a link as long as it lasts. first: what was heard on it already. Raises `PeerGone`
        and faults."""
        now = trio.current_time()
        channel.stranger = True
        channel.set_rates(
            Bucket(limits.BOARD_MESSAGES_PER_S, limits.BOARD_MESSAGES_BURST, now),
            Bucket(limits.BOARD_BYTES_PER_S, limits.BOARD_BURST_BYTES, now),
        )
        site = network_of(channel.remote.host)
        tie = Tie(fingerprint(channel.peer), dialled=dialled, now=now, site=site)
        self._channels[tie], self._stirred[tie] = channel, trio.Event()
        self.gossip.meet(tie, self._now())
        self._came()
        try:
            with plainly():
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._speak, channel, tie)
                    while True:
                        data, first = first or await channel.receive(), b""
                        known = len(self.gossip.known), len(self.gossip.held)
                        self.gossip.heard(tie, data, trio.current_time(), self._now())
                        self._stir(tie)
                        if (len(self.gossip.known), len(self.gossip.held)) != known:
                            self._sought.set()
        finally:
            self.gossip.part(tie, trio.current_time())
            del self._channels[tie], self._stirred[tie]
            self._sought.set()
            self._came()

    async def _speak(self, channel: Channel, tie: Tie) -> None:
        """Say what is to be said on a link, for ever."""
        while True:
            stirred = self._stirred[tie] = trio.Event()
            for data in self.gossip.say(tie, trio.current_time()):
                await channel.send(data)
            with trio.move_on_at(self.gossip.due(tie, trio.current_time())):
                await stirred.wait()

    def _stir(self, tie: Tie) -> None:
        if tie in self._stirred:
            self._stirred[tie].set()

    def _came(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def keep_links(self) -> None:
        """Dial whoever is wanted, for ever."""
        async with trio.open_nursery() as nursery:
            while True:
                self._sought = trio.Event()
                spare = self.gossip.spare(trio.current_time())
                if spare is not None:
                    nursery.start_soon(self._channels[spare].aclose)
                other = self.gossip.wanted(trio.current_time())
                if other is None:
                    now = trio.current_time()
                    with trio.move_on_at(max(self.gossip.wanted_at(now), now + LOOKED_S)):
                        await self._sought.wait()
                    continue
                self.gossip.dialling.add(other.fingerprint)
                nursery.start_soon(self._dial, other)
                await trio.sleep(self._pace.take(1, trio.current_time()))

    async def _dial(self, other: Other) -> None:
        """Dial somebody, and keep the link. An error on it ends nothing else."""
        who, gossip = other.fingerprint, self.gossip
        there = other.candidates if gossip.known.is_first(who) else self._node.for_strangers(other.candidates)
        visits = who in gossip.visits
        shown = (gossip.shown if visits else None) or b""
        channel: Channel | None = None
        try:
            try:
                channel = await self._node.dial_at(who, there, board_token(who), Purpose.BOARD, shown)
            except RefusedInvite as error:
                tie = next((one for one in gossip.ties if one.peer == who), None)
                if error.reason is Reason.BUSY and tie is not None:
                    gossip.reached(who, tie.site)
                else:
                    gossip.known.failed(who, trio.current_time())
            except (NodeError, PeerFault) as error:
                log.debug("%s is not reached on the board: %s", who.hex()[:8], error)
                gossip.known.failed(who, trio.current_time())
                if isinstance(error, Unreachable | WrongPeer):
                    gossip.missed(who, self._now())
            finally:
                gossip.dialling.discard(who)
                gossip.visits.discard(who)
                self._sought.set()
            if channel is None:
                return
            if visits:
                gossip.reached(who, network_of(channel.remote.host))
            elif not (who in gossip.linked and who < gossip.own):
                await self._keep(channel, dialled=True)
        except (NodeError, PeerFault) as error:
            log.info("a link of the board has ended: %s", error)
        except Exception:
            log.exception("a link of the board has ended; %s", REPORT)
        finally:
            if channel is not None:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.BYE_S):
                    await channel.aclose()

    async def look_nearby(self) -> None:
        """Ask those nearby as long as links are wanted, for ever."""
        while True:
            if len(self.gossip.dialled) < limits.BOARD_LINKS:
                async with nearby(self._node.network, self._now, self._node.identity.rng) as neighbours:
                    await trio.sleep(NEARBY_S)
                    there = [Other(one.notice.fingerprint, one.candidates) for one in neighbours.found()]
                    self.name(First(one, False) for one in there)
            await trio.sleep(NEARBY_EVERY_S)

    async def close(self) -> None:
        """End all links, also those that others have dialled."""
        with trio.CancelScope(shield=True):
            for channel in list(self._channels.values()):
                await channel.abort()

    # Posting.

    def _where(self) -> tuple[Candidate, ...]:
        """Where strangers can dial us, () = nowhere."""
        if not self._there or trio.current_time() >= self._where_at + WHERE_S:
            self._where_at = trio.current_time()
            self._there = self._node.for_strangers(self._node.candidates())
        return self._there

    async def keep_posting(self) -> None:
        """Post our tables when they change, and before what was said of them is old, for ever."""
        said: tuple[tuple[Offer, ...], tuple[Candidate, ...]] = (), ()
        made, again_at = 0, 0.0
        while True:
            self._offered = trio.Event()
            where = self._where()
            open_ones = [table for ask in self._offers for table in ask()]
            self._want(table.topic for table in open_ones)
            tables = tuple(open_ones if where else ())[:TABLES]
            what = tables, where if tables else said[1]
            if what != said or (tables and trio.current_time() >= again_at):
                made = max(int(self._now()), made + 1)
                again_at = trio.current_time() + limits.POST_AGAIN_S
                self._post(*what, made)
                said = what
                await trio.sleep(limits.POST_PAUSE_S)
            else:
                with trio.move_on_after(LOOKED_S):
                    await self._offered.wait()

    def _want(self, topics: Iterable[bytes]) -> None:
        """Look for what we offer: we are told of such notices, and dial nodes that offer it too."""
        before = self.gossip.held.topics
        new = [topic for topic in topics if topic not in before][: limits.TOPICS_NAMED - len(before)]
        if new:
            self.gossip.want(new)
            self._sought.set()

    def _post(self, tables: Sequence[Offer], where: Sequence[Candidate], made: int) -> None:
        """Make a notice and post it."""
        kind, life = self._node.identity.kind, limits.POST_LIFE_S
        try:
            wire = make_notice(self._identity, kind, where, tables, made=made, life=life)
        except ValueError as error:
            log.warning(
                "a table is not posted: %s; its invitation works; offer it with fewer options",
                error,
            )
        else:
            self.gossip.post(parse_notice(wire), trio.current_time(), self._now())


@asynccontextmanager
async def open_board(
    node: Node,
    identity: keys.Identity,
    now: Callable[[], float],
    firsts: Iterable[First],
    *,
    most: int = limits.BOARD_LINKS_TAKEN,
    lan: bool = False,
) -> AsyncGenerator[NoticeBoard]:
    """Be on the board while the block runs.

    now: seconds since 1970; firsts: who may be on it; most: how many links are taken; lan: whether those
    nearby are asked who is on it.
    """
    with plainly():
        async with trio.open_nursery() as nursery:
            board = NoticeBoard(node, identity, now, most)
            board.name(firsts)
            token = board_token(node.identity.fingerprint)
            node.doors.open(token, board)
            try:
                nursery.start_soon(board.keep_links)
                nursery.start_soon(board.keep_posting)
                if lan:
                    nursery.start_soon(board.look_nearby)
                yield board
                nursery.cancel_scope.cancel()
            finally:
                node.doors.close(token)
                await board.close()

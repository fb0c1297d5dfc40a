"""Looking on: a match that is followed over the feeds that there are, and believed from none of them.

A feed can withhold or delay, and show what a cheat has signed besides. That shows where two feeds are
compared, which is done every 10 s if there is a second one. When a feed is gone, the next one is asked for
what is lacking.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import trio

from fadenet.engine.cardset import keep, lacking
from fadenet.node import limits
from fadenet.node.errors import NodeError, PeerGone, Reason, RefusedInvite, bare, plainly
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.rates import Bucket
from fadenet.node.lobby.bringing import bring
from fadenet.node.lobby.invite import Invite
from fadenet.node.match import messages
from fadenet.node.match.messages import Heads
from fadenet.node.reach.node import Node
from fadenet.node.watch.feed import Feed
from fadenet.node.watch.messages import (
    FEEDS,
    SHOW,
    FeedAt,
    Show,
    pack_feeds,
    parse_feeds,
    parse_items,
    parse_show,
)
from fadenet.node.watch.watched import Audience, WatchedMatch
from keys import ExitCode
from protocol.faults import BadEncoding, PeerFault
from protocol.hello import parse_hello

log = logging.getLogger(__name__)

NOBODY: Final = "The players of this table let nobody watch."
FULL: Final = "All places to look on at this match are taken; try again in a minute."
CLOSED: Final = "The table was closed before the match began; nothing was shown."
GARBLED: Final = "What is shown there is not a match [{}: {}]. Ask for another invitation."
GOES_ON: Final = "note: the feed has gone; going on with another one."
BACK: Final = "note: the feed is back."
LOST: Final = "No feed of this match can be reached any more; what you saw is in {}."
LOST_UNKEPT: Final = "No feed of this match can be reached any more."
WAITS: Final = "The match has not begun yet; waiting for it."
PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0)
"""Between two rounds over all feeds, the last again and again."""


class CannotWatch(NodeError):
    """This match cannot be looked on at; nothing was shown."""

    exit_code = ExitCode.REFUSED


class FeedsLost(NodeError):
    """The feeds end before the match does."""

    exit_code = ExitCode.NETWORK


class _TurnedAway(NodeError):
    """A feed has no place."""


class _Withholds(NodeError):
    """A feed has not shown what another one has shown for two comparisons."""


class _NoResult(NodeError):
    """A feed says that nothing more comes, and has shown no RESULT."""


class _Feeds:
    """The feeds that show the match, in the order in which they are tried. invited: those that we were
    invited by."""

    def __init__(self, node: Node, invitations: Iterable[Invite]) -> None:
        self._node = node
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._bad: set[bytes] = set()
        for one in invitations:
            node.directory.named(one.fingerprint, one.candidates)
            self._known[one.fingerprint] = None
        self._invited = frozenset(self._known)

    def next(self, without: Collection[bytes]) -> bytes | None:
        """The next one that is none of these."""
        return next((one for one in self._known if one not in without and one not in self._bad), None)

    def know(self, feeds: Iterable[FeedAt]) -> None:
        """These show the match too, as somebody says; of those that have invited us we know better."""
        for one in feeds:
            own = one.fingerprint == self._node.identity.fingerprint
            room = one.fingerprint in self._known or len(self._known) < limits.FEEDS_KNOWN
            if room and not own and one.fingerprint not in self._invited and one.candidates:
                self._known[one.fingerprint] = None
                self._node.directory.named(one.fingerprint, one.candidates)

    def prefer(self, feed: bytes) -> None:
        """Try this one first."""
        self._known.move_to_end(feed, last=False)

    def demote(self, feed: bytes, error: Exception) -> None:
        """Try all others before this one; never again one that has sent what no honest node sends, nor one
        that we were only told of and that is gone."""
        log.info("feed %s: %s", feed.hex()[:8], error)
        if isinstance(error, PeerFault):
            self._bad.add(feed)
        if feed in self._invited or isinstance(error, _Withholds | _TurnedAway):
            self._known.move_to_end(feed)
        else:
            self._known.pop(feed, None)


@dataclass(slots=True)
class _Way:
    """The channel to a feed. across: it is the second one, of which only its heads are wanted; said: what it
    held when it last said so; asked: what we held, and what it had said, when we last asked it for more."""

    channel: Channel
    across: bool
    shown: bool = False
    turned_away: bool = False
    said: Heads | None = None
    asked: tuple[Heads, Heads | None] | None = None

    async def ask(self, ours: Heads) -> None:
        self.asked = ours, self.said
        await self.channel.send(ours.pack(messages.SYNC))


class Watcher:
    """Looks on at one match. invitations: at least one, all to the same match."""

    def __init__(
        self, node: Node, invitations: Sequence[Invite], watched: WatchedMatch, audience: Audience
    ) -> None:
        self._node = node
        self._token = invitations[0].token
        self._watched = watched
        self._audience = audience
        self._feeds = _Feeds(node, invitations)
        self._present = b""  # the feed that is looked on at, or was last
        self._way: _Way | None = None
        self._scope = trio.CancelScope()
        self._behind: Heads | None = None  # what we held when the second feed last held more

    async def run(self) -> WatchedMatch:
        """Look on to the end. Raises `CannotWatch`, `FeedsLost`, `Unreachable` and what the rules raise."""
        with plainly():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._look_across)
                nursery.start_soon(self._remind)
                await self._look_on()
                nursery.cancel_scope.cancel()
        if self._watched.shares is not None:
            self._watched.shares.finish()
            await self._watched.shares.part()
        return self._watched

    @asynccontextmanager
    async def sharing(self) -> AsyncGenerator[Feed]:
        """Show the match to others while the block runs, as far as we see it ourselves."""
        feed = Feed(self._node.identity.fingerprint, 0, limits.WATCHERS_SHARED)
        feed.open = False
        self._watched.shares = feed
        with self._node.opened([self._token], feed):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(feed.run)
                try:
                    yield feed
                finally:
                    feed.close()
                    nursery.cancel_scope.cancel()

    # From feed to feed.

    async def _look_on(self) -> None:
        tried: dict[bytes, Exception] = {}
        lost_at, rounds = trio.current_time(), 0
        while True:
            feed = self._feeds.next(tried)
            if feed is None:
                if not self._watched.begun:
                    raise _why(tried.values())
                if any(isinstance(error, _NoResult) for error in tried.values()):
                    return
                pause = PAUSES_S[min(rounds, len(PAUSES_S) - 1)]
                rounds += 1
                if trio.current_time() + pause > lost_at + limits.FEED_LOST_S:
                    raise FeedsLost(self._lost())
                await trio.sleep(pause)
                tried.clear()
                continue
            try:
                await self._attend(feed)
                return
            except (NodeError, PeerFault) as error:
                if self._way is not None and self._way.shown:
                    tried.clear()
                    lost_at, rounds = trio.current_time(), 0
                tried[feed] = bare(error)
                self._feeds.demote(feed, error)
            finally:
                self._way = None
                if self._watched.shares is not None:
                    self._watched.shares.open = False

    def _lost(self) -> str:
        kept = self._watched.kept
        return LOST_UNKEPT if kept is None else LOST.format(kept.path)

    async def _attend(self, feed: bytes) -> None:
        """Look on at one feed until it has shown all. Raises what parts us from it."""
        async with self._dialled(feed) as channel:
            way = self._way = _Way(channel, across=False)
            with trio.CancelScope() as self._scope:
                await self._hear(way, feed)
                if self._watched.follower.result is None:
                    raise _NoResult("It has shown no result.")
                return
            raise _Withholds("Another feed shows more.")

    @asynccontextmanager
    async def _dialled(self, feed: bytes) -> AsyncGenerator[Channel]:
        """A channel to a feed while the block runs."""
        channel = await self._node.dial(feed, self._token, Purpose.SPECTATE)
        now = trio.current_time()
        channel.promote()
        channel.set_rates(
            Bucket(limits.SHOWN_MESSAGES_PER_S, limits.SHOWN_MESSAGES_BURST, now),
            Bucket(limits.SHOWN_BYTES_PER_S, limits.SHOWN_BURST_BYTES, now),
        )
        try:
            yield channel
        finally:
            await channel.aclose()

    # Messages of a feed.

    async def _hear(self, way: _Way, feed: bytes) -> None:
        """Take in what a feed says, until it says that nothing more comes."""
        while True:
            data = await self._next(way)
            kind, body = data[0] if data else -1, data[1:]
            if kind == SHOW and not way.shown:
                show = parse_show(body)
                await self._bring_sets(way, show)
                self._watched.begin(show)
                way.shown = True
                await self._introduce(way, feed)
            elif kind == FEEDS:
                self._feeds.know(parse_feeds(body))
                way.turned_away = not way.shown
            elif not way.shown:
                raise BadEncoding("a feed that does not say what it shows")
            elif kind == messages.ITEM:
                for wire in parse_items(body):
                    await self._take(way, wire)
            elif kind in (messages.SYNCED, messages.HEADS):
                way.said = messages.parse_heads(body, len(self._watched.follower.players))
                await (self._compare(way, feed) if way.across else self._answered(way))
            elif kind == messages.DONE:
                return
            else:
                raise BadEncoding("a message that no feed sends")

    async def _bring_sets(self, way: _Way, show: Show) -> None:
        """Have the feed bring the card sets of the match that are not here. Raises `PeerFault` where the
        HELLO or the set is another thing."""

        async def piece() -> tuple[int, bytes]:
            while True:
                data = await way.channel.receive()
                kind, body = data[0] if data else -1, data[1:]
                if kind != FEEDS:
                    return kind, body
                self._feeds.know(parse_feeds(body))

        for id in lacking(dict(parse_hello(show.hellos[0]).config.opts)):
            keep(await bring(id, way.channel.send, piece))

    async def _next(self, way: _Way) -> bytes:
        """The next message. A match that has not begun may be waited for for long."""
        try:
            if not (way.shown or way.across):
                with trio.move_on_after(limits.FEED_FIRST_S):
                    return await way.channel.receive()
                self._audience.note(WAITS)
            return await way.channel.receive()
        except PeerGone as gone:
            if way.turned_away:
                raise _TurnedAway(FULL) from gone
            raise

    async def _introduce(self, way: _Way, feed: bytes) -> None:
        """Say whether we show the match too, and what we hold of it."""
        if way.across:
            return
        if self._present:
            self._audience.note(BACK if feed == self._present else GOES_ON)
        self._present = feed
        if self._watched.shares is not None:
            self._watched.shares.open = True
            if there := self._node.candidates():
                await way.channel.send(pack_feeds([FeedAt(self._node.identity.fingerprint, there)]))
        await way.ask(self._watched.shelf.heads())

    async def _take(self, way: _Way, wire: bytes) -> None:
        """An item. Where the match has gone back behind something, what came instead is asked for."""
        before = self._watched.follower.revision
        self._watched.judge(wire)
        if self._watched.follower.revision != before:
            await way.ask(self._watched.shelf.heads())
        await trio.lowlevel.checkpoint()  # a whole match may be here at once, and somebody reads it

    async def _answered(self, way: _Way) -> None:
        """All that is sent at once has come: ask for more if there is more, and if that has helped."""
        ours = self._watched.shelf.heads()
        if way.said is not None and _more(way.said, ours) and way.asked != (ours, way.said):
            await way.ask(ours)

    async def _remind(self) -> None:
        """Ask again for what a feed has and has not sent, for ever."""
        while True:
            await trio.sleep(limits.LOOK_ACROSS_S)
            way = self._way
            if way is not None and way.said is not None and _more(way.said, self._watched.shelf.heads()):
                try:
                    await way.ask(self._watched.shelf.heads())
                except PeerGone:
                    log.info("the feed has gone just now")

    # A second feed.

    async def _look_across(self) -> None:
        """Compare with a second feed, for ever, as long as there is one."""
        while True:
            await trio.sleep(limits.LOOK_ACROSS_S)
            second = self._feeds.next({self._present})
            if second is None or self._way is None or not self._way.shown:
                continue
            try:
                await self._keep_comparing(second)
            except (NodeError, PeerFault) as error:
                self._feeds.demote(second, error)

    async def _keep_comparing(self, second: bytes) -> None:
        with plainly():
            async with self._dialled(second) as channel, trio.open_nursery() as nursery:
                way = _Way(channel, across=True)

                async def tell() -> None:
                    while True:
                        if way.shown:
                            await channel.send(self._watched.shelf.heads().pack(messages.HEADS))
                        await trio.sleep(limits.LOOK_ACROSS_S if way.shown else 1)

                nursery.start_soon(tell)
                await self._hear(way, second)
                nursery.cancel_scope.cancel()

    async def _compare(self, way: _Way, second: bytes) -> None:
        """Compare our heads with those of the second feed: where it has other entries we want to see them,
        and entries that it has had for long are withheld from us."""
        theirs, ours = way.said, self._watched.shelf.heads()
        assert theirs is not None
        if self._watched.shelf.parted(theirs) and way.asked != (ours, theirs):
            way.asked = ours, theirs
            await way.channel.send(self._watched.shelf.shared(theirs).pack(messages.SYNC))
        elif not _more(theirs, ours):
            self._behind = None
        elif self._behind != ours:
            self._behind = ours
        elif self._way is not None:
            self._behind = None
            self._feeds.prefer(second)
            self._scope.cancel()
            raise _Withholds("It is looked on at from now on.")


def _more(theirs: Heads, ours: Heads) -> bool:
    """Whether somebody holds something that we lack: an entry, or else another statement."""
    numbers = [(their[0], own[0]) for their, own in zip(theirs.by_seat, ours.by_seat, strict=True)]
    if any(their > own for their, own in numbers):
        return True
    return theirs.digest != ours.digest and all(their == own for their, own in numbers)


def _why(errors: Iterable[Exception]) -> NodeError:
    """Why nothing can be looked on at, by the most telling of the errors."""
    told = [*errors]
    for error in told:
        if isinstance(error, RefusedInvite) and error.reason is Reason.DECLINED:
            return CannotWatch(NOBODY)
    for error in told:
        busy = isinstance(error, RefusedInvite) and error.reason is Reason.BUSY
        if busy or isinstance(error, _TurnedAway):
            return CannotWatch(FULL)
    for error in told:
        if isinstance(error, PeerGone):
            return CannotWatch(CLOSED)
        if isinstance(error, NodeError):
            return error
        if isinstance(error, PeerFault):
            return CannotWatch(GARBLED.format(error.rule, error.why))
    return CannotWatch(CLOSED)

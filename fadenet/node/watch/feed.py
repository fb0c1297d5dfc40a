"""A feed: shows a match that is under way to whoever has its token, and keeps nothing for anybody.

A feed is a door like that of a table. It says what is shown (SHOW), sends what somebody lacks when it is
asked (SYNC), and from then on every item as it is released. An item leaves once it is durable on the node of
a seat and its delay is over, and nothing else that the node knows ever does. A watcher that is too slow to
take what is released is said goodbye to; it may come back with its heads, and is sent nothing twice. A full
feed tells which others show the match.
"""

from __future__ import annotations

import logging
import math
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio

from fadenet.engine.cardset import CardSet
from fadenet.node import limits
from fadenet.node.errors import Reason, plainly
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.rates import Bucket
from fadenet.node.link.shares import gives_way
from fadenet.node.lobby.bringing import Giver
from fadenet.node.match import messages
from fadenet.node.match.follow import FollowRun, Say
from fadenet.node.match.messages import Heads, Watch
from fadenet.node.reach.node import Node
from fadenet.node.watch.messages import (
    FEEDS,
    FeedAt,
    Show,
    pack_feeds,
    pack_items,
    parse_feeds,
    watch_token,
)
from fadenet.node.watch.shelf import WINDOW_MESSAGES, Shelf
from keys import fingerprint
from protocol.faults import BadEncoding, PeerFault
from protocol.hello import game_id, parse_hello

log = logging.getLogger(__name__)

_DONE: Final = bytes([messages.DONE])


class _Onlooker:
    """Somebody at a feed. `asked`: it has asked for the match; `live`: it is sent what is released; `ended`:
    it has been told that nothing more comes."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.asked = self.live = self.ended = False
        self.scope = trio.CancelScope()
        self.patience = trio.CancelScope()
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._offered = False  # whether the channel has the first of them, though not all of it has left
        self._work = trio.Event()
        self._idle = trio.Event()
        self._idle.set()
        self._paid_at = 0.0
        size, burst = limits.CATCH_UP_BYTES_PER_S, limits.CATCH_UP_BURST_BYTES
        self._catch_up = Bucket(size, burst, trio.current_time())

    def send(self, *messages: bytes) -> None:
        """Send at once what the connection takes without waiting, and the rest when it does; say goodbye
        where too much waits already."""
        size, waited = sum(map(len, messages)), bool(self._queue)
        most = len(self._queue) + len(messages)
        if most > limits.WATCHER_MESSAGES or self._bytes + size > limits.WATCHER_BYTES:
            log.info("%r takes too little of what is shown", self.channel)
            self.scope.cancel()
            return
        self._queue.extend(messages)
        self._bytes += size
        if waited or not self._push():
            self._idle = trio.Event() if self._idle.is_set() else self._idle
            self._work.set()

    def _push(self) -> bool:
        """Hand to the connection what waits; whether all of it has left."""
        while self._queue:
            if not self._offered:
                self._offered = self.channel.offer(self._queue[0])
            if not self._offered or self.channel.behind:
                return False
            self._offered = False
            self._bytes -= len(self._queue.popleft())
        return True

    async def carry(self) -> None:
        """Send what waits because the connection did not take it at once, for ever."""
        while True:
            while self._queue:
                await self.channel.flush()
                self._push()
            self._idle.set()
            self._work = trio.Event()
            await self._work.wait()

    async def sent(self) -> None:
        """Wait until nothing waits any more."""
        await self._idle.wait()

    def charge(self, size: int) -> None:
        """Book what was looked for and sent because it was asked for."""
        now = trio.current_time()
        self._paid_at = now + self._catch_up.take(size + limits.CATCH_UP_LEAST_BYTES, now)

    async def paid(self) -> None:
        """Wait until what was asked for has left and is paid for with time."""
        await self.sent()
        if trio.current_time() < self._paid_at:
            await trio.sleep_until(self._paid_at)


def _source(one: _Onlooker) -> str:
    return one.channel.source


def _site(one: _Onlooker) -> str:
    return one.channel.site


class Feed:
    """The door to one match for those who look on.

    own: our fingerprint; delay: seconds that an item waits here; most: how many may look on at once; told:
    told how many do, when that has changed; lags: whether our loop does not keep up, so that those who look
    on are sent half as often what has come.
    """

    def __init__(
        self,
        own: bytes,
        delay: int,
        most: int = limits.WATCHERS,
        told: Callable[[int], object] = lambda number: None,
        lags: Callable[[], bool] = lambda: False,
    ) -> None:
        self.channels_most = most + limits.WATCHERS_TURNED_AWAY
        self.open = True
        """Whether there is something to show here: a feed that shows what others show it may have lost
        them."""
        self._own = own
        self.delay = delay
        self._most = most
        self._tell = told
        self._lags = lags
        self._next_at = 0.0  # not before this anything is released again
        self._there: dict[_Onlooker, None] = {}
        self._others: OrderedDict[bytes, FeedAt] = OrderedDict()
        self._show: Show | None = None
        self._sets: tuple[CardSet, ...] = ()
        self._shelf: Shelf | None = None
        self._finished = False
        self._changed = trio.Event()
        self._news = trio.Event()

    # The match that is shown.

    def begin(self, show: Show, sets: Sequence[CardSet] = ()) -> None:
        """The match has begun. sets: the card sets that it is played with."""
        self._sets = tuple(sets)
        game = game_id(parse_hello(hello).binding for hello in show.hellos)
        self._shelf, self._show = Shelf(game, len(show.hellos), self.delay), show
        for one in self._there:
            self._introduce(one, show)

    def take(self, items: list[bytes], era: int) -> None:
        """All items of the match behind its HELLOs that are durable now; what of them may be seen leaves with
        all that comes within `FEED_EVERY_S`."""
        assert self._shelf is not None
        self._shelf.put(items, era, trio.current_time())
        self._notify()

    def finish(self) -> None:
        """Nothing more comes: what is there may be seen."""
        if self._shelf is not None:
            self._shelf.hurry(trio.current_time())
            self._finished = True
            self._release()

    @property
    def finished(self) -> bool:
        """Whether all of the match may be seen."""
        return self._finished or (self._shelf is not None and self._shelf.ended)

    @property
    def onlookers(self) -> int:
        """How many look on, each counted once."""
        return len({one.channel.peer for one in self._there if one.asked})

    async def run(self) -> None:
        """Release what is due, and tell what has changed, for ever."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell_news)
            while True:
                changed, due = self._changed, self._shelf.next_due if self._shelf is not None else math.inf
                with trio.move_on_at(max(due, self._next_at)):
                    await changed.wait()
                    continue
                self._release()

    def _release(self) -> None:
        assert self._shelf is not None
        now = trio.current_time()
        fresh = self._shelf.release(now)
        if not (fresh or self._finished):
            return
        self._next_at = now + limits.FEED_EVERY_S * (2 if self._lags() else 1)
        many = len(fresh) > WINDOW_MESSAGES or sum(map(len, fresh)) > limits.WATCH_WINDOW_BYTES
        packed = [self._shelf.heads().pack(messages.SYNCED)] if many else pack_items(fresh)
        for one in list(self._there):
            if one.live:
                one.send(*packed)
                one.live = not many  # else it asks, and is sent all of it window by window
                self._end(one)

    def _end(self, one: _Onlooker) -> None:
        if self.finished and one.live:
            one.live, one.ended = False, True
            one.send(_DONE)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _tell_news(self) -> None:
        """Say how many look on, and to them who else shows the match, each when it has changed and not too
        often."""
        told, named = 0, pack_feeds(())
        while True:
            news = self._news = trio.Event()
            number, feeds = self.onlookers, pack_feeds(self.others())
            if number != told and not self.finished:
                self._tell(number)
            if feeds != named:
                for one in list(self._there):
                    if one.asked:
                        one.send(feeds)
            if (number, feeds) != (told, named):
                told, named = number, feeds
                await trio.sleep(limits.FEEDS_AGAIN_S)
            await news.wait()

    # The door.

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Let a holder of the token look on, held to the limits of a stranger."""
        return Admitted(stranger=True) if purpose is Purpose.SPECTATE else Refused(Reason.DECLINED)

    async def handle(self, channel: Channel) -> None:
        """Show the match to somebody, as long as it wants."""
        one = _Onlooker(channel)
        if not self.open or not self._make_room(one):
            await channel.send(pack_feeds(self.others()))
            return
        self._there[one] = None
        try:
            with plainly(), one.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(one.carry)
                    if self._show is not None:
                        self._introduce(one, self._show)
                    with one.patience:
                        await self._hear(one)
                    nursery.cancel_scope.cancel()
        finally:
            self._there.pop(one, None)
            self._others.pop(fingerprint(channel.peer), None)
            self._news.set()
            self._notify()

    def _make_room(self, fresh: _Onlooker) -> bool:
        """Whether one more may look on; one of those has to go who have come from where most do."""
        if len(self._there) < self._most:
            return True
        late = gives_way(self._there, fresh, [_site, _source])
        if late is not None:
            del self._there[late]
            late.scope.cancel()
        return late is not None

    def close(self) -> None:
        """Say goodbye to all."""
        self.open = False
        for one in self._there:
            one.scope.cancel()

    async def part(self) -> None:
        """Wait until all who have asked have everything, but no longer than `FEED_PARTING_S`."""
        with trio.move_on_after(limits.FEED_PARTING_S):
            while late := [one for one in self._there if one.asked and not one.ended]:
                changed = self._changed
                log.info("%d do not have the whole match yet", len(late))
                await changed.wait()
            for one in list(self._there):
                await one.sent()

    def others(self) -> list[FeedAt]:
        """The other feeds of the match, as far as they have said so."""
        return [*self._others.values()][: limits.FEEDS]

    def _introduce(self, one: _Onlooker, show: Show) -> None:
        one.send(show.pack())
        if self._others:
            one.send(pack_feeds(self.others()))
        one.patience.deadline = trio.current_time() + limits.WATCHER_ASKS_S

    async def _hear(self, one: _Onlooker) -> None:
        giver: Giver | None = None
        while True:
            await one.paid()
            data = await one.channel.receive()
            kind, body = data[0] if data else -1, data[1:]
            if kind == FEEDS:
                self._hear_feeds(one, parse_feeds(body))
            elif kind == messages.WANT and self._show is not None:
                one.patience.deadline = trio.current_time() + limits.WATCHER_ASKS_S
                giver = giver or Giver(self._sets)
                piece = giver.answer(body)
                one.send(piece)
                one.charge(len(piece))
            elif kind in (messages.SYNC, messages.HEADS) and self._show is not None:
                one.patience.deadline = float("inf")
                theirs = messages.parse_heads(body, len(self._show.hellos))
                await self._answer(one, theirs, kind == messages.SYNC)
            else:
                raise BadEncoding("a message that somebody who looks on does not send")

    async def _answer(self, one: _Onlooker, theirs: Heads, asks: bool) -> None:
        """Say what we hold, and if somebody asks for it send before that what it lacks: window by window, the
        next when the last has left and is paid for. If meanwhile the match goes back, it will ask again."""
        shelf = self._shelf
        assert shelf is not None
        if not asks:
            one.send(shelf.heads().pack(messages.HEADS))
            return
        if not one.asked:
            one.asked = True
            self._news.set()
        one.live, anew = False, shelf.anew
        found, at = shelf.lacking(theirs)
        while True:
            one.send(*pack_items(found))
            one.charge(sum(map(len, found)))
            if at == shelf.released:
                break
            await one.paid()
            if shelf.anew != anew:
                break
            found, at = shelf.lacking(theirs, at)
        one.send(shelf.heads().pack(messages.SYNCED))
        one.live = not one.ended
        self._end(one)
        self._notify()

    def _hear_feeds(self, one: _Onlooker, feeds: Sequence[FeedAt]) -> None:
        """Somebody who looks on shows the match too. It can speak for itself alone."""
        own = fingerprint(one.channel.peer)
        for feed in feeds:
            if feed.fingerprint == own and own != self._own and feed.candidates:
                self._others[own] = feed
                self._news.set()


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """An exception, or all in a group of them."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def looking_on(number: int) -> str:
    """How many look on, for those who play."""
    if not number:
        return "Nobody looks on any more."
    return "1 looks on." if number == 1 else f"{number} look on."


@asynccontextmanager
async def feeding(
    node: Node, watch: Watch, players: bytes, most: int, say: Say
) -> AsyncGenerator[Feed | None]:
    """A feed at our node as long as the block runs, None where the match may not be watched. players: the
    token of its players. When the match is over, those who look on get the rest of it."""
    if not watch.allowed:
        yield None
        return

    def tell(number: int) -> None:
        say(looking_on(number))

    feed = Feed(node.identity.fingerprint, watch.delay, most, tell, lambda: node.lags)
    with node.opened([watch_token(players)], feed):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(feed.run)
            try:
                yield feed
            finally:
                if feed.finished:
                    await feed.part()
                feed.close()
                nursery.cancel_scope.cancel()


@asynccontextmanager
async def showing(feed: Feed | None, run: FollowRun) -> AsyncGenerator[None]:
    """Show a match as it is played in the block, and all of it when it is over: with its end, or with a fault
    that is proven."""
    if feed is None:
        yield
        return
    seats = len(run.names)
    show = Show(feed.delay, run.names, tuple(run.file.items()[:seats]))
    feed.begin(show, run.exchange.follower.rules.sets)

    def there() -> tuple[list[bytes], int]:
        return run.file.items()[seats:], run.exchange.follower.transcript.era

    async def follow() -> None:
        keeper = run.keeper
        while True:
            number, (items, era) = keeper.number, there()
            await keeper.kept(number)
            feed.take(items, era)
            await keeper.kept(number + 1)

    over = True
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(follow)
            yield
            nursery.cancel_scope.cancel()
    except BaseException as error:
        over = any(isinstance(one, PeerFault) for one in _leaves(error))
        raise
    finally:
        if over:
            feed.take(*there())
            feed.finish()

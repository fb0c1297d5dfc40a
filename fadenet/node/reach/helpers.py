"""The helpers of a node: where it is to be found, whom it asks for there, and what comes of a call.

A host stays connected to each of its helpers and says RESERVE. A joiner that asks for it there is answered
twice at once: over a circuit that the helper carries, and by dialling where the joiner is seen. The joiner
does the same from its side.
"""

from __future__ import annotations

import errno
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakSet

import trio

from fadenet.node import limits
from fadenet.node.errors import (
    BadInvite,
    NodeError,
    NotIntroduced,
    PeerGone,
    ProxyFailed,
    Reason,
    RefusedInvite,
    RelayFailed,
    Unreachable,
    plainly,
)
from fadenet.node.link.candidates import Address, Candidate, RelayAddress, ip_of, parse_address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.handshake import initiate
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, Network
from fadenet.node.link.listener import NodeListener
from fadenet.node.link.rates import Bucket
from fadenet.node.reach.calls import (
    Call,
    Carry,
    Gone,
    HostQuery,
    Meet,
    Reserve,
    Reserved,
    Why,
    circuit_token,
    parse_word,
)
from fadenet.node.reach.circuit import KIND, Circuit
from fadenet.node.reach.meet import Helper, Punch, targets
from fadenet.node.reach.socks import patience_with
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

Arrived = Callable[[bytes, bytes, Purpose, Channel], None]
"""Takes a direct channel to a player (fingerprint) that was made by a token, and what for."""
SAID_AGAIN_S: Final = 2 / limits.STRANGER_MESSAGES_PER_S
"""However often it changes by what we are to be found, RESERVE is not said again sooner: helpers read no
faster than a stranger may speak, and hang up on who is too fast for long."""
_TAKEN: Final = (errno.EADDRINUSE, errno.EADDRNOTAVAIL)


_WHY: Final = {
    Why.AWAY: "The relay {} is up, but the host is not: ask whether the table is still open.",
    Why.FULL: "The relay {} carries no more at the moment, and the host cannot be dialled directly either; "
    "try again in a minute.",
    Why.UNWANTED: "The relay {} does not serve you; ask the host for another way.",
}
_UNUSED: Final = {
    Reason.UNKNOWN: "It does not know this line; ask for a fresh one.",
    Reason.DECLINED: "It does not serve you; ask whoever runs it.",
}
_NO_ROOM: Final = "It has no room at the moment; it is asked again."
"""Why a helper is not used, for what it answered to a node that would reserve."""


def _not_introduced(relay: RelayAddress, why: Why) -> NotIntroduced:
    return NotIntroduced(_WHY[why].format(relay.address))


class Helpers:
    """candidates: where we can be dialled ourselves. arrived: told of direct ways that calls have led to;
    readdressed: that other helpers know us than before."""

    def __init__(
        self,
        identity: NodeIdentity,
        network: Network,
        listener: NodeListener,
        candidates: Callable[[], tuple[Candidate, ...]],
        arrived: Arrived,
        readdressed: Callable[[], None],
        nursery: trio.Nursery,
    ) -> None:
        self.tokens: dict[bytes, bool] = {}
        """By which we are to be found, the oldest first, and whether it is for good."""
        self.errors: dict[Helper, str] = {}
        self._identity = identity
        self._network = network
        self._listener = listener
        self._candidates = candidates
        self._arrived = arrived
        self._readdressed = readdressed
        self._nursery = nursery
        self.reserved: dict[Helper, Reserved] = {}
        """At which of them we can be found now, and what they said."""
        self._ports: dict[Helper, int] = {}
        """At which port those of them see us that see the one at which we listen."""
        self._by_port: WeakSet[Channel] = WeakSet()
        self._seen: list[tuple[str, str, Address]] = []  # from which address of ours to whom, and where it is
        self._doubted = trio.Event()
        self._changed = trio.Event()
        self._news = trio.Event()
        self._punch = Punch(self._from_port, identity.rng)
        self._meetings: dict[trio.CancelScope, tuple[bytes, bytes]] = {}
        self._calls = trio.CapacityLimiter(limits.HANDSHAKES_PER_RELAY)
        self._called_to: Counter[str] = Counter()  # hosts that we are called to meet now
        self._errands = trio.CapacityLimiter(limits.BOX_ERRANDS)
        self._errand_rate = Bucket(limits.BOX_ERRANDS_PER_S, limits.BOX_ERRANDS_BURST, trio.current_time())

    # Being found.

    def relays(self, among: bytes = b"") -> tuple[RelayAddress, ...]:
        """The helpers at which we can be found now by holders of this token, b"" = by anybody. Of a host that
        helps its guests nobody needs to be told."""
        there = [one for one in self.reserved if not one.among or (one.is_of_host and one.among == among)]
        return tuple(relay for helper in there for relay in helper.relays)

    @property
    def observed(self) -> dict[str, Address]:
        """Where our helpers see us, by their names."""
        return {helper.name: it.observed for helper, it in self.reserved.items() if it.observed is not None}

    @property
    def punches(self) -> bool:
        """Whether dialling from our own port can be of use: we listen at it, and no two helpers see us at
        different ones, as behind a router that lets in nobody but whom we have dialled."""
        return self._port != 0 and len(set(self._ports.values())) <= 1

    @property
    def _port(self) -> int:
        return self._listener.addresses[0].port if self._listener.addresses else 0

    def renew(self) -> None:
        """Say RESERVE again: by which tokens we are to be found, or where we are, has changed."""
        self._changed.set()
        self._changed = trio.Event()

    async def reserve(self, helper: Helper) -> None:
        """Be found at a helper, for ever."""
        try:
            await self._reserve(helper)
        finally:
            self.errors.pop(helper, None)

    async def _reserve(self, helper: Helper) -> None:
        pause = limits.REDIAL_FIRST_S
        while True:
            changed = self._changed
            if not self.tokens:
                await changed.wait()
                continue
            try:
                said = self._reservation(helper).pack()
                channel = await self._dial_first_by_v4(helper, said)
                await self._hold(helper, channel, changed)
            except RefusedInvite as error:
                self._failed(helper, _UNUSED.get(error.reason, _NO_ROOM))
                log.info("relay %s: %s", helper.name, error)
            except Unreachable as error:
                there = ", ".join(map(str, helper.addresses))
                self._failed(helper, f"It cannot be reached at {there}; ask whoever runs it.")
                log.info("relay %s: %s", helper.name, error)
            except NodeError as error:
                self._failed(helper, error.message)
                log.info("relay %s: %s", helper.name, error)
            except PeerFault as fault:
                self._failed(helper, f"It breaks the protocol [{fault.rule}].")
                log.warning(
                    "relay %s: %s; ask whoever runs it, or use it no more: fadenet relay remove",
                    helper.name,
                    fault,
                )
            finally:
                self._ports.pop(helper, None)
                if self.reserved.pop(helper, None) is not None:
                    pause = limits.REDIAL_FIRST_S
                    self._readdressed()
            with trio.move_on_after(pause):
                await changed.wait()
            pause = min(2 * pause, limits.REDIAL_LAST_S)

    def _reservation(self, helper: Helper) -> Reserve:
        tokens = [helper.among] if helper.among else self._told_tokens()
        return Reserve(tuple(map(circuit_token, tokens)), self._where())

    def _told_tokens(self) -> list[bytes]:
        """The tokens that a reservation names: those for good, then the newest, at which others are still to
        come or have come last."""
        newest = sorted(reversed(self.tokens), key=lambda token: not self.tokens[token])
        return newest[: limits.CIRCUIT_TOKENS]

    async def _hold(self, helper: Helper, channel: Channel, changed: trio.Event) -> None:
        """Hear what a helper says for as long as it can be heard. changed: set once that has changed which we
        have said to it. Raises `PeerGone`, `NotIntroduced` and faults."""
        try:
            with plainly():
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._say_again, helper, channel, changed)
                    nursery.start_soon(self._look_after, channel)
                    while True:
                        word = parse_word(await channel.receive())
                        if isinstance(word, Reserved):
                            self._granted(helper, channel, word)
                        elif isinstance(word, Gone):
                            raise NotIntroduced(_NO_ROOM)
                        elif isinstance(word, Call) and self._calls.available_tokens:
                            nursery.start_soon(self._answer, helper, word)
        finally:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.BYE_S):
                await channel.aclose()

    def _granted(self, helper: Helper, channel: Channel, word: Reserved) -> None:
        fresh = helper not in self.reserved
        self.reserved[helper] = word
        if channel in self._by_port and word.observed is not None:
            self._ports[helper] = word.observed.port
        self.errors.pop(helper, None)
        self._tell()
        if fresh:
            self._readdressed()

    def _failed(self, helper: Helper, why: str) -> None:
        self.errors[helper] = why
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def settled(self, helpers: Iterable[Helper]) -> None:
        """Wait until each of these has answered, or cannot be reached."""
        left = set(helpers)
        while left := left - self.errors.keys() - self.reserved.keys():
            await self._news.wait()

    async def _say_again(self, helper: Helper, channel: Channel, changed: trio.Event) -> None:
        while True:
            with trio.move_on_after(limits.RESERVE_AGAIN_S):
                await changed.wait()
            changed = self._changed
            if self.tokens:
                await channel.send(self._reservation(helper).pack())
            await trio.sleep(SAID_AGAIN_S)

    def look(self) -> None:
        """Our helpers may not be reached any more by the ways that we know."""
        self._doubted.set()
        self._doubted = trio.Event()

    async def _look_after(self, channel: Channel) -> None:
        """End a channel to a helper that does not answer."""
        answers = True
        while answers:
            with trio.move_on_after(limits.HELPER_LOOK_S):
                await self._doubted.wait()
            answers = await channel.probe(limits.PROBE_RELAY_S)
        await channel.abort()

    async def _answer(self, helper: Helper, call: Call) -> None:
        """Somebody asks for us: be there, over a circuit and directly."""
        if call.token not in map(circuit_token, self.tokens):
            return
        async with self._calls, trio.open_nursery() as nursery:
            nursery.start_soon(self._come, helper, call)
            if self.punches:
                nursery.start_soon(self._meet_caller, self._targets(call.observed, call.candidates))

    async def _meet_caller(self, there: Sequence[Address]) -> None:
        hosts = {one.host for one in there}
        self._called_to.update(hosts)
        try:
            await self._punch.through(there, self._serve)
        finally:
            self._called_to -= Counter(hosts)

    def has_led_to(self, channel: Channel) -> bool:
        """Whether it was a helper that has led to a channel that others have made to us."""
        return bool(channel.relay) or self._called_to[channel.remote.host] > 0

    async def _come(self, helper: Helper, call: Call) -> None:
        """Our end of a circuit; the joiner dials on it."""
        try:
            said = Carry(call.call).pack()
            channel = await self._dial(helper, call.token, Purpose.RELAY, said, from_port=False)
        except (NodeError, PeerFault) as error:
            log.info("no circuit over %s: %s", helper.name, error)
            return
        name = helper.name or str(channel.remote)
        self._nursery.start_soon(self._listener.serve, _link(channel, name, call.observed))

    async def _serve(self, link: Link) -> bool:
        """Let somebody in over a link that we have dialled; whether that has become something."""
        over = trio.Event()

        async def serve() -> None:
            await self._listener.serve(link, close=Link.abort)
            over.set()

        self._nursery.start_soon(serve)
        with trio.move_on_after(limits.HANDSHAKE_S):
            await over.wait()
        return not over.is_set()

    def _targets(self, observed: Address | None, candidates: Iterable[Candidate]) -> tuple[Address, ...]:
        """The addresses that are dialled to meet somebody, as far as a way leads there, and without those
        that seem to be ours, as networks behind routers are alike."""
        ours = {(one.host, self._port) for one in self._network.own()}
        there = [one for one in targets(observed, candidates) if self._network.way_to(one.host)]
        return tuple(one for one in there if (one.host, one.port) not in ours)

    # Asking.

    async def open(self, relay: RelayAddress, player: bytes, token: bytes, purpose: Purpose) -> Link:
        """A circuit to a player (fingerprint); meanwhile a direct way is looked for. Raises OSError and
        `NodeError`."""
        channel, meet = await self._ask(relay, player, token)
        self._nursery.start_soon(self._meet, player, token, purpose, meet)
        if not meet.carries:
            await channel.abort()
            raise _not_introduced(relay, Why.FULL)
        try:
            await channel.send(Carry(meet.call).pack())
        except PeerGone as gone:
            raise OSError("the relay has hung up") from gone
        except BaseException:
            await channel.abort()
            raise
        return _link(channel, str(relay.address), meet.observed)

    async def direct(self, relay: RelayAddress, player: bytes, token: bytes) -> None:
        """Look for a direct way to a player once more. Raises `NodeError`."""
        if self.punches:
            channel, meet = await self._ask(relay, player, token)
            try:
                await self._meet(player, token, Purpose.SEAT, meet)
            finally:
                await channel.abort()

    async def _ask(self, relay: RelayAddress, player: bytes, token: bytes) -> tuple[Channel, Meet]:
        """Ask a helper for somebody. Raises `NodeError`."""
        helper = Helper(relay.fingerprint, b"", (relay.address,), str(relay.address))
        said, seen = HostQuery(player, self._where()).pack(), self._seen
        try:
            channel = await self._dial(helper, circuit_token(token), Purpose.INTRODUCE, said)
            if self._seen != seen:  # and so those who call us are to dial
                self.renew()
        except RefusedInvite as error:  # it does not know the token: nobody is to be found by it there now
            why = {Reason.UNKNOWN: Why.AWAY, Reason.DECLINED: Why.UNWANTED}.get(error.reason, Why.FULL)
            raise _not_introduced(relay, why) from error
        except ProxyFailed:
            raise
        except NodeError as error:  # of the relay, not of the player: whom other ways may still lead to
            raise RelayFailed.because(relay.address, error) from error
        try:
            word = parse_word(await channel.receive())
            if isinstance(word, Meet):
                return channel, word
            raise _not_introduced(relay, word.why if isinstance(word, Gone) else Why.UNWANTED)
        except PeerFault as fault:
            await channel.abort()
            raise RelayFailed.because(relay.address, fault) from fault
        except BaseException:
            await channel.abort()
            raise

    async def _meet(self, player: bytes, token: bytes, purpose: Purpose, meet: Meet) -> None:
        """Dial where a host is seen, and take what it dials to us; on either we are the one who dials."""
        there, turn = self._targets(meet.observed, meet.candidates), trio.Lock()

        async def use(link: Link) -> bool:
            try:
                channel = await initiate(link, self._identity, player, token, purpose, turn=turn)
            except (NodeError, PeerFault) as error:
                log.debug("meeting at %r: %s", link, error)
                await link.abort()
                return False
            except BaseException:
                await link.abort()
                raise
            self._arrived(player, token, purpose, channel)
            self.met(player, token)
            return True

        async def take(link: Link) -> None:
            if await use(link):
                await link.closed.wait()

        if self.punches:
            with trio.CancelScope() as scope, self._taking({one.host for one in there}, take):
                self._meetings[scope] = player, token
                try:
                    await self._punch.through(there, use)
                finally:
                    del self._meetings[scope]

    def met(self, player: bytes, token: bytes) -> None:
        """There is a direct way to a player: nobody looks for another one."""
        for scope, whom in self._meetings.items():
            if whom == (player, token):
                scope.cancel()

    @contextmanager
    def _taking(self, hosts: Iterable[str], take: Callable[[Link], Awaitable[None]]) -> Iterator[None]:
        """Links from these hosts are not for our door while the block runs."""
        named = set(hosts) - self._listener.taken.keys()
        self._listener.taken.update(dict.fromkeys(named, take))
        try:
            yield
        finally:
            for host in named:
                del self._listener.taken[host]

    # Boxes.

    @asynccontextmanager
    async def errand(self) -> AsyncGenerator[None]:
        """Held by whoever asks something at a box, once it is its turn."""
        async with self._errands:
            await trio.sleep(self._errand_rate.take(1, trio.current_time()))
            yield

    async def call(self, helper: Helper, token: bytes, said: bytes) -> Channel:
        """A channel to a helper for a question about boxes, which these bytes begin. token: what opens the
        helper for it. Raises as `link.dial.dial` does."""
        with plainly():
            return await self._dial(helper, token, Purpose.BOX, said, from_port=False)
        raise AssertionError("a channel, or an error")

    # Dialling.

    def _where(self) -> tuple[Candidate, ...]:
        """Where we can be dialled, and met."""
        seen = [one for ours, theirs, one in self._seen if self._network.way_to(theirs) == ours]
        return tuple(dict.fromkeys([*seen, *self._candidates()]))[: limits.CANDIDATES]

    def _note_seen(self, channel: Channel) -> None:
        """Remember where a helper sees the port at which we listen: it sees us at another one when we come to
        it a second time."""
        self._by_port.add(channel)
        with suppress(BadInvite):
            seen = parse_address(channel.greet.observed)
            if ip_of(seen.host) is not None:
                self._seen = [(channel.local, channel.remote.host, seen)]

    async def _dial_first_by_v4(self, helper: Helper, said: bytes) -> Channel:
        """Reserve over IPv4 if that is possible at all: where others would have to dial us over it, only a
        helper can tell. A guest leaves its port for asking there: so its host learns where it is seen."""
        come = partial(
            self._dial,
            token=helper.token,
            purpose=Purpose.RELAY,
            early=said,
            from_port=not helper.is_of_host,
        )
        v4 = tuple(one for one in helper.addresses if ":" not in one.host)
        if v4 != helper.addresses and v4:
            with suppress(Unreachable):
                return await come(replace(helper, candidates=v4))
        return await come(helper)

    async def _dial(
        self,
        helper: Helper,
        token: bytes,
        purpose: Purpose,
        early: bytes,
        *,
        from_port: bool = True,
    ) -> Channel:
        """A channel to a helper, from the port at which we listen if it is free for this."""

        ours = False

        async def open_link(candidate: Candidate) -> Link:
            nonlocal ours
            link, ours = await self._connect(candidate, self._port if from_port else 0)
            return link

        channel = await dial(
            self._identity,
            helper.addresses,
            Errand(helper.fingerprint, token, purpose, early),
            open_link=open_link,
            connect_s=patience_with(self._network),
        )
        if ours:
            self._note_seen(channel)
        self._listener.made(channel)
        return channel

    async def _from_port(self, candidate: Candidate) -> Link:
        return (await self._connect(candidate, self._port))[0]

    async def _connect(self, candidate: Candidate, port: int) -> tuple[Link, bool]:
        """Connect from a port of ours, if one is named and it is not in use for just this; whether it was
        from there. Raises OSError."""
        if not isinstance(candidate, Address):
            raise OSError(f"{candidate} is no address")
        try:
            return await self._network.open(candidate, port), port != 0
        except OSError as error:
            if error.errno not in _TAKEN or not port:
                raise
        return await self._network.open(candidate), False


def _link(channel: Channel, relay: str, observed: Address | None) -> Link:
    """The link that a circuit is. The other's address, as the helper says it, is for show, and tells which of
    those that it carries are one source."""
    now, rate, burst = trio.current_time(), limits.CIRCUIT_BYTES_PER_S, limits.CIRCUIT_BURST_BYTES
    channel.set_rates(None, Bucket(rate, burst, now))
    there = channel.remote if observed is None else observed
    circuit = Circuit(channel)
    return Link(
        circuit,
        KIND,
        there,
        relay=relay,
        behind="" if observed is None else observed.source,
        cut=circuit.cut,
        small=channel.small,
        fell_silent=channel.fell_silent,
    )

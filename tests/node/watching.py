"""Matches that are looked on at, on a network in memory, for the tests of feeds and watchers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

import trio

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Network
from fadenet.node.link.listener import Door
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite
from fadenet.node.match import messages
from fadenet.node.match.messages import Heads, Watch
from fadenet.node.reach.node import Node, open_node
from fadenet.node.watch.feed import Feed
from fadenet.node.watch.messages import SHOW, Show, parse_items, parse_show
from fadenet.node.watch.recording import Recording
from fadenet.node.watch.watched import WatchedMatch
from fadenet.node.watch.watcher import Watcher
from fadenet.table import view
from fadenet.table.scribe import Scribe
from keys import UserError
from protocol.encoding import encode
from protocol.faults import PeerFault
from protocol.hashing import H, sign, var
from protocol.hello import Config, game_id, parse_hello
from protocol.messages import Ack, Entry, EntryPlace, Head, Pass, parse_message
from tests.node.helpers import seeded
from tests.node.tables import RULES, Party, address, identity
from tests.table.wire import Match, give_up

FIRST = 20
"""Players from this number on look on."""
TOKEN = bytes(range(1, 13))
_PROCESSES = count(1000)


class Notes:
    """An audience that keeps what it is told."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.rows = 0
        self.begun: Show | None = None

    def begin(self, show: Show, rules: Rules) -> tuple[view.StepListener | None, Scribe | None]:
        self.begun = show
        return self._see, None

    def note(self, text: str) -> None:
        self.notes.append(text)

    def _see(self, state: State, rows: Sequence[Row]) -> None:
        self.rows += len(rows)


def rules_of(config: Config, rules: Rules = RULES) -> Rules:
    return rules


@asynccontextmanager
async def onlooking(network: Network, n: int = FIRST) -> AsyncGenerator[Node]:
    """The node of somebody who looks on, a process of its own each time."""
    async with open_node(NodeIdentity(identity(n), rng=seeded(next(_PROCESSES))), network) as node:
        yield node


class Onlooker:
    """Player number n, who looks on by these lines; `ended` with `watched`, or with an `error`.

    share: where its node listens to show the match too.
    """

    def __init__(
        self,
        network: Network,
        lines: Sequence[str],
        home: Path,
        n: int = FIRST,
        *,
        rules: Rules = RULES,
        save: bool = True,
        share: Sequence[Address] = (),
    ) -> None:
        self.audience = Notes()
        self.error: UserError | PeerFault | None = None
        self.ended = trio.Event()
        self.scope = trio.CancelScope()
        self.path = home / f"seen{n}.match"
        self.evidence = home / f"seen{n}.evidence"
        self.watched = WatchedMatch(
            partial(rules_of, rules=rules),
            self.audience,
            self.evidence,
            Recording(self.path) if save else None,
        )
        self._network = network
        self.lines = lines  # may come later, as the table is opened
        self._n = n
        self._share = share
        self.watcher: Watcher

    @property
    def notes(self) -> list[str]:
        return self.audience.notes

    @property
    def items(self) -> list[bytes]:
        """All that it has taken in, HELLOs included."""
        return list(self.watched.follower.journal) if self.watched.begun else []

    async def run(self) -> None:
        """Look on to the end, or until `scope` is cancelled."""
        with self.scope:
            try:
                async with AsyncExitStack() as stack:
                    node = await stack.enter_async_context(onlooking(self._network, self._n))
                    invitations = [parse_invite(line) for line in self.lines]
                    self.watcher = Watcher(node, invitations, self.watched, self.audience)
                    if self._share:
                        await node.listen(self._share)
                        await stack.enter_async_context(self.watcher.sharing())
                    await self.watcher.run()
            except* (UserError, PeerFault) as group:
                (self.error,) = _leaves(group)
        if self.watched.kept is not None:
            self.watched.kept.close()
        self.ended.set()


def _leaves(error: Exception) -> list[Any]:
    """All exceptions in a group."""
    if isinstance(error, ExceptionGroup):
        return [one for part in error.exceptions for one in _leaves(part)]
    return [error]


def watched(party: Party, delay: int = 0, **more: Any) -> list[str]:
    """The match of a party may be watched; the line for that is in the list once the table is open."""
    lines: list[str] = []
    party.hosting = {"watch": Watch(True, delay), "invite_to_watch": lines.append, **more}
    return lines


class Stranger:
    """Somebody at a feed with a channel of its own and no manners; `got`: all messages that came."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.got: list[bytes] = []
        self.show: Show

    async def next(self) -> bytes:
        self.got.append(await self.channel.receive())
        return self.got[-1]

    async def shown(self) -> Show:
        """Read the SHOW."""
        data = await self.next()
        assert data[0] == SHOW
        self.show = parse_show(data[1:])
        return self.show

    def nothing(self) -> Heads:
        """The heads of somebody who holds nothing."""
        game = game_id(parse_hello(hello).binding for hello in self.show.hellos)
        return Heads(tuple((0, game) for _ in self.show.hellos), bytes(16))

    async def ask(self, heads: Heads | None = None) -> None:
        await self.channel.send((heads or self.nothing()).pack(messages.SYNC))

    async def synced(self) -> tuple[list[bytes], Heads]:
        """The items up to the next SYNCED, and that."""
        items: list[bytes] = []
        while True:
            data = await self.next()
            if data[0] == messages.ITEM:
                items += parse_items(data[1:])
            if data[0] == messages.SYNCED:
                return items, messages.parse_heads(data[1:], len(self.show.hellos))


@asynccontextmanager
async def stranger(network: Network, line: str | Invite, n: int = FIRST) -> AsyncGenerator[Stranger]:
    """Somebody who has a channel to a feed, and reads all that comes as fast as it comes."""
    invitation = parse_invite(line) if isinstance(line, str) else line
    async with onlooking(network, n) as node:
        node.directory.named(invitation.fingerprint, invitation.candidates)
        channel = await node.dial(invitation.fingerprint, invitation.token, Purpose.SPECTATE)
        channel.promote()
        try:
            yield Stranger(channel)
        finally:
            with trio.CancelScope(shield=True):
                await channel.abort()


@cache
def recorded(seats: int = 2, steps: int = 500, game: str = "faroe") -> Match:
    """A whole match that was given up after so many steps, every seat of which has all of it."""
    match = Match(games.load(game), 5, players=seats)
    return match.play(steps=steps).finish(give_up)


def journal(seats: int = 2, steps: int = 500) -> list[bytes]:
    """The items of that match behind its HELLOs; the RESULT is the last."""
    return recorded(seats, steps).seats[0].journal[seats:]


def show_of(match: Match, delay: int = 0) -> Show:
    """The first message of a feed of it."""
    table = match.seats[0]
    names = tuple(f"p{i}" for i in range(len(table.players)))
    return Show(delay, names, tuple(player.wire for player in table.players))


def forged(match: Match, wire: bytes) -> bytes:
    """Another entry of the same author for the same place, with a signature that holds."""
    entry = parse_message(wire)
    assert isinstance(entry, Entry)
    head, said = entry.head, next(one for one in (Pass(), Ack()) if entry.head.kind != one.TYPE)
    data = encode(said.wire())
    place, body = EntryPlace(head.game, head.author, head.seq), H("fn1/body", var(data))
    other = Head.make(said.TYPE, place, head.prev, head.state, body, head.era)
    return encode([other, data, sign(match.secrets[head.author].sk, "fn1/msg", other)])


@asynccontextmanager
async def shown(
    network: Network, n: int = 0, *, delay: int = 0, door: Door | None = None, **more: Any
) -> AsyncGenerator[tuple[Feed, str]]:
    """The feed of player number n, who listens at its address, and the line that leads there. door: another
    one than a feed's."""
    async with onlooking(network, n) as node:
        await node.listen([address(n)])
        feed = Feed(node.identity.fingerprint, delay, **more)
        with node.opened([TOKEN], door or feed):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(feed.run)
                invitation = Invite(node.identity.fingerprint, TOKEN, 0, node.candidates(), spectator=True)
                yield feed, make_invite(invitation)
                feed.close()
                nursery.cancel_scope.cancel()

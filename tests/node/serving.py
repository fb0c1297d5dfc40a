"""A headless node and its guests on a network in memory, for the tests of `node.serve`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import trio

from fadenet.bots.random_ import RandomBot
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.knock import knock
from fadenet.node.limits import MATCHES
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.links import Link, NodeListeners, OwnAddress
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Entrant, MatchRun, Participant
from fadenet.node.match.saved import SavedTable
from fadenet.node.match.storage import Disk
from fadenet.node.play import join_match, open_node
from fadenet.node.reach.node import Node
from fadenet.node.serve import Offered, Service, Terms
from fadenet.node.sitting import Joining, config_of
from fadenet.table.view import Player
from protocol.hello import Config
from tests.builders.ten import CARDS, Ten
from tests.node.memory import MemoryNetwork, memory_links
from tests.node.tables import HOST, Quitter, Settled, identity, settle

DUEL, THREE = Ten(), Ten("free-for-all")
DECK = Deck("ten", "", (CARDS,))
DAY_S = 86_400.0
PATIENCE_S = 5_000.0
"""How long a test waits for something (virtual time)."""


class At:
    """The network as a host at this address has it."""

    def __init__(self, network: MemoryNetwork, host: str) -> None:
        self._network = network
        self._host = host

    def own(self) -> Sequence[OwnAddress]:
        return ()

    def way_to(self, host: str) -> str:
        return ""

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        return await self._network.listen(addresses)

    async def open(self, address: Address, port: int = 0) -> Link:
        await trio.lowlevel.checkpoint()
        listener = self._network.listeners.get(address)
        if listener is None:
            raise OSError(f"nobody listens at {address}")
        near, far, cut = memory_links(self._host, address.host)
        self._network.cuts.append(cut)
        await listener.arrive.send(far)
        return near

    async def open_link(self, candidate: Candidate) -> Link:
        assert isinstance(candidate, Address)
        return await self.open(candidate)


def rules_of(note: SavedTable) -> Rules:
    """The rules of a saved match."""
    return Ten(note.format)


class Inn:
    """A headless node. tables: what is offered, by name; sits: makes what sits at each; `events`: what it has
    told; `invites`: the standing invitations. It may be run again and again."""

    def __init__(
        self,
        home: Path,
        tables: dict[str, tuple[Rules, int]] | None = None,
        sits: Callable[[], Player] = RandomBot,
        *,
        most: int = MATCHES,
        bank: int = 600,
        disk: Disk | None = None,
        watch: Watch = UNWATCHED,
    ) -> None:
        self.home = home
        home.mkdir(mode=0o700, exist_ok=True)
        self.network = MemoryNetwork()
        self.sits = sits
        self.most = most
        self.kept_s = 7 * DAY_S
        self.behind_nat = False
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.invites: dict[str, str] = {}
        self.scope = trio.CancelScope()
        self.machine = Machine(network=At(self.network, HOST.host), disk=disk or Disk())
        self.offered = [
            Offered(
                name, _config(rules, seats, bank), self._seat(rules), name.encode().ljust(12, b"."), watch
            )
            for name, (rules, seats) in (tables or {"ten": (DUEL, 2)}).items()
        ]
        self.node: Node
        self.service: Service

    def _seat(self, rules: Rules) -> Callable[[], Entrant]:
        def entrant() -> Entrant:
            own = self.home, identity(0), rules, DECK, self.sits(), "bot", "random"
            return Entrant(*own, self.machine, remembers=False)

        return entrant

    def _resumed(self, match: str, note: SavedTable) -> Entrant:
        return self._seat(rules_of(note))()

    def _tell(self, event: str, fields: dict[str, Any]) -> None:
        self.events.append((event, fields))

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Be up, until cancelled by `scope` or drained; one life of the process."""
        owner = self.offered[0].entrant()
        with trio.CancelScope() as self.scope:
            async with open_node(owner, finished=rules_of) as self.node:
                await self.node.listen([HOST])
                self.service = Service(
                    self.node,
                    owner,
                    self.offered,
                    self._resumed,
                    rules_of,
                    self._tell,
                    Terms(self.most, self.kept_s, behind_nat=self.behind_nat),
                )
                self.invites = self.service.invitations()
                task_status.started()
                await self.service.run()

    def told(self, event: str) -> list[dict[str, Any]]:
        """The fields of all events of this name."""
        return [fields for name, fields in self.events if name == event]

    def count(self) -> Counter[str]:
        """How many events there were of each name."""
        return Counter(name for name, _ in self.events)

    async def until(self, what: Callable[[], object]) -> None:
        """Wait until this is so."""
        with trio.fail_after(PATIENCE_S):
            while not what():
                await trio.sleep(0.05)


def _config(rules: Rules, seats: int, bank: int) -> Config:
    return config_of(rules, seats, 0, bank, 5)


class Guest:
    """Player number n, who comes from an address of its own to the inn's table of this name. `said`: what it
    is told; `end`: what has come of it; `patience`: how many seconds it waits for a node that is not up;
    `bot`: the one that a notice has named, "" = none."""

    def __init__(
        self,
        inn: Inn,
        home: Path,
        n: int,
        player: Player | None = None,
        *,
        table: str = "ten",
        source: str = "",
    ) -> None:
        home.mkdir(mode=0o700, exist_ok=True)
        self.inn = inn
        self.table = table
        self.said: list[str] = []
        self.runs: list[MatchRun] = []
        self.end: Settled = None
        self.patience = 0.0
        self.bot = ""
        self.scope = trio.CancelScope()
        self.node: Node
        rules = next(one.entrant().rules for one in inn.offered if one.name == table)
        machine = Machine(network=At(inn.network, source or f"203.0.{n // 250}.{n % 250 + 1}"))
        self.seat = Entrant(
            home, identity(n), rules, DECK, player or RandomBot(), "bot", "random", machine, self.runs.append
        )

    async def run(self) -> None:
        """Come, and stay to the end."""
        with trio.CancelScope() as self.scope:
            self.end = await settle(self._join())

    async def _join(self) -> MatchEnd:
        seat = self.seat
        participant = Participant(
            seat.home, seat.identity, seat.player, "bot", "random", seat.machine, seat.begun
        )
        async with open_node(participant) as self.node:
            return await join_match(
                self.node,
                participant,
                Joining(
                    self.inn.invites[self.table],
                    lambda config: (seat.rules, seat.deck),
                    listen=(),
                    come=partial(knock, patience=self.patience),
                    bot=self.bot,
                ),
                say=self.said.append,
            )
        raise AssertionError("a match ends with an outcome or an error")

    @property
    def plays(self) -> bool:
        """Whether its match has begun and is not over."""
        return bool(self.runs) and self.end is None


def slow() -> Player:
    """Somebody who needs a second for each decision."""

    class Slow(Quitter):
        async def choose(self, seat: Any) -> Any:
            await trio.sleep(1)
            return await super().choose(seat)

    return Slow(10_000)

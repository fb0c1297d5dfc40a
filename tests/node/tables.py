"""Tables, short-tempered players and nodes on a network in memory, for the tests of whole matches."""

from __future__ import annotations

import copy
import hashlib
import math
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Ask
from fadenet.games.decks import load_deck, packaged
from fadenet.node import play
from fadenet.node.limits import BEAT_S
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.links import Link, Network, NodeListeners, OpenLink, OwnAddress
from fadenet.node.match import run
from fadenet.node.match.archive import RulesOfTable
from fadenet.node.match.banks import Banks
from fadenet.node.match.clock import MatchClock
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.run import Choose, Entrant, Participant
from fadenet.node.play import give_match, host_match, join_match, open_node, resume_match
from fadenet.node.sitting import Hosting, Joining, config_of
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, Player, SeatView, StepListener
from keys import Identity, UserError
from protocol.faults import PeerFault
from protocol.files import Report, verify_file
from protocol.secrets import Secrets
from tests.node.memory import MemoryNetwork

RULES = games.load("faroe")


def address(n: int) -> Address:
    """Where the node of player number n listens."""
    return Address(f"198.51.100.{n + 1}", 47070)


HOST = address(0)
LONG_S = 100_000.0
"""How long a test on Trio's mock clock lets two nodes go on (s)."""

TOLD_S = 3 * BEAT_S
"""In this time a node has told the others that it holds what has come (s)."""

Settled = MatchEnd | UserError | PeerFault | None
"""The end of one side: an outcome, an error for its player, a fault of the other side, or it goes on."""


def identity(n: int) -> Identity:
    return Identity.from_seed(f"p{n}", hashlib.sha256(b"player %d" % n).digest())


def table(home: Path, n: int, player: Player, *, rules: Rules = RULES, kind: str = "bot") -> Entrant:
    """Player number n at a table, with a data folder of its own and one of the packaged decks."""
    home.mkdir(mode=0o700, exist_ok=True)
    named = games.load(rules.name)
    names = packaged(named)
    deck = load_deck(named, names[n % len(names)])
    return Entrant(home, identity(n), rules, deck, player, kind, "random")


async def join(
    seat: Entrant,
    text: str,
    choose: Choose | None = None,
    *,
    say: Say,
    listen: Sequence[Address] | None = None,
) -> MatchEnd:
    """Accept an invitation; without `choose` with what is at the table, whatever the host offers."""
    own = seat.home, seat.identity, seat.player, seat.kind, seat.bot
    participant = Participant(
        *own,
        machine=seat.machine,
        begun=seat.begun,
        paced=seat.paced,
        stay=seat.stay,
        bot_name=seat.bot_name,
    )
    async with open_node(participant) as node:
        joining = Joining(text, choose or (lambda config: (seat.rules, seat.deck)), listen)
        return await join_match(node, participant, joining, say=say)
    raise AssertionError("a match ends with an outcome or an error")


async def host(
    seat: Entrant,
    hosting: Hosting,
    *,
    say: Say,
    finished: RulesOfTable | None = None,
) -> MatchEnd:
    """Open a table."""
    async with open_node(seat, finished=finished) as node:
        return await host_match(node, seat, hosting, say=say)
    raise AssertionError("a match ends with an outcome or an error")


async def resume(seat: Entrant, match: str = "", **more: Any) -> MatchEnd:
    """Go on with an unfinished match, by default the only one."""
    async with open_node(seat) as node:
        return await resume_match(node, seat, match, **more)
    raise AssertionError("a match ends with an outcome or an error")


async def give(seat: Entrant, match: str, **more: Any) -> MatchEnd:
    """Give out a finished match."""
    async with open_node(seat) as node:
        return await give_match(node, seat, match, **more)
    raise AssertionError("a match ends with an outcome or an error")


def on(seat: Entrant, network: Network) -> Entrant:
    """The same at a table of this network."""
    return replace(seat, machine=replace(seat.machine, network=network))


class _View:
    """The network as one of a party has it."""

    def __init__(self, party: Party, n: int) -> None:
        self._party = party
        self._n = n

    async def open(self, address: Address, port: int = 0) -> Link:
        return await self._party.links(self._n)(address)

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        return await self._party.network.listen(addresses)

    def own(self) -> Sequence[OwnAddress]:
        return ()

    def way_to(self, host: str) -> str:
        return ""

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()


class Quitter(RandomBot):
    """Plays at random and gives up at its n-th decision; `before` is told the number of each."""

    def __init__(self, n: int, before: Callable[[int], object] = lambda n: None) -> None:
        super().__init__()
        self.left = n
        self.decided = 0
        self.places: tuple[int, ...] = ()
        self.rule = ""
        self._before = before

    async def choose(self, seat: SeatView) -> Answer:
        self.decided += 1
        self._before(self.decided)
        if self.decided >= self.left and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)

    async def over(self, seat: SeatView, places: Any, rule: str) -> None:
        self.places, self.rule = tuple(places), rule


class Yielding(RandomBot):
    """Plays at random, and gives up at its first decision that is sealed, where others owe one as well, or at
    its first one that it alone owes; a second later."""

    def __init__(self, sealed: bool) -> None:
        super().__init__()
        self._sealed = sealed

    async def choose(self, seat: SeatView) -> Answer:
        assert seat.ask is not None
        if bool(seat.ask.sealed) == self._sealed:
            await trio.sleep(1)
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)


class Stuck(RandomBot):
    """Never answers any more after n decisions; `asked` holds what it left unanswered."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.left = n
        self.asked: list[Ask] = []

    async def choose(self, seat: SeatView) -> Answer:
        if self.left <= 0:
            assert seat.ask is not None
            self.asked.append(seat.ask)
            await trio.sleep_forever()
        self.left -= 1
        return await super().choose(seat)


class Slow(Quitter):
    """Takes a second for every decision, and gives up at its n-th."""

    def __init__(self, n: int = 10_000) -> None:
        super().__init__(n)

    async def choose(self, seat: SeatView) -> Answer:
        await trio.sleep(1)
        return await super().choose(seat)


class Brief(Slow):
    """Ends its turn wherever it may, so that everybody soon has one."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        end = seat.state.rules.end_move
        return end if end in options else super().pick(seat, options)


class Sulking(Stuck):
    """Does not think after n decisions, and always leaves it to its node what to answer."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.picked: list[Move] = []

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        self.picked.append(super().pick(seat, options))
        return self.picked[-1]


class Standing(Banks):
    """Thinks that our own player has time without end."""

    def left(self, seat: int) -> float:
        return math.inf if seat == self._own else super().left(seat)


def dishonest(
    monkeypatch: pytest.MonkeyPatch, kind: type[TableSeat], tables: Sequence[Entrant]
) -> list[Entrant]:
    """The same tables, the last of them with a seat of this kind."""
    theirs = copy.copy(tables[-1].rules)

    def make(rules: Rules, hellos: Sequence[bytes], own: Secrets, watch: StepListener) -> TableSeat:
        return (kind if rules is theirs else TableSeat)(rules, hellos, own, watch)

    monkeypatch.setattr(run, "TableSeat", make)
    return [*tables[:-1], replace(tables[-1], rules=theirs)]


class Sore(TableSeat):
    """Says nothing at all once the game is over."""

    def _close(self) -> list[bytes]:
        return []

    def give_up(self, late: Iterable[int] = ()) -> list[bytes]:
        return []


def without_introductions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts bring none of their guests together, as those of an earlier version do not."""

    async def alone(*_: object) -> None:
        """Nobody is introduced."""

    monkeypatch.setattr(play, "introduce_guests", alone)


def with_a_clock_that_stands(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The node of the player of this name does not count its own time."""

    class Unhurried(MatchClock):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            if self._names[self._own] == name:
                self.banks = Standing(
                    self._seat.config.bank, self._seat.config.bonus, len(self._names), self._own
                )

    monkeypatch.setattr(run, "MatchClock", Unhurried)


async def settle(work: Coroutine[Any, Any, MatchEnd]) -> Settled:
    """The end of one side of a match."""
    try:
        return await work
    except (UserError, PeerFault) as error:
        return error


class Party:
    """Some tables on a network in memory, the first of them the host's. `apart`: pairs of numbers whose nodes
    cannot reach each other; `deaf`: numbers of those who do not listen; `absent`: of those who do not come by
    themselves; `choose` may be put in the first guest's place; `hosting`: with what else the host's table is
    opened.
    """

    def __init__(self, *tables: Entrant) -> None:
        self.network = MemoryNetwork()
        self.tables = list(tables)
        self.apart: set[frozenset[int]] = set()
        self.deaf: Collection[int] = ()
        self.absent: set[int] = set()
        self.choose: Choose | None = None
        self.hosting: dict[str, Any] = {}
        self.invitation = ""
        self.said: list[str] = []
        self.told: list[list[str]] = [[] for _ in tables]
        self.scopes = [trio.CancelScope() for _ in tables]
        self.ends: list[Settled] = []

    @property
    def host(self) -> Entrant:
        return self.tables[0]

    @host.setter
    def host(self, table: Entrant) -> None:
        self.tables[0] = table

    @property
    def joiner(self) -> Entrant:
        return self.tables[1]

    @joiner.setter
    def joiner(self, table: Entrant) -> None:
        self.tables[1] = table

    def say(self, n: int) -> Callable[[str], None]:
        """The lines that the node of a table tells its player."""

        def say(text: str) -> None:
            self.said.append(text)
            self.told[n].append(text)

        return say

    def seat(self, n: int) -> Entrant:
        """A table as it is on the network."""
        return on(self.tables[n], _View(self, n))

    def links(self, n: int) -> OpenLink:
        """How the node of a table reaches others."""

        async def open_link(candidate: Candidate) -> Link:
            for other in range(len(self.tables)):
                if candidate == address(other) and frozenset((n, other)) in self.apart:
                    raise OSError("no way there")
            return await self.network.open_link(candidate)

        return open_link

    def kill(self, n: int) -> None:
        """The process of a table is gone, without a word."""
        self.network.cut_all()
        self.scopes[n].cancel()

    async def _run(self, n: int, work: Callable[[], Coroutine[Any, Any, MatchEnd]]) -> None:
        self.scopes[n] = trio.CancelScope()
        with self.scopes[n]:
            self.ends[n] = await settle(work())

    async def play(
        self,
        *,
        timer: int = 0,
        bank: int = 0,
        bonus: int = 5,
        hours: int = 1,
        patience: float = LONG_S,
        meddle: Callable[[Party], Coroutine[Any, Any, object]] | None = None,
    ) -> list[Settled]:
        """The end of each. `meddle` runs beside them once the invitation is there."""
        self.ends = [None] * len(self.tables)
        with trio.move_on_after(patience):
            async with trio.open_nursery() as nursery:

                def invited(text: str) -> None:
                    self.invitation = text
                    for n in range(1, len(self.tables)):
                        if n not in self.absent:
                            nursery.start_soon(self.take_seat, n)
                    if meddle is not None:
                        nursery.start_soon(meddle, self)

                config = config_of(self.host.rules, len(self.tables), timer, bank, bonus)
                hosting = Hosting(config, [HOST], invited, hours, **self.hosting)
                await self._run(0, partial(host, self.seat(0), hosting, say=self.say(0)))
        return self.ends

    async def take_seat(self, n: int) -> None:
        """The guest of this number comes, and stays to the end."""
        await self._run(n, partial(self.join, n))

    async def go_on(self, n: int, listen: Sequence[Address] | None = None, moved: bool = False) -> None:
        """The player of this number comes back to its only unfinished match, and stays to the end."""
        await self._run(n, partial(self.back, n, listen, moved))

    async def join(self, n: int) -> MatchEnd:
        """The guest of this number accepts the invitation."""
        return await join(
            self.seat(n),
            self.invitation,
            self.choose if n == 1 else None,
            say=self.say(n),
            listen=() if n in self.deaf else (address(n),),
        )

    async def back(self, n: int, listen: Sequence[Address] | None = None, moved: bool = False) -> MatchEnd:
        """The player of this number goes on with its only unfinished match."""
        return await resume(self.seat(n), say=self.say(n), listen=listen, moved=moved)

    async def resume(self, *, patience: float = LONG_S, moved: Collection[int] = ()) -> list[Settled]:
        """All go on with their only unfinished match; those of these numbers say that they have moved."""
        self.ends = [None] * len(self.tables)
        with trio.move_on_after(patience):
            async with trio.open_nursery() as nursery:
                for n in range(len(self.tables)):
                    nursery.start_soon(self.go_on, n, None, n in moved)
        return self.ends


def files(home: Path, suffix: str) -> list[Path]:
    """The files of one kind in a data folder."""
    return sorted((home / "matches").glob(f"*.{suffix}"))


def verified(path: Path, rules: Rules = RULES) -> Report:
    """The report that a match file gives a stranger."""
    return verify_file(path.read_bytes(), Replica(rules))

"""Tables, short-tempered players and two nodes on a network in memory, for the tests of whole matches."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import trio

from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Row
from fadenet.games.decks import load_deck, packaged
from fadenet.node import Address
from fadenet.node.match import host_match, join_match, resume_match
from fadenet.node.memory import MemoryNetwork
from fadenet.node.run import Choose, Outcome, Place, Table
from fadenet.table.player import Answer, Player, Seat
from fadenet.table.replica import Replica
from keys import Identity, UserError
from protocol.faults import PeerFault
from protocol.files import Report, verify_file

RULES = games.load("faroe")
HOST = Address("198.51.100.1", 47070)
LONG_S = 100_000.0
"""How long a test on Trio's mock clock lets two nodes go on (s)."""

Settled = Outcome | UserError | PeerFault | None
"""What came of one side: an outcome, an error for its player, a fault of the other side, or it goes on."""


def identity(n: int) -> Identity:
    return Identity.from_seed(f"p{n}", hashlib.sha256(b"player %d" % n).digest())


def table(home: Path, n: int, player: Player, *, rules: Rules = RULES, kind: str = "bot") -> Table:
    """Player number n at a table, with a data folder of its own and one of the packaged decks."""
    home.mkdir(mode=0o700, exist_ok=True)
    named = games.load(rules.name)
    names = packaged(named)
    deck = load_deck(named, names[n % len(names)])
    return Table(home, identity(n), rules, deck, player, kind, "random")


async def join(seat: Table, text: str, choose: Choose | None = None, **more: Any) -> Outcome:
    """Accept an invitation; without `choose` with what is at the table, whatever the host offers."""
    place = Place(seat.home, seat.identity, seat.player, seat.kind, seat.bot)
    return await join_match(place, choose or (lambda config: (seat.rules, seat.deck)), text, **more)


class Quitter(RandomBot):
    """Plays at random and gives up at its n-th decision; `before` is told the number of each."""

    def __init__(self, n: int, before: Callable[[int], object] = lambda n: None) -> None:
        super().__init__()
        self.left = n
        self.decided = 0
        self.places: tuple[int, ...] = ()
        self.rule = ""
        self._before = before

    async def choose(self, seat: Seat) -> Answer:
        self.decided += 1
        self._before(self.decided)
        if self.decided >= self.left and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)

    async def over(self, seat: Seat, places: Any, rule: str) -> None:
        self.places, self.rule = tuple(places), rule


class Stuck(RandomBot):
    """Never answers any more after n decisions; `asked` holds what it left unanswered."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.left = n
        self.asked: list[Row] = []

    async def choose(self, seat: Seat) -> Answer:
        if self.left <= 0:
            assert seat.ask is not None
            self.asked.append(seat.ask)
            await trio.sleep_forever()
        self.left -= 1
        return await super().choose(seat)


class Sulking(Stuck):
    """Does not think after n decisions, and always leaves it to its node what to answer."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.picked: list[Move] = []

    def pick(self, seat: Seat, options: list[Move]) -> Move:
        self.picked.append(super().pick(seat, options))
        return self.picked[-1]


async def settle(work: Coroutine[Any, Any, Outcome]) -> Settled:
    """What came of one side of a match."""
    try:
        return await work
    except (UserError, PeerFault) as error:
        return error


class Pair:
    """Two tables on a network in memory: `host` and `joiner`; `choose` may be put in the joiner's place."""

    def __init__(self, host: Table, joiner: Table) -> None:
        self.network = MemoryNetwork()
        self.host = host
        self.joiner = joiner
        self.choose: Choose | None = None
        self.invitation = ""
        self.said: list[str] = []

    async def play(
        self,
        *,
        timer: int = 0,
        bank: int = 0,
        hours: int = 1,
        patience: float = LONG_S,
        meddle: Callable[[Pair], Coroutine[Any, Any, object]] | None = None,
    ) -> tuple[Settled, Settled]:
        """(host's, joiner's). `meddle` runs beside them once the invitation is there."""
        ends: list[Settled] = [None, None]
        with trio.move_on_after(patience):
            async with trio.open_nursery() as nursery:

                async def joined() -> None:
                    ends[1] = await settle(
                        join(
                            self.joiner,
                            self.invitation,
                            self.choose,
                            say=self.said.append,
                            open_link=self.network.open_link,
                        )
                    )

                def invited(text: str) -> None:
                    self.invitation = text
                    nursery.start_soon(joined)
                    if meddle is not None:
                        nursery.start_soon(meddle, self)

                ends[0] = await settle(
                    host_match(
                        self.host,
                        listen=[HOST],
                        timer=timer,
                        bank=bank,
                        bonus=5,
                        hours=hours,
                        say=self.said.append,
                        invite=invited,
                        listen_at=self.network.listen,
                    )
                )
        return ends[0], ends[1]

    async def resume(self, *, patience: float = LONG_S) -> tuple[Settled, Settled]:
        """Both go on with their only unfinished match: (host's, joiner's)."""
        ends: list[Settled] = [None, None]

        async def go_on(side: int, who: Table) -> None:
            ends[side] = await settle(
                resume_match(
                    who,
                    "",
                    say=self.said.append,
                    listen_at=self.network.listen,
                    open_link=self.network.open_link,
                )
            )

        with trio.move_on_after(patience):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(go_on, 0, self.host)
                nursery.start_soon(go_on, 1, self.joiner)
        return ends[0], ends[1]


def files(home: Path, suffix: str) -> list[Path]:
    """The files of one kind in a data folder."""
    return sorted((home / "matches").glob(f"*.{suffix}"))


def verified(path: Path, rules: Rules = RULES) -> Report:
    """What a match file proves to a stranger."""
    return verify_file(path.read_bytes(), Replica(rules))

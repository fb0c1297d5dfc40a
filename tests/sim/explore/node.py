"""One node of a match as the explorer has it: the product's own parts, without time, sockets and disks.

Table, exchange, holdings, mark, cheats and clock are real. In place of a session stands `Way`, which carries
nothing: whatever a node holds can be had from it by any other, one item after the other, in the order of its
file (`offers`), which is what all its sending, passing on and catching up come to. In place of time stand
events: that by its own clock somebody's bank is spent, that it has waited long enough to confirm, that its
player wants to end the match as void, that it dies and comes back from its disk. The work of `MatchRun`
between two events is done at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.node.link.session import Session
from fadenet.node.match import messages
from fadenet.node.match.banks import Banks
from fadenet.node.match.clock import MatchClock
from fadenet.node.match.committer import Keeper
from fadenet.node.match.exchange import Exchange, Listeners
from fadenet.node.match.mark import Mark, Signed
from fadenet.node.match.peers import Mesh, Peer
from fadenet.table.seat import TableSeat
from protocol.faults import PeerFault
from protocol.messages import Entry, parse_message
from protocol.needs import Accepted
from protocol.secrets import Secrets

BANK_S: Final = 100


class Event(NamedTuple):
    """An event that befalls a node. kind: `item` (wire, of whom), `heads` (told, of whom), `decide` (which
    move), `spent` (seats), `confirm`, `unsigned`, `void`, `restart`, `back` (how many items its disk has
    kept)."""

    kind: str
    of: int = -1
    what: Any = b""


class _State:
    connected = True
    since = 0.0


class Way:
    """In place of a `Session`: connected, and nothing sent is ever on its way."""

    state = _State()
    unacknowledged = 0
    way = 0.0
    channel = None
    error = None

    def send_now(self, data: bytes) -> bool:
        return True

    def close(self) -> None:
        """A shunned node is heard no more."""

    async def drained(self) -> None:
        """Nothing is on its way."""


class _File:
    """A match file in memory."""

    def __init__(self, items: Sequence[bytes]) -> None:
        self._items = [*items]

    def items(self) -> list[bytes]:
        return [*self._items]

    def append(self, item: bytes) -> None:
        self._items.append(item)

    def rewrite(self, items: Sequence[bytes]) -> None:
        self._items = [*items]


class Kept(Keeper):
    """A match file and a mark whose every write is durable at once."""

    def __init__(self, file: Any, mark: Mark) -> None:
        self.file, self.mark = file, mark
        self.number = self.durable = 0

    def rewrite(self, items: Sequence[bytes]) -> None:
        self.file.rewrite(items)

    def commit(self) -> None:
        """It is."""

    def _wrote(self) -> None:
        """It is durable."""


class Table(NamedTuple):
    """The values that the nodes of a match share and nobody changes. secrets: by seat."""

    rules: Rules
    hellos: tuple[bytes, ...]
    secrets: tuple[Secrets, ...]

    def seat(self, seat: int) -> TableSeat:
        """A new table of a seat."""
        table = TableSeat(self.rules, self.hellos, self.secrets[seat])
        assert table.seat == seat
        return table


class Node:
    """The node of a seat. `fault`: what has ended its match, of which it has proof; `damaged`: it cannot go
    on from its disk."""

    def __init__(self, table: Table, seat: int, items: Sequence[bytes] = ()) -> None:
        self._table = table
        self.number = seat
        self.fault: PeerFault | None = None
        self.damaged = False
        self._begin([*table.hellos, *items], Signed(0, 0, 0, bytes(32)))

    def _begin(self, items: Sequence[bytes], signed: Signed) -> None:
        """A life of its process, from what its disk holds."""
        table, number = self._table, self.number
        self.seat = table.seat(number)
        self.seat.restore(items[len(table.hellos) :])
        self.seat.restored()
        mark = Mark(Path("mark"), cast(Any, None), -1, 0, signed)
        self.kept = Kept(_File(items), mark)
        ways = cast(Sequence[Session], [Way() for _ in table.hellos])
        peers = [Peer(i, f"p{i}", ways[i], self.kept) for i in range(len(ways)) if i != number]
        self.mesh = Mesh(number, peers)
        for peer in peers:
            peer.met = peer.greeted = peer.introduced = True
        nowhere = Path("/nonexistent/evidence")
        self.exchange = Exchange(
            self.seat, self.kept, self.mesh, nowhere, (), Listeners(_told, self._heard, _met), f"p{number}"
        )
        self.exchange.moved = _moved
        self.exchange.cheats.keep = _kept  # type: ignore[method-assign]
        self._clock()

    def _clock(self) -> None:
        names = [f"p{i}" for i in range(len(self._table.hellos))]
        self.clock = MatchClock(self.seat, names, self.exchange, _told, _ended, ())
        self.clock.bank = float(BANK_S)

    # What others see.

    @property
    def over(self) -> bool:
        """Whether its match has ended, in whatever way."""
        return self.exchange.over or self.fault is not None or self.damaged

    @property
    def journal(self) -> list[bytes]:
        return self.seat.journal[len(self._table.hellos) :]

    def offers(self) -> list[bytes]:
        """All items that others can have from it, in the order in which they come: what it holds, and what
        proves that somebody has cheated."""
        shown = [*self.exchange.cheats.proof]
        if self.fault is not None and self.fault.evidence:
            shown.append(self.fault.evidence)
        return [*dict.fromkeys([*self.holds(), *self.journal, *shown])]

    def holds(self) -> list[bytes]:
        """All items that it has; of entries, those that it has taken, or keeps until it can."""
        transcript = self.seat.transcript
        ahead = [wire for seat in range(transcript.seats) for wire in transcript.ahead(seat, 0)]
        drafts = transcript.closing
        signed = [drafts._merge(body) for body in drafts._drafts] if self.seat.result is None else []
        return [*filter(self._has, self.journal), *ahead, *signed]

    def _has(self, item: bytes) -> bool:
        """Not so of an entry that a vote of ours says is here, and that was refused."""
        message = parse_message(item)
        if not isinstance(message, Entry):
            return True
        return self.seat.transcript.leaving.held(message.head.author, message.head.seq) == item

    def heads(self) -> bytes:
        """The items that it tells that it holds."""
        return self.exchange.holdings.heads().pack(messages.HEADS)[1:]

    def learns(self) -> bool:
        """Whether it makes something of all that others tell it of what they hold: after a restart, and where
        it looks for a fork."""
        return not (self.exchange.synced and not self.exchange.cheats.not_dropped())

    def owes(self) -> bool:
        """Whether its player has to decide now."""
        return self._speaks and self.seat.question() is not None

    def may_confirm(self) -> bool:
        """Whether its clock waits for nothing but to confirm a vote."""
        return self._speaks and self.seat.transcript.leaving.unconfirmed and not self.clock.watches_on

    def may_resume(self) -> bool:
        """Whether it signs nothing, as some have not told what they hold of it, and others have."""
        waits = not (self.over or self._silent or self.exchange.synced)
        return waits and any(peer.synced for peer in self.mesh.peers)

    def late(self) -> list[int]:
        """The seats whose time bank its clock counts now."""
        missing = self.clock._missing()
        if self.over or self._silent or self.may_confirm() or self.ends_void():
            return []
        return [] if self.number in missing else sorted({*missing} - self.seat.ending.in_vain)

    def in_vain(self) -> bool:
        """Whether its clock waits for nobody but those of whom one has to come back before it may sign."""
        return self._speaks and bool(self.seat.ending.in_vain) and not self.late()

    def ends_void(self) -> bool:
        """Whether it waits for the signatures of all under a void, however long that takes."""
        return self.seat.void and self.clock._ends_void(self.clock._missing())

    @property
    def _silent(self) -> bool:
        return self.exchange.holdings.behind > 0

    @property
    def _speaks(self) -> bool:
        return not self.over and not self._silent and self.exchange.synced

    # What befalls it.

    def take(self, event: Event) -> None:
        """Carry out an event, and all that follows from it here at once."""
        try:
            getattr(self, f"_{event.kind}")(event)
            self.drive()
        except PeerFault as fault:
            self.fault = fault

    def _item(self, event: Event) -> None:
        self._hear(event.of, messages.ITEM, event.what)

    def _heads(self, event: Event) -> None:
        peer = self._peer(event.of)
        self._hear(
            event.of, messages.HEADS if peer.synced or self.exchange.synced else messages.SYNCED, event.what
        )

    def _hear(self, of: int, kind: int, body: bytes) -> None:
        peer = self._peer(of)
        if peer.shunned:
            return
        try:
            self.exchange._take(peer, kind, body)
        except PeerFault as fault:
            _at_once(self.exchange._blame(peer, fault))

    def _decide(self, event: Event) -> None:
        self.exchange.out(self.seat.answer(self.moves()[event.what]))

    def moves(self) -> list[Move]:
        """The answers that its player may give."""
        view = self.seat.view
        assert view is not None
        return [*view.options(), CONCEDE_MOVE, self._table.rules.timeout]

    def _spent(self, event: Event) -> None:
        """By its clock the banks of these seats are spent."""
        banks = Banks(BANK_S, 0, len(self._table.hellos), self.number)
        for seat in event.what:
            banks.take(seat, 2.0 * BANK_S)
        self.clock.banks = banks
        self.clock.beat()

    def _confirm(self, event: Event) -> None:
        self.clock._paused = 1e6
        self.clock.beat()

    def _unsigned(self, event: Event) -> None:
        """It has waited for those as long as it does."""
        self.clock._unsigned = 1e6
        self.clock.beat()

    def _void(self, event: Event) -> None:
        self.clock.wants_void = True
        self.exchange.out(self.clock.end_void(first=True))

    def _resume(self, event: Event) -> None:
        """It has waited long enough for those who have not told what they hold of it."""
        self.exchange.resume()
        self._catch_up()

    def _catch_up(self) -> None:
        if self.seat.result is None and all(peer.synced for peer in self.mesh.peers):
            self.seat.caught_up()

    def _restart(self, event: Event) -> None:
        self._again(self.kept.file.items())

    def _back(self, event: Event) -> None:
        """Its disk is put back to an older state, and its process begins anew."""
        self._again(self.kept.file.items()[: event.what])

    def _again(self, items: Sequence[bytes]) -> None:
        assert self.kept.mark is not None
        wanted = self.clock.wants_void
        self._begin(items, self.kept.mark.signed)
        self.clock.wants_void = wanted
        self.exchange.recall()
        if self.seat.abandoned:
            self.exchange.abandon()
        self.clock.see_given_up()
        self.damaged = self.exchange.holdings.strays

    # What `MatchRun` does.

    def _heard(self, given: Sequence[Accepted]) -> None:
        self.clock.heard(given)
        self.clock.see_given_up()
        self.exchange.out(self.clock.end_void(first=False))

    def drive(self) -> None:
        """Answer all that takes no player, as often as that changes something."""
        exchange, peers = self.exchange, self.mesh.peers
        if exchange.holdings.behind and not exchange.over:
            self.damaged = all(peer.synced for peer in peers)
            return
        self.damaged |= exchange.holdings.strays
        if not exchange.synced and all(peer.synced for peer in peers):
            exchange.resume()
            self._catch_up()
        while not self.over and exchange.synced:
            lost = self.seat.transcript.lost
            self.damaged |= bool(lost) and all(peer.synced for peer in peers)
            made = [] if self.damaged else self.seat.pump()
            exchange.out(made)
            _at_once(exchange.refuse())
            if not made:
                return

    def _peer(self, seat: int) -> Peer:
        return next(peer for peer in self.mesh.peers if peer.seat == seat)


def _at_once(coroutine: Any) -> None:
    """Run what waits for nothing here."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a node of the explorer waits for something")


def _told(text: str) -> None:
    """Its player is told."""


def _met(peer: Peer, name: str) -> None:
    """Everybody has met."""


def _moved(seat: int, where: object) -> None:
    """Nobody moves."""


def _ended() -> None:
    """Nobody is waited for any more."""


def _kept(evidence: bytes) -> str:
    return ""

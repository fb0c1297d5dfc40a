"""One networked match under way: asks the player, stores every item, sends ours and takes in the others'.

Every item is on disk before it is on the wire. A seat never signs a used place twice: after a restart it
first fetches what the other nodes hold of it. A link that is cut is the session's to mend; only
the time bank, the others' votes and the player end a match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import trio

import keys
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ASK_KIND, ASK_SEALED, CONFIRM, RESPOND, Row
from fadenet.games.decks import Deck
from fadenet.node import lobby, saved
from fadenet.node.door import Door
from fadenet.node.errors import NodeError
from fadenet.node.exchange import Exchange
from fadenet.node.limits import ACK_DELAY_S, BEAT_S, SYNC_S
from fadenet.node.machine import Machine
from fadenet.node.peers import Mesh, Peer
from fadenet.node.storage import MatchFile
from fadenet.table.player import Answer, MatchInfo, Player
from fadenet.table.seat import TableSeat
from protocol.faults import LocalError, PeerFault
from protocol.hello import Config
from protocol.result import check_result
from protocol.secrets import Secrets
from protocol.values import Outcome as Places

Say = Callable[[str], None]

REFUSALS_MAX = 3
TICK_S = 0.4
JITTER_S = 0.1
FAREWELL_S = 60.0
"""How long a finished match waits for the others to have the result: a link that has fallen silent is noticed
and made anew in this time, and a node that died just now may be back."""


@dataclass(frozen=True, slots=True)
class Table:
    """What somebody brings to a table. kind: "human" or "bot"; bot: its name, remembered for a resume."""

    home: Path
    identity: keys.Identity
    rules: Rules
    deck: Deck
    player: Player
    kind: str = "human"
    bot: str = ""
    machine: Machine = field(default_factory=Machine)


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits down, when it is not known yet what is played: the fields of `Table` but rules and deck."""

    home: Path
    identity: keys.Identity
    player: Player
    kind: str = "human"
    bot: str = ""
    machine: Machine = field(default_factory=Machine)

    def table(self, rules: Rules, deck: Deck) -> Table:
        return Table(self.home, self.identity, rules, deck, self.player, self.kind, self.bot, self.machine)


Choose = Callable[[Config], tuple[Rules, Deck]]
"""The rules and the deck to sit down with at a table of this config. Raises `keys.UserError` if none fit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a networked match ended. places by seat, None = no result; result: the signed RESULT.

    sides: of the seats; teammates share one.
    """

    match: str
    path: Path
    seat: int
    places: tuple[int, ...] | None
    rule: str
    findings: tuple[tuple[int, int, str], ...]
    names: tuple[str, ...]
    result: bytes | None
    sides: tuple[int, ...]


class MatchRun:
    """One match under way between the nodes of its seats."""

    def __init__(
        self,
        table: Table,
        seat: TableSeat,
        file: MatchFile,
        door: Door,
        note: saved.SavedTable,
        say: Say,
        rows: list[Row],
    ) -> None:
        self.table = table
        self.seat = seat
        self.file = file
        self.match = seat.transcript.game_id.hex()[:32]
        self.note = note
        self.say = say
        keys_of = [player.binding.ik for player in seat.players]
        by_key = {bytes.fromhex(peer.key): peer for peer in note.peers}
        self.names = tuple(by_key[key].name if key in by_key else note.name for key in keys_of)
        self.mesh = Mesh(
            seat.seat,
            [Peer(i, self.names[i], door.session(key)) for i, key in enumerate(keys_of) if i != seat.seat],
        )
        evidence = table.home / saved.FOLDER / f"{self.match}.evidence"
        opening = _opening(note, seat) if note.role == "host" else ()
        self.exchange = Exchange(
            seat, file, self.mesh, evidence, opening, say, self._heard, self._meet, note.name
        )
        self._rows = rows
        self._changed = trio.Event()
        self._asked: tuple[Row, trio.CancelScope] | None = None
        self._rested = trio.current_time()
        self._rest = b""
        self._waited = [0.0] * len(keys_of)
        self._voted: set[tuple[int, bytes]] = set()
        self._is_out = False
        self._swift = all(player.bot for player in seat.players)

    @classmethod
    def begin(
        cls,
        table: Table,
        hellos: Sequence[bytes],
        secrets: Secrets,
        door: Door,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A fresh match: its secrets and its file are on disk before anything is signed."""
        rows: list[Row] = []
        seat = TableSeat(table.rules, hellos, secrets, lambda s, r: rows.extend(r))
        match = seat.transcript.game_id.hex()[:32]
        folder = saved.folder_of(table.home, table.machine.disk)
        folder.write_secret(match, secrets.store())
        saved.write_table(table.home, match, note)
        return cls(table, seat, folder.create(match), door, note, say, rows)

    @classmethod
    def restore(
        cls,
        table: Table,
        file: MatchFile,
        secrets: Secrets,
        door: Door,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A match from disk; it waits for the other nodes' copies before it signs anything."""
        rows: list[Row] = []
        items = file.items()
        seats = len(note.peers) + 1
        seat = TableSeat(table.rules, items[:seats], secrets, lambda s, r: rows.extend(r))
        seat.restore(items[seats:])
        rows.clear()
        run = cls(table, seat, file, door, note, say, rows)
        run.exchange.synced = False
        return run

    async def play(self) -> Outcome:
        """Play to the end. Raises `PeerFault` for a fault of another seat, `DiskFull` and the like."""
        with self.file:
            self.exchange.store()  # the HELLOs, before anybody is told that the match has begun
            async with trio.open_nursery() as nursery:
                self.exchange.start(nursery)
                nursery.start_soon(self._tick)
                await self._drive()
                outcome = await self._finish()
                nursery.cancel_scope.cancel()
        return outcome

    async def _drive(self) -> None:
        """Answer what the table asks of our seat until the match has its result."""
        await self._sync()
        started = False
        while True:
            news = self._changed  # what comes from here on is looked at, whatever we wait for in between
            self.exchange.out(self.seat.pump())
            await trio.lowlevel.checkpoint()  # a player that never waits must not keep our items from leaving
            view = self.seat.view
            if view is not None and not started:
                started = True
                await self.table.player.start(self._info(), view)
            if view is not None and self._rows:
                rows, self._rows[:] = list(self._rows), []
                await self.table.player.events(view, rows)
                continue
            if self.exchange.over:
                return
            self._tell_if_out()
            if self.seat.question() is not None:
                await self._decide()
            elif (search := self.seat.search()) is not None:
                await self._search(search)
            else:
                await news.wait()

    async def _sync(self) -> None:
        """A restored seat signs nothing before it knows what the others hold of it: one of them at least, and
        a little later all that can be reached."""
        exchange, peers = self.exchange, self.mesh.peers
        while not (exchange.synced or exchange.over or any(peer.synced for peer in peers)):
            await self._change()
        with trio.move_on_after(SYNC_S):
            while not (exchange.synced or exchange.over or all(peer.synced for peer in peers)):
                await self._change()
        self.exchange.synced = True

    def _tell_if_out(self) -> None:
        """Tell a player once who is out while the others play on."""
        if self._is_out or self.seat.over or self.seat.now is None:
            return
        if self.seat.dropped:
            self._is_out = True
            self.say("The others have not heard from this node for too long, and go on without you.")
        elif self.seat.seat not in self.seat.transcript.play.playing():
            self._is_out = True
            self.say("You are out, and the others play on. Stay to the end: the proof needs your part too.")

    async def _change(self) -> None:
        await self._changed.wait()

    def _heard(self, seats: Sequence[int]) -> None:
        """Something has changed; items of these seats have come, and their banks get a little back."""
        for seat in seats:
            self._waited[seat] -= self.seat.config.bonus
        self._changed.set()
        self._changed = trio.Event()
        if self.seat.transcript.table_digest != self._rest:
            self._rest = self.seat.transcript.table_digest
            self._rested = trio.current_time()
        if self._asked is not None and self._asked[0] not in (self.seat.question(), self.seat.search()):
            self._asked[1].cancel()

    def _meet(self, peer: Peer, name: str) -> None:
        """A player whom the host has introduced says its own name: now it may be remembered."""
        hello = self.seat.players[peer.seat]
        if hello.bot or not name:
            return
        if name != self.names[peer.seat]:
            self.say(f"{peer.name} goes by the name {name} as well.")
        else:
            keys.Contacts.load(self.table.home).see(hello.binding.ik, name, int(self.table.machine.now()))

    def _info(self) -> MatchInfo:
        config = self.seat.config
        kinds = tuple("bot" if player.bot else "human" for player in self.seat.players)
        deck = tuple(code for codes in self.table.deck.lists for code in codes)
        dice = int.from_bytes(self.table.machine.rng(6), "big")
        names = (*self.names, *self.table.rules.automaton_names)
        return MatchInfo(self.match, config.game, config.format, self.seat.seat, names, kinds, deck, dice)

    async def _decide(self) -> None:
        """Ask the player, within the decision timer; answers in windows leave on the time grid."""
        view, ask = self.seat.view, self.seat.question()
        assert view is not None and ask is not None
        answer: Answer | None = None
        with self._asking(ask):
            for _ in range(REFUSALS_MAX):
                given = await self.table.player.choose(view)
                reason = view.refusal(given.move)
                if reason is None:
                    answer = given
                    break
                await self.table.player.refused(view, reason)
        if self.seat.question() != ask:
            return
        if answer is None:
            answer = Answer(self._default(ask))
        if ask[ASK_KIND] == RESPOND and not self._swift:
            await self._on_grid(answer.move == PASS_MOVE)
        if self.seat.question() == ask:
            self.exchange.out(self.seat.answer(answer.move, answer.standing))

    async def _search(self, need: Row) -> None:
        """Let the player search the own deck, within the decision timer."""
        view = self.seat.view
        assert view is not None
        chosen: Sequence[int] = ()
        with self._asking(need):
            chosen = await self.table.player.take(view, need)
        if self.seat.search() == need:
            self.exchange.out(self.seat.take(chosen))

    @contextmanager
    def _asking(self, what: Row) -> Iterator[None]:
        """The player thinks: no longer than the decision timer, nor than it is asked at all."""
        with trio.move_on_after(self.seat.config.timer or math.inf) as scope:
            self._asked = what, scope
            try:
                yield
            finally:
                self._asked = None

    def _default(self, ask: Row) -> Move:
        """What the rules do for a player whose time is over; a sealed throw is drawn at random."""
        view = self.seat.view
        assert view is not None
        if ask[ASK_SEALED] and ask[ASK_KIND] != CONFIRM:
            options = view.options()
            return options[int.from_bytes(self.table.machine.rng(4), "big") % len(options)]
        return kernel.default_answer(view.state, view.index, view.known)

    async def _on_grid(self, passing: bool) -> None:
        """Wait for the next tick, so that the time of an answer tells nothing about hidden cards."""
        spent = trio.current_time() - self._rested
        ticks = max(1, math.ceil(spent / TICK_S))
        jitter = int.from_bytes(self.table.machine.rng(2), "big") / 65536 * JITTER_S
        await trio.sleep_until(self._rested + ticks * TICK_S + jitter)

    # Waiting.

    async def _tick(self) -> None:
        """Once a second: count the time of those who are waited for, and say what we hold."""
        while True:
            await trio.sleep(BEAT_S)
            if self.exchange.over:
                continue
            awaited = self.seat.awaited()
            if self.mesh.several:
                self.exchange.tell_detours()
                if awaited:
                    self.exchange.beat()
            if self.seat.seat not in awaited and not self.seat.dropped:
                self._count(awaited)

    def _count(self, awaited: Sequence[int]) -> None:
        """Whose bank is spent has left: two who are left cannot vote on it, more than two must."""
        config = self.seat.config
        for seat in awaited:
            self._waited[seat] += BEAT_S
        spent = [seat for seat in awaited if config.bank and self._waited[seat] >= config.bank + config.bonus]
        if not spent:
            return
        try:
            made = self.seat.abandon()
        except LocalError:
            if self.exchange.synced:
                self._vote(spent)
            return
        late = " and ".join(self.names[seat] for seat in spent)
        self.say(f"{late} did not answer for the whole time bank; the match ends here.")
        self.exchange.abandoned = not self.seat.over
        self.exchange.out(made)
        self._heard(())

    def _vote(self, spent: Sequence[int]) -> None:
        """Vote, once for each entry owed, on going on without a seat."""
        for seat in spent:
            vote = seat, self.seat.transcript.table_digest
            if vote not in self._voted:
                self._voted.add(vote)
                late = self.names[seat]
                self.say(f"{late} did not answer for the whole time bank; we vote to go on without {late}.")
                self.exchange.out(self.seat.drop(seat, True))

    # The end.

    async def _finish(self) -> Outcome:
        seat = self.seat
        places: Places = seat.now.outcome if seat.now is not None else None
        findings = seat.audited.findings if seat.audited is not None else ()
        rule = places[1] if places is not None else ""
        by_seat = check_result(seat.result).places() if seat.result is not None else None
        rules, seats = self.table.rules, len(self.names)
        sides = (0,) * seats if rules.automata else tuple(rules.sides[:seats])
        if seat.result is None and self.exchange.abandoned:
            by_seat = tuple(1 if side == sides[seat.seat] else 2 for side in sides)
            rule = "format.leaving"
        if by_seat is not None and seat.view is not None:
            await self.table.player.over(seat.view, by_seat, rule)
        await self._farewell()
        saved.folder_of(self.table.home, self.table.machine.disk).delete_secret(self.match)
        first = {sides[i] for i, place in enumerate(by_seat or ()) if place == 1}
        how = "lost" if sides[seat.seat] not in first else "won" if len(first) == 1 else "drawn"
        saved.write_table(self.table.home, self.match, replace(self.note, result=f"{how} [{rule}]"))
        return Outcome(
            self.match, self.file.path, seat.seat, by_seat, rule, findings, self.names, seat.result, sides
        )

    async def _farewell(self) -> None:
        """Stay until everybody whom we reach has the RESULT too, but no longer than `FAREWELL_S`. Who came
        back with it from disk has met nobody yet, and stays for all."""
        if self.exchange.abandoned:
            return
        absent = self.seat.absent
        present = [peer for peer in self.mesh.peers if peer.seat not in absent]
        peers = [peer for peer in present if peer.met] or present
        with trio.move_on_after(FAREWELL_S):
            self.mesh.send(bytes([lobby.DONE]))
            while not all(peer.done or peer.shunned for peer in peers):
                await self._change()
            for peer in self.mesh.peers:
                if peer.connected:
                    await peer.sent()
            await trio.sleep(2 * ACK_DELAY_S)  # our own last acknowledgement has left by then


def _opening(note: saved.SavedTable, seat: TableSeat) -> tuple[bytes, bytes]:
    """What tells a player of the table that the match has begun: all players, and START."""
    by_key = {bytes.fromhex(peer.key): lobby.Sitting(peer.name, b"", peer.addresses) for peer in note.peers}
    own = lobby.Sitting(note.name, b"", note.addresses)
    players = [replace(by_key.get(one.binding.ik, own), hello=one.wire) for one in seat.players]
    start = bytes([lobby.START]) + seat.transcript.game_id
    return lobby.pack_players(bytes.fromhex(note.token), players), start


@contextmanager
def plainly() -> Iterator[None]:
    """Nurseries wrap what ends them in groups; the caller gets the one error that matters."""
    try:
        yield
    except BaseExceptionGroup as group:
        raise _only(group) from None


def _only(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The exception that matters in a group: a fault or an error rather than a cancellation."""
    leaves: list[BaseException] = []
    waiting: list[BaseException] = [group]
    while waiting:
        one = waiting.pop()
        if isinstance(one, BaseExceptionGroup):
            waiting.extend(one.exceptions)
        else:
            leaves.append(one)
    for kind in (PeerFault, NodeError, Exception, KeyboardInterrupt):
        for leaf in leaves:
            if isinstance(leaf, kind):
                return leaf
    return leaves[0]

"""One networked match under way: asks the player, stores every item, sends ours and takes in the others'.

Every item is on disk before it is on the wire. A seat never signs a used place twice: after a restart it
first fetches what the other node holds of it. A link that is cut is the session's to mend; only
the time bank and the player end a match.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import trio

import keys
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ASK_KIND, ASK_SEALED, CONFIRM, RESPOND, Row
from fadenet.games.decks import Deck
from fadenet.node import lobby, saved
from fadenet.node.errors import NodeError
from fadenet.node.limits import ACK_DELAY_S
from fadenet.node.session import PeerRestarted, Session
from fadenet.node.storage import MatchFile
from fadenet.table.player import Answer, MatchInfo, Player
from fadenet.table.seat import TableSeat
from keys.files import replace_private
from protocol.faults import BadEncoding, PeerFault
from protocol.hello import Config
from protocol.messages import Entry, parse_message
from protocol.result import check_result
from protocol.secrets import Secrets
from protocol.values import Outcome as Places

Say = Callable[[str], None]

REFUSALS_MAX = 3
TICK_S = 0.4
JITTER_S = 0.1
FAREWELL_S = 10.0
"""How long a finished match waits for the other side to have the result."""


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


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits down, when it is not known yet what is played: the fields of `Table` but rules and deck."""

    home: Path
    identity: keys.Identity
    player: Player
    kind: str = "human"
    bot: str = ""

    def table(self, rules: Rules, deck: Deck) -> Table:
        return Table(self.home, self.identity, rules, deck, self.player, self.kind, self.bot)


Choose = Callable[[Config], tuple[Rules, Deck]]
"""The rules and the deck to sit down with at a table of this config. Raises `keys.UserError` if none fit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a networked match ended. places by seat, None = no result; result: the signed RESULT."""

    match: str
    path: Path
    seat: int
    places: tuple[int, ...] | None
    rule: str
    findings: tuple[tuple[int, int, str], ...]
    names: tuple[str, ...]
    result: bytes | None


class MatchRun:
    """One match under way between two nodes."""

    def __init__(
        self,
        table: Table,
        seat: TableSeat,
        file: MatchFile,
        match: str,
        session: Session,
        note: saved.SavedTable,
        say: Say,
        rows: list[Row],
    ) -> None:
        self.table = table
        self.seat = seat
        self.file = file
        self.match = match
        self.session = session
        self.note = note
        self.say = say
        self._rows = rows
        self._stored = len(file.items())
        self._changed = trio.Event()
        self._synced = True
        self._done = False  # the other side has stored the RESULT
        self._rested = trio.current_time()
        self._waited = 0.0
        self._abandoned = False
        names = [note.name, note.peer_name]
        self.names = tuple(names if seat.seat == 0 else names[::-1])
        self._swift = all(player.bot for player in seat.players)

    @classmethod
    def begin(
        cls,
        table: Table,
        hellos: Sequence[bytes],
        secrets: Secrets,
        session: Session,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A fresh match: its secrets and its file are on disk before anything is signed."""
        rows: list[Row] = []
        seat = TableSeat(table.rules, hellos, secrets, lambda s, r: rows.extend(r))
        match = seat.transcript.game_id.hex()[:32]
        folder = saved.folder_of(table.home)
        folder.write_secret(match, secrets.store())
        saved.write_table(table.home, match, note)
        return cls(table, seat, folder.create(match), match, session, note, say, rows)

    @classmethod
    def restore(
        cls,
        table: Table,
        file: MatchFile,
        match: str,
        secrets: Secrets,
        session: Session,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A match from disk; it waits for the other node's copy before it signs anything."""
        rows: list[Row] = []
        items = file.items()
        seat = TableSeat(table.rules, items[:2], secrets, lambda s, r: rows.extend(r))
        seat.restore(items[2:])
        rows.clear()
        run = cls(table, seat, file, match, session, note, say, rows)
        run._synced = False
        return run

    async def play(self) -> Outcome:
        """Play to the end. Raises `PeerFault` for a fault of the other side, `DiskFull` and the like."""
        with self.file:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch_link)
                nursery.start_soon(self._watch_bank)
                nursery.start_soon(self._hear)
                await self._drive()
                outcome = await self._finish()
                nursery.cancel_scope.cancel()
        return outcome

    async def _drive(self) -> None:
        """Answer what the table asks of our seat until the match has its result."""
        if not self._synced:
            await self.session.send(lobby.pack_heads(self._heads()))
            while not self._synced:
                await self._change()
        started = False
        while True:
            await self._out(self.seat.pump())
            view = self.seat.view
            if view is not None and not started:
                started = True
                await self.table.player.start(self._info(), view)
            if view is not None and self._rows:
                rows, self._rows[:] = list(self._rows), []
                await self.table.player.events(view, rows)
                continue
            if self.seat.result is not None or self._abandoned:
                return
            if self.seat.question() is not None:
                await self._decide()
            elif (search := self.seat.search()) is not None:
                await self._search(search)
            else:
                await self._change()

    async def _change(self) -> None:
        await self._changed.wait()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()
        self._rested = trio.current_time()

    def _info(self) -> MatchInfo:
        config = self.seat.config
        kinds = tuple("bot" if player.bot else "human" for player in self.seat.players)
        deck = tuple(code for codes in self.table.deck.lists for code in codes)
        dice = int.from_bytes(os.urandom(6), "big")
        return MatchInfo(
            self.match, config.game, config.format, self.seat.seat, self.names, kinds, deck, dice
        )

    async def _decide(self) -> None:
        """Ask the player, within the decision timer; answers in windows leave on the time grid."""
        view, ask = self.seat.view, self.seat.question()
        assert view is not None and ask is not None
        timer = self.seat.config.timer or math.inf
        answer: Answer | None = None
        with trio.move_on_after(timer):
            for _ in range(REFUSALS_MAX):
                given = await self.table.player.choose(view)
                reason = view.refusal(given.move)
                if reason is None:
                    answer = given
                    break
                await self.table.player.refused(view, reason)
        if answer is None:
            answer = Answer(self._default(ask))
        if ask[ASK_KIND] == RESPOND and not self._swift:
            await self._on_grid(answer.move == PASS_MOVE)
        if self.seat.question() == ask:
            await self._out(self.seat.answer(answer.move, answer.standing))

    async def _search(self, need: Row) -> None:
        """Let the player search the own deck, within the decision timer."""
        view = self.seat.view
        assert view is not None
        chosen: Sequence[int] = ()
        with trio.move_on_after(self.seat.config.timer or math.inf):
            chosen = await self.table.player.take(view, need)
        await self._out(self.seat.take(chosen))

    def _default(self, ask: Row) -> Move:
        """What the rules do for a player whose time is over; a sealed throw is drawn at random."""
        view = self.seat.view
        assert view is not None
        if ask[ASK_SEALED] and ask[ASK_KIND] != CONFIRM:
            options = view.options()
            return options[int.from_bytes(os.urandom(4), "big") % len(options)]
        return kernel.default_answer(view.state, view.index, view.known)

    async def _on_grid(self, passing: bool) -> None:
        """Wait for the next tick, so that the time of an answer tells nothing about hidden cards."""
        spent = trio.current_time() - self._rested
        ticks = max(1, math.ceil(spent / TICK_S))
        jitter = int.from_bytes(os.urandom(2), "big") / 65536 * JITTER_S
        await trio.sleep_until(self._rested + ticks * TICK_S + jitter)

    async def _out(self, made: Sequence[bytes]) -> None:
        """Store everything that is new, then send what is ours."""
        self._store()
        for wire in made:
            await self.session.send(bytes([lobby.ITEM]) + wire)
        if made:
            self._notify()

    def _store(self) -> None:
        journal = self.seat.journal
        while self._stored < len(journal):
            self.file.append(journal[self._stored])
            self._stored += 1

    # What comes in.

    async def _hear(self) -> None:
        """Take in what comes, also while the match says goodbye: the other node may have to catch up."""
        try:
            await self._hear_all()
        except PeerFault:
            if self.seat.result is None and not self._abandoned:
                raise

    async def _hear_all(self) -> None:
        while True:
            try:
                data = await self.session.receive()
            except PeerRestarted:
                await self.session.send(lobby.pack_heads(self._heads()))
                continue
            kind, body = data[0] if data else -1, data[1:]
            if kind == lobby.ITEM:
                self._take_in(body)
            elif kind == lobby.HEADS:
                await self._catch_up(lobby.parse_heads(body, len(self.seat.players)))
            elif kind == lobby.DONE:
                self._done = True
                self._notify()
            elif kind == lobby.SYNCED:
                self._synced = True
                self._notify()
            elif kind not in (lobby.HELLO, lobby.OFFER):
                raise BadEncoding("a message of no known kind")

    def _take_in(self, wire: bytes) -> None:
        """An item of the other side; its bank gets a little back for it. A proven fault is kept."""
        try:
            self.seat.receive(wire)
            self._store()
        except PeerFault as fault:
            self._store()
            if fault.transferable:
                path = self.table.home / saved.FOLDER / f"{self.match}.evidence"
                replace_private(path, fault.evidence)
            elif fault.proven and fault.evidence not in self.seat.journal:
                self.file.append(fault.evidence)
            raise
        self._waited -= self.seat.config.bonus
        self._notify()

    def _heads(self) -> list[int]:
        return [seq for seq, _ in self.seat.transcript.heads()]

    async def _catch_up(self, heads: list[int]) -> None:
        """Send what the other node lacks: entries in the order of the journal, then all statements, and the
        RESULT that only we have signed so far, which is not in the journal."""
        own = self.seat.journal[len(self.seat.players) :]
        for wire in own:
            message = parse_message(wire)
            if not isinstance(message, Entry) or message.head.seq >= heads[message.head.author]:
                await self.session.send(bytes([lobby.ITEM]) + wire)
        if self.seat.signed and self.seat.result is None:
            await self.session.send(bytes([lobby.ITEM]) + self.seat.signed)
        await self.session.send(bytes([lobby.SYNCED]))
        if self.seat.result is not None:
            await self.session.send(bytes([lobby.DONE]))

    # Waiting.

    async def _watch_link(self) -> None:
        while True:
            state = await self.session.state_changed()
            if self.seat.result is None:
                self.say("Connected again." if state.connected else "Connection lost; reconnecting ...")

    async def _watch_bank(self) -> None:
        """Count the time that the other seat makes us wait; when its bank is spent, it has left."""
        config = self.seat.config
        while True:
            await trio.sleep(1.0)
            awaited = self.seat.transcript.awaited()
            closing = self.seat.over and self.seat.result is None
            if closing or (awaited and self.seat.seat not in awaited):
                self._waited += 1.0
                if self._waited >= config.bank + config.bonus and config.bank:
                    self.say("The other side has not answered for its whole time bank; the match ends here.")
                    await self._out(self.seat.abandon())
                    self._abandoned = True
                    self._notify()
                    return

    # The end.

    async def _finish(self) -> Outcome:
        seat = self.seat
        places: Places = seat.now.outcome if seat.now is not None else None
        findings = seat.audited.findings if seat.audited is not None else ()
        rule = places[1] if places is not None else ""
        by_seat = check_result(seat.result).places() if seat.result is not None else None
        if seat.result is None and self._abandoned:
            by_seat = tuple(1 if i == seat.seat else 2 for i in range(len(seat.players)))
            rule = "format.leaving"
        if by_seat is not None and seat.view is not None:
            await self.table.player.over(seat.view, by_seat, rule)
        with trio.move_on_after(0 if self._abandoned else FAREWELL_S):
            await self.session.send(bytes([lobby.DONE]))
            while not self._done:
                await self._change()
            await self.session.drained()
            await trio.sleep(2 * ACK_DELAY_S)  # our own last acknowledgement has left by then
        saved.folder_of(self.table.home).delete_secret(self.match)
        won = by_seat is not None and by_seat[seat.seat] == 1 and by_seat.count(1) == 1
        drawn = by_seat is not None and by_seat.count(1) > 1
        text = f"{'drawn' if drawn else 'won' if won else 'lost'} [{rule}]"
        saved.write_table(self.table.home, self.match, replace(self.note, result=text))
        path = self.table.home / saved.FOLDER / f"{self.match}.match"
        return Outcome(self.match, path, seat.seat, by_seat, rule, findings, self.names, seat.result)


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

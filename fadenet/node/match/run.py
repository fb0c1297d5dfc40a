"""One networked match under way: asks the player, stores every item, sends ours and takes in the others'.

Every item is on disk before it is on the wire. A seat never signs a used place twice: after a restart it
first fetches what the other nodes hold of it. A link that is cut is the session's to mend; only
the time bank, the others' votes and the player end a match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import trio

import keys
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row
from fadenet.games.decks import Deck
from fadenet.node.errors import MatchFileDamaged
from fadenet.node.limits import ACK_DELAY_S, BEAT_S, SYNC_S
from fadenet.node.match import messages, regain, saved
from fadenet.node.match.banks import GRACE_S, Given
from fadenet.node.match.clock import Patience
from fadenet.node.match.default import default_move, sentence_of, taken_for
from fadenet.node.match.door import Door
from fadenet.node.match.exchange import PROOF_S, Exchange
from fadenet.node.match.host import Machine
from fadenet.node.match.mark import Mark
from fadenet.node.match.pace import Pace
from fadenet.node.match.peers import Mesh, Peer
from fadenet.node.match.storage import MatchFile, short_id
from fadenet.table.ending import places_alone
from fadenet.table.seat import TableSeat
from fadenet.table.view import Answer, MatchInfo, Player
from protocol.hello import Config, Hello
from protocol.needs import Accepted
from protocol.result import check_result
from protocol.secrets import Secrets
from protocol.values import Outcome as Places

Say = Callable[[str], None]
Begun = Callable[["MatchRun"], None]
"""Told of the match once it begins; who wants to know whom it waits for asks the match from then on."""

REFUSALS_MAX = 3
ALONE_S = 5.0
"""How long nobody may be found before our player is told what comes of it."""
FAREWELL_S = 60.0
"""How long a finished match waits for the others to have the result: a link that has fallen silent is noticed
and made anew in this time, and a node that died just now may be back."""


def _nobody(run: MatchRun) -> None:
    """Nobody looks on: without a word from a player, who stays away is given up when the bank is spent."""


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
    begun: Begun = _nobody


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits down, when it is not known yet what is played: the fields of `Table` but rules and deck."""

    home: Path
    identity: keys.Identity
    player: Player
    kind: str = "human"
    bot: str = ""
    machine: Machine = field(default_factory=Machine)
    begun: Begun = _nobody

    def table(self, rules: Rules, deck: Deck) -> Table:
        own = self.home, self.identity, rules, deck, self.player, self.kind, self.bot
        return Table(*own, self.machine, self.begun)


def remember(table: Table, hello: Hello, name: str, say: Say) -> None:
    """Pin a person's key at first sight; what prevents it is told, and ends nothing. Those of bots come and
    go with the programs that run them."""
    if hello.bot or not name:
        return
    try:
        keys.Contacts.load(table.home).see(hello.binding.ik, name, int(table.machine.now()))
    except keys.UserError as error:
        say(f"{name} is not remembered: {error.message}")


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
        mark: Mark | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.file = file
        self.match = seat.transcript.game_id.hex()[:32]
        self._mark = mark
        self._lacking = note.lacking or tuple(peer.key for peer in note.peers)
        self.note = note
        self.say = say
        keys_of = [player.binding.ik for player in seat.players]
        self.own = keys_of.index(table.identity.public)
        by_key = {bytes.fromhex(peer.key): peer for peer in note.peers}
        self.names = tuple(by_key[key].name if key in by_key else note.name for key in keys_of)
        self.mesh = Mesh(
            self.own,
            [Peer(i, self.names[i], door.session(key)) for i, key in enumerate(keys_of) if i != self.own],
        )
        evidence = table.home / saved.FOLDER / f"{self.match}.evidence"
        opening = _opening(note, seat) if note.role == "host" else ()
        self.exchange = Exchange(
            seat, file, self.mesh, evidence, opening, say, self._heard, self._meet, note.name, mark
        )
        self._rows = rows
        self._changed = trio.Event()
        self._asked: tuple[Row, trio.CancelScope] | None = None
        self._thinks_since = 0.0
        self._rest = b""
        mesh, exchange = self.mesh, self.exchange
        over = partial(self._heard, ())
        self.patience = Patience(seat, self.own, self.names, mesh, exchange, say, over, note.spent)
        self._is_out = False
        self._archived = False
        self._pace = Pace(table.machine.rng, seat.players[self.own].bot)
        self._swift = all(player.bot for player in seat.players)

    @classmethod
    def begin(
        cls,
        table: Table,
        file: MatchFile,
        secrets: Secrets,
        door: Door,
        note: saved.SavedTable,
        say: Say,
    ) -> MatchRun:
        """A fresh match, which is on disk as `saved.begin` leaves it."""
        rows: list[Row] = []
        seat = TableSeat(table.rules, file.items(), secrets, lambda s, r: rows.extend(r))
        mark = saved.open_mark(table.machine, file.path.stem, secrets)
        return cls(table, seat, file, door, note, say, rows, mark)

    @classmethod
    def restore(
        cls,
        table: Table,
        file: MatchFile,
        secrets: Secrets,
        door: Door,
        note: saved.SavedTable,
        say: Say,
        moved: bool = False,
    ) -> MatchRun:
        """A match from disk; it waits for the other nodes' copies before it signs anything. moved: as in
        `saved.open_mark`."""
        rows: list[Row] = []
        seat = saved.restored(table.rules, file, len(note.peers) + 1, secrets, lambda s, r: rows.extend(r))
        if seat.players[seat.seat].binding.ik != table.identity.public:
            raise MatchFileDamaged(
                f"The secrets of match {short_id(file.path.stem)} are of another player than "
                f"{table.identity.name}. Put the own ones in their place."
            )
        rows.clear()
        if seat.config.bank and table.machine.now() - file.changed >= seat.config.bank + GRACE_S:
            seat.been_away()
        mark = saved.open_mark(table.machine, file.path.stem, secrets, moved)
        run = cls(table, seat, file, door, note, say, rows, mark)
        run.exchange.recall()
        run.exchange.synced = False
        run.exchange.abandoned = seat.abandoned or seat.given_up_by is not None
        return run

    @classmethod
    def archived(
        cls, table: Table, file: MatchFile, door: Door, note: saved.SavedTable, say: Say
    ) -> MatchRun:
        """A finished match from disk, without its secrets, which are gone. It is given to those who lack it,
        for as long as somebody does, and takes a RESULT that more have signed."""
        seat = saved.restored(table.rules, file, len(note.peers) + 1, None)
        run = cls(table, seat, file, door, note, say, [])
        run._archived = True
        return run

    async def play(self) -> Outcome:
        """Play to the end. Raises `PeerFault` for a fault of another seat, `DiskFull` and the like."""
        with self.file, self._mark or nullcontext():
            regain.check(self.exchange, self.file.path)
            self.exchange.store()  # the HELLOs, before anybody is told that the match has begun
            self.table.begun(self)
            async with trio.open_nursery() as nursery:
                self.exchange.start(nursery)
                nursery.start_soon(self._tick)
                await self._drive()
                outcome = await self._finish()
                nursery.cancel_scope.cancel()
        return outcome

    async def _drive(self) -> None:
        """Answer what the table asks of our seat until the match has its result."""
        await regain.regain(self.exchange, self.file.path, self.say, self._change)
        await self._sync()
        started = False
        while True:
            self._look_for_lost()
            news = self._changed  # what comes from here on is looked at, whatever we wait for in between
            self.exchange.out(self.seat.pump())
            await self.exchange.refuse()
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
        nobody = not exchange.synced
        while not (exchange.synced or exchange.over or any(peer.synced for peer in peers)):
            with trio.move_on_after(ALONE_S if nobody else math.inf):
                await self._change()
                continue
            nobody = False
            if self.patience.bank and not self.seat.may_vote:
                left = min(self.patience.banks.left(peer.seat) for peer in peers)
                self.say(
                    f"Nobody is here yet. This match ends if that stays so for {left:.0f} s; "
                    "to go on with it another time, leave it now."
                )
        with trio.move_on_after(SYNC_S):
            while not (exchange.synced or exchange.over or all(peer.synced for peer in peers)):
                await self._change()
        self.exchange.synced = True
        if self.seat.result is None and all(peer.synced for peer in peers):
            self.seat.caught_up()

    def _look_for_lost(self) -> None:
        """Whoever has lost what it has signed, as a disk does that was restored from a copy, signs nothing in
        its place. Raises `MatchFileDamaged` when nobody else holds it."""
        lost = self.seat.transcript.lost
        if lost and all(peer.synced for peer in self.mesh.peers):
            raise MatchFileDamaged(
                f"{self.file.path.name} has lost {len(lost)} of our entries, and the others hold only later "
                "ones, so this node signs nothing more in this match. Put the newest copy of it in its place."
            )

    def _tell_if_out(self) -> None:
        """Tell a player once who is out while the others play on."""
        if self._is_out or self.seat.over or not self.patience.out:
            return
        self._is_out = True
        if self.seat.dropped and self.mesh.connected():
            self.say(
                "By the clocks of the others your time bank is spent, though you are connected: they have "
                "voted to go on without you."
            )
        elif self.seat.dropped:
            self.say("The others have not heard from this node for too long, and go on without you.")
        else:
            self.say("You are out, and the others play on. Stay to the end: the proof needs your part too.")

    async def _change(self) -> None:
        await self._changed.wait()

    def _heard(self, given: Sequence[Accepted]) -> None:
        """Something has changed; this is what other seats owed and have given."""
        self.patience.heard(given)
        self._changed.set()
        self._changed = trio.Event()
        if self.seat.transcript.table_digest != self._rest:
            self._rest = self.seat.transcript.table_digest
            self._pace.rested()
        if self._asked is not None and self._asked[0] not in (self.seat.question(), self.seat.search()):
            self._asked[1].cancel()
        if made := self.patience.end_void():
            self.exchange.out(made)

    def offer_void(self, wanted: bool) -> None:
        """Our player would end the match without a winner, or would not any more."""
        self.patience.wants_void = wanted
        self._heard(())

    def _meet(self, peer: Peer, name: str) -> None:
        """A player whom the host has introduced says its own name: now it may be remembered."""
        hello = self.seat.players[peer.seat]
        if name == self.names[peer.seat]:
            remember(self.table, hello, name, self.say)
        elif name and not hello.bot:
            self.say(f"{peer.name} goes by the name {name} as well.")

    def _info(self) -> MatchInfo:
        config = self.seat.config
        kinds = tuple("bot" if player.bot else "human" for player in self.seat.players)
        deck = tuple(code for codes in self.table.deck.lists for code in codes)
        dice = int.from_bytes(self.table.machine.rng(6), "big")
        names = (*self.names, *self.table.rules.automaton_names)
        return MatchInfo(self.match, config.game, config.format, self.own, names, kinds, deck, dice)

    async def _decide(self) -> None:
        """Ask the player, within the decision timer."""
        view, ask = self.seat.view, self.seat.question()
        assert view is not None and ask is not None
        answer: Answer | None = None
        with self._asking(ask) as scope:
            for _ in range(REFUSALS_MAX):
                given = await self.table.player.choose(view)
                reason = view.refusal(given.move)
                if reason is None:
                    answer = given
                    break
                await self.table.player.refused(view, reason)
        if self.seat.question() != ask:
            return
        if self.patience.banks.is_late(self.own):
            self.say("Your time bank is spent: you have run out of time, and lose.")
            self.exchange.out(self.seat.run_out())
            return
        if answer is None:
            answer = Answer(default_move(view, ask, self.table.machine.rng))
            if scope.cancelled_caught:
                self.say(f"Your time was over: {sentence_of(view, ask, answer.move)}.")
        await self._on_grid(answer)
        if self.seat.question() == ask:
            kind = Given.PASS if answer.move == PASS_MOVE else Given.DECISION
            self.patience.banks.answered(self.own, kind)
            self.exchange.out(self.seat.answer(answer.move, answer.standing))

    async def _search(self, need: Row) -> None:
        """Let the player search the own deck, within the decision timer."""
        view = self.seat.view
        assert view is not None
        chosen: Sequence[int] = ()
        with self._asking(need) as scope:
            chosen = await self.table.player.take(view, need)
        await self._on_grid(None)
        if self.seat.search() == need:
            if scope.cancelled_caught:
                self.say(f"Your time was over: {taken_for(view, need)}.")
            self.patience.banks.answered(self.own, Given.DECISION)
            self.exchange.out(self.seat.take(chosen))

    @contextmanager
    def _asking(self, what: Row) -> Iterator[trio.CancelScope]:
        """The player thinks: no longer than the decision timer and its time bank, nor than it is asked."""
        left = self.patience.banks.left(self.own)
        with trio.move_on_after(min(self.seat.config.timer or math.inf, left)) as scope:
            self._asked, self._thinks_since = (what, scope), trio.current_time()
            try:
                yield scope
            finally:
                self._count_thinking()
                self._asked = None

    def _count_thinking(self) -> None:
        """Take what our player has thought since this was last done from its bank."""
        if self._asked is not None:
            now = trio.current_time()
            self.patience.banks.take(self.own, now - self._thinks_since)
            self._thinks_since = now

    @property
    def time_left(self) -> float:
        """Seconds that our player has left to answer, before its node does."""
        return math.inf if self._asked is None else self._asked[1].deadline - trio.current_time()

    async def _on_grid(self, answer: Answer | None) -> None:
        """Wait until an answer leaves; between bots it leaves at once. One that nobody thought about is held
        back for less than a quarter of any clock, and for no longer than an answer gives back, or for 1/256
        of a time bank if that is more."""
        view, config, left = self.seat.view, self.seat.config, self.patience.banks.left(self.own)
        if view is not None and not self._swift:
            most = min((config.timer or self.table.rules.decision_timer) / 4, left / 4)
            await self._pace.wait(view, answer, min(most, max(config.bonus, left / 256)))

    # Waiting.

    async def _tick(self) -> None:
        """Once a second: count the time of those who are waited for, and say what we hold. Between two
        without a time bank there is neither to do."""
        while self.mesh.several or self.patience.bank:
            await trio.sleep(BEAT_S)
            if self.exchange.over:
                continue
            if self.mesh.several:
                self.exchange.news.detours()
                if self.seat.awaited():
                    self.exchange.beat()
            if not self.exchange.behind:
                self.patience.beat()
            self._count_thinking()
            if self.patience.banks.kept != self.note.spent:  # a restart must not begin them anew
                self.note = replace(self.note, spent=self.patience.banks.kept)
                saved.write_table(self.table.home, self.match, self.note)

    # The end.

    async def _finish(self) -> Outcome:
        outcome, ending = self._outcome(), self.exchange.ending()
        if self.seat.view is not None:
            await self.table.player.over(self.seat.view, outcome.places or (), outcome.rule)
        self._close(outcome)
        await self._farewell()
        outcome = self._outcome()
        if self.exchange.ending() != ending:
            self._lacking = tuple(peer.key for peer in self.note.peers)  # the others may have the weaker one
            self.say("A better result has come, and is kept in place of ours.")
        self._close(outcome)
        saved.folder_of(self.table.home, self.table.machine.disk).delete_secret(self.match)
        if self._mark is not None:
            self._mark.remove()
        return outcome

    def _outcome(self) -> Outcome:
        """How the match ended, as far as this node knows."""
        seat, rules = self.seat, self.table.rules
        places: Places = seat.now.outcome if seat.now is not None else None
        rule = places[1] if places is not None else ""
        result = check_result(seat.result) if seat.result is not None else None
        by_seat = result.places() if result is not None else None
        seats = len(self.names)
        sides = (0,) * seats if rules.automata else tuple(rules.sides[:seats])
        if result is None and self.exchange.abandoned and seat.begun:
            rule = rules.cites["leaving"]
            by_seat = places_alone(rules, seats, seat.transcript.closing.audits, (self.own,)) or None
        findings = result.findings if result is not None else ()
        return Outcome(
            self.match, self.file.path, self.own, by_seat, rule, findings, self.names, seat.result, sides
        )

    def _close(self, outcome: Outcome) -> None:
        """Note how it ended, and who does not have the RESULT yet."""
        sides = outcome.sides
        first = {sides[i] for i, place in enumerate(outcome.places or ()) if place == 1}
        how = "lost" if sides[self.own] not in first else "won" if len(first) == 1 else "drawn"
        if outcome.places is None:
            how = "no result" if outcome.result is None else "void"
        ended = f"{how} [{outcome.rule}]" if outcome.rule else how
        there = {self.seat.players[peer.seat].binding.ik.hex() for peer in self.mesh.peers if peer.done}
        lacking = () if outcome.result is None else tuple(key for key in self._lacking if key not in there)
        self.note = replace(self.note, result=ended, lacking=lacking)
        saved.write_table(self.table.home, self.match, self.note)

    async def _farewell(self) -> None:
        """Stay until everybody whom we reach has the RESULT too, but no longer than `FAREWELL_S`. Who came
        back with it from disk has met nobody yet, and stays for all; an archive stays for all who lack it."""
        if self.exchange.abandoned:
            with trio.move_on_after(PROOF_S):  # who is given up and connected is to hear it
                for peer in self.mesh.peers:
                    if peer.connected:
                        await peer.sent()
            return
        with trio.move_on_after(math.inf if self._archived else FAREWELL_S):
            self.mesh.send(bytes([messages.DONE]))
            while not all(peer.done or peer.shunned for peer in self._waiting_for()):
                await self._change()
            for peer in self.mesh.peers:
                if peer.connected:
                    await peer.sent()
            await trio.sleep(2 * ACK_DELAY_S)  # our own last acknowledgement has left by then

    def _waiting_for(self) -> list[Peer]:
        """Those to whom we want to give the RESULT before we go."""
        if self._archived:
            lacking = {bytes.fromhex(key) for key in self.note.lacking}
            return [p for p in self.mesh.peers if self.seat.players[p.seat].binding.ik in lacking]
        absent = self.seat.ending.absent
        present = [peer for peer in self.mesh.peers if peer.seat not in absent]
        return [peer for peer in present if peer.met] or present


def _opening(note: saved.SavedTable, seat: TableSeat) -> tuple[bytes, bytes]:
    """What tells a player of the table that the match has begun: all players, and START."""
    by_key = {
        bytes.fromhex(peer.key): messages.Sitting(peer.name, b"", peer.addresses) for peer in note.peers
    }
    own = messages.Sitting(note.name, b"", note.addresses)
    players = [replace(by_key.get(one.binding.ik, own), hello=one.wire) for one in seat.players]
    start = bytes([messages.START]) + seat.transcript.game_id
    return messages.pack_players(bytes.fromhex(note.token), players), start

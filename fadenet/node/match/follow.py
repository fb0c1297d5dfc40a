"""A match that this node follows: all that is signed in it is stored, passed on, and given out at the end.

That is all there is to a finished match which others still lack. The further work of a seat, with a player
and a clock, is in `run`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

import trio

import keys
from fadenet.node.limits import ACK_DELAY_S, BEAT_S, MOVES_BURST, MOVES_PER_S
from fadenet.node.link.alarms import pause_until
from fadenet.node.link.candidates import Candidate, dialable
from fadenet.node.link.rates import Rates
from fadenet.node.match import messages, saved
from fadenet.node.match.committer import Keeper
from fadenet.node.match.door import TableDoor
from fadenet.node.match.exchange import Exchange, Listeners
from fadenet.node.match.host import Machine
from fadenet.node.match.peers import Mesh, Peer
from fadenet.node.match.storage import MatchFile
from fadenet.node.weakly import weakly
from fadenet.table.ending import places_alone
from fadenet.table.follower import Follower
from protocol.hello import Hello
from protocol.needs import Accepted
from protocol.result import check_result
from protocol.values import SEATS_MAX, Outcome

Say = Callable[[str], None]


class Owner(Protocol):
    """The owner of a node: data folder, key, machine, and whether it remembers the people that it meets."""

    @property
    def home(self) -> Path: ...

    @property
    def identity(self) -> keys.Identity: ...

    @property
    def machine(self) -> Machine: ...

    @property
    def remembers(self) -> bool: ...


def remember(owner: Owner, hello: Hello, name: str, say: Say) -> None:
    """Note that a person was met; what prevents it is told, and ends nothing. Bots come and go with the
    programs that run them."""
    if hello.bot or not (name and owner.remembers):
        return
    try:
        keys.Contacts.load(owner.home).meet(hello.binding.ik, name, int(owner.machine.now()))
    except keys.UserError as error:
        say(f"{name} is not remembered: {error.message}")


@dataclass(frozen=True, slots=True)
class MatchEnd:
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

    @property
    def begun(self) -> bool:
        """Whether all have signed READY: before that nobody is in the match, and it stands in no history."""
        return self.result is not None or bool(self.places or self.rule)


class FollowRun:
    """One match under way between the nodes of its seats, as far as it takes no player."""

    def __init__(
        self,
        owner: Owner,
        follower: Follower,
        keeper: Keeper,
        door: TableDoor,
        note: saved.SavedTable,
        say: Say,
    ) -> None:
        self.keeper = keeper
        self.match = follower.transcript.game_id.hex()[:32]
        self.note = note
        self.say = say
        self._owner = owner
        self._follower = follower
        self._lacking = note.lacking if note.ended else tuple(peer.key for peer in note.peers)
        keys_of = [player.binding.ik for player in follower.players]
        self.own = keys_of.index(owner.identity.public)
        by_key = {bytes.fromhex(peer.key): peer for peer in note.peers}
        self.names = tuple(by_key[key].name if key in by_key else note.name for key in keys_of)
        self.mesh = Mesh(
            self.own,
            [
                Peer(i, self.names[i], door.session(key), self.keeper)
                for i, key in enumerate(keys_of)
                if i != self.own
            ],
        )
        evidence = owner.home / saved.FOLDER / f"{self.match}.evidence"
        opening = _opening(note, follower) if note.role == "host" else ()
        told = Listeners(say, weakly(self._heard), weakly(self._meet))
        self.exchange = Exchange(follower, keeper, self.mesh, evidence, opening, told, note.name)
        self._changed = trio.Event()
        self._noted = note
        self._noting = trio.Lock()
        self._renoted = trio.Event()
        self._moves = Rates[int](MOVES_PER_S, MOVES_BURST, SEATS_MAX)

    @property
    def file(self) -> MatchFile:
        """The match file."""
        return self.keeper.file

    @property
    def follower(self) -> Follower:
        """The match as it is followed."""
        return self._follower

    async def put_down(self) -> None:
        """Leave it as it is: durable on return."""
        await self.keeper.kept()
        await self._keep_note()

    async def end_again(self) -> MatchEnd:
        """It was over before: note what has come since, and how it ended by that. Durable on return."""
        self.keeper.commit()
        outcome = self._outcome()
        await self._close(outcome)
        return outcome

    def let_go(self) -> None:
        """Nothing more is asked of this match: what it was goes at once."""
        self._follower.transcript.let_go()

    async def play(self) -> MatchEnd:
        """Go on to the end. Raises `PeerFault` for a fault of another seat, `DiskFull` and the like."""
        with self.file, self.keeper.mark or nullcontext():
            self._begin()
            async with trio.open_nursery() as nursery:
                self.exchange.start(nursery)
                nursery.start_soon(self._tick)
                nursery.start_soon(self._keep_notes)
                await self._drive()
                outcome = await self._finish()
                nursery.cancel_scope.cancel()
        return outcome

    def _begin(self) -> None:
        self.exchange.store()

    async def _drive(self) -> None:
        """Follow the match until it has its result."""
        while True:
            news = self._changed
            await trio.lowlevel.checkpoint()
            if self.exchange.over:
                return
            await news.wait()

    async def _tick(self) -> None:
        """Beat once a second until it is over. Between two without a time bank there is nothing to do
        once the match has begun."""
        while self.mesh.several or self._follower.config.bank or not self._follower.begun:
            await pause_until(trio.current_time() + BEAT_S)
            if not self.exchange.over:
                self._beat()

    def _beat(self) -> None:
        """Say what we hold, while something is owed."""
        if self.mesh.several:
            self.exchange.news.detours()
        if self._follower.awaited():
            self.exchange.beat()

    def moved(self, seat: int, candidates: tuple[Candidate, ...]) -> bytes | None:
        """A seat's node can be dialled here from now on, and so after a restart: its key, None if that is
        nothing new, or comes too often."""
        key = self._follower.players[seat].binding.ik
        peers = {peer.key: peer for peer in self.note.peers}
        known, packed = peers.get(key.hex()), saved.packed(candidates)
        if known is None or packed == known.candidates[: len(packed)]:
            return None
        if not self._moves.allow(seat, trio.current_time()):
            return None
        fresh = saved.packed(dialable([*candidates, *known.where]))
        peers[key.hex()] = replace(known, candidates=fresh)
        self._renote(replace(self.note, peers=tuple(peers.values())))
        return key

    def _renote(self, note: saved.SavedTable) -> None:
        """This is what a restart needs from now on. It is kept beside the loop, and soon."""
        self.note = replace(note, touched=int(self._owner.machine.now()))
        self._renoted.set()
        self._renoted = trio.Event()

    async def _keep_notes(self) -> None:
        """Keep what a restart needs whenever that has changed, for ever."""
        while True:
            if self.note is self._noted:
                await self._renoted.wait()
            await self._keep_note()

    async def _keep_note(self) -> None:
        """Keep what a restart needs as it is now; durable on return."""
        async with self._noting:
            note = self.note
            write = partial(saved.write_table, self._owner.home, self.match, note)
            await self._owner.machine.committer.run(write)
            self._noted = note

    async def _change(self) -> None:
        await self._changed.wait()

    def _heard(self, given: Sequence[Accepted]) -> None:
        """Something has changed; this is what other seats owed and have given."""
        self._changed.set()
        self._changed = trio.Event()
        if self._owner.machine.now() - self.note.touched >= saved.TOUCHED_S:
            self._renote(self.note)

    def _meet(self, peer: Peer, name: str) -> None:
        """A player whom the host has introduced says its own name: now it may be remembered."""
        hello = self._follower.players[peer.seat]
        if name == self.names[peer.seat]:
            remember(self._owner, hello, name, self.say)
        elif name and not hello.bot:
            self.say(f"{peer.name} goes by the name {name} as well.")

    # The end.

    async def _finish(self) -> MatchEnd:
        """Note how it ended, once that is durable, and go when the others have the RESULT too."""
        await self.keeper.kept()
        outcome, ending = self._outcome(), self.exchange.holdings.ending()
        await self._show(outcome)
        await self._close(outcome)
        await self._farewell()
        outcome = self._outcome()
        if self.exchange.holdings.ending() != ending:
            self._lacking = tuple(peer.key for peer in self.note.peers)  # the others may have the weaker one
            self.say("A better result has come, and is kept in place of ours.")
        await self.keeper.kept()
        await self._close(outcome)
        await self._owner.machine.committer.run(self._let_go)
        return outcome

    def _let_go(self) -> None:
        """Nothing of this match is secret any more, and our seat signs nothing in it."""
        saved.folder_of(self._owner.home, self._owner.machine.disk).delete_secret(self.match)
        if self.keeper.mark is not None:
            self.keeper.mark.remove()

    async def _show(self, outcome: MatchEnd) -> None:
        """Nobody plays here, who would have to be told."""

    def _outcome(self) -> MatchEnd:
        """How the match ended, as far as this node knows."""
        follower, rules = self._follower, self._follower.rules
        places: Outcome = follower.now.outcome if follower.now is not None else None
        rule = places[1] if places is not None else ""
        result = check_result(follower.result) if follower.result is not None else None
        by_seat = result.places() if result is not None else None
        seats = len(self.names)
        if result is None and self.exchange.abandoned and follower.begun:
            rule = rules.cites["leaving"]
            shown = () if follower.over else {*follower.transcript.closing.audits}
            if not self.exchange.given_up:
                shown = {*shown} & {self.own}  # another's count of our bank is its word
            by_seat = places_alone(rules, seats, shown, (self.own,)) or None
        sides = rules.sides_by(by_seat or (), seats)
        findings = result.findings if result is not None else ()
        return MatchEnd(
            self.match, self.file.path, self.own, by_seat, rule, findings, self.names, follower.result, sides
        )

    async def _close(self, outcome: MatchEnd) -> None:
        """Note how it ended, and who does not have the RESULT yet."""
        sides = outcome.sides
        first = {sides[i] for i, place in enumerate(outcome.places or ()) if place == 1}
        how = saved.LOST if sides[self.own] not in first else "won" if len(first) == 1 else "drawn"
        if outcome.places is None:
            how = saved.NO_RESULT if outcome.result is None else "void"
        ended = f"{how} [{outcome.rule}]" if outcome.rule else how
        there = {self._key(peer).hex() for peer in self.mesh.peers if peer.done}
        lacking = () if outcome.result is None else tuple(key for key in self._lacking if key not in there)
        when = self.note.ended or int(self._owner.machine.now())
        self._renote(replace(self.note, result=ended, lacking=lacking, ended=when))
        await self._keep_note()

    async def _farewell(self) -> None:
        """Stay until all whom we wait for have the RESULT, and what we have sent has arrived."""
        self.mesh.send(bytes([messages.DONE]))
        while not all(peer.done or peer.shunned for peer in self._waiting_for()):
            await self._change()
        for peer in self.mesh.peers:
            if peer.connected:
                await peer.sent()
        await trio.sleep(2 * ACK_DELAY_S)  # our own last acknowledgement has left by then

    def _waiting_for(self) -> list[Peer]:
        """Those to whom we want to give the RESULT before we go: all that lacked it when it was noted
        last."""
        lacking = {bytes.fromhex(key) for key in self.note.lacking}
        return [peer for peer in self.mesh.peers if self._key(peer) in lacking]

    def _key(self, peer: Peer) -> bytes:
        return self._follower.players[peer.seat].binding.ik


def _opening(note: saved.SavedTable, follower: Follower) -> tuple[bytes, bytes]:
    """The messages that tell a player of the table that the match has begun: PLAYERS and START."""
    by_key = {bytes.fromhex(peer.key): messages.Sitting(peer.name, b"", peer.where) for peer in note.peers}
    own = messages.Sitting(note.name, b"", note.where)
    players = [replace(by_key.get(one.binding.ik, own), hello=one.wire) for one in follower.players]
    start = bytes([messages.START]) + follower.transcript.game_id
    return messages.pack_players(bytes.fromhex(note.token), players), start

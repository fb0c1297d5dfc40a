"""A headless node: tables offered for ever behind one port, many matches at once, restarts in between.

An error at one table ends that table and nothing else. A match that a restart has interrupted is brought back
from disk when one of its players knocks, and given up when nobody does for days. Overload is answered, not
suffered: a node that has no room, no disk or no time lets nobody new in.
"""

from __future__ import annotations

import errno
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import trio

import keys
from fadenet.node import limits
from fadenet.node.errors import REPORT, Reason, bare, plainly
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.lobby.invite import Invite, make_invite, new_token
from fadenet.node.lobby.lobby import Gathering
from fadenet.node.match import saved
from fadenet.node.match.archive import RulesOfTable, door_of, give_when_asked
from fadenet.node.match.committer import Committer
from fadenet.node.match.door import TableDoor
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.node.match.visits import Visits
from fadenet.node.play import host_company, line_to_watch, resume_at
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import Offer, Strength
from fadenet.node.reception import OpenTable, Reception
from fadenet.node.sitting import FullTable
from protocol.faults import PeerFault
from protocol.hello import Config

log = logging.getLogger(__name__)

T = TypeVar("T")

Tell = Callable[[str, dict[str, Any]], None]
"""Told of an event by its name, with what belongs to it."""
AGAIN_S: Final = 60.0
"""How long after a full disk no match is begun or gone on with."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A table that is offered for ever. name: as it was typed; entrant: what sits down at each, a bot with
    its deck; token: of the standing invitation; watch: whether its matches may be watched; strength: of the
    bot, as others are told, None = they are not."""

    name: str
    config: Config
    entrant: Callable[[], Entrant]
    token: bytes = field(repr=False)
    watch: Watch = UNWATCHED
    strength: Strength | None = None


def _times() -> deque[float]:
    return deque(maxlen=limits.TIMES_KEPT)


@dataclass(slots=True)
class Counts:
    """The events since the node came up, counted. faults: matches that ended as the other side broke the
    protocol; mistakes: those that ended by one in fadenet. took: seconds from a question to our answer, of
    the last ones; lagged: seconds that the loop came too late; error: the last one."""

    matches: int = 0
    decisions: int = 0
    faults: int = 0
    mistakes: int = 0
    error: str = ""
    took: deque[float] = field(default_factory=_times)
    lagged: deque[float] = field(default_factory=_times)

    def answered(self, seconds: float) -> None:
        """One of our bots has answered."""
        self.decisions += 1
        self.took.append(seconds)


class TimedCommitter(Committer):
    """Remembers how long the disk took, the wait for a thread included."""

    def __init__(self) -> None:
        super().__init__()
        self.took = _times()

    async def run(self, work: Callable[[], T]) -> T:
        began = trio.current_time()
        try:
            return await super().run(work)
        finally:
            self.took.append(trio.current_time() - began)


@dataclass(frozen=True, slots=True)
class Terms:
    """The load that a headless node takes on. most: how many matches are played at once; kept_s: how long an
    interrupted match waits for its players; watchers: how many may look on at one; behind_nat: whether all
    guests may come from behind one address."""

    most: int = limits.MATCHES
    kept_s: float = 7 * 86_400.0
    watchers: int = limits.WATCHERS
    behind_nat: bool = False


class Service:
    """The matches of a headless node. owner: an entrant of it, for its folder and identity; entrant_of: what
    sat at a match that is gone on with; rules_of: the rules of finished ones; tell: told of events."""

    def __init__(
        self,
        node: Node,
        owner: Entrant,
        offered: Sequence[Offered],
        entrant_of: Callable[[str, saved.SavedTable], Entrant],
        rules_of: RulesOfTable,
        tell: Tell,
        terms: Terms,
    ) -> None:
        self.counts = Counts()
        self.draining = False
        self._node = node
        self._owner = owner
        self._entrant_of = entrant_of
        self._rules_of = rules_of
        self._tell = tell
        self._terms = terms
        self._per_source = limits.BEHIND_NAT if terms.behind_nat else limits.MATCHES_PER_SOURCE
        self._resumed: list[OpenTable] = []
        self._asleep = 0
        self._waking = trio.Lock()
        self._given: dict[str, trio.CancelScope] = {}  # the oldest first
        self._full_until = 0.0
        self._visits = Visits(counts=not terms.behind_nat)
        self._changed = trio.Event()
        self._receptions = {one: Reception(self, self._layer(one)) for one in offered}
        self._announced = [_announced(one) for one in offered]
        self._nursery: trio.Nursery
        if terms.behind_nat:
            node.expect_many()

    # The questions of receptions.

    @property
    def lags(self) -> bool:
        """Whether the loop has not kept up just now."""
        return self._node.lags

    @property
    def disk_is_full(self) -> bool:
        """Whether the disk was full just now."""
        return trio.current_time() < self._full_until

    def may_sit(self, peer: bytes, source: str) -> bool:
        if self.draining or self.lags or self.disk_is_full:
            return False
        there = [*self._places()]
        own = sum(peer in place.guests for place in there)
        near = sum(source in place.guests.values() for place in there)
        look = sum(place.door.lookers_from(source) for place in there)
        few = look < (self._per_source if self._terms.behind_nat else limits.LOOKERS_PER_SOURCE)
        return few and own < limits.MATCHES_PER_KEY and near < self._per_source

    def has_room(self) -> bool:
        there = sum(place.begun or place.waits for place in self._places())
        return there < self._terms.most and self._node.has_files()

    def make_room(self) -> bool:
        for place in self._places():
            if place.waits and not place.door.seated() and place.door.is_shown_in_vain:
                place.lobby.cancel()
                return self.has_room()
        return False

    def _places(self) -> Iterator[OpenTable]:
        """All tables at which somebody plays or waits."""
        for one in self._receptions.values():
            yield from one.tables
        yield from self._resumed

    # How it is doing.

    @property
    def matches(self) -> int:
        """Matches that are played now."""
        return sum(place.begun for place in self._places())

    @property
    def asleep(self) -> int:
        """Interrupted matches that wait on disk for their players."""
        return self._asleep

    @property
    def players(self) -> int:
        """Guests at all tables."""
        return sum(len(place.guests) for place in self._places())

    def invitations(self) -> dict[str, str]:
        """The standing invitation of each table, by its name."""
        where, own = self._node.candidates(), self._node.identity.fingerprint
        return {
            one.name: make_invite(Invite(own, one.token, 0, where, standing=True)) for one in self._receptions
        }

    def announced(self) -> list[Offer]:
        """The tables that those nearby may be told of: all at which somebody may sit down."""
        if self.draining or self.disk_is_full:
            return []
        has_room = self.has_room()
        told = zip(self._receptions.values(), self._announced, strict=True)
        return [table for reception, table in told if has_room or reception.has_seat]

    # Running.

    async def run(self) -> None:
        """Offer the tables, and go on with what was interrupted, until `drain` has come to its end."""
        with plainly():
            async with trio.open_nursery() as self._nursery:
                self._nursery.start_soon(self._watch_lag)
                for one, reception in self._receptions.items():
                    self._node.doors.open(one.token, reception)
                    self._node.helpers.tokens[one.token] = True
                self._node.helpers.renew()
                for match in _interrupted(self._owner):
                    self._sleep(match.match, match.note)
                while not (self.draining and not self.matches):
                    await self._changed.wait()
                self._nursery.cancel_scope.cancel()

    def drain(self) -> None:
        """Begin no match any more, close all lobbies, and end when the last match is over."""
        self.draining = True
        for place in self._places():
            if not place.begun:
                place.lobby.cancel()
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _watch_lag(self) -> None:
        """While there is something to do, see when the loop does not keep up: what should take a moment takes
        long."""
        while True:
            while next(self._places(), None) is None:
                await self._changed.wait()
            began = trio.current_time()
            await trio.sleep(limits.LAG_LOOK_S)
            now = trio.current_time()
            self.counts.lagged.append(now - began - limits.LAG_LOOK_S)
            if now - began > limits.LAG_S:
                self._node.lagged_until = now + limits.LAG_HELD_S

    # Tables.

    def _layer(self, one: Offered) -> Callable[[Reception], OpenTable]:
        def lay(reception: Reception) -> OpenTable:
            entrant = one.entrant()
            kind, places = self._node.identity.kind, one.config.seats - 1
            place = OpenTable(TableDoor(entrant.machine, kind, places, visits=self._visits))
            reception.tables.append(place)
            self._nursery.start_soon(self._table, one, reception, place, entrant)
            self._notify()
            return place

        return lay

    async def _table(self, one: Offered, reception: Reception, place: OpenTable, entrant: Entrant) -> None:
        """One table from its first guest to the end of its match."""
        among_us = new_token(entrant.machine.rng)

        async def play(told: Entrant) -> MatchEnd | None:
            with self._node.opened([among_us], place.door, players=True):
                where = self._node.candidates()
                lobby = Gathering(entrant, one.config, place.door, among_us, where, log.info, one.watch)
                company = None
                with place.lobby:
                    company = await lobby.gather()
                    place.begun = True
                if company is None:
                    return None
                full = FullTable(told, company, place.door)
                return await host_company(
                    self._node, full, say=log.info, watch=one.watch, watchers=self._terms.watchers
                )

        again = None
        try:
            again = await self._guarded(one.name, lambda: entrant, play)
        finally:
            place.door.close()
            reception.clear(place)
            self._notify()
        if again is not None:
            self._sleep(again.match, again.note)

    def _sleep(self, match: str, note: saved.SavedTable) -> None:
        """Keep an interrupted match on disk until one of its players knocks, then go on with it."""
        door = door_of(self._owner, self._node, note)
        place = OpenTable(door, begun=True)
        bed = _Bed(self, place)

        async def play(told: Entrant) -> MatchEnd:
            async with self._waking:  # bringing one back takes a while, and others are to be heard in between
                await trio.sleep(0)
            return await resume_at(self._node, told, match, note, door, log.info)

        async def wait() -> None:
            again = None
            with self._node.opened([bytes.fromhex(note.token)], bed, players=True):
                if not await self._knocked(bed, note):
                    self._give_up(match)
                    return
                self._resumed.append(place)
                self._notify()
                try:
                    what = f"match {short_id(match)}"
                    again = await self._guarded(what, lambda: self._entrant_of(match, note), play)
                finally:
                    door.close()
                    self._resumed.remove(place)
                    self._notify()
            if again is not None:
                self._sleep(again.match, again.note)

        self._nursery.start_soon(wait)

    async def _knocked(self, bed: _Bed, note: saved.SavedTable) -> bool:
        """Wait for a player of a match that is on disk; whether one has come in time."""
        deadline = trio.current_time() + self._terms.kept_s - _age(self._owner, note)
        self._asleep += 1
        try:
            with trio.move_on_at(deadline):
                await bed.knocked.wait()
        finally:
            self._asleep -= 1
        return bed.knocked.is_set()

    def _give_up(self, match: str) -> None:
        """Nobody has come back to a match for too long."""
        try:
            saved.forget(self._owner.home, self._owner.machine, match)
        except (keys.UserError, OSError) as error:
            self._fails(f"match {short_id(match)}", str(error))
        else:
            self._tell("given up", {"match": match})

    async def _guarded(
        self,
        what: str,
        seat: Callable[[], Entrant],
        play: Callable[[Entrant], Awaitable[MatchEnd | None]],
    ) -> MatchRun | None:
        """Play one match; its end or error is told, and ends nothing else. seat: makes what sits there.
        Returns a match that the full disk has broken off: it can be gone on with later."""
        runs: list[MatchRun] = []
        try:
            with plainly():
                outcome = await play(self._told(what, seat(), runs))
        except PeerFault as fault:
            self.counts.faults += 1
            self._fails(what, f"the other side broke the protocol [{fault.rule}]: {fault.why}")
            bare(fault)  # its match keeps it, and would be kept by it
        except (keys.UserError, OSError) as error:
            if _is_full(error):
                self._full_until = trio.current_time() + AGAIN_S
                self._fails(what, f"{error} No match is begun or gone on with for {AGAIN_S:.0f} s.")
                return runs[0] if runs else None
            self._fails(what, str(error))
        except Exception as error:
            self.counts.mistakes += 1
            log.exception("%s: the table is closed; %s", what, REPORT)
            self._tell_fault(what, repr(error))
        else:
            if outcome is not None:
                self.counts.matches += 1
                self._tell("over", {"table": what, "outcome": outcome})
                self._nursery.start_soon(self._give, outcome.match)
        finally:
            for run in runs:
                run.let_go()
            runs.clear()  # what its entrant tells once it begins has put it there
        return None

    async def _give(self, match: str) -> None:
        """Give a finished match to those who lack it, as long as it is one of the latest."""
        with trio.CancelScope() as scope:
            self._given[match] = scope
            if len(self._given) > limits.ARCHIVED_MOST:
                next(iter(self._given.values())).cancel()
            try:
                await give_when_asked(self._owner, self._node, match, self._rules_of)
            finally:
                del self._given[match]

    def _fails(self, what: str, why: str) -> None:
        """Something has gone wrong with a match that somebody can do something about."""
        log.warning("%s: %s; all else goes on, and nothing is to be done unless it comes again", what, why)
        self._tell_fault(what, why)

    def _tell_fault(self, what: str, why: str) -> None:
        self.counts.error = f"{what}: {why}"
        self._tell("fault", {"table": what, "text": why})

    def _told(self, what: str, entrant: Entrant, runs: list[MatchRun]) -> Entrant:
        """The same, of whose match we are told once it begins, and whose answers are counted."""

        def begun(run: MatchRun) -> None:
            runs.append(run)
            run.took = self.counts.answered
            entrant.begun(run)
            fields: dict[str, Any] = {"table": what, "match": run.match, "names": list(run.names)}
            if run.note.watch is not None:
                fields["watch"] = line_to_watch(self._node, bytes.fromhex(run.note.token))
            self._tell("begun", fields)

        return replace(entrant, begun=begun)


def _interrupted(owner: Entrant) -> list[saved.SavedMatch]:
    """The matches of our bots that are not over."""
    found = [one for one in saved.saved_matches(owner.home) if not one.finished]
    return [one for one in found if (one.note.name, one.note.kind) == (owner.identity.name, "bot")]


def _is_full(error: BaseException) -> bool:
    """Whether something could not be kept because the disk is full."""
    return getattr(error.__cause__ or error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)


def _age(owner: Entrant, note: saved.SavedTable) -> float:
    """Seconds since something was noted of a match."""
    return max(0.0, owner.machine.now() - note.when)


def _announced(one: Offered) -> Offer:
    """A table that is offered, as a notice names it: all seats but the bot's are free."""
    entrant, free = one.entrant(), one.config.seats - 1
    table = Offer.of(one.config, one.token, entrant.rules.hash, entrant.rules.card_hash, free)
    told = replace(table, standing=True, watched=one.watch.allowed, bot=entrant.bot_name)
    return replace(told, strength=one.strength)


class _Bed:
    """The door of a match that is on disk: it wakes up when one of its players is there, unless the node has
    too many already, or the disk is full."""

    def __init__(self, service: Service, place: OpenTable) -> None:
        self.channels_most = place.door.channels_most
        self.knocked = trio.Event()
        self._service = service
        self._place = place

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        service = self._service
        full = service.matches >= limits.MATCHES_MOST or service.disk_is_full
        if full and not self.knocked.is_set():
            return Refused(Reason.BUSY)
        decision = self._place.door.admit(gate, peer, purpose)
        if isinstance(decision, Admitted):
            self._place.guests[peer] = gate.source
        return decision

    async def handle(self, channel: Channel) -> None:
        self.knocked.set()
        await self._place.door.handle(channel)

"""The host's lobby: it collects players until its table is full, and all agree on who plays.

Nothing is begun before everybody has seen everybody's HELLO and has agreed. Until then a player may leave,
and the seat is free again; a guest that cannot sit down hears why, and so does the host, whose table stays
open. A seat belongs to the guest that says SIT first, and goes to another one that says it if what its node
owes at once does not come: so nobody holds a seat by saying nothing.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import trio

import keys
from fadenet.node.errors import REPORT, NodeError, Unreachable
from fadenet.node.limits import ACK_DELAY_S, SEAT_YIELDS_S
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.session import PeerRestarted, Session
from fadenet.node.lobby.bringing import Giver
from fadenet.node.lobby.seating import Company, OwnSeating, company, recognized, seating_of
from fadenet.node.match import messages
from fadenet.node.match.door import TableDoor
from fadenet.node.match.follow import Say, remember
from fadenet.node.match.messages import UNWATCHED, Arrival, Attendee, Sitting, Watch
from fadenet.node.match.run import HELLO_S, Entrant
from keys.names import alike
from protocol.faults import BadEncoding, BadHello, PeerFault
from protocol.hello import Config, Hello, parse_hello

log = logging.getLogger(__name__)

GONE_S: Final = 30.0
"""How long somebody whose connection was lost may take to come back to the lobby."""
PARTING_S: Final = 10.0
"""How long a goodbye may take to arrive."""
GRACE_S: Final = 1.0
"""How long somebody who has said goodbye is still waited for."""


async def goodbye(session: Session, reason: int) -> None:
    """Tell the other node why nobody sits down, and wait a moment until it knows."""
    await session.send(messages.pack_sorry(reason))
    with trio.move_on_after(PARTING_S):
        await session.drained()


class Namesake(NodeError):
    """Two people at one table go by the same name."""


@dataclass(slots=True)
class _Guest:
    """Somebody who has come through the door: silent, then at the table, then with a HELLO for those who are
    there, then agreed to play in a match G.

    `scope`: its whole visit; `owes_since`: since when it owes a message (Trio's seconds); `patience`: until
    when that has to come.
    """

    session: Session
    arrival: Arrival | None = None
    hello: bytes = b""
    agreed: bytes = b""
    owes_since: float = math.inf
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    patience: trio.CancelScope = field(default_factory=trio.CancelScope)

    def owes(self, anything: bool = True) -> None:
        """It owes a message from now on, or nothing any more."""
        self.owes_since = trio.current_time() if anything else math.inf
        self.patience.deadline = self.owes_since + HELLO_S

    @property
    def owing(self) -> bool:
        """Whether it owes a message."""
        return self.owes_since < math.inf


class Gathering:
    """The host's lobby. token: with which the players will dial each other; candidates: where we can be
    dialled; watch: whether the match may be watched."""

    def __init__(
        self,
        entrant: Entrant,
        config: Config,
        door: TableDoor,
        token: bytes,
        candidates: Sequence[Candidate],
        say: Say,
        watch: Watch = UNWATCHED,
    ) -> None:
        self._entrant = entrant
        self._config = config
        self._door = door
        self._say = say
        self._token = token
        self._watched = watch
        self._own = OwnSeating(entrant, config)
        self._candidates = tuple(candidates)
        self._guests: dict[bytes, _Guest] = {}
        self._told: list[Attendee] = []
        self._proposed = b""
        self._changed = trio.Event()

    async def gather(self) -> Company:
        """Wait until the table is full and everybody has agreed."""
        try:
            there = await self._full_table()
        finally:
            self._door.lobby = None
        for session in self._door.sessions():
            if session.peer not in there.keys:
                self._door.forget(session)
        for one, key in zip(there.players, there.keys, strict=True):
            if key != self._entrant.identity.public:
                remember(self._entrant, parse_hello(one.hello), one.name, self._say)
        self._say("Everybody is here; the match begins.")
        return there

    async def _full_table(self) -> Company:
        """Hear all who come, until the table is full and everybody has agreed."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            for session in self._door.sessions():
                self.attend(session)
            self._door.lobby = self
            while True:
                changed, there = self._changed, self._company()
                if self._propose(there) and there is not None:
                    await self._tell(messages.pack_players(there.token, there.players))
                elif there is not None and all(guest.agreed == there.game for guest in self._guests.values()):
                    break
                await changed.wait()
            nursery.cancel_scope.cancel()
        return there

    def attend(self, session: Session) -> None:
        """Hear somebody who has come."""
        self._nursery.start_soon(self._attend, session)

    def yields(self) -> bool:
        """Whether somebody who sits would have to give its seat to another one now."""
        return self._late() is not None

    def _late(self) -> _Guest | None:
        """Of those who sit the one who has owed something for longest, if that is too long."""
        due = trio.current_time() - SEAT_YIELDS_S
        sitting = [guest for guest in self._guests.values() if guest.arrival is not None]
        late = [guest for guest in sitting if guest.owes_since <= due]
        return min(late, key=lambda guest: guest.owes_since, default=None)

    def _propose(self, there: Company | None) -> bool:
        """Have these play with each other, None = not all have said HELLO. Whether that is something else
        than before; then all who are here owe AGREED."""
        game = b"" if there is None else there.game
        if game == self._proposed:
            return False
        self._proposed = game
        for guest in self._guests.values():
            if there is not None and guest.arrival is not None:
                guest.owes()
        return True

    def _present(self) -> list[Attendee]:
        """All who are at the table, we first."""
        guests = [(guest.arrival, key) for key, guest in self._guests.items()]
        return [self._own.present(), *(Attendee(g.name, key, g.nonce) for g, key in guests if g is not None)]

    @property
    def _full(self) -> bool:
        return len(self._present()) == self._config.seats

    def _company(self) -> Company | None:
        """All who will play, if the table is full and they have said HELLO to just these."""
        if not self._full:
            return None
        present = self._present()
        sitting = [Sitting(present[0].name, self._own.hello(present), self._candidates)]
        for guest in self._guests.values():
            if guest.arrival is not None and guest.hello:
                sitting.append(Sitting(guest.arrival.name, guest.hello, guest.arrival.candidates))
        secrets = self._own.secrets(sitting)
        if len(sitting) < self._config.seats or secrets is None:
            return None
        return company(sitting, self._token, secrets)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _tell(self, data: bytes) -> None:
        for guest in list(self._guests.values()):
            if guest.arrival is not None:
                await guest.session.send(data)

    async def _attend(self, session: Session) -> None:
        """One guest, from the door until it leaves or the match begins."""
        guest = self._guests[session.peer] = _Guest(session)
        why: str | None = None
        try:
            with guest.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._watch, guest)
                    await self._serve(guest)
        except* (keys.UserError, PeerFault) as group:
            why = "; ".join(str(error) for error in group.exceptions)
        except* Exception:
            log.exception("%r: a guest is dropped; %s", session, REPORT)
            why = "something went wrong here; the log of this node tells what."
        if self._guests.get(session.peer) is guest:
            self._let_go(guest)
        name = guest.arrival.name if guest.arrival is not None else ""
        if why is not None:
            self._say(f"{name or 'Somebody'} does not sit down: {why}")
        elif name:
            self._say(f"{name} has left.")
        await self._announce()

    def _let_go(self, guest: _Guest) -> None:
        """Somebody is not here any more, or is not waited for."""
        del self._guests[guest.session.peer]
        guest.scope.cancel()
        self._door.forget(guest.session, owing=guest.owing)

    async def _announce(self) -> None:
        """Tell everybody who is at the table, if that has changed. When it is full they owe a HELLO to just
        these, else nothing."""
        present = self._present()
        if present == self._told:
            return
        self._told = present
        for guest in self._guests.values():
            if guest.arrival is not None:
                guest.hello = guest.agreed = b""
                guest.owes(self._full)
        self._notify()
        await self._tell(messages.pack_here(present))

    async def _watch(self, guest: _Guest) -> None:
        """A guest that said goodbye has left, and so has one that does not come back, or that had to go for
        another one."""
        while not guest.session.closed:
            while guest.session.state.connected:
                await guest.session.state_changed()
            with trio.move_on_after(GRACE_S if guest.session.said_bye else GONE_S):
                while not guest.session.state.connected and not guest.session.closed:
                    await guest.session.state_changed()
                continue
            break
        guest.scope.cancel()

    async def _serve(self, guest: _Guest) -> None:
        """Hear a guest. Raises what keeps it from sitting down."""
        guest.owes()
        with guest.patience:
            await self._hear(guest)
        raise Unreachable("the node has stopped answering.")

    async def _hear(self, guest: _Guest) -> None:
        """Take in what a guest says, for ever."""
        session, rules = guest.session, self._entrant.rules
        name = self._entrant.identity.name
        who = name, self._watched, self._entrant.bot_name
        offer = messages.TableOffer(self._config, rules.hash, rules.card_hash, *who).pack()
        await session.send(offer)
        giver = Giver(rules.sets)
        while True:
            try:
                data = await session.receive()
            except PeerRestarted:
                guest.arrival, guest.hello, guest.agreed = None, b"", b""
                self._door.rise(session)
                guest.owes()
                await session.send(offer)
                await self._announce()
                continue
            kind, body = data[0] if data else -1, data[1:]
            if kind == messages.SIT:
                await self._seat(guest, messages.parse_sit(body))
            elif kind == messages.HELLO:
                await self._greet(guest, body)
            elif kind == messages.AGREED:
                if body == self._proposed:
                    guest.agreed = body
                    guest.owes(False)
                    self._notify()
            elif kind == messages.WANT:
                await session.send(giver.answer(body))
            elif kind == messages.SORRY:
                await trio.sleep(2 * ACK_DELAY_S)  # the other node waits until it knows that we have it
                raise messages.sorry(body)
            else:
                raise BadEncoding("a message that has no place in the lobby")

    async def _seat(self, guest: _Guest, arrival: Arrival) -> None:
        """A guest sits down, once, with a nonce that nobody else has brought. One who finds no seat any more
        is hung up on, and hears at the door whether one may be free again."""
        if guest.arrival is not None:
            raise BadHello("somebody sits down who sits at the table already")
        late = self._late() if self._full else None
        if self._full and late is None:
            guest.owes(False)
            guest.scope.cancel()
            await trio.lowlevel.checkpoint()
        if arrival.nonce in [one.nonce for one in self._present()]:
            raise BadHello("the nonce of another player")
        try:
            told = recognized(self._entrant, arrival.name, guest.session.peer, arrival.bot)
            self._check_namesakes(arrival)
        except (keys.ContactChanged, Namesake):
            await goodbye(guest.session, messages.OTHER_NAME)
            raise
        if late is not None:
            self._let_go(late)
        guest.arrival = arrival
        self._door.seat(guest.session)
        here = len(self._present())
        self._say(f"{told} has come: {here} of {self._config.seats} are here.")
        await self._announce()

    async def _greet(self, guest: _Guest, hello: bytes) -> None:
        """A guest says HELLO to those at the table. It must be of the key that its channel proved, and fit
        here; one to a table at which others sat has crossed the news of that."""
        said, rules, present = parse_hello(hello), self._entrant.rules, self._present()
        if guest.arrival is None or said.binding.ik != guest.session.peer:
            raise BadHello("a HELLO of somebody else than who sits here")
        if (said.rules, said.card_set, said.config) != (rules.hash, rules.card_hash, self._config):
            raise BadHello("a HELLO for another table")
        if (said.nonce, said.bot) != (guest.arrival.nonce, guest.arrival.bot):
            raise BadHello("a HELLO of another visit")
        if not self._full or said.seating != seating_of(present):
            return
        others = [one.hello for one in self._guests.values() if one is not guest and one.hello]
        for other in (self._own.hello(present), *others):
            if not _secrets(said).isdisjoint(_secrets(parse_hello(other))):
                raise BadHello("a HELLO with keys of another player")
        if not guest.hello:
            guest.hello = hello
            guest.owes(False)
            self._notify()

    def _check_namesakes(self, arrival: Arrival) -> None:
        """People remember each other by name, so no two at a table of several may have the same."""
        if self._config.seats == 2 or arrival.bot or not arrival.name:
            return
        people = [one.arrival.name for one in self._guests.values() if one.arrival and not one.arrival.bot]
        people += [self._entrant.identity.name] if self._entrant.kind != "bot" else []
        if any(alike(arrival.name, name) for name in people):
            raise Namesake("somebody of this name sits at the table already.")


def _secrets(hello: Hello) -> set[bytes]:
    """The values of a HELLO that no two players can share: both keys, nonce and master."""
    return {hello.binding.sk, hello.binding.xk, hello.nonce, hello.master}

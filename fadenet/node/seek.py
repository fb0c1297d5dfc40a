"""Looking for a stranger to play with: a table of our own is open on the board, and we look there for one
that fits.

Of two who look and see each other the one with the larger key joins; the other waits a moment before it
would. Once a host has made us its offer our own table closes, and who sits there hears that we have found
another. Nobody is rated or trusted by this.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import trio

import keys
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.errors import PeerGone, RefusedInvite, Unreachable, plainly
from fadenet.node.limits import SEEK_AGAIN_S, SEEK_PATIENCE_S, SEEK_WAIT_S
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.noise import Rng
from fadenet.node.link.session import Session
from fadenet.node.lobby.invite import Invite, longest_invite, new_token
from fadenet.node.lobby.lobby import Gathering, goodbye
from fadenet.node.match import messages
from fadenet.node.match.door import TableDoor
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.messages import CannotPlay, FoundAnother
from fadenet.node.match.run import Entrant, MatchRun, Participant
from fadenet.node.match.visits import Visits
from fadenet.node.play import host_company, join_match, open_tables
from fadenet.node.reach.board import NoticeBoard
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import Notice, Offer
from fadenet.node.sitting import FullTable, Joining
from protocol.faults import PeerFault
from protocol.hello import Config

log = logging.getLogger(__name__)

LOOKED_S: Final = 0.5
PAUSE_S: Final = 1.0
"""About so long after a table that came to nothing the next one is opened: half of it to half more."""
ALONE_S: Final = 10.0
"""So long nobody may be reached on the board before our player is told."""
NONE_S: Final = 30.0
"""And so long no table may fit."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The players that ours would play with: people, bots, or both."""

    people: bool = True
    bots: bool = True

    def of(self, kind: PlayerKind) -> bool:
        """Whether that is somebody of this kind."""
        return self.bots if kind is PlayerKind.BOT else self.people


@dataclass(frozen=True, slots=True)
class Sought:
    """A match that is looked for: its rules, our deck, the config of the table, and with whom it would be."""

    rules: Rules
    deck: Deck
    config: Config
    wanted: Wanted


def fits(ours: Offer, kind: PlayerKind, theirs: Offer, their_kind: PlayerKind) -> bool:
    """Whether two tables are alike and each is for the player who sits at the other: rules, cards, clock,
    people or bots."""
    alike = replace(theirs, token=ours.token, free=ours.free, watched=ours.watched, standing=ours.standing)
    alike = replace(alike, bot=ours.bot, strength=ours.strength)
    wants = Wanted(ours.people, ours.bots).of(their_kind), Wanted(theirs.people, theirs.bots).of(kind)
    same = replace(alike, people=ours.people, bots=ours.bots) == ours
    return same and all(wants) and bool(theirs.token) and theirs.free > 0


class Seeker:
    """One player who looks for a table. Made by `seek_match`."""

    def __init__(self, node: Node, board: NoticeBoard, participant: Participant, sought: Sought) -> None:
        self.node = node
        self.board = board
        self.participant = participant
        self.sought = sought
        self._own = participant.identity.public
        self._tried: dict[bytes, float] = {}
        self._vain: dict[bytes, int] = {}
        self._seen: dict[bytes, float] = {}
        self.visits = Visits()

    @property
    def kind(self) -> PlayerKind:
        """The kind of player here: a person or a bot."""
        return self.node.identity.kind

    def table(self, token: bytes, door: TableDoor, entrant: Entrant) -> list[Offer]:
        """Our own table as it is posted, with the people and bots that are wanted at it; [] when it has no
        free seat."""
        people, bots = self.sought.wanted.people, self.sought.wanted.bots
        there = open_tables(entrant, self.sought.config, token, door, messages.UNWATCHED)
        return [replace(one, people=people, bots=bots) for one in there]

    def choice(self, now: float) -> tuple[Notice, Offer] | None:
        """The table to try now, of those that fit: of a player who has led us nowhere least often, who is as
        sure to be there, and with as few free seats as there is; None if there is none, or if its player is
        to come to us first."""
        rules, wanted = self.sought.rules, self.sought.wanted
        ours = Offer.of(self.sought.config, bytes(12), rules.hash, rules.card_hash, 1)
        ours = replace(ours, people=wanted.people, bots=wanted.bots)
        there = [(notice, table) for notice in self.board.notices for table in notice.tables]
        there = [one for one in there if fits(ours, self.kind, one[1], one[0].kind)]
        self._seen = {table.token: self._seen.get(table.token, now) for _, table in there}
        self._tried = {token: until for token, until in self._tried.items() if until > now}
        self._vain = {ik: n for ik, n in self._vain.items() if ik in {one.ik for one in self.board.notices}}
        ready = [
            (notice, table)
            for notice, table in there
            if table.token not in self._tried
            and (self._own > notice.ik or now >= self._seen[table.token] + SEEK_WAIT_S)
        ]
        chance = self.participant.machine.rng
        sure, vain = {notice.ik: self.board.certainty(notice) for notice, _ in ready}, self._vain.get
        return min(
            ready,
            key=lambda one: (vain(one[0].ik, 0), sure[one[0].ik], one[1].free, chance(4)),
            default=None,
        )

    def tried(self, notice: Notice, table: Offer, now: float) -> None:
        """Nothing came of a table; it is left alone for a while, and then those of others come first."""
        self._tried[table.token] = now + SEEK_AGAIN_S
        self._vain[notice.ik] = self._vain.get(notice.ik, 0) + 1

    async def round(self, say: Say) -> MatchEnd | None:
        """Open a table and look for another until one of the two leads to a match; None if the one that we
        had closed ours for came to nothing."""
        return await _Attempt(self, say).run(self.sought.config)


class _Attempt:
    """One own table, and the visits to others while it is open."""

    def __init__(self, seeker: Seeker, say: Say) -> None:
        participant = seeker.participant
        self._seeker = seeker
        self._node = seeker.node
        self._board = seeker.board
        self._say = say
        self._playing = False
        self._begun = participant.begun
        self._participant = replace(participant, begun=self._begin, patience=SEEK_PATIENCE_S)
        self._entrant = self._participant.entrant(seeker.sought.rules, seeker.sought.deck)
        self._hosting = trio.CancelScope()
        self._visiting = trio.CancelScope()
        self._closed = self._full = False
        self._end: MatchEnd | None = None
        self._door: TableDoor

    def _begin(self, run: MatchRun) -> None:
        self._playing = True
        self._begun(run)

    async def run(self, config: Config) -> MatchEnd | None:
        rng, kind = self._participant.machine.rng, self._node.identity.kind
        token, among_us = new_token(rng), new_token(rng)
        self._door = TableDoor(self._participant.machine, kind, config.seats - 1, visits=self._seeker.visits)
        with plainly():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._host, config, token, among_us)
                nursery.start_soon(self._visit, config)
        return self._end

    async def _host(self, config: Config, token: bytes, among_us: bytes) -> None:
        """Wait at our own table, and play if it fills."""
        company, door, entrant = None, self._door, self._entrant
        tables = partial(self._seeker.table, token, door, entrant)
        opened = self._node.opened
        with opened([token], door), opened([among_us], door, players=True):
            with self._board.offering(tables), self._hosting:
                where = self._node.candidates()
                company = await Gathering(entrant, config, door, among_us, where, self._say).gather()
            if company is None or self._closed:
                await _dismiss(door.seated())
                door.close()
                return
            self._full = True
            self._visiting.cancel()
            full = FullTable(entrant, company, door, token)
            self._end = _of(await host_company(self._node, full, say=self._say))

    async def _visit(self, config: Config) -> None:
        """Look for another table, and play there if its host lets us."""
        with self._visiting:
            while not self._closed:
                found = None if self._door.seated() else self._seeker.choice(trio.current_time())
                if found is None:
                    with trio.move_on_after(LOOKED_S):
                        await self._board.changed()
                    continue
                notice, table = found
                self._end = await self._join(config, notice, table)
                if self._end is None:
                    self._seeker.tried(notice, table, trio.current_time())

    async def _join(self, config: Config, notice: Notice, table: Offer) -> MatchEnd | None:
        """Go to a table; None if nothing has come of it."""

        def choose(offered: Config) -> tuple[Rules, Deck]:
            if offered != config:
                raise CannotPlay("This table plays something else than its notice says.")
            if self._full or (self._door.seated() and self._participant.identity.public < notice.ik):
                raise FoundAnother
            self._closed = True
            self._hosting.cancel()
            return self._entrant.rules, self._entrant.deck

        line = longest_invite(Invite(notice.fingerprint, table.token, 0, notice.candidates))
        try:
            with plainly():
                joining = Joining(line, choose, (), _come, bot=table.bot)
                return _of(await join_match(self._node, self._participant, joining, say=self._say))
        except (keys.UserError, PeerFault) as error:
            if self._playing:
                raise
            log.info("nothing came of the table of %s: %s", notice.ik.hex()[:8], error)
            if isinstance(error, Unreachable):
                self._board.missed(notice)
            if self._closed or not isinstance(error, Unreachable | RefusedInvite):
                self._say(f"Nothing came of the table of {notice.name or 'somebody'}: {error}")
            return None


def _of(end: MatchEnd) -> MatchEnd | None:
    """The end of the match at a table; None where the other never took up the match."""
    return end if end.begun else None


async def _come(node: Node, invitation: Invite, rng: Rng, say: Say) -> Channel:
    """Knock once: there are other tables."""
    return await node.dial(invitation.fingerprint, invitation.token, Purpose.SEAT)


async def _dismiss(guests: Sequence[Session]) -> None:
    """Tell those who sit at our table that we have found another."""

    async def tell(session: Session) -> None:
        with suppress(PeerGone):
            await goodbye(session, messages.TAKEN)

    async with trio.open_nursery() as nursery:
        for session in guests:
            nursery.start_soon(tell, session)


async def seek_match(
    node: Node,
    board: NoticeBoard,
    participant: Participant,
    sought: Sought,
    *,
    listen: Sequence[Address],
    say: Say,
) -> MatchEnd:
    """Find somebody to play with on the board, and play. listen: where others may dial us. Raises as
    `host_match` and `join_match` do."""
    if listen:
        await node.listen(listen)
    await node.found(say)
    seeker, rng = Seeker(node, board, participant, sought), participant.machine.rng
    say("Looking on the board for somebody to play with; a table of your own is open there.")
    while True:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_tell, board, say)
            end = await seeker.round(say)
            nursery.cancel_scope.cancel()
        if end is not None:
            return end
        await trio.sleep(PAUSE_S * (0.5 + rng(1)[0] / 256))


async def _tell(board: NoticeBoard, say: Say) -> None:
    """Tell our player why nothing happens."""
    await trio.sleep(ALONE_S)
    if not board.links:
        say(
            "Nobody on the board can be reached yet. Name somebody who is on it: --board-at LINE, which is "
            "an invitation or a relay's line of any node that runs with --board."
        )
    await trio.sleep(NONE_S - ALONE_S)
    if board.links:
        tables = sum(len(notice.tables) for notice in board.notices)
        say(
            f"On the board: nodes that we are linked with {board.links}, open tables {tables}; none of these "
            "fits. Still looking (Ctrl-C stops)."
        )

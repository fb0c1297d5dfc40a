"""The boxes of our matches by correspondence: emptied and put into, at the relays that are known."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import keys
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.running import run_async, run_last
from fadenet.cli.net.doors import machine_of
from fadenet.cli.net.relays import helpers_of
from fadenet.node.limits import BOXES_PER_OWNER, CANDIDATES
from fadenet.node.link.candidates import Candidate, RelayAddress
from fadenet.node.mail import kept
from fadenet.node.mail.carrying import Correspondence, bring, fetch, relays_of
from fadenet.node.mail.desk import Attended, Outgoing
from fadenet.node.mail.kept import GUEST, OpenInvitation
from fadenet.node.mail.sorting import invitation_of
from fadenet.node.match import saved
from fadenet.node.play import open_bare
from fadenet.node.reach.node import Node

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Addressed:
    """A parcel of ours that is to be brought. name: our identity; about: how its boxes are found; match: its
    id, "" = of an invitation; by_hand: whether it is shown where no box takes it."""

    name: str
    about: Correspondence
    outgoing: Outgoing
    match: str
    by_hand: bool

    @property
    def relays(self) -> tuple[RelayAddress, ...]:
        """The relays at which its receiver is found."""
        return next((there for ik, there in self.about.others if ik == self.outgoing.key), ())


class Letterbox:
    """Our boxes, for one command. away: no relay is asked anything; last: it is what the command does last,
    though a signal may have told it to end."""

    def __init__(self, ctx: Context, away: bool = False, last: bool = False) -> None:
        self._ctx = ctx
        self._last = last
        self._away = away
        self._helpers = [] if away else helpers_of(ctx)
        self._open: dict[str, list[Correspondence]] = {}

    @property
    def where(self) -> Sequence[Candidate]:
        """The relays at which our boxes are, for those who write to us."""
        return [relay for helper in self._helpers for relay in helper.relays][:CANDIDATES]

    def empty(self) -> None:
        """Have boxes for all that goes on, and what lies in them on our disk."""
        self._open = {} if self._away else correspondences(self._ctx.home)
        for name, about in self._open.items():
            if self._helpers or any(relays for one in about for _, relays in one.others):
                identity = self._ctx.identity(name)
                own = identity.public
                work = partial(fetch, home=self._ctx.home, own=own, helpers=self._helpers, about=about)
                for trouble in self._at_node(identity, work)[1]:
                    self._ctx.say(trouble)

    def put(self, letters: Sequence[Addressed]) -> list[Addressed]:
        """Put parcels into the boxes of others, with ours open for the answers; those that no box takes."""
        if self._away or not letters:
            return list(letters)
        fresh = correspondences(self._ctx.home)
        if any(not {*about} <= {*self._open.get(name, ())} for name, about in fresh.items()):
            self.empty()
        ways = [letter for letter in letters if self._helpers or letter.relays]
        put: set[Addressed] = set()
        for name in dict.fromkeys(letter.name for letter in ways):
            work = partial(self._put, [letter for letter in ways if letter.name == name])
            put |= self._at_node(self._ctx.identity(name), work)
        return [letter for letter in letters if letter not in put]

    async def _put(self, letters: Sequence[Addressed], node: Node) -> set[Addressed]:
        """Put these into boxes; those that are there."""
        put = set()
        for letter in letters:
            relay, troubles = await bring(node, self._helpers, letter.about, letter.outgoing)
            put |= {letter} if relay else set()
            for said in [f"Put into {letter.outgoing.to}'s box at {relay}."] if relay else troubles:
                self._ctx.say(said)
        return put

    def _at_node(self, identity: keys.Identity, work: Callable[[Node], Awaitable[T]]) -> T:
        """Do this at a node that plays nothing."""

        async def run() -> T:
            async with open_bare(identity, self._helpers, machine=machine_of(self._ctx)) as node:
                return await work(node)
            raise AssertionError("the work returns or raises")

        return run_last(run) if self._last else run_async(run)


def addressed(home: Path, done: Attended, by_hand: bool) -> list[Addressed]:
    """The parcels of a match that was attended to, for their boxes. by_hand: as in `Addressed`."""
    note, mail = done.note, kept.read_mail(home, done.match)
    return [
        Addressed(
            note.name,
            Correspondence(bytes.fromhex(mail.invitation if one.first else note.token), others_in(note)),
            one,
            done.match,
            by_hand,
        )
        for one in done.outgoing
    ]


def correspondences(home: Path) -> dict[str, list[Correspondence]]:
    """All of which parcels may come, by the name of our identity, the newest matches first."""
    found: dict[str, list[Correspondence]] = {}
    for one in sorted(saved.saved_matches(home), key=lambda one: -one.note.touched):
        note = one.note
        if note.days and (not one.finished or one.lacking):
            about = Correspondence(bytes.fromhex(note.token), others_in(note))
            found.setdefault(note.name, []).append(about)
    for _, open_ in kept.open_invitations(home):
        found.setdefault(open_.name, []).append(of_invitation(open_))
    return {name: about[:BOXES_PER_OWNER] for name, about in found.items()}


def others_in(note: saved.SavedTable) -> tuple[tuple[bytes, tuple[RelayAddress, ...]], ...]:
    """The other players of a match, and the relays at which they are found."""
    return tuple((bytes.fromhex(peer.key), relays_of(peer.where)) for peer in note.peers)


def of_invitation(open_: OpenInvitation) -> Correspondence:
    """The boxes of an invitation that has not become a match."""
    invitation = invitation_of(open_)
    host = ((invitation.ik, relays_of(invitation.candidates)),) if open_.role == GUEST else ()
    return Correspondence(invitation.id, host)

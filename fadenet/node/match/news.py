"""The news of the others at the table, as the player is told: who is reached and how, votes, offers of a
void."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import trio

from fadenet.node.link.candidates import is_loopback
from fadenet.node.link.channel import Channel
from fadenet.node.match.peers import Mesh, Peer
from fadenet.table.follower import Follower
from protocol.statements import Drop

DETOUR_S: Final = 5.0
"""For how long a seat must be without a direct connection before that is told."""
WAY_S: Final = 2.0
"""How long a new way is measured."""
STILL_RELAYED_S: Final = 15.0
"""For how long a way is relayed before that is told: a direct one has been tried twice by then."""
OFFERED_S: Final = 60.0
"""How long an offer to end the match is not told again, though it is signed anew at other rests."""


class News:
    """The news of one match, told until it has its RESULT; nothing is told twice while it stays so."""

    def __init__(self, follower: Follower, mesh: Mesh, say: Callable[[str], None]) -> None:
        self._follower = follower
        self._mesh = mesh
        self._say = say
        self._failures: set[str] = set()
        self._detours: dict[int, str] = {}
        self._small: set[int] = set()
        self._offers: dict[int, float] = {}  # when an offer of a seat is told again

    def tell(self, text: str) -> None:
        if self._follower.result is None:
            self._say(text)

    def reached(self, peer: Peer) -> None:
        """There is a direct connection."""
        self._detours.pop(peer.seat, None)

    async def ways(self, peer: Peer) -> None:
        """Tell by which way somebody is reached whenever that changes, for ever; nothing of this machine."""
        told = ""
        while True:
            channel = peer.session.channel
            if channel is None or is_loopback(channel.remote):
                await peer.session.rerouted()
                continue
            if channel.small and peer.seat not in self._small:
                self._small.add(peer.seat)
                self.tell(
                    f"Nothing came from {peer.name} for a while, as where large packets get lost on the way "
                    "(a VPN, a hotel's network): smaller ones are sent from now on."
                )
            way = f"through {channel.relay}" if channel.relay else "directly"
            if way != told:
                asked = trio.current_time()
                if await channel.probe(WAY_S) and peer.session.channel is channel:
                    took = 1000 * (trio.current_time() - asked)
                    now = " now" if told else ""
                    self.tell(f"{peer.name} is reached {way}{now}, {took:.0f} ms.")
                    told = way
                    if channel.relay:
                        await self._still(peer, channel, took)
            if peer.session.channel is channel:
                await peer.session.rerouted()

    async def _still(self, peer: Peer, channel: Channel, took: float) -> None:
        """Say so once if a relayed way stays one."""
        with trio.move_on_after(STILL_RELAYED_S) as waiting:
            while peer.session.channel is channel:
                await peer.session.rerouted()
        if waiting.cancelled_caught:
            self.tell(
                f"note: playing through {channel.relay} ({took:.0f} ms); a direct way was tried and the "
                "routers do not allow it."
            )

    @property
    def _by_post(self) -> bool:
        """Whether the match goes on by correspondence: there it is not news that somebody is away."""
        return self._follower.config.days > 0

    def lost(self, peer: Peer) -> None:
        """The connection to somebody has ended: the node has said goodbye, or has not."""
        if self._by_post:
            self.tell(f"{peer.name} is not connected any more.")
        elif peer.session.said_bye:
            self.tell(f"{peer.name} has left on purpose; the match waits for {peer.name} to come back.")
        else:
            self.tell(f"Connection to {peer.name} lost; reconnecting ...")

    def failure(self, peer: Peer) -> None:
        """Why the only peer, the host, cannot be reached, each reason once until it is; nobody is to be
        reached who has left on purpose."""
        failure = peer.session.error
        if peer.connected:
            self._failures.clear()
        elif peer.session.said_bye or self._by_post:
            return
        elif not (self._mesh.several or failure is None or str(failure) in self._failures):
            self._failures.add(str(failure))
            self.tell(f"{failure} Still trying to reach {peer.name} ...")

    def detours(self) -> None:
        """Which seats are not reached directly."""
        for peer in self._mesh.peers:
            if peer.connected or trio.current_time() - peer.session.state.since < DETOUR_S:
                continue
            through = self._mesh.reached_through(peer.seat)
            text = (
                f"There is no way to {peer.name} yet; still trying ..."
                if through is None
                else f"What {peer.name} plays comes through {through.name}."
            )
            is_news = through is not None or not (peer.met or self._by_post)
            if self._detours.get(peer.seat) != text and is_news:
                self._detours[peer.seat] = text
                self.tell(text)

    def offer(self, seat: int) -> None:
        """A seat has signed END: perhaps it would end the match without a winner."""
        now, ending = trio.current_time(), self._follower.ending
        offered = seat in ending.void_for() and not ending.void and seat != self._mesh.seat
        if offered and now >= self._offers.get(seat, now):
            self._offers[seat] = now + OFFERED_S
            name = next(peer.name for peer in self._mesh.peers if peer.seat == seat)
            self.tell(f"{name} would end this match without a winner, if all agree. To agree, type void.")

    def goes_back(self, seat: int, out: Iterable[int]) -> None:
        """A seat, or we, would go on from where others have parted the players, without those."""
        names = {peer.seat: peer.name for peer in self._mesh.peers}
        who = f"{names[seat]} goes" if seat in names else "You go"
        cheats = " and ".join(f"{names[one]} has" if one in names else "you have" for one in sorted(out))
        fork = f"{cheats} shown different entries for one place to different players"
        self.tell(f"{fork}. {who} back to before them, as soon as all others do.")

    def back(self) -> None:
        """All have gone back."""
        self.tell("All have gone back: what came after is undone.")

    def vote(self, vote: Drop) -> None:
        """How a seat votes on going on without somebody, if that is about what it owes now or has just given:
        anything may be voted on, and nobody wants to read all of it."""
        due, _ = self._follower.transcript.heads()[vote.accused]
        if vote.seq not in (due - 1, due):
            return
        names = {peer.seat: peer.name for peer in self._mesh.peers} | {self._mesh.seat: "you"}
        voter, late = names[vote.seat], names[vote.accused]
        if vote.final:
            if not vote.vote:
                self.tell(f"{voter} has heard from {late} after all, and takes its vote back.")
        elif vote.vote:
            self.tell(f"{voter} votes to go on without {late}.")
        else:
            self.tell(f"{voter} has heard from {late}, and votes against going on without {late}.")

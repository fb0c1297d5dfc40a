"""The exchange between the nodes of a match: items as they are made, afterwards all that somebody lacks.

Everything that is accepted is on disk before it is sent on, or named (`match.committer`). Whenever a
connection is made, both sides say what they hold (SYNC), send what the other lacks, and say what they hold
then (SYNCED); so a node that was away, or has lost its last entries with its process, is brought up to date
by whoever is there first. HEADS go round once a second while an answer is owed: they confirm what has
arrived, heal what was lost on the way round, and where two nodes hold different entries for one place they
bring the proof of it to both.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from fadenet.node.limits import CATCH_UP_ENTRIES, CATCH_UP_LEAST_BYTES
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.session import PeerRestarted
from fadenet.node.match import messages
from fadenet.node.match.chat import Chat
from fadenet.node.match.cheats import Cheats
from fadenet.node.match.committer import Keeper
from fadenet.node.match.holdings import Holdings
from fadenet.node.match.messages import Heads, Letter
from fadenet.node.match.news import News
from fadenet.node.match.parting import link_before
from fadenet.node.match.peers import Mesh, Peer
from fadenet.table.follower import Follower
from protocol.evidence import fork_of
from protocol.faults import (
    BadEncoding,
    BadResult,
    BadStatement,
    PeerFault,
    UnexpectedEntry,
    WrongPrev,
    WrongSeq,
    WrongState,
)
from protocol.messages import Entry, ResultMessage, parse_message
from protocol.needs import Accepted
from protocol.statements import Drop, End, Resume, parse_body

log = logging.getLogger(__name__)

_MISFITS: Final = (WrongPrev, WrongState, WrongSeq, UnexpectedEntry, BadStatement, BadResult)
"""Faults that may come of what a third gave us or the sender: not a reason to stop listening to the
sender."""
ASK_AGAIN_S: Final = 1.0
"""How soon a question whose answer may have been lost is not asked once more."""
PROOF_S: Final = 2.0
"""How long the proof of a fault may take to reach the others before our match ends with it."""
PART_MAX: Final = 64
"""How far before the first difference that shows the entries of a cheat are sent again: neither of two nodes
that it has parted goes far without the other."""
_LOBBY: Final = frozenset(range(messages.ITEM))


@dataclass(frozen=True, slots=True)
class Listeners:
    """The listeners of an exchange. say: our player; heard: of what other seats owed and have given, () =
    something else has changed; meet: of the name that a player gives of itself, when it is first reached
    directly."""

    say: Callable[[str], None]
    heard: Callable[[Sequence[Accepted]], None]
    meet: Callable[[Peer, str], None]


class Exchange:
    """The items of one match between its nodes.

    keeper: where they are kept. evidence: where a transferable proof is kept. opening: what the host tells a
    player who has not begun yet, b"" for everybody else. name: that of our player.
    """

    def __init__(
        self,
        follower: Follower,
        keeper: Keeper,
        mesh: Mesh,
        evidence: Path,
        opening: Sequence[bytes],
        told: Listeners,
        name: str,
    ) -> None:
        self.follower = follower
        self.holdings = Holdings(follower, keeper, mesh.seat)
        self.mesh = mesh
        self._synced = True
        self._abandoned = False
        self.given_up = False
        """Whether by our own count too the others have ended the match without us."""
        self.chat = Chat(mesh, [seat for seat, one in enumerate(follower.players) if not one.bot])
        self.news = News(follower, mesh, told.say)
        self.moved: Callable[[int, tuple[Candidate, ...]], object] = lambda seat, candidates: None
        """Told where a seat's node can be dialled from now on."""
        self._where = b""
        self._opening = opening
        self._heard = told.heard
        self._meet = told.meet
        self._name = name
        self._seen = {message.wire for message in self.holdings.messages}
        self.cheats = Cheats(follower, mesh, self.news, evidence)

    # The state of the match here.

    @property
    def over(self) -> bool:
        """Whether nothing that comes now can change the result."""
        return self.follower.result is not None or self._abandoned

    @property
    def abandoned(self) -> bool:
        """Whether nothing more is waited for in this match, which so ends here without a RESULT."""
        return self._abandoned

    def abandon(self, given_up: bool = False) -> None:
        """The match ends here without a RESULT. given_up: rightly so, as our seat was waited for in vain."""
        self._abandoned, self.given_up = True, given_up

    @property
    def synced(self) -> bool:
        """Whether we know what the others hold of us: before that our seat signs nothing."""
        return self._synced

    def recall(self) -> None:
        """Our process was restarted: what the others hold of us is not known, and what an earlier life has
        found to be proven still is."""
        self._synced = False
        self.cheats.recall(self.holdings.statements)

    def resume(self) -> None:
        """Our seat signs again: what the others hold of it is known, or does not matter any more."""
        self._synced = True

    def start(self, nursery: trio.Nursery) -> None:
        """Exchange as long as the nursery lives. Raises a fault of another seat that ends the match, and what
        the disk does not keep."""
        nursery.start_soon(self.holdings.keeper.run)
        for peer in self.mesh.peers:
            if peer.connected:
                self._greet(peer)
            nursery.start_soon(peer.carry)
            nursery.start_soon(self._watch, peer)
            nursery.start_soon(self.news.ways, peer)
            nursery.start_soon(self._hear, peer)

    # Our own items, and the disk.

    def out(self, made: Sequence[bytes]) -> None:
        """Store everything that is new, then send what our seat has made: it leaves once it is durable."""
        self.store()
        for wire in made:
            self._seen.add(wire)
            self.mesh.send(messages.pack_item(wire))
        if made:
            self._heard(())

    def store(self) -> None:
        """Write what is new in the journal. When it has changed behind us, the others are asked for what it
        lacks now."""
        if self.holdings.rewrite():
            self._seen.clear()
            for peer in self.mesh.peers:
                if peer.connected:
                    self._ask(peer)
        self._seen.update(self.holdings.append())

    # Connections.

    async def _watch(self, peer: Peer) -> None:
        """Greet whoever is reached, and tell the player what becomes of connections."""
        connected, changed = peer.met, False
        while True:
            if peer.connected and not connected and (peer.met or not self._synced):
                self.news.tell(f"Connected to {peer.name}{' again' if peer.met else ''}.")
            if connected and not peer.connected:
                if not peer.shunned:
                    self.news.lost(peer)
                peer.links, peer.heads, peer.told, peer.greeted = frozenset(), None, None, False
                self._tell_links()
            elif peer.connected and (changed or not connected):
                self._greet(peer)
            connected = peer.connected
            if not (self._opening or peer.shunned):
                self.news.failure(peer)
            await peer.session.state_changed()
            changed = True

    def _greet(self, peer: Peer) -> None:
        """Say who we are and what we hold."""
        peer.met = peer.greeted = True
        self.news.reached(peer)
        if self.follower.transcript.heads()[peer.seat][0] == 0:
            for message in self._opening:
                peer.send(message)
        self._tell_links()
        if self._where:
            peer.send(self._where)
        self._ask(peer)
        for item in self.cheats.proof:
            peer.send(messages.pack_item(item))
        if self.follower.result is not None:
            peer.send(bytes([messages.DONE]))

    def say_where(self, candidates: Sequence[Candidate]) -> None:
        """Our node can be dialled elsewhere than the others were told: tell those whom we reach, and the rest
        when we do."""
        self._where = messages.pack_where(candidates)
        self.mesh.send(self._where)

    def _tell_links(self) -> None:
        if self.mesh.several:
            self.mesh.send(messages.pack_links(self._name, self.mesh.connected()))

    # Messages that come in.

    async def _hear(self, peer: Peer) -> None:
        while True:
            await peer.heard()
            try:
                data = await peer.session.receive()
            except PeerRestarted:
                peer.restarted()
                self._greet(peer)
                continue
            if peer.shunned:
                continue
            try:
                self._take(peer, data[0] if data else -1, data[1:])
            except PeerFault as fault:
                await self._blame(peer, fault)

    def _take(self, peer: Peer, kind: int, body: bytes) -> None:
        seats = len(self.follower.players)
        if kind == messages.ITEM:
            self._take_in(peer, body)
        elif kind == messages.HEADS:
            self._feed(peer, messages.parse_heads(body, seats), patient=True)
        elif kind == messages.SYNC:
            self._feed(peer, messages.parse_heads(body, seats))
            peer.send(self.holdings.heads().pack(messages.SYNCED))
            if not (self._synced or peer.synced) and (peer.asking or self._holds_more(peer)):
                self._ask_again(peer)  # it has met us anew: what it said to our question before may be lost
        elif kind == messages.SYNCED:
            self._answered(peer, messages.parse_heads(body, seats))
        elif kind == messages.LINKS:
            name, peer.links = messages.parse_links(body, seats)
            if not peer.introduced:
                peer.introduced = True
                self._meet(peer, name)
        elif kind == messages.CHAT:
            self.chat.heard(peer.seat, messages.parse_chat(body))
        elif kind == messages.WHERE:
            self.moved(peer.seat, messages.parse_where(body))
        elif kind == messages.AGAIN:
            peer.wish = messages.parse_again(body)
        elif kind == messages.DONE:
            peer.done = True
            self._heard(())
        elif kind not in _LOBBY:
            raise BadEncoding("a message of no known kind")

    def _take_in(self, peer: Peer, wire: bytes) -> None:
        """An item from whomever, perhaps passed on. An item without effect is neither remembered nor passed
        on.

        A proven fault is kept, and shown to the others, for as long as it can change the result.
        """
        self.cheats.trace(peer, wire)
        if wire in self._seen:
            return
        awaited, ending, era = self.follower.awaited(), self.holdings.ending(), self.follower.transcript.era
        try:
            accepted = self.follower.receive(wire)
        except PeerFault as fault:
            if self.over:
                raise
            if fault.proven and self._go_without(wire, fault):
                self.cheats.trace(peer, wire)
                return
            self.store()
            if fault.transferable:
                self.cheats.keep(fault.evidence)
            elif fault.proven and fault.evidence not in self.follower.journal:
                self.holdings.keeper.append(fault.evidence)
            if fault.proven:
                self.holdings.keeper.commit()  # the match may end with it at once
                for proof in (wire, *self._other_half(fault)):
                    self.mesh.send(messages.pack_item(proof))
            raise
        self.store()
        if not (accepted or self._is_kept(wire)):
            return
        if ending not in (b"", self.holdings.ending()):
            for other in self.mesh.peers:
                other.done &= other.connected  # a seat that is away has the weaker one
        self._seen.add(wire)
        author = _author(wire)
        self.mesh.pass_on(messages.pack_item(wire), peer.seat if author is None else author, peer.seat)
        self._heard([one for one in accepted if self._was_owed(one, awaited)])
        self._look_for_void()
        votes = [one.payload for one in accepted if isinstance(one.payload, Drop)]
        for one in accepted:
            if isinstance(one.payload, End):
                self.news.offer(one.seat)
            if isinstance(one.payload, Resume):
                self.cheats.believe(one.payload)
                self.news.goes_back(one.seat, fork_of(one.payload.proof).out)
        if self.follower.transcript.era != era:
            self.news.back()
        for vote in votes if self._synced else ():
            self.news.vote(vote)
        if self._synced and (votes or self.follower.transcript.unsettled):
            self.out(self.follower.pump())  # our word on a vote does not wait until our player has decided

    def _go_without(self, wire: bytes, fault: PeerFault) -> bool:
        """Go on without the author of a proven fault, if that can be done."""
        if fault.author in self.cheats:
            self.follower.convict(fault)  # what nobody takes of it is undone each time
        elif not self.cheats.convict(fault, [wire, *self._other_half(fault)]):
            return False
        self.store()
        self._seen.discard(wire)  # it is not taken, even if it is in our file as a vote of ours speaks of it
        self._look_for_void()
        self._heard(())
        return True

    def _look_for_forks(self) -> None:
        """Where a cheat has parted us from others, say that we go back behind that."""
        for cheat in self.cheats.not_dropped():
            proof = self.cheats.fork(cheat) if self._synced and not self.over else None
            if proof is not None:
                era = self.follower.transcript.era
                self.news.goes_back(self.mesh.seat, fork_of(proof).out)
                self.out(self.follower.go_back(proof))
                if self.follower.transcript.era != era:
                    self.news.back()

    def _look_for_void(self) -> None:
        """A cheat has shown END void to some and its entry to others, for whom the match has ended as void
        and who go no further; nor can we go back."""
        bound = self.follower.transcript.closing.void_elsewhere
        if bound is None or self._abandoned:
            return
        name = next(peer.name for peer in self.mesh.peers if peer.seat == bound)
        self.news.tell(
            f"For {name} all had agreed to end the match as void, before it was known that one of them has "
            "cheated. The match ends here without a result."
        )
        self.abandon()
        self._heard(())

    async def refuse(self) -> None:
        """An entry that was kept until our own led to its rest may prove a fault there: raise that."""
        wire = self.follower.transcript.pop_refused()
        if wire is None:
            return
        author = _author(wire)
        for peer in self.mesh.peers:
            if peer.seat == author:
                self._seen.discard(wire)
                try:
                    self._take_in(peer, wire)
                except PeerFault as fault:
                    await self._blame(peer, fault)

    def _is_kept(self, wire: bytes) -> bool:
        """Whether an item is an entry that waits for its rest, or for others to go back to it."""
        if self.follower.is_undone(wire):
            return True
        message = parse_message(wire)
        if not isinstance(message, Entry):
            return False
        return self.follower.transcript.leaving.held(message.head.author, message.head.seq) == wire

    def _was_owed(self, one: Accepted, awaited: Container[int]) -> bool:
        """Whether another seat has done what it owed. Votes, ENDs and RESULTs can be signed when nobody waits
        for such: a seat that signs nothing else is as good as silent."""
        if one.seat == self.mesh.seat:
            return False
        if one.seq is not None:
            return True
        if not self.follower.over or one.seat not in awaited or isinstance(one.payload, Drop):
            return False
        if isinstance(one.payload, End):
            return (
                self.follower.transcript.leaving.held(one.seat, self.follower.transcript.heads()[one.seat][0])
                == one.wire
            )
        return not isinstance(one.payload, ResultMessage) or one.seat not in self.follower.awaited()

    def _other_half(self, fault: PeerFault) -> list[bytes]:
        """The items that prove a fault to others besides the one that came: the entry that we hold at its
        place, all that its author has stated, and the item at fault unless an EVIDENCE proves it alone."""
        assert fault.author is not None
        held = None if fault.seq is None else self.follower.transcript.leaving.held(fault.author, fault.seq)
        stated = [one.wire for one in self.holdings.statements if _author(one.wire) == fault.author]
        proof = [] if fault.transferable else [fault.evidence]
        return ([] if held is None else [held]) + stated + proof

    async def _blame(self, peer: Peer, fault: PeerFault) -> None:
        """Act on a fault. A proven one ends the match; a peer that sends what no honest node sends is heard
        no more, and from then on as silent as if it were away. An item that does not fit may be the doing of
        a third, but between two there is none.
        """
        if self.over:
            return
        if not (self._synced or fault.proven) and isinstance(fault, _MISFITS):
            log.info("from %s, before we have back what we lack: %s", peer.name, fault)
            return  # behind an entry of ours that our disk has lost; it comes again with what we ask for
        if fault.proven:
            with trio.move_on_after(PROOF_S if self.mesh.several else 0):
                for other in self.mesh.peers:
                    await other.sent()
            raise fault
        log.info("from %s: %s", peer.name, fault)
        if not (self.mesh.several and isinstance(fault, _MISFITS)):
            what = f"{peer.name} sends what no honest node sends [{fault.rule}: {fault.why}]"
            self.news.tell(f"{what}, and is heard no more. That proves nothing about anybody.")
            peer.shun()
            self._tell_links()

    # Items that others lack.

    def shares(self, seats: Container[int]) -> bool:
        """Whether the node of one of these seats has told that it holds the same statements as we do."""
        digest = self.holdings.heads().digest
        told = [peer.heads for peer in self.mesh.peers if peer.seat in seats]
        return any(heads is not None and heads.digest == digest for heads in told)

    def beat(self) -> None:
        """Tell everybody what we hold."""
        heads = self.holdings.heads()
        for peer in self.mesh.peers:
            peer.beat(heads)

    def confirmed(self, seat: int) -> bool:
        """Whether the node of a seat has shown, in this life of ours, that it holds what we do (see
        `Holdings.confirmed`). Nothing is expected of a node that is shunned."""
        peer = next(peer for peer in self.mesh.peers if peer.seat == seat)
        return self._synced and (peer.shunned or self.holdings.confirmed(seat, peer.held))

    def _ask(self, peer: Peer) -> None:
        if self._abandoned:
            return  # it would take for an answer that is due what we hold, and we give none any more
        peer.asked, peer.asking = self.holdings.heads(), True
        peer.send(peer.asked.pack(messages.SYNC))

    def _ask_again(self, peer: Peer) -> None:
        """Ask, but not twice in `ASK_AGAIN_S`: of two that ask, each takes the other's question for a new
        meeting, and a slow way would soon carry nothing else."""
        now = trio.current_time()
        if now >= peer.asked_again + ASK_AGAIN_S:
            peer.asked_again = now
            self._ask(peer)

    def _answered(self, peer: Peer, theirs: Heads) -> None:
        """All that we lacked has come, unless there is more of it than is sent at once."""
        peer.asking = False
        self._feed(peer, theirs)
        ours = self.follower.transcript.heads()
        era = self.follower.transcript.era
        lacking = [s for s, (seq, _) in enumerate(theirs.by_seat) if seq > ours[s][0] and theirs.era >= era]
        if lacking and self._holds_more(peer):
            self._ask(peer)
        elif self.mesh.seat not in lacking:
            peer.synced = True
            self._heard(())

    def _holds_more(self, peer: Peer) -> bool:
        """Whether we hold other entries than when we last asked a peer for more."""
        return peer.asked is not None and peer.asked.by_seat != self.follower.transcript.heads()

    def _feed(self, peer: Peer, theirs: Heads, patient: bool = False) -> None:
        """Send what a peer lacks, in the order of the journal: votes mean something where they stand.

        patient: only what it did not have a beat ago either, and nothing before all that we sent has arrived:
        it may be on its way already.
        """
        before, peer.heads, peer.held = peer.heads, theirs, theirs
        if patient and not peer.settled:
            before = None
        journal, besides = self._lacking(peer.seat, theirs, before, patient)
        if journal:
            peer.charge(CATCH_UP_LEAST_BYTES)
        for wire in journal:
            peer.send(messages.pack_item(wire))
            peer.charge(len(wire))
        self._look_for_forks()
        for wire in besides:
            peer.send(messages.pack_item(wire))
            peer.charge(len(wire))

    def _lacking(
        self, seat: int, theirs: Heads, before: Heads | None, patient: bool, entries: int = CATCH_UP_ENTRIES
    ) -> tuple[list[bytes], list[bytes]]:
        """The items that a seat lacks which has these heads: of the journal, so many entries at most, and
        besides it. before: the heads that it had before, None = not known; patient: as in `_feed`."""
        transcript, ours = self.follower.transcript, self.holdings.heads()
        start = [seq for seq, _ in ours.by_seat]
        for one, (seq, link) in enumerate(theirs.by_seat):
            if seq <= start[one] and seq and link != link_before(transcript, one, seq):
                start[one] = max(0, seq - 1 - (PART_MAX if one in self.cheats else 0))
            elif not patient or (before is not None and before.by_seat[one][0] == seq):
                start[one] = min(seq, start[one])
        stale = not patient or (before is not None and before.digest == theirs.digest)
        stating = stale and theirs.digest != ours.digest
        journal = []
        if stating or any(first < seq for first, (seq, _) in zip(start, ours.by_seat, strict=True)):
            journal = self._journal_from(start, stating, entries)
        besides = transcript.ahead(seat, theirs.by_seat[seat][0])  # its own, which it must not write anew
        if stating or self.follower.result is None:
            result = self.follower.result or self.follower.ending.signed
            besides = [*besides, *[result] * bool(result)]
        return journal, besides

    def _journal_from(self, start: Sequence[int], stating: bool, entries: int) -> list[bytes]:
        """Entries from these numbers on, so many at most, and with them the statements."""
        found = []
        for message in self.holdings.messages:
            if isinstance(message, Entry):
                if message.head.seq < start[message.head.author]:
                    continue
                if not entries:
                    break
                entries -= 1
            elif not stating or isinstance(message, ResultMessage):
                continue
            found.append(message.wire)
        return found

    # By post: no connection, and no answer soon.

    def owed_to(self, seat: int, theirs: Heads | None, room: int) -> list[bytes]:
        """The items that a seat lacks, as many as fit into so many bytes. theirs: what it has told that it
        holds, None = nothing yet."""
        seats = len(self.follower.players)
        told = theirs or Heads(((0, bytes(32)),) * seats, b"")
        found = []
        journal, besides = self._lacking(seat, told, None, False, len(self.holdings.messages))
        for wire in [*journal, *besides]:
            room -= len(wire)
            if room < 0:
                break
            found.append(wire)
        return found

    async def take_in_parcel(self, letter: Letter) -> None:
        """The items of a parcel, and what its sender held: as if they had come over a connection."""
        peer = next(peer for peer in self.mesh.peers if peer.seat == letter.seat)
        for wire in letter.items:
            if peer.shunned:
                return
            try:
                self._take_in(peer, wire)
            except PeerFault as fault:
                await self._blame(peer, fault)
        peer.heads = peer.held = letter.heads
        peer.done |= letter.over
        self._look_for_forks()
        self._heard(())


def _author(wire: bytes) -> int | None:
    """The seat that signed an item; None for a RESULT, which is everybody's."""
    message = parse_message(wire)
    if isinstance(message, ResultMessage):
        return None
    return message.head.author if isinstance(message, Entry) else parse_body(message.kind, message.body).seat

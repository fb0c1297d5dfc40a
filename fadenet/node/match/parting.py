"""Where a cheat has parted our node from others: it has shown one entry to some and another to others.

Nodes tell each other the last link of every seat. From the entries that another node sends of a cheat its
links are followed back to the first entry that we do not share: there it has forked. Links are hashes, so
only the entry at the fork itself is looked at for its signature, in the proof that is made of it.
"""

from __future__ import annotations

from typing import Final

from fadenet.node.match.peers import Mesh, Peer
from fadenet.table.follower import Follower
from protocol.evidence import HEADS, fork_of, make_evidence
from protocol.faults import BadEvidence
from protocol.hashing import H, var
from protocol.messages import Entry, parse_message
from protocol.standing import DROPPED
from protocol.transcript import Transcript

BRANCH_MAX: Final = 256
"""Entries of cheats that are remembered of each peer."""


class Parting:
    """The entries of cheats that the peers of one match hold. proven: the seats that are known to be
    cheats."""

    def __init__(self, follower: Follower, mesh: Mesh, proven: set[int]) -> None:
        self._follower = follower
        self._mesh = mesh
        self._proven = proven
        self._branches: dict[int, dict[bytes, Entry]] = {}  # by peer, then by link

    def trace(self, peer: Peer, wire: bytes) -> None:
        """Remember what a peer holds of a cheat, to find out where we have parted from that peer."""
        message = parse_message(wire) if self._proven else None
        if isinstance(message, Entry) and message.head.author in self._proven:
            branch = self._branches.setdefault(peer.seat, {})
            if len(branch) < BRANCH_MAX:
                branch[H("fn1/link", var(message.head.raw))] = message

    def _part(self, peer: Peer, cheat: int) -> tuple[int, Entry | None] | None:
        """How many entries of a cheat we share with a peer, and the one that it has next, if it has one that
        we know; None where we cannot tell yet."""
        heads, (last, _) = peer.heads, self._follower.transcript.heads()[cheat]
        if heads is None or heads.era != self._follower.transcript.era:
            return None
        (seq, link), other = heads.by_seat[cheat], None
        while seq and (seq > last or link != link_before(self._follower.transcript, cheat, seq)):
            other = self._branches.get(peer.seat, {}).get(link)
            if other is None or other.head.seq != seq - 1:
                return None
            seq, link = seq - 1, other.head.prev
        return seq, other

    def fork(self, cheat: int) -> bytes | None:
        """The proof of the first fork with which a cheat has parted any of those who remain; None as long as
        we do not know that it has."""
        return self._by_entries(cheat) or self._by_votes(cheat)

    def _by_votes(self, cheat: int) -> bytes | None:
        """With two votes, if we have gone on without the entry voted on, and another than its author holds
        it, or has taken its vote back."""
        transcript, era = self._follower.transcript, self._follower.transcript.era
        for proof in transcript.leaving.contradictions(cheat):
            try:
                fork = fork_of(proof)
            except BadEvidence:
                continue
            told = [
                peer.heads
                for peer in self._mesh.peers
                if peer.seat in transcript.forks.remain(fork) - {fork.owing} and peer.heads is not None
            ]
            holds = any(one.era == era and one.by_seat[fork.owing][0] > fork.seq for one in told)
            if (holds or transcript.forks.taken_back(fork)) and fork.owing in transcript.who_is(DROPPED):
                return self._follower.fork_from([proof])
        return None

    def _by_entries(self, cheat: int) -> bytes | None:
        """With two entries, if each of those who remain has come so far."""
        transcript = self._follower.transcript
        last, _ = transcript.heads()[cheat]
        without = {*self._proven, *transcript.who_is(DROPPED)}
        peers = [peer for peer in self._mesh.peers if peer.seat not in without]
        parts = {peer.seat: self._part(peer, cheat) for peer in peers}
        ways = [
            part for part in parts.values() if part is not None and part[1] is not None and part[0] < last
        ]
        if not ways:
            return None
        seq, other = min(ways, key=lambda way: way[0])
        ours = parse_message(transcript.entries(cheat, seq)[0])
        assert isinstance(ours, Entry) and other is not None
        binding = transcript.players[cheat].binding
        first, second = (ours.head.raw, ours.signature), (other.head.raw, other.signature)
        proof = make_evidence(HEADS, binding, *first, *second)
        try:
            remain = transcript.forks.remain(fork_of(proof))
        except BadEvidence:
            return None
        for peer in peers:
            known = peer.heads is not None and parts[peer.seat] is not None
            if peer.seat in remain and not (known and peer.heads.by_seat[cheat][0] >= seq):  # type: ignore[union-attr]
                return None
        return self._follower.fork_from([proof])


def link_before(transcript: Transcript, seat: int, seq: int) -> bytes:
    """The link before entry `seq` of a seat (from 1 on)."""
    last, link = transcript.heads()[seat]
    if seq == last:
        return link
    message = parse_message(transcript.entries(seat, seq - 1)[0])
    assert isinstance(message, Entry)
    return H("fn1/link", var(message.head.raw))

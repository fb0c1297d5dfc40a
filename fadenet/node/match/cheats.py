"""Seats that are proven to have cheated, and without whom a match goes on: who they are, and what proves it.

The proof is shown to everybody whom we reach, and an EVIDENCE is kept beside the match file, so that a later
life of the process knows of it too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

from fadenet.node.match import messages
from fadenet.node.match.news import News
from fadenet.node.match.parting import Parting
from fadenet.node.match.peers import Mesh, Peer
from fadenet.table.follower import Follower
from keys.errors import UserError
from keys.files import replace_private
from protocol.evidence import RESUMES, check_evidence, evidences_of
from protocol.faults import BadEvidence, Equivocation, PeerFault
from protocol.messages import Statement
from protocol.standing import DROPPED
from protocol.statements import Resume, parse_body
from protocol.values import RESUME

log = logging.getLogger(__name__)


class Cheats:
    """The cheats of one match. evidence: where a transferable proof is kept. `proof`: the items that show to
    the others what we go by."""

    def __init__(self, follower: Follower, mesh: Mesh, news: News, evidence: Path) -> None:
        self.proof: list[bytes] = []
        self._follower = follower
        self._mesh = mesh
        self._news = news
        self._evidence = evidence
        self._proven: set[int] = set()
        self._parting = Parting(follower, mesh, self._proven)

    def __contains__(self, seat: object) -> bool:
        return seat in self._proven

    def not_dropped(self) -> list[int]:
        """Those without whom the match has not gone on yet."""
        return sorted(self._proven - self._follower.transcript.who_is(DROPPED))

    def keep(self, evidence: bytes) -> str:
        """A transferable proof outlives our process; a sentence says where it is, or why it does not."""
        try:
            replace_private(self._evidence, evidence)
        except UserError as error:
            return f" What proves it is not kept: {error.message}"
        return f" What proves it is kept: {self._evidence}"

    def convict(self, fault: PeerFault, proof: Sequence[bytes]) -> bool:
        """Show all others what proves that a seat has cheated, and go on without it, if that can be done."""
        author = fault.author
        if author is None or not self._follower.convict(fault):
            return False
        self._proven.add(author)
        kept = self.keep(fault.evidence) if fault.transferable else ""
        self.proof += proof
        for item in self.proof:
            self._mesh.send(messages.pack_item(item))
        name = next(peer.name for peer in self._mesh.peers if peer.seat == author)
        what = f"{name} has broken the protocol [{fault.rule}]: {fault.why}."
        vote = "" if self._follower.void else f" We vote to go on without {name}."
        self._news.tell(f"{what}{vote}{kept}")
        return True

    def believe(self, resume: Resume) -> None:
        """Take up the proof in a RESUME: a seat that goes back behind a fork shows it."""
        for evidence in evidences_of(resume.proof):
            if self._take_up(evidence) and not self._evidence.exists():
                self.keep(evidence)

    def _take_up(self, evidence: bytes) -> bool:
        """Go on without the seat that an EVIDENCE convicts; whether that is new, and can be done."""
        guilt = check_evidence(evidence)
        seq = None if guilt.kind == RESUMES else guilt.seq
        found = Equivocation("two signatures for one place", author=guilt.seat, seq=seq, evidence=evidence)
        fresh = guilt.game == self._follower.transcript.game_id and guilt.seat not in self._proven
        if not (fresh and self._follower.convict(found)):
            return False
        self._proven.add(guilt.seat)
        return True

    def recall(self, statements: Iterable[Statement]) -> None:
        """Take up again what an earlier life of our process has found to be proven: the proofs in these
        RESUMEs, and the EVIDENCE that it kept."""
        for one in statements:
            if one.kind == RESUME:
                body = parse_body(one.kind, one.body)
                assert isinstance(body, Resume)
                self.believe(body)
        if not self._evidence.exists():
            return
        try:
            self._take_up(self._evidence.read_bytes())
        except BadEvidence as fault:
            log.warning("%s proves nothing: %s; it is passed over", self._evidence.name, fault)

    def trace(self, peer: Peer, wire: bytes) -> None:
        """Remember what a peer holds of a cheat, to find out where we have parted from that peer."""
        self._parting.trace(peer, wire)

    def fork(self, cheat: int) -> bytes | None:
        """The proof of the fork with which a cheat has parted us from others, if we can go back behind it."""
        return self._parting.fork(cheat)

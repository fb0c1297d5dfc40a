"""How an entry from outside is taken in, from its bytes to the record.

It goes through these stages; the first that fails raises a `PeerFault` and leaves the transcript as it was:

    1. decode the envelope and the head; right match, an author that sits here     BadEncoding, WrongGame
    2. signature over the head, hash of the payload                              BadSignature, BadBody
    3. of another era than the entry recorded at its place, or than ours: forgotten;
       behind the author's last entry: the same as recorded -> nothing new; else   Equivocation
    4. too far ahead, or impossible now                                WrongSeq, UnexpectedEntry
    5. keep it with those that are ahead (64 a seat, 256 KiB)
    6. as long as a kept entry is the next of a seat that owes one: previous link   WrongPrev
       table digest                                                             WrongState
       type, payload, and the payload against the ledger     UnexpectedEntry, BadEncoding,
                                                        BadAnswer, BadOpening, BadCommitment, BadToken
    7. recorded.

Why entries can be ahead at all: with three or four seats, B may answer A's entry before A's entry has
reached us. Why that cannot happen while we ourselves owe an entry at the present rest: nobody can have
passed a rest that lacks our signature. So then an entry that is not owed is refused at once.
"""

from __future__ import annotations

from typing import Final

from protocol.authors import Authors
from protocol.closing import Closing
from protocol.evidence import HEADS, make_evidence
from protocol.faults import (
    BadBody,
    BadEncoding,
    BadSignature,
    Equivocation,
    PeerFault,
    UnexpectedEntry,
    WrongGame,
    WrongPrev,
    WrongSeq,
    WrongState,
)
from protocol.hashing import H, var, verify
from protocol.leaving import Leaving
from protocol.messages import Entry, Head, parse_payload
from protocol.needs import Accepted, Need
from protocol.play import Play
from protocol.standing import DROPPED

AHEAD_MAX: Final = 64
AHEAD_BYTES_MAX: Final = 256 * 1024
"""Entries kept for a seat that cannot be applied yet, and their bytes."""


class Intake:
    """The entries of one match as they come. Made by `Transcript`."""

    def __init__(self, authors: Authors, play: Play, closing: Closing, leaving: Leaving) -> None:
        self._authors = authors
        self._play = play
        self._closing = closing
        self._leaving = leaving
        self._refused: bytes | None = None

    def owed(self) -> Need | None:
        """The need that our own seat owes, None = none."""
        authors, own = self._authors, self._authors.seat
        if own is None or not authors.awaits(own) or authors.chains[own].ahead:
            return None
        return None if self._leaving.forks.leaves else authors.present.needs[own]

    def sort_in(self, entry: Entry) -> None:
        """Stages 1 to 5: signature, equivocation, how far ahead; then keep it."""
        authors, head = self._authors, entry.head
        if head.game != authors.game_id:
            raise WrongGame("an entry of another match", evidence=entry.wire)
        if head.author >= authors.seats:
            raise BadEncoding(f"there is no seat {head.author}", evidence=entry.wire)
        author = authors.chains[head.author]
        known = author.at(head.seq)
        if known is not None and known.wire == entry.wire:
            return
        binding = authors.players[head.author].binding
        if not verify(binding.sk, "fn1/msg", head.raw, entry.signature):
            raise BadSignature("the author did not sign this head", evidence=entry.wire)
        if H("fn1/body", var(entry.payload)) != head.body:
            raise BadBody("the signed head names another payload", evidence=entry.wire)
        if head.era != (authors.era if known is None else known.head.era):
            return  # of a branch that was left, or of one that we do not know yet: then it comes again
        if known is not None:
            if known.head.raw == head.raw:
                return
            proof = make_evidence(HEADS, binding, known.head.raw, known.signature, head.raw, entry.signature)
            raise Equivocation("two entries for one place", author=head.author, seq=head.seq, evidence=proof)
        ahead = head.seq - len(author.log)
        if authors.standings[head.author] is DROPPED:
            return  # late, which is nobody's fault
        kept = sum(len(one.wire) for one in author.ahead.values())
        if ahead >= AHEAD_MAX or (ahead and kept + len(entry.wire) > AHEAD_BYTES_MAX):
            why = f"{ahead} entries ahead, behind {kept} bytes"
            raise WrongSeq(why).signed_by(head.author, head.seq, entry.wire)
        if self._rules_out(head):
            raise UnexpectedEntry("nothing is owed here").signed_by(head.author, head.seq, entry.wire)
        author.ahead[head.seq] = entry

    def _rules_out(self, head: Head) -> bool:
        """Whether no honest author can have written this yet: it lies behind a rest that still lacks our own
        entry, or behind the end of the match. Our own are what our disk has lost."""
        authors = self._authors
        if authors.present.done or head.author == authors.seat:
            return False
        if authors.present.needs and self.owed() is None:
            return False
        due = len(authors.chains[head.author].log)
        return not (authors.awaits(head.author) and head.seq == due)

    def drain(self, kept: bool = False) -> list[Accepted]:
        """Stage 6: accept kept entries for as long as one of them is owed now.

        One that is refused behind others that are accepted stays kept, to be refused the next time: a fault
        must not hide from the caller what has been recorded. kept: all of them were, and a rest begins that
        our own entry may have led to, or a statement lets them in. Nothing is raised then: an entry that fits
        no table of ours is forgotten, and may come again; one that proves a fault stays, for `pop_refused`.
        """
        accepted: list[Accepted] = []
        for seat in self._authors.awaited():
            author = self._authors.chains[seat]
            seq = len(author.log)
            if seq not in author.ahead:
                continue
            entry = author.ahead.pop(seq)
            try:
                self._check_place(entry)
                if self._leaving.refuses(seat):
                    author.ahead[seq] = entry
                else:
                    accepted.append(self.accept(entry))
            except PeerFault as fault:
                if not (kept or accepted):
                    self._refused = None
                    raise
                if fault.proven:
                    self._refused = entry.wire
                if fault.proven or not kept:
                    author.ahead[seq] = entry
        return accepted

    def _check_place(self, entry: Entry) -> None:
        """Whether an owed entry was written at this rest; where it was not, nothing in it can be held against
        its author."""
        head = entry.head
        try:
            if head.prev != self._authors.chains[head.author].link:
                raise WrongPrev("does not follow the author's last entry")
            if head.state != self._authors.present.table:
                raise WrongState("the author stands at another table than we do")
        except PeerFault as fault:
            fault.signed_by(head.author, head.seq, entry.wire)
            raise

    def accept(self, entry: Entry) -> Accepted:
        """Check an owed entry of this rest and record it. Its signature and place are known to be good."""
        authors, head = self._authors, entry.head
        author, need = authors.chains[head.author], authors.present.needs[head.author]
        try:
            if self._closing.is_void_for(head.author):
                raise UnexpectedEntry("its author has signed that the match ends here as void")
            if head.kind not in need.kinds:
                raise UnexpectedEntry(f"message {head.kind}, where {sorted(need.kinds)} is owed")
            payload = parse_payload(head.kind, entry.payload)
            self._play.check(head.author, need, payload)
        except PeerFault as fault:
            fault.signed_by(head.author, head.seq, entry.wire, proven=True)
            raise
        author.log.append(entry)
        author.link = H("fn1/link", var(head.raw))
        accepted = Accepted(head.author, head.seq, payload, entry.wire)
        authors.present.got[head.author] = accepted
        return accepted

    def pop_refused(self) -> bytes | None:
        """A kept entry that proves a fault and was not raised, told once."""
        wire, self._refused = self._refused, None
        return wire

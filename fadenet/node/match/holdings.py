"""The holdings of this node in a match: its items on disk, how far its own seat has signed, its heads."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from fadenet.node.match.committer import Keeper
from fadenet.node.match.messages import DIGEST_BYTES, Heads
from fadenet.node.match.parting import link_before
from fadenet.table.follower import Follower
from protocol.encoding import decode
from protocol.messages import Entry, ResultMessage, Statement, parse_message, parse_result
from protocol.statements import parse_body
from protocol.values import AUDIT


class Holdings:
    """The holdings of one match. keeper: where they are kept; seat: our own.

    `messages`: the journal behind the HELLOs; `statements`: those of them that are such.
    """

    def __init__(self, follower: Follower, keeper: Keeper, seat: int) -> None:
        self.keeper = keeper
        self.messages: list[Entry | Statement | ResultMessage] = []
        self.statements: list[Statement] = []
        self._follower = follower
        self._seat = seat
        self._stated = 0  # of our own
        self._stored = len(keeper.file.items())
        self._revision = 0
        self._noted = len(follower.players)
        self._note()

    def rewrite(self) -> bool:
        """Write a journal anew that has changed behind us; whether it has."""
        follower = self._follower
        if follower.revision == self._revision:
            return False
        self.keeper.rewrite(follower.journal)
        self._revision, self._stored = follower.revision, len(follower.journal)
        self.messages.clear()
        self.statements.clear()
        self._stated = 0
        self._noted = len(follower.players)
        return True

    def append(self) -> list[bytes]:
        """Write what is new in the journal, and note what of it our seat has signed. Returns it."""
        journal = self._follower.journal
        if self._stored == self._noted == len(journal):
            return []  # the usual case, as this is asked for at every turn
        while self._stored < len(journal):
            self.keeper.append(journal[self._stored])
            self._stored += 1
        fresh = self._note()
        transcript = self._follower.transcript
        self.keeper.sign(transcript.era, *transcript.heads()[self._seat], self._statements)
        return fresh

    @property
    def _statements(self) -> int:
        """How many our seat has signed. A void RESULT follows from END void of all, and binds as they do,
        though it is in no file before it is whole."""
        return self._stated + self._follower.void

    def _note(self) -> list[bytes]:
        fresh = self._follower.journal[self._noted :]
        for wire in fresh:
            message = parse_message(wire)
            self.messages.append(message)
            if isinstance(message, Statement):
                self.statements.append(message)
                body = parse_body(message.kind, message.body)
                self._stated += body.seat == self._seat
        self._noted += len(fresh)
        return fresh

    @property
    def behind(self) -> int:
        """How many entries and statements our seat has signed that it does not hold, as its disk was put back
        to an older state: it signs nothing before it holds them again. A seat that is out signs none any
        more. Behind a fork there are fewer of them, in another era: a seat that has not come there yet lacks
        at least that."""
        transcript, signed = self._follower.transcript, self.keeper.signed
        if signed is None or self._seat not in transcript.playing():
            return 0
        if signed.era != transcript.era:
            return max(0, signed.era - transcript.era)
        entries = signed.seq - transcript.heads()[self._seat][0]
        return max(0, entries) + max(0, signed.statements - self._statements)

    @property
    def strays(self) -> bool:
        """Whether our seat has signed another entry than the one that it holds in that place."""
        transcript, signed = self._follower.transcript, self.keeper.signed
        if signed is None or not 0 < signed.seq <= transcript.heads()[self._seat][0]:
            return False
        if signed.era != transcript.era:
            return False
        return link_before(transcript, self._seat, signed.seq) != signed.link

    def heads(self) -> Heads:
        """The heads of what we hold. Their digest is of what the statements come to: more than one signature
        may hold for one, and of a cheat there may be several that exclude each other."""
        digest = self._digest(self.statements)
        return Heads(self._follower.transcript.heads(), digest, self._follower.transcript.era)

    def _digest(self, statements: Iterable[Statement]) -> bytes:
        digest = blake2b(digest_size=DIGEST_BYTES, person=b"fn1/stated")
        said = {self._follower.transcript.gist(one) for one in statements}
        for gist in sorted(said - {b""}):
            digest.update(blake2b(gist, digest_size=32).digest())
        digest.update(self.ending())
        return digest.digest()

    def _before_audit(self, seat: int) -> bytes:
        """The digest of what we hold but for the AUDIT of a seat: a seat that ends a match with it tells no
        more."""
        shown = [
            one
            for one in self.statements
            if one.kind == AUDIT and parse_body(one.kind, one.body).seat == seat
        ]
        return self._digest(one for one in self.statements if one not in shown)

    def ending(self) -> bytes:
        """The body of our RESULT, whoever has signed it; b"" without one."""
        result = self._follower.result
        return b"" if result is None else parse_result(decode(result), result).body

    def confirmed(self, seat: int, told: Heads | None) -> bool:
        """Whether a seat holds all that we do, but for what is its own: by what it has told that it holds, or
        where there are two by an entry of it behind all of ours. Between two no statement changes whose
        answer is due, and an offer that a player who has left does not know is not a reason for doubt."""
        ours, several = self.heads(), len(self._follower.players) > 2
        if not several and self._signed_last(seat):
            return True
        if told is None or told.era != ours.era:
            return False
        if several and told.digest not in (ours.digest, self._before_audit(seat)):
            return False
        pairs = zip(ours.by_seat, told.by_seat, strict=True)
        return all(own == other for author, (own, other) in enumerate(pairs) if author != seat)

    def _signed_last(self, seat: int) -> bool:
        """Whether a seat has signed an entry at a later rest than that of our own last one."""
        transcript, own = self._follower.transcript, self._seat
        if transcript.heads()[own] != transcript.rest_heads[own]:
            return False
        for batch in reversed(transcript.batches):
            signed = {entry.seat for entry in batch.entries}
            if own in signed or seat in signed:
                return own not in signed
        return False

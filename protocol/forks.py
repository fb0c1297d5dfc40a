"""RESUME: how all who remain go back behind a fork, and on from there without the seat that made it.

A seat that signs two entries for one place, and shows one to some and the other to others, parts those: each
signs on what it has, and nobody signs a place twice. So all but the cheat say at which rest it forked, with
the proof, and what their token chains begin with anew. Once everybody has said so, the accused is dropped at
that rest, in place of its entry, and a new *era* begins: what is signed in it contradicts nothing that was
signed in the era before it. As nobody says it for two forks of one era, no two nodes go back to different
rests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from protocol.authors import Authors
from protocol.chains import Chains
from protocol.closing import Closing
from protocol.encoding import encode
from protocol.evidence import Fork, fork_of, readies_of
from protocol.faults import BadStatement, BadToken, PeerFault
from protocol.messages import Joined, Ready, Statement
from protocol.standing import DROPPED
from protocol.statements import Resume
from protocol.values import RESUME
from protocol.votes import Owed, Votes


class Forks:
    """The RESUMEs of the present era of one match. Made by `Leaving`; the transcript signs and checks
    signatures. `decks[d]` = owner of deck d."""

    def __init__(self, authors: Authors, closing: Closing, votes: Votes, decks: Sequence[int]) -> None:
        self._authors = authors
        self._closing = closing
        self._votes = votes
        self._decks = decks
        self._ready = b""  # the rest before which all had said that they go back there behind votes
        votes.forks = self
        self._said: dict[int, tuple[Fork, Resume, Statement]] = {}  # by seat

    # For the transcript.

    def hear(self, resume: Resume, statement: Statement) -> bool:
        """Take in a RESUME whose signature holds; whether it is new. One of another era is forgotten: it has
        been counted, or it comes again.

        Raises `BadEvidence` and `BadStatement`.
        """
        authors, seat = self._authors, resume.seat
        fork = fork_of(resume.proof)
        try:
            known = max(fork.seat, fork.owing) < authors.seats
            player = authors.players[fork.seat] if known else None
            if fork.game != authors.game_id or player is None or fork.binding != player.binding.raw:
                raise BadStatement("goes back behind a fork of another match")
            if authors.seats < 3 or fork.seat == seat:
                raise BadStatement("two seats cannot go on without one, and nobody without itself")
            if fork.era != authors.era:
                return False
            if seat in self._said:
                if self._said[seat][2].body == statement.body:
                    return False
                raise BadStatement("goes back behind two forks")
            try:
                Chains(authors.game_id).promise(seat, resume.ready, self._decks)
            except BadToken as fault:
                raise BadStatement(fault.why) from fault
        except PeerFault as fault:
            fault.signed_by(seat, None, statement.wire)
            raise
        self._said[seat] = fork, resume, statement
        return True

    def gist(self, resume: Resume) -> bytes:
        """As `Transcript.gist`: that a seat has said it in an era, if it is one of those who remain."""
        fork = fork_of(resume.proof)
        return encode([RESUME, resume.seat, fork.era]) if resume.seat in self.remain(fork) else b""

    def decided(self, owed: Owed) -> bool:
        """Whether all who remain go on without this entry. Only where one is owed: not at the last rest."""
        if not self._said or self._authors.ended:
            return False
        return any(
            fork.seat == owed.seat
            and (fork.of_votes or fork.seq == owed.seq)
            and self._rest(fork) == owed.table
            for fork in self._agreed()
        )

    def left_here(self) -> frozenset[int]:
        """Who has parted the others by votes at the present rest, and is left behind there by all of them,
        whether or not it owes anything."""
        table = self._authors.table_digest
        return frozenset(fork.seat for fork in self._parting() if self._rest(fork) == table)

    def annuls(self, owed: Owed) -> bool:
        """Whether all who remain have said that the votes on this entry count for nothing."""
        return any(
            (fork.owing, fork.seq, self._rest(fork)) == (owed.seat, owed.seq, owed.table)
            for fork in self._parting()
        )

    def parted_by(self) -> tuple[int, int] | None:
        """(seat, its next seq at the rest to which all go back) of one that has parted the others by votes,
        if the rest begins anew here; None = nobody."""
        authors = self._authors
        for fork in self._parting():
            table = self._rest(fork)
            if table in authors.tables:
                before = authors.batches[: authors.tables.index(table)]
                return fork.seat, sum(one.seat == fork.seat for batch in before for one in batch.entries)
            if table == authors.table_digest != self._ready:
                return fork.seat, len(authors.chains[fork.seat].log) - (fork.seat in authors.present.got)
        return None

    def open(self) -> None:
        """A rest begins."""
        if self.left_here():
            self._ready = self._authors.table_digest

    @property
    def late(self) -> bool:
        """Whether all have said that they go back behind votes at the present rest, but not before it began:
        then it begins anew, so that the file of everybody shows that these votes decide nothing."""
        return self._authors.table_digest != self._ready and bool(self.left_here())

    def resumed(self, dropped: Collection[int]) -> dict[int, Ready]:
        """What those who remain have promised for the next era, if the present rest is where it begins;
        dropped: who leaves at it."""
        table = self._authors.table_digest
        behind = [fork for fork in self._agreed() if fork.seat in dropped and self._rest(fork) == table]
        fork = next(iter(behind), None)
        return {} if fork is None else {seat: self._said[seat][1].ready for seat in sorted(self.remain(fork))}

    def readies(self, dropped: Collection[int]) -> dict[int, Joined]:
        """A READY of each of the dropped who has signed two, and is left behind with them: the least of those
        that all who remain have shown, as everybody holds these words."""
        shown: dict[int, list[Joined]] = {}
        for seat, (fork, resume, _) in self._said.items():
            if fork.seat in dropped and not fork.seq and seat in self.remain(fork):
                shown.setdefault(fork.seat, []).extend(readies_of(resume.proof))
        return {seat: min(both, key=lambda one: (one.head, one.signature)) for seat, both in shown.items()}

    def close(self) -> None:
        """The rest is over. What was said in an era that has gone by has done its work."""
        if any(fork.era != self._authors.era for fork, _, _ in self._said.values()):
            self._said.clear()

    def left_at(self, seat: int) -> int | None:
        """The seq of a recorded entry of a seat behind which all who remain go back; None = none."""
        for fork in self._forks():
            own = fork.seat == seat and not fork.of_votes
            here = self._authors.recorded(seat, fork.seq) if own else None
            if here is not None and here.head.state in fork.tables and self._all(fork):
                return fork.seq
        return None

    def _all(self, fork: Fork) -> bool:
        others = self.remain(fork)
        said = {seat for seat, (other, _, _) in self._said.items() if self._place(other) == self._place(fork)}
        return len(others) > 1 and others <= said

    def _agreed(self) -> list[Fork]:
        """The forks behind which all who remain go back."""
        return [fork for fork in self._forks() if self._all(fork)]

    def _parting(self) -> list[Fork]:
        """Those of them that two votes make."""
        return [fork for fork in self._forks() if fork.of_votes and self._all(fork)]

    def _forks(self) -> list[Fork]:
        return [fork for fork, _, _ in self._said.values()]

    def _rest(self, fork: Fork) -> bytes | None:
        """The rest behind which one goes back: that of the two entries, or of the entry voted on, if one of
        the votes is of it; None if we do not know it."""
        if not fork.of_votes:
            return next(iter(fork.tables))
        table = self._authors.rest_of(fork.owing, fork.seq)
        return table if table in fork.tables else None

    def _place(self, fork: Fork) -> tuple[int, int, int, bytes | None]:
        """What all have to say alike: who has parted them, and where."""
        return fork.seat, fork.owing, fork.seq, self._rest(fork)

    # What our seat does.

    @property
    def said(self) -> bool:
        """Whether our seat has said RESUME in this era: then it signs nothing more in it."""
        return self._authors.seat in self._said

    @property
    def leaves(self) -> bool:
        """Whether our seat stands on a branch that it has said it leaves."""
        own = self._authors.seat
        return own in self._said and self._rest(self._said[own][0]) != self._authors.table_digest

    def yet_to_say(self) -> list[int]:
        """Who has still to say what we have said."""
        own = self._authors.seat
        if own is None or own not in self._said:
            return []
        fork = self._said[own][0]
        place, said = self._place(fork), self._said
        return sorted(s for s in self.remain(fork) if s not in said or self._place(said[s][0]) != place)

    @property
    def any(self) -> bool:
        """Whether anybody has said RESUME in this era."""
        return bool(self._said)

    def holds(self, wire: bytes) -> bool:
        """Whether an item is a RESUME of this era that we have taken in."""
        return any(statement.wire == wire for _, _, statement in self._said.values())

    def remain(self, fork: Fork) -> frozenset[int]:
        """Who has to go back behind a fork; nobody if we do not know its rest."""
        table = self._rest(fork)
        return frozenset() if table is None else self._votes.electorate(table) - {fork.seat}

    def proofs(self) -> Iterable[bytes]:
        """What those who remain have shown of the forks behind which they go back; not what one says that was
        voted out here, and would be in again."""
        return [
            resume.proof
            for seat, (fork, resume, _) in self._said.items()
            if seat in self.remain(fork)
            and not (seat == fork.owing and self._authors.standings[seat] is DROPPED)
        ]

    def may_say(self, fork: Fork) -> bool:
        """Whether we can go back behind a fork: it lies in this era, at a rest of ours at which three or more
        were in, we among them; we have shown no AUDIT; what parts us from others is its author's doing; and
        somebody else has signed nothing yet that stands behind it here. So nobody takes back with a friend
        what all others have answered."""
        authors, own, table = self._authors, self._authors.seat, self._rest(fork)
        if (
            own is None
            or table is None
            or self.said
            or fork.era != authors.era
            or own in self._closing.audits
        ):
            return False
        voters = self._votes.electorate(table)
        if len(voters) < 3 or not {own, fork.seat} <= voters or own == fork.seat:
            return False
        if not (self._parts_by_votes(fork, table) if fork.of_votes else self._parts_by_entries(fork, table)):
            return False
        out = {fork.owing} & authors.standings.are(DROPPED)
        return bool(voters - {own, fork.seat} - out - self._behind(table))

    def _parts_by_entries(self, fork: Fork, table: bytes) -> bool:
        """Whether the entry is owed here, or is recorded, and we cannot vote its author out any more."""
        authors = self._authors
        entry = authors.recorded(fork.seat, fork.seq)
        here = table == authors.table_digest and fork.seq == authors.heads()[fork.seat][0]
        if not (here if entry is None else entry.head.state == table):
            return False
        ballot = self._votes.ballot(_owed(fork, table))
        return not (ballot.out or (authors.seat in ballot.silent and not ballot.void))

    def _parts_by_votes(self, fork: Fork, table: bytes) -> bool:
        """Whether the others have not decided without this voter what becomes of the entry."""
        return not self._votes.ballot(_owed(fork, table)).decided_without(fork.seat)

    def taken_back(self, fork: Fork) -> bool:
        """Whether another than its author has taken back its vote on the entry of a fork of votes."""
        table = self._rest(fork)
        return table is not None and bool(self._votes.ballot(_owed(fork, table)).withdrawn - {fork.seat})

    def _behind(self, table: bytes) -> set[int]:
        """Who has signed something here that stands behind the rest of this digest."""
        authors = self._authors
        if table == authors.table_digest:
            return set()
        at = authors.tables.index(table) + 1
        behind = {one.seat for batch in authors.batches[at:] for one in batch.entries}
        behind |= authors.answered()
        behind |= {seat for seat in range(authors.seats) if self._closing.has_ended(seat)}
        return behind | self._votes.voters({*authors.tables[at:], authors.table_digest})


def _owed(fork: Fork, table: bytes) -> Owed:
    return Owed(fork.owing, fork.seq, table)

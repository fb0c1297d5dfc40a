"""RESUME: how all who remain go back behind a fork, and on from there without the seat that made it.

A seat that signs two entries for one place, and shows one to some and the other to others, parts those: each
signs on what it has, and nobody signs a place twice. So all but the cheat say at which rest it forked, with
the proof, and what their token chains begin with anew. Once everybody has said so, the accused is dropped at
that rest, in place of its entry, and a new *era* begins: what is signed in it contradicts nothing that was
signed in the era before it. As nobody says it for two forks of one era, no two nodes go back to different
rests.

A seat that does say it for two has cheated. It may have led one to one fork and another to the other; then
all forks wait for ever for somebody. So those who remain without it as well say a second word, which leaves
both behind: once, and only where their first words differ, so that nobody has gone back by these.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from protocol.authors import Authors
from protocol.chains import Chains
from protocol.closing import Closing
from protocol.encoding import encode
from protocol.evidence import RESUMES, Fork, fork_of, make_evidence, readies_of
from protocol.faults import BadStatement, BadToken, Equivocation, PeerFault
from protocol.messages import Joined, Ready, Statement
from protocol.standing import DROPPED
from protocol.statements import Resume
from protocol.values import RESUME
from protocol.votes import Owed, Votes


class ResumeAtFork(NamedTuple):
    """A RESUME of a seat, and the fork behind which it goes back."""

    fork: Fork
    resume: Resume
    statement: Statement


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
        self._said: dict[int, ResumeAtFork] = {}  # by seat
        self._again: dict[int, ResumeAtFork] = {}  # second ones, by seat
        self._replaced: list[bytes] = []

    # For the transcript.

    def hear(self, resume: Resume, statement: Statement) -> bool:
        """Take in a RESUME whose signature holds; whether it is new. One of another era is forgotten: it has
        been counted, or it comes again.

        Raises `BadEvidence`, `BadStatement`, and `Equivocation` for another one in the same era. But where
        that is what others still wait for to go back, it takes the place of the first (`pop_replaced`): a
        node that has got it sooner has gone back with it.
        """
        seat, word = resume.seat, ResumeAtFork(fork_of(resume.proof), resume, statement)
        said = self._words(word.fork)
        try:
            self._check(seat, word.fork)
            if word.fork.era != self._authors.era:
                return False
            if seat in said and said[seat].statement.body == statement.body:
                return False
            if seat in self._again and word.fork.again:
                raise BadStatement("goes back behind two forks")
            if seat in said:
                self._replace(said[seat], word)
            try:
                Chains(self._authors.game_id).promise(seat, resume.ready, self._decks)
            except BadToken as fault:
                raise BadStatement(fault.why) from fault
        except Equivocation:
            raise
        except PeerFault as fault:
            fault.signed_by(seat, None, statement.wire)
            raise
        if seat in said:
            self._replaced.append(said[seat].statement.wire)
        said[seat] = word
        return True

    def _check(self, seat: int, fork: Fork) -> None:
        """Whether anybody in this match can go back behind a fork, and this seat. Raises `BadStatement`."""
        authors = self._authors
        known = max(fork.owing, *fork.out) < authors.seats
        bound = known and all(authors.players[one].binding.raw == raw for one, raw in fork.proven)
        if fork.game != authors.game_id or not bound:
            raise BadStatement("goes back behind a fork of another match")
        if authors.seats < 3 or seat in fork.out:
            raise BadStatement("two seats cannot go on without one, and nobody without itself")

    def _replace(self, known: ResumeAtFork, word: ResumeAtFork) -> None:
        """A seat has said two first ones. Raises `Equivocation` unless the second completes what all others
        who remain have said, and the first does not."""
        seat = word.resume.seat
        if self._place(known.fork) == self._place(word.fork) or not self._all(word.fork, seat):
            first, second = ((one.statement.body, one.statement.signature) for one in (known, word))
            proof = make_evidence(RESUMES, self._authors.players[seat].binding, *first, *second)
            raise Equivocation("two RESUMEs in one era", author=seat, evidence=proof)

    def pop_replaced(self) -> list[bytes]:
        """The RESUMEs in whose place another one of their seat counts, told once."""
        wires, self._replaced = self._replaced, []
        return wires

    def gist(self, resume: Resume) -> bytes:
        """As `Transcript.gist`: that a seat has said it in an era, or once more, if it is one of those who
        remain."""
        fork = fork_of(resume.proof)
        if resume.seat not in self.remain(fork):
            return b""
        return encode([RESUME, resume.seat, fork.era, *([True] if fork.again else [])])

    def decided(self, owed: Owed) -> bool:
        """Whether all who remain go on without this entry. Only where one is owed: not at the last rest."""
        if not self._said or self._authors.ended:
            return False
        return any(
            owed.seat in fork.out
            and (_from_rest(fork) or fork.seq == owed.seq)
            and self._rest(fork) == owed.table
            for fork in self._agreed()
        )

    def left_here(self) -> frozenset[int]:
        """The seats that all others leave behind at the present rest, whether or not they owe anything."""
        if not (self._said or self._again):
            return frozenset()  # the usual case, and asked at every rest
        table = self._authors.table_digest
        return frozenset(seat for fork in self._parting() if self._rest(fork) == table for seat in fork.out)

    def annuls(self, owed: Owed) -> bool:
        """Whether the votes on this entry count for nothing: all who remain have said so, or it is an END,
        and a seat that has voted on it in two ways would decide."""
        authors = self._authors
        if authors.ended and owed.table == authors.table_digest:
            return self._votes.parted(owed)
        return any(
            fork.of_votes and (fork.owing, fork.seq, self._rest(fork)) == (owed.seat, owed.seq, owed.table)
            for fork in self._parting()
        )

    def parted_by(self) -> tuple[int, int] | None:
        """(seat, its next seq at the rest to which all go back) of one that is left behind there whatever it
        owes, if the rest begins anew here; None = nobody."""
        authors = self._authors
        for fork in self._parting():
            table, seat = self._rest(fork), min(fork.out)
            if table in authors.tables:
                before = authors.batches[: authors.tables.index(table)]
                return seat, sum(one.seat == seat for batch in before for one in batch.entries)
            if table == authors.table_digest != self._ready:
                return seat, len(authors.chains[seat].log) - (seat in authors.present.got)
        return None

    def open(self) -> None:
        """A rest begins."""
        if self.left_here():
            self._ready = self._authors.table_digest

    @property
    def late(self) -> bool:
        """Whether all have said that they go back to the present rest, but not before it began, and leave
        somebody behind there whatever it owes: then it begins anew, so that the file of everybody shows that
        its votes decide nothing."""
        return self._authors.table_digest != self._ready and bool(self.left_here())

    def resumed(self, dropped: Collection[int]) -> dict[int, Ready]:
        """The `Ready` that each of those who remain has promised for the next era, by seat, if the present
        rest is where it begins; dropped: the seats that leave at it."""
        table = self._authors.table_digest
        behind = [fork for fork in self._agreed() if fork.seat in dropped and self._rest(fork) == table]
        if not behind:
            return {}
        said = self._words(behind[0])
        return {seat: said[seat].resume.ready for seat in sorted(self.remain(behind[0]))}

    def readies(self, dropped: Collection[int]) -> dict[int, Joined]:
        """A READY of each of the dropped who has signed two, and is left behind with them: the least of those
        that all who remain have shown, as everybody holds these words."""
        shown: dict[int, list[Joined]] = {}
        for seat, (fork, resume, _) in self._said.items():
            if fork.seat in dropped and not fork.seq and seat in self.remain(fork):
                shown.setdefault(fork.seat, []).extend(readies_of(resume.proof))
        return {seat: min(both, key=lambda one: (one.head, one.signature)) for seat, both in shown.items()}

    def close(self) -> None:
        """The rest is over. RESUMEs of an era that has gone by have done their work, and are forgotten."""
        if any(fork.era != self._authors.era for fork in self._forks()):
            self._said.clear()
            self._again.clear()

    def left_at(self, seat: int) -> int | None:
        """The seq of a recorded entry of a seat behind which all who remain go back; None = none."""
        for fork in self._forks():
            own = fork.seat == seat and not _from_rest(fork)
            here = self._authors.recorded(seat, fork.seq) if own else None
            if here is not None and here.head.state in fork.tables and self._all(fork):
                return fork.seq
        return None

    def _all(self, fork: Fork, *also: int) -> bool:
        """Whether all who remain go back behind a fork, if these say so too."""
        others, place = self.remain(fork), self._place(fork)
        said = {seat for seat, word in self._words(fork).items() if self._place(word.fork) == place}
        return len(others) > 1 and others <= said | {*also}

    def _agreed(self) -> list[Fork]:
        """The forks behind which all who remain go back."""
        return [fork for fork in self._forks() if self._all(fork)]

    def _parting(self) -> list[Fork]:
        """Those of them whose authors are left behind at the rest itself, whatever they owe there."""
        return [fork for fork in self._forks() if _from_rest(fork) and self._all(fork)]

    def _forks(self) -> list[Fork]:
        return [word.fork for words in (self._said, self._again) for word in words.values()]

    def _words(self, fork: Fork) -> dict[int, ResumeAtFork]:
        """The RESUMEs among which those for this fork are, by seat."""
        return self._again if fork.again else self._said

    def _rest(self, fork: Fork) -> bytes | None:
        """The rest behind which one goes back: that of the two entries, or of the entry voted on, if one of
        the votes is of it; None if we do not know it."""
        if not fork.of_votes:
            return next(iter(fork.tables))
        table = self._authors.rest_of(fork.owing, fork.seq)
        return table if table in fork.tables else None

    def _place(self, fork: Fork) -> tuple[object, ...]:
        """The part of a fork that all have to say alike: the seats left behind, the entry (but for a second
        RESUME), and the rest."""
        own = () if fork.again else (fork.owing, fork.seq)
        return fork.out, *own, self._rest(fork)

    # The acts of our seat.

    @property
    def said(self) -> bool:
        """Whether our seat has said RESUME in this era: then it signs nothing more in it."""
        return self._authors.seat in self._said

    @property
    def leaves(self) -> bool:
        """Whether our seat stands on a branch that it has said it leaves."""
        if not (self._said or self._again):
            return False  # the usual case, and asked at every turn
        fork = self._ours()
        return fork is not None and self._rest(fork) != self._authors.table_digest

    def _ours(self) -> Fork | None:
        """Where our seat has said last that it goes back."""
        word = self._again.get(self._own) or self._said.get(self._own)
        return None if word is None else word.fork

    @property
    def _own(self) -> int:
        return -1 if self._authors.seat is None else self._authors.seat

    def yet_to_say(self) -> list[int]:
        """The seats that have still to say what we have said, ascending."""
        fork = self._ours()
        if fork is None:
            return []
        place, said = self._place(fork), self._words(fork)
        return sorted(s for s in self.remain(fork) if s not in said or self._place(said[s].fork) != place)

    @property
    def any(self) -> bool:
        """Whether anybody has said RESUME in this era."""
        return bool(self._said)

    def holds(self, wire: bytes) -> bool:
        """Whether an item is a RESUME of this era that we have taken in."""
        words = [*self._said.values(), *self._again.values()]
        return any(word.statement.wire == wire for word in words)

    def remain(self, fork: Fork) -> frozenset[int]:
        """The seats that have to go back behind a fork; none if we do not know its rest, or if a seat that is
        to be left behind was out before."""
        table = self._rest(fork)
        voters = frozenset() if table is None else self._votes.electorate(table)
        return voters - fork.out if fork.out <= voters else frozenset()

    def proofs(self) -> Iterable[bytes]:
        """The proofs that those who remain have shown of the forks behind which they go back; not that of a
        seat that was voted out here, and would be in again."""
        return [
            resume.proof
            for seat, (fork, resume, _) in self._said.items()
            if seat in self.remain(fork)
            and not (seat == fork.owing and self._authors.standings[seat] is DROPPED)
        ]

    def again(self, proven: Mapping[int, bytes]) -> Iterator[bytes]:
        """The proofs of second RESUMEs that we could join in, or be the first to say: each of the forks that
        have been named, without another seat as well. proven: an EVIDENCE against each of these."""
        for word in self._again.values():
            yield word.resume.proof
        for seat, word in self._said.items():
            for cheat, proof in proven.items():
                if cheat not in {seat, word.fork.seat}:
                    yield word.resume.proof + proof

    def may_say(self, fork: Fork) -> bool:
        """Whether we can go back behind a fork: it lies in this era, at a rest of ours at which three or more
        were in, we among them; we have shown no AUDIT; what parts us from others is its author's doing; and
        somebody else has signed nothing yet that stands behind it here. So nobody takes back with a friend
        what all others have answered."""
        authors, table = self._authors, self._rest(fork)
        if table is None or fork.era != authors.era or self._own in self._closing.audits:
            return False
        if self._own not in self.remain(fork) or not self._parts(fork, table):
            return False
        if fork.again:
            return self._may_say_again(fork, table)
        voters = self._votes.electorate(table)
        if len(voters) < 3 or self.said or self._may_still_win(fork, table):
            return False
        out = {fork.owing} & authors.standings.are(DROPPED)
        return bool(voters - {self._own, fork.seat} - out - self._behind(table))

    def _may_say_again(self, fork: Fork, table: bytes) -> bool:
        """Whether all who remain without another cheat as well have named different forks, and this is the
        first of all: of ours and theirs, as far as we know those, or of one before ours. Of a rest that we do
        not know they have to say it first, or to stand on another branch from here on, as our caller knows.
        """
        others, here = self.remain(fork) - {self._own}, self._order(table)
        if not (fork.seq and others and self.said) or self._own in self._again:
            return False
        ours = self._said[self._own].fork
        if here > self._order(self._rest(ours)):
            return False
        for seat in others:
            theirs = self._said[seat].fork if seat in self._said else ours
            if self._place(theirs) == self._place(ours):
                return False
            there = self._order(self._rest(theirs))
            joins = seat in self._again and self._place(self._again[seat].fork) == self._place(fork)
            if here > there or (there == math.inf and not joins and here == self._order(self._rest(ours))):
                return False
        return True

    def _order(self, table: bytes | None) -> float:
        """How many rests lie before the one of this digest; infinitely many if we do not know it."""
        authors = self._authors
        if table in authors.tables:
            return authors.tables.index(table)
        return len(authors.tables) if table == authors.table_digest else math.inf

    def _parts(self, fork: Fork, table: bytes) -> bool:
        """Whether the others have not decided by votes what becomes of the entry: of a fork of votes, without
        its author. Its own entry has to be owed here, or recorded."""
        authors, ballot = self._authors, self._votes.ballot(_owed(fork, table))
        if fork.of_votes:
            return not ballot.decided_without(fork.seat)
        entry = authors.recorded(fork.seat, fork.seq)
        owed = fork.seat in authors.awaited() and fork.seq == authors.heads()[fork.seat][0]
        here = owed and table == authors.table_digest
        return (here if entry is None else entry.head.state == table) and not ballot.out

    def _may_still_win(self, fork: Fork, table: bytes) -> bool:
        """Whether our vote to drop who owes the entry may still win: then we say nothing that binds us."""
        ballot = self._votes.ballot(_owed(fork, table))
        return not fork.of_votes and self._own in ballot.silent and not ballot.void

    def taken_back(self, fork: Fork) -> bool:
        """Whether another than its author has taken back its vote on the entry of a fork of votes."""
        table = self._rest(fork)
        return table is not None and bool(self._votes.ballot(_owed(fork, table)).withdrawn - {fork.seat})

    def _behind(self, table: bytes) -> set[int]:
        """The seats that have signed something here that stands behind the rest of this digest."""
        authors = self._authors
        if table == authors.table_digest:
            return set()
        at = authors.tables.index(table) + 1
        behind = {one.seat for batch in authors.batches[at:] for one in batch.entries}
        behind |= authors.answered()
        behind |= {seat for seat in range(authors.seats) if self._closing.has_ended(seat)}
        return behind | self._votes.voters({*authors.tables[at:], authors.table_digest})


def _from_rest(fork: Fork) -> bool:
    """Whether the seats left behind leave at the rest of the fork whatever they owe there: what they have
    signed there goes out, or is nothing."""
    return fork.of_votes or fork.again


def _owed(fork: Fork, table: bytes) -> Owed:
    return Owed(fork.owing, fork.seq, table)

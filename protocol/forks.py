"""RESUME: how all who remain go back behind a fork, and on from there without the seat that made it.

A seat that signs two entries for one place, and shows one to some and the other to others, parts those: each
signs on what it has, and nobody signs a place twice. So all but the cheat say at which rest it forked, with
the proof, and what their token chains begin with anew. Once everybody has said so, the accused is dropped at
that rest, in place of its entry, and a new *era* begins: what is signed in it contradicts nothing that was
signed in the era before it. As nobody says it for two forks of one era, no two nodes go back to different
rests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from protocol.chains import Chains
from protocol.evidence import Fork, fork_of
from protocol.faults import BadStatement, BadToken, LocalError, PeerFault
from protocol.messages import Entry, Ready, Statement, parse_message
from protocol.statements import Resume
from protocol.votes import Owed, Votes

if TYPE_CHECKING:
    from protocol.transcript import Transcript


class Forks:
    """The RESUMEs of the present era of one match. Made by `Leaving`; the transcript checks signatures."""

    def __init__(self, transcript: Transcript, votes: Votes) -> None:
        self._transcript = transcript
        self._votes = votes
        self._said: dict[int, tuple[Fork, Resume, Statement]] = {}  # by seat

    # For the transcript.

    def hear(self, resume: Resume, statement: Statement) -> bool:
        """Take in a RESUME whose signature holds; whether it is new. One of another era is forgotten: it has
        been counted, or it comes again.

        Raises `BadEvidence` and `BadStatement`.
        """
        transcript, seat = self._transcript, resume.seat
        fork = fork_of(resume.proof)
        try:
            player = transcript.players[fork.seat] if fork.seat < transcript.seats else None
            if fork.game != transcript.game_id or player is None or fork.binding != player.binding.raw:
                raise BadStatement("goes back behind a fork of another match")
            if transcript.seats < 3 or fork.seat == seat:
                raise BadStatement("two seats cannot go on without one, and nobody without itself")
            if fork.era != transcript.era:
                return False
            if seat in self._said:
                if self._said[seat][2].body == statement.body:
                    return False
                raise BadStatement("goes back behind two forks")
            try:
                Chains(transcript.game_id).promise(seat, resume.ready, transcript.play.ledger.decks)
            except BadToken as fault:
                raise BadStatement(fault.why) from fault
        except PeerFault as fault:
            fault.signed_by(seat, None, statement.wire)
            raise
        self._said[seat] = fork, resume, statement
        return True

    def decided(self, owed: Owed) -> bool:
        """Whether all who remain go on without this entry. Only where one is owed: not at the last rest."""
        return bool(self._said) and not self._transcript.ended and self._all(owed)

    def resumed(self, dropped: Collection[int]) -> dict[int, Ready]:
        """What those who remain have promised for the next era, if the present rest is where it begins;
        dropped: who leaves at it."""
        table = self._transcript.table_digest
        behind = [fork for fork in self._forks() if fork.table == table and self._all(_owed(fork))]
        fork = next((fork for fork in behind if fork.seat in dropped), None)
        return {} if fork is None else {seat: self._said[seat][1].ready for seat in sorted(self.remain(fork))}

    def close(self) -> None:
        """The rest is over. What was said in an era that has gone by has done its work."""
        if any(fork.era != self._transcript.era for fork, _, _ in self._said.values()):
            self._said.clear()

    def lost(self, seat: int) -> int | None:
        """The seq of a recorded entry of a seat behind which all who remain go back; None = none."""
        for fork in self._forks():
            here = self._transcript.entries(seat, fork.seq) if fork.seat == seat else []
            if here and _state(here[0]) == fork.table and self._all(_owed(fork)):
                return fork.seq
        return None

    def _all(self, owed: Owed) -> bool:
        others = self._votes.electorate(owed.table) - {owed.seat}
        said = {seat for seat, (fork, _, _) in self._said.items() if _owed(fork) == owed}
        return len(others) > 1 and others <= said

    def _forks(self) -> list[Fork]:
        return [fork for fork, _, _ in self._said.values()]

    # What our seat does.

    @property
    def said(self) -> bool:
        """Whether our seat has said RESUME in this era: then it signs nothing more in it."""
        return self._transcript.seat in self._said

    @property
    def leaves(self) -> bool:
        """Whether our seat stands on a branch that it has said it leaves."""
        own = self._transcript.seat
        return own in self._said and self._said[own][0].table != self._transcript.table_digest

    def silent(self) -> list[int]:
        """Who has still to say what we have said."""
        own = self._transcript.seat
        if own is None or own not in self._said:
            return []
        fork = self._said[own][0]
        return sorted(
            s for s in self.remain(fork) if s not in self._said or _owed(self._said[s][0]) != _owed(fork)
        )

    @property
    def any(self) -> bool:
        """Whether anybody has said RESUME in this era."""
        return bool(self._said)

    def remain(self, fork: Fork) -> frozenset[int]:
        """Who has to go back behind a fork; nobody if we do not know its rest."""
        return self._votes.electorate(fork.table) - {fork.seat}

    def proofs(self) -> Iterable[bytes]:
        """What those who remain have shown of the forks behind which they go back."""
        return [resume.proof for seat, (fork, resume, _) in self._said.items() if seat in self.remain(fork)]

    def may_say(self, fork: Fork) -> bool:
        """Whether we can go back behind a fork: it lies in this era, at a rest of ours at which three or more
        were in, we among them; we have shown no AUDIT and cannot vote its author out there any more; and
        somebody else has signed nothing yet that stands behind it here. So nobody takes back with a friend
        what all others have answered."""
        transcript, own = self._transcript, self._transcript.seat
        voters = self._votes.electorate(fork.table)
        if own is None or self.said or fork.era != transcript.era or own in transcript.closing.audits:
            return False
        if len(voters) < 3 or not {own, fork.seat} <= voters or own == fork.seat:
            return False
        entries = transcript.entries(fork.seat, fork.seq)
        here = fork.table == transcript.table_digest and fork.seq == transcript.heads()[fork.seat][0]
        if not (here if not entries else _state(entries[0]) == fork.table):
            return False
        ballot = self._votes.ballot(_owed(fork))
        if ballot.out or (own in ballot.silent and not ballot.void):
            return False
        return bool(voters - {own, fork.seat} - self._behind(fork.table))

    def say(self, proof: bytes) -> bytes:
        """Go back behind a fork; returns the statement's bytes. Raises `LocalError` where we may not."""
        transcript, vault = self._transcript, self._transcript.play.vault
        if transcript.seat is None or vault is None or not self.may_say(fork_of(proof)):
            raise LocalError("our seat cannot go back behind this fork")
        ready = vault.chains.ready(transcript.play.ledger.decks, transcript.era + 1)
        return transcript.state(Resume(transcript.game_id, transcript.seat, proof, ready))

    def _behind(self, table: bytes) -> set[int]:
        """Who has signed something here that stands behind the rest of this digest."""
        transcript = self._transcript
        if table == transcript.table_digest:
            return set()
        at = transcript.tables.index(table) + 1
        behind = {one.seat for batch in transcript.batches[at:] for one in batch.entries}
        heads = zip(transcript.heads(), transcript.rest_heads, strict=True)
        behind |= {seat for seat, (now, before) in enumerate(heads) if now != before}
        closing, outcome = transcript.closing, transcript.outcome
        behind |= {seat for seat in range(transcript.seats) if closing.has_ended(seat, outcome)}
        return behind | self._votes.voters({*transcript.tables[at:], transcript.table_digest})


def _owed(fork: Fork) -> Owed:
    return Owed(fork.seat, fork.seq, fork.table)


def _state(wire: bytes) -> bytes:
    """The table digest that a recorded entry signs."""
    entry = parse_message(wire)
    assert isinstance(entry, Entry)
    return entry.head.state

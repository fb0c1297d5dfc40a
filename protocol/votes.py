"""DROP votes: the signed claim of the others that a seat has fallen silent.

Nobody can prove another's silence, so a vote proves nothing but what its author said. A majority of the
seats still in, the accused counted in the number, ends the wait; two different votes of one author on
one owed entry are an equivocation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from protocol.evidence import VOTES, make_evidence
from protocol.faults import BadStatement, Equivocation
from protocol.hello import Hello
from protocol.messages import Drop, Statement

RANGE: Final = 64
"""A vote counts only for an entry at most this far from the last one recorded."""


@dataclass(frozen=True, slots=True)
class Owed:
    """One entry that a seat owes at one rest: what a vote must name to count."""

    seat: int
    seq: int
    table: bytes


class Votes:
    """All DROP votes of one match, by (voter, accused, seq). `playing` gives the seats still in.

    Who was in when a rest began votes on it to its end, whoever is voted out meanwhile: so the order in which
    votes come decides nothing, and of two who vote each other out at the last rest both are out everywhere.
    """

    def __init__(self, players: Sequence[Hello], playing: Callable[[], list[int]]) -> None:
        self._players = players
        self._playing = playing
        self._cast: dict[tuple[int, int, int], tuple[Drop, Statement]] = {}
        self._electorate: dict[bytes, int] = {}
        self._in = playing()

    def open(self, table: bytes) -> None:
        """A rest with this table digest begins: remember who is in."""
        self._in = self._playing()
        self._electorate[table] = len(self._in)

    def close(self) -> None:
        """The rest is over: who was voted out has no vote any more."""
        self._in = self._playing()

    def count(self, vote: Drop, statement: Statement, due: int) -> bool:
        """Take in a vote whose signature holds; `due` = the next seq of the accused.

        False = known before, or too late: of a seat that is out, or on one.
        """
        ballot = vote.seat, vote.accused, vote.seq
        if ballot in self._cast:
            _, known = self._cast[ballot]
            if known.body == statement.body:
                return False
            binding = self._players[vote.seat].binding
            first, second = (known.body, known.signature), (statement.body, statement.signature)
            proof = make_evidence(VOTES, binding, *first, *second)
            raise Equivocation("two votes on one entry", author=vote.seat, seq=vote.seq, evidence=proof)
        why = ""
        if len(self._players) < 3:
            why = "two seats cannot vote"
        elif vote.seat == vote.accused and vote.vote:
            why = "a vote to drop oneself"
        elif not due - RANGE < vote.seq < due + RANGE:
            why = "a vote on an entry that is not owed"
        if why:
            raise BadStatement(why, author=vote.seat, seq=vote.seq, evidence=statement.wire)
        if not {vote.seat, vote.accused} <= set(self._in):
            return False
        self._cast[ballot] = vote, statement
        return True

    def has_voted(self, voter: int, accused: int, seq: int) -> bool:
        """Whether this vote has been cast, either way."""
        return (voter, accused, seq) in self._cast

    def lost(self, accused: int) -> list[tuple[int, list[int]]]:
        """(seq, voters) of the entries on which enough of those in voted to drop a seat, ascending."""
        voters: dict[tuple[int, bytes], list[int]] = {}
        for drop, _ in self._cast.values():
            if drop.accused == accused and drop.vote:
                voters.setdefault((drop.seq, drop.table), []).append(drop.seat)
        return sorted(
            (seq, cast)
            for (seq, table), cast in voters.items()
            if 2 * len(cast) > self._electorate.get(table, len(self._players))
        )

    def cast(self, owed: Owed, vote: bool) -> list[int]:
        """Who voted so on this entry at this rest."""
        found = []
        for voter in self._in:
            drop, _ = self._cast.get((voter, owed.seat, owed.seq), (None, None))
            if drop is not None and drop.table == owed.table and drop.vote is vote:
                found.append(voter)
        return found

    def majority(self, owed: Owed) -> bool:
        """Whether the seat is voted out."""
        return bool(self._cast) and 2 * len(self.cast(owed, True)) > len(self._in)

    def refuses(self, owed: Owed, seat: int | None) -> bool:
        """Whether `seat` (None: an onlooker) must not take the entry any more: it is voted out, or our own
        vote to drop can still win."""
        if not self._cast:
            return False
        others = len(self._in) - 1 - len([v for v in self.cast(owed, False) if v != owed.seat])
        open_ = 2 * others > len(self._in)
        return self.majority(owed) or (open_ and seat in self.cast(owed, True))

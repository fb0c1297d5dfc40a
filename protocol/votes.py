"""DROP votes: the signed claim of the others that a seat has fallen silent.

Nobody can prove another's silence, so a vote proves nothing but what its author said. It takes true votes of
more than half of the seats still in, the accused counted in the number: of all others at three or four seats,
of nobody at two. And it takes two rounds:

    first round   true: it is silent               false: I have what it owes
    final round   true: I hold all the true votes  false: I take mine back

Why two. Say that A has fallen silent, and B has voted true; then A's entry comes after all, and D is away. If
one round decided, D might have voted as well and gone on without A. B could neither take the entry nor leave
it, and would wait for D for ever. With a final round nobody goes on by a vote that another may lack: A is out
once more than half of the others have confirmed, and its entry is taken once at least half of them have taken
their votes back. Nobody signs both, so these two exclude each other, and the entry can be taken without D.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from protocol.encoding import encode
from protocol.evidence import VOTES, make_evidence
from protocol.faults import BadStatement, Equivocation
from protocol.hello import Hello
from protocol.messages import Statement
from protocol.statements import Drop
from protocol.values import DROP

RANGE: Final = 64
"""A vote counts only for an entry at most this far from the last one recorded."""


@dataclass(frozen=True, slots=True)
class Owed:
    """One entry that a seat owes at one rest: what a vote must name to count."""

    seat: int
    seq: int
    table: bytes


class Annulling(Protocol):
    """The part of `Forks` that votes look at before they are counted."""

    def annuls(self, owed: Owed) -> bool:
        """Whether all who remain have said that the votes on this entry count for nothing."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """How the others have voted on one entry: what follows from these sets, in whatever order they filled.

    others: the seats that vote on it; silent, here: the first round, true and false; confirmed, withdrawn:
    the last.
    """

    others: frozenset[int]
    silent: frozenset[int]
    here: frozenset[int]
    confirmed: frozenset[int]
    withdrawn: frozenset[int]

    @property
    def full(self) -> bool:
        """Whether the first round is won, by more than half of those in."""
        return 2 * len(self.silent) > len(self.others) + 1

    @property
    def out(self) -> bool:
        """Whether the seat is voted out."""
        return self.full and 2 * len(self.confirmed) > len(self.others)

    @property
    def void(self) -> bool:
        """Whether the seat cannot be voted out any more."""
        left = len(self.others) - len(self.here)
        return 2 * left <= len(self.others) + 1 or 2 * len(self.withdrawn) >= len(self.others)

    def decided_without(self, *voters: int) -> bool:
        """Whether the last words of the others suffice, whatever these have said."""
        sets = (self.silent, self.here, self.confirmed, self.withdrawn)
        rest = Ballot(self.others, *(said - {*voters} for said in sets))
        return rest.void or 2 * len(rest.confirmed) > len(rest.others)

    @property
    def open(self) -> frozenset[int]:
        """The voters that have not said their last word."""
        return self.others - self.here - self.confirmed - self.withdrawn

    def due(self, seat: int, holds: bool) -> tuple[bool, bool] | None:
        """(final, vote) that a seat is to cast as things stand; None = none. holds: it has the entry.

        A voter that hears that another takes back does the same, so that those who hear each other agree. One
        of three decides alone that the entry is taken; one of four who has all votes leaves it at that, as
        another may have confirmed, knowing that.
        """
        if seat not in self.open or self.out or self.void:
            return None
        if seat not in self.silent:
            return (False, False) if self.withdrawn else None
        if self.withdrawn or (holds and (not self.full or len(self.others) <= 2)):
            return True, False
        return (True, True) if self.full else None


class Votes:
    """All DROP votes of one match, by (voter, accused, seq, era, final). `playing` gives the seats still in,
    `forks` tells on which entries the votes count for nothing.

    A seat that was in when a rest began has a vote on it, even if it is voted out meanwhile: so the order in
    which votes come decides nothing, and of two who vote each other out at the last rest both are out
    everywhere.
    """

    def __init__(self, players: Sequence[Hello], playing: Callable[[], list[int]]) -> None:
        self._players = players
        self._playing = playing
        self._cast: dict[tuple[int, int, int, int, bool], tuple[Drop, Statement]] = {}
        self._twofold: dict[
            tuple[int, int, int, int, bool], bytes
        ] = {}  # where somebody has signed two: proof
        self.forks: Annulling | None = None
        self._era = 0
        self._electorate: dict[bytes, tuple[int, ...]] = {}
        self._in = playing()

    def open(self, table: bytes) -> None:
        """A rest with this table digest begins: remember who is in."""
        self._in = self._playing()
        self._electorate[table] = tuple(self._in)

    def close(self, era: int) -> None:
        """The rest is over: a seat that was voted out has no vote any more. era: the one that follows."""
        self._in, self._era = self._playing(), era

    def count(self, vote: Drop, statement: Statement, due: int) -> bool:
        """Take in a vote whose signature holds; `due` = the next seq of the accused.

        False = known before, or of a seat that was out before that rest, or on one.
        """
        place = vote.seat, vote.accused, vote.seq, vote.era, vote.final
        if place in self._cast:
            _, known = self._cast[place]
            if known.body == statement.body:
                return False
            binding = self._players[vote.seat].binding
            first, second = (known.body, known.signature), (statement.body, statement.signature)
            proof = self._twofold[place] = make_evidence(VOTES, binding, *first, *second)
            raise Equivocation("two votes on one entry", author=vote.seat, seq=vote.seq, evidence=proof)
        why = ""
        if len(self._players) < 3:
            why = "two seats cannot vote"
        elif vote.seat == vote.accused and (vote.vote or vote.final):
            why = "a vote to drop oneself"
        elif not vote.seq:
            why = "a vote on READY, without which nobody is in the match"
        elif not due - RANGE < vote.seq < due + RANGE:
            why = "a vote on an entry that is not owed"
        if why:
            raise BadStatement(why, author=vote.seat, seq=vote.seq, evidence=statement.wire)
        if not (self.was_in(vote.seat, vote.table) and self.was_in(vote.accused, vote.table)):
            return False
        self._cast[place] = vote, statement
        return True

    def gist(self, vote: Drop, said: bytes) -> bytes:
        """As `Transcript.gist`; said: what was signed. Of two for one place it is known that they are two."""
        place = vote.seat, vote.accused, vote.seq, vote.era, vote.final
        if place in self._twofold:
            return encode([DROP, *place])
        return said if vote.table in self._electorate else b""

    @property
    def any(self) -> bool:
        """Whether anybody has voted at all."""
        return bool(self._cast)

    def has_voted(self, voter: int, accused: int, seq: int, final: bool = False) -> bool:
        """Whether this vote has been cast, either way."""
        return (voter, accused, seq, self._era, final) in self._cast

    def was_in(self, seat: int, table: bytes) -> bool:
        """Whether a seat has a vote at this rest."""
        return seat in self._electorate.get(table, self._in)

    def contradictions(self, voter: int) -> list[bytes]:
        """The EVIDENCEs that the votes of a seat make."""
        return [proof for place, proof in self._twofold.items() if place[0] == voter]

    def ballot(self, owed: Owed) -> Ballot:
        """The votes on this entry at this rest."""
        ballot = self._counted(owed)
        if self._cast and self.forks is not None and self.forks.annuls(owed):
            nobody: frozenset[int] = frozenset()
            return Ballot(ballot.others, nobody, nobody, nobody, ballot.others)
        return ballot

    def parted(self, owed: Owed) -> bool:
        """Whether a seat that has voted in two ways decides what becomes of this entry."""
        if not self._twofold:
            return False
        entry = owed.seat, owed.seq, self._era
        twice = {place[0] for place in self._twofold if place[1:4] == entry}
        return bool(twice) and not self._counted(owed).decided_without(*twice)

    def _counted(self, owed: Owed) -> Ballot:
        """The votes on this entry as they have been cast."""
        others = frozenset(self._electorate.get(owed.table, range(len(self._players)))) - {owed.seat}
        said: dict[tuple[bool, bool], set[int]] = {}
        for voter in others if self._cast else ():
            for final in (False, True):
                drop, _ = self._cast.get((voter, owed.seat, owed.seq, self._era, final), (None, None))
                if drop is not None and drop.table == owed.table:
                    said.setdefault((final, drop.vote), set()).add(voter)
        found = (said.get((final, vote), ()) for final in (False, True) for vote in (True, False))
        return Ballot(others, *map(frozenset, found))

    def voters(self, tables: Container[bytes]) -> set[int]:
        """The seats that have voted at one of these rests."""
        return {drop.seat for drop, _ in self._cast.values() if drop.table in tables}

    def electorate(self, table: bytes) -> frozenset[int]:
        """The seats that were in when the rest of this digest began; none if we do not know it."""
        return frozenset(self._electorate.get(table, ()))

    def won(self, accused: int) -> list[tuple[Owed, frozenset[int]]]:
        """The entries on which a seat was voted out, ascending, each with its voters."""
        votes = (drop for drop, _ in self._cast.values() if drop.accused == accused)
        owed = {Owed(accused, drop.seq, drop.table) for drop in votes}
        ballots = [(one, self.ballot(one)) for one in sorted(owed, key=lambda one: one.seq)]
        return [(one, ballot.silent) for one, ballot in ballots if ballot.out]

    def out(self, owed: Owed) -> bool:
        """Whether the seat is voted out."""
        return bool(self._cast) and self.ballot(owed).out

    def refuses(self, owed: Owed, seat: int | None) -> bool:
        """Whether `seat` (None: an onlooker) must not take the entry any more: it is voted out, or our own
        vote to drop can still win."""
        if not self._cast:
            return False
        ballot = self.ballot(owed)
        return ballot.out or (seat in ballot.silent and not ballot.void)

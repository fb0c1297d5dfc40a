"""Leaving a match by votes, as one seat sees it: its own part in the votes, and what follows from them.

`Votes` says what a ballot comes to. Here it meets the transcript: what is owed at the present rest, what of
it is here, which votes our seat owes to the others, and whom it waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from protocol.authors import Authors
from protocol.closing import Closing
from protocol.faults import LocalError
from protocol.forks import Forks
from protocol.messages import Statement
from protocol.standing import DOOMED, DROPPED, LEAVING, NEXT, Standing
from protocol.statements import Drop, Resume
from protocol.votes import RANGE, Ballot, Owed, Votes


class Leaving:
    """The DROP votes of one match. Made by `Transcript`, which signs and checks signatures."""

    def __init__(self, authors: Authors, closing: Closing, decks: Sequence[int]) -> None:
        self._authors = authors
        self._closing = closing
        self._votes = Votes(authors.players, authors.standings.playing)
        self.forks = Forks(authors, closing, self._votes, decks)

    def let_go(self) -> None:
        """As `Transcript.let_go`."""
        self._votes.forks = None

    # The standing of seats.

    def standing(self, seat: int) -> Standing:
        """The standing of a seat in this match. Votes of ours that are open at this rest come first."""
        kept = self._authors.standings[seat]
        if self._quiet:
            return kept
        if DOOMED in NEXT[kept] and seat in self._doomed():
            return DOOMED
        return LEAVING if LEAVING in NEXT[kept] and self._left_at(seat) is not None else kept

    def beside(self) -> set[int]:
        """The seats that are left to play on with: neither out, nor doomed or convicted."""
        standings = self._authors.standings
        return {*standings.playing()} - self._doomed() - standings.convicted

    def overruled(self) -> tuple[int, int] | None:
        """(seat, seq) of a recorded entry in whose place the others have dropped its author, or which is one
        of a fork behind which they go back; None = none.

        The match went on without it, so the items recorded here from it on do not belong to the match. Of one
        that has parted the others by votes it is the next one that it has signed from that rest on, if any.
        """
        for seat, (due, _) in enumerate(self._authors.heads()):
            seq = None if self._authors.standings[seat] is DROPPED else self._left_at(seat)
            if seq is not None and seq < due:
                return seat, seq
        return self.forks.parted_by()

    @property
    def _quiet(self) -> bool:
        """Whether nobody has voted or said RESUME: then nobody has left. It is asked at every turn."""
        return not (self._votes.any or self.forks.any)

    def _left_at(self, seat: int) -> int | None:
        """The seq in whose place a seat was voted out, or left behind with a fork; None = none. A vote at
        another rest than the entry's counts for nothing, and so does one of a voter that has answered the
        entry since: it had it."""
        if self._quiet:
            return None
        authors = self._authors
        forked = self.forks.left_at(seat)
        if forked is not None:
            return forked
        for owed, voters in self._votes.won(seat):
            entry = authors.recorded(seat, owed.seq)
            if entry is not None and entry.head.state != owed.table:
                continue
            behind: set[int] | None = None
            for batch in authors.batches:
                if behind is not None:
                    behind |= {one.seat for one in batch.entries}
                elif any((one.seat, one.seq) == (seat, owed.seq) for one in batch.entries):
                    behind = set()
            if behind is None or not (behind | authors.answered()) & voters:
                return owed.seq
        return None

    def _doomed(self) -> set[int]:
        """The seats that all others, we among them, have voted to drop, as long as that is not final."""
        own = self._authors.seat
        return {owed.seat for owed, ballot in self._open() if own in ballot.silent and ballot.full}

    # For the transcript.

    def open(self) -> None:
        """A rest begins."""
        self._votes.open(self._authors.table_digest)
        self.forks.open()

    def close(self) -> None:
        """The rest is over."""
        self._votes.close(self._authors.era)
        self.forks.close()

    def count(self, drop: Drop, statement: Statement) -> bool:
        """Take in a vote whose signature holds; whether it is new."""
        return self._votes.count(drop, statement, self._authors.heads()[drop.accused][0])

    def gist(self, body: Drop | Resume, said: bytes) -> bytes:
        """As `Transcript.gist`; said: the bytes that were signed. A statement that names a rest which is not
        known here counts nowhere, and whether it is kept is a matter of when it comes."""
        if isinstance(body, Resume):
            return self.forks.gist(body)
        return self._votes.gist(body, said)

    def contradictions(self, voter: int) -> list[bytes]:
        """The EVIDENCEs that the votes of a seat make."""
        return self._votes.contradictions(voter)

    def decided(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats without which the match goes on from the present rest: by votes, or behind a
        fork."""
        if self._quiet:
            return []
        owed = map(self._owed_by, seats)
        return [one.seat for one in owed if self._votes.out(one) or self.forks.decided(one)]

    def back(self) -> list[int]:
        """The seats that were dropped at the last rest by votes that count for nothing, as is known since."""
        authors = self._authors
        here = authors.standings.are(DROPPED) & self._votes.electorate(authors.table_digest)
        return [seat for seat in sorted(here) if not self._votes.out(self._owed_by(seat))]

    def refuses(self, seat: int) -> bool:
        """Whether votes forbid taking the entry that a seat owes. Our seat wins no vote any more once it is
        voted out itself, or eliminated: it follows what the others have made."""
        own, owed = self._authors.seat, self._owed_by(seat)
        if self.forks.decided(owed):
            return True
        votes = own in self._votes.electorate(owed.table) and not self.standing(own).left_behind
        voter = own if votes else None
        convicted = seat in self._authors.standings.convicted
        if convicted and voter is not None and not self._votes.ballot(owed).void:
            return True
        return self._votes.refuses(owed, voter)

    # The acts of our seat.

    def may_drop(self, seat: int) -> bool:
        """Whether we can vote to drop another seat: it owes an entry here, or, once the match is over, its
        END; and we neither have that nor have voted."""
        authors, own = self._authors, self._authors.seat
        playing = authors.standings.playing()
        owing = playing if authors.ended else authors.awaited()
        if own not in playing or seat not in owing or seat == own or self.forks.said:
            return False
        owed = self._owed_by(seat)
        if not owed.seq:
            return False  # a seat without READY is not in the match, and cannot leave it
        return not (self._answered(owed) or self._votes.has_voted(own, seat, owed.seq))

    def drop(self, seat: int) -> Drop:
        """Our vote to drop a seat. Raises `LocalError` where we may not."""
        if not self.may_drop(seat):
            raise LocalError("only a seat in the match votes, once, and only on one whose entry is missing")
        return self._vote(self._owed_by(seat), True)

    def denial(self, drop: Drop) -> tuple[Drop | None, bytes | None]:
        """The answer to a vote to drop a seat whose entry or END is here: our vote against it, if we have not
        voted, and the item itself. (None, None) when we do not have it. Our seat still answers so if it was
        voted out itself at that rest. A vote at another rest than the item's counts nowhere: our own is not
        spent on it."""
        authors, own = self._authors, self._authors.seat
        item = self.held(drop.accused, drop.seq)
        if item is None or own is None or authors.standings[drop.accused] is DROPPED:
            return None, None
        entry = authors.entry(drop.accused, drop.seq)
        table = authors.table_digest if entry is None else entry.head.state
        due, _ = authors.heads()[drop.accused]
        spent = self._votes.has_voted(own, drop.accused, drop.seq) or drop.table != table or self.forks.said
        if spent or drop.seq <= due - RANGE or not self._votes.was_in(own, drop.table):
            return None, item
        if drop.seq >= due and not authors.ended:
            return None, None  # answered once it is recorded, and our file holds what the vote speaks of
        return self._vote(Owed(drop.accused, drop.seq, drop.table), False), item

    def due(self, confirm: bool) -> Iterator[Drop]:
        """The votes of ours that follow from those of the others, each to be cast before the next is asked.

        confirm: also that a seat is out, which may wait until others who take back have been heard.
        """
        own = self._authors.seat
        if own is None or own not in self._authors.standings.playing() or self.forks.said:
            return
        for owed, ballot in self._open():
            due = ballot.due(own, self._answered(owed))
            if due is not None and (confirm or due != (True, True)):
                final, vote = due
                yield self._vote(owed, vote, final)

    def _vote(self, owed: Owed, vote: bool, final: bool = False) -> Drop:
        authors, own = self._authors, self._authors.seat
        assert own is not None, "an onlooker has no vote"
        return Drop(authors.game_id, own, owed.seat, owed.seq, owed.table, vote, final, authors.era)

    # Waiting.

    def waited_for(self, missing: Iterable[int]) -> list[int]:
        """The seats that we wait for where these owe an entry here, or their END: where we voted to drop one,
        and have its entry now, or all votes for that, or a proof against it, those that have yet to say which
        of the two counts."""
        own, convicted = self._authors.seat, self._authors.standings.convicted
        undecided = {
            owed.seat: ballot.open - {own}
            for owed, ballot in self._open()
            if own in ballot.silent and (ballot.full or self._answered(owed) or owed.seat in convicted)
        }
        return sorted({other for seat in missing for other in undecided.get(seat, {seat})})

    @property
    def voting(self) -> bool:
        """Whether we have voted at this rest to drop a seat, and that is not decided."""
        return any(self._authors.seat in ballot.silent for _, ballot in self._open())

    @property
    def bars_void(self) -> bool:
        """Whether a vote of ours to drop a seat at this rest may still win, or has won: then the match goes
        on without that seat, whatever all have signed of an end without a winner."""
        own = self._authors.seat
        ballots = [self._votes.ballot(self._owed_by(seat)) for seat in self._authors.awaited()]
        return any(ballot.out or (own in ballot.silent and not ballot.void) for ballot in ballots)

    @property
    def unconfirmed(self) -> bool:
        """Whether it is up to us to confirm that a doomed seat is out."""
        own = self._authors.seat
        return any(own in ballot.silent & ballot.open and ballot.full for _, ballot in self._open())

    def _open(self) -> list[tuple[Owed, Ballot]]:
        """The entries owed at this rest (at the last one the ENDs) that votes have not decided, each with its
        ballot; [] as long as nobody has voted."""
        authors = self._authors
        if not self._votes.any:
            return []
        seats = authors.standings.playing() if authors.ended else authors.awaited()
        found = [(owed, self._votes.ballot(owed)) for owed in map(self._owed_by, seats)]
        return [(owed, ballot) for owed, ballot in found if not (ballot.out or ballot.void)]

    def held(self, seat: int, seq: int) -> bytes | None:
        """The entry `seq` of a seat, recorded or ahead; behind the last one of a match its END."""
        authors = self._authors
        entry = authors.entry(seat, seq)
        if entry is not None:
            return entry.wire
        over = authors.ended and seq == authors.heads()[seat][0]
        return self._closing.end_of(seat) if over else None

    def _answered(self, owed: Owed) -> bool:
        """Whether what a seat owes is here, or all have signed END void, so that nothing is owed."""
        authors, void = self._authors, self._closing.void
        if owed.seat in authors.standings.convicted and not authors.ended:
            return void
        return void or self.held(owed.seat, owed.seq) is not None

    def _owed_by(self, seat: int) -> Owed:
        return Owed(seat, self._authors.rest_heads[seat][0], self._authors.table_digest)

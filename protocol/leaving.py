"""Who is voted out of a match, as one seat sees it: its own part in the votes, and what follows from them.

`Votes` says what a ballot comes to. Here it meets the transcript: what is owed at the present rest, what of
it is here, which votes our seat owes to the others, and whom it waits for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from protocol.faults import LocalError
from protocol.forks import Forks
from protocol.messages import Entry, Statement, parse_message
from protocol.needs import Accepted
from protocol.statements import Drop
from protocol.votes import RANGE, Ballot, Owed, Votes

if TYPE_CHECKING:
    from protocol.transcript import Transcript


class Leaving:
    """The DROP votes of one match. Made by `Transcript`, which checks the signatures.

    `convicted`: the seats that our caller has proof against. From then on they count as silent: their entries
    are taken only where the votes of others say so, and we vote at once.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self.convicted: set[int] = set()
        self._votes = Votes(transcript.players, transcript.play.playing)
        self.forks = Forks(transcript, self._votes)

    # For the transcript.

    def open(self) -> None:
        """A rest begins."""
        self._votes.open(self._transcript.table_digest)

    def close(self) -> None:
        """The rest is over."""
        self._votes.close(self._transcript.era)
        self.forks.close()

    def count(self, drop: Drop, statement: Statement) -> bool:
        """Take in a vote whose signature holds; whether it is new."""
        return self._votes.count(drop, statement, self._transcript.heads()[drop.accused][0])

    def out(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats that are voted out at the present rest, or left behind with a fork."""
        owed = map(self._owed_by, seats)
        return [one.seat for one in owed if self._votes.out(one) or self.forks.decided(one)]

    def refuses(self, seat: int) -> bool:
        """Whether votes forbid taking the entry that a seat owes. Who is voted out itself wins no vote any
        more, and follows what the others have made."""
        own = self._transcript.seat
        if self.forks.decided(self._owed_by(seat)):
            return True
        voter, owed = None if own is None or self.voted_out(own) else own, self._owed_by(seat)
        if seat in self.convicted and voter is not None and not self._votes.ballot(owed).void:
            return True
        return self._votes.refuses(owed, voter)

    # What our seat does.

    def may_drop(self, seat: int) -> bool:
        """Whether we can vote to drop another seat: it owes an entry here, or, once the match is over, its
        END; and we neither have that nor have voted."""
        transcript = self._transcript
        playing, own = transcript.play.playing(), transcript.seat
        owing = playing if transcript.ended else transcript.awaited()
        if own not in playing or seat not in owing or seat == own or self.forks.said:
            return False
        owed = self._owed_by(seat)
        if not owed.seq:
            return False  # who has not signed READY is not in the match, and cannot leave it
        return not (self._answered(owed) or self._votes.has_voted(own, seat, owed.seq))

    def drop(self, seat: int) -> bytes:
        """Vote to drop a seat; returns the statement's bytes. Raises `LocalError` where we may not."""
        if not self.may_drop(seat):
            raise LocalError("only a seat in the match votes, once, and only on one whose entry is missing")
        return self._cast(self._owed_by(seat), True)[0].wire

    def deny(self, drop: Drop) -> list[bytes]:
        """What answers a vote to drop a seat whose entry or END is here: our vote against it, if we have not
        voted, and the item itself. Empty when we do not have it. Who was voted out at that rest itself still
        says so. A vote at another rest than the item's counts nowhere: our own is not spent on it."""
        transcript, own = self._transcript, self._transcript.seat
        item = transcript.held(drop.accused, drop.seq)
        if item is None or own is None or drop.accused in transcript.play.dropped:
            return []
        message = parse_message(item)
        table = message.head.state if isinstance(message, Entry) else transcript.table_digest
        due, _ = transcript.heads()[drop.accused]
        spent = self._votes.has_voted(own, drop.accused, drop.seq) or drop.table != table or self.forks.said
        if spent or drop.seq <= due - RANGE or not self._votes.was_in(own, drop.table):
            return [item]
        if drop.seq >= due and not transcript.ended:
            return []  # to be answered once it is recorded, and our file holds what the vote speaks of
        return [self._cast(Owed(drop.accused, drop.seq, drop.table), False)[0].wire, item]

    def settle(self, confirm: bool = False) -> list[Accepted]:
        """Cast the votes that follow from those of the others; returns these, and what is accepted now.

        confirm: also that a seat is out, which may wait until others who take back have been heard.
        """
        transcript, own = self._transcript, self._transcript.seat
        accepted: list[Accepted] = []
        if own is None or own not in transcript.play.playing() or self.forks.said:
            return accepted
        for owed, ballot in self._open():
            due = ballot.due(own, self._answered(owed))
            if due is not None and (confirm or due != (True, True)):
                final, vote = due
                accepted += self._cast(owed, vote, final)
        return accepted

    def _cast(self, owed: Owed, vote: bool, final: bool = False) -> list[Accepted]:
        """Sign a vote; it, and what is accepted because of it."""
        transcript, own = self._transcript, self._transcript.seat
        if own is None:
            raise LocalError("an onlooker has no vote")
        drop = Drop(transcript.game_id, own, owed.seat, owed.seq, owed.table, vote, final, transcript.era)
        wire, accepted = transcript.stated(drop)
        return accepted or [Accepted(own, None, drop, wire)]

    # Whom we wait for.

    def waited_for(self, missing: Iterable[int]) -> list[int]:
        """Whom we wait for where these seats owe an entry here, or their END: where we voted to drop one and
        have its entry now, or all votes for that, those who are still to say which of the two counts."""
        own = self._transcript.seat
        undecided = {
            owed.seat: ballot.open - {own}
            for owed, ballot in self._open()
            if own in ballot.silent and (ballot.full or self._answered(owed) or {owed.seat} <= self.convicted)
        }
        return sorted({other for seat in missing for other in undecided.get(seat, {seat})})

    @property
    def voting(self) -> bool:
        """Whether we have voted at this rest to drop a seat, and that is not decided."""
        return any(self._transcript.seat in ballot.silent for _, ballot in self._open())

    @property
    def bars_void(self) -> bool:
        """Whether a vote of ours to drop a seat at this rest may still win, or has won: then the match goes
        on without that seat, whatever all have signed of an end without a winner."""
        own = self._transcript.seat
        ballots = [self._votes.ballot(self._owed_by(seat)) for seat in self._transcript.awaited()]
        return any(ballot.out or (own in ballot.silent and not ballot.void) for ballot in ballots)

    def doomed(self) -> list[int]:
        """The seats that all others, we among them, have voted to drop, as long as that is not final."""
        own = self._transcript.seat
        return [owed.seat for owed, ballot in self._open() if own in ballot.silent and ballot.full]

    def beside(self) -> set[int]:
        """The seats that are left to play on with: neither out, nor doomed or convicted."""
        return {*self._transcript.play.playing()} - {*self.doomed()} - self.convicted

    @property
    def unconfirmed(self) -> bool:
        """Whether it is up to us to confirm that a doomed seat is out."""
        own = self._transcript.seat
        return any(own in ballot.silent & ballot.open and ballot.full for _, ballot in self._open())

    def _open(self) -> list[tuple[Owed, Ballot]]:
        """What is owed at this rest, and voted on, and not decided."""
        transcript = self._transcript
        if not self._votes.any:
            return []
        seats = transcript.play.playing() if transcript.ended else transcript.awaited()
        found = [(owed, self._votes.ballot(owed)) for owed in map(self._owed_by, seats)]
        return [(owed, ballot) for owed, ballot in found if not (ballot.out or ballot.void)]

    def _answered(self, owed: Owed) -> bool:
        """Whether what a seat owes is here, or all have signed END void, so that nothing is owed."""
        transcript = self._transcript
        if owed.seat in self.convicted and not transcript.ended:
            return transcript.closing.void
        return transcript.closing.void or transcript.held(owed.seat, owed.seq) is not None

    def _owed_by(self, seat: int) -> Owed:
        return Owed(seat, self._transcript.rest_heads[seat][0], self._transcript.table_digest)

    # What has become of others.

    def voted_out(self, seat: int) -> bool:
        """Whether the others have voted to drop a seat, even if what it owed has come here in time."""
        return seat in self._transcript.play.dropped or self._lost(seat) is not None

    def overruled(self) -> tuple[int, int] | None:
        """(seat, seq) of a recorded entry in whose place the others have dropped its author, or which is one
        of a fork behind which they go back; None = none.

        The match went on without it, so what is recorded here from it on is no part of the match.
        """
        for seat, (due, _) in enumerate(self._transcript.heads()):
            seq = None if seat in self._transcript.play.dropped else self._lost(seat)
            if seq is not None and seq < due:
                return seat, seq
        return None

    def _lost(self, seat: int) -> int | None:
        """The seq in whose place a seat was voted out, or left behind with a fork; None = none. A vote at
        another rest than the entry's counts for nothing, and so does one of a voter that has answered the
        entry since: it had it."""
        transcript = self._transcript
        forked = self.forks.lost(seat)
        if forked is not None:
            return forked
        for owed, voters in self._votes.lost(seat):
            here = transcript.entries(seat, owed.seq)
            entry = parse_message(here[0]) if here else None
            if isinstance(entry, Entry) and entry.head.state != owed.table:
                continue
            behind: set[int] | None = None
            for batch in transcript.batches:
                if behind is not None:
                    behind |= {one.seat for one in batch.entries}
                elif any((one.seat, one.seq) == (seat, owed.seq) for one in batch.entries):
                    behind = set()
            if behind is not None:
                heads = zip(transcript.heads(), transcript.rest_heads, strict=True)
                behind |= {other for other, (now, before) in enumerate(heads) if now != before}
            if behind is None or not behind & voters:
                return owed.seq
        return None

"""A match followed by what is signed in it, sans-IO: for onlookers and archives, and below every seat.

Three things go on together, and nothing else moves any of them:

    bytes -> Transcript: who signed what, and is all there that is owed at this rest? -> a batch
             Replica: the engine carries the batch out -> the next rest, and who owes what at it
             Transcript: entries that wait for this rest already -> accepted, perhaps the next batch ...

Every item accepted on the way is in the journal, which is the match file. `receive` begins it, `_advance` is
the circle. A follower has no secrets and signs nothing; a `TableSeat` writes its own entries into the same
transcript, and they take the same road.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from fadenet.engine.rules import Rules
from fadenet.table.ending import Ending
from fadenet.table.journal import Journal
from fadenet.table.replica import Replica
from fadenet.table.view import StepListener
from protocol.faults import BadHello, PeerFault
from protocol.hello import Config, Hello, seat_hellos
from protocol.messages import Entry, ResultMessage, parse_message
from protocol.needs import Accepted, Batch, Rest
from protocol.transcript import Transcript


class Follower:
    """A match whose HELLOs are all there, as everybody can follow it. watch: told the events of every step.

    `transcript`, `replica`, `ending` are this match's, `now` its present rest (None until all have signed
    READY), `fault` the first proven fault. Raises `PeerFault` for HELLOs that do not fit together or for
    other rules or cards than ours.
    """

    def __init__(self, rules: Rules, hellos: Sequence[bytes], watch: StepListener | None = None) -> None:
        self.rules = rules
        self.now: Rest | None = None
        self.fault: PeerFault | None = None
        self._watch = watch
        self.replica = self._replicate()
        self.replica.watch = watch
        self.transcript = self._transcribe(hellos)
        self.ending = Ending(self.transcript, self.replica)
        for player in self.transcript.players:
            if player.rules != rules.hash or player.card_set != rules.card_hash:
                raise BadHello(
                    "this match is played with other rules or cards than ours", evidence=player.wire
                )
        self._journal = Journal([player.wire for player in self.transcript.players])

    def _replicate(self) -> Replica:
        """The engine of the match that has only begun; nobody is told of what happens."""
        return Replica(self.rules)

    def _transcribe(self, hellos: Sequence[bytes]) -> Transcript:
        """A transcript of the match that has only begun."""
        return Transcript(hellos, self.replica.deck_owners(seat_hellos(hellos)))

    # The state of the match.

    @property
    def players(self) -> tuple[Hello, ...]:
        return self.transcript.players

    @property
    def config(self) -> Config:
        return self.transcript.players[0].config

    @property
    def journal(self) -> list[bytes]:
        """All items of the match file in the order in which they were accepted: a node stores each of them
        before it sends its own."""
        return self._journal.items

    @property
    def revision(self) -> int:
        """How often the journal has become another one, and not only longer: it is to be stored anew then."""
        return self._journal.revision

    @property
    def begun(self) -> bool:
        """Whether all have signed READY, and so are in the match."""
        return self.now is not None

    @property
    def over(self) -> bool:
        """Whether the game on the table has ended."""
        return self.ending.over

    @property
    def void(self) -> bool:
        """Whether all seats have agreed that the match ends as it stands, without a winner."""
        return self.ending.void

    @property
    def result(self) -> bytes | None:
        """The RESULT, once every present seat has signed it."""
        return self.transcript.result

    def awaited(self) -> list[int]:
        """The seats that the match waits for at this moment: for an entry, or for a part of the ending."""
        if self.result is not None:
            return []
        if self.over or self.void:
            return self.ending.awaited()
        return self.transcript.leaving.waited_for(self.transcript.awaited())

    # Items from outside.

    def receive(self, data: bytes) -> list[Accepted]:
        """An item from outside; everything accepted because of it is in the journal. Raises `PeerFault`, for
        an entry too that was kept until its rest."""
        try:
            accepted = self._take(data)
            self._follow()
            if (refused := self.transcript.pop_refused()) is not None:
                self.transcript.receive(refused)
        except PeerFault as fault:
            if fault.proven and self.fault is None:
                self.fault = fault
            raise
        return accepted

    def restore(self, items: Sequence[bytes]) -> None:
        """Feed the stored items of this match behind its HELLOs again."""
        for item in items:
            size, message = len(self.journal), parse_message(item)
            if isinstance(message, ResultMessage):
                self.been_away()  # whatever it says of us, it was believed before
            self.receive(item)
            if len(self.journal) == size and isinstance(message, Entry):
                self._journal.add_early(message.head.author, item)

    def been_away(self) -> None:
        """We know that our node was away for longer than the time bank: if the others have ended the match
        without us, that counts."""
        self.transcript.been_away()

    def refute_void(self, seat: int) -> None:
        """A seat has signed an entry at this rest. If it has signed END void there as well, that counts for
        nothing, and goes out of the journal."""
        if self.transcript.closing.is_void_for(seat):
            self._journal.forget(self.transcript.closing.refute(seat))

    def _take(self, data: bytes) -> list[Accepted]:
        accepted = self.transcript.receive(data)
        self._keep(accepted)
        return accepted

    def _keep(self, accepted: Sequence[Accepted] = ()) -> None:
        for wire in self.transcript.forks.pop_replaced():
            self._journal.forget(wire)
        self._journal.keep(accepted, self.result)

    # The run of the match.

    def _follow(self) -> None:
        """Go on from what was accepted, and back where others go on without what we have."""
        self._advance()
        while (place := self.transcript.leaving.overruled()) is not None:
            self._without(*place)

    def _advance(self) -> None:
        """Carry complete batches out and announce the rests that follow."""
        while (batch := self.transcript.batch()) is not None:
            self._journal.forget_early(batch.dropped)
            now = self.now = self._carry_out(batch)
            self._keep(self.transcript.rest(now.state_digest, now.expect, now.outcome))

    def _carry_out(self, batch: Batch) -> Rest:
        return self.replica.begin(self.transcript) if self.now is None else self.replica.follow(batch)

    def _without(self, seat: int, seq: int) -> None:
        """Follow the match anew without the entries of a seat from `seq` on: it was dropped in their place.

        The engine cannot go back, so all is fed again; first in its era what says that all go back, as the
        votes behind which they do decide nothing then. Items that stood on these entries fit no more; those
        that the others have made instead come with the next exchange.
        """
        kept = self._journal.rewind(seat, seq)
        resumes = [wire for wire in kept if self.transcript.forks.holds(wire)]
        before, self.replica = self.transcript, self._replicate()
        self.transcript = self._transcribe(self.journal)
        if before.was_away:
            self.transcript.been_away()
        self.ending = Ending(self.transcript, self.replica, self.ending)
        self.now = None
        for wire in kept:
            if resumes and self.transcript.era == before.era:
                self._feed_again(resumes)
                resumes = []
            self._feed_again([wire])
        for one in before.convicted:  # not sooner: what was taken before it was proven stays
            self.transcript.convict(one)
        self.replica.watch = self._watch

    def _feed_again(self, wires: Iterable[bytes]) -> None:
        for wire in wires:
            with suppress(PeerFault):
                self._keep(self.transcript.receive(wire))
                self._advance()

    # The acts of a seat alone: a follower signs nothing, and takes back nothing.

    def pump(self) -> list[bytes]:
        """The items that our seat signs without a choice, to be stored, then sent: none of a follower."""
        return []

    def convict(self, fault: PeerFault) -> bool:
        """Whether we can go on without the author of a proven fault."""
        return False

    def is_undone(self, data: bytes) -> bool:
        """Whether this is an entry of ours in whose place we were dropped."""
        return False

    def fork_from(self, proofs: Iterable[bytes]) -> bytes | None:
        """Which of these EVIDENCEs proves a fork behind which we can go back; None = none."""
        return None

    def go_back(self, proof: bytes) -> list[bytes]:
        """Say that we go back behind a fork; returns our new items."""
        return []

"""One seat at one match, sans-IO: bytes from peers and answers of the player in, bytes to store and send out.

Joins a replica of the engine to a transcript. Everything that leaves nothing to choose (shuffles, tokens,
openings, the whole ending) is answered here; decisions are asked of the player by the caller. `journal` holds
all items of the match file in accepted order: whoever runs the seat stores each of them before it sends our
own, and a seat that is fed its own journal again stands where it stood.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import kernel
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import NEED_DECK, NEED_ITEMS, NEED_KIND, NEED_WHO, TAKE, Known, Row
from fadenet.table.player import Seat
from fadenet.table.replica import Replica, Watcher
from protocol.audit import Audited, audit
from protocol.encoding import encode
from protocol.faults import BadHello, LocalError, PeerFault
from protocol.hello import Config, Hello, seat_hellos
from protocol.messages import Commit, Drop, Payload, ResultMessage, Take
from protocol.messages import Move as MoveMessage
from protocol.needs import (
    Accepted,
    NeedCommit,
    NeedMove,
    NeedReveal,
    NeedTake,
    Rest,
)
from protocol.secrets import Secrets, choice_hash
from protocol.transcript import Transcript
from protocol.values import Claim


class TableSeat:
    """Our seat (`own` given) or an onlooker's place at a match whose HELLOs are all there.

    Raises `PeerFault` for HELLOs that do not fit together or for other rules or cards than ours.
    """

    def __init__(
        self, rules: Rules, hellos: Sequence[bytes], own: Secrets | None, watch: Watcher | None = None
    ) -> None:
        self.rules = rules
        self.replica = Replica(rules, watch)
        self.transcript = Transcript(hellos, self.replica.deck_owners(seat_hellos(hellos)), own)
        for player in self.transcript.players:
            if player.rules != rules.hash or player.card_set != rules.card_hash:
                raise BadHello(
                    "this match is played with other rules or cards than ours", evidence=player.wire
                )
        self.journal: list[bytes] = [player.wire for player in self.transcript.players]
        self.known: Known = {}
        self.view: Seat | None = None
        self.now: Rest | None = None
        self.audited: Audited | None = None
        self.fault: PeerFault | None = None
        self.signed = b""  # the RESULT as our seat signed it, perhaps still without the others' signatures
        self._sealed: MoveMessage | None = None
        self._doubts: list[Drop] = []  # votes to drop somebody that are still to be answered
        self._given_up: set[int] = set()
        self._settled: tuple[object, ...] = ()  # what the audit and the RESULT that we signed rest on

    # What is known.

    @property
    def seat(self) -> int:
        """Our seat. An onlooker has none: asking for it is a `LocalError`."""
        if self.transcript.seat is None:
            raise LocalError("an onlooker sits nowhere")
        return self.transcript.seat

    @property
    def players(self) -> tuple[Hello, ...]:
        return self.transcript.players

    @property
    def config(self) -> Config:
        return self.transcript.players[0].config

    @property
    def over(self) -> bool:
        """Whether the game on the table has ended."""
        return self.now is not None and self.now.over

    @property
    def result(self) -> bytes | None:
        """The RESULT, once every present seat has signed it."""
        return self.transcript.closing.complete

    @property
    def absent(self) -> tuple[int, ...]:
        """Who takes no part in the ending: dropped seats, and those given up that still owe something."""
        transcript, closing = self.transcript, self.transcript.closing
        given = {*closing.audits} & {*closing.verdicts}
        found = self.audited.findings if self.audited is not None else ()
        return tuple(
            seat
            for seat in range(transcript.seats)
            if seat in transcript.play.dropped
            or (seat in self._given_up and not (seat in given and closing.has_signed(seat, found)))
        )

    def awaited(self) -> list[int]:
        """The seats that the match waits for at this moment: for an entry, or for a part of the ending."""
        transcript, closing = self.transcript, self.transcript.closing
        if not self.over or self.result is not None:
            return transcript.awaited() if not self.over else []
        absent = self.absent
        present = [seat for seat in range(transcript.seats) if seat not in absent]
        playing = [seat for seat in present if seat in transcript.play.playing()]
        if closing.agreed(absent) is None:
            outcome = self.now.outcome if self.now is not None else None
            return [seat for seat in playing if not closing.has_ended(seat, outcome)]
        for stated in (closing.audits, closing.verdicts):
            if missing := [seat for seat in present if seat not in stated]:
                return missing
        found = self.audited.findings if self.audited is not None else ()
        return [seat for seat in present if not closing.has_signed(seat, found)]

    @property
    def dropped(self) -> bool:
        """Whether the others go on without us: they have voted our seat out."""
        return self.transcript.voted_out(self.seat)

    def question(self) -> Row | None:
        """The ask that our player has to answer now, if any (a search asks through `search`)."""
        need = self.transcript.owed()
        state = self.replica.state
        if not isinstance(need, NeedMove | NeedCommit) or state is None:
            return None
        return kernel.ask_of(state, self.seat)

    def search(self) -> Row | None:
        """The need that our player has to answer out of its deck, if any."""
        state = self.replica.state
        if state is None or not isinstance(self.transcript.owed(), NeedTake):
            return None
        return next(w for w in state.needs if w[NEED_KIND] == TAKE and w[NEED_WHO] == self.seat)

    # What comes in.

    def receive(self, data: bytes) -> list[Accepted]:
        """An item from outside; everything accepted because of it is in the journal. Raises `PeerFault`."""
        try:
            accepted = self.transcript.receive(data)
            self._keep(accepted)
            self._doubts += [one.payload for one in accepted if isinstance(one.payload, Drop)]
            self._advance()
        except PeerFault as fault:
            if fault.proven and self.fault is None:
                self.fault = fault
            raise
        return accepted

    def restore(self, items: Sequence[bytes]) -> None:
        """Feed the stored items of this match behind its HELLOs again, our own among them."""
        for item in items:
            self.receive(item)

    # What goes out.

    def pump(self) -> list[bytes]:
        """Write all that leaves nothing to choose; returns what to store, then send: our own new items, and
        those of others that somebody misses."""
        made = self._deny()
        while True:
            need = self.transcript.owed()
            if need is None or isinstance(need, NeedMove | NeedCommit | NeedTake):
                break
            payload = self._reveal() if isinstance(need, NeedReveal) else self.transcript.answer()
            made.append(self._write(payload))
        made += self._close()
        return made

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        """Our player's answer; returns our new items. Raises `LocalError` for a move that is refused."""
        need = self.transcript.owed()
        if not isinstance(need, NeedMove | NeedCommit) or self.view is None:
            raise LocalError("our seat owes no decision at this rest")
        reason = self.view.refusal(move)
        if reason is not None:
            raise LocalError(f"{reason.text} [{reason.rule}]")
        payload = self.replica.message(self.seat, move, standing)
        if isinstance(need, NeedCommit):
            assert isinstance(payload, MoveMessage)
            self._sealed = payload
            payload = self.transcript.sealed(payload)
        return [self._write(payload), *self.pump()]

    def take(self, handles: Sequence[int]) -> list[bytes]:
        """Our player's choice in a search: the cards taken, () = none. What must be taken is."""
        want, vault = self.search(), self.transcript.play.vault
        if want is None or self.view is None:
            raise LocalError("no search is asked of our seat")
        assert vault is not None
        statement, shown, _ = want[NEED_ITEMS]
        taken = self.view.settled(want, handles)
        coms = tuple(self.replica.com[h] for h in taken)
        claims = (Claim(statement, coms),) if statement else ()
        payload = Take(want[NEED_DECK], coms, vault.ops(coms) if shown else (), claims)
        return [self._write(payload), *self.pump()]

    def concede(self) -> list[bytes]:
        """Give up at our own decision."""
        return self.answer(CONCEDE_MOVE)

    @property
    def may_vote(self) -> bool:
        """Whether it takes a vote to go on without those we wait for: three or more are in the match, we are
        one of them, and an entry or an END is missing."""
        playing, closing = self.transcript.play.playing(), self.transcript.closing
        open_end = not self.over or closing.agreed(self.absent) is None
        return self.seat in playing and len(playing) > 2 and open_end

    def drop(self, seat: int, vote: bool = True) -> list[bytes]:
        """Vote on going on without a seat that owes an entry here, or its END; returns our new items.

        More than half of those still in have to vote so (`protocol/README.md`, Leaving). Raises `LocalError`
        for a seat that owes us nothing, or whose entry is here.
        """
        wire = self.transcript.drop(seat, vote)
        self.journal.append(wire)
        self._advance()
        return [wire, *self.pump()]

    def abandon(self) -> list[bytes]:
        """Wait no longer for those who have left us waiting, where no vote can end it; returns our new items.

        The last but one in a match shows its AUDIT, so that the win is credible. A match that has ended goes
        on to its RESULT, in which they are absent: unless they come back before it is whole.
        """
        playing, closing = self.transcript.play.playing(), self.transcript.closing
        if self.may_vote:
            raise LocalError("more than two are in the match: they vote on who has left it")
        if self.over:
            if len(playing) <= 2 or closing.agreed(self.absent) is not None:
                self._given_up |= {seat for seat in self.awaited() if seat != self.seat}
            return self._close()
        if self.seat not in playing or self.seat in closing.audits:
            return []
        self.journal.append(closing.audit(abandoned=True))
        return [self.journal[-1]]

    def _write(self, payload: Payload) -> bytes:
        wire = self.transcript.write(payload)
        self.journal.append(wire)
        self._advance()
        return wire

    def _deny(self) -> list[bytes]:
        """Answer votes to drop a seat whose entry is here: with a vote against it, and the entry."""
        made: list[bytes] = []
        for drop in self._doubts:
            said = self.transcript.deny(drop)
            self.journal += said[:-1]
            made += said
        self._doubts.clear()
        return made

    def _reveal(self) -> Payload:
        """Open our sealed decision; after a restart it is found again among the legal ones by its hash."""
        if self._sealed is None:
            self._sealed = self._find_sealed()
        payload = self.transcript.reveal(self._sealed)
        self._sealed = None
        return payload

    def _find_sealed(self) -> MoveMessage:
        transcript, seat = self.transcript, self.seat
        vault = transcript.play.vault
        assert vault is not None and self.view is not None
        seq = transcript.play.committed(seat)
        salt = vault.derived.choice_salt(seq)
        for batch in reversed(transcript.batches):
            for entry in batch.entries:
                if entry.seat == seat and entry.seq == seq and isinstance(entry.payload, Commit):
                    for move in (*self.view.options(), CONCEDE_MOVE):
                        message = self.replica.message(seat, move, None)
                        if isinstance(message, MoveMessage):
                            made = choice_hash(transcript.game_id, seat, seq, encode(message.wire()), salt)
                            if made == entry.payload.hash:
                                return message
        raise LocalError("the sealed decision of our seat cannot be found again")

    # The run of the match.

    def _keep(self, accepted: Sequence[Accepted]) -> None:
        """Into the journal; a RESULT only once it is complete, and as the last item."""
        complete = self.transcript.closing.complete
        if complete is not None and self.journal[-1] == complete:
            return
        self.journal += [one.wire for one in accepted if not isinstance(one.payload, ResultMessage)]
        if complete is not None:
            self.journal.append(complete)

    def _advance(self) -> None:
        """Apply complete batches and announce the rests that follow."""
        while (batch := self.transcript.batch()) is not None:
            self.now = self.replica.begin(self.transcript) if self.now is None else self.replica.follow(batch)
            if self.transcript.seat is not None and self.replica.state is not None:
                self.replica.learn(self.known)
                if self.view is None:
                    self.view = Seat(self.replica.state, self.seat, self.known)
            self._keep(self.transcript.rest(self.now.state_digest, self.now.expect))

    def _close(self) -> list[bytes]:
        """END, AUDIT, VERDICT and RESULT, each as soon as the one before is complete."""
        transcript, closing = self.transcript, self.transcript.closing
        if not self.over or transcript.seat is None or self.result is not None or self.dropped:
            return []
        assert self.now is not None
        if self.audited is not None:
            self._judge(self.absent)
        seat, absent = self.seat, self.absent
        present = [other for other in range(transcript.seats) if other not in absent]
        made: list[bytes] = []
        if seat in transcript.play.playing() and seat not in closing.ends:
            made.append(closing.end(self.now.outcome))
        if closing.agreed(absent) is not None and seat not in closing.audits:
            made.append(closing.audit(abandoned=True))
        if all(other in closing.audits for other in present):
            self._judge(absent)
            if seat not in closing.verdicts and self.audited is not None:
                made.append(closing.verdict(self.audited.findings))
        self.journal += made
        if self.audited is not None and not self.signed and all(o in closing.verdicts for o in present):
            self.signed = closing.result(self.audited.findings, absent)
            made.append(self.signed)
            self._keep(())
        return made

    def _judge(self, absent: tuple[int, ...]) -> None:
        """Audit with the AUDITs that are there; once there are others, the RESULT is signed anew as well."""
        settled = absent, dict(self.transcript.closing.audits)
        if settled != self._settled:
            self._settled, self.signed = settled, b""
            self.audited = audit(self.transcript, self.replica.judge())

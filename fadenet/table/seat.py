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
from protocol.hello import Config, Hello
from protocol.messages import Commit, Payload, ResultMessage, Take
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
        count = len(hellos)
        owners = [seat for seat in range(count) for _ in range(rules.decks_per_seat)]
        self.transcript = Transcript(hellos, owners, own)
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
        self._sealed: MoveMessage | None = None
        self.signed = b""  # the RESULT as our seat signed it, perhaps still without the others' signatures

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
        """Write all that leaves nothing to choose; returns our own new items, to be stored, then sent."""
        made: list[bytes] = []
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
        """Our player's choice in a search: the cards taken, () = none.

        Saying that nothing fits where something does would convict us at the audit, so then the first is
        taken (faroe zone.hidden-choice).
        """
        want, vault = self.search(), self.transcript.play.vault
        if want is None or self.view is None:
            raise LocalError("no search is asked of our seat")
        assert vault is not None
        statement, shown, _ = want[NEED_ITEMS]
        taken = self.view.settled(want, handles)
        if statement and not taken:
            taken = self.view.takeable(want)[:1]
        coms = tuple(self.replica.com[h] for h in taken)
        claims = (Claim(statement, coms),) if statement else ()
        payload = Take(want[NEED_DECK], coms, vault.ops(coms) if shown else (), claims)
        return [self._write(payload), *self.pump()]

    def concede(self) -> list[bytes]:
        """Give up at our own decision."""
        return self.answer(CONCEDE_MOVE)

    def abandon(self) -> list[bytes]:
        """The other seat of two is gone for good: show our AUDIT, so that the win is credible.

        A game that has ended gets its RESULT with the other seat absent.
        """
        closing, seat = self.transcript.closing, self.seat
        made: list[bytes] = []
        if self.now is not None and self.over and seat not in closing.ends:
            made.append(closing.end(self.now.outcome))
        if seat not in closing.audits:
            made.append(closing.audit(abandoned=True))
        self.journal += made
        if self.over:
            self.audited = audit(self.transcript, self.replica.judge())
            absent = [other for other in range(self.transcript.seats) if other != seat]
            made.append(closing.result(self.audited.findings, absent))
            self._keep(())
        return made

    def _write(self, payload: Payload) -> bytes:
        wire = self.transcript.write(payload)
        self.journal.append(wire)
        self._advance()
        return wire

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
        self.journal += [one.wire for one in accepted if not isinstance(one.payload, ResultMessage)]
        complete = self.transcript.closing.complete
        if complete is not None and self.journal[-1] != complete:
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
        if not self.over or self.transcript.seat is None:
            return []
        assert self.now is not None
        closing, seat = self.transcript.closing, self.seat
        made: list[bytes] = []
        if seat not in closing.ends:
            made.append(closing.end(self.now.outcome))
        if closing.agreed() is not None and seat not in closing.audits:
            made.append(closing.audit())
        if len(closing.audits) == self.transcript.seats and seat not in closing.verdicts:
            self.audited = audit(self.transcript, self.replica.judge())
            made.append(closing.verdict(self.audited.findings))
        self.journal += made
        if len(closing.verdicts) == self.transcript.seats and not self.signed:
            self.audited = self.audited or audit(self.transcript, self.replica.judge())
            self.signed = closing.result(self.audited.findings)
            made.append(self.signed)
            self._keep(())
        return made

"""One match as one seat (or an onlooker) records it: the state machine of the protocol.

Theory of operation
===================

Nothing here opens a socket, reads a clock or draws a random number. Bytes that peers sent go in, bytes to
store and send come out. It does not know the rules of any game either: the caller (the table) runs the
engine and tells the transcript, at every *rest*, who owes what.

**The rest.** A match is a row of rests. At a rest the engine waits: for a decision of one seat or of
several, or for the table to answer a need (shuffle, token, opening, toss ...). The caller announces it
with `rest(state digest, expectations)`: at most one entry from each seat. The transcript turns the
engine's state digest into the *table digest*, a hash over it and over the last link of every author.
Each entry signs the table digest of its rest, so a signature says: "I have seen all of this, and this is
what I do".

**The batch.** All that is owed at one rest is one batch. The entries may come in any order; each is
checked on arrival against what was asked, recorded, and kept. When the last one is there, `batch()`
applies all of them to the ledger in seat order and hands them to the caller, who runs the engine
to its next rest and calls `rest` again. Between `batch()` and `rest()` nothing is accepted.

    HELLOs -> [rest: READY of all] -> batch -> [rest] -> batch -> ... -> [rest with nothing owed] -> END ...

**Standing.** `standing` tells who is in (a seat's standing, and what it may become), and nothing else does.

**Statements** stand outside the chains. DROP votes (`Leaving`, see `votes`) are counted at once, because
being voted out takes the place of the entry, or at the last rest of the END, that a silent seat owes; items
of that seat that come later are not heard. RESUMEs of all who remain (`Forks`) do the same to a seat that has
signed two entries for one place, and begin a new era. END, AUDIT, VERDICT and RESULT belong to `Closing`.

**The parts.** The chains and rests are `Authors`. The end (`Closing`) looks at these, votes and forks look at
both, and the transcript puts them together: it alone signs and takes in what peers say. Callers ask each
part for its own: `play` (cards and chance), `leaving` (votes), `forks`, `closing`.

**Tokens.** A BIND or SPLIT needs the next token of every permuter of the deck. They come as TOKEN entries
at a rest of their own, or ride in a MOVE when there are two seats. `token_needs` says what is still
missing, `bind`, `split` and `toss` (all in `Play`) spend the tokens. A token that rode along and is not
spent before the next rest came too early, which is its author's fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from protocol.authors import Authors, Present
from protocol.closing import Closing
from protocol.encoding import encode
from protocol.evidence import fork_of, signed_statement
from protocol.faults import (
    BadEncoding,
    BadSignature,
    LocalError,
    PeerFault,
    WrongGame,
)
from protocol.hashing import H, many, sign, u32, var, verify
from protocol.intake import Intake
from protocol.leaving import Leaving
from protocol.messages import (
    Commit,
    Entry,
    EntryPlace,
    Head,
    MoveMessage,
    Payload,
    Ready,
    ResultMessage,
    Reveal,
    Statement,
    parse_message,
)
from protocol.needs import (
    Accepted,
    Batch,
    Expect,
    Need,
)
from protocol.play import Play
from protocol.result import root_of
from protocol.secrets import Secrets
from protocol.standing import DROPPED, ELIMINATED, PLAYING, Standing
from protocol.statements import Body, Drop, Resume, parse_body
from protocol.values import DECKS_MAX, NOBODY, VERSION, Finding, Outcome
from protocol.vault import Vault


class Transcript(Authors):
    """The record of one match. `hellos` in any order; `decks[d]` = owner of deck d in seat order, or NOBODY;
    `own` = the secrets of the seat that plays here, None for an onlooker or verifier.

    `play`, `closing`, `leaving` and `forks` are its parts. Raises `PeerFault` for HELLOs that do not hold.
    """

    def __init__(self, hellos: Iterable[bytes], decks: Sequence[int], own: Secrets | None = None) -> None:
        super().__init__(hellos, own)
        if len(decks) > DECKS_MAX or any(not 0 <= d < self.seats and d != NOBODY for d in decks):
            raise LocalError("every deck is owned by a seat or by nobody")
        self._own = own
        self.play = Play(self.game_id, decks, self.standings, own, self.seat)
        self.closing = Closing(self, own)
        self.leaving = Leaving(self, self.closing, self.play.ledger.decks)
        self.forks = self.leaving.forks
        self._intake = Intake(self, self.play, self.closing, self.leaving)
        self._was_away = False
        self.leaving.open()

    def let_go(self) -> None:
        """Nothing more is asked of this transcript. Its parts hold it as it holds them, and in such a circle
        all of it would wait for the garbage collector."""
        self.leaving.let_go()
        del self.closing, self.leaving, self.forks, self._intake

    # The standing of seats

    def standing(self, seat: int) -> Standing:
        """The standing of a seat in this match."""
        return self.leaving.standing(seat)

    def who_is(self, standing: Standing) -> frozenset[int]:
        """The seats of this standing."""
        return frozenset(seat for seat in range(self.seats) if self.standing(seat) is standing)

    def playing(self) -> list[int]:
        """The seats that are in: neither DROPPED nor ELIMINATED."""
        return self.standings.playing()

    def beside(self) -> set[int]:
        """The seats that are left to play on with: in, and neither doomed nor ever convicted."""
        return self.leaving.beside()

    @property
    def convicted(self) -> frozenset[int]:
        """The seats that our caller has ever had proof against."""
        return frozenset(self.standings.convicted)

    def convict(self, seat: int) -> None:
        """Our caller has proof that a seat broke a rule: from now on it counts as silent."""
        self.standings.convicted.add(seat)

    def eliminate(self, seat: int) -> None:
        """The rules take a seat out of the match: its tokens are no longer asked, its END is not needed."""
        self.standings.become(seat, ELIMINATED)

    # Rests

    def rest(self, state_digest: bytes, expect: Iterable[Expect], outcome: Outcome = None) -> list[Accepted]:
        """Announce the next rest; returns entries, kept from before, that are accepted now.

        `state_digest` has 32 bytes (zeros before the engine is set up). `outcome`: how the match has ended,
        at its last rest. Raises `LocalError` when the last batch was not taken or a need makes no sense,
        `PeerFault` for an unspent token. A kept entry that proves a fault here is not raised, but told
        by `pop_refused`.
        """
        if not self.present.done:
            raise LocalError("the batch of the last rest is still to be taken")
        if len(state_digest) != 32:
            raise LocalError("a state digest has 32 bytes")
        needs: dict[int, Need] = {}
        for one in sorted(expect, key=lambda one: one.seat):
            if one.seat in needs or one.seat not in range(self.seats):
                raise LocalError("a rest expects at most one entry from each seat")
            self.play.check_need(one.seat, one.need)
            needs[one.seat] = one.need
        self.play.check_spent(needs.values())
        heads = self.heads()
        table = H("fn1/table", state_digest, many([u32(seq) + link for seq, link in heads]))
        self.present = Present(table, heads, root_of(self.game_id, heads), needs, outcome)
        self.leaving.open()
        self._count_out()
        return self._intake.drain(kept=True)

    def batch(self) -> Batch | None:
        """All that was owed at this rest, applied in seat order; None while something is missing."""
        rest = self.present
        if rest.done or not rest.needs:
            return None
        silent = self.leaving.decided(self.awaited())
        if len(rest.got) + len(silent) < len(rest.needs):
            return None
        if self.forks.late:
            return None
        dropped = sorted({*silent} | self.forks.left_here())
        rest.done = True
        entries = [rest.got[seat] for seat in sorted(rest.got)]
        for accepted in entries:
            assert accepted.seq is not None
            need = rest.needs[accepted.seat]
            self.play.apply(accepted.seat, accepted.seq, accepted.wire, need, accepted.payload)
        for seat in dropped:
            self.standings.become(seat, DROPPED)
            self.play.drop(seat, rest.needs.get(seat))
        if said := self.forks.resumed(dropped):
            self.forked_ready |= self.forks.readies(dropped)
            self._renew(said)
        self.leaving.close()
        self.batches.append(Batch(tuple(entries), tuple(dropped)))
        self.tables.append(rest.table)
        self.roots.append(self.root)
        return self.batches[-1]

    def _renew(self, said: Mapping[int, Ready]) -> None:
        """All who remain go on from here in a new era; entries from branches left behind are forgotten."""
        self.era += 1
        self.since = len(self.batches) + 1
        self.play.renew(self.era, said)
        for author in self.chains:
            author.ahead.clear()

    # Our own entries

    def owed(self) -> Need | None:
        """The need that our own seat still owes at the present rest, None = none: not one whose entry it has
        signed and lost (`lost`), and none on a branch that it has said it leaves."""
        return self._intake.owed()

    def answer(self) -> Payload:
        """The payload for what we owe, where nothing is left to choose. Raises `LocalError` otherwise."""
        need, xks = self.owed(), [player.binding.xk for player in self.players]
        return self.play.answer(need, *self._next(), xks)

    def sealed(self, move: MoveMessage) -> Commit:
        """The first half of a sealed decision, to be written as our next entry."""
        return self._knows().sealed(*self._next(), move)

    def reveal(self, move: MoveMessage) -> Reveal:
        """The second half, with the same move, once all have committed."""
        vault = self._knows()
        assert self.seat is not None
        return vault.reveal(self.place(self.seat, self.play.committed(self.seat)), move)

    def _next(self) -> tuple[int, bytes]:
        """The seq and place of our next entry."""
        if self.seat is None:
            raise LocalError("an onlooker decides nothing")
        seq = len(self.chains[self.seat].log)
        return seq, self.place(self.seat, seq)

    def _knows(self) -> Vault:
        if self.play.vault is None:
            raise LocalError("an onlooker decides nothing")
        return self.play.vault

    def write(self, payload: Payload) -> bytes:
        """Make, sign and record our own entry; returns its bytes, to be stored before they are sent.

        Raises `LocalError` when the entry is not owed or a peer would refuse it.
        """
        if self._own is None or self.seat is None or self.owed() is None:
            raise LocalError("our seat owes nothing at this rest")
        self._was_away = False
        author = self.chains[self.seat]
        data = encode(payload.wire())
        place = EntryPlace(self.game_id, self.seat, len(author.log))
        body = H("fn1/body", var(data))
        head = Head.make(payload.TYPE, place, author.link, self.present.table, body, self.era)
        signature = sign(self._own.sk, "fn1/msg", head)
        wire = encode([head, data, signature])
        entry = parse_message(wire)  # as whoever keeps it reads it
        assert isinstance(entry, Entry)
        try:
            self._intake.accept(entry)
        except PeerFault as fault:
            raise LocalError(f"a peer would refuse this entry: {fault.why}") from fault
        return wire

    # Items from peers

    def receive(self, data: bytes) -> list[Accepted]:
        """An entry or statement from outside, through any seat; returns what was accepted because of it.

        Known ones give []; so do entries ahead, which are kept. Raises `PeerFault`.
        """
        return self.take_in(parse_message(data))

    def take_in(self, message: Entry | Statement | ResultMessage) -> list[Accepted]:
        """`receive` for what has been parsed."""
        if isinstance(message, ResultMessage):
            return self.closing.receive_result(message)
        if isinstance(message, Statement):
            return self._hear(message)
        self._intake.sort_in(message)
        return self._intake.drain()

    # Statements

    def _hear(self, statement: Statement) -> list[Accepted]:
        """Take in a statement. Nothing that it lets in is raised, or the caller would not hear of it itself:
        what proves a fault is told by `pop_refused`."""
        body = parse_body(statement.kind, statement.body)
        if body.game != self.game_id:
            raise WrongGame("a statement of another match", evidence=statement.wire)
        if body.seat >= self.seats:
            raise BadEncoding(f"there is no seat {body.seat}", evidence=statement.wire)
        signed = signed_statement(statement.kind, statement.body)
        if not verify(self.players[body.seat].binding.sk, "fn1/stmt", signed, statement.signature):
            raise BadSignature("the author did not sign this statement", evidence=statement.wire)
        if isinstance(body, Drop):
            if body.accused >= self.seats:
                raise BadEncoding(f"there is no seat {body.accused}", evidence=statement.wire)
            try:
                fresh = self.leaving.count(body, statement)
            finally:
                self._count_out()
            return self._lets_in(body, statement) if fresh else []
        if isinstance(body, Resume):
            fresh = self.forks.hear(body, statement)
            return self._lets_in(body, statement) if fresh else []
        return self.closing.hear(body, statement)

    def _lets_in(self, body: Body, statement: Statement) -> list[Accepted]:
        """A statement, and the entries that were kept for it."""
        return [Accepted(body.seat, None, body, statement.wire), *self._intake.drain(kept=True)]

    def _count_out(self) -> None:
        """At the last rest, where a batch does not come any more, a seat is dropped at once, and is in again
        if the votes turn out to count for nothing."""
        if self.ended:
            for seat in self.leaving.decided(self.playing()):
                self.standings.become(seat, DROPPED)
            for seat in self.leaving.back():
                self.standings.become(seat, PLAYING)

    def state(self, body: Body) -> bytes:
        """Sign a statement of our own and take it in; returns its bytes."""
        return self._stated(body)[0]

    def _stated(self, body: Body) -> tuple[bytes, list[Accepted]]:
        """`state`, and what is accepted because of it, the statement among it if it is new."""
        if self._own is None or body.seat != self.seat:
            raise LocalError("we can state things for our own seat only")
        data = encode(body.wire())
        signature = sign(self._own.sk, "fn1/stmt", signed_statement(body.TYPE, data))
        wire = encode([VERSION, body.TYPE, data, signature])
        return wire, self._hear(Statement(wire, body.TYPE, data, signature))

    def gist(self, statement: Statement) -> bytes:
        """The part of a statement that is here which honest nodes can come to hold alike; b"" = none.

        A seat that signs one thing here and another there has two nodes hold different statements for good:
        each keeps the first. So of such only that counts which does not depend on the order in which they
        came.
        """
        said = signed_statement(statement.kind, statement.body)
        body = parse_body(statement.kind, statement.body)
        if isinstance(body, Drop | Resume):
            return self.leaving.gist(body, said)
        return self.closing.gist(body, said)

    def pop_refused(self) -> bytes | None:
        """A kept entry that proves a fault and was not raised, told once: `receive` raises it."""
        return self._intake.pop_refused()

    # Votes: see `Leaving`

    def drop(self, seat: int) -> bytes:
        """Vote to drop a seat; returns the statement's bytes. Raises `LocalError` where we may not."""
        return self._cast(self.leaving.drop(seat))[0].wire

    def deny(self, drop: Drop) -> list[bytes]:
        """The answer to a vote to drop a seat whose entry or END is here: our vote against it, if we have
        one, and the item itself. Empty when we do not have it."""
        vote, item = self.leaving.denial(drop)
        return [*([] if vote is None else [self._cast(vote)[0].wire]), *([] if item is None else [item])]

    def settle(self, confirm: bool = False) -> list[Accepted]:
        """Cast the votes that follow from those of the others; returns these, and what is accepted now.

        confirm: also that a seat is out, which may wait until others who take back have been heard.
        """
        return [one for vote in self.leaving.due(confirm) for one in self._cast(vote)]

    def _cast(self, vote: Drop) -> list[Accepted]:
        """Sign a vote; it, and what is accepted because of it."""
        wire, accepted = self._stated(vote)
        return accepted or [Accepted(vote.seat, None, vote, wire)]

    @property
    def unsettled(self) -> bool:
        """Whether something is under way: a vote of ours to drop a seat, or a way back behind a fork."""
        return self.leaving.voting or self.forks.any

    # Forks: see `Forks`

    def go_back(self, proof: bytes) -> bytes:
        """Go back behind a fork; returns the statement's bytes. Raises `LocalError` where we may not."""
        if self.seat is None or self.play.vault is None or not self.forks.may_say(fork_of(proof)):
            raise LocalError("our seat cannot go back behind this fork")
        ready = self.play.vault.chains.ready(self.play.ledger.decks, self.era + 1)
        return self.state(Resume(self.game_id, self.seat, proof, ready))

    # The end: see `Closing`

    def played_out(self) -> frozenset[int]:
        """The seats that have given all that they owed before the last rest: with that they have signed how
        the game has ended, whether or not they say END. Nobody before that rest."""
        left = {seat for batch in self.batches for seat in batch.dropped}
        return frozenset(range(self.seats)) - left if self.ended else frozenset()

    @property
    def void(self) -> bool:
        """Whether all seats have agreed that the match ends as it stands, without a winner."""
        return not self.ended and self.closing.void and not self.leaving.bars_void

    def judged_by(self, bears_out: Callable[[tuple[Finding, ...], frozenset[int]], bool]) -> None:
        """Ask this whether what a RESULT finds that we have not signed, with these absent, is borne out."""
        self.closing.bears_out = bears_out

    def end(self, outcome: Outcome) -> bytes:
        """State our END at the present rest; None = void."""
        return self.state(self.closing.end(outcome))

    def audit(self, alone: bool = False) -> bytes:
        """State our AUDIT: M and the deck list leave this node.

        Only after every seat still in has signed END; or `alone`, where no more than one other is left to
        play on with (`beside`), and our seat has given that one up.
        """
        return self.state(self.closing.audit(alone and len(self.beside()) <= 2))

    def verdict(self, findings: Iterable[Finding]) -> bytes:
        """State what our audit found."""
        return self.state(self.closing.verdict(findings))

    @property
    def result(self) -> bytes | None:
        """The RESULT, once all seats present in it have signed it, as far as our seat may believe it."""
        own = self.seat
        if not self.closing.has_results:  # the usual case, and asked at every turn
            return None
        left_behind = own is not None and self.standing(own).left_behind
        return self.closing.complete(left_behind or self._was_away)

    @property
    def was_away(self) -> bool:
        """Whether our node was away for longer than the time bank, and has not signed an entry since: then a
        RESULT that calls our seat absent counts."""
        return self._was_away

    def been_away(self) -> None:
        """Our caller knows that our node was away for longer than the time bank."""
        self._was_away = True

    def caught_up(self) -> None:
        """All others have told what they hold."""
        self._was_away = False

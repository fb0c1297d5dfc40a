"""One match as one seat (or an onlooker) records it: the state machine of the protocol.

Theory of operation
===================

Nothing here opens a socket, reads a clock or draws a random number. Bytes that peers sent go in, bytes to
store and send come out. There are no rules of any game in it either: the caller (the table) runs the
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

**An entry from outside** goes through these stages; the first that fails raises a `PeerFault` and leaves
the transcript as it was:

    1. decode the envelope and the head; right match, an author that sits here     BadEncoding, WrongGame
    2. signature over the head, hash of the payload                              BadSignature, BadBody
    3. of another era than the entry recorded at its place, or than ours: forgotten;
       behind the author's last entry: the same as recorded -> nothing new; else   Equivocation
    4. too far ahead, or impossible now                                WrongSeq, UnexpectedEntry
    5. keep it with those that are ahead (64 a seat, 256 KiB)
    6. as long as a kept entry is the next of a seat that owes one: previous link   WrongPrev
       table digest                                                             WrongState
       type, payload, and the payload against the ledger     UnexpectedEntry, BadEncoding,
                                                        BadAnswer, BadOpening, BadCommitment, BadToken
    7. recorded.

Why entries can be ahead at all: with three or four seats, B may answer A's entry before A's entry has
reached us. Why that cannot happen while we ourselves owe an entry at the present rest: nobody can have
passed a rest that lacks our signature. So then, whatever is not owed is refused at once.

**Statements** stand outside the chains. DROP votes (`Leaving`, see `votes`) are counted at once, because
being voted out takes the place of the entry, or at the last rest of the END, that a silent seat owes; what
comes of that seat later is not heard. RESUMEs of all who remain (`Forks`) do the same to a seat that has
signed two entries for one place, and begin a new era. END, AUDIT, VERDICT and RESULT belong to `Closing` (see
`result`).

**Tokens.** A BIND or SPLIT needs the next token of every permuter of the deck. They come as TOKEN entries
at a rest of their own, or ride in a MOVE when there are two seats. `token_needs` says what is still
missing, `bind`, `split` and `toss` (all in `Play`) spend the tokens. A token that rode along and is not
spent before the next rest came too early, which is its author's fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.closing import Closing
from protocol.encoding import encode
from protocol.evidence import HEADS, make_evidence, signed_statement
from protocol.faults import (
    BadBody,
    BadEncoding,
    BadSignature,
    Equivocation,
    LocalError,
    PeerFault,
    UnexpectedEntry,
    WrongGame,
    WrongPrev,
    WrongSeq,
    WrongState,
)
from protocol.hashing import H, many, sign, u32, var, verify
from protocol.hello import game_id, seat_hellos
from protocol.leaving import Leaving
from protocol.messages import (
    Ack,
    Commit,
    Entry,
    Head,
    Joined,
    Move,
    Open,
    Payload,
    Ready,
    ResultMessage,
    Reveal,
    Statement,
    Token,
    Toss,
    parse_message,
    parse_payload,
)
from protocol.needs import (
    Accepted,
    Batch,
    Expect,
    Need,
    NeedAck,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedReady,
    NeedRecommit,
    NeedToken,
    NeedToss,
)
from protocol.play import Play
from protocol.result import root_of
from protocol.secrets import Secrets, choice_hash, master_commitment, place_of
from protocol.statements import Body, Drop, Resume, parse_body
from protocol.values import DECKS_MAX, NOBODY, TOSS_DECK, VERSION, Outcome
from protocol.vault import Vault

AHEAD_MAX: Final = 64
AHEAD_BYTES_MAX: Final = 256 * 1024
"""Entries kept for a seat that cannot be applied yet, and their bytes."""


@dataclass(slots=True)
class _Author:
    """One seat's chain of entries: those recorded and those ahead."""

    link: bytes
    log: list[Entry] = field(default_factory=list)
    ahead: dict[int, Entry] = field(default_factory=dict)

    def at(self, seq: int) -> Entry | None:
        return self.log[seq] if seq < len(self.log) else self.ahead.get(seq)


@dataclass(slots=True)
class _Rest:
    """The present rest: its digest, the heads it stands on, what is owed and what has come."""

    table: bytes
    heads: tuple[tuple[int, bytes], ...]
    needs: dict[int, Need]
    outcome: Outcome = None
    got: dict[int, Accepted] = field(default_factory=dict)
    done: bool = False


class Transcript:
    """The record of one match. `hellos` in any order; `decks[d]` = owner of deck d in seat order, or NOBODY;
    `own` = the secrets of the seat that plays here, None for an onlooker or verifier.

    `seats` count, `era` how often the match has gone back behind a fork, `seat` our own (None for an
    onlooker), `game_id` G, `players` the HELLOs by seat, `play` the commitments, tokens and our own
    knowledge, `batches` all that was applied, `tables` the digests of their rests, `leaving` the votes,
    `closing` the end, `refused` a kept entry that proves a fault and was not raised: `receive` raises it.
    Raises `PeerFault` for HELLOs that do not hold.
    """

    def __init__(self, hellos: Iterable[bytes], decks: Sequence[int], own: Secrets | None = None) -> None:
        self.players = seat_hellos(hellos)
        self.seats = len(self.players)
        self.game_id = game_id(player.binding for player in self.players)
        if len(decks) > DECKS_MAX or any(not 0 <= d < self.seats and d != NOBODY for d in decks):
            raise LocalError("every deck is owned by a seat or by nobody")
        self.seat = None if own is None else self._find(own)
        self.play = Play(self.game_id, decks, self.seats, own, self.seat)
        self._authors = [_Author(self.game_id) for _ in self.players]
        self._own = own
        self.era = 0
        self.batches: list[Batch] = []
        self.tables: list[bytes] = []
        self.refused: bytes | None = None
        needs: dict[int, Need] = {seat: NeedReady() for seat in range(self.seats)}
        self._rest = _Rest(self.game_id, self.heads(), needs)
        self.closing = Closing(self, own)
        self.leaving = Leaving(self)
        self.leaving.open()

    def _find(self, own: Secrets) -> int:
        for seat, player in enumerate(self.players):
            if player.binding.sk == own.sk_public:
                if player.master != master_commitment(player.binding.ik, own.master):
                    raise LocalError("these secrets belong to another HELLO")
                return seat
        raise LocalError("these secrets belong to none of the HELLOs")

    # What is known

    def heads(self) -> tuple[tuple[int, bytes], ...]:
        """(next seq, last link) of every seat, recorded entries only."""
        return tuple((len(author.log), author.link) for author in self._authors)

    @property
    def rest_heads(self) -> tuple[tuple[int, bytes], ...]:
        """The heads that the present rest stands on; what the root of an END is made of."""
        return self._rest.heads

    @property
    def table_digest(self) -> bytes:
        """What entries of the present rest sign as `state`."""
        return self._rest.table

    def awaited(self) -> list[int]:
        """The seats whose entry is still missing at the present rest."""
        if self._rest.done:
            return []
        return [seat for seat in self._rest.needs if seat not in self._rest.got]

    def owed(self) -> Need | None:
        """What our own seat still owes at the present rest; nothing that it has signed and lost (`lost`), and
        nothing on a branch that it has said it leaves."""
        if self.seat is None or self.seat not in self.awaited() or self._authors[self.seat].ahead:
            return None
        if self.leaving.forks.leaves:
            return None
        return self._rest.needs[self.seat]

    @property
    def lost(self) -> range:
        """Our own entries that we do not hold, though a later one has come back to us: we have signed them,
        and must not sign others in their place."""
        if self.seat is None or not self._authors[self.seat].ahead:
            return range(0)
        author = self._authors[self.seat]
        return range(len(author.log), min(author.ahead))

    def entries(self, seat: int, start: int = 0) -> list[bytes]:
        """The recorded entries of a seat from seq `start` on, as received; for resending and catch-up."""
        return [entry.wire for entry in self._authors[seat].log[start:]]

    def place(self, seat: int, seq: int) -> bytes:
        """Where a recorded entry of a seat stands, or the next one: what its author's secrets follow from."""
        author = self._authors[seat]
        if seq == len(author.log):
            return place_of(seq, author.link, self._rest.table)
        head = author.log[seq].head
        return place_of(seq, head.prev, head.state)

    def joined(self, seat: int) -> Joined | None:
        """What shows that a seat is in this match, once it has signed READY."""
        log = self._authors[seat].log
        return Joined(log[0].head.raw, log[0].signature) if log else None

    def ahead(self, seat: int, start: int) -> list[bytes]:
        """The entries of a seat from seq `start` on that are kept until their rest comes; its own node may
        have lost them."""
        kept = self._authors[seat].ahead
        return [kept[seq].wire for seq in sorted(kept) if seq >= start]

    def signed_at(self, seat: int, root: bytes) -> int | None:
        """The seq of the entry that a seat has signed at the rest of this root; None when there is none, or
        somebody was dropped before that."""
        links = [[entry.head.prev for entry in author.log] + [author.link] for author in self._authors]
        heads = [(0, self.game_id)] * self.seats
        present = [] if self._rest.done else [Batch(tuple(self._rest.got.values()))]
        for batch in self.batches + present:
            for entry in batch.entries:
                if entry.seat == seat and root_of(self.game_id, heads) == root:
                    return entry.seq
            if batch.dropped:
                return None
            for entry in batch.entries:
                assert entry.seq is not None
                heads[entry.seat] = entry.seq + 1, links[entry.seat][entry.seq + 1]
        return None

    @property
    def ended(self) -> bool:
        """Whether the match stands at its last rest, where no entry is owed any more."""
        return not self._rest.needs and not self._rest.done

    @property
    def pending(self) -> bool:
        """Whether a batch was taken that has led to no rest yet: the rules have refused an entry of it."""
        return self._rest.done

    # Rests

    @property
    def outcome(self) -> Outcome:
        """What the match came to, at its last rest; None before that."""
        return self._rest.outcome

    def rest(self, state_digest: bytes, expect: Iterable[Expect], outcome: Outcome = None) -> list[Accepted]:
        """Announce the next rest; returns entries, kept from before, that are accepted now.

        `state_digest` has 32 bytes (zeros before the engine is set up). `outcome`: how the match has ended,
        at its last rest. Raises `LocalError` when the last batch was not taken or a need makes no sense,
        `PeerFault` for an unspent token. A kept entry that proves a fault here is not raised, but `refused`.
        """
        if not self._rest.done:
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
        self._rest = _Rest(table, heads, needs, outcome)
        self.leaving.open()
        self._count_out()
        return self._drain(kept=True)

    def batch(self) -> Batch | None:
        """All that was owed at this rest, applied in seat order; None while something is missing."""
        rest = self._rest
        dropped = self.leaving.out(self.awaited())
        if rest.done or not rest.needs or len(rest.got) + len(dropped) < len(rest.needs):
            return None
        rest.done = True
        entries = [rest.got[seat] for seat in sorted(rest.got)]
        for accepted in entries:
            assert accepted.seq is not None
            need = rest.needs[accepted.seat]
            self.play.apply(accepted.seat, accepted.seq, accepted.wire, need, accepted.payload)
        for seat in dropped:
            self.play.drop(seat, rest.needs[seat])
        if said := self.leaving.forks.resumed(dropped):
            self._renew(said)
        self.leaving.close()
        self.batches.append(Batch(tuple(entries), tuple(dropped)))
        self.tables.append(rest.table)
        return self.batches[-1]

    def _renew(self, said: Mapping[int, Ready]) -> None:
        """All who remain go on from here in a new era; what came from branches left behind is forgotten."""
        self.era += 1
        self.play.renew(self.era, said)
        for author in self._authors:
            author.ahead.clear()

    # Our own entries

    def answer(self) -> Payload:
        """The payload for what we owe, where nothing is left to choose. Raises `LocalError` otherwise."""
        (vault, seat), need = self._player(), self.owed()
        match need:
            case NeedReady():
                return vault.chains.ready(self.play.ledger.decks)
            case NeedPool():
                return vault.pool(need)
            case NeedToken(decks):
                return Token(self.play.tokens(decks))
            case NeedAck():
                return Ack()
            case NeedOpen(coms):
                return Open(vault.ops(coms))
            case NeedPrivate(to):
                seq, xk = len(self._authors[seat].log), self.players[to].binding.xk
                return vault.private(need, seq, self.place(seat, seq), xk)
            case NeedRecommit():
                return vault.recommit(need)
            case NeedToss():
                return Toss(self.play.tokens([TOSS_DECK])[0])
            case _:
                raise LocalError("this answer is the player's to choose")

    def sealed(self, move: Move) -> Commit:
        """The first half of a sealed decision, to be written as our next entry."""
        vault, seat = self._player()
        seq, sealed = len(self._authors[seat].log), encode(move.wire())
        salt = vault.derived.choice_salt(self.place(seat, seq), sealed)
        return Commit(choice_hash(self.game_id, seat, seq, sealed, salt))

    def reveal(self, move: Move) -> Reveal:
        """The second half, with the same move, once all have committed."""
        vault, seat = self._player()
        place = self.place(seat, self.play.committed(seat))
        return Reveal(vault.derived.choice_salt(place, encode(move.wire())), move)

    def _player(self) -> tuple[Vault, int]:
        if self.play.vault is None or self.seat is None:
            raise LocalError("an onlooker decides nothing")
        return self.play.vault, self.seat

    def write(self, payload: Payload) -> bytes:
        """Make, sign and record our own entry; returns its bytes, to be stored before they are sent.

        Raises `LocalError` when the entry is not owed or a peer would refuse it.
        """
        if self._own is None or self.seat is None or self.owed() is None:
            raise LocalError("our seat owes nothing at this rest")
        author = self._authors[self.seat]
        data = encode(payload.wire())
        kind, body, rest = payload.TYPE, H("fn1/body", var(data)), self._rest
        where = self.game_id, self.seat, len(author.log), author.link, rest.table
        head = Head.make(kind, *where, body, self.era)
        signature = sign(self._own.sk, "fn1/msg", head)
        wire = encode([head, data, signature])
        try:
            self._accept(Entry(wire, Head.parse(head), data, signature))
        except PeerFault as fault:
            raise LocalError(f"a peer would refuse this entry: {fault.why}") from fault
        return wire

    # What peers send

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
        self._sort_in(message)
        return self._drain()

    def _sort_in(self, entry: Entry) -> None:
        """Stages 1 to 5: signature, equivocation, how far ahead; then keep it."""
        head = entry.head
        if head.game != self.game_id:
            raise WrongGame("an entry of another match", evidence=entry.wire)
        if head.author >= self.seats:
            raise BadEncoding(f"there is no seat {head.author}", evidence=entry.wire)
        author = self._authors[head.author]
        known = author.at(head.seq)
        if known is not None and known.wire == entry.wire:
            return
        binding = self.players[head.author].binding
        if not verify(binding.sk, "fn1/msg", head.raw, entry.signature):
            raise BadSignature("the author did not sign this head", evidence=entry.wire)
        if H("fn1/body", var(entry.payload)) != head.body:
            raise BadBody("the signed head names another payload", evidence=entry.wire)
        if head.era != (self.era if known is None else known.head.era):
            return  # of a branch that was left, or of one that we do not know yet: then it comes again
        if known is not None:
            if known.head.raw == head.raw:
                return
            proof = make_evidence(HEADS, binding, known.head.raw, known.signature, head.raw, entry.signature)
            raise Equivocation("two entries for one place", author=head.author, seq=head.seq, evidence=proof)
        ahead = head.seq - len(author.log)
        if head.author in self.play.dropped:
            return  # late, which is nobody's fault
        kept = sum(len(one.wire) for one in author.ahead.values())
        if ahead >= AHEAD_MAX or (ahead and kept + len(entry.wire) > AHEAD_BYTES_MAX):
            why = f"{ahead} entries ahead, behind {kept} bytes"
            raise WrongSeq(why).signed_by(head.author, head.seq, entry.wire)
        if self._rules_out(head):
            raise UnexpectedEntry("nothing is owed here").signed_by(head.author, head.seq, entry.wire)
        author.ahead[head.seq] = entry

    def _rules_out(self, head: Head) -> bool:
        """Whether no honest author can have written this yet: it lies behind a rest that still lacks our own
        entry, or behind the end of the match. Our own are what our disk has lost."""
        if self._rest.done or head.author == self.seat:
            return False
        if self._rest.needs and self.owed() is None:
            return False
        due = len(self._authors[head.author].log)
        return not (head.author in self.awaited() and head.seq == due)

    def _drain(self, kept: bool = False) -> list[Accepted]:
        """Stage 6: accept kept entries for as long as one of them is owed now.

        One that is refused behind others that are accepted stays kept, to be refused the next time: a fault
        must not hide from the caller what has been recorded. kept: all of them were, and a rest begins that
        our own entry may have led to. Nothing is raised then: what fits no table of ours is forgotten, and
        may come again; what proves a fault stays, as `refused`.
        """
        accepted: list[Accepted] = []
        for seat in self.awaited():
            author, seq = self._authors[seat], len(self._authors[seat].log)
            if seq not in author.ahead:
                continue
            entry = author.ahead.pop(seq)
            try:
                self._check_place(entry)
                if self.leaving.refuses(seat):
                    author.ahead[seq] = entry
                else:
                    accepted.append(self._accept(entry))
            except PeerFault as fault:
                if not (kept or accepted):
                    self.refused = None
                    raise
                if fault.proven:
                    self.refused = entry.wire
                if fault.proven or not kept:
                    author.ahead[seq] = entry
        return accepted

    def _check_place(self, entry: Entry) -> None:
        """Whether an owed entry was written at this rest; where it was not, nothing in it can be held against
        its author."""
        head = entry.head
        try:
            if head.prev != self._authors[head.author].link:
                raise WrongPrev("does not follow the author's last entry")
            if head.state != self._rest.table:
                raise WrongState("the author stands at another table than we do")
        except PeerFault as fault:
            fault.signed_by(head.author, head.seq, entry.wire)
            raise

    def _accept(self, entry: Entry) -> Accepted:
        """Check an owed entry of this rest and record it. Its signature and place are known to be good."""
        head = entry.head
        author, need = self._authors[head.author], self._rest.needs[head.author]
        try:
            if self.closing.is_void_for(head.author):
                raise UnexpectedEntry("its author has signed that the match ends here as void")
            if head.kind not in need.kinds:
                raise UnexpectedEntry(f"message {head.kind}, where {sorted(need.kinds)} is owed")
            payload = parse_payload(head.kind, entry.payload)
            self.play.check(head.author, need, payload)
        except PeerFault as fault:
            fault.signed_by(head.author, head.seq, entry.wire, proven=True)
            raise
        author.log.append(entry)
        author.link = H("fn1/link", var(head.raw))
        accepted = Accepted(head.author, head.seq, payload, entry.wire)
        self._rest.got[head.author] = accepted
        return accepted

    # Statements

    def _hear(self, statement: Statement) -> list[Accepted]:
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
            fresh = self.leaving.count(body, statement)
            self._count_out()
            return [Accepted(body.seat, None, body, statement.wire), *self._drain()] if fresh else []
        if isinstance(body, Resume):
            fresh = self.leaving.forks.hear(body, statement)
            return [Accepted(body.seat, None, body, statement.wire)] if fresh else []
        return self.closing.hear(body, statement)

    def _count_out(self) -> None:
        """Where nothing is owed any more there is no batch to wait for: who is voted out is out at once."""
        if self.ended:
            self.play.dropped |= {*self.leaving.out(self.play.playing())}

    def state(self, body: Body) -> bytes:
        """Sign a statement of our own and take it in; returns its bytes."""
        return self.stated(body)[0]

    def stated(self, body: Body) -> tuple[bytes, list[Accepted]]:
        """`state`, and what is accepted because of it, the statement among it if it is new."""
        if self._own is None or body.seat != self.seat:
            raise LocalError("we can state things for our own seat only")
        data = encode(body.wire())
        signature = sign(self._own.sk, "fn1/stmt", signed_statement(body.TYPE, data))
        wire = encode([VERSION, body.TYPE, data, signature])
        return wire, self._hear(Statement(wire, body.TYPE, data, signature))

    def held(self, seat: int, seq: int) -> bytes | None:
        """The entry `seq` of a seat, recorded or ahead; behind the last one of a match its END."""
        entry = self._authors[seat].at(seq)
        if entry is not None:
            return entry.wire
        over = self.ended and seq == len(self._authors[seat].log)
        return self.closing.end_of(seat) if over else None

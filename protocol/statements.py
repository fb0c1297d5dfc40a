"""Statements of a seat, beside its entries: votes, the end of the match, the audit, going back behind a fork.

A statement stands outside the chains and uses no seq. As in `messages`, a value's `wire()` is what
`encoding.encode` takes, and `parse` of that gives the value back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from protocol.encoding import decode
from protocol.faults import BadEncoding
from protocol.messages import Ready
from protocol.values import (
    AUDIT,
    DROP,
    END,
    RESUME,
    U8,
    U32,
    VERDICT,
    Decks,
    Finding,
    Outcome,
    array,
    blob,
    flag,
    parse_decks,
    parse_findings,
    parse_outcome,
    raw,
    uint,
)


@dataclass(frozen=True, slots=True)
class Drop:
    """A vote on a silent seat: true = drop it, false = I have the entry it owes. final: whether it is one of
    the last round: true = I have all true votes, false = I take mine back. era: the one of the entry owed."""

    TYPE: ClassVar[int] = DROP
    game: bytes
    seat: int
    accused: int
    seq: int
    table: bytes
    vote: bool
    final: bool = False
    era: int = 0

    def wire(self) -> object:
        return [self.game, self.seat, self.accused, self.seq, self.table, self.vote, self.final, self.era]

    @classmethod
    def parse(cls, x: object) -> Drop:
        game, voter, accused, seq, table, vote, final, era = array(x, 8)
        place = uint(voter, U8), uint(accused, U8), uint(seq, U32)
        return cls(raw(game, 32), *place, raw(table, 32), flag(vote), flag(final), uint(era, U8))


@dataclass(frozen=True, slots=True)
class End:
    """The match is over here, with this outcome."""

    TYPE: ClassVar[int] = END
    game: bytes
    seat: int
    root: bytes
    outcome: Outcome

    def wire(self) -> object:
        return [self.game, self.seat, self.root, self.outcome or []]

    @classmethod
    def parse(cls, x: object) -> End:
        game, seat, root, outcome = array(x, 4)
        return cls(raw(game, 32), uint(seat, U8), raw(root, 32), parse_outcome(outcome))


@dataclass(frozen=True, slots=True)
class Audit:
    """The author's master secret and deck list; everything hidden follows from them."""

    TYPE: ClassVar[int] = AUDIT
    game: bytes
    seat: int
    master: bytes
    decks: Decks

    def wire(self) -> object:
        return [self.game, self.seat, self.master, self.decks]

    @classmethod
    def parse(cls, x: object) -> Audit:
        game, seat, master, decks = array(x, 4)
        return cls(raw(game, 32), uint(seat, U8), raw(master, 32), parse_decks(decks))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings of the author's audit; () = clean."""

    TYPE: ClassVar[int] = VERDICT
    game: bytes
    seat: int
    root: bytes
    findings: tuple[Finding, ...]

    def wire(self) -> object:
        return [self.game, self.seat, self.root, self.findings]

    @classmethod
    def parse(cls, x: object) -> Verdict:
        game, seat, root, findings = array(x, 4)
        return cls(raw(game, 32), uint(seat, U8), raw(root, 32), parse_findings(findings))


@dataclass(frozen=True, slots=True)
class Resume:
    """The author goes back behind a fork and on from there without the accused. proof: an EVIDENCE with the
    two heads; ready: the anchors of the author's chains in the next era."""

    TYPE: ClassVar[int] = RESUME
    game: bytes
    seat: int
    proof: bytes
    ready: Ready

    def wire(self) -> object:
        return [self.game, self.seat, self.proof, self.ready.toss, self.ready.anchors]

    @classmethod
    def parse(cls, x: object) -> Resume:
        game, seat, proof, toss, anchors = array(x, 5)
        return cls(raw(game, 32), uint(seat, U8), blob(proof), Ready.parse([toss, anchors]))


Body = Drop | End | Audit | Verdict | Resume
_BODIES: Final = {cls.TYPE: cls.parse for cls in (Drop, End, Audit, Verdict, Resume)}


def parse_body(kind: int, data: bytes) -> Body:
    """The body of a statement of type `kind` from its bytes. Raises `BadEncoding`."""
    parse = _BODIES.get(kind)
    if parse is None:
        raise BadEncoding(f"no statement has type {kind}")
    body: Body = parse(decode(data))
    return body

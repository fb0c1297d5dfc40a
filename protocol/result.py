"""RESULT, the short proof of how a match ended, which stays when the transcript is thrown away.

At most 1 KB for two seats, 1.6 KB for four. How it comes about is in `closing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from protocol.encoding import decode, encode
from protocol.evidence import signed_statement
from protocol.faults import BadResult, PeerFault
from protocol.hashing import H, many, u32, verify
from protocol.hello import Binding, game_id, parse_binding
from protocol.messages import Head, Joined, ResultMessage, parse_result
from protocol.statements import End
from protocol.values import (
    END,
    READY,
    RESULT,
    SEATS_MAX,
    U8,
    Finding,
    Outcome,
    array,
    ascending,
    parse_findings,
    parse_outcome,
    raw,
    text,
    uint,
)


def root_of(game: bytes, heads: Iterable[tuple[int, bytes]]) -> bytes:
    """The root: where a match stood, from (next seq, last link) in seat order at its last rest."""
    return H("fn1/root", game, many([u32(seq) + link for seq, link in heads]))


@dataclass(frozen=True, slots=True)
class Result:
    """A RESULT whose contents and signatures hold. `outcome` is the one that the ENDs signed; `ended`: the
    seats that have signed that, or the RESULT itself."""

    game_id: bytes
    game: str
    root: bytes
    outcome: Outcome
    findings: tuple[Finding, ...]
    absent: tuple[int, ...]
    players: tuple[Binding, ...]
    ended: tuple[bool, ...]

    def places(self) -> tuple[int, ...] | None:
        """Final places: guilty and absent seats come last, the others move up. None = void.

        Where no seat is first, somebody who has no seat has won, and nobody moves up to that place. Where no
        more than half of all have signed, an absent seat stays even with a signer with whom it was.
        """
        guilty = {seat for seat, _, _ in self.findings}
        if self.outcome is None:
            return None if not guilty else _places([1] * len(self.players), guilty)
        ranks, absent = self.outcome[0], set(self.absent)
        if 2 * len(absent) >= len(ranks):
            signed = {rank for seat, rank in enumerate(ranks) if seat not in absent}
            absent = {seat for seat in absent if ranks[seat] not in signed}
        return _places(list(ranks), guilty | absent)


def stands(
    outcome: Outcome, findings: Iterable[Finding], absent: Collection[int], dropped: Collection[int]
) -> bool:
    """Whether a RESULT that says this counts in a match from which these seats were dropped.

    It does if more than half of the others have signed it. Fewer may only say what the game itself has: none
    of them came behind a seat that they call absent, and that the audit has nothing against.
    """
    if outcome is None:
        return True
    ranks, lost = outcome[0], {*absent} - {*dropped}
    present = [rank for seat, rank in enumerate(ranks) if seat not in absent]
    ahead = [ranks[seat] for seat in lost - {seat for seat, _, _ in findings}]
    return len(present) > len(lost) or not ahead or max(present, default=0) <= min(ahead)


def _places(ranks: list[int], last: set[int]) -> tuple[int, ...]:
    clean = [rank for seat, rank in enumerate(ranks) if seat not in last]
    first = min(ranks)
    return tuple(
        first + (len(clean) if seat in last else sum(1 for other in clean if other < rank))
        for seat, rank in enumerate(ranks)
    )


def result_body(
    game: bytes, name: str, root: bytes, outcome: Outcome, findings: Iterable[Finding], absent: Iterable[int]
) -> bytes:
    """The bytes that every present seat signs: findings and absent seats ascending."""
    return encode([game, name, root, outcome or [], list(findings), list(absent)])


def check_result(data: bytes) -> Result:
    """Check a RESULT on its own, without the match. Raises `BadResult` or `BadEncoding`."""
    message = parse_result(decode(data), data)
    result = read_result(message)
    for seat, binding in enumerate(result.players):
        signature = message.signatures[seat]
        if isinstance(signature, Joined):
            good = _joined(result.game_id, seat, binding, signature)
        elif seat in result.absent:
            body = End(result.game_id, seat, result.root, result.outcome).wire()
            good = signed_by(binding, END, encode(body), signature)
        else:
            good = signed_by(binding, RESULT, message.body, signature)
        if not good:
            raise BadResult(f"the signature of seat {seat} does not hold", evidence=data)
    return result


def _joined(game: bytes, seat: int, binding: Binding, joined: Joined) -> bool:
    """Whether a seat has signed READY in this match: else nothing can be held against it there."""
    head = Head.parse(joined.head)
    ready = (head.kind, head.game, head.author, head.seq) == (READY, game, seat, 0)
    return ready and verify(binding.sk, "fn1/msg", head.raw, joined.signature)


def signed_by(binding: Binding, kind: int, body: bytes, signature: bytes) -> bool:
    """Whether the seat of a binding has signed a statement of type `kind` with this body."""
    return len(signature) == 64 and verify(binding.sk, "fn1/stmt", signed_statement(kind, body), signature)


def read_result(message: ResultMessage) -> Result:
    """The contents of a RESULT, its keys checked but not yet the seats' signatures."""
    game, name, root, outcome, findings, absent = array(decode(message.body), 6)
    try:
        players = tuple(parse_binding(bound, signature) for bound, signature in message.keys)
    except PeerFault as fault:
        raise BadResult(f"a key binding does not hold: {fault.why}", evidence=message.wire) from fault
    missing = [uint(seat, U8) for seat in array(absent, 0, SEATS_MAX)]
    ascending(missing)
    result = Result(
        raw(game, 32),
        text(name, 64),
        raw(root, 32),
        parse_outcome(outcome),
        parse_findings(findings),
        tuple(missing),
        players,
        tuple(bool(signature) and type(signature) is bytes for signature in message.signatures),
    )
    seats = len(players)
    named = [*missing, *(seat for seat, _, _ in result.findings)]
    if game_id(players) != result.game_id or [p.ik for p in players] != sorted({p.ik for p in players}):
        raise BadResult("the keys are not those of this match", evidence=message.wire)
    if any(seat >= seats for seat in named) or len(missing) == seats:
        raise BadResult("it names seats that the match has not, or calls all absent", evidence=message.wire)
    if any(isinstance(one, Joined) and seat not in missing for seat, one in enumerate(message.signatures)):
        raise BadResult("who is present signs the RESULT itself", evidence=message.wire)
    if result.outcome is None and missing:
        raise BadResult("a void outcome counts only when all sign it", evidence=message.wire)
    if result.outcome is not None and len(result.outcome[0]) != seats:
        raise BadResult("the outcome has another number of seats", evidence=message.wire)
    return result

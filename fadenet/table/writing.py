"""Our own seat's moves as entries: the text, the openings and claims that go with it, tokens that ride along.

The way back, from entries to moves, is every replica's (`entries`); this one needs the seat's vault.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import kernel, notation
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import BIND
from fadenet.table.owing import grouped
from fadenet.table.replica import Replica
from protocol.messages import MoveMessage, Pass, Payload
from protocol.values import Tok


def move_payload(
    replica: Replica,
    seat: int,
    move: Move,
    standing: tuple[tuple[int, int], ...] | None,
    sealed: bool = False,
) -> Payload:
    """The payload that carries a legal move of our own seat, its openings taken from our vault.

    standing: its standing pass from now on, None = as before; sealed: for a decision that is opened later.
    """
    s, transcript = replica.state, replica.transcript
    assert s is not None and transcript is not None and transcript.play.vault is not None
    vault, ledger = transcript.play.vault, transcript.play.ledger
    handles = replica.rules.moves.opens(s, move)
    ops = vault.ops(replica.handles.coms(handles))
    opened = tuple((h, op.card) for h, op in zip(handles, ops, strict=True))
    ops = tuple(sorted(ops))
    tokens = () if sealed else _riding(replica, seat, move, opened, standing)
    if move == PASS_MOVE and not tokens:
        return Pass(standing)
    text, claims = notation.format_move(s, seat, move), replica.reader.claims(move)
    used = {op.com for op in ops} | {com for claim in claims for com in claim.coms}
    taken = tuple(sorted(com for com in used if ledger.place[com] >= 0))
    return MoveMessage(text, ops, claims, tokens, standing, taken)


def _riding(
    replica: Replica,
    seat: int,
    move: Move,
    opened: Sequence[tuple[int, int]],
    standing: Sequence[tuple[int, int]] | None,
) -> tuple[Tok, ...]:
    """Our tokens for the draw that a move of our own leads to at once: between two seats they travel with it,
    if nobody else's are missing."""
    s, transcript = replica.state, replica.transcript
    assert s is not None and transcript is not None
    asked = [a for a in s.asks if kernel.ask_of(s, a.seat) is not None]
    if len(transcript.playing()) != 2 or len(asked) != 1:
        return ()
    ahead = s.clone()
    kernel.play(ahead, seat, move, opened, standing)
    if not ahead.needs or ahead.needs[0].kind != BIND:
        return ()
    drawn = {w.deck for w in grouped(ahead.needs)[0] if w.who not in ahead.out}
    return (
        transcript.play.tokens(drawn)
        if [one.seat for one in transcript.play.token_needs(drawn)] == [seat]
        else ()
    )

"""The entries that seats owe at a rest of the engine: from its decisions and needs to the protocol's needs.

Needs that one rest of the protocol can answer stand in one group; a rest of the engine is answered when the
last of its groups is.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import kernel
from fadenet.engine.state import (
    BIND,
    POOL,
    RECOMMIT,
    RESPOND,
    TAKE,
    TOSS,
    State,
    TableNeed,
)
from fadenet.table.handles import Handles
from protocol.needs import (
    Batch,
    Expect,
    NeedAck,
    NeedCommit,
    NeedMove,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedRecommit,
    NeedReveal,
    NeedTake,
)
from protocol.transcript import Transcript


class Owing:
    """The entries that seats owe in one match. state: the engine's, which goes on from rest to rest."""

    def __init__(self, state: State, transcript: Transcript, handles: Handles) -> None:
        self._state = state
        self._transcript = transcript
        self._handles = handles
        self._asking_acks = self._acked = False

    def decisions(self) -> list[Expect]:
        """The entries of seats that are asked to decide: a commitment first, where nobody may see it yet."""
        s = self._state
        return [
            Expect(a.seat, NeedCommit() if a.sealed else NeedMove(a.kind == RESPOND))
            for a in s.asks
            if kernel.ask_of(s, a.seat) is not None
        ]

    def reveals(self, batch: Batch) -> list[Expect]:
        """Those who have committed to a sealed decision open it, if they are still asked."""
        s = self._state
        return [Expect(e.seat, NeedReveal()) for e in batch.entries if kernel.ask_of(s, e.seat) is not None]

    def expect(self, group: Sequence[TableNeed]) -> list[Expect]:
        """The entries that seats owe for a group of needs of one kind; nobody asks a seat that is out."""
        transcript, out = self._transcript, self._state.out
        kind = group[0].kind
        if kind == TOSS:
            return transcript.play.toss_needs()
        if kind != BIND:
            return [Expect(w.who, self._need(w)) for w in group if w.who not in (-1, *out)]
        tokens = transcript.play.token_needs({w.deck for w in group if w.who not in out})
        self._asking_acks = bool(tokens) and len(transcript.playing()) > 2 and not self._acked
        return [Expect(one.seat, NeedAck()) for one in tokens] if self._asking_acks else tokens

    def is_answered(self, group: Sequence[TableNeed], batch: Batch) -> bool:
        """Whether these entries bring what a group needs. Joint randomness is asked for again behind its
        ACKs, and where somebody's part is lacking."""
        joint = group[0].kind in (BIND, TOSS)
        again = joint and (self._asking_acks or bool(batch.dropped))
        self._acked = again and not batch.dropped
        return not again

    def _need(self, w: TableNeed) -> NeedPool | NeedRecommit | NeedTake | NeedOpen | NeedPrivate:
        kind, deck, n, items = w.kind, w.deck, w.n, w.items
        coms = self._handles.coms
        if kind == POOL:
            return NeedPool(deck) if self.is_fresh(w) else NeedPool(deck, put=coms(self.put_in(w)))
        if kind == RECOMMIT:
            return NeedRecommit(coms(items))
        if kind == TAKE:
            return NeedTake(deck, n, max(items[2], 0), coms(self.bound(deck)), bool(items[1]))
        if n >= 0:
            return NeedPrivate(n, coms(items))
        return NeedOpen(coms(items))

    def bound(self, deck: int) -> list[int]:
        """The slots of a deck that have been drawn and lie in it still."""
        s = self._state
        return [h for h in s.zones[s.rules.deck_zone(deck)] if h]

    def is_fresh(self, w: TableNeed) -> bool:
        """Whether a pool is the first of its deck, whose cards have no handles yet."""
        s, deck = self._state, w.deck
        return bool(w.n) and not s.pool[deck] and not s.zones[s.rules.deck_zone(deck)]

    def put_in(self, w: TableNeed) -> list[int]:
        """Handles that go into a pool besides those that lie in it: named ones and bound slots."""
        return sorted({*w.items, *self.bound(w.deck)})


def grouped(needs: Sequence[TableNeed]) -> list[list[TableNeed]]:
    """Neighbouring needs that one rest can answer: of one kind, one a seat, or one a deck to bind from."""
    groups: list[list[TableNeed]] = []
    for w in needs:
        last = groups[-1] if groups else []
        if last and last[0].kind == w.kind != TOSS and _owing(w) not in map(_owing, last):
            last.append(w)
        else:
            groups.append([w])
    return groups


def _owing(w: TableNeed) -> int:
    """The deck to bind from, or the seat: of these a rest answers one need each."""
    return w.deck if w.kind == BIND else w.who

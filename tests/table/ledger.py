"""A dealer that keeps what it said, and beside it an own account of who may know what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fadenet.engine.rules import rules_of
from fadenet.engine.state import BIND, OPEN, POOL, TAKE, Row, State, TableNeed
from fadenet.table.dealer import Dealer, Supplying


class Ledger(Dealer):
    """`said`: the values of the last rest. `allowed`: by seat, the hidden handles that it has come to know.

    The account is kept from the needs and their values alone, as anybody at the table could keep it. A seat
    that searches a deck sees all of it, if `searchers_see`.
    """

    def __init__(
        self, decks: Sequence[Sequence[int]], seats: int, seed: int, searchers_see: bool = False
    ) -> None:
        super().__init__(decks, seats, seed)
        self.said: list[Any] = []
        self.allowed: list[set[int]] = [set() for _ in range(seats)]
        self.searchers_see = searchers_see

    def deal(self, s: State, note: Supplying | None = None) -> list[Row]:
        self.said = []
        wants, before = s.needs, [self.lying(s, w) for w in s.needs]
        events = super().deal(s, note)
        for w, value, there in zip(wants, self.said, before, strict=True):
            self.account(s, w, value, there)
        return events

    def _value(self, s: State, w: TableNeed) -> Any:
        self.said.append(super()._value(s, w))
        return self.said[-1]

    def lying(self, s: State, w: TableNeed) -> set[int]:
        """The handles of the deck that a need is about."""
        deck = w.deck
        return {*s.pool[deck], *s.zones[s.rules.deck_zone(deck)]} - {0}

    def account(self, s: State, w: TableNeed, value: Any, there: set[int]) -> None:
        kind, who, n, items = w.kind, w.who, w.n, w.items
        if kind == POOL:
            mixed = {*there, *items} or self.lying(s, w)
            for seat, line in enumerate(self.allowed):
                line -= mixed
                if not rules_of(s).is_drawn_from(w.deck) and seat == w.deck // rules_of(s).decks_per_seat:
                    line |= mixed
        elif kind == BIND and who >= 0:
            self.allowed[who] |= set(value)
        elif kind == TAKE and who >= 0:
            self.allowed[who] |= {*value[0], *(there if self.searchers_see else ())}
        elif kind == OPEN and n >= 0:
            self.allowed[n] |= set(items)

    def too_much(self, s: State, seats: Iterable[int] = ()) -> list[tuple[int, int]]:
        """(seat, handle) of what a seat knows although nothing has told it, or knows wrongly.

        seats: those whose knowledge is looked at, if not everybody's.
        """
        truth, faces = self.truth, s.code
        return [
            (seat, h)
            for seat in seats or range(len(self.known))
            for allowed in (self.allowed[seat],)
            for h, code in self.known[seat].items()
            if code != truth[h] or (h not in allowed and not faces[h])
        ]

"""Writes a match down while it is played: the lines of a match record from states, moves and values.

A hidden card is written `#41=rising-kick`: the handle that stands for it, the same for all replicas, and its
name, or `?` where the view of the record does not know it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fadenet.engine import notation
from fadenet.engine.digest import digest
from fadenet.engine.language.sets import packed
from fadenet.engine.line import Line
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import (
    HANDLE_MASK,
    NEED_WORDS,
    OPEN,
    POOL,
    RECOMMIT,
    ROW_CARD,
    TAKE,
    TOSS,
    Row,
    State,
    TableNeed,
)
from fadenet.table.record import (
    ALL,
    PUBLIC,
    Answered,
    Check,
    Event,
    Placing,
    Record,
    RecordLine,
    Seated,
    TurnBegins,
)

CODE_OF = Callable[[int], int]
"""The card behind a handle, 0 = not known."""

DIGEST_BYTES = 8
LEAVE = "leave"
"""The word of a seat that is gone, with the rule by which it loses."""
SHOWN = "shown"
"""The word of a search that shows what it took."""


class Scribe:
    """The lines of one match so far. view: whose knowledge is written, "all", "public" or a seat "p1" .."""

    def __init__(self, rules: Rules, view: str = ALL) -> None:
        self.rules = rules
        self.view = view
        self.lines: list[RecordLine] = []
        self._turn = -1

    def clear(self) -> None:
        """Begin again."""
        self.lines.clear()
        self._turn = -1

    def clone(self) -> Scribe:
        """An independent copy."""
        copy = Scribe(self.rules, self.view)
        copy.lines, copy._turn = self.lines[:], self._turn
        return copy

    # Answers. Each of these is called while the state is still as it was before the answer.

    def supplied(self, s: State, values: Sequence[Any], code_of: CODE_OF) -> None:
        """The values that the table is about to bring; `code_of` knows the cards as they lie after it."""
        self._open(s)
        made = 0
        for w, value in zip(s.needs, values, strict=True):
            self.lines.append(Answered(w.who, self._brought(s, w, value, code_of, made)))
            if w.kind == POOL and value is not None:
                made += value

    def answer(
        self,
        s: State,
        seat: int,
        move: Move,
        opened: Sequence[tuple[int, int]],
        standing: Sequence[tuple[int, int]] | None,
    ) -> Answered:
        """A seat's answer as a line, to be given to `answered` once it has been taken."""
        words = notation.format_move(s, seat, move).split(" ")
        cards = self.rules.cards
        words += [f"{notation.place(s, seat, h)}={cards[code].slug}" for h, code in opened]
        self._open(s)
        return Answered(seat, tuple(words), None if standing is None else tuple((m, u) for m, u in standing))

    def answered(self, entry: Answered) -> None:
        """The answer has been taken."""
        self.lines.append(entry)

    def left(self, s: State, seat: int, rule: str) -> None:
        """A seat is gone for good."""
        self._open(s)
        self.lines.append(Answered(seat, (LEAVE, rule)))

    def happened(self, s: State, rows: Sequence[Row]) -> None:
        """Add the events that came of an answer; the state is as it is after it."""
        self.lines += [Event(text) for text in sentences(self.rules, s, rows)]

    # The whole.

    def record(
        self,
        s: State,
        players: Sequence[Seated],
        decks: Sequence[Sequence[int]],
        *,
        date: str = "",
        clock: tuple[int, int] | int | None = None,
        head: str = "",
    ) -> Record:
        """The record of the match so far. decks: codes by deck, in the rules' order of decks."""
        rules = self.rules
        slugs = [rules.cards[code].slug for code in range(len(rules.cards))]
        return Record(
            game=rules.name,
            format=rules.format,
            options=tuple(sorted(rules.options.items())),
            sets=tuple(packed(one).decode() for one in rules.sets),
            date=date,
            players=tuple(players),
            clock=clock,
            rules=rules.hash.hex(),
            cards=rules.card_hash.hex(),
            decks=tuple(
                tuple(slugs[code] for code in deck)
                if self._sees(i // rules.decks_per_seat, i // rules.decks_per_seat >= len(players))
                else ()
                for i, deck in enumerate(decks)
            ),
            view=self.view,
            result=Placing.of(*s.over) if s.over else None,
            head=head,
            lines=(*self.lines, Check(short_digest(s))),
        )

    # The parts.

    def _open(self, s: State) -> None:
        """Write that a turn has begun, before the first answer in it."""
        if s.turn != self._turn:
            self._turn = s.turn
            self.lines += [TurnBegins(s.turn, s.active), Check(short_digest(s))]

    def _sees(self, seat: int, public: bool = False) -> bool:
        return public or self.view == ALL or self.view == f"p{seat + 1}"

    def _cards(self, handles: Sequence[int], code_of: CODE_OF, *seats: int) -> list[str]:
        """Hidden cards that these seats know."""
        seen = self.view != PUBLIC and (self.view == ALL or any(map(self._sees, seats)))
        cards = self.rules.cards
        codes = [(h, code_of(h) if seen else 0) for h in handles]
        return [f"#{h}={cards[code].slug if code else '?'}" for h, code in codes]

    def _brought(self, s: State, w: TableNeed, value: Any, code_of: CODE_OF, made: int) -> tuple[str, ...]:
        """The words of one value. made: how many handles the new decks before it at this rest take."""
        kind, who, items, slugs = w.kind, w.who, w.items, self.rules.cards
        words = [NEED_WORDS[kind]]
        if kind == TOSS:
            words += [str(n) for n in value]
        elif kind == RECOMMIT:
            words += self._cards(items, code_of, who)
        elif kind == OPEN and w.n < 0:
            words += [f"#{h}={slugs[code].slug}" for h, code in zip(items, value, strict=True)]
        elif kind == OPEN:
            words += [f"p{w.n + 1}", *self._cards(items, code_of, who, w.n)]
        elif kind == TAKE:
            taken = [h & HANDLE_MASK for h in value[0]]
            if value[1]:
                words += [SHOWN, *(f"#{h}={slugs[c].slug}" for h, c in zip(taken, value[1], strict=True))]
            else:
                words += self._cards(taken, code_of, who)
        elif kind == POOL:
            words += [str(value)] if value is not None else []
            if not self.rules.is_drawn_from(w.deck):
                words += self._cards(pooled(s, w, value, made), code_of, who)
        else:
            words += self._cards(value, code_of, who)
        return tuple(words)


def pooled(s: State, w: TableNeed, value: int | None, made: int) -> list[int]:
    """The handles that lie in a pool once a need for it has been answered.

    made: how many handles the new decks before it at this rest take.
    """
    if value is not None:
        first = len(s.code) + made
        return list(range(first, first + value))
    slots = s.zones[s.rules.deck_zone(w.deck)]
    return sorted({*s.pool[w.deck], *w.items, *slots} - {0})


def sentences(rules: Rules, s: State, rows: Sequence[Row]) -> list[str]:
    """The sentences of events for everybody, one line each."""
    return [" ".join(line.text().split()) for row in rows if (line := rules.book.event_line(s, row))]


def line_for(s: State, row: Row, known: Mapping[int, int]) -> Line | None:
    """The line of an event for somebody who knows these hidden cards, None if it has none."""
    rules: Rules = rules_of(s)
    line, h = rules.book.event_line(s, row), row[ROW_CARD]
    if line is not None and h and not s.code[h] and known.get(h):
        return line._replace(card=rules.cards[known[h]].name)
    return line


def short_digest(s: State) -> str:
    """The start of the state digest, as a record keeps it."""
    return digest(s)[:DIGEST_BYTES].hex()

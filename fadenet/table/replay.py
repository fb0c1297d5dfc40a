"""A match record carried out again: the states it goes through, and whether it follows from its own start.

The values that a record holds take the place of the table's dice, so the same states come again, digest by
digest. The cards that each seat knew at any time are put together on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fadenet.engine import kernel, needs, notation
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    BIND,
    NEED_WORDS,
    OPEN,
    POOL,
    RECOMMIT,
    TAKE,
    TOSS,
    Known,
    Row,
    State,
    TableNeed,
    is_absent,
)
from fadenet.table.record import (
    ALL,
    PUBLIC,
    Answered,
    BadRecord,
    Check,
    Event,
    Note,
    Placing,
    Record,
    TurnBegins,
)
from fadenet.table.scribe import LEAVE, SHOWN, line_for, pooled, sentences, short_digest

SNAPSHOT_STEPS = 16
"""A copy is kept every so many steps, so that any position is at most so many steps away."""
SNAPSHOTS_MAX = 256

_CARD = re.compile(r"#([1-9][0-9]{0,5})=(\?|[A-Za-z0-9_][A-Za-z0-9_.:-]*)")
_SEAT = re.compile(r"p([1-8])")


@dataclass(frozen=True, slots=True)
class Step:
    """Answers that are carried out together: what the table brings at one rest, or what seats decide at one.

    number: of the first one; turn: in which they were given.
    """

    number: int
    entries: tuple[Answered, ...]
    turn: int
    notes: tuple[str, ...]  # comments on lines of their own before it
    decided: bool  # whether seats decided it; else the table brought it


def decisions(step: Step) -> list[tuple[int, Answered]]:
    """(number, answer) of what seats decided in a step."""
    return list(enumerate(step.entries, step.number)) if step.decided else []


class Position:
    """Where a replay stands: the state, the cards behind handles, and what each seat knows of them.

    at: how many steps have been carried out. truth: as far as the view of the record knows it.
    """

    def __init__(self, state: State, truth: Known, known: list[Known], at: int) -> None:
        self.state = state
        self.truth = truth
        self.known = known
        self.at = at

    def seen(self, view: str) -> Known:
        """Hidden cards as a view knows them: "all", "public", or a seat "p1" .."""
        if view == ALL:
            return self.truth
        return {} if view == PUBLIC else self.known[int(view[1:]) - 1]

    def clone(self) -> Position:
        """An independent copy."""
        return Position(self.state.clone(), dict(self.truth), [dict(k) for k in self.known], self.at)


class Replay:
    """A record that has been carried out once and found true, and every position in it.

    Raises `BadRecord`, which names the line, for a record that the rules do not bear out.
    """

    def __init__(
        self,
        record: Record,
        rules: Rules,
        told: Callable[[int, int], object] = lambda done, total: None,
        cut: bool = False,
    ) -> None:
        """told: hears how many lines of how many have been carried out. cut: the record may break off before
        the match is over; a rest that it holds in part is left out then."""
        if (record.game, record.rules, record.cards) != (rules.name, rules.hash.hex(), rules.card_hash.hex()):
            raise BadRecord(0, "it was played with other rules or cards than these")
        self.record = record
        self.rules = rules
        self.codes = {card.slug: card.code for card in rules.cards[1:]}
        self.steps: list[Step] = []
        self._every = SNAPSHOT_STEPS
        self._snapshots = [self._start()]
        self._run(told, cut)

    @property
    def views(self) -> tuple[str, ...]:
        """The views that the record can be shown in, its own first."""
        record = self.record
        if record.view == ALL:
            return (ALL, *(f"p{i + 1}" for i in range(len(record.players))), PUBLIC)
        return (PUBLIC,) if record.view == PUBLIC else (record.view, PUBLIC)

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.steps)

    def position(self, at: int) -> Position:
        """A copy of the position after so many steps, 0 to `length`."""
        here = self._snapshots[min(at // self._every, len(self._snapshots) - 1)].clone()
        while here.at < at:
            self.advance(here)
        return here

    def advance(self, here: Position) -> list[Row]:
        """Carry out the next step of a position; returns its events."""
        here.at += 1
        return self._give(here, self.steps[here.at - 1])

    def told(self, here: Position, view: str) -> list[str]:
        """Carry out the next step of a position; returns what its events say to a view."""
        rows = self.advance(here)
        known = here.seen(view)
        return [line.text() for row in rows if (line := line_for(here.state, row, known))]

    def at_turn(self, turn: int) -> int:
        """The first position of a turn, or of the next one that there is; the last one if there is none."""
        return next((i for i, step in enumerate(self.steps) if step.turn >= turn), self.length)

    def at_number(self, number: int) -> int:
        """The position before the answer of this number; the last one if there is none."""
        found = (i for i, step in enumerate(self.steps) if number < step.number + len(step.entries))
        return next(found, self.length)

    # Carrying out.

    def _start(self) -> Position:
        try:
            people = [i for i, player in enumerate(self.record.players) if player.kind == "human"]
            s = kernel.setup(self.rules, len(self.record.players), people)
        except WrongInput as error:
            raise BadRecord(0, str(error)) from None
        return Position(s, {}, [{} for _ in range(s.seats)], 0)

    def _run(self, told: Callable[[int, int], object], cut: bool) -> None:
        """Carry everything out once, hold it against what the record says, and keep copies on the way."""
        here = self._start()
        waiting: list[Answered] = []  # answers of a rest at which several values are owed
        notes: list[str] = []
        said: list[str] = []
        number = 0
        unseen = False
        for done, line in enumerate(self.record.lines):
            told(done, len(self.record.lines))
            if isinstance(line, Note):
                notes.append(line.text)
            elif isinstance(line, Event):
                self._hear(line, said)
            elif isinstance(line, Answered):
                if here.state.over:
                    raise BadRecord(line.line, "the match is over before it")
                waiting.append(line)
                number += 1
                if len(waiting) < len(here.state.needs) and line.words[0] != LEAVE:
                    continue
                first = number + 1 - len(waiting)
                decided = not here.state.needs or waiting[0].words[0] == LEAVE
                step = Step(first, tuple(waiting), here.state.turn, tuple(notes), decided)
                said = sentences(self.rules, here.state, self._give(here, step))
                self._add(here, step, unseen)
                unseen = _is_unseen(here.state)
                waiting, notes = [], []
            else:
                self._compare(here.state, line)
        if cut and not here.state.over:
            del self.steps[len(self.steps) - unseen :]
            return
        if waiting:
            raise BadRecord(waiting[-1].line, f"{len(here.state.needs) - len(waiting)} more values are owed")
        self._end(here.state)

    def _add(self, here: Position, step: Step, unseen: bool) -> None:
        """A step has been carried out. unseen: answers before it were not to be seen yet, so that it is one
        step with them: nobody may look at the table in between."""
        if unseen:
            last = self.steps.pop()
            entries, notes = last.entries + step.entries, last.notes + step.notes
            step = replace(last, entries=entries, notes=notes)
        else:
            here.at += 1
        self.steps.append(step)
        if not _is_unseen(here.state):
            self._keep(here)

    def _keep(self, here: Position) -> None:
        if here.at % self._every == 0:
            self._snapshots.append(here.clone())
        if len(self._snapshots) > SNAPSHOTS_MAX:
            self._snapshots = self._snapshots[::2]
            self._every *= 2

    def _hear(self, line: Event, said: list[str]) -> None:
        if not said or said.pop(0) != line.text:
            raise BadRecord(line.line, "this is not what the rules make of the answers before it")

    def _compare(self, s: State, line: TurnBegins | Check) -> None:
        if isinstance(line, TurnBegins) and (line.turn, line.seat) != (s.turn, s.active):
            raise BadRecord(line.line, f"it is turn {s.turn} of p{s.active + 1} here")
        if isinstance(line, Check) and line.digest != short_digest(s):
            raise BadRecord(line.line, f"the state is another one here (digest {short_digest(s)})")

    def _end(self, s: State) -> None:
        result = Placing.of(*s.over) if s.over else None
        if result != self.record.result:
            ended = f"ends with {result}" if result else "is not over at its end"
            raise BadRecord(0, f"the match {ended}, not as its tag Result says")

    def _give(self, here: Position, step: Step) -> list[Row]:
        """Give the answers of a step: those of seats one by one, those of the table together."""
        if not step.decided:
            return self._carry_out(here, step.entries)
        return [row for entry in step.entries for row in self._carry_out(here, (entry,))]

    def _carry_out(self, here: Position, entries: Sequence[Answered]) -> list[Row]:
        """Give answers. Raises `BadRecord`."""
        last = entries[-1]
        try:
            if last.words[0] == LEAVE and last.who >= 0:
                if len(entries) > 1 or len(last.words) != 2 or last.who >= here.state.seats:
                    raise WrongInput("a seat leaves alone, by a rule")
                return kernel.leave(here.state, last.who, last.words[1])
            if here.state.needs:
                values = _RestValues(self, here).of(entries)
                return needs.supply(here.state, values)
            return self._answer(here, last)
        except (WrongInput, IllegalMove) as error:
            raise BadRecord(last.line, f"{error}".rstrip(".")) from None

    def _answer(self, here: Position, entry: Answered) -> list[Row]:
        """A seat's answer."""
        s, seat = here.state, entry.who
        if not 0 <= seat < s.seats:
            raise WrongInput("a seat's answer is asked for here")
        move, text, shown = self.move_of(s, entry)
        if notation.format_move(s, seat, move) != text:
            raise WrongInput(f"{text!r} is not how this move is written")
        if sorted(kernel.opens(s, move)) != sorted(h for h, _ in shown):
            raise WrongInput("a move shows exactly the hidden cards that it uses")
        rows = kernel.apply(s, seat, move, shown, entry.standing)
        for h, code in shown:
            here.truth[h] = here.known[seat][h] = code
        return rows

    def move_of(self, s: State, entry: Answered) -> tuple[Move, str, list[tuple[int, int]]]:
        """(move, its text, the hidden cards that it shows with their codes) of a seat's answer, at the state
        that it answers. Raises `WrongInput`."""
        seat, words = entry.who, list(entry.words)
        shown: list[tuple[int, int]] = []
        while words and "=" in words[-1] and words[-1].partition("=")[0] not in self.rules.keys:
            ref, _, slug = words.pop().partition("=")
            shown.insert(0, (notation.find(s, seat, ref), self._code(slug)))
        text = " ".join(words)
        return notation.parse_move(s, seat, text), text, shown

    def _code(self, slug: str) -> int:
        code = self.codes.get(slug, 0)
        if not code:
            raise WrongInput(f"there is no card {slug[:80]!r}")
        return code

    def cards(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """(handle, code) of words like #41=rising-kick, 0 = not known. Raises `WrongInput`."""
        found = []
        for word in words:
            m = _CARD.fullmatch(word)
            if not m:
                raise WrongInput(f"{word!r} is no card; write #HANDLE=CARD or #HANDLE=?")
            found.append((int(m[1]), 0 if m[2] == "?" else self._code(m[2])))
        return found


def _is_unseen(s: State) -> bool:
    """Whether a player has answered and others still owe their answers, so that nobody may see it yet."""
    return not all(is_absent(s, seat) for seat in s.answers)


class _RestValues:
    """The values of one rest, read from its lines; hidden cards that are learnt go into the position."""

    def __init__(self, replay: Replay, here: Position) -> None:
        self._replay = replay
        self._here = here
        self._made = 0  # handles of new decks at this rest

    def of(self, entries: Sequence[Answered]) -> list[Any]:
        """One value for each need. Raises `WrongInput`."""
        return [self._value(w, e) for w, e in zip(self._here.state.needs, entries, strict=True)]

    def _value(self, w: TableNeed, entry: Answered) -> Any:
        kind = w.kind
        word, *rest = entry.words
        if word != NEED_WORDS[kind] or entry.who != w.who or entry.standing is not None:
            owing = f"p{w.who + 1}" if w.who >= 0 else "-"
            raise WrongInput(f"'{owing} {NEED_WORDS[kind]}' is owed here")
        if kind == TOSS:
            if not all(re.fullmatch(r"[0-9]{1,9}", n) for n in rest):
                raise WrongInput("a toss is one number or more")
            return tuple(int(n) for n in rest)
        if kind == POOL:
            return self._pool(w, rest)
        if kind == OPEN:
            return self._open(w, rest)
        if kind == TAKE:
            shown = rest[:1] == [SHOWN]
            cards = self._replay.cards(rest[shown:])
            self._learn(cards, w.who)
            return tuple(h for h, _ in cards), tuple(code for _, code in cards) if shown else ()
        cards = self._replay.cards(rest)
        if kind == RECOMMIT:
            if sorted(h for h, _ in cards) != sorted(w.items):
                raise WrongInput("other cards are to be committed to anew here")
            self._forget(w.items)
        assert kind in (BIND, RECOMMIT)
        self._learn(cards, w.who)
        return None if kind == RECOMMIT else tuple(h for h, _ in cards)

    def _pool(self, w: TableNeed, rest: list[str]) -> int | None:
        value = None
        if rest and not rest[0].startswith("#"):
            if not re.fullmatch(r"[0-9]{1,4}", rest[0]):
                raise WrongInput("a new deck has a number of cards")
            value = int(rest.pop(0))
        handles = pooled(self._here.state, w, value, self._made)
        self._made += value or 0
        cards = self._replay.cards(rest)
        if cards and [h for h, _ in cards] != handles:
            raise WrongInput("other cards lie in this deck")
        self._forget(handles)
        self._learn(cards, w.who)
        return value

    def _open(self, w: TableNeed, rest: list[str]) -> tuple[int, ...] | None:
        seats = [w.who]
        if w.n >= 0:
            m = _SEAT.fullmatch(rest.pop(0)) if rest else None
            if not m or int(m[1]) != w.n + 1:
                raise WrongInput(f"p{w.n + 1} is to see the cards here")
            seats.append(w.n)
        cards = self._replay.cards(rest)
        if [h for h, _ in cards] != list(w.items):
            raise WrongInput("other cards are to be opened here")
        self._learn(cards, *seats)
        return None if w.n >= 0 else tuple(code for _, code in cards)

    def _learn(self, cards: Sequence[tuple[int, int]], *seats: int) -> None:
        for h, code in cards:
            if code:
                self._here.truth[h] = code
                for seat in seats:
                    if seat >= 0:
                        self._here.known[seat][h] = code

    def _forget(self, handles: Sequence[int]) -> None:
        for h in handles:
            self._here.truth.pop(h, None)
            for known in self._here.known:
                known.pop(h, None)


# Telling less.


def narrowed(replay: Replay, view: str) -> Record:
    """The record as one of its views knows it: other hidden cards and decks are left out."""
    record = replay.record
    if view == record.view:
        return record
    table = {id(entry) for step in replay.steps if not step.decided for entry in step.entries}
    per = replay.rules.decks_per_seat
    players = len(record.players)
    return replace(
        record,
        view=view,
        decks=tuple(
            deck if i // per >= players or view == f"p{i // per + 1}" else ()
            for i, deck in enumerate(record.decks)
        ),
        lines=tuple(
            _hidden(line, view) if isinstance(line, Answered) and id(line) in table else line
            for line in record.lines
        ),
    )


def _hidden(entry: Answered, view: str) -> Answered:
    """An answer of the table, without the hidden cards that a view does not know."""
    words = entry.words
    looker = words[1] if words[0] == "open" and len(words) > 1 and _SEAT.fullmatch(words[1]) else ""
    to_all = words[1:2] == (SHOWN,) or (words[0] == "open" and not looker)
    if to_all or view in (f"p{entry.who + 1}", looker):
        return entry
    return replace(entry, words=tuple(_CARD.sub(r"#\1=?", word) for word in words))

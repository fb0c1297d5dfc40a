"""The events that may come next at a table: the steps that nodes can take, and how people are told of
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from protocol.messages import Entry, ResultMessage, Statement, parse_message
from protocol.statements import Drop, End, parse_body
from tests.sim.explore.local import Fault, Local, Locals
from tests.sim.explore.node import Event

Row = tuple[int, ...]
"""The states of the honest nodes, by number, in seat order."""
Left = tuple[int, int, int, int, int]
"""How often what `Bounds` bounds may still happen."""
LEFT = ("fault", "damaged", "alone", "none")
"""How a match can have ended for a node that nobody hears of any more."""
FREE = -1
SPENT, DEATHS, BACKS, VOIDS, SAID = range(5)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How often it happens at most that a clock runs out, a node dies, its disk is put back, a player wants
    to end the match as void, a cheat says something.

    choices: how many answers a player is tried with; lost: how many items a disk lacks at most that is put
    back; on: on whom clocks may run out, () = on all.
    """

    spent: int = 0
    deaths: int = 0
    backs: int = 0
    voids: int = 0
    said: int = 0
    choices: int = 1
    lost: int = 2
    on: tuple[int, ...] = ()

    @property
    def left(self) -> Left:
        return self.spent, self.deaths, self.backs, self.voids, self.said


class Step(NamedTuple):
    """The event that befalls the node at a place of a row, the state that it leads to, and the bound it takes
    from."""

    place: int
    event: Event
    after: int
    takes: int


class Wrong(Fault):
    """A rule that does not hold. last: the steps that led to it, (seat, what befell it), or a word on
    them."""

    def __init__(self, why: str, *last: tuple[int, Event] | str) -> None:
        super().__init__(why)
        self.last = last


class Steps:
    """The steps of one search. kinds: what cheats say (`cheat.KINDS`)."""

    def __init__(self, known: Locals, bounds: Bounds, cheats: Sequence[int], kinds: tuple[str, ...]) -> None:
        self._locals = known
        self._bounds = bounds
        self._cheats = cheats
        self._kinds = kinds
        self._hears: dict[tuple[int, int], tuple[Event, int] | None] = {}

    def all(self, row: Row, left: Left) -> Iterator[Step]:
        """All that may happen next. Raises `Wrong`."""
        for place, number in enumerate(row):
            here = self._locals.all[number]
            if here.ended in LEFT:
                continue
            for giver in row:
                yield from self.heard(place, number, giver)
            if here.over:
                continue
            for event, takes in self._own(here, left):
                yield Step(place, event, self.after(number, event), takes)
            for cheat in self._cheats if left[SAID] else ():
                for item in self._locals.said(number, cheat, self._kinds):
                    event = Event("item", cheat, item)
                    if (after := self.after(number, event)) != number:
                        yield Step(place, event, after, SAID)

    def after(self, number: int, event: Event) -> int:
        """The state behind an event. Raises `Wrong`."""
        try:
            return self._locals.after(number, event)
        except Fault as fault:
            raise Wrong(str(fault), (self._locals.all[number].seat, event)) from fault

    def heard(self, place: int, number: int, giver: int) -> Iterator[Step]:
        """The items that a node can hear from another honest one: the next item that makes a difference, and
        behind all of them what that one holds."""
        if giver == number:
            return
        if (giver, number) not in self._hears:
            self._hears[giver, number] = self._next(number, giver)
        if (found := self._hears[giver, number]) is not None:
            yield Step(place, *found, FREE)

    def _next(self, number: int, giver: int) -> tuple[Event, int] | None:
        here, there = self._locals.all[number], self._locals.all[giver]
        events = [Event("item", there.seat, item) for item in there.offers if item not in here.held]
        if self._locals.makes_sure(giver, number):
            events.append(Event("heads", there.seat, there.heads))
        for event in events:
            if (after := self.after(number, event)) != number:
                return event, after
        return None

    def _own(self, here: Local, left: Left) -> Iterator[tuple[Event, int]]:
        """The events that befall a node without others, and the bound that it takes from."""
        bounds = self._bounds
        for k in range(min(here.moves, bounds.choices)):
            yield Event("decide", what=k), FREE
        if here.confirms:
            yield Event("confirm"), FREE
        if here.resumes:
            yield Event("resume"), FREE
        counted = [seat for seat in here.late if not bounds.on or seat in bounds.on]
        for n in range(1, len(counted) + 1) if left[SPENT] else ():
            for late in combinations(counted, n):
                yield Event("spent", what=late), SPENT
        if here.in_vain and left[SPENT]:
            yield Event("unsigned"), SPENT
        if left[DEATHS]:
            yield Event("restart"), DEATHS
        first = max(len(self._locals.table.hellos), here.items - bounds.lost)
        for kept in range(first, here.items) if left[BACKS] else ():
            yield Event("back", what=kept), BACKS
        if left[VOIDS]:
            yield Event("void"), VOIDS

    # For people.

    def told(self, happened: tuple[int, Event] | str) -> str:
        """The story of a row, in words."""
        if isinstance(happened, str):
            return happened
        seat, event = happened
        if event.kind == "item":
            return f"{seat} hears from {event.of}: {_named(self._locals.items[event.what])}"
        if event.kind == "heads":
            return f"{seat} hears what {event.of} holds"
        return f"{seat}: {event.kind} {event.what if event.what != b'' else ''}".rstrip()


def _named(wire: bytes) -> str:
    message = parse_message(wire)
    if isinstance(message, Entry):
        era = f" of era {message.head.era}" if message.head.era else ""
        return f"entry {message.head.seq} of {message.head.author}{era} [{message.head.body.hex()[:4]}]"
    if isinstance(message, ResultMessage):
        return f"RESULT signed by {[seat for seat, one in enumerate(message.signatures) if one]}"
    assert isinstance(message, Statement)
    body = parse_body(message.kind, message.body)
    if isinstance(body, Drop):
        return f"{'final ' * body.final}vote of {body.seat} on {body.accused}: {body.vote}"
    void = isinstance(body, End) and body.outcome is None
    return f"{type(body).__name__}{' void' * void} of {body.seat}"

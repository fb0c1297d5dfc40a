"""Calm weather: whatever has happened, what is left of the nodes hears each other, and all must end well.

Nobody is cut off any more but one node at most, which has gone for good (and cheats, who say nothing more).
All that was signed comes, every player who is asked decides, and clocks run out only where nothing else is
left to happen: on those who have left first, as they do for all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from tests.sim.explore.local import Local, Locals
from tests.sim.explore.node import Event
from tests.sim.explore.steps import LEFT, Row, Steps, Wrong

NOBODY = -1


class Calm:
    """The calm ends of one search."""

    def __init__(
        self,
        known: Locals,
        steps: Steps,
        seats: int,
        cheats: Sequence[int],
        late: Sequence[int],
        caught: bool,
    ) -> None:
        self.judged: set[tuple[Row, int, bool]] = set()
        self._locals = known
        self._steps = steps
        self._seats = seats
        self._cheats = cheats
        self._late = late
        self._caught = caught
        self._ends: dict[tuple[Row, int], Row] = {}

    def judge(self, row: Row, spared: bool) -> None:
        """Calm weather from here on, with all nodes and without each. spared: no clock has run out on
        anybody, no disk was put back and no player has wanted a void. Raises `Wrong`."""
        honest = [self._locals.all[number].seat for number in row]
        for gone in [NOBODY] if self._cheats else [NOBODY, *honest]:
            if (row, gone, spared) in self.judged:
                continue
            self.judged.add((row, gone, spared))
            weather = "calm weather" if gone == NOBODY else f"calm weather, without {gone}"
            try:
                self._judge(row, self._end(row, gone), gone, spared)
            except Wrong as wrong:
                raise Wrong(str(wrong), weather, *wrong.last) from wrong

    # What comes of it.

    def _end(self, row: Row, gone: int) -> Row:
        passed = []
        while (row, gone) not in self._ends:
            passed.append(row)
            after = self._next(row, gone)
            if after == row:
                self._ends[row, gone] = row
            row = after
        end = self._ends[row, gone]
        self._ends |= dict.fromkeys([(one, gone) for one in passed], end)
        return end

    def _next(self, row: Row, gone: int) -> Row:
        """The next thing that happens; the same row where nothing does any more."""
        there = [self._locals.all[number] for number in row]
        for place, here in enumerate(there):
            if here.seat == gone or here.ended in LEFT:
                continue
            for giver, other in zip(row, there, strict=True):
                for step in self._steps.heard(place, row[place], giver) if other.seat != gone else ():
                    return (*row[:place], step.after, *row[place + 1 :])
        left = {gone, *self._cheats} | {one.seat for one in there if one.ended in LEFT}
        chances: list[Callable[[Local], Event | None]] = [
            _own,
            lambda here: _waits(here, left),
            lambda here: _waits(here, set(here.late)),
            lambda here: Event("unsigned") if here.in_vain else None,
        ]
        for chance in chances:
            for place, here in enumerate(there):
                event = None if here.seat == gone or here.over else chance(here)
                after = row[place] if event is None else self._steps.after(row[place], event)
                if after != row[place]:
                    return (*row[:place], after, *row[place + 1 :])
        return row

    # What must hold of it.

    def _judge(self, row: Row, end: Row, gone: int, spared: bool) -> None:
        began, ends = [[self._locals.all[number] for number in of] for of in (row, end)]
        self._all_end(ends, gone)
        several = self._seats > 2
        if gone != NOBODY or (self._cheats and not several):
            return
        whole = several and not (self._cheats or any(one.ended in LEFT or one.lacks for one in began))
        outvoted = (
            len(self._cheats) > 1 and not self._caught
        )  # they say nothing more, and it takes their votes
        if (whole or (spared and not outvoted)) and any(
            not (one.void or one.ended == "result") for one in ends
        ):
            raise Wrong(f"without a RESULT of all: {_said(ends)}")
        if spared and any(one.absent - {*self._cheats, *self._late} for one in ends):
            raise Wrong(f"absent, though nobody has waited for it in vain: {_said(ends)}")

    def _all_end(self, ends: Sequence[Local], gone: int) -> None:
        """Nobody waits for ever, no two have won, and all who hear each other hold one RESULT."""
        there = [end for end in ends if end.seat != gone]
        waiting = [end.seat for end in there if not (end.over or end.void or end.lacks)]
        left = {gone, *self._cheats} | {end.seat for end in ends if end.ended in LEFT or end.lacks}
        few = self._seats == 2 or len(left - {NOBODY}) < 2  # no vote is won without two
        if waiting and (few or (self._caught and gone == NOBODY)):
            raise Wrong(f"{waiting} wait for ever: {_said(there)}")
        for one, other in combinations([end for end in ends if end.winners], 2):
            if not one.winners & other.winners and not self._one_counts(one, other):
                raise Wrong(f"two winners: {_said(ends)}")
        for one, other in combinations([end for end in there if end.result], 2):
            if one.result != other.result:
                raise Wrong(f"two RESULTs: {_said(there)}")

    def _one_counts(self, one: Local, other: Local) -> bool:
        """Whether these are RESULTs, of which one is better: more have signed it. Of as many it would be that
        of those who came out better, but of such none are made here, as no two of them can be whole."""
        return bool(one.result and other.result) and len(one.absent) != len(other.absent)


def _own(here: Local) -> Event | None:
    """The steps of a node before it counts anybody out."""
    if here.moves:
        return Event("decide", what=0)
    if here.confirms:
        return Event("confirm")
    return Event("resume") if here.resumes else None


def _waits(here: Local, left: set[int]) -> Event | None:
    """It waits in vain for one of these."""
    late = tuple(seat for seat in here.late if seat in left)
    return Event("spent", what=late) if late else None


def _said(ends: Sequence[Local]) -> str:
    return ", ".join(
        f"{end.seat} {end.ended or f'waits for {[*end.late]}'}"
        + (f" won by {sorted(end.winners)} without {sorted(end.absent)}" if end.winners else "")
        for end in ends
    )

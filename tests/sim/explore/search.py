"""All that can befall the nodes of a match, up to a bound, and what must hold whatever does.

The search goes in breadth, so that what it finds it shows by a shortest row of steps. A state of all is a row
of states of nodes (`local`) and what is left of the bounds (`steps.Bounds`). Items on their way are nowhere
in it: an item is on its way as long as one node holds it and another lacks it. So a delivery is a step of the
one who takes, and a link that carries nothing any more, or a node that has gone for good, is one whose
deliveries never come: every such row is among the others. An event that makes no difference to the one whom
it befalls is not a step, and what follows from a step in one node at once is a part of it.

From every state on the weather may become calm (`calm`), and then all must come to an end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.sim.explore.calm import Calm
from tests.sim.explore.local import Locals
from tests.sim.explore.node import Event, Node, Table
from tests.sim.explore.steps import BACKS, FREE, SPENT, VOIDS, Bounds, Left, Row, Steps, Wrong

State = tuple[Row, Left]


@dataclass(slots=True)
class Found:
    """How far a search has come. depth: of the longest row of steps; whole: whether nothing is left; fault:
    what does not hold, and trace: the row of steps that leads there."""

    states: int = 0
    transitions: int = 0
    locals: int = 0
    depth: int = 0
    calms: int = 0
    seconds: float = 0.0
    whole: bool = False
    fault: str = ""
    trace: tuple[str, ...] = ()

    def __str__(self) -> str:
        how = "all" if self.whole else "a part"
        return (
            f"{self.states} states ({how}), {self.transitions} transitions, {self.locals} states of single "
            f"nodes, depth {self.depth}, {self.calms} calm ends, {self.seconds:.1f} s of CPU"
        )


class Search:
    """One search. begins: the nodes by seat, None for a cheat; kinds: what cheats say (`cheat.KINDS`).

    sample: every how many-th file the second reader reads too; stride: from every how many-th state on the
    weather calms, 0 = from none; late: on whom clocks have run out before, None = a RESULT need not come;
    caught: what two cheats have said suffices to go on without both.
    """

    def __init__(
        self,
        table: Table,
        begins: Sequence[Node | None],
        bounds: Bounds,
        kinds: tuple[str, ...] = (),
        sample: int = 0,
        stride: int = 1,
        late: Sequence[int] | None = (),
        caught: bool = False,
    ) -> None:
        self.found = Found()
        self._bounds = bounds
        self._stride = stride
        nodes = [node for node in begins if node is not None]
        cheats = [seat for seat, node in enumerate(begins) if node is None]
        self._seats = [node.number for node in nodes]
        self._locals = Locals(table, self._seats, sample)
        self._steps = Steps(self._locals, bounds, cheats, kinds)
        self._calm = Calm(self._locals, self._steps, len(begins), cheats, late or (), caught)
        self._spared = late is not None
        self._start = tuple(map(self._locals.begin, nodes))
        self._came: dict[State, tuple[State, tuple[int, Event]] | None] = {}

    def run(
        self, depth: int = sys.maxsize, states: int = sys.maxsize, seconds: float = float("inf")
    ) -> Found:
        """Search up to this depth, number of states and CPU time."""
        found, began = self.found, time.process_time()
        level: list[State] = [(self._start, self._bounds.left)]
        self._came[level[0]] = None
        try:
            self._look(level[0])
            while level and found.depth < depth:
                level = self._behind(level, states, began + seconds)
                found.depth += bool(level)
            found.whole = not level
        except _Enough:
            pass
        finally:
            found.states, found.locals = len(self._came), len(self._locals.all)
            found.calms = len(self._calm.judged)
            found.seconds = time.process_time() - began
        return found

    def _behind(self, level: Sequence[State], states: int, until: float) -> list[State]:
        """The states that are one step behind these, and no fewer. Raises `_Enough`."""
        following: list[State] = []
        for state in level:
            row, left = state
            try:
                for step in self._steps.all(row, left):
                    self.found.transitions += 1
                    rest = left if step.takes == FREE else _less(left, step.takes)
                    after = (*row[: step.place], step.after, *row[step.place + 1 :]), rest
                    if after not in self._came:
                        self._came[after] = state, (self._seats[step.place], step.event)
                        following.append(after)
                        self._look(after)
            except Wrong as wrong:
                self._keep(state, wrong)
                raise _Enough from wrong
            if len(self._came) >= states or time.process_time() > until:
                raise _Enough
        return following

    def _look(self, state: State) -> None:
        """Calm weather from this state on."""
        row, left = state
        if not self._stride or len(self._came) % self._stride:
            return
        spared = self._spared and all(left[one] == self._bounds.left[one] for one in (SPENT, BACKS, VOIDS))
        try:
            self._calm.judge(row, spared)
        except Wrong as wrong:
            self._keep(state, wrong)
            raise _Enough from wrong

    def _keep(self, state: State, wrong: Wrong) -> None:
        """The rule that does not hold, and the row of steps that led there."""
        steps = [*reversed(wrong.last)]
        while (before := self._came[state]) is not None:
            state, step = before
            steps.append(step)
        self.found.fault = str(wrong)
        self.found.trace = tuple(map(self._steps.told, reversed(steps)))


class _Enough(Exception):
    """The search ends here."""


def _less(left: Left, takes: int) -> Left:
    a, b, c, d, e = (n - (k == takes) for k, n in enumerate(left))
    return a, b, c, d, e

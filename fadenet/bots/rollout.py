"""Plays its candidates out: to its own next turn, in worlds that fit what it knows, and takes the best mean.

The candidates of a free choice are the move that `greedy` makes, the next best ones that promise nearly as
much, and the quiet move. Each is played on in the same worlds with the same dice, both sides by `greedy`. So
are the ways to begin a match, where the game's judgement knows several, but to the end of the game. All other
questions are answered as `greedy` does, and a line that wins in the own turn is played at once; within
playouts nobody looks for one. The budget is a count of playouts, so the same view gives the same move on any
machine; where a clock runs, thinking ends with the last world that was played in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median_low
from time import monotonic
from typing import Final, TypeVar

from fadenet.bots.base import Outlook, Prospect, Thought
from fadenet.bots.beliefs import Beliefs, DrawnBeliefs
from fadenet.bots.greedy import GreedyBot, tried
from fadenet.bots.judgement import judgement_of
from fadenet.bots.options import ChoiceOption, SpinOption
from fadenet.bots.sides import lead
from fadenet.bots.worlds import Simulation, World, Worlds
from fadenet.engine.kit.series import Series
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, TableNeed
from fadenet.table.view import MatchInfo, SeatView

ANSWERS_MAX: Final = 400
"""A playout ends after so many answers: ten times as many as it usually has."""
HALF: Final = 150
"""Points of a lead that counts half as much as a game that is won."""
CLEAR: Final = 0.5
"""A candidate whose mean leads by so much after `CLEAR_AFTER` worlds is taken at once."""
CLEAR_AFTER: Final = 2
OF_DECISION: Final = 2
OF_BANK: Final = 40
"""A decision takes no more than one of so many parts of its time, and of the time bank."""

T = TypeVar("T")

_BELIEFS: Final = {"packaged": Beliefs, "drawn": DrawnBeliefs}


class RolloutBot(GreedyBot):
    """Plays the best moves of greedy out to its next turn, in worlds that fit, and takes the best."""

    moves = SpinOption(3, 1, 16, "candidates besides the quiet move")
    worlds = SpinOption(3, 1, 64, "worlds in which each candidate is played out")
    within = SpinOption(60, 0, 100_000, "points by which a candidate may be worse at first sight")
    replies = SpinOption(8, 1, 1024, "moves tried for an answer within a playout")
    games = SpinOption(12, 0, 256, "worlds in which each way to begin is played to the end, 0 = none")
    beliefs = ChoiceOption("packaged", tuple(_BELIEFS), "deck lists that others are believed to have")

    def __init__(self, **options: int | bool | str) -> None:
        super().__init__(**options)
        self._mind = GreedyBot(trials=self.replies, lines=0)
        self._lists: Beliefs | None = None
        self._thought: Thought | None = None
        self._hurried = False

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self._lists = _BELIEFS[self.beliefs](rules_of(seat.state), match)

    def thought(self) -> Thought | None:
        return self._thought

    def hurry(self) -> None:
        self._hurried = True

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        try:
            return self._picked(seat, options)
        finally:
            self._hurried = False

    def _picked(self, seat: SeatView, options: list[Move]) -> Move:
        ask, s, self._thought = seat.ask, seat.state, None
        assert ask is not None
        judge = judgement_of(rules_of(s))
        if ask.kind != ACT or not s.turn or self._lists is None:
            return super().pick(seat, options)
        first_move = self.first_move(seat, options)
        if first_move:
            return first_move
        now = judge.position(s, seat.index, seat.known)
        there = tried(seat, [m for m in options if m[0] not in judge.QUIET], self.trials)
        there.sort(key=lambda one: -one[0])
        quiet = judge.quiet_move(seat, options)
        found = [move for points, move in there[: self.moves] if points >= there[0][0] - self.within]
        first = there and there[0][0] > now
        candidates = list(dict.fromkeys([*found, quiet] if first else [quiet, *found]))
        return candidates[0] if len(candidates) == 1 else self._best(seat, candidates, self.worlds, _moved)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        self._thought = None
        ways = judgement_of(rules_of(seat.state)).beginnings(seat, need) if not seat.state.turn else []
        if len(ways) < 2 or not self.games or self._lists is None:
            return await super().take(seat, need)
        self._shake(seat)
        return self._best(
            seat, ways, self.games, lambda world, dice, way: Simulation(world, dice, {need.id: way})
        )

    def _best(
        self,
        seat: SeatView,
        candidates: Sequence[T],
        most: int,
        begin: Callable[[World, int, T], Simulation],
    ) -> T:
        """The candidate with the best mean in so many worlds at most, the first one among equals."""
        assert self._lists is not None
        late = monotonic() + min(seat.clock.decision_s / OF_DECISION, seat.clock.bank_s / OF_BANK)
        worlds = Worlds(seat, self._lists)
        sums, played = [0.0] * len(candidates), 0
        leaves: list[tuple[SeatView, ...]] = []
        while played < most:
            world, dice, found = worlds.draw(self.random), self.random.getrandbits(32), list[SeatView]()
            for one in candidates:
                if self._hurried or monotonic() >= late:
                    break
                found.append(self._outcome(seat, begin(world, dice, one)))
            if len(found) < len(candidates):
                break
            played += 1
            leaves.append(tuple(found))
            sums = [total + gain(seat, leaf) for total, leaf in zip(sums, found, strict=True)]
            first, second = sorted(sums, reverse=True)[:2]
            clear = seat.state.turn and played >= CLEAR_AFTER and first - second > CLEAR * played
            if clear or first - second > 2 * (most - played):
                break
        self._hurried = False
        if not played:
            return candidates[0]
        ranked = sorted(range(len(candidates)), key=lambda at: -sums[at])
        at, n = ranked[0], played * len(candidates)
        said = f"best of {len(candidates)} moves in {number_of(played, 'world')}"
        outlook = None
        if seat.state.turn:
            best, other = (prospect(seat, [found[place] for found in leaves]) for place in ranked[:2])
            outlook = Outlook(lead(seat.state, seat.index), best, other)
        self._thought = Thought(sums[at] / played, n, said, outlook)
        return candidates[at]

    def _outcome(self, seat: SeatView, simulation: Simulation) -> SeatView:
        """The view of a seat at the start of its next turn, for one that begins a game at the end of that."""
        mind, s, root = self._mind, simulation.state, seat.state
        turn = root.turn
        for _ in range(ANSWERS_MAX):
            asked = simulation.asked()
            if asked is None or s.turn < turn or (0 < root.turn < s.turn and s.active == seat.index):
                break
            turn = s.turn
            simulation.play(mind.decide(simulation.view(asked[0])).move)
        return simulation.view(seat.index)


def _moved(world: World, dice: int, move: Move) -> Simulation:
    """A simulation in which the seat that is asked has made this move."""
    simulation = Simulation(world, dice)
    simulation.play(move)
    return simulation


def prospect(root: SeatView, leaves: Sequence[SeatView]) -> Prospect:
    """How it stands for a seat in these positions of a match under way, one at least."""
    before, me = root.state, root.index
    ended, ahead = list[float](), list[dict[str, int]]()
    for leaf in leaves:
        if leaf.state.over or leaf.state.turn < before.turn:
            ended.append(gain(root, leaf))
        else:
            ahead.append(lead(leaf.state, me))
    middle = {word: median_low(one[word] for one in ahead) for word in (ahead[0] if ahead else ())}
    return Prospect(len(leaves), sum(n > 0 for n in ended), sum(n < 0 for n in ended), middle)


def gain(root: SeatView, leaf: SeatView) -> float:
    """The change of a position for its seat, from -1 = the game is lost to 1 = it is won. From before the
    first turn on, only a game that is over is worth anything."""
    before, after, me = root.state, leaf.state, root.index
    rules = rules_of(after)
    if after.over:
        places = after.over[0]
        return 1.0 if places[me] < max(places) else -1.0 if places[me] > 1 else 0.0
    if after.turn < before.turn or not before.turn:  # games of the match, since another one has begun
        series, side = rules.part(Series), rules.side(after, me)
        won = [after.vars[series.wins + i] - before.vars[series.wins + i] for i in range(2)]
        return float(won[side] - won[1 - side])
    judge = judgement_of(rules)
    points = judge.position(after, me, leaf.known) - judge.position(before, me, root.known)
    return points / (abs(points) + HALF)

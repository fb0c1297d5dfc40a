"""Plays its candidates out: to its own next turn, in worlds that fit what it knows, and takes the best mean.

The candidates of a free choice are the move that `greedy` makes, the next best ones that promise nearly as
much, and the quiet move. Each is played on in the same worlds with the same dice, both sides by `greedy`. All
other questions are answered as `greedy` does, and a line that wins in the own turn is played at once; within
playouts nobody looks for one. The budget is a count of playouts, so the same view gives the same move on any
machine; where a clock runs, thinking ends with the last world that was played in time.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

from fadenet.bots.base import Thought
from fadenet.bots.beliefs import Beliefs, DrawnBeliefs
from fadenet.bots.greedy import GreedyBot, tried
from fadenet.bots.judgement import judgement_of
from fadenet.bots.options import ChoiceOption, SpinOption
from fadenet.bots.worlds import Simulation, World, Worlds
from fadenet.engine.kit.series import Series
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT
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

_BELIEFS: Final = {"packaged": Beliefs, "drawn": DrawnBeliefs}


class RolloutBot(GreedyBot):
    """Plays the best moves of greedy out to its next turn, in worlds that fit, and takes the best."""

    moves = SpinOption(3, 1, 16, "candidates besides the quiet move")
    worlds = SpinOption(3, 1, 64, "worlds in which each candidate is played out")
    within = SpinOption(60, 0, 100_000, "points by which a candidate may be worse at first sight")
    replies = SpinOption(8, 1, 1024, "moves tried for an answer within a playout")
    beliefs = ChoiceOption("packaged", tuple(_BELIEFS), "deck lists that others are believed to have")

    def __init__(self, **options: int | bool | str) -> None:
        super().__init__(**options)
        self._mind = GreedyBot(trials=self.replies, lines=0)
        self._lists: Beliefs | None = None
        self._thought: Thought | None = None

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self._lists = _BELIEFS[self.beliefs](rules_of(seat.state), match)

    def thought(self) -> Thought | None:
        return self._thought

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
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
        return candidates[0] if len(candidates) == 1 else self._played_out(seat, candidates)

    def _played_out(self, seat: SeatView, candidates: list[Move]) -> Move:
        """The candidate with the best mean, the first one among equals."""
        assert self._lists is not None
        late = monotonic() + min(seat.clock.decision_s / OF_DECISION, seat.clock.bank_s / OF_BANK)
        worlds = Worlds(seat, self._lists)
        sums, played = [0.0] * len(candidates), 0
        while played < self.worlds:
            world, dice, gains = worlds.draw(self.random), self.random.getrandbits(32), list[float]()
            for move in candidates:
                if monotonic() >= late:
                    break
                gains.append(self._outcome(seat, world, move, dice))
            if len(gains) < len(candidates):
                break
            played += 1
            sums = [total + gain for total, gain in zip(sums, gains, strict=True)]
            best, second = sorted(sums, reverse=True)[:2]
            if played >= CLEAR_AFTER and best - second > CLEAR * played:
                break
        if not played:
            return candidates[0]
        at, n = sums.index(max(sums)), played * len(candidates)
        said = f"best of {len(candidates)} moves in {number_of(played, 'world')}"
        self._thought = Thought(sums[at] / played, n, said)
        return candidates[at]

    def _outcome(self, seat: SeatView, world: World, move: Move, dice: int) -> float:
        """How much better it stands for a seat at the start of its next turn, from -1 = it has lost to 1."""
        me, root = seat.index, seat.state
        simulation = Simulation(world, dice)
        simulation.play(move)
        mind, s = self._mind, simulation.state
        for _ in range(ANSWERS_MAX):
            asked = simulation.asked()
            if asked is None or s.turn < root.turn or (s.turn > root.turn and s.active == me):
                break
            simulation.play(mind.decide(simulation.view(asked[0])).move)
        return gain(seat, simulation.view(me))


def gain(root: SeatView, leaf: SeatView) -> float:
    """The change of a position for its seat, from -1 = the game is lost to 1 = it is won."""
    before, after, me = root.state, leaf.state, root.index
    rules = rules_of(after)
    if after.over:
        places = after.over[0]
        return 1.0 if places[me] < max(places) else -1.0 if places[me] > 1 else 0.0
    if after.turn < before.turn:  # another game of the match has begun
        series, side = rules.part(Series), rules.side(after, me)
        won = [after.vars[series.wins + i] - before.vars[series.wins + i] for i in range(2)]
        return float(won[side] - won[1 - side])
    judge = judgement_of(rules)
    points = judge.position(after, me, leaf.known) - judge.position(before, me, root.known)
    return points / (abs(points) + HALF)

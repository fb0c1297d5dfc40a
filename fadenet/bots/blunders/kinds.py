"""Blunders of bots, counted in matches that they play: what people report of a stupid opponent.

Each is found by looking at a match afterwards, with all that is hidden in it, and has the position in which
it was made, so that it can become a test or a lesson. Behind one may be something that a bot cannot know:
the number in many matches tells one bot from another, not the single case. Where something is held to come
of a move whatever chance brings, the world as it is has been played on by the same bots with other dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from fadenet.bots import lookahead, naming
from fadenet.bots.base import Bot
from fadenet.bots.blunders.branches import Follows, LeavesOut, play_on, seated
from fadenet.bots.blunders.ends import averting, missed_win
from fadenet.bots.blunders.review import Decision, Review
from fadenet.bots.blunders.waste import is_paid, is_spent_for_nothing, settled
from fadenet.bots.judgement import distinct, judgement_of
from fadenet.bots.turn_marks import turn_mark
from fadenet.engine import position
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, RESPOND, State

KINDS: Final = (
    "missed-win",
    "loss-let-happen",
    "spent-for-nothing",
    "worse-for-nothing",
    "gain-left",
    "never-chosen",
    "never-answered",
)
MISSED, LET, SPENT, WORSE, LEFT, UNPLAYED, UNSAID = KINDS
LAST_TURNS: Final = 3  # of a game, in which a win is looked for
OWN_LAST_TURNS, ANSWERS_MAX = 2, 6  # of a loser, in which an answer that averts the loss is looked for
WORLDS: Final = 8  # dice with which one move must turn out better than another
TRIED_MAX: Final = 5  # moves of a match of which that is tried; each then stands for its part of all
OPTIONS_MAX: Final = 128  # moves that are looked at where a turn was ended
SEEN_MIN: Final = 50  # positions in which a card could be chosen, and never was


class Blunder(NamedTuple):
    """A blunder. what: its sort, mostly a verb and a card. better: what there was instead, "" = nothing told.

    weight: how many it stands for, as not all of a match are looked at. position: its line, with what is
    hidden.
    """

    kind: str
    what: str
    seat: int
    turn: int
    move: str
    better: str
    position: str
    weight: float = 1.0


def blunder(kind: str, at: Decision, move: Move, better: str = "") -> Blunder:
    """A blunder in a decision, of the sort of this move."""
    s, sort = at.at.state, f"{rules_of(at.at.state).verbs[move[0]]} {at.card(move)}".strip()
    line = position.dump(s, at.at.hidden)
    return Blunder(kind, sort, at.seat, s.turn, at.text(at.move), better, line)


def blunders(review: Review) -> Iterator[Blunder]:
    """All that the bots of a match did wrong, except what only many matches show (`Chances`)."""
    for start in _last(review.starts()):
        line = missed_win(review.bots, start)
        if line:
            yield blunder(MISSED, start, start.move, ", ".join(line))._replace(what="")
    for seat, turn in review.gone.items():
        yield from _loss(review, seat, turn)
    for decision in review.decisions:
        if is_spent_for_nothing(decision):
            yield blunder(SPENT, decision, decision.move)
    suspects = [decision for decision in review.decisions if is_worse_at_once(decision)]
    tried = suspects[:: len(suspects) // TRIED_MAX + 1]
    for decision in tried:
        if is_better(review.bots, decision, partial(LeavesOut, decision.move), 0):
            yield blunder(WORSE, decision, decision.move)._replace(weight=len(suspects) / len(tried))
    ended = [(decision, better) for decision in review.decisions if (better := gain_left(decision))]
    tried_ends = ended[:: len(ended) // TRIED_MAX + 1]
    for decision, better in tried_ends:
        if is_better(review.bots, decision, partial(Follows, [better]), 1):
            found = blunder(LEFT, decision, better, decision.text(better))
            yield found._replace(weight=len(ended) / len(tried_ends))


def _last(starts: Sequence[Decision]) -> list[Decision]:
    """Of the beginnings of turns those of the last ones of each game."""
    wins = [turn_mark(start.at.state).wins for start in starts]
    return [start for n, start in enumerate(starts) if wins[n + LAST_TURNS : n + LAST_TURNS + 1] != [wins[n]]]


def _loss(review: Review, seat: int, turn: int) -> Iterator[Blunder]:
    """The last of the answers, in the last turns of a seat that lost, that could have averted it."""
    own = [start.turn for start in review.starts() if start.seat == seat][-OWN_LAST_TURNS:]
    mine = [d for d in review.decisions if d.seat == seat and d.kind == RESPOND and own and d.turn >= own[0]]
    for decision in mine[: -ANSWERS_MAX - 1 : -1]:
        better = averting(review.bots, decision, turn)
        if better:
            yield blunder(LET, decision, better, decision.text(better))
            return


# Moves that are worse than others whatever chance brings.


def is_worse_at_once(decision: Decision) -> bool:
    """Whether the position is worth less after a move than before it, or after an answer than after none, if
    nobody answers."""
    if decision.ends or decision.kind not in (ACT, RESPOND):
        return False
    view = decision.at.all_seen(decision.seat)
    judge = judgement_of(rules_of(view.state))
    if decision.kind == ACT:
        without = judge.position(view.state, view.index, view.known)
    else:
        without = lookahead.outcome(view, PASS_MOVE)
    return lookahead.outcome(view, decision.move) < without - judge.GRAIN


def is_better(bots: Sequence[str], decision: Decision, instead: Callable[[Bot], Bot], own_turns: int) -> bool:
    """Whether the seat would be better off with any dice if its bot had played so.

    own_turns: 0 = when its next turn begins, 1 = when that one is over.
    """
    least = judgement_of(rules_of(decision.at.state)).GRAIN

    def points(player: Bot, dice: int) -> int:
        return _points_later(bots, decision, player, dice, own_turns)

    def gain(dice: int) -> int:
        own = naming.make(bots[decision.seat])
        return points(instead(own), dice) - points(Follows([decision.move], own), dice)

    return all(gain(dice) > least for dice in range(WORLDS))


def _points_later(bots: Sequence[str], decision: Decision, player: Bot, dice: int, own_turns: int) -> int:
    """The points of the position behind so many more turns of the seat, or when a game is over."""
    seat, marks = decision.seat, [turn_mark(decision.at.state)]

    def is_time(s: State) -> bool:
        now = turn_mark(s)
        if now != marks[-1]:
            marks.append(now)
        turns = sum(mark.seat == seat for mark in marks[1:-1])
        return now.wins != marks[0].wins or (
            turns == own_turns and len(marks) > 1 and (now.seat == seat or turns > 0)
        )

    end = play_on(decision.at, seated(bots, seat, player), dice, is_time)
    return judgement_of(rules_of(end)).position(end, seat, {})


def gain_left(decision: Decision) -> Move:
    """Of the moves that cost nothing, where a seat has ended its turn, the one that makes the position better
    by most, and by more than the grain of its judgement; () = none.
    """
    s, end = decision.at.state, rules_of(decision.at.state).end_move
    if decision.kind != ACT or decision.move != end or turn_mark(settled(decision, end, [])) == turn_mark(s):
        return ()
    view, judge = decision.at.seen(decision.seat), judgement_of(rules_of(s))
    least = judge.position(s, view.index, view.known) + judge.GRAIN
    found: Move = ()
    for move in [*distinct(view, decision.options)][:OPTIONS_MAX]:
        if move != end and (points := lookahead.outcome(view, move)) > least and not is_paid(s, view, move):
            least, found = points, move
    return found


# Counts that only many matches show.


class Chances:
    """Counts in how many positions each card could be used in a turn, or in an answer, and which ones were.

    The moves that a mind does not try (`Judgement.QUIET`) count where they are made, not where they could be.
    """

    def __init__(self) -> None:
        self.chosen: set[tuple[int, str]] = set()
        self.seen: dict[tuple[int, str], int] = {}
        self._first: dict[tuple[int, str], Blunder] = {}

    def add(self, decisions: Sequence[Decision]) -> None:
        """Take in the decisions of a match."""
        for decision in decisions:
            kind, quiet = decision.kind, judgement_of(rules_of(decision.at.state)).QUIET
            if kind not in (ACT, RESPOND):
                continue
            self.chosen.add((kind, decision.card(decision.move)))
            uses = [move for move in decision.options if move[0] not in quiet]
            for key, move in {(kind, decision.card(move)): move for move in uses}.items():
                self.seen[key] = self.seen.get(key, 0) + 1
                if key not in self._first:
                    name = UNPLAYED if kind == ACT else UNSAID
                    self._first[key] = blunder(name, decision, move, decision.text(move))

    def merge(self, other: Chances) -> None:
        """Take in what another one has counted."""
        self.chosen |= other.chosen
        self._first = other._first | self._first
        for key, n in other.seen.items():
            self.seen[key] = self.seen.get(key, 0) + n

    def findings(self) -> list[Blunder]:
        """The cards that were never chosen, and the answers that were never given, the commonest first."""
        common = sorted(self.seen.items(), key=lambda one: -one[1])
        never = [key for key, n in common if n >= SEEN_MIN and key not in self.chosen and key[1]]
        return [self._first[key] for key in never]

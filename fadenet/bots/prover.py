"""Proves what a move comes to, whatever the others answer and whatever is drawn or thrown.

A search through every line of a position in which all Hands lie open. Of the asked side one move must do, of
the other side and of chance every one: what a deck yields is any of the cards left in it, a die falls as it
likes. Positions that differ only in the order in which they came about are looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, Final

from fadenet.bots import lookahead
from fadenet.bots.judgement import distinct
from fadenet.engine import kernel, needs, notation
from fadenet.engine.kit import series
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ACT, BIND, OPEN, TAKE, TOSS, Known, State, TableNeed
from fadenet.games.puzzles import Goal, Puzzle, Until, opened
from fadenet.table.dealer import Dealer
from fadenet.table.view import SeatView

WAYS_MAX: Final = 64
"""Ways in which chance may go at one rest: a position with more is not for a proof."""
TAKEN_MAX: Final = 2
IDLE: Final = frozenset({"mix", "propose"})
"""Verbs of moves without any effect on a match in which all lies open, or on one that is under way."""


class Undecided(Exception):
    """The search is larger than it may be."""


@dataclass(slots=True)
class Prover:
    """A search for one seat and one goal in the lines that go out from `root`.

    truth: the card behind every handle. card: the handle that the goal is about, 0 = none. rests_max: rests
    with a choice that are looked at before the search gives up. seen: what has been found, by position.
    """

    root: State
    truth: Known
    seat: int
    goal: Goal
    until: Until
    card: int
    rests_max: int
    rests: int = 0
    seen: dict[bytes, bool] = field(default_factory=dict)

    def right(self, s: State) -> Iterator[Move]:
        """The moves of the seat that is asked after which the goal is reached for certain, one for those that
        do the same with another copy of a card. Raises `Undecided`."""
        return (move for move in self.moves(s) if self.holds(self.after(s, move)))

    def moves(self, s: State) -> list[Move]:
        """The moves of the seat that is asked. Raises `Undecided` where there are too many."""
        view = SeatView(s, asked_of(s), self.truth)
        verbs, options = s.rules.verbs, view.options()
        if len(options) >= s.rules.listed_max:  # of very many ways to choose targets not all are listed
            raise Undecided
        found = [move for move in distinct(view, options) if verbs[move[0]] not in IDLE]
        if s.asks[0].kind == ACT:
            found.sort(key=lambda move: (verbs[move[0]] != "attack", move == s.rules.end_move))
        return found

    def after(self, s: State, move: Move) -> State:
        """A copy of the position behind a move of the seat that is asked."""
        c = s.clone()
        kernel.play(c, asked_of(c), move, [(h, self.truth[h]) for h in kernel.opens(c, move)])
        return c

    def holds(self, s: State) -> bool:
        """Whether the goal is reached for certain from here; the state is used up. Raises `Undecided`."""
        while True:
            reached = self.reached(s)
            if reached is not None:
                return reached
            if s.needs:
                ways = list(self._supplies(s))
                if len(ways) == 1:
                    needs.give(s, ways[0])
                    continue
                return self._all_or_any(s, ways)
            moves = self.moves(s)
            if len(moves) > 1:
                return self._thought(s, moves)
            kernel.play(s, asked_of(s), moves[0], [(h, self.truth[h]) for h in kernel.opens(s, moves[0])])

    def reached(self, s: State) -> bool | None:
        """Whether the goal is reached here or missed, None = that is still open."""
        if self.card and not self._lies(s):
            return False
        if s.over:
            places = s.over[0]
            return bool(places[self.seat] == 1 and places.count(1) == 1)
        if self.seat in s.out:
            return False
        root = self.root
        if (games := _games_won(s)) != _games_won(root):
            side = rules_of(s).side(s, self.seat)
            return games[side] > _games_won(root)[side]
        if self.until == "chain":
            over = bool(s.asks) and s.asks[0].kind == ACT and not s.chain
        else:
            over = (s.turn, s.active) != (root.turn, root.active)
            over = over or (self.until == "phase" and s.phase != root.phase)
        return self.goal in ("live", "save") if over else None

    def _lies(self, s: State) -> bool:
        """Whether the card of the goal still lies on the field as it did."""
        return s.inst[self.card] == self.root.inst[self.card] and bool(s.rules.on_field[s.zone[self.card]])

    def _thought(self, s: State, moves: Sequence[Move]) -> bool:
        """The verdict about a rest with a choice, looked up if it has been found before."""
        key = lookahead.identity(s) if s.asks[0].kind == ACT and not s.chain else b""
        if key and (found := self.seen.get(key)) is not None:
            return found
        self.rests += 1
        if self.rests > self.rests_max:
            raise Undecided
        rules = rules_of(s)
        mine = rules.side(s, asked_of(s)) == rules.side(s, self.seat)
        each = (self.holds(self.after(s, move)) for move in moves)
        verdict = any(each) if mine else all(each)
        if key:
            self.seen[key] = verdict
        return verdict

    def _all_or_any(self, s: State, ways: Sequence[Sequence[Any]]) -> bool:
        """The verdict where the table has several values to give: what the own side takes out of a deck is
        its choice, all else is not."""
        self.rests += 1
        if self.rests > self.rests_max:
            raise Undecided
        rules = rules_of(s)
        takers = [need.who for need in s.needs if needs.is_choice(need)]
        mine = bool(takers) and all(rules.side(s, who) == rules.side(s, self.seat) for who in takers)
        if mine and any(need.kind in (BIND, TOSS) for need in s.needs):
            raise Undecided
        each = (self._supplied(s, values) for values in ways)
        return any(each) if mine else all(each)

    def _supplied(self, s: State, values: Sequence[Any]) -> bool:
        c = s.clone()
        needs.give(c, values)
        return self.holds(c)

    def _supplies(self, s: State) -> Iterator[tuple[Any, ...]]:
        """Every way in which the needs of a rest may be answered."""
        each = [self._values(s, need) for need in s.needs]
        size = 1
        for values in each:
            size *= len(values)
        if size > WAYS_MAX:
            raise Undecided
        yield from product(*each)

    def _values(self, s: State, need: TableNeed) -> list[Any]:
        kind, n, items = need.kind, need.n, need.items
        if kind == OPEN:
            return [tuple(self.truth[h] for h in items) if n < 0 else None]
        if kind == BIND:
            return self._drawn(s.pool[need.deck], n)
        if kind == TOSS:
            size = 1
            for bound in items:
                size *= bound
            if size > WAYS_MAX:
                raise Undecided
            return list(product(*map(range, items)))
        if kind == TAKE:
            return self._taken(s, need)
        return [None]

    def _drawn(self, pool: Sequence[int], n: int) -> list[tuple[int, ...]]:
        """Handles for so many cards: each sequence of cards once."""
        if n == len(pool):
            return [tuple(pool)]
        per: dict[int, list[int]] = {}
        for h in pool:
            per.setdefault(self.truth[h], []).append(h)
        some = [h for line in per.values() for h in line[:n]]
        if len(some) ** n > WAYS_MAX * 8:
            raise Undecided
        found = {tuple(self.truth[h] for h in line): line for line in permutations(some, n)}
        return list(found.values())

    def _taken(self, s: State, need: TableNeed) -> list[Any]:
        """Every way to search a deck, copies of a card being one."""
        rows: list[tuple[int, ...]] = []
        least = need.items[2]
        all_of_it = not needs.is_choice(need)
        lines: list[tuple[int, ...]] = [()]
        while lines:
            taken = lines.pop()
            there = needs.takeable(s, need, self.truth, taken)
            fresh = {self.truth[h]: h for h in reversed(there)}.values()
            enough = len(taken) >= (max(least, 0) or int(bool(need.items[0] and there)))
            if not fresh or (enough and not all_of_it):
                rows.append(taken)
            if len(taken) >= TAKEN_MAX and fresh and not all_of_it:
                raise Undecided
            lines += [(*taken, h) for h in (list(fresh)[:1] if all_of_it else fresh)]
            if len(rows) > WAYS_MAX:
                raise Undecided
        return [(row, tuple(self.truth[h] for h in row) if need.items[1] else ()) for row in rows]


def _games_won(s: State) -> list[int]:
    """The games that each side has won of a match of several, [] in a match of one."""
    return series.wins(s) if series.Series in rules_of(s).parts else []


def asked_of(s: State) -> int:
    """The seat that owes the next answer. Raises `Undecided` where several have a choice that the others do
    not see."""
    owing = [a.seat for a in s.asks if kernel.ask_of(s, a.seat) is not None]
    if len(owing) > 1:
        choosing = [seat for seat in owing if len(kernel.choices(s, seat, {})) > 1]
        if len(choosing) > 1:
            raise Undecided
        owing = choosing or owing
    return owing[0]


def fault_of(rules: Rules, puzzle: Puzzle, rests_max: int) -> str:
    """The fault of a puzzle, "" = none: each move that is asked for is the only right one, and the
    line reaches the goal. Raises `Undecided`, and `LoadError` for a position that does not fit."""
    s, hidden, seat = opened(rules, puzzle)
    card = notation.find(s, seat, puzzle.card) if puzzle.card else 0
    prover = Prover(s, hidden.truth, seat, puzzle.goal, puzzle.until, card, rests_max)
    dealer, asked, at = Dealer.resumed(hidden, None), 0, 0
    later: tuple[Move, ...] = ()
    here = s.clone()
    while (reached := prover.reached(here)) is None:
        if here.needs:
            dealer.deal(here)
            continue
        who = asked_of(here)
        view = SeatView(here, who, hidden.truth)
        options = view.options()
        if len(options) > 1 and at == len(puzzle.line):
            return "its line ends before the goal"
        move = view.parse(puzzle.line[at]) if len(options) > 1 else options[0]
        at += len(options) > 1
        if move not in options:
            return f"{view.text(move)} is not legal"
        if who == seat and len(options) > 1:
            fault = ""
            if asked < puzzle.asked:
                fault = _not_alone(prover, here, (move, *map(view.parse, puzzle.also)))
            elif later and here.asks[0].kind == ACT and not here.chain:
                fault = _not_later(prover, here, later)
                later = ()
            asked += 1
            if fault:
                return fault
            if asked == 1:
                later = tuple(map(view.parse, puzzle.also))
        kernel.play(here, who, move, dealer.opening(here, move))
    if not reached:
        return "its line misses the goal"
    if asked < puzzle.asked or at < len(puzzle.line) or later:
        return "its goal is reached before its line ends"
    return "" if prover.rests == puzzle.rests else f"its proof goes through {prover.rests} questions"


def _not_alone(prover: Prover, s: State, right: Sequence[Move]) -> str:
    """The fault if others than these moves are right, "" = none."""
    found = list(prover.right(s))
    if len(found) == len(right) and set(found) == set(right):
        return ""
    view = SeatView(s, prover.seat, prover.truth)
    return f"right there: {', '.join(map(view.text, found)) or 'nothing'}"


def _not_later(prover: Prover, s: State, moves: Sequence[Move]) -> str:
    """The fault if one of these moves is not as right at the next question as it was before."""
    legal = prover.moves(s)
    late = [move for move in moves if move not in legal or not prover.holds(prover.after(s, move))]
    view = SeatView(s, prover.seat, prover.truth)
    return f"it is too late for {', '.join(map(view.text, late))}" if late else ""

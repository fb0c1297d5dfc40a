"""A match of several games in one state: who begins, what is picked in secret, how a game and the match end.

A game of two sides has a `Series` among its parts, takes `FRAMES` and `PICKERS` into its tables, answers for
its course and its hidden cards with the functions here, and leaves the first `SCALARS` of `State.vars` to
this module. Between two games all but the score is forgotten: all cards of a deck, wherever they lie, go back
into its pool and are shuffled; all that was made during a game is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import NO_MOVE
from fadenet.engine.kit import turns
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.line import Line
from fadenet.engine.policies import Hidden
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import (
    CONFIRM,
    OPEN,
    PICK,
    POOL,
    ROW_CARD,
    ROW_N,
    TAKE,
    TOSS,
    Known,
    Row,
    State,
    TableNeed,
    Tables,
)

# X_STEP: how far the next seat in turn order is. X_CARDS: the first handle that stands for no card of a deck.
# X_MARK: 1 + a seat that the game before has marked. X_WINS: games won, one scalar a side.
X_STEP, X_CARDS, X_GAMES, X_MARK, X_WINS = range(5)
SCALARS = 6


@dataclass(frozen=True, slots=True)
class Series:
    """The series of games that a match is, as a game and its book have it.

    to_win, cap: games that win the match, and games after which it ends anyhow; rule_won, rule_cap: the
    rules that say so. die: sides of the die that is rolled for the start. rolled, begins, over: numbers of
    events. ends: the rules by which a game may end. All these stand in `[series]` of the book, events by
    name, and with each rule of `ends` what the log says of it. picks: what every pick of the set-up
    must be, by numbers of statements; statement: the one for all of them, which the `take` need asks for.
    apart: statements that a seat may vouch for only once a game by cards of one name; seen: period, and
    number of code 0, of the marks that see to it. columns: counters of the seats' bodies that start at 0
    again. lay: lays out what a seat has picked in the set-up, hidden.
    """

    to_win: int
    cap: int
    rule_won: str
    rule_cap: str
    die: int
    rolled: int
    begins: int
    over: int
    ends: tuple[str, ...]
    picks: tuple[int, ...]
    statement: int
    apart: tuple[int, ...]
    seen: tuple[int, int]
    columns: tuple[int, ...]
    lay: Callable[[State, int, tuple[int, ...]], None]


def made(
    rules: Rules,
    book: RuleBook,
    picks: tuple[int, ...],
    statement: int,
    apart: tuple[int, ...],
    seen: tuple[int, int],
    columns: tuple[int, ...],
    lay: Callable[[State, int, tuple[int, ...]], None],
) -> Series:
    """The `Series` of these and what the book says. Two sides sit alternately."""
    rules.sides = tuple(seat % 2 for seat in range(max(rules.seat_counts)))
    told = book.facts["series"]
    return Series(
        book.figure(told["to_win"]),
        book.figure(told["cap"]),
        told["rule_won"],
        told["rule_cap"],
        told["die"],
        rules.events.index(told["rolled"]),
        rules.events.index(told["begins"]),
        rules.events.index(told["over"]),
        tuple(told["ends"]),
        picks,
        statement,
        apart,
        seen,
        columns,
        lay,
    )


def series_of(s: State) -> Series:
    """The series that a match is."""
    return rules_of(s).part(Series)


# Answers of the games.


def begin(s: State) -> None:
    """The first game of a match."""
    atoms.set_var(s, X_STEP, 1)
    for seat in range(s.seats):
        atoms.show_body(s, seat)
    push(s, f_game, 1)


def next_seat(s: State, seat: int) -> int:
    """Turn order, in which the sides alternate."""
    return (seat + s.vars[X_STEP]) % s.seats


def lose(s: State, seat: int, rule: str) -> None:
    """The match is lost for the whole side of a seat."""
    side = s.rules.side(s, seat)
    for e in range(s.seats):
        if s.rules.side(s, e) == side and e not in s.out:
            atoms.leave_seat(s, e)
    end(s, 1 - side, rule)


class Picks(Hidden):
    """The statements about hidden cards: the picks come in their order, and no card is picked twice."""

    def __init__(self, series: Series) -> None:
        self.series = series

    def fitting(self, rules: Tables, need: TableNeed, taken: tuple[int, ...]) -> frozenset[int]:
        picks = self.series.picks
        if need.items[0] != self.series.statement:
            return super().fitting(rules, need, taken)
        if len(taken) >= len(picks):
            return frozenset()
        fits = rules.meeting[picks[len(taken)]]
        return fits if fits.isdisjoint(taken) else fits.difference(taken)

    def is_true(self, s: State, h: int, code: int) -> bool:
        period, first = self.series.seen
        again = s.stated[h] in self.series.apart and atoms.mark(s, period, first + code, s.owner[h]) > 1
        return not again and super().is_true(s, h, code)


def told(s: State, row: Row, book: RuleBook) -> Line | None:
    """The line of the end of a game: the score, and what comes next as the state has it."""
    lines, series, winner = book.facts["series"], series_of(s), row[ROW_CARD] - 1
    sides = [" and ".join(f"p{seat + 1}" for seat in range(side, s.seats, 2)) for side in (0, 1)]
    rule, n, wins = series.ends[row[ROW_N] - 1], s.vars[X_GAMES], s.vars[X_WINS : X_WINS + 2]
    said = {**book.figures, "n": n, "more": n + 1, "rule": rule, "by": s.over[1] if s.over else ""}
    said["score"] = ", ".join(f"{who} {won}" for who, won in zip(sides, wins, strict=True))
    said |= {} if winner < 0 else {"winner": sides[winner], "loser": sides[1 - winner]}
    said["why"] = lines["ends"][rule].format_map(said)
    line = lines["drawn" if winner < 0 else "won"] + lines["ended" if s.over else "goes_on"]
    return book.line(row, str(line.format_map(said)), "")


# The frames of a series.


def f_game(s: State, fresh: int) -> None:
    """All cards of every deck are laid together and shuffled."""
    push(s, f_roll, tuple(range(s.seats)))
    if not fresh:
        for h in range(s.vars[X_CARDS], len(s.code)):
            atoms.take_away(s, h)
    owner, zone = s.owner, s.zone
    for seat in range(s.seats):
        line = {*s.pool[seat], *s.zones[s.rules.deck_zone(seat)]}
        others = sorted({*range(s.seats + 1, s.vars[X_CARDS])} - line)
        back = tuple([h for h in others if owner[h] == seat and zone[h] >= 0])
        kernel.need(s, POOL, seat, seat, fresh, back)


def f_roll(s: State, seats: tuple[int, ...]) -> None:
    if not s.vars[X_CARDS]:
        atoms.set_var(s, X_CARDS, len(s.code))
    push(s, f_rolled, seats)
    kernel.need(s, TOSS, -1, 0, 1, (series_of(s).die,) * len(seats))


def f_rolled(s: State, seats: tuple[int, ...]) -> None:
    """The highest roll says which side begins; tied ones roll again."""
    for seat, n in zip(seats, s.got[0], strict=True):
        atoms.emit(s, series_of(s).rolled, seat + 1, seat, 0, n + 1)
    best = tuple(seat for seat, n in zip(seats, s.got[0], strict=True) if n == max(s.got[0]))
    if len(best) > 1:
        push(s, f_roll, best)
    else:
        push(s, f_sides)
        _choose(s, best[0], (1, 2))


def _choose(s: State, seat: int, bodies: tuple[int, ...]) -> None:
    kernel.ask(s, seat, PICK, 1, 1, 0, 0, s.rules.picker_number(pick_body), bodies)


def pick_body(s: State, seat: int, known: Known, *bodies: int) -> list[int]:
    return list(bodies)


def f_sides(s: State) -> None:
    """Of two seats on a side that side says which one is first."""
    side = s.ans[0][1] - 1
    push(s, f_order)
    if s.seats == 2:
        s.ans = ((kernel.V_PICK, side + 1), (kernel.V_PICK, 2 - side))
    else:
        for first in (side, 1 - side):
            _choose(s, first, (first + 1, first + 3))


def f_order(s: State) -> None:
    """The seats of both sides alternate; then all pick in secret."""
    s.active, second = (move[1] - 1 for move in s.ans)
    atoms.set_var(s, X_STEP, (second - s.active) % s.seats)
    push(s, f_picked)
    series = series_of(s)
    for seat in range(s.seats):
        n = len(series.picks)
        kernel.need(s, TAKE, seat, seat, n, (series.statement, 0, n))


def f_picked(s: State) -> None:
    """The picks are laid out hidden, the rest is shuffled, then some are opened by all together."""
    for seat, cards in enumerate(s.got):
        series_of(s).lay(s, seat, cards)
        kernel.need(s, POOL, seat, seat, 0, ())
    push(s, f_open, tuple(cards[-1] for cards in s.got))


def f_open(s: State, cards: tuple[int, ...]) -> None:
    push(s, f_start, cards)
    for h in cards:
        kernel.need(s, OPEN, s.owner[h], s.owner[h], -1, (h,))


def f_start(s: State, cards: tuple[int, ...]) -> None:
    for h in cards:
        atoms.turn_face(s, h, True)
    atoms.emit(s, series_of(s).begins, s.active + 1, s.active, 0, s.vars[X_GAMES] + 1)
    push(s, turns.f_turn, s.active)


def over(s: State, winner: int, rule: str) -> None:
    """A side wins the game by a rule, -1 = nobody."""
    push(s, f_over, winner, _reason(s, rule), 0)


def _reason(s: State, rule: str) -> int:
    return 1 + series_of(s).ends.index(rule)


def f_over(s: State, winner: int, reason: int, mark: int) -> None:
    """A side has won a game, -1 = nobody: all that was to come is dropped, and the next game begins.

    The event is of the body of its first seat, 0 = of none. reason: 1 + place in `Series.ends`. mark: 1 + a
    seat that the next game has to know of, 0 = none.
    """
    series = series_of(s)
    atoms.emit(s, series.over, winner + 1, -1, 0, reason)
    atoms.set_var(s, X_GAMES, s.vars[X_GAMES] + 1)
    if winner >= 0:
        atoms.set_var(s, X_WINS + winner, s.vars[X_WINS + winner] + 1)
    wins = s.vars[X_WINS : X_WINS + 2]
    s.frames.clear()
    s.chain = s.queue = s.mods = s.asks = s.needs = ()
    s.acts, s.answers, s.index = {}, {}, None
    atoms.drop_marks(s)
    if max(wins) >= series.to_win:
        end(s, wins.index(max(wins)), series.rule_won)
    elif s.vars[X_GAMES] >= series.cap:
        end(s, -1 if wins[0] == wins[1] else wins.index(max(wins)), series.rule_cap)
    else:
        for seat in range(s.seats):
            atoms.stand(s, seat, ())
            for column in series.columns:
                atoms.put(s, column, seat + 1, -s.num[column][seat + 1])
        for var in range(SCALARS, len(s.vars)):
            atoms.set_var(s, var, 0)
        atoms.set_var(s, X_MARK, mark)
        s.turn = s.phase = 0
        push(s, f_game, 0)


def forfeit(s: State, seat: int, rule: str) -> None:
    """A seat gives a game up for its side, if another seat on it agrees; the next game knows of it."""
    push(s, f_forfeit, seat, _reason(s, rule))
    for mate in rules_of(s).confidants(s, seat)[:1]:
        kernel.ask(s, mate, CONFIRM, picker=P_SLOT, data=(0, seat + 1))


def f_forfeit(s: State, seat: int, reason: int) -> None:
    if s.ans[0] != NO_MOVE:
        push(s, f_over, 1 - s.rules.side(s, seat), reason, seat + 1)


def end(s: State, winner: int, rule: str) -> None:
    """The match is over: a side has won it, -1 = drawn."""
    s.over = (tuple(1 if winner in (-1, s.rules.side(s, seat)) else 2 for seat in range(s.seats)), rule)
    s.asks = s.needs = ()
    s.answers = {}
    atoms.emit(s, atoms.OVER)


FRAMES = (f_game, f_roll, f_rolled, f_sides, f_order, f_picked, f_open, f_start, f_over, f_forfeit)
PICKERS = (pick_body,)

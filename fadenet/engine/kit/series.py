"""A match of several games in one state: how each ends, what the score decides, how the next one begins.

Two sides play. A game has a `Series` among its parts and calls `over` whenever one of its games has ended;
its book has the words for that under `[series]`. Between two games all but the score is forgotten: what was
to come, marks, changes, standing passes, the counters of the seats. `Series.begin` then lays the cards into
their pools again (`laid_back`) and begins the next game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fadenet.engine import atoms
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.line import Line
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ROW_CARD, ROW_N, Row, State


@dataclass(frozen=True, slots=True)
class Series:
    """The series of games that a match is.

    begin: begins a game behind another one. to_win, cap: games that win the match, and games after which it
    ends anyhow; rule_won, rule_cap: the rules that say so. event: the number of the event that ends a game;
    ends: the rules by which it may end, by the number in that event. games, wins: the scalars that count
    the games that are over, and those that each of the two sides has won. forgets: the scalars that begin
    at 0 again.
    """

    begin: Callable[[State], None]
    to_win: int
    cap: int
    rule_won: str
    rule_cap: str
    event: int
    ends: tuple[str, ...]
    games: int
    wins: int
    forgets: range


def series_of(s: State) -> Series:
    """The series that a match is."""
    return rules_of(s).part(Series)


def wins(s: State) -> list[int]:
    """The games that each side has won."""
    at = series_of(s).wins
    return list(s.vars[at : at + 2])


def over(s: State, winner: int, rule: str, counts: bool = True) -> bool:
    """A side has won a game by a rule, -1 = nobody; returns whether another game follows.

    The event is of the body of the side's first seat, 0 = of none. counts: whether this was one of the
    games of the match; one that was not is played again.
    """
    series = series_of(s)
    atoms.emit(s, series.event, winner + 1, -1, 0, series.ends.index(rule))
    if counts:
        atoms.set_var(s, series.games, s.vars[series.games] + 1)
    if winner >= 0:
        atoms.set_var(s, series.wins + winner, s.vars[series.wins + winner] + 1)
    won = wins(s)
    enough = max(won) >= series.to_win
    if enough or (counts and s.vars[series.games] >= series.cap):
        places = tuple([1 if won[s.rules.side(s, seat)] == max(won) else 2 for seat in range(s.seats)])
        atoms.end_match(s, places, series.rule_won if enough else series.rule_cap)
        return False
    forget(s)
    s.out = ()
    s.turn = s.phase = 0
    for seat in range(s.seats):
        atoms.stand(s, seat, ())
        for column, numbers in enumerate(s.num):
            atoms.put(s, column, seat + 1, -numbers[seat + 1])
    for var in series.forgets:
        atoms.set_var(s, var, 0)
    series.begin(s)
    return True


def forget(s: State) -> None:
    """All that was to come in a game is dropped, with all that was kept of it."""
    s.frames.clear()
    s.chain = s.queue = s.mods = s.asks = s.needs = ()
    s.acts, s.answers, s.index = {}, {}, None
    atoms.drop_marks(s)


def laid_back(s: State, deck: int, seat: int, cards: Iterable[int]) -> tuple[int, ...]:
    """Those of these cards that a seat's deck gets back: they are there, belong to the seat, and lie
    neither in the deck nor in its pool. Their order is that of the handles."""
    inside = {*s.pool[deck], *s.zones[s.rules.deck_zone(deck)]}
    return tuple([h for h in sorted({*cards} - inside) if s.owner[h] == seat and s.zone[h] >= 0])


def told(s: State, row: Row, book: RuleBook, again: bool = False) -> Line | None:
    """The line of the end of a game: the score, and what comes next as the state has it.

    again: whether that game is played again.
    """
    lines, series, winner, won = book.facts["series"], series_of(s), row[ROW_CARD] - 1, wins(s)
    seats = [[seat for seat in range(s.seats) if s.rules.side(s, seat) == side] for side in (0, 1)]
    sides = [" and ".join([f"p{seat + 1}" for seat in side]) for side in seats]
    rule, n = series.ends[row[ROW_N]], s.vars[series.games] + again
    said = {**book.figures, "n": n, "more": n + 1, "rule": rule, "by": s.over[1] if s.over else ""}
    said["score"] = ", ".join(f"{who} {games}" for who, games in zip(sides, won, strict=True))
    said |= {} if winner < 0 else {"winner": sides[winner], "loser": sides[1 - winner]}
    said["why"] = (lines["ends"].get(rule) or book.sentence(rule)).format_map(said)
    after = "ended" if s.over else "again" if again else "goes_on"
    line = lines["drawn" if winner < 0 else "won"] + lines[after]
    return book.line(row, str(line.format_map(said)), "")
